/**
 * Distances of two texts, given as code points. `Limit` variants stop as soon as the distance is known to be above a limit, and then
 * answer any number above it.
 */
export type CodePoints = Uint32Array;

export function codePoints(text: string): CodePoints {
  const result = new Uint32Array(text.length);
  let count = 0;
  for (const character of text) result[count++] = character.codePointAt(0)!;
  return result.subarray(0, count);
}

/** Positions that differ, and the difference of the lengths. */
export function hamming(a: CodePoints, b: CodePoints, limit: number = Number.POSITIVE_INFINITY): number {
  const common = Math.min(a.length, b.length);
  let distance = Math.max(a.length, b.length) - common;
  for (let i = 0; i < common && distance <= limit; ) {
    // The limit is looked at now and then: a step is cheaper than the question whether to go on.
    const to = Math.min(common, i + 64);
    for (; i < to; i++) if (a[i] !== b[i]) distance++;
  }
  return distance;
}

/** Insertions, removals and changes. */
export function levenshtein(a: CodePoints, b: CodePoints): number {
  return a.length <= b.length ? new LevenshteinPattern(a).distance(b) : new LevenshteinPattern(b).distance(a);
}

/** Characters below this have a place of their own in the table; the Latin scripts are there. */
const TABLED = 0x250;

/** One text, made ready to be compared with many: Myers' bit-parallel columns, 32 rows at a time. */
export class LevenshteinPattern {
  readonly #length: number;
  readonly #blocks: number;
  /** For each character of the text, the rows that hold it. */
  readonly #table: (Int32Array | undefined)[] = new Array(TABLED);
  readonly #others = new Map<number, Int32Array>();
  readonly #nowhere: Int32Array;
  readonly #plus: Int32Array;
  readonly #minus: Int32Array;

  constructor(text: CodePoints) {
    this.#length = text.length;
    this.#blocks = Math.ceil(text.length / 32);
    this.#nowhere = new Int32Array(this.#blocks);
    this.#plus = new Int32Array(this.#blocks);
    this.#minus = new Int32Array(this.#blocks);
    for (let i = 0; i < text.length; i++) this.#rowsOfOwn(text[i]!)[i >>> 5]! |= 1 << (i & 31);
  }

  #rowsOfOwn(character: number): Int32Array {
    let rows = character < TABLED ? this.#table[character] : this.#others.get(character);
    if (rows === undefined) {
      rows = new Int32Array(this.#blocks);
      if (character < TABLED) this.#table[character] = rows;
      else this.#others.set(character, rows);
    }
    return rows;
  }

  distance(other: CodePoints): number {
    const blocks = this.#blocks;
    if (blocks === 0) return other.length;
    const plus = this.#plus.fill(-1);
    const minus = this.#minus.fill(0);
    const lastBit = 1 << ((this.#length - 1) & 31);
    let distance = this.#length;
    for (let j = 0; j < other.length; j++) {
      const character = other[j]!;
      const rows =
        (character < TABLED ? this.#table[character] : this.#others.get(character)) ?? this.#nowhere;
      let carryPlus = 1;
      let carryMinus = 0;
      let ph = 0;
      let mh = 0;
      for (let block = 0; block < blocks; block++) {
        const pv = plus[block]!;
        const mv = minus[block]!;
        const equal = rows[block]!;
        const xv = equal | mv;
        const eq = equal | carryMinus;
        const xh = (((eq & pv) + pv) ^ pv) | eq;
        ph = mv | ~(xh | pv);
        mh = pv & xh;
        const shiftedPlus = (ph << 1) | carryPlus;
        const shiftedMinus = (mh << 1) | carryMinus;
        carryPlus = ph >>> 31;
        carryMinus = mh >>> 31;
        plus[block] = shiftedMinus | ~(xv | shiftedPlus);
        minus[block] = shiftedPlus & xv;
      }
      if ((ph & lastBit) !== 0) distance++;
      if ((mh & lastBit) !== 0) distance--;
    }
    return distance;
  }
}

/**
 * As Levenshtein, with two neighbours exchanged for one; the unrestricted form, in which characters may be put between the two
 * afterwards (`ca` → `abc` is 2).
 */
export function damerau(a: CodePoints, b: CodePoints, limit: number = Number.POSITIVE_INFINITY): number {
  const width = b.length + 2;
  const beyond = a.length + b.length;
  if (Math.abs(a.length - b.length) > limit) return beyond;
  const table = new Int32Array((a.length + 2) * width);
  table[0] = beyond;
  for (let i = 0; i <= a.length; i++) {
    table[(i + 1) * width] = beyond;
    table[(i + 1) * width + 1] = i;
  }
  for (let j = 0; j <= b.length; j++) {
    table[j + 1] = beyond;
    table[width + j + 1] = j;
  }
  /** Last row in which each character stood. */
  const lastRow = new Map<number, number>();
  /** The same for each column, so that the map is asked once a row instead of once a cell. */
  const rowOfColumn = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    let lastColumn = 0;
    const item = a[i - 1]!;
    const here = (i + 1) * width;
    const above = i * width;
    for (let j = 1; j <= b.length; j++) {
      const same = item === b[j - 1];
      const row = rowOfColumn[j]!;
      let best = table[above + j]! + (same ? 0 : 1);
      const inserted = table[here + j]! + 1;
      if (inserted < best) best = inserted;
      const removed = table[above + j + 1]! + 1;
      if (removed < best) best = removed;
      if (row > 0 && lastColumn > 0) {
        const exchanged = table[row * width + lastColumn]! + (i - row - 1) + 1 + (j - lastColumn - 1);
        if (exchanged < best) best = exchanged;
      }
      table[here + j + 1] = best;
      if (same) lastColumn = j;
    }
    if (lastRow.get(item) !== i) {
      lastRow.set(item, i);
      for (let j = 1; j <= b.length; j++) if (b[j - 1] === item) rowOfColumn[j] = i;
    }
  }
  return table[(a.length + 1) * width + b.length + 1]!;
}

/** Common leading characters that count, what each adds, and the Jaro similarity below which none does. */
const LONGEST_PREFIX = 4;
const PREFIX_WEIGHT = 0.1;
const PREFIX_FROM = 0.7;

/** A similarity, not a distance: 1 for equal texts, 0 for texts with nothing in common. */
export function jaroWinkler(a: CodePoints, b: CodePoints): number {
  if (a.length === 0 && b.length === 0) return 1;
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const usedA = new Uint8Array(a.length);
  const usedB = new Uint8Array(b.length);
  let common = 0;
  for (let i = 0; i < a.length; i++) {
    const to = Math.min(b.length - 1, i + reach);
    for (let j = Math.max(0, i - reach); j <= to; j++) {
      if (usedB[j] === 1 || a[i] !== b[j]) continue;
      usedA[i] = 1;
      usedB[j] = 1;
      common++;
      break;
    }
  }
  if (common === 0) return 0;
  let moved = 0;
  for (let i = 0, j = 0; i < a.length; i++) {
    if (usedA[i] === 0) continue;
    while (usedB[j] === 0) j++;
    if (a[i] !== b[j]) moved++;
    j++;
  }
  const transpositions = Math.floor(moved / 2);
  const jaro = (common / a.length + common / b.length + (common - transpositions) / common) / 3;
  if (jaro <= PREFIX_FROM) return jaro;
  let prefix = 0;
  while (prefix < LONGEST_PREFIX && prefix < a.length && prefix < b.length && a[prefix] === b[prefix])
    prefix++;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}
