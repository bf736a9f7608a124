/**
 * What the desk took back, for those who read the archive: a record that was brought by a volunteer who turned out to lie stays in its file, and
 * counts for nobody any more.
 */
import { type Database, migrate, numberArray } from '../postgres/index.ts';
import type { PagePlace } from './desk-store.ts';
import { DESK_TABLES, hasDesk } from './schema.ts';

/** A page that was taken back, and may still be in the catalogue. */
export interface RefusedPage extends PagePlace {
  readonly id: number;
  readonly url: string;
}

const AT_ONCE = 1_000;

export class RefusedPages {
  readonly #database: Database;
  readonly #table: string;

  private constructor(database: Database) {
    this.#database = database;
    this.#table = `${database.schema}.desk_page`;
  }

  /** Null where no volunteer ever worked. */
  static async open(database: Database): Promise<RefusedPages | null> {
    if (!(await hasDesk(database))) return null;
    await migrate(database, DESK_TABLES);
    return new RefusedPages(database);
  }

  /** Where the records stand in a file that do not count. */
  async inFile(worker: string, file: string): Promise<number[]> {
    const rows = await this.#database.query<{ pos: number }>(
      `select pos from ${this.#table} where state >= 2 and worker = $1 and file = $2`,
      [worker, file],
    );
    return rows.map(({ pos }) => pos);
  }

  /** Some of those that nobody has taken out of the catalogue yet, behind one of them. */
  async shown(after: number): Promise<readonly RefusedPage[]> {
    return this.#database.query<RefusedPage>(
      `select id, worker, file, pos as "offset", candidate->>'url' as url from ${this.#table}
       where state >= 2 and not withdrawn and file is not null and id > $1 order by id limit ${AT_ONCE}`,
      [after],
    );
  }

  /** They are in the catalogue no more, and nobody who reads their files from now on puts them there. */
  async withdrawn(ids: readonly number[]): Promise<void> {
    await this.#database.query(`update ${this.#table} set withdrawn = true where id = any($1::bigint[])`, [
      numberArray(ids),
    ]);
  }
}
