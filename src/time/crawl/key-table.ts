/**
 * URL keys as rows of columns: a key is hashed to 53 bits, its row is its place of arrival, and no string is kept. With a million keys the
 * chance that any two meet is about one in 18,000; two that do share their counts.
 */
import { grown } from '../../bytes/index.ts';

export class KeyTable {
  /** By row. */
  #hashes = new Float64Array(1024);
  /** 1 + row, by slot; 0 is free. */
  #slots = new Uint32Array(2048);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Row of a hash, −1 when it is new. */
  find(hash: number): number {
    return this.#slots[this.#slot(hash)]! - 1;
  }

  /** Row of a hash, which is entered if it is new. */
  enter(hash: number): number {
    const slot = this.#slot(hash);
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1;
    if (this.#size === this.#hashes.length) {
      this.#hashes = grown(this.#hashes);
      this.#rebuild();
      return this.enter(hash);
    }
    this.#hashes[this.#size] = hash;
    this.#slots[slot] = ++this.#size;
    return this.#size - 1;
  }

  hashes(): Float64Array {
    return this.#hashes.slice(0, this.#size);
  }

  static of(hashes: Float64Array): KeyTable {
    const table = new KeyTable();
    for (const hash of hashes) table.enter(hash);
    return table;
  }

  #slot(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = ((hash | 0) ^ Math.floor(hash / 0x1_0000_0000)) & mask;
    for (;;) {
      const row = this.#slots[slot]!;
      if (row === 0 || this.#hashes[row - 1] === hash) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rebuild(): void {
    this.#slots = new Uint32Array(this.#hashes.length * 2);
    for (let row = 0; row < this.#size; row++) this.#slots[this.#slot(this.#hashes[row]!)] = row + 1;
  }
}
