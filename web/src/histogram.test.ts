import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bars, barWidth, mainRange, ticks } from './histogram.ts';

const counts = fc.array(fc.tuple(fc.integer({ min: 1, max: 2100 }), fc.integer({ min: 1, max: 50 })), {
  minLength: 1,
});

describe('histogram', () => {
  it('chooses a round width', () => {
    expect(barWidth(1900, 1999, 100)).toBe(1);
    expect(barWidth(1900, 1999, 60)).toBe(2);
    expect(barWidth(1500, 2020, 60)).toBe(10);
  });

  it('counts every page that lies between the ends', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 5, max: 80 }), (given, most) => {
        const years = given.map(([year]) => year);
        const made = bars(given, Math.min(...years), Math.max(...years), most);
        expect(made.length).toBeLessThanOrEqual(most);
        expect(made.reduce((sum, bar) => sum + bar.count, 0)).toBe(
          given.reduce((sum, [, count]) => sum + count, 0),
        );
      }),
    );
  });

  it('leaves lonely years outside, and says how many', () => {
    const given: [number, number][] = [
      [3, 1],
      ...Array.from({ length: 80 }, (_, i) => [1940 + i, 5] as [number, number]),
    ];
    expect(mainRange(given)).toEqual({ from: 1940, to: 2019, outside: 1 });
    expect(mainRange([])).toBeNull();
    expect(mainRange([[1941, 2]])).toEqual({ from: 1941, to: 1941, outside: 0 });
  });

  it('marks round years', () => {
    expect(ticks(1897, 1952, 7)).toEqual([1900, 1910, 1920, 1930, 1940, 1950]);
  });
});
