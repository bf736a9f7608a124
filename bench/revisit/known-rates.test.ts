import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marginalGain } from '../../src/frontier/revisit/exponential.ts';
import {
  meanFreshness,
  optimalFrequencies,
  proportionalFrequencies,
  uniformFrequencies,
} from './known-rates.ts';

/** What one more visit per day to this page is worth at this frequency: the derivative of w·F. */
function marginalValue(rate: number, weight: number, frequency: number): number {
  if (!(rate > 0)) return 0;
  return (weight / rate) * (frequency > 0 ? marginalGain(rate / frequency) : 1);
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const TWO = { rates: [9, 1] };

/** Rates over ten orders of magnitude. */
const rate = fc.double({ min: -6, max: 4, noNaN: true }).map((exponent) => 10 ** exponent);
const weight = fc.double({ min: -2, max: 2, noNaN: true }).map((exponent) => 10 ** exponent);
const somePages = fc
  .array(fc.tuple(rate, weight), { minLength: 1, maxLength: 40 })
  .map((pages) => ({ rates: pages.map(([r]) => r), weights: pages.map(([, w]) => w) }));
const someBudget = fc.double({ min: -3, max: 3, noNaN: true }).map((exponent) => 10 ** exponent);

describe('allocation of visits', () => {
  it('[T-INC-4] the two-page optimum: freshness and frequencies', () => {
    const { frequencies } = optimalFrequencies(TWO, 2);
    expect(Math.abs(frequencies[0]! - 0.23587)).toBeLessThan(1e-5);
    expect(Math.abs(frequencies[1]! - 1.76413)).toBeLessThan(1e-5);
    expect(Math.abs(meanFreshness(TWO, frequencies) - 0.39477)).toBeLessThan(1e-5);
  });

  it('[T-INC-5, T-INC-4] uniform beats proportional on the two pages', () => {
    const uniform = meanFreshness(TWO, uniformFrequencies(TWO, 2));
    const proportional = meanFreshness(TWO, proportionalFrequencies(TWO, 2));
    expect(Math.abs(uniform - 0.37161)).toBeLessThan(1e-5);
    expect(Math.abs(proportional - 0.19865)).toBeLessThan(1e-5);
    expect(uniform).toBeGreaterThan(proportional);
  });

  it('meets the conditions of the optimum: one price for all visited, none unvisited worth more, budget spent', () => {
    fc.assert(
      fc.property(somePages, someBudget, (pages, budget) => {
        const { frequencies, price } = optimalFrequencies(pages, budget);
        expect(sum(frequencies) / budget).toBeCloseTo(1, 6);
        frequencies.forEach((frequency, i) => {
          const value = marginalValue(pages.rates[i]!, pages.weights[i]!, frequency);
          if (frequency > 0) expect(value / price).toBeCloseTo(1, 6);
          else expect(value).toBeLessThanOrEqual(price * (1 + 1e-9));
        });
      }),
    );
  });

  it('is never worse than uniform, proportional, or any other way of sharing', () => {
    fc.assert(
      fc.property(
        somePages,
        someBudget,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (pages, budget, draws) => {
          const best = meanFreshness(pages, optimalFrequencies(pages, budget).frequencies) + 1e-9;
          expect(meanFreshness(pages, uniformFrequencies(pages, budget))).toBeLessThanOrEqual(best);
          expect(meanFreshness(pages, proportionalFrequencies(pages, budget))).toBeLessThanOrEqual(best);
          const shares = pages.rates.map(() => draws.next().value as number);
          const total = sum(shares);
          fc.pre(total > 0);
          const any = shares.map((share) => (share / total) * budget);
          expect(meanFreshness(pages, any)).toBeLessThanOrEqual(best);
        },
      ),
    );
  });

  it('with caps on hosts: no cap exceeded, and a price of its own only where the cap binds', () => {
    fc.assert(
      fc.property(
        somePages,
        someBudget,
        fc.array(someBudget, { minLength: 3, maxLength: 3 }),
        (pages, budget, hostCaps) => {
          const hosts = pages.rates.map((_, i) => i % 3);
          const { frequencies, price, hostPrices } = optimalFrequencies(
            { ...pages, hosts, hostCaps },
            budget,
          );
          const used = [0, 0, 0];
          frequencies.forEach((frequency, i) => {
            used[hosts[i]!]! += frequency;
            if (frequency > 0)
              expect(
                marginalValue(pages.rates[i]!, pages.weights[i]!, frequency) / hostPrices[hosts[i]!]!,
              ).toBeCloseTo(1, 6);
          });
          const usable = sum(hostCaps.filter((_, host) => hosts.includes(host)));
          expect(sum(used) / Math.min(budget, usable)).toBeCloseTo(1, 6);
          used.forEach((visits, host) => {
            expect(visits).toBeLessThanOrEqual(hostCaps[host]! * (1 + 1e-6));
            if (hostPrices[host]! > price * (1 + 1e-9)) expect(visits / hostCaps[host]!).toBeCloseTo(1, 6);
          });
        },
      ),
    );
  });

  it('pages that never change get no visit, and no page at all is no error', () => {
    const { frequencies } = optimalFrequencies({ rates: [0, 0.1] }, 1);
    expect(frequencies[0]).toBe(0);
    expect(frequencies[1]).toBeCloseTo(1, 6);
    expect([...optimalFrequencies({ rates: [0, 0] }, 1).frequencies]).toEqual([0, 0]);
    expect(optimalFrequencies({ rates: [] }, 1).frequencies.length).toBe(0);
    expect(meanFreshness({ rates: [0] }, [0])).toBe(1);
    expect([...proportionalFrequencies({ rates: [0, 0] }, 1)]).toEqual([0.5, 0.5]);
  });
});
