/**
 * One candidate block and what is compared of it: its text, its tags in pre-order, its classes, its canonical HTML. Read from the one
 * parsed tree, never from a fragment parsed again: a parser would drop a row or a cell that stands alone.
 */
import { serialisedText, serialisedValue } from '../../formats/index.ts';
import { attributeId, type FlatDocument, parseHtml, RAW, TEXT, tagId, WHITE } from '../../html/index.ts';
import { getBlockSet, getBlockSetWithFallbacks } from './block-set.ts';
import { TAG_LISTS } from './parameters.ts';

export interface XcexBlock {
  /** `page#index`: the same in every run over the same page. */
  readonly id: string;
  readonly pageId: string;
  readonly indexInPage: number;
  /** Depth in the tree; `html` is 1. */
  readonly level: number;
  readonly tag: string;
  /** Tag names from the root. */
  readonly path: string;
  /** Row of the element in the flat document. */
  readonly node: number;
  /** Canonical: attributes sorted, white space collapsed, comments left out. */
  readonly html: string;
  /** White space collapsed, without scripts and styles. */
  readonly text: string;
  /** Maximal runs of letters and digits of the text. */
  readonly words: number;
  /** Names of the elements in pre-order, the block's own first; a comment is `comment`. */
  readonly tags: readonly string[];
  /** Depth of each below the block. */
  readonly depths: readonly number[];
  /** Distinct class names, sorted. */
  readonly classes: readonly string[];
}

export interface XcexBlockOptions {
  readonly pageId?: string;
  /** Drop blocks without a word. X-CEX always does. */
  readonly requireText?: boolean;
  readonly fallbacks?: boolean;
}

export interface XcexBlocks {
  readonly blocks: readonly XcexBlock[];
  /** Candidates dropped for having no word. */
  readonly wordless: number;
  /** Candidates left out because the page has, or nests, more than any real one; see `READING_BUDGET`. */
  readonly leftOut: number;
}

/** Code units and rows read over all blocks, as a multiple of the page: blocks nest, and a page made to hurt nests them without end. */
const READING_BUDGET = 64;
const LARGEST_BUDGET = 1 << 24;
/** Tags of one block that take part in the comparison, which takes the square of it. Real blocks have a few. */
const LONGEST_SEQUENCE = 256;
/** Candidates of one page: the comparison takes the square of all of them. */
const MOST_BLOCKS = 5000;

const CLASS = attributeId('class');
const UNREAD = new Set(['script', 'style', 'noscript', 'template'].map(tagId));
const VOID = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' ').map((name) => tagId(name)),
);
const INLINE = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup ' +
    'time tt u var wbr img'
  )
    .split(' ')
    .map((name) => tagId(name)),
);

/** The candidate blocks of one page, in document order. */
export function extractBlocks(
  page: FlatDocument | string,
  tagList: readonly string[] = TAG_LISTS.xcex,
  options: XcexBlockOptions = {},
): readonly XcexBlock[] {
  return readBlocks(page, tagList, options).blocks;
}

export function readBlocks(
  page: FlatDocument | string,
  tagList: readonly string[],
  options: XcexBlockOptions = {},
): XcexBlocks {
  const doc = typeof page === 'string' ? parseHtml(page) : page;
  const rows = options.fallbacks ? getBlockSetWithFallbacks(doc, tagList) : getBlockSet(doc, tagList);
  const { pageId = 'page', requireText = true } = options;
  const levels = levelsOf(doc);
  const reader = new BlockReader(doc);
  const blocks: XcexBlock[] = [];
  let wordless = 0;
  let leftOut = 0;
  for (const node of rows) {
    if (reader.exhausted || blocks.length === MOST_BLOCKS) {
      leftOut++;
      continue;
    }
    const text = reader.text(node);
    const words = wordCount(text);
    if (requireText && words === 0) {
      wordless++;
      continue;
    }
    const { tags, depths, classes } = reader.structure(node, levels);
    const index = blocks.length;
    blocks.push({
      id: `${pageId}#${index}`,
      pageId,
      indexInPage: index,
      level: levels[node]!,
      tag: doc.tagName(node),
      path: doc.path(node),
      node,
      html: reader.html(node),
      text,
      words,
      tags,
      depths,
      classes,
    });
  }
  return { blocks, wordless, leftOut };
}

const WORD = /[\p{L}\p{N}]+/gu;

export function wordCount(text: string): number {
  let count = 0;
  WORD.lastIndex = 0;
  while (WORD.test(text)) count++;
  return count;
}

function levelsOf(doc: FlatDocument): Int32Array {
  const levels = new Int32Array(doc.count);
  for (let row = 1; row < doc.count; row++) levels[row] = levels[doc.parent[row]!]! + 1;
  return levels;
}

class BlockReader {
  readonly #doc: FlatDocument;
  #left: number;

  constructor(doc: FlatDocument) {
    this.#doc = doc;
    this.#left = Math.min(LARGEST_BUDGET, READING_BUDGET * (doc.html.length + doc.count + 1));
  }

