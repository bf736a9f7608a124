import { describe, expect, it } from 'vitest';
import { optimalFrequencies } from '../../../bench/revisit/known-rates.ts';
import { seededRandom } from '../../../test/seeded-random.ts';
import { adaptive, NUTCH, STORMCRAWLER } from './adaptive-policy.ts';
import { BudgetPolicy } from './budget-policy.ts';
import { DAY_MS, firstVisit, type Observations, observe } from './observations.ts';
import { REVISIT_POLICIES, revisitPolicy } from './policies.ts';
import { RateHistogram } from './rate-histogram.ts';
import { fixedInterval, mayRevisit, type RevisitPage } from './schedule.ts';

const page = (seen: Observations, changed: boolean | null = null, importance = 1): RevisitPage => ({
  seen,
  changed,
  importance,
  prior: 0.05,
});

/** A page that was found changed in `changes` of 40 daily visits. */
function history(changes: number): RevisitPage {
  let seen = firstVisit(0);
  for (let day = 1; day <= 40; day++)
    seen = observe(seen, day * DAY_MS, day <= changes ? 'changed' : 'unchanged');
  return page(seen, false);
}

describe('fixed interval', () => {
  it('[G-AC-020] 86 400 s after the last indexing: not yet; 86 401 s: again', () => {
    const indexed = Date.parse('2006-07-15T14:02:10Z');
    expect(mayRevisit(indexed, Date.parse('2006-07-16T14:02:10Z'))).toBe(false);
    expect(mayRevisit(indexed, Date.parse('2006-07-16T14:02:11Z'))).toBe(true);
    const next = fixedInterval().visited(page(firstVisit(indexed)), null);
    expect(next).toBeGreaterThan(Date.parse('2006-07-16T14:02:10Z'));
    expect(next).toBeLessThanOrEqual(Date.parse('2006-07-16T14:02:11Z'));
    expect(mayRevisit(indexed, next)).toBe(true);
    expect(mayRevisit(indexed, next - 1)).toBe(false);
  });

  it('takes another interval', () => {
    expect(fixedInterval(60).visited(page(firstVisit(0)), null)).toBe(60_001);
  });
});

describe('adaptive intervals', () => {
  it.each([
    [NUTCH, 30, 0.8, 1.2],
    [STORMCRAWLER, 1, 0.5, 1.5],
  ])('%o', (options, first, onChange, onQuiet) => {
    const policy = adaptive(options);
    expect(policy.visited(page(firstVisit(0)), null)).toBe(first * DAY_MS);
    const waited = (comparison: 'changed' | 'unchanged'): number => {
      const seen = observe(firstVisit(0), 10 * DAY_MS, comparison);
      return (
        (policy.visited(page(seen, comparison === 'changed'), page(firstVisit(0))) - 10 * DAY_MS) / DAY_MS
      );
    };
    expect(waited('changed')).toBeCloseTo(10 * onChange, 9);
    expect(waited('unchanged')).toBeCloseTo(10 * onQuiet, 9);
  });

  it('stays within its bounds', () => {
    const long = observe(firstVisit(0), 1000 * DAY_MS, 'unchanged');
    expect(adaptive(STORMCRAWLER).visited(page(long, false), null) - long.lastVisit).toBe(30 * DAY_MS);
    const short = observe(firstVisit(0), 1000, 'changed');
    expect(adaptive(NUTCH).visited(page(short, true), null) - short.lastVisit).toBe(60_000);
  });
});

