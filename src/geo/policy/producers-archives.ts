/**
 * Archives that nothing speaks for wait until a geographic file of their site has been verified: a producer that writes nothing around its
 * files writes it around none of them. Of sites that never have one they are never asked for.
 */
import type { GeoLink } from './page-clues.ts';

export interface PassedBy {
  readonly page: string;
  readonly link: GeoLink;
}

const MOST_OF_A_SITE = 1000;
const MOST_SITES = 20_000;

export class ProducersArchives {
  readonly #verified = new Set<string>();
  readonly #waiting = new Map<string, PassedBy[]>();

  verified(site: string): void {
    this.#verified.add(site);
  }

  isVerified(site: string): boolean {
    return this.#verified.has(site);
  }

  passedBy(site: string, page: string, link: GeoLink): void {
    const waiting = this.#waiting.get(site);
    if (waiting === undefined) {
      if (this.#waiting.size < MOST_SITES) this.#waiting.set(site, [{ page, link }]);
    } else if (waiting.length < MOST_OF_A_SITE) waiting.push({ page, link });
  }

  /** What waited for the site, once it is known to publish such files. */
  due(site: string): readonly PassedBy[] {
    if (!this.#verified.has(site)) return [];
    const waiting = this.#waiting.get(site) ?? [];
    this.#waiting.delete(site);
    return waiting;
  }
}
