import { describe, expect, it } from 'vitest';
import { chronon, formatChronon, parseChronon, rangeOfChronon } from './chronon.ts';

describe('chronon', () => {
  it.each([
    ['2010-05-01', 'T_d'],
    ['2000-06-XX', 'T_m'],
    ['2008-XX-XX', 'T_y'],
    ['XXXX-09-11', null],
    ['2010-06-15 14:30:XX', 'T_h'],
    ['-0043-XX-XX', 'T_y'],
  ])('%s is read, placed on %s and written back', (text, timeline) => {
    const c = parseChronon(text)!;
    expect(c.timeline).toBe(timeline);
    expect(formatChronon(c)).toBe(text);
  });

  it.each(['2010-02-30', '2010-13-01', '10-01-01', 'ontem', '', '2010-01-01 25:00:00'])(
    'refuses %j',
    (text) => {
      expect(parseChronon(text)).toBeNull();
    },
  );

  it('covers a day, a month, a year, or nothing that can be placed', () => {
    const span = (c: Parameters<typeof rangeOfChronon>[0]): number | null => {
      const r = rangeOfChronon(c);
      return r ? r.end - r.start + 1 : null;
    };
    expect(span(chronon(2012, 2, 29))).toBe(1);
    expect(span(chronon(2012, 2))).toBe(29);
    expect(span(chronon(2012))).toBe(366);
    expect(span(chronon(null, 5, 1))).toBeNull();
  });
});
