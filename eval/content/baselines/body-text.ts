/** Body Text Extraction (Finn, Kushmerick and Smyth, 2001): the stretch of the page with many words inside and many tags outside. */
import { type FlatDocument, TEXT, tagId, WHITE } from '../../../src/html/index.ts';
import type { Baseline } from './baseline.ts';
import { leafBlocks } from './leaf-blocks.ts';

export interface Tokens {
  /** 1 for a tag, 0 for a word. */
  readonly bits: Uint8Array;
  /** The text row of a word, -1 for a tag. */
  readonly rows: Int32Array;
}

const UNREAD = new Set(['head', 'script', 'style', 'noscript', 'template'].map(tagId));
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' ').map(tagId));

/** Start and end tags as written (implied ones are not), and words. */
export function tokensOf(doc: FlatDocument): Tokens {
  const bits: number[] = [];
  const rows: number[] = [];
  const push = (bit: number, row: number) => {
    bits.push(bit);
    rows.push(row);
  };
  const open: number[] = [];
  const close = (before: number) => {
    while (open.length > 0 && before >= doc.end[open[open.length - 1]!]!) {
      open.pop();
      push(1, -1);
    }
  };
  for (let row = 1; row < doc.count; ) {
    close(row);
    const tag = doc.tag[row]!;
    if (tag === TEXT) {
      if ((doc.flags[row]! & WHITE) === 0) {
        for (const word of doc.text(row).split(/\s+/)) if (word !== '') push(0, row);
      }
      row++;
    } else if (UNREAD.has(tag)) row = doc.end[row]!;
    else {
      if (doc.start[row]! >= 0) {
        push(1, -1);
        if (!VOID.has(tag)) open.push(row);
      }
      row++;
    }
  }
  close(Number.POSITIVE_INFINITY);
  return { bits: Uint8Array.from(bits), rows: Int32Array.from(rows) };
}

export interface Span {
  readonly from: number;
  readonly to: number;
  /** Tags outside and words inside. */
  readonly score: number;
}

/** The best span; of equal ones, that which starts first and ends last. */
export function bestSpan(bits: Uint8Array): Span {
  let tags = 0;
  let best = Number.NEGATIVE_INFINITY;
  let run = 0;
  let start = 0;
  let from = 0;
  let to = -1;
  for (let n = 0; n < bits.length; n++) {
    tags += bits[n]!;
    if (run < 0) {
      run = 0;
      start = n;
    }
    run += 1 - 2 * bits[n]!;
    if (run >= best) {
      best = run;
      from = start;
      to = n;
    }
  }
  return { from, to, score: bits.length === 0 ? 0 : tags + best };
}

/** A block of text is returned when most of its words lie in the span. */
export const bodyText: Baseline = (pages) =>
  pages.map(({ id, doc }) => {
    const { bits, rows } = tokensOf(doc);
    const { from, to } = bestSpan(bits);
    const { blocks, blockOf } = leafBlocks(doc);
    const inside = new Int32Array(blocks.count);
    const all = new Int32Array(blocks.count);
    for (let n = 0; n < rows.length; n++) {
      if (rows[n]! < 0) continue;
      const block = blockOf(rows[n]!);
      if (block < 0) continue;
      all[block]!++;
      if (n >= from && n <= to) inside[block]!++;
    }
    const first = blocks.hasTitle ? 1 : 0;
    return {
      id,
      blocks: blocks.text.slice(first).map((text, i) => ({
        text,
        verdict: inside[i + first]! * 2 > all[i + first]! ? ('content' as const) : ('non-content' as const),
      })),
    };
  });
