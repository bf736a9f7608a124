/** STAC API 1.0 over the geographic files and services: core, collections, features, and search by GET. */
import type { FastifyInstance } from 'fastify';
import { TarrafaError } from '../../errors.ts';
import type { Collections, OpenCollection } from '../collections.ts';
import { apiDescription } from '../ogc/api-description.ts';
import { jsonRoutes } from '../ogc/json-route.ts';
import { boxOf, intervalOf, limitOf, listOf, meets, type Parameters } from '../ogc/parameters.ts';
import { collectionPath, type GeoEntry } from '../ogc/record.ts';
import { searchRecords } from '../ogc/record-search.ts';
import { namedCollection, namedEntries, namedEntry, nextPage } from '../ogc/routes.ts';
import { itemInterval, STAC_VERSION, stacCollection, stacItem } from './item.ts';

const STAC_CONFORMANCE = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/ogcapi-features',
  'https://api.stacspec.org/v1.0.0/item-search',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
];

const MOST_ITEMS = 1000;
const JSON_TYPE = 'application/json';
const GEO = 'application/geo+json';

function rootCatalog(collections: Collections, origin: string): object {
  return {
    type: 'Catalog',
    stac_version: STAC_VERSION,
    id: 'tarrafa',
    title: 'Tarrafa',
    description: 'Geographic files and services found on the Web. The data stay with their producers.',
    conformsTo: STAC_CONFORMANCE,
    links: [
      { href: `${origin}/stac`, rel: 'self', type: JSON_TYPE },
      { href: `${origin}/stac`, rel: 'root', type: JSON_TYPE },
      {
        href: `${origin}/stac/api`,
        rel: 'service-desc',
        type: 'application/vnd.oai.openapi+json;version=3.0',
      },
      { href: `${origin}/simples/geo`, rel: 'service-doc', type: 'text/html' },
      { href: `${origin}/stac/conformance`, rel: 'conformance', type: JSON_TYPE },
      { href: `${origin}/stac/collections`, rel: 'data', type: JSON_TYPE },
      { href: `${origin}/stac/search`, rel: 'search', type: GEO, method: 'GET' },
      ...collections.list().map((collection) => ({
        href: collectionPath({ origin, collection: collection.name }, 'stac'),
        rel: 'child',
        type: JSON_TYPE,
        title: collection.title,
      })),
    ],
  };
}

interface Found {
  readonly entry: GeoEntry;
  readonly collection: string;
}

function itemCollection(
  found: readonly Found[],
  matched: number | null,
  own: string,
  parameters: Parameters,
  next: string | null,
  origin: string,
): object {
  const self = Object.keys(parameters).length === 0 ? own : `${own}?${new URLSearchParams(parameters)}`;
  return {
    type: 'FeatureCollection',
    ...(matched === null ? {} : { numberMatched: matched }),
    numberReturned: found.length,
    features: found.map(({ entry, collection }) => stacItem(entry, { origin, collection })),
    links: [
      { href: self, rel: 'self', type: GEO },
      { href: `${origin}/stac`, rel: 'root', type: JSON_TYPE },
      ...(next === null
        ? []
        : [{ href: nextPage(own, parameters, next), rel: 'next', type: GEO, method: 'GET' }]),
    ],
  };
}

