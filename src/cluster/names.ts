/** Sites, addresses and URLs as numbers of 64 bits, by fingerprints whose seed belongs to the crawl. They travel as texts. */
import { Fingerprint } from '../frontier/index.ts';
import { GenerationalCache } from '../text/generational-cache.ts';

const SITES_REMEMBERED = 20_000;

export interface SiteName {
  readonly id: string;
  /** The 16 bits that stand above the fingerprints of its URLs. */
  readonly prefix: bigint;
}

export class Names {
  readonly #print: Fingerprint;
  readonly #sites = new GenerationalCache<SiteName>(SITES_REMEMBERED);

  constructor(seedA: number, seedB: number) {
    this.#print = new Fingerprint(seedA, seedB);
  }

  site(name: string): SiteName {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const bits = this.#bits(name);
    const made = { id: String(BigInt.asIntN(64, bits)), prefix: (bits >> 48n) << 48n };
    this.#sites.set(name, made);
    return made;
  }

  address(text: string): string {
    return String(BigInt.asIntN(64, this.#bits(text)));
  }

  url(site: SiteName, key: string): string {
    return String(BigInt.asIntN(64, site.prefix | (this.#bits(key) & 0xffff_ffff_ffffn)));
  }

  #bits(text: string): bigint {
    this.#print.of(text);
    return (BigInt(this.#print.hi >>> 0) << 32n) | BigInt(this.#print.lo >>> 0);
  }
}
