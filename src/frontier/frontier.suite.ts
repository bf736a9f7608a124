/** What every implementation of the `Frontier` port must do, whatever its policy. */
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import {
  type AddOutcome,
  type Candidate,
  type Completion,
  type Exhausted,
  type Frontier,
  type FrontierOptions,
  type Later,
  type Lease,
  OUTCOME,
  type PutBack,
  type Retry,
  URL_KIND,
  type Waiting,
} from './port.ts';
import { candidate, completion, VirtualClock } from './rig.suite.ts';

/** Somewhere that a frontier stands, beyond the life of the process that works on it. */
export interface FrontierStore {
  /** Whether leases that were open are orphans of the next process; else what they were of is queued again. */
  readonly keepsLeases?: boolean;
  /** The frontier as a process that starts now finds it. */
  open(): Promise<Frontier>;
  /** The process that has it open dies. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a store with nothing in it. `name` is that of the implementation, and of what is special about it. */
export function frontierSuite(name: string, make: (options: FrontierOptions) => FrontierStore): void {
  describe(`frontier, ${name}`, () => {
    const rigs: PortRig[] = [];
    const rig = async (options: Partial<FrontierOptions> = {}): Promise<PortRig> => {
      const made = await PortRig.open(make, options);
      rigs.push(made);
      return made;
    };
    afterEach(async () => {
      for (const each of rigs.splice(0)) await each.remove();
    });

    it('answers empty when nothing was added', async () => {
      expect(await (await rig()).next()).toEqual({ kind: 'empty' });
    });

    it('gives back everything that was said of a URL', async () => {
      const r = await rig();
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
      await r.frontier.schedule([said]);
      const lease = await r.lease();
      expect(lease).toMatchObject(said);
      expect(lease).toMatchObject({ attempt: 1, at: r.clock.time });
      expect(lease.record).toBeGreaterThan(0);
    });

    it('gives back a queue name that is no part of the URL, and very long URLs', async () => {
      const r = await rig({ delay: 0 });
      const long = `http://long.br/${'x'.repeat(5000)}`;
      await r.frontier.schedule([candidate('http://10.0.0.1/a', { queue: 'grupo ção', depth: 0 })]);
      await r.frontier.schedule([candidate(long, { key: `${long}/key`, depth: 0 })]);
      const leases = [await r.lease(), await r.lease()];
      expect(leases.map((lease) => lease.queue)).toEqual(['grupo ção', 'long.br']);
      expect(leases[1]).toMatchObject({ url: long, key: `${long}/key` });
    });

    it('[T-FRO-4] queues the same comparison form once and hands it out once', async () => {
      const r = await rig();
      expect(await r.add('http://a.br/x')).toBe('added');
      expect(await r.add('http://a.br/x')).toBe('duplicate');
      expect(await r.add('http://a.br/x/', { key: 'http://a.br/x' })).toBe('duplicate');
      expect(r.frontier.counts().known).toBe(1);
      const lease = await r.lease();
      expect(await r.add('http://a.br/x')).toBe('duplicate');
      await r.complete(lease, { links: [candidate('http://a.br/x'), candidate('http://a.br/y')] });
      expect(await r.add('http://a.br/x')).toBe('duplicate');
      expect(await r.drain()).toEqual(['http://a.br/y']);
      expect(r.frontier.counts()).toMatchObject({ known: 2, queued: 0, completed: 2, duplicates: 5 });
    });

    it('[T-POL-6, G-AC-026] one host: one access at a time, and the delay between the end of one and the start of the next', async () => {
      const r = await rig({ delay: 1500 });
      for (let i = 0; i < 6; i++) await r.add(`http://a.br/${i}`);
      let lastEnd = Number.NEGATIVE_INFINITY;
      const draw = seededRandom(1);
      for (let i = 0; i < 6; i++) {
        const lease = await r.lease();
        expect(r.clock.time - lastEnd).toBeGreaterThanOrEqual(1500);
        // Eight workers ask; none gets a second access.
        for (let worker = 0; worker < 8; worker++) {
          expect(await r.next()).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
        }
        r.clock.time += Math.floor(draw() * 4000);
        lastEnd = r.clock.time;
        r.clock.time += 40; // analysed, then completed
        await r.complete(lease, { accessedAt: lastEnd });
        if (i === 5) break;
        expect(await r.next()).toEqual({ kind: 'wait', until: lastEnd + 1500 });
        r.clock.time = lastEnd + 1499;
        expect((await r.next()).kind).toBe('wait');
        r.clock.time = lastEnd + 1500;
      }
      expect(await r.next()).toEqual({ kind: 'empty' });
    });

    it('[T-POL-7] two hosts are served in parallel', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      await r.add('http://b.br/1');
      expect([(await r.lease()).queue, (await r.lease()).queue].sort()).toEqual(['a.br', 'b.br']);
    });

    it('never asks one network address twice at once, nor within its delay', async () => {
      const r = await rig({ delay: 0, addressDelay: 5000 });
      for (const host of ['a', 'b', 'c']) for (let i = 0; i < 2; i++) await r.add(`http://${host}.br/${i}`);
      const first = await r.lease();
      expect(await r.frontier.bind(first, '192.0.2.1')).toBe(0);
      const second = await r.lease();
      expect(await r.frontier.bind(second, '192.0.2.1')).toBe(Number.POSITIVE_INFINITY);
      await r.putBack(second, { notBefore: Number.POSITIVE_INFINITY });
      const other = await r.lease();
      expect(other.queue).not.toBe(second.queue);
      expect(await r.frontier.bind(other, '192.0.2.2')).toBe(0);
      expect(await r.next()).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
      await r.complete(first);
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 5000 });
      r.clock.time += 5000;
      const again = await r.lease();
      expect([first.queue, second.queue]).toContain(again.queue);
      expect(await r.frontier.bind(again, '192.0.2.1')).toBe(0);
      expect((await r.next()).kind).toBe('wait');
      await r.complete(again);
      await r.complete(other);
      expect(await r.drain()).toHaveLength(3);
    });

