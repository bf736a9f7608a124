/** The collections as a whole: which there are, their sites, their timeline. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NDJSON, sliceOrLines } from '../ndjson.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { CollectionList, Sites } from '../schemas/pages.ts';
import { TimelineSchema } from '../schemas/search.ts';
import { CollectionName, Cursor, Dates, Line, limit, record } from '../schemas/shapes.ts';

const Health = record('Health', { status: Type.Literal('ok'), version: Type.String() });

export function collectionRoutes(app: FastifyInstance, context: RouteContext): void {
  const { collections } = context;

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/health',
    id: 'health',
    summary: 'Is the server there?',
    tag: 'server',
    answer: Health,
    handle: () => ({ status: 'ok' as const, version: context.version }),
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections',
    id: 'listCollections',
    summary: 'The collections that are served',
    tag: 'collections',
    answer: CollectionList,
    handle: async () => ({
      collections: await Promise.all(
        collections.list().map(async ({ name, title, catalogue }) => ({
          name,
          title,
          summary: await catalogue.summary(),
          ...(collections.activity?.(name) ?? { analysing: null, crawl: null }),
        })),
      ),
    }),
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/sites',
    id: 'listSites',
    summary: 'The sites of a collection',
    tag: 'collections',
    params: { c: CollectionName },
    query: { cursor: Type.Optional(Cursor), limit: limit(1_000, 20) },
    answer: Sites,
    media: { [NDJSON]: 'a SiteSummary a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: async (asked) => {
      const { catalogue } = collectionNamed(context, asked.params.c);
      return sliceOrLines(asked, context, (slice) => catalogue.sites(slice));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/timeline',
    id: 'timeline',
    summary: 'What years the matching pages speak of, against when they were published',
    tag: 'search',
    params: { c: CollectionName },
    query: { q: Type.Optional(Line), dates: Dates },
    answer: TimelineSchema,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, query }) => {
      const collection = collectionNamed(context, params.c);
      const { q = '', dates } = query;
      return collection.catalogue.timeline(await collection.parseLine(q), { dates });
    },
  });
}
