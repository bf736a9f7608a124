/**
 * The SQL driver, behind one small file: prepared statements and transactions on one SQLite database. Nothing else in the house knows
 * which package it is (but `src/files/held-file.ts`, which takes a lock by it), nor its habits:
 * - it cuts a text at its first NUL, so texts of strangers are kept in blobs or go through `sqlText`;
 * - it gives blobs as a Buffer when one row is asked for, as an ArrayBuffer otherwise; here they are always a Buffer;
 * - it takes a single object for named parameters, so values always travel as one array;
 * - it has no read-only mode of its own, so that is asked of SQLite (`query_only`).
 */
import { pathToFileURL } from 'node:url';
import { toUSVString } from 'node:util';
import Driver from 'libsql';

export type SqlValue = string | number | bigint | Uint8Array | null;

export interface Statement {
  run(...values: SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  get<Row>(...values: SqlValue[]): Row | undefined;
  all<Row>(...values: SqlValue[]): Row[];
  iterate<Row>(...values: SqlValue[]): IterableIterator<Row>;
}

export interface Database {
  prepare(sql: string): Statement;
  /** Prepared once and kept: for statements that are not iterated while they are asked again. */
  statement(sql: string): Statement;
  exec(sql: string): void;
  /** Runs `work` in one transaction: all of it is kept, or nothing. */
  transaction<T>(work: () => T): T;
  /** Runs `work` on one state of the database, whatever other processes write meanwhile. Inside a transaction it just runs. */
  snapshot<T>(work: () => T): T;
  close(): void;
}
export interface OpenOptions {
  readonly readOnly?: boolean;
  /** Nobody can write to it: it lies on a medium that takes nothing, where not even the files of a reader can be made beside it. */
  readonly immutable?: boolean;
}

/** How long a writer waits for another one, in ms. */
const BUSY_TIMEOUT = 10_000;

export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const driver = opened(options.immutable === true ? `${pathToFileURL(path).href}?immutable=1` : path);
  driver.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  if (options.readOnly === true) driver.exec('PRAGMA query_only = 1');
  const kept = new Map<string, Statement>();
  let inside = false;
  /** The first error of a transaction: SQLite may have rolled back on it, and what fails after that only follows from it. */
  let first: unknown = null;
  const noted = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (inside) first ??= error;
      throw error;
    }
  };
  const prepare = (sql: string): Statement => {
    const statement = driver.prepare(sql) as unknown as {
      run(values: SqlValue[]): ReturnType<Statement['run']>;
      get(values: SqlValue[]): unknown;
      all(values: SqlValue[]): unknown[];
      iterate(values: SqlValue[]): IterableIterator<unknown>;
    };
    return {
      run: (...values) => noted(() => statement.run(values)),
      get: <Row>(...values: SqlValue[]) => noted(() => statement.get(values)) as Row | undefined,
      all: <Row>(...values: SqlValue[]) => {
        const rows = noted(() => statement.all(values));
        for (const row of rows) bufferBlobs(row);
        return rows as Row[];
      },
      *iterate<Row>(...values: SqlValue[]) {
        for (const row of statement.iterate(values)) {
          bufferBlobs(row);
          yield row as Row;
        }
      },
    };
  };
  const within = <T>(begin: string, work: () => T): T => {
    driver.exec(begin);
    inside = true;
    first = null;
    try {
      const result = work();
      driver.exec('COMMIT');
      return result;
    } catch (error) {
      if (!driver.inTransaction) throw first ?? error;
      driver.exec('ROLLBACK');
      throw error;
    } finally {
      inside = false;
    }
  };
  return {
    prepare,
    statement(sql) {
      let statement = kept.get(sql);
      if (statement === undefined) {
        statement = prepare(sql);
        kept.set(sql, statement);
      }
      return statement;
    },
    exec: (sql) => noted(() => void driver.exec(sql)),
    transaction: (work) => within('BEGIN IMMEDIATE', work),
    snapshot: (work) => (inside ? work() : within('BEGIN', work)),
    close: () => void driver.close(),
  };
}

function opened(path: string): InstanceType<typeof Driver> {
  try {
    return new Driver(path);
  } catch (cause) {
    // The driver gives this one error no code.
    throw Object.assign(new Error((cause as Error).message, { cause }), { code: 'SQLITE_CANTOPEN' });
  }
}

function bufferBlobs(row: unknown): void {
  const values = row as Record<string, unknown>;
  for (const name in values) {
    const value = values[name];
    if (value instanceof ArrayBuffer) values[name] = Buffer.from(value);
  }
}

/** A text as SQL can keep it: without NUL and lone surrogates, each replaced by one unit so that offsets hold. */
export function sqlText(text: string): string {
  const formed = toUSVString(text);
  return formed.includes('\0') ? formed.replaceAll('\0', '\uFFFD') : formed;
}

/** SQLite's own name of what went wrong (`SQLITE_FULL`), '' when it is no error of SQLite. */
export function sqliteCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}