    it('tells when an address that a queue turns out to have rests', async () => {
      const r = await rig({ delay: 0, addressDelay: 5000 });
      await r.add('http://a.br/');
      await r.add('http://b.br/');
      const first = await r.lease();
      await r.frontier.bind(first, '192.0.2.1');
      await r.complete(first);
      const second = await r.lease();
      const rests = await r.frontier.bind(second, '192.0.2.1');
      expect(rests).toBe(r.clock.time + 5000);
      await r.putBack(second, { notBefore: rests });
      expect(await r.next()).toEqual({ kind: 'wait', until: rests });
      r.clock.time = rests;
      expect((await r.lease()).url).toBe(second.url);
    });

    it('puts a URL back at the head, with the rest its robots file costs', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      await r.add('http://a.br/2');
      const lease = await r.lease();
      await r.putBack(lease, { accessedAt: r.clock.time });
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 1000 });
      r.clock.time += 1000;
      const again = await r.lease();
      expect(again).toMatchObject({ url: lease.url, record: lease.record, attempt: 1 });
      await r.putBack(again, { notBefore: r.clock.time + 7000 });
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 7000 });
      r.clock.time += 7000;
      expect(await r.drain()).toEqual(['http://a.br/1', 'http://a.br/2']);
    });

    it('tries again not before the time given, others of the queue meanwhile, and counts the attempt', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      await r.add('http://a.br/2');
      const lease = await r.lease();
      await r.retry(lease, { accessedAt: r.clock.time, notBefore: r.clock.time + 60_000 });
      expect(r.frontier.counts()).toMatchObject({ queued: 2, inFlight: 0 });
      expect(await r.add(lease.url)).toBe('duplicate');
      r.clock.time += 1000;
      const other = await r.lease();
      expect(other.url).not.toBe(lease.url);
      await r.complete(other);
      expect(await r.next()).toEqual({ kind: 'wait', until: lease.at + 60_000 });
      await r.crash();
      expect(await r.next()).toEqual({ kind: 'wait', until: lease.at + 60_000 });
      r.clock.time = lease.at + 60_000;
      expect(await r.lease()).toMatchObject({ url: lease.url, record: lease.record, attempt: 2 });
    });

    it('visits again at the time asked for, also after a restart', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      const lease = await r.lease();
      const later = r.clock.time + 86_400_000;
      await r.complete(lease, { revisitAt: later });
      expect(r.frontier.counts()).toMatchObject({ queued: 0, scheduled: 1, completed: 1 });
      expect(await r.next()).toEqual({ kind: 'later', until: later });
      await r.crash();
      expect(await r.next()).toEqual({ kind: 'later', until: later });
      r.clock.time = later;
      const again = await r.lease();
      expect(again).toMatchObject({ url: lease.url, record: lease.record, attempt: 1 });
      await r.complete(again, { outcome: OUTCOME.unchanged, status: 304, revisitAt: later + 1000 });
      await r.crash();
      expect(r.frontier.counts()).toMatchObject({
        scheduled: 1,
        completed: 2,
        outcomes: { analysed: 1, unchanged: 1 },
      });
    });

    it('honours the delay of a queue, its rests, and its retirement', async () => {
      const r = await rig();
      for (let i = 0; i < 4; i++) await r.add(`http://a.br/${i}`);
      await r.frontier.setDelay('a.br', 30_000);
      await r.complete(await r.lease());
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 30_000 });
      // A longer delay lengthens the rest under way; a shorter one does not shorten it; none goes below the minimum.
      await r.frontier.setDelay('a.br', 40_000);
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 40_000 });
      await r.frontier.setDelay('a.br', 1);
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 40_000 });
      await r.frontier.restUntil('a.br', r.clock.time + 100_000);
      await r.crash();
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 100_000 });
      expect(await r.frontier.retire('a.br', 'unreachable')).toBe(3);
      expect(await r.frontier.retire('a.br', 'unreachable')).toBe(0);
      expect(await r.add('http://a.br/9')).toBe('dropped');
      expect(await r.next()).toEqual({ kind: 'empty' });
      await r.crash();
      expect(await r.next()).toEqual({ kind: 'empty' });
      expect(r.frontier.counts()).toMatchObject({ queued: 0, dropped: { unreachable: 3 } });
    });

    it('hands out no more of a queue than its budget', async () => {
      const r = await rig({ queueBudget: 2 });
      const outcomes: AddOutcome[] = [];
      for (const page of ['1', '2', '3']) outcomes.push(await r.add(`http://a.br/${page}`));
      expect(outcomes).toEqual(['added', 'added', 'dropped']);
      await r.complete(await r.lease(), { links: [candidate('http://a.br/4')] });
      await r.add('http://b.br/1');
      await r.crash();
      expect(await r.add('http://a.br/5')).toBe('dropped');
      expect((await r.drain()).filter((url) => url.includes('a.br'))).toEqual(['http://a.br/2']);
      expect(r.frontier.counts().dropped).toEqual({ 'queue-budget': 3 });
    });

    it('refuses a URL that is too long, and counts it', async () => {
      const r = await rig();
      expect(await r.add(`http://a.br/${'y'.repeat(20_000)}`, { queue: 'a.br' })).toBe('dropped');
      expect(r.frontier.counts().dropped).toEqual({ 'too-long': 1 });
    });

    it('[T-FRO-12, H-12] after a kill: counts kept, nothing lost, nothing given out twice, no rest cut short', async () => {
      const r = await rig({ delay: 1000, addressDelay: 3000 });
      const all: string[] = [];
      for (let host = 0; host < 5; host++) {
        for (let page = 0; page < 4; page++) {
          all.push(`http://h${host}.br/${page}`);
          await r.add(all[all.length - 1]!);
        }
      }
      const done: string[] = [];
      for (let i = 0; i < 7; i++) {
        const lease = await r.lease();
        await r.frontier.bind(lease, `192.0.2.${lease.queue.charAt(1)}`);
        await r.complete(lease, { seal: () => `mark ${i}` });
        done.push(lease.url);
        r.clock.time += 701;
      }
      const open = await r.lease();
      await r.frontier.bind(open, `192.0.2.${open.queue.charAt(1)}`);
      const before = r.frontier.counts();
      r.clock.time += 100;
      await r.crash();
      const lost = r.keepsLeases ? {} : { inFlight: 0, queued: before.queued + before.inFlight };
      expect(r.frontier.counts()).toEqual({ ...before, ...lost });
      const { mark, orphans } = await r.frontier.resume();
      expect(mark).toBe('mark 6');
      expect(orphans).toEqual(r.keepsLeases ? [open] : []);
      // Its queue stays closed until it is ended; its address rests as well.
      for (const orphan of orphans) await r.putBack(orphan);
      expect((await r.frontier.resume()).orphans).toEqual([]);
      const reopened = r.clock.time;
      const rest: string[] = [];
      for (;;) {
        const answer = await r.next();
        if (answer.kind === 'empty') break;
        if (answer.kind !== 'lease') {
          r.clock.time = answer.until;
          continue;
        }
        if (answer.lease.queue === open.queue && rest.every((url) => !url.includes(open.queue))) {
          expect(r.clock.time - reopened).toBeGreaterThanOrEqual(3000);
        }
        rest.push(answer.lease.url);
        await r.complete(answer.lease);
      }
      expect([...done, ...rest].sort()).toEqual([...all].sort());
    });

    it('an orphan whose response is in the archive is completed, and its queue still rests from the opening', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      await r.add('http://a.br/2');
      await r.lease();
      r.clock.time += 500;
      await r.crash();
      const [orphan] = (await r.frontier.resume()).orphans;
      if (orphan) await r.complete(orphan, { accessedAt: orphan.at + 10 });
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 1000 });
      r.clock.time += 1000;
      expect(await r.drain()).toEqual(r.keepsLeases ? ['http://a.br/2'] : ['http://a.br/1', 'http://a.br/2']);
    });

    it('a clean close leaves no orphans and loses nothing', async () => {
      const r = await rig({ delay: 0 });
      for (let i = 0; i < 100; i++) await r.add(`http://h${i % 7}.br/${i}`);
      const first: string[] = [];
      for (let i = 0; i < 30; i++) {
        const lease = await r.lease();
        first.push(lease.url);
        await r.complete(lease, { links: [candidate(`${lease.url}/more`)] });
      }
      await r.reopen();
      expect((await r.frontier.resume()).orphans).toEqual([]);
      const all = [...first, ...(await r.drain())];
      expect(all).toHaveLength(130);
      expect(new Set(all).size).toBe(130);
    });

    it('gives out no more leases than asked for, the best first, and those that there are', async () => {
      const r = await rig();
      for (const host of ['a', 'b', 'c', 'd', 'e']) await r.add(`http://${host}.br/`);
      const first = await r.frontier.lease(3);
      const second = await r.frontier.lease(3);
      if (first.kind !== 'leases' || second.kind !== 'leases') throw new Error('no leases');
      const queues = (leases: readonly Lease[]): string[] => leases.map((lease) => lease.queue);
      expect(queues(first.leases)).toEqual(['a.br', 'b.br', 'c.br']);
      expect(queues(second.leases)).toEqual(['d.br', 'e.br']);
      expect(await r.frontier.lease(3)).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
      await r.crash();
      const { orphans } = await r.frontier.resume();
      const all = ['a.br', 'b.br', 'c.br', 'd.br', 'e.br'];
      expect(queues(orphans).sort()).toEqual(r.keepsLeases ? all : []);
      if (r.keepsLeases) return;
      r.clock.time += 1000;
      const again = await r.frontier.lease(9);
      if (again.kind !== 'leases') throw new Error('no leases');
      expect(queues(again.leases)).toEqual(all);
    });

    it('tells of what it was given how much was new', async () => {
      const r = await rig({ queueBudget: 2 });
      const pages = ['1', '1', '2', '3'].map((page) => candidate(`http://a.br/${page}`));
      expect(await r.frontier.schedule(pages)).toEqual({ added: 2, duplicate: 1, improved: 0, dropped: 1 });
    });

    it('tells of a lease how many visits of its queue were completed before', async () => {
      const r = await rig({ delay: 0 });
      for (const page of ['1', '2', '3']) await r.add(`http://a.br/${page}`);
      const first = await r.lease();
      expect(first.collected).toBe(0);
      await r.putBack(first);
      await r.complete(await r.lease());
      await r.complete(await r.lease(), { outcome: OUTCOME.failed });
      expect((await r.lease()).collected).toBe(2);
      await r.crash();
      r.clock.time += 1000;
      const [orphan] = (await r.frontier.resume()).orphans;
      expect((r.keepsLeases ? orphan! : await r.lease()).collected).toBe(2);
    });

    it('ends several leases at once, sealing in their order when the links of each are in', async () => {
      const r = await rig();
      for (const host of ['a', 'b', 'c', 'd']) await r.add(`http://${host}.br/`);
      const answer = await r.frontier.lease(4);
      if (answer.kind !== 'leases') throw new Error('no leases');
      const [a, b, c, d] = answer.leases as [Lease, Lease, Lease, Lease];
      const sealed: unknown[] = [];
      const seal = (name: string) => (taken: unknown) => {
        sealed.push([name, taken]);
        return name;
      };
      const at = r.clock.time;
      const links = ['http://a.br/1', 'http://b.br/', 'http://e.br/'].map((url) => candidate(url));
      const one = r.frontier.end([
        completion(a, at, { links, seal: seal('a') }),
        { kind: 'put-back', lease: d, accessedAt: null, notBefore: null },
        completion(b, at, { links: [candidate('http://e.br/')], seal: seal('b') }),
      ]);
      const other = r.frontier.end([completion(c, at, { seal: seal('c') })]);
      await Promise.all([one, other]);
      expect(sealed).toEqual([
        ['a', { added: 2, duplicate: 1, improved: 0, dropped: 0 }],
        ['b', { added: 0, duplicate: 1, improved: 0, dropped: 0 }],
        ['c', { added: 0, duplicate: 0, improved: 0, dropped: 0 }],
      ]);
      await r.crash();
      expect(await r.frontier.resume()).toEqual({ mark: 'c', orphans: [] });
      expect((await r.drain()).sort()).toEqual(['http://a.br/1', 'http://d.br/', 'http://e.br/']);
    });

    it('a visit that cannot be sealed has not ended', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      const lease = await r.lease();
      const seal = (): never => {
        throw new Error('the log is full');
      };
      await expect(r.complete(lease, { links: [candidate('http://b.br/')], seal })).rejects.toThrow('full');
      expect(r.frontier.counts()).toMatchObject({ inFlight: 1, completed: 0 });
      await r.complete(lease, { links: [candidate('http://b.br/')] });
      expect(r.frontier.counts()).toMatchObject({ inFlight: 0, completed: 1, queued: 1 });
    });

    it('lets a queue be passed by when it may be asked; it is in use till the lease ends, and then it rests', async () => {
      const r = await rig();
      await r.frontier.setDelay('b.br', 4000);
      for (const host of ['a', 'b', 'c']) await r.add(`http://${host}.br/1`);
      const [a, b] = [await r.lease(), await r.lease()];
      expect(await r.frontier.passBy(a, 'b.br', '192.0.2.2')).toBe(Number.POSITIVE_INFINITY);
      await r.complete(b);
      expect(await r.frontier.passBy(a, 'b.br', '192.0.2.2')).toBe(r.clock.time + 4000);
      r.clock.time += 4000;
      await r.add('http://b.br/2');
      expect(await r.frontier.passBy(a, 'b.br', '192.0.2.2')).toBe(0);
      const c = await r.lease();
      expect(c.queue).toBe('c.br');
      expect(await r.frontier.passBy(c, 'b.br', '192.0.2.3')).toBe(Number.POSITIVE_INFINITY);
      await r.complete(c, { accessedAt: null });
      expect(await r.next()).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
      // The answer takes its time; the rest begins when it is over.
      r.clock.time += 9000;
      await r.putBack(a, { accessedAt: r.clock.time - 500 });
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 500 });
      r.clock.time += 500;
      expect((await r.lease()).url).toBe(a.url);
      expect(await r.next()).toEqual({ kind: 'wait', until: r.clock.time + 3000 });
    });

    it('lets an address be passed by when it may be asked, also by a lease whose queue the access is of', async () => {
      const r = await rig({ addressDelay: 5000 });
      for (const host of ['a', 'b', 'c']) await r.add(`http://${host}.br/1`);
      const [a, b, c] = [await r.lease(), await r.lease(), await r.lease()];
      expect(await r.frontier.bind(a, '192.0.2.1')).toBe(0);
      expect(await r.frontier.bind(b, '192.0.2.2')).toBe(0);
      expect(await r.frontier.passBy(a, 'a.br', '192.0.2.2')).toBe(Number.POSITIVE_INFINITY);
      await r.complete(b);
      expect(await r.frontier.passBy(a, 'a.br', '192.0.2.2')).toBe(r.clock.time + 5000);
      r.clock.time += 5000;
      expect(await r.frontier.passBy(a, 'a.br', '192.0.2.2')).toBe(0);
      expect(await r.frontier.bind(c, '192.0.2.2')).toBe(Number.POSITIVE_INFINITY);
      await expect(r.frontier.passBy(a, 'a.br', '192.0.2.9')).rejects.toThrow(RangeError);
      await expect(r.frontier.bind(a, '192.0.2.9')).rejects.toThrow(RangeError);
      await r.putBack(a, { accessedAt: r.clock.time });
      expect(await r.frontier.bind(c, '192.0.2.2')).toBe(r.clock.time + 5000);
      expect(await r.frontier.bind(c, '192.0.2.1')).toBe(r.clock.time + 5000);
    });

    it('lets a lease ask another host at its own address', async () => {
      const r = await rig({ addressDelay: 5000 });
      await r.add('http://a.br/1');
      const lease = await r.lease();
      expect(await r.frontier.bind(lease, '192.0.2.1')).toBe(0);
      expect(await r.frontier.passBy(lease, 'b.br', '192.0.2.1')).toBe(0);
    });

    it('makes what was passed by rest after a kill as if the lease were of it', async () => {
      const r = await rig({ delay: 1000, addressDelay: 5000 });
      await r.add('http://a.br/1');
      const lease = await r.lease();
      expect(await r.frontier.passBy(lease, 'b.br', '192.0.2.2')).toBe(0);
      r.clock.time += 60_000;
      await r.crash();
      const opened = r.clock.time;
      for (const host of ['b', 'c']) await r.add(`http://${host}.br/1`);
      const c = await r.lease();
      expect(c.queue).toBe('c.br');
      if (r.keepsLeases)
        expect(await r.frontier.passBy(c, 'b.br', '192.0.2.9')).toBe(Number.POSITIVE_INFINITY);
      expect(await r.frontier.passBy(c, 'c.br', '192.0.2.2')).toBe(opened + 5000);
      for (const orphan of (await r.frontier.resume()).orphans) await r.putBack(orphan);
      expect(await r.frontier.passBy(c, 'b.br', '192.0.2.9')).toBe(opened + 1000);
    });

    it('refuses to end a lease twice', async () => {
      const r = await rig();
      await r.add('http://a.br/1');
      const lease = await r.lease();
      await r.complete(lease);
      await expect(r.complete(lease)).rejects.toThrow(RangeError);
      await expect(r.putBack(lease)).rejects.toThrow(RangeError);
    });
  });
}

