import type { Kept, KeptKind, KeptValues } from './kept-record.ts';
import type { Slice, SliceOptions } from './slice.ts';

/** A change that somebody makes to what they have seen. */
export interface KeptChange<K extends KeptKind = KeptKind> {
  readonly kind: K;
  readonly id: string;
  /** The version that they saw; 0: they saw none. */
  readonly expected: number;
  readonly at: number;
  readonly by: string;
  readonly value: KeptValues[K];
}

/** What became of a change. */
export type KeptOutcome<K extends KeptKind = KeptKind> =
  | { readonly done: true; readonly kept: Kept<K> }
  /** Somebody else was faster: nothing was changed, and this is what there is now. */
  | { readonly done: false; readonly present: Kept<K> | null };

/**
 * What people add: corrections, dossiers, saved searches. It is there when `keep` has answered, whatever happens to the rest of the catalogue,
 * and stays when that is made anew. Of two who change the same thing from the same version, one does, and the other is told.
 */
export interface CatalogueKept {
  kept<K extends KeptKind>(kind: K, id: string): Promise<Kept<K> | null>;
  /** Everything of a kind, in the order of its identities. */
  keptOf<K extends KeptKind>(kind: K, options?: SliceOptions): Promise<Slice<Kept<K>>>;
  /** Throws TRF_KEPT_LARGE when it is larger than what a person makes. */
  keep<K extends KeptKind>(change: KeptChange<K>): Promise<KeptOutcome<K>>;
  /** True when it is gone; else what there is now, another version than was seen. */
  unkeep<K extends KeptKind>(kind: K, id: string, expected: number): Promise<true | Kept<K>>;
}
