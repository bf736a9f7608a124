/**
 * The sites of one database server that nobody holds: those that were not touched yet are a number, those that were given back rest in the
 * order in which they may be asked again. Delays are equal, so that order is the one in which they came.
 */
import { IdQueue } from './id-queue.ts';
import type { SiteTable } from './site-table.ts';

/** The address that many sites share: one worker holds it at a time, and the others' sites of it are parked. */
export class CrowdedAddress {
  owner: number | null = null;
  busy = false;
  nextAt = 0;
  lastEnd = Number.NEGATIVE_INFINITY;
  /** Sites leased in vain, and parked for it: each once, when it is known who holds the address. */
  parkings = 0;
  visits = 0;
  readonly parked = new IdQueue();
}

export class SitePool {
  readonly #sites: SiteTable;
  readonly #server: number;
  readonly #queuedPerSite: number;
  readonly #known: boolean;
  #untouched: number;
  #drawn = 0;
  /** Before all others. */
  readonly #first = new IdQueue();
  readonly #resting = new IdQueue();

  constructor(sites: SiteTable, server: number, untouched: number, queuedPerSite: number, known: boolean) {
    this.#sites = sites;
    this.#server = server;
    this.#untouched = untouched;
    this.#queuedPerSite = queuedPerSite;
    this.#known = known;
  }

  /** URLs of the sites that were not touched; of an endless Web, less than none: what was taken out of it. */
  get untouchedUrls(): number {
    const left = Number.isFinite(this.#untouched) ? this.#untouched : -this.#drawn;
    return left * this.#queuedPerSite;
  }

  get hasUntouched(): boolean {
    return this.#untouched > 0;
  }

  /** A site that may be asked now, the least asked first; null when there is none. */
  take(now: number): number | null {
    if (this.#first.size > 0) return this.#first.shift();
    if (this.#untouched > 0) {
      this.#untouched--;
      this.#drawn++;
      return this.#sites.add(this.#server, this.#queuedPerSite, this.#known, false);
    }
    if (this.#resting.size > 0 && this.#sites.nextAt[this.#resting.first]! <= now)
      return this.#resting.shift();
    return null;
  }

  /** One that rests from now on: later than all that were given back before. */
  giveBack(site: number): void {
    this.#resting.push(site);
  }

  /** One that is wanted next. */
  putFirst(site: number): void {
    this.#first.push(site);
  }
}
