/** What people add to a collection: corrections of its pages, dossiers, saved searches. Reading is for all who may read; changes need the token. */
import { randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Kept, StoredPage } from '../../catalogue/index.ts';
import { StaleError, TarrafaError } from '../../errors.ts';
import { acceptedLanguage } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import { attachment } from '../attachment.ts';
import type { OpenCollection } from '../collections.ts';
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
}

export function keptRoutes(app: FastifyInstance, context: RouteContext, { alone }: KeptRouteOptions): void {
  correctionRoutes(app, context, alone);
  dossierRoutes(app, context);
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

const DOSSIER_TYPES = {
  html: 'text/html; charset=utf-8',
  wacz: 'application/wacz+zip',
  csv: 'text/csv; charset=utf-8',
  bib: 'application/x-bibtex; charset=utf-8',
  json: 'application/vnd.citationstyles.csl+json; charset=utf-8',
} as const;
type DossierForm = keyof typeof DOSSIER_TYPES;

function dossierRoutes(app: FastifyInstance, context: RouteContext): void {
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
      const { catalogue } = collectionNamed(context, c);
      const { dossierOf } = await room();
      return dossierView(catalogue, await dossierOf(catalogue, id));
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
      const found = [];
      for (const { page: number, passage, note } of items) {
        const page = await pageOf(collection, number);
        if (passage !== undefined && !page.text.includes(passage))
          throw new TarrafaError('TRF_CORRECTION_INVALID', [
            reason('correction-mention', { mention: passage.slice(0, 200) }),
          ]);
        found.push({ page, passage, note });
      }
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
      const { catalogue } = collectionNamed(context, c);
      const before = await dossierOf(catalogue, id);
      // Places are those of the version that was seen.
      if (before.version !== version) throw new StaleError(before.value.name, version, before);
      const left = items.flatMap(({ at, note }) => {
        const item = before.value.items[at];
        return item === undefined ? [] : [{ ...item, note }];
      });
      const value = { name: name.trim(), note, items: left };
      const kept = await changeDossier(catalogue, id, value, { expected: version, by, at: context.now() });
      return dossierView(catalogue, kept);
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
      'application/wacz+zip': 'its pages as they were archived',
      'text/csv': 'an item a line',
      'application/x-bibtex': 'its pages as references',
      'application/vnd.citationstyles.csl+json': 'its pages as references',
    },
    errors: ['TRF_NOT_FOUND', 'TRF_EXPORT_KIND', 'TRF_SERVER_BUSY'],
    handle: async ({ params: { c, id }, query, request, reply }) => {
      const collection = collectionNamed(context, c);
      const { dossierBibtex, dossierCsl, dossierCsv, dossierHtml, dossierOf, entriesOf } = await room();
      const form = query.format as DossierForm;
      const leave = context.streams.enter();
      try {
        const { value: dossier } = await dossierOf(collection.catalogue, id);
        const entries = await entriesOf(collection.catalogue, dossier);
        void reply
          .header('content-type', DOSSIER_TYPES[form])
          .header('content-disposition', attachment(`${id}.${form}`));
        if (form === 'wacz') {
          const pages = [...new Set(entries.flatMap(({ page }) => page?.id ?? []))];
          await sendWacz(context, collection, dossier.name, pages, reply);
          return SENT;
        }
        const language = acceptedLanguage(request.headers['accept-language'], context.language);
        const title = collection.title;
        const now = context.now();
        const text =
          form === 'html'
            ? dossierHtml({ collection: title, dossier, entries, language, now })
            : form === 'csv'
              ? dossierCsv(entries)
              : form === 'bib'
                ? dossierBibtex(entries)
                : dossierCsl(entries);
        void reply.send(text);
        return SENT;
      } finally {
        leave();
      }
    },
  });
}

/** Written beside what is served, sent, and gone. */
async function sendWacz(
  context: RouteContext,
  collection: OpenCollection,
  title: string,
  pages: readonly number[],
  reply: FastifyReply,
): Promise<void> {
  const { files, catalogue } = collection;
  // The archive of a crawl that many share is not on this machine.
  if (files.length === 0)
    throw new TarrafaError('TRF_EXPORT_KIND', ['wacz', 'dossier', 'html, csv, bib, json']);
  const { exportCollection } = await room();
  const out = join(tmpdir(), `tarrafa-dossier-${randomUUID()}.wacz`);
  const remove = (): void => rmSync(out, { force: true });
  try {
    await exportCollection(
      { title, catalogue, files },
      { format: 'wacz', pages, out },
      { software: `Tarrafa/${context.version}`, now: context.now },
    );
    const stream = createReadStream(out);
    stream.once('close', remove);
    void reply.send(stream);
  } catch (error) {
    remove();
    throw error;
  }
}

async function dossierView(
  catalogue: OpenCollection['catalogue'],
  kept: Kept<'dossier'>,
): Promise<Answer<typeof DossierView>> {
  const { abntText, entriesOf } = await room();
  const entries = await entriesOf(catalogue, kept.value);
  return {
    ...kept,
    pages: entries.map(({ page }) =>
      page === null
        ? null
        : {
            id: page.id,
            title: page.title,
            site: page.site,
            published: page.published?.date ?? null,
            citation: abntText(page),
          },
    ),
  };
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
