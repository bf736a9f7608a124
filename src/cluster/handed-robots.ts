/** The robots files of sites that change hands, so that they are not asked for again while they are fresh. */
import type { Database } from '../postgres/index.ts';
import { Names } from './names.ts';

/** A longer one is asked for by whoever needs it: nobody's files fill the table. */
const LONGEST = 32_768;

export class HandedRobots {
  readonly #database: Database;
  #names: Promise<Names> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What was told of an origin, and for how many ms it is still fresh; null when nothing was. */
  async find(origin: string): Promise<{ readonly value: string; readonly fresh: number } | null> {
    const [row] = await this.#database.query<{ said: string; fresh: number }>(
      `select said, fresh from ${this.#database.schema}.robots_of($1::bigint)`,
      [await this.#idOf(origin)],
    );
    return row === undefined ? null : { value: row.said, fresh: row.fresh };
  }

  async tell(origin: string, value: string, fresh: number): Promise<void> {
    if (value.length > LONGEST || fresh <= 0) return;
    await this.#database.query(`select ${this.#database.schema}.keep_robots($1::bigint, $2, $3)`, [
      await this.#idOf(origin),
      value,
      fresh,
    ]);
  }

  async #idOf(origin: string): Promise<string> {
    this.#names ??= this.#database
      .query<{ seed_a: number; seed_b: number }>(`select seed_a, seed_b from ${this.#database.schema}.crawl`)
      .then(([seeds]) => new Names(seeds!.seed_a, seeds!.seed_b));
    return (await this.#names).address(origin);
  }
}
