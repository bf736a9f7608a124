import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../../samples/server.ts';
import { tinyWeb } from '../../../test/tiny-web.ts';
import { readVisits, type Visit } from '../../crawl/index.ts';
import { type GeoFile, readKeptGeo } from '../../geo/index.ts';
import { archivePaths, readWarc, type WarcRecord } from '../../warc/index.ts';
import { collect } from '../collect.ts';
import { loopbackResolver } from '../input/loopback-resolver.ts';
import { harvestOf } from './geographic.ts';
import { linkPolicyEnvironment, withLinkPolicy } from './link-policies.ts';

describe('what a crawl follows', () => {
  it('is said in words and kept by the folder', async () => {
    const geo = await withLinkPolicy({ geo: true }, {}, null);
    expect(geo).toMatchObject({
      policy: 'priority',
      linkPolicy: { name: 'geographic', options: { profile: 'modern' } },
    });
    expect((await withLinkPolicy({}, {}, geo.linkPolicy!)).linkPolicy).toEqual(geo.linkPolicy);
    expect((await withLinkPolicy({ geo: true, geoProfile: 'compat' }, {}, null)).linkPolicy!.options).toEqual(
      {
        profile: 'compat',
      },
    );
    const wrong = { code: 'TRF_CONFIG_INVALID' };
    await expect(withLinkPolicy({ geoProfile: 'compat' }, {}, null)).rejects.toMatchObject(wrong);
    expect(await withLinkPolicy({ maxPages: 3 }, {}, null)).toEqual({ maxPages: 3 });
    const kept = await withLinkPolicy({ geo: true, keepFiles: true }, {}, null);
    expect(kept.linkPolicy!.options).toEqual({ profile: 'modern', keepFiles: true });
    expect((await withLinkPolicy({}, {}, kept.linkPolicy!)).linkPolicy).toEqual(kept.linkPolicy);
    await expect(withLinkPolicy({ keepFiles: true }, {}, null)).rejects.toMatchObject(wrong);
  });
});

describe('a crawl along a period that also looks for geographic data', () => {
  it('follows the period alone, and says what it harvests', async () => {
    const both = await withLinkPolicy({ geo: true, when: '1939', keepFiles: true }, {}, null);
    const along = await withLinkPolicy({ when: '1939' }, {}, null);
    expect(both).toMatchObject({ policy: 'priority', linkPolicy: { name: 'temporal' } });
    expect(both.linkPolicy!.options).toEqual({
      ...along.linkPolicy!.options,
      geo: 'modern',
      keepFiles: true,
    });
    expect(harvestOf(both.linkPolicy!)).toEqual({ profile: 'modern', keepFiles: true });
    expect(harvestOf(along.linkPolicy!)).toBeNull();
    // The same again goes on: to the letter, because the folder compares it so.
    for (const again of [{}, { geo: true }, { when: '1939', geo: true, keepFiles: true }])
      expect(JSON.stringify((await withLinkPolicy(again, {}, both.linkPolicy!)).linkPolicy)).toBe(
        JSON.stringify(both.linkPolicy),
      );
    const { linkPolicy } = await linkPolicyEnvironment(both.linkPolicy!);
    expect(linkPolicy?.name).toBe('temporal');
  });

  it('fetches the pages that it would fetch without, and has an index of what they link to', async () => {
    const host = 'www.cheias-exemplo.gov.br';
    const told = (year: number, links: string) =>
      `<html lang="pt"><title>Cheia de ${year}</title><p>Em maio de ${year} a cheia do rio cobriu a cidade durante três semanas, e a água chegou às praças e às estações.</p><p>No fim de maio de ${year} os bondes voltaram a circular.</p>${links}</html>`;
    const shape = (lon: number) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { nome: 'área inundada' },
            geometry: { type: 'Point', coordinates: [lon, -30.03] },
          },
        ],
      });
    const file = (lon: number) => ({ headers: { 'Content-Type': 'application/geo+json' }, body: shape(lon) });
    const web = await tinyWeb({
      [host]: {
        '/': told(
          1941,
          '<a href="/1941/mapa">O mapa da cheia de 1941</a> <a href="/mapas/outros">Dados geográficos, shapefile, geojson, mapas</a>',
        ),
        '/1941/mapa': told(
          1941,
          '<a href="/dados/inundada-1941.geojson">Área inundada em Porto Alegre em 1941 (GeoJSON)</a> <a href="/1941/depois">Depois da cheia de 1941</a>',
        ),
        '/1941/depois': told(1941, ''),
        '/mapas/outros': told(
          1873,
          '<a href="/dados/inundada-1873.geojson">Área inundada em 1873 (GeoJSON)</a>',
        ),
        '/dados/inundada-1941.geojson': file(-51.23),
        '/dados/inundada-1873.geojson': file(-51.2),
      },
    });
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-when-geo-'));
    const { resolver } = web;
    const visitsOf = async (name: string, given: { readonly geo?: boolean }) => {
      const out = join(root, name);
      const { harvest } = await collect(
        out,
        {
          seeds: [`http://${host}/`],
          when: '1941',
          delay: 0,
          addressDelay: 0,
          workers: 0,
          concurrency: 1,
          ...given,
        },
        { resolver },
      );
      expect(harvest !== null).toBe(given.geo === true);
      const visits: Visit[] = [];
      for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
      return visits.map(({ url, outcome, policy }) => ({ url, outcome, policy }));
    };
    try {
      const both = await visitsOf('both', { geo: true });
      expect(both.map(({ url }) => new URL(url).pathname)).toContain('/1941/mapa');
      expect(both).toEqual(await visitsOf('along', {}));
      expect(both.some(({ policy }) => policy !== undefined && 'geo' in policy)).toBe(false);
      expect(readFileSync(join(root, 'both', 'geo-index.jsonl'), 'utf8')).toContain('inundada-1941.geojson');
      expect(existsSync(join(root, 'along', 'geo-index.jsonl'))).toBe(false);
    } finally {
      await web.close();
      rmSync(root, { recursive: true, force: true });
    }
  });
});

