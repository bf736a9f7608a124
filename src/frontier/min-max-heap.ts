/**
 * A min-max heap (Atkinson, Sack, Santoro, Strothotte 1986): smallest and largest key in O(1), both removable in O(log n). Levels
 * alternate: an element on an even level is the smallest of its subtree, on an odd level the largest.
 *
 * Elements are journal entries with their queue and bucket, in columns that grow together.
 */
import { grown } from '../bytes/index.ts';
export class MinMaxHeap {
  steps = 0;
  #keys = new Float64Array(64);
  #entries = new Uint32Array(64);
  #queues = new Int32Array(64);
  #buckets = new Int32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return 20 * this.#keys.length;
  }

  /** Place of the largest key; the heap must not be empty. */
  get maxPlace(): number {
    if (this.#size === 1) return 0;
    return this.#size > 2 && this.#keys[2]! > this.#keys[1]! ? 2 : 1;
  }

  key(place: number): number {
    return this.#keys[place]!;
  }

  entry(place: number): number {
    return this.#entries[place]!;
  }

  queue(place: number): number {
    return this.#queues[place]!;
  }

  bucket(place: number): number {
    return this.#buckets[place]!;
  }

  push(key: number, entry: number, queue: number, bucket: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const place = this.#size++;
    this.#keys[place] = key;
    this.#entries[place] = entry;
    this.#queues[place] = queue;
    this.#buckets[place] = bucket;
    if (place === 0) return;
    const parent = (place - 1) >> 1;
    if (isMinLevel(place)) {
      if (key > this.#keys[parent]!) {
        this.#swap(place, parent);
        this.#up(parent, -1);
      } else this.#up(place, 1);
    } else if (key < this.#keys[parent]!) {
      this.#swap(place, parent);
      this.#up(parent, 1);
    } else this.#up(place, -1);
  }

  /** Removes the smallest (place 0) or the largest (`maxPlace`). */
  removeAt(place: number): void {
    const last = --this.#size;
    if (place === last) return;
    this.#swap(place, last);
    this.#down(place, isMinLevel(place) ? 1 : -1);
  }

  /** `sign` 1 on levels of minima, -1 on levels of maxima. */
  #up(from: number, sign: number): void {
    let place = from;
    while (place > 2) {
      const grandparent = (((place - 1) >> 1) - 1) >> 1;
      if (sign * this.#keys[place]! >= sign * this.#keys[grandparent]!) break;
      this.#swap(place, grandparent);
      place = grandparent;
    }
  }

  #down(from: number, sign: number): void {
    const keys = this.#keys;
    let place = from;
    for (;;) {
      const child = 2 * place + 1;
      if (child >= this.#size) return;
      let best = child;
      const consider = (other: number): void => {
        if (other < this.#size && sign * keys[other]! < sign * keys[best]!) best = other;
      };
      consider(child + 1);
      for (let other = 2 * child + 1; other <= 2 * child + 4; other++) consider(other);
      if (sign * keys[best]! >= sign * keys[place]!) return;
      this.#swap(best, place);
      if (best <= child + 1) return;
      const parent = (best - 1) >> 1;
      if (sign * keys[best]! > sign * keys[parent]!) this.#swap(best, parent);
      place = best;
    }
  }

  #swap(a: number, b: number): void {
    this.steps++;
    const key = this.#keys[a]!;
    this.#keys[a] = this.#keys[b]!;
    this.#keys[b] = key;
    const entry = this.#entries[a]!;
    this.#entries[a] = this.#entries[b]!;
    this.#entries[b] = entry;
    const queue = this.#queues[a]!;
    this.#queues[a] = this.#queues[b]!;
    this.#queues[b] = queue;
    const bucket = this.#buckets[a]!;
    this.#buckets[a] = this.#buckets[b]!;
    this.#buckets[b] = bucket;
  }

  #grow(): void {
    const room = 2 * this.#keys.length;
    this.#keys = grown(this.#keys, room);
    this.#entries = grown(this.#entries, room);
    this.#queues = grown(this.#queues, room);
    this.#buckets = grown(this.#buckets, room);
  }
}

function isMinLevel(place: number): boolean {
  // Level of a place = floor(log2(place + 1)).
  return ((31 - Math.clz32(place + 1)) & 1) === 0;
}