describe('optimal policy', () => {
  it('gives the frequencies of the optimum, within the width of its bins, without a list of pages', () => {
    const random = seededRandom(7);
    const pages = Array.from({ length: 3000 }, () => history(1 + Math.floor(random() * 39)));
    const policy = new BudgetPolicy('optimal', { visitsPerDay: 300, priorStrength: 0 });
    for (const each of pages) policy.visited(each, null);
    policy.refresh();
    const rates = pages.map(({ seen }) => -Math.log(1 - seen.changes / 40));
    const { price, frequencies } = optimalFrequencies({ rates }, 300);
    expect(policy.level / price).toBeGreaterThan(0.95);
    expect(policy.level / price).toBeLessThan(1.05);
    let visits = 0;
    for (const each of pages) visits += DAY_MS / (policy.visited(each, each) - each.seen.lastVisit);
    expect(visits).toBeGreaterThan(285);
    expect(visits).toBeLessThan(315);
    expect(policy.histogram.pages).toBe(3000);
    expect(frequencies.reduce((sum, frequency) => sum + frequency, 0)).toBeCloseTo(300, 3);
  });

  it('visits important pages more often, and pages that change too fast least', () => {
    const policy = new BudgetPolicy('optimal', { visitsPerDay: 20, longestDays: 60 });
    const slow = { ...history(2), importance: 1 };
    const important = { ...history(2), importance: 10 };
    const fast = history(40);
    for (let i = 0; i < 100; i++) for (const each of [slow, important, fast]) policy.visited(each, null);
    policy.refresh();
    const wait = (each: RevisitPage): number => policy.visited(each, each) - each.seen.lastVisit;
    expect(wait(important)).toBeLessThan(wait(slow));
    expect(wait(fast)).toBeGreaterThan(wait(slow));
    // Not never: a wrong estimate must be able to mend itself. 300 pages may not take more than a tenth of 20 visits so.
    expect(wait(fast) / DAY_MS).toBeCloseTo(300 / 2, 6);
  });

  it('has less to share out when others come to share it', () => {
    let workers = 1;
    const policy = new BudgetPolicy('uniform', { visitsPerDay: () => 20 / workers });
    for (let n = 0; n < 100; n++) policy.visited(history(n % 40), null);
    const wait = (): number => {
      policy.refresh();
      const known = history(10);
      return (policy.visited(known, known) - known.seen.lastVisit) / DAY_MS;
    };
    expect(wait()).toBeCloseTo(100 / 20, 1);
    workers = 4;
    expect(wait()).toBeCloseTo(100 / 5, 1);
  });

  it('forgets pages, and goes on from a saved histogram', () => {
    const first = new BudgetPolicy('optimal', { visitsPerDay: 5 });
    for (let changes = 1; changes < 40; changes++) first.visited(history(changes), null);
    first.forgotten(history(5));
    first.refresh();
    expect(first.histogram.pages).toBe(38);
    const second = new BudgetPolicy('optimal', {
      visitsPerDay: 5,
      histogram: RateHistogram.restore(first.histogram.save()),
    });
    second.refresh();
    expect(second.level).toBe(first.level);
    expect(second.histogram.pages).toBe(38);
  });

  it('the simple ways of sharing spend the budget too', () => {
    for (const name of ['uniform', 'proportional'] as const) {
      const policy = new BudgetPolicy(name, { visitsPerDay: 39, longestDays: 1e6 });
      const pages = Array.from({ length: 39 }, (_, i) => history(i + 1));
      for (const each of pages) policy.visited(each, null);
      policy.refresh();
      const visits = pages.map((each) => DAY_MS / (policy.visited(each, each) - each.seen.lastVisit));
      expect(visits.reduce((sum, each) => sum + each, 0) / 39).toBeCloseTo(1, 1);
      if (name === 'uniform') expect(visits[0]).toBeCloseTo(visits[38]!, 6);
      else expect(visits[38]).toBeGreaterThan(10 * visits[0]!);
    }
  });

  it('every policy by name answers a time after the visit', () => {
    for (const name of REVISIT_POLICIES) {
      const policy = revisitPolicy(name, { visitsPerDay: 10 });
      expect(policy.name).toBe(name);
      expect(policy.visited(page(firstVisit(1000)), null)).toBeGreaterThan(1000);
    }
  });
});

describe('rate histogram', () => {
  it('takes hostile numbers without a page falling out', () => {
    const histogram = new RateHistogram();
    for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1e-300])
      histogram.add(value, value);
    const { counts, rates } = histogram.occupied();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(rates.every((rate) => rate > 0 && Number.isFinite(rate))).toBe(true);
  });
});
