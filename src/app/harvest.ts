/**
 * The geographic files and services that archived pages link to: looked into, described, and written into the index that
 * `searchGeographicData` reads. It works on any crawl and on anybody's archives; a crawl for geographic data does the same at its end.
 *
 * ```ts
 * const { files, producers } = await harvest('coleta', ['coleta'], { settings: { contact: 'https://eu.exemplo.pt/' } });
 * ```
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlSettings, CrawlStatus } from '../crawl/index.ts';
import type { GeoFile, HarvestReport, KeptFile, UnkeptPage } from '../geo/index.ts';
import type { Access, Resolver } from '../http/index.ts';
import type { Reason } from '../words/why.ts';
import { GEOGRAPHIC } from './collect/geographic.ts';
import type { LooksSoFar } from './collect/geographic-looks.ts';
import { requireContact } from './contact.ts';
import type { CountsInFile } from './harvest/harvest-archive.ts';
import { politenessOf } from './harvest/politeness.ts';
import type { InputProblem } from './input/input-problem.ts';
import { isStopped, type Stopping, whenStopped } from './stopping.ts';

export interface HarvestOptions extends Stopping {
  /** Of the requests that are made on the way: politeness, limits and the contact are those of a crawl. */
  readonly settings: Partial<CrawlSettings>;
  readonly resolver?: Resolver | undefined;
  readonly access?: Access | undefined;
  /** Default `modern`. */
  readonly profile?: 'modern' | 'compat' | undefined;
  /** Keeps the files themselves, up to this size each; default 0. */
  readonly keepFiles?: number | undefined;
  /** Which records of a file count; all do without it. */
  readonly counts?: CountsInFile | undefined;
  /** What the crawl that ends with this has looked into already. */
  readonly soFar?: LooksSoFar | null | undefined;
  /** Told after each page of the archive. */
  readonly onPage?: ((pages: number, report: HarvestReport) => void) | undefined;
  /** Told about once a second how the crawl that asks for the files stands. */
  readonly onStatus?: ((status: CrawlStatus) => void) | undefined;
  /** Told of damage in an archive, which never stops the reading. */
  readonly onProblem?: ((problem: InputProblem) => void) | undefined;
  /** Told of what was damaged or missing of the crawl of the looks. */
  readonly onMended?: ((what: readonly Reason[]) => void) | undefined;
}

/** Files that are kept without a size of their own. */
export const KEPT_FILE_BYTES = 64 << 20;

export interface Harvested {
  /** Files and layers that are in the index now. */
  readonly files: number;
  readonly producers: number;
  readonly bytes: number;
  /** The index. */
  readonly path: string;
  readonly report: Omit<HarvestReport, 'index'>;
}

/**
 * Harvests archives into the index of a folder, with a thumbnail and a preview of each accepted file in its `geo-files`. What is asked for
 * on the way goes through a crawl of its own, in a folder within it, whose archive gets the descriptions too. Ended early, the index has
 * what was found so far.
 */
export async function harvest(
  folder: string,
  inputs: readonly string[],
  options: HarvestOptions,
): Promise<Harvested> {
  requireContact(options.settings, options.resolver);
  const [{ PoliteFetcher }, geo] = await Promise.all([
    import('../crawl/index.ts'),
    import('../geo/index.ts'),
  ]);
  const { loadGazetteer, writeGeoIndex } = geo;
  const { harvestArchive } = await import('./harvest/harvest-archive.ts');
  const { openKeptIndex } = await import('./harvest/kept-index.ts');
  const looks = join(folder, 'geo-looks');
  mkdirSync(looks, { recursive: true });
  const fetcher = await PoliteFetcher.open(looks, politenessOf(options.settings), {
    ...(options.resolver === undefined ? {} : { resolver: options.resolver }),
    access: options.access,
    ...(options.onStatus === undefined ? {} : { onProgress: options.onStatus }),
  });
  if (fetcher.mended.length > 0) options.onMended?.(fetcher.mended);
  const accepted: GeoFile[] = [...(options.soFar?.accepted ?? [])];
  let harvested: Harvested;
  const unhook = whenStopped(options, () => {
    // How the crawl of the looks ended is told below, where it is closed for good.
    fetcher.close().catch(() => {});
  });
  try {
    let unkept: unknown = null;
    const index = openKeptIndex(folder, { gazetteer: await loadGazetteer() }, geo, {
      onError: (error) => {
        unkept ??= error;
      },
    });
    const { index: _, ...found } = await harvestArchive(inputs, {
      fetcher,
      index,
      profile: options.profile ?? 'modern',
      maxPayload: options.keepFiles ?? 0,
      stopped: () => unkept !== null || isStopped(options),
      counts: options.counts,
      unkept: await unkeptOf(inputs),
      lookedSince: options.soFar?.since,
      keep: keepInFolder(folder, accepted, geo),
      ...(options.onPage ? { onPage: options.onPage } : {}),
      ...(options.onProblem ? { onProblem: options.onProblem } : {}),
    });
    if (unkept !== null) throw unkept;
    const report = together(found, options.soFar?.report);
    const path = writeGeoIndex(folder, index);
    harvested = {
      files: report.indexed,
      producers: index.producers().length,
      bytes: report.fileBytes,
      path,
      report,
    };
  } finally {
    unhook();
    await fetcher.close();
  }
  if (accepted.length > 0)
    (await import('./harvest/archive-descriptions.ts')).archiveDescriptions(looks, accepted);
  return harvested;
}

/** Keeps how accepted files look in a folder, and on request the files themselves. */
export function keepInFolder(
  folder: string,
  accepted: GeoFile[],
  geo: Pick<typeof import('../geo/index.ts'), 'writeKeptGeo' | 'writeKeptPayload'>,
): (kept: KeptFile) => void {
  return (kept) => {
    geo.writeKeptGeo(folder, kept.file.url, kept);
    for (const { url, name, bytes } of kept.payload) geo.writeKeptPayload(folder, url, name, bytes);
    accepted.push(kept.file);
  };
}

/** Pages are counted by the reading of the archive, which has them all; looks wherever they were made. */
function together(
  found: Omit<HarvestReport, 'index'>,
  before: Omit<HarvestReport, 'index'> | undefined,
): Omit<HarvestReport, 'index'> {
  return before === undefined
    ? found
    : {
        ...found,
        indexed: found.indexed + before.indexed,
        rejected: found.rejected + before.rejected,
        fileBytes: found.fileBytes + before.fileBytes,
      };
}

/** What crawls for geographic data among the inputs read and did not keep. */
async function unkeptOf(inputs: readonly string[]): Promise<readonly UnkeptPage[]> {
  const { crawlPaths, readManifest, readPolicyEntries } = await import('../crawl/index.ts');
  const { unkeptPages } = await import('../geo/policy/index.ts');
  const all: UnkeptPage[] = [];
  for (const input of inputs) {
    const paths = crawlPaths(input);
    if (readManifest(paths)?.linkPolicy?.name === GEOGRAPHIC)
      all.push(...unkeptPages(readPolicyEntries(paths.policyLog)));
  }
  return all;
}
