/** A schema of an earlier version is brought forward by its tables' steps; its functions are those of this program, and no others. */
import { afterAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../../test/postgres-server.ts';
import { clusterAddress, Database, migrate } from '../../postgres/index.ts';
import { CLUSTER_TABLES } from './index.ts';

const FUNCTIONS = `select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace s on s.oid = p.pronamespace
  where s.nspname = 'tarrafa' order by 1, 2`;

describe.skipIf(POSTGRES_BIN === null)('the functions of a shared crawl', () => {
  const databases: Database[] = [];
  const fresh = async (): Promise<Database> => {
    const database = await Database.open(clusterAddress(await testDatabase()), { application: 'schema' });
    databases.push(database);
    return database;
  };
  afterAll(() => Promise.all(databases.map((database) => database.close())));

  it('replace those of an earlier version, whatever parameters they had, and leave those of others alone', async () => {
    const [now, before] = [await fresh(), await fresh()];
    await migrate(now, CLUSTER_TABLES);
    const wanted = await now.query(FUNCTIONS);
    expect(wanted.length).toBeGreaterThan(40);
    for (const version of [1, CLUSTER_TABLES.steps.length - 1]) {
      await before.query('drop schema if exists tarrafa cascade');
      await migrate(before, {
        room: 'cluster',
        steps: CLUSTER_TABLES.steps.slice(0, version),
        settle: `
          create function finish(w int) returns int language sql as 'select 1';
          create function finish(w text) returns int language sql as 'select 2';
          create function give_back(w int, ids bigint[], rests float8[]) returns void language sql as 'select';
          create function clock() returns timestamptz language sql as 'select now()';
          create function of_another_room() returns int language sql immutable as 'select 3';`,
      });
      await migrate(before, CLUSTER_TABLES);
      const got = await before.query<{ name: string }>(FUNCTIONS);
      expect(got.filter(({ name }) => name !== 'of_another_room')).toEqual(wanted);
      expect(got).toHaveLength(wanted.length + 1);
    }
  });
});
