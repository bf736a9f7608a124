/**
 * `tarrafa geo harvest <crawl…>`: looks into the geographic files and services that archived pages link to, and writes the index that
 * `geo search` reads. It works on any crawl and on anybody's WARC files; a geographic crawl calls the same at its end.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { CrawlEnvironment, CrawlSettings } from '../../crawl/index.ts';
import { EXIT, TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import {
  anchorOf,
  cluesOfPage,
  type GeoAnchor,
  type GeoFile,
  GeoHarvester,
  GeoPageReader,
  type HarvestReport,
  isPage,
  type KeptFile,
  mayHandOut,
  pageRules,
  writeKeptGeo,
  writeKeptPayload,
} from '../../geo/index.ts';
import { GeoIndex, indexPath, readGeoIndex, writeGeoIndex } from '../../geo/query/index.ts';
import { decodeHtml, parseHtml } from '../../html/index.ts';
import { archivePaths, sortCdxj, WarcWriter } from '../../warc/index.ts';
import { GEO_SEARCH_PROCESS, type GeoSearchSurroundings } from '../geo/geo-search.ts';
import { fill, geoSearchMessages } from '../geo/geo-search-messages.ts';
import { archivedPages } from '../input/archived-pages.ts';
import { sampleResolver } from '../input/sample-resolver.ts';
import type { Language } from '../language.ts';
import { messages } from '../messages.ts';
import { awaitInterruption } from '../terminal/interruption.ts';
import { formatBytes, formatNumber, parseBytes } from '../terminal/quantity.ts';
import { VERSION } from '../version.ts';
import { profileOption } from './geo-profile.ts';

const LONGEST_PAGE = 16 << 20;
/** Addresses that may hand out files and were not visited, asked about at most. */
const MOST_ASKED = 10_000;

export interface HarvestArchiveOptions {
  readonly fetcher: Fetcher;
  readonly index: GeoIndex;
  readonly profile?: 'compat' | 'modern';
  readonly now?: () => number;
  readonly onPage?: (pages: number, report: HarvestReport) => void;
  readonly onProblem?: (message: string) => void;
  /** Takes what is kept of every accepted file. */
  readonly keep?: (kept: KeptFile) => void;
  /** Files up to this size are brought whole for `keep`. */
  readonly maxPayload?: number;
  /** Asked before each page and file: whether to end with what there is. */
  readonly stopped?: () => boolean;
}

/** Reads the pages of archives and looks into what they link to. */
export async function harvestArchive(
  paths: readonly string[],
  options: HarvestArchiveOptions,
): Promise<HarvestReport> {
  const { profile = 'modern', index } = options;
  const gazetteer = index.gazetteer ?? (await loadGazetteer());
  const harvester = new GeoHarvester({
    fetcher: options.fetcher,
    places: { names: gazetteer, gazetteer: index.gazetteer },
    profile,
    index,
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.keep === undefined ? {} : { keep: options.keep }),
    ...(options.maxPayload === undefined ? {} : { maxPayload: options.maxPayload }),
  });
  const reader = new GeoPageReader({ profile });
  /** What speaks of a download and may be no page. */
  const doubtful = new Map<
    string,
    { readonly anchor: GeoAnchor; readonly page: number; readonly said: number }
  >();
  const pagesSeen = new Set<string>();
  let pages = 0;
  for (const path of archivePaths(paths))
    for await (const { record, http, contentType } of archivedPages(path, {
      longest: LONGEST_PAGE,
      onProblem: ({ path, offset, message }) => options.onProblem?.(`${path} @${offset}: ${message}`),
    })) {
      const { url } = record;
      if (options.stopped?.()) return harvester.report;
      if (url === null || contentType === null) continue;
      pagesSeen.add(url);
      const doc = parseHtml(decodeHtml(http.decoded(LONGEST_PAGE).bytes, contentType).text);
      const rules = pageRules(doc, http.header('x-robots-tag'));
      const read = reader.read(doc, url);
      await harvester.page(url, cluesOfPage(read), rules, record.date ?? 0);
      if (rules.follow && profile === 'modern')
        for (const link of read.links)
          if (
            link.class === 'PAGE' &&
            !link.nofollow &&
            doubtful.size < MOST_ASKED &&
            mayHandOut(link.url) &&
            !doubtful.has(link.url)
          )
            doubtful.set(link.url, {
              anchor: anchorOf(url, link),
              page: read.score,
              said: reader.scoreOf(link.anchor),
            });
      options.onPage?.(++pages, harvester.report);
    }
  for (const [url, { anchor, page, said }] of doubtful) {
    if (pagesSeen.has(url)) continue;
    if (options.stopped?.()) break;
    const head = await options.fetcher.fetch({ url, method: 'HEAD' });
    if (head.kind !== 'fetched' || head.status !== 200 || isPage(head)) continue;
    await harvester.handedOut(head, anchor, { page, anchor: said, threshold: 1 });
  }
  return harvester.report;
}

