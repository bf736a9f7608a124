import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appOf, collectionOf, collectionsOf } from '../replay/collection.suite.ts';
import { dataset, geoCatalogue, geoFile } from './geo-catalogue.suite.ts';
import { geometryOf } from './geojson.ts';
import { spdxOf } from './licence.ts';
import { yearsIn } from './record-time.ts';
import { ogcRoutes } from './routes.ts';

const FILES = [
  geoFile({
    url: 'http://www.census.gov/geo/vt46_d00_shp.zip',
    size: 605_184,
    sha256: 'ab'.repeat(32),
    datasets: [
      dataset({
        title: 'Distritos de votação 2000',
        abstract: 'Limites dos distritos.',
        keywords: ['limites'],
        licence: 'https://creativecommons.org/licenses/by/4.0/',
      }),
    ],
    anchors: [
      { page: 'http://www.census.gov/geo/', text: 'South Dakota', before: ['Voting'], after: ['2000'] },
    ],
    places: [
      {
        column: 'NAME',
        value: 'Dakota do Sul',
        folded: 'dakota do sul',
        frequency: 1,
        by: 'descriptor',
        confidence: 1,
      },
    ],
  }),
  geoFile({
    url: 'http://www.census.gov/geo/rios_sirgas2000.zip',
    datasets: [dataset({ geometryType: 'LineString', box: [179, -20, -179, -10] })],
  }),
  geoFile({
    url: 'http://www.census.gov/geo/uso_1985_2004.tif',
    datasets: [
      dataset({ format: 'geotiff', geometryType: null, box: [10, 40, 11, 41], licence: 'uso livre' }),
    ],
  }),
  geoFile({
    url: 'javascript:alert(1)',
    name: '<b>mau</b>',
    type: 'zip',
    datasets: [dataset({ box: null })],
  }),
  geoFile({
    url: 'https://mapas.exemplo.br/wms?service=WMS',
    name: 'hidrografia',
    type: 'wms',
    discovery: 'service',
    datasets: [dataset({ format: 'wms', kind: 'service', geometryType: null, box: [-60, -30, -40, -10] })],
  }),
];

const app = appOf(
  collectionsOf(collectionOf({ name: 'teste', title: 'Teste', catalogue: geoCatalogue(FILES) })),
  ogcRoutes,
);
const ORIGIN = 'http://127.0.0.1:8730';

async function get(path: string, status = 200) {
  const answer = await app.inject({ url: path, headers: { host: '127.0.0.1:8730' } });
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(status);
  expect(answer.headers['content-type']).toMatch(/json/);
  if (status === 200) expect(answer.headers['x-content-type-options']).toBe('nosniff');
  return { body: answer.json(), type: String(answer.headers['content-type']).replace('; charset=utf-8', '') };
}

/** JSON of any form. */
type Told = ReturnType<typeof JSON.parse>;

interface LinkLike {
  href: string;
  rel: string;
  type?: string;
}

