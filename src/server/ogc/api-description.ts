/** The OpenAPI 3.0 description that OGC API and STAC API ask for, of their own paths only; the whole server has one of its own. */

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: object;
  readonly style?: string;
  readonly explode?: boolean;
  readonly description?: string;
}

const path = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});
const query = (name: string, schema: object, description: string): Parameter => ({
  name,
  in: 'query',
  required: false,
  schema,
  style: 'form',
  explode: false,
  description,
});
const list = { type: 'array', items: { type: 'string' } };

const LIMIT = query(
  'limit',
  { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  'records in an answer',
);
const BBOX = query(
  'bbox',
  {
    type: 'array',
    items: { type: 'number' },
    oneOf: [
      { minItems: 4, maxItems: 4 },
      { minItems: 6, maxItems: 6 },
    ],
  },
  'west,south,east,north in degrees of WGS 84; west may be greater than east',
);
const DATETIME = query(
  'datetime',
  { type: 'string' },
  'RFC 3339: a moment, or two ends parted by /, .. for an open one',
);
const CURSOR = query('cursor', { type: 'string' }, 'from a link to the next page');
const Q = query('q', list, 'terms parted by commas are alternatives; the words of a term stand together');
const TYPE = query('type', list, 'dataset, service');
const EXTERNAL = query('externalIds', list, 'address or digest of the resource');
const IDS = query('ids', list, 'identifiers of records');
const COLLECTIONS = query('collections', list, 'names of collections');
const FORM = query('f', { type: 'string', enum: ['json'] }, 'form of the answer');

function get(summary: string, type: string, parameters: readonly Parameter[]): object {
  const failure = {
    description: 'refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/failure' } } },
  };
  return {
    get: {
      summary,
      parameters,
      responses: {
        200: { description: summary, content: { [type]: { schema: { type: 'object' } } } },
        400: failure,
        404: failure,
      },
    },
  };
}

const JSON_TYPE = 'application/json';
const GEO = 'application/geo+json';

const OGC = {
  '/ogc': get('Landing page', JSON_TYPE, [FORM]),
  '/ogc/conformance': get('Conformance classes', JSON_TYPE, [FORM]),
  '/ogc/collections': get('Catalogues of records', JSON_TYPE, [FORM]),
  '/ogc/collections/{collectionId}': get('A catalogue of records', JSON_TYPE, [path('collectionId'), FORM]),
  '/ogc/collections/{collectionId}/queryables': get('What can be asked for', 'application/schema+json', [
    path('collectionId'),
    FORM,
  ]),
  '/ogc/collections/{collectionId}/items': get('Records', GEO, [
    path('collectionId'),
    BBOX,
    DATETIME,
    LIMIT,
    Q,
    TYPE,
    IDS,
    EXTERNAL,
    CURSOR,
    FORM,
  ]),
  '/ogc/collections/{collectionId}/items/{recordId}': get('A record', GEO, [
    path('collectionId'),
    path('recordId'),
    FORM,
  ]),
};

const STAC = {
  '/stac': get('Root catalogue', JSON_TYPE, []),
  '/stac/conformance': get('Conformance classes', JSON_TYPE, []),
  '/stac/collections': get('Collections', JSON_TYPE, []),
  '/stac/collections/{collectionId}': get('A collection', JSON_TYPE, [path('collectionId')]),
  '/stac/collections/{collectionId}/items': get('Items of a collection', GEO, [
    path('collectionId'),
    BBOX,
    DATETIME,
    LIMIT,
    CURSOR,
  ]),
  '/stac/collections/{collectionId}/items/{itemId}': get('An item', GEO, [
    path('collectionId'),
    path('itemId'),
  ]),
  '/stac/search': get('Items of all collections', GEO, [BBOX, DATETIME, LIMIT, IDS, COLLECTIONS, CURSOR]),
};

export function apiDescription(room: 'ogc' | 'stac', origin: string): object {
  return {
    openapi: '3.0.3',
    info: {
      title: room === 'ogc' ? 'Tarrafa: OGC API – Records' : 'Tarrafa: STAC API',
      version: '1.0.0',
      description: 'Descriptions of geographic files and services; the data stay with their producers.',
    },
    servers: [{ url: origin }],
    paths: room === 'ogc' ? OGC : STAC,
    components: {
      schemas: {
        failure: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message', 'advice', 'status'],
              properties: {
                code: { type: 'string' },
                message: { type: 'string' },
                advice: { type: 'string' },
                status: { type: 'integer' },
              },
            },
          },
        },
      },
    },
  };
}
