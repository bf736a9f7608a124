/**
 * Tables and functions of a room, with a version. A schema is brought forward by whoever opens it for writing first; a program that is older
 * than the schema, or a worker that is newer than it, is told so and touches nothing.
 */
import { TarrafaError } from '../errors.ts';
import { systemFailure } from '../words/why.ts';
import type { Database } from './database.ts';

/** As PostgreSQL calls it: insufficient privilege. */
const MAY_NOT = '42501';

export interface Migrations {
  /** Whose tables: the name under which the version is kept. */
  readonly room: string;
  /** The first makes what there is in version 1, the second brings that to version 2, and so on. The schema is the first in the search path. */
  readonly steps: readonly string[];
  /** Behind the last step, whichever was the first: what holds for all that there is, and may be said again. */
  readonly settle?: string;
}

/** Makes the schema, or brings it to the version of this program. Throws TRF_CLUSTER_REFUSED when the role may not. */
export async function migrate(database: Database, migrations: Migrations): Promise<void> {
  try {
    await bringForward(database, migrations);
  } catch (error) {
    if ((error as { code?: unknown }).code !== MAY_NOT) throw error;
    throw new TarrafaError('TRF_CLUSTER_REFUSED', [database.address.shown, systemFailure(error)], {
      cause: error,
    });
  }
}

async function bringForward(database: Database, { room, steps, settle }: Migrations): Promise<void> {
  const { schema } = database;
  await database.transaction(
    async (query) => {
      // Held to the end of the transaction: of two who begin, one waits.
      await query('select pg_advisory_xact_lock(hashtext($1))', [`tarrafa ${schema}`]);
      await query(`create schema if not exists ${schema}`);
      await query(`set local search_path = ${schema}, public`);
      await query('create table if not exists version (room text primary key, version int not null)');
      const version = await versionOf(query, schema, room);
      if (version > steps.length) throw otherVersion(version, steps.length);
      if (version === steps.length) return;
      for (const step of steps.slice(version)) await query(step);
      if (settle !== undefined) await query(settle);
      await query(
        'insert into version values ($1, $2) on conflict (room) do update set version = excluded.version',
        [room, steps.length],
      );
    },
    { patience: 600_000 },
  );
}

/** Throws TRF_CLUSTER_VERSION when the schema is not that of this program, and TRF_CLUSTER_EMPTY when there is none. */
export async function requireVersion(database: Database, { room, steps }: Migrations): Promise<void> {
  const { schema, address } = database;
  const [made] = await database.query<{ made: boolean }>(`select to_regclass($1) is not null as made`, [
    `${schema}.version`,
  ]);
  const version = made?.made
    ? await versionOf((text, values) => database.query(text, values), schema, room)
    : 0;
  if (version === 0) throw new TarrafaError('TRF_CLUSTER_EMPTY', [address.shown]);
  if (version !== steps.length) throw otherVersion(version, steps.length);
}

async function versionOf(
  query: (text: string, values: readonly string[]) => Promise<Record<string, unknown>[]>,
  schema: string,
  room: string,
): Promise<number> {
  const [row] = await query(`select version from ${schema}.version where room = $1`, [room]);
  return Number(row?.version ?? 0);
}

const otherVersion = (schema: number, program: number): TarrafaError =>
  new TarrafaError('TRF_CLUSTER_VERSION', [schema, program]);
