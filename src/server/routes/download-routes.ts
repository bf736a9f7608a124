/** Every list of the page as a file: what a line of search finds, entities, the timeline, geographic data. The rows and columns of `tarrafa export`. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { asked, type Downloads, fileName, formOf } from '../downloads/send-download.ts';
import { endpoint } from '../endpoint.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { CollectionName, Line } from '../schemas/shapes.ts';
import { askedGeo, GEO_QUERY } from './geo-routes.ts';

const MEDIA = {
  'text/csv': 'the table; cells that a spreadsheet would run as a formula are text',
  'application/x-ndjson': 'a thing a line, nothing flattened',
  'application/vnd.apache.parquet': 'the table, with typed columns',
};

const ERRORS = [
  'TRF_NOT_FOUND',
  'TRF_EXPORT_KIND',
  'TRF_EXPORT_TABLE',
  'TRF_SERVER_BUSY',
  'TRF_TIME_OUT',
  'TRF_STORAGE_FULL',
] as const;

export function downloadRoutes(app: FastifyInstance, context: RouteContext, downloads: Downloads): void {
  const params = { c: CollectionName };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/download',
    id: 'download',
    summary: 'What a line finds, as a file of any size: the rows and columns of `tarrafa export`',
    tag: 'search',
    params,
    query: {
      q: Type.Optional(Line),
      what: Type.Optional(
        Type.Enum(['pages', 'entities', 'geo', 'links', 'segments', 'timeline'], {
          description: 'what is taken of what was found; by default what the form is for',
        }),
      ),
      as: asked(['csv', 'csv-excel', 'jsonl', 'parquet', 'geojson', 'warc', 'wacz', 'timex3']),
      table: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'a table of entities, as itself' }),
      ),
      type: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'entities of one type' })),
    },
    media: {
      ...MEDIA,
      'application/geo+json': 'GeoJSON',
      'application/warc': 'the records of the pages',
      'application/wacz': 'the records of the pages, to be replayed',
      'application/xml': 'TimeML',
    },
    errors: ERRORS,
    head: false,
    handle: async ({ params: { c }, query, reply }) => {
      const { q = '', what, table, type } = query;
      const collection = collectionNamed(context, c);
      const { folder, title } = collection;
      const form = formOf(query.as);
      const of = what === 'pages' ? undefined : (table ?? type ?? what);
      const wish = {
        ...form,
        what,
        table,
        type,
        query: q.trim() === '' ? null : await collection.parseLine(q),
        name: fileName([collection.name, of, q], form.format),
      };
      return downloads.send(reply, wish, (maker, signal) => maker.collection(folder, title, wish, signal));
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/download',
    id: 'geoDownloadList',
    summary: 'Geographic files and services by words, place and area, as a file',
    tag: 'geo',
    params,
    query: { ...GEO_QUERY, as: asked(['csv', 'csv-excel', 'jsonl', 'parquet', 'geojson']) },
    media: { ...MEDIA, 'application/geo+json': 'the extents, as GeoJSON' },
    errors: ERRORS,
    head: false,
    handle: async ({ params: { c }, query, reply }) => {
      const { name: collection, folder, title } = collectionNamed(context, c);
      const form = formOf(query.as);
      const geo = { text: query.q ?? '', ...askedGeo(query) };
      const name = fileName([collection, 'geo', query.q], form.format);
      const wish = { ...form, what: 'geo' as const, geo, name };
      return downloads.send(reply, wish, (maker, signal) => maker.collection(folder, title, wish, signal));
    },
  });
}
