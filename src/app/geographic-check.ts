/**
 * A geographic collection kept true: every link to a file or service is asked again whether it still leads there, and the pages of producers
 * are read again when they are due, politely, as the crawl was. What is gone on three days, 72 hours apart, leaves the index with its history
 * and comes back when it answers again.
 *
 * ```ts
 * const { counts, urls } = await checkGeographicLinks('coleta', { settings: { contact: 'https://eu.exemplo.pt/' } });
 * for (const { url, status, indicator } of urls) console.log(url, status, indicator);
 * ```
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlSettings } from '../crawl/index.ts';
import { TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import type { GeoFile, GeoIndex } from '../geo/index.ts';
import type { Resolver } from '../http/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { connectingResolver } from './collect/connecting-resolver.ts';
import { requireContact } from './contact.ts';
import { type GeoCheckCounts, LinkVisits } from './geographic-check/link-visits.ts';
import { type GeoUrlCount, type GeoUrlRow, geoUrlCounts, geoUrlRows } from './geographic-check/url-rows.ts';
import { type GeoVisitError, geoVisitErrors, UrlTable } from './geographic-check/url-table.ts';
import { politenessOf } from './harvest/politeness.ts';
import { keepInFolder } from './harvest.ts';
import { isStopped, type Stopping, whenStopped } from './stopping.ts';

export type { GeoCheckCounts } from './geographic-check/link-visits.ts';
export type { GeoUrlCount, GeoUrlRow } from './geographic-check/url-rows.ts';
export type { GeoVisitError } from './geographic-check/url-table.ts';

export interface GeoCheckOptions extends Stopping {
  /** Those of the crawl hold, but for what is named here: the contact, above all. */
  readonly settings?: Partial<CrawlSettings>;
  readonly resolver?: Resolver | undefined;
  /** Hosts that are reached elsewhere than DNS says, as for a crawl. */
  readonly connectTo?: readonly string[] | undefined;
  /** Default `modern`; `compat` takes a link out of the index the first time that it is gone, and describes nothing anew, as in 2006. */
  readonly profile?: 'modern' | 'compat' | undefined;
  /** What was visited less than so many seconds ago is not asked; default a day. */
  readonly every?: number | undefined;
  readonly now?: (() => number) | undefined;
  /** Told after each visit. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Told of what was damaged or missing of the crawl of the looks. */
  readonly onMended?: ((what: readonly Reason[]) => void) | undefined;
}

/** How the addresses of a collection stand. */
export interface GeoUrlStates {
  /** Those in trouble first. */
  readonly urls: readonly GeoUrlRow[];
  readonly states: readonly GeoUrlCount[];
}

export interface GeoChecked extends GeoUrlStates {
  readonly counts: GeoCheckCounts;
  /** It was asked to end; what was not asked is due at the next check. */
  readonly interrupted: boolean;
}

/** What a check leaves for those who look at the collection without reading its index, and how many addresses it lists. */
const GEO_CHECK_FILE = 'geo-check.json';
const MOST_LISTED = 500;
/** Sites that are asked at once; each waits for its delay most of the time. */
const AT_ONCE = 32;
/** The index and the table are written this often, ms. */
const BETWEEN_WRITES = 60_000;

function requireIndex(folder: string, file: string): void {
  if (!existsSync(join(folder, file)))
    throw new TarrafaError('TRF_INPUT_MISSING', [folder, reason('file-name-missing', { name: file })]);
}

/** How the addresses of a collection stand, as the last check left them. Asks nobody. */
export async function geographicUrlStates(folder: string): Promise<GeoUrlStates> {
  const geo = await import('../geo/query/index.ts');
  const { readGeoIndex } = await import('../geo/index.ts');
  requireIndex(folder, geo.GEO_INDEX_FILE);
  const index = new geo.GeoIndex();
  readGeoIndex(folder, index);
  const table = new UrlTable(folder);
  countAgain(index, table, geo);
  return statesOf(index, table);
}

/** The rows of the error log of a collection, the first first. */
export function geographicVisitErrors(folder: string): GeoVisitError[] {
  return [...geoVisitErrors(folder)];
}

