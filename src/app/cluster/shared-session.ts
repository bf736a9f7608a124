/**
 * One worker's part in a crawl that several share: the crawl is begun by the first, and whoever comes takes its settings from the database, so
 * that all follow the same rules.
 */
import { freemem, hostname, totalmem } from 'node:os';
import type { SharedPlan, Told } from '../../cluster/index.ts';
import type { Crawl, CrawlSettings, CrawlStatus } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { FrontierOptions, OpenFrontier } from '../../frontier/index.ts';
import type { Database } from '../../postgres/index.ts';
import { reason } from '../../words/why.ts';
import type { CollectOptions } from '../collect.ts';
import type { Stopping } from '../stopping.ts';
import { VERSION } from '../version.ts';
import { type ClusterPlace, openCluster } from './cluster-place.ts';
import { type WhetherToAnalyse, withAnalysis } from './following-process.ts';
import { workerOf } from './worker-folder.ts';

export interface ClusterOptions {
  readonly place: ClusterPlace;
  /** How long a worker may be silent before others get its sites, ms. Of a crawl that is begun it is as it was. */
  readonly timeToLive?: number | undefined;
  /** `firewall` divides the sites among so many workers, which see nothing of each other's links. */
  readonly exchange?: 'full' | 'firewall' | undefined;
  readonly workers?: number | undefined;
  /** Told when the database is away, and when it is back. */
  readonly onAway?: ((error: Error | null) => void) | undefined;
  /** Whether this worker reads what it archives into the shared catalogue, in a process of its own. Default `never`. */
  readonly analyse?: WhetherToAnalyse | undefined;
}

const DEFAULT_TTL = 15_000;
const LEAST_TTL = 500;

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
  readonly frontier: OpenFrontier;
  readonly #database: Database;
  #crawl: Crawl | null = null;
  /** What was told before there was a crawl to tell it to. */
  #told: Told | null = null;

  private constructor(database: Database, settings: CrawlSettings, name: string) {
    this.#database = database;
    this.settings = settings;
    this.name = name;
    this.cluster = database.address.shown;
    this.frontier = async (options: FrontierOptions) => {
      const { enterSharedCrawl } = await import('../../cluster/index.ts');
      return enterSharedCrawl(database, options, {
        name,
        about: () => about(this.#crawl?.status() ?? null),
        onTold: (told) => this.#hear(told),
      });
    };
  }

  /** Joins the crawl of the database, which is begun with `settings` when there is none; without them there must be one. */
  static async join(
    folder: string,
    settings: CrawlSettings | null,
    options: ClusterOptions,
  ): Promise<SharedSession> {
    const database = await openCluster(options.place, 'tarrafa worker', options);
    try {
      const cluster = await import('../../cluster/index.ts');
      const { crawlPaths, readManifest } = await import('../../crawl/index.ts');
      if (settings === null) await cluster.requireCluster(database);
      else {
        refuseUnshared(settings);
        await cluster.initCluster(database);
        const plan = planOf(settings, options);
        if (!(await cluster.beginSharedCrawl(database, plan))) await cluster.changeSharedPlan(database, plan);
      }
      const begun = await cluster.readSharedPlan(database);
      const held = await clusterSettings(database);
      if (begun === null || held === null)
        throw new TarrafaError('TRF_CLUSTER_EMPTY', [database.address.shown]);
      if (begun.state === 'stopped' && settings !== null) await cluster.setCrawlState(database, 'running');
      const worker = workerOf(
        folder,
        { cluster: database.address.shown, begun: begun.begun.toISOString() },
        readManifest(crawlPaths(folder)) !== null,
      );
      return new SharedSession(database, held, worker.name);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** The crawl that works on it. */
  serves(crawl: Crawl): void {
    this.#crawl = crawl;
    if (this.#told !== null) this.#hear(this.#told);
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

  async close(): Promise<void> {
    await this.#database.close();
  }

  #hear(told: Told): void {
    this.#told = told;
    const { maxBytes } = this.settings;
    this.#crawl?.shareBandwidth(told.workers);
    if (told.bytes >= maxBytes) this.#crawl?.endBecause('byte-budget');
    else if (told.stop) this.#crawl?.endBecause('interrupted');
  }
}

function planOf(settings: CrawlSettings, options: ClusterOptions): SharedPlan & { settings: object } {
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
    store: null,
  };
}

/** What a crawl by several cannot do. */
function refuseUnshared(settings: CrawlSettings): void {
  if (settings.policy === 'horizontal-compat')
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--policy horizontal-compat', reason('not-in-a-cluster')]);
}

/** What a worker says of itself, for people. */
function about(status: CrawlStatus | null): Record<string, unknown> {
  return {
    host: hostname(),
    process: process.pid,
    version: VERSION,
    memory: process.memoryUsage.rss(),
    free: freemem() / totalmem(),
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
