/**
 * The machine of a worker is gone, with the answers that had not come into the store: the visits that brought them are undone, and their URLs are
 * queued again. Nothing else of the crawl changes; what the worker had sent stays.
 *
 * ```ts
 * const { queued } = await recoverWorker({ address: 'postgres://tarrafa@banco.exemplo.org/coleta' }, 'maquina-4f2a9c01');
 * ```
 */
import type { LostVisits } from '../cluster/index.ts';
import { TarrafaError } from '../errors.ts';
import { type ClusterPlace, inCluster } from './cluster/cluster-place.ts';
import { clusterSettings } from './cluster/shared-session.ts';

export interface Recovered extends LostVisits {
  readonly worker: string;
}

export interface RecoverOptions {
  readonly onProgress?: ((so: LostVisits) => void) | undefined;
}

/** `worker`: its name, or the number of one of its lives. Throws TRF_WORKER_UNKNOWN, and TRF_WORKER_ALIVE while it is heard. */
export async function recoverWorker(
  place: ClusterPlace,
  worker: string,
  { onProgress }: RecoverOptions = {},
): Promise<Recovered> {
  const cluster = await import('../cluster/index.ts');
  const { normaliseUrl, URL_COMPAT, URL_MODERN } = await import('../url/index.ts');
  return inCluster(place, async (database) => {
    await cluster.requireCluster(database);
    const settings = await clusterSettings(database);
    if (settings === null) throw new TarrafaError('TRF_CLUSTER_EMPTY', [database.address.shown]);
    const found = await cluster.findWorker(database, worker);
    if (found === null) throw new TarrafaError('TRF_WORKER_UNKNOWN', [worker, database.address.shown]);
    const { name, isAlive } = found;
    const profile = settings.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
    const lost = isAlive
      ? null
      : await cluster.queueLostVisits(database, name, {
          policy: settings.policy,
          revisits: settings.revisit !== 'none',
          keyOf: (url) => {
            const known = normaliseUrl(url, null, profile);
            return known.kind === 'refused' ? null : known.key;
          },
          onProgress,
        });
    if (lost === null) throw new TarrafaError('TRF_WORKER_ALIVE', [name]);
    return { worker: name, ...lost };
  });
}
