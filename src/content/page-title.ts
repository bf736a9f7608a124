/**
 * The title of a page: the headline that a reader sees, when it is one, for what `og:title` and `<title>` say is written for others (search
 * engines, social networks) and carries the name of the site.
 */
import { type FlatDocument, type Meta, metas as readMetas, title as statedTitle } from '../html/index.ts';
import { foldWords } from '../text/index.ts';
import { ADVERT, AGAINST, HEADER, SHARE, SIDE, TAGS, TEASER, UNSEEN } from './element-evidence.ts';
import type { PageJudgement } from './extract-page.ts';
import { blockText, type PageBlocks, TITLE_LINE } from './page-blocks.ts';
import { partsOf, SiteName } from './site-name.ts';

export interface PageTitle {
  readonly text: string;
  /** Block that says it, -1 when it stands in the head of the page alone. */
  readonly block: number;
}

const LONGEST_TITLE = 400;
/** A heading of more words is a paragraph. */
export const MOST_WORDS = 40;
export const MOST_HEADINGS = 60;
/** Blocks from the top among which a title without a heading's tag is looked for. */
const TOP_BLOCKS = 200;
/** Of the words of headline and title together. A page of services greets with a slogan, which must say much of the title to be it. */
const SHARED = 0.1;
const SHARED_ON_SERVICES = 0.4;
const SHARED_ON_FRONT = 0.6;
/** Headings below the first rank must say nearly the same. */
const SHARED_LOWER = 0.7;
/** Blocks after a headline within which its content begins. */
export const CONTENT_NEAR = 6;
/** Words of content that may stand above a headline. */
export const LEAD_WORDS = 40;
/** Furniture does not hold the headline. One for screen readers alone is one, and headers are called `promo` and `social`. */
/** What stands in these is no headline of the page. */
export const HEADLESS = (AGAINST & ~(UNSEEN | ADVERT | SHARE | TAGS | SIDE)) | TEASER;

function tidy(text: string, limit: number): string {
  return text
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
    .slice(0, limit);
}

/** Signs that stand for a link to the heading itself. */
const ANCHOR_SIGN = /\s*[¶#§🔗]+$/u;

export function headingText(blocks: PageBlocks, block: number): string {
  return tidy(blockText(blocks, block, LONGEST_TITLE), LONGEST_TITLE).replace(ANCHOR_SIGN, '');
}

/** The beginnings of words with a weight each: inflection and small words tell little. */
function wordsOf(folded: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of folded.split(' '))
    if (word !== '') words.set(word.slice(0, 6), word.length > 3 || /\d/.test(word) ? 1 : 0.2);
  return words;
}

/** 0 … 1: the share of the words of both that is common to both. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let all = 0;
  let common = 0;
  for (const [word, weight] of a) {
    all += weight;
    if (b.has(word)) common += 2 * weight;
  }
  for (const weight of b.values()) all += weight;
  return all === 0 ? 0 : common / all;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

interface Heading {
  readonly block: number;
  readonly text: string;
  readonly first: boolean;
  readonly like: number;
  readonly score: number;
}

/** `url`: of the page, '' when it is not known. `learned`: parts of titles that the pages of its site have in common. */
export function pageTitle(
  doc: FlatDocument,
  page: PageJudgement,
  url = '',
  metas: readonly Meta[] = readMetas(doc),
  learned: readonly string[] = [],
): PageTitle {
  const site = new SiteName(doc, url, metas, learned);
  const social = tidy(
    metas.find(({ name, content }) => (name === 'og:title' || name === 'twitter:title') && content !== '')
      ?.content ?? '',
    LONGEST_TITLE,
  );
  const whole = tidy(statedTitle(doc), LONGEST_TITLE);
  // Of a front page the name of the site is the title.
  const stated = [social, whole]
    .filter((text) => text !== '')
    .map((text) => (page.type === 'front' ? text : site.cut(text)));
  const said = stated.find((text) => !site.equals(text)) ?? stated[0] ?? '';
  const headline = headlineOf(page, site, stated, whole);
  if (headline !== null) return { text: headline.text, block: headline.block };
  return { text: said, block: blockSaying(page, said) };
}

