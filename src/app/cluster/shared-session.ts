/**
 * One worker's part in a crawl that several share: the crawl is begun by the first, and whoever comes takes its settings from the database, so
 * that all follow the same rules.
 */
import { freemem, hostname, totalmem } from 'node:os';
import type { BegunPlan, SharedFrontier, SharedPlan, Told } from '../../cluster/index.ts';
import type { Crawl, CrawlSettings, CrawlStatus, RobotsExchange } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { FrontierOptions, OpenFrontier } from '../../frontier/index.ts';
import type { Database } from '../../postgres/index.ts';
import type { ArchiveStore } from '../../store/index.ts';
import type { WarcRecord } from '../../warc/index.ts';
import { reason } from '../../words/why.ts';
import type { CollectOptions } from '../collect.ts';
import type { Stopping } from '../stopping.ts';
import { VERSION } from '../version.ts';
import { type ClusterPlace, openCluster } from './cluster-place.ts';
import { type WhetherToAnalyse, withAnalysis } from './following-process.ts';
import { type ArchiveLag, KeptArchive } from './kept-archive.ts';
import { keepHistory, seenHistory } from './seen-history.ts';
import { readWorker, workerOf } from './worker-folder.ts';

export interface ClusterOptions {
  readonly place: ClusterPlace;
  /** How long a worker may be silent before others get its sites, ms. Of a crawl that is begun it is as it was. */
  readonly timeToLive?: number | undefined;
  /** `firewall` divides the sites among so many workers, which see nothing of each other's links. */
  readonly exchange?: 'full' | 'firewall' | undefined;
  readonly workers?: number | undefined;
  /**
   * Where the archive of all workers is kept: a folder that all have mounted, or `s3://bucket/prefix`; keys are looked for in the environment. Who
   * works on a crawl that is begun has it from there, and may name no other.
   */
  readonly store?: string | undefined;
  /** How often this worker ends the file that it writes to, and sends it, ms. */
  readonly storeEvery?: number | undefined;
  /** Told when the database is away, and when it is back. */
  readonly onAway?: ((error: Error | null) => void) | undefined;
  /** Told when the store is away, and when it is back. */
  readonly onStoreAway?: ((error: Error | null) => void) | undefined;
  /** Told of an archive file that the store will never take. */
  readonly onStoreRefused?: ((file: string, error: Error) => void) | undefined;
  /** It is the desk of the volunteers, in a folder of its own. */
  readonly isDesk?: boolean | undefined;
  /** Whether this worker reads what it archives into the shared catalogue, in a process of its own. Default `never`. */
  readonly analyse?: WhetherToAnalyse | undefined;
}

const DEFAULT_TTL = 15_000;
const LEAST_TTL = 500;
const DEFAULT_STORE_EVERY = 300_000;
const LEAST_STORE_EVERY = 100;
/** Ends of visits go to the database together, when they come within this time, ms, and within a part of the rest that their sites take. */
const MOST_GATHERED = 250;
/** How long a worker that failed tries to send what it has, ms: whoever starts it again goes on with that. */
const LAST_PATIENCE = 10_000;
/** How often it is told what is still to be sent, ms. */
const TELL = 1_000;

/** The settings of the crawl that the database holds; null when it holds none. */
export async function clusterSettings(database: Database): Promise<CrawlSettings | null> {
  const { readSharedPlan } = await import('../../cluster/index.ts');
  const { settingsFromJson } = await import('../../crawl/index.ts');
  const plan = await readSharedPlan(database);
  return plan && settingsFromJson(plan.settings);
}

export class SharedSession {
  readonly settings: CrawlSettings;
  readonly name: string;
  /** The address of the database, as it may be shown. */
  readonly cluster: string;
  /** The address of the store, as it may be shown; null when this worker keeps its archive by itself. */
  readonly store: string | null;
  readonly frontier: OpenFrontier;
  /** Robots files that other workers have asked for. */
  readonly robots: RobotsExchange;
  readonly #database: Database;
  readonly #store: ArchiveStore | null;
  readonly #archive: KeptArchive | null;
  #frontier: SharedFrontier | null = null;
  #crawl: Crawl | null = null;
  /** What was told before there was a crawl to tell it to. */
  #told: Told | null = null;

