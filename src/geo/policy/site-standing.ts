/** What the looks into files have shown of sites: some publish geographic data, of others nothing came that did. */
import type { LookAtSite } from './policy-entry.ts';

export type Standing = 'verified' | 'failed' | 'unknown';

/** Forgotten are those that were looked into longest ago. */
const MOST_SITES = 100_000;

export class SiteStanding {
  readonly #verified = new Map<string, boolean>();

  /** One file that is geographic makes a producer, whatever else the site has. */
  note([site, verified]: LookAtSite): void {
    const before = this.#verified.get(site) ?? false;
    this.#verified.delete(site);
    this.#verified.set(site, before || verified);
    if (this.#verified.size > MOST_SITES) this.#verified.delete(this.#verified.keys().next().value!);
  }

  of(site: string): Standing {
    const verified = this.#verified.get(site);
    return verified === undefined ? 'unknown' : verified ? 'verified' : 'failed';
  }

  list(): LookAtSite[] {
    return [...this.#verified];
  }
}
