/** What `tarrafa geo describe` says of whole, odd and hostile archives, from the disk and over a socket; many files by one process. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  citiesShapefile,
  citiesZip,
  dbfOf,
  KML,
  NAME_COLUMN,
  pointRecord,
  polygonRecord,
  shpOf,
  zipOf,
} from '../../src/geo/readers/sample-files.suite.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-described-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  readonly input: string;
  readonly state: string;
  readonly bytesFetched?: number;
  readonly file?: string;
  readonly layer?: string;
  readonly count?: number;
  readonly geometryType?: string;
  readonly extent?: readonly number[];
  readonly encoding?: string;
  readonly crs?: { readonly epsg: number } | null;
  readonly sample?: Readonly<Record<string, readonly string[]>>;
  readonly problems: readonly { readonly code: string; readonly file: string; readonly detail?: string }[];
}

async function described(
  inputs: readonly string[],
  words: readonly string[] = [],
): Promise<(input: string) => Line[]> {
  const { stdout } = await spawnTarrafa(['geo', 'describe', ...inputs, '--json', '--sample', ...words], {
    cwd: folder,
    env: { TARRAFA_ALLOW_PRIVATE: '1' },
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return (input) => lines.filter((line) => line.input.endsWith(input));
}

const { shp, shx, dbf, prj } = citiesShapefile();
const parts = { shp, shx, dbf };
const set = (files: Readonly<Record<string, Uint8Array>>, name = 'c'): Buffer =>
  zipOf(Object.entries(files).map(([extension, bytes]) => ({ name: `${name}.${extension}`, bytes })));
const without = (missing: 'shx' | 'dbf'): Buffer =>
  set(Object.fromEntries(Object.entries(parts).filter(([extension]) => extension !== missing)), 'x');
/** An archive in so many archives. */
const nested = (depth: number): Buffer =>
  depth === 0 ? citiesZip() : zipOf([{ name: 'dentro.zip', bytes: nested(depth - 1), stored: true }]);

const header = Buffer.from(shp);
header.writeInt32BE(1234, 0);
const point = shpOf(1, [0, 0, 0, 0], [pointRecord(-46.6, -23.5)]);
const encoded = (value: Uint8Array, driver: number, cpg?: string): Buffer =>
  set({
    ...point,
    dbf: dbfOf([NAME_COLUMN], [[value]], { driver }),
    ...(cpg === undefined ? {} : { cpg: Buffer.from(cpg) }),
  });
