/**
 * A map that forgets what was not asked for lately: two generations, the older dropped whole when the younger is full. No list to
 * keep in order, so a hit costs one look-up.
 *
 * Keys cut out of a page must be copied first (`ownCopy`): inside the engine a cut-out is a view of the whole page, and would keep it.
 */
export class GenerationalCache<V> {
  readonly #limit: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** Holds at most `capacity` entries, and at least the last half of that. */
  constructor(capacity: number) {
    this.#limit = Math.max(1, capacity >> 1);
  }

  get(key: string): V | undefined {
    const hit = this.#young.get(key);
    if (hit !== undefined) return hit;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#limit && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

/** A copy of a short string with memory of its own. */
export function ownCopy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
