/** A crawl in a database whose clock is that of the test. */
import { testDatabase } from '../../test/postgres-server.ts';
import type { FrontierOptions } from '../frontier/index.ts';
import { clusterAddress, Database } from '../postgres/index.ts';
import { initCluster } from './shared-crawl.ts';
import { beginSharedCrawl } from './shared-plan.ts';

let address: Promise<string> | null = null;

/** A database that is told the time with every statement. */
export function byClock(database: Database, now: () => number): Database {
  const told = async (): Promise<void> => {
    await database.query(`update ${database.schema}.told_time set at = to_timestamp($1::float8 / 1000)`, [
      now(),
    ]);
  };
  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      if (name === 'query' || name === 'persist')
        return async (...args: unknown[]) => {
          await told();
          return value.apply(target, args);
        };
      return value.bind(target);
    },
  });
}

/** A connection to the schema of that name. */
export async function connectTo(schema: string): Promise<Database> {
  address ??= testDatabase();
  return Database.open(clusterAddress(`${await address}?schema=${schema}`, {}), { application: 'suite' });
}

/** Begins a crawl there. */
export async function beginByClock(database: Database, options: FrontierOptions): Promise<void> {
  const { schema } = database;
  await initCluster(database);
  await database.script(`create table ${schema}.told_time as select now() as at;
    create or replace function ${schema}.clock() returns timestamptz language sql volatile as 'select at from ${schema}.told_time'`);
  await beginSharedCrawl(byClock(database, options.now), {
    maxPages: Number.POSITIVE_INFINITY,
    ttl: 60_000,
    partitions: 0,
    store: null,
    settings: {},
    ...options,
  });
}
