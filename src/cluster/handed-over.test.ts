/** What is known of sites is carried from worker to worker, and costs a page no statement of its own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../test/postgres-server.ts';
import {
  type Candidate,
  type FrontierOptions,
  type GivenMemory,
  type GivenPage,
  type Handover,
  type Lease,
  LONGEST_TOLD,
  OUTCOME,
  URL_KIND,
} from '../frontier/index.ts';
import type { Database } from '../postgres/index.ts';
import { enterSharedCrawl } from './shared-crawl.ts';
import type { SharedFrontier } from './shared-frontier.ts';
import { beginByClock, byClock, connectTo } from './told-clock.suite.ts';

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

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (told: Uint8Array | null | undefined): string | null =>
  told == null ? null : Buffer.from(told).toString();

/** A worker's knowledge: what it is made to tell, and what it was told. */
class Known implements Handover {
  readonly ofPages = true;
  readonly taken: [queue: string, told: string | null][] = [];
  readonly learned: [name: string, told: string][] = [];
  readonly ofQueue = new Map<string, Uint8Array>();
  wanted: string | null = null;
  memory: GivenMemory | null = null;
  toTell: GivenPage[] = [];

  take(queue: string, told: Uint8Array | null): void {
    this.taken.push([queue, text(told)]);
  }

  give(queue: string): { told: Uint8Array | null; memory: GivenMemory | null } {
    return { told: this.ofQueue.get(queue) ?? null, memory: this.memory };
  }

  pages(): GivenPage[] {
    return this.toTell.splice(0);
  }

  wants(): string | null {
    return this.wanted;
  }

  learn(name: string, told: Uint8Array): void {
    this.learned.push([name, text(told)!]);
  }
}

