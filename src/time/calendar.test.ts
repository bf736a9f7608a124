import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonthsToDay,
  civilDay,
  dayNumber,
  daysInMonth,
  easter,
  isoWeek,
  mondayOfWeek,
  nthWeekday,
  weekday,
} from './calendar.ts';

describe('calendar', () => {
  it('counts days from 1970 and back, for any year', () => {
    expect(dayNumber(1970, 1, 1)).toBe(0);
    expect(dayNumber(2000, 2, 29)).toBe(11016);
    expect(civilDay(-719528)).toEqual({ year: 0, month: 1, day: 1 });
    fc.assert(
      fc.property(fc.integer({ min: -4_000_000, max: 4_000_000 }), (day) => {
        const { year, month, day: d } = civilDay(day);
        expect(dayNumber(year, month, d)).toBe(day);
        expect(d).toBeLessThanOrEqual(daysInMonth(year, month));
      }),
    );
  });

  it('does not take the year 33 for 1933', () => {
    expect(civilDay(dayNumber(33, 4, 3)).year).toBe(33);
  });

  it('knows weekdays and ISO weeks', () => {
    expect(weekday(dayNumber(2013, 1, 21))).toBe(1);
    expect(isoWeek(dayNumber(2021, 1, 3))).toEqual({ year: 2020, week: 53 });
    expect(civilDay(mondayOfWeek(2021, 1))).toEqual({ year: 2021, month: 1, day: 4 });
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 900_000 }), (day) => {
        const { year, week } = isoWeek(day);
        const monday = mondayOfWeek(year, week);
        expect(day - monday).toBeGreaterThanOrEqual(0);
        expect(day - monday).toBeLessThan(7);
      }),
    );
  });

  it.each([
    [1945, 4, 1],
    [2000, 4, 23],
    [2012, 4, 8],
    [2013, 3, 31],
    [2038, 4, 25],
    [1818, 3, 22],
  ])('Easter of %i is %i/%i', (year, month, day) => {
    expect(civilDay(easter(year))).toEqual({ year, month, day });
  });

  it('finds the n-th weekday, and the last', () => {
    expect(civilDay(nthWeekday(2012, 5, 7, 1)).day).toBe(6);
    expect(civilDay(nthWeekday(2012, 5, 7, -1)).day).toBe(27);
  });

  it('cuts the day when a month is too short', () => {
    expect(civilDay(addMonthsToDay(dayNumber(2013, 1, 31), 1))).toEqual({ year: 2013, month: 2, day: 28 });
    expect(civilDay(addMonthsToDay(dayNumber(2012, 2, 29), -12))).toEqual({ year: 2011, month: 2, day: 28 });
  });
});