function headlineOf(
  page: PageJudgement,
  site: SiteName,
  stated: readonly string[],
  whole: string,
): Heading | null {
  const { blocks, regions, labels } = page;
  const folds = stated.map(foldWords);
  const titles = folds.map(wordsOf);
  const lengths = stated.map((text) => text.replaceAll(' ', '').length);
  const parts = partsOf(whole).map(foldWords);
  const all = foldWords(whole);
  const named = stated.some((text) => !site.equals(text));
  let best: Heading | null = null;
  let seen = 0;
  let firsts = 0;
  for (let i = 0; i < blocks.count && seen < MOST_HEADINGS; i++) {
    const size = blocks.words[i]!;
    if (size > MOST_WORDS || size === 0) continue;
    const heading = blocks.kind[i] === TITLE_LINE;
    if (heading) seen++;
    else if (i > TOP_BLOCKS || !lengths.some((length) => Math.abs(length - blocks.chars[i]!) < 3)) continue;
    const first = heading && blocks.doc.tagName(blocks.node[i]!) === 'h1';
    if (!first && !lengths.some((length) => isBetween(blocks.chars[i]! / length, 0.3, 2))) continue;
    const furniture = (regions.above[blocks.node[i]!]! & HEADLESS) !== 0;
    const text = headingText(blocks, i);
    const folded = foldWords(text);
    if (folded === '' || (!heading && (furniture || !folds.includes(folded)))) continue;
    if (named && (first || size < 8) && site.equals(text)) continue;
    if (first && !furniture) firsts++;
    const words = wordsOf(folded);
    const part = parts.includes(folded);
    const like = Math.max(0, ...titles.map((title) => likeness(words, title)));
    const contained = folded.length >= 6 && ` ${all} `.includes(` ${folded} `);
    if (!first && like < SHARED_LOWER && !(contained && like >= 0.5)) continue;
    const score =
      (first ? 2 : 0) +
      4 * like +
      (contained ? 1 : 0) +
      (i === page.headline ? 0.5 : 0) -
      (furniture || (named && like < 1 && site.is(text)) || isLogo(page, i, parts, folded) ? 3 : 0);
    if (best === null || score > best.score)
      best = { block: i, text, first, like: part ? Math.max(like, SHARED_LOWER) : like, score };
  }
  if (best === null) return null;
  if (stated.length === 0) return best;
  const general = page.type === 'service' || page.type === 'front';
  if (best.like >= (page.type === 'front' ? SHARED_ON_FRONT : general ? SHARED_ON_SERVICES : SHARED))
    return best;
  if (general || firsts !== 1 || best.score < 2) return null;
  // The only headline of the content, at its beginning, is its title, whatever the head of the page says.
  let before = 0;
  for (let i = 0; i < best.block; i++) if (labels[i] === 1) before += blocks.words[i]!;
  if (before > LEAD_WORDS) return null;
  for (let i = best.block + 1; i <= best.block + CONTENT_NEAR && i < blocks.count; i++)
    if (labels[i] === 1) return best;
  return null;
}

/** Titles end with the name of the site, and what says just that in the header of the page is its logo. */
function isLogo(page: PageJudgement, block: number, parts: readonly string[], folded: string): boolean {
  return (
    parts.length > 1 &&
    parts.at(-1) === folded &&
    parts[0] !== folded &&
    (page.regions.above[page.blocks.node[block]!]! & HEADER) !== 0
  );
}

/** The block that says just this, of the content if there is one, -1 without any: old pages set their titles in any element. */
function blockSaying(page: PageJudgement, title: string): number {
  const { blocks, labels } = page;
  const folded = foldWords(title);
  if (folded === '') return -1;
  const words = folded.split(' ').length;
  let found = -1;
  for (let i = 0; i < blocks.count && i < TOP_BLOCKS; i++) {
    if (Math.abs(blocks.words[i]! - words) > words * 0.5 + 1) continue;
    if ((found >= 0 && labels[i] !== 1) || foldWords(blockText(blocks, i, LONGEST_TITLE)) !== folded)
      continue;
    found = i;
    if (labels[i] === 1) break;
  }
  return found;
}