const square = shpOf(
  5,
  [0, 0, 1, 1],
  [
    polygonRecord([
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
        [0, 0],
      ],
    ]),
  ],
);
const SLIPS = ['../../etc/a.shp', '/etc/a.shp', 'c:\\a.shp', '..\\a.shp', 'a/../../b.shp'];
const FILES: Readonly<Record<string, Uint8Array>> = {
  'misto.zip': zipOf([
    { name: 'A.SHP', bytes: shp },
    { name: 'a.shx', bytes: shx },
    { name: 'a.Dbf', bytes: dbf },
  ]),
  'sem-shx.zip': without('shx'),
  'sem-dbf.zip': without('dbf'),
  'so-shp.zip': set({ shp }, 'x'),
  'so-dbf.zip': set({ dbf }, 'x'),
  'so-shx.zip': set({ shx }, 'x'),
  'quadrado.zip': set({ shp: square.shp, shx: square.shx }),
  'inutil.zip': zipOf([{ name: 'catalogo/lista.pdf', bytes: Buffer.from('%PDF-1.4') }]),
  'cidades.zip': citiesZip(),
  'tudo.zip': citiesZip([
    ...Object.entries(parts).map(([extension, bytes]) => ({ name: `dados/postos.${extension}`, bytes })),
    { name: 'praias.kml', bytes: Buffer.from(KML) },
  ]),
  ...Object.fromEntries(SLIPS.map((name, i) => [`sai-${i}.zip`, zipOf([{ name, bytes: shp }])])),
  'bomba.zip': zipOf([{ name: 'a.shp', bytes: Buffer.alloc(30 << 20) }]),
  'mente.zip': zipOf([{ name: 'a.geojson', bytes: Buffer.alloc(3 << 20, 0x20), size: 1000 }]),
  'cifrado.zip': zipOf([{ name: 'a.shp', bytes: shp, flags: 1 }]),
  'fundo-2.zip': nested(1),
  'fundo-3.zip': nested(2),
  'muitos.zip': zipOf(
    Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.shp`, bytes: Buffer.alloc(0), stored: true })),
  ),
  'cortado.zip': set({ shp: shp.subarray(0, 120), shx, dbf }),
  'corrompido.zip': set({ shp: header, shx, dbf }),
  'a-mais.zip': set({ shp, shx, dbf: dbfOf([NAME_COLUMN], [['São Paulo'], ['Jacareí']], { count: 900 }) }),
  'a-menos.zip': set({ shp, shx, dbf: dbfOf([NAME_COLUMN], [['São Paulo']]) }),
  'cp850.zip': encoded(Buffer.from([0x53, 0xc7, 0x4f, 0x20, ...Buffer.from('PAULO')]), 0x02),
  'ansi.zip': encoded(Buffer.from('SÃO PAULO', 'latin1'), 0x57),
  'utf8.zip': encoded(Buffer.from('SÃO PAULO', 'utf8'), 0x00, 'UTF-8'),
};
mkdirSync(join(folder, 'a'));
for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, 'a', name), bytes);
const paths = Object.keys(FILES).map((name) => join('a', name));

describe('tarrafa geo describe', () => {
  const modern = described(paths);
  const compat = described(
    ['misto.zip', 'sem-shx.zip', 'sem-dbf.zip', 'so-dbf.zip', 'so-shx.zip'].map((name) => join('a', name)),
    ['--profile', 'compat'],
  );
  const codes = (lines: readonly Line[]): string[] =>
    lines.flatMap(({ problems }) => problems.map(({ code }) => code));
  const rejected = async (name: string, code: string): Promise<void> => {
    const lines = (await modern)(name);
    expect([name, lines[0]?.state, codes(lines)]).toEqual([name, 'rejected', expect.arrayContaining([code])]);
  };

  it('[G-AC-090, G-AC-092] accepts whole sets whatever the case of their names, with their numbers; compat wants all three parts, modern says what is missing', async () => {
    for (const of of [modern, compat]) {
      const [whole] = (await of)('misto.zip');
      expect(whole).toMatchObject({ state: 'indexed', count: 2, geometryType: 'Point' });
      expect(codes([whole!])).not.toContain('missing-part');
    }
    for (const missing of ['shx', 'dbf'])
      expect((await compat)(`sem-${missing}.zip`)[0]).toMatchObject({
        state: 'rejected',
        problems: [expect.objectContaining({ code: 'missing-part', detail: `.${missing}` })],
      });
    const alone = (await modern)('so-shp.zip');
    expect(alone[0]).toMatchObject({ state: 'indexed', count: 2 });
    const missing = alone.flatMap(({ problems }) => problems).filter(({ code }) => code === 'missing-part');
    expect(missing.map(({ detail }) => detail)).toEqual(['.shx', '.dbf']);
    for (const of of [modern, compat])
      for (const name of ['so-dbf.zip', 'so-shx.zip'])
        expect((await of)(name)[0]).toMatchObject({
          state: 'rejected',
          problems: [{ code: 'missing-part', detail: '.shp' }],
        });
    expect([shp.length, shx.length, square.shp.length]).toEqual([156, 116, 236]);
    expect((await modern)('quadrado.zip')[0]).toMatchObject({
      count: 1,
      geometryType: 'Polygon',
      extent: [0, 0, 1, 1],
    });
  });

  it('[G-AC-093, G-AC-094] rejects an archive without geographic files, gives several layers of one as several lines, and leaves nothing on the disk', async () => {
    await rejected('inutil.zip', 'not-geographic');
    expect((await modern)('tudo.zip').map(({ file, layer }) => [file, layer])).toEqual([
      ['dados/cidades.shp', 'cidades'],
      ['dados/postos.shp', 'postos'],
      ['praias.kml', 'Praias'],
    ]);
    expect(readdirSync(folder)).toEqual(['a']);
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(Object.keys(FILES).sort());
  });

  it('[G-AC-096, G-AC-098] rejects what slips, bursts, hides, lies too deep, is cut or contradicts itself, with the reason', async () => {
    for (const i of SLIPS.keys()) await rejected(`sai-${i}.zip`, 'path-traversal');
    await rejected('bomba.zip', 'bomb');
    await rejected('mente.zip', 'bomb');
    await rejected('cifrado.zip', 'encrypted');
    await rejected('fundo-3.zip', 'too-deep');
    expect((await modern)('fundo-2.zip')[0]).toMatchObject({ state: 'indexed', count: 2 });
    await rejected('muitos.zip', 'too-many-entries');
    await rejected('cortado.zip', 'truncated');
    await rejected('corrompido.zip', 'corrupt');
    await rejected('a-mais.zip', 'truncated');
    await rejected('a-mais.zip', 'count-mismatch');
    await rejected('a-menos.zip', 'count-mismatch');
  });

  it('[G-AC-099] SÃO PAULO is itself from cp850, windows-1252 and UTF-8', async () => {
    for (const [name, encoding] of [
      ['cp850.zip', 'cp850'],
      ['ansi.zip', 'windows-1252'],
      ['utf8.zip', 'utf-8'],
    ] as const)
      expect((await modern)(name)[0]).toMatchObject({ encoding, sample: { NOME: ['SÃO PAULO'] } });
  });

  it('[G-AC-095, G-AC-097] over a socket takes the parts that lie beside a .shp, and less than 1 MB of an archive of 100 MB without any', async () => {
    const large = zipOf([
      { name: 'fotos/ferias.mp4', bytes: Buffer.alloc(100 << 20), stored: true },
      ...Array.from({ length: 500 }, (_, i) => ({ name: `fotos/foto-${i}.docx`, bytes: Buffer.from('x') })),
    ]);
    const served: Readonly<Record<string, Uint8Array>> = {
      '/saopaulo.shp': shp,
      '/saopaulo.shx': shx,
      '/saopaulo.DBF': dbf,
      '/saopaulo.prj': prj,
      '/fotos.zip': large,
    };
    const asked: string[] = [];
    let sent = 0;
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      asked.push(path);
      const bytes = served[path];
      if (bytes === undefined) return void response.writeHead(404).end();
      const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
      const head = { 'Accept-Ranges': 'bytes', ETag: '"1"', 'Content-Type': 'application/octet-stream' };
      if (request.method === 'HEAD')
        return void response.writeHead(200, { ...head, 'Content-Length': bytes.length }).end();
      if (range === null) {
        sent += bytes.length;
        return void response.writeHead(200, { ...head, 'Content-Length': bytes.length }).end(bytes);
      }
      const from = range[1] === '' ? Math.max(0, bytes.length - Number(range[2])) : Number(range[1]);
      const to =
        range[1] === '' || range[2] === '' ? bytes.length : Math.min(bytes.length, Number(range[2]) + 1);
      if (path === '/fotos.zip') sent += to - from;
      response.writeHead(206, {
        ...head,
        'Content-Length': to - from,
        'Content-Range': `bytes ${from}-${to - 1}/${bytes.length}`,
      });
      response.end(bytes.subarray(from, to));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Each has a rest between two requests of its own.
    const [layers, archives] = await Promise.all(
      ['saopaulo.shp', 'fotos.zip'].map((name) => described([`${origin}/${name}`])),
    );
    expect(layers!('saopaulo.shp')[0]).toMatchObject({
      state: 'indexed',
      layer: 'saopaulo',
      count: 2,
      crs: { epsg: 4674 },
      sample: { NOME: ['São Paulo', 'São José dos Campos'] },
    });
    expect(asked.indexOf('/saopaulo.dbf')).toBeLessThan(asked.indexOf('/saopaulo.DBF'));
    const [photos] = archives!('fotos.zip');
    expect(photos!.state).toBe('rejected');
    expect(photos!.bytesFetched).toBeLessThan(1e6);
    expect(sent).toBeLessThan(1e6);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
