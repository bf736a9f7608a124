/**
 * From an example page to the table of everything like it, out of the archive of a collection. Whoever makes the server says how it is
 * done (in a thread of its own, where it cannot hold up the others); here is what is asked and what comes back, as plain data.
 */
import type { OddReason } from '../../catalogue/index.ts';
import type { SelectionFile, SelectionName } from '../../entities/index.ts';

/** How the columns are chosen; without it as the pages name them. */
export interface FinderSelection {
  readonly way: SelectionName;
  readonly files: readonly SelectionFile[];
  readonly least?: number | undefined;
}

export interface FinderRequest {
  /** Folder of the collection. */
  readonly folder: string;
  /** The page pointed at, then further ones of other sites. */
  readonly examples: readonly string[];
  readonly select?: FinderSelection | undefined;
  /** Values of the example page that somebody showed: each is a column of its name, beside the others or in the place of one. */
  readonly want?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** Columns whose attributes are to be taught to other sites: what they are like is in the answer's `attributes`. */
  readonly teach?: readonly { readonly name: string; readonly rename?: string | undefined }[] | undefined;
}

export interface FoundColumn {
  readonly name: string;
  readonly kind: string;
  /** Share of the pages that have a value. */
  readonly coverage: number;
  /** As Cypher, site by site. */
  readonly rules: readonly string[];
  /** Something on the page names it. */
  readonly named: boolean;
  /** With a way of choosing that weighs columns: the lowest weight over the sites, 0 to 1. */
  readonly score: number | null;
}

export interface FoundValue {
  readonly value: string;
  readonly normal: string | null;
  readonly provenance: string;
}

export interface FoundRow {
  readonly url: string;
  readonly site: string;
  readonly title: string;
  /** One list a column. */
  readonly cells: readonly (readonly FoundValue[])[];
  /** What is unlike the other values of its column. */
  readonly odd: readonly { readonly column: number; readonly why: OddReason }[];
}

export interface FoundTable {
  readonly example: string;
  readonly columns: readonly FoundColumn[];
  readonly rows: readonly FoundRow[];
  /** Attributes that no column of any site is. */
  readonly missing: readonly string[];
  /** As `tarrafa entities learn-attributes` writes it; null unless columns were to be taught. */
  readonly attributes: string | null;
}

/** Rejects with a TarrafaError: TRF_ENTITY_ALONE, TRF_ENTITY_NO_TABLE, TRF_TIME_OUT … When the signal aborts, the work ends soon. */
export type EntityFinder = (request: FinderRequest, signal: AbortSignal) => Promise<FoundTable>;
