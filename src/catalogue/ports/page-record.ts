/** A page as it is written to a catalogue and read from it. */
import type { Period } from './days.ts';
import type { EntityRecord, StoredEntity } from './entity-record.ts';
import type { CataloguePlace } from './place.ts';

/** Where a response stands in the archive of its collection. */
export interface ArchivePlace {
  /** Name of the file, without its folder. */
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

export interface PageDate {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly confidence: number;
  /** What it was read from: `json-ld`, `meta`, `url`, `visible` … */
  readonly source: string;
  readonly where: string;
  readonly text: string;
}

/** A temporal expression of the content; offsets are UTF-16, in `text`. */
export interface TimeMark {
  readonly start: number;
  readonly end: number;
  /** TIMEX3 type and value. */
  readonly type: 'DATE' | 'TIME' | 'DURATION' | 'SET';
  readonly value: string;
  /** Days it was placed on; null when it could not be. */
  readonly period: Period | null;
}

/** A run of text that speaks of the same days. Segments partition the text. */
export interface TimeSegment {
  readonly start: number;
  readonly end: number;
  /** Empty: undated. */
  readonly periods: readonly Period[];
}

export interface PlaceMark {
  readonly start: number;
  readonly end: number;
  /** Key of the place (`placeKey`), stable across versions of the gazetteer. */
  readonly place: string;
  readonly confidence: number;
}

export interface OutLink {
  readonly url: string;
  readonly text: string;
}

/** A page as it was at one moment, and what analysis says of it. */
export interface PageRecord {
  readonly url: string;
  /** Comparison form of the address: versions of one page share it. */
  readonly key: string;
  readonly site: string;
  /** ms since 1970. */
  readonly fetchedAt: number;
  /** Digest of the payload, `sha1:…`. */
  readonly digest: string;
  readonly status: number;
  readonly mime: string;
  readonly charset: string | null;
  /** ISO 639-1. */
  readonly language: string | null;
  /** Kind of page: article, listing, forum, product, documentation, front, service. */
  readonly type: string;
  readonly title: string;
  readonly byline: string;
  readonly published: PageDate | null;
  readonly modified: PageDate | null;
  /** The content without boilerplate; every offset of this record is in it. */
  readonly text: string;
  /** The same as clean HTML (only what `src/content` writes: no scripts, no attributes but href and alt). */
  readonly html: string;
  readonly marks: readonly TimeMark[];
  readonly segments: readonly TimeSegment[];
  readonly places: readonly PlaceMark[];
  readonly links: readonly OutLink[];
  readonly entities: readonly EntityRecord[];
  /** 16 hexadecimal digits; null for too little text. */
  readonly simhash: string | null;
  readonly archive: ArchivePlace | null;
}

/**
 * Another capture of a page whose payload is known already (a revisit, or the same bytes again, under this address or another). One
 * whose digest nobody has is passed over.
 */
export interface SamePage {
  readonly url: string;
  readonly key: string;
  readonly fetchedAt: number;
  readonly digest: string;
  readonly archive: ArchivePlace | null;
}

export interface StoredPage extends Omit<PageRecord, 'links' | 'entities'> {
  readonly id: number;
  /** The newest version? Only those are searched. */
  readonly current: boolean;
  readonly placeNames: readonly CataloguePlace[];
  readonly entities: readonly StoredEntity[];
}

export interface PageVersion {
  /** Identity of the analysed version; captures of the same bytes share it. */
  readonly id: number;
  readonly url: string;
  readonly fetchedAt: number;
  readonly digest: string;
  readonly archive: ArchivePlace | null;
}

export interface PageLink {
  readonly url: string;
  readonly text: string;
  /** Identity and title of the page when it is in the catalogue. */
  readonly id: number | null;
  readonly title: string | null;
}
