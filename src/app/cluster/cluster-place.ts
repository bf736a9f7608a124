/** The database of a cluster, as a person names it: an address without a password, or a file that holds one. */
import type { Database, DatabaseOptions } from '../../postgres/index.ts';

export type ClusterPlace = { readonly address: string } | { readonly file: string };

/** Who waits for a database that is away when it is first asked, and what is told meanwhile. */
type Patience = Pick<DatabaseOptions, 'history' | 'onHistory'> & {
  readonly onAway?: ((error: Error | null) => void) | undefined;
};

export async function openCluster(
  place: ClusterPlace,
  application: string,
  patience: Patience | null = null,
): Promise<Database> {
  const { clusterAddress, Database, readClusterFile } = await import('../../postgres/index.ts');
  const address = 'file' in place ? readClusterFile(place.file) : clusterAddress(place.address);
  return Database.open(address, {
    application,
    connections: 3,
    ...(patience ? { awayAtFirst: 60_000 } : {}),
    ...(patience?.onAway ? { onAway: patience.onAway } : {}),
    ...(patience?.history ? { history: patience.history } : {}),
    ...(patience?.onHistory ? { onHistory: patience.onHistory } : {}),
  });
}

/** Something done with the database, which is closed behind it. */
export async function inCluster<T>(
  place: ClusterPlace,
  act: (database: Database) => Promise<T>,
  application = 'tarrafa',
  patience: Patience | null = null,
): Promise<T> {
  const database = await openCluster(place, application, patience);
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}
