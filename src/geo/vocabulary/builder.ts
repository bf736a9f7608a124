/**
 * Builds the repository of geo-interesting words from the pages of known producers: every word is weighed by where it stands,
 * `R = NAT + 2·ATT + 2.5·ATD + 1.25·ATF` (body, title, description, emphasised), words above the mean are kept, those without
 * geographic meaning are dropped by hand, and each gets its counterpart in the other language.
 */
import { type FlatDocument, meta, TEXT, tagId, title, visibleText } from '../../html/index.ts';
import { fold, STOP_WORDS, words } from '../../text/index.ts';
import { ENGLISH_STOP_WORDS } from './english-stop-words.ts';
import { COMPAT_TERMS } from './terms.ts';

export interface TermCounts {
  /** Occurrences in the body (NAT). */
  body: number;
  /** In `title` (ATT). */
  title: number;
  /** In the description (ATD). */
  description: number;
  /** In bold, or in letters larger than the text's (ATF). */
  emphasised: number;
}

export interface WeighedTerm extends Readonly<TermCounts> {
  readonly term: string;
  readonly relevance: number;
}

export interface BuiltVocabulary {
  /** All words with their relevance, the greatest first. */
  readonly all: readonly WeighedTerm[];
  readonly mean: number;
  /** Above the mean, strictly. */
  readonly selected: readonly WeighedTerm[];
  /** Selected words without those that were dropped, and the known counterparts of those that are left. */
  readonly terms: readonly string[];
}

export interface BuildOptions {
  /** 2.5 by the formula; the prose of GeoDiscover says 2 (docs/methods.md). */
  readonly descriptionWeight?: number;
  /** Words without geographic meaning, dropped by hand. */
  readonly drop?: Iterable<string>;
}

/** What GeoDiscover names, and what every site of files has. */
export const WITHOUT_GEOGRAPHIC_MEANING: readonly string[] =
  'arquivo arquivos página páginas sistema sistemas programa programas dados download site home contato início file files page pages system program data contact welcome'.split(
    ' ',
  );

/** `estado` is a form of *estar* in the common list, and a noun here. */
const STOP: ReadonlySet<string> = new Set(
  [...STOP_WORDS, ...ENGLISH_STOP_WORDS].filter((word) => word !== 'estado'),
);

export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

/** R of one word. */
export function relevance(counts: Readonly<TermCounts>, descriptionWeight = 2.5): number {
  return counts.body + 2 * counts.title + descriptionWeight * counts.description + 1.25 * counts.emphasised;
}

/** Chooses among counted words. */
export function selectTerms(
  counts: ReadonlyMap<string, Readonly<TermCounts>>,
  options: BuildOptions = {},
): BuiltVocabulary {
  const all = [...counts]
    .filter(([term]) => !STOP.has(term))
    .map(([term, count]) => ({ term, ...count, relevance: relevance(count, options.descriptionWeight) }))
    .sort((a, b) => b.relevance - a.relevance || (a.term < b.term ? -1 : 1));
  const mean = all.length === 0 ? 0 : all.reduce((sum, { relevance }) => sum + relevance, 0) / all.length;
  const selected = all.filter(({ relevance }) => relevance > mean);
  const dropped = new Set([...(options.drop ?? WITHOUT_GEOGRAPHIC_MEANING)].map(fold));
  const translations = new Map<string, string>();
  for (const { term, translation } of COMPAT_TERMS)
    if (translation !== '') translations.set(fold(term), translation);
  const terms = new Set<string>();
  for (const { term } of selected) {
    if (dropped.has(fold(term))) continue;
    terms.add(term);
    const other = translations.get(fold(term));
    if (other !== undefined) terms.add(other);
  }
  return { all, mean, selected, terms: [...terms] };
}

/** Counts the words of pages as they come. */
export class TermCounter {
  readonly #counts = new Map<string, TermCounts>();
  #pages = 0;

  get pages(): number {
    return this.#pages;
  }

  get counts(): ReadonlyMap<string, Readonly<TermCounts>> {
    return this.#counts;
  }

  add(doc: FlatDocument): void {
    this.#pages++;
    this.#count(visibleText(doc, LONGEST_PAGE), 'body');
    this.#count(title(doc), 'title');
    this.#count(meta(doc, 'description') ?? '', 'description');
    for (const text of emphasised(doc)) this.#count(text, 'emphasised');
  }

  #count(text: string, where: keyof TermCounts): void {
    for (const written of words(text.slice(0, LONGEST_PAGE))) {
      const word = written.normalize('NFC').toLowerCase();
      if (word.length < 2 || word.length > 40 || !/\p{L}/u.test(word) || STOP.has(word)) continue;
      let counts = this.#counts.get(word);
      if (counts === undefined) {
        if (this.#counts.size >= MOST_TERMS) continue;
        counts = { body: 0, title: 0, description: 0, emphasised: 0 };
        this.#counts.set(word, counts);
      }
      counts[where]++;
    }
  }
}

const LONGEST_PAGE = 1_000_000;
const MOST_TERMS = 2_000_000;
const BOLD = new Set(['b', 'strong', 'bold', 'big', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(tagId));
const FONT = tagId('font');

/** Texts in bold or in larger letters, each once however deep the marks are nested. */
function emphasised(doc: FlatDocument): string[] {
  const texts: string[] = [];
  for (let node = 1; node < doc.count; node++) {
    const tag = doc.tag[node]!;
    const name = doc.tagName(node);
    if (!BOLD.has(tag) && name !== 'bold' && !(tag === FONT && isLarge(doc.attribute(node, 'size'))))
      continue;
    let text = '';
    for (let row = node + 1; row < doc.end[node]!; row++)
      if (doc.tag[row] === TEXT && text.length < LONGEST_PAGE) text += `${doc.text(row)} `;
    texts.push(text);
    node = doc.end[node]! - 1;
  }
  return texts;
}

/** `size="4"`, `size="+1"`: text is 3. */
function isLarge(size: string | null): boolean {
  const match = /^\s*(\+?)(\d)/.exec(size ?? '');
  return match !== null && (match[1] === '+' ? Number(match[2]) > 0 : Number(match[2]) > 3);
}
