/** What one crawl knows of a queue, another knows when it has the queue, and the first no longer when it comes back. */
import { describe, expect, it } from 'vitest';
import type { GivenPage, Lease } from '../frontier/index.ts';
import { AdaptiveTimeouts } from '../http/index.ts';
import { normaliseUrl, TrapWatch, type WebUrl } from '../url/index.ts';
import { leaseOf } from './lease.suite.ts';
import { Pace } from './pace.ts';
import type { ObservedMemory } from './page-observer.ts';
import { Setbacks } from './setbacks.ts';
import { SiteHandover } from './site-handover.ts';
import type { VisitEnds } from './visit-end.ts';

const QUEUE = 'a.br';
const lease = leaseOf('http://www.a.br/x');
const at = (key: string): Lease => ({ ...lease, key, queue: QUEUE });

function webUrl(path: string): WebUrl {
  const url = normaliseUrl(`http://www.a.br/${path}`);
  if (url.kind === 'refused') throw new Error(url.reason);
  return url;
}

/** The parts of one crawl that know something, and what it hands over. */
function crawl(revisits = true) {
  const settings = {
    delay: 1_000,
    maxCrawlDelay: 60_000,
    retries: 0,
    retryDelay: 0,
    politeness: 'site' as const,
  };
  const frontier = { setDelay: async () => {}, end: async () => {}, retire: async () => 0 };
  const setbacks = new Setbacks({
    settings,
    frontier,
    ends: { end: async () => {} } as unknown as VisitEnds,
    onRetired: () => {},
    now: () => 0,
  });
  const pace = new Pace({ settings, frontier, gate: { known: () => null } });
  const patience = new AdaptiveTimeouts();
  const careless = new Set<string>();
  const traps = new TrapWatch({ year: 2024 });
  const memories = new Map<string, ObservedMemory>();
  const handover = new SiteHandover({
    revisits,
    pages: {
      tell: (queue, key): GivenPage | null =>
        key === 'unknown' ? null : { queue, key, told: Buffer.from(key), has: true },
    },
    requests: {
      needsOf: (host) => ({ slowness: patience.slowness(host), careless: careless.has(host) }),
      learnNeeds: (host, needs) => {
        if (needs.careless) careless.add(host);
        if (needs.slowness !== null) patience.learn(host, needs.slowness);
      },
    },
    setbacks,
    pace,
    resemblance: { evidence: (p) => traps.evidence(p), learnEvidence: (e) => traps.learn(e) },
    observer: {
      page: () => undefined,
      tick: () => {},
      close: () => {},
      tell: (site) => memories.get(site) ?? null,
      lacks: (site, visits) => (memories.get(site)?.weight ?? 0) < visits,
      hear: (site, bytes) => void memories.set(site, { weight: 1, bytes }),
    },
  });
  const fails = async (host: string): Promise<void> => {
    handover.meets(QUEUE, host);
    await setbacks.failed(leaseOf(`http://${host}/`), {
      kind: 'failure',
      reason: 'connect-refused',
      message: '',
      retryable: false,
      startedAt: 0,
      endedAt: 0,
    });
  };
  return { handover, setbacks, pace, patience, careless, traps, memories, fails };
}

