/** The page of geographic data without script, and searches by class and area: as people ask a served collection and the built command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BoundingBox,
  GEO_INDEX_FILE,
  type GeoFile,
  type GeoRecord,
  newFile,
  toJsonLines,
  writeKeptGeo,
} from '../../src/geo/index.ts';
import type { GeoAnswer } from '../../src/server/schemas/answers.ts';
import { makeCollection, type ServedProcess, serveFolder } from '../served-collection.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-served-'));
const folder = join(root, 'coleta');
const PAGE = 'http://www.census.gov/geo/www/cob/vt2000.html';
const EXTRACTED = Date.UTC(2006, 5, 5, 12);

const layer = (name: string, box: BoundingBox | null): GeoFile['datasets'][number] => ({
  ...{
    layer: name,
    format: 'shapefile',
    kind: 'vector',
    geometryType: 'Point',
    count: 3,
    box,
    crs: 'EPSG:4674',
  },
  ...{ columns: ['NOME'], title: null, abstract: null, keywords: [], licence: null },
});
const file = (url: string, box: BoundingBox | null, more: Partial<GeoFile> = {}): GeoFile => {
  const name = new URL(url).pathname.split('/').at(-1)!;
  const site = new URL(url).host.replace(/^www\./, '');
  const stem = name.replace(/\.zip$/, '');
  return { ...newFile(url, site, name, 'zip'), datasets: [layer(stem, box)], indexedAt: EXTRACTED, ...more };
};
const census = (name: string, anchor: string, more: Partial<GeoFile> = {}): GeoFile =>
  file(`http://www.census.gov/geo/cob/bdy/vt/vt00shp/${name}`, [-104, 40, -90, 49], {
    anchors: [{ page: PAGE, text: anchor, before: [], after: [] }],
    ...more,
  });
const place = (value: string, folded: string): GeoFile['places'][number] => ({
  ...{ column: 'NOME', value, folded, frequency: 1, by: 'gazetteer', confidence: 1 },
});
const at = (name: string, box: BoundingBox | null, more: Partial<GeoFile> = {}): GeoFile =>
  file(`http://www.mapas.example/${name}`, box, more);
const RECORDS: readonly GeoRecord[] = [
  census('vt46_d00_shp.zip', 'South Dakota', { size: 605_184, downloads: 1 }),
  census('vt27_d00_shp.zip', 'Minnesota', { downloads: 2 }),
  census('vt56_d00_shp.zip', 'Wyoming'),
  {
    kind: 'page',
    url: PAGE,
    site: 'census.gov',
    title: 'Census 2000 Voting Districts Cartographic Boundary Files - ...',
    description:
      'Cartographic Boundary Files, ARC/INFO Export .e00, e00, shape, Arcview Shapefile, and Ungenerate / Generate (ASCII)',
    keywords: [],
    text: '',
    indexedAt: EXTRACTED,
  },
  at('cidades_sp.zip', [-53, -25, -44.5, -20]),
  at('cidades_ce.zip', [-41, -7.5, -37.5, -3]),
  at('rios_sp.zip', [-53, -25, -44.5, -20]),
  at('cidades_mundo.zip', [-180, -60, 180, 80]),
  at('cidades_sem_caixa.zip', null, { places: [place('Campinas', 'campinas'), place('Taubaté', 'taubate')] }),
  at('cidades_sem_nada.zip', null),
  at('x.zip', null, { places: [place('São José dos Campos', 'sao jose dos campos')] }),
  at('mapa_goias.zip', [-53.2, -19.5, -45.9, -12.4]),
  at('mapa_goiania.zip', [-49.4, -16.9, -49.1, -16.5]),
  at('mapa_fiji.zip', [177, -19, -179, -16]),
  at('mapa_taveuni.zip', [-180, -17, -179.8, -16.7]),
  at('mapa_sem_caixa.zip', null),
];

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
let served: ServedProcess;
beforeAll(async () => {
  makeCollection(folder, { pages: 1 });
  writeFileSync(join(folder, GEO_INDEX_FILE), [...toJsonLines(RECORDS)].join(''));
  for (const record of RECORDS)
    if (record.kind === 'file' && record.site === 'census.gov')
      writeKeptGeo(folder, record.url, { thumbnail: Buffer.from([137, 80, 78, 71]), preview: null });
  served = await serveFolder(folder);
}, 120_000);
afterAll(async () => {
  await served.stop();
  rmSync(root, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${served.origin}${path}`, {
    method,
    headers: { 'user-agent': BROWSER, ...headers },
    redirect: 'manual',
  });
const body = async (path: string): Promise<string> => (await ask(path)).text();
/** The text of a piece of HTML, its tags taken for spaces. */
const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const facts = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, value]) => [
      textOf(name!).trim(),
      textOf(value!).trim(),
    ]),
  );
