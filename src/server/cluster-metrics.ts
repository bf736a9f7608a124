/** Figures of a crawl that several machines share, for Prometheus: as the database has them when it is asked, with whether it answers. */
import { Gauge, type Registry } from 'prom-client';
import type { ClusterDesk, ClusterPicture } from './crawls/cluster-desk.ts';

/** How long the database has for its answer, ms: whoever collects figures does not wait much longer. */
const PATIENCE = 5_000;

const FIGURES: readonly (readonly [name: string, help: string, (picture: ClusterPicture) => number])[] = [
  ['pages', 'Pages analysed by all workers', ({ figures }) => figures.pages],
  ['visits', 'Visits that ended', ({ figures }) => figures.visits],
  ['known_urls', 'Addresses that are known', ({ figures }) => figures.known],
  ['queued_urls', 'Addresses that wait', ({ figures }) => figures.queued],
  ['received_bytes', 'Bytes received by all workers', ({ figures }) => figures.bytes],
  ['workers', 'Workers that live', ({ workers }) => living(workers).length],
  [
    'worker_silence_seconds',
    'How long ago the most silent of the workers that live was heard',
    ({ workers }) => Math.max(0, ...living(workers).map(({ silence }) => silence / 1000)),
  ],
  ['unsent_files', 'Archive files that are not in the store yet', ({ workers }) => unsent(workers, 'files')],
  ['unsent_bytes', 'Bytes of them', ({ workers }) => unsent(workers, 'bytes')],
  [
    'long_transactions',
    'Transactions of more than a minute in the database',
    ({ health }) => health.longTransactions,
  ],
  ['lacks_standby', 'Whether commits wait for a standby', ({ health }) => Number(health.lacksStandby)],
];

export function clusterMetrics(registry: Registry, desk: Pick<ClusterDesk, 'picture'>): void {
  const registers = [registry];
  let asked: Promise<ClusterPicture | null> | null = null;
  // All figures of one answer come of one picture.
  const picture = (): Promise<ClusterPicture | null> => {
    asked ??= withinPatience(desk.picture()).finally(() => {
      asked = null;
    });
    return asked;
  };
  new Gauge({
    name: 'tarrafa_cluster_reachable',
    help: 'Whether the database of the shared crawl answers',
    registers,
    async collect() {
      this.set((await picture()) === null ? 0 : 1);
    },
  });
  new Gauge({
    name: 'tarrafa_cluster_sites',
    help: 'Sites by what they wait for',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      for (const [state, count] of Object.entries((await picture())?.sites ?? {})) this.set({ state }, count);
    },
  });
  for (const [name, help, figure] of FIGURES)
    new Gauge({
      name: `tarrafa_cluster_${name}`,
      help,
      registers,
      async collect() {
        const found = await picture();
        // What is not known is left out.
        if (found === null) this.remove();
        else this.set(figure(found));
      },
    });
}

const living = (workers: ClusterPicture['workers']): ClusterPicture['workers'] =>
  workers.filter(({ isAlive }) => isAlive);

const unsent = (workers: ClusterPicture['workers'], what: 'files' | 'bytes'): number =>
  living(workers).reduce((sum, { waiting }) => sum + (waiting?.[what] ?? 0), 0);

/** Null when it fails, or comes too late. */
async function withinPatience(picture: Promise<ClusterPicture>): Promise<ClusterPicture | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, null);
  });
  try {
    return await Promise.race([picture, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
