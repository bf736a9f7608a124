/** The application: every route, with the hooks that all of them share. It listens to nothing by itself. */
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { TarrafaError } from '../errors.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { type Access, guard, LOOPBACK } from './access.ts';
import { clusterMetrics } from './cluster-metrics.ts';
import type { Collections } from './collections.ts';
import type { ClusterDesk } from './crawls/cluster-desk.ts';
import { CrawlDesk } from './crawls/crawl-desk.ts';
import { CrawlEvents, realTicker, type Ticker } from './crawls/crawl-events.ts';
import type { DirectedVolunteers } from './crawls/directed-volunteers.ts';
import { type DownloadMaker, Downloads } from './downloads/send-download.ts';
import type { EntityFinder } from './entities/entity-finder.ts';
import { Proposals } from './entities/proposals.ts';
import { failureHandler } from './failure.ts';
import { ForgetDesk } from './forgetting/forget-desk.ts';
import { Gate } from './gate.ts';
import { GeoCheckDesk } from './geo-checks/geo-check-desk.ts';
import { letIdleReadersGo } from './idle-readers.ts';
import { mementoRoutes } from './memento/routes.ts';
import { Metrics } from './metrics.ts';
import { ogcRoutes } from './ogc/routes.ts';
import { Description } from './openapi.ts';
import { openSearchRoutes } from './opensearch/routes.ts';
import { contextOf, sendNotFound } from './plain/layout.ts';
import { plainRoutes } from './plain/routes.ts';
import { isForReading } from './refusal-page.ts';
import { archiveUrl } from './replay/archive-url.ts';
import { ReplayKeys } from './replay/replay-keys.ts';
import { replayRoutes } from './replay/routes.ts';
import type { RouteContext } from './route-context.ts';
import { clusterRoutes } from './routes/cluster-routes.ts';
import { collectionRoutes } from './routes/collection-routes.ts';
import { concordanceRoutes } from './routes/concordance-routes.ts';
import { crawlRoutes } from './routes/crawl-routes.ts';
import { type DeskParts, deskRoutes, PAGE_TIME } from './routes/desk-routes.ts';
import { downloadRoutes } from './routes/download-routes.ts';
import { entityRoutes } from './routes/entity-routes.ts';
import { forgetRoutes } from './routes/forget-routes.ts';
import { geoCheckRoutes } from './routes/geo-check-routes.ts';
import { geoRoutes } from './routes/geo-routes.ts';
import { keptRoutes } from './routes/kept-routes.ts';
import { pageRoutes } from './routes/page-routes.ts';
import { searchRoutes } from './routes/search-routes.ts';
import { versionRoutes } from './routes/version-routes.ts';
import { volunteerRoutes } from './routes/volunteer-routes.ts';
import { stacRoutes } from './stac/routes.ts';
import { compileValidator } from './validation.ts';
import { answeredByPage, webPages } from './web-pages.ts';
import { whenSent } from './when-sent.ts';

export interface AppOptions {
  readonly collections: Collections;
  readonly version: string;
  readonly access?: Access;
  /** Of answers to those who ask for none. */
  readonly language?: Language;
  readonly now?: () => number;
  /** Folder of the built page; null when it was not built. */
  readonly web?: string | null;
  /** Also figures of the process in /metrics. */
  readonly processMetrics?: boolean;
  /** The crawls; none are known and none may be started without it. */
  readonly crawls?: CrawlDesk;
  /** Checks of the links of geographic collections; none may be started without it. */
  readonly geoChecks?: GeoCheckDesk;
  readonly forgetting?: ForgetDesk;
  /** The crawl that several machines share; without it there is none to be shown. */
  readonly cluster?: ClusterDesk | null;
  /** The desk at which volunteers work for a shared crawl; without it there is none here. */
  readonly desk?: DeskParts | undefined;
  /** The volunteers of a shared crawl, whose desk may be elsewhere; without it nobody can direct them. */
  readonly volunteers?: DirectedVolunteers | undefined;
  /** How tables are found from an example page; without it they are not. */
  readonly findEntities?: EntityFinder;
  /** How lists are made into files; without it they are not. */
  readonly downloads?: DownloadMaker;
  /** Does something with a catalogue while nobody else writes to it. */
  readonly alone?: <T>(collection: string, work: () => Promise<T>) => Promise<T>;
  readonly ticker?: Ticker;
  /** When readers are looked at that may have stopped reading. */
  readonly readerTicker?: Ticker;
  /** Told of errors that are ours. */
  readonly onError?: (error: unknown, request: FastifyRequest) => void;
}

const LARGEST_BODY = 64 * 1024;
const REQUEST_TIME = 30_000;
/** Longer answers are not worth a digest. */
const LARGEST_TAGGED = 1 << 20;
const MOST_STREAMS = 8;
const MOST_EXTRACTIONS = 4;
const MOST_DISCOVERIES = 2;

const NO_CRAWLS = new CrawlDesk({
  folder: null,
  run: () => {
    throw new TarrafaError('TRF_CRAWL_REFUSED', ['--crawls']);
  },
  readSeed: (text) => text,
});

