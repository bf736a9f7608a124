/** What people add to a collection: corrections of its pages, dossiers, saved searches. Reading is for all who may read; changes need the token. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Kept, StoredPage } from '../../catalogue/index.ts';
import type { DossierFormat } from '../../collection/index.ts';
import { StaleError, TarrafaError } from '../../errors.ts';
import { acceptedLanguage } from '../../words/index.ts';
import type { OpenCollection } from '../collections.ts';
import type { Downloads } from '../downloads/send-download.ts';
import { endpoint, SENT } from '../endpoint.ts';
import { originOf } from '../origin.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { atomFeed, FEED_TYPE } from '../saved/atom-feed.ts';
import {
  AddItemsRequest,
  CorrectionAnswer,
  CorrectionList,
  CorrectionRequest,
  DossierList,
  DossierRequest,
  DossierView,
  KeptCorrection,
  KeptDossier,
  KeptId,
  KeptSearch,
  LARGEST_CORRECTION,
  NewDossierRequest,
  RemovalRequest,
  Removed,
  SavedList,
  SaveRequest,
} from '../schemas/kept.ts';
import { type Answer, CollectionName, Cursor, Identity, limit } from '../schemas/shapes.ts';

/** Hits of a feed, the newest first. */
const FED = 50;

/** Loaded when somebody asks: most who read a collection never do. */
const room = () => import('../../collection/index.ts');

async function pageOf({ catalogue }: OpenCollection, id: number): Promise<StoredPage> {
  const page = await catalogue.page(id);
  if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [`pages/${id}`]);
  return page;
}

export interface KeptRouteOptions {
  /** Does something alone with a catalogue: never while it is being analysed. */
  readonly alone: <T>(collection: string, work: () => Promise<T>) => Promise<T>;
  /** How the archive of a dossier's pages is sent. */
  readonly downloads: Downloads;
}

export function keptRoutes(
  app: FastifyInstance,
  context: RouteContext,
  { alone, downloads }: KeptRouteOptions,
): void {
  correctionRoutes(app, context, alone);
  dossierRoutes(app, context, downloads);
  savedRoutes(app, context);
}

const listing = { cursor: Type.Optional(Cursor), limit: limit(1_000, 100) };

function correctionRoutes(
  app: FastifyInstance,
  context: RouteContext,
  alone: KeptRouteOptions['alone'],
): void {
  const params = { c: CollectionName, id: Identity };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/corrections',
    id: 'corrections',
    summary: 'What people say of pages, by whom and when, with what the computer says',
    tag: 'kept',
    params: { c: CollectionName },
    query: listing,
    answer: CorrectionList,
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID'],
    handle: ({ params: { c }, query }) => collectionNamed(context, c).catalogue.keptOf('correction', query),
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/pages/:id/correction',
    id: 'correction',
    summary: 'What people say of a page; null when nobody does',
    tag: 'kept',
    params,
    answer: CorrectionAnswer,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params: { c, id } }) => {
      const collection = collectionNamed(context, c);
      const { key } = await pageOf(collection, id);
      return { correction: await collection.catalogue.kept('correction', key) };
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/pages/:id/correction',
    id: 'correctPage',
    summary:
      'Says of a page what is so, all of it: title, date, kind, places, blocks. It wins wherever the page is read or searched',
    tag: 'kept',
    params,
    body: CorrectionRequest,
    bodyLimit: LARGEST_CORRECTION,
    answer: KeptCorrection,
    token: true,
    errors: [
      'TRF_NOT_FOUND',
      'TRF_CORRECTION_INVALID',
      'TRF_KEPT_STALE',
      'TRF_KEPT_LARGE',
      'TRF_SERVER_BUSY',
    ],
    handle: async ({ params: { c, id }, body: { version, by = '', ...wish } }) =>
      context.extractions.run(() =>
        alone(c, async () => {
          const collection = collectionNamed(context, c);
          const { correctPage } = await room();
          const page = await pageOf(collection, id);
          return correctPage(collection, page, wish, { expected: version, by, at: context.now() });
        }),
      ),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/pages/:id/correction/undo',
    id: 'undoCorrection',
    summary: 'Takes back what was said of a page: it is again as the computer says',
    tag: 'kept',
    params,
    body: RemovalRequest,
    answer: Removed,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_KEPT_STALE', 'TRF_SERVER_BUSY'],
    handle: async ({ params: { c, id }, body: { version } }) =>
      context.extractions.run(() =>
        alone(c, async () => {
          const collection = collectionNamed(context, c);
          const { uncorrectPage } = await room();
          await uncorrectPage(collection, await pageOf(collection, id), version);
          return { removed: true };
        }),
      ),
  });
}

