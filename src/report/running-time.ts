/**
 * The time for which a crawl has been running. A crawl stops and goes on, perhaps weeks later: on the axis of a plot the sessions follow
 * each other without the time between them.
 *
 * A session that was killed has no end in the manifest: its end is the last thing known of it.
 */
export interface SessionTimes {
  readonly startedAt: number;
  readonly endedAt: number | null;
}

export class RunningTime {
  readonly #sessions: readonly SessionTimes[];
  #at = 0;
  /** Running time of the sessions before the present one, ms. */
  #before = 0;
  #latest: number;

  /** `sessions` in order. Without any, time starts with the first event. */
  constructor(sessions: readonly SessionTimes[]) {
    this.#sessions = sessions;
    this.#latest = sessions[0]?.startedAt ?? Number.NaN;
  }

  /** Seconds of running time at this moment (ms since 1970). Moments are given nearly in order. */
  place(at: number): number {
    if (Number.isNaN(this.#latest)) this.#latest = this.#first = at;
    for (;;) {
      const next = this.#sessions[this.#at + 1];
      if (next === undefined || at < next.startedAt) break;
      this.#before += this.#lengthOfPresent();
      this.#at++;
      this.#latest = next.startedAt;
    }
    this.#latest = Math.max(this.#latest, at);
    return Math.max(0, this.#before + at - this.#start()) / 1000;
  }

  /** Number of the session that the last moment placed belongs to, from 0. */
  get session(): number {
    return this.#at;
  }

  /** Seconds of running time until the end of what is known. */
  total(): number {
    if (Number.isNaN(this.#latest)) return 0;
    let sum = this.#before + this.#lengthOfPresent();
    for (const { startedAt, endedAt } of this.#sessions.slice(this.#at + 1))
      sum += Math.max(0, (endedAt ?? startedAt) - startedAt);
    return sum / 1000;
  }

  #first = 0;

  #start(): number {
    return this.#sessions[this.#at]?.startedAt ?? this.#first;
  }

  #lengthOfPresent(): number {
    const ended = this.#sessions[this.#at]?.endedAt ?? null;
    return Math.max(0, Math.max(ended ?? 0, this.#latest) - this.#start());
  }
}
