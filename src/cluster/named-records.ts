/**
 * Which records of the archive a visit names. Of one that none names, the visit did not count: its worker was taken for dead before it had ended
 * it, and another fetched the page again; or the database was restored from before.
 */
import type { Database } from '../postgres/index.ts';
import type { ArchiveFile } from './stored-files.ts';

/** Where they begin in a file, from `from` on. The lives of a worker may speak of one and the same file. */
export async function namedRecords(
  database: Database,
  { worker, name }: ArchiveFile,
  from = 0,
): Promise<Set<number>> {
  const { schema } = database;
  const rows = await database.query<{ pos: number }>(
    `select v.pos from ${schema}.visit v where v.file = any(array(
       select f.id from ${schema}.file f join ${schema}.worker w on w.id = f.worker where w.name = $1 and f.name = $2)) and v.pos >= $3`,
    [worker, name, from],
  );
  return new Set(rows.map(({ pos }) => pos));
}