export interface HarvestIntoOptions {
  readonly settings: Partial<CrawlSettings>;
  readonly environment: CrawlEnvironment;
  readonly profile: 'modern' | 'compat';
  readonly onPage?: HarvestArchiveOptions['onPage'];
  readonly onProblem?: HarvestArchiveOptions['onProblem'];
  /** Keeps the files themselves, up to this size each; default 0. */
  readonly keepFiles?: number;
  /** Given the way to end early with what was found so far: called once, requests under way are finished; again, they are given up. */
  readonly onStart?: (stop: () => void) => void;
}

/** Files that `--keep-files` keeps without a size of its own. */
export const KEPT_FILE_BYTES = 64 << 20;

export interface Harvested {
  readonly files: number;
  readonly producers: number;
  readonly bytes: number;
  readonly path: string;
  readonly report: HarvestReport;
}

/**
 * Harvests archives into the index of a folder, with a thumbnail and a preview of each accepted file in its `geo-files`. What is asked for
 * on the way goes through a crawl of its own, in a folder within it, whose archive gets the descriptions too.
 */
export async function harvestInto(
  folder: string,
  inputs: readonly string[],
  options: HarvestIntoOptions,
): Promise<Harvested> {
  const { PoliteFetcher } = await import('../../crawl/index.ts');
  const looks = join(folder, 'geo-looks');
  mkdirSync(looks, { recursive: true });
  const fetcher = await PoliteFetcher.open(looks, options.settings, options.environment);
  const accepted: GeoFile[] = [];
  let harvested: Harvested;
  let stopped = false;
  options.onStart?.(() => {
    stopped = true;
    // How the crawl of the looks ended is told below, where it is closed for good.
    fetcher.close().catch(() => {});
  });
  try {
    const index = new GeoIndex({ gazetteer: await loadGazetteer() });
    if (indexPath(folder) !== null) readGeoIndex(folder, index);
    const report = await harvestArchive(inputs, {
      fetcher,
      index,
      profile: options.profile,
      maxPayload: options.keepFiles ?? 0,
      stopped: () => stopped,
      keep: (kept) => {
        writeKeptGeo(folder, kept.file.url, kept);
        for (const { url, name, bytes } of kept.payload) writeKeptPayload(folder, url, name, bytes);
        accepted.push(kept.file);
      },
      ...(options.onPage ? { onPage: options.onPage } : {}),
      ...(options.onProblem ? { onProblem: options.onProblem } : {}),
    });
    const path = writeGeoIndex(folder, index);
    harvested = {
      files: report.indexed,
      producers: index.producers().length,
      bytes: report.fileBytes,
      path,
      report,
    };
  } finally {
    await fetcher.close();
  }
  if (accepted.length > 0) await archiveDescriptions(looks, accepted);
  return harvested;
}

/**
 * Writes the description of each file into the archive of the looks, as a metadata record about the response that it was read from.
 * After the crawl of the looks has ended: an archive has one writer.
 */
