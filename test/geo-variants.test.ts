/** The same layer in several formats and places is one answer: by the built command, the server and its page without script. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GeoWeb, htmlPage, serveGeoWeb } from '../samples/geo-web/index.ts';
import { writeShapefile } from '../samples/geo-web/shapefile.ts';
import type { WebResource } from '../samples/geo-web/web.ts';
import { writeZip } from '../samples/geo-web/zip.ts';
import type { GeoAnswer } from '../src/server/schemas/answers.ts';
import { serveWith } from './served-collection.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-variants-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const out = join(root, 'coleta');

const POINTS = [
  [-40.35, -3.69],
  [-40.1, -3.5],
] as const;
const NAMES = ['Sobral', 'Forquilha'];
const parts = writeShapefile({
  shape: 'point',
  records: POINTS.map((point) => [point]),
  fields: [{ name: 'CIDADE', type: 'C', length: 20 }],
  rows: NAMES.map((name) => [name]),
});
const zip = writeZip([
  { name: 'nascentes.shp', bytes: parts.shp },
  { name: 'nascentes.shx', bytes: parts.shx },
  { name: 'nascentes.dbf', bytes: parts.dbf },
]);
const json = (count: number): WebResource => ({
  type: 'application/geo+json',
  body: () =>
    Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [...POINTS, ...POINTS].slice(0, count).map((coordinates, i) => ({
          type: 'Feature',
          properties: { cidade: NAMES[i % 2] },
          geometry: { type: 'Point', coordinates },
        })),
      }),
    ),
});
const page = (title: string, ...paths: string[]) =>
  htmlPage(title, paths.map((path) => `<p>mapa <a href="${path}">nascentes</a></p>`).join(''));
const site = (host: string, pages: Readonly<Record<string, WebResource>>) =>
  [host, { host, resources: new Map(Object.entries(pages)), closed: [], ranges: true }] as const;
const web: GeoWeb = {
  name: 'variants',
  seeds: ['http://www.um.test/', 'http://www.dois.test/'],
  sites: new Map([
    site('www.um.test', {
      '/': page('Um', '/nascentes_shp.zip', '/nascentes.geojson', '/velho/nascentes.geojson'),
      '/nascentes_shp.zip': { type: 'application/zip', body: () => zip },
      '/nascentes.geojson': json(2),
      '/velho/nascentes.geojson': json(4),
    }),
    site('www.dois.test', {
      '/': page('Dois', '/copia/nascentes_shp.zip'),
      '/copia/nascentes_shp.zip': { type: 'application/zip', body: () => zip },
    }),
  ]),
  producers: new Set(),
  files: [],
  others: [],
};

beforeAll(async () => {
  const server = await serveGeoWeb(web);
  const { status, stderr } = await spawnTarrafa([
    ...['crawl', ...web.seeds, '--out', out, '--geo', '--quiet', '--workers', '0'],
    ...['--delay', '0', '--address-delay', '0', '--contact', 'https://eu.example/', ...server.flags],
  ]);
  await server.close();
  expect(status, stderr).toBe(0);
}, 60_000);

const searched = async (...words: string[]) =>
  (await spawnTarrafa(['geo', 'search', 'nascentes', '--in', out, '--json', ...words])).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

it('the command prints one answer with its variants, and each by itself when it is told to', async () => {
  const [first, second, ...rest] = await searched();
  expect(rest).toEqual([]);
  const [folded, alone] = first.variants === undefined ? [second, first] : [first, second];
  expect(folded.variants).toHaveLength(2);
  expect([folded, ...folded.variants].map(({ url }) => url).sort()).toEqual([
    'http://www.dois.test/copia/nascentes_shp.zip',
    'http://www.um.test/nascentes.geojson',
    'http://www.um.test/nascentes_shp.zip',
  ]);
  // Of four points where the others have two: another one.
  expect(alone.url).toBe('http://www.um.test/velho/nascentes.geojson');
  expect(await searched('--no-fold')).toHaveLength(4);
  expect(await searched('--format', 'geojson')).toHaveLength(2);
});

it('the server answers the same, with the way to each form, also without script', async () => {
  const served = await serveWith([out]);
  try {
    const ask = async (query: string) =>
      (await (await fetch(`${served.origin}/api/v1/collections/coleta/geo?${query}`)).json()) as GeoAnswer;
    const answer = await ask('q=nascentes');
    expect(answer.total).toBe(2);
    const hit = answer.items.find(({ variants }) => variants.length > 0)!;
    expect(hit.variants).toHaveLength(2);
    const [variant] = hit.variants;
    const one = await fetch(`${served.origin}/api/v1/collections/coleta/geo/${variant!.id}`);
    expect(await one.json()).toMatchObject({ file: { url: variant!.url } });
    expect((await ask('q=nascentes&fold=false')).total).toBe(4);
    expect((await fetch(`${served.origin}/api/v1/collections/coleta/geo?fold=talvez`)).status).toBe(400);
    const plain = await (await fetch(`${served.origin}/simples/geo?q=nascentes&lang=pt-BR`)).text();
    expect(plain).toContain('A mesma camada também em:');
    expect(plain).toContain(`/simples/geo/coleta/${variant!.id}`);
  } finally {
    await served.stop();
  }
});
