/**
 * Days as the catalogue counts them (0 is 1970-01-01), as people write them, and as the query line takes them.
 */

import type { Language } from '../../src/words/index.ts';
import type { Period } from './api/shapes.ts';

const DAY = 86_400_000;

interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

function calendarDay(day: number): CalendarDay {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Date.UTC takes the years 0 to 99 for 1900 to 1999. */
function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / DAY);
}

export const yearOfDay = (day: number): number => calendarDay(day).year;

/** Whole years, both included. */
export function yearsPeriod(from: number, to: number): Period {
  return { from: dayNumber(from, 1, 1), to: dayNumber(to, 12, 31) };
}

type Grain = 'year' | 'month' | 'day';

function grainOf(period: Period): Grain {
  const from = calendarDay(period.from);
  const to = calendarDay(period.to);
  const lastOfMonth = dayNumber(to.month === 12 ? to.year + 1 : to.year, (to.month % 12) + 1, 1) - 1;
  if (from.day !== 1 || period.to !== lastOfMonth) return 'day';
  return from.month === 1 && to.month === 12 ? 'year' : 'month';
}

const two = (n: number): string => String(n).padStart(2, '0');

function lineDay({ year, month, day }: CalendarDay, grain: Grain): string {
  const written = year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
  if (grain === 'year') return written;
  return grain === 'month' ? `${written}-${two(month)}` : `${written}-${two(month)}-${two(day)}`;
}

/** As it is written after `quando:`. */
export function periodInLine(period: Period): string {
  const grain = grainOf(period);
  const from = lineDay(calendarDay(period.from), grain);
  const to = lineDay(calendarDay(period.to), grain);
  return from === to ? from : `${from}..${to}`;
}

export function yearsInLine(from: number, to: number): string {
  return periodInLine(yearsPeriod(from, to));
}

export function formatYear(year: number, language: Language): string {
  if (year > 0) return String(year);
  return `${1 - year} ${language === 'en' ? 'BC' : 'a.C.'}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.DateTimeFormat(language, options)));
  return found;
}

function humanDay(day: number, grain: Grain, language: Language): string {
  const { year } = calendarDay(day);
  if (grain === 'year') return formatYear(year, language);
  const text = monthAndDay(day, grain, language);
  if (language === 'en') return `${text}${grain === 'day' ? ',' : ''} ${formatYear(year, language)}`;
  return `${text} de ${formatYear(year, language)}`;
}

/** Without its year: `mai`, `8 de mai`, `May 8`. */
function monthAndDay(day: number, grain: Grain, language: Language): string {
  const options: Intl.DateTimeFormatOptions =
    grain === 'month' ? { month: 'short' } : { month: 'short', day: 'numeric' };
  // That of Portugal is `8/05`, which nobody writes after a dash; the names of the months are the same.
  return format(language === 'en' ? 'en' : 'pt-BR', { ...options, timeZone: 'UTC' })
    .format(day * DAY)
    .replace(/\.$/, '');
}

/** Beyond these years a period is open at that end. */
const OPEN = 9000;

/** A period as a person reads it: `1941`, `mai de 1941`, `1939–1945`, `até 1945`. */
export function formatPeriod(period: Period, language: Language): string {
  const grain = grainOf(period);
  const openFrom = yearOfDay(period.from) < -OPEN;
  const openTo = yearOfDay(period.to) > OPEN;
  if (openFrom !== openTo) {
    const end = humanDay(openFrom ? period.to : period.from, grain, language);
    if (language === 'en') return openFrom ? `until ${end}` : `since ${end}`;
    return openFrom ? `até ${end}` : `desde ${end}`;
  }
  const from = humanDay(period.from, grain, language);
  const to = humanDay(period.to, grain, language);
  if (from === to) return from;
  if (grain === 'year') return `${from}–${to}`;
  // `abr – mai de 1941`: a year is said once.
  const sameYear = yearOfDay(period.from) === yearOfDay(period.to);
  return `${sameYear ? monthAndDay(period.from, grain, language) : from} – ${to}`;
}

/** A date of the form `YYYY-MM-DD`. */
export function formatDate(date: string, language: Language): string {
  const read = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!read) return date;
  return humanDay(dayNumber(Number(read[1]), Number(read[2]), Number(read[3])), 'day', language);
}

/** A moment, ms since 1970, as a day. */
export function formatMoment(ms: number, language: Language): string {
  return humanDay(Math.floor(ms / DAY), 'day', language);
}

/** A moment with its time of day, in the reader's own zone. */
export function formatMomentFully(ms: number, language: Language): string {
  if (!Number.isFinite(ms)) return '';
  const here = new Date(ms);
  const day = dayNumber(here.getFullYear(), here.getMonth() + 1, here.getDate());
  return `${humanDay(day, 'day', language)}, ${format(language, { timeStyle: 'short' }).format(ms)}`;
}

/** `mai`, `May`: of a month, 1 to 12. */
export function formatMonth(month: number, language: Language): string {
  return monthAndDay(dayNumber(2001, month, 1), 'month', language);
}

/** The days of the week from Sunday, in a letter or two. */
export function formatWeekdays(language: Language): string[] {
  const names = format(language, { weekday: 'short', timeZone: 'UTC' });
  // 1970-01-04 was a Sunday.
  return Array.from({ length: 7 }, (_, n) =>
    names
      .format((3 + n) * DAY)
      .replace(/\.$/, '')
      .slice(0, 3),
  );
}
