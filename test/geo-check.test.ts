/** The upkeep of a geographic collection, as a person does it: the built command, day after day, on a web served from loopback. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlPage, miniWeb, type ServedGeoWeb, serveGeoWeb } from '../samples/geo-web/index.ts';
import type { WebResource } from '../samples/geo-web/web.ts';
import { checkGeographicLinks, type GeoUrlRow } from '../src/app/geographic-check.ts';
import { searchGeographicData } from '../src/app/geographic-search.ts';
import type { GeoCheckInfo } from '../src/server/schemas/answers.ts';
import { serveWith } from './served-collection.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const HOUR = 3_600_000;
const SHIFTED = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));
const CITY = 'http://www.ibge.test/imagens/saopaulo.shp';
const FLORIDA = 'http://www.inpe.test/geo/vt02_shp.zip';
const NEW = 'http://www.ibge.test/novo.geojson';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-check-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const web = miniWeb();
const ibge = web.sites.get('www.ibge.test')!.resources;
const inpe = web.sites.get('www.inpe.test')!.resources;
const city = ibge.get('/imagens/saopaulo.shp')!;
const points: WebResource = {
  type: 'application/geo+json',
  body: () =>
    Buffer.from(
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"cidade":"Sobral"},"geometry":{"type":"Point","coordinates":[-40.35,-3.69]}}]}',
    ),
};

let server: ServedGeoWeb;
const out = join(root, 'coleta');
const old = join(root, 'como-em-2006');

interface Checked {
  readonly urls: readonly GeoUrlRow[];
  readonly counts: Readonly<Record<string, number>>;
  readonly states: unknown;
  /** What the web was asked meanwhile. */
  readonly asked: readonly string[];
}

/** The command, so many hours after the crawl. */
async function check(hours: number, ...words: string[]): Promise<Checked> {
  const before = server.requests.length;
  const connect = server.flags.filter((flag) => flag !== '--allow-private');
  const [folder = out, ...rest] = words;
  const { status, stdout, stderr } = await spawnTarrafa(
    ['geo', 'check', folder, '--json', ...rest, ...connect],
    { node: ['--import', SHIFTED], env: { TARRAFA_SHIFTED_CLOCK: String(hours * HOUR) } },
  );
  expect(status, stderr).toBe(0);
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const { counts, states } = lines.at(-1);
  return {
    urls: lines.slice(0, -1),
    counts,
    states,
    asked: server.requests.slice(before).map(({ method, host, path }) => `${method} ${host}${path}`),
  };
}
const row = (checked: Checked, url: string) => checked.urls.find((one) => one.url === url);
const errors = async (folder = out): Promise<{ url: string; reason: string }[]> =>
  (await spawnTarrafa(['geo', 'check', folder, '--errors'])).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const found = async (query: string) =>
  (await searchGeographicData(out, query)).results.map(({ file }) => file.name);
const index = () => readFileSync(join(out, 'geo-index.jsonl'), 'utf8');

beforeAll(async () => {
  server = await serveGeoWeb(web);
  const { status, stderr } = await spawnTarrafa([
    ...['crawl', ...web.seeds, '--out', out, '--geo', '--quiet', '--no-content', '--workers', '0'],
    ...['--delay', '0', '--address-delay', '0', '--contact', 'https://eu.example/', ...server.flags],
  ]);
  expect(status, stderr).toBe(0);
  cpSync(out, old, { recursive: true });
}, 60_000);
afterAll(() => server.close());

