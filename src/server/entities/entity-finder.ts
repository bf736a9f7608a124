/**
 * From an example page to the table of everything like it, out of the archive of a collection. Whoever makes the server says how it is
 * done (in a thread of its own, where it cannot hold up the others); here is what is asked and what comes back, as plain data.
 */
export interface FinderRequest {
  /** Folder of the collection. */
  readonly folder: string;
  /** The page pointed at, then further ones of other sites. */
  readonly examples: readonly string[];
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
}

export interface FoundTable {
  readonly example: string;
  readonly columns: readonly FoundColumn[];
  readonly rows: readonly FoundRow[];
}

/** Rejects with a TarrafaError: TRF_ENTITY_ALONE, TRF_ENTITY_NO_TABLE, TRF_TIME_OUT … When the signal aborts, the work ends soon. */
export type EntityFinder = (request: FinderRequest, signal: AbortSignal) => Promise<FoundTable>;
