/**
 * Every address that a page names (each `href`, `src`, `srcset` …), with what it is for. The list itself is columns of
 * numbers; an address is decoded, and an anchor text, a link-path or the words around a link are read, when asked for.
 * Addresses are as written: the caller resolves them against `baseHref(doc)`.
 */
import { ASCII } from './ascii.ts';
import {
  ACTION,
  BACKGROUND,
  DATA,
  DATA_SRC,
  DATA_SRCSET,
  HREF,
  POSTER,
  REL,
  SRC,
  SRCSET,
  TYPE,
  XLINK_HREF,
} from './attribute-names.ts';
import { decodeValue } from './character-references.ts';
import type { FlatDocument } from './flat-document.ts';
import { IN_SVG } from './node-store.ts';
import { ReadingOrder } from './reading-order.ts';
import { A, LINK, tagId } from './tags.ts';

const { SPACE } = ASCII;

export type LinkKind =
  /** `a`, `area`, and `link` to the next or previous page. */
  | 'navigation'
  /** `iframe`, `frame`. */
  | 'frame'
  /** Images, scripts, styles, fonts, media: what a page needs to look right. */
  | 'asset'
  | 'canonical'
  /** `link rel=alternate` that is a feed. */
  | 'feed'
  /** `link rel=alternate` of another kind: language, form. */
  | 'alternate'
  /** `link rel=describedby`, `data`, `service`, `search`, `license` … */
  | 'related'
  /** The address a form is sent to; nothing to fetch. */
  | 'form';

const KINDS: readonly LinkKind[] = [
  'navigation',
  'frame',
  'asset',
  'canonical',
  'feed',
  'alternate',
  'related',
  'form',
];
const NAVIGATION = 0;
const FRAME = 1;
const ASSET = 2;
const CANONICAL = 3;
const FEED = 4;
const ALTERNATE = 5;
const RELATED = 6;
const FORM_ADDRESS = 7;

/** By tag: the attributes that hold an address, and what such an address is. `link` is decided by its `rel`. */
const ADDRESSES: readonly (readonly [name: string, kind: number, attributes: readonly number[]])[] = [
  ['a', NAVIGATION, [HREF]],
  ['area', NAVIGATION, [HREF]],
  ['iframe', FRAME, [SRC, DATA_SRC]],
  ['frame', FRAME, [SRC]],
  ['img', ASSET, [SRC, SRCSET, DATA_SRC, DATA_SRCSET]],
  ['image', ASSET, [HREF, XLINK_HREF]],
  ['script', ASSET, [SRC]],
  ['source', ASSET, [SRC, SRCSET, DATA_SRCSET]],
  ['video', ASSET, [SRC, POSTER]],
  ['audio', ASSET, [SRC]],
  ['track', ASSET, [SRC]],
  ['embed', ASSET, [SRC]],
  ['object', ASSET, [DATA]],
  ['input', ASSET, [SRC]],
  ['body', ASSET, [BACKGROUND]],
  ['table', ASSET, [BACKGROUND]],
  ['td', ASSET, [BACKGROUND]],
  ['form', FORM_ADDRESS, [ACTION]],
  ['link', RELATED, [HREF]],
];
/** 1 + index in `ADDRESSES`, by tag; 0 for tags that hold none. */
const HOLDS = new Uint8Array(65536);
ADDRESSES.forEach(([name], i) => {
  HOLDS[tagId(name)] = i + 1;
});

const FEED_TYPE = /^(application|text)\/(rss|atom|rdf|feed)\+(xml|json)$/i;
const HINTS = new Set(['dns-prefetch', 'preconnect', 'prefetch', 'prerender', 'expect']);
const ASSET_RELS = new Set([
  'stylesheet',
  'icon',
  'apple-touch-icon',
  'mask-icon',
  'preload',
  'modulepreload',
  'manifest',
]);

export type PathNotation = 'TAG' | 'TAG+AN' | 'TAG+AN+AV';

export interface Link {
  readonly node: number;
  readonly kind: LinkKind;
  /** As written, character references decoded, white space around it taken off. */
  readonly href: string;
}

export class Links implements Iterable<Link> {
  readonly doc: FlatDocument;
  readonly count: number;
  /** Row of the element. */
  readonly node: Int32Array;
  readonly #kinds: Uint8Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #order: ReadingOrder | null = null;

