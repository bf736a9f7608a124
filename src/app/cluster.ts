/**
 * A crawl that several machines share, as who runs it sees it: its tables, how it and its workers stand, and how they are directed.
 *
 * ```ts
 * const place = { address: 'postgres://tarrafa@banco.exemplo.org/coleta' };
 * const { figures, workers } = await clusterStatus(place);
 * ```
 */
import type {
  ArchiveState,
  ClusterHealth,
  CrawlState,
  SharedFigures,
  WorkerState,
} from '../cluster/index.ts';
import { inBegun } from './cluster/begun-crawl.ts';
import { type ClusterPlace, inCluster } from './cluster/cluster-place.ts';

export interface ClusterStatus {
  readonly kind: 'cluster';
  /** The address of the database, without a password. */
  readonly cluster: string;
  readonly state: CrawlState;
  readonly begun: Date;
  readonly policy: string;
  readonly scope: string;
  /** How long a worker may be silent, ms. */
  readonly timeToLive: number;
  readonly figures: SharedFigures;
  readonly workers: readonly WorkerState[];
  readonly health: ClusterHealth;
  readonly archive: ArchiveState;
}

/** Makes the tables, or brings those of an earlier version to that of this program. Answers the address as it may be shown. */
export async function initCluster(place: ClusterPlace): Promise<string> {
  const cluster = await import('../cluster/index.ts');
  return inCluster(place, async (database) => {
    await cluster.initCluster(database);
    return database.address.shown;
  });
}

/** Throws TRF_CLUSTER_EMPTY when the database holds no crawl. */
export async function clusterStatus(place: ClusterPlace): Promise<ClusterStatus> {
  const cluster = await import('../cluster/index.ts');
  return inBegun(place, async (database, plan) => {
    return {
      kind: 'cluster',
      cluster: database.address.shown,
      state: plan.state,
      begun: plan.begun,
      policy: String(plan.settings.policy),
      scope: String(plan.settings.scope),
      timeToLive: plan.ttl,
      figures: await cluster.readFigures(database),
      workers: await cluster.readWorkers(database),
      health: await cluster.readHealth(database),
      archive: await cluster.readArchiveState(database, plan.store),
    };
  });
}

/** Suspends the crawl, or lets it go on. Answers the address as it may be shown. */
export async function pauseCluster(place: ClusterPlace, isPaused: boolean): Promise<string> {
  const { setCrawlState } = await import('../cluster/index.ts');
  return inBegun(place, async (database) => {
    await setCrawlState(database, isPaused ? 'paused' : 'running');
    return database.address.shown;
  });
}

/** Asks workers, by name or number, or all, to stop after what they have under way; how many were asked. */
export async function stopCluster(place: ClusterPlace, worker: string | null = null): Promise<number> {
  const { setCrawlState, stopWorkers } = await import('../cluster/index.ts');
  return inBegun(place, async (database) => {
    if (worker === null) await setCrawlState(database, 'stopped');
    return stopWorkers(database, worker);
  });
}
