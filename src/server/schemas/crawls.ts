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

/** When a crawl is begun, and how often. */
const when = {
  at: Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$',
    description: 'the first time, as a clock of the zone shows it: 2026-11-20T03:00',
  }),
  zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'time zone: America/Sao_Paulo; without it that of the server',
    }),
  ),
  repeat: Type.Optional(Type.Enum(['once', 'day', 'week', 'month'], { default: 'once' })),
  days: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      maxItems: 7,
      description: 'of a week, 1 is Monday; without them the day of "at"',
    }),
  ),
  as: Type.Optional(
    Type.Enum(['round', 'new'], {
      default: 'round',
      description: 'each time every page of the same folder once more, or a crawl with a folder of its own',
    }),
  ),
};

export const ScheduleRequest = request('ScheduleRequest', when);

const seedsOf = (minItems: number) => Type.Array(WebAddress, { minItems, maxItems: 200 });

export const StartCrawl = request('StartCrawl', {
  name: CrawlName,
  seeds: seedsOf(1),
  ...how,
  schedule: Type.Optional(Type.Object(when, { additionalProperties: false })),
});

/** What may be another from session to session; null takes a limit away. */
export const EditCrawl = request('EditCrawl', {
  addSeeds: Type.Optional(seedsOf(0)),
  scope: Type.Optional(how.scope),
  maxPages: Type.Optional(nullable(how.maxPages)),
  maxTime: Type.Optional(nullable(how.maxTime)),
  delay: Type.Optional(nullable(how.delay)),
  contact: Type.Optional(nullable(how.contact)),
});

export const DeleteCrawl = request('DeleteCrawl', {
  name: Type.String({ maxLength: 64, description: 'the name of the crawl once more, as a confirmation' }),
});

/** What was asked, for who wants to ask for the same. */
export const CrawlOrder = record('CrawlOrder', {
  name: Type.String(),
  seeds: Type.Array(Type.String()),
  asked: HowToCollect,
});

export const Deleted = record('DeletedCrawl', { name: Type.String() });

const CRAWL_STATES = [
  'scheduled',
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

/** Why a crawl does not run any more. */
const CRAWL_ENDS = [
  'nothing-left',
  'page-budget',
  'byte-budget',
  'time-budget',
  'paused',
  'stopped',
  'interrupted',
  'machine-restarted',
  'killed',
  'died',
  'disk-full',
  'damaged',
  'failed',
] as const;

/** What can be done next with a crawl that does not run, the most useful first. */
const CRAWL_STEPS = ['resume', 'raise', 'mend', 'round', 'edit', 'duplicate', 'delete'] as const;

/** What came of a time at which a crawl was due. */
export const RUN_OUTCOMES = ['waiting', 'started', 'running', 'held', 'failed', 'gone'] as const;

const Schedule = Type.Object({
  at: Type.String(),
  zone: Type.String(),
  repeat: Type.Enum(['once', 'day', 'week', 'month']),
  days: Type.Array(Type.Integer()),
  as: Type.Enum(['round', 'new']),
  next: nullable(Type.String({ description: 'when it is due next, ISO 8601; null when it is not any more' })),
  runs: Type.Array(
    Type.Object({
      due: Type.String(),
      at: nullable(Type.String({ description: 'when it was begun' })),
      outcome: Type.Enum([...RUN_OUTCOMES]),
      crawl: Type.String({ description: 'the crawl that was begun' }),
      late: Type.Boolean({ description: 'the server was off, or had no room, when it was due' }),
      problem: nullable(Type.String()),
    }),
    { description: 'the last ones, the latest last' },
  ),
});

const Imported = Type.Object({
  files: Count,
  bytes: Count,
  captures: Count,
  from: Type.Array(Type.String(), { description: 'where the first files came from' }),
  isWhole: Type.Boolean({ description: 'it is known that nothing was passed by' }),
  passed: Type.Array(Type.Object({ why: Type.String(), count: Count }), {
    description: 'what was passed by when the archives were taken in, and why',
  }),
});

export const CrawlInfo = record('CrawlInfo', {
  name: Type.String(),
  state: Type.Enum([...CRAWL_STATES]),
  mayResume: Type.Boolean(),
  end: nullable(
    Type.Object({
      why: Type.Enum([...CRAWL_ENDS]),
      at: nullable(Type.String({ description: 'ISO 8601; null when nobody could write it down' })),
      signal: nullable(Type.String({ description: 'of the system, when that is known: SIGKILL' })),
    }),
  ),
  next: Type.Array(Type.Enum([...CRAWL_STEPS])),
  maxPages: nullable(
    Type.Integer({ description: 'the budget of pages, of each round when it makes rounds' }),
  ),
  round: nullable(
    Type.Object({
      since: Type.String({ description: 'what was visited before that is visited once more' }),
      pages: Count,
    }),
  ),
  schedule: nullable(Schedule),
  imported: nullable(Imported),
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

export const CrawlList = record('CrawlList', {
  crawls: Type.Array(CrawlInfo),
  mayStart: Type.Boolean(),
  zone: Type.String({ description: 'time zone of the server' }),
});

const OUTCOMES = [
  'analysed',
  'unchanged',
  'redirected',
  'failed',
  'blocked',
  'gone',
  'refused',
  'skipped',
] as const;

export const VisitOutcome = Type.Enum([...OUTCOMES]);

const RecentVisit = Type.Object({
  n: Count,
  url: Type.String(),
  at: Type.Number({ description: 'ms since 1970' }),
  outcome: Type.Enum([...OUTCOMES]),
  status: Type.Integer({ description: 'HTTP status; 0 when nothing was answered' }),
  why: nullable(Type.String({ description: 'why it came to nothing, in words' })),
  bytes: Count,
  ms: Count,
  type: nullable(Type.String({ description: 'media type' })),
  title: nullable(Type.String()),
  queue: Type.String({ description: 'host or site that it was asked of' }),
});

export const RecentVisits = record('RecentVisits', {
  visits: Type.Array(RecentVisit, { description: 'the latest first' }),
  looked: Type.Integer({ description: 'visits that were looked at for them' }),
  next: nullable(Type.String({ description: 'cursor of those before; null at the first visit' })),
});

export const CrawlActivity = record('CrawlActivity', {
  /** Only the process that crawls knows it, and only a child of this server is asked. */
  now: nullable(
    Type.Object({
      at: Type.Number(),
      underWay: Count,
      visits: Type.Array(
        Type.Object({
          url: Type.String(),
          stage: Type.Enum(['name', 'robots', 'answer', 'reading']),
          since: Type.Number({ description: 'ms since 1970' }),
        }),
      ),
      queues: nullable(
        Type.Array(
          Type.Object({
            queue: Type.String(),
            queued: Count,
            nextAt: Type.Number({ description: 'when it may be asked, ms since 1970' }),
            inFlight: Type.Boolean(),
          }),
        ),
      ),
    }),
  ),
  counted: Type.Integer({ description: 'the latest visits, of which these are the outcomes and errors' }),
  outcomes: Type.Array(Type.Object({ outcome: Type.Enum([...OUTCOMES]), count: Count })),
  errors: Type.Array(Type.Object({ why: Type.String(), count: Count })),
});
