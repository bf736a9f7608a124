/** Two workers of one crawl, at the moments in which one of them could come too early. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../test/postgres-server.ts';
import {
  type Candidate,
  type Completion,
  type FrontierOptions,
  type Lease,
  OUTCOME,
  URL_KIND,
} from '../frontier/index.ts';
import type { Database } from '../postgres/index.ts';
import { enterSharedCrawl } from './shared-crawl.ts';
import type { SharedFrontier } from './shared-frontier.ts';
import { beginByClock, byClock, connectTo } from './told-clock.suite.ts';

const DELAY = 1_000;
const ADDRESS_DELAY = 400;
const NEVER = Number.POSITIVE_INFINITY;

function candidate(queue: string, path = ''): Candidate {
  const url = `http://${queue}/${path}`;
  return {
    url,
    key: url,
    queue,
    priority: 50,
    depth: 0,
    hops: 0,
    redirects: 0,
    kind: URL_KIND.page,
    parent: 0,
  };
}

/** Statements, or their answers, that are held back until they are let go. */
class Gate {
  #opened: Promise<void> = Promise.resolve();
  #open: () => void = () => {};
  /** How many stand before it. */
  waiting = 0;

  close(): void {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }

  async pass(): Promise<void> {
    this.waiting++;
    await this.#opened;
    this.waiting--;
  }
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error('not in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe.skipIf(POSTGRES_BIN === null)('workers that share a crawl', { timeout: 60_000 }, () => {
  const time = { now: 1_700_000_000_000 };
  const options: FrontierOptions = {
    policy: 'breadth-first',
    delay: DELAY,
    addressDelay: ADDRESS_DELAY,
    capacity: NEVER,
    queueBudget: NEVER,
    now: () => time.now,
  };
  let schemas = 0;
  let schema: string;
  const open: Database[] = [];
  const frontiers: SharedFrontier[] = [];
  let afterEnds = () => {};
  beforeEach(async () => {
    schema = `two${++schemas}`;
    const database = await connectTo(schema);
    open.push(database);
    await beginByClock(database, options);
  });
  afterEach(async () => {
    afterEnds = () => {};
    for (const frontier of frontiers.splice(0)) frontier.abandon();
    for (const database of open.splice(0)) await database.close();
  });

  /** A worker whose ends of visits, and whose answers of what it has, may be held back. */
  async function enter(name: string, gathers = 0) {
    const database = await connectTo(schema);
    open.push(database);
    const [ends, mine, sites] = [new Gate(), new Gate(), new Gate()];
    const told = byClock(database, options.now);
    const gated = new Proxy(told, {
      get(target, property) {
        const value = Reflect.get(target, property, target) as unknown;
        if (property === 'persist')
          return async (...args: unknown[]) => {
            await ends.pass();
            const done = await (value as (...all: unknown[]) => Promise<unknown>)(...args);
            afterEnds();
            return done;
          };
        if (property === 'query')
          return async (text: string, ...args: unknown[]) => {
            const rows = await (value as (...all: unknown[]) => Promise<unknown>)(text, ...args);
            if (text.includes('.mine(')) await mine.pass();
            if (text.includes('.lease(')) await sites.pass();
            return rows;
          };
        return value;
      },
    });
    const frontier = await enterSharedCrawl(gated, options, { name, gathers });
    frontiers.push(frontier);
    return { frontier, database, ends, mine, sites };
  }

  async function leases(frontier: SharedFrontier, most: number): Promise<readonly Lease[]> {
    const answer = await frontier.lease(most);
    if (answer.kind !== 'leases') throw new Error(`no leases: ${answer.kind}`);
    return answer.leases;
  }

  const complete = (frontier: SharedFrontier, lease: Lease, archived: Completion['archived'] = null) =>
    frontier.end([
      {
        kind: 'complete',
        lease,
        outcome: OUTCOME.analysed,
        status: 200,
        accessedAt: time.now,
        bytes: 1,
        revisitAt: null,
        archived,
        links: [],
        seal: () => null,
      },
    ]);
  const putBack = (frontier: SharedFrontier, lease: Lease) =>
    frontier.end([{ kind: 'put-back', lease, accessedAt: time.now, notBefore: null }]);

  it('count their time from when they asked to be let in, however late they begin', async () => {
    const database = await connectTo(schema);
    open.push(database);
    await database.query(`update ${schema}.crawl set ttl = 300`);
    let asked = 0;
    const slow = new Proxy(database, {
      get(target, property) {
        const value = Reflect.get(target, property, target) as unknown;
        if (property !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (text: string, ...args: unknown[]) => {
          if (text.includes('.enter(')) asked = performance.now();
          else if (asked > 0) await until(() => performance.now() - asked > 250);
          return (value as (...all: unknown[]) => unknown).call(target, text, ...args);
        };
      },
    });
    const frontier = await enterSharedCrawl(slow, options, { name: 'one' });
    frontiers.push(frontier);
    expect(frontier.mayAsk()).toBe(false);
  });

  it('keep the rest of an address that is on its way back', async () => {
    const { frontier, ends } = await enter('one');
    await frontier.schedule([candidate('a.br'), candidate('b.br')]);
    const [a, b] = await leases(frontier, 2);
    expect(await frontier.bind(a!, '192.0.2.1')).toBe(0);
    await complete(frontier, a!);
    ends.close();
    const looking = frontier.lease(1);
    await until(() => ends.waiting > 0);
    expect(await frontier.bind(b!, '192.0.2.1')).toBe(time.now + ADDRESS_DELAY);
    ends.open();
    await looking;
  });

  it('do not visit a site that one of their visits passes by, though it was ready when they began to look', async () => {
    const { frontier, sites } = await enter('one');
    await frontier.schedule([candidate('a.br'), candidate('b.br'), candidate('b.br', '2')]);
    const [a, b] = await leases(frontier, 2);
    expect([a!.queue, b!.queue]).toEqual(['a.br', 'b.br']);
    await complete(frontier, b!);
    time.now += DELAY;
    sites.close();
    const looking = frontier.lease(2);
    await until(() => sites.waiting > 0);
    expect(await frontier.passBy(a!, 'b.br', '192.0.2.1')).toBe(0);
    sites.open();
    expect(await looking).toMatchObject({ kind: 'wait' });
    await putBack(frontier, a!);
    time.now += DELAY;
    expect((await leases(frontier, 2)).map(({ url }) => url).sort()).toEqual([
      'http://a.br/',
      'http://b.br/2',
    ]);
  });

  it('do not give back what they have taken again', async () => {
    const one = await enter('one');
    const two = await enter('two');
    const names = Array.from({ length: 9 }, (_, i) => `s${i}.br`);
    await one.frontier.schedule(names.map((name) => candidate(name)));
    const held = await leases(one.frontier, 9);
    await two.frontier.schedule([candidate('other.br')]);
    const [other] = await leases(two.frontier, 1);
    // An answer may have been lost: it is compared who has what, and the answer to that takes its time.
    one.database.resent++;
    one.mine.close();
    const looking = one.frontier.lease(1);
    await until(() => one.mine.waiting > 0);
    // Meanwhile a site goes back, and another batch does not come to an end.
    await complete(one.frontier, held[0]!);
    one.ends.close();
    const ending = complete(one.frontier, held[1]!);
    await until(() => one.ends.waiting > 0);
    one.mine.open();
    await until(() => one.mine.waiting === 0);
    time.now += DELAY;
    expect(await one.frontier.passBy(held[2]!, held[0]!.queue, '192.0.2.1')).toBe(0);
    one.ends.open();
    await Promise.all([ending, looking]);
    expect(await two.frontier.passBy(other!, held[0]!.queue, '192.0.2.2')).toBe(NEVER);
  });

  it('come to a retired site one after the other, and let it rest in between', async () => {
    const one = await enter('one');
    const two = await enter('two');
    await one.frontier.schedule([candidate('a.br'), candidate('gone.br')]);
    const mine = await leases(one.frontier, 2);
    await two.frontier.schedule([candidate('b.br')]);
    const [b] = await leases(two.frontier, 1);
    const gone = mine.find(({ queue }) => queue === 'gone.br')!;
    const a = mine.find(({ queue }) => queue === 'a.br')!;
    await complete(one.frontier, gone);
    await one.frontier.retire('gone.br', 'unreachable');
    expect(await two.frontier.passBy(b!, 'gone.br', '192.0.2.2')).toBe(time.now + DELAY);
    time.now += DELAY;
    expect(await one.frontier.passBy(a, 'gone.br', '192.0.2.1')).toBe(0);
    expect(await two.frontier.passBy(b!, 'gone.br', '192.0.2.2')).toBe(NEVER);
    await putBack(one.frontier, a);
    await one.frontier.close();
    expect(await two.frontier.passBy(b!, 'gone.br', '192.0.2.2')).toBe(time.now + DELAY);
    // One that dies there leaves it to rest, and to others.
    time.now += DELAY;
    expect(await two.frontier.passBy(b!, 'gone.br', '192.0.2.2')).toBe(0);
    two.frontier.abandon();
    const three = await enter('two');
    await three.frontier.schedule([candidate('c.br')]);
    const [c] = await leases(three.frontier, 1);
    expect(await three.frontier.passBy(c!, 'gone.br', '192.0.2.3')).toBe(time.now + DELAY);
  });

  it('keep an address as busy as it may be, by sites of it that others came upon', async () => {
    const one = await enter('one');
    const two = await enter('two');
    const address = '192.0.2.1';
    const visit = async (): Promise<string> => {
      const [lease] = await leases(one.frontier, 1);
      expect(await one.frontier.bind(lease!, address)).toBe(0);
      await complete(one.frontier, lease!);
      time.now += ADDRESS_DELAY;
      return lease!.queue;
    };
    const paths = ['', '2', '3'];
    await one.frontier.schedule(
      ['a.br', 'b.br'].flatMap((queue) => paths.map((path) => candidate(queue, path))),
    );
    const visited = [await visit(), await visit()];
    await two.frontier.schedule(['c.br', 'd.br'].map((queue) => candidate(queue)));
    for (const lease of await leases(two.frontier, 2)) {
      expect(await two.frontier.bind(lease, address)).toBe(NEVER);
      await putBack(two.frontier, lease);
    }
    // Both of its own still rest.
    visited.push(await visit());
    expect(visited.sort()).toEqual(['a.br', 'b.br', 'c.br']);
  });

  it('hold some of very many sites of one address, and visit them all', async () => {
    const { frontier, database } = await enter('one');
    const names = Array.from({ length: 60 }, (_, i) => `s${i}.br`);
    await frontier.schedule(names.map((name) => candidate(name)));
    const visited = new Set<string>();
    let most = 0;
    for (let turns = 0; visited.size < names.length && turns < 1_000; turns++) {
      const answer = await frontier.lease(8);
      if (answer.kind !== 'leases') {
        time.now += ADDRESS_DELAY;
        continue;
      }
      for (const lease of answer.leases)
        if ((await frontier.bind(lease, '192.0.2.1')) === 0) {
          visited.add(lease.queue);
          await complete(frontier, lease);
        } else await putBack(frontier, lease);
      const [row] = await database.query<{ held: number }>(
        `select count(*)::int as held from ${schema}.site where state = 3`,
      );
      most = Math.max(most, row!.held);
    }
    expect(visited.size).toBe(names.length);
    expect(most).toBeLessThan(names.length / 2);
  });

  it('park what they do not need of the sites of an address, and leave none behind when they go', async () => {
    const one = await enter('one');
    const address = '192.0.2.1';
    const names = Array.from({ length: 120 }, (_, i) => `s${i}.br`);
    await one.frontier.schedule(names.map((name) => candidate(name)));
    const known = async (): Promise<number> =>
      (
        await one.database.query<{ n: number }>(
          `select count(*)::int as n from ${schema}.site where addr is not null`,
        )
      )[0]!.n;
    const states = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (
          await one.database.query<{ state: number; n: number }>(
            `select state, count(*)::int as n from ${schema}.site group by state`,
          )
        ).map(({ state, n }) => [state, n]),
      );
    // The clock stands still: one visit is made, and the others come upon an address that rests.
    const visited = new Set<string>();
    const turn = async (frontier: SharedFrontier): Promise<void> => {
      const answer = await frontier.lease(8);
      if (answer.kind !== 'leases') return;
      for (const lease of answer.leases)
        if ((await frontier.bind(lease, address)) === 0) {
          visited.add(lease.queue);
          await complete(frontier, lease);
        } else await putBack(frontier, lease);
    };
    for (let turns = 0; (await known()) < names.length && turns < 200; turns++) await turn(one.frontier);
    // Leases go on coming while nothing ends.
    for (let turns = 0; turns < 60; turns++) await turn(one.frontier);
    time.now += ADDRESS_DELAY;
    await turn(one.frontier);
    const { 1: ready = 0, 3: held = 0, 4: parked = 0 } = await states();
    expect(held).toBeLessThanOrEqual(32);
    expect(ready).toBe(0);
    expect(parked).toBe(names.length - visited.size - held);
    // Those that it parked itself come to others with the address.
    await one.frontier.close();
    const two = await enter('two');
    for (let turns = 0; visited.size < names.length && turns < 1_000; turns++) {
      time.now += ADDRESS_DELAY;
      await turn(two.frontier);
    }
    expect(visited.size).toBe(names.length);
  });

  it('end visits together that end one after the other, and do not wait for what does not come', async () => {
    const { frontier, database } = await enter('one', 3_600_000);
    const batches = async (): Promise<number> => {
      const [row] = await database.query<{ batch: number }>(`select batch from ${schema}.worker`);
      return row!.batch;
    };
    await frontier.schedule(['a.br', 'b.br', 'c.br', 'd.br', 'e.br'].map((queue) => candidate(queue)));
    const [a, b, c, d, e] = await leases(frontier, 5);
    // The first goes at once.
    await complete(frontier, a!);
    expect(await batches()).toBe(1);
    // What a site asked for is told at once, and who waits goes with it.
    const early = complete(frontier, b!);
    await frontier.restUntil('b.br', time.now + DELAY);
    await early;
    expect(await batches()).toBe(2);
    // With the last there is nothing to wait for.
    const late = [complete(frontier, c!), complete(frontier, d!)];
    expect(await batches()).toBe(2);
    await Promise.all([...late, complete(frontier, e!)]);
    expect(await batches()).toBe(3);
  });

  it('begin no other visit of a site while they give it up', async () => {
    const { frontier } = await enter('one');
    await frontier.schedule([candidate('gone.br'), candidate('gone.br', '2'), candidate('gone.br', '3')]);
    const [first] = await leases(frontier, 1);
    await complete(frontier, first!);
    time.now += DELAY;
    const retired = frontier.retire('gone.br', 'unreachable');
    expect((await frontier.lease(1)).kind).not.toBe('leases');
    expect(await retired).toBe(2);
  });

  it('take locks in one order: links wait for the row of their worker before they hold a site', async () => {
    const { frontier, database } = await enter('one');
    await frontier.schedule([candidate('a.br')]);
    const other = await connectTo(schema);
    open.push(other);
    let adding: Promise<unknown> = Promise.resolve();
    // As a lease does that wakes retries: first the row of the worker, then sites.
    await other.transaction(async (query) => {
      await query(`select ${schema}.fence(1)`);
      adding = frontier.schedule([candidate('a.br', '2')]);
      const waits = async () => {
        const [row] = await database.query<{ waits: boolean }>(
          "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like $1) as waits",
          [`%${schema}.add_links(%`],
        );
        return row!.waits;
      };
      while (!(await waits()));
      await query(`update ${schema}.site set state = state`);
    });
    await adding;
    // Of two that wait for each other, the server ends one.
    expect([database.resent, other.resent]).toEqual([0, 0]);
  });

  it('end a visit at whatever moment it comes, also when the batch before is just over', async () => {
    const { frontier } = await enter('one');
    await frontier.schedule(Array.from({ length: 40 }, (_, i) => candidate(`s${i}.br`)));
    const held = [...(await leases(frontier, 40))];
    for (let turns = 0; turns < 20; turns++) {
      const [first, second] = held.splice(0, 2);
      let ended = false;
      afterEnds = async () => {
        afterEnds = () => {};
        for (let turn = 0; turn < turns; turn++) await null;
        await complete(frontier, second!);
        ended = true;
      };
      await complete(frontier, first!);
      await until(() => ended);
    }
  });

  it('tell what a site asked for also when they were taken for dead', async () => {
    const one = await enter('one');
    await one.frontier.schedule([candidate('later.br')]);
    const [later] = await leases(one.frontier, 1);
    expect(later!.queue).toBe('later.br');
    const again = await enter('one');
    const told = one.frontier.restUntil('later.br', time.now + 10 * DELAY);
    await expect(told).rejects.toMatchObject({ code: 'TRF_CLUSTER_FENCED' });
    await expect(one.frontier.restUntil('later.br', time.now + 20 * DELAY)).rejects.toMatchObject({
      code: 'TRF_CLUSTER_FENCED',
    });
    await again.frontier.schedule([candidate('a.br')]);
    const [a] = await leases(again.frontier, 1);
    expect(a!.queue).toBe('a.br');
    expect(await again.frontier.passBy(a!, 'later.br', '192.0.2.1')).toBe(time.now + 20 * DELAY);
  });

  it('end the visit of a URL that a reference moves to a better place at this moment', async () => {
    const rules = { ...options, policy: 'priority' as const };
    schema = `two${++schemas}`;
    const database = await connectTo(schema);
    open.push(database);
    await beginByClock(database, rules);
    const frontier = await enterSharedCrawl(byClock(database, options.now), rules, { name: 'one' });
    frontiers.push(frontier);
    await frontier.schedule([candidate('a.br'), candidate('b.br')]);
    const [a, b] = await leases(frontier, 2);
    const elsewhere = await connectTo(schema);
    open.push(elsewhere);
    const ending = await elsewhere.transaction(async (query) => {
      await query(`update ${schema}.queue set ord = ord & 281474976710655, priority = 0`);
      const notBefore = time.now + DELAY;
      const both = Promise.all([
        complete(frontier, a!),
        frontier.end([{ kind: 'retry', lease: b!, accessedAt: time.now, notBefore }]),
      ]);
      for (let waiting = 0; waiting === 0; )
        [{ waiting }] = (await query(
          `select count(*) as waiting from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
        )) as unknown as [{ waiting: number }];
      return { both };
    });
    await ending.both;
    const [left] = await elsewhere.query(
      `select (select count(*) from ${schema}.visit) as visits, (select count(*) from ${schema}.later) as retries,
         (select count(*) from ${schema}.queue) as queued`,
    );
    expect(left).toEqual({ visits: 1, retries: 1, queued: 0 });
  });

  it('number a file of the archive once, however many visits it has', async () => {
    const { frontier, database } = await enter('one');
    await frontier.schedule([candidate('a.br'), candidate('b.br'), candidate('c.br')]);
    const held = await leases(frontier, 3);
    for (const [at, lease] of held.entries())
      await complete(frontier, lease, { file: 'x.warc.gz', offset: at });
    const [row] = await database.query(
      `select (select count(distinct v.file) from ${schema}.visit v) as files, nextval(pg_get_serial_sequence('${schema}.file', 'id')) as next`,
    );
    expect(row).toEqual({ files: 1, next: 2 });
  });

  it('keep the delay of a site that they only pass by', async () => {
    const { frontier } = await enter('one');
    await frontier.setDelay('slow.br', 5 * DELAY);
    await frontier.schedule([candidate('a.br'), candidate('b.br')]);
    const [a, b] = await leases(frontier, 2);
    expect(await frontier.passBy(a!, 'slow.br', '192.0.2.1')).toBe(0);
    await putBack(frontier, a!);
    expect(await frontier.passBy(b!, 'slow.br', '192.0.2.1')).toBe(time.now + 5 * DELAY);
  });
});
