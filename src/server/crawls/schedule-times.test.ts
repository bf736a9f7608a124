import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, dueAfter, isTimetable, isZone, lastDue, type Timetable } from './schedule-times.ts';

const timetable = (more: Partial<Timetable>): Timetable => ({
  at: '2026-01-01T03:00',
  zone: 'America/Sao_Paulo',
  repeat: 'day',
  days: [],
  ...more,
});

/** All times of a timetable between two moments, as ISO 8601. */
function times(table: Timetable, from: string, until: string): string[] {
  const found: string[] = [];
  for (let at = Date.parse(from); ; ) {
    const due = dueAfter(table, at);
    if (due === null || due > Date.parse(until)) return found;
    found.push(new Date(due).toISOString().slice(0, 16));
    at = due;
  }
}

describe('times at which a crawl is due', () => {
  it('once', () => {
    const table = timetable({ at: '2026-11-20T03:00', repeat: 'once' });
    expect(times(table, '2026-01-01T00:00Z', '2030-01-01T00:00Z')).toEqual(['2026-11-20T06:00']);
    expect(dueAfter(table, Date.parse('2026-11-20T06:00Z'))).toBeNull();
  });

  it('every day, at the same hour of the wall when the clocks change', () => {
    const table = timetable({ at: '2026-03-27T03:30', zone: 'Europe/Lisbon' });
    // Lisbon goes from UTC to UTC+1 on 29 March 2026.
    expect(times(table, '2026-03-27T00:00Z', '2026-03-31T00:00Z')).toEqual([
      '2026-03-27T03:30',
      '2026-03-28T03:30',
      '2026-03-29T02:30',
      '2026-03-30T02:30',
    ]);
  });

  it('a time that the change leaves out comes as long behind it; one that comes twice counts once', () => {
    const gap = timetable({ at: '2026-03-28T01:30', zone: 'Europe/Lisbon' });
    expect(times(gap, '2026-03-27T00:00Z', '2026-03-31T00:00Z')).toEqual([
      '2026-03-28T01:30',
      // 01:30 is not on that day; this is 02:30 of summer.
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ]);
    const twice = timetable({ at: '2026-10-24T01:30', zone: 'Europe/Lisbon' });
    expect(times(twice, '2026-10-24T00:00Z', '2026-10-27T00:00Z')).toEqual([
      '2026-10-24T00:30',
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  it('on days of the week, from the first time on', () => {
    // 2026-11-18 is a Wednesday.
    const table = timetable({ at: '2026-11-18T03:00', zone: 'UTC', repeat: 'week', days: [1, 4] });
    expect(times(table, '2026-11-01T00:00Z', '2026-12-01T00:00Z')).toEqual([
      '2026-11-19T03:00',
      '2026-11-23T03:00',
      '2026-11-26T03:00',
      '2026-11-30T03:00',
    ]);
    const same = timetable({ at: '2026-11-18T03:00', zone: 'UTC', repeat: 'week' });
    expect(times(same, '2026-11-01T00:00Z', '2026-12-01T00:00Z')).toEqual([
      '2026-11-18T03:00',
      '2026-11-25T03:00',
    ]);
  });

  it('every month; one without the day takes its last', () => {
    const table = timetable({ at: '2027-11-30T23:00', zone: 'UTC', repeat: 'month' });
    expect(times(table, '2027-11-01T00:00Z', '2028-04-01T00:00Z')).toEqual([
      '2027-11-30T23:00',
      '2027-12-30T23:00',
      '2028-01-30T23:00',
      '2028-02-29T23:00',
      '2028-03-30T23:00',
    ]);
  });

  it('of all that was missed the last one is told, however long ago it was', () => {
    const table = timetable({ zone: 'UTC' });
    const at = Date.parse;
    expect(lastDue(table, at('2026-01-01T03:00Z'), at('2026-01-01T12:00Z'))).toBeNull();
    expect(lastDue(table, at('2026-01-01T03:00Z'), at('2031-05-05T12:00Z'))).toBe(at('2031-05-05T03:00Z'));
    const once = timetable({ zone: 'UTC', repeat: 'once' });
    expect(lastDue(once, at('2025-12-01T00:00Z'), at('2031-05-05T12:00Z'))).toBe(at('2026-01-01T03:00Z'));
  });

  it('is no timetable with a day that there is not, a zone that nobody has, or an eighth day', () => {
    expect(isTimetable(timetable({}))).toBe(true);
    for (const wrong of [
      { at: '2026-02-30T03:00' },
      { at: '2026-01-01T24:00' },
      { at: '2026-01-01' },
      { zone: 'Lua/Mar_da_Tranquilidade' },
      { zone: '' },
      { repeat: 'ever' as never },
      { days: [8] },
      { days: [1.5] },
    ])
      expect(isTimetable(timetable(wrong)), JSON.stringify(wrong)).toBe(false);
    expect(isZone('Europe/Lisbon')).toBe(true);
  });

  const ZONES = [
    'America/Sao_Paulo',
    'Europe/Lisbon',
    'Atlantic/Azores',
    'Africa/Luanda',
    'Asia/Dili',
    'UTC',
  ];
  const anyTable = fc.record({
    at: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 16)),
    zone: fc.constantFrom(...ZONES),
    repeat: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
  });

  it('goes forward always, never leaves a period out, and shows the hour asked for unless the clocks leave that out', () => {
    fc.assert(
      fc.property(anyTable, fc.integer({ min: 0, max: 10_000 * 86_400 }), (table, seconds) => {
        const from = Date.parse('2000-01-01T00:00Z') + seconds * 1000;
        const first = dueAfter(table, from)!;
        const second = dueAfter(table, first)!;
        expect(first).toBeGreaterThan(from);
        const days = (second - first) / 86_400_000;
        expect(days).toBeGreaterThan(0.9);
        expect(days).toBeLessThan(table.repeat === 'day' ? 1.1 : table.repeat === 'week' ? 7.1 : 31.1);
        const shown = (zone: string, time: number) =>
          new Date(time).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
        const wanted = table.at.slice(11);
        // The clock does not show it on the day of a change alone.
        if (shown(table.zone, first) !== wanted) expect(shown(table.zone, second)).toBe(wanted);
        if (table.repeat === 'week' && table.days.length > 0) {
          const weekday = new Date(`${dayIn(table.zone, second)}T12:00Z`).getUTCDay() || 7;
          expect(table.days).toContain(weekday);
        }
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  it('the last that is due is one of those that were', () => {
    fc.assert(
      fc.property(
        anyTable,
        fc.integer({ min: 0, max: 9000 }),
        fc.integer({ min: 0, max: 2000 }),
        (table, day, span) => {
          const after = Date.parse('2000-01-01T00:00Z') + day * 86_400_000;
          const until = after + span * 3_600_000;
          const last = lastDue(table, after, until);
          if (last === null)
            expect(dueAfter(table, after) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(until);
          else {
            expect(last).toBeGreaterThan(after);
            expect(last).toBeLessThanOrEqual(until);
            expect(dueAfter(table, last)!).toBeGreaterThan(until);
          }
        },
      ),
      { seed: 9, numRuns: 200 },
    );
  });
});
