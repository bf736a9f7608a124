/**
 * How often 64-bit keys were seen, in bounded memory: open addressing in typed arrays. When it is full, what was seen seldom and long ago
 * goes first: what a template repeats is seen again long before it is forgotten, what an article says is not.
 */
const FIRST_SIZE = 1024;
const LOAD = 0.7;
/** Of the keys that fit, the share kept when room is made. */
const KEPT = 0.6;
/** A site may choose texts whose keys fall together; beyond so many steps a stranger's place is taken. */
const MOST_STEPS = 1024;
const LARGEST = 0xffffffff;
/** In place of a page: made, and not seen yet. */
const UNSEEN = 0xffffffff;

export interface CountTableOptions {
  /** Places; a power of two, or the next one is taken. */
  readonly limit: number;
  /** Numbers kept with each key, 32 bits each. The first says how often it was seen. */
  readonly counters: number;
  /** Whether keys with this high half are of use any longer; asked when room is made. */
  readonly isAlive?: (hi: number) => boolean;
}

export class CountTable {
  readonly #limit: number;
  readonly #counters: number;
  readonly #isAlive: (hi: number) => boolean;
  #size = FIRST_SIZE;
  #used = 0;
  #hi: Uint32Array;
  #lo: Uint32Array;
  /** Page on which the key was seen last, from 1; 0 for a free place. */
  #last: Uint32Array;
  #counts: Uint32Array;

  constructor({ limit, counters, isAlive = () => true }: CountTableOptions) {
    this.#limit = Math.max(FIRST_SIZE, limit);
    this.#counters = counters;
    this.#isAlive = isAlive;
    this.#hi = new Uint32Array(FIRST_SIZE);
    this.#lo = new Uint32Array(FIRST_SIZE);
    this.#last = new Uint32Array(FIRST_SIZE);
    this.#counts = new Uint32Array(FIRST_SIZE * counters);
  }

  get used(): number {
    return this.#used;
  }

  get bytes(): number {
    return this.#size * (12 + 4 * this.#counters);
  }

