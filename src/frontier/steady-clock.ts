/**
 * Time that never runs backwards, for politeness.
 *
 * The wall clock may jump: somebody sets it, NTP steps it, a virtual machine wakes up. Rests between accesses are therefore
 * measured on a steady scale that agrees with the wall clock when the frontier is opened.
 *   - With a monotonic source, steady time goes on with that source alone. A jump of the wall clock, either way, neither
 *     shortens nor lengthens a rest.
 *   - Without one, the given clock is believed going forward; when it jumps backwards the scale is re-based, so that no rest
 *     grows by the jump and none shrinks.
 */

/** The wall clock ticks in whole milliseconds and is slewed a little all the time; more than this is a jump. */
const TOLERANCE = 2;

export class SteadyClock {
  /** Jumps of the wall clock noticed so far. */
  jumps = 0;
  readonly #now: () => number;
  readonly #monotonic: (() => number) | null;
  readonly #origin: number;
  /** wall = steady + offset */
  #offset = 0;
  #last: number;

  constructor(now: () => number, monotonic?: () => number) {
    this.#now = now;
    this.#monotonic = monotonic ?? null;
    // In this order: the first look at a clock may take long (a process that waits for a processor, a module that is loaded for it), and a scale that
    // lags behind the wall clock would write rests that the next process, which begins with the wall clock, takes for shorter than they are.
    const before = monotonic === undefined ? 0 : monotonic();
    this.#last = now();
    this.#origin = monotonic === undefined ? 0 : this.#last - before;
  }

  /** The present, on the steady scale. */
  read(): number {
    const wall = this.#now();
    if (this.#monotonic === null) {
      let steady = wall - this.#offset;
      if (steady < this.#last) {
        this.#offset = wall - this.#last;
        this.jumps++;
        steady = this.#last;
      }
      this.#last = steady;
      return steady;
    }
    const steady = Math.max(this.#last, this.#origin + this.#monotonic());
    const offset = wall - steady;
    if (Math.abs(offset - this.#offset) > TOLERANCE) {
      this.jumps++;
      this.#offset = offset;
    }
    this.#last = steady;
    return steady;
  }

  /**
   * When an access ended, on the steady scale, from what the caller read off the wall clock: never earlier than it really was
   * (`now` when the clock jumped since the access began, `jumps` being the count noticed then), and never in the future.
   */
  accessEnd(wall: number, jumps: number, began: number, now: number): number {
    if (jumps !== this.jumps) return now;
    const slack = this.#monotonic === null ? 0 : TOLERANCE;
    const end = wall - this.#offset + slack;
    return end >= began && end < now ? end : now;
  }

  toWall(steady: number): number {
    return steady + this.#offset;
  }

  fromWall(wall: number): number {
    return wall - this.#offset;
  }
}