function link(links: readonly LinkLike[], rel: string): LinkLike {
  const found = links.find((one) => one.rel === rel);
  expect(found, rel).toBeDefined();
  return found!;
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** The rules of 20-004r1 for a record in GeoJSON, written out. */
function checkRecord(record: Told): void {
  expect(typeof record.id).toBe('string');
  expect(record.type).toBe('Feature');
  for (const name of ['geometry', 'time', 'properties', 'links']) expect(record).toHaveProperty(name);
  if (record.time !== null) {
    expect(record.time.interval).toHaveLength(2);
    for (const end of record.time.interval) expect(end === '..' || DATE_TIME.test(end)).toBe(true);
  }
  if (record.geometry !== null)
    expect(['Point', 'LineString', 'Polygon', 'MultiPolygon']).toContain(record.geometry.type);
  const { properties } = record;
  expect(properties.type.length).toBeLessThanOrEqual(64);
  expect(properties.title).not.toBe('');
  for (const name of ['created', 'updated']) expect(properties[name]).toMatch(DATE_TIME);
  for (const format of properties.formats) expect(format.name ?? format.mediaType).toBeTruthy();
  for (const one of properties.externalIds) expect(typeof one.value).toBe('string');
  for (const theme of properties.themes ?? []) {
    expect(typeof theme.scheme).toBe('string');
    expect(theme.concepts.length).toBeGreaterThan(0);
    for (const concept of theme.concepts) expect(typeof concept.id).toBe('string');
  }
  for (const contact of properties.contacts) expect(contact.name ?? contact.organization).toBeTruthy();
  for (const one of record.links) {
    expect(one.href).toMatch(/^https?:\/\//);
    expect(one.rel).toBeTruthy();
  }
  expect(record.links.filter((one: LinkLike) => one.rel === 'collection')).toHaveLength(1);
  expect(link(record.links, 'profile').href).toBe('http://www.opengis.net/def/profile/OGC/0/ogc-record');
}

describe('OGC API – Records', () => {
  it('begins at a landing page from which everything is reached', async () => {
    const { body, type } = await get('/ogc');
    expect(type).toBe('application/json');
    expect(body.title).toBe('Tarrafa');
    for (const rel of ['self', 'service-desc', 'conformance', 'data']) {
      const { href } = link(body.links, rel);
      expect(href.startsWith(ORIGIN)).toBe(true);
      await get(href.slice(ORIGIN.length));
    }
    const api = (await get('/ogc/api')).body;
    expect(api.openapi).toMatch(/^3\.0\./);
    for (const path of Object.keys(api.paths)) expect(path).toMatch(/^\/ogc/);
  });

  it('states the classes it conforms to', async () => {
    const { body } = await get('/ogc/conformance');
    for (const name of [
      'record-core',
      'record-collection',
      'record-core-query-parameters',
      'record-api',
      'searchable-catalog',
      'json',
    ])
      expect(body.conformsTo).toContain(`http://www.opengis.net/spec/ogcapi-records-1/1.0/conf/${name}`);
    expect(body.conformsTo).toContain('http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core');
  });

  it('lists collections as catalogues of records, with their extent and the way to their items', async () => {
    const { body } = await get('/ogc/collections');
    expect(body.collections).toHaveLength(1);
    const one = (await get('/ogc/collections/teste')).body;
    expect(body.collections[0]).toEqual(one);
    expect(one).toMatchObject({ id: 'teste', title: 'Teste', type: 'Collection', itemType: 'record' });
    // One box goes over the 180th meridian.
    expect(one.extent.spatial.bbox).toEqual([[-180, -30, 180, 41]]);
    expect(one.extent.temporal.interval).toEqual([['1985-01-01T00:00:00Z', '2004-12-31T23:59:59Z']]);
    expect(link(one.links, 'items').type).toBe('application/geo+json');
    await get('/ogc/collections/nenhuma', 404);
    const queryables = await get('/ogc/collections/teste/queryables');
    expect(queryables.type).toBe('application/schema+json');
    expect(queryables.body.type).toBe('object');
    expect(queryables.body.$id).toBe(`${ORIGIN}/ogc/collections/teste/queryables`);
  });

  it('gives records that hold to the standard, one by one the same as in the list', async () => {
    const { body, type } = await get('/ogc/collections/teste/items');
    expect(type).toBe('application/geo+json');
    expect(body).toMatchObject({ type: 'FeatureCollection', numberMatched: 5, numberReturned: 5 });
    expect(body.timeStamp).toMatch(DATE_TIME);
    for (const feature of body.features) {
      checkRecord(feature);
      const single = await get(`/ogc/collections/teste/items/${feature.id}`);
      expect(single.type).toBe('application/geo+json');
      expect(single.body).toEqual(feature);
    }
    for (const id of ['99', '0', '-1', 'abc', '1.5', '9'.repeat(30)])
      await get(`/ogc/collections/teste/items/${id}`, 404);
  });

  it('describes a file by what is known of it', async () => {
    const { body } = await get('/ogc/collections/teste/items/1');
    expect(body.properties).toMatchObject({
      type: 'dataset',
      title: 'Distritos de votação 2000',
      description: 'Limites dos distritos.',
      keywords: ['limites', 'Dakota do Sul'],
      formats: [{ name: 'shapefile', mediaType: 'application/vnd.shp' }],
      license: 'CC-BY-4.0',
    });
    expect(body.time).toEqual({
      interval: ['2000-01-01T00:00:00Z', '2000-12-31T23:59:59Z'],
      resolution: 'P1Y',
    });
    expect(body.bbox).toEqual([-47, -24, -46, -23]);
    expect(link(body.links, 'enclosure')).toMatchObject({
      href: 'http://www.census.gov/geo/vt46_d00_shp.zip',
      type: 'application/zip',
      length: 605_184,
    });
    expect(link(body.links, 'preview').type).toBe('image/png');
    expect(link(body.links, 'license').href).toBe('https://creativecommons.org/licenses/by/4.0/');
    const service = (await get('/ogc/collections/teste/items/5')).body;
    expect(service.properties.type).toBe('service');
    expect(service.time).toBeNull();
    expect(link(service.links, 'service').href).toBe('https://mapas.exemplo.br/wms?service=WMS');
    expect((await get('/ogc/collections/teste/items/3')).body.properties).toMatchObject({
      license: 'other',
      rights: 'uso livre',
    });
  });

  it('links to nothing but the Web', async () => {
    const { body } = await get('/ogc/collections/teste/items/4');
    expect(JSON.stringify(body.links)).not.toContain('javascript');
    expect(body.geometry).toBeNull();
    expect(body).not.toHaveProperty('bbox');
  });

  it('filters by box, over the 180th meridian too, by time, text, type and outside identifier', async () => {
    const ids = async (query: string): Promise<string[]> =>
      (await get(`/ogc/collections/teste/items?${query}`)).body.features.map((one: { id: string }) => one.id);
    expect(await ids('bbox=-47.5,-24.5,-46.5,-23.5')).toEqual(['1', '5']);
    expect(await ids('bbox=-47.5,-24.5,0,-46.5,-23.5,100')).toEqual(['1', '5']);
    expect(await ids('bbox=170,-30,-170,0')).toEqual(['2']);
    expect(await ids('datetime=2000-06-01')).toEqual(['1', '3']);
    expect(await ids('datetime=../1990-01-01T00:00:00Z')).toEqual(['3']);
    expect(await ids('datetime=2021-01-01/..')).toEqual([]);
    expect(await ids('q=uso')).toEqual(['3']);
    expect(await ids('q=south dakota,rios')).toEqual(['1', '2']);
    expect(await ids('type=service')).toEqual(['5']);
    expect(await ids('type=dataset,service&limit=100')).toHaveLength(5);
    expect(await ids('type=mapa')).toEqual([]);
    expect(await ids('externalIds=http://www.census.gov/geo/vt46_d00_shp.zip')).toEqual(['1']);
    expect(await ids(`externalIds=sha256:${'ab'.repeat(32)}`)).toEqual(['1']);
    expect(await ids('ids=3,1,77')).toEqual(['3', '1']);
  });

  it('pages by links until everything was given once', async () => {
    for (const query of ['limit=2', 'limit=1&datetime=1980-01-01/2030-01-01']) {
      const seen: string[] = [];
      let path: string | null = `/ogc/collections/teste/items?${query}`;
      for (let page = 0; path !== null && page < 10; page++) {
        const { body }: Told = await get(path);
        seen.push(...body.features.map((one: { id: string }) => one.id));
        const next = body.links.find((one: LinkLike) => one.rel === 'next');
        path = next === undefined ? null : next.href.slice(ORIGIN.length);
      }
      expect(seen).toEqual(query.includes('datetime') ? ['1', '3'] : ['1', '2', '3', '4', '5']);
    }
    expect((await get('/ogc/collections/teste/items?limit=999999')).body.numberReturned).toBe(5);
  });

  it('refuses what it does not understand with 400', async () => {
    for (const query of [
      'bbox=1,2,3',
      'bbox=a,b,c,d',
      'bbox=0,50,1,40',
      'bbox=,,,',
      'datetime=ontem',
      'datetime=2000-13-01',
      'datetime=2000-02-31',
      'datetime=2001-01-01/2000-01-01',
      'datetime=../..',
      'datetime=1/2/3',
      'limit=0',
      'limit=-1',
      'limit=dez',
      'naoexiste=1',
      'q=a&q=b',
      'f=xml',
      'cursor=abc',
    ])
      await get(`/ogc/collections/teste/items?${query}`, 400);
  });

  it('answers any parameter with 200 or 400', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('bbox', 'datetime', 'limit', 'q', 'type', 'ids', 'externalIds', 'cursor', 'f'),
        fc.string({ maxLength: 30 }),
        async (name, value) => {
          const query = new URLSearchParams({ [name]: value }).toString();
          const answer = await app.inject({ url: `/ogc/collections/teste/items?${query}` });
          expect([200, 400]).toContain(answer.statusCode);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('what records are made of', () => {
  it('years of names, but not those of reference systems, scales and codes', () => {
    expect(yearsIn('BR_Municipios_2022.zip', 2024)).toEqual([2022]);
    expect(yearsIn('uso-do-solo-1985-2020', 2024)).toEqual([1985, 2020]);
    for (const none of [
      'rios_sirgas2000',
      'SIRGAS 2000',
      'wgs-1984',
      'carta 1:2000',
      'epsg1994',
      'buffer 2000m',
      '12000',
      '20245',
      'v2.2010.1',
      'escala 2000',
      'ano 2055',
      'lote_1999',
    ])
      expect(yearsIn(none, 2024), none).toEqual([]);
  });

  it('licences by their common names', () => {
    expect(spdxOf('Creative Commons CC BY 4.0')).toBe('CC-BY-4.0');
    expect(spdxOf('https://opendatacommons.org/licenses/odbl/1-0/')).toBe('ODbL-1.0');
    expect(spdxOf('CC-BY-SA-4.0')).toBe('CC-BY-SA-4.0');
    expect(spdxOf('uso livre com citação da fonte')).toBe('other');
    expect(spdxOf('  ')).toBeNull();
    expect(spdxOf(null)).toBeNull();
  });

  it('geometries whose rings close and turn counter-clockwise', () => {
    fc.assert(
      fc.property(
        fc.float({ min: -180, max: 180, noNaN: true }),
        fc.float({ min: -90, max: 89, noNaN: true }),
        fc.float({ min: -180, max: 180, noNaN: true }),
        fc.float({ min: Math.fround(0.001), max: 1, noNaN: true }),
        (west, south, east, height) => {
          fc.pre(Math.abs(west - east) > 0.001 && Math.abs(west) < 180 && Math.abs(east) < 180);
          const geometry = geometryOf([west, south, east, south + height])!;
          const rings =
            geometry.type === 'Polygon'
              ? (geometry.coordinates as number[][][])
              : (geometry.coordinates as number[][][][]).flat();
          expect(geometry.type).toBe(west > east ? 'MultiPolygon' : 'Polygon');
          for (const ring of rings) {
            expect(ring[0]).toEqual(ring[ring.length - 1]);
            let twice = 0;
            for (let i = 0; i + 1 < ring.length; i++)
              twice += ring[i]![0]! * ring[i + 1]![1]! - ring[i + 1]![0]! * ring[i]![1]!;
            expect(twice).toBeGreaterThan(0);
          }
        },
      ),
    );
    expect(geometryOf([1, 2, 1, 2])).toEqual({ type: 'Point', coordinates: [1, 2] });
    expect(geometryOf(null)).toBeNull();
  });
});