/** Items of collections one after another. The cursor names the collection where the next page begins. */
async function searchItems(
  collections: readonly OpenCollection[],
  parameters: Parameters,
): Promise<{
  readonly found: readonly Found[];
  readonly next: string | null;
  readonly matched: number | null;
}> {
  const limit = limitOf(parameters, 10, MOST_ITEMS);
  const box = boxOf(parameters);
  const interval = intervalOf(parameters);
  const keep =
    interval === undefined ? undefined : (entry: GeoEntry): boolean => meets(itemInterval(entry), interval);
  const ids = listOf(parameters.ids);
  if (ids !== undefined) {
    const found: Found[] = [];
    for (const collection of collections)
      for (const entry of await namedEntries(collection, ids))
        found.push({ entry, collection: collection.name });
    return { found: found.slice(0, limit), next: null, matched: found.length };
  }
  let from = 0;
  let cursor: string | undefined;
  if (parameters.cursor !== undefined) {
    const m = /^([^~]{1,100})~(.*)$/s.exec(parameters.cursor);
    from = collections.findIndex((collection) => collection.name === m?.[1]);
    if (m === null || from < 0)
      throw new TarrafaError('TRF_CURSOR_INVALID', [parameters.cursor.slice(0, 60)]);
    cursor = m[2] === '' ? undefined : m[2];
  }
  const found: Found[] = [];
  let matched: number | null = parameters.cursor === undefined ? 0 : null;
  for (let i = from; i < collections.length; i++) {
    const collection = collections[i]!;
    if (found.length === limit) return { found, next: `${collection.name}~`, matched: null };
    const answer = await searchRecords(collection.catalogue, {
      text: '',
      options: { box },
      ...(keep === undefined ? {} : { keep }),
      limit: limit - found.length,
      cursor,
    });
    cursor = undefined;
    for (const entry of answer.entries) found.push({ entry, collection: collection.name });
    matched = matched === null || answer.matched === null ? null : matched + answer.matched;
    if (answer.next !== null) {
      // With one collection the catalogue counted all of it; of several the rest was not looked at.
      const all = collections.length === 1 ? matched : null;
      return { found, next: `${collection.name}~${answer.next}`, matched: all };
    }
  }
  return { found, next: null, matched };
}

export function stacRoutes(app: FastifyInstance, collections: Collections): void {
  const get = jsonRoutes(app);
  get('/stac', [], JSON_TYPE, (_request, _parameters, origin) => rootCatalog(collections, origin));
  get('/stac/api', [], 'application/vnd.oai.openapi+json;version=3.0', (_request, _parameters, origin) =>
    apiDescription('stac', origin),
  );
  get('/stac/conformance', [], JSON_TYPE, () => ({ conformsTo: STAC_CONFORMANCE }));
  get('/stac/collections', [], JSON_TYPE, async (_request, _parameters, origin) => ({
    collections: await Promise.all(
      collections.list().map((collection) => stacCollection(collection, origin)),
    ),
    links: [
      { href: `${origin}/stac/collections`, rel: 'self', type: JSON_TYPE },
      { href: `${origin}/stac`, rel: 'root', type: JSON_TYPE },
    ],
  }));
  get('/stac/collections/:c', [], JSON_TYPE, (request, _parameters, origin) =>
    stacCollection(namedCollection(collections, request), origin),
  );
  get(
    '/stac/collections/:c/items',
    ['bbox', 'datetime', 'limit', 'cursor'],
    GEO,
    async (request, parameters, origin) => {
      const collection = namedCollection(collections, request);
      const { found, next, matched } = await searchItems([collection], parameters);
      const own = `${collectionPath({ origin, collection: collection.name }, 'stac')}/items`;
      return itemCollection(found, matched, own, parameters, next, origin);
    },
  );
  get('/stac/collections/:c/items/:id', [], GEO, async (request, _parameters, origin) => {
    const collection = namedCollection(collections, request);
    const { id = '' } = request.params as Readonly<Record<string, string>>;
    const entry = await namedEntry(collection, id);
    if (entry === null) throw new TarrafaError('TRF_NOT_FOUND', [`items/${id.slice(0, 60)}`]);
    return stacItem(entry, { origin, collection: collection.name });
  });
  get(
    '/stac/search',
    ['bbox', 'datetime', 'limit', 'ids', 'collections', 'cursor'],
    GEO,
    async (_request, parameters, origin) => {
      const names = listOf(parameters.collections);
      const chosen = collections.list().filter(({ name }) => names === undefined || names.includes(name));
      const { found, next, matched } = await searchItems(chosen, parameters);
      return itemCollection(found, matched, `${origin}/stac/search`, parameters, next, origin);
    },
  );
}
