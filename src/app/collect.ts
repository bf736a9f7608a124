/**
 * A whole crawl: what pages say is told from what their sites repeat, links are followed along a period or for geographic data, and what is
 * geographic is looked into at the end.
 *
 * ```ts
 * const { reason, pages } = await collect('guerra', {
 *   seeds: ['https://www.exemplo.pt/'],
 *   contact: 'https://eu.exemplo.pt/',
 *   when: '1939..1945',
 *   maxPages: 500,
 * });
 * ```
 *
 * On a folder that holds a crawl it goes on with it, with its seeds and its period unless others are given.
 */
import type {
  AtWork,
  Carrier,
  Crawl,
  CrawlResult,
  CrawlSettings,
  CrawlStatus,
  LinkPolicySetting,
  Wait,
} from '../crawl/index.ts';
import { TarrafaError } from '../errors.ts';
import type { Candidate, Frontier, OpenFrontier } from '../frontier/index.ts';
import type { GeographicPolicy } from '../geo/index.ts';
import type { Resolver } from '../http/index.ts';
import type { Database } from '../postgres/index.ts';
import { type Reason, reason } from '../words/why.ts';
import type { AnalysisNews } from './cluster/following-process.ts';
import type { ArchiveLag } from './cluster/kept-archive.ts';
import type { ClusterOptions, SharedSession } from './cluster/shared-session.ts';
import { connectingResolver } from './collect/connecting-resolver.ts';
import type { PolicySettings } from './collect/link-policies.ts';
import type { Periods } from './collect/period.ts';
import { requireContact } from './contact.ts';
import type { Harvested } from './harvest.ts';
import { type AccessOptions, type OpenedAccess, openAccess, refuseMissingAccess } from './input/access.ts';
import { isStopped, type Stopping, whenStopped } from './stopping.ts';
import { SOFTWARE } from './version.ts';

/** What is asked for, as plain data. Whatever is left out has the default of `completeSettings`. */
export type CollectSettings = Partial<CrawlSettings> &
  PolicySettings & {
    /** Names with a period, for `when`. */
    readonly periods?: Periods;
  };

export type CollectProgress =
  /** The folder is taken; `resumed` when it held a crawl already, with so many pages. */
  | { readonly kind: 'opened'; readonly resumed: boolean; readonly pages: number }
  /** This process works on the crawl of a database, under that name. */
  | { readonly kind: 'joined'; readonly name: string; readonly cluster: string }
  /** Said first, when there is something to say: what was found damaged or missing, and what was done about it. */
  | { readonly kind: 'mended'; readonly what: readonly Reason[] }
  /** About once a second. */
  | { readonly kind: 'crawling'; readonly status: CrawlStatus }
  /** Nothing has moved for a minute, in the crawl or in the looks into geographic files: what is waited for, once. */
  | { readonly kind: 'waiting'; readonly wait: Wait }
  | { readonly kind: 'crawled'; readonly result: CrawlResult; readonly harvests: boolean }
  /** Of a worker of a shared crawl, when what it archives is read into the shared catalogue. */
  | ({ readonly kind: 'analysis' } & AnalysisNews)
  /** Pages of the archive read for what is geographic, and the files found in them. */
  | { readonly kind: 'harvesting'; readonly pages: number; readonly files: number }
  /** About once a second, while what is left of the archive of a worker is sent to the store; `away` when nothing goes there now. */
  | { readonly kind: 'storing'; readonly store: string; readonly left: ArchiveLag };

export interface CollectOptions extends Stopping {
  /** Starts over: whatever crawl the folder holds is removed. */
  readonly fresh?: boolean | undefined;
  /** Finds addresses in another way than by DNS. */
  readonly resolver?: Resolver | undefined;
  /** Hosts that are reached elsewhere than DNS says, each `HOST:PORT:ADDR:PORT` as curl has it; a private ADDR only with `allowPrivate`. */
  readonly connectTo?: readonly string[] | undefined;
  /** A proxy, headers and cookies. They stand in nothing that is kept; a crawl that goes on is given them again. */
  readonly access?: AccessOptions | undefined;
  readonly onProgress?: ((progress: CollectProgress) => void) | undefined;
  /** Handed, when the crawl has begun, what tells whoever asks what it does just then. */
  readonly onBegun?: ((atWork: (most: number) => AtWork) => void) | undefined;
  readonly now?: (() => number) | undefined;
  /** Works on the crawl of a database that others work on too; the folder is then that of this worker. */
  readonly cluster?: ClusterOptions | undefined;
}

