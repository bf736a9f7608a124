/**
 * The kept blocks of a page as a flat list of parts (headings, paragraphs, items, table rows, pictures …) with their inline runs: what
 * the three written forms are made from. No part keeps the document.
 */
import { attributeId, type FlatDocument, TEXT, tagId } from '../html/index.ts';
import { ANCHOR, CELL, INLINE, ROLE, UNREAD } from '../html/text-roles.ts';
import { staysHidden } from './hidden-parts.ts';
import type { PageBlocks } from './page-blocks.ts';

/** A piece of text of one style. */
export interface Run {
  readonly text: string;
  /** An absolute address, http(s) or mailto only. */
  readonly href?: string;
  readonly strong?: boolean;
  readonly emphasis?: boolean;
  readonly code?: boolean;
}

export type ContentPart =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | {
      readonly kind: 'paragraph' | 'quote' | 'caption' | 'term' | 'definition';
      readonly runs: readonly Run[];
    }
  | {
      readonly kind: 'item';
      readonly ordered: boolean;
      readonly depth: number;
      readonly number: number;
      readonly list: number;
      readonly runs: readonly Run[];
    }
  | {
      readonly kind: 'row';
      readonly table: number;
      readonly header: boolean;
      readonly cells: readonly (readonly Run[])[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string };

const [UL, OL, LI, TABLE, TR, TH, PRE, QUOTE, CAPTION, TABLE_CAPTION, DT, DD, IMG, BR, OPTION, SELECT] =
  'ul ol li table tr th pre blockquote figcaption caption dt dd img br option select'
    .split(' ')
    .map(tagId) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
const H1 = tagId('h1');
const H6 = tagId('h6');
const STRONG = new Set(['strong', 'b'].map(tagId));
const EMPHASIS = new Set(['em', 'i', 'cite'].map(tagId));
const CODE = new Set(['code', 'kbd', 'samp', 'tt'].map(tagId));
const HREF = attributeId('href');
const SRC = attributeId('src');
const DATA_SRC = attributeId('data-src');
const ALT = attributeId('alt');
const WIDTH = attributeId('width');

const LONGEST_PARENTS = 64;
const MOST_IMAGES = 200;

/** An address as it may be written out, or null. */
export function safeAddress(href: string, base: string | undefined): string | null {
  const written = href.trim();
  if (written === '' || written.startsWith('#')) return null;
  try {
    const url = base === undefined ? new URL(written) : new URL(written, base);
    return /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

interface Above {
  heading: number;
  item: number;
  list: number;
  ordered: boolean;
  depth: number;
  row: number;
  table: number;
  pre: boolean;
  quote: boolean;
  caption: boolean;
  term: boolean;
  definition: boolean;
}

function above(doc: FlatDocument, node: number): Above {
  const found: Above = {
    heading: 0,
    item: 0,
    list: 0,
    ordered: false,
    depth: 0,
    row: 0,
    table: 0,
    pre: false,
    quote: false,
    caption: false,
    term: false,
    definition: false,
  };
  for (let at = node, i = 0; at > 0 && i < LONGEST_PARENTS; at = doc.parent[at]!, i++) {
    const tag = doc.tag[at]!;
    if (tag >= H1 && tag <= H6 && found.heading === 0) found.heading = tag - H1 + 1;
    else if (tag === LI && found.item === 0 && found.table === 0) found.item = at;
    else if (tag === UL || tag === OL) {
      if (found.item !== 0 && found.list === 0) {
        found.list = at;
        found.ordered = tag === OL;
      }
      if (found.item !== 0) found.depth++;
    } else if (tag === TR && found.row === 0) found.row = at;
    else if (tag === TABLE && found.table === 0) found.table = at;
    else if (tag === PRE) found.pre = true;
    else if (tag === QUOTE) found.quote = true;
    else if (tag === CAPTION || tag === TABLE_CAPTION) found.caption = true;
    else if (tag === DT) found.term = true;
    else if (tag === DD) found.definition = true;
  }
  return found;
}

class RunReader {
  readonly runs: Run[] = [];
  #space = false;

  push(piece: string, style: Omit<Run, 'text'>): void {
    const text = piece.replace(/[\s\u00a0\u200b]+/g, ' ');
    if (text === '' || text === ' ') {
      if (piece !== '') this.#space = true;
      return;
    }
    const spaced = (this.#space || text.startsWith(' ')) && this.runs.length > 0;
    this.#space = text.endsWith(' ');
    const words = text.trim();
    const last = this.runs[this.runs.length - 1];
    const lead = spaced ? ' ' : '';
    if (
      last !== undefined &&
      last.href === style.href &&
      last.strong === style.strong &&
      last.emphasis === style.emphasis &&
      last.code === style.code
    )
      this.runs[this.runs.length - 1] = { ...last, text: last.text + lead + words };
    else {
      // White space between styles stands with the plain neighbour: `a **b** c`.
      if (lead !== '' && last !== undefined)
        this.runs[this.runs.length - 1] = { ...last, text: `${last.text} ` };
      this.runs.push({ text: words, ...style });
    }
  }

  space(): void {
    this.#space = true;
  }
}

function readRuns(doc: FlatDocument, from: number, to: number, base: string | undefined): Run[] {
  const reader = new RunReader();
  let linkEnd = 0;
  let href: string | null = null;
  let strongEnd = 0;
  let emphasisEnd = 0;
  let codeEnd = 0;
  for (let row = from; row < to; ) {
    const tag = doc.tag[row]!;
    if (tag === TEXT) {
      const style: { href?: string; strong?: boolean; emphasis?: boolean; code?: boolean } = {};
      if (row < linkEnd && href !== null) style.href = href;
      if (row < strongEnd) style.strong = true;
      if (row < emphasisEnd) style.emphasis = true;
      if (row < codeEnd) style.code = true;
      reader.push(doc.text(row), style);
      row++;
      continue;
    }
    const role = ROLE[tag]!;
    if (role === UNREAD || tag === OPTION || tag === SELECT || staysHidden(doc, row)) {
      row = doc.end[row]!;
      continue;
    }
    if (role === ANCHOR) {
      const written = doc.value(row, HREF);
      href = written === null ? null : safeAddress(written, base);
      linkEnd = doc.end[row]!;
    } else if (STRONG.has(tag)) strongEnd = Math.max(strongEnd, doc.end[row]!);
    else if (EMPHASIS.has(tag)) emphasisEnd = Math.max(emphasisEnd, doc.end[row]!);
    else if (CODE.has(tag)) codeEnd = Math.max(codeEnd, doc.end[row]!);
    else if (role !== INLINE || tag === BR) reader.space();
    row++;
  }
  return reader.runs;
}

/** The styles that enclose a block from outside: `<a><p>…</p></a>`. */
function outerLink(doc: FlatDocument, from: number, node: number, base: string | undefined): string | null {
  for (let at = doc.parent[from]!, i = 0; at > 0 && i < 8; at = doc.parent[at]!, i++) {
    if (ROLE[doc.tag[at]!] === ANCHOR) {
      const written = doc.value(at, HREF);
      return written === null ? null : safeAddress(written, base);
    }
    if (at < node) break;
  }
  return null;
}

function readCells(
  doc: FlatDocument,
  row: number,
  base: string | undefined,
): { cells: Run[][]; header: boolean } {
  const cells: Run[][] = [];
  let header = true;
  for (let at = row + 1; at < doc.end[row]!; at = doc.end[at]!) {
    if (ROLE[doc.tag[at]!] !== CELL) continue;
    if (doc.tag[at] !== TH) header = false;
    cells.push(readRuns(doc, at + 1, doc.end[at]!, base));
    if (cells.length >= 64) break;
  }
  return { cells, header: header && cells.length > 0 };
}

function imagePart(doc: FlatDocument, row: number, base: string | undefined): ContentPart | null {
  const src = doc.value(row, DATA_SRC) ?? doc.value(row, SRC) ?? '';
  const address = safeAddress(src, base);
  if (address === null || address.startsWith('mailto:')) return null;
  const width = Number.parseInt(doc.value(row, WIDTH) ?? '', 10);
  if (width > 0 && width < 100) return null;
  return {
    kind: 'image',
    src: address,
    alt: (doc.value(row, ALT) ?? '').replace(/\s+/g, ' ').trim().slice(0, 500),
  };
}

/** The parts of the blocks for which `keep` is 1, pictures between them included. */
export function contentParts(blocks: PageBlocks, keep: Uint8Array, base: string | undefined): ContentPart[] {
  const { doc } = blocks;
  const parts: ContentPart[] = [];
  const numbers = new Map<number, number>();
  let images = 0;
  let lastKept = -1;
  let lastRow = -1;
  let lastItem = 0;
  for (let i = 0; i < blocks.count; i++) {
    if (keep[i] !== 1) continue;
    // Pictures between two neighbouring kept blocks belong to the text; beyond dropped blocks they belong to those.
    if (lastKept >= 0 && i === lastKept + 1)
      for (let row = blocks.to[lastKept]!; row < blocks.from[i]! && images < MOST_IMAGES; row++) {
        if (doc.tag[row] !== IMG) continue;
        const image = imagePart(doc, row, base);
        if (image === null) continue;
        parts.push(image);
        images++;
      }
    lastKept = i;
    const from = blocks.from[i]!;
    const to = blocks.to[i]!;
    const node = blocks.node[i]!;
    const place = above(doc, node);
    if (place.row > 0 && place.table > 0 && node === place.row) {
      if (place.row === lastRow) continue;
      lastRow = place.row;
      const { cells, header } = readCells(doc, place.row, base);
      if (cells.length > 1) {
        parts.push({ kind: 'row', table: place.table, header, cells });
        continue;
      }
    }
    if (place.pre) {
      let text = '';
      for (let row = from; row < to; row++) if (doc.tag[row] === TEXT) text += doc.text(row);
      parts.push({ kind: 'code', text: text.replace(/^\n+|\s+$/g, '') });
      continue;
    }
    let runs = readRuns(doc, from, to, base);
    if (runs.length === 0) continue;
    const link = outerLink(doc, from, node, base);
    if (link !== null) runs = runs.map((run) => ({ ...run, href: run.href ?? link }));
    if (place.heading > 0) parts.push({ kind: 'heading', level: place.heading, runs });
    else if (place.item > 0 && place.list > 0 && place.item !== lastItem) {
      const number = (numbers.get(place.list) ?? 0) + 1;
      numbers.set(place.list, number);
      lastItem = place.item;
      parts.push({
        kind: 'item',
        ordered: place.ordered,
        depth: Math.min(8, Math.max(1, place.depth)),
        number,
        list: place.list,
        runs,
      });
    } else if (place.caption) parts.push({ kind: 'caption', runs });
    else if (place.quote) parts.push({ kind: 'quote', runs });
    else if (place.term) parts.push({ kind: 'term', runs });
    else if (place.definition) parts.push({ kind: 'definition', runs });
    else parts.push({ kind: 'paragraph', runs });
  }
  return parts;
}