describe('what is known of a queue', () => {
  it('is nothing to tell while its hosts behave', () => {
    const one = crawl();
    one.handover.take(QUEUE, null);
    one.handover.meets(QUEUE, 'www.a.br');
    for (let i = 0; i < 9; i++) one.patience.record('www.a.br', 100);
    expect(one.handover.give(QUEUE)).toEqual({ told: null, memory: null });
    expect(one.handover.give('never.br')).toEqual({ told: null, memory: null });
  });

  it('goes with it: failures, slowness, carelessness, a raised delay, traps', async () => {
    const [one, two] = [crawl(), crawl()];
    one.handover.take(QUEUE, null);
    for (let i = 0; i < 4; i++) await one.fails('www.a.br');
    await one.pace.slowDown({ ...lease, queue: QUEUE });
    for (let i = 0; i < 5; i++) one.patience.record('www.a.br', 8_500);
    one.careless.add('www.a.br');
    const url = (i: number) => webUrl(`loja/${i}?v=${i}`);
    for (let i = 0; i < 60; i++)
      one.handover.saw(QUEUE, one.traps.observe(url(i), { hi: 1, lo: (1 << (i % 3)) >>> 0 }));
    const { told } = one.handover.give(QUEUE);
    two.handover.take(QUEUE, told);
    expect(two.setbacks.failuresOf('www.a.br')).toBe(4);
    expect(two.pace.raisedOf(QUEUE)).toBe(2_000);
    expect(two.patience.timeoutFor('www.a.br')).toBe(36_000);
    expect(two.careless.has('www.a.br')).toBe(true);
    expect(two.traps.suspicion(url(99))).toEqual(one.traps.suspicion(url(99)));
    expect(two.traps.suspicion(url(99)).score).toBeGreaterThan(0.5);
    // As it came, so it goes: nothing to tell.
    expect(two.handover.give(QUEUE).told).toBeNull();
  });

  it('is what the last who had it found: a host that was given up, or failed, and answers again has no past', async () => {
    const [one, two] = [crawl(), crawl()];
    for (let i = 0; i < 6; i++) await one.fails('www.a.br');
    await one.fails('outro.a.br');
    await one.pace.slowDown({ ...lease, queue: QUEUE });
    expect(one.setbacks.isGivenUp('www.a.br')).toBe(true);
    two.handover.take(QUEUE, one.handover.give(QUEUE).told);
    expect(two.setbacks.isGivenUp('www.a.br')).toBe(true);
    two.setbacks.answered('outro.a.br');
    await two.pace.speedUp({ ...lease, queue: QUEUE });
    const { told } = two.handover.give(QUEUE);
    one.handover.take(QUEUE, told);
    expect(one.setbacks.isGivenUp('www.a.br')).toBe(true);
    expect(one.setbacks.failuresOf('outro.a.br')).toBe(0);
    expect(one.pace.raisedOf(QUEUE)).toBe(0);
  });

  it('is learned again when it was lost or cannot be read', async () => {
    const [one, two] = [crawl(), crawl()];
    await one.fails('www.a.br');
    const told = Buffer.from(one.handover.give(QUEUE).told!);
    told[7]! ^= 1;
    two.handover.take(QUEUE, told);
    expect(two.setbacks.failuresOf('www.a.br')).toBe(0);
    await two.fails('www.a.br');
    expect(two.handover.give(QUEUE).told).not.toBeNull();
  });
});

describe('what is known of pages', () => {
  it('is told when their queue has gone, each once, and not by who does not come back', () => {
    const { handover } = crawl();
    handover.take(QUEUE, null);
    for (const key of ['1', '2', '1', 'unknown']) handover.visited(at(key));
    expect(handover.pages()).toEqual([]);
    handover.give(QUEUE);
    // Its visit was durable when its queue was gone.
    handover.visited(at('3'));
    expect(handover.pages().map(({ key }) => key)).toEqual(['1', '2', '3']);
    expect(handover.pages()).toEqual([]);
    const once = crawl(false).handover;
    once.visited(at('1'));
    expect([once.ofPages, once.pages()]).toEqual([false, []]);
  });

  it('is told at once when too many wait', () => {
    const { handover } = crawl();
    handover.take(QUEUE, null);
    for (let i = 0; i < 4_096; i++) handover.visited(at(String(i)));
    expect(handover.pages()).toEqual([]);
    handover.visited(at('one more'));
    expect(handover.pages()).toHaveLength(4_097);
    handover.visited(at('another'));
    expect(handover.pages()).toEqual([]);
  });
});

describe('what is known of a site', () => {
  it('goes by its name, whichever of its queues is asked for', () => {
    const [one, two] = [crawl(), crawl()];
    one.memories.set('a.com.br', { weight: 9, bytes: Buffer.from('nove páginas') });
    one.handover.take('www.a.com.br:8080', null);
    const { memory } = one.handover.give('www.a.com.br:8080');
    expect(memory).toMatchObject({ name: 'a.com.br', weight: 9 });
    expect(two.handover.wants('blog.a.com.br', 9)).toBe('a.com.br');
    expect(two.handover.wants('blog.a.com.br', 0)).toBeNull();
    two.handover.learn('a.com.br', memory!.told);
    expect(Buffer.from(two.memories.get('a.com.br')!.bytes).toString()).toBe('nove páginas');
    two.handover.learn('b.br', memory!.told.subarray(1));
    expect(two.memories.has('b.br')).toBe(false);
  });
});