export interface Collected extends CrawlResult {
  readonly folder: string;
  readonly resumed: boolean;
  /** What is geographic; null when it was not looked for, or the crawl was interrupted before. */
  readonly harvest: Harvested | null;
  /** It was asked to end, and the same call goes on. */
  readonly interrupted: boolean;
  /** Of a worker whose archive is kept in a store: what could not be sent, and waits in the folder for its next start. */
  readonly unstored?: ArchiveLag & { readonly store: string };
}

/** The settings of a crawl in full: what was asked for, what its folder says of it, and defaults. */
export async function collectSettings(
  folder: string,
  asked: CollectSettings,
  { fresh = false, cluster }: Pick<CollectOptions, 'fresh' | 'cluster'> = {},
): Promise<CrawlSettings> {
  if (cluster !== undefined) return sharedSettings(asked, cluster, fresh);
  const { completeSettings, crawlPaths, readManifest } = await import('../crawl/index.ts');
  const { withLinkPolicy } = await import('./collect/link-policies.ts');
  const { refuseWorkerFolder } = await import('./cluster/worker-folder.ts');
  refuseWorkerFolder(folder);
  const before = readManifest(crawlPaths(folder));
  // Also when starting over: what was imported is nobody's crawl to begin anew.
  if (before !== null && 'imported' in before)
    throw new TarrafaError('TRF_CONFIG_INVALID', [folder, reason('folder-of-import')]);
  const { periods = {}, seeds = [], ...given } = asked;
  const continued =
    before === null || fresh ? null : (before.parameters.linkPolicy as LinkPolicySetting | null);
  return completeSettings(
    await withLinkPolicy(
      { ...given, seeds: seeds.length > 0 ? seeds : (before?.seeds ?? []) },
      periods,
      continued ?? null,
    ),
  );
}

/** Settings as a person is shown them: with every parameter of the link policy, where there is one. */
export async function explainedSettings(settings: CrawlSettings): Promise<Readonly<Record<string, unknown>>> {
  const { linkPolicyEnvironment } = await import('./collect/link-policies.ts');
  const { linkPolicy } = await linkPolicyEnvironment(settings.linkPolicy, settings);
  return linkPolicy === undefined
    ? { ...settings }
    : { ...settings, followed: { policy: linkPolicy.name, ...linkPolicy.describe() } };
}

/** The settings of a crawl in a database: as those that it was begun with, but for what is asked for now. */
async function sharedSettings(
  { periods = {}, seeds = [], ...given }: CollectSettings,
  { place, onAway }: ClusterOptions,
  fresh: boolean,
): Promise<CrawlSettings> {
  if (fresh) throw new TarrafaError('TRF_CONFIG_INVALID', ['--fresh', reason('not-in-a-cluster')]);
  const { completeSettings, refuseOtherRules } = await import('../crawl/index.ts');
  const { withLinkPolicy } = await import('./collect/link-policies.ts');
  const { COLLECTION } = await import('./collect/fixed-collection.ts');
  const { inCluster } = await import('./cluster/cluster-place.ts');
  const { clusterSettings } = await import('./cluster/shared-session.ts');
  const settingsIn = async (database: Database): Promise<CrawlSettings> => {
    const before = await clusterSettings(database);
    const all = [...new Set([...(before?.seeds ?? []), ...seeds])];
    const settings = completeSettings({
      ...before,
      ...(await withLinkPolicy({ ...given, seeds: all }, periods, before?.linkPolicy ?? null)),
    });
    if (settings.linkPolicy?.name === COLLECTION)
      throw new TarrafaError('TRF_CONFIG_INVALID', ['collectionSize', reason('not-in-a-cluster')]);
    if (before) refuseOtherRules(database.address.shown, { ...before }, settings);
    return settings;
  };
  return inCluster(place, settingsIn, 'tarrafa', onAway ? { onAway } : null);
}