const itemsOf = (html: string): string[] => html.split('<li class="geo">').slice(1);
/** The page of the one file that is found. */
const detailsOf = async (words: string): Promise<string> => {
  const html = await body(`/simples/geo?q=${encodeURIComponent(words)}&lang=en`);
  return /href="(\/simples\/geo\/coleta\/\d+)\?lang=en" aria-label="More Details/.exec(html)![1]!;
};

describe('geographic data without script, served', () => {
  it('[G-AC-133] a search without result is a warning, 200 and an empty list', async () => {
    for (const [words, said] of [
      ['&lang=en', 'No geographic file was found.'],
      ['&mode=expanded&lang=en', 'No geographic file was found.'],
      ['', 'Nenhum arquivo geográfico foi encontrado.'],
      ['&lang=pt-PT', 'Nenhum ficheiro geográfico foi encontrado.'],
    ] as const) {
      const answer = await ask(`/simples/geo?q=atl%C3%A2ntida${words}`);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(textOf(html)).toContain(said);
      expect(html).toContain('class="warning"');
      expect(itemsOf(html)).toEqual([]);
    }
  });

  it('[G-AC-134] each file has thumbnail, name, type, downloads, details, and its producer with title, description, address, files and the way to them', async () => {
    const [item, ...more] = itemsOf(await body('/simples/geo?q=minnesota&lang=en'));
    expect(more).toEqual([]);
    const id = /\/simples\/geo\/coleta\/(\d+)/.exec(item!)![1];
    const picture = `/api/v1/collections/coleta/geo/${id}/thumbnail`;
    expect(item).toContain(`src="${picture}"`);
    expect((await ask(picture)).headers.get('content-type')).toBe('image/png');
    expect(item).toMatch(new RegExp(`<a href="/simples/geo/coleta/${id}\\?lang=en"[^>]*><img `));
    expect(facts(item!)).toMatchObject({
      Name: 'vt27_d00_shp.zip',
      Type: 'zip',
      Downloads: '2',
      Producer: 'Census 2000 Voting Districts Cartographic Boundary Files - ...',
      Address: PAGE,
      'Geographic files on the site': '3',
      'Downloads from the producer': '3',
      Details: expect.stringMatching(/^Cartographic Boundary Files, ARC\/INFO Export \.e00, e00, shape/),
    });
    expect(textOf(item!)).toContain('More Details');
    const files = /<a href="(\/simples\/geo\?[^"]*producer=[^"]*)"[^>]*>View Files<\/a>/.exec(item!)![1]!;
    expect(itemsOf(await body(files.replace(/&amp;/g, '&')))).toHaveLength(3);
  });

  it('[G-AC-135] one file has name, type, date, downloads, size and the link to it', async () => {
    const path = await detailsOf('south dakota');
    const html = await body(`${path}?lang=en`);
    expect(facts(html)).toMatchObject({
      Name: 'vt46_d00_shp.zip',
      Type: 'zip',
      'Date Extract': '05/06/2006',
      Downloads: '1',
      Size: '591 kb',
    });
    expect(html).toContain(`href="${path}/download"`);
    expect(textOf(html)).toContain('Click here to Download File');
  });

  it('[G-AC-136] a click on a download is counted once a visitor and day, and leads to the producer', async () => {
    const path = await detailsOf('wyoming');
    const count = async (): Promise<string> => facts(await body(`${path}?lang=en`)).Downloads!;
    expect(await count()).toBe('0');
    for (let i = 0; i < 2; i++) {
      const click = await ask(`${path}/download`);
      expect(click.status).toBe(302);
      expect(click.headers.get('location')).toBe(
        'http://www.census.gov/geo/cob/bdy/vt/vt00shp/vt56_d00_shp.zip',
      );
    }
    expect(await count()).toBe('1');
    // Programs, and looks ahead of a click, are sent on and not counted.
    for (const headers of [
      { 'user-agent': 'curl/8.5.0' },
      { 'user-agent': 'outro', 'sec-purpose': 'prefetch' },
    ])
      expect((await ask(`${path}/download`, headers)).status).toBe(302);
    expect((await ask(`${path}/download`, {}, 'HEAD')).status).toBe(302);
    expect(await count()).toBe('1');
    await ask(`${path}/download`, { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1' });
    expect(await count()).toBe('2');
  });
});

describe('geographic questions', () => {
  const search = async (...words: string[]): Promise<{ names: string[]; told: string }> => {
    const { status, stdout, stderr } = await spawnTarrafa([
      ...['geo', 'search', ...words, '--in', folder, '--json', '--explain', '--no-fold', '--lang', 'en'],
    ]);
    expect(status, stderr).toBe(0);
    const lines = stdout.split('\n').filter(Boolean);
    return { names: lines.map((line) => JSON.parse(line).name), told: stderr };
  };
  const found = async (query: Record<string, string>): Promise<GeoAnswer> =>
    (await (
      await ask(`/api/v1/collections/coleta/geo?${new URLSearchParams({ fold: 'false', ...query })}`)
    ).json()) as GeoAnswer;
  const namesOf = ({ items }: GeoAnswer): string[] => items.map(({ geo }) => geo.file.name);

  it('[G-AC-138] cidades de São Paulo is a class in a place, answered by layers of cities there; São José dos Campos is a place', async () => {
    const { names, told } = await search('cidades de São Paulo');
    expect(told).toContain('theme: cidades [city] · in: São Paulo (state, Brasil)');
    // What covers the world comes last; cities of elsewhere and other things do not come.
    expect(names).toEqual(['cidades_sp.zip', 'cidades_sem_caixa.zip', 'cidades_mundo.zip']);
    const answer = await found({ q: 'cidades de São Paulo' });
    expect(answer.place).toMatchObject({ name: 'São Paulo', kind: 'state' });
    expect(namesOf(answer)).toEqual(names);
    const one = await search('São José dos Campos');
    expect(one.told).toContain('text: São José dos Campos · place: São José dos Campos (municipality');
    expect(one.names).toEqual(['x.zip']);
  });

  it('[G-AC-139] a box keeps what is within or what touches it, also over the 180th meridian', async () => {
    const within = async (bbox: string, relation: 'within' | 'intersects'): Promise<string[]> =>
      namesOf(await found({ q: 'mapa', bbox, relation })).sort();
    expect(await within('-50,-17,-48,-15', 'within')).toEqual(['mapa_goiania.zip']);
    expect(await within('-50,-17,-48,-15', 'intersects')).toEqual(['mapa_goiania.zip', 'mapa_goias.zip']);
    const fiji = ['mapa_fiji.zip', 'mapa_taveuni.zip'];
    expect(await within('176,-20,-178,-15', 'within')).toEqual(fiji);
    expect(await within('179,-17.5,-179.5,-16.5', 'intersects')).toEqual(fiji);
    expect(await within('179,-17.5,-179.5,-16.5', 'within')).toEqual(['mapa_taveuni.zip']);
    expect(await within('0,0,1,1', 'intersects')).toEqual([]);
    // The same by the command, whose areas may be places too.
    expect((await search('mapa', '--within', '176,-20,-178,-15')).names.sort()).toEqual(fiji);
    expect((await search('mapa', '--within', 'Goiás')).names).toEqual(['mapa_goiania.zip']);
  });
});
