/**
 * Searches for geographic data as a person makes them: the built command on webs served from loopback.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeoWeb, htmlPage, miniWeb, type ServedGeoWeb, serveGeoWeb } from '../samples/geo-web/index.ts';
import type { WebResource } from '../samples/geo-web/web.ts';
import { writeZip } from '../samples/geo-web/zip.ts';
import { startSampleWeb } from '../samples/server.ts';
import { searchGeographicData } from '../src/app/geographic-search.ts';
import type { GeoRecord } from '../src/geo/query/record.ts';
import { AS_TABLE, spawnTarrafa } from './tarrafa-process.ts';

const PROFILES = ['modern', 'compat'] as const;
const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-crawl-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HURRY = ['--delay', '0', '--address-delay', '0', '--workers', '0', '--contact', 'https://eu.example/'];
const jsonLines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('MiniWeb-1, crawled by the command', () => {
  const web = miniWeb();
  const served = new Map<string, ServedGeoWeb>();
  const records = new Map<string, GeoRecord[]>();
  const out = (profile: string) => join(root, profile);

  beforeAll(async () => {
    for (const profile of PROFILES) {
      const server = await serveGeoWeb(web);
      served.set(profile, server);
      const words = ['crawl', ...web.seeds, '--out', out(profile), '--geo', '--geo-profile', profile];
      const { status, stderr } = await spawnTarrafa([...words, ...HURRY, '--quiet', ...server.flags]);
      expect(status, stderr).toBe(0);
      records.set(profile, jsonLines(readFileSync(join(out(profile), 'geo-index.jsonl'), 'utf8')));
    }
  }, 60_000);
  afterAll(async () => {
    for (const server of served.values()) await server.close();
  });

  const files = (profile: string, state: string) =>
    records
      .get(profile)!
      .flatMap((record) => (record.kind === 'file' && record.state === state ? [record.name] : []))
      .sort();

  it('[G-AC-180] has three producers, three files, two rejected archives, and the scores 7, 3, 2, 1, 1', async () => {
    for (const profile of PROFILES) {
      expect(files(profile, 'indexed')).toEqual(['rodovias1.zip', 'saopaulo.shp', 'vt02_shp.zip']);
      // One archive is rejected by its class and never asked for, one after a look.
      expect(files(profile, 'rejected')).toEqual(['catalogo.zip']);
      const { requests } = served.get(profile)!;
      const asked = requests.map(({ host, path }) => host + path);
      expect(asked).toContain('www.shop.test/catalogo.zip');
      expect(asked).not.toContain('www.blog.test/fotos.zip');
      expect(asked.filter((one) => one.startsWith('www.closed.test'))).toEqual([
        'www.closed.test/robots.txt',
      ]);
      // What asks not to be kept is read for its links alone.
      expect(readFileSync(join(out(profile), 'geo-index.jsonl'), 'utf8')).not.toContain('Sem índice');
      expect(existsSync(join(out(profile), 'archive'))).toBe(true);
      const { stdout } = await spawnTarrafa(['geo', 'producers', '--in', out(profile), '--all', '--json']);
      const sites = jsonLines(stdout);
      expect(sites.map(({ site, score, files }) => [site, score, files])).toEqual([
        ['inpe.test', 7, 1],
        ['ibge.test', 3, 1],
        ['gisconsult.test', 2, 0],
        ['gismaps.test', 1, 1],
        ['blog.test', 1, 0],
      ]);
    }
  });

  const search = async (profile: 'modern' | 'compat', query: string, expanded = false) =>
    (await searchGeographicData(out(profile), query, { profile, expanded })).results.map(
      ({ file }) => file.name,
    );
  /** The same by the command, which takes a while to start. */
  const commanded = (profile: string, query: string, ...more: string[]) =>
    spawnTarrafa(['geo', 'search', query, '--in', out(profile), '--profile', profile, '--json', ...more]);

  it('[G-AC-181] são paulo: direct finds the table, expanded also the page; compat by producer, modern by answer', async () => {
    expect(await search('modern', 'são paulo')).toEqual(['saopaulo.shp']);
    expect(await search('compat', 'SÃO PAULO')).toEqual(['saopaulo.shp']);
    expect(await search('modern', 'Sao Paulo', true)).toEqual(['saopaulo.shp', 'vt02_shp.zip']);
    const { stdout } = await commanded('compat', 'são paulo', '--expanded');
    expect(jsonLines(stdout).map(({ name }) => name)).toEqual(['vt02_shp.zip', 'saopaulo.shp']);
  });

  it('[G-AC-182] américa do norte: found by the anchor', async () => {
    expect(await search('compat', 'américa do norte')).toEqual(['rodovias1.zip']);
    const { stdout } = await commanded('modern', 'américa do norte');
    expect(jsonLines(stdout).map(({ name }) => name)).toEqual(['rodovias1.zip']);
  });

  it('[G-AC-183] atlântida: a warning in both modes', async () => {
    expect(await search('modern', 'atlântida')).toEqual([]);
    expect(await search('modern', 'atlântida', true)).toEqual([]);
    const { status, stdout, stderr } = await commanded('compat', 'atlântida', '--expanded', '--lang', 'en');
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toContain('Nothing found');
  });

  it('[G-AC-163] the report prints pages, producers, files, bytes, mean, metadata and their ratio, and the forms of publication', async () => {
    const { status, stdout, stderr } = await spawnTarrafa(['report', out('modern'), '--lang', 'en'], {
      env: AS_TABLE,
    });
    expect(status, stderr).toBe(0);
    const indexed = records
      .get('modern')!
      .filter(({ kind, ...file }) => kind === 'file' && 'state' in file && file.state === 'indexed');
    const sizes = indexed.map((file) => (file.kind === 'file' ? file.size! : 0));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const { geo, totals } = JSON.parse(readFileSync(join(out('modern'), 'report/report.json'), 'utf8'));
    expect(totals.pages).toBe(6);
    expect(geo).toMatchObject({ producers: 3, files: 3, services: 0, rejected: 1, left: 0, sized: 3, bytes });
    expect(geo.meanBytes).toBeCloseTo(bytes / 3, 9);
    expect(geo.metadataShare).toBeCloseTo(geo.metadataBytes / bytes, 9);
    // What is kept of a file is its line in the index.
    const lines = readFileSync(join(out('modern'), 'geo-index.jsonl'), 'utf8').split('\n');
    const kept = lines.filter((line) => line.includes('"kind":"file"') && line.includes('"state":"indexed"'));
    expect(geo.metadataBytes).toBe(kept.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0));
    expect(geo.types).toEqual([
      { name: 'zip', count: 2 },
      { name: 'shp', count: 1 },
    ]);
    expect(stdout).toMatch(/Geographic data\n(?:.*\n)*? {2}Producers +3\n {2}Geographic files +3\n/);
    for (const label of [
      'Total size',
      'Mean size',
      'Size of the metadata',
      'Metadata to data',
      'Pages per producer',
    ])
      expect(stdout).toContain(label);
    expect(stdout).toMatch(/by the words around +1/);
    const page = readFileSync(join(out('modern'), 'report/report.html'), 'utf8');
    expect(page).toContain('Geographic data');
    expect(page).toContain('gismaps.test');
  });

  it('[G-AC-029] takes so few requests a page, files included, that 1.5 s for each leave it below 10 s a page; `eval -- geo-web` has the time itself', () => {
    for (const profile of PROFILES) {
      const { requests } = served.get(profile)!;
      const pages = requests.filter(({ path, status }) => path === '/' && status === 200).length;
      expect(pages).toBe(7);
      expect((1.5 * requests.length) / pages).toBeLessThan(10);
    }
  });
});

