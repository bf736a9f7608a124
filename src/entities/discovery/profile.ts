/** The settings of discovery: `DISCOVERY_SOURCE` is the published method to the letter (docs/methods.md, "ORION"), `DISCOVERY_MODERN` what is used. */
import type { PathNotation } from '../../html/index.ts';

export interface DiscoveryProfile {
  /** Levels of index-pages to climb; 'auto' climbs as long as a level brings new entity-pages, at most five. */
  readonly height: number | 'auto';
  /** `eager` reads every page within two links to find an index-page; `lazy` stops as soon as it is known. */
  readonly indexSearch: 'lazy' | 'eager';
  /** Targets of one link-path of one page that the second hop reads at most; lazy only. */
  readonly maxPerLinkPath: number;
  /** Pages that one lazy search reads at most. */
  readonly maxPerSearch: number;
  /** An index-page with this score ends a lazy search. */
  readonly enoughScore: number;
  readonly secondHop: boolean;
  readonly indexPathNotation: PathNotation;
  readonly htmlNotation: PathNotation;
  /**
   * `links`: likeness of pages by their link-paths, thresholds from the best group of addresses (Algorithm 2).
   * `template`: likeness to what the sample shares with its nearest siblings (paths and labels), each page judged.
   */
  readonly judge: 'links' | 'template';
  /** Entity-pages behind other link-paths of the same lists, when their addresses are as like as those accepted. */
  readonly flexibleLinkPaths: boolean;
  /** From an accepted list to its further pages (2, 3 …, A, B …). */
  readonly followPagination: boolean;
  /** Scores are equal when they agree in this many digits. */
  readonly scoreDigits: number;
  /** Pages read at most, all levels together. */
  readonly maxFetches: number;
  /** Pages asked for at once; the fetcher keeps the peace of each host whatever is asked. */
  readonly parallel: number;
}

export const DISCOVERY_SOURCE: DiscoveryProfile = {
  height: 2,
  indexSearch: 'eager',
  maxPerLinkPath: Number.POSITIVE_INFINITY,
  maxPerSearch: Number.POSITIVE_INFINITY,
  enoughScore: Number.POSITIVE_INFINITY,
  secondHop: true,
  indexPathNotation: 'TAG',
  htmlNotation: 'TAG',
  judge: 'links',
  flexibleLinkPaths: false,
  followPagination: false,
  scoreDigits: 9,
  maxFetches: 20_000,
  parallel: 1,
};

export const DISCOVERY_MODERN: DiscoveryProfile = {
  ...DISCOVERY_SOURCE,
  height: 'auto',
  indexSearch: 'lazy',
  maxPerLinkPath: 12,
  maxPerSearch: 60,
  enoughScore: 5,
  htmlNotation: 'TAG+AN',
  judge: 'template',
  flexibleLinkPaths: true,
  followPagination: true,
  parallel: 4,
};

/** What somebody asks for: the method as a whole, and settings of it that are to be others. */
export interface DiscoverySettings extends Partial<DiscoveryProfile> {
  /** `published`: to the letter of the source; `modern` when nothing is said. */
  readonly method?: 'modern' | 'published';
}

export function discoveryProfile({ method, ...own }: DiscoverySettings = {}): DiscoveryProfile {
  return { ...(method === 'published' ? DISCOVERY_SOURCE : DISCOVERY_MODERN), ...own };
}
