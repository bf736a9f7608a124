/** Search by a line, and suggestions while it is typed. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { NDJSON, sendLines, wantsLines } from '../ndjson.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { SearchAnswerSchema, Suggestions } from '../schemas/search.ts';
import { CollectionName, Cursor, Line, limit } from '../schemas/shapes.ts';

/** Hits of one part of a streamed answer. */
const PART = 100;

export function searchRoutes(app: FastifyInstance, context: RouteContext): void {
  const { metrics } = context;

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/search',
    id: 'search',
    summary: 'Search by a line: words, "phrases", quando:, onde:, site:, tipo:, publicado:, -not, OR',
    tag: 'search',
    params: { c: CollectionName },
    query: {
      q: Type.Optional(Line),
      cursor: Type.Optional(Cursor),
      limit: limit(100, 10),
      order: Type.Optional(Type.Enum(['relevance', 'newest', 'oldest'])),
      facets: Type.Boolean({
        default: true,
        description: 'also count years, places, sites, kinds, languages',
      }),
    },
    answer: SearchAnswerSchema,
    media: { [NDJSON]: 'a SearchHit a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: async (asked) => {
      const { params, query } = asked;
      const collection = collectionNamed(context, params.c);
      const { catalogue } = collection;
      const question = await collection.parseLine(query.q ?? '');
      const { order } = query;
      if (!wantsLines(asked.request))
        return metrics.search(collection.name, () =>
          catalogue.search(question, {
            cursor: query.cursor,
            limit: query.limit,
            order,
            facets: query.facets,
          }),
        );
      return sendLines(
        asked,
        context,
        async (cursor) => {
          const { hits, next } = await metrics.search(collection.name, () =>
            catalogue.search(question, { cursor, limit: PART, order, facets: false }),
          );
          return { items: hits, next };
        },
        query.cursor,
      );
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/suggest',
    id: 'suggest',
    summary: 'What the line may become: words, places, sites, titles, periods',
    tag: 'search',
    params: { c: CollectionName },
    query: { q: Type.Optional(Line), limit: limit(20, 8) },
    answer: Suggestions,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, query }) => ({
      suggestions: await collectionNamed(context, params.c).catalogue.suggest(query.q ?? '', query.limit),
    }),
  });
}
