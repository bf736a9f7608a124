/** Archive files of all workers that are in the store, as the database knows. An object is `worker/name`, by the name of the worker's folder. */
import type { Database } from '../postgres/index.ts';

/** Where an answer was archived. */
export interface ArchiveFile {
  /** The name of the worker. */
  readonly worker: string;
  readonly name: string;
}

/** A file of a worker is in the store. Told again, it stays as it was. */
export async function fileStored(database: Database, file: ArchiveFile, bytes: number): Promise<void> {
  await database.query(`select ${database.schema}.file_stored($1, $2, $3)`, [file.worker, file.name, bytes]);
}

/** How the archive of a crawl stands. */
export interface ArchiveState {
  /** Where it is kept; null while each worker keeps its own. */
  readonly store: string | null;
  readonly files: number;
  readonly bytes: number;
  /** By worker, what its visits speak of and the store does not have, as the database knows. */
  readonly waiting: readonly WaitingFiles[];
  /** Visits that were queued again because their answers were lost with a machine. */
  readonly lost: number;
}

export interface WaitingFiles {
  readonly worker: string;
  readonly isAlive: boolean;
  readonly files: number;
}

export async function readArchiveState(database: Database, store: string | null): Promise<ArchiveState> {
  const { schema } = database;
  const [sums] = await database.query<{ files: number; bytes: number; lost: number }>(
    `select files, bytes, (select coalesce(sum(lost), 0) from ${schema}.worker)::bigint as lost from ${schema}.archive_sums`,
  );
  const waiting = await database.query<{ worker: string; alive: boolean; files: number }>(
    `select n.name as worker, n.alive, cardinality(${schema}.lost_files(n.name)) as files
     from (select w.name, bool_or(w.alive) as alive from ${schema}.worker w
           where w.name in (select y.name from ${schema}.file f join ${schema}.worker y on y.id = f.worker where f.stored is null) group by w.name) n
     where cardinality(${schema}.lost_files(n.name)) > 0 order by n.name`,
  );
  return {
    store,
    ...sums!,
    waiting: waiting.map(({ alive, ...row }) => ({ ...row, isAlive: alive })),
  };
}

/**
 * Names the store of a crawl. One that has none gets it at any time; another one it gets only while nothing is stored and nobody works on it, for
 * all records are read from one place. Answers the store that it has then.
 */
export async function nameStore(database: Database, store: string): Promise<string | null> {
  const { schema } = database;
  await database.query(
    `update ${schema}.crawl set store = $1 where store is null or (store <> $1
       and not exists (select from ${schema}.file where nth is not null) and not exists (select from ${schema}.worker where alive))`,
    [store],
  );
  const [row] = await database.query<{ store: string | null }>(`select store from ${schema}.crawl`);
  return row?.store ?? null;
}
