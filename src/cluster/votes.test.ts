/** References counted over all workers, and what they do to the order of what waits. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../test/postgres-server.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import {
  type Candidate,
  type Completion,
  type FrontierOptions,
  type Lease,
  OUTCOME,
  URL_KIND,
  type Vote,
} from '../frontier/index.ts';
import type { Database } from '../postgres/index.ts';
import { RemoteReferences } from '../time/crawl/index.ts';
import { queueLostVisits } from './lost-visits.ts';
import { Names } from './names.ts';
import { enterSharedCrawl } from './shared-crawl.ts';
import type { SharedFrontier } from './shared-frontier.ts';
import { beginByClock, byClock, connectTo } from './told-clock.suite.ts';
import { readSharedUrl } from './url-state.ts';
import { VoteBatch } from './vote-batch.ts';

const NEVER = Number.POSITIVE_INFINITY;
const URGENCY = Array.from({ length: 101 }, (_, count) => Math.floor(100 / (count + 1)));

function candidate(url: string, priority = 50): Candidate {
  const queue = new URL(url).host;
  return {
    url,
    key: url,
    queue,
    priority,
    depth: 0,
    hops: 0,
    redirects: 0,
    kind: URL_KIND.page,
    parent: 0,
  };
}

const vote = (url: string, handicap: number | null = 0): Vote => ({
  key: url,
  queue: new URL(url).host,
  handicap,
});

describe('the votes of some pages', () => {
  it('are each once a page, not for itself, and not for what is none of this worker’s business', () => {
    const names = new Names(1, 2);
    const print = (url: string) => names.url(names.site(new URL(url).host), url);
    const theirs = names.site('theirs.br').id;
    const batch = new VoteBatch({ names, isOurs: (site) => site !== theirs });
    const [own, x, y] = ['http://a.br/', 'http://a.br/x', 'http://b.br/y'];
    const targets = [x, own, 'http://theirs.br/', y, x].map((url, i) => vote(url, 10 * i));
    batch.add('a.br', { page: own, targets });
    batch.add('b.br', { page: y, targets: [vote(x, 20), vote('http://a.br/i.png', null)] });
    expect(batch.parameters(undefined)).toEqual([
      `{${print(own)},${print(y)}}`,
      `{"{${print(x)},${print(y)}}","{${print(x)},${print('http://a.br/i.png')}}"}`,
      `{${print(x)},${print(y)}}`,
      '{0,30}',
      null,
    ]);
  });
});

describe.skipIf(POSTGRES_BIN === null)('references in a shared crawl', { timeout: 60_000 }, () => {
  const time = { now: 1_700_000_000_000 };
  const options: FrontierOptions = {
    policy: 'priority',
    delay: 0,
    addressDelay: 0,
    capacity: NEVER,
    queueBudget: NEVER,
    now: () => time.now,
    urgency: URGENCY,
  };
  let schemas = 0;
  let schema: string;
  let database: Database;
  const open: Database[] = [];
  const frontiers: SharedFrontier[] = [];
  beforeEach(async () => {
    schema = `votes${++schemas}`;
    database = await connectTo(schema);
    open.push(database);
    await beginByClock(database, options);
  });
  afterEach(async () => {
    for (const frontier of frontiers.splice(0)) frontier.abandon();
    for (const each of open.splice(0)) await each.close();
  });

  async function enter(name: string, by: (told: Database) => Database = (told) => told) {
    const connection = await connectTo(schema);
    open.push(connection);
    const frontier = await enterSharedCrawl(by(byClock(connection, options.now)), options, { name });
    frontiers.push(frontier);
    return frontier;
  }

  async function lease(frontier: SharedFrontier): Promise<Lease> {
    const answer = await frontier.lease(1);
    if (answer.kind !== 'leases') throw new Error(`no lease: ${answer.kind}`);
    return answer.leases[0]!;
  }

  const complete = (
    frontier: SharedFrontier,
    of: Lease,
    targets: readonly Vote[],
    more: Partial<Completion> = {},
  ) =>
    frontier.end([
      {
        kind: 'complete',
        lease: of,
        outcome: OUTCOME.analysed,
        status: 200,
        accessedAt: time.now,
        bytes: 1,
        revisitAt: null,
        links: [],
        votes: { page: of.key, targets },
        seal: () => null,
        ...more,
      },
    ]);

  /** Leases one URL of a site of its own, which nobody else has. */
  async function leaseOf(frontier: SharedFrontier, url: string): Promise<Lease> {
    await frontier.schedule([candidate(url, 0)]);
    const got = await lease(frontier);
    expect(got.url).toBe(url);
    return got;
  }

  const references = async (url: string): Promise<number> =>
    (await readSharedUrl(database, new URL(url).host, url)).references;

  it('[T-PAR-3] a batch that is sent twice counts once, and one of a worker that was taken for dead not at all', async () => {
    /** The answer to the end of a visit is lost: it is sent again. */
    const deaf = (told: Database): Database =>
      new Proxy(told, {
        get(target, name) {
          const value = Reflect.get(target, name, target) as unknown;
          if (name !== 'persist') return typeof value === 'function' ? value.bind(target) : value;
          return (work: (once: unknown) => Promise<unknown>) =>
            target.persist((once) =>
              work(async (text: string, parameters: readonly string[]) => {
                if (text.includes('.finish(')) await once(text, parameters);
                return once(text, parameters);
              }),
            );
        },
      });
    const one = await enter('one', deaf);
    const x = 'http://x.br/';
    await complete(one, await leaseOf(one, 'http://a.br/'), [vote(x), vote(x), vote('http://a.br/')]);
    expect([await references(x), await references('http://a.br/')]).toEqual([1, 0]);
    const late = await leaseOf(one, 'http://b.br/');
    // Somebody comes under its name: what it still has to say comes too late.
    const again = await enter('one');
    await expect(complete(one, late, [vote(x)])).rejects.toMatchObject({ code: 'TRF_CLUSTER_FENCED' });
    expect(await references(x)).toBe(1);
    await complete(again, await lease(again), [vote(x)]);
    expect(await references(x)).toBe(2);
  });

  it('[T-PAR-3] are those of one process, whoever ends which visit, however often a page is visited', async () => {
    const random = seededRandom(11);
    const any = (n: number): number => Math.floor(random() * n);
    const workers = [await enter('one'), await enter('two')];
    const alone = new RemoteReferences();
    const pages = Array.from({ length: 12 }, (_, i) => `http://s${i % 4}.br/${i}`);
    await workers[0]!.schedule(pages.map((url) => candidate(url)));
    const visits = new Map<string, number>();
    for (let round = 0; round < 48; round++) {
      const worker = workers[any(2)]!;
      const answer = await worker.lease(1);
      time.now += 1_000;
      if (answer.kind !== 'leases') continue;
      const [page] = answer.leases;
      const targets = Array.from({ length: any(4) }, () => pages[any(pages.length)]!);
      alone.vote(page!.key, targets);
      visits.set(page!.key, (visits.get(page!.key) ?? 0) + 1);
      await complete(
        worker,
        page!,
        targets.map((url) => vote(url)),
        { revisitAt: time.now + 15_000 },
      );
      if (round !== 24) continue;
      // Pages go from one to the other.
      for (const each of workers) await each.close();
      workers.splice(0, 2, await enter('two'), await enter('one'));
    }
    expect([visits.size, Math.max(...visits.values()) > 1]).toEqual([pages.length, true]);
    expect(await Promise.all(pages.map(references))).toEqual(pages.map((url) => alone.count(url)));
  });

  it('that others found move a URL up in its site, and its site before others', async () => {
    const [one, two] = [await enter('one'), await enter('two')];
    const held = ['http://held.br/1', 'http://held.br/2', 'http://held.br/3'];
    const free = ['http://free.br/1', 'http://free.br/2', 'http://free.br/3'];
    const pages = [await leaseOf(two, 'http://p.br/'), await leaseOf(two, 'http://q.br/')];
    await one.schedule(held.map((url) => candidate(url)));
    const first = await lease(one);
    expect(first.url).toBe(held[0]);
    await one.schedule(['http://other.br/', ...free].map((url) => candidate(url)));
    for (const [i, page] of pages.entries())
      await complete(two, page, [
        vote(held[2]!),
        vote(free[2]!),
        vote('http://other.br/', i === 0 ? null : 60),
      ]);
    const [waits] = (await readSharedUrl(database, 'free.br', free[2]!)).waits;
    expect(waits).toMatchObject({ priority: 33, place: 1 });
    // What speaks against a link is added, and what is no page waits as it did.
    expect((await readSharedUrl(database, 'other.br', 'http://other.br/')).waits).toMatchObject([
      { priority: 50 },
    ]);
    await complete(one, first, []);
    // What is fetched of a site that it holds is looked at again after a while.
    time.now += 1_000;
    expect((await lease(one)).url).toBe(held[2]);
    expect((await lease(two)).url).toBe(free[2]);
  });

  it('found by itself move a URL up in a site that it holds, at once', async () => {
    const one = await enter('one');
    await complete(one, await leaseOf(one, 'http://p.br/'), [vote('http://held.br/3')]);
    const held = ['http://held.br/1', 'http://held.br/2', 'http://held.br/3'];
    await one.schedule([...held.map((url) => candidate(url)), candidate('http://q.br/', 0)]);
    const answer = await one.lease(2);
    if (answer.kind !== 'leases') throw new Error(answer.kind);
    const [q, first] = answer.leases;
    expect([q!.url, first!.url]).toEqual(['http://q.br/', held[0]]);
    await complete(one, q!, [vote(held[2]!)]);
    await complete(one, first!, []);
    expect((await lease(one)).url).toBe(held[2]);
  });

  it('of visits that are undone are taken back, and count again when those are made again', async () => {
    const one = await enter('lost');
    const x = 'http://x.br/';
    const archived = { file: 'a.warc.gz', offset: 0 };
    await complete(one, await leaseOf(one, 'http://a.br/'), [vote(x), vote('http://y.br/')], { archived });
    await complete(one, await leaseOf(one, 'http://b.br/'), [vote(x)]);
    expect([await references(x), await references('http://y.br/')]).toEqual([2, 1]);
    await one.close();
    const lost = await queueLostVisits(byClock(database, options.now), 'lost', {
      policy: 'priority',
      revisits: false,
      keyOf: (url) => url,
    });
    expect(lost).toEqual({ visits: 1, queued: 1, bare: 0 });
    expect([await references(x), await references('http://y.br/')]).toEqual([1, 0]);
    const two = await enter('two');
    await complete(two, await lease(two), [vote(x)]);
    expect([await references(x), await references('http://y.br/')]).toEqual([2, 0]);
  });
});
