/**
 * Live coverage, as a site's memory sees it: a page with entries that begin with the time of day or the minute of play, and with many more
 * blocks than the ordinary pages of its template have, or than those of the site when its template has no ordinary pages.
 */
import type { PageBlockFacts } from './page-block-facts.ts';

const TIMES_THE_MEDIAN = 3;
const FEWEST_STAMPS = 8;
const FEWEST_PAGES = 5;
const SAMPLE = 101;

/** How many blocks of content the latest ordinary pages had. */
export class OrdinarySizes {
  readonly #sizes: number[] = [];

  add(size: number): void {
    this.#sizes.push(size);
    if (this.#sizes.length > SAMPLE) this.#sizes.shift();
  }

  get enough(): boolean {
    return this.#sizes.length >= FEWEST_PAGES;
  }

  median(): number {
    const sorted = [...this.#sizes].sort((a, b) => a - b);
    const middle = sorted.length >>> 1;
    return sorted.length % 2 === 1
      ? sorted[middle]!
      : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  }

  save(): readonly number[] {
    return [...this.#sizes];
  }

  /** Throws for anything that `save` cannot have made. */
  static load(saved: readonly number[]): OrdinarySizes {
    if (!Array.isArray(saved) || saved.length > SAMPLE || !saved.every((n) => Number.isFinite(n) && n >= 0))
      throw new Error('the sizes of its pages are not whole');
    const sizes = new OrdinarySizes();
    for (const size of saved) sizes.add(size);
    return sizes;
  }
}

export function isOrdinary(facts: PageBlockFacts): boolean {
  return facts.stamps < FEWEST_STAMPS;
}

export function contentBlockCount(facts: PageBlockFacts): number {
  let count = 0;
  for (let i = 0; i < facts.count; i++) if (facts.labels[i] === 1) count++;
  return count;
}

export function isLiveCoverage(
  facts: PageBlockFacts,
  ofTemplate: OrdinarySizes | null,
  ofSite: OrdinarySizes,
): boolean {
  if (isOrdinary(facts)) return false;
  const sizes = ofTemplate?.enough === true ? ofTemplate : ofSite;
  return sizes.enough && contentBlockCount(facts) > TIMES_THE_MEDIAN * sizes.median();
}
