/** Where a date stands on the page: in what kind of container, how far from the headline, and under which signature. */
import { attributeId, type FlatDocument, type TextBlocks, tagId, title } from '../../html/index.ts';
import { foldWords } from '../../text/index.ts';
import {
  CODE_CLASS,
  COMMENTS,
  DATE_CLASS,
  DATE_ITSELF,
  MODIFIED_CLASS,
  PUBLISHED_CLASS,
  RELATED,
  TODAY,
} from './date-names.ts';

/** Marks of a place; those of the containers above it included, except the last four. */
export const IN_COMMENTS = 1;
export const IN_RELATED = 2;
export const IN_NAVIGATION = 4;
export const IN_HEADER = 8;
export const IN_FOOTER = 16;
export const IN_ARTICLE = 32;
export const IN_LINK = 64;
export const IN_TODAY = 128;
const IN_ITEM = 256;
/** The element itself or one of the two above it. */
export const NEAR_DATE_CLASS = 512;
export const IS_DATE = 1024;
export const IS_MODIFIED = 2048;
export const IS_PUBLISHED = 4096;
/** In a table whose columns have names, in code or below a picture: what is dated there is a row, an example, the picture. */
export const IN_DATA = 1 << 13;
const KNOWN = 1 << 14;
const INHERITED =
  IN_COMMENTS |
  IN_RELATED |
  IN_NAVIGATION |
  IN_HEADER |
  IN_FOOTER |
  IN_ARTICLE |
  IN_LINK |
  IN_TODAY |
  IN_ITEM |
  IN_DATA |
  KNOWN;

const CLASS = attributeId('class');
const ID = attributeId('id');
const ITEMPROP = attributeId('itemprop');
const tags = (names: string): Set<number> => new Set(names.split(' ').map(tagId));
const NAV = tagId('nav');
const HEADER = tagId('header');
const FOOTER = tagId('footer');
const ASIDE = tagId('aside');
const ARTICLE = tagId('article');
const MAIN = tagId('main');
const A = tagId('a');
const LI = tagId('li');
const HTML = tagId('html');
const BODY = tagId('body');
const TABLE = tagId('table');
const TH = tagId('th');
const PRE = tagId('pre');
const CODE = tagId('code');
const FIGCAPTION = tagId('figcaption');
const HEADINGS = tags('h1 h2 h3');
const H1 = tagId('h1');
const FOOTER_CLASS = /(?:^|[\s_-])(?:footer|foot|rodape|colophon|fusszeile)(?=$|[\s_-])/i;
const ARTICLE_CLASS =
  /(?:^|[\s_-])(?:article|artikel|entry|hentry|post|materia|noticia|single|story|news-?detail)(?=$|[\s_-])/i;
/** `itemDateCreated` is three words. */
const HUMP = /[a-z][A-Z]/;
const HUMPS = /([a-z])([A-Z])/g;
const LONGEST_CLASS = 300;
const MOST_HEADINGS = 80;
/** Two columns may be labels and what they say: "Data | 12/03/2021". */
const NAMED_COLUMNS = 3;
/** The names of its columns stand at the beginning of a table. */
const FIRST_ROWS = 60;

export class PageLayout {
  readonly #doc: FlatDocument;
  readonly #blocks: TextBlocks;
  readonly #marks: Uint16Array;
  /** Index of the block of the headline, -1 when there is none. */
  readonly headline: number;
  /** The row of the headline, -1 when there is none. */
  readonly headlineRow: number;
  readonly #signatures = new Map<number, string>();

  constructor(doc: FlatDocument, blocks: TextBlocks) {
    this.#doc = doc;
    this.#blocks = blocks;
    this.#marks = new Uint16Array(doc.count);
    this.headline = this.#findHeadline();
    this.headlineRow = this.headline < 0 ? -1 : blocks.node[this.headline]!;
  }

  /** The heading that says most of what the title says; else the first h1. */
  #findHeadline(): number {
    const { count, node, text } = this.#blocks;
    const whole = foldWords(title(this.#doc).slice(0, 400)).trim();
    let best = -1;
    let bestScore = 0;
    let seen = 0;
    for (let i = this.#blocks.hasTitle ? 1 : 0; i < count && seen < MOST_HEADINGS; i++) {
      const kind = this.#headingAbove(node[i]!);
      if (kind === 0) continue;
      seen++;
      const words = foldWords(text[i]!.slice(0, 200)).trim();
      let score = kind === H1 ? 3 : 0;
      if (words.length >= 6 && whole.includes(words)) {
        score += 4 + (20 * words.length) / whole.length;
        // The site's name ends the titles of its pages.
        if (words.length * 2 < whole.length && whole.endsWith(words)) score -= 5;
      } else if (words.length >= 24 && whole.includes(words.slice(0, 24))) score += 8;
      if (score > bestScore) {
        best = i;
        bestScore = score;
      }
    }
    return best;
  }

  #headingAbove(node: number): number {
    const { tag, parent } = this.#doc;
    for (let at = node, i = 0; at > 0 && i < 3; at = parent[at]!, i++)
      if (HEADINGS.has(tag[at]!)) return tag[at]!;
    return 0;
  }

