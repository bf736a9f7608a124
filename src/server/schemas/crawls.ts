/** Crawls: what is asked for, and how they stand. */
import { Type } from 'typebox';
import { Count, nullable, record, request, Share, WebAddress } from './shapes.ts';

export const CRAWL_NAME = '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$';
export const CrawlName = Type.String({ pattern: CRAWL_NAME, description: 'name of a crawl' });

const policy = Type.Enum(['horizontal', 'breadth-first', 'priority', 'horizontal-compat']);

const how = {
  when: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'a period: 1939..1945' })),
  whenProfile: Type.Optional(Type.Enum(['modern', 'thesis', 'general'])),
  whenTau: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 0.9999,
      description: 'more than this share of the dates of a segment must lie in the period',
    }),
  ),
  whenUnit: Type.Optional(Type.Enum(['paragraph', 'sentence', 'clause'])),
  whenMatch: Type.Optional(Type.Enum(['contain', 'overlap'])),
  whenUndated: Type.Optional(Type.Enum(['section', 'none', 'always'])),
  whenTarget: Type.Optional(Type.Enum(['content', 'publication'])),
  whenOrder: Type.Optional(Type.Enum(['predicted', 'references', 'fifo'])),
  geo: Type.Optional(Type.Boolean({ description: 'look for geographic data' })),
  collectionSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'pages of a collection of fixed size, which is kept important and up to date',
    }),
  ),
  collectionBy: Type.Optional(Type.Enum(['page-rank', 'back-links'])),
  scope: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  policy: Type.Optional(policy),
  maxPages: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  maxTime: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h|d)?$', description: '30m' }),
  ),
  delay: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})?(ms|s|m|h|d)?$', description: '5s' }),
  ),
  contact: Type.Optional(Type.String({ minLength: 3, maxLength: 200 })),
};
/** What of a request says how to collect; kept with the crawl. */
export const HowToCollect = Type.Object(how, { additionalProperties: false });

export const StartCrawl = request('StartCrawl', {
  name: CrawlName,
  seeds: Type.Array(WebAddress, { minItems: 1, maxItems: 200 }),
  ...how,
});

const CRAWL_STATES = [
  'starting',
  'running',
  'pausing',
  'paused',
  'stopping',
  'stopped',
  'interrupted',
  'failed',
  'ended',
] as const;

export const CrawlInfo = record('CrawlInfo', {
  name: Type.String(),
  state: Type.Enum([...CRAWL_STATES]),
  mayResume: Type.Boolean(),
  startedAt: nullable(Type.String({ description: 'ISO 8601' })),
  at: nullable(Type.String({ description: 'when the figures were taken' })),
  reason: nullable(Type.String({ description: 'why the last session ended' })),
  problem: nullable(Type.String({ description: 'what a crawl that failed said last' })),
  seeds: Type.Array(Type.String()),
  when: nullable(Type.String()),
  scope: Type.String(),
  policy: Type.String(),
  figures: nullable(
    Type.Object({
      pages: Count,
      requests: Count,
      bytes: Count,
      sites: Count,
      queues: Count,
      queued: Count,
      inFlight: Count,
      refused: Count,
      errors: Count,
      duplicates: Count,
      concurrency: Count,
    }),
  ),
  pagesPerSecond: Type.Number(),
  bytesPerSecond: Type.Number(),
  inScopeShare: nullable(Share),
  errors: Count,
  collection: nullable(Type.String({ description: 'the collection that it fills, once there is one' })),
  history: Type.Array(Type.Object({ at: Type.Number(), pages: Count, bytes: Count, queued: Count }), {
    maxItems: 300,
  }),
});

export const CrawlList = record('CrawlList', { crawls: Type.Array(CrawlInfo), mayStart: Type.Boolean() });
