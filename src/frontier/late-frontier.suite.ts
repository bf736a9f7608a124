/**
 * A frontier that answers later, as one on another machine does: what is asked of it waits its turn. It keeps the promises of the port
 * and no more, so whoever works with it leans on nothing that only the embedded one gives.
 */
import type { AddCounts, Candidate, Frontier, FrontierCounts, Lease, LeaseEnd, Leftover } from './port.ts';

export class LateFrontier implements Frontier {
  readonly #inner: Frontier;
  /** What was asked last; the next waits for it. */
  #last: Promise<unknown> = Promise.resolve();
  /** Calls of `end` that were under way at once, at the most. */
  mostEnding = 0;
  #ending = 0;

  constructor(inner: Frontier) {
    this.#inner = inner;
  }

  schedule(candidates: Iterable<Candidate>): Promise<AddCounts> {
    const all = [...candidates];
    return this.inTurn(() => this.#inner.schedule(all));
  }

  lease(most: number): ReturnType<Frontier['lease']> {
    return this.inTurn(() => this.#inner.lease(most));
  }

  bind(lease: Lease, address: string): Promise<number> {
    return this.inTurn(() => this.#inner.bind(lease, address));
  }

  passBy(lease: Lease, queue: string, address: string): Promise<number> {
    return this.inTurn(() => this.#inner.passBy(lease, queue, address));
  }

  async end(ends: readonly LeaseEnd[]): Promise<void> {
    this.mostEnding = Math.max(this.mostEnding, ++this.#ending);
    try {
      await this.inTurn(() => this.#inner.end(ends));
    } finally {
      this.#ending--;
    }
  }

  setDelay(queue: string, delay: number): Promise<void> {
    return this.inTurn(() => this.#inner.setDelay(queue, delay));
  }

  restUntil(queue: string, time: number): Promise<void> {
    return this.inTurn(() => this.#inner.restUntil(queue, time));
  }

  retire(queue: string, reason: string): Promise<number> {
    return this.inTurn(() => this.#inner.retire(queue, reason));
  }

  counts(): FrontierCounts {
    return this.#inner.counts();
  }

  resume(): Promise<Leftover> {
    return this.inTurn(() => this.#inner.resume());
  }

  close(): Promise<void> {
    return this.inTurn(() => this.#inner.close());
  }

  protected inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => new Promise((resolve) => setImmediate(resolve))).then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }
}
