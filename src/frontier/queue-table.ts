/**
 * The politeness queues: forty bytes each in pages of typed arrays, found by the 64-bit fingerprint of their name. Names are in
 * the journal only. Numbers are given from 0 in order of appearance and are never used again for another queue.
 */
import { IntColumn } from './columns.ts';

const ROW_BITS = 10;
const ROWS = 1 << ROW_BITS;
const ROW_MASK = ROWS - 1;
const WORDS = 10;

// Words of a row. The first two are one Float64.
const NAME_HI = 2;
const NAME_LO = 3;
const NAME_RECORD = 4;
const DELAY = 5;
const QUEUED = 6;
const COLLECTED = 7;
const FIRST_CHAIN = 8;
const FLAGS = 9;

const RETIRED = 1;
const IN_FLIGHT = 2;
const PASSED_BY = 4;
const STANDING_SHIFT = 8;
const STANDING_MASK = 7 << STANDING_SHIFT;

export class QueueTable {
  readonly #pages: Int32Array[] = [];
  readonly #times: Float64Array[] = [];
  #count = 0;
  /** Queue number + 1 by name fingerprint, linear probing. */
  #index = new IntColumn();
  #slots = 64;

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#pages.length * ROWS * WORDS * 4 + this.#index.bytes;
  }

  /** The queue of a name's fingerprint, or -1. `confirm` is asked, with the position of the name's record, when it matters. */
  find(hi: number, lo: number, confirm?: (record: number) => boolean): number {
    const mask = this.#slots - 1;
    let slot = lo & mask;
    for (;;) {
      const queue = this.#index.get(slot) - 1;
      if (queue < 0) return -1;
      const page = this.#pages[queue >>> ROW_BITS]!;
      const row = (queue & ROW_MASK) * WORDS;
      if (page[row + NAME_LO] === lo && page[row + NAME_HI] === hi) {
        if (confirm === undefined || confirm(page[row + NAME_RECORD]! >>> 0)) return queue;
      }
      slot = (slot + 1) & mask;
    }
  }

  add(hi: number, lo: number, record: number): number {
    const queue = this.#count++;
    if ((queue & ROW_MASK) === 0) {
      const page = new Int32Array(ROWS * WORDS);
      this.#pages.push(page);
      this.#times.push(new Float64Array(page.buffer));
    }
    const page = this.#pages[queue >>> ROW_BITS]!;
    const row = (queue & ROW_MASK) * WORDS;
    page[row + NAME_HI] = hi;
    page[row + NAME_LO] = lo;
    page[row + NAME_RECORD] = record;
    if (this.#count * 4 > this.#slots * 3) this.#rehash();
    else this.#place(queue, lo);
    return queue;
  }

  nameRecord(queue: number): number {
    return this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + NAME_RECORD]! >>> 0;
  }

  /** Steady time before which nothing of the queue may be fetched. */
  nextAt(queue: number): number {
    return this.#times[queue >>> ROW_BITS]![((queue & ROW_MASK) * WORDS) >> 1]!;
  }

  setNextAt(queue: number, time: number): void {
    this.#times[queue >>> ROW_BITS]![((queue & ROW_MASK) * WORDS) >> 1] = time;
  }

  /** The delay asked for this queue, ms; 0 when none was. */
  delay(queue: number): number {
    return this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + DELAY]! >>> 0;
  }

  setDelay(queue: number, delay: number): void {
    this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + DELAY] = Math.min(
      0xffffffff,
      Math.ceil(delay),
    );
  }

  queued(queue: number): number {
    return this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + QUEUED]!;
  }

  addQueued(queue: number, change: number): void {
    this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + QUEUED]! += change;
  }

  collected(queue: number): number {
    return this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + COLLECTED]!;
  }

  addCollected(queue: number, change: number): void {
    this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + COLLECTED]! += change;
  }

  /** Links of the queue now waiting and pages of it already collected: the penalty of the horizontal policies. */
  penalty(queue: number): number {
    const page = this.#pages[queue >>> ROW_BITS]!;
    const row = (queue & ROW_MASK) * WORDS;
    return page[row + QUEUED]! + page[row + COLLECTED]!;
  }

  /** First of the queue's chains, or 0. */
  firstChain(queue: number): number {
    return this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FIRST_CHAIN]!;
  }

  setFirstChain(queue: number, chain: number): void {
    this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FIRST_CHAIN] = chain;
  }

  isRetired(queue: number): boolean {
    return (this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FLAGS]! & RETIRED) !== 0;
  }

  retire(queue: number): void {
    this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FLAGS]! |= RETIRED;
  }

  isInFlight(queue: number): boolean {
    return (this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FLAGS]! & IN_FLIGHT) !== 0;
  }

  setInFlight(queue: number, inFlight: boolean): void {
    const page = this.#pages[queue >>> ROW_BITS]!;
    const at = (queue & ROW_MASK) * WORDS + FLAGS;
    page[at] = inFlight ? page[at]! | IN_FLIGHT : page[at]! & ~IN_FLIGHT;
  }

  /** A lease of another queue makes an access to this one. */
  isPassedBy(queue: number): boolean {
    return (this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FLAGS]! & PASSED_BY) !== 0;
  }

  setPassedBy(queue: number, passedBy: boolean): void {
    const page = this.#pages[queue >>> ROW_BITS]!;
    const at = (queue & ROW_MASK) * WORDS + FLAGS;
    page[at] = passedBy ? page[at]! | PASSED_BY : page[at]! & ~PASSED_BY;
  }

  /** An access to the queue is under way, by a lease of it or of another. */
  isInUse(queue: number): boolean {
    const flags = this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FLAGS]!;
    return (flags & (IN_FLIGHT | PASSED_BY)) !== 0;
  }

  /** Where the schedule holds the queue: a small number of its own meaning. */
  standing(queue: number): number {
    return (
      (this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + FLAGS]! & STANDING_MASK) >>>
      STANDING_SHIFT
    );
  }

  setStanding(queue: number, standing: number): void {
    const page = this.#pages[queue >>> ROW_BITS]!;
    const at = (queue & ROW_MASK) * WORDS + FLAGS;
    page[at] = (page[at]! & ~STANDING_MASK) | (standing << STANDING_SHIFT);
  }

  #place(queue: number, lo: number): void {
    const mask = this.#slots - 1;
    let slot = lo & mask;
    while (this.#index.get(slot) !== 0) slot = (slot + 1) & mask;
    this.#index.set(slot, queue + 1);
  }

  #rehash(): void {
    this.#index = new IntColumn();
    this.#slots *= 2;
    for (let queue = 0; queue < this.#count; queue++) {
      this.#place(queue, this.#pages[queue >>> ROW_BITS]![(queue & ROW_MASK) * WORDS + NAME_LO]!);
    }
  }
}
