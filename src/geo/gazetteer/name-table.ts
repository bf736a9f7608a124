/**
 * Names and the rows that bear them: a table of hash codes whose every hit is confirmed by comparing the names themselves, so that two
 * names with one code are never taken for each other. Names come folded (`foldWords`).
 */
import { fnv32, grown } from '../../bytes/index.ts';

export class NameTable {
  readonly #hash: (name: string) => number;
  readonly #names: string[] = [];
  #hashes = new Int32Array(1024);
  /** First bearer of each name. */
  #first = new Int32Array(1024);
  /** 1 + number of the name, 0 for an empty slot. */
  #slots = new Int32Array(4096);
  #bearers: number[] = [];
  #next: number[] = [];

  constructor(hash: (name: string) => number = fnv32) {
    this.#hash = hash;
  }

  /** How many different names there are. */
  get size(): number {
    return this.#names.length;
  }

  /** Says that a row bears a name; bearers are kept in the order of their coming. */
  add(name: string, row: number): void {
    if (name === '') return;
    let number = this.#find(name);
    if (number < 0) number = this.#insert(name);
    const bearer = this.#bearers.length;
    let at = this.#first[number]!;
    if (at < 0) this.#first[number] = bearer;
    else {
      for (;;) {
        if (this.#bearers[at] === row) return;
        const next = this.#next[at]!;
        if (next < 0) break;
        at = next;
      }
      this.#next[at] = bearer;
    }
    this.#bearers.push(row);
    this.#next.push(-1);
  }

  has(name: string): boolean {
    return this.#find(name) >= 0;
  }

  /** The rows that bear a name, none if nobody does. */
  rows(name: string): readonly number[] {
    const number = this.#find(name);
    if (number < 0) return NOBODY;
    const rows: number[] = [];
    for (let at = this.#first[number]!; at >= 0; at = this.#next[at]!) rows.push(this.#bearers[at]!);
    return rows;
  }

  #find(name: string): number {
    const hash = this.#hash(name) | 0;
    const mask = this.#slots.length - 1;
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#hashes[number] === hash && this.#names[number] === name) return number;
    }
  }

  #insert(name: string): number {
    const number = this.#names.length;
    if (number === this.#first.length) {
      this.#first = grown(this.#first);
      this.#hashes = grown(this.#hashes);
    }
    if ((number + 1) * 2 > this.#slots.length) {
      this.#slots = new Int32Array(this.#slots.length * 4);
      for (let i = 0; i < number; i++) this.#place(this.#hashes[i]!, i);
    }
    this.#names.push(name);
    this.#hashes[number] = this.#hash(name) | 0;
    this.#first[number] = -1;
    this.#place(this.#hashes[number], number);
    return number;
  }

  #place(hash: number, number: number): void {
    const mask = this.#slots.length - 1;
    let slot = spread(hash) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }
}

const NOBODY: readonly number[] = [];

function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
