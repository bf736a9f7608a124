/**
 * 50,000 sites of one network address, as blogs of one provider have: whether what is read for a page grows with their number, and whether the
 * address is asked as often as it may be, and not sooner. Against the same with few sites.
 */
import { enterSharedCrawl } from '../../src/cluster/index.ts';
import type { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import { type Candidate, type FrontierOptions, type Lease, OUTCOME } from '../../src/frontier/index.ts';
import type { Database } from '../../src/postgres/index.ts';
import { cpuMs, type MeasureResult } from '../measure.ts';
import { pause } from './child-processes.ts';
import { DatabaseServer, described } from './database-server.ts';
import { pageOf } from './load-web.ts';
import { type Part, progress, whole } from './part.ts';

const WORKERS = 4;
const CONCURRENCY = 8;
/** Ms that the address rests, and that a visit takes. */
const ADDRESS_DELAY = 50;
const VISIT = 5;
const SITE_DELAY = 1_000;
/** A crowd that makes no more pages, ms. */
const LONGEST = 180_000;
const FEW = 500;
const MANY = 50_000;
const URLS_A_SITE = 3;
const ADDRESS = '203.0.113.7';
/** Rows read for a page with many sites against few: without a scan they are about as many. */
const MOST_ROWS = 2;
/** Of the pace that the address allows. */
const LEAST_PACE = 0.8;

const FRONTIER: FrontierOptions = {
  policy: 'horizontal',
  delay: SITE_DELAY,
  addressDelay: ADDRESS_DELAY,
  capacity: Number.POSITIVE_INFINITY,
  queueBudget: Number.POSITIVE_INFINITY,
  now: Date.now,
  monotonic: () => performance.now(),
};

interface Access {
  readonly from: number;
  to: number;
}

interface Rows {
  readonly site: number;
  readonly queue: number;
  readonly address: number;
  readonly whole: number;
}

/** Rows of tables and entries of indexes read so far, and rows that were read because a whole table was. */
async function rowsRead(database: Database): Promise<Rows> {
  // What the connections of workers have not told yet they tell within a second, this one when it is asked to.
  await database.query('select pg_stat_force_next_flush()');
  await pause(1_200);
  const rows = await database.query<{ name: string; read: number; whole: number }>(
    `select t.relname as name, t.seq_tup_read::float8 as whole,
       (coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0) + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0))::float8 as read
     from pg_stat_user_tables t where t.schemaname = $1`,
    [database.schema],
  );
  const of = (name: string): number => rows.find((row) => row.name === name)?.read ?? 0;
  const tables = ['site', 'queue', 'address'];
  return {
    site: of('site'),
    queue: of('queue'),
    address: of('address'),
    whole: rows.filter(({ name }) => tables.includes(name)).reduce((sum, row) => sum + row.whole, 0),
  };
}

/** A worker as the loop of a crawl is one: it visits what it is given when the address allows it. */
class Visitor {
  readonly #frontier: SharedFrontier;
  readonly #accesses: Access[];
  #active = 0;
  #turned: () => void = () => {};
  over = false;

  constructor(frontier: SharedFrontier, accesses: Access[]) {
    this.#frontier = frontier;
    this.#accesses = accesses;
  }

  async run(): Promise<void> {
    while (!this.over) {
      const turned = new Promise<void>((resolve) => {
        this.#turned = resolve;
      });
      const answer =
        this.#active < CONCURRENCY ? await this.#frontier.lease(CONCURRENCY - this.#active) : null;
      if (answer?.kind === 'leases') {
        for (const lease of answer.leases) void this.#visit(lease);
        continue;
      }
      const until = answer?.kind === 'wait' ? answer.until : Number.POSITIVE_INFINITY;
      await Promise.race([turned, pause(Math.max(1, Math.min(250, until - Date.now())))]);
    }
    while (this.#active > 0) await pause(5);
    await this.#frontier.close();
  }

  async #visit(lease: Lease): Promise<void> {
    this.#active++;
    try {
      const rests = await this.#frontier.bind(lease, ADDRESS);
      if (rests > 0 || this.over)
        return await this.#frontier.end([
          { kind: 'put-back', lease, accessedAt: null, notBefore: rests > 0 ? rests : null },
        ]);
      const access: Access = { from: performance.now(), to: Number.POSITIVE_INFINITY };
      this.#accesses.push(access);
      await pause(VISIT);
      access.to = performance.now();
      await this.#frontier.end([
        {
          kind: 'complete',
          lease,
          outcome: OUTCOME.analysed,
          status: 200,
          accessedAt: Date.now(),
          bytes: 1_000,
          revisitAt: null,
          links: [],
          seal: () => null,
        },
      ]);
    } finally {
      this.#active--;
      this.#turned();
    }
  }
}

