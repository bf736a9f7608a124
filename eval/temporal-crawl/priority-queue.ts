/**
 * The order of the frontier's policy `priority` in memory, for one polite queue and no waiting: smaller priority first, then fewer path
 * slashes, then the earlier entry; an improved entry counts as entered when it was improved. A test holds it to the frontier itself.
 */
export class PriorityQueue<T> {
  readonly #buckets = new Map<number, T[]>();
  readonly #heads = new Map<number, number>();
  readonly #best = new Map<T, number>();
  readonly #taken = new Set<T>();

  add(item: T, priority: number, depth = 0): 'added' | 'improved' | 'duplicate' {
    if (this.#taken.has(item)) return 'duplicate';
    const bucket = priority * 256 + depth;
    const before = this.#best.get(item);
    if (before !== undefined && before <= bucket) return 'duplicate';
    this.#best.set(item, bucket);
    const list = this.#buckets.get(bucket);
    if (list) list.push(item);
    else this.#buckets.set(bucket, [item]);
    return before === undefined ? 'added' : 'improved';
  }

  next(): T | undefined {
    for (const bucket of [...this.#buckets.keys()].sort((a, b) => a - b)) {
      const list = this.#buckets.get(bucket)!;
      let head = this.#heads.get(bucket) ?? 0;
      while (head < list.length) {
        const item = list[head++]!;
        this.#heads.set(bucket, head);
        if (this.#taken.has(item) || this.#best.get(item) !== bucket) continue;
        this.#taken.add(item);
        this.#best.delete(item);
        return item;
      }
      this.#buckets.delete(bucket);
      this.#heads.delete(bucket);
    }
    return undefined;
  }
}
