/**
 * How large sites are, and what follows for a whole crawl without simulating it. Sizes are those of the simulated Web of the frontier's tests
 * (src/frontier/simulated-crawl.suite.ts): a share of 10/x of all sites has more than x pages, none more than a bound.
 */
const LEAST = 10;

export interface SizeLaw {
  readonly sites: number;
  readonly pages: number;
  readonly largest: number;
}

/** A Web of so many pages. */
export function webOf(pages: number, largest: number): SizeLaw {
  return { pages, largest, sites: pages / meanSize(largest) };
}

export function meanSize(largest: number): number {
  return LEAST * (1 + Math.log(largest / LEAST));
}

/** Sites that have more than so many pages. */
export function sitesLarger({ sites, largest }: SizeLaw, than: number): number {
  if (than >= largest) return 0;
  return sites * Math.min(1, LEAST / than);
}

/** Pages that are collected when every site has been asked so often, or is exhausted. */
export function pagesAfterRounds({ sites, largest }: SizeLaw, rounds: number): number {
  const x = Math.min(rounds, largest);
  return x <= LEAST ? sites * x : sites * LEAST * (1 + Math.log(x / LEAST));
}

export interface Course {
  /** Share of the pages that are collected at full speed, before too few sites are left for it. */
  readonly fullShare: number;
  readonly fullSeconds: number;
  /** From then on only politeness counts. */
  readonly tailSeconds: number;
}

/**
 * Sites in turn, each once a round. A round of n sites takes n / capacity, or the rest of one site when they are too few to keep the
 * capacity busy: from the round at which that begins, each takes one `turn` (rest and fetch), to the last page of the largest site.
 */
export function courseOf(law: SizeLaw, capacity: number, turnSeconds: number): Course {
  const needed = capacity * turnSeconds;
  const bound = law.sites <= needed ? 0 : Math.min(law.largest, (LEAST * law.sites) / needed);
  const pages = pagesAfterRounds(law, bound);
  return {
    fullShare: pages / law.pages,
    fullSeconds: pages / capacity,
    tailSeconds: (law.largest - bound) * turnSeconds,
  };
}