type Answer = { readonly kind: 'lease'; readonly lease: Lease } | Waiting | Later | Exhausted;

/** A frontier that is worked on one URL at a time, by a clock that the test turns. */
class PortRig {
  readonly clock: VirtualClock;
  readonly #store: FrontierStore;
  frontier: Frontier;

  private constructor(clock: VirtualClock, store: FrontierStore, frontier: Frontier) {
    this.clock = clock;
    this.#store = store;
    this.frontier = frontier;
  }

  static async open(
    make: (options: FrontierOptions) => FrontierStore,
    options: Partial<FrontierOptions>,
  ): Promise<PortRig> {
    const clock = new VirtualClock();
    const store = make({
      policy: 'breadth-first',
      delay: 1000,
      addressDelay: 0,
      capacity: Number.POSITIVE_INFINITY,
      queueBudget: Number.POSITIVE_INFINITY,
      now: clock.now,
      ...options,
    });
    return new PortRig(clock, store, await store.open());
  }

  async reopen(): Promise<void> {
    await this.frontier.close();
    this.frontier = await this.#store.open();
  }

  /** SIGKILL, and the same command again. */
  async crash(): Promise<void> {
    await this.#store.kill();
    this.frontier = await this.#store.open();
  }

  get keepsLeases(): boolean {
    return this.#store.keepsLeases ?? true;
  }