  /** The marks of a row. */
  marks(node: number): number {
    const doc = this.#doc;
    const path: number[] = [];
    let at = node;
    while (at > 0 && this.#marks[at] === 0) {
      path.push(at);
      at = doc.parent[at]!;
    }
    for (let i = path.length - 1; i >= 0; i--) {
      const row = path[i]!;
      this.#marks[row] = KNOWN | (this.#marks[doc.parent[row]!]! & INHERITED) | this.#own(row);
    }
    let marks = this.#marks[node]!;
    for (let up = doc.parent[node]!, i = 0; up > 0 && i < 2; up = doc.parent[up]!, i++) {
      const above = this.#marks[up]!;
      marks |= above & (IS_MODIFIED | IS_PUBLISHED);
      if ((above & (IS_DATE | NEAR_DATE_CLASS)) !== 0) marks |= NEAR_DATE_CLASS;
    }
    return marks;
  }

  #own(row: number): number {
    const doc = this.#doc;
    const tag = doc.tag[row]!;
    if (tag === HTML || tag === BODY || !doc.isElement(row)) return 0;
    const inArticle = (this.#marks[doc.parent[row]!]! & IN_ARTICLE) !== 0;
    // What holds the headline is the page, whatever it is called.
    const holdsHeadline = this.headlineRow > row && this.headlineRow < doc.end[row]!;
    let marks = 0;
    if (tag === NAV) marks |= IN_NAVIGATION;
    else if (tag === ASIDE && !inArticle) marks |= IN_RELATED;
    else if (tag === FOOTER) marks |= IN_FOOTER;
    else if (tag === ARTICLE || tag === MAIN) marks |= IN_ARTICLE;
    else if (tag === A) marks |= IN_LINK;
    else if (tag === LI) marks |= IN_ITEM;
    else if (tag === PRE || tag === CODE || tag === FIGCAPTION) marks |= IN_DATA;
    else if (tag === TABLE && !holdsHeadline && this.#hasNamedColumns(row)) marks |= IN_DATA;
    else if (tag === HEADER) marks |= IN_HEADER;
    // The header or footer of an article belongs to the article.
    if ((inArticle || holdsHeadline) && (tag === HEADER || tag === FOOTER)) marks &= ~(IN_HEADER | IN_FOOTER);
    const name = this.names(row);
    if (name === '') return marks;
    if (tag !== ARTICLE && tag !== MAIN && !holdsHeadline) {
      if (COMMENTS.test(name)) marks |= IN_COMMENTS;
      if (RELATED.test(name)) marks |= IN_RELATED;
      if (TODAY.test(name)) marks |= IN_TODAY;
      if (CODE_CLASS.test(name)) marks |= IN_DATA;
      if (!inArticle && FOOTER_CLASS.test(name)) marks |= IN_FOOTER;
    }
    if (ARTICLE_CLASS.test(name)) marks |= IN_ARTICLE;
    const words = HUMP.test(name) ? name.replace(HUMPS, '$1-$2') : name;
    if (DATE_CLASS.test(words)) marks |= NEAR_DATE_CLASS;
    if (DATE_ITSELF.test(words)) marks |= IS_DATE;
    if (MODIFIED_CLASS.test(words)) marks |= IS_MODIFIED;
    if (PUBLISHED_CLASS.test(words)) marks |= IS_PUBLISHED;
    return marks;
  }

  #hasNamedColumns(table: number): boolean {
    const { tag, end, parent } = this.#doc;
    const stop = Math.min(end[table]!, table + FIRST_ROWS);
    let names = 0;
    let line = -1;
    for (let at = table + 1; at < stop; at++) {
      if (tag[at] !== TH) continue;
      names = parent[at] === line ? names + 1 : 1;
      line = parent[at]!;
      if (names >= NAMED_COLUMNS) return true;
    }
    return false;
  }

  /** Classes, id and microdata property of an element, with blanks between; '' when it has none. */
  names(row: number): string {
    const doc = this.#doc;
    if (!doc.isElement(row)) return '';
    const cls = doc.attributeAt(row, CLASS) < 0 ? '' : doc.value(row, CLASS)!;
    const id = doc.attributeAt(row, ID) < 0 ? '' : doc.value(row, ID)!;
    const prop = doc.attributeAt(row, ITEMPROP) < 0 ? '' : doc.value(row, ITEMPROP)!;
    if (id === '' && prop === '') return cls.slice(0, LONGEST_CLASS);
    return `${cls} ${id} ${prop}`.slice(0, LONGEST_CLASS);
  }

  /**
   * The place in a form that is the same on another page of the site: tags with their first classes, numbers taken out, from the
   * element upwards.
   */
  signature(node: number): string {
    let signature = this.#signatures.get(node);
    if (signature === undefined) {
      signature = this.#makeSignature(node);
      this.#signatures.set(node, signature);
    }
    return signature;
  }

  #makeSignature(node: number): string {
    const doc = this.#doc;
    const parts: string[] = [];
    for (let at = node; at > 0 && parts.length < 5; at = doc.parent[at]!) {
      if (!doc.isElement(at)) continue;
      const tag = doc.tag[at]!;
      if (tag === BODY || tag === HTML) break;
      const cls = doc.attributeAt(at, CLASS) < 0 ? '' : doc.value(at, CLASS)!;
      const names = cls
        .slice(0, 120)
        .trim()
        .split(/\s+/)
        .filter((token) => token !== '' && !/\d{2,}/.test(token))
        .slice(0, 2);
      parts.push(names.length === 0 ? doc.tagName(at) : `${doc.tagName(at)}.${names.join('.')}`);
    }
    return parts.join('<').slice(0, 240);
  }
}
