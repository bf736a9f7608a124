/**
 * Which hosts seem dead. A host that fails again and again, whatever is asked of it, costs a slot and a time-out each time;
 * after so many failures in a row the crawl gives it up, and says so.
 */

const MOST_WATCHED = 50_000;

export class HostHealth {
  readonly #limit: number;
  /** Only hosts whose last request failed are here. */
  readonly #failures = new Map<string, number>();
  readonly #givenUp = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  succeeded(host: string): void {
    this.#failures.delete(host);
  }

  isGivenUp(host: string): boolean {
    return this.#givenUp.has(host);
  }

  /** Failures in a row, as many as it is given up for when it was. */
  failuresOf(host: string): number {
    return this.#givenUp.has(host) ? this.#limit : (this.#failures.get(host) ?? 0);
  }

  /** So many failures in a row were seen by another. */
  learn(host: string, failures: number): void {
    if (failures > this.failuresOf(host)) this.#count(host, failures);
  }

  /** Nothing is known of it any more. */
  forget(host: string): void {
    this.#failures.delete(host);
    this.#givenUp.delete(host);
  }

  /** True when this failure was one too many: the host is given up. */
  failed(host: string): boolean {
    return this.#count(host, (this.#failures.get(host) ?? 0) + 1);
  }

  #count(host: string, failures: number): boolean {
    if (failures >= this.#limit) {
      this.#failures.delete(host);
      // Forgotten ones are only tried again.
      if (this.#givenUp.size >= MOST_WATCHED) this.#givenUp.clear();
      this.#givenUp.add(host);
      return true;
    }
    if (this.#failures.size >= MOST_WATCHED) {
      const [oldest] = this.#failures.keys();
      this.#failures.delete(oldest!);
    }
    this.#failures.set(host, failures);
    return false;
  }
}
