/** What people added to a collection, carried along when its crawl is taken into a database or out of it. */
import { join } from 'node:path';
import type { Kept, KeptChange, KeptKind, KeptOutcome, Slice, SliceOptions } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';

/** A place of such things: the file of a folder, or the table of a database. */
interface KeptThings {
  get(kind: KeptKind, id: string): Promise<Kept | null> | Kept | null;
  list(kind: KeptKind, options: SliceOptions): Promise<Slice<Kept>> | Slice<Kept>;
  keep(change: KeptChange): Promise<KeptOutcome>;
}

const KINDS = ['correction', 'dossier', 'saved-search'] as const satisfies readonly KeptKind[];
const AT_ONCE = 1_000;

async function copyKept(from: KeptThings, to: KeptThings): Promise<number> {
  let copied = 0;
  for (const kind of KINDS) {
    let cursor: string | undefined;
    do {
      const slice = await from.list(kind, { cursor, limit: AT_ONCE });
      for (const { id, at, by, value } of slice.items) {
        // Begun before and stopped: what is there is of the same source.
        const expected = (await to.get(kind, id))?.version ?? 0;
        await to.keep({ kind, id, expected, at, by, value });
        copied++;
      }
      cursor = slice.next ?? undefined;
    } while (cursor !== undefined);
  }
  return copied;
}

/** Into the folder of a crawl; nothing when the database has no catalogue. The number of things. */
export async function keptIntoFolder(database: Database, folder: string): Promise<number> {
  const { sharedKept } = await import('../../catalogue/postgres/index.ts');
  let shared: KeptThings;
  try {
    shared = await sharedKept(database);
  } catch (error) {
    if (error instanceof TarrafaError && error.code === 'TRF_CLUSTER_EMPTY') return 0;
    throw error;
  }
  return copyKept(shared, await keptOfFolder(folder));
}

/** Into a database, whose catalogue is begun for it. Nothing is begun for a folder to which nobody added anything. */
export async function keptIntoDatabase(folder: string, database: Database): Promise<number> {
  const own = await keptOfFolder(folder);
  if (KINDS.every((kind) => own.list(kind, { limit: 1 }).items.length === 0)) return 0;
  const { prepareSharedCatalogue, sharedKept } = await import('../../catalogue/postgres/index.ts');
  await prepareSharedCatalogue(database);
  return copyKept(own, await sharedKept(database));
}

async function keptOfFolder(folder: string) {
  const [{ KeptFile, keptPath }, { CATALOGUE_NAME }] = await Promise.all([
    import('../../catalogue/index.ts'),
    import('../../collection/index.ts'),
  ]);
  return new KeptFile(keptPath(join(folder, CATALOGUE_NAME)), false);
}
