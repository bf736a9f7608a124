/** The shapes of the API's answers. Those of the catalogue are its own; the wrappings of the server are stated here. Types only. */
import type { CatalogueSummary, PageVersion, StoredGeo, StoredPage } from '../../../src/catalogue/port.ts';

export type {
  CataloguePlace,
  CatalogueSummary,
  EntityTableSummary,
  EntityValue,
  GeoAnswer,
  GeoHit,
  PageDate,
  PageLink,
  PageVersion,
  Period,
  PlaceMark,
  ProducerRecord,
  Slice,
  StoredEntity,
  Timeline,
  TimeMark,
  TimeSegment,
} from '../../../src/catalogue/port.ts';
export type {
  DocumentKind,
  Facets,
  Query,
  QueryChip,
  ScoreParts,
  SearchAnswer,
  SearchHit,
  Snippet,
  Suggestion,
} from '../../../src/catalogue/question.ts';

export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

export interface CollectionInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: CatalogueSummary;
  readonly analysing: { readonly done: number; readonly total: number } | null;
  readonly crawl: string | null;
}

export interface PageView extends Omit<StoredPage, 'simhash'> {
  readonly versions: readonly PageVersion[];
  readonly replay: string;
  readonly linksFrom: number;
  readonly linksTo: number;
}

export interface BlockView {
  readonly text: string;
  readonly verdict: string;
  readonly score: number;
  readonly reason: string;
  readonly path: string;
  readonly repeated?: number | boolean;
}

export interface ProposedColumn {
  readonly name: string;
  readonly kind: string;
  readonly coverage: number;
  readonly samples: readonly string[];
  readonly rules: readonly string[];
  readonly chosen: boolean;
}

export interface EntityProposal {
  readonly example: string;
  readonly pages: readonly { readonly url: string; readonly title: string }[];
  readonly pageCount: number;
  readonly columns: readonly ProposedColumn[];
  readonly rows: readonly { readonly url: string; readonly cells: readonly string[] }[];
}

export type GeoDetails = Omit<StoredGeo, 'thumbnail' | 'preview'> & {
  readonly hasThumbnail: boolean;
  readonly hasPreview: boolean;
};

export interface CrawlPoint {
  readonly at: number;
  readonly pages: number;
  readonly bytes: number;
  readonly queued: number;
}

export type CrawlState =
  | 'starting'
  | 'running'
  | 'pausing'
  | 'paused'
  | 'stopping'
  | 'stopped'
  | 'interrupted'
  | 'failed'
  | 'ended';

export interface CrawlFigures {
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  readonly sites: number;
  readonly queues: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly errors: number;
}

export interface CrawlInfo {
  readonly name: string;
  readonly state: CrawlState;
  readonly mayResume: boolean;
  /** ISO 8601. */
  readonly startedAt: string | null;
  readonly reason: string | null;
  readonly problem: string | null;
  /** The collection that it fills, once there is one. */
  readonly collection: string | null;
  readonly seeds: readonly string[];
  readonly when: string | null;
  readonly scope: string;
  readonly policy: string;
  readonly figures: CrawlFigures | null;
  readonly pagesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly inScopeShare: number | null;
  readonly errors: number;
  readonly history: readonly CrawlPoint[];
}

export interface CrawlOrder {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly when?: string;
  readonly geo?: boolean;
  readonly scope?: string;
  readonly policy?: string;
  readonly maxPages?: number;
  readonly maxTime?: string;
  readonly delay?: string;
  readonly contact?: string;
}