describe('sites that were written for other ends', () => {
  it('[G-AC-056] those that publish geographic data are taken for it, the others are not; `eval -- geo-web --data` has real sites', async () => {
    const web = await startSampleWeb({ sites: 'gentle' });
    const out = join(root, 'words');
    const words = ['crawl', ...web.seeds, '--out', out, '--geo', '--scope', 'any', '--max-hops', '0'];
    const { status, stderr } = await spawnTarrafa([
      ...[...words, ...HURRY, '--quiet'],
      ...['--sample-web', String(web.port)],
    ]);
    await web.close();
    expect(status, stderr).toBe(0);
    const visits = jsonLines(readFileSync(join(out, 'visits.jsonl'), 'utf8')).filter(({ policy }) => policy);
    const taken = visits.filter(({ policy }) => policy.geo || policy.geoScore >= 1).map(({ site }) => site);
    // One in twenty-five may be taken wrongly; of so few, none.
    expect(visits.length).toBeGreaterThanOrEqual(20);
    expect(taken.sort()).toEqual(['geodados-exemplo.gov.br', 'igcartografico-exemplo.pt']);
  });
});

describe('the map agencies of the sample web', () => {
  it('publish layers of real size in every way; the command finds them all, with few bytes where ranges are answered, and no more', async () => {
    const web = await startSampleWeb({ sites: 'gentle' });
    const out = join(root, 'camadas');
    const seeds = [
      'http://www.geodados-exemplo.gov.br/camadas/',
      'http://www.igcartografico-exemplo.pt/camadas.htm',
    ];
    const { status, stderr } = await spawnTarrafa([
      ...['crawl', ...seeds, '--out', out, '--geo', '--max-hops', '0', ...HURRY, '--quiet'],
      ...['--sample-web', String(web.port)],
    ]);
    await web.close();
    expect(status, stderr).toBe(0);
    const files = jsonLines(readFileSync(join(out, 'geo-index.jsonl'), 'utf8')).filter(
      ({ kind }) => kind === 'file',
    );
    const shown = files.map(({ name, type, state, datasets }) =>
      [state, type, name, datasets.map(({ count }: { count: number | null }) => count).join('+')].join(' '),
    );
    expect(shown.sort()).toEqual([
      'indexed gpkg pocos-ceara.gpkg 4000',
      'indexed kmz turismo-ceara.kmz 1200',
      'indexed shp limites-goias.shp 1500',
      'indexed tif relevo-sp.tif ',
      expect.stringMatching(/^indexed wfs ows /),
      expect.stringMatching(/^indexed wms ows /),
      'indexed zip estradas-de-goias.zip 2000',
      'indexed zip freguesias-evora.zip 1000',
      'indexed zip setores_sp_shp.zip 3000',
      'rejected zip formularios.zip ',
      'rejected zip manual.zip ',
      'rejected zip shape_do_logotipo.zip ',
    ]);
    const share = (name: string) => {
      const { bytesFetched, size } = files.find((file) => file.name === name);
      return bytesFetched / size;
    };
    expect(share('setores_sp_shp.zip')).toBeLessThan(0.5);
    expect(share('freguesias-evora.zip')).toBeGreaterThanOrEqual(1);
  });
});