  private constructor(
    database: Database,
    settings: CrawlSettings,
    name: string,
    robots: RobotsExchange,
    kept: { readonly store: ArchiveStore; readonly archive: KeptArchive } | null,
  ) {
    this.#database = database;
    this.robots = robots;
    this.settings = settings;
    this.name = name;
    this.#store = kept?.store ?? null;
    this.#archive = kept?.archive ?? null;
    this.store = kept?.store.shown ?? null;
    this.cluster = database.address.shown;
    this.frontier = async (options: FrontierOptions) => {
      const { enterSharedCrawl } = await import('../../cluster/index.ts');
      this.#frontier = await enterSharedCrawl(database, options, {
        name,
        about: () => about(this.#crawl?.status() ?? null, this.#archive?.lag ?? null),
        onTold: (told) => this.#hear(told),
        gathers: Math.min(MOST_GATHERED, Math.min(options.delay, options.addressDelay) / 4),
        lingers: this.#archive !== null,
      });
      return this.#frontier;
    };
  }

  /** Joins the crawl of the database, which is begun with `settings` when there is none; without them there must be one. */
  static async join(
    folder: string,
    settings: CrawlSettings | null,
    options: ClusterOptions,
  ): Promise<SharedSession> {
    const { openStore } = await import('../../store/index.ts');
    // Asked for before anything is begun with it.
    let store = options.store === undefined ? null : openStore(options.store);
    const database = await openCluster(options.place, 'tarrafa worker', {
      onAway: options.onAway,
      history: seenHistory(folder),
      onHistory: (history) => readWorker(folder) !== null && keepHistory(folder, history),
    });
    try {
      await store?.probe();
      const cluster = await import('../../cluster/index.ts');
      const { crawlPaths, readManifest } = await import('../../crawl/index.ts');
      if (settings === null) await cluster.requireCluster(database);
      else {
        refuseUnshared(settings);
        await cluster.initCluster(database);
        const plan = planOf(settings, options, store?.shown ?? null);
        if (!(await cluster.beginSharedCrawl(database, plan))) {
          if (plan.store !== null) mustBeStore(plan.store, await cluster.nameStore(database, plan.store));
          await cluster.changeSharedPlan(database, plan);
        }
      }
      const begun = await cluster.readSharedPlan(database);
      const held = await clusterSettings(database);
      if (begun === null || held === null)
        throw new TarrafaError('TRF_CLUSTER_EMPTY', [database.address.shown]);
      if (begun.state === 'stopped') {
        if (settings === null) throw new TarrafaError('TRF_CLUSTER_STOPPED', [database.address.shown]);
        await cluster.setCrawlState(database, 'running');
      }
      const worker = workerOf(
        folder,
        {
          cluster: database.address.shown,
          begun: begun.begun.toISOString(),
          ...(options.isDesk ? { desk: true } : {}),
        },
        readManifest(crawlPaths(folder)) !== null,
      );
      keepHistory(folder, database.history);
      if (begun.store !== null) store ??= openStore(begun.store);
      const kept = store && (await keptArchive(database, store, folder, worker.name, options));
      return new SharedSession(database, held, worker.name, new cluster.HandedRobots(database), kept);
    } catch (error) {
      await store?.close();
      await database.close();
      throw error;
    }
  }

  /** The crawl that works on it. */
  async serves(crawl: Crawl): Promise<void> {
    this.#crawl = crawl;
    if (this.#told !== null) this.#hear(this.#told);
    await this.#archive?.begin(crawl);
  }

  /**
   * The crawl is over: sends what is left of its archive, as long as that takes, or until `giveUp` aborts; of a crawl that failed, what can be sent
   * soon. Answers what is left in the folder, which its next start sends.
   */
  async storeRest(options: {
    readonly failed: boolean;
    readonly giveUp?: AbortSignal | undefined;
    readonly onProgress?: ((left: ArchiveLag) => void) | undefined;
  }): Promise<ArchiveLag | null> {
    const archive = this.#archive;
    if (archive === null) return null;
    const { giveUp, failed, onProgress } = options;
    const tell = setInterval(() => archive.lag && onProgress?.(archive.lag), TELL);
    try {
      return await archive.end({ giveUp, patience: failed ? LAST_PATIENCE : Number.POSITIVE_INFINITY });
    } finally {
      clearInterval(tell);
    }
  }

  /** Crawls in a folder, with its analysis beside it when that was asked for. */
  accompanied<T>(
    folder: string,
    { place, analyse = 'never' }: Pick<ClusterOptions, 'place' | 'analyse'>,
    { onProgress = () => {}, ...stopping }: Stopping & Pick<CollectOptions, 'onProgress'>,
    crawl: () => Promise<T>,
  ): Promise<T> {
    const followed = { database: this.#database, place, folder, whether: analyse };
    return withAnalysis(followed, stopping, (news) => onProgress({ kind: 'analysis', ...news }), crawl);
  }

  /** Which answers of a file of its archive count, now that the crawl is over. */
  async counts(file: string): Promise<(record: WarcRecord) => boolean> {
    const [{ CountedRecords }, { doesCount }] = await Promise.all([
      import('./counted-records.ts'),
      import('../../collection/index.ts'),
    ]);
    const answers = await new CountedRecords(this.#database).of(`${this.name}/${file}`);
    return (record) => doesCount(answers, record, false) === true;
  }

  async close(): Promise<void> {
    try {
      await this.#frontier?.leave();
    } finally {
      await this.#store?.close();
      await this.#database.close();
    }
  }

  #hear(told: Told): void {
    this.#told = told;
    const { maxBytes } = this.settings;
    this.#crawl?.shareWith(told.workers);
    if (told.bytes >= maxBytes) this.#crawl?.endBecause('byte-budget');
    else if (told.stop) this.#crawl?.endBecause('interrupted');
  }
}

/** The store of a crawl, which lets this worker write. */
async function keptArchive(
  database: Database,
  store: ArchiveStore,
  folder: string,
  worker: string,
  { storeEvery = DEFAULT_STORE_EVERY, onStoreAway, onStoreRefused }: ClusterOptions,
): Promise<{ readonly store: ArchiveStore; readonly archive: KeptArchive }> {
  const every = Math.max(LEAST_STORE_EVERY, storeEvery);
  const archive = new KeptArchive({
    database,
    store,
    folder,
    worker,
    every,
    onAway: onStoreAway,
    onRefused: onStoreRefused,
  });
  await archive.prove();
  return { store, archive };
}

/** Throws when a crawl that is begun keeps its archive elsewhere: all of it is read from one place. */
function mustBeStore(asked: string, has: BegunPlan['store']): void {
  if (asked !== has) throw new TarrafaError('TRF_STORE_OTHER', [asked, has ?? '–']);
}

export function planOf(
  settings: CrawlSettings,
  options: Pick<ClusterOptions, 'timeToLive' | 'exchange' | 'workers'>,
  store: string | null,
): SharedPlan & { settings: object } {
  const { timeToLive = DEFAULT_TTL, exchange = 'full', workers = 0 } = options;
  return {
    settings: JSON.parse(JSON.stringify(settings)),
    policy: settings.policy,
    delay: settings.delay,
    addressDelay: settings.addressDelay,
    queueBudget: settings.maxPagesPerHost,
    maxPages: settings.maxPages,
    ttl: Math.max(LEAST_TTL, timeToLive),
    partitions: exchange === 'firewall' ? Math.max(1, workers) : 0,
    store,
  };
}

/** What a crawl by several cannot do. */
function refuseUnshared(settings: CrawlSettings): void {
  if (settings.policy === 'horizontal-compat')
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--policy horizontal-compat', reason('not-in-a-cluster')]);
}

/** What a worker says of itself, for people. */
function about(status: CrawlStatus | null, archive: ArchiveLag | null): Record<string, unknown> {
  return {
    host: hostname(),
    process: process.pid,
    version: VERSION,
    memory: process.memoryUsage.rss(),
    free: freemem() / totalmem(),
    ...(archive ? { archive } : {}),
    ...(status
      ? {
          inFlight: status.inFlight,
          concurrency: status.concurrency,
          pagesPerSecond: status.pagesPerSecond,
          bytesPerSecond: status.bytesPerSecond,
        }
      : {}),
  };
}
