/** What the desk remembers, in the database of the crawl. Every statement may be sent twice. */
import { createHash, randomBytes } from 'node:crypto';
import type { Candidate } from '../frontier/index.ts';
import { type Database, migrate, numberArray, textArray } from '../postgres/index.ts';
import type { DeskStore, PagePlace, TakenPage, Volunteer, VolunteerState } from './desk-store.ts';
import { type Record30, withVerdict } from './reputation.ts';
import { DESK_TABLES } from './schema.ts';

const KNOWN_TIMES = 20;

interface PageRow {
  readonly id: number;
  readonly volunteer: number;
  readonly candidate: string;
  readonly marks: string;
}

/** A token as it is kept: of no use to who reads the table. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export class PostgresDeskStore implements DeskStore {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<PostgresDeskStore> {
    await migrate(database, DESK_TABLES);
    return new PostgresDeskStore(database);
  }

  #table(name: string): string {
    return `${this.#database.schema}.desk_${name}`;
  }

  /** A new volunteer; the token is told this once. */
  async invite(name: string): Promise<{ readonly id: number; readonly token: string }> {
    const token = `trv_${randomBytes(24).toString('base64url')}`;
    const [row] = await this.#database.query<{ id: number }>(
      `insert into ${this.#table('volunteer')} (name, token_hash) values ($1, $2)
       on conflict (token_hash) do update set name = excluded.name returning id`,
      [name, tokenHash(token)],
    );
    return { id: row!.id, token };
  }

  /** Its token is good no more; with a name, that of all volunteers of the name. How many. */
  async revoke(who: string): Promise<readonly number[]> {
    const rows = await this.#database.query<{ id: number }>(
      `update ${this.#table('volunteer')} set revoked = true where name = $1 or id::text = $1 returning id`,
      [who],
    );
    return rows.map(({ id }) => id);
  }

  /** The kill switch: nobody gets work while it is on. */
  async stopAll(stopped: boolean): Promise<void> {
    await this.#database.query(`update ${this.#table('switch')} set stopped = $1`, [stopped]);
  }

  /** A volunteer begins anew: what was found of it is forgotten, what was taken back stays so. */
  async pardon(who: string): Promise<number> {
    const rows = await this.#database.query(
      `update ${this.#table('volunteer')} set record = '' where name = $1 or id::text = $1 returning id`,
      [who],
    );
    return rows.length;
  }

  async volunteers(): Promise<VolunteerState[]> {
    const rows = await this.#database.query<
      Omit<VolunteerState, 'made' | 'seen' | 'isRevoked'> & {
        made: number;
        seen: number | null;
        revoked: boolean;
      }
    >(
      `select id, name, record, pages, failures, revoked, (extract(epoch from made) * 1000)::bigint as made,
         (extract(epoch from seen) * 1000)::bigint as seen,
         (select count(*) from ${this.#table('page')} p where p.volunteer = v.id and state = 0) as unverified,
         (select count(*) from ${this.#table('page')} p where p.volunteer = v.id and state in (2, 3)) as quarantined
       from ${this.#table('volunteer')} v order by id`,
    );
    return rows.map(({ made, seen, revoked, ...row }) => ({
      ...row,
      isRevoked: revoked,
      made: new Date(made),
      seen: seen === null ? null : new Date(seen),
    }));
  }

  async volunteerOf(hash: string): Promise<Volunteer | null> {
    const [row] = await this.#database.query<Omit<Volunteer, 'isRevoked'> & { revoked: boolean }>(
      `update ${this.#table('volunteer')} set seen = now() where token_hash = $1 returning id, name, record, pages, revoked`,
      [hash],
    );
    if (row === undefined) return null;
    const { revoked, ...volunteer } = row;
    return { ...volunteer, isRevoked: revoked };
  }

  async brought(volunteer: number, what: 'page' | 'failure'): Promise<void> {
    const column = what === 'page' ? 'pages' : 'failures';
    await this.#database.query(
      `update ${this.#table('volunteer')} set ${column} = ${column} + 1 where id = $1`,
      [volunteer],
    );
  }

  async judged(volunteer: number, verdict: 'agrees' | 'doubtful' | 'differs'): Promise<Record30> {
    return this.#database.transaction(async (query) => {
      const [row] = await query(`select record from ${this.#table('volunteer')} where id = $1 for update`, [
        volunteer,
      ]);
      const record = withVerdict(String(row?.record ?? ''), verdict);
      await query(`update ${this.#table('volunteer')} set record = $2 where id = $1`, [volunteer, record]);
      return record;
    });
  }

  async isStopped(): Promise<boolean> {
    const [row] = await this.#database.query<{ stopped: boolean }>(
      `select stopped from ${this.#table('switch')}`,
    );
    return row?.stopped === true;
  }

  async revoked(ids: readonly number[]): Promise<readonly number[]> {
    const rows = await this.#database.query<{ id: number }>(
      `select id from ${this.#table('volunteer')} where revoked and id = any($1::int[])`,
      [numberArray(ids)],
    );
    return rows.map(({ id }) => id);
  }

  async take({ volunteer, candidate, marks }: Omit<TakenPage, 'id'>, at: number): Promise<number> {
    const [row] = await this.#database.query<{ id: number }>(
      `insert into ${this.#table('page')} (volunteer, at, candidate, marks)
       values ($1, to_timestamp($2::float8 / 1000), $3::text::jsonb, $4::text::jsonb) returning id`,
      [volunteer, at, json(candidate), json(marks)],
    );
    return row!.id;
  }

  async taken(id: number): Promise<TakenPage | null> {
    const rows = await this.#pages('id = $1 and state = 0', [id]);
    return rows[0] ?? null;
  }

  async placed(id: number, { worker, file, offset }: PagePlace): Promise<void> {
    await this.#database.query(
      `update ${this.#table('page')} set worker = $2, file = $3, pos = $4 where id = $1`,
      [id, worker, file, offset],
    );
  }

  async verified(id: number): Promise<void> {
    await this.#database.query(`update ${this.#table('page')} set state = 1 where id = $1 and state = 0`, [
      id,
    ]);
  }

  async quarantine(volunteer: number): Promise<void> {
    await this.#database.transaction(async (query) => {
      await query(`update ${this.#table('page')} set state = 2 where volunteer = $1 and state = 0`, [
        volunteer,
      ]);
      await query(`delete from ${this.#table('link')} where volunteer = $1`, [volunteer]);
    });
  }

  async unqueued(): Promise<readonly TakenPage[]> {
    return this.#pages('state = 2', []);
  }

  async queuedAgain(ids: readonly number[]): Promise<void> {
    await this.#database.query(
      `update ${this.#table('page')} set state = 3 where state = 2 and id = any($1::bigint[])`,
      [numberArray(ids)],
    );
  }

  async meet(
    volunteer: number,
    page: number,
    links: readonly Candidate[],
    at: number,
  ): Promise<ReadonlySet<string>> {
    const hashes = new Map(links.map(({ key }) => [hashOf(key), key]));
    const names = textArray([...hashes.keys()]);
    return this.#database.transaction(async (query) => {
      const met = await query(
        `delete from ${this.#table('link')} where key_hash = any($1::bytea[]) and volunteer <> $2 returning key_hash::text as hash`,
        [names, volunteer],
      );
      const confirmed = new Set(met.map(({ hash }) => hashes.get(String(hash))!));
      const waiting = [...hashes].filter(([, key]) => !confirmed.has(key)).map(([hash]) => hash);
      if (waiting.length > 0)
        await query(
          `insert into ${this.#table('link')} select h, $2, $3, to_timestamp($4::float8 / 1000) from unnest($1::bytea[]) h
           on conflict (key_hash, volunteer) do nothing`,
          [textArray(waiting), volunteer, page, at],
        );
      return confirmed;
    });
  }

  async confirm(keys: readonly string[]): Promise<void> {
    await this.#database.query(`delete from ${this.#table('link')} where key_hash = any($1::bytea[])`, [
      textArray(keys.map(hashOf)),
    ]);
  }

  async unwitnessed(before: number, most: number): Promise<readonly TakenPage[]> {
    return this.#pages(
      `state in (0, 1) and not witness and id in (
         select page from ${this.#table('link')} where at <= to_timestamp($1::float8 / 1000) limit ${most * KNOWN_TIMES}) limit $2`,
      [before, most],
    );
  }

  async witnessAsked(pages: readonly number[]): Promise<void> {
    await this.#database.query(
      `update ${this.#table('page')} set witness = true where id = any($1::bigint[])`,
      [numberArray(pages)],
    );
  }

  async witnessed(page: number): Promise<void> {
    await this.#database.query(`delete from ${this.#table('link')} where page = $1`, [page]);
  }

  async waiting(): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `select count(*) from ${this.#table('link')}`,
    );
    return row!.count;
  }

  async #pages(where: string, parameters: readonly (number | string)[]): Promise<TakenPage[]> {
    const rows = await this.#database.query<PageRow>(
      `select id, volunteer, candidate::text as candidate, marks::text as marks from ${this.#table('page')} where ${where}`,
      parameters,
    );
    return rows.map(({ candidate, marks, ...row }) => ({
      ...row,
      candidate: JSON.parse(candidate),
      marks: JSON.parse(marks),
    }));
  }
}

/** PostgreSQL keeps no NUL in text; addresses of strangers may have one, escaped. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '');

const hashOf = (key: string): string => `\\x${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
