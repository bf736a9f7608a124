/** What is kept of a geographic file, of the pages that link to it and of the links between sites: descriptions, never the data. */
import type { BoundingBox } from '../box.ts';
import type { PlaceValue } from '../places/index.ts';

export interface GeoAnchor {
  /** The page that links. */
  readonly page: string;
  readonly text: string;
  /** Up to 20 words before and after the link. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface GeoDataset {
  readonly layer: string;
  /** Path of its file within the archive that was looked into; absent where there is none, and in descriptions of before. */
  readonly member?: string;
  readonly format: string;
  readonly kind: string;
  readonly geometryType: string | null;
  readonly count: number | null;
  readonly box: BoundingBox | null;
  readonly crs: string | null;
  readonly columns: readonly string[];
  readonly title: string | null;
  readonly abstract: string | null;
  readonly keywords: readonly string[];
  readonly licence: string | null;
}

export type FileState = 'indexed' | 'rejected' | 'broken';

export interface GeoFile {
  readonly kind: 'file';
  readonly url: string;
  /** Last part of the address, or the layer of a service. */
  readonly name: string;
  /** Extension, or the kind of service. */
  readonly type: string;
  readonly site: string;
  readonly state: FileState;
  /** Why it was rejected, '' otherwise. */
  readonly reason: string;
  readonly discovery: 'explicit' | 'named' | 'context' | 'service';
  readonly size: number | null;
  readonly bytesFetched: number;
  readonly etag: string | null;
  readonly sha256: string | null;
  /** ms since 1970. */
  readonly indexedAt: number;
  readonly downloads: number;
  /** Days in a row on which it was gone, and when the first look that said so was, and the last that counted. */
  readonly strikes: number;
  readonly firstStrike: number;
  readonly lastStrike?: number;
  readonly anchors: readonly GeoAnchor[];
  readonly datasets: readonly GeoDataset[];
  readonly places: readonly PlaceValue[];
}

export interface GeoPageRecord {
  readonly kind: 'page';
  readonly url: string;
  readonly site: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly text: string;
  readonly indexedAt: number;
}

/** Links of one page to one other site. */
export interface GeoLinkRecord {
  readonly kind: 'link';
  readonly origin: string;
  readonly destination: string;
  readonly count: number;
}

export type GeoRecord = GeoFile | GeoPageRecord | GeoLinkRecord;

/** A file of which nothing is known yet. */
export function newFile(url: string, site: string, name: string, type: string): GeoFile {
  return {
    kind: 'file',
    url,
    name,
    type,
    site,
    state: 'indexed',
    reason: '',
    discovery: 'explicit',
    size: null,
    bytesFetched: 0,
    etag: null,
    sha256: null,
    indexedAt: 0,
    downloads: 0,
    strikes: 0,
    firstStrike: 0,
    anchors: [],
    datasets: [],
    places: [],
  };
}
