/**
 * A chronon: a possibly incomplete calendar point on one of the four timelines. An unknown part is `null` and is written with X, so
 * `2000-06-XX` is a month that cannot be placed on the line of days, and `XXXX-09-11` a day of an unknown year.
 */
import { type CivilDay, civilDay, type DayRange, dayNumber, daysInMonth } from './calendar.ts';

/** Timelines of hours, days, months and years; that of days is the base. */
export type Timeline = 'T_h' | 'T_d' | 'T_m' | 'T_y';

export interface Chronon {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  readonly hour?: number | null;
  readonly minute?: number | null;
  readonly second?: number | null;
  /** The finest timeline it can be anchored to; `null` when the year is unknown. */
  readonly timeline: Timeline | null;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute?: number | null;
  readonly second?: number | null;
}

/** Builds a chronon; the timeline follows from the parts that are known without a gap. */
export function chronon(
  year: number | null,
  month: number | null = null,
  day: number | null = null,
  time?: ClockTime | null,
): Chronon {
  const timeline: Timeline | null =
    year === null ? null : month === null ? 'T_y' : day === null ? 'T_m' : time ? 'T_h' : 'T_d';
  if (!time) return { year, month, day, timeline };
  return {
    year,
    month,
    day,
    hour: time.hour,
    minute: time.minute ?? null,
    second: time.second ?? null,
    timeline,
  };
}

export function chrononOfDay(days: number, time?: ClockTime | null): Chronon {
  const { year, month, day } = civilDay(days);
  return chronon(year, month, day, time);
}

function padded(value: number | null | undefined, width: number): string {
  if (value === null || value === undefined) return 'X'.repeat(width);
  return value < 0 ? `-${String(-value).padStart(width, '0')}` : String(value).padStart(width, '0');
}

/** `YYYY-MM-DD`, or `YYYY-MM-DD hh:mm:ss` when there is an hour; X for what is unknown. */
export function formatChronon(c: Chronon): string {
  const day = `${padded(c.year, 4)}-${padded(c.month, 2)}-${padded(c.day, 2)}`;
  if (c.hour === undefined || c.hour === null) return day;
  return `${day} ${padded(c.hour, 2)}:${padded(c.minute, 2)}:${padded(c.second, 2)}`;
}

/** Reads the form `formatChronon` writes, and also `YYYY` and `YYYY-MM`; `null` when it is none of them or the day does not exist. */
export function parseChronon(text: string): Chronon | null {
  const m =
    /^(-?\d{4,6}|X{4})(?:-(\d{2}|XX)(?:-(\d{2}|XX)(?:[ T](\d{2})(?::?(\d{2}|XX)(?::?(\d{2}|XX))?)?)?)?)?$/.exec(
      text,
    );
  if (!m) return null;
  const part = (s: string | undefined): number | null =>
    s === undefined || s.startsWith('X') ? null : Number(s);
  const year = part(m[1]);
  const month = part(m[2]);
  const day = part(m[3]);
  if (month !== null && (month < 1 || month > 12)) return null;
  if (day !== null && (day < 1 || day > (month === null ? 31 : daysInMonth(year ?? 2000, month))))
    return null;
  const hour = part(m[4]);
  if (hour === null) return chronon(year, month, day);
  const minute = part(m[5]);
  const second = part(m[6]);
  if (hour > 24 || (minute ?? 0) > 59 || (second ?? 0) > 60) return null;
  return chronon(year, month, day, { hour, minute, second });
}

/** Days the chronon covers; `null` when it cannot be placed because its year is unknown. */
export function rangeOfChronon(c: Chronon): DayRange | null {
  if (c.year === null) return null;
  if (c.month === null) return { start: dayNumber(c.year, 1, 1), end: dayNumber(c.year, 12, 31) };
  if (c.day === null) {
    return {
      start: dayNumber(c.year, c.month, 1),
      end: dayNumber(c.year, c.month, daysInMonth(c.year, c.month)),
    };
  }
  const day = dayNumber(c.year, c.month, c.day);
  return { start: day, end: day };
}

/** Number of the day; `null` unless year, month and day are known. */
export function dayOfChronon(c: Chronon): number | null {
  return c.year === null || c.month === null || c.day === null ? null : dayNumber(c.year, c.month, c.day);
}

export type { CivilDay };
