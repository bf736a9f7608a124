import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classPosterior, irregularRate, meanRate, naiveRate, poissonRate } from './estimators.ts';

const within = (value: number, expected: number): void =>
  expect(Math.abs(value - expected)).toBeLessThan(1e-5);

describe('estimators of the rate of change', () => {
  it('[T-INC-4] naive and bias-reduced, the published values', () => {
    within(naiveRate(10, 3, 1), 0.3);
    within(poissonRate(10, 3, 1), 0.33647);
    within(poissonRate(10, 5, 1), 0.64663);
    within(poissonRate(10, 10, 1), 3.04452);
    expect(poissonRate(10, 0, 1)).toBe(0);
  });

  it('[T-INC-4] irregular intervals and Bayesian classes, the published values', () => {
    within(irregularRate([1, 3], [2, 2]), 0.35008);
    const classes = [
      { rate: 1 / 7, probability: 0.5 },
      { rate: 1 / 30, probability: 0.5 },
    ];
    const quiet = classPosterior(classes, [{ days: 30, changed: false }]);
    within(quiet[0]!.probability, 0.03606);
    within(quiet[1]!.probability, 0.96394);
    const changed = classPosterior(classes, [{ days: 7, changed: true }]);
    within(changed[0]!.probability, 0.75232);
    within(changed[1]!.probability, 0.24768);
    within(meanRate(changed), 0.75232 / 7 + 0.24768 / 30);
  });

  it('the irregular estimate solves its equation, for any intervals', () => {
    const days = fc.array(fc.double({ min: 1e-3, max: 400, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(days, days, (changed, unchanged) => {
        const rate = irregularRate(changed, unchanged);
        const left = changed.reduce((sum, t) => sum + t / Math.expm1(rate * t), 0);
        const right = unchanged.reduce((sum, t) => sum + t, 0);
        expect(left / right).toBeCloseTo(1, 8);
      }),
    );
  });

  it('equal intervals: the maximum likelihood is −ln(1 − X/n)/I', () => {
    expect(irregularRate([2, 2, 2], [2])).toBeCloseTo(-Math.log(1 - 3 / 4) / 2, 10);
  });

  it('no change seen gives 0; nothing but changes gives no finite likelihood', () => {
    expect(irregularRate([], [1, 2])).toBe(0);
    expect(irregularRate([1], [])).toBe(Number.POSITIVE_INFINITY);
  });

  it('a class that cannot explain a change leaves the chances as they were', () => {
    const classes = [{ rate: 0, probability: 1 }];
    expect(classPosterior(classes, [{ days: 1, changed: true }])).toEqual(classes);
  });

  it('a thousand observations do not underflow', () => {
    const classes = [
      { rate: 1, probability: 0.5 },
      { rate: 0.01, probability: 0.5 },
    ];
    const posterior = classPosterior(classes, Array(1000).fill({ days: 5, changed: false }));
    expect(posterior[1]!.probability).toBeCloseTo(1, 10);
  });
});
