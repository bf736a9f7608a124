/**
 * Which politeness queues seem dead. A host that fails again and again, whatever is asked of it, costs a slot and a time-out each time;
 * after so many failures in a row the crawl gives it up, and says so.
 */

const MOST_WATCHED = 50_000;

export class HostHealth {
  readonly #limit: number;
  /** Only queues whose last request failed are here. */
  readonly #failures = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  succeeded(queue: string): void {
    this.#failures.delete(queue);
  }

  /** True when this failure was one too many. */
  failed(queue: string): boolean {
    const failures = (this.#failures.get(queue) ?? 0) + 1;
    if (failures >= this.#limit) {
      this.#failures.delete(queue);
      return true;
    }
    if (this.#failures.size >= MOST_WATCHED) {
      const [oldest] = this.#failures.keys();
      this.#failures.delete(oldest);
    }
    this.#failures.set(queue, failures);
    return false;
  }
}
