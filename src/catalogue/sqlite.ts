/**
 * The SQL driver, behind one small file: prepared statements and transactions on one SQLite database. Nothing else in the house knows
 * which package it is.
 */
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
  exec(sql: string): void;
  /** Runs `work` in one transaction: all of it is kept, or nothing. */
  transaction<T>(work: () => T): T;
  close(): void;
}
export interface OpenOptions {
  readonly readOnly?: boolean;
}

export function openDatabase(path: string, options: OpenOptions = {}): Database {
  const driver = new Driver(path, { readonly: options.readOnly === true } as ConstructorParameters<
    typeof Driver
  >[1]);
  return {
    prepare: (sql) => driver.prepare(sql) as unknown as Statement,
    exec: (sql) => void driver.exec(sql),
    transaction<T>(work: () => T): T {
      driver.exec('BEGIN IMMEDIATE');
      let result: T;
      try {
        result = work();
      } catch (error) {
        driver.exec('ROLLBACK');
        throw error;
      }
      driver.exec('COMMIT');
      return result;
    },
    close: () => void driver.close(),
  };
}
