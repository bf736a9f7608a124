import { beforeAll, describe, expect, it } from 'vitest';
import { generatedWeb, htmlPage, miniWeb } from '../../samples/geo-web/index.ts';
import { discover } from '../../src/geo/policy/index.ts';
import {
  addJsonLines,
  COMPAT_BROKEN,
  GeoIndex,
  MODERN_BROKEN,
  noteCheck,
  pagesDue,
  search,
  toJsonLines,
} from '../../src/geo/query/index.ts';
import { run } from '../geo-web.ts';
import { crawlWeb, specificationGazetteer, type WebOutcome } from './crawl-web.ts';
import { efficiency } from './efficiency.ts';
import { compare, measure } from './measures.ts';
import { MemoryFetcher } from './memory-fetcher.ts';

const names = (
  index: GeoIndex,
  query: string,
  mode: 'direct' | 'expanded',
  profile: 'compat' | 'modern' = 'modern',
) => search(index, query, { mode, profile }).results.map((result) => result.file.name);

describe('MiniWeb-1', () => {
  let mini: WebOutcome;
  let compat: WebOutcome;
  beforeAll(async () => {
    const options = { gazetteer: specificationGazetteer(), extents: false };
    mini = await crawlWeb(miniWeb(), options);
    compat = await crawlWeb(miniWeb(), { ...options, profile: 'compat' });
  });

  it('has three producers, three files, two rejected archives, and the scores 7, 3, 2, 1, 1', () => {
    for (const { report, fetcher } of [mini, compat]) {
      const { index } = report;
      expect(
        index
          .producers()
          .map((p) => p.site)
          .sort(),
      ).toEqual(['gismaps.test', 'ibge.test', 'inpe.test']);
      expect([...index.files('indexed')].map(({ file }) => file.name).sort()).toEqual([
        'rodovias1.zip',
        'saopaulo.shp',
        'vt02_shp.zip',
      ]);
      // One archive is rejected by its class and never asked for, one after a look.
      expect([...index.files('rejected')].map(({ file }) => file.name)).toEqual(['catalogo.zip']);
      expect(report.passedOver).toBe(1);
      expect(fetcher.asked.some((ask) => ask.includes('fotos.zip'))).toBe(false);
      expect(fetcher.asked.some((ask) => ask.includes('closed.test'))).toBe(false);
      expect(Object.fromEntries(index.scores())).toEqual({
        'inpe.test': 7,
        'ibge.test': 3,
        'gisconsult.test': 2,
        'gismaps.test': 1,
        'blog.test': 1,
      });
      expect([...index.pages()].some((page) => page.site === 'meta.test')).toBe(false);
    }
  });

  it('são paulo: direct finds the table, expanded also the page; compat by producer, modern by answer', () => {
    const { index } = mini.report;
    for (const query of ['são paulo', 'Sao Paulo', 'SÃO PAULO']) {
      expect(names(index, query, 'direct')).toEqual(['saopaulo.shp']);
      expect(names(compat.report.index, query, 'direct', 'compat')).toEqual(['saopaulo.shp']);
      expect(names(compat.report.index, query, 'expanded', 'compat')).toEqual([
        'vt02_shp.zip',
        'saopaulo.shp',
      ]);
      expect(names(index, query, 'expanded')).toEqual(['saopaulo.shp', 'vt02_shp.zip']);
    }
    const ranks = search(index, 'são paulo', { mode: 'expanded' }).results.map((r) => r.rank);
    expect(ranks[0]).toBeCloseTo(4 + 0.6 * (Math.log(4) / Math.log(8)) + 0.2, 9);
    expect(ranks[1]).toBeCloseTo(1.05, 9);
  });

  it('américa do norte: found by the anchor', () => {
    expect(names(mini.report.index, 'américa do norte', 'direct')).toEqual(['rodovias1.zip']);
    expect(names(compat.report.index, 'américa do norte', 'direct', 'compat')).toEqual(['rodovias1.zip']);
  });

  it('atlântida: a warning in both modes', () => {
    for (const mode of ['direct', 'expanded'] as const)
      for (const [profile, { report }] of [
        ['modern', mini],
        ['compat', compat],
      ] as const)
        expect(search(report.index, 'atlântida', { mode, profile })).toMatchObject({
          results: [],
          total: 0,
          warning: 'nothing-found',
        });
  });

  it('[G-AC-130, G-AC-132] direct looks at places, anchors and file names; expanded also around links and in pages', () => {
    const { index } = mini.report;
    // Only in the body of a page.
    expect(names(index, 'perto de são paulo', 'direct')).toEqual([]);
    expect(names(index, 'perto de são paulo', 'expanded')).toEqual(['vt02_shp.zip']);
    // In the file's name: modern alone.
    expect(names(index, 'rodovias1', 'direct')).toEqual(['rodovias1.zip']);
    expect(names(compat.report.index, 'rodovias1', 'direct', 'compat')).toEqual([]);
    // Only in the twenty words around the link.
    const file = index.file('http://www.ibge.test/imagens/saopaulo.shp')!;
    const near = file.anchors[0]!.before.slice(-3).join(' ');
    const alone = new GeoIndex();
    alone.addFile(file);
    expect(names(alone, near, 'direct')).toEqual([]);
    expect(names(alone, near, 'expanded')).toEqual(['saopaulo.shp']);
  });

  it('[G-AC-131] direct answers are among the expanded ones, for every query', () => {
    const { index } = mini.report;
    const words = new Set<string>();
    for (const page of index.pages())
      for (const word of `${page.title} ${page.text}`.split(/\s+/)) words.add(word);
    for (const { file } of index.files()) {
      for (const place of file.places) words.add(place.value);
      for (const anchor of file.anchors) words.add(anchor.text);
    }
    const list = [...words].filter((word) => word !== '');
    let compared = 0;
    for (let i = 0; i < list.length; i++)
      for (const query of [
        list[i]!,
        `${list[i]} ${list[(i * 7 + 1) % list.length]}`,
        `"${list[i]}" NÃO ${list[(i * 3) % list.length]}`,
        `${list[i]} OU florida`,
      ])
        for (const profile of ['compat', 'modern'] as const) {
          const direct = names(index, query, 'direct', profile);
          const expanded = new Set(names(index, query, 'expanded', profile));
          expect(direct.filter((name) => !expanded.has(name))).toEqual([]);
          compared += direct.length;
        }
    expect(compared).toBeGreaterThan(20);
  });

  it('[G-AC-163] one command prints the report of the crawl: pages, producers, files, bytes, mean, metadata and their ratio', async () => {
    const e = efficiency(mini);
    expect(e).toMatchObject({ pages: 7, producers: 3, files: 3 });
    expect(e.bytes).toBe(
      [...mini.report.index.files('indexed')].reduce((sum, { file }) => sum + file.size!, 0),
    );
    expect(e.meanBytes).toBeCloseTo(e.bytes / 3, 9);
    expect(e.ratio).toBeCloseTo(e.metadataBytes / e.bytes, 9);
    const result = await run({
      quick: true,
      seed: 3,
      options: { sites: '30', producers: '4', size: '150000' },
    });
    const table = result.tables.find((t) => t.title.includes('E5'))!;
    expect(table.columns).toEqual([
      'pages',
      'producers',
      'files',
      'bytes',
      'mean',
      'metadata bytes',
      'metadata / data',
    ]);
    expect(table.rows[0]![1]).toBe(4);
    expect(result.bars?.find((bar) => bar.what.startsWith('MiniWeb-1'))?.met).toBe(true);
  });

  it('is written and read as lines of JSON, a damaged line passed over', () => {
    const text = [...toJsonLines(mini.report.index.records())].join('');
    const again = new GeoIndex();
    expect(addJsonLines(again, `${text}{"kind":"file","url":`)).toBe(1);
    expect(names(again, 'são paulo', 'expanded')).toEqual(['saopaulo.shp', 'vt02_shp.zip']);
    expect([...again.records()]).toEqual([...mini.report.index.records()]);
  });

  it('[G-AC-150] a broken link takes a file away: at once in compat, after three strikes over three days in modern', () => {
    const url = 'http://www.ibge.test/imagens/saopaulo.shp';
    const day = 86_400_000;
    const copy = () => {
      const index = new GeoIndex();
      addJsonLines(index, [...toJsonLines(mini.report.index.records())].join(''));
      return index;
    };
    const once = copy();
    expect(noteCheck(once, url, { status: 404, at: 0 }, COMPAT_BROKEN)).toBe('broken');
    expect(names(once, 'são paulo', 'direct')).toEqual([]);
    const index = copy();
    expect(noteCheck(index, url, { status: 404, at: 0 }, MODERN_BROKEN)).toBe('struck');
    expect(noteCheck(index, url, { status: 503, at: day }, MODERN_BROKEN)).toBe('unchanged');
    expect(noteCheck(index, url, { status: 404, at: 1 * day }, MODERN_BROKEN)).toBe('struck');
    expect(noteCheck(index, url, { status: 404, at: 2 * day }, MODERN_BROKEN)).toBe('struck');
    expect(names(index, 'são paulo', 'direct')).toEqual(['saopaulo.shp']);
    expect(noteCheck(index, url, { status: 404, at: 4 * day }, MODERN_BROKEN)).toBe('broken');
    expect(names(index, 'são paulo', 'direct')).toEqual([]);
    expect(index.producer('ibge.test')).toBeUndefined();
    const saved = copy();
    noteCheck(saved, url, { status: 404, at: 0 });
    noteCheck(saved, url, { status: 200, at: day });
    expect(saved.file(url)?.strikes).toBe(0);
  });

  it('[G-AC-151] a changed ETag has a file looked into again, the same one does not', async () => {
    const web = miniWeb();
    const fetcher = new MemoryFetcher(web);
    const gazetteer = specificationGazetteer();
    const options = { fetcher, seeds: web.seeds, places: { names: gazetteer }, now: () => fetcher.now() };
    const { index } = await discover(options);
    const zip = 'http://www.inpe.test/geo/vt02_shp.zip';
    const gets = () => fetcher.asked.filter((ask) => ask === `GET ${zip}`).length;
    const first = gets();
    await discover({ ...options, index });
    expect(gets()).toBe(first);
    const roads = web.sites.get('www.gismaps.test')!.resources.get('/downloads/rodovias1.zip')!;
    web.sites
      .get('www.inpe.test')!
      .resources.set('/geo/vt02_shp.zip', { ...roads, headers: { etag: '"v2"' } });
    await discover({ ...options, index });
    expect(gets()).toBeGreaterThan(first);
    expect(index.file(zip)).toMatchObject({ etag: '"v2"', datasets: [{ layer: 'rodovias1' }] });
  });

  it('[G-AC-152] pages of producers are due again after a day, and are indexed anew', async () => {
    const web = miniWeb();
    const fetcher = new MemoryFetcher(web);
    const gazetteer = specificationGazetteer();
    const options = { fetcher, places: { names: gazetteer }, now: () => fetcher.now() };
    const { index } = await discover({ ...options, seeds: web.seeds });
    fetcher.pass(86_400_000);
    expect(pagesDue(index, fetcher.now())).toEqual([]);
    fetcher.pass(1000);
    const due = pagesDue(index, fetcher.now());
    expect(due.sort()).toEqual([
      'http://www.gismaps.test/',
      'http://www.ibge.test/',
      'http://www.inpe.test/',
    ]);
    web.sites
      .get('www.ibge.test')!
      .resources.set('/', htmlPage('Instituto novo', '<a href="/imagens/saopaulo.shp">mapa</a>'));
    await discover({ ...options, seeds: due, index, maxPages: due.length });
    expect(index.page('http://www.ibge.test/')?.title).toBe('Instituto novo');
    expect(pagesDue(index, fetcher.now())).toEqual([]);
  });

  it('an archive that nothing speaks for is looked into when its site is a producer’s, and else never', async () => {
    const web = miniWeb();
    const inpe = web.sites.get('www.inpe.test')!.resources;
    const zip = inpe.get('/geo/vt02_shp.zip')!;
    const far = 'uma casa com muitas salas e portas '.repeat(9);
    inpe.set('/mudo.zip', zip);
    inpe.set('/', htmlPage('Casa', `<a href="/mudo.zip">baixar</a> ${far} <a href="/dois">dois</a>`));
    inpe.set('/dois', htmlPage('Casa', `<a href="/geo/vt02_shp.zip">baixar</a>`));
    for (const profile of ['modern', 'compat'] as const) {
      const { report, fetcher } = await crawlWeb(web, {
        gazetteer: specificationGazetteer(),
        extents: false,
        profile,
      });
      const found = profile === 'modern' ? 'indexed' : undefined;
      expect(report.index.file('http://www.inpe.test/mudo.zip')?.state).toBe(found);
      expect(report.passedOver).toBe(profile === 'modern' ? 1 : 2);
      expect(fetcher.asked.some((ask) => ask.includes('fotos.zip'))).toBe(false);
    }
  });

  it('[G-AC-063] two pages that link to one file keep two anchors', async () => {
    const web = miniWeb();
    web.sites
      .get('www.gisconsult.test')!
      .resources.set(
        '/',
        htmlPage(
          'x',
          '<p>antes <a href="http://www.ibge.test/imagens/saopaulo.shp">carta paulista</a> depois</p>',
        ),
      );
    const fetcher = new MemoryFetcher(web);
    const { index } = await discover({
      fetcher,
      seeds: web.seeds,
      places: { names: specificationGazetteer() },
      now: () => 0,
    });
    const { anchors } = index.file('http://www.ibge.test/imagens/saopaulo.shp')!;
    expect(anchors.map((a) => [a.page, a.text]).sort()).toEqual([
      ['http://www.gisconsult.test/', 'carta paulista'],
      ['http://www.ibge.test/', 'mapa municipal'],
    ]);
    expect(anchors.find((a) => a.text === 'carta paulista')).toMatchObject({
      before: ['antes'],
      after: ['depois'],
    });
    expect(names(index, 'carta paulista', 'direct')).toEqual(['saopaulo.shp']);
  });
});

