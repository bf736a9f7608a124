/** Statements on the tables of a shared catalogue, which they call by `@page`, `@link` …, without session or search path. */
import { type Database, numberArray, type Parameter, type Query } from '../../postgres/index.ts';

/** Work of many statements may wait for another writer, and move much. */
const PATIENCE = 600_000;
/** Many small statements: none is worth a compiler. */
const JUST_BEGUN = "select set_config('jit', 'off', true)";

export class Tables {
  readonly database: Database;
  /** The schema that PostGIS stands in. */
  readonly postgis: string;
  readonly #named = new Map<string, string>();

  constructor(database: Database, postgis: string) {
    this.database = database;
    this.postgis = postgis;
  }

  /** One statement that may happen twice. */
  async query<T>(text: string, parameters: readonly Parameter[] = []): Promise<T[]> {
    return this.database.query<T>(this.#name(text), parameters);
  }

  /** Statements that happen together or not at all, done again from the first while the server is away. */
  async transaction<T>(work: (query: Query) => Promise<T>, begin = JUST_BEGUN): Promise<T> {
    return this.database.transaction(
      async (query) => {
        await query(begin);
        return work((text, parameters) => query(this.#name(text), parameters));
      },
      { patience: PATIENCE },
    );
  }

  /** The same on one state of the tables, whatever others write meanwhile. */
  async snapshot<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.transaction(work, 'set transaction isolation level repeatable read, read only');
  }

  #name(text: string): string {
    let named = this.#named.get(text);
    if (named === undefined) {
      named = text.replaceAll(/@([a-z_]+)/g, `${this.database.schema}.catalogue_$1`);
      this.#named.set(text, named);
    }
    return named;
  }
}

/** Whole numbers as `bigint` takes them. */
export function whole(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(value)));
}

/** The same for `int`. */
export const small = (value: number): number => Math.max(-0x7fffffff, Math.min(0x7fffffff, whole(value)));

/** Many byte strings in one parameter, and where each stands in it: `substring(bytes from start for length)`. */
export function joined(parts: readonly Uint8Array[]): {
  readonly bytes: Buffer;
  readonly starts: string;
  readonly lengths: string;
} {
  const starts: number[] = [];
  let at = 1;
  for (const part of parts) {
    starts.push(at);
    at += part.length;
  }
  return {
    bytes: Buffer.concat(parts),
    starts: numberArray(starts),
    lengths: numberArray(parts.map((part) => part.length)),
  };
}
