/** Geographic files and services: search, description, how they look, and the way to the source. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { GeoSearchOptions, StoredGeo } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import {
  checkedBox,
  dataSourceOf,
  type GeoFile,
  LAYER_DEFINITION_MEDIA,
  layerDefinition,
  serviceAddress,
} from '../../geo/index.ts';
import { attachment } from '../attachment.ts';
import type { OpenCollection } from '../collections.ts';
import { endpoint, SENT } from '../endpoint.ts';
import { copyOf, type GeoCopy, keptOf } from '../geo-copies/copy-of.ts';
import { sendFile } from '../geo-copies/send-file.ts';
import { NDJSON, sliceOrLines } from '../ndjson.ts';
import { mediaTypeOf } from '../ogc/media-types.ts';
import { entryOf, titleOf } from '../ogc/record.ts';
import { originOf } from '../origin.ts';
import { countedDownload } from '../plain/download.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { GeoAnswerSchema, GeoFileView, Producers } from '../schemas/geo.ts';
import { CollectionName, Cursor, Identity, Line, limit } from '../schemas/shapes.ts';

const NUMBERS = /^\s*-?\d{1,4}(?:\.\d{1,15})?(?:\s*,\s*-?\d{1,4}(?:\.\d{1,15})?){3}\s*$/;

function boxIn(text: string): NonNullable<GeoSearchOptions['box']> {
  const box = NUMBERS.test(text) ? checkedBox(text.split(',').map(Number)) : null;
  if (box === null) throw new TarrafaError('TRF_REQUEST_INVALID', [`bbox: ${text.slice(0, 80)}`]);
  return box;
}

/** What geographic data is asked for by. */
export const GEO_QUERY = {
  q: Type.Optional(Line),
  mode: Type.Optional(
    Type.Enum(['direct', 'expanded'], {
      description: 'direct: place names, anchors and file names; expanded: contexts too',
    }),
  ),
  bbox: Type.Optional(Type.String({ maxLength: 100, description: 'west,south,east,north in degrees' })),
  relation: Type.Optional(Type.Enum(['intersects', 'within'])),
  format: Type.Optional(Type.String({ maxLength: 200, description: 'formats, separated by commas' })),
  producer: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
  kind: Type.Optional(Type.Enum(['geo-file', 'service'])),
  fold: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'the same layer in several formats or places is one hit with its variants',
    }),
  ),
};

/** The same as the catalogue is asked. */
export function askedGeo(
  query: {
    readonly [Name in keyof typeof GEO_QUERY]?: Static<(typeof GEO_QUERY)[Name]> | undefined;
  },
): GeoSearchOptions {
  const formats = query.format
    ?.split(',', 20)
    .map((format) => format.trim())
    .filter(Boolean);
  return {
    mode: query.mode,
    box: query.bbox === undefined ? undefined : boxIn(query.bbox),
    relation: query.relation,
    formats: formats === undefined || formats.length === 0 ? undefined : formats,
    producer: query.producer,
    kind: query.kind,
    fold: query.fold ?? true,
  };
}

async function geoOf({ catalogue }: OpenCollection, id: number): Promise<StoredGeo> {
  const geo = await catalogue.geo(id);
  if (geo === null) throw new TarrafaError('TRF_NOT_FOUND', [`geo/${id}`]);
  return geo;
}

/** The address of a copy, for programs elsewhere; null when it cannot be read by parts. */
function keptAddress(copy: GeoCopy | null, request: FastifyRequest): string | null {
  return copy?.place === 'kept' ? originOf(request) + copy.files[0]!.path : null;
}

/** What a person pastes into QGIS: the path of a file, or the address of a service. */
function pasted(file: GeoFile, at: string | null): string | null {
  const first = file.datasets.map((one) => dataSourceOf(file, one, at)).find((one) => one !== null);
  if (first === undefined) return null;
  const isFile = first.provider === 'ogr' || (first.provider === 'gdal' && !first.source.startsWith('WMTS:'));
  return isFile ? first.source.split('|')[0]! : serviceAddress(file.url);
}

