import type { Clock } from './bandwidth-limiter.ts';

/** Time that passes when told to: events run in order of their time, then of their making. */
export class VirtualClock implements Clock {
  #now = 0;
  #made = 0;
  readonly #events: { at: number; made: number; then: () => void }[] = [];
  /** Added to every timer, as a busy process would. */
  lateness: () => number = () => 0;

  now(): number {
    return this.#now;
  }

  setTimeout(then: () => void, ms: number): unknown {
    return this.at(this.#now + ms + this.lateness(), then);
  }

  clearTimeout(event: unknown): void {
    const index = this.#events.indexOf(event as never);
    if (index >= 0) this.#events.splice(index, 1);
  }

  at(at: number, then: () => void): unknown {
    const event = { at, made: this.#made++, then };
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#events[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
    return event;
  }

  runUntil(end: number): void {
    while (this.#events.length > 0 && this.#events[0]!.at <= end) {
      const event = this.#events.shift()!;
      this.#now = Math.max(this.#now, event.at);
      event.then();
    }
    this.#now = end;
  }
}
