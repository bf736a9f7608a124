import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverseMarginalGain, marginalGain, phi } from './exponential.ts';
import {
  age,
  ageAfter,
  freshness,
  freshnessAfter,
  freshnessAt,
  relativeAgeAt,
  type VisitOrder,
} from './freshness.ts';

const ORDERS: readonly VisitOrder[] = ['fixed', 'random', 'purely-random'];

describe('freshness and age', () => {
  it.each([
    [0.1, 0.95163, 0.01626, 0.94408, 0.90909],
    [0.5, 0.78694, 0.07388, 0.76146, 0.66667],
    [1, 0.63212, 0.13212, 0.60042, 0.5],
    [2, 0.43233, 0.21617, 0.40654, 0.33333],
    [5, 0.19865, 0.33973, 0.19211, 0.16667],
    [10, 0.1, 0.41, 0.099, 0.09091],
  ])('[T-INC-4] the published values at r = %f', (r, fixed, fixedAge, random, purelyRandom) => {
    const within = (value: number, expected: number): void =>
      expect(Math.abs(value - expected)).toBeLessThan(1e-5);
    within(freshnessAt('fixed', r), fixed);
    within(relativeAgeAt('fixed', r), fixedAge);
    within(freshnessAt('random', r), random);
    within(freshnessAt('purely-random', r), purelyRandom);
  });

  it('the formulas as the literature writes them, where those keep their digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 300, noNaN: true }), (r) => {
        const e = 1 - Math.exp(-r);
        expect(freshnessAt('fixed', r)).toBeCloseTo(e / r, 12);
        expect(freshnessAt('random', r)).toBeCloseTo((1 - (e / r) ** 2) / r, 12);
        expect(relativeAgeAt('fixed', r)).toBeCloseTo(1 / 2 - 1 / r + e / r ** 2, 12);
        expect(relativeAgeAt('random', r)).toBeCloseTo(1 / 3 + (1 / 2 - 1 / r) ** 2 - (e / r ** 2) ** 2, 12);
      }),
    );
  });

  it('small r keeps its digits: A/I is r/6, r/4 and r to first order', () => {
    for (const r of [1e-4, 1e-6, 1e-9, 1e-12]) {
      expect(relativeAgeAt('fixed', r) / (r / 6)).toBeCloseTo(1, 4);
      expect(relativeAgeAt('random', r) / (r / 4)).toBeCloseTo(1, 4);
      expect(relativeAgeAt('purely-random', r) / r).toBeCloseTo(1, 3);
      expect(1 - freshnessAt('fixed', r)).toBeCloseTo(r / 2 - (r * r) / 6, 12);
    }
  });

  it('freshness falls and age rises as changes get more frequent; the regular order is the freshest', () => {
    const r = fc.double({ min: 1e-9, max: 600, noNaN: true });
    fc.assert(
      fc.property(r, fc.double({ min: 1.001, max: 5, noNaN: true }), (small, factor) => {
        for (const order of ORDERS) {
          expect(freshnessAt(order, small * factor)).toBeLessThanOrEqual(freshnessAt(order, small));
          expect(relativeAgeAt(order, small * factor)).toBeGreaterThanOrEqual(
            relativeAgeAt(order, small) * (1 - 1e-12),
          );
        }
        expect(freshnessAt('fixed', small)).toBeGreaterThanOrEqual(freshnessAt('random', small));
        expect(freshnessAt('random', small)).toBeGreaterThanOrEqual(
          freshnessAt('purely-random', small) * (1 - 1e-12),
        );
      }),
    );
  });

  it('the limits: never changing, never visited', () => {
    expect(freshness('fixed', 0, 0)).toBe(1);
    expect(freshness('fixed', 1, 0)).toBe(0);
    expect(age('fixed', 0, 0)).toBe(0);
    expect(age('random', 1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(age('fixed', 2, 2)).toBeCloseTo(0.13212 / 2, 5);
  });

  it('after a fetch: e^(−λt), and t − (1 − e^(−λt))/λ', () => {
    expect(freshnessAfter(0.5, 2)).toBeCloseTo(Math.exp(-1), 12);
    expect(ageAfter(0.5, 2)).toBeCloseTo(2 - (1 - Math.exp(-1)) / 0.5, 12);
    expect(ageAfter(0, 5)).toBe(0);
  });
});

describe('exponential functions', () => {
  it('φ_k is continuous where the series hands over to the recurrence', () => {
    for (const k of [1, 2, 3, 4] as const) expect(phi(k, 2 - 1e-12) / phi(k, 2)).toBeCloseTo(1, 11);
  });

  it('the inverse of the marginal gain undoes it over sixteen orders of magnitude', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 1.5, noNaN: true }), (exponent) => {
        const r = 10 ** exponent;
        // Near 1 the gain itself holds fewer digits of r.
        expect(inverseMarginalGain(marginalGain(r)) / r).toBeCloseTo(1, r > 20 ? 1 : 8);
      }),
    );
    expect(inverseMarginalGain(0)).toBe(0);
    expect(inverseMarginalGain(1)).toBe(Number.POSITIVE_INFINITY);
  });
});
