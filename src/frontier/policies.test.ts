import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import type { FolderOptions } from './folder-frontier.ts';
import { candidate, Rig } from './rig.suite.ts';

const rigs: Rig[] = [];
function rig(options: Partial<FolderOptions>): Rig {
  const made = new Rig({ delay: 0, ...options });
  rigs.push(made);
  return made;
}
afterEach(() => {
  for (const each of rigs.splice(0)) each.remove();
});

describe('breadth-first', () => {
  it('[T-FRO-1] returns URLs in insertion order, over all hosts, also after a kill', () => {
    const r = rig({ policy: 'breadth-first' });
    const draw = seededRandom(3);
    const urls = Array.from(
      { length: 200 },
      (_, i) => `http://h${Math.floor(draw() * 9)}.br/${'d/'.repeat(i % 4)}${i}`,
    );
    urls.forEach((url, i) => void r.add(url, { priority: (i * 7) % 101 }));
    const first = Array.from({ length: 90 }, () => {
      const lease = r.lease();
      r.complete(lease);
      return lease.url;
    });
    r.crash();
    expect([...first, ...r.drain()]).toEqual(urls);
  });

  it('takes the next permitted URL in order while the first host rests', () => {
    const r = rig({ policy: 'breadth-first', delay: 1000 });
    for (const url of ['http://a.br/1', 'http://a.br/2', 'http://b.br/1', 'http://a.br/3']) r.add(url);
    const order = [r.lease(), r.lease()];
    expect(order.map((lease) => lease.url)).toEqual(['http://a.br/1', 'http://b.br/1']);
  });
});

describe('priority', () => {
  it('[T-FRO-2] returns 0 before 50 before 100', () => {
    const r = rig({ policy: 'priority' });
    for (const [page, priority] of Object.entries({ c: 100, a: 0, b: 50, d: 50 })) {
      r.add(`http://h.br/${page}`, { priority });
      r.add(`http://${page}.br/`, { priority, depth: 1 });
    }
    expect(r.drain().map((url) => url.replace(/http:..(h.br.)?/, '').charAt(0))).toEqual([
      'a',
      'a',
      'b',
      'b',
      'd',
      'd',
      'c',
      'c',
    ]);
  });

  it('[T-FRO-3] at equal priority the lower depth comes first, then the earlier discovery', () => {
    const r = rig({ policy: 'priority' });
    r.add('http://a.br/x/y/1', { depth: 3 });
    r.add('http://b.br/x/2', { depth: 2 });
    r.add('http://a.br/x/3', { depth: 2 });
    r.add('http://c.br/4', { depth: 1, priority: 51 });
    r.add('http://a.br/x/5', { depth: 2 });
    expect(r.drain().map((url) => url.slice(-1))).toEqual(['2', '3', '5', '1', '4']);
  });

  it('[T-FRO-5] a queued URL moved from 50 to 33 passes the others at 50, within a host and between hosts', () => {
    const r = rig({ policy: 'priority' });
    for (const page of ['1', '2', '3']) {
      r.add(`http://a.br/${page}`);
      r.add(`http://b.br/${page}`);
    }
    expect(r.add('http://a.br/3', { priority: 33 })).toBe('improved');
    expect(r.add('http://b.br/2', { priority: 33 })).toBe('improved');
    expect(r.add('http://a.br/3', { priority: 40 })).toBe('duplicate');
    r.frontier.flush();
    r.crash();
    const taken = r.lease();
    expect(taken).toMatchObject({ url: 'http://a.br/3', priority: 33 });
    expect(r.add('http://a.br/3', { priority: 1 })).toBe('duplicate');
    r.complete(taken);
    expect(r.add('http://a.br/3', { priority: 1 })).toBe('duplicate');
    expect(r.drain().map((url) => url.slice(7))).toEqual(['b.br/2', 'a.br/1', 'b.br/1', 'a.br/2', 'b.br/3']);
    expect(r.frontier.counts()).toMatchObject({ known: 6, completed: 6, improved: 2 });
    expect(r.history('http://a.br/3').map((event) => event.event)).toEqual([
      'added',
      'improved',
      'leased',
      'completed',
    ]);
  });

  it('[T-FRO-9] after 5,000 URLs were queued a new one with a better priority is accepted and fetched first', () => {
    const r = rig({ policy: 'priority' });
    for (let i = 0; i < 5000; i++) r.add(`http://h${i % 50}.br/${i}`);
    expect(r.add('http://h7.br/late', { priority: 49 })).toBe('added');
    expect(r.lease().url).toBe('http://h7.br/late');
  });
});

