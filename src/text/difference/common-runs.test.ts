import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommonRun, commonRuns, Work } from './common-runs.ts';

const ENOUGH = 1_000_000;
const sequence = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
const long = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 600 });

const runsOf = (a: readonly number[], b: readonly number[], most = ENOUGH): CommonRun[] =>
  commonRuns(Uint32Array.from(a), Uint32Array.from(b), new Work(most));

const lengthOf = (runs: readonly CommonRun[]): number => runs.reduce((sum, run) => sum + run.length, 0);

/** The longest common subsequence, by the table. */
function longest(a: readonly number[], b: readonly number[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    const next = [0];
    b.forEach((y, j) => {
      next.push(x === y ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!));
    });
    row = next;
  }
  return row[b.length]!;
}

function expectInOrder(runs: readonly CommonRun[], a: readonly number[], b: readonly number[]): void {
  let [i, j] = [0, 0];
  for (const { old, fresh, length } of runs) {
    expect(length).toBeGreaterThan(0);
    expect(old).toBeGreaterThanOrEqual(i);
    expect(fresh).toBeGreaterThanOrEqual(j);
    expect(a.slice(old, old + length)).toEqual(b.slice(fresh, fresh + length));
    i = old + length;
    j = fresh + length;
  }
  expect(i).toBeLessThanOrEqual(a.length);
  expect(j).toBeLessThanOrEqual(b.length);
}

describe('what two sequences have in common', () => {
  it('is in order in both, and really the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(sequence, sequence), fc.tuple(long, long)), ([a, b]) => {
        expectInOrder(runsOf(a, b), a, b);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('is as much as there is, in short ones', () => {
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        expect(lengthOf(runsOf(a, b))).toBe(longest(a, b));
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('is everything of two that are the same, as one run', () => {
    fc.assert(
      fc.property(long, (a) => {
        expect(runsOf(a, a)).toEqual(a.length === 0 ? [] : [{ old: 0, fresh: 0, length: a.length }]);
      }),
      { seed: 3 },
    );
  });

  it('is still right when the work ends early, and says so', () => {
    const a = Array.from({ length: 4000 }, (_, i) => (i * 7919) % 5);
    const b = Array.from({ length: 4000 }, (_, i) => (i * 104_729 + (i >> 3)) % 5);
    for (const most of [0, 1, 100, 10_000, 100_000]) {
      const work = new Work(most);
      expectInOrder(commonRuns(Uint32Array.from(a), Uint32Array.from(b), work), a, b);
      expect(work.ended).toBe(true);
    }
  });

  it('finds a few changes in a long sequence with little work', () => {
    const a = Array.from({ length: 50_000 }, (_, i) => i % 1000);
    const b = [...a.slice(0, 20_000), 7777, ...a.slice(20_010)];
    const work = new Work(300_000);
    expect(lengthOf(commonRuns(Uint32Array.from(a), Uint32Array.from(b), work))).toBe(49_990);
    expect(work.ended).toBe(false);
  });
});
