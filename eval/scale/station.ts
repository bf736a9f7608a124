/**
 * A queue with one or several servers, first come first served: the CPU of a database, a line, a resolver, the row of a site that everybody
 * links to. When something is done is known as soon as it comes, so nothing waits in a list; for that it must come in order of time, and
 * the times at which the station is away must be known before.
 */

export interface Outage {
  readonly from: number;
  readonly to: number;
}

export class Station {
  /** When each server has done what it was given: the least first (a heap). */
  readonly #free: Float64Array;
  readonly #outages: readonly Outage[];
  #given = 0;
  #jobs = 0;

  constructor(servers: number, outages: readonly Outage[] = []) {
    this.#free = new Float64Array(servers);
    this.#outages = outages;
  }

  get servers(): number {
    return this.#free.length;
  }

  get jobs(): number {
    return this.#jobs;
  }

  isAway(time: number): boolean {
    return this.#outages.some(({ from, to }) => time >= from && time < to);
  }

  /** When what comes now, and takes so long, is done. */
  serve(arrival: number, service: number): number {
    let start = Math.max(arrival, this.#free[0]!);
    // What is under way when the station goes away is done again from its beginning.
    for (const { from, to } of this.#outages) if (start < to && start + service > from) start = to;
    const end = start + service;
    this.#given += service;
    this.#jobs++;
    this.#replaceFirst(end);
    return end;
  }

  /** Work done by this time: what was given, without what is still to be done then. */
  workUntil(time: number): number {
    let later = 0;
    for (const free of this.#free) later += Math.max(0, free - time);
    return Math.max(0, this.#given - later);
  }

  #replaceFirst(value: number): void {
    const free = this.#free;
    const size = free.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && free[child + 1]! < free[child]!) child++;
      if (free[child]! >= value) break;
      free[at] = free[child]!;
      at = child;
    }
    free[at] = value;
  }
}
