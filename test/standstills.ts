/**
 * When this process stood still: its servers then take requests late, and notice late that one has ended, so that what came far apart looks as if it
 * had come at once. A span reaches from the last turn that was on time to the first that is on time again.
 */
export interface Standstill {
  readonly from: number;
  readonly to: number;
}

const TURN = 10;
/** Later than this is not on time, ms. */
const LATE = 40;

export class Standstills {
  readonly spans: Standstill[] = [];
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  #since: number | null = null;

  constructor() {
    this.#timer = setInterval(() => this.#turn(performance.now()), TURN);
    this.#timer.unref();
  }

  #turn(now: number): void {
    const late = now - this.#last > LATE;
    if (late) this.#since ??= this.#last;
    else if (this.#since !== null) {
      this.spans.push({ from: this.#since, to: now });
      this.#since = null;
    }
    this.#last = now;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