describe('the generated web', () => {
  it('is the same for the same seed, and another for another', () => {
    const url = (seed: number) =>
      generatedWeb({ seed, sites: 30, producers: 4 }).files.map((file) => file.url);
    expect(url(1)).toEqual(url(1));
    expect(url(1)).not.toEqual(url(2));
    const web = generatedWeb({ seed: 1, sites: 30, producers: 4 });
    const file = web.files.find((f) => f.archive)!;
    const body = () =>
      web.sites
        .get(new URL(file.url).host)!
        .resources.get(new URL(file.url).pathname + new URL(file.url).search)!
        .body();
    expect(
      Buffer.compare(
        body(),
        generatedWeb({ seed: 1, sites: 30, producers: 4 })
          .sites.get(new URL(file.url).host)!
          .resources.get(new URL(file.url).pathname + new URL(file.url).search)!
          .body(),
      ),
    ).toBe(0);
  });
});

describe('measures', () => {
  const direct = { ranks: [1, 2, 3, 5, 7, 9], relevant: 6 };
  const expanded = { ranks: [1, 2, 3, 5, 9, 28], relevant: 6 };
  const round = (values: readonly number[], digits: number) =>
    values.map((value) => Number(value.toFixed(digits)));

  it('[G-AC-160] give every published figure of both queries', () => {
    const [d, e] = [measure(direct), measure(expanded)];
    expect(round(d.recall, 2)).toEqual([0.17, 0.33, 0.5, 0.67, 0.83, 1]);
    expect(round(d.precision, 2)).toEqual([1, 1, 1, 0.8, 0.71, 0.67]);
    expect(round(e.precision, 2)).toEqual([1, 1, 1, 0.8, 0.56, 0.21]);
    expect(round([d.averagePrecision, e.averagePrecision], 6)).toEqual([0.863492, 0.76164]);
    expect(round([d.elevenPointMean, e.elevenPointMean], 6)).toEqual([0.869264, 0.758153]);
    expect(round([d.ndcg, e.ndcg], 6)).toEqual([0.953847, 0.915269]);
    expect(round([d.rPrecision, e.rPrecision], 4)).toEqual([0.6667, 0.6667]);
    expect([d.precisionAt(5), d.precisionAt(10), e.precisionAt(5), e.precisionAt(10)]).toEqual([
      0.8, 0.6, 0.8, 0.5,
    ]);
    expect([d.reciprocalRank, e.reciprocalRank]).toEqual([1, 1]);
    expect(round([d.f1, e.f1], 3)).toEqual([0.8, 0.353]);
    expect(round(d.elevenPoint, 4)).toEqual([1, 1, 1, 1, 1, 1, 0.8, 0.7143, 0.7143, 0.6667, 0.6667]);
    expect(round(e.elevenPoint, 4)).toEqual([1, 1, 1, 1, 1, 1, 0.8, 0.5556, 0.5556, 0.2143, 0.2143]);
  });

  it('[G-AC-161] 47 producers at ranks 1 to 47 give the published series of recall', () => {
    const { recall, precision } = measure({
      ranks: Array.from({ length: 47 }, (_, i) => i + 1),
      relevant: 47,
    });
    expect(recall.map((value) => value.toFixed(2)).join(' ')).toBe(
      '0.02 0.04 0.06 0.09 0.11 0.13 0.15 0.17 0.19 0.21 0.23 0.26 0.28 0.30 0.32 0.34 0.36 0.38 0.40 0.43 0.45 0.47 0.49 0.51 0.53 0.55 0.57 0.60 0.62 0.64 0.66 0.68 0.70 0.72 0.74 0.77 0.79 0.81 0.83 0.85 0.87 0.89 0.91 0.94 0.96 0.98 1.00',
    );
    expect(new Set(precision)).toEqual(new Set([1]));
  });

  it('[G-AC-162] direct is better than expanded, by the mean', () => {
    expect(compare(direct, expanded)).toEqual({ better: 'first', by: 'mean' });
    expect(compare(expanded, direct)).toEqual({ better: 'second', by: 'mean' });
    expect(compare({ ranks: [1, 2], relevant: 2 }, { ranks: [2, 4], relevant: 2 })).toEqual({
      better: 'first',
      by: 'every point',
    });
  });
});
