/** The documents around the records: landing page, conformance, collections, queryables (OGC API – Common, Features and Records). */
import type { OpenCollection } from '../collections.ts';
import { extentOf } from './extent.ts';
import { collectionPath, type Link, type Place } from './record.ts';
import { yearEnd, yearStart } from './record-time.ts';

const RECORDS = 'http://www.opengis.net/spec/ogcapi-records-1/1.0/conf';

export const CONFORMANCE = [
  'http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
  'http://www.opengis.net/spec/ogcapi-features-3/1.0/conf/queryables',
  `${RECORDS}/record-core`,
  `${RECORDS}/record-collection`,
  `${RECORDS}/record-core-query-parameters`,
  `${RECORDS}/record-api`,
  `${RECORDS}/searchable-catalog`,
  `${RECORDS}/json`,
  `${RECORDS}/oas30`,
];

const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const QUERYABLES = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';

export function landingPage(origin: string): object {
  const links: Link[] = [
    { href: `${origin}/ogc`, rel: 'self', type: 'application/json' },
    { href: `${origin}/simples/geo`, rel: 'alternate', type: 'text/html' },
    { href: `${origin}/ogc/api`, rel: 'service-desc', type: 'application/vnd.oai.openapi+json;version=3.0' },
    { href: `${origin}/simples/geo`, rel: 'service-doc', type: 'text/html' },
    { href: `${origin}/ogc/conformance`, rel: 'conformance', type: 'application/json' },
    { href: `${origin}/ogc/collections`, rel: 'data', type: 'application/json' },
    {
      href: `${origin}/ogc/collections`,
      rel: 'http://www.opengis.net/def/rel/ogc/1.0/ogc-catalog',
      type: 'application/json',
    },
    { href: `${origin}/opensearch.xml`, rel: 'search', type: 'application/opensearchdescription+xml' },
    { href: `${origin}/stac`, rel: 'related', type: 'application/json', title: 'STAC' },
  ];
  return {
    title: 'Tarrafa',
    description:
      'Geographic data found on the Web, by OGC API – Records. The data stay with their producers.',
    links,
  };
}

/** A collection as a catalogue of records. */
export async function ogcCollection(collection: OpenCollection, origin: string): Promise<object> {
  const place: Place = { origin, collection: collection.name };
  const own = collectionPath(place, 'ogc');
  const { box, years } = await extentOf(collection.catalogue);
  const links: Link[] = [
    { href: own, rel: 'self', type: 'application/json' },
    { href: `${origin}/ogc`, rel: 'root', type: 'application/json' },
    { href: `${origin}/ogc/collections`, rel: 'parent', type: 'application/json' },
    { href: `${own}/items`, rel: 'items', type: 'application/geo+json' },
    { href: `${own}/queryables`, rel: QUERYABLES, type: 'application/schema+json' },
    { href: 'http://www.opengis.net/def/profile/OGC/0/ogc-catalog', rel: 'profile' },
    { href: collectionPath(place, 'stac'), rel: 'alternate', type: 'application/json', title: 'STAC' },
  ];
  const { geoFiles, services, lastFetched } = await collection.catalogue.summary();
  return {
    id: collection.name,
    type: 'Collection',
    itemType: 'record',
    title: collection.title,
    description: `${geoFiles} files and ${services} services.`,
    extent: {
      spatial: { bbox: [box ?? [-180, -90, 180, 90]], crs: CRS84 },
      temporal: {
        interval: [years === null ? [null, null] : [yearStart(years[0]), yearEnd(years[1])]],
        trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian',
      },
    },
    crs: [CRS84],
    ...(lastFetched === null ? {} : { updated: new Date(lastFetched).toISOString() }),
    conformsTo: [`${RECORDS}/record-collection`],
    links,
  };
}

export function queryables(collection: OpenCollection, origin: string): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${collectionPath({ origin, collection: collection.name }, 'ogc')}/queryables`,
    type: 'object',
    title: collection.title,
    properties: {
      geometry: { format: 'geometry-any', 'x-ogc-role': 'primary-geometry' },
      time: { type: 'string', format: 'date-time', 'x-ogc-role': 'primary-interval-start' },
      q: { type: 'string', title: 'text of the record' },
      type: { type: 'string', enum: ['dataset', 'service'], 'x-ogc-role': 'type' },
      externalIds: { type: 'string', title: 'address or digest of the resource' },
    },
    additionalProperties: false,
  };
}
