import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MemoryFetcher } from '../geo/describe/memory-fetcher.suite.ts';
import { GeoIndex, newFile, writeGeoIndex } from '../geo/index.ts';
import { citiesZip } from '../geo/readers/sample-files.suite.ts';
import {
  buildGeographicVocabulary,
  type DescribedGeographicFile,
  type DescribeGeographicOptions,
  describeGeographicFiles,
  geographicProducers,
  geographicVocabulary,
  openPoliteFetcher,
  searchGeographicData,
} from './index.ts';
import { expectSilence } from './silent.suite.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-geographic-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const zip = join(root, 'cidades.zip');
writeFileSync(zip, citiesZip());

expectSilence();

async function described(inputs: readonly string[], options: DescribeGeographicOptions = {}) {
  const all: DescribedGeographicFile[] = [];
  for await (const one of describeGeographicFiles(inputs, options)) all.push(one);
  return all;
}

describe('a program that has geographic files', () => {
  it('is told what they hold as plain data, with values and a picture where it wants them', async () => {
    const begun: string[] = [];
    const [first, second] = await described([zip, zip], {
      sample: 1,
      thumbnail: () => (begun.length === 1 ? { format: 'svg', width: 64, height: 48 } : null),
      onInput: (input) => begun.push(input),
    });
    expect(begun).toEqual([zip, zip]);
    expect(first).toMatchObject({
      input: zip,
      kind: 'archive',
      state: 'indexed',
      datasets: [{ layer: 'cidades', count: 2, crs: { epsg: 4674 }, sample: { NOME: ['São Paulo'] } }],
      thumbnail: { mime: 'image/svg+xml', drawn: true },
    });
    expect(second!.thumbnail).toBeNull();
    expect(structuredClone(first!.datasets[0]!.extent)).toEqual(first!.datasets[0]!.extent);
    expect(first!.datasets[0]).not.toHaveProperty('rows');
  });

  it('goes to the Web only by a way that it opens, once, and that is closed', async () => {
    const url = 'http://www.ibge.test/cidades.zip';
    const fetcher = new MemoryFetcher(new Map([[url, { bytes: citiesZip() }]]));
    await expect(described([url])).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
    let opened = 0;
    let closed = 0;
    const openFetcher = async () => {
      opened++;
      return { fetch: fetcher.fetch.bind(fetcher), close: async () => void closed++ };
    };
    const both = await described([url, url], { openFetcher });
    expect(both.map(({ state }) => state)).toEqual(['indexed', 'indexed']);
    expect([opened, closed]).toEqual([1, 1]);
    for await (const _ of describeGeographicFiles([url, url], { openFetcher })) break;
    expect([opened, closed]).toEqual([2, 2]);
  });

  it('has a polite way to the Web that leaves nothing behind', async () => {
    const fetcher = await openPoliteFetcher();
    const answer = await fetcher.fetch({ url: 'http://127.0.0.1:9/x.zip' });
    expect(answer.kind).toBe('not-fetched');
    await fetcher.close();
  });

  it('is told why one is rejected, and stopped at one that is not there', async () => {
    const bad = join(root, 'ruim.shp');
    writeFileSync(bad, 'x'.repeat(200));
    expect(await described([bad])).toMatchObject([
      { state: 'rejected', datasets: [], problems: [{ code: 'corrupt', file: 'ruim.shp' }] },
    ]);
    await expect(described([join(root, 'nada.shp')])).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
    await expect(described([zip], { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});

describe('a program that looks for geographic data', () => {
  const folder = join(root, 'indice');
  mkdirSync(folder);
  const index = new GeoIndex();
  for (const [name, box] of [
    ['uso.zip', [-50, -17, -48, -15]],
    ['mundo.zip', [-180, -60, 180, 80]],
  ] as const)
    index.addFile({
      ...newFile(`http://ide.example/${name}`, 'ide.example', name, 'zip'),
      anchors: [{ page: 'http://ide.example/', text: 'uso do solo', before: [], after: [] }],
      datasets: [
        {
          layer: name,
          format: 'shapefile',
          kind: 'vector',
          geometryType: 'Polygon',
          count: 3,
          crs: null,
          columns: [],
          title: null,
          abstract: null,
          keywords: [],
          licence: null,
          box: [...box],
        },
      ],
    });
  const path = writeGeoIndex(folder, index);

  it('finds it by words and area, in the index of a crawl', async () => {
    const names = async (options = {}) =>
      (await searchGeographicData(folder, 'uso do solo', options)).results.map(({ file }) => file.name);
    expect((await names()).sort()).toEqual(['mundo.zip', 'uso.zip']);
    expect(await names({ within: 'Goiás' })).toEqual(['uso.zip']);
    expect(await names({ intersects: '-54,-20,-45,-12', limit: 1 })).toHaveLength(1);
    await expect(names({ within: 'Goiás', intersects: 'Goiás' })).rejects.toMatchObject({
      code: 'TRF_GEO_AREA_TWICE',
    });
    await expect(names({ within: 'Nenhures Xyz' })).rejects.toMatchObject({ code: 'TRF_GEO_AREA_UNKNOWN' });
  });

  it('is told what of the index cannot be read, and that files are read where there is none', async () => {
    const broken = join(root, 'quebrado');
    mkdirSync(broken);
    writeFileSync(join(broken, 'geo-index.jsonl'), '{"kind":\n');
    const lines: number[] = [];
    await searchGeographicData(broken, 'x', { onBroken: (n) => lines.push(n) });
    expect(lines).toEqual([1]);
    const read: string[] = [];
    const files = join(root, 'arquivos');
    mkdirSync(files);
    writeFileSync(join(files, 'cidades.zip'), citiesZip());
    const { results } = await searchGeographicData(files, 'cidades', { onReading: (one) => read.push(one) });
    expect(read).toEqual([files]);
    expect(results).toHaveLength(1);
  });

  it('lists who produces it', async () => {
    expect(await geographicProducers(path)).toMatchObject([{ site: 'ide.example', files: 2 }]);
  });

  it('has the words in use, and makes a list anew from pages', async () => {
    expect(await geographicVocabulary()).toHaveLength(80);
    const pages = join(root, 'paginas');
    mkdirSync(pages);
    writeFileSync(join(pages, 'a.html'), '<title>mapa</title><b>mapa</b> mapa cidade de de de');
    const built = await buildGeographicVocabulary([pages]);
    expect(built).toMatchObject({ pages: 1, terms: expect.arrayContaining(['mapa']) });
    await expect(buildGeographicVocabulary([pages], { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