export function geoRoutes(app: FastifyInstance, context: RouteContext): void {
  const of = { c: CollectionName, id: Identity };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo',
    id: 'geoSearch',
    summary: 'Geographic files and services by words, place and area',
    tag: 'geo',
    params: { c: CollectionName },
    query: {
      ...GEO_QUERY,
      cursor: Type.Optional(Cursor),
      limit: limit(100, 20),
    },
    answer: GeoAnswerSchema,
    media: { [NDJSON]: 'a GeoHit a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: (asked) => {
      const { params, query } = asked;
      const { catalogue } = collectionNamed(context, params.c);
      const options = askedGeo(query);
      return sliceOrLines(
        asked,
        context,
        (slice) => catalogue.geoSearch(query.q ?? '', { ...options, ...slice }),
        100,
      );
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/:id',
    id: 'geoFile',
    summary: 'What is known of a geographic file or service',
    tag: 'geo',
    params: of,
    answer: GeoFileView,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, request }) => {
      const collection = collectionNamed(context, params.c);
      const whole = await geoOf(collection, params.id);
      const { thumbnail, preview, ...geo } = whole;
      const copy = await copyOf(collection, whole);
      const kept = keptAddress(copy, request);
      return {
        ...geo,
        hasThumbnail: thumbnail !== null,
        hasPreview: preview !== null,
        copy,
        qgis: {
          source: pasted(geo.file, null),
          copy: kept === null ? null : pasted(geo.file, kept),
        },
      };
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/:id/qlr',
    id: 'geoLayerDefinition',
    summary: 'A layer definition of QGIS, which opens it where it lies',
    tag: 'geo',
    params: of,
    query: {
      from: Type.Optional(
        Type.Enum(['source', 'copy'], {
          default: 'source',
          description: 'copy: the file that this server kept',
        }),
      ),
    },
    media: { [LAYER_DEFINITION_MEDIA]: 'XML' },
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, query, request, reply }) => {
      const collection = collectionNamed(context, params.c);
      const geo = await geoOf(collection, params.id);
      const at = query.from === 'copy' ? keptAddress(await copyOf(collection, geo), request) : null;
      const title = titleOf(entryOf(geo));
      const definition = query.from === 'copy' && at === null ? null : layerDefinition(geo.file, title, at);
      if (definition === null) throw new TarrafaError('TRF_NOT_FOUND', [`geo/${params.id}/qlr`]);
      void reply
        .header('content-type', `${LAYER_DEFINITION_MEDIA}; charset=utf-8`)
        .header('content-disposition', attachment(`${title.slice(0, 80)}.qlr`))
        .header('cache-control', 'no-store')
        .send(definition);
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/:id/copy/:name',
    id: 'geoCopy',
    summary: 'A file that was kept whole, or one that belongs to it; parts of it by ranges',
    tag: 'geo',
    params: { ...of, name: Type.String({ minLength: 1, maxLength: 300 }) },
    media: {
      'application/octet-stream': 'the bytes, under the media type of the format where that is known',
    },
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, request, reply }) => {
      const collection = collectionNamed(context, params.c);
      const kept = keptOf(collection, await geoOf(collection, params.id));
      const file = kept.find(({ name }) => name === params.name);
      if (file === undefined) throw new TarrafaError('TRF_NOT_FOUND', [`geo/${params.id}/copy`]);
      sendFile(request, reply, file, mediaTypeOf(file.name.slice(file.name.lastIndexOf('.') + 1)));
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/:id/thumbnail',
    id: 'geoThumbnail',
    summary: 'A small picture of a geographic file',
    tag: 'geo',
    params: of,
    media: { 'image/png': 'the picture' },
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, reply }) => {
      const { catalogue } = collectionNamed(context, params.c);
      const picture = await catalogue.geoThumbnail(params.id);
      if (picture === null) throw new TarrafaError('TRF_NOT_FOUND', [`geo/${params.id}/thumbnail`]);
      void reply
        .header('content-type', 'image/png')
        .header('cache-control', 'private, max-age=600')
        .send(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/:id/preview',
    id: 'geoPreview',
    summary: 'The shapes of a vector file, simplified',
    tag: 'geo',
    params: of,
    media: { 'application/geo+json': 'GeoJSON' },
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, reply }) => {
      const { preview } = await geoOf(collectionNamed(context, params.c), params.id);
      if (preview === null) throw new TarrafaError('TRF_NOT_FOUND', [`geo/${params.id}/preview`]);
      void reply.header('content-type', 'application/geo+json; charset=utf-8').send(preview);
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/geo/:id/download',
    id: 'geoDownload',
    summary: 'Counts the download and leads to the source, which has the file',
    tag: 'geo',
    params: of,
    status: 302,
    errors: ['TRF_NOT_FOUND'],
    handle: async ({ params, request, reply }) => {
      const address = await countedDownload(request, collectionNamed(context, params.c), params.id);
      if (address === null) throw new TarrafaError('TRF_NOT_FOUND', [`geo/${params.id}`]);
      void reply.header('cache-control', 'no-store').redirect(address, 302);
      return SENT;
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/producers',
    id: 'producers',
    summary: 'Who publishes geographic data, by merit',
    tag: 'geo',
    params: { c: CollectionName },
    query: { cursor: Type.Optional(Cursor), limit: limit(1_000, 20) },
    answer: Producers,
    media: { [NDJSON]: 'a Producer a line, at most 10,000' },
    errors: ['TRF_NOT_FOUND', 'TRF_CURSOR_INVALID', 'TRF_SERVER_BUSY'],
    handle: (asked) => {
      const { catalogue } = collectionNamed(context, asked.params.c);
      return sliceOrLines(asked, context, (slice) => catalogue.producers(slice));
    },
  });
}
