/** Archive files of all workers that are in the store, as the database knows. An object is `worker/name`, by the name of the worker's folder. */
import type { Database } from '../postgres/index.ts';

/** Where an answer was archived. */
export interface ArchiveFile {
  /** The name of the worker. */
  readonly worker: string;
  readonly name: string;
}

export interface StoredFile extends ArchiveFile {
  /** Grows with each file that comes into the store: who has seen one has seen all before it. */
  readonly nth: number;
  readonly bytes: number;
  readonly stored: Date;
}

/** The name of its object in the store. */
export const objectOf = ({ worker, name }: ArchiveFile): string => `${worker}/${name}`;

/** A file of a worker is in the store. Told again, it stays as it was. */
export async function fileStored(database: Database, file: ArchiveFile, bytes: number): Promise<void> {
  await database.query(`select ${database.schema}.file_stored($1, $2, $3)`, [file.worker, file.name, bytes]);
}

/** The first of those behind `after`, in the order in which they came into the store. */
export async function readStoredFiles(
  database: Database,
  after: number,
  most: number,
): Promise<StoredFile[]> {
  const { schema } = database;
  const rows = await database.query<Omit<StoredFile, 'stored'> & { readonly stored: number }>(
    `select f.nth, w.name as worker, f.name, max(f.bytes) as bytes, (extract(epoch from min(f.stored)) * 1000)::bigint as stored
     from ${schema}.file f join ${schema}.worker w on w.id = f.worker
     where f.nth > $1 group by f.nth, w.name, f.name order by f.nth limit $2`,
    [after, most],
  );
  return rows.map((row) => ({ ...row, stored: new Date(row.stored) }));
}

/** The file that a visit names by its number; null when there is none. */
export async function readArchiveFile(database: Database, id: number): Promise<ArchiveFile | null> {
  const { schema } = database;
  const [row] = await database.query<ArchiveFile>(
    `select w.name as worker, f.name from ${schema}.file f join ${schema}.worker w on w.id = f.worker where f.id = $1`,
    [id],
  );
  return row ?? null;
}
