/**
 * A binary heap of numbers (ids) by a numeric key, least first; of equal keys the greater id first. Entries are never changed in place:
 * a better or worse entry is pushed, and whoever takes from the heap skips those that are no longer true.
 */
export class KeyedHeap {
  readonly #keys: number[] = [];
  readonly #ids: number[] = [];

  get size(): number {
    return this.#keys.length;
  }

  clear(): void {
    this.#keys.length = 0;
    this.#ids.length = 0;
  }

  push(key: number, id: number): void {
    let at = this.#keys.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(key, id, parent)) break;
      this.#keys[at] = this.#keys[parent]!;
      this.#ids[at] = this.#ids[parent]!;
      at = parent;
    }
    this.#keys[at] = key;
    this.#ids[at] = id;
  }

  /** The least entry for which `holds` says yes, after dropping those before it for which it says no; null when there is none. */
  peek(holds: (key: number, id: number) => boolean): number | null {
    while (this.#keys.length > 0) {
      if (holds(this.#keys[0]!, this.#ids[0]!)) return this.#ids[0]!;
      this.pop();
    }
    return null;
  }

  /** Takes the least entry away. */
  pop(): number | null {
    if (this.#keys.length === 0) return null;
    const top = this.#ids[0]!;
    const key = this.#keys.pop()!;
    const id = this.#ids.pop()!;
    const size = this.#keys.length;
    if (size === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#before(this.#keys[child + 1]!, this.#ids[child + 1]!, child)) child++;
      if (this.#before(key, id, child)) break;
      this.#keys[at] = this.#keys[child]!;
      this.#ids[at] = this.#ids[child]!;
      at = child;
    }
    this.#keys[at] = key;
    this.#ids[at] = id;
    return top;
  }

  #before(key: number, id: number, at: number): boolean {
    const other = this.#keys[at]!;
    return key < other || (key === other && id > this.#ids[at]!);
  }
}
