/** Who waits for which visit, in a crawl that is told what to fetch. */
import type { Lease } from '../frontier/index.ts';
import type { RequestWish } from './requests.ts';
import type { VisitEnd } from './visit-end.ts';

interface Waiter {
  readonly wish: RequestWish | undefined;
  readonly settle: (end: VisitEnd | null) => void;
}

export class Asks {
  readonly #waiting = new Map<string, Waiter>();

  await(key: string, wish?: RequestWish): Promise<VisitEnd | null> {
    return new Promise((settle) => this.#waiting.set(key, { wish, settle }));
  }

  readonly wishFor = (lease: Lease): RequestWish | undefined => this.#waiting.get(lease.key)?.wish;

  readonly onEnd = (end: VisitEnd): void => {
    this.#waiting.get(end.lease.key)?.settle(end);
    this.#waiting.delete(end.lease.key);
  };

  /** The frontier does not take it. */
  refuse(key: string): void {
    this.#waiting.get(key)?.settle(null);
    this.#waiting.delete(key);
  }

  /** Nothing more will end. */
  close(): void {
    for (const { settle } of this.#waiting.values()) settle(null);
    this.#waiting.clear();
  }
}
