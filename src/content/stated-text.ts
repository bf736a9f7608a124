/**
 * Text that a page states of itself and shows only when a script has run: the description of a product, the body of an article, in its
 * JSON-LD. It is read where the page without scripts does not say it: for products, whose shops draw the description late, and for
 * pages of which next to nothing can be read.
 */
import { type FlatDocument, meta } from '../html/index.ts';
import { foldWords } from '../text/index.ts';
import type { PageType } from './extract-page.ts';
import { isOf, jsonLdObjects, plainText } from './json-ld-objects.ts';

const LONGEST_TEXT = 40_000;
/** Shorter ones are slogans. */
const FEWEST_WORDS = 12;
/** A page with fewer words than this has as good as none. */
const NEXT_TO_NOTHING = 25;
/** When this share of its words stands in the content already, it is there in other words. */
const SAID_ALREADY = 0.5;

const PRODUCT = /^(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Book)$/;
const WRITTEN = /(?:Article|Posting|Recipe|Question|HowTo|WebPage|Course|Event|Movie)$/;

/** Some shops escape the text as if it were an address. */
function unescaped(text: string): string {
  if (/\s/.test(text) || !/%20/.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function paragraphs(written: string): string[] {
  return plainText(unescaped(written))
    .slice(0, LONGEST_TEXT)
    .split(/\s*\n\s*/)
    .filter((line) => line.trim() !== '');
}

function wordsIn(lines: readonly string[]): string[] {
  return foldWords(lines.join(' ')).split(' ').filter(Boolean);
}

/** The texts that a page states of the thing or the writing that it is about, best first. */
function statedOf(doc: FlatDocument, bare: boolean): unknown[] {
  const { objects } = jsonLdObjects(doc);
  const product = objects.find((object) => isOf(object, PRODUCT) && typeof object.description === 'string');
  const candidates: unknown[] = [product?.description];
  if (bare)
    for (const object of objects)
      if (isOf(object, WRITTEN)) candidates.push(object.articleBody ?? object.text ?? object.description);
  return candidates;
}

/** Whether a page of which nothing can be read states its text. */
export function statesText(doc: FlatDocument): boolean {
  return statedOf(doc, true).some(
    (text) => typeof text === 'string' && wordsIn(paragraphs(text)).length >= FEWEST_WORDS,
  );
}

/** Paragraphs to add to what was kept of the page (`words` of them, in `kept`), none when it says them already. */
export function statedText(doc: FlatDocument, type: PageType, words: number, kept: () => string): string[] {
  const bare = words < NEXT_TO_NOTHING;
  if (!bare && type !== 'product') return [];
  const candidates = statedOf(doc, bare);
  if (bare) candidates.push(meta(doc, 'description'));
  let known: ReadonlySet<string> | null = null;
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const lines = paragraphs(candidate);
    const said = wordsIn(lines);
    if (said.length < FEWEST_WORDS) continue;
    known ??= new Set(wordsIn([kept()]));
    const again = known;
    if (said.filter((word) => again.has(word)).length < said.length * SAID_ALREADY) return lines;
  }
  return [];
}