/** Pages that the crawl of a folder has; null when it holds none. */
export async function collectedPages(folder: string): Promise<number | null> {
  const { crawlPaths, readManifest } = await import('../crawl/index.ts');
  const sessions = readManifest(crawlPaths(folder))?.sessions;
  return sessions?.reduce((sum, session) => sum + session.pages, 0) ?? null;
}

/**
 * Collects into a folder until the frontier is empty, a budget is spent or `signal` aborts. While it runs, a rejection that nobody handles
 * ends it in order.
 */
export async function collect(
  folder: string,
  asked: CollectSettings,
  options: CollectOptions = {},
): Promise<Collected> {
  const settings = await collectSettings(folder, asked, options);
  requireContact(settings, options.resolver);
  if (options.cluster === undefined) return collectWith(folder, settings, options, null);
  // What is wrong with it is said before anything is begun in the database.
  const resolver = options.resolver ?? (await connectingResolver(options.connectTo, settings));
  const { SharedSession } = await import('./cluster/shared-session.ts');
  const session = await SharedSession.join(folder, settings, options.cluster);
  try {
    return await session.accompanied(folder, options.cluster, options, () =>
      collectWith(folder, session.settings, { ...options, resolver }, session),
    );
  } finally {
    await session.close();
  }
}

/** Others who make the requests of a shared crawl. */
export interface OtherHands {
  readonly carrier: Carrier;
  /** The frontier as it is with them. */
  frontier(shared: Frontier): Frontier;
  serves(crawl: Crawl): Promise<void>;
}

const frontierOf = (session: SharedSession, hands: OtherHands | null): OpenFrontier =>
  hands === null ? session.frontier : async (options) => hands.frontier(await session.frontier(options));

/** Collects by settings that are whole; in a session with others, or alone. */
export async function collectWith(
  folder: string,
  settings: CrawlSettings,
  options: CollectOptions,
  session: SharedSession | null,
  hands: OtherHands | null = null,
): Promise<Collected> {
  const { fresh = false, onProgress = () => {} } = options;
  const resolver = options.resolver ?? (await connectingResolver(options.connectTo, settings));
  const brought = await accessTo(folder, settings, options, session);
  const { Crawl } = await import('../crawl/index.ts');
  const { geoProfileOf, linkPolicyEnvironment, harvestOf } = await import('./collect/link-policies.ts');
  const resumed = !fresh && (await collectedPages(folder)) !== null;
  const followed = await linkPolicyEnvironment(settings.linkPolicy, settings);
  const memories = settings.content
    ? await (await import('./collect/site-memories.ts')).siteMemories(folder)
    : null;
  const wanted = harvestOf(settings.linkPolicy);
  // Where several share a frontier, what one asks for would come to another: there it is looked into at the end.
  const looks =
    wanted !== null && session === null && geoProfileOf(settings.linkPolicy) !== null
      ? await (await import('./collect/geographic-looks.ts')).geographicLooks(
          folder,
          followed.linkPolicy as GeographicPolicy<Candidate>,
          settings,
          wanted,
          { now: options.now, fresh, killed: await killedSince(folder, fresh) },
        )
      : null;
  const waited = oncePerWait((wait) => onProgress({ kind: 'waiting', wait }));
  const crawl = await Crawl.open(folder, settings, {
    ...followed,
    ...(memories
      ? { observer: memories.observer, analysers: [...memories.analysers, ...(followed.analysers ?? [])] }
      : {}),
    software: SOFTWARE,
    ...(looks ? { asker: looks } : {}),
    ...(session
      ? {
          frontier: frontierOf(session, hands),
          givesFilesAway: session.store !== null,
          robots: session.robots,
        }
      : {}),
    ...(hands ? { carrier: hands.carrier } : {}),
    access: brought?.access,
    accessKinds: brought?.kinds,
    ...(resolver === undefined ? {} : { resolver }),
    ...(options.now === undefined ? {} : { now: options.now }),
    fresh,
    onProgress: (status) => {
      onProgress({ kind: 'crawling', status });
      waited(status);
    },
  });
  // Ends the crawl in order instead of the process at once.
  const unhandled = (error: unknown) => crawl.fail(error);
  process.on('unhandledRejection', unhandled);
  let unhook = () => {};
  const begin = async (): Promise<void> => {
    if (session) onProgress({ kind: 'joined', name: session.name, cluster: session.cluster });
    if (crawl.mended.length > 0) onProgress({ kind: 'mended', what: crawl.mended });
    onProgress({ kind: 'opened', resumed, pages: crawl.status().pages });
    unhook = whenStopped(options, () => crawl.stop());
    await session?.serves(crawl);
    await hands?.serves(crawl);
    await memories?.resume({ fresh });
    looks?.begin(crawl);
    options.onBegun?.((most) => crawl.atWork(most));
  };
  let result: CrawlResult;
  try {
    await begin().catch((error) => crawl.fail(error));
    result = await crawl.run();
  } catch (error) {
    await session?.storeRest({ failed: true, giveUp: options.giveUp });
    throw error;
  } finally {
    unhook();
    process.off('unhandledRejection', unhandled);
  }
  const soFar = await looks?.end();
  const harvests = wanted !== null && result.reason !== 'interrupted';
  onProgress({ kind: 'crawled', result, harvests });
  let harvested: Harvested | null = null;
  if (harvests) {
    const { harvest, KEPT_FILE_BYTES } = await import('./harvest.ts');
    harvested = await harvest(folder, [folder], {
      settings,
      resolver,
      access: brought?.access,
      profile: wanted.profile,
      counts: session ? (file) => session.counts(file) : undefined,
      soFar,
      keepFiles: wanted.keepFiles ? KEPT_FILE_BYTES : 0,
      signal: options.signal,
      giveUp: options.giveUp,
      onStatus: oncePerWait((wait) => onProgress({ kind: 'waiting', wait })),
      onPage: (pages, { indexed }) => onProgress({ kind: 'harvesting', pages, files: indexed }),
      onMended: (what) => onProgress({ kind: 'mended', what }),
    });
  }
  const store = session?.store ?? null;
  const unstored = await session?.storeRest({
    failed: false,
    giveUp: options.giveUp,
    onProgress: (left) => store !== null && onProgress({ kind: 'storing', store, left }),
  });
  return {
    ...result,
    folder,
    resumed,
    harvest: harvested,
    interrupted: result.reason === 'interrupted' || isStopped(options),
    ...(unstored && store !== null ? { unstored: { ...unstored, store } } : {}),
  };
}

