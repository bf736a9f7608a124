/** Time that passes only when nothing more happens at the moment. */
import type { DeskClock } from '../../src/desk/lease-book.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly then: () => void;
  off: boolean;
}

const BEGUN = Date.UTC(2026, 0, 1);

export class VirtualTime implements DeskClock {
  #now = BEGUN;
  #order = 0;
  readonly #heap: Timer[] = [];

  now(): number {
    return this.#now;
  }

  steady(): number {
    return this.#now - BEGUN;
  }

  after(ms: number, then: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, then, off: false };
    this.#push(timer);
    return () => {
      timer.off = true;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets everything happen that is due next; false when nothing is. */
  async step(): Promise<boolean> {
    let timer = this.#pop();
    while (timer?.off) timer = this.#pop();
    if (timer === undefined) return false;
    this.#now = Math.max(this.#now, timer.at);
    timer.then();
    for (let next = this.#heap[0]; next !== undefined && next.at <= this.#now; next = this.#heap[0]) {
      this.#pop();
      if (!next.off) next.then();
    }
    // Whatever follows from it, down to the last promise.
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }

  #before = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

  #push(timer: Timer): void {
    const heap = this.#heap;
    let i = heap.push(timer) - 1;
    while (i > 0 && this.#before(heap[i]!, heap[(i - 1) >> 1]!)) {
      [heap[i], heap[(i - 1) >> 1]] = [heap[(i - 1) >> 1]!, heap[i]!];
      i = (i - 1) >> 1;
    }
  }

  #pop(): Timer | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || heap.length === 0) return first;
    heap[0] = last!;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && this.#before(heap[child]!, heap[least]!)) least = child;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least]!, heap[i]!];
      i = least;
    }
  }
}
