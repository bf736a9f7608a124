/**
 * A ceiling on the bytes received in a second, over all requests together. A bucket fills with the permitted rate; what arrives
 * takes from it, and when it is empty the bodies stop being read, so that TCP makes the senders wait. Bytes that arrive all the same
 * are a debt that later ones pay.
 */

export interface Clock {
  now(): number;
  setTimeout(then: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  setTimeout: (then, ms) => setTimeout(then, ms).unref(),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

export interface BandwidthOptions {
  readonly bytesPerSecond: number;
  /** How much of an unused past may be caught up on, in ms of the rate. Bounds the overshoot of any window. */
  readonly burstMs?: number;
  readonly clock?: Clock;
}

/** Says whether the reader is still there and went on. */
export type Waiter = () => boolean;

/** What a reader that is let go is reckoned to bring with its next read. */
const READ_SIZE = 16_384;
/** A reader that has brought nothing for about this long waits for its server, and is no longer reckoned with. In ms. */
const FORGET_MS = 250;
/** Overdraft, in ms of the rate: without it, readers that wait for slow servers would leave the line half empty. */
const OVERDRAFT_MS = 250;
/** Held readers are looked at again after so long at the latest, in ms. */
const MAX_WAIT = 100;

export class BandwidthLimiter {
  readonly #clock: Clock;
  readonly #burstMs: number;
  #rate: number;
  #tokens = 0;
  /** Bytes that the readers let go will bring soon. */
  #expected = 0;
  #filledAt: number;
  #waiting: Waiter[] = [];
  #head = 0;
  #timer: unknown = null;

  constructor(options: BandwidthOptions) {
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#rate = options.bytesPerSecond;
    this.#burstMs = options.burstMs ?? 250;
    this.#filledAt = this.#clock.now();
  }

  get bytesPerSecond(): number {
    return this.#rate;
  }

  set bytesPerSecond(rate: number) {
    this.#fill();
    this.#rate = rate;
    this.#schedule();
  }

  /** Readers held back now. */
  get waiting(): number {
    return this.#waiting.length - this.#head;
  }

  /** Counts the first bytes of a new reader. False: read no more until `wait` calls back. */
  began(bytes: number): boolean {
    this.#fill();
    this.#tokens -= bytes;
    return this.#mayGoOn();
  }

  /** Counts bytes of a reader that was let go. False: read no more until `wait` calls back. */
  received(bytes: number): boolean {
    this.#fill();
    this.#tokens -= bytes;
    this.#expected = Math.max(0, this.#expected - READ_SIZE);
    return this.#mayGoOn();
  }

  /** Called back in turn, from a timer, never from inside this call. */
  wait(waiter: Waiter): void {
    this.#waiting.push(waiter);
    this.#schedule();
  }

  #mayGoOn(): boolean {
    if (this.waiting > 0 || this.#credit() <= 0) return false;
    this.#expected += READ_SIZE;
    return true;
  }

  #credit(): number {
    return this.#tokens + (this.#rate * OVERDRAFT_MS) / 1000 - this.#expected;
  }

  #fill(): void {
    const now = this.#clock.now();
    // A clock that jumps back gives nothing, and one that jumps ahead no more than the burst.
    const passed = Math.max(0, now - this.#filledAt);
    this.#filledAt = now;
    if (passed === 0) return;
    this.#tokens = Math.min((this.#rate * this.#burstMs) / 1000, this.#tokens + (this.#rate * passed) / 1000);
    this.#expected *= Math.exp(-passed / FORGET_MS);
  }

  #schedule(): void {
    if (this.#timer !== null || this.waiting === 0) return;
    const ms = Math.min(MAX_WAIT, Math.max(1, Math.ceil((-this.#credit() * 1000) / this.#rate)));
    this.#timer = this.#clock.setTimeout(() => {
      this.#timer = null;
      this.#pump();
    }, ms);
  }

  #pump(): void {
    this.#fill();
    while (this.waiting > 0 && this.#credit() > 0) {
      const waiter = this.#waiting[this.#head]!;
      this.#head++;
      if (this.#head > 1024 && this.#head * 2 > this.#waiting.length) {
        this.#waiting = this.#waiting.slice(this.#head);
        this.#head = 0;
      }
      // Before the call, because a reader with bytes waiting takes its share inside it.
      this.#expected += READ_SIZE;
      if (!waiter()) this.#expected -= READ_SIZE;
    }
    if (this.waiting === 0) {
      this.#waiting = [];
      this.#head = 0;
    }
    this.#schedule();
  }
}
