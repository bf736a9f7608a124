import { describe, expect, it } from 'vitest';
import { dayOf, days, heat, months, openDay, readCalendarDay, years } from './calendar.ts';

const at = (moment: string, changed = false) => ({ at: Date.parse(`${moment}Z`), changed });
const some = [
  at('2016-02-29T23:59:59'),
  at('2019-05-03T00:00:00', true),
  at('2019-05-03T12:00:00'),
  at('2019-12-31T23:00:00', true),
];

describe('the calendar of captures', () => {
  it('counts captures and changes by year, with the years between', () => {
    expect(years(some).map(({ key, captures, changes }) => [key, captures, changes])).toEqual([
      ['2016', 1, 0],
      ['2017', 0, 0],
      ['2018', 0, 0],
      ['2019', 3, 2],
    ]);
    expect(years([])).toEqual([]);
    expect(years([at('0001-01-01T00:00:00'), at('2024-01-01T00:00:00')])).toHaveLength(2);
  });

  it('by month, and by day in weeks', () => {
    expect(months(some, '2019').map(({ captures }) => captures)).toEqual([
      0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1,
    ]);
    const may = days(some, '2019-05');
    expect([may.before, may.days.length]).toEqual([3, 31]);
    expect(may.days[2]).toEqual({ key: '2019-05-03', captures: 2, changes: 1 });
    expect(days(some, '2016-02').days).toHaveLength(29);
  });

  it('opens what is asked for, or the newest of it', () => {
    expect(openDay(some, null, some[0]!.at)).toBe('2016-02-29');
    expect(openDay(some, '2019', 0)).toBe('2019-12-31');
    expect(openDay(some, '2019-05', 0)).toBe('2019-05-03');
    expect(openDay(some, '2017', 0)).toBe('2017-01-01');
    expect(openDay(some, '2017-03', 0)).toBe('2017-03-01');
    expect([readCalendarDay('2019-13'), readCalendarDay('2019-05-3'), readCalendarDay(undefined)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(readCalendarDay('2019-05-31')).toBe('2019-05-31');
    expect(dayOf(0)).toBe('1970-01-01');
  });

  it('lets one capture be seen beside thousands', () => {
    expect(heat(0, 5000)).toBe(0);
    expect(heat(1, 5000)).toBeGreaterThan(0.2);
    expect(heat(5000, 5000)).toBe(1);
    expect(heat(1, 1)).toBe(1);
  });
});
