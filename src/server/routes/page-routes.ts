/** Pages: clean text with what it speaks of, versions, blocks, links. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { StoredPage } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { OpenCollection } from '../collections.ts';
import { endpoint } from '../endpoint.ts';
import { NDJSON, sliceOrLines } from '../ndjson.ts';
import { scriptsPath } from '../replay/archive-url.ts';
import { originOfPage } from '../replay/replay-keys.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { Blocks, Links, PageView, ScriptsAnswer } from '../schemas/pages.ts';
import { type Answer, CollectionName, Cursor, Identity, limit, WebAddress } from '../schemas/shapes.ts';
import { Moment, timeIn } from './moment.ts';

/** `20260131235959`, as replay addresses have it. */
function stamp(time: number): string {
  return new Date(Math.trunc(time)).toISOString().replace(/\D/g, '').slice(0, 14);
}

async function viewOf(
  { name, catalogue }: OpenCollection,
  page: StoredPage,
): Promise<Answer<typeof PageView>> {
  const { simhash: _, ...rest } = page;
  const links = await catalogue.linkCounts(page.id);
  return {
    ...rest,
    versions: await catalogue.versions(page.url),
    replay: `/replay/${name}/${stamp(page.fetchedAt)}/${page.url}`,
    linksFrom: links.from,
    linksTo: links.to,
  };
}

async function pageOf({ catalogue }: OpenCollection, id: number): Promise<StoredPage> {
  const page = await catalogue.page(id);
  if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [`pages/${id}`]);
  return page;
}

const of = { c: CollectionName, id: Identity };

export function pageRoutes(app: FastifyInstance, context: RouteContext): void {
  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/pages/:id',
    id: 'page',
    summary: 'A version of a page: clean text, dates, segments, places, entities, versions',
    tag: 'pages',
    params: of,
    answer: PageView,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params }) => {
      const collection = collectionNamed(context, params.c);
      return viewOf(collection, await pageOf(collection, params.id));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/page',
    id: 'pageByAddress',
    summary: 'The version of an address nearest to a time; the newest without one',
    tag: 'pages',
    params: { c: CollectionName },
    query: {
      url: WebAddress,
      at: Type.Optional(Moment),
    },
    answer: PageView,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, query }) => {
      const collection = collectionNamed(context, params.c);
      const page = await collection.catalogue.pageAt(
        query.url,
        query.at === undefined ? undefined : timeIn('at', query.at),
      );
      if (page === null) throw new TarrafaError('TRF_NOT_FOUND', [query.url]);
      return viewOf(collection, page);
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/pages/:id/scripts',
    id: 'pageScripts',
    summary:
      'An address at which the archived original runs its scripts for an hour, for a person who was warned',
    tag: 'pages',
    params: of,
    answer: ScriptsAnswer,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, request }) => {
      const collection = collectionNamed(context, params.c);
      const { url, fetchedAt } = await pageOf(collection, params.id);
      const origin = originOfPage(url);
      if (origin === null) throw new TarrafaError('TRF_NOT_FOUND', [url]);
      const { replayKeys } = context;
      const key = replayKeys.give({ collection: collection.name, origin, reader: request.ip });
      return {
        address: scriptsPath(collection.name, stamp(fetchedAt), url, key),
        until: replayKeys.end(key),
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/pages/:id/blocks',
    id: 'blocks',
    summary: 'The blocks of a page, kept and dropped, with the reason for each',
    tag: 'pages',
    params: of,
    answer: Blocks,
    errors: ['TRF_NOT_FOUND', 'TRF_SERVER_BUSY'],
    handle: async ({ params }) => {
      const collection = collectionNamed(context, params.c);
      await pageOf(collection, params.id);
      const blocks = await context.extractions.run(() => collection.blocks(params.id));
      if (blocks === null) throw new TarrafaError('TRF_NOT_FOUND', [`pages/${params.id}/blocks`]);
      return { blocks };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/pages/:id/links',
    id: 'links',
    summary: 'Links of a page, or links to it',
    tag: 'pages',
    params: of,
    query: {
      direction: Type.Enum(['from', 'to'], { default: 'from' }),
      cursor: Type.Optional(Cursor),
      limit: limit(1_000, 20),
    },
    answer: Links,
    media: { [NDJSON]: 'a PageLink a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: async (asked) => {
      const { params, query } = asked;
      const collection = collectionNamed(context, params.c);
      const page = await pageOf(collection, params.id);
      return sliceOrLines(asked, context, async (slice) =>
        query.direction === 'from'
          ? await collection.catalogue.linksFrom(page.id, slice)
          : await collection.catalogue.linksTo(page.url, slice),
      );
    },
  });
}
