/**
 * What lines are sorted by, as far as it can be told without their texts: a number for each hit. Of two numbers the lower is the line before.
 * Those with the same number are in the order of the pages when all of it is known, and must be read to be told apart when it is not.
 */
import type { LineOrder } from '../ports/index.ts';
import {
  cellBits,
  isSingle,
  isWholeSide,
  neighbourCell,
  neighbourSide,
  SIDE_BITS,
} from '../search-index/index.ts';
import { yearKey } from './lines.ts';
import type { Reading } from './reading.ts';

/** Bits of a key, one of which says whether there is more to know. */
const KEY_BITS = 32;

/** One thing that lines are sorted by. */
interface Part {
  readonly bits: number;
  /** Of a hit: its page by its place, and what stands beside it. */
  cell(page: number, neighbours: number): number;
  /** Whether two hits of this cell are the same in it. */
  whole(cell: number): boolean;
}

/** Words that are looked for on the sides, without the index knowing anything of the form found. */
export const wordsBeside = (orders: readonly LineOrder[]): boolean =>
  orders.some((order) => order !== 'key' && order !== 'year' && order !== 'site');

/** Whether two lines of this key are told apart by their texts alone. */
export const isOpen = (key: number): boolean => (key & 1) === 1;

export type CoarseKey = (page: number, neighbours: number) => number;

/** Null: nothing can be told without reading, not even roughly. */
export function coarseKeys(orders: readonly LineOrder[], reading: Reading): CoarseKey | null {
  const parts: Part[] = [];
  let bits = KEY_BITS - 1;
  let known = true;
  for (const order of orders) {
    const part = partOf(order, reading);
    known = part !== null && part.bits <= bits;
    if (!known) break;
    bits -= part!.bits;
    parts.push(part!);
  }
  if (parts.length === 0) return null;
  const end = known ? 0 : 1;
  return (page, neighbours) => {
    let key = 0;
    let used = 0;
    for (const part of parts) {
      const cell = part.cell(page, neighbours);
      key = key * 2 ** part.bits + cell;
      used += part.bits;
      if (!part.whole(cell)) return key * 2 ** (KEY_BITS - used) + 1;
    }
    return key * 2 ** (KEY_BITS - used) + end;
  };
}

/** Null: the index does not know it. */
function partOf(order: LineOrder, reading: Reading): Part | null {
  switch (order) {
    case 'key':
      return null;
    case 'year':
      return ranked(Array.from(reading.found.published.keys(), (page) => yearKey(reading.year(page))));
    case 'site':
      return ranked(Array.from(reading.found.sites, (site) => reading.found.siteNames[site]!));
    case 'left':
    case 'right':
      return side(order === 'left' ? -1 : 1);
    default:
      return beside((order[0] === 'l' ? -1 : 1) * Number(order[1]));
  }
}

const side = (sign: number): Part => ({
  bits: SIDE_BITS,
  cell: (_, neighbours) => neighbourSide(neighbours, sign),
  whole: isWholeSide,
});

const beside = (distance: number): Part => ({
  bits: cellBits(distance),
  cell: (_, neighbours) => neighbourCell(neighbours, distance),
  whole: (cell) => isSingle(cell, distance),
});

/** What each page has, by its place. */
function ranked(names: readonly string[]): Part {
  const ranks = new Map(
    [...new Set(names)].sort((a, b) => (a < b ? -1 : 1)).map((name, rank) => [name, rank]),
  );
  const cells = Uint32Array.from(names, (name) => ranks.get(name)!);
  return {
    bits: Math.ceil(Math.log2(Math.max(2, ranks.size))),
    cell: (page) => cells[page]!,
    whole: () => true,
  };
}
