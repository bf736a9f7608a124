import { describe, expect, it } from 'vitest';
import { goldKeys, valueKey } from './corpus.ts';
import { meanOverSites, score } from './score.ts';
import { pairedTTest } from './t-test.ts';

const sets = (...pages: string[][]): Set<string>[] => pages.map((keys) => new Set(keys));

describe('scores', () => {
  it('[O-AC-65] count a page with several values as one hit, and a label inside the value as part of it', () => {
    // One author of three suffices; a wrong value beside it is wrong.
    expect(score(sets(['a']), sets(['a', 'b', 'c']))).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(score(sets(['a', 'x']), sets(['a', 'b']))).toMatchObject({ precision: 0.5, recall: 1 });
    expect(score(sets([], ['x'], ['b']), sets(['a'], [], ['b']))).toMatchObject({
      precision: 0.5,
      recall: 0.5,
    });
    expect(score(sets([]), sets(['a'])).f1).toBe(0);
    const gold = goldKeys([{ id: '1', url: '', html: '', gold: { height: ['Height: 6&#39;10'] } }], 'height');
    expect([...gold[0]!]).toEqual([valueKey("Height: 6'10")]);
    expect(gold[0]!.has(valueKey("6'10"))).toBe(false);
  });

  it('[O-AC-67] average over sites, not over groups of sites', () => {
    const mean = (c: number, d1: number, m: number): number =>
      meanOverSites([
        { sites: 18, mean: c },
        { sites: 10, mean: d1 },
        { sites: 10, mean: m },
      ]);
    // Recall and precision of the three discovery systems, as printed to two places.
    const printed: [number, number, number, number][] = [
      [0.73, 0.53, 0.52, 0.62],
      [0.82, 0.52, 0.56, 0.67],
      [0.97, 0.68, 0.82, 0.85],
      [0.57, 0.76, 0.6, 0.63],
      [0.72, 0.27, 0.6, 0.57],
      [0.99, 0.9, 0.93, 0.95],
    ];
    for (const [c, d1, m, all] of printed) expect(Math.abs(mean(c, d1, m) - all)).toBeLessThan(0.0076);
  });

  it('[O-AC-68] are compared by a paired t-test, as in the textbook example of the sleep data', () => {
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const { t, degrees, p } = pairedTTest(first, second);
    expect(t).toBeCloseTo(-4.0621, 4);
    expect(degrees).toBe(9);
    expect(p).toBeCloseTo(0.002833, 6);
    expect(pairedTTest([1, 2], [1, 2]).p).toBe(1);
  });
});
