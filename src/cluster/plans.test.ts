/** What the functions of a shared crawl read, when its tables have grown since their plans were made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../test/postgres-server.ts';
import { type Candidate, type FrontierOptions, URL_KIND } from '../frontier/index.ts';
import { clusterAddress, Database, numberArray, type Parameter, type Query } from '../postgres/index.ts';
import { EndBatch } from './end-batch.ts';
import { LinkSender } from './link-sender.ts';
import { Names } from './names.ts';
import { initCluster } from './shared-crawl.ts';
import { beginSharedCrawl } from './shared-plan.ts';

const SITES = 3_000;
/** Of tables and indexes together; far from a row of each site. */
const FEW = 200;
const ADDRESS = '77';
const options: FrontierOptions = {
  policy: 'horizontal',
  delay: 1_000,
  addressDelay: 1_000,
  capacity: Number.POSITIVE_INFINITY,
  queueBudget: Number.POSITIVE_INFINITY,
  now: () => 0,
};

function candidate(site: number): Candidate {
  const queue = `s${site}.br`;
  const url = `http://${queue}/`;
  const rest = { priority: 50, depth: 0, hops: 0, redirects: 0, kind: URL_KIND.page, parent: 0 };
  return { url, key: url, queue, ...rest };
}

describe.skipIf(POSTGRES_BIN === null)('the plans of a shared crawl', { timeout: 60_000 }, () => {
  let database: Database;
  let schema: string;
  const [first, second] = [1, 2];

  const call = (name: string, ...values: Parameter[]): [string, Parameter[]] => [
    `select * from ${schema}.${name}(${values.map((_, i) => `$${i + 1}`)})`,
    values,
  ];

  const links = (from: number, count: number): Parameter[] => {
    const batch = new LinkSender(new Names(1, 2), 'horizontal', { partitions: 0, part: 0 }).batch();
    batch.add(Array.from({ length: count }, (_, i) => candidate(from + i)));
    return batch.parameters();
  };

  /** Rows and entries of indexes that a call reads. What it does is undone. */
  async function readBy([text, values]: [string, Parameter[]]): Promise<number> {
    let read = Number.NaN;
    const undone = new Error('undone');
    // Counted since this connection last told the others, which it does not within a transaction.
    const counted = async (query: Query): Promise<number> => {
      const [row] = await query<{ read: number }>(
        `select (sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) +
           (select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_stat_user_indexes where schemaname = $1))::float8 as read
         from pg_stat_xact_user_tables where schemaname = $1`,
        [schema],
      );
      return row!.read;
    };
    await database
      .transaction(async (query) => {
        const before = await counted(query);
        await query(text, values);
        read = (await counted(query)) - before;
        throw undone;
      })
      .catch((error) => {
        if (error !== undone) throw error;
      });
    return read;
  }

  const lease = (worker: number, mine: string) => call('lease', worker, 8, 4, mine, 0, 0);
  const finish = (worker: number, batch: EndBatch) =>
    call('finish', worker, 1, 1, ...batch.parameters(), null, null);
  const givingBack = (site: string): EndBatch => {
    const batch = new EndBatch(0);
    batch.giveBack(site, 0);
    batch.unclaim(ADDRESS, 1, 0);
    batch.note(site, 'x.br', 2_000, null);
    return batch;
  };
  const siteOf = async (): Promise<string> => {
    const [row] = await database.query<{ id: string }>(`select id::text from ${schema}.site limit 1`);
    return row!.id;
  };

  beforeAll(async () => {
    const address = clusterAddress(`${await testDatabase()}?schema=plans`, {});
    // One connection, so that a plan which is made stays.
    database = await Database.open(address, { application: 'plans', connections: 1 });
    ({ schema } = database);
    await initCluster(database);
    await beginSharedCrawl(database, {
      maxPages: Number.POSITIVE_INFINITY,
      ttl: 60_000,
      partitions: 0,
      store: null,
      settings: {},
      ...options,
    });
    for (const name of ['first', 'second']) await database.query(...call('enter', name, '{}'));
    // Every plan is made while there is nothing, or next to it, and often enough that it is kept if it ever is.
    await database.query(...call('add_links', first, ...links(0, 1), false));
    const site = await siteOf();
    for (let i = 0; i < 6; i++)
      for (const each of [
        lease(first, `{${ADDRESS}}`),
        finish(first, givingBack(site)),
        call('claim', first, numberArray([site]), numberArray([ADDRESS])),
        call('pull', numberArray([site]), 4),
        call('look', first, 0, 0),
        call('add_links', first, ...links(0, 1), false),
      ])
        await readBy(each);
    await database.query(...call('add_links', first, ...links(1, SITES), false));
  });

  afterAll(async () => {
    await database?.close();
  });

  it('read a few of many sites for a lease, for what waits of one, for links and for a look at what there is', async () => {
    const site = await siteOf();
    expect(await readBy(lease(first, '{}'))).toBeLessThan(FEW);
    expect(await readBy(call('pull', numberArray([site]), 4))).toBeLessThan(FEW);
    expect(await readBy(call('look', first, 0, 0))).toBeLessThan(FEW);
    expect(await readBy(call('add_links', first, ...links(SITES + 10, 9), false))).toBeLessThan(FEW);
  });

  it('read a few of many sites of one address, whether they are ready, parked, or one of them is given back', async () => {
    await database.query(`update ${schema}.site set addr = $1`, [ADDRESS]);
    await database.query(
      `insert into ${schema}.address (id, next_at, owner, turn) values ($1, 'epoch', $2, 1)`,
      [ADDRESS, first],
    );
    await database.query(`vacuum ${schema}.site`);
    // Eight are found to be of an address that another has.
    expect(await readBy(lease(second, '{}'))).toBeLessThan(FEW);
    const site = await siteOf();
    await database.query(
      `update ${schema}.site set state = case when id = $1 then 3 else 4 end, owner = case when id = $1 then $2::int end`,
      [site, first],
    );
    await database.query(`vacuum ${schema}.site`);
    expect(await readBy(lease(second, '{}'))).toBeLessThan(FEW);
    expect(await readBy(lease(first, `{${ADDRESS}}`))).toBeLessThan(FEW);
    expect(await readBy(call('claim', first, numberArray([site]), numberArray([ADDRESS])))).toBeLessThan(FEW);
    expect(await readBy(finish(first, givingBack(site)))).toBeLessThan(FEW);
    expect(await readBy(call('look', second, 0, 0))).toBeLessThan(FEW);
  });
});
