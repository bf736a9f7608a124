import { describe, expect, it } from 'vitest';
import { compared, sampleOf } from './verdict.ts';

const runs = (...times: number[]) => times.map((cpuMs) => ({ cpuMs, work: { pages: 1 } }));

describe('two versions compared', () => {
  it('have the median and the distance of the quartiles of their runs', () => {
    expect(sampleOf([5, 1, 3, 2, 4])).toMatchObject({ median: 3, spread: 2 });
    expect(sampleOf([1, 2, 3, 4])).toMatchObject({ median: 2.5, spread: 1.5 });
  });

  it('the new one is worse when its median is above by more than 3 % and the larger spread', () => {
    expect(compared('a', runs(100, 100, 100), runs(103, 103, 103)).worse).toBe(false);
    expect(compared('a', runs(100, 100, 100), runs(104, 104, 104)).worse).toBe(true);
    expect(compared('a', runs(95, 100, 105), runs(104, 104, 104)).worse).toBe(false);
    expect(compared('a', runs(100, 100, 100), runs(50, 50, 50))).toMatchObject({
      worse: false,
      difference: -0.5,
    });
  });

  it('runs that gave no time are no proof', () => {
    expect(compared('a', runs(100), []).worse).toBe(true);
  });

  it('say whether the same was done', () => {
    const other = [{ cpuMs: 1, work: { pages: 2 } }];
    expect(compared('a', runs(1), runs(1)).sameWork).toBe(true);
    expect(compared('a', runs(1), other)).toMatchObject({
      sameWork: false,
      work: { old: { pages: 1 }, new: { pages: 2 } },
    });
  });
});
