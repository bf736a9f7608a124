/**
 * Dates of other pages that a page points at: those of teasers. A front page is made of them, and a listing too; what they say is when something
 * else was published.
 */
import { attributeId, type FlatDocument, tagId } from '../../html/index.ts';
import { type DateCandidate, isPlaced } from './candidate.ts';
import type { PageLayout } from './page-layout.ts';
import { withoutArchive } from './url-date.ts';

const A = tagId('a');
const HREF = attributeId('href');
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5'].map(tagId));
const ITEMS = new Set(['article', 'li', 'tr'].map(tagId));
/** How far above a date its item is looked for, and how many elements an item may have. */
const HIGHEST = 6;
const LARGEST_ITEM = 400;
/** So many items with a date each are a list. */
const LIST = 3;

/** The address of a site's first page: nothing behind the host, or what servers call it. */
export function isFrontPage(url: string): boolean {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+([^#]*)/i.exec(withoutArchive(url).slice(0, 512))?.[1];
  return path !== undefined && /^\/?(?:(?:index|default|home)\.[a-z]{3,5})?$/i.test(path);
}

/** What lists of pages are called: pages of a list, what has a tag, is of a category, an author, a month, or was searched for. */
const LISTING =
  /\/(?:page|pagina|pag|p)\/\d{1,5}\/?$|\/(?:tags?|tagged|topics?|authors?|autor(?:es|as?)?|labels?)(?:\/[^/]{1,80})?\/?$|\/categor(?:y|ies|ia|ias|ie)(?:\/[^/.]{1,80}){0,3}(?:\.html?)?\/?$|\/(?:archives?|arquivos?|tags|categories|categorias|authors|autores)(?:\/|\.html?|\/index\.[a-z]{3,5})?$|\/(?:19|20)\d\d(?:\/[01]\d)?\/?$|[?&](?:paged|s|q|busca)=[^&]*$/i;
/** The name of a page that has so many words is a headline, wherever it stands. */
const HEADLINE = 5;
const hasHeadline = (path: string): boolean =>
  path
    .slice(0, 512)
    .split('/')
    .some((name) => name.split('-').length >= HEADLINE);

/** Whether an address says that the page is a list of others. */
export function isListing(url: string): boolean {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+([^#]*)/i.exec(withoutArchive(url).slice(0, 512))?.[1];
  if (path === undefined || !LISTING.test(path)) return false;
  return !hasHeadline(path);
}

export class PointedAt {
  readonly #doc: FlatDocument;
  readonly #layout: PageLayout;
  readonly #own: ReadonlySet<string>;
  /** What addresses of parts of the page begin with: the posts of a thread stand under its headline. */
  readonly #parts: readonly string[];
  readonly #base: string;
  /** Whether the element is an item that points at another page. */
  readonly #items = new Map<number, boolean>();

  constructor(doc: FlatDocument, layout: PageLayout, addresses: readonly string[]) {
    this.#doc = doc;
    this.#layout = layout;
    this.#base = addresses[0] ?? '';
    this.#own = new Set(addresses.map((address) => this.#compared(address)));
    this.#parts = [...this.#own].filter(hasHeadline).map((own) => `${own}/`);
  }

  /**
   * The candidates that are dates of other pages: three or more at one kind of place, each in an item of its own that points elsewhere; on a
   * front page a single one.
   */
  among(candidates: readonly DateCandidate[], isFront: boolean): ReadonlySet<DateCandidate> {
    const byPlace = new Map<string, { readonly items: Set<number>; readonly dates: DateCandidate[] }>();
    for (const c of candidates) {
      if (!isPlaced(c)) continue;
      const item = this.#itemOf(c.node);
      if (item === -1) continue;
      const key = this.#layout.signature(item);
      const place = byPlace.get(key);
      if (place === undefined) byPlace.set(key, { items: new Set([item]), dates: [c] });
      else {
        place.items.add(item);
        place.dates.push(c);
      }
    }
    const found = new Set<DateCandidate>();
    for (const { items, dates } of byPlace.values())
      if (isFront || items.size >= LIST) for (const c of dates) found.add(c);
    return found;
  }

  /** The smallest element around a date that points at another page by its heading, or that is an item and a link; -1 when there is none. */
  #itemOf(node: number): number {
    const { parent, end, tag } = this.#doc;
    for (let at = node, i = 0; at > 0 && i < HIGHEST; at = parent[at]!, i++) {
      if (end[at]! - at > LARGEST_ITEM) return -1;
      let points = this.#items.get(at);
      if (points === undefined) {
        points = this.#pointsElsewhere(at, ITEMS.has(tag[at]!) || tag[at] === A);
        this.#items.set(at, points);
      }
      if (points) return at;
    }
    return -1;
  }

  #pointsElsewhere(row: number, isItem: boolean): boolean {
    const { end, tag, parent } = this.#doc;
    const headline = this.#layout.headlineRow;
    // What holds the headline of the page is the page.
    if (headline >= row && headline < end[row]!) return false;
    for (let at = row; at < end[row]!; at++) {
      if (tag[at] !== A || !this.#isElsewhere(at)) continue;
      if (isItem && at - row <= 3) return true;
      if (HEADINGS.has(tag[parent[at]!]!)) return true;
      for (let below = at + 1; below < end[at]!; below++) if (HEADINGS.has(tag[below]!)) return true;
    }
    return false;
  }

  #isElsewhere(row: number): boolean {
    const href = this.#doc.attributeAt(row, HREF) < 0 ? '' : this.#doc.value(row, HREF)!.trim();
    if (href === '' || href.startsWith('#') || /^(?:javascript|mailto|tel):/i.test(href)) return false;
    const compared = this.#compared(href);
    return !this.#own.has(compared) && !this.#parts.some((part) => compared.startsWith(part));
  }

  #compared(address: string): string {
    if (!URL.canParse(address, this.#base === '' ? 'http://localhost/' : this.#base)) return address;
    const { host, pathname, search } = new URL(address, this.#base === '' ? 'http://localhost/' : this.#base);
    return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`;
  }
}