  get exhausted(): boolean {
    return this.#left <= 0;
  }

  text(node: number): string {
    const doc = this.#doc;
    const end = doc.end[node]!;
    const pieces: string[] = [];
    const ends: number[] = [];
    for (let row = node; row < end; ) {
      while (ends.length > 0 && row >= ends[ends.length - 1]!) {
        ends.pop();
        pieces.push(' ');
      }
      const tag = doc.tag[row]!;
      if (tag === TEXT) {
        pieces.push((doc.flags[row]! & WHITE) !== 0 ? ' ' : doc.text(row));
        row++;
      } else if (UNREAD.has(tag)) row = doc.end[row]!;
      else {
        if (!INLINE.has(tag)) {
          pieces.push(' ');
          ends.push(doc.end[row]!);
        }
        row++;
      }
    }
    const text = collapsed(pieces.join(''));
    this.#left -= end - node + text.length;
    return text;
  }

  structure(
    node: number,
    levels: Int32Array,
  ): { readonly tags: string[]; readonly depths: number[]; readonly classes: string[] } {
    const doc = this.#doc;
    const tags: string[] = [];
    const depths: number[] = [];
    const classes = new Set<string>();
    const comments = this.#commentsIn(node);
    let comment = 0;
    for (let row = node; row < doc.end[node]! && tags.length < LONGEST_SEQUENCE; row++) {
      if (comment < comments.length && doc.start[row]! > comments[comment]!) {
        for (; comment < comments.length && comments[comment]! < doc.start[row]!; comment++) {
          tags.push('comment');
          depths.push(levels[row]! - levels[node]!);
        }
      }
      if (doc.tag[row]! <= 1) continue;
      tags.push(doc.tagName(row));
      depths.push(levels[row]! - levels[node]!);
      for (const name of doc.value(row, CLASS)?.split(/[\t\n\f\r ]+/) ?? [])
        if (name !== '') classes.add(name);
    }
    for (; comment < comments.length && tags.length < LONGEST_SEQUENCE; comment++) {
      tags.push('comment');
      depths.push(1);
    }
    return { tags, depths, classes: [...classes].sort() };
  }

  /**
   * Offsets of the comments inside an element. The document keeps where comments are, not whose they are: one after the last row of the
   * element is inside as long as the element's end tag has not come.
   */
  #commentsIn(node: number): number[] {
    const doc = this.#doc;
    const { comments } = doc;
    const found: number[] = [];
    if (comments.length === 0 || node === 0 || doc.start[node]! < 0) return found;
    const last = doc.end[node]! - 1;
    const next = doc.end[node]! < doc.count ? doc.start[doc.end[node]!]! : -1;
    let open = -1;
    let from = 0;
    for (let i = firstPair(comments, doc.start[node]!); i < comments.length; i += 2) {
      const at = comments[i]!;
      if (at > doc.start[last]!) {
        if (next >= 0 && next < at) break;
        if (open < 0) {
          // Only elements of the block's own name can be mistaken for it.
          open = 1;
          for (let row = last; row > node; row = doc.parent[row]!) if (doc.tag[row] === doc.tag[node]) open++;
          from = doc.tag[last] === TEXT ? doc.stop[last]! : Math.max(0, doc.start[last]!);
        }
        open -= occurrences(doc.html.slice(from, at).toLowerCase(), `</${doc.tagName(node).toLowerCase()}`);
        this.#left -= Math.max(0, at - from);
        if (open <= 0 || this.#left <= 0) break;
        from = comments[i + 1]!;
      }
      found.push(at);
      if (found.length >= LONGEST_SEQUENCE) break;
    }
    return found;
  }

  html(node: number): string {
    const doc = this.#doc;
    const end = doc.end[node]!;
    const pieces: string[] = [];
    const open: number[] = [];
    for (let row = node; row < end; row++) {
      while (open.length > 0 && row >= doc.end[open[open.length - 1]!]!) {
        pieces.push(`</${doc.tagName(open.pop()!)}>`);
      }
      const tag = doc.tag[row]!;
      if (tag === TEXT) {
        const raw = (doc.flags[row]! & RAW) !== 0;
        pieces.push(raw ? doc.text(row) : serialisedText(doc.text(row).replace(/[\s\u00a0]+/g, ' ')));
      } else if (tag > 1) {
        const attributes = doc.attributeList(row);
        const written =
          attributes.length === 0
            ? ''
            : attributes
                .map(([name, value]) => ` ${name}="${serialisedValue(value)}"`)
                .sort()
                .join('');
        pieces.push(`<${doc.tagName(row)}${written}>`);
        if (!VOID.has(tag)) open.push(row);
      }
    }
    while (open.length > 0) pieces.push(`</${doc.tagName(open.pop()!)}>`);
    const html = pieces.join('');
    this.#left -= html.length;
    return html;
  }
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Place of the first comment (pairs of offsets) that starts after an offset. */
function firstPair(comments: Int32Array, offset: number): number {
  let low = 0;
  let high = comments.length >>> 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comments[middle * 2]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}

function collapsed(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}