  constructor(doc: FlatDocument) {
    this.doc = doc;
    const rows: number[] = [];
    const kinds: number[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    const { tag, count, attributes } = doc;
    for (let node = 1; node < count; node++) {
      const holds = HOLDS[tag[node]!]!;
      if (holds === 0) continue;
      const [, usual, names] = ADDRESSES[holds - 1]!;
      for (let i = 0; i < names.length; i++) {
        const name = names[i]!;
        let at = doc.attributeAt(node, name);
        if (at < 0 && tag[node] === A && (doc.flags[node]! & IN_SVG) !== 0)
          at = doc.attributeAt(node, XLINK_HREF);
        if (at < 0) continue;
        const start = attributes[at + 2]!;
        const end = attributes[at + 3]!;
        if (name === SRCSET || name === DATA_SRCSET) {
          for (const [from, to] of candidates(doc.html, start, end)) {
            rows.push(node);
            kinds.push(usual);
            starts.push(from);
            ends.push(to);
          }
          continue;
        }
        const kind = tag[node] === LINK ? linkKind(doc, node) : usual;
        if (kind < 0) continue;
        rows.push(node);
        kinds.push(kind);
        starts.push(start);
        ends.push(end);
      }
    }
    this.count = rows.length;
    this.node = Int32Array.from(rows);
    this.#kinds = Uint8Array.from(kinds);
    this.#starts = Int32Array.from(starts);
    this.#ends = Int32Array.from(ends);
  }

  kind(link: number): LinkKind {
    return KINDS[this.#kinds[link]!]!;
  }

  href(link: number): string {
    return decodeValue(this.doc.html.slice(this.#starts[link]!, this.#ends[link]!)).trim();
  }

  /** The `rel` words, lower case. */
  rel(link: number): readonly string[] {
    return relOf(this.doc, this.node[link]!);
  }

  isNofollow(link: number): boolean {
    const node = this.node[link]!;
    return this.doc.attributeAt(node, REL) >= 0 && relOf(this.doc, node).includes('nofollow');
  }

  /** The visible text of the link or, if it has none, the `alt` of its image. */
  anchor(link: number): string {
    return this.#reading().anchor(this.node[link]!);
  }

  /** The `words` words before and after the link, those of other links among them; its own are not. */
  context(
    link: number,
    words = 20,
  ): { readonly before: readonly string[]; readonly after: readonly string[] } {
    return this.#reading().around(this.node[link]!, words);
  }

  /** The link-path: names from the root to the element in capitals, joined by `-`, as ORION writes it. */
  path(link: number, notation: PathNotation = 'TAG'): string {
    return linkPath(this.doc, this.node[link]!, notation);
  }

  #reading(): ReadingOrder {
    this.#order ??= new ReadingOrder(this.doc);
    return this.#order;
  }

  *[Symbol.iterator](): Generator<Link, void> {
    for (let i = 0; i < this.count; i++)
      yield { node: this.node[i]!, kind: this.kind(i), href: this.href(i) };
  }
}

/** Every address of the page, in document order. */
export function links(doc: FlatDocument): Links {
  return new Links(doc);
}

function linkKind(doc: FlatDocument, node: number): number {
  const rel = relOf(doc, node);
  if (rel.includes('canonical')) return CANONICAL;
  if (rel.includes('next') || rel.includes('prev')) return NAVIGATION;
  if (rel.includes('alternate') && !rel.includes('stylesheet')) {
    return FEED_TYPE.test(doc.value(node, TYPE)?.trim() ?? '') ? FEED : ALTERNATE;
  }
  if (rel.includes('amphtml')) return ALTERNATE;
  if (rel.some((word) => ASSET_RELS.has(word))) return ASSET;
  if (rel.some((word) => HINTS.has(word))) return -1;
  return RELATED;
}

/** The `rel` words of an element, lower case. */
export function relOf(doc: FlatDocument, node: number): readonly string[] {
  const rel = doc.value(node, REL);
  return rel === null
    ? []
    : rel
        .toLowerCase()
        .split(/[\t\n\f\r ]+/)
        .filter((word) => word !== '');
}

/** The addresses in a `srcset` (a comma may be part of one, if white space does not follow it). */
function* candidates(html: string, start: number, end: number): Generator<readonly [number, number], void> {
  const white = (at: number): boolean => html.charCodeAt(at) <= SPACE;
  let at = start;
  while (at < end) {
    while (at < end && (white(at) || html[at] === ',')) at++;
    const from = at;
    while (at < end && !white(at)) at++;
    let to = at;
    const ended = to > from && html[to - 1] === ',';
    while (to > from && html[to - 1] === ',') to--;
    if (to > from) yield [from, to];
    if (!ended) while (at < end && html[at] !== ',') at++;
  }
}

const DEEPEST_PATH = 512;

/** See `Links.path`. Of a path deeper than 512, the last 512 names. */
export function linkPath(doc: FlatDocument, node: number, notation: PathNotation = 'TAG'): string {
  const steps: string[] = [];
  for (let at = node; at > 0 && steps.length < DEEPEST_PATH; at = doc.parent[at]!) {
    let step = doc.tagName(at).toUpperCase();
    if (notation !== 'TAG') {
      for (const [name, value] of doc.attributeList(at)) {
        step += notation === 'TAG+AN' ? `[${name}]` : `[${name}=${value}]`;
      }
    }
    steps.push(step);
  }
  return steps.reverse().join('-');
}
