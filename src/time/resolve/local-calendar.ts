/** The year as a country keeps it: its seasons, its feasts, and the events of history that are dates by their names. */
import { civilDay, dayNumber, easter, nthWeekday, weekday as weekdayOf } from '../calendar.ts';
import { dayOfOtherCalendar } from './other-calendars.ts';

export interface LocalCalendar {
  /** South of the equator the seasons are turned round. */
  readonly southern: boolean;
  /**
   * Rules of feasts by name: a fixed date `MM-DD`, an offset from Easter `e±n`, with `~k` for so many days more, the n-th weekday of a month `w:month:weekday:n`, −1 for
   * the last, with `+k` so many days later, the n-th of the four Sundays before Christmas `a:n`, or a day of another calendar, `h:month:day`,
   * `i:month:day` and `c:1:1` (`other-calendars.ts`).
   */
  readonly feasts: ReadonlyMap<string, string>;
  /** Of these, the days on which the whole country does not work. */
  readonly daysOff: readonly string[];
  /** First and last day, as chronons are written. */
  readonly events: ReadonlyMap<string, { readonly start: string; readonly end: string }>;
}

/** Day of a feast in a year; `null` when the calendar does not have it. */
export function feastDay(calendar: LocalCalendar, name: string, year: number): number | null {
  const rule = calendar.feasts.get(name);
  if (rule === undefined) return null;
  if (rule.startsWith('e')) return easter(year) + Number.parseInt(rule.slice(1), 10);
  if (rule.startsWith('w')) {
    const [, month, day, n, shift] = rule.split(/[:+]/).map(Number);
    return nthWeekday(year, month!, day!, n!) + (shift ?? 0);
  }
  if (rule.startsWith('a')) {
    const christmas = dayNumber(year, 12, 25);
    return christmas - weekdayOf(christmas) - 7 * (4 - Number(rule.slice(2)));
  }
  if (/^[hic]/.test(rule)) return dayOfOtherCalendar(rule, year);
  const [month, day] = rule.split('-').map(Number);
  return dayNumber(year, month!, day!);
}

/** How many days a feast goes on after its first: Lent, the Holy Week. */
export function feastLength(calendar: LocalCalendar, name: string): number {
  const [, more] = (calendar.feasts.get(name) ?? '').split('~');
  return more === undefined ? 0 : Number(more);
}

/** Whether people work on that day. */
export function isWorkday(calendar: LocalCalendar, day: number): boolean {
  if (weekdayOf(day) >= 6) return false;
  const { year } = civilDay(day);
  return !calendar.daysOff.some((name) => feastDay(calendar, name, year) === day);
}

/** Whether a feast has one date in every year. */
export function isFixed(calendar: LocalCalendar, name: string): boolean {
  return /^\d/.test(calendar.feasts.get(name) ?? '');
}
