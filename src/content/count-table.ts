/**
 * How often 64-bit keys were seen, in bounded memory: open addressing in typed arrays. When it is full, keys seen once or twice and not
 * lately go first (as in lossy counting): what a template repeats is seen again long before it is forgotten, what an article says is
 * not.
 */
const FIRST_SIZE = 1024;
const LOAD = 0.7;
const PROBES = 64;

/** Numbers kept with each key. */
export const COUNTERS = 4;

export class CountTable {
  readonly #limit: number;
  #size: number;
  #used = 0;
  #hi: Uint32Array;
  #lo: Uint32Array;
  /** Page on which the key was seen last, from 1; 0 for a free place. */
  #last: Uint32Array;
  #counts: Uint16Array;

  /** `limit`: places, a power of two. 20 bytes each. */
  constructor(limit: number) {
    this.#limit = Math.max(FIRST_SIZE, limit);
    this.#size = FIRST_SIZE;
    this.#hi = new Uint32Array(FIRST_SIZE);
    this.#lo = new Uint32Array(FIRST_SIZE);
    this.#last = new Uint32Array(FIRST_SIZE);
    this.#counts = new Uint16Array(FIRST_SIZE * COUNTERS);
  }

  get used(): number {
    return this.#used;
  }

  get bytes(): number {
    return this.#size * (12 + 2 * COUNTERS);
  }

  /** The place of a key, or -1. */
  find(hi: number, lo: number): number {
    const mask = this.#size - 1;
    let at = (lo ^ Math.imul(hi, 0x9e3779b1)) & mask;
    for (let i = 0; i < this.#size; i++) {
      if (this.#last[at] === 0) return -1;
      if (this.#lo[at] === lo && this.#hi[at] === hi) return at;
      at = (at + 1) & mask;
      if (i > PROBES * 16) return -1;
    }
    return -1;
  }

  /** The place of a key, made if need be. */
  place(hi: number, lo: number, page: number): number {
    const found = this.find(hi, lo);
    if (found >= 0) return found;
    if (this.#used >= this.#size * LOAD) this.#makeRoom(page);
    const mask = this.#size - 1;
    let at = (lo ^ Math.imul(hi, 0x9e3779b1)) & mask;
    while (this.#last[at] !== 0) at = (at + 1) & mask;
    this.#hi[at] = hi;
    this.#lo[at] = lo;
    this.#last[at] = 0xffffffff;
    this.#counts.fill(0, at * COUNTERS, at * COUNTERS + COUNTERS);
    this.#used++;
    return at;
  }

  lastPage(place: number): number {
    return this.#last[place]!;
  }

  see(place: number, page: number): void {
    this.#last[place] = page;
  }

  count(place: number, counter: number): number {
    return this.#counts[place * COUNTERS + counter]!;
  }

  add(place: number, counter: number, amount: number): void {
    const at = place * COUNTERS + counter;
    this.#counts[at] = Math.min(0xffff, this.#counts[at]! + amount);
  }

  #makeRoom(page: number): void {
    if (this.#size < this.#limit) {
      this.#rebuild(this.#size * 2, () => true);
      return;
    }
    // First what was seen on one page and long ago, then more.
    const age = Math.max(64, page >> 3);
    for (let rare = 1; this.#used >= this.#size * LOAD * 0.6 && rare <= 64; rare *= 2)
      this.#rebuild(this.#size, (count, last) => count > rare || page - last < age / rare);
    if (this.#used >= this.#size * LOAD) this.#rebuild(this.#size, (_, last) => page - last < 16);
    if (this.#used >= this.#size * LOAD) this.#rebuild(this.#size, () => false);
  }

  #rebuild(size: number, keep: (count: number, last: number) => boolean): void {
    const hi = this.#hi;
    const lo = this.#lo;
    const last = this.#last;
    const counts = this.#counts;
    const old = this.#size;
    this.#size = size;
    this.#hi = new Uint32Array(size);
    this.#lo = new Uint32Array(size);
    this.#last = new Uint32Array(size);
    this.#counts = new Uint16Array(size * COUNTERS);
    this.#used = 0;
    const mask = size - 1;
    for (let i = 0; i < old; i++) {
      const seen = last[i]!;
      if (seen === 0 || (seen !== 0xffffffff && !keep(counts[i * COUNTERS]!, seen))) continue;
      let at = (lo[i]! ^ Math.imul(hi[i]!, 0x9e3779b1)) & mask;
      while (this.#last[at] !== 0) at = (at + 1) & mask;
      this.#hi[at] = hi[i]!;
      this.#lo[at] = lo[i]!;
      this.#last[at] = seen;
      for (let k = 0; k < COUNTERS; k++) this.#counts[at * COUNTERS + k] = counts[i * COUNTERS + k]!;
      this.#used++;
    }
  }

  /** Bytes that `CountTable.load` reads. */
  save(): Uint8Array {
    const width = 12 + 2 * COUNTERS;
    const bytes = new Uint8Array(4 + this.#used * width);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, this.#used, true);
    let at = 4;
    for (let i = 0; i < this.#size; i++) {
      if (this.#last[i] === 0) continue;
      view.setUint32(at, this.#hi[i]!, true);
      view.setUint32(at + 4, this.#lo[i]!, true);
      view.setUint32(at + 8, this.#last[i]!, true);
      for (let k = 0; k < COUNTERS; k++)
        view.setUint16(at + 12 + 2 * k, this.#counts[i * COUNTERS + k]!, true);
      at += width;
    }
    return bytes;
  }

  static load(bytes: Uint8Array, limit: number): CountTable {
    const table = new CountTable(limit);
    const width = 12 + 2 * COUNTERS;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const used =
      bytes.length < 4 ? 0 : Math.min(view.getUint32(0, true), Math.floor((bytes.length - 4) / width));
    for (let i = 0; i < used; i++) {
      const at = 4 + i * width;
      const last = Math.max(1, view.getUint32(at + 8, true));
      const place = table.place(view.getUint32(at, true), view.getUint32(at + 4, true), last);
      table.see(place, last);
      for (let k = 0; k < COUNTERS; k++)
        table.#counts[place * COUNTERS + k] = view.getUint16(at + 12 + 2 * k, true);
    }
    return table;
  }
}