export async function checkGeographicLinks(
  folder: string,
  options: GeoCheckOptions = {},
): Promise<GeoChecked> {
  const { profile = 'modern', now = Date.now, onProgress } = options;
  const [
    { crawlPaths, FolderLock, PoliteFetcher, readManifest, settingsFromJson },
    geo,
    { REVISIT_SECONDS },
  ] = await Promise.all([
    import('../crawl/index.ts'),
    import('../geo/index.ts'),
    import('../frontier/index.ts'),
  ]);
  requireIndex(folder, geo.GEO_INDEX_FILE);
  const manifest = readManifest(crawlPaths(folder));
  const settings: Partial<CrawlSettings> = {
    ...(manifest?.parameters === undefined ? {} : politenessOf(settingsFromJson(manifest.parameters))),
    ...options.settings,
  };
  const resolver =
    options.resolver ??
    (await connectingResolver(options.connectTo, { allowPrivate: settings.allowPrivate === true }));
  requireContact(settings, resolver);
  // The index is written whole: while a crawl adds to it, nobody else does.
  const lock = FolderLock.take(folder);
  try {
    const index = new geo.GeoIndex({ gazetteer: await geo.loadGazetteer() });
    geo.readGeoIndex(folder, index);
    const table = new UrlTable(folder);
    countAgain(index, table, geo, profile);
    const looks = join(folder, 'geo-looks');
    mkdirSync(looks, { recursive: true });
    const fetcher = await PoliteFetcher.open(
      looks,
      settings,
      { now, ...(resolver === undefined ? {} : { resolver }) },
      { anew: true },
    );
    if (fetcher.mended.length > 0) options.onMended?.(fetcher.mended);
    const accepted: GeoFile[] = [];
    const gazetteer = index.gazetteer!;
    const visits = new LinkVisits({
      geo,
      index,
      table,
      fetcher,
      harvester: (asking) =>
        new geo.GeoHarvester({
          fetcher: asking,
          places: { names: gazetteer, gazetteer },
          profile,
          index,
          now,
          keep: keepInFolder(folder, accepted, geo),
        }),
      profile,
      seconds: options.every ?? REVISIT_SECONDS,
      now,
    });
    const unhook = whenStopped(options, () => {
      // How the crawl of the looks ended is told below, where it is closed for good.
      fetcher.close().catch(() => {});
    });
    const write = (): void => {
      geo.writeGeoIndex(folder, index);
      table.write();
    };
    try {
      await visitAll(visits, index, { onProgress, isOver: () => isStopped(options), write, now });
    } finally {
      unhook();
      await fetcher.close();
      write();
    }
    if (accepted.length > 0)
      (await import('./harvest/archive-descriptions.ts')).archiveDescriptions(looks, accepted);
    const { counts } = visits;
    const checked = { counts, interrupted: isStopped(options), ...statesOf(index, table) };
    const urls = checked.urls.slice(0, MOST_LISTED);
    const at = new Date(now()).toISOString();
    writeFileWhole(
      join(folder, GEO_CHECK_FILE),
      `${JSON.stringify({ at, ...checked, urls, more: checked.urls.length - urls.length })}\n`,
    );
    return checked;
  } finally {
    lock.release();
  }
}

/** What failed after the table was written last counts for its file too; a strike of a day is one, however often it is counted. */
function countAgain(
  index: GeoIndex,
  table: UrlTable,
  geo: Pick<typeof import('../geo/query/index.ts'), 'COMPAT_BROKEN' | 'MODERN_BROKEN' | 'noteCheck'>,
  profile: 'modern' | 'compat' = 'modern',
): void {
  const rules = profile === 'compat' ? geo.COMPAT_BROKEN : geo.MODERN_BROKEN;
  for (const { url, status, at } of table.uncounted)
    if (status >= 400) geo.noteCheck(index, url, { status, at }, rules);
}

function statesOf(index: GeoIndex, table: UrlTable): GeoUrlStates {
  const urls = geoUrlRows(index, table);
  return { urls, states: geoUrlCounts(urls) };
}

/** Every site by itself, its pages first: what they link to now is looked into before what they linked to is asked. */
async function visitAll(
  visits: LinkVisits,
  index: GeoIndex,
  around: {
    readonly onProgress: ((done: number, total: number) => void) | undefined;
    readonly isOver: () => boolean;
    readonly write: () => void;
    readonly now: () => number;
  },
): Promise<void> {
  const sites = new Map<string, (() => Promise<boolean>)[]>();
  const add = (site: string, visit: () => Promise<boolean>): void => {
    const known = sites.get(site);
    if (known === undefined) sites.set(site, [visit]);
    else known.push(visit);
  };
  let total = 0;
  // One whose last file has left may publish again, elsewhere on its pages.
  const publishing = new Set<string>();
  for (const { file } of index.files()) if (file.state !== 'rejected') publishing.add(file.site);
  for (const { url, site, indexedAt } of [...index.pages()].sort((a, b) => a.indexedAt - b.indexedAt)) {
    if (!publishing.has(site)) continue;
    const due = visits.due('page', url, indexedAt);
    if (due === null) continue;
    total++;
    add(site, () => visits.page(due));
  }
  for (const { file } of index.files()) {
    if (file.state === 'rejected') continue;
    const due = visits.due('file', file.url, file.indexedAt);
    if (due === null) continue;
    total++;
    // Meanwhile it may be known better, by a page that was read again.
    add(file.site, () => visits.link(index.file(file.url) ?? file, due));
  }
  let done = 0;
  let written = around.now();
  around.onProgress?.(done, total);
  const waiting = [...sites.values()];
  const work = async (): Promise<void> => {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift())
      for (const visit of site) {
        if (around.isOver() || !(await visit())) return;
        around.onProgress?.(++done, total);
        if (around.now() - written < BETWEEN_WRITES) continue;
        written = around.now();
        around.write();
      }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work));
}
