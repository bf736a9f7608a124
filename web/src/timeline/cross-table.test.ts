import { describe, expect, it } from 'vitest';
import { crossTable, shade } from './cross-table.ts';

describe('cross table', () => {
  it('puts pages where the years meet, the newest publication first', () => {
    const table = crossTable(
      [
        [1941, 2001, 3],
        [1942, 2001, 1],
        [1941, 2003, 2],
      ],
      40,
      20,
    )!;
    expect(table.columns.map((c) => c.from)).toEqual([1941, 1942]);
    expect(table.rows.map((r) => r.from)).toEqual([2003, 2002, 2001]);
    expect(table.cells).toEqual([
      [2, 0],
      [0, 0],
      [3, 1],
    ]);
    expect(table.most).toBe(3);
  });

  it('never has more cells than it may', () => {
    const cross = Array.from({ length: 500 }, (_, i) => [1500 + i, 1980 + (i % 45), 1] as const);
    const table = crossTable(cross, 40, 20)!;
    expect(table.columns.length).toBeLessThanOrEqual(40);
    expect(table.rows.length).toBeLessThanOrEqual(20);
    expect(table.cells.flat().reduce((a, b) => a + b)).toBe(500);
  });

  it('is nothing without pages', () => {
    expect(crossTable([], 40, 20)).toBeNull();
  });

  it('shades every count that is not zero', () => {
    expect([0, 1, 100, 1000].map((n) => shade(n, 1000))).toEqual([0, 1, 2, 5]);
  });
});