describe('what geographic links lead to', () => {
  it('ends though several links lead to files of a host that has no name', async () => {
    const host = 'www.mapas-exemplo.gov.br';
    const file = (path: string) =>
      `<a href="http://dados.velho-exemplo.gov.br/${path}">Dados geográficos: ${path}</a>`;
    const web = await tinyWeb({
      [host]: {
        '/': `<html lang="pt"><title>Mapas</title><p>Dados geográficos, shapefile e GeoJSON dos municípios.</p>${file('municipios.geojson')} ${file('rios.kml')} ${file('shapefile-estradas.zip')} ${file('shapefile-rios.zip')} ${file('lagos.geojson')}</html>`,
      },
    });
    const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-nameless-'));
    try {
      const { harvest, reason } = await collect(
        join(root, 'out'),
        { seeds: [`http://${host}/`], scope: 'any', geo: true, delay: 0, addressDelay: 0, workers: 0 },
        { resolver: web.resolver },
      );
      expect(reason).toBe('frontier-empty');
      expect(harvest).not.toBeNull();
    } finally {
      await web.close();
      rmSync(root, { recursive: true, force: true });
    }
  });
});

describe('a crawl that is asked to end while it looks into what it found', () => {
  it('ends with what there is, says so, and the same call looks into the rest', async () => {
    const host = 'www.mapas-exemplo.gov.br';
    const file = (lon: number) =>
      JSON.stringify({ type: 'Point', coordinates: [lon, -30.03], properties: { nome: 'estação' } });
    const asking = new AbortController();
    const shown = (path: string) => `<a href="${path}">Mapa das estações (GeoJSON)</a>`;
    const web = await tinyWeb({
      [host]: {
        '/': `<html lang="pt"><title>Dados geográficos</title><p>Mapas e shapefiles. ${shown('/um.geojson')} <a href="/mais">Mais mapas</a></p></html>`,
        '/mais': `<html lang="pt"><title>Mais mapas</title><p>Dados geográficos. ${shown('/dois.geojson')}</p></html>`,
        '/um.geojson': (_, response) => {
          asking.abort();
          response.writeHead(200, { 'Content-Type': 'application/geo+json' }).end(file(-51.2));
        },
        '/dois.geojson': { headers: { 'Content-Type': 'application/geo+json' }, body: file(-51.3) },
      },
    });
    const out = mkdtempSync(join(tmpdir(), 'tarrafa-geo-stop-'));
    const settings = { seeds: [`http://${host}/`], geo: true, delay: 0, addressDelay: 0, workers: 0 };
    const { resolver } = web;
    const asked = () => web.requests.filter(({ path }) => path === '/dois.geojson').length;
    try {
      const stopped = await collect(out, settings, { resolver, signal: asking.signal });
      expect(stopped).toMatchObject({ reason: 'interrupted', interrupted: true, resumed: false });
      expect(asked()).toBe(0);
      expect(existsSync(join(out, 'geo-index.jsonl'))).toBe(true);
      expect(await collect(out, settings, { resolver })).toMatchObject({ interrupted: false, resumed: true });
      expect(asked()).toBeGreaterThan(0);
      expect(readFileSync(join(out, 'geo-index.jsonl'), 'utf8')).toContain('dois.geojson');
    } finally {
      await web.close();
      rmSync(out, { recursive: true, force: true });
    }
  });
});

