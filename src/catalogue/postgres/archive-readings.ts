/**
 * Who reads which file of the archive of many machines into their catalogue. A file is taken for a limited time, by the clock of the server,
 * and that is renewed while it is read: what a process that died had taken goes to others when its time is over. How far a file was read is
 * said by the marks of the catalogue, which are written with what was read; so a file that two read after all is only read in vain.
 */
import { randomUUID } from 'node:crypto';
import { type Database, textArray } from '../../postgres/index.ts';
import { sqlText } from '../sqlite.ts';
import { Tables } from './tables.ts';

/** How long a process may be silent before others take its files, ms. */
const USUAL_TIME = 60_000;

export interface ArchiveReadingsOptions {
  /** ms. */
  readonly time?: number | undefined;
}

export class ArchiveReadings {
  readonly #tables: Tables;
  readonly #holder = randomUUID();
  readonly #time: number;
  readonly #held = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<unknown> = Promise.resolve();

  constructor(database: Database, { time = USUAL_TIME }: ArchiveReadingsOptions = {}) {
    this.#tables = new Tables(database, '');
    this.#time = time;
    this.#timer = setInterval(() => {
      this.#renewing = this.#renew().catch(() => {});
    }, time / 3);
    this.#timer.unref();
  }

  /** Takes those of the files that nobody has; answers which. */
  async take(files: readonly string[]): Promise<ReadonlySet<string>> {
    const names = [...new Set(files.map(sqlText))].sort();
    const taken = await this.#tables.query<{ file: string }>(
      `insert into @reading as reading (file, holder, until)
        select file, $2::uuid, clock_timestamp() + $3::float8 * interval '1 ms' from unnest($1::text[]) as file
        on conflict (file) do update set holder = excluded.holder, until = excluded.until
          where reading.until < clock_timestamp() or reading.holder = excluded.holder returning file`,
      [textArray(names), this.#holder, this.#time],
    );
    for (const { file } of taken) this.#held.add(file);
    return new Set(taken.map(({ file }) => file));
  }

  /** Whether a file is still this process's to read. */
  has(file: string): boolean {
    return this.#held.has(sqlText(file));
  }

  async release(files: Iterable<string>): Promise<void> {
    const names = [...files].map(sqlText);
    for (const name of names) this.#held.delete(name);
    await this.#tables.query('delete from @reading where holder = $1::uuid and file = any($2::text[])', [
      this.#holder,
      textArray(names),
    ]);
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await this.release([...this.#held]);
  }

  /** What others took meanwhile is not held any more. */
  async #renew(): Promise<void> {
    if (this.#held.size === 0) return;
    const asked = [...this.#held];
    const kept = await this.#tables.query<{ file: string }>(
      `update @reading set until = clock_timestamp() + $2::float8 * interval '1 ms'
        where holder = $1::uuid and file = any($3::text[]) returning file`,
      [this.#holder, this.#time, textArray(asked)],
    );
    const still = new Set(kept.map(({ file }) => file));
    for (const file of asked) if (!still.has(file)) this.#held.delete(file);
  }
}
