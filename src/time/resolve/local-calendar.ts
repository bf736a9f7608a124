/** The year as a country keeps it: its seasons, its feasts, and the events of history that are dates by their names. */
import { dayNumber, easter, nthWeekday } from '../calendar.ts';

export interface LocalCalendar {
  /** South of the equator the seasons are turned round. */
  readonly southern: boolean;
  /**
   * Rules of feasts by name: a fixed date `MM-DD`, an offset from Easter `e±n`, or the n-th weekday of a month `w:month:weekday:n`, −1 for
   * the last.
   */
  readonly feasts: ReadonlyMap<string, string>;
  /** First and last day, as chronons are written. */
  readonly events: ReadonlyMap<string, { readonly start: string; readonly end: string }>;
}

/** Day of a feast in a year; `null` when the calendar does not have it. */
export function feastDay(calendar: LocalCalendar, name: string, year: number): number | null {
  const rule = calendar.feasts.get(name);
  if (rule === undefined) return null;
  if (rule.startsWith('e')) return easter(year) + Number(rule.slice(1));
  if (rule.startsWith('w')) {
    const [, month, day, n] = rule.split(':').map(Number);
    return nthWeekday(year, month!, day!, n!);
  }
  const [month, day] = rule.split('-').map(Number);
  return dayNumber(year, month!, day!);
}

/** Whether a feast has one date in every year. */
export function isFixed(calendar: LocalCalendar, name: string): boolean {
  return /^\d/.test(calendar.feasts.get(name) ?? '');
}