const NO_FORGETTING = new ForgetDesk({
  run: () => {
    throw new TarrafaError('TRF_CRAWL_REFUSED', ['forget']);
  },
});

const NO_GEO_CHECKS = new GeoCheckDesk({
  run: () => {
    throw new TarrafaError('TRF_CRAWL_REFUSED', ['geo/check']);
  },
});

export function createApp(options: AppOptions): FastifyInstance {
  const {
    collections,
    version,
    language = USUAL_LANGUAGE,
    web = null,
    crawls = NO_CRAWLS,
    now = Date.now,
  } = options;
  const app = Fastify({
    logger: false,
    bodyLimit: LARGEST_BODY,
    routerOptions: { maxParamLength: 8_192 },
    rewriteUrl: (request) => archiveUrl(request.url ?? '/'),
    // How long a client may take to send its request; answers may take longer.
    requestTimeout: options.desk === undefined ? REQUEST_TIME : PAGE_TIME,
    keepAliveTimeout: 5_000,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => void handleFailure(error, request, reply),
  });
  const handleFailure = failureHandler(language, options.onError ?? (() => {}));
  const metrics = new Metrics({
    collections,
    runningCrawls: () => crawls.running,
    ofProcess: options.processMetrics ?? false,
  });
  if (options.cluster) clusterMetrics(metrics.registry, options.cluster);
  const replayKeys = new ReplayKeys(now);
  const context: RouteContext = {
    replayKeys,
    collections,
    metrics,
    version,
    language,
    now,
    streams: new Gate('streams', MOST_STREAMS),
    extractions: new Gate('blocks', MOST_EXTRACTIONS),
  };
  app.setValidatorCompiler(compileValidator);
  // Answers are plain data of our own; their schemas describe them, and the tests hold them to it.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  // Nothing but JSON is ever sent to us; text/plain would let a form of another page through.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(handleFailure);
  metrics.watch(app);
  letIdleReadersGo(app, options.readerTicker);
  guard(app, options.access ?? LOOPBACK, replayKeys);
  holdCollections(app, collections);
  tagAnswers(app);
  const description = new Description(app, version);

  collectionRoutes(app, context);
  searchRoutes(app, context);
  concordanceRoutes(app, context);
  pageRoutes(app, context);
  versionRoutes(app, context);
  entityRoutes(app, context, {
    proposals:
      options.findEntities === undefined
        ? null
        : new Proposals({ find: options.findEntities, gate: new Gate('discover', MOST_DISCOVERIES), now }),
    alone: options.alone ?? (async (_, work) => work()),
  });
  const downloads = new Downloads(options.downloads ?? null);
  keptRoutes(app, context, { alone: options.alone ?? (async (_, work) => work()), downloads });
  geoRoutes(app, context);
  downloadRoutes(app, context, downloads);
  geoCheckRoutes(app, context, options.geoChecks ?? NO_GEO_CHECKS);
  forgetRoutes(app, context, options.forgetting ?? NO_FORGETTING);
  const events = new CrawlEvents(crawls, options.ticker ?? realTicker);
  app.addHook('preClose', async () => events.close());
  crawlRoutes(app, context, crawls, events, downloads);
  clusterRoutes(app, context, options.cluster ?? null);
  if (options.desk !== undefined) deskRoutes(app, options.desk);
  if (options.volunteers !== undefined) volunteerRoutes(app, options.volunteers);
  app.get('/api/v1/openapi.json', { schema: { summary: 'This description', tags: ['server'] } }, async () =>
    description.make(),
  );
  app.get('/metrics', { schema: { summary: 'Figures for Prometheus', tags: ['server'] } }, async (_, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  replayRoutes(app, collections, { keys: replayKeys });
  for (const routes of [mementoRoutes, ogcRoutes, stacRoutes, openSearchRoutes, plainRoutes])
    routes(app, collections);
  webPages(app, web);
  app.setNotFoundHandler(async (request, reply) => {
    if (await answeredByPage(request, reply, web, collections)) return reply;
    if (isForReading(request)) return sendNotFound(reply, contextOf(request));
    throw new TarrafaError('TRF_NOT_FOUND', [request.url.slice(0, 200)]);
  });
  return app;
}

/** Requests see the catalogues that are on disk when they come, and keep them until they are answered. */
function holdCollections(app: FastifyInstance, collections: Collections): void {
  if (collections.enter === undefined) return;
  app.addHook('onRequest', async (request, reply) => {
    // Crawls are followed for hours, and nothing that they need is in a catalogue.
    if (request.routeOptions.url?.startsWith('/api/v1/crawls') === true) return;
    const leave = await collections.enter!();
    whenSent(reply, leave);
  });
}

/** Answers that did not change since the reader's last look are not sent again. */
function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/') || reply.statusCode !== 200) return payload;
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
    if (typeof payload !== 'string' || payload.length > LARGEST_TAGGED || request.method !== 'GET')
      return payload;
    reply.header('vary', 'Accept, Accept-Language');
    const tag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    if (request.headers['if-none-match'] !== tag) return payload;
    reply.code(304);
    return '';
  });
}
