/** A shared crawl as a server shows and directs it: the same as `tarrafa cluster`. */
import {
  readFigures,
  readHealth,
  readSharedPlan,
  readWorkers,
  setCrawlState,
  stopWorkers,
  type WorkerState,
} from '../../cluster/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';
import type { ClusterDesk, ClusterPicture } from '../../server/index.ts';

export function sharedDesk(database: Database): ClusterDesk {
  const { shown: address, database: name } = database.address;
  return {
    folder: address,
    picture: async () => {
      const plan = await readSharedPlan(database);
      if (plan === null) throw new TarrafaError('TRF_CLUSTER_EMPTY', [address]);
      const [figures, workers, health] = [
        await readFigures(database),
        await readWorkers(database),
        await readHealth(database),
      ];
      const { pages, completed, known, queued, bytes, pagesLeft } = figures;
      const { longTransactions, lacksStandby, readySites, restingSites, leasedSites, parkedSites } = health;
      return {
        name,
        address,
        state: plan.state,
        begun: plan.begun.toISOString(),
        store: plan.store,
        figures: { pages, visits: completed, known, queued, bytes, pagesLeft },
        sites: { ready: readySites, resting: restingSites, held: leasedSites, parked: parkedSites },
        health: { longTransactions, lacksStandby },
        workers: workers.map(workerOf),
      };
    },
    setPaused: (isPaused) => setCrawlState(database, isPaused ? 'paused' : 'running'),
    stop: async (worker) => {
      if (worker === null) await setCrawlState(database, 'stopped');
      const stopped = await stopWorkers(database, worker);
      if (worker !== null && stopped === 0) throw new TarrafaError('TRF_NOT_FOUND', [`workers/${worker}`]);
      return stopped;
    },
  };
}

/** What a worker says of itself is taken for what it should be, or left out. */
function workerOf(worker: WorkerState): ClusterPicture['workers'][number] {
  const { id, name, isAlive, isStopping, entered, silence, sites, pages, bytes, about } = worker;
  const number = (value: unknown): number | null =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
  const archive = about.archive as Readonly<Record<string, unknown>> | null | undefined;
  const waiting = { files: number(archive?.files), bytes: number(archive?.bytes) };
  return {
    id,
    name,
    host: typeof about.host === 'string' ? about.host.slice(0, 100) : null,
    isAlive,
    isStopping,
    entered: entered.toISOString(),
    silence,
    sites,
    pages,
    bytes,
    inFlight: number(about.inFlight),
    concurrency: number(about.concurrency),
    pagesPerSecond: number(about.pagesPerSecond),
    bytesPerSecond: number(about.bytesPerSecond),
    memory: number(about.memory),
    waiting:
      waiting.files === null || waiting.bytes === null
        ? null
        : { files: waiting.files, bytes: waiting.bytes },
  };
}
