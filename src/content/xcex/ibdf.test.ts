import { describe, expect, it } from 'vitest';
import { ibdf, isContent, pageLimit } from './ibdf.ts';

const AT_20 = { pageFraction: 0.2, limitRule: 'integer' } as const;

describe('IBDF and its limit', () => {
  it('is 1 up to one page, and the inverse from there on', () => {
    expect([0, 1, 2, 8, 20].map(ibdf)).toEqual([1, 1, 0.5, 0.125, 0.05]);
  });

  it('[X-A28] keeps 19 of 100 pages and drops 20; of 40, 7 and 8 at 20 %, 9 and 10 at 25 %', () => {
    expect([19, 20].map((s) => isContent(s, 100, AT_20))).toEqual([true, false]);
    expect([7, 8].map((s) => isContent(s, 40, AT_20))).toEqual([true, false]);
    const at25 = { pageFraction: 0.25, limitRule: 'integer' } as const;
    expect([9, 10].map((s) => isContent(s, 40, at25))).toEqual([true, false]);
  });

  it('[X-A30] gives the table of page limits in whole numbers', () => {
    const table: Record<number, number[]> = {
      40: [6, 8, 10, 12, 14],
      100: [15, 20, 25, 30, 35],
      120: [18, 24, 30, 36, 42],
      160: [24, 32, 40, 48, 56],
    };
    for (const [pages, limits] of Object.entries(table)) {
      expect([0.15, 0.2, 0.25, 0.3, 0.35].map((share) => pageLimit(share, Number(pages)))).toEqual(limits);
    }
    expect(pageLimit(0.29, 100)).toBe(29);
    expect(pageLimit(0.35, 180)).toBe(63);
    expect([1, 4, 5, 9].map((pages) => pageLimit(0.2, pages))).toEqual([1, 1, 1, 1]);
  });

  it('agrees with the printed formula from ten pages on, which keeps nothing below', () => {
    const formula = { pageFraction: 0.2, limitRule: 'formula' } as const;
    for (const pages of [10, 25, 40, 100]) {
      for (let s = 0; s <= pages; s++) {
        expect(isContent(s, pages, formula)).toBe(isContent(s, pages, AT_20));
      }
    }
    for (const pages of [1, 4, 5, 9]) expect(isContent(0, pages, formula)).toBe(false);
  });
});