function dossierRoutes(app: FastifyInstance, context: RouteContext, downloads: Downloads): void {
  const params = { c: CollectionName, id: KeptId };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/dossiers',
    id: 'dossiers',
    summary: 'Dossiers: pages and passages that people gathered',
    tag: 'kept',
    params: { c: CollectionName },
    query: listing,
    answer: DossierList,
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID'],
    handle: ({ params: { c }, query }) => collectionNamed(context, c).catalogue.keptOf('dossier', query),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/dossiers',
    id: 'newDossier',
    summary: 'Makes an empty dossier of a name',
    tag: 'kept',
    params: { c: CollectionName },
    body: NewDossierRequest,
    answer: KeptDossier,
    status: 201,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_KEPT_LARGE'],
    handle: async ({ params: { c }, body: { by = '', name, note } }) => {
      const { newDossier } = await room();
      const { catalogue } = collectionNamed(context, c);
      return newDossier(catalogue, { name: name.trim(), note }, { by, at: context.now() });
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/dossiers/:id',
    id: 'dossier',
    summary: 'A dossier, with the citation of each page',
    tag: 'kept',
    params,
    answer: DossierView,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params: { c, id } }) => {
      const collection = collectionNamed(context, c);
      const { dossierOf } = await room();
      return dossierView(collection, await dossierOf(collection.catalogue, id));
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/dossiers/:id/items',
    id: 'addToDossier',
    summary: 'Puts pages, or passages of them, at the end of a dossier',
    tag: 'kept',
    params,
    body: AddItemsRequest,
    bodyLimit: LARGEST_CORRECTION,
    answer: KeptDossier,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_CORRECTION_INVALID', 'TRF_KEPT_LARGE'],
    handle: async ({ params: { c, id }, body: { by = '', items } }) => {
      const { addToDossier } = await room();
      const collection = collectionNamed(context, c);
      const found = await collection.itemsToAdd(items);
      return addToDossier(collection.catalogue, id, found, { by, at: context.now() });
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/dossiers/:id',
    id: 'changeDossier',
    summary: 'Names a dossier anew, notes, orders and takes out its items',
    tag: 'kept',
    params,
    body: DossierRequest,
    bodyLimit: LARGEST_CORRECTION,
    answer: DossierView,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_KEPT_STALE', 'TRF_KEPT_LARGE'],
    handle: async ({ params: { c, id }, body: { version, by = '', name, note, items } }) => {
      const { changeDossier, dossierOf } = await room();
      const collection = collectionNamed(context, c);
      const { catalogue } = collection;
      const before = await dossierOf(catalogue, id);
      // Places are those of the version that was seen.
      if (before.version !== version) throw new StaleError(before.value.name, version, before);
      const left = items.flatMap(({ at, note }) => {
        const item = before.value.items[at];
        return item === undefined ? [] : [{ ...item, note }];
      });
      const value = { name: name.trim(), note, items: left };
      const kept = await changeDossier(catalogue, id, value, { expected: version, by, at: context.now() });
      return dossierView(collection, kept);
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/dossiers/:id/remove',
    id: 'removeDossier',
    summary: 'Removes a dossier',
    tag: 'kept',
    params,
    body: RemovalRequest,
    answer: Removed,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_KEPT_STALE'],
    handle: async ({ params: { c, id }, body }) => removed(context, c, 'dossier', id, body.version),
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/dossiers/:id/export',
    id: 'exportDossier',
    summary: 'A dossier as one page that prints, an archive of its pages, a table, or references',
    tag: 'kept',
    params,
    query: { format: Type.Enum(['html', 'wacz', 'csv', 'bib', 'json'], { default: 'html' }) },
    head: false,
    media: {
      'text/html': 'one page that opens from disk and prints',
      'application/wacz': 'its pages as they were archived',
      'text/csv': 'an item a line',
      'application/x-bibtex': 'its pages as references',
      'application/vnd.citationstyles.csl+json': 'its pages as references',
    },
    errors: ['TRF_NOT_FOUND', 'TRF_EXPORT_KIND', 'TRF_SERVER_BUSY', 'TRF_TIME_OUT', 'TRF_STORAGE_FULL'],
    handle: async ({ params: { c, id }, query, request, reply }) => {
      const { catalogue, folder, title } = collectionNamed(context, c);
      const { dossierOf } = await room();
      // What is not there is told before a thread is begun.
      await dossierOf(catalogue, id);
      const format = query.format as DossierFormat;
      const language = acceptedLanguage(request.headers['accept-language'], context.language);
      const wish = { id, format, name: `${id}.${format}`, language, now: context.now() };
      return downloads.send(reply, wish, (maker, signal) => maker.dossier(folder, title, wish, signal));
    },
  });
}

