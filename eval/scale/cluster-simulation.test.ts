import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClusterPlan, plan } from './cluster-plan.ts';
import { simulate } from './cluster-simulation.ts';
import type { ClusterOutcome } from './outcome.ts';

const lost = ({ urls }: ClusterOutcome): number =>
  urls.before + urls.added + urls.undone - urls.visited - urls.after;

/** Any small cluster and crawl, with anything that may fail. */
const anyPlan: fc.Arbitrary<Partial<ClusterPlan>> = fc.record({
  seed: fc.nat(1e6),
  workers: fc.integer({ min: 1, max: 30 }),
  slots: fc.integer({ min: 1, max: 12 }),
  servers: fc.integer({ min: 1, max: 5 }),
  cores: fc.integer({ min: 1, max: 4 }),
  delay: fc.constantFrom(0, 200, 1_000, 3_000),
  addressDelay: fc.constantFrom(0, 300, 1_000),
  linger: fc.constantFrom(0, 50, 400),
  wide: fc.boolean(),
  firstRound: fc.boolean(),
  dropsSent: fc.boolean(),
  addressesApart: fc.boolean(),
  staysWithServer: fc.boolean(),
  sites: fc.constantFrom(40, 500, 20_000, Number.POSITIVE_INFINITY),
  queuedPerSite: fc.integer({ min: 1, max: 30 }),
  crowd: fc.constantFrom(0, 0, 1, 30),
  timeToLive: fc.constant(1_500),
  zoneLostAt: fc.constantFrom(null, 1_000, 2_500),
  away: fc.constantFrom(null, { from: 1_500, to: 3_000 }),
  warmUp: fc.constant(1_000),
  window: fc.constant(5_000),
});

describe('a simulated crawl', () => {
  it('asks no site and no address before its time, whoever dies', () => {
    fc.assert(
      fc.property(anyPlan, (given) => {
        expect(simulate(plan(given)).breaches).toEqual({ site: 0, address: 0 });
      }),
      { numRuns: 150 },
    );
  });

  it('loses no URL: what was there or was found has been visited or waits', () => {
    fc.assert(
      fc.property(anyPlan, (given) => {
        expect(lost(simulate(plan(given)))).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('is the same for one seed, and another for another', () => {
    const given = { workers: 20, servers: 3, sites: 5_000, zoneLostAt: 2_000 };
    const one = simulate(plan({ ...given, seed: 5 }));
    expect(simulate(plan({ ...given, seed: 5 }))).toEqual(one);
    expect(simulate(plan({ ...given, seed: 6 }))).not.toEqual(one);
  });

  it('is as fast as its requests, while nothing else is short', () => {
    const { pages, endMs } = simulate(
      plan({ workers: 20, slots: 16, cores: 64, resolvers: 100, lines: 10, workerCpu: 0.01, window: 20_000 }),
    );
    // A place is taken by name, fetch and end of a visit.
    const expected = (20 * 16) / ((30 + 100 + 700 + endMs.p50) / 1_000);
    expect(Math.abs(pages / expected - 1)).toBeLessThan(0.03);
  });

  it('is as fast as the database, when that is short, and its cost a page falls with larger batches', () => {
    const few = simulate(plan({ workers: 20, cores: 4 }));
    const many = simulate(plan({ workers: 400, cores: 4, resolvers: 10 }));
    expect(few.busy.database).toBeLessThan(0.5);
    expect(many.busy.database).toBeGreaterThan(0.99);
    expect(many.busy.database).toBeLessThan(1.001);
    expect((many.pages * many.databaseMicrosAPage) / 1e6).toBeCloseTo(4, 0);
    expect(many.visitsABatch).toBeGreaterThan(2 * few.visitsABatch);
    expect(many.databaseMicrosAPage).toBeLessThan(few.databaseMicrosAPage);
  });

  it('is as fast as politeness allows, when sites are few', () => {
    const { pages, idle } = simulate(
      plan({ workers: 20, sites: 300, queuedPerSite: 1_000, delay: 2_000, warmUp: 6_000, window: 20_000 }),
    );
    expect(pages).toBeLessThanOrEqual(300 / 2.1);
    expect(pages).toBeGreaterThan(0.75 * (300 / 2.9));
    expect(idle.resting).toBeGreaterThan(0.5);
  });

  it('keeps the pace of an address that many sites share, and the others do not wait for it', () => {
    const without = simulate(plan({ workers: 20, warmUp: 10_000, window: 40_000 }));
    const crowded = simulate(plan({ workers: 20, warmUp: 10_000, window: 40_000, crowd: 6_000 }));
    expect(crowded.breaches.address).toBe(0);
    expect(crowded.crowd.visits).toBeLessThanOrEqual(50_000 / 1_100 + 1);
    expect(crowded.crowd.visits).toBeGreaterThan(50_000 / 1_850 / 2);
    expect(crowded.pages).toBeGreaterThan(0.9 * without.pages);
  });

  it('does nothing on one server while that is away, and goes on', () => {
    const { perSecond } = simulate(
      plan({ workers: 20, warmUp: 2_000, window: 18_000, away: { from: 5_000, to: 10_300 } }),
    );
    const before = perSecond[4]!;
    expect(Math.max(...perSecond.slice(6, 10))).toBe(0);
    expect(Math.min(...perSecond.slice(13, 20))).toBeGreaterThan(0.8 * before);
  });

  it('with a third of its workers gone does two thirds, and fetches again what they had open or not uploaded', () => {
    const outcome = simulate(
      plan({
        workers: 60,
        warmUp: 3_000,
        window: 27_000,
        zoneLostAt: 10_000,
        timeToLive: 5_000,
        delay: 2_000,
      }),
    );
    const mean = (from: number, to: number) =>
      outcome.perSecond.slice(from, to).reduce((sum, count) => sum + count, 0) / (to - from);
    expect(mean(20, 30) / mean(5, 10)).toBeCloseTo(2 / 3, 1);
    expect(outcome.sitesLost).toBeGreaterThan(20 * 20);
    expect(outcome.refetches).toBeGreaterThan(outcome.urls.undone);
    expect(outcome.lastReap).toBeGreaterThan(10_000 + 5_000 / 2);
    expect(outcome.lastReap).toBeLessThanOrEqual(15_000);
  });

  it('sends fewer links where a worker keeps its sites, and only then', () => {
    const links = (more: Partial<ClusterPlan>): number =>
      simulate(plan({ workers: 50, sites: 5_000, delay: 500, warmUp: 5_000, ...more })).linksAPage;
    expect(links({ wide: false })).toBeLessThan(11);
    expect(links({ wide: false, dropsSent: false })).toBeGreaterThan(25);
    expect(links({ wide: true })).toBeGreaterThan(2 * links({ wide: false }));
  });
});

describe('a plan', () => {
  it.each([
    { workers: 0 },
    { servers: 1.5 },
    { delay: -1 },
    { slots: Number.NaN },
    { roundTrip: Number.NaN },
  ])('is refused when it makes no sense: %j', (given) => {
    expect(() => plan(given)).toThrow(RangeError);
  });
});