async function archiveDescriptions(looks: string, files: readonly GeoFile[]): Promise<void> {
  const { FolderLock } = await import('../../crawl/index.ts');
  const lock = FolderLock.take(looks);
  try {
    const folder = join(looks, 'archive');
    const writer = WarcWriter.open(folder, { software: `tarrafa/${VERSION}` });
    try {
      for (const file of files)
        writer.writeMetadata({
          url: file.url,
          date: file.indexedAt,
          contentType: 'application/json',
          body: Buffer.from(JSON.stringify(file)),
        });
    } finally {
      writer.close();
    }
    sortCdxj(folder);
  } finally {
    lock.release();
  }
}

interface HarvestFlags {
  readonly out?: string;
  readonly profile: 'modern' | 'compat';
  readonly contact?: string;
  readonly sampleWeb?: string;
  readonly keepFiles?: number | true;
  readonly json?: boolean;
}

export function geoHarvestCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = geoSearchMessages(language);
  return new Command('harvest')
    .description(m.harvest)
    .argument('<crawl...>', m.harvestInputs)
    .option('--out <folder>', m.harvestOut)
    .option('--contact <address>', m.contact)
    .option('--sample-web <port>', m.sampleWeb)
    .addOption(profileOption(m))
    .option('--keep-files [size]', m.keepFiles, (text: string) => {
      const bytes = parseBytes(text);
      if (bytes === null || bytes === 0) throw new InvalidArgumentError(m.badSize);
      return bytes;
    })
    .option('--json', m.json)
    .action(async (inputs: string[], flags: HarvestFlags) => {
      const folder = flags.out ?? inputs[0]!;
      const { settings, environment } = await politenessOf(flags);
      const interruption = awaitInterruption(() => around.err(`\n${messages(language).stopping}\n`));
      const { report, producers, path } = await harvestInto(folder, inputs, {
        settings,
        environment,
        profile: flags.profile,
        onStart: interruption.onStart,
        keepFiles: flags.keepFiles === true ? KEPT_FILE_BYTES : (flags.keepFiles ?? 0),
        onProblem: (message) => around.err(`${message}\n`),
        onPage: (pages, { indexed }) => {
          if (around.isTerminal && pages % 50 === 0)
            around.err(
              `\r${fill(m.harvesting, formatNumber(pages, language), formatNumber(indexed, language))}`,
            );
        },
      }).finally(() => interruption.end());
      if (interruption.interrupted) process.exitCode = EXIT.interrupted;
      if (!around.isTerminal || flags.json === true) {
        const { index: _, ...figures } = report;
        around.out(`${JSON.stringify({ ...figures, producers, path })}\n`);
        return;
      }
      const n = (value: number): string => formatNumber(value, language);
      around.out(
        `\r${fill(m.harvested, n(report.indexed), n(producers), n(report.rejected), n(report.passedOver), formatBytes(report.fileBytes, language))}\n${path}\n`,
      );
    });
}

/** Politeness, robots files and the archive are those of every crawl. */
async function politenessOf(
  flags: HarvestFlags,
): Promise<Pick<HarvestIntoOptions, 'settings' | 'environment'>> {
  const contact = flags.contact ?? process.env.TARRAFA_CONTACT ?? null;
  const allowPrivate = process.env.TARRAFA_ALLOW_PRIVATE === '1';
  const onSample = flags.sampleWeb !== undefined;
  if (contact === null && !onSample && !allowPrivate) throw new TarrafaError('TRF_CONTACT_MISSING');
  return {
    settings: {
      contact,
      allowPrivate,
      // On the sample web all names share one address, which is nobody's to spare.
      ...(onSample ? { politeness: 'host' as const, delay: 0, addressDelay: 0 } : {}),
    },
    environment: onSample ? { resolver: await sampleResolver(Number(flags.sampleWeb)) } : {},
  };
}