interface Crowd {
  readonly pages: number;
  /** Of the pace that the address allows. */
  readonly pace: number;
  readonly early: number;
  /** A page. */
  readonly rows: Rows;
  readonly serverUs: number;
  readonly workersUs: number;
  /** Until it was known of all sites, or of so many, that they are of one address: how long, and what was read for each. */
  readonly found: { readonly sites: number; readonly ms: number; readonly rows: number };
}

/** How many sites are known to be of the address. */
async function foundSites(database: Database): Promise<number> {
  const [row] = await database.query<{ found: number }>(
    `select count(*)::float8 as found from ${database.schema}.site where addr is not null`,
  );
  return row!.found;
}

async function crowd(server: DatabaseServer, sites: number, pages: number, patience: number): Promise<Crowd> {
  const address = await server.crawl({
    policy: 'horizontal',
    delay: SITE_DELAY,
    addressDelay: ADDRESS_DELAY,
  });
  const open = await Promise.all(Array.from({ length: WORKERS + 1 }, () => server.open(address)));
  const [database, ...own] = open as [Database, ...Database[]];
  const { schema } = database;
  const frontiers: SharedFrontier[] = [];
  try {
    for (const [i, each] of own.entries())
      frontiers.push(await enterSharedCrawl(each, FRONTIER, { name: `w${i}` }));
    for (let from = 0; from < sites; from += 1_000) {
      const found: Candidate[] = [];
      for (let site = from; site < Math.min(sites, from + 1_000); site++)
        for (let page = 0; page < URLS_A_SITE; page++) found.push(pageOf(site, page, 0));
      await frontiers[0]!.schedule(found);
    }
    const accesses: Access[] = [];
    const visitors = frontiers.map((frontier) => new Visitor(frontier, accesses));
    const rowsAtFirst = await rowsRead(database);
    const began = performance.now();
    const runs = visitors.map((visitor) => visitor.run());
    let known = 0;
    while (known < sites && performance.now() - began < patience) {
      await pause(500);
      known = await foundSites(database);
    }
    const foundIn = performance.now() - began;
    progress(
      `${whole(known)} of ${whole(sites)} sites found to be of one address in ${(foundIn / 1000).toFixed(0)} s`,
    );
    // Those that nobody came to are parked, as they would be.
    await database.query(
      `update ${schema}.site set addr = (select max(addr) from ${schema}.site), state = 4 where addr is null and state = 1`,
    );
    await database.query(`vacuum ${schema}.site`);
    const rowsFrom = await rowsRead(database);
    const madeFrom = accesses.length;
    const [serverFrom, workersFrom, from] = [server.cpu(), cpuMs(), performance.now()];
    while (accesses.length < madeFrom + pages && performance.now() - from < LONGEST) await pause(20);
    const ms = performance.now() - from;
    const made = accesses.length - madeFrom;
    const [serverTo, workersTo] = [server.cpu(), cpuMs()];
    const rows = await rowsRead(database);
    const madeMeanwhile = accesses.length - madeFrom;
    for (const visitor of visitors) visitor.over = true;
    await Promise.all(runs);
    accesses.sort((a, b) => a.from - b.from);
    const early = accesses.filter(
      (access, i) => i > 0 && access.from - accesses[i - 1]!.to < ADDRESS_DELAY - 1,
    );
    const a = (of: (rows: Rows) => number): number => (of(rows) - of(rowsFrom)) / madeMeanwhile;
    return {
      pages: made,
      pace: (made * (ADDRESS_DELAY + VISIT)) / ms,
      early: early.length,
      rows: {
        site: a(({ site }) => site),
        queue: a(({ queue }) => queue),
        address: a((all) => all.address),
        whole: a((all) => all.whole),
      },
      serverUs: (1000 * (serverTo - serverFrom)) / made,
      workersUs: (1000 * (workersTo - workersFrom)) / made,
      found: { sites: known, ms: foundIn, rows: (rowsFrom.site - rowsAtFirst.site) / known },
    };
  } finally {
    for (const frontier of frontiers) frontier.abandon();
    for (const each of open) await each.close();
  }
}

