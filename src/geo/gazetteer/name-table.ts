/**
 * Names and the rows that bear them: a table of hash codes whose every hit is confirmed by comparing the names themselves, so that two
 * names with one code are never taken for each other. Names come folded (`foldWords`). It is made once, and then only read.
 */
import { fnv32, mix32 } from '../../bytes/index.ts';
import type { Sections } from './sections.ts';
import { joinTexts, Texts } from './texts.ts';

type Hash = (name: string) => number;

/** How many arrays a table is. */
export const NAME_SECTIONS = 5;

/** The arrays of a table; bearers of a name are kept in the order of their coming. */
export function nameColumns(
  bearersOf: ReadonlyMap<string, readonly number[]>,
  hash: Hash = fnv32,
): (Uint8Array | Int32Array)[] {
  const { ends, bytes } = joinTexts([...bearersOf.keys()]);
  const bearers = Int32Array.from([...bearersOf.values()].flat());
  const bearersEnd = new Int32Array(bearersOf.size);
  let size = 16;
  while (size < bearersOf.size * 2) size *= 2;
  /** 1 + number of the name, 0 for an empty slot. */
  const slots = new Int32Array(size);
  let number = 0;
  let end = 0;
  for (const [name, rows] of bearersOf) {
    end += rows.length;
    bearersEnd[number] = end;
    let slot = mix32(hash(name)) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = ++number;
  }
  return [ends, bytes, bearersEnd, bearers, slots];
}

export class NameTable {
  readonly #hash: Hash;
  readonly #names: Texts;
  readonly #bearersEnd: Int32Array;
  readonly #bearers: Int32Array;
  readonly #slots: Int32Array;

  constructor(sections: Sections, hash: Hash = fnv32) {
    this.#hash = hash;
    this.#names = new Texts(sections.numbers(), sections.bytes());
    this.#bearersEnd = sections.numbers();
    this.#bearers = sections.numbers();
    this.#slots = sections.numbers();
  }

  /** How many different names there are. */
  get size(): number {
    return this.#names.size;
  }

  has(name: string): boolean {
    return this.#find(name) >= 0;
  }

  /** The rows that bear a name, none if nobody does. */
  rows(name: string): readonly number[] {
    const number = this.#find(name);
    if (number < 0) return NOBODY;
    const rows: number[] = [];
    const end = this.#bearersEnd[number]!;
    for (let at = number === 0 ? 0 : this.#bearersEnd[number - 1]!; at < end; at++)
      rows.push(this.#bearers[at]!);
    return rows;
  }

  /** The number of a name, -1 when nobody bears it. */
  number(name: string): number {
    return this.#find(name);
  }

  /** Whether the name of a number is this one. */
  isName(number: number, name: string): boolean {
    return this.#names.is(number, name);
  }

  /** The name of a number, folded. */
  nameText(number: number): string {
    return this.#names.text(number);
  }

  /** Where the bearers of a number begin, for `bearerAt`, and where they end. */
  firstBearer(number: number): number {
    return number === 0 ? 0 : this.#bearersEnd[number - 1]!;
  }

  endOfBearers(number: number): number {
    return this.#bearersEnd[number]!;
  }

  bearerAt(at: number): number {
    return this.#bearers[at]!;
  }

  #find(name: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = mix32(this.#hash(name)) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#names.is(number, name)) return number;
    }
  }
}

const NOBODY: readonly number[] = [];
