import type { EntityTableIn } from './entity-record.ts';
import type { GeoRecordIn, ProducerRecord } from './geo-record.ts';
import type { ArchivePlace, PageRecord, SamePage } from './page-record.ts';
import type { CataloguePlace } from './place.ts';

/** How far the analysis of one archive file has come. */
export interface ArchiveMark {
  readonly file: string;
  /** Bytes of it that have been analysed. */
  readonly offset: number;
  /** Fingerprint of its first bytes, so that a file that was replaced is noticed. */
  readonly head?: string | undefined;
}

/** What is written together, in one transaction: after a kill either all of it is there or none. */
export interface CatalogueBatch {
  /** Names of archive files whose captures, with the pages that only they have, and whose marks are removed first. */
  readonly forget?: readonly string[];
  readonly pages?: readonly PageRecord[];
  readonly same?: readonly SamePage[];
  /** Places that the pages of this batch name. */
  readonly places?: readonly CataloguePlace[];
  readonly geo?: readonly GeoRecordIn[];
  /** Replaces all producers. */
  readonly producers?: readonly ProducerRecord[];
  /** Tables of entities; one of the same name is replaced. */
  readonly tables?: readonly EntityTableIn[];
  readonly marks?: readonly ArchiveMark[];
}

/** What an analysis found in an archive before it reads it, for the catalogue to say what it has of it. */
export interface CaptureFound {
  readonly url: string;
  readonly fetchedAt: number;
  /** Null: "not modified", and it does not say since which payload. */
  readonly digest: string | null;
  readonly archive: ArchivePlace | null;
}

/** What a catalogue has of a capture. */
export interface KnownCapture {
  /** Of the payload: the one asked about, or what was at the address last. */
  readonly digest: string;
  /** Its record was made from this very capture: reading it again makes that record anew. */
  readonly own: boolean;
}

/** Filling a catalogue. Everything goes by batches: a catalogue past a network answers a batch as fast as a record. */
export interface CatalogueWriting {
  /**
   * Writes a batch in one transaction. Pages of the same key replace each other as the current version by their time; a page of the same
   * key and digest is the same version analysed again, and keeps its identity. A geographic file that is not `indexed` is removed.
   */
  write(batch: CatalogueBatch): Promise<void>;
  /**
   * Pages that a collection of fixed size does not hold any more are not found and not counted, though their versions are kept; those that it holds
   * are. By comparison form; what is not known is passed by. Only a catalogue that one crawl fills has it.
   */
  hold?(pages: { readonly held: readonly string[]; readonly left: readonly string[] }): Promise<void>;
  /** Ends a run of writes: merges what is cheap to merge now, and recomputes what depends on many pages (link evidence). */
  settle(): Promise<void>;
  marks(): Promise<readonly ArchiveMark[]>;
  /** For each capture, in order, whether its payload is there (another capture of it is then a `SamePage`); null when it is not. */
  known(captures: readonly CaptureFound[]): Promise<readonly (KnownCapture | null)[]>;
}