for (const policy of ['horizontal', 'horizontal-compat'] as const) {
  describe(policy, () => {
    it('[H-2] equal penalty: the shallower URL first', () => {
      const r = rig({ policy });
      r.add('http://a.br/1/2/3', { depth: 3 });
      r.add('http://b.br/1', { depth: 1 });
      r.add('http://c.br/1/2', { depth: 2 });
      expect(r.drain().map((url) => url.charAt(7))).toEqual(['b', 'c', 'a']);
    });

    it('[H-2] equal depth: the host with fewer queued links first', () => {
      const r = rig({ policy });
      for (const url of [
        'http://a.br/1',
        'http://a.br/2',
        'http://a.br/3',
        'http://b.br/1',
        'http://b.br/2',
        'http://c.br/1',
      ]) {
        r.add(url);
      }
      expect(r.lease().queue).toBe('c.br');
      expect(r.lease().queue).toBe('b.br');
      expect(r.lease().queue).toBe('a.br');
    });

    it('[H-2] pages already collected count as well, at the moment the host is looked at', () => {
      const r = rig({ policy });
      for (const page of ['1', '2']) for (const host of ['a', 'b']) r.add(`http://${host}.br/${page}`);
      r.complete(r.lease());
      r.complete(r.lease());
      r.complete(r.lease());
      // a: one queued and one collected, or none and two; the other likewise; a newcomer has less than either.
      r.add('http://c.br/1');
      expect(r.lease().queue).toBe('c.br');
    });

    it('[H-2] ties go by insertion order', () => {
      const r = rig({ policy });
      const hosts = ['m', 'c', 'x', 'a', 'q'];
      for (const host of hosts) r.add(`http://${host}.br/`, { depth: 0 });
      expect(r.drain().map((url) => url.charAt(7))).toEqual(hosts);
    });

    it('[H-3] full: the worst is dropped, never the best; drops are counted; memory stays flat', () => {
      const r = rig({ policy, capacity: 100 });
      const draw = seededRandom(11);
      r.add('http://best.br/', { depth: 0 });
      let memory = 0;
      let offered = 1;
      for (let i = 0; i < 20_000; i++, offered++) {
        const depth = 1 + Math.floor(draw() * 9);
        r.add(`http://h${Math.floor(draw() * 40)}.br/${'x/'.repeat(depth - 1)}${i}`, { depth });
        if (i === 2000) memory = r.frontier.memory;
      }
      const counts = r.frontier.counts();
      expect(counts).toMatchObject({ queued: 100, known: 100 });
      expect(counts.dropped).toEqual({ capacity: offered - 100 });
      expect(r.frontier.memory).toBeLessThanOrEqual(memory * 1.05);
      r.frontier.flush();
      r.crash();
      expect(r.frontier.counts()).toEqual(counts);
      const left = r.drain();
      expect(left[0]).toBe('http://best.br/');
      // What was kept are shallow URLs.
      const depths = left.map((url) => url.split('/').length - 3);
      expect(Math.max(...depths)).toBeLessThanOrEqual(4);
    });

    it('[H-3] a better URL takes the place of the worst; a URL that was dropped may come again', () => {
      const r = rig({ policy, capacity: 3 });
      r.add('http://a.br/1/2/3', { depth: 3 });
      r.add('http://a.br/1/2', { depth: 2 });
      r.add('http://a.br/1/2/3/4/5/6', { depth: 6 });
      expect(r.add('http://a.br/1/2/3/4/5/6/7', { depth: 7 })).toBe('dropped');
      expect(r.add('http://b.br/1', { depth: 1 })).toBe('added');
      expect(r.frontier.counts().known).toBe(3);
      expect(r.frontier.counts().dropped).toEqual({ capacity: 2 });
      expect(r.history('http://a.br/1/2/3/4/5/6').map((event) => event.event)).toEqual(['added', 'dropped']);
      r.complete(r.lease());
      expect(r.add('http://a.br/1/2/3/4/5/6', { depth: 6 })).toBe('added');
      expect(r.drain()).toEqual(['http://a.br/1/2', 'http://a.br/1/2/3', 'http://a.br/1/2/3/4/5/6']);
    });
  });
}

describe('[H-5] many queued URLs of one resting host', () => {
  /** Heap steps and reads for one pop and completion of another host. */
  function work(policy: FolderOptions['policy'], waiting: number): number {
    const r = rig({ policy, delay: 1_000_000 });
    r.add('http://big.br/first', { depth: 0 });
    r.complete(r.lease());
    for (let i = 0; i < waiting; i++) r.add(`http://big.br/${i}`);
    // More penalised than the resting host: the single heap has to look at all of that one first.
    for (let i = 0; i < 20; i++)
      r.add(`http://h${i}.br/${'x/'.repeat(200)}`, { depth: 255, queue: `h${i}.br` });
    const before = r.frontier.work;
    for (let i = 0; i < 20; i++) r.complete(r.lease());
    const after = r.frontier.work;
    return after.heapSteps - before.heapSteps + after.reads - before.reads;
  }

  it('[H-5] do not slow the pop for another host (counted: heap steps and reads)', () => {
    const alone = work('horizontal', 0);
    expect(work('horizontal', 50_000)).toBeLessThan(2 * alone + 40);
    expect(work('breadth-first', 50_000)).toBeLessThan(2 * work('breadth-first', 0) + 40);
  });

  it('[H-5] do slow it in the single heap of the published collector', () => {
    expect(work('horizontal-compat', 200)).toBeGreaterThan(10 * work('horizontal-compat', 0));
  });
});

describe('a folder opened with another policy', () => {
  it('goes on with what is left, in the new order', () => {
    const r = rig({ policy: 'horizontal' });
    for (let i = 0; i < 60; i++)
      r.add(`http://h${i % 6}.br/${'x/'.repeat(i % 5)}${i}`, { priority: i % 3, depth: 1 + (i % 5) });
    const done = Array.from({ length: 25 }, () => {
      const lease = r.lease();
      r.complete(lease, { links: [candidate(`${lease.url}/found`)] });
      return lease.url;
    });
    r.lease();
    for (const policy of ['breadth-first', 'priority', 'horizontal-compat', 'horizontal'] as const) {
      Object.assign(r.options, { policy });
      r.crash();
      for (const orphan of r.frontier.orphans()) r.putBack(orphan);
      for (let i = 0; i < 4; i++) {
        const lease = r.lease();
        r.complete(lease);
        done.push(lease.url);
      }
      r.lease();
    }
    r.crash();
    for (const orphan of r.frontier.orphans()) r.putBack(orphan);
    const all = [...done, ...r.drain()];
    expect(all).toHaveLength(85);
    expect(new Set(all).size).toBe(85);
  });
});
