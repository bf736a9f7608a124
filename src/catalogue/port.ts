/**
 * The catalogue: what was learned of a collection, under one identity for each page version, and the questions it answers. Search, the
 * server, the web page, exports and reports read a collection only through this port. The archive is the truth: a catalogue can be
 * thrown away and made again from it.
 */
import type { BoundingBox, GeoFile } from '../geo/index.ts';
import type { Facets, FoundDocument, Query, SearchAnswer, SearchOptions, Suggestion } from './question.ts';

/** A day number: 0 is 1970-01-01. */
export type Day = number;

/** Days, both included. */
export interface Period {
  readonly from: Day;
  readonly to: Day;
}

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

/** A place that documents speak of. */
export interface CataloguePlace {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  /** ISO 3166-1. */
  readonly country: string;
  readonly state: string;
  readonly within: readonly string[];
  readonly lat: number;
  readonly lon: number;
  readonly box: BoundingBox | null;
}

export interface OutLink {
  readonly url: string;
  readonly text: string;
}

/** A structured value that a page states of itself (JSON-LD, microdata …), or that a rule extracted. */
export interface EntityValue {
  readonly attribute: string;
  readonly value: string;
  /** Normal form of dates, quantities, money; null for plain text. */
  readonly normal: string | null;
  /** Where it came from: `json-ld $.author.name`, or the rule's Cypher. */
  readonly provenance: string;
}

export interface EntityRecord {
  /** Page it was read from. */
  readonly url: string;
  readonly site: string;
  /** schema.org type, or the name of the table. */
  readonly type: string;
  readonly name: string;
  readonly values: readonly EntityValue[];
  /** Table it belongs to; null for what a page states of itself. */
  readonly table: string | null;
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

/** A geographic file or a layer of a service, as `src/geo` describes it, with how it looks. */
export interface GeoRecordIn {
  readonly file: GeoFile;
  /** PNG. */
  readonly thumbnail: Uint8Array | null;
  /** Simplified GeoJSON, at most some hundred kB. */
  readonly preview: string | null;
}

export interface ProducerRecord {
  readonly site: string;
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly score: number;
  readonly files: number;
  readonly downloads: number;
}

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

export interface EntityTableIn {
  readonly name: string;
  /** The page that was pointed at. */
  readonly example: string;
  readonly columns: readonly EntityColumn[];
  readonly rows: readonly EntityRecord[];
  /** ms since 1970. */
  readonly madeAt: number;
}

export interface EntityColumn {
  readonly name: string;
  /** Kind of its values: text, number, date, money, quantity. */
  readonly kind: string;
  /** The rules that fill it, as Cypher. */
  readonly rules: readonly string[];
}

export interface EntityTableSummary {
  readonly id: number;
  readonly name: string;
  readonly example: string;
  readonly columns: readonly EntityColumn[];
  readonly rows: number;
  readonly madeAt: number;
}

export interface StoredEntity extends EntityRecord {
  readonly id: number;
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

export interface SiteSummary {
  readonly site: string;
  readonly pages: number;
  readonly entities: number;
  readonly geoFiles: number;
  readonly firstFetched: number;
  readonly lastFetched: number;
}

export interface StoredGeo extends GeoRecordIn {
  readonly id: number;
  readonly kind: 'geo-file' | 'service';
  readonly downloads: number;
  /** Of all its layers, WGS 84. */
  readonly box: BoundingBox | null;
  readonly producer: ProducerRecord | null;
}

export interface CatalogueSummary {
  readonly pages: number;
  readonly versions: number;
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

/** A part of a long list, and how to ask for the next. */
export interface Slice<T> {
  readonly items: readonly T[];
  /** Opaque; null at the end. */
  readonly next: string | null;
}

export interface SliceOptions {
  readonly cursor?: string | undefined;
  /** Default 20, at most 1,000. */
  readonly limit?: number | undefined;
}

/** How many pages speak of a year, and how many were published in it; `cross` pairs both. */
export interface Timeline {
  readonly spoken: readonly (readonly [year: number, pages: number])[];
  readonly published: readonly (readonly [year: number, pages: number])[];
  readonly cross: readonly (readonly [spoken: number, published: number, pages: number])[];
  /** True when only a part of the matches was counted. */
  readonly bounded: boolean;
}

export interface GeoSearchOptions extends SliceOptions {
  /** `direct` looks at place names, anchors and file names; `expanded` at contexts too. */
  readonly mode?: 'direct' | 'expanded' | undefined;
  readonly box?: BoundingBox | undefined;
  readonly relation?: 'intersects' | 'within' | undefined;
  readonly formats?: readonly string[] | undefined;
  readonly producer?: string | undefined;
  readonly kind?: 'geo-file' | 'service' | undefined;
}

export interface GeoHit {
  readonly geo: Omit<StoredGeo, 'thumbnail' | 'preview'> & {
    readonly hasThumbnail: boolean;
    readonly hasPreview: boolean;
  };
  readonly score: number;
  /** What matched: `place`, `anchor`, `name`, `context`, `area` … with its share of the score. */
  readonly parts: Readonly<Record<string, number>>;
}

export interface GeoAnswer extends Slice<GeoHit> {
  readonly total: number;
  /** How the text was understood, for chips; null when it names no place. */
  readonly place: CataloguePlace | null;
  readonly facets: {
    readonly formats: readonly (readonly [string, number])[];
    readonly geometries: readonly (readonly [string, number])[];
    readonly producers: readonly (readonly [string, number])[];
  };
}

export interface Catalogue {
  /**
   * Writes a batch in one transaction. Pages of the same key replace each other as the current version by their time; a page of the same
   * key and digest is the same version analysed again, and keeps its identity. A geographic file that is not `indexed` is removed.
   */
  write(batch: CatalogueBatch): void;
  /** Ends a run of writes: merges what is cheap to merge now, and recomputes what depends on many pages (link evidence). */
  settle(): void;
  marks(): readonly ArchiveMark[];
  /** Whether a version with this payload is there: another capture of it is then a `SamePage`. */
  knows(digest: string): boolean;

