/** The best so many of a stream of documents: a heap with the worst at its root, in flat arrays. Equal ones go by identity, the lower first. */
export class TopHits {
  readonly #limit: number;
  #size = 0;
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  readonly #ids: Float64Array;
  /** Which place of the caller's arrays an entry has. */
  readonly #slots: Uint32Array;

  constructor(limit: number) {
    this.#limit = limit;
    this.#first = new Float64Array(limit);
    this.#second = new Float64Array(limit);
    this.#ids = new Float64Array(limit);
    this.#slots = new Uint32Array(limit);
  }

  get size(): number {
    return this.#size;
  }

  /** What a document must reach at least to come in. */
  get threshold(): number {
    return this.#size < this.#limit ? Number.NEGATIVE_INFINITY : this.#first[0]!;
  }

  /** Takes a document in: returns the slot in which the caller keeps the rest of it, or -1 when it is not among the best. */
  offer(first: number, second: number, id: number): number {
    if (this.#size < this.#limit) {
      const slot = this.#size++;
      this.#rise(slot, first, second, id, slot);
      return slot;
    }
    if (this.#limit === 0 || !this.#better(first, second, id, 0)) return -1;
    const slot = this.#slots[0]!;
    this.#sink(0, this.#size, first, second, id, slot);
    return slot;
  }

  #better(first: number, second: number, id: number, at: number): boolean {
    if (first !== this.#first[at]!) return first > this.#first[at]!;
    if (second !== this.#second[at]!) return second > this.#second[at]!;
    return id < this.#ids[at]!;
  }

  #put(at: number, first: number, second: number, id: number, slot: number): void {
    this.#first[at] = first;
    this.#second[at] = second;
    this.#ids[at] = id;
    this.#slots[at] = slot;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#first[from]!, this.#second[from]!, this.#ids[from]!, this.#slots[from]!);
  }

  #rise(from: number, first: number, second: number, id: number, slot: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#better(first, second, id, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, first, second, id, slot);
  }

  #sink(from: number, size: number, first: number, second: number, id: number, slot: number): void {
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= size) break;
      if (
        child + 1 < size &&
        this.#better(this.#first[child]!, this.#second[child]!, this.#ids[child]!, child + 1)
      )
        child++;
      if (!this.#better(first, second, id, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, first, second, id, slot);
  }

  /** Slots and identities, best first; the heap is empty afterwards. */
  drain(): { readonly slots: Uint32Array; readonly ids: Float64Array } {
    const size = this.#size;
    const slots = new Uint32Array(size);
    const ids = new Float64Array(size);
    for (let left = size; left > 0; left--) {
      slots[left - 1] = this.#slots[0]!;
      ids[left - 1] = this.#ids[0]!;
      const end = left - 1;
      this.#sink(0, end, this.#first[end]!, this.#second[end]!, this.#ids[end]!, this.#slots[end]!);
    }
    this.#size = 0;
    return { slots, ids };
  }
}