/** A page with the links of its name: `g` links to a file that a search would look into. */
const linked = (paths: readonly string[], files: readonly string[] = []): WebResource =>
  htmlPage(
    'Casa',
    `<p>uma casa com muitas salas e portas</p>${[...files, ...paths].map((path) => `<p><a href="${path}">ver</a></p>`).join('')}`,
  );
const webOf = (hosts: Readonly<Record<string, Readonly<Record<string, WebResource>>>>): GeoWeb => ({
  name: 'order',
  seeds: Object.keys(hosts).map((host) => `http://${host}/`),
  sites: new Map(
    Object.entries(hosts).map(([host, pages]) => [
      host,
      { host, resources: new Map(Object.entries(pages)), closed: [], ranges: true },
    ]),
  ),
  producers: new Set(),
  files: [],
  others: [],
});
const one = ['--concurrency', '1', '--no-content', '--quiet', ...HURRY];
const pagesOf = (requests: ServedGeoWeb['requests']) =>
  requests.filter(({ path, status }) => status === 200 && !/\.|robots/.test(path)).map(({ path }) => path);

describe('the order of a crawl for geographic data, by the command', () => {
  it('[G-AC-070, G-AC-071, G-AC-072] compat: what comes from pages with files goes before the rest, each as it came', async () => {
    const photos = writeZip([{ name: 'praia.jpg', bytes: Buffer.from('nada') }]);
    const zip: WebResource = { type: 'application/zip', body: () => photos };
    // The pages s1 … s6 say in turn a0 b1 c0 d1 e0 f1; depth of an address must not matter.
    const web = webOf({
      'www.ordem.test': {
        '/': linked([]),
        '/s1': linked(['/a']),
        '/s2': linked(['/fundo/do/poco/b'], ['/x_shp.zip']),
        '/s3': linked(['/c']),
        '/s4': linked(['/d'], ['/x_shp.zip']),
        '/s5': linked(['/muito/fundo/e']),
        '/s6': linked(['/f'], ['/x_shp.zip']),
        ...Object.fromEntries(
          ['/a', '/fundo/do/poco/b', '/c', '/d', '/muito/fundo/e', '/f'].map((path) => [path, linked([])]),
        ),
        '/x_shp.zip': zip,
      },
    });
    const server = await serveGeoWeb(web);
    const seeds = [1, 2, 3, 4, 5, 6].map((i) => `http://www.ordem.test/s${i}`);
    const words = ['crawl', ...seeds, '--out', join(root, 'ordem'), '--geo', '--geo-profile', 'compat'];
    const { status, stderr } = await spawnTarrafa([...words, ...one, ...server.flags]);
    await server.close();
    expect(status, stderr).toBe(0);
    expect(pagesOf(server.requests).slice(6)).toEqual([
      ...['/fundo/do/poco/b', '/d', '/f'],
      ...['/a', '/c', '/muito/fundo/e'],
    ]);
  });

  it('[G-AC-073, G-AC-091] modern: verified sites come first, sites whose files came to nothing later, every tenth place is for the rest; a rejected archive is not asked for again', async () => {
    const shape = miniWeb().sites.get('www.inpe.test')!.resources.get('/geo/vt02_shp.zip')!;
    const photos = writeZip([{ name: 'praia.jpg', bytes: Buffer.from('nada') }]);
    const chain = (file: WebResource): Record<string, WebResource> => ({
      '/': linked(['/1'], ['/0_shp.zip']),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, i) => [`/${i + 1}`, linked([`/${i + 2}`], [`/0_shp.zip`])]),
      ),
      '/0_shp.zip': file,
    });
    const rest = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`/r${i}`, linked([`/r${i + 1}`])]));
    const web = webOf({
      'www.bom.test': chain(shape),
      'www.mau.test': chain({ type: 'application/zip', headers: { etag: '"m"' }, body: () => photos }),
      'www.resto.test': { '/': linked(['/r0']), ...rest },
    });
    const server = await serveGeoWeb(web);
    const out = join(root, 'dez');
    const words = ['crawl', ...web.seeds, '--out', out, '--geo', '--max-pages', '40', ...one];
    const { status, stderr } = await spawnTarrafa([...words, ...server.flags]);
    expect(status, stderr).toBe(0);
    const visited = server.requests.filter(({ path, status }) => status === 200 && !path.includes('.'));
    const of = (host: string) => visited.filter((request) => request.host === host).length;
    // All of the good one before the bad one has come far; the rest has its tenth meanwhile.
    const goodEnds = visited.findLastIndex(({ host }) => host === 'www.bom.test');
    const meanwhile = visited.slice(3, goodEnds);
    expect(of('www.bom.test')).toBe(31);
    expect(meanwhile.filter(({ host }) => host === 'www.mau.test').length).toBeLessThan(4);
    expect(meanwhile.filter(({ host }) => host === 'www.resto.test').length).toBeGreaterThanOrEqual(
      Math.floor(meanwhile.length / 10),
    );
    // Looked into once, though thirty pages link to it; when the crawl goes on it is asked whether it changed.
    const looks = () =>
      server.requests.filter(({ host, path }) => host === 'www.mau.test' && path === '/0_shp.zip');
    expect(looks().map(({ method }) => method)).toEqual(['GET']);
    const more = await spawnTarrafa([...words, '--max-pages', '60', ...server.flags]);
    await server.close();
    expect(more.status, more.stderr).toBe(0);
    expect(
      new Set(
        looks()
          .slice(1)
          .map(({ method }) => method),
      ),
    ).toEqual(new Set(['HEAD']));
  });
});
