/**
 * What stands beside each occurrence of a term in a text, so coarsely that it takes three bytes: enough to find the lines that a sorted
 * concordance begins with. A code keeps the order of folded words and is the same in every segment, so that merges copy it as it is.
 *
 * Words are told apart in cells. Near by there are many of them, and they are fine where lines begin: numbers and the first letters. A cell
 * that holds one single word says all there is to say of it; the most frequent words have such cells, because what follows them decides then.
 *
 * The cells are part of the form of the index: others need another `NEIGHBOUR_FORM`.
 */
import type { ByteWriter } from '../../../bytes/index.ts';
import { exactTextFrequency } from './measures.ts';

export const NEIGHBOUR_FORM = 1;
/** Bytes of an occurrence. */
export const NEIGHBOUR_BYTES = 3;
/** Words on each side that are known of. */
export const NEIGHBOURS = 3;
/** The neighbours of an occurrence that nobody has looked at. */
export const UNKNOWN_NEIGHBOURS = 0xff_ffff;

/** Words that cells begin with. Of those in `single` the word itself is a cell, and what is behind it another. */
interface Cells {
  readonly begins: readonly string[];
  readonly single: ReadonlySet<string>;
}

const cells = (begins: string, single: string): Cells => ({
  begins: begins.split(' '),
  single: new Set(single.split(' ')),
});

/** Of the word next to it, of the one behind that, and of the third: 6, 4 and 2 bits. */
const CELLS: readonly Cells[] = [
  cells(
    '000 1 10 12 15 19 2 20 201 202 3 30 4 5 6 8 a ad ag an ao as b c ch com d da de do e em f m na no o os p que s',
    '000 1 10 2 20 3 a ao as com da de do e em na no o os que',
  ),
  cells('1 2 a an as c d de e n p', 'a de e'),
  cells('a', 'a'),
];
const BITS = [6, 4, 2] as const;
/** Bits of one side. */
export const SIDE_BITS = 12;
/** No word next to another has this cell, and only what is unknown has it. */
const UNKNOWN_CELL = 63;

/** By place and number of a cell: whether all its words are one. */
const SINGLE: readonly Uint8Array[] = BITS.map((bits) => new Uint8Array(1 << bits));

/** The cells that words between these beginnings have, packed, and those of a word that is one of them. */
const BEGINS = [...new Set(CELLS.flatMap(({ begins }) => begins))].sort((a, b) => (a < b ? -1 : 1));
const KEYS = Float64Array.from(BEGINS, keyOf);
const AT = new Uint16Array(BEGINS.length);
const BEHIND = new Uint16Array(BEGINS.length);
/** Those of a word that is before all of them. */
const BEFORE = packed([1, 1, 1]);

fillTables();

function fillTables(): void {
  // No word is the cell 0, and what is before all others the cell 1.
  const behind = [1, 1, 1];
  for (const single of SINGLE) single[0] = 1;
  for (const [i, begin] of BEGINS.entries()) {
    const at = [...behind];
    for (const [place, { begins, single }] of CELLS.entries()) {
      if (!begins.includes(begin)) continue;
      behind[place]!++;
      at[place] = behind[place]!;
      if (!single.has(begin)) continue;
      SINGLE[place]![behind[place]!] = 1;
      behind[place]!++;
    }
    AT[i] = packed(at);
    BEHIND[i] = packed(behind);
  }
}

function packed(numbers: readonly number[]): number {
  return (numbers[0]! << 6) | (numbers[1]! << 2) | numbers[2]!;
}

/** The first four code units as a number: the beginnings are shorter, and of letters that it tells apart. */
function keyOf(word: string): number {
  let key = 0;
  for (let i = 0; i < 4; i++) key = key * 256 + (i < word.length ? Math.min(255, word.charCodeAt(i) + 1) : 0);
  return key;
}

