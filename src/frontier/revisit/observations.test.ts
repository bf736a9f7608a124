import { describe, expect, it } from 'vitest';
import { compareChecksums, DAY_MS, FADE_BEYOND, firstVisit, observe } from './observations.ts';

describe('observations of a URL', () => {
  it('[T-INC-3] equal checksum is an unchanged observation, a different one a changed observation', () => {
    expect(compareChecksums('sha1:a', 'sha1:a')).toBe('unchanged');
    expect(compareChecksums('sha1:a', 'sha1:b')).toBe('changed');
    const quiet = observe(firstVisit(0), 2 * DAY_MS, compareChecksums('a', 'a'));
    expect([quiet.comparisons, quiet.changes, quiet.quietDays, quiet.changedDays]).toEqual([1, 0, 2, 0]);
    const both = observe(quiet, 5 * DAY_MS, compareChecksums('a', 'b'));
    expect([both.comparisons, both.changes, both.quietDays, both.changedDays]).toEqual([2, 1, 2, 3]);
    expect(both.changedSquares).toBe(9);
    expect(both.lastInterval).toBe(3);
  });

  it('a clock that went back is no observation', () => {
    const seen = observe(firstVisit(5 * DAY_MS), 3 * DAY_MS, 'changed');
    expect(seen).toEqual({ ...firstVisit(5 * DAY_MS), lastVisit: 3 * DAY_MS });
  });

  it('a change without a usable Last-Modified ends the use of such dates', () => {
    const dated = observe(firstVisit(0), 4 * DAY_MS, 'changed', 3 * DAY_MS);
    expect(dated.unmodifiedDays).toBe(1);
    expect(observe(dated, 6 * DAY_MS, 'changed', DAY_MS).unmodifiedDays).toBe(-1);
    expect(observe(dated, 6 * DAY_MS, 'changed', 9 * DAY_MS).unmodifiedDays).toBe(-1);
    const lost = observe(dated, 6 * DAY_MS, 'changed');
    expect(lost.unmodifiedDays).toBe(-1);
    expect(observe(lost, 7 * DAY_MS, 'unchanged').unmodifiedDays).toBe(-1);
  });

  it('old visits fade: the record weighs at most so many visits', () => {
    let seen = firstVisit(0);
    for (let i = 1; i <= 500; i++) seen = observe(seen, i * DAY_MS, 'unchanged');
    expect(seen.comparisons).toBeCloseTo(FADE_BEYOND, 6);
    for (let i = 501; i <= 700; i++) seen = observe(seen, i * DAY_MS, 'changed');
    expect(seen.changes / seen.comparisons).toBeGreaterThan(0.9);
  });
});
