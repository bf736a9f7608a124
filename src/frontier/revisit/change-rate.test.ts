import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { irregularRate } from '../../../eval/revisit/estimators.ts';
import { seededRandom } from '../../../test/seeded-random.ts';
import { changeRate, domainKind, lastModifiedRate, priorRate } from './change-rate.ts';
import { DAY_MS, FADE_BEYOND, firstVisit, type Observations, observe } from './observations.ts';

const within = (value: number, expected: number): void =>
  expect(Math.abs(value - expected)).toBeLessThan(1e-5);

/** A record made from intervals, in days. */
function recordOf(intervals: readonly { days: number; changed: boolean }[]): Observations {
  let seen = firstVisit(0);
  for (const { days, changed } of intervals)
    seen = observe(seen, seen.lastVisit + days * DAY_MS, changed ? 'changed' : 'unchanged');
  return seen;
}

describe('the rate by the dates that servers tell', () => {
  it('[T-INC-4] the published value', () => {
    within(lastModifiedRate(10, 3, 8), 0.35514);
  });

  it('is 0 without a change, and finite with nothing but changes', () => {
    expect(lastModifiedRate(10, 0, 8)).toBe(0);
    expect(lastModifiedRate(10, 10, 5)).toBeCloseTo(9 / 5, 10);
  });
});

describe('the estimate from a compact record', () => {
  it('[T-INC-4] equals the irregular maximum likelihood on its fixture', () => {
    const seen = recordOf([
      { days: 1, changed: true },
      { days: 2, changed: false },
      { days: 3, changed: true },
      { days: 2, changed: false },
    ]);
    within(changeRate(seen, { rate: 1, strength: 0 }), 0.35008);
  });

  it('is the prior before any comparison, and near it after few', () => {
    expect(changeRate(firstVisit(0), { rate: 0.2, strength: 1 })).toBe(0.2);
    const quiet = recordOf([{ days: 5, changed: false }]);
    expect(changeRate(quiet, { rate: 0.2, strength: 1 })).toBeCloseTo(1 / (5 + 5), 10);
  });

  it('is finite when every visit saw a change, and rises with their number', () => {
    let before = 0;
    for (const visits of [1, 2, 5, 20, 60]) {
      const rate = changeRate(recordOf(Array(visits).fill({ days: 1, changed: true })), {
        rate: 0.05,
        strength: 1,
      });
      expect(Number.isFinite(rate)).toBe(true);
      expect(rate).toBeGreaterThan(before);
      before = rate;
    }
  });

  it('stays near the full likelihood whatever the intervals: within a factor of e, nearly always of 1.8', () => {
    const interval = fc.record({
      days: fc.double({ min: 0.5, max: 20, noNaN: true }),
      changed: fc.boolean(),
    });
    let all = 0;
    let far = 0;
    fc.assert(
      fc.property(fc.array(interval, { minLength: 4, maxLength: 40 }), (intervals) => {
        const changed = intervals.filter((each) => each.changed).map((each) => each.days);
        const unchanged = intervals.filter((each) => !each.changed).map((each) => each.days);
        fc.pre(changed.length > 0 && unchanged.length > 0);
        const full = irregularRate(changed, unchanged);
        const compact = changeRate(recordOf(intervals), { rate: 1, strength: 0 });
        const apart = Math.abs(Math.log(compact / full));
        // Where nearly every visit found a change, the intervals say little of the rate, and the two differ most.
        expect(apart).toBeLessThan(1);
        all++;
        if (apart >= 0.6) far++;
      }),
      { seed: 3, numRuns: 2000 },
    );
    expect(far).toBeLessThan(all / 100);
  });

  it('is consistent: many irregular visits to a page of known rate find that rate', () => {
    const random = seededRandom(42);
    for (const rate of [0.02, 0.2, 1.5]) {
      const changed: number[] = [];
      const unchanged: number[] = [];
      let estimates = 0;
      const pages = 200;
      for (let page = 0; page < pages; page++) {
        const intervals = Array.from({ length: FADE_BEYOND }, () => {
          const days = (0.3 + 1.4 * random()) / rate;
          const seen = random() < -Math.expm1(-rate * days);
          (seen ? changed : unchanged).push(days);
          return { days, changed: seen };
        });
        estimates += changeRate(recordOf(intervals), { rate, strength: 0 });
      }
      expect(irregularRate(changed, unchanged) / rate).toBeCloseTo(1, 1);
      // Single estimates scatter (64 visits each) and their mean keeps a small upward bias of the likelihood.
      expect(estimates / pages / rate).toBeGreaterThan(0.95);
      expect(estimates / pages / rate).toBeLessThan(1.08);
    }
  });

  it('uses the dates servers tell once there are a few', () => {
    let seen = firstVisit(0);
    for (let day = 1; day <= 10; day++) {
      const changed = day % 2 === 0;
      seen = observe(seen, day * DAY_MS, changed ? 'changed' : 'unchanged', day * DAY_MS - DAY_MS / 2);
    }
    expect(seen.unmodifiedDays).toBeCloseTo(5 + 2.5, 10);
    const expected = lastModifiedRate(10, 5, 7.5);
    expect(changeRate(seen, { rate: 0.1, strength: 0 })).toBeCloseTo(expected, 10);
  });
});

describe('priors', () => {
  it('by the kind of domain: λ₀ = ln 2 / half-life', () => {
    expect(domainKind('www.loja.com')).toBe('com');
    expect(domainKind('www.loja.com.br')).toBe('com');
    expect(domainKind('WWW.GOV.PT')).toBe('gov');
    expect(domainKind('ibge.gov.br')).toBe('gov');
    expect(domainKind('gov.example.org')).toBe('other');
    expect(domainKind('')).toBe('other');
    expect(priorRate('a.com')).toBeCloseTo(Math.LN2 / 11, 12);
    expect(priorRate('a.com', true)).toBeCloseTo(Math.LN2 / 120, 12);
    expect(priorRate('a.org.br')).toBeCloseTo(Math.LN2 / 50, 12);
  });
});