export const address: Part = async ({ quick }): Promise<MeasureResult> => {
  const [few, many] = quick ? [200, 5_000] : [FEW, MANY];
  const pages = quick ? 150 : 1_000;
  const patience = quick ? 5_000 : 90_000;
  const server = await DatabaseServer.start();
  try {
    progress(`${whole(few)} sites of one address …`);
    const small = await crowd(server, few, pages, patience);
    progress(`${whole(many)} sites of one address …`);
    const large = await crowd(server, many, pages, patience);
    const database = await server.open(await server.database());
    const about = await described(database);
    await database.close();
    const row = (
      sites: number,
      { pages, pace, early, rows, serverUs, workersUs, found }: Crowd,
    ): (string | number)[] => [
      whole(sites),
      whole(pages),
      `${(100 * pace).toFixed(0)} %`,
      early,
      rows.site.toFixed(0),
      rows.queue.toFixed(0),
      rows.address.toFixed(0),
      rows.whole.toFixed(1),
      whole(serverUs),
      whole(workersUs),
      `${whole(found.sites)} in ${(found.ms / 1000).toFixed(0)} s`,
      found.rows.toFixed(0),
    ];
    const sum = ({ rows }: Crowd): number => rows.site + rows.queue + rows.address;
    const ratio = sum(large) / sum(small);
    return {
      tables: [
        {
          title: `Sites of one address, ${WORKERS} workers with ${CONCURRENCY} visits at once each`,
          columns: [
            'sites',
            'pages',
            'of the pace the address allows',
            'too early',
            'rows and entries of `site` read a page',
            'of `queue`',
            'of `address`',
            'rows of whole tables a page',
            'µs of PostgreSQL a page',
            'µs of the workers a page',
            'sites found to be of it before',
            'rows of `site` read for each',
          ],
          rows: [row(few, small), row(many, large)],
          note: `The address rests ${ADDRESS_DELAY} ms after each visit of ${VISIT} ms, each site 1 s; nobody knows at first that the sites share it, and pages are counted when it is known of all. ${about}.`,
        },
      ],
      figures: {
        rowsFew: Math.round(sum(small)),
        rowsMany: Math.round(sum(large)),
        pace: Number(large.pace.toFixed(2)),
        early: large.early,
      },
      bars: [
        {
          what: `rows read for a page, ${whole(many)} sites of one address against ${whole(few)}`,
          bar: `no scan of them (≤ ${MOST_ROWS}×)`,
          measured: `${ratio.toFixed(2)}× (${whole(sum(large))} against ${whole(sum(small))})`,
          met: ratio <= MOST_ROWS,
        },
        {
          what: `the pace of the address with ${whole(many)} sites`,
          bar: `kept: never early, ≥ ${100 * LEAST_PACE} % of what it allows`,
          measured: `${large.early} early, ${(100 * large.pace).toFixed(0)} %`,
          met: large.early === 0 && large.pace >= LEAST_PACE,
        },
      ],
    };
  } finally {
    await server.remove();
  }
};
