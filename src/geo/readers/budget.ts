/** What a reading may cost. One budget goes through every reader and archive of one description; whoever overspends is stopped. */

import { reason, type Why } from '../../words/why.ts';
import { GeoProblem } from './problem.ts';

export interface GeoLimits {
  /** Bytes read of a file as it lies there, packed or not. */
  readonly maxFileBytes: number;
  /** Bytes that all members of one archive may unpack to. */
  readonly maxUnpackedBytes: number;
  /** Members of one archive, those inside nested archives included. */
  readonly maxEntries: number;
  /** Unpacked bytes for each packed byte of a member. */
  readonly maxRatio: number;
  /** Archives within archives, the one given being the first. */
  readonly maxNesting: number;
  /** Bytes of one thing that has to be held in memory whole (a JSON feature, a database inside an archive). */
  readonly maxHeldBytes: number;
  readonly maxMs: number;
}

export const GEO_LIMITS: GeoLimits = {
  maxFileBytes: 512 << 20,
  maxUnpackedBytes: 2 ** 31,
  maxEntries: 10_000,
  maxRatio: 200,
  maxNesting: 2,
  maxHeldBytes: 64 << 20,
  maxMs: 60_000,
};

export class Budget {
  readonly limits: GeoLimits;
  readonly #now: () => number;
  readonly #deadline: number;
  #unpacked = 0;
  #entries = 0;
  #ticks = 0;

  constructor(limits: Partial<GeoLimits> = {}, now: () => number = Date.now) {
    this.limits = { ...GEO_LIMITS, ...limits };
    this.#now = now;
    this.#deadline = now() + this.limits.maxMs;
  }

  /** Called for each record or block. The clock is asked now and then only: asking costs more than most records. */
  tick(): void {
    if ((++this.#ticks & 0xff) === 0) this.checkTime();
  }

  checkTime(): void {
    if (this.#now() > this.#deadline)
      throw new GeoProblem('time-limit', reason('not-read-within', { ms: this.limits.maxMs }));
  }

  unpack(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > this.limits.maxUnpackedBytes)
      throw new GeoProblem('bomb', reason('unpacks-to-more', { bytes: this.limits.maxUnpackedBytes }));
  }

  enter(entries: number): void {
    this.#entries += entries;
    if (this.#entries > this.limits.maxEntries)
      throw new GeoProblem(
        'too-many-entries',
        reason('entries-allowed', { entries: this.#entries, most: this.limits.maxEntries }),
      );
  }

  /** For what must be in memory as a whole. */
  hold(bytes: number, what: Why): void {
    if (bytes > this.limits.maxHeldBytes)
      throw new GeoProblem(
        'too-large',
        reason('too-large-to-hold', { what, bytes, most: this.limits.maxHeldBytes }),
      );
  }
}
