import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../samples/server.ts';
import { completeSettings, readVisits, type Visit } from '../crawl/index.ts';
import { EXIT } from '../errors.ts';
import { type GeoFile, readKeptGeo } from '../geo/index.ts';
import { archivePaths, readWarc, type WarcRecord } from '../warc/index.ts';
import { collect } from './crawl.ts';
import { withLinkPolicy } from './link-policies.ts';
import { loopbackResolver } from './sample-resolver.ts';

describe('what a crawl follows', () => {
  it('is said in words, kept by the folder, and one thing at a time', async () => {
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
    await expect(withLinkPolicy({ geo: true, when: '1939' }, {}, null)).rejects.toMatchObject(wrong);
    expect(await withLinkPolicy({ maxPages: 3 }, {}, null)).toEqual({ maxPages: 3 });
    const kept = await withLinkPolicy({ geo: true, keepFiles: true }, {}, null);
    expect(kept.linkPolicy!.options).toEqual({ profile: 'modern', keepFiles: true });
    expect((await withLinkPolicy({}, {}, kept.linkPolicy!)).linkPolicy).toEqual(kept.linkPolicy);
    await expect(withLinkPolicy({ keepFiles: true }, {}, null)).rejects.toMatchObject(wrong);
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
    const settings = completeSettings(await withLinkPolicy(given, {}, null));
    const resolver = loopbackResolver((hostname) => web.resolve(hostname));
    expect(await collect(out, settings, { resumed: false, quiet: true, resolver }, 'en')).toBe(EXIT.ok);
    for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  });
  afterAll(async () => {
    await web.close();
    rmSync(out, { recursive: true, force: true });
  });

  it('visits pages, looks into the files they link to at the end, and writes the index', () => {
    const index = readFileSync(join(out, 'geo-index.jsonl'), 'utf8');
    expect(index).toContain('uso-do-solo-em-goias.geojson');
    expect(index).toContain('praias-do-algarve');
    expect(visits.filter((visit) => visit.policy?.geo === true).length).toBeGreaterThan(0);
    expect(visits.some((visit) => /\.(geojson|csv)$/.test(visit.url))).toBe(false);
  });

  it('keeps a thumbnail and a preview of each accepted file, and its description in the archive of the looks', async () => {
    const files = readFileSync(join(out, 'geo-index.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"kind":"file"'))
      .map((line) => JSON.parse(line) as GeoFile)
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
    const ids = new Set<string | null>();
    const described = new Map<string, WarcRecord>();
    for (const path of archivePaths([join(out, 'geo-looks')]))
      for await (const record of readWarc(path, { strict: true })) {
        ids.add(record.id);
        if (record.type === 'metadata') described.set(record.url!, record);
      }
    expect([...described.keys()].sort()).toEqual(files.map(({ url }) => url).sort());
    for (const file of files) {
      const record = described.get(file.url)!;
      expect(JSON.parse(record.block.toString('utf8'))).toEqual(file);
      expect(ids.has(record.field('WARC-Refers-To'))).toBe(true);
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
