/** The geographic files and services that archived pages link to, looked into. */
import { basename } from 'node:path';
import type { Fetcher } from '../../fetcher.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import {
  anchorOf,
  cluesOfPage,
  cluesOfUnkept,
  type GeoAnchor,
  GeoHarvester,
  GeoPageReader,
  type HarvestReport,
  isPage,
  type KeptFile,
  mayHandOut,
  pageRules,
  type UnkeptPage,
} from '../../geo/index.ts';
import type { GeoIndex } from '../../geo/query/index.ts';
import { archivePaths, type WarcRecord } from '../../warc/index.ts';
import { archivedPages } from '../input/archived-pages.ts';
import type { InputProblem } from '../input/input-problem.ts';
import { PageCopies } from '../input/page-copies.ts';

/** Addresses that may hand out files and were not visited, asked about at most. */
const MOST_ASKED = 10_000;

/** Of the name of an archive file: whether a record of it counts. */
export type CountsInFile = (file: string) => Promise<(record: WarcRecord) => boolean>;

export interface HarvestArchiveOptions {
  readonly fetcher: Fetcher;
  readonly index: GeoIndex;
  readonly profile?: 'compat' | 'modern';
  readonly now?: () => number;
  readonly onPage?: (pages: number, report: HarvestReport) => void;
  readonly onProblem?: (problem: InputProblem) => void;
  /** Which records of a file count; all do without it. */
  readonly counts?: CountsInFile | undefined;
  /** Pages that asked not to be kept, and whose links may be followed. */
  readonly unkept?: readonly UnkeptPage[];
  /** Takes what is kept of every accepted file. */
  readonly keep?: (kept: KeptFile) => void;
  /** Files that were looked into since then are not asked about again. */
  readonly lookedSince?: number | undefined;
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
    lookedSince: options.lookedSince,
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
  const copies = new PageCopies();
  let pages = 0;
  for (const path of archivePaths(paths))
    for await (const { record, http, contentType, document: doc } of archivedPages(path, {
      onProblem: options.onProblem,
      counts: await options.counts?.(basename(path)),
      copies,
    })) {
      const { url } = record;
      if (options.stopped?.()) return harvester.report;
      if (url === null || contentType === null) continue;
      pagesSeen.add(url);
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
  for (const unkept of options.unkept ?? []) {
    if (options.stopped?.()) return harvester.report;
    await harvester.page(unkept.url, cluesOfUnkept(unkept), { index: false, follow: true }, 0);
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
