import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Cable } from '../../test/cable.ts';
import { POSTGRES_BIN, PostgresServer, testDatabase } from '../../test/postgres-server.ts';
import { clusterAddress } from './cluster-address.ts';
import { Database, isFenced } from './database.ts';
import { type Migrations, migrate, requireVersion } from './migrations.ts';

describe.skipIf(POSTGRES_BIN === null)('a database', () => {
  const open: Database[] = [];
  const servers: PostgresServer[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  afterAll(async () => {
    for (const each of servers) await each.remove();
  });

  async function connect(address: string, more: object = {}): Promise<Database> {
    const database = await Database.open(clusterAddress(address, {}), { application: 'test', ...more });
    open.push(database);
    return database;
  }

  it('that is not there is said with its address', async () => {
    const nobody = connect('postgres://127.0.0.1:1/x', { away: 100 });
    await expect(nobody).rejects.toMatchObject({ code: 'TRF_CLUSTER_UNREACHABLE', exit: 1 });
    await expect(nobody).rejects.toThrow('postgres://127.0.0.1:1/x');
  });

  it('that does not let in says why at once, and is not waited for', async () => {
    const server = await PostgresServer.start();
    servers.push(server);
    const address = await server.database();
    const refusal = (given: string, env: NodeJS.ProcessEnv = {}) =>
      Database.open(clusterAddress(given, env), { application: 'test' }).catch((error) => error);
    expect(await refusal(address.replace(/[^/]*$/, 'nenhum'))).toMatchObject({
      code: 'TRF_CLUSTER_REFUSED',
      exit: 2,
      message: expect.stringContaining('none of that name'),
    });
    const notOurs = await connect(address.replace(/[^/]*$/, 'postgres'));
    await expect(migrate(notOurs, { room: 'fish', steps: [] })).rejects.toMatchObject({
      code: 'TRF_CLUSTER_REFUSED',
    });
    await server.askForPasswords();
    expect(await refusal(address)).toMatchObject({
      code: 'TRF_CLUSTER_REFUSED',
      message: expect.stringContaining('none was given'),
    });
    expect(await refusal(address, { PGPASSWORD: 'errada' })).toMatchObject({
      code: 'TRF_CLUSTER_REFUSED',
      message: expect.stringContaining('is wrong'),
    });
  });

  it('is asked with numbers, texts and bytes', async () => {
    const database = await connect(await testDatabase());
    const rows = await database.query('select $1::bigint n, $2::text t, $3::bytea b, $4::int[] a', [
      2 ** 52,
      'ção',
      Buffer.from([0, 1]),
      '{1,2}',
    ]);
    expect(rows).toEqual([{ n: 2 ** 52, t: 'ção', b: Buffer.from([0, 1]), a: expect.anything() }]);
  });

  it('answers what was asked while it was away, and says that it was', async () => {
    const server = await PostgresServer.start();
    servers.push(server);
    const told: (string | null)[] = [];
    const database = await connect(await server.database(), {
      onAway: (error: Error | null) => told.push(error && 'away'),
    });
    await database.query('create table t (n int primary key)');
    await server.stop('immediate');
    const late = database.query('insert into t values (1) on conflict do nothing');
    await server.run();
    await late;
    expect(await database.query('select n from t')).toEqual([{ n: 1 }]);
    expect(told).toEqual(['away', null]);
  });

  it('goes on by a new connection when a statement has no answer', async () => {
    const database = await connect(await testDatabase(), { patience: 200 });
    await database.query('create sequence s');
    // The first time it hangs; a sequence is not taken back.
    const [row] = await database.query<{ n: number }>(
      `select case when nextval('s') = 1 then (select 1 from pg_sleep(60)) else 2 end n`,
    );
    expect(row).toEqual({ n: 2 });
  });

  it('does not repeat what the server refuses', async () => {
    const database = await connect(await testDatabase());
    await expect(database.query('select 1/0')).rejects.toMatchObject({ code: '22012' });
    const fenced = await database
      .query(`do $$ begin raise exception 'fenced' using errcode = 'TF001'; end $$`)
      .catch((error) => error);
    expect(isFenced(fenced)).toBe(true);
  });

  it('does a transaction that met another again as a whole', async () => {
    const database = await connect(await testDatabase(), { connections: 2 });
    await database.script('create table t (id int primary key, n int); insert into t values (1, 0), (2, 0)');
    let reached = 0;
    const both = [
      [1, 2],
      [2, 1],
    ].map((order) =>
      database.transaction(async (query) => {
        for (const id of order) {
          await query('update t set n = n + 1 where id = $1', [id]);
          // Each holds one row before it wants that of the other.
          reached++;
          while (reached < 2) await new Promise((resolve) => setImmediate(resolve));
        }
      }),
    );
    await Promise.all(both);
    expect(await database.query('select n from t')).toEqual([{ n: 2 }, { n: 2 }]);
  });

  it('has tables with a version, made once and brought forward', async () => {
    const address = await testDatabase();
    const first: Migrations = { room: 'fish', steps: ['create table fish (name text)'] };
    const second: Migrations = { room: 'fish', steps: [...first.steps, 'alter table fish add weight int'] };
    const [one, two] = [await connect(address), await connect(address)];
    await expect(requireVersion(one, first)).rejects.toMatchObject({ code: 'TRF_CLUSTER_EMPTY' });
    await Promise.all([migrate(one, first), migrate(two, first)]);
    await requireVersion(two, first);
    await expect(requireVersion(two, second)).rejects.toMatchObject({ code: 'TRF_CLUSTER_VERSION' });
    await migrate(one, second);
    await one.query(`insert into tarrafa.fish values ('sardinha', 100)`);
    await migrate(two, second);
    await expect(migrate(two, first)).rejects.toMatchObject({ code: 'TRF_CLUSTER_VERSION' });
    expect(await two.query('select * from tarrafa.fish')).toEqual([{ name: 'sardinha', weight: 100 }]);
  });

  it('is found again where it writes, when the server that did is gone', async () => {
    const primary = await PostgresServer.start({ settings: ['wal_level=replica', 'max_wal_senders=4'] });
    servers.push(primary);
    const standby = await PostgresServer.start({}, primary);
    servers.push(standby);
    const address = (await primary.database()).replace(
      `:${primary.port}/`,
      `:${standby.port},127.0.0.1:${primary.port}/`,
    );
    const database = await connect(address);
    await database.query('create table t (n int)');
    await database.query('insert into t values (1)');
    await database.query(`select pg_current_wal_lsn()`);
    await standby.follows(primary);
    await primary.stop('immediate');
    await standby.promote();
    await database.query('insert into t values (2)');
    expect(await database.query('select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }]);

    // The one that was replaced comes back and does not know; the one that took its place answers late, to somebody who has met neither.
    await primary.run();
    const cable = await Cable.to(standby.port);
    let stranger: Promise<Database>;
    try {
      cable.pull();
      const begun = performance.now();
      stranger = connect(address.replace(`:${standby.port},`, `:${cable.port},`));
      while (performance.now() - begun < 1_000) await new Promise((resolve) => setTimeout(resolve, 20));
      cable.plugIn();
      await (await stranger).query('insert into t values (3)');
    } finally {
      cable.close();
    }
    expect(await database.query('select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);

    // Who has met its successor does not believe it though nobody else answers; who has met nobody must.
    await standby.stop();
    const { history } = await stranger;
    const again = connect(address, { history, awayAtFirst: 100 });
    await expect(again).rejects.toMatchObject({ code: 'TRF_CLUSTER_UNREACHABLE' });
    expect(await (await connect(address)).query('select n from t')).toEqual([{ n: 1 }]);
  });
});