  remove(): Promise<void> {
    return this.#store.remove();
  }

  async add(url: string, more: Partial<Candidate> = {}): Promise<AddOutcome> {
    const taken = await this.frontier.schedule([candidate(url, more)]);
    return (['added', 'duplicate', 'improved', 'dropped'] as const).find((outcome) => taken[outcome] === 1)!;
  }

  async next(): Promise<Answer> {
    const answer = await this.frontier.lease(1);
    if (answer.kind === 'spent') throw new Error('no budget was set');
    return answer.kind === 'leases' ? { kind: 'lease', lease: answer.leases[0]! } : answer;
  }

  /** The next lease; fails when there is none. */
  async lease(): Promise<Lease> {
    const answer = await this.next();
    if (answer.kind !== 'lease') throw new Error(`no lease: ${JSON.stringify(answer)}`);
    return answer.lease;
  }

  complete(lease: Lease, more: Partial<Completion> = {}): Promise<void> {
    return this.frontier.end([completion(lease, this.clock.time, more)]);
  }

  putBack(lease: Lease, more: Partial<Omit<PutBack, 'kind' | 'lease'>> = {}): Promise<void> {
    return this.frontier.end([{ kind: 'put-back', lease, accessedAt: null, notBefore: null, ...more }]);
  }

  retry(lease: Lease, more: Omit<Retry, 'kind' | 'lease'>): Promise<void> {
    return this.frontier.end([{ kind: 'retry', lease, ...more }]);
  }

  /** Fetches everything there is, one after another, waiting as told; answers the URLs in order. */
  async drain(): Promise<string[]> {
    const order: string[] = [];
    for (;;) {
      const answer = await this.next();
      if (answer.kind === 'empty') return order;
      if (answer.kind !== 'lease') {
        if (!Number.isFinite(answer.until)) throw new Error('waits for a lease that nobody holds');
        this.clock.time = Math.max(this.clock.time, answer.until);
        continue;
      }
      order.push(answer.lease.url);
      await this.complete(answer.lease);
    }
  }
}
