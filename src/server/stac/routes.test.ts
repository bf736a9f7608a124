import { describe, expect, it } from 'vitest';
import { dataset, geoCatalogue, geoFile } from '../ogc/geo-catalogue.suite.ts';
import { appOf, collectionOf, collectionsOf } from '../replay/collection.suite.ts';
import { stacRoutes } from './routes.ts';

const FIRST = geoCatalogue([
  geoFile({
    url: 'http://dados.br/municipios_2005.zip',
    size: 1000,
    datasets: [dataset({ licence: 'CC0' })],
  }),
  geoFile({ url: 'http://dados.br/rios.zip', datasets: [dataset({ box: [10, 10, 20, 20] })] }),
  geoFile({ url: 'http://dados.br/sem-lugar.csv', datasets: [] }),
]);
const SECOND = geoCatalogue([
  geoFile({
    url: 'http://mapas.pt/freguesias.geojson',
    datasets: [dataset({ format: 'geojson', box: [-9, 38, -8, 39] })],
  }),
]);
const app = appOf(
  collectionsOf(
    collectionOf({ name: 'um', title: 'Um', catalogue: FIRST }),
    collectionOf({ name: 'dois', title: 'Dois', catalogue: SECOND }),
  ),
  stacRoutes,
);
const ORIGIN = 'http://127.0.0.1:8730';

/** JSON of any form. */
type Told = ReturnType<typeof JSON.parse>;

async function get(path: string, status = 200): Promise<Told> {
  const answer = await app.inject({ url: path, headers: { host: '127.0.0.1:8730' } });
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(status);
  return answer.json();
}

interface LinkLike {
  href: string;
  rel: string;
}

