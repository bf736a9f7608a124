/** PostGIS, the one extension that a shared catalogue needs. */
import { TarrafaError } from '../../errors.ts';
import type { Database } from '../../postgres/index.ts';

/** The schema that PostGIS stands in, as it is written in statements. Throws TRF_CLUSTER_POSTGIS where it is not, and this role may not make it. */
export async function postgisSchema(database: Database): Promise<string> {
  const found = await installed(database);
  if (found !== null) return found;
  try {
    await database.query('create extension if not exists postgis');
  } catch (cause) {
    if (cause instanceof TarrafaError) throw cause;
    throw new TarrafaError('TRF_CLUSTER_POSTGIS', [database.address.shown, (cause as Error).message], {
      cause,
    });
  }
  return (await installed(database))!;
}

async function installed(database: Database): Promise<string | null> {
  const [row] = await database.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'postgis'`,
  );
  return row?.name ?? null;
}