  search(query: Query, options?: SearchOptions): SearchAnswer;
  /** Every document that answers, by identity: for exports. Nothing is scored, nothing is left out, nothing is taken that answers in part. */
  matches(query: Query): readonly FoundDocument[];
  suggest(text: string, limit?: number): readonly Suggestion[];
  facets(query: Query): Facets;
  timeline(query: Query): Timeline;

  page(id: number): StoredPage | null;
  /** The version of an address nearest to a time; the newest without one. */
  pageAt(url: string, at?: number): StoredPage | null;
  versions(url: string): readonly PageVersion[];
  linksFrom(id: number, options?: SliceOptions): Slice<PageLink>;
  linksTo(url: string, options?: SliceOptions): Slice<PageLink>;
  /** How many links a version has, and how many pages link to its address. */
  linkCounts(id: number): { readonly from: number; readonly to: number };
  /** Every current page, in order of identity: for exports. */
  pages(options?: SliceOptions): Slice<StoredPage>;
  sites(options?: SliceOptions): Slice<SiteSummary>;

  entityTables(): readonly EntityTableSummary[];
  /** Types of what pages state of themselves (not of tables), most frequent first, at most 200. */
  entityTypes(): readonly { readonly type: string; readonly count: number }[];
  /** Entities of a table, or of a type, or all. */
  entities(
    of: { readonly table?: string; readonly type?: string },
    options?: SliceOptions,
  ): Slice<StoredEntity>;
  entity(id: number): StoredEntity | null;

  geoSearch(text: string, options?: GeoSearchOptions): GeoAnswer;
  geo(id: number): StoredGeo | null;
  geoThumbnail(id: number): Uint8Array | null;
  producers(options?: SliceOptions): Slice<ProducerRecord>;
  /** Counts a download once for each visitor, file and day; false when it was counted already. */
  countDownload(id: number, visitor: string, day: Day): boolean;

  place(key: string): CataloguePlace | null;
  summary(): CatalogueSummary;
  close(): void;
}