/** The cells of a word, folded, at each of the three distances; 0 where there is no word. */
export function wordCells(folded: string): number {
  if (folded === '') return 0;
  const key = keyOf(folded);
  let low = 0;
  let high = KEYS.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (KEYS[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return BEFORE;
  return KEYS[low - 1] === key ? AT[low - 1]! : BEHIND[low - 1]!;
}

/**
 * Writes what stands beside the words at `places[from …]`, `count` of them, each a position times four; `base` leads from a position to its
 * place in `words`: the cells of texts, with three that are 0 around each. There must be room for them.
 */
export function writeNeighbours(
  out: ByteWriter,
  words: Uint16Array,
  base: number,
  places: Uint32Array,
  from: number,
  count: number,
): void {
  const { bytes } = out;
  let to = out.length;
  for (let i = from; i < from + count; i++) {
    const at = base + (places[i]! >>> 2);
    const left = (words[at - 1]! & 0xfc0) | (words[at - 2]! & 0x3c) | (words[at - 3]! & 3);
    const right = (words[at + 1]! & 0xfc0) | (words[at + 2]! & 0x3c) | (words[at + 3]! & 3);
    bytes[to] = left >>> 4;
    bytes[to + 1] = ((left & 15) << 4) | (right >>> 8);
    bytes[to + 2] = right & 255;
    to += NEIGHBOUR_BYTES;
  }
  out.length = to;
}

/** The same from the words themselves, folded, at each distance: below 0 on the left, empty where there is none. */
export function neighboursOf(wordAt: (distance: number) => string): number {
  const cell = (distance: number, mask: number): number => wordCells(wordAt(distance)) & mask;
  const side = (sign: number): number => cell(sign, 0xfc0) | cell(sign * 2, 0x3c) | cell(sign * 3, 3);
  return side(-1) * 4096 + side(1);
}

/** The neighbours on the left from the one, those on the right from the other. */
export function joinedNeighbours(left: number, right: number): number {
  return isKnown(left) && isKnown(right) ? (left & 0xff_f000) | (right & 0xfff) : UNKNOWN_NEIGHBOURS;
}

export const isKnown = (code: number): boolean => code >>> (24 - BITS[0]) !== UNKNOWN_CELL;

/** The cell of one neighbour: −3 … −1 on the left, 1 … 3 on the right. */
export function neighbourCell(code: number, distance: number): number {
  const side = distance < 0 ? code >>> SIDE_BITS : code & 0xfff;
  const place = Math.abs(distance);
  return place === 1 ? side >>> 6 : place === 2 ? (side >>> 2) & 15 : side & 3;
}

/** Bits of the cell of a neighbour. */
export const cellBits = (distance: number): number => BITS[Math.abs(distance) - 1]!;

/** Whether a neighbour of this cell can only be one word. */
export function isSingle(cell: number, distance: number): boolean {
  return SINGLE[Math.abs(distance) - 1]![cell] === 1;
}

/** By the bits of a side: the words from the nearest on, as far as one decides over the next, and whether that is all three. */
const SIDES = new Uint16Array(1 << SIDE_BITS);
const WHOLE_SIDES = new Uint8Array(1 << SIDE_BITS);
for (let side = 0; side < SIDES.length; side++) {
  const nearest = isSingle(side >>> 6, 1);
  const second = nearest && isSingle((side >>> 2) & 15, 2);
  SIDES[side] = side & (second ? 0xfff : nearest ? 0xffc : 0xfc0);
  WHOLE_SIDES[side] = second && isSingle(side & 3, 3) ? 1 : 0;
}

/** What is known of the words on a side (-1 left, 1 right) from the nearest on: a number that is lower for what comes before. */
export const neighbourSide = (code: number, sign: number): number =>
  SIDES[sign < 0 ? code >>> SIDE_BITS : code & 0xfff]!;

/** Whether only one row of words has this number. */
export const isWholeSide = (side: number): boolean => WHOLE_SIDES[side] === 1;

/** Where the neighbours of a term stand: one document behind the other, of each those of its occurrences in the text, in order. */
export interface NeighbourBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Walks over the neighbours of a term, document by document. `frequencies[frequenciesAt …]` says how many each has. */
export class NeighbourCursor {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  readonly #frequencies: Uint8Array;
  readonly #frequenciesAt: number;
  #next = 0;
  #behind: number;
  /** Those of the document that it stands on begin here. */
  at: number;
  count = 0;

  constructor({ bytes, from, to }: NeighbourBytes, frequencies: Uint8Array, frequenciesAt: number) {
    this.#bytes = bytes;
    this.#behind = from;
    this.at = from;
    this.#end = to;
    this.#frequencies = frequencies;
    this.#frequenciesAt = frequenciesAt;
  }

  /** Where the document ends, its count included. */
  get behind(): number {
    return this.#behind;
  }

  /** Goes to the document at this place of the term's list; places ascend. */
  moveTo(place: number): void {
    const bytes = this.#bytes;
    for (; this.#next <= place; this.#next++) {
      this.at = this.#behind;
      let count = exactTextFrequency(this.#frequencies[this.#frequenciesAt + this.#next]!);
      if (count < 0) {
        count = 0;
        let scale = 1;
        let b: number;
        do {
          b = bytes[this.at++] ?? 0;
          count += (b & 127) * scale;
          scale *= 128;
        } while (b > 127);
      }
      this.count = count;
      this.#behind = this.at + count * NEIGHBOUR_BYTES;
    }
  }

  /** Those of the occurrence of this number in the document. */
  neighbours(number: number): number {
    const at = this.at + number * NEIGHBOUR_BYTES;
    if (number >= this.count || at + NEIGHBOUR_BYTES > this.#end) return UNKNOWN_NEIGHBOURS;
    const bytes = this.#bytes;
    return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  }
}