describe('tarrafa geo check', () => {
  it('[G-AC-152, G-AC-151] asks nobody within a day; then the pages of producers are read again, and what they link to; a file whose ETag changed is described anew', async () => {
    const early = await check(1);
    expect(early.asked).toEqual([]);
    expect(early.counts).toMatchObject({ pages: 0, links: 0, deferred: 6 });
    // As the source lists them: status and indicator of pages and files.
    expect(early.states).toEqual([
      { of: 'page', indicator: 1, count: [0, 3, 0] },
      { of: 'page', indicator: 0, count: [0, 3, 0] },
      { of: 'file', indicator: 1, count: [0, 3, 0] },
      { of: 'file', indicator: 0, count: [0, 0, 0] },
    ]);
    ibge.set(
      '/',
      htmlPage(
        'Instituto novo',
        '<p><a href="/imagens/saopaulo.shp">mapa</a> <a href="/novo.geojson">pontos</a></p>',
      ),
    );
    ibge.delete('/imagens/saopaulo.shp');
    inpe.set('/geo/vt02_shp.zip', { ...inpe.get('/geo/vt02_shp.zip')!, headers: { etag: '"v2"' } });
    const later = await check(25);
    expect(later.counts).toMatchObject({ pages: 3, struck: 1, changed: 1, unchanged: 1, errors: 2 });
    expect(index()).toContain('Instituto novo');
    // Others than producers are left in peace, and a file is asked for its head, or its first byte.
    expect(later.asked.filter((ask) => ask.endsWith('.test/')).sort()).toEqual([
      ...['GET www.gismaps.test/', 'GET www.ibge.test/', 'GET www.inpe.test/'],
    ]);
    expect(later.asked.filter((ask) => ask.includes('rodovias1'))).toEqual([
      'HEAD www.gismaps.test/downloads/rodovias1.zip',
    ]);
    expect(later.asked.filter((ask) => ask.includes('saopaulo.shp'))).toEqual([
      'HEAD www.ibge.test/imagens/saopaulo.shp',
      'GET www.ibge.test/imagens/saopaulo.shp',
    ]);
    // What changed was described anew, what did not was only asked for its head.
    expect(later.asked.filter((ask) => ask.startsWith('GET') && ask.includes('vt02_shp'))).not.toEqual([]);
    expect(index()).toContain('"etag":"\\"v2\\""');
    expect(row(later, FLORIDA)).toMatchObject({ status: 1, error: null });
  });

  it('[G-AC-021, G-AC-022] a failed later visit makes 2 of 1; what was never indexed stays 0, with a row of the error log each time', async () => {
    const shown = await check(26, out, '--show');
    expect(shown.asked).toEqual([]);
    expect(row(shown, CITY)).toMatchObject({ status: 2, indicator: 1, state: 'indexed', strikes: 1 });
    expect(row(shown, NEW)).toMatchObject({ status: 0, indexedAt: null, failures: 1, error: 'http-404' });
    expect((await errors()).map(({ url, reason }) => [url, reason]).sort()).toEqual([
      [CITY, 'http-404'],
      [NEW, 'http-404'],
    ]);
    const next = await check(50);
    expect(row(next, NEW)).toMatchObject({ status: 0, failures: 2 });
    expect(row(next, CITY)).toMatchObject({ status: 2, failures: 2, strikes: 2 });
    expect(await errors()).toHaveLength(4);
    expect(await found('são paulo')).toEqual(['saopaulo.shp']);
  });

  it('[G-AC-150, G-AC-021] gone on three days and 72 hours, a link leaves the index with its history, and comes back when it answers', async () => {
    const third = await check(75);
    expect(row(third, CITY)).toMatchObject({ state: 'indexed', strikes: 3 });
    const fourth = await check(100);
    expect(fourth.counts).toMatchObject({ left: 1 });
    expect(row(fourth, CITY)).toMatchObject({ state: 'broken', status: 2, failures: 4 });
    expect(fourth.urls[0]!.url).toBe(CITY);
    expect(await found('são paulo')).toEqual([]);
    // Kept, with what it was.
    expect(index()).toContain('"folded":"campinas"');
    ibge.set('/imagens/saopaulo.shp', city);
    ibge.set('/novo.geojson', points);
    const back = await check(130);
    expect(back.counts).toMatchObject({ back: 1, found: 1, errors: 0 });
    expect(row(back, CITY)).toMatchObject({
      state: 'indexed',
      status: 1,
      strikes: 0,
      failures: 0,
      error: null,
    });
    expect(row(back, NEW)).toMatchObject({ state: 'indexed', status: 1 });
    expect(await found('são paulo')).toEqual(['saopaulo.shp']);
    expect(await found('sobral')).toEqual(['novo.geojson']);
    // The history of both is in the log.
    expect((await errors()).filter(({ url }) => url === CITY)).toHaveLength(4);
  });

  it('[G-AC-150] as in 2006, a link leaves at once, and what came too early is marked', async () => {
    ibge.delete('/imagens/saopaulo.shp');
    const early = await check(1, old, '--profile', 'compat');
    expect(row(early, CITY)).toMatchObject({ status: 2, failures: 0 });
    const { counts } = await check(25, old, '--profile', 'compat');
    expect(counts).toMatchObject({ left: 1, changed: 0 });
    ibge.set('/imagens/saopaulo.shp', city);
  });

  it('counts what a killed check had only in its error log, whatever the end of that file looks like', async () => {
    const killed = join(root, 'morto');
    cpSync(old, killed, { recursive: true });
    rmSync(join(killed, 'geo-urls.jsonl'));
    rmSync(join(killed, 'geo-errors.jsonl'));
    cpSync(join(out, 'geo-index.jsonl'), join(killed, 'geo-index.jsonl'));
    const at = Date.now() + 200 * HOUR;
    const line = (hours: number) =>
      JSON.stringify({ url: FLORIDA, of: 'file', at: at + hours * HOUR, status: 404, reason: 'http-404' });
    const rows = [line(0), line(25), 'nada', line(26), line(90)];
    writeFileSync(join(killed, 'geo-errors.jsonl'), `${rows.join('\n')}\n{"url":"http`);
    const { urls, counts } = await checkGeographicLinks(killed, {
      settings: { delay: 0, addressDelay: 0 },
      connectTo: server.flags.filter((flag) => flag.includes(':80:')),
      now: () => at + 120 * HOUR,
      every: 0,
    });
    // Three days of four looks, and 90 hours: it had left, and is back.
    expect(counts).toMatchObject({ back: 1, left: 0, errors: 0 });
    expect(urls.find(({ url }) => url === FLORIDA)).toMatchObject({ state: 'indexed', status: 1 });
  });

  it('runs for a server too, which shows it; a site that cannot be reached loses nothing', async () => {
    const shift = ['env', `NODE_OPTIONS=--import=${SHIFTED}`, `TARRAFA_SHIFTED_CLOCK=${200 * HOUR}`];
    // Of the names of this collection that web has none.
    const served = await serveWith([out, '--sample-web', String(server.port)], shift);
    try {
      const address = `${served.origin}/api/v1/collections/coleta/geo/check`;
      const look = async () => (await (await fetch(address)).json()) as GeoCheckInfo;
      const headers = { authorization: `Bearer ${served.token}` };
      expect(await look()).toMatchObject({ running: false, last: { counts: { found: 1 }, more: 0 } });
      const started = await fetch(address, { method: 'POST', headers });
      expect(started.status).toBe(202);
      expect(await started.json()).toMatchObject({ running: true, problem: null });
      await expect.poll(async () => (await look()).running, { timeout: 15_000 }).toBe(false);
      const { last, problem } = await look();
      expect(problem).toBeNull();
      expect(last?.counts).toMatchObject({ pages: 3, links: 4, errors: 7, left: 0, struck: 0 });
      expect(last?.urls[0]).toMatchObject({ status: 2, error: 'unreachable' });
      expect(last?.states[2]).toEqual({ of: 'file', indicator: 1, count: [0, 0, 4] });
    } finally {
      await served.stop();
    }
    expect(await found('são paulo')).toEqual(['saopaulo.shp']);
  });

  it('says what is wrong with what it is given', async () => {
    const nothing = await spawnTarrafa(['geo', 'check', join(root, 'nada'), '--lang', 'en']);
    expect(nothing.status).not.toBe(0);
    expect(nothing.stderr).toContain('geo-index.jsonl');
    const time = await spawnTarrafa(['geo', 'check', out, '--every', 'logo', '--lang', 'en']);
    expect(time.status).not.toBe(0);
    expect(time.stderr).toContain('give a time');
    const lone = join(root, 'sem-contacto');
    cpSync(join(out, 'geo-index.jsonl'), join(lone, 'geo-index.jsonl'));
    const contact = await spawnTarrafa(['geo', 'check', lone, '--lang', 'en'], {
      env: { TARRAFA_CONTACT: '' },
    });
    expect(contact.stderr).toContain('TRF_CONTACT_MISSING');
    writeFileSync(join(lone, 'geo-urls.jsonl'), '{"format":2}\n');
    const newer = await spawnTarrafa(['geo', 'check', lone, '--show', '--lang', 'en']);
    expect(newer.stderr).toContain('TRF_FORMAT_NEWER');
  });
});