describe.skipIf(POSTGRES_BIN === null)('what is known of a site', { timeout: 60_000 }, () => {
  const time = { now: 1_700_000_000_000 };
  const options: FrontierOptions = {
    policy: 'breadth-first',
    delay: 0,
    addressDelay: 0,
    capacity: NEVER,
    queueBudget: NEVER,
    now: () => time.now,
  };
  let schemas = 0;
  let schema: string;
  const open: Database[] = [];
  const frontiers: SharedFrontier[] = [];
  beforeEach(async () => {
    schema = `handed${++schemas}`;
    const database = await connectTo(schema);
    open.push(database);
    await beginByClock(database, options);
  });
  afterEach(async () => {
    for (const frontier of frontiers.splice(0)) frontier.abandon();
    for (const database of open.splice(0)) await database.close();
  });

  /** A worker that tells and is told, and the statements that it sent. */
  async function enter(name: string, known: Known | null = new Known()) {
    const database = await connectTo(schema);
    open.push(database);
    const statements: string[] = [];
    const noted = (statement: string): void => {
      statements.push(/\.(\w+)\(/.exec(statement)?.[1] ?? statement);
    };
    const counting = new Proxy(byClock(database, options.now), {
      get(target, property) {
        const value = Reflect.get(target, property, target) as unknown;
        if (property === 'query')
          return (statement: string, ...args: unknown[]) => {
            noted(statement);
            return (value as (...all: unknown[]) => unknown)(statement, ...args);
          };
        if (property === 'persist')
          return (work: (once: unknown) => unknown) =>
            (value as (act: unknown) => unknown)((once: (statement: string, ...args: unknown[]) => unknown) =>
              work((statement: string, ...args: unknown[]) => {
                noted(statement);
                return once(statement, ...args);
              }),
            );
        return value;
      },
    });
    const frontier = await enterSharedCrawl(counting, options, { name });
    if (known !== null) frontier.handOver(known);
    frontiers.push(frontier);
    return { frontier, known: known ?? new Known(), statements };
  }

  /** What is due again comes with a second look: the site is given back first. */
  async function leases(frontier: SharedFrontier, most = 1): Promise<readonly Lease[]> {
    for (let look = 0; look < 3; look++) {
      const answer = await frontier.lease(most);
      if (answer.kind === 'leases') return answer.leases;
      time.now += 300;
    }
    throw new Error('no leases');
  }

  const complete = (frontier: SharedFrontier, lease: Lease, revisitAt: number | null = null) =>
    frontier.end([
      {
        kind: 'complete',
        lease,
        outcome: OUTCOME.analysed,
        status: 200,
        accessedAt: time.now,
        bytes: 1,
        revisitAt,
        links: [],
        seal: () => null,
      },
    ]);

  it('is told when the site goes, and comes with the site and its pages to the next worker', async () => {
    const one = await enter('one');
    await one.frontier.schedule([candidate('a.br', '1'), candidate('a.br', '2'), candidate('b.br')]);
    const held = await leases(one.frontier, 2);
    expect(one.known.taken).toEqual([
      ['a.br', null],
      ['b.br', null],
    ]);
    const a = held.find(({ queue }) => queue === 'a.br')!;
    const b = held.find(({ queue }) => queue === 'b.br')!;
    one.known.ofQueue.set('a.br', bytes('of a'));
    one.known.ofQueue.set('b.br', Buffer.alloc(LONGEST_TOLD.queue + 1));
    one.known.memory = { name: 'site', weight: 5, told: bytes('five pages') };
    await complete(one.frontier, a, time.now + 1);
    await complete(one.frontier, b, time.now + 1);
    one.known.toTell = [
      { queue: 'a.br', key: a.key, told: bytes('of page 1'), has: true },
      { queue: 'b.br', key: b.key, told: Buffer.alloc(LONGEST_TOLD.page + 1), has: true },
    ];
    await one.frontier.close();

    time.now += 10;
    const two = await enter('two');
    two.known.wanted = 'site';
    const came = await leases(two.frontier, 2);
    expect(two.known.taken.sort()).toEqual([
      ['a.br', 'of a'],
      ['b.br', null],
    ]);
    expect(two.known.learned).toEqual([['site', 'five pages']]);
    expect(Object.fromEntries(came.map((lease) => [lease.url, text(lease.told)]))).toEqual({
      'http://a.br/1': 'of page 1',
      'http://b.br/': null,
    });
    // Fewer pages are less than what was told.
    two.known.memory = { name: 'site', weight: 4, told: bytes('four pages') };
    for (const lease of came) await complete(two.frontier, lease);
    await two.frontier.close();
    const three = await enter('three');
    three.known.wanted = 'site';
    await leases(three.frontier);
    expect(three.known.learned).toEqual([['site', 'five pages']]);
  });

  it('of a page that was lost says so, until somebody has it again', async () => {
    const one = await enter('one');
    await one.frontier.schedule([candidate('a.br')]);
    const tell = async (told: string, has: boolean): Promise<string | null> => {
      const [lease] = await leases(one.frontier);
      await complete(one.frontier, lease!, time.now + 1);
      one.known.toTell = [{ queue: 'a.br', key: lease!.key, told: bytes(told), has }];
      time.now += 10;
      const [again] = await leases(one.frontier);
      await complete(one.frontier, again!, time.now + 1);
      time.now += 10;
      const [last] = await leases(one.frontier);
      await one.frontier.end([{ kind: 'put-back', lease: last!, accessedAt: null, notBefore: null }]);
      return text(last!.told);
    };
    expect(await tell('first', true)).toBe('first');
    const [database] = open;
    await database!.query(`select ${schema}.lose_pages(array(select fp from ${schema}.handed_page))`);
    // What refers to the content of others is no content.
    expect(await tell('refers', false)).toBe('');
    expect(await tell('whole', true)).toBe('whole');
  });

  it('harms no visit, whatever goes wrong with it', async () => {
    const one = await enter('one');
    await one.frontier.schedule([candidate('a.br', '1'), candidate('a.br', '2')]);
    const [database] = open;
    await database!.script(`drop function ${schema}.hand_over; drop table ${schema}.handed_memory`);
    one.known.wanted = 'site';
    const [first] = await leases(one.frontier);
    one.known.toTell = [{ queue: 'a.br', key: first!.key, told: bytes('told'), has: true }];
    await complete(one.frontier, first!);
    one.known.give = one.known.pages = () => {
      throw new Error('the disk fails');
    };
    const [second] = await leases(one.frontier);
    await complete(one.frontier, second!);
    await one.frontier.close();
    expect(one.statements.filter((name) => name === 'hand_over')).toHaveLength(1);
    expect(one.statements.at(-1)).toBe('leave');
  });

  it('costs a page no statement while its site stays, and one for all that goes', async () => {
    const PAGES = 24;
    const work = async (name: string, known: Known | null) => {
      const worker = await enter(name, known);
      await worker.frontier.schedule(
        Array.from({ length: PAGES }, (_, i) => candidate(`${name}.br`, String(i))),
      );
      const began = worker.statements.length;
      for (let i = 0; i < PAGES; i++) {
        const [lease] = await leases(worker.frontier);
        await complete(worker.frontier, lease!);
      }
      const steady = worker.statements.slice(began);
      await worker.frontier.close();
      return { steady, end: worker.statements.slice(began + steady.length) };
    };
    const without = await work('plain', null);
    const known = new Known();
    known.ofQueue.set('told.br', bytes('of the site'));
    known.memory = { name: 'site', weight: 5, told: bytes('of its pages') };
    const carried = await work('told', known);
    expect(carried.steady).toEqual(without.steady);
    expect(carried.end.filter((name) => name !== 'hand_over')).toEqual(without.end);
    expect(carried.end.filter((name) => name === 'hand_over')).toHaveLength(1);
  });
});
