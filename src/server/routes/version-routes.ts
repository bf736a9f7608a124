/** Captures of a page, what changed between two of them, and the words of a question in the text of one. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { comparedPair, isSameVersion, pageCaptures, toCompare } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { foldedRows } from '../../text/index.ts';
import { endpoint } from '../endpoint.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { CollectionName, Identity, Line, WebAddress } from '../schemas/shapes.ts';
import { Difference, Matches, Versions } from '../schemas/versions.ts';
import { Moment, timeIn } from './moment.ts';

/** Rows of a difference that are sent. */
const MOST_ROWS = 20_000;
const CONTEXT = 500;

export function versionRoutes(app: FastifyInstance, context: RouteContext): void {
  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/versions',
    id: 'versions',
    summary: 'Captures of an address, of the catalogue and of the archive, oldest first',
    tag: 'pages',
    params: { c: CollectionName },
    query: { url: WebAddress },
    answer: Versions,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, query: { url } }) => {
      const captures = await pageCaptures(collectionNamed(context, params.c), url);
      if (captures.length === 0) throw new TarrafaError('TRF_NOT_FOUND', [url]);
      return {
        url,
        versions: captures.map((one, n) => ({
          at: one.fetchedAt,
          url: one.url,
          id: one.id,
          digest: one.digest,
          changed: n > 0 && !isSameVersion(captures[n - 1]!, one),
        })),
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/difference',
    id: 'difference',
    summary: 'What changed in a page between two captures: words by paragraphs, title, dates, links',
    tag: 'pages',
    params: { c: CollectionName },
    query: {
      url: WebAddress,
      from: Type.Optional(Moment),
      to: Type.Optional(Moment),
      context: Type.Integer({
        minimum: 0,
        maximum: MOST_ROWS,
        default: CONTEXT,
        description: 'paragraphs that are the same, around those that are not; the others are counted',
      }),
    },
    answer: Difference,
    errors: ['TRF_NOT_FOUND', 'TRF_ARCHIVE_AWAY', 'TRF_TIME_OUT'],
    handle: async ({ params, query }) => {
      const collection = collectionNamed(context, params.c);
      const { url } = query;
      const pair = comparedPair(
        await pageCaptures(collection, url),
        query.from === undefined ? undefined : timeIn('from', query.from),
        query.to === undefined ? undefined : timeIn('to', query.to),
      );
      if (pair === null) throw new TarrafaError('TRF_NOT_FOUND', [url]);
      const { text, ...rest } = await collection.difference(
        await toCompare(collection.archive, pair[0]),
        await toCompare(collection.archive, pair[1]),
      );
      const { rows: all, ...counts } = text;
      const rows = foldedRows(all, query.context);
      return {
        ...rest,
        ...counts,
        rows: rows.slice(0, MOST_ROWS),
        rowsLeft: Math.max(0, rows.length - MOST_ROWS),
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/pages/:id/matches',
    id: 'matches',
    summary: 'The words of a line in the text of a page, by their stems, as snippets mark them',
    tag: 'pages',
    params: { c: CollectionName, id: Identity },
    query: { q: Line },
    answer: Matches,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, query }) => {
      const collection = collectionNamed(context, params.c);
      const matches = await collection.matches(params.id, await collection.parseLine(query.q));
      if (matches === null) throw new TarrafaError('TRF_NOT_FOUND', [`pages/${params.id}`]);
      return { matches };
    },
  });
}
