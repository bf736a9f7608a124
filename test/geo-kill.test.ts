/** A search for geographic data that is killed while it looks into files, and goes on: the built command, judged by what its hosts were asked. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { miniWeb } from '../samples/geo-web/index.ts';
import type { GeoRecord } from '../src/geo/query/record.ts';
import { MAIN, spawnTarrafa } from './tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-kill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOSTS = ['www.um.test', 'www.dois.test', 'www.tres.test'];
const FILES = ['/a_shp.zip', '/b_shp.zip', '/c_shp.zip', '/d_shp.zip'];
const ALL = HOSTS.flatMap((host) => FILES.map((path) => `http://${host}${path}`)).sort();
/** So many looks are answered before the others are left waiting. */
const ANSWERED = 5;

it('asks for nothing again that was answered, and loses nothing', async () => {
  const zip = Buffer.from(miniWeb().sites.get('www.inpe.test')!.resources.get('/geo/vt02_shp.zip')!.body());
  // Pages of one text would be one in the archive.
  const page = (host: string) =>
    `<!DOCTYPE html><html lang="pt"><head><title>Mapas de ${host}</title></head><body><p>geoprocessamento em ${host}</p>${FILES.map((path) => `<p><a href="${path}">mapa</a></p>`).join('')}</body></html>`;
  const asked: { readonly url: string; readonly method: string; answered: boolean }[] = [];
  let holding = true;
  let held = 0;
  let heldEnough = (): void => {};
  const enough = new Promise<void>((resolve) => {
    heldEnough = resolve;
  });
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    if (path === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow:\n');
      return;
    }
    const isFile = FILES.includes(path);
    const one = { url: `http://${request.headers.host}${path}`, method, answered: false };
    asked.push(one);
    if (isFile && holding && asked.filter(({ url }) => url.endsWith('.zip')).length > ANSWERED) {
      if (++held === 2) heldEnough();
      return;
    }
    one.answered = true;
    response
      .writeHead(200, { 'content-type': isFile ? 'application/zip' : 'text/html', etag: '"1"' })
      .end(method === 'HEAD' ? undefined : isFile ? zip : page(request.headers.host ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const out = join(root, 'coleta');
  const words = [
    ...['crawl', ...HOSTS.map((host) => `http://${host}/`), '--out', out, '--geo', '--quiet', '--no-content'],
    ...['--workers', '0', '--delay', '0', '--address-delay', '0', '--contact', 'https://eu.example/'],
    ...['--allow-private', ...HOSTS.flatMap((host) => ['--connect-to', `${host}:80:127.0.0.1:${port}`])],
  ];
  try {
    const child = spawn(process.execPath, [MAIN, ...words], { stdio: 'ignore' });
    const gone = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await Promise.race([enough, gone]);
    child.kill('SIGKILL');
    expect(await gone).toBe('SIGKILL');
    const answered = asked.filter((one) => one.answered && one.url.endsWith('.zip')).map(({ url }) => url);
    const pages = asked.filter(({ url }) => url.endsWith('/')).map(({ url }) => url);
    expect(new Set(answered).size).toBe(ANSWERED);
    holding = false;
    server.closeAllConnections();
    const before = asked.length;
    const { status, stderr } = await spawnTarrafa(words);
    expect(status, stderr).toBe(0);
    const later = asked.slice(before).map(({ url }) => url);
    // What had come is not asked for again, neither pages nor files, not even for a head; an answer that was about to be written down may be.
    const twice = later.filter((url) => answered.includes(url) || pages.includes(url));
    expect(twice.length).toBeLessThanOrEqual(1);
    // What was under way, and what had not been asked, is asked for once.
    expect([...new Set(later)]).toHaveLength(later.length);
    const index = readFileSync(join(out, 'geo-index.jsonl'), 'utf8').split('\n').filter(Boolean);
    const files = index
      .map((line) => JSON.parse(line) as GeoRecord)
      .flatMap((record) => (record.kind === 'file' ? [record] : []));
    expect(files.map(({ url }) => url).sort()).toEqual(ALL);
    for (const { state, anchors, datasets } of files)
      expect({ state, anchors: anchors.length, layers: datasets.length }).toEqual({
        state: 'indexed',
        anchors: 1,
        layers: 1,
      });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
