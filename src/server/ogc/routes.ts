/** OGC API – Records over the geographic files and services of every collection. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TarrafaError } from '../../errors.ts';
import type { Collections, OpenCollection } from '../collections.ts';
import { apiDescription } from './api-description.ts';
import { CONFORMANCE, landingPage, ogcCollection, queryables } from './documents.ts';
import { jsonRoutes } from './json-route.ts';
import { boxOf, intervalOf, limitOf, listOf, meets, type Parameters, textOf } from './parameters.ts';
import { collectionPath, entryOf, type GeoEntry, ogcRecord, type Place } from './record.ts';
import { searchRecords } from './record-search.ts';
import { timeOfFile, yearEnd, yearStart } from './record-time.ts';

const ITEM_PARAMETERS = ['bbox', 'datetime', 'limit', 'q', 'type', 'ids', 'externalIds', 'cursor', 'f'];
const MOST_RECORDS = 1000;

/** Identifiers of one question that are looked at. */
const MOST_NAMED = 1_000;

export function namedCollection(collections: Collections, request: FastifyRequest): OpenCollection {
  const { c = '' } = request.params as Readonly<Record<string, string>>;
  const collection = collections.get(c);
  if (collection === null) throw new TarrafaError('TRF_NOT_FOUND', [`collections/${c.slice(0, 60)}`]);
  return collection;
}

/** The entry of an identifier in an address. */
export async function namedEntry(collection: OpenCollection, id: string): Promise<GeoEntry | null> {
  const geo = /^\d{1,15}$/.test(id) ? await collection.catalogue.geo(Number(id)) : null;
  return geo === null ? null : entryOf(geo);
}

/** The entries of identifiers, in their order; what is not there is left out. */
export async function namedEntries(
  collection: OpenCollection,
  ids: readonly string[],
): Promise<readonly GeoEntry[]> {
  const numbers = ids.filter((id) => /^\d{1,15}$/.test(id)).slice(0, MOST_NAMED);
  return (await collection.catalogue.geosOf(numbers.map(Number))).map(entryOf);
}

/** A link to the same question with another cursor. */
export function nextPage(path: string, parameters: Parameters, cursor: string): string {
  return `${path}?${new URLSearchParams({ ...parameters, cursor })}`;
}

function filterOf(parameters: Parameters): ((entry: GeoEntry) => boolean) | undefined {
  const interval = intervalOf(parameters);
  const external = listOf(parameters.externalIds);
  if (interval === undefined && external === undefined) return undefined;
  return ({ file }) => {
    if (external !== undefined) {
      const own = [
        file.url,
        `url:${file.url}`,
        ...(file.sha256 === null ? [] : [file.sha256, `sha256:${file.sha256}`]),
      ];
      if (!external.some((wanted) => own.includes(wanted))) return false;
    }
    if (interval === undefined) return true;
    const time = timeOfFile(file);
    return (
      time !== null &&
      meets({ from: Date.parse(yearStart(time.from)), to: Date.parse(yearEnd(time.to)) }, interval)
    );
  };
}

async function items(collection: OpenCollection, parameters: Parameters, origin: string): Promise<object> {
  const place: Place = { origin, collection: collection.name };
  const own = `${collectionPath(place, 'ogc')}/items`;
  const types = listOf(parameters.type);
  const kinds = types?.map((type) => (type === 'dataset' ? 'geo-file' : type === 'service' ? type : null));
  const wanted = [...new Set(kinds?.filter((kind) => kind !== null))];
  const ids = listOf(parameters.ids);
  const limit = limitOf(parameters, 10, MOST_RECORDS);
  const keep = filterOf(parameters);
  const box = boxOf(parameters);
  let entries: readonly GeoEntry[] = [];
  let matched: number | null = 0;
  let next: string | null = null;
  if (ids !== undefined) {
    // Few and by name: the other conditions are not asked of them.
    entries = (await namedEntries(collection, ids)).slice(0, limit);
    matched = entries.length;
  } else if (types === undefined || wanted.length > 0)
    ({ entries, matched, next } = await searchRecords(collection.catalogue, {
      text: textOf(parameters.q),
      options: { box, kind: wanted.length === 1 ? wanted[0] : undefined },
      ...(keep === undefined ? {} : { keep }),
      limit,
      cursor: parameters.cursor,
    }));
  const self = Object.keys(parameters).length === 0 ? own : `${own}?${new URLSearchParams(parameters)}`;
  return {
    type: 'FeatureCollection',
    timeStamp: new Date().toISOString(),
    ...(matched === null ? {} : { numberMatched: matched }),
    numberReturned: entries.length,
    features: entries.map((entry) => ogcRecord(entry, place)),
    links: [
      { href: self, rel: 'self', type: 'application/geo+json' },
      { href: collectionPath(place, 'ogc'), rel: 'collection', type: 'application/json' },
      { href: 'http://www.opengis.net/def/profile/OGC/0/ogc-record', rel: 'profile' },
      ...(next === null
        ? []
        : [{ href: nextPage(own, parameters, next), rel: 'next', type: 'application/geo+json' }]),
    ],
  };
}

export function ogcRoutes(app: FastifyInstance, collections: Collections): void {
  const get = jsonRoutes(app);
  const json = 'application/json';
  get('/ogc', ['f'], json, (_request, _parameters, origin) => landingPage(origin));
  get('/ogc/api', ['f'], 'application/vnd.oai.openapi+json;version=3.0', (_request, _parameters, origin) =>
    apiDescription('ogc', origin),
  );
  get('/ogc/conformance', ['f'], json, () => ({ conformsTo: CONFORMANCE }));
  get('/ogc/collections', ['f'], json, async (_request, _parameters, origin) => ({
    links: [
      { href: `${origin}/ogc/collections`, rel: 'self', type: json },
      { href: `${origin}/ogc`, rel: 'root', type: json },
    ],
    collections: await Promise.all(collections.list().map((collection) => ogcCollection(collection, origin))),
  }));
  get('/ogc/collections/:c', ['f'], json, (request, _parameters, origin) =>
    ogcCollection(namedCollection(collections, request), origin),
  );
  get('/ogc/collections/:c/queryables', ['f'], 'application/schema+json', (request, _parameters, origin) =>
    queryables(namedCollection(collections, request), origin),
  );
  get('/ogc/collections/:c/items', ITEM_PARAMETERS, 'application/geo+json', (request, parameters, origin) =>
    items(namedCollection(collections, request), parameters, origin),
  );
  get(
    '/ogc/collections/:c/items/:id',
    ['f'],
    'application/geo+json',
    async (request, _parameters, origin) => {
      const collection = namedCollection(collections, request);
      const { id = '' } = request.params as Readonly<Record<string, string>>;
      const entry = await namedEntry(collection, id);
      if (entry === null) throw new TarrafaError('TRF_NOT_FOUND', [`items/${id.slice(0, 60)}`]);
      return ogcRecord(entry, { origin, collection: collection.name });
    },
  );
}
