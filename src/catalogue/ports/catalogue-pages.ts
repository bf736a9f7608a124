import type { PageLink, PageVersion, StoredPage } from './page-record.ts';
import type { Slice, SliceOptions } from './slice.ts';

/** Pages, their versions, and the links between them. */
export interface CataloguePages {
  page(id: number): Promise<StoredPage | null>;
  /** Versions by their identities, in the order asked for; what is not there is left out. At most 1,000 at once. */
  pagesOf(ids: readonly number[]): Promise<readonly StoredPage[]>;
  /** The version of an address nearest to a time; the newest without one. */
  pageAt(url: string, at?: number): Promise<StoredPage | null>;
  /** Captures of an address, newest first. */
  versions(url: string): Promise<readonly PageVersion[]>;
  /** Every current page, in order of identity: for exports. */
  pages(options?: SliceOptions): Promise<Slice<StoredPage>>;
  linksFrom(id: number, options?: SliceOptions): Promise<Slice<PageLink>>;
  linksTo(url: string, options?: SliceOptions): Promise<Slice<PageLink>>;
  /** How many links a version has, and how many pages link to its address. */
  linkCounts(id: number): Promise<LinkCounts>;
}

export interface LinkCounts {
  readonly from: number;
  readonly to: number;
}