const hrefs = (links: readonly LinkLike[], rel: string): string[] =>
  links.filter((one) => one.rel === rel).map((one) => one.href);
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** The required fields and rules of a STAC 1.1 item, written out. */
function checkItem(item: Told): void {
  expect(item).toMatchObject({ type: 'Feature', stac_version: '1.1.0' });
  expect(typeof item.id).toBe('string');
  for (const name of ['geometry', 'properties', 'links', 'assets']) expect(item).toHaveProperty(name);
  // bbox is required with a geometry and forbidden without one.
  expect('bbox' in item).toBe(item.geometry !== null);
  if (item.geometry !== null) expect(item.bbox).toHaveLength(4);
  const { datetime, start_datetime, end_datetime } = item.properties;
  expect(item.properties).toHaveProperty('datetime');
  if (datetime === null) {
    expect(start_datetime).toMatch(MOMENT);
    expect(end_datetime).toMatch(MOMENT);
    expect(start_datetime <= end_datetime).toBe(true);
  } else expect(datetime).toMatch(MOMENT);
  for (const rel of ['self', 'root', 'parent', 'collection']) expect(hrefs(item.links, rel)).toHaveLength(1);
  // An item of a collection names it, and links to it.
  expect(hrefs(item.links, 'collection')[0]).toBe(`${ORIGIN}/stac/collections/${item.collection}`);
  for (const asset of Object.values<Told>(item.assets)) {
    expect(asset.href).toMatch(/^https?:\/\//);
    expect(asset.roles.length).toBeGreaterThan(0);
  }
}

describe('STAC', () => {
  it('begins at a catalogue with links to its children, its search and its description', async () => {
    const root = await get('/stac');
    expect(root).toMatchObject({ type: 'Catalog', stac_version: '1.1.0', id: 'tarrafa' });
    expect(root.description).not.toBe('');
    expect(root.conformsTo).toContain('https://api.stacspec.org/v1.0.0/item-search');
    expect(hrefs(root.links, 'child')).toEqual([
      `${ORIGIN}/stac/collections/um`,
      `${ORIGIN}/stac/collections/dois`,
    ]);
    for (const rel of ['self', 'root', 'service-desc', 'conformance', 'data', 'search']) {
      expect(hrefs(root.links, rel)).toHaveLength(1);
      await get(hrefs(root.links, rel)[0]!.slice(ORIGIN.length));
    }
  });

  it('describes collections with licence and extent', async () => {
    const { collections } = await get('/stac/collections');
    expect(collections).toHaveLength(2);
    const one = await get('/stac/collections/um');
    expect(collections[0]).toEqual(one);
    expect(one).toMatchObject({ type: 'Collection', stac_version: '1.1.0', id: 'um', license: 'other' });
    expect(one.extent.spatial.bbox).toEqual([[-47, -24, 20, 20]]);
    expect(one.extent.temporal.interval).toEqual([['2005-01-01T00:00:00.000Z', '2006-06-05T12:00:00.000Z']]);
    for (const rel of ['self', 'root', 'parent', 'items']) expect(hrefs(one.links, rel)).toHaveLength(1);
    await get('/stac/collections/tres', 404);
  });

  it('gives items that hold to the specification', async () => {
    const { features, type, numberMatched } = await get('/stac/collections/um/items');
    expect({ type, numberMatched }).toEqual({ type: 'FeatureCollection', numberMatched: 3 });
    for (const item of features) {
      checkItem(item);
      expect(await get(hrefs(item.links, 'self')[0]!.slice(ORIGIN.length))).toEqual(item);
    }
    await get('/stac/collections/um/items/99', 404);
  });

  it('leads to the source of the data and to its thumbnail', async () => {
    const item = await get('/stac/collections/um/items/1');
    expect(item.assets.data).toEqual({
      href: 'http://dados.br/municipios_2005.zip',
      title: 'municipios_2005.zip',
      roles: ['data'],
      type: 'application/zip',
      'file:size': 1000,
    });
    expect(item.assets.thumbnail).toEqual({
      href: `${ORIGIN}/api/v1/collections/um/geo/1/thumbnail`,
      type: 'image/png',
      roles: ['thumbnail'],
    });
    expect(item.stac_extensions).toEqual(['https://stac-extensions.github.io/file/v2.1.0/schema.json']);
    expect(item.properties).toMatchObject({
      license: 'CC0-1.0',
      datetime: null,
      start_datetime: '2005-01-01T00:00:00Z',
    });
    expect((await get('/stac/collections/um/items/2')).properties.datetime).toBe('2006-06-05T12:00:00.000Z');
    expect((await get('/stac/collections/um/items/3')).geometry).toBeNull();
  });

  it('searches all collections by box, time, identifier and collection', async () => {
    const found = async (query: string): Promise<string[]> =>
      (await get(`/stac/search?${query}`)).features.map((one: Told) => `${one.collection}/${one.id}`);
    expect(await found('')).toEqual(['um/1', 'um/2', 'um/3', 'dois/1']);
    expect(await found('bbox=-10,37,-7,40')).toEqual(['dois/1']);
    expect(await found('datetime=2005-05-05T00:00:00Z')).toEqual(['um/1']);
    expect(await found('datetime=2006-01-01/..')).toEqual(['um/2', 'um/3', 'dois/1']);
    expect(await found('ids=1')).toEqual(['um/1', 'dois/1']);
    expect(await found('collections=dois')).toEqual(['dois/1']);
    expect(await found('collections=tres')).toEqual([]);
    await get('/stac/search?bbox=1', 400);
    await get('/stac/search?cursor=nada', 400);
  });

  it('pages over the ends of collections', async () => {
    for (const limit of [1, 2, 3]) {
      const seen: string[] = [];
      let path: string | null = `/stac/search?limit=${limit}`;
      for (let page = 0; path !== null && page < 10; page++) {
        const body: Told = await get(path);
        expect(body.numberReturned).toBeLessThanOrEqual(limit);
        seen.push(...body.features.map((one: Told) => `${one.collection}/${one.id}`));
        const [next]: string[] = hrefs(body.links, 'next');
        path = next === undefined ? null : next.slice(ORIGIN.length);
      }
      expect(seen).toEqual(['um/1', 'um/2', 'um/3', 'dois/1']);
    }
  });
});
