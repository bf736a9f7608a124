/** What every implementation and every policy of the `Frontier` port must do. */
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import type { EmbeddedOptions } from './embedded-frontier.ts';
import type { Lease } from './port.ts';
import { OUTCOME, URL_KIND } from './port.ts';
import { candidate, Rig } from './rig.suite.ts';

export function frontierSuite(policy: EmbeddedOptions['policy']): void {
  describe(`frontier, ${policy}`, () => {
    const rigs: Rig[] = [];
    const rig = (options: Partial<EmbeddedOptions> = {}): Rig => {
      const made = new Rig({ policy, ...options });
      rigs.push(made);
      return made;
    };
    afterEach(() => {
      for (const each of rigs.splice(0)) each.remove();
    });

    it('answers empty when nothing was added', () => {
      expect(rig().frontier.next()).toEqual({ kind: 'empty' });
    });

    it('gives back everything that was said of a URL', () => {
      const r = rig();
      const said = candidate('http://www.a.pt/Notícias/ç?q=ã', {
        key: 'http://www.a.pt/notícias/ç?q=ã',
        queue: 'a.pt',
        priority: 7,
        depth: 2,
        hops: 9,
        redirects: 3,
        kind: URL_KIND.feed,
        parent: 123_456,
      });
      r.frontier.add(said);
      const lease = r.lease();
      expect(lease).toMatchObject(said);
      expect(lease).toMatchObject({ attempt: 1, at: r.clock.time });
      expect(lease.record).toBeGreaterThan(0);
    });

    it('gives back a queue name that is no part of the URL, and very long URLs', () => {
      const r = rig({ delay: 0 });
      const long = `http://long.br/${'x'.repeat(5000)}`;
      r.frontier.add(candidate('http://10.0.0.1/a', { queue: 'grupo ção', depth: 0 }));
      r.frontier.add(candidate(long, { key: `${long}/key`, depth: 0 }));
      r.frontier.flush();
      const leases = [r.lease(), r.lease()];
      expect(leases.map((lease) => lease.queue)).toEqual(['grupo ção', 'long.br']);
      expect(leases[1]).toMatchObject({ url: long, key: `${long}/key` });
    });

    it('[T-FRO-4] queues the same comparison form once and hands it out once', () => {
      const r = rig();
      expect(r.add('http://a.br/x')).toBe('added');
      expect(r.add('http://a.br/x')).toBe('duplicate');
      expect(r.add('http://a.br/x/', { key: 'http://a.br/x' })).toBe('duplicate');
      expect(r.frontier.seen('http://a.br/x')).toBe(true);
      expect(r.frontier.seen('http://a.br/y')).toBe(false);
      const lease = r.lease();
      expect(r.add('http://a.br/x')).toBe('duplicate');
      r.complete(lease, { discovered: [candidate('http://a.br/x'), candidate('http://a.br/y')] });
      expect(r.add('http://a.br/x')).toBe('duplicate');
      expect(r.drain()).toEqual(['http://a.br/y']);
      expect(r.frontier.counts()).toMatchObject({ known: 2, queued: 0, completed: 2, duplicates: 5 });
    });

    it('[T-POL-6, G-AC-026] one host: one access at a time, and the delay between the end of one and the start of the next', () => {
      const r = rig({ delay: 1500 });
      for (let i = 0; i < 6; i++) r.add(`http://a.br/${i}`);
      let lastEnd = Number.NEGATIVE_INFINITY;
      const draw = seededRandom(1);
      for (let i = 0; i < 6; i++) {
        const lease = r.lease();
        expect(r.clock.time - lastEnd).toBeGreaterThanOrEqual(1500);
        // Eight workers ask; none gets a second access.
        for (let worker = 0; worker < 8; worker++) {
          expect(r.frontier.next()).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
        }
        r.clock.time += Math.floor(draw() * 4000);
        lastEnd = r.clock.time;
        r.clock.time += 40; // analysed, then completed
        r.complete(lease, { accessedAt: lastEnd });
        if (i === 5) break;
        expect(r.frontier.next()).toEqual({ kind: 'wait', until: lastEnd + 1500 });
        r.clock.time = lastEnd + 1499;
        expect(r.frontier.next().kind).toBe('wait');
        r.clock.time = lastEnd + 1500;
      }
      expect(r.frontier.next()).toEqual({ kind: 'empty' });
    });

    it('[T-POL-7] two hosts are served in parallel', () => {
      const r = rig();
      r.add('http://a.br/1');
      r.add('http://b.br/1');
      expect([r.lease().queue, r.lease().queue].sort()).toEqual(['a.br', 'b.br']);
    });

    it('never asks one network address twice at once, nor within its delay', () => {
      const r = rig({ delay: 0, addressDelay: 5000 });
      for (const host of ['a', 'b', 'c']) for (let i = 0; i < 2; i++) r.add(`http://${host}.br/${i}`);
      const first = r.lease();
      expect(r.frontier.bind(first, '192.0.2.1')).toBe(0);
      const second = r.lease();
      expect(r.frontier.bind(second, '192.0.2.1')).toBe(Number.POSITIVE_INFINITY);
      r.frontier.putBack(second, { notBefore: Number.POSITIVE_INFINITY });
      const other = r.lease();
      expect(other.queue).not.toBe(second.queue);
      expect(r.frontier.bind(other, '192.0.2.2')).toBe(0);
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
      r.complete(first);
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 5000 });
      r.clock.time += 5000;
      const again = r.lease();
      expect([first.queue, second.queue]).toContain(again.queue);
      expect(r.frontier.bind(again, '192.0.2.1')).toBe(0);
      expect(r.frontier.next().kind).toBe('wait');
      r.complete(again);
      r.complete(other);
      expect(r.drain()).toHaveLength(3);
    });

    it('tells when an address that a queue turns out to have rests', () => {
      const r = rig({ delay: 0, addressDelay: 5000 });
      r.add('http://a.br/');
      r.add('http://b.br/');
      const first = r.lease();
      r.frontier.bind(first, '192.0.2.1');
      r.complete(first);
      const second = r.lease();
      const rests = r.frontier.bind(second, '192.0.2.1');
      expect(rests).toBe(r.clock.time + 5000);
      r.frontier.putBack(second, { notBefore: rests });
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: rests });
      r.clock.time = rests;
      expect(r.lease().url).toBe(second.url);
    });

    it('puts a URL back at the head, with the rest its robots file costs', () => {
      const r = rig();
      r.add('http://a.br/1');
      r.add('http://a.br/2');
      const lease = r.lease();
      r.frontier.putBack(lease, { accessedAt: r.clock.time });
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 1000 });
      r.clock.time += 1000;
      const again = r.lease();
      expect(again).toMatchObject({ url: lease.url, record: lease.record, attempt: 1 });
      r.frontier.putBack(again, { notBefore: r.clock.time + 7000 });
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 7000 });
      r.clock.time += 7000;
      expect(r.drain()).toEqual(['http://a.br/1', 'http://a.br/2']);
    });

    it('tries again not before the time given, others of the queue meanwhile, and counts the attempt', () => {
      const r = rig();
      r.add('http://a.br/1');
      r.add('http://a.br/2');
      const lease = r.lease();
      r.frontier.retry(lease, { accessedAt: r.clock.time, notBefore: r.clock.time + 60_000 });
      expect(r.frontier.counts()).toMatchObject({ queued: 2, inFlight: 0 });
      expect(r.add(lease.url)).toBe('duplicate');
      r.clock.time += 1000;
      const other = r.lease();
      expect(other.url).not.toBe(lease.url);
      r.complete(other);
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: lease.at + 60_000 });
      r.crash();
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: lease.at + 60_000 });
      r.clock.time = lease.at + 60_000;
      expect(r.lease()).toMatchObject({ url: lease.url, record: lease.record, attempt: 2 });
    });

    it('visits again at the time asked for, also after a restart', () => {
      const r = rig();
      r.add('http://a.br/1');
      const lease = r.lease();
      const later = r.clock.time + 86_400_000;
      r.complete(lease, { revisitAt: later });
      expect(r.frontier.counts()).toMatchObject({ queued: 0, scheduled: 1, completed: 1 });
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: later });
      r.crash();
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: later });
      r.clock.time = later;
      const again = r.lease();
      expect(again).toMatchObject({ url: lease.url, record: lease.record, attempt: 1 });
      r.complete(again, { outcome: OUTCOME.unchanged, status: 304, revisitAt: later + 1000 });
      r.crash();
      expect(r.frontier.counts()).toMatchObject({
        scheduled: 1,
        completed: 2,
        outcomes: { analysed: 1, unchanged: 1 },
      });
    });

    it('honours the delay of a queue, its rests, and its retirement', () => {
      const r = rig();
      for (let i = 0; i < 4; i++) r.add(`http://a.br/${i}`);
      r.frontier.setDelay('a.br', 30_000);
      r.complete(r.lease());
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 30_000 });
      // A longer delay lengthens the rest under way; a shorter one does not shorten it; none goes below the minimum.
      r.frontier.setDelay('a.br', 40_000);
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 40_000 });
      r.frontier.setDelay('a.br', 1);
      expect(r.frontier.queueState('a.br')).toMatchObject({ delay: 1000, nextAt: r.clock.time + 40_000 });
      r.frontier.restUntil('a.br', r.clock.time + 100_000);
      r.crash();
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 100_000 });
      expect(r.frontier.retire('a.br', 'unreachable')).toBe(3);
      expect(r.frontier.retire('a.br', 'unreachable')).toBe(0);
      expect(r.add('http://a.br/9')).toBe('dropped');
      expect(r.frontier.next()).toEqual({ kind: 'empty' });
      r.crash();
      expect(r.frontier.next()).toEqual({ kind: 'empty' });
      expect(r.frontier.counts()).toMatchObject({ queued: 0, dropped: { unreachable: 3 } });
    });

    it('hands out no more of a queue than its budget', () => {
      const r = rig({ queueBudget: 2 });
      expect(['1', '2', '3'].map((page) => r.add(`http://a.br/${page}`))).toEqual([
        'added',
        'added',
        'dropped',
      ]);
      r.complete(r.lease(), { discovered: [candidate('http://a.br/4')] });
      r.add('http://b.br/1');
      r.crash();
      expect(r.add('http://a.br/5')).toBe('dropped');
      expect(r.drain().filter((url) => url.includes('a.br'))).toEqual(['http://a.br/2']);
      expect(r.frontier.counts().dropped).toEqual({ 'queue-budget': 3 });
    });

    it('refuses a URL that is too long, and counts it', () => {
      const r = rig();
      expect(r.add(`http://a.br/${'y'.repeat(20_000)}`, { queue: 'a.br' })).toBe('dropped');
      expect(r.frontier.counts().dropped).toEqual({ 'too-long': 1 });
    });

    it('[T-FRO-12, H-12] after a kill: counts kept, nothing lost, nothing given out twice, no rest cut short', () => {
      const r = rig({ delay: 1000, addressDelay: 3000 });
      const all: string[] = [];
      for (let host = 0; host < 5; host++) {
        for (let page = 0; page < 4; page++) {
          all.push(`http://h${host}.br/${page}`);
          r.add(all[all.length - 1]!);
        }
      }
      const done: string[] = [];
      for (let i = 0; i < 7; i++) {
        const lease = r.lease();
        r.frontier.bind(lease, `192.0.2.${lease.queue.charAt(1)}`);
        r.complete(lease, { archiveMark: `mark ${i}` });
        done.push(lease.url);
        r.clock.time += 701;
      }
      const open = r.lease();
      r.frontier.bind(open, `192.0.2.${open.queue.charAt(1)}`);
      const before = r.frontier.counts();
      const states = [...r.frontier.queues()].filter((state) => state.name !== open.queue);
      r.clock.time += 100;
      r.crash();
      expect(r.frontier.counts()).toEqual(before);
      expect(r.frontier.archiveMark()).toBe('mark 6');
      expect([...r.frontier.queues()].filter((state) => state.name !== open.queue)).toEqual(states);
      const orphans = r.frontier.orphans();
      expect(orphans).toEqual([open]);
      expect(r.frontier.queueState(open.queue)).toMatchObject({
        inFlight: true,
        nextAt: r.clock.time + 1000,
      });
      // Its queue stays closed until it is ended; its address rests as well.
      r.frontier.putBack(orphans[0]!);
      expect(r.frontier.orphans()).toEqual([]);
      const reopened = r.clock.time;
      const rest: string[] = [];
      for (;;) {
        const answer = r.frontier.next();
        if (answer.kind === 'empty') break;
        if (answer.kind === 'wait') {
          r.clock.time = answer.until;
          continue;
        }
        if (answer.lease.queue === open.queue && rest.every((url) => !url.includes(open.queue))) {
          expect(r.clock.time - reopened).toBeGreaterThanOrEqual(3000);
        }
        rest.push(answer.lease.url);
        r.complete(answer.lease);
      }
      expect([...done, ...rest].sort()).toEqual([...all].sort());
    });

    it('an orphan whose response is in the archive is completed, and its queue still rests from the opening', () => {
      const r = rig();
      r.add('http://a.br/1');
      r.add('http://a.br/2');
      r.lease();
      r.clock.time += 500;
      r.crash();
      const orphan = r.frontier.orphans()[0] as Lease;
      r.frontier.complete(orphan, {
        outcome: OUTCOME.analysed,
        status: 200,
        accessedAt: orphan.at + 10,
        discovered: [],
        bytes: 1,
      });
      expect(r.frontier.next()).toEqual({ kind: 'wait', until: r.clock.time + 1000 });
      r.clock.time += 1000;
      expect(r.drain()).toEqual(['http://a.br/2']);
    });

    it('a clean close leaves no orphans and loses nothing, over many segments', () => {
      const r = rig({ delay: 0, segmentBytes: 2000 });
      for (let i = 0; i < 100; i++) r.add(`http://h${i % 7}.br/${i}`);
      const first: string[] = [];
      for (let i = 0; i < 30; i++) {
        const lease = r.lease();
        first.push(lease.url);
        r.complete(lease, { discovered: [candidate(`${lease.url}/more`)] });
      }
      r.reopen();
      expect(r.frontier.orphans()).toEqual([]);
      const all = [...first, ...r.drain()];
      expect(all).toHaveLength(130);
      expect(new Set(all).size).toBe(130);
    });

    it('tells the history of a URL', () => {
      const r = rig();
      r.add('http://a.br/1');
      const lease = r.lease();
      r.frontier.retry(lease, { accessedAt: r.clock.time, notBefore: r.clock.time + 5000 });
      r.clock.time += 5000;
      r.complete(r.lease(), { status: 404, outcome: OUTCOME.gone });
      const events = [...r.frontier.history('http://a.br/1')];
      expect(events.map((event) => event.event)).toEqual(['added', 'leased', 'retry', 'leased', 'completed']);
      expect(events[4]).toMatchObject({
        record: lease.record,
        at: r.clock.time,
        detail: { outcome: 'gone', status: 404 },
      });
      expect([...r.frontier.history('http://a.br/2')]).toEqual([]);
    });

    it('refuses to end a lease twice', () => {
      const r = rig();
      r.add('http://a.br/1');
      const lease = r.lease();
      r.complete(lease);
      expect(() => r.complete(lease)).toThrow(RangeError);
      expect(() => r.frontier.putBack(lease)).toThrow(RangeError);
    });
  });
}
