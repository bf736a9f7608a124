/** The shared frontier keeps the promises of the port, by the clock of the suite. */
import { afterAll, describe } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../test/postgres-server.ts';
import { frontierSuite } from '../frontier/frontier.suite.ts';
import type { FrontierOptions } from '../frontier/index.ts';
import { clusterAddress, Database } from '../postgres/index.ts';
import { enterSharedCrawl, initCluster } from './shared-crawl.ts';
import type { SharedFrontier } from './shared-frontier.ts';
import { beginSharedCrawl } from './shared-plan.ts';

/** A database whose clock is that of the test: it is told the time with every statement. */
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

describe.skipIf(POSTGRES_BIN === null)('shared', () => {
  let address: Promise<string> | null = null;
  let schemas = 0;
  const open: Database[] = [];
  afterAll(async () => {
    for (const database of open) await database.close();
  });

  const plain = {
    maxPages: Number.POSITIVE_INFINITY,
    ttl: 60_000,
    partitions: 0,
    store: null,
    settings: {},
  };

  for (const policy of ['breadth-first', 'horizontal', 'priority'] as const)
    frontierSuite(`in PostgreSQL, ${policy}`, (options: FrontierOptions) => {
      const name = `s${++schemas}`;
      const given = { ...options, policy };
      let database: Database | null = null;
      let frontier: SharedFrontier | null = null;
      return {
        keepsLeases: false,
        async open() {
          if (database === null) {
            address ??= testDatabase();
            database = await Database.open(clusterAddress(`${await address}?schema=${name}`, {}), {
              application: 'suite',
            });
            open.push(database);
            await initCluster(database);
            await database.script(`create table ${name}.told_time as select now() as at;
              create or replace function ${name}.clock() returns timestamptz language sql volatile as 'select at from ${name}.told_time'`);
            await beginSharedCrawl(byClock(database, options.now), { ...plain, ...given });
          }
          frontier = await enterSharedCrawl(byClock(database, options.now), given, { name: 'one' });
          return frontier;
        },
        async kill() {
          frontier?.abandon();
        },
        async remove() {
          frontier?.abandon();
        },
      };
    });
});
