/** The crawl that a database holds, for whoever asks about it. */
import type { BegunPlan } from '../../cluster/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';
import { type ClusterPlace, inCluster } from './cluster-place.ts';

/** Something done with a database that holds a crawl of this version. Throws TRF_CLUSTER_EMPTY. */
export function inBegun<T>(
  place: ClusterPlace,
  act: (database: Database, plan: BegunPlan) => Promise<T>,
): Promise<T> {
  return inCluster(place, async (database) => {
    const { readSharedPlan, requireCluster } = await import('../../cluster/index.ts');
    await requireCluster(database);
    const plan = await readSharedPlan(database);
    if (plan === null) throw new TarrafaError('TRF_CLUSTER_EMPTY', [database.address.shown]);
    return act(database, plan);
  });
}
