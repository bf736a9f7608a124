import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cost } from './costs.ts';
import { simulateStore } from './store-outage.ts';

const plan = {
  seed: 1,
  workers: 200,
  pages: 40,
  storeLines: 1,
  away: { from: 1_200_000, to: 1_800_000 },
  until: 5_400_000,
};

describe('archives on their way to a bucket that is away', () => {
  it('are stored or wait, whatever the outage', () => {
    fc.assert(
      fc.property(
        fc.nat(1e6),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 3_000_000 }),
        fc.integer({ min: 0, max: 3_000_000 }),
        (seed, workers, from, length) => {
          const { archived, stored, waiting } = simulateStore({
            ...plan,
            seed,
            workers,
            away: { from, to: from + length },
          });
          expect(Math.abs(archived - stored - waiting) / archived).toBeLessThan(1e-9);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('wait half an interval as a rule, and the outage longer after it', () => {
    const { usual, most, recovered, busy } = simulateStore(plan);
    const bytesASecond = 200 * 40 * cost('archivedPage') * 1000;
    // Half an interval, and the upload itself.
    expect(usual / (bytesASecond * 150)).toBeCloseTo(1, 1);
    expect(most / (bytesASecond * (600 + 150))).toBeCloseTo(1, 1);
    expect(busy).toBeCloseTo(bytesASecond / 1.25e9, 1);
    expect(recovered).toBeGreaterThan(0);
    expect(recovered).toBeLessThan(600_000);
  });

  it('never catch up on a line that is too narrow', () => {
    expect(simulateStore({ ...plan, workers: 1_200 }).recovered).toBe(null);
  });
});