async function dossierView(
  collection: OpenCollection,
  kept: Kept<'dossier'>,
): Promise<Answer<typeof DossierView>> {
  return { ...kept, pages: await collection.citedItems(kept.value.items) };
}

async function removed(
  context: RouteContext,
  c: string,
  kind: 'dossier' | 'saved-search',
  id: string,
  version: number,
): Promise<{ removed: boolean }> {
  const left = await collectionNamed(context, c).catalogue.unkeep(kind, id, version);
  if (left !== true) throw new StaleError(id, version, left);
  return { removed: true };
}

function savedRoutes(app: FastifyInstance, context: RouteContext): void {
  const params = { c: CollectionName, id: KeptId };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/saved',
    id: 'savedSearches',
    summary: 'Searches that people saved',
    tag: 'kept',
    params: { c: CollectionName },
    query: listing,
    answer: SavedList,
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID'],
    handle: ({ params: { c }, query }) => collectionNamed(context, c).catalogue.keptOf('saved-search', query),
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/saved',
    id: 'saveSearch',
    summary: 'Saves a search under a name',
    tag: 'kept',
    params: { c: CollectionName },
    body: SaveRequest,
    answer: KeptSearch,
    status: 201,
    token: true,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params: { c }, body: { by = '', name, line } }) => {
      const { keepNew } = await room();
      const at = context.now();
      const { catalogue } = collectionNamed(context, c);
      return keepNew(catalogue, 'saved-search', { name: name.trim(), line, since: at }, { by, at });
    },
  });

  endpoint(app, {
    method: 'POST',
    path: '/api/v1/collections/:c/saved/:id/remove',
    id: 'removeSearch',
    summary: 'Removes a saved search',
    tag: 'kept',
    params,
    body: RemovalRequest,
    answer: Removed,
    token: true,
    errors: ['TRF_NOT_FOUND', 'TRF_KEPT_STALE'],
    handle: async ({ params: { c, id }, body }) => removed(context, c, 'saved-search', id, body.version),
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/saved/:id/feed',
    id: 'savedSearchFeed',
    summary: 'What a saved search finds, the latest first, as an Atom feed',
    tag: 'kept',
    params,
    media: { [FEED_TYPE]: 'Atom (RFC 4287), at most 50 entries' },
    errors: ['TRF_NOT_FOUND', 'TRF_TIME_OUT'],
    handle: async ({ params: { c, id }, request, reply }) => {
      const collection = collectionNamed(context, c);
      const saved = await collection.catalogue.kept('saved-search', id);
      if (saved === null) throw new TarrafaError('TRF_NOT_FOUND', [`saved/${id}`]);
      const question = await collection.parseLine(saved.value.line);
      const found = await context.metrics.search(c, () =>
        collection.catalogue.search(question, { order: 'newest', limit: FED, facets: false }),
      );
      // What other words find is not what was saved.
      const hits = found.corrected ? [] : found.hits;
      void reply
        .header('content-type', `${FEED_TYPE}; charset=utf-8`)
        .send(atomFeed({ origin: originOf(request), collection: c, title: collection.title, saved, hits }));
      return SENT;
    },
  });
}
