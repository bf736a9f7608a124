/**
 * Records behind the marks that are not in the catalogue: those that did not count when they were passed by, and may come to count, and those that
 * went out with a page that was withdrawn, and are to be read again.
 */
import { type Database, numberArray, type Query, textArray } from '../../postgres/index.ts';
import { sqlText } from '../sqlite.ts';
import { Interning } from './interning.ts';
import { Tables, whole } from './tables.ts';

export interface RecordAt {
  /** `worker/file.warc.gz`. */
  readonly file: string;
  readonly offset: number;
}

export class UnreadRecords {
  readonly #tables: Tables;
  readonly #interning: Interning;

  constructor(database: Database) {
    this.#tables = new Tables(database, '');
    this.#interning = new Interning(this.#tables);
  }

  async add(records: readonly RecordAt[]): Promise<void> {
    if (records.length === 0) return;
    const file = await this.#interning.files(records.map((record) => record.file));
    await noteUnread(
      (text, parameters) => this.#tables.query(text, parameters),
      records.map((record) => ({ file: file(record.file), position: whole(record.offset) })),
    );
  }

  async all(): Promise<readonly RecordAt[]> {
    return this.#tables.query<RecordAt>(
      'select file.name as file, unread.position as "offset" from @unread unread join @archive_file file on file.id = unread.file',
    );
  }

  /** Whoever reads files again from there meets all that stand behind it. */
  async forget(from: readonly RecordAt[]): Promise<void> {
    await this.#tables.query(
      `delete from @unread unread using @archive_file file, unnest($1::text[], $2::bigint[]) as t (name, position)
        where file.name = t.name and unread.file = file.id and unread.position >= t.position`,
      [
        textArray(from.map(({ file }) => sqlText(file))),
        numberArray(from.map(({ offset }) => whole(offset))),
      ],
    );
  }
}

/** The same in a transaction, by the numbers of the files. */
export async function noteUnread(
  query: Query,
  records: readonly { readonly file: number; readonly position: number }[],
): Promise<void> {
  await query(
    'insert into @unread (file, position) select * from unnest($1::int[], $2::bigint[]) on conflict do nothing',
    [numberArray(records.map(({ file }) => file)), numberArray(records.map(({ position }) => position))],
  );
}
