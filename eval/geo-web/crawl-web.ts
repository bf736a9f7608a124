/** A search over a web in memory, and what came of it beside what is true. */
import type { GeoWeb } from '../../samples/geo-web/index.ts';
import { Gazetteer, loadGazetteer } from '../../src/geo/gazetteer/index.ts';
import { type DiscoverReport, discover } from '../../src/geo/policy/index.ts';
import { MemoryFetcher } from './memory-fetcher.ts';

export interface WebOutcome {
  readonly report: DiscoverReport;
  readonly fetcher: MemoryFetcher;
  readonly producerPrecision: number;
  readonly producerRecall: number;
  readonly filesFound: number;
  /** Files that are none. */
  readonly filesWrong: readonly string[];
  readonly missed: readonly string[];
  /** Bytes fetched over size, of accepted archives on servers that answer ranges. */
  readonly share: number;
  readonly medianShare: number;
  readonly archives: number;
  /** Pages visited when nine producers in ten were known. */
  readonly pagesToNinety: number;
}

/** The eight names of the specification, without extents. */
export function specificationGazetteer(): Gazetteer {
  return Gazetteer.of(
    [
      'São Paulo',
      'Campinas',
      'Taubaté',
      'Jacareí',
      'São José dos Campos',
      'Brasil',
      'Florida',
      'Rio de Janeiro',
    ].map((name) => ({
      kind: 'city' as const,
      name,
    })),
  );
}

export interface CrawlWebOptions {
  readonly profile?: 'compat' | 'modern';
  readonly gazetteer?: Gazetteer;
  readonly extents?: boolean;
  readonly maxPages?: number;
}

export async function crawlWeb(web: GeoWeb, options: CrawlWebOptions = {}): Promise<WebOutcome> {
  const fetcher = new MemoryFetcher(web);
  const gazetteer = options.gazetteer ?? (await loadGazetteer());
  const found = new Set<string>();
  let pagesToNinety = 0;
  const report = await discover({
    fetcher,
    seeds: web.seeds,
    places: { names: gazetteer, gazetteer: options.extents === false ? null : gazetteer },
    profile: options.profile ?? 'modern',
    now: () => fetcher.now(),
    ...(options.maxPages === undefined ? {} : { maxPages: options.maxPages }),
    onVisit: (_, { pages, index, indexed }) => {
      if (pagesToNinety > 0 || indexed === found.size) return;
      for (const { file } of index.files('indexed')) found.add(file.site);
      let right = 0;
      for (const site of found) if (web.producers.has(site)) right++;
      if (right >= 0.9 * web.producers.size) pagesToNinety = pages;
    },
  });
  const { index } = report;
  const producers = index.producers().map((producer) => producer.site);
  const right = producers.filter((site) => web.producers.has(site)).length;
  const wanted = new Set(web.files.map((file) => file.url));
  const indexed = [...index.files('indexed')].map(({ file }) => file);
  const hits = indexed.filter((file) => wanted.has(file.url));
  const urls = new Set(indexed.map((file) => file.url));
  const archives = new Set(web.files.filter((file) => file.archive).map((file) => file.url));
  let fetchedBytes = 0;
  let size = 0;
  const shares: number[] = [];
  for (const file of hits) {
    const site = web.sites.get(new URL(file.url).host)!;
    if (!archives.has(file.url) || !site.ranges || file.size === null || file.size === 0) continue;
    const bytes = fetcher.bytes.get(file.url) ?? 0;
    fetchedBytes += bytes;
    size += file.size;
    shares.push(bytes / file.size);
  }
  shares.sort((a, b) => a - b);
  return {
    report,
    fetcher,
    producerPrecision: producers.length === 0 ? 0 : right / producers.length,
    producerRecall: web.producers.size === 0 ? 1 : right / web.producers.size,
    filesFound: web.files.length === 0 ? 1 : hits.length / web.files.length,
    filesWrong: indexed.filter((file) => !wanted.has(file.url)).map((file) => file.url),
    missed: web.files.filter((file) => !urls.has(file.url)).map((file) => `${file.how} ${file.url}`),
    share: size === 0 ? 0 : fetchedBytes / size,
    medianShare: shares[shares.length >> 1] ?? 0,
    archives: shares.length,
    pagesToNinety,
  };
}
