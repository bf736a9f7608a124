/**
 * Pages, visits, failures and bytes of each site, for up to a million sites exactly (about 100 bytes a site).
 *
 * Beyond that a fair sample is kept: the sites whose hash ends in k zero bits, with k growing whenever the memory is full. Which
 * sites are in the sample does not depend on how many pages they have, so the counts of sites (times 2^k) and the distribution of
 * pages per site stay true estimates; only single sites may be missing from the list of the largest, and the report says so.
 */
import { fnv32, grown, mix32 } from '../bytes/index.ts';

const LIMIT = 1_000_000;

export interface SiteCounts {
  readonly site: string;
  readonly pages: number;
  readonly visits: number;
  readonly failures: number;
  readonly bytes: number;
}

/** FNV-1a, its bits mixed at the end because the low ones decide. */
function hash(text: string): number {
  return mix32(fnv32(text)) >>> 0;
}

export class SiteTally {
  readonly #limit: number;
  #ids = new Map<string, number>();
  /** Four numbers a site: pages, visits, failures, bytes. */
  #numbers = new Float64Array(4 * 1024);
  #bits = 0;

  constructor(limit = LIMIT) {
    this.#limit = limit;
  }

  /** Of how many sites one is kept. */
  get oneIn(): number {
    return 2 ** this.#bits;
  }

  /** Answers how many sites this visit stands for that had no page before: 0, or 1 (more when the sites are a sample). */
  add(
    site: string,
    visit: { readonly page: boolean; readonly failed: boolean; readonly bytes: number },
  ): number {
    let id = this.#ids.get(site);
    if (id === undefined) {
      if (this.#bits > 0 && hash(site) % this.oneIn !== 0) return 0;
      id = this.#ids.size;
      this.#ids.set(site, id);
      if (4 * id >= this.#numbers.length) this.#numbers = grown(this.#numbers);
    }
    const at = 4 * id;
    const isNew = visit.page && this.#numbers[at] === 0;
    if (visit.page) this.#numbers[at]!++;
    this.#numbers[at + 1]!++;
    if (visit.failed) this.#numbers[at + 2]!++;
    this.#numbers[at + 3]! += visit.bytes;
    const stoodFor = isNew ? this.oneIn : 0;
    while (this.#ids.size > this.#limit) this.#thin();
    return stoodFor;
  }

  /** Sites seen (an estimate when they are a sample). */
  get sites(): number {
    return this.#ids.size * this.oneIn;
  }

  /** Pages of each site that has any, least first. */
  pagesPerSite(): Float64Array {
    const pages = new Float64Array(this.#ids.size);
    let count = 0;
    for (let id = 0; id < this.#ids.size; id++)
      if (this.#numbers[4 * id]! > 0) pages[count++] = this.#numbers[4 * id]!;
    return pages.subarray(0, count).sort();
  }

  /** The sites with the most pages; of equals those with more visits, then by name. */
  largest(count: number): SiteCounts[] {
    const best: SiteCounts[] = [];
    const order = (a: SiteCounts, b: SiteCounts): number =>
      b.pages - a.pages || b.visits - a.visits || (a.site < b.site ? -1 : 1);
    for (const [site, id] of this.#ids) {
      const [pages, visits, failures, bytes] = this.#numbers.subarray(
        4 * id,
        4 * id + 4,
      ) as unknown as number[];
      const entry = { site, pages: pages!, visits: visits!, failures: failures!, bytes: bytes! };
      best.push(entry);
      // Sorting a short list now and then costs less than a heap is worth.
      if (best.length === 4 * count) best.sort(order).length = count;
    }
    return best.sort(order).slice(0, count);
  }

  #thin(): void {
    this.#bits++;
    const kept = new Map<string, number>();
    const numbers = new Float64Array(this.#numbers.length);
    for (const [site, id] of this.#ids) {
      if (hash(site) % this.oneIn !== 0) continue;
      numbers.set(this.#numbers.subarray(4 * id, 4 * id + 4), 4 * kept.size);
      kept.set(site, kept.size);
    }
    this.#ids = kept;
    this.#numbers = numbers;
  }
}