/** What is brought along, or null; a crawl that came with more than is given now is not gone on with. */
async function accessTo(
  folder: string,
  settings: CrawlSettings,
  { access = {}, fresh = false, resolver, connectTo = [], now }: CollectOptions,
  session: SharedSession | null,
): Promise<OpenedAccess | null> {
  const { crawlPaths, readManifest } = await import('../crawl/index.ts');
  const before = fresh || session !== null ? null : readManifest(crawlPaths(folder));
  refuseMissingAccess(folder, before?.sessions.at(-1)?.access ?? [], access);
  const opened = await openAccess(access, [...(before?.seeds ?? []), ...settings.seeds], now);
  if (opened === null) return null;
  if (session !== null)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--proxy, --header, --cookies',
      reason('not-in-a-cluster'),
    ]);
  if (opened.kinds.includes('proxy') && (resolver !== undefined || connectTo.length > 0))
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--proxy', reason('proxy-and-connect-to')]);
  return opened;
}

/** When the first of the sessions began that ended with their process, one after the other, just before now; null when the last did not. */
async function killedSince(folder: string, fresh: boolean): Promise<number | null> {
  const { crawlPaths, readManifest } = await import('../crawl/index.ts');
  let since: number | null = null;
  const sessions = fresh ? [] : (readManifest(crawlPaths(folder))?.sessions ?? []);
  for (const { startedAt, endedAt } of [...sessions].reverse()) {
    const at = Date.parse(startedAt);
    if (endedAt !== null || Number.isNaN(at)) break;
    since = at;
  }
  return since;
}

/** Tells of each wait once, however long it lasts. */
function oncePerWait(tell: (wait: Wait) => void): (status: CrawlStatus) => void {
  let told = false;
  return ({ waiting }) => {
    if (waiting !== undefined && !told) tell(waiting);
    told = waiting !== undefined;
  };
}