describe('a crawl for geographic data', () => {
  let web: SampleWeb;
  let out: string;
  const visits: Visit[] = [];

  beforeAll(async () => {
    web = await startSampleWeb({ sites: 'gentle' });
    out = mkdtempSync(join(tmpdir(), 'tarrafa-geo-crawl-'));
    const given = {
      seeds: ['http://www.geodados-exemplo.gov.br/', 'http://www.igcartografico-exemplo.pt/'],
      geo: true,
      delay: 0,
      addressDelay: 0,
      workers: 0,
    };
    const resolver = loopbackResolver((hostname) => web.resolve(hostname));
    const { harvest, interrupted } = await collect(out, given, { resolver });
    expect(interrupted).toBe(false);
    expect(harvest!.files).toBeGreaterThan(0);
    for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  });
  afterAll(async () => {
    await web.close();
    rmSync(out, { recursive: true, force: true });
  });

  it('visits pages, looks into the files they link to on the way, and writes the index', () => {
    const index = readFileSync(join(out, 'geo-index.jsonl'), 'utf8');
    expect(index).toContain('uso-do-solo-em-goias.geojson');
    expect(index).toContain('praias-do-algarve');
    expect(visits.filter((visit) => visit.policy?.geo === true).length).toBeGreaterThan(0);
    // Files are looked into on the way, in the politeness of the crawl, and are no pages of it.
    const files = visits.filter((visit) => /\.(geojson|csv)$/.test(visit.url));
    expect(files.length).toBeGreaterThan(3);
    for (const { outcome, reason, warc } of files)
      expect({ outcome, reason, warc }).toEqual({ outcome: 'skipped', reason: 'asked', warc: undefined });
    expect(visits.findIndex(({ url }) => url === files[0]!.url)).toBeLessThan(visits.length - files.length);
  });

  it('keeps a thumbnail and a preview of each accepted file, and its description in the archive of the looks', async () => {
    const files = readFileSync(join(out, 'geo-index.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"kind":"file"'))
      .map((line) => JSON.parse(line) as GeoFile & { format?: number })
      // The first record has the version of the file.
      .map(({ format: _, ...file }): GeoFile => file)
      .filter(({ state }) => state === 'indexed');
    expect(files.length).toBeGreaterThan(3);
    for (const { url, datasets } of files) {
      const { thumbnail, preview } = readKeptGeo(out, url);
      expect([...thumbnail!.subarray(1, 4)], url).toEqual([0x50, 0x4e, 0x47]);
      expect(Buffer.byteLength(preview!)).toBeLessThan(200_000);
      const { features } = JSON.parse(preview!);
      expect(features.map((one: { properties: { layer: string } }) => one.properties.layer)).toContain(
        datasets[0]!.layer,
      );
    }
    const archived = new Set<string | null>();
    const described = new Map<string, WarcRecord>();
    for (const path of archivePaths([join(out, 'geo-looks')]))
      for await (const record of readWarc(path, { strict: true })) {
        if (record.type === 'metadata') described.set(record.url!, record);
        else if (record.type === 'response') archived.add(record.url);
      }
    expect([...described.keys()].sort()).toEqual(files.map(({ url }) => url).sort());
    for (const file of files) {
      const record = described.get(file.url)!;
      expect(JSON.parse(record.block.toString('utf8'))).toEqual(file);
      expect(archived.has(file.url)).toBe(false);
    }
    // The files themselves stay where they are.
    expect(
      readdirSync(join(out, 'geo-files')).filter((name) => !/^[0-9a-f]{40}\.(png|geojson)$/.test(name)),
    ).toEqual([]);
  });

  it('separates content from templates by itself, and remembers the sites', () => {
    const pages = visits.filter((visit) => visit.outcome === 'analysed');
    expect(pages.length).toBeGreaterThan(8);
    for (const { notes } of pages) {
      expect(notes?.content).toMatchObject({ type: expect.any(String), words: expect.any(Number) });
      expect(notes!.content!.words).toBeLessThanOrEqual(notes!.content!.pageWords as number);
    }
    expect(existsSync(join(out, 'content', 'geodados-exemplo.gov.br.memory'))).toBe(true);
  });
});
