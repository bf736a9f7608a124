import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fetcher } from '../../fetcher.ts';
import { Gazetteer } from '../../geo/gazetteer/index.ts';
import type { KeptFile } from '../../geo/index.ts';
import { GeoIndex } from '../../geo/query/index.ts';
import { WarcWriter } from '../../warc/index.ts';
import { harvestArchive } from './harvest-archive.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-geo-harvest-'));
const GEOJSON = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { cidade: 'Sobral' },
      geometry: { type: 'Point', coordinates: [-40.35, -3.69] },
    },
  ],
});
const PAGES: readonly (readonly [string, string])[] = [
  [
    'http://mapas.example/',
    '<title>Mapas</title><p>mapa <a href="/a.geojson">estações</a> <a href="/baixar?camada=2">mapa das nascentes</a> <a href="/baixar?camada=3">mapa</a> <a href="http://outro.example/">outro</a>',
  ],
  [
    'http://outro.example/',
    '<title>Fotos</title><a href="/fotos.zip">fotos</a> <a href="http://mapas.example/">outra casa</a>',
  ],
  [
    'http://oculto.example/',
    '<meta name=robots content="noindex, nofollow"><title>Mapas</title><a href="/segredo.geojson">mapa</a>',
  ],
];

beforeAll(() => {
  const writer = WarcWriter.open(join(root, 'archive'), { clock: () => 0 });
  for (const [url, html] of PAGES)
    writer.writeExchange({
      url,
      date: 0,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body: Buffer.from(html),
      requestHead: 'GET / HTTP/1.1\r\n\r\n',
      address: '127.0.0.1',
    } as Parameters<WarcWriter['writeExchange']>[0]);
  writer.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('tarrafa geo harvest', () => {
  it('looks into what archived pages link to, also behind addresses that do not say what they hand out', async () => {
    const asked: string[] = [];
    const fetcher: Fetcher = {
      fetch: async ({ url, method = 'GET' }) => {
        asked.push(`${method} ${url}`);
        const page = url.endsWith('=3');
        const headers: Record<string, string> = {
          'content-type': page ? 'text/html' : 'application/geo+json',
          ...(page || url.endsWith('a.geojson')
            ? {}
            : { 'content-disposition': 'attachment; filename="nascentes.geojson"' }),
        };
        return {
          kind: 'fetched',
          url,
          status: 200,
          header: (name) => headers[name] ?? null,
          body: method === 'HEAD' ? new Uint8Array(0) : Buffer.from(GEOJSON),
          complete: true,
          at: 0,
        };
      },
    };
    const gazetteer = Gazetteer.of([{ kind: 'city', name: 'Sobral', lat: -3.69, lon: -40.35 }]);
    const index = new GeoIndex({ gazetteer });
    const kept: KeptFile[] = [];
    const keep = (one: KeptFile) => void kept.push(one);
    const report = await harvestArchive([root], { fetcher, index, now: () => 0, keep, maxPayload: 10_000 });
    expect(report).toMatchObject({ geoPages: 2, indexed: 2, rejected: 0, passedOver: 1 });
    expect(
      [...index.files('indexed')].map(({ file }) => [
        file.name,
        file.anchors[0]?.text,
        file.places[0]?.folded,
      ]),
    ).toEqual([
      ['a.geojson', 'estações', 'sobral'],
      ['nascentes.geojson', 'mapa das nascentes', 'sobral'],
    ]);
    expect(index.producers()).toMatchObject([{ site: 'mapas.example', files: 2, score: 1 }]);
    expect(kept.map(({ file, payload }) => [file.name, payload.length, payload[0]!.name])).toEqual([
      ['a.geojson', 1, 'a.geojson'],
      ['nascentes.geojson', 1, 'baixar'],
    ]);
    for (const { thumbnail, preview, payload } of kept) {
      expect(thumbnail).not.toBeNull();
      expect(JSON.parse(preview!).features[0].geometry.coordinates).toEqual([[-40.35, -3.69]]);
      expect(Buffer.from(payload[0]!.bytes).toString('utf8')).toBe(GEOJSON);
    }
    // Description, places, picture and the kept bytes are one download.
    for (const { file } of kept) expect(asked.filter((ask) => ask === `GET ${file.url}`)).toHaveLength(1);
    // Neither what robots may not follow nor what nothing speaks for is asked for.
    expect(asked.some((ask) => /oculto|fotos/.test(ask))).toBe(false);
  });

  it('follows the links of a page from each address at which it stands, though its bytes are archived once', async () => {
    const folder = join(root, 'copias');
    const writer = WarcWriter.open(join(folder, 'archive'), { clock: () => 0 });
    const body = Buffer.from('<title>Mapas</title><p>mapa <a href="/a.geojson">estações</a>');
    const page = (url: string) => ({
      url,
      date: 0,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body,
      requestHead: 'GET / HTTP/1.1\r\n\r\n',
      address: '127.0.0.1',
    });
    type Exchange = Parameters<WarcWriter['writeExchange']>[0];
    writer.writeExchange(page('http://um.example/') as Exchange);
    writer.writeExchange({
      ...page('http://dois.example/'),
      revisitOf: { url: 'http://um.example/', date: 0 },
    } as Exchange);
    // The same page seen again is no other.
    writer.writeExchange({
      ...page('http://um.example/'),
      revisitOf: { url: 'http://um.example/', date: 0 },
    } as Exchange);
    writer.close();
    const fetcher: Fetcher = {
      fetch: async ({ url }) => ({
        kind: 'fetched',
        url,
        status: 200,
        header: (name) => (name === 'content-type' ? 'application/geo+json' : null),
        body: Buffer.from(GEOJSON),
        complete: true,
        at: 0,
      }),
    };
    const index = new GeoIndex({ gazetteer: Gazetteer.of([]) });
    const report = await harvestArchive([folder], { fetcher, index, now: () => 0 });
    expect(report).toMatchObject({ geoPages: 2, indexed: 2 });
    expect([...index.files('indexed')].map(({ file }) => file.url).sort()).toEqual([
      'http://dois.example/a.geojson',
      'http://um.example/a.geojson',
    ]);
  });
});
