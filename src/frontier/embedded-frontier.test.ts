import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EmbeddedFrontier } from './embedded-frontier.ts';
import type { FolderOptions } from './folder-frontier.ts';
import { type FrontierStore, frontierSuite } from './frontier.suite.ts';
import { LateFrontier } from './late-frontier.suite.ts';
import { type FrontierOptions, OUTCOME } from './port.ts';
import { candidate, completion, PulledDisk, Rig, VirtualClock } from './rig.suite.ts';

function folder(options: FolderOptions): FrontierStore {
  const path = mkdtempSync(join(tmpdir(), 'tarrafa-frontier-'));
  let disk = new PulledDisk();
  return {
    open() {
      disk = new PulledDisk();
      return EmbeddedFrontier.open(path, { ...options, files: disk });
    },
    async kill() {
      disk.kill();
    },
    async remove() {
      disk.kill();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

for (const policy of ['breadth-first', 'horizontal', 'horizontal-compat', 'priority'] as const)
  frontierSuite(`embedded, ${policy}`, (options) => folder({ ...options, policy }));
frontierSuite('embedded, many segments', (options) => folder({ ...options, segmentBytes: 2000 }));
frontierSuite('that answers later', (options) => {
  const store = folder({ ...options, policy: 'horizontal' });
  return { ...store, open: async () => new LateFrontier(await store.open()) };
});
frontierSuite('embedded, exact', (options) => folder({ ...options, policy: 'priority', exact: true }));

describe('the embedded frontier', () => {
  const rigs: Rig[] = [];
  const rig = (options: Partial<FolderOptions> = {}): Rig => {
    const made = new Rig(options);
    rigs.push(made);
    return made;
  };
  afterEach(() => {
    for (const each of rigs.splice(0)) each.remove();
  });

  const OPTIONS: Omit<FrontierOptions, 'now'> = {
    policy: 'breadth-first',
    delay: 0,
    addressDelay: 0,
    capacity: 100,
    queueBudget: 100,
  };

  describe('asked to visit everything again that was visited before a time', () => {
    const visited = (): Rig => {
      const r = rig({ delay: 0 });
      for (const page of ['1', '2', '3', '4']) r.add(`http://a.br/${page}`);
      r.complete(r.lease());
      r.complete(r.lease(), { outcome: OUTCOME.gone, status: 404 });
      r.complete(r.lease(), { outcome: OUTCOME.skipped });
      // Was to be visited again by itself, much later.
      r.complete(r.lease(), { revisitAt: r.clock.time + 1e9 });
      return r;
    };
    const roundOf = (r: Rig, visitAgainBefore: number | null) => {
      Object.assign(r.options, { visitAgainBefore });
      return r;
    };

    it('does so once, whatever the visit before had asked for, and leaves out what was passed by', () => {
      const r = visited();
      r.clock.time += 1000;
      roundOf(r, r.clock.time).reopen();
      expect(r.frontier.counts()).toMatchObject({ queued: 0, scheduled: 3 });
      expect(r.drain().sort()).toEqual(['http://a.br/1', 'http://a.br/2', 'http://a.br/4']);
      expect(r.frontier.counts()).toMatchObject({ scheduled: 0, completed: 7 });
      // Visited since: said again, it asks for nothing more.
      r.reopen();
      expect(r.frontier.next()).toEqual({ kind: 'empty' });
    });

    it('goes on after a kill, told again or not, and counts rightly in every later session', () => {
      for (const told of [true, false]) {
        const r = visited();
        r.clock.time += 1000;
        roundOf(r, r.clock.time).reopen();
        r.clock.time += 1;
        const first = r.lease();
        r.complete(first);
        const second = r.lease();
        if (!told) roundOf(r, null);
        r.crash();
        expect(r.frontier.orphans().map(({ url }) => url)).toEqual([second.url]);
        r.putBack(r.frontier.orphans()[0]!);
        expect([first.url, ...r.drain()].sort()).toEqual(['http://a.br/1', 'http://a.br/2', 'http://a.br/4']);
        roundOf(r, null).reopen();
        expect(r.frontier.counts()).toMatchObject({ queued: 0, scheduled: 0, inFlight: 0, completed: 7 });
        expect(r.frontier.next()).toEqual({ kind: 'empty' });
      }
    });

    it('asks nothing of what was visited at that time or later, and nothing of a queue that was retired', () => {
      const r = visited();
      r.add('http://b.br/1');
      r.complete(r.lease());
      r.frontier.retire('b.br', 'unreachable');
      const before = r.clock.time;
      roundOf(r, before).reopen();
      expect(r.frontier.counts()).toMatchObject({ scheduled: 1 });
      r.clock.time = before + 1;
      roundOf(r, before + 1).reopen();
      expect(r.drain().every((url) => url.startsWith('http://a.br/'))).toBe(true);
      r.reopen();
      expect(r.frontier.counts()).toMatchObject({ queued: 0, scheduled: 0 });
    });
  });

  it('says in which queues most URLs wait, those alone, and when they may be asked', () => {
    const r = rig({ delay: 60_000 });
    for (let host = 0; host < 50; host++)
      for (let page = 0; page <= host; page++) r.add(`http://h${host}.br/${page}`);
    expect(r.frontier.longestQueues(3).map(({ queue, queued }) => [queue, queued])).toEqual([
      ['h49.br', 50],
      ['h48.br', 49],
      ['h47.br', 48],
    ]);
    expect(r.frontier.longestQueues(100)).toHaveLength(50);
    r.complete(r.lease());
    const lease = r.lease();
    const of = (queue: string) => r.frontier.longestQueues(100).find((one) => one.queue === queue);
    expect(of(lease.queue)).toMatchObject({ inFlight: true });
    r.complete(lease);
    expect(of(lease.queue)).toMatchObject({ inFlight: false, nextAt: r.clock.time + 60_000 });
    r.drain();
    expect(r.frontier.longestQueues(3)).toEqual([]);
  });

  it('does all of a call before it returns: nothing comes between a visit and its end', async () => {
    const clock = new VirtualClock();
    const store = folder({ ...OPTIONS, now: clock.now });
    const frontier = await store.open();
    await frontier.schedule([candidate('http://a.br/1')]);
    const answer = await frontier.lease(1);
    if (answer.kind !== 'leases') throw new Error('no lease');
    const order: string[] = [];
    const ended = frontier.end([
      completion(answer.leases[0]!, clock.time, {
        seal() {
          order.push('sealed');
          return 'mark';
        },
      }),
    ]);
    order.push('returned');
    expect(order).toEqual(['sealed', 'returned']);
    expect(frontier.counts()).toMatchObject({ completed: 1, inFlight: 0 });
    await ended;
    await store.remove();
  });

  it('a full disk in the middle of a batch: what was written is handed out, and the next call is told', async () => {
    const clock = new VirtualClock();
    const disk = new PulledDisk();
    const path = mkdtempSync(join(tmpdir(), 'tarrafa-frontier-'));
    const frontier = await EmbeddedFrontier.open(path, { ...OPTIONS, now: clock.now, files: disk });
    await frontier.schedule(['a', 'b', 'c'].map((host) => candidate(`http://${host}.br/`)));
    await frontier.lease(1);
    // Room for one more lease, and half of another.
    disk.room = 72;
    const answer = await frontier.lease(3);
    expect(answer.kind === 'leases' && answer.leases.map((lease) => lease.url)).toEqual(['http://b.br/']);
    await expect(frontier.lease(3)).rejects.toMatchObject({ code: 'TRF_STORAGE_FULL' });
    disk.kill();
    rmSync(path, { recursive: true, force: true });
  });

  it('[T-FRO-12, H-12] after a kill every queue is what it was, and that of an open lease rests a full delay', () => {
    const r = rig({ delay: 1000, addressDelay: 3000, policy: 'horizontal' });
    for (let host = 0; host < 5; host++)
      for (let page = 0; page < 4; page++) r.add(`http://h${host}.br/${page}`);
    for (let i = 0; i < 7; i++) {
      const lease = r.lease();
      r.frontier.bind(lease, `192.0.2.${lease.queue.charAt(1)}`);
      r.complete(lease);
      r.clock.time += 701;
    }
    const open = r.lease();
    const states = [...r.frontier.queues()].filter((state) => state.name !== open.queue);
    r.clock.time += 100;
    r.crash();
    expect([...r.frontier.queues()].filter((state) => state.name !== open.queue)).toEqual(states);
    expect(r.frontier.queueState(open.queue)).toMatchObject({ inFlight: true, nextAt: r.clock.time + 1000 });
  });

  it('a shorter delay does not shorten the rest under way, and none goes below the minimum', () => {
    const r = rig();
    r.add('http://a.br/1');
    r.frontier.setDelay('a.br', 40_000);
    r.complete(r.lease());
    r.frontier.setDelay('a.br', 1);
    expect(r.frontier.queueState('a.br')).toMatchObject({ delay: 1000, nextAt: r.clock.time + 40_000 });
  });

  it('tells the history of a URL', () => {
    const r = rig();
    r.add('http://a.br/1');
    const lease = r.lease();
    r.retry(lease, { accessedAt: r.clock.time, notBefore: r.clock.time + 5000 });
    r.clock.time += 5000;
    r.complete(r.lease(), { status: 404, outcome: OUTCOME.gone });
    const events = r.history('http://a.br/1');
    expect(events.map((event) => event.event)).toEqual(['added', 'leased', 'retry', 'leased', 'completed']);
    expect(events[4]).toMatchObject({
      record: lease.record,
      at: r.clock.time,
      detail: { outcome: 'gone', status: 404 },
    });
    expect(r.history('http://a.br/2')).toEqual([]);
  });
});
