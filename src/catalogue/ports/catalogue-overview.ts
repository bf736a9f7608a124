import type { Slice, SliceOptions } from './slice.ts';

/** A site is a host without `www.`, as `site:` asks for it and facets count it; `site:` also takes its subdomains. */
export interface SiteSummary {
  readonly site: string;
  readonly pages: number;
  readonly entities: number;
  readonly geoFiles: number;
  readonly firstFetched: number;
  readonly lastFetched: number;
}

export interface CatalogueSummary {
  /** Addresses, each once, as they were last. */
  readonly pages: number;
  /** Captures of them: what was the same as before counts again. */
  readonly versions: number;
  /** Hosts of pages, entities and geographic files, as in `SiteSummary`. */
  readonly sites: number;
  readonly entities: number;
  readonly geoFiles: number;
  readonly services: number;
  readonly links: number;
  readonly producers: number;
  /** ms since 1970; null while it is empty. */
  readonly firstFetched: number | null;
  readonly lastFetched: number | null;
  /** Bytes of the catalogue and of the texts in it. */
  readonly bytes: number;
  readonly textBytes: number;
  readonly schemaVersion: number;
}

/** How much there is, as a whole and by site. */
export interface CatalogueOverview {
  summary(): Promise<CatalogueSummary>;
  sites(options?: SliceOptions): Promise<Slice<SiteSummary>>;
}
