/** Search by a line, and suggestions while it is typed. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type SearchedCollection, searchTogether, timelineTogether } from '../../collection/index.ts';
import { endpoint } from '../endpoint.ts';
import { NDJSON, sendLines, wantsLines } from '../ndjson.ts';
import { collectionNamed, collectionsNamed, type RouteContext } from '../route-context.ts';
import { SearchAnswerSchema, Suggestions, TimelineSchema, TogetherAnswerSchema } from '../schemas/search.ts';
import {
  CollectionName,
  CollectionNames,
  Cursor,
  Dates,
  JoinedCursor,
  Line,
  limit,
} from '../schemas/shapes.ts';

/** Hits of one part of a streamed answer. */
const PART = 100;

const Facets = Type.Boolean({
  default: true,
  description: 'also count years, places, sites, kinds, languages',
});

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
      facets: Facets,
      dates: Dates,
    },
    answer: SearchAnswerSchema,
    media: { [NDJSON]: 'a SearchHit a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: async (asked) => {
      const { params, query } = asked;
      const collection = collectionNamed(context, params.c);
      const { catalogue } = collection;
      const question = await collection.parseLine(query.q ?? '');
      const { order, dates } = query;
      if (!wantsLines(asked.request))
        return metrics.search(collection.name, () =>
          catalogue.search(question, {
            cursor: query.cursor,
            limit: query.limit,
            order,
            dates,
            facets: query.facets,
          }),
        );
      return sendLines(
        asked,
        context,
        async (cursor) => {
          const { hits, next } = await metrics.search(collection.name, () =>
            catalogue.search(question, { cursor, limit: PART, order, dates, facets: false }),
          );
          return { items: hits, next };
        },
        query.cursor,
      );
    },
  });

  /** The collections that were named, each search of one noted. */
  const asked = (names: string): SearchedCollection[] =>
    collectionsNamed(context, names).map((collection) => {
      const { name, catalogue } = collection;
      return {
        name,
        catalogue: {
          search: (...of) => metrics.search(name, () => catalogue.search(...of)),
          everyHit: (...of) => catalogue.everyHit(...of),
          wordStatistics: (query) => catalogue.wordStatistics(query),
          timeline: (...of) => catalogue.timeline(...of),
          places: () => catalogue.places(),
        },
        parseLine: (line) => collection.parseLine(line),
      };
    });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/search',
    id: 'searchTogether',
    summary:
      'One line asked of several collections: one order, whose scores can be compared, and counts added up',
    tag: 'search',
    query: {
      c: CollectionNames,
      q: Type.Optional(Line),
      cursor: Type.Optional(JoinedCursor),
      limit: limit(100, 10),
      order: Type.Optional(Type.Enum(['relevance', 'newest', 'oldest'])),
      facets: Facets,
      dates: Dates,
    },
    answer: TogetherAnswerSchema,
    media: { [NDJSON]: 'a FoundHit a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: async (request) => {
      const { c, q = '', cursor, limit, order, facets, dates } = request.query;
      const collections = asked(c);
      if (!wantsLines(request.request))
        return searchTogether(collections, q, { cursor, limit, order, facets, dates });
      return sendLines(
        request,
        context,
        async (from) => {
          const options = { cursor: from, limit: PART, order, dates, facets: false };
          const { hits, next } = await searchTogether(collections, q, options);
          return { items: hits, next };
        },
        cursor,
      );
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/timeline',
    id: 'timelineTogether',
    summary: 'The timelines of several collections added up',
    tag: 'search',
    query: { c: CollectionNames, q: Type.Optional(Line), dates: Dates },
    answer: TimelineSchema,
    errors: ['TRF_NOT_FOUND'],
    handle: ({ query: { c, q = '', dates } }) => timelineTogether(asked(c), q, { dates }),
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
