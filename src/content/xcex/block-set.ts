/**
 * `GetBlockSet`: the candidate blocks of a page, as rows of the flat document.
 *
 * Tag by tag, in the order of the list, each block that holds elements of the tag is replaced by all of them (at any depth), and what
 * stood beside them is lost; a block without the tag goes on as it is. A node reached through two nested blocks counts once.
 */
import { type FlatDocument, TEXT, tagId, WHITE } from '../../html/index.ts';

export function getBlockSet(doc: FlatDocument, tagList: readonly string[]): Int32Array {
  let blocks: Int32Array = Int32Array.of(0);
  for (const name of tagList) blocks = replaced(doc, blocks, rowsOf(doc, name), null);
  return blocks;
}

/**
 * The same with two corrections for what the replacement loses: a block from which a tag would take less than half of the words is kept
 * for that step, and titles, captions, quotations and list items of the main region are candidates where no other block holds them.
 */
export function getBlockSetWithFallbacks(doc: FlatDocument, tagList: readonly string[]): Int32Array {
  const words = wordsBefore(doc);
  let blocks: Int32Array = Int32Array.of(0);
  for (const name of tagList) blocks = replaced(doc, blocks, rowsOf(doc, name), words);
  return withExtras(doc, blocks);
}

function rowsOf(doc: FlatDocument, name: string): Int32Array {
  const id = doc.tagIdOf(name);
  const rows: number[] = [];
  if (id !== 0) for (let row = 1; row < doc.count; row++) if (doc.tag[row] === id) rows.push(row);
  return Int32Array.from(rows);
}

/** `blocks` and `found` are in document order, and so is the answer. */
function replaced(
  doc: FlatDocument,
  blocks: Int32Array,
  found: Int32Array,
  words: Int32Array | null,
): Int32Array {
  const { end } = doc;
  const result: number[] = [];
  /** End of what the blocks that are taken apart cover. */
  let covered = 0;
  let next = 0;
  const takeInside = (limit: number) => {
    for (; next < found.length && found[next]! < limit; next++) {
      if (found[next]! < covered) push(result, found[next]!);
    }
  };
  for (const block of blocks) {
    // A row that is both a block and inside another one is settled as what is found first; then as a block.
    takeInside(block + 1);
    const first = firstAfter(found, block);
    const holds = first < found.length && found[first]! < end[block]!;
    if (holds && (words === null || keepsHalf(doc, block, found, first, words))) {
      covered = Math.max(covered, end[block]!);
    } else push(result, block);
  }
  takeInside(Number.POSITIVE_INFINITY);
  return Int32Array.from(result);
}

function push(result: number[], row: number): void {
  if (result[result.length - 1] !== row) result.push(row);
}

function firstAfter(rows: Int32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the elements found inside a block hold at least half of its words. */
function keepsHalf(
  doc: FlatDocument,
  block: number,
  found: Int32Array,
  first: number,
  words: Int32Array,
): boolean {
  const all = words[doc.end[block]!]! - words[block]!;
  let kept = 0;
  let covered = 0;
  for (let i = first; i < found.length && found[i]! < doc.end[block]!; i++) {
    const row = found[i]!;
    if (row < covered) continue;
    covered = doc.end[row]!;
    kept += words[covered]! - words[row]!;
  }
  return kept * 2 >= all;
}

const UNREAD = new Set(['script', 'style', 'noscript', 'template'].map(tagId));

/** Entry r: words of the text rows before row r. */
function wordsBefore(doc: FlatDocument): Int32Array {
  const before = new Int32Array(doc.count + 1);
  let unreadEnd = 0;
  for (let row = 0; row < doc.count; row++) {
    let count = 0;
    if (doc.tag[row] === TEXT) {
      if (row >= unreadEnd && (doc.flags[row]! & WHITE) === 0) count = spaced(doc, row);
    } else if (row >= unreadEnd && UNREAD.has(doc.tag[row]!)) unreadEnd = doc.end[row]!;
    before[row + 1] = before[row]! + count;
  }
  return before;
}

function spaced(doc: FlatDocument, row: number): number {
  let count = 0;
  let inside = false;
  for (let at = doc.start[row]!; at < doc.stop[row]!; at++) {
    const space = doc.html.charCodeAt(at) <= 32;
    if (!space && !inside) count++;
    inside = !space;
  }
  return count;
}

const EXTRA_TAGS = new Set(['h1', 'h2', 'figcaption', 'blockquote', 'li'].map(tagId));
const REGIONS = ['main', 'article', 'body'];
const OUTSIDE = new Set(['nav', 'footer', 'aside'].map(tagId));

function withExtras(doc: FlatDocument, blocks: Int32Array): Int32Array {
  let region = -1;
  for (const name of REGIONS) if (region < 0) region = doc.find(doc.tagIdOf(name) || tagId(name));
  if (region < 0) return blocks;
  const extras: number[] = [];
  let at = 0;
  /** End of the furthest block that started before the row. */
  let covered = 0;
  for (let row = 1; row < doc.end[region]!; row++) {
    while (at < blocks.length && blocks[at]! <= row) covered = Math.max(covered, doc.end[blocks[at++]!]!);
    if (row < region) continue;
    if (OUTSIDE.has(doc.tag[row]!)) {
      row = doc.end[row]! - 1;
      continue;
    }
    if (!EXTRA_TAGS.has(doc.tag[row]!) || row < covered) continue;
    if (at < blocks.length && blocks[at]! < doc.end[row]!) continue;
    extras.push(row);
    row = doc.end[row]! - 1;
  }
  return extras.length === 0 ? blocks : Int32Array.from([...blocks, ...extras]).sort();
}
