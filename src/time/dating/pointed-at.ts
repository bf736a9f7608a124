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
/** What a link says is read so far; so many words are a title, those of names and months left out. */
const LONGEST_LINK = 300;
const WORD = /\p{L}{2,}/gu;
const TITLE = 3;
const OF_NAMES =
  /^(?:d[aeo]s?|e|em|por|by|on|at|as|às|jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)$/iu;
/** So many items with a date each are a list. */
const LIST = 3;

/** The address of a site's first page: nothing behind the host, or what servers call it. */
export function isFrontPage(url: string): boolean {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+([^#]*)/i.exec(withoutArchive(url).slice(0, 512))?.[1];
  return path !== undefined && /^\/?(?:(?:index|default|home)\.[a-z]{3,5})?$/i.test(path);
}

/** What lists of pages are called whatever stands behind it: pages of a list, what has a tag, is of an author or was searched for. */
const SURELY_LISTING =
  /\/(?:page|pagina|pag|p)\/\d{1,5}\/?$|\/(?:page|pagina)-?\d{1,4}(?:\/|\.html?)?$|\/index-?\d{1,3}\.html?$|\/(?:tags?|tagged|authors?|autor(?:es|as?)?|labels?)(?:\/[^/]{1,120})?\/?$|[?&](?:paged|s|q|busca)=[^&]*$/i;
/** What is of a category, a topic or a month; a page may stand there too, under its headline. */
const LISTING =
  /\/topics?(?:\/[^/]{1,80})?\/?$|\/categor(?:y|ies|ia|ias|ie)(?:\/[^/.]{1,80}){0,5}(?:\.html?)?\/?$|\/(?:archives?|arquivos?|tags|categories|categorias|authors|autores)(?:\/|\.html?)?$|\/(?:19|20)\d\d(?:\/[01]\d)?\/?$/i;
/** `/2/`: the second page of a list, or the page with that number. */
const NUMBER = /^\/\d{1,3}\/?$/;
/** What servers call the page of a folder. */
const INDEX = /\/(?:index|default)\.[a-z]{3,5}(?=$|\?)/i;
/** The name of a page that has so many words is a headline, wherever it stands. */
const HEADLINE = 5;
const hasHeadline = (path: string): boolean =>
  path
    .slice(0, 512)
    .split('/')
    .some((name) => name.split('-').length >= HEADLINE);

const pathOf = (url: string): string | undefined =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+([^#]*)/i.exec(withoutArchive(url).slice(0, 512))?.[1]?.replace(INDEX, '/');

/** Whether an address says that the page is a list of others. */
export function isListing(url: string): boolean {
  const path = pathOf(url);
  if (path === undefined) return false;
  return SURELY_LISTING.test(path) || (LISTING.test(path) && !hasHeadline(path));
}

/** Whether the page may be a list by its address; what stands on it must say so too. */
export function mayBeListing(url: string): boolean {
  const path = pathOf(url);
  return path !== undefined && (LISTING.test(path) || NUMBER.test(path));
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
  /** Whether the link says the title of another page. */
  readonly #titled = new Map<number, boolean>();

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

  /**
   * Whether the date stands in a link that leads elsewhere by the words beside it: `<a href="/mamba/">Notas sobre Mamba <span>23-06-2026</span></a>`.
   * The link of an author has names alone.
   */
  isOfLink(c: DateCandidate): boolean {
    if (!isPlaced(c) || c.role !== 'unknown') return false;
    const { parent, end, tag } = this.#doc;
    for (let at = c.node, i = 0; at > 0 && i < HIGHEST; at = parent[at]!, i++) {
      if (tag[at] !== A) continue;
      let titled = this.#titled.get(at);
      if (titled === undefined) {
        titled = end[at]! - at <= LARGEST_ITEM && this.#isElsewhere(at) && this.#saysTitle(at);
        this.#titled.set(at, titled);
      }
      return titled;
    }
    return false;
  }

  #saysTitle(link: number): boolean {
    const words = this.#doc.textContent(link).slice(0, LONGEST_LINK).match(WORD) ?? [];
    return words.length >= TITLE && words.some((word) => !OF_NAMES.test(word) && /^\p{Ll}/u.test(word));
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
