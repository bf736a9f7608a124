/**
 * A four-ary min-heap of small integers, each with one number as its key, whose elements can be re-keyed and removed. Keys lie
 * beside the elements, so that a sift reads consecutive memory. Where an element stands is kept in a column that heaps may share
 * when an element is never in two of them.
 */
import { FloatColumn, IntColumn } from './columns.ts';

export class IndexedHeap {
  /** Moves made by all sifts: the measure of work that does not depend on the machine. */
  steps = 0;
  readonly #ids = new IntColumn();
  readonly #keys = new FloatColumn();
  #size = 0;
  readonly #places: IntColumn;

  constructor(places: IntColumn) {
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#ids.bytes + this.#keys.bytes;
  }

  /** The element of the smallest key; the heap must not be empty. */
  get top(): number {
    return this.#ids.get(0);
  }

  get topKey(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#keys.get(0);
  }

  keyOf(id: number): number {
    return this.#keys.get(this.#places.get(id));
  }

  push(id: number, key: number): void {
    this.#up(this.#size++, id, key);
  }

  pop(): number {
    const id = this.#ids.get(0);
    this.#removeAt(0);
    return id;
  }

  remove(id: number): void {
    this.#removeAt(this.#places.get(id));
  }

  update(id: number, key: number): void {
    const place = this.#places.get(id);
    if (key < this.#keys.get(place)) this.#up(place, id, key);
    else this.#down(place, id, key);
  }

  #removeAt(place: number): void {
    const last = --this.#size;
    if (place === last) return;
    const id = this.#ids.get(last);
    const key = this.#keys.get(last);
    if (key < this.#keys.get(place)) this.#up(place, id, key);
    else this.#down(place, id, key);
  }

  #up(from: number, id: number, key: number): void {
    const ids = this.#ids;
    const keys = this.#keys;
    const places = this.#places;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      if (keys.get(parent) <= key) break;
      const other = ids.get(parent);
      ids.set(place, other);
      keys.set(place, keys.get(parent));
      places.set(other, place);
      place = parent;
      this.steps++;
    }
    ids.set(place, id);
    keys.set(place, key);
    places.set(id, place);
  }

  #down(from: number, id: number, key: number): void {
    const ids = this.#ids;
    const keys = this.#keys;
    const places = this.#places;
    const size = this.#size;
    let place = from;
    for (;;) {
      let child = 4 * place + 1;
      if (child >= size) break;
      const end = Math.min(child + 4, size);
      let least = keys.get(child);
      for (let other = child + 1; other < end; other++) {
        if (keys.get(other) < least) {
          least = keys.get(other);
          child = other;
        }
      }
      if (least >= key) break;
      const moved = ids.get(child);
      ids.set(place, moved);
      keys.set(place, least);
      places.set(moved, place);
      place = child;
      this.steps++;
    }
    ids.set(place, id);
    keys.set(place, key);
    places.set(id, place);
  }
}