  /** The place of a key, or -1. */
  find(hi: number, lo: number): number {
    const mask = this.#size - 1;
    let at = home(hi, lo) & mask;
    for (let steps = 0; steps < MOST_STEPS && this.#last[at] !== 0; steps++) {
      if (this.#lo[at] === lo && this.#hi[at] === hi) return at;
      at = (at + 1) & mask;
    }
    return -1;
  }

  /** The place of a key, made if need be. Places move when another is made. */
  place(hi: number, lo: number, page: number): number {
    const found = this.find(hi, lo);
    if (found >= 0) return found;
    if (this.#used >= this.#size * LOAD) this.#makeRoom(page);
    const at = this.#free(hi, lo);
    this.#hi[at] = hi;
    this.#lo[at] = lo;
    this.#last[at] = UNSEEN;
    this.#counts.fill(0, at * this.#counters, (at + 1) * this.#counters);
    return at;
  }

  lastPage(place: number): number {
    return this.#last[place]!;
  }

  see(place: number, page: number): void {
    this.#last[place] = page;
  }

  count(place: number, counter: number): number {
    return this.#counts[place * this.#counters + counter]!;
  }

  /** What would not fit halves all numbers of the key, so that they keep their proportions. */
  add(place: number, counter: number, amount: number): void {
    const from = place * this.#counters;
    while (this.#counts[from + counter]! + amount > LARGEST)
      for (let k = from; k < from + this.#counters; k++) this.#counts[k]! >>>= 1;
    this.#counts[from + counter]! += amount;
  }

  /** A place for a key that has none. */
  #free(hi: number, lo: number): number {
    const mask = this.#size - 1;
    let at = home(hi, lo) & mask;
    for (let steps = 1; this.#last[at] !== 0 && steps < MOST_STEPS; steps++) at = (at + 1) & mask;
    if (this.#last[at] === 0) this.#used++;
    return at;
  }

  #makeRoom(page: number): void {
    if (this.#size < this.#limit) {
      this.#rebuild(this.#size * 2, () => true);
      return;
    }
    this.#rebuild(this.#size, this.#best(page, this.#size * LOAD * KEPT, this.#isAlive));
  }

  /** Whether a place is among the best, of which there are at most so many. */
  #best(page: number, most: number, isAlive: (hi: number) => boolean): (place: number) => boolean {
    // Ranks from 1; 0 for what goes anyway.
    const ranks = new Uint16Array(this.#size);
    const found = new Uint32Array(RANKS + 1);
    for (let i = 0; i < this.#size; i++) {
      if (this.#last[i] === 0 || !isAlive(this.#hi[i]!)) continue;
      ranks[i] = 1 + rank(page - this.#last[i]!, this.#counts[i * this.#counters]!);
      found[ranks[i]!]!++;
    }
    let last = 0;
    for (let kept = 0; last < RANKS && kept + found[last + 1]! <= most; last++) kept += found[last + 1]!;
    return (i) => ranks[i]! > 0 && ranks[i]! <= last;
  }

  #rebuild(size: number, keep: (place: number) => boolean): void {
    const hi = this.#hi;
    const lo = this.#lo;
    const last = this.#last;
    const counts = this.#counts;
    const width = this.#counters;
    this.#size = size;
    this.#hi = new Uint32Array(size);
    this.#lo = new Uint32Array(size);
    this.#last = new Uint32Array(size);
    this.#counts = new Uint32Array(size * width);
    this.#used = 0;
    for (let i = 0; i < last.length; i++) {
      if (last[i] === 0 || !keep(i)) continue;
      const at = this.#free(hi[i]!, lo[i]!);
      this.#hi[at] = hi[i]!;
      this.#lo[at] = lo[i]!;
      this.#last[at] = last[i]!;
      for (let k = 0; k < width; k++) this.#counts[at * width + k] = counts[i * width + k]!;
    }
  }

  /** Bytes that `CountTable.load` reads. */
  save(): Uint8Array {
    return this.#saved((i) => this.#last[i] !== 0);
  }

  /** The same of what is worth most, as when room is made on this page: of no more than so many keys, whose high halves are wanted. */
  saveBest(page: number, most: number, isWanted: (hi: number) => boolean): Uint8Array {
    return this.#saved(this.#best(page, most, isWanted));
  }

  #saved(keeps: (place: number) => boolean): Uint8Array {
    const width = 12 + 4 * this.#counters;
    const bytes = new Uint8Array(this.#used * width);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (let i = 0; i < this.#size; i++) {
      if (!keeps(i)) continue;
      view.setUint32(at, this.#hi[i]!, true);
      view.setUint32(at + 4, this.#lo[i]!, true);
      view.setUint32(at + 8, this.#last[i]!, true);
      for (let k = 0; k < this.#counters; k++)
        view.setUint32(at + 12 + 4 * k, this.#counts[i * this.#counters + k]!, true);
      at += width;
    }
    return bytes.subarray(0, at);
  }

  /** Throws for bytes that `save` cannot have written. */
  static load(bytes: Uint8Array, options: CountTableOptions): CountTable {
    const table = new CountTable(options);
    const width = 12 + 4 * table.#counters;
    if (bytes.length % width !== 0 || bytes.length / width > 2 * table.#limit)
      throw new Error('a table is not whole');
    while (bytes.length / width >= table.#size * LOAD && table.#size < table.#limit)
      table.#rebuild(table.#size * 2, () => true);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += width) {
      const last = view.getUint32(at + 8, true);
      if (last === 0) throw new Error('a table has a place that is free');
      const place = table.place(view.getUint32(at, true), view.getUint32(at + 4, true), last);
      table.see(place, last);
      for (let k = 0; k < table.#counters; k++)
        table.#counts[place * table.#counters + k] = view.getUint32(at + 12 + 4 * k, true);
    }
    return table;
  }
}

function home(hi: number, lo: number): number {
  return lo ^ Math.imul(hi, 0x9e3779b1);
}

/** Quarters of an octave. */
const FINENESS = 4;
const OCTAVES = 32;
const RANKS = FINENESS * OCTAVES * 3 + 1;

/** Who goes first when there is no room, the larger: pages since it was seen, by the square of how often it was. */
function rank(age: number, count: number): number {
  const octave = Math.log2(Math.max(0, age) + 1) - 2 * Math.log2(Math.max(1, count)) + 2 * OCTAVES;
  return Math.floor(FINENESS * octave);
}
