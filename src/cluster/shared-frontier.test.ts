/** The shared frontier keeps the promises of the port, by the clock of the suite. */
import { afterAll, describe } from 'vitest';
import { POSTGRES_BIN } from '../../test/postgres-server.ts';
import { frontierSuite } from '../frontier/frontier.suite.ts';
import type { FrontierOptions } from '../frontier/index.ts';
import type { Database } from '../postgres/index.ts';
import { enterSharedCrawl } from './shared-crawl.ts';
import type { SharedFrontier } from './shared-frontier.ts';
import { beginByClock, byClock, connectTo } from './told-clock.suite.ts';

describe.skipIf(POSTGRES_BIN === null)('shared', () => {
  let schemas = 0;
  const open: Database[] = [];
  afterAll(async () => {
    for (const database of open) await database.close();
  });

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
            database = await connectTo(name);
            open.push(database);
            await beginByClock(database, given);
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
