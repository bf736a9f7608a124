/** Who waits for which visit, in a crawl that is told what to fetch. Everybody gets an answer, however a visit, its queue or the crawl ends. */
import type { Lease } from '../frontier/index.ts';
import type { RequestWish } from './requests.ts';
import type { VisitEnd } from './visit-end.ts';

/** Why there will be no visit: the frontier does not take it, or gave it up; its host is given up; the crawl is over. */
export type Unvisited = 'refused' | 'unreachable' | 'ended';

interface Waiter {
  readonly queue: string;
  readonly wish: RequestWish | undefined;
  readonly settle: (end: VisitEnd | Unvisited) => void;
  /** The frontier has it. */
  scheduled: boolean;
}

/** What tells an ask from a visit of the same address; a desk of volunteers marks its second looks in another way. */
const ASK = ' ~ask-';

/** A key of its own each time: the same address may be asked for again, or in parts. */
export function askKey(key: string, ask: string): string {
  return `${key}${ASK}${ask}`;
}

/** Whether a visit was asked for, by the crawl that runs or by one before it. */
export function isAsk(key: string): boolean {
  return key.includes(ASK);
}

export class Asks {
  readonly #waiting = new Map<string, Waiter>();
  readonly #retired = new Set<string>();

  await(key: string, queue: string, wish?: RequestWish): Promise<VisitEnd | Unvisited> {
    return new Promise((settle) => this.#waiting.set(key, { queue, wish, settle, scheduled: false }));
  }

  /** Those whom nobody has answered yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  isAwaited(key: string): boolean {
    return this.#waiting.has(key);
  }

  readonly wishFor = (lease: Lease): RequestWish | undefined => this.#waiting.get(lease.key)?.wish;

  readonly onEnd = (end: VisitEnd): void => this.#settle(end.lease.key, end);

  scheduled(key: string): void {
    const waiter = this.#waiting.get(key);
    if (waiter) waiter.scheduled = true;
  }

  /** The frontier does not take it. */
  refuse(key: string): void {
    const waiter = this.#waiting.get(key);
    if (waiter) this.#settle(key, this.#retired.has(waiter.queue) ? 'unreachable' : 'refused');
  }

  /** Nothing of this queue will be visited any more. */
  retired(queue: string): void {
    this.#retired.add(queue);
    for (const [key, waiter] of this.#waiting) if (waiter.queue === queue) this.#settle(key, 'unreachable');
  }

  /** The frontier has nothing to visit: what it took is not there any more, for whatever reason. */
  stranded(): void {
    for (const [key, { scheduled }] of this.#waiting) if (scheduled) this.refuse(key);
  }

  /** Nothing more will end. */
  close(): void {
    for (const key of this.#waiting.keys()) this.#settle(key, 'ended');
  }

  #settle(key: string, end: VisitEnd | Unvisited): void {
    this.#waiting.get(key)?.settle(end);
    this.#waiting.delete(key);
  }
}
