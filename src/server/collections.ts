/** The collections that a server shows, as every part of it sees them. */
import type { BrowsedArchive, OpenCollection as WholeCollection } from '../collection/index.ts';

/** Of an open collection, what the server asks of it. */
export type OpenCollection = Pick<
  WholeCollection,
  | 'name'
  | 'title'
  | 'folder'
  | 'catalogue'
  | 'files'
  | 'gazetteer'
  | 'blocks'
  | 'computedFacts'
  | 'rewrite'
  | 'difference'
  | 'matches'
  | 'citedItems'
  | 'itemsToAdd'
  | 'parseLine'
  | 'close'
> & { readonly archive: BrowsedArchive };

/** What is being done with a collection just now. */
export interface CollectionActivity {
  /** How far its analysis is; null when it is not being analysed. */
  readonly analysing: { readonly done: number; readonly total: number } | null;
  /** The crawl that fills it, when it is one of those that the server knows. */
  readonly crawl: string | null;
}

export interface Collections {
  list(): readonly OpenCollection[];
  get(name: string): OpenCollection | null;
  activity?(name: string): CollectionActivity;
  /**
   * Asked when a request comes, before it takes a collection: what was replaced on disk is opened anew. Until the answer is called, no
   * collection is closed that the request may hold.
   */
  enter?(): Promise<() => void>;
}
