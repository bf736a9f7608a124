/**
 * Dates in text, in the forms that date lines of pages have: `12 de março de 2021`, `March 12th, 2021`, `12.3.2021`, `2021-03-12`,
 * `2021年3月12日`, `12/03/21`. Not for running Portuguese text (the annotator is), but for any language and very fast: everything
 * hangs on a year, and the work at a year is bounded, so the time is in proportion to the text.
 */
import { fold } from '../../text/index.ts';
import { dayNumber, daysInMonth } from '../calendar.ts';
import type { DatePrecision } from './candidate.ts';
import { isWeekday, monthOf } from './month-names.ts';

/** Which of the two numbers of `03/04/2021` is the day. */
export type DateOrder = 'day-first' | 'month-first';

/** A date at a place of a text. */
export interface TextDate {
  readonly start: number;
  readonly end: number;
  readonly day: number;
  readonly precision: DatePrecision;
  /** The other reading when the numbers allow both, else null. */
  readonly alternative: number | null;
  /** Whether the year has two digits only. */
  readonly short: boolean;
  readonly time: string | null;
}

/** Years that a page's date can have at all; narrower bounds are the caller's. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;
/** The widest thing before a year: `28 dias do mês de setembro do ano de `. */
const REACH = 40;
const MOST_DATES = 64;

/** A clock may stand close after it: `<b>12/03/2021</b><b>10h30</b>` has no blank between. */
const YEAR = /(?:19|20|21)\d\d(?!\d(?!\d?[:h]\d\d))/g;
const SHORT = /(?<![\d.,/:-])(\d{1,2})([./-])(\d{1,2})\2(\d\d)(?!\d(?!\d?[:h]\d\d)|[%€]|[.,/:-]\d)/g;
const SHORT_NAMED = /(?<![\d.,])(\d{1,2})(?:[ -]|\. ?)(\p{L}{3,9})\.?(?:[ -]|, )['’]?(\d\d)(?![\d:.%]|h\b)/gu;
/** `pycharm-community-2020.3.3`: a name and its version, or the name of a file. */
const VERSION_BEFORE = /\p{L}[-_]$/u;
const AFTER =
  /([-/.•·]) ?(\d{1,2})\1 ?(\d{1,2})(?!\d)|\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日|년\s?(\d{1,2})월\s?(\d{1,2})일/y;
/** `2021 Mar 12`, as in citations; `2021. március 12.` */
const NAME_AFTER = /[.,]?[ -](\p{L}{3,14})\.?[ -](\d{1,2})(?!\d)/uy;
const NUMERIC = /(?<!\d|\d[.,:])(\d{1,2})[º°]? ?([./\-–|•·]) ?(\d{1,2}) ?\2 ?$/;
const DAY_MONTH =
  /(?<!\d|\d[.,:])(\d{1,2})(?:\.?º|ª|°|er|st|nd|rd|th|ste|de|\.)?[\s\-–/,]{0,3}(?:(?:de|di|do|of|den|a|dias? do m[eê]s de)\s{1,2}|d[’'])?(\p{L}{3,14})\.?[\s,\-–/]{0,3}(?:(?:de|del|do|of|do ano de)\s{1,2})?['’]?$/iu;
/** `31 Donnerstag Okt`: the day of the week stands between. */
const DAY_WEEKDAY_MONTH = /(?<!\d|\d[.,:])(\d{1,2})\.?\s([\p{L}-]{5,13}),?\s\p{L}{3,14}\.?\s$/u;
const MONTH_DAY =
  /(?<!\p{L})(\p{L}{3,30})\.?[\s\-–/.]{1,3}(\d{1,2})(?:st|nd|rd|th|\.)?(?:,|\s[|•·-]|\sde\s)?[\s\-–/]{0,3}$/u;
const MONTH = /(?<!\p{L})(\p{L}{3,30})\.?[\s,\-–/]{1,3}(?:(?:de|del|of)\s{1,2})?$/iu;
/** `Nº 1 Julho 2001`: the number is that of an issue, not a day. */
const NUMBERED =
  /(?:\b(?:n\.?\s?[º°o]\.?|nr\.?|n\.|num\.|n[uú]mero|edi[cç][aã]o|ed\.|vol\.?|volume|#)\s?)$/iu;
/** `12mar2021`: the leaf of a calendar is made of three elements without a blank between. */
const LEAF = /(?<![\d\p{L}.,:-])(\d{1,2})(\p{L}{3,9})\.?$/u;
const CAPITAL = /\p{Lu}\p{Ll}{2,13}$/u;
/** `10:30`, `10h30`, `10h`, `10.30 Uhr`, `10:30 pm` after a date. */
const CLOCK =
  /[\s,;•|·–\-()[\]T]{0,4}(?:(?:às|as|at|um|à|a las|alle|ore|kl\.?|o|em)\s)?(\d{1,2})(?:(?::|h|H|\.)(\d{2})(?!\d)|\s?(?:h|Uhr)\b)(?::\d{2})?(?:\s?([ap])\.?m\b)?/y;

export function readDate(year: number, month: number, day: number): number | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return null;
  return day > daysInMonth(year, month) ? null : dayNumber(year, month, day);
}

function clockAfter(text: string, at: number): { time: string; end: number } | null {
  CLOCK.lastIndex = at;
  const m = CLOCK.exec(text);
  if (m === null) return null;
  let hour = Number(m[1]);
  const minute = Number(m[2] ?? 0);
  if (m[3] !== undefined && hour <= 12) hour = (hour % 12) + (m[3].toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || minute > 59) return null;
  return {
    time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    end: at + m[0].length,
  };
}

interface Reading {
  readonly start: number;
  readonly end: number;
  readonly day: number;
  readonly alternative: number | null;
  readonly precision: DatePrecision;
}

function numeric(
  year: number,
  a: number,
  b: number,
  order: DateOrder,
): { day: number; alternative: number | null } | null {
  const dayFirst = readDate(year, b, a);
  const monthFirst = readDate(year, a, b);
  const preferred = order === 'day-first' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst);
  if (preferred === null) return null;
  const other = preferred === dayFirst ? monthFirst : dayFirst;
  return { day: preferred, alternative: other === preferred ? null : other };
}

function around(text: string, at: number, year: number, order: DateOrder): Reading | null {
  AFTER.lastIndex = at + 4;
  const after = AFTER.exec(text);
  if (after !== null) {
    const day = readDate(
      year,
      Number(after[2] ?? after[4] ?? after[6]),
      Number(after[3] ?? after[5] ?? after[7]),
    );
    if (day !== null)
      return { start: at, end: at + 4 + after[0].length, day, alternative: null, precision: 'day' };
  }
  const from = Math.max(0, at - REACH);
  const before = text.slice(from, at);
  const end = at + 4;
  const number = NUMERIC.exec(before);
  if (number !== null) {
    const read = numeric(year, Number(number[1]), Number(number[3]), number[2] === '.' ? 'day-first' : order);
    if (read !== null) return { start: from + number.index, end, ...read, precision: 'day' };
    return null;
  }
  return namedBefore(before, from, at, year) ?? namedAfter(text, at, year);
}

function namedAfter(text: string, at: number, year: number): Reading | null {
  NAME_AFTER.lastIndex = at + 4;
  const m = NAME_AFTER.exec(text);
  const month = m === null ? 0 : monthOf(m[1]!);
  const day = month === 0 ? null : readDate(year, month, Number(m![2]));
  return day === null
    ? null
    : { start: at, end: at + 4 + m![0].length, day, alternative: null, precision: 'day' };
}

function namedBefore(before: string, from: number, at: number, year: number): Reading | null {
  const end = at + 4;
  const leaf = LEAF.exec(before);
  if (leaf !== null) {
    const month = monthOf(leaf[2]!);
    const day = month === 0 ? null : readDate(year, month, Number(leaf[1]));
    if (day !== null) return { start: from + leaf.index, end, day, alternative: null, precision: 'day' };
  }
  const last = before.charCodeAt(before.length - 1);
  // A word or its punctuation stands before the year, or nothing to read does.
  if (
    last !== 32 &&
    last !== 44 &&
    last !== 46 &&
    last !== 45 &&
    last !== 47 &&
    last !== 0x2013 &&
    last !== 0x27 &&
    last !== 0x2019
  )
    return null;
  const dayMonth = DAY_MONTH.exec(before);
  if (dayMonth !== null && !NUMBERED.test(before.slice(0, dayMonth.index))) {
    const month = monthOf(dayMonth[2]!);
    const day = month === 0 ? null : readDate(year, month, Number(dayMonth[1]));
    if (day !== null) return { start: from + dayMonth.index, end, day, alternative: null, precision: 'day' };
  }
  const monthDay = MONTH_DAY.exec(before);
  if (monthDay !== null) {
    const { month, at: name } = gluedMonth(monthDay[1]!);
    const day = month === 0 ? null : readDate(year, month, Number(monthDay[2]));
    if (day !== null)
      return { start: from + monthDay.index + name, end, day, alternative: null, precision: 'day' };
  }
  const monthOnly = MONTH.exec(before);
  if (monthOnly !== null) {
    const { month, at: name } = gluedMonth(monthOnly[1]!);
    const between = month === 0 ? null : DAY_WEEKDAY_MONTH.exec(before);
    if (between !== null && isWeekday(between[2]!)) {
      const day = readDate(year, month, Number(between[1]));
      if (day !== null) return { start: from + between.index, end, day, alternative: null, precision: 'day' };
    }
    const day = month === 0 ? null : readDate(year, month, 1);
    if (day !== null)
      return { start: from + monthOnly.index + name, end, day, alternative: null, precision: 'month' };
  }
  return null;
}

/** A name may be glued to what stands before it: `<a>Editorial</a><span>November 22, 2018</span>`. `at`: where in the word it begins. */
function gluedMonth(word: string): { readonly month: number; readonly at: number } {
  const month = monthOf(word);
  if (month !== 0) return { month, at: 0 };
  const at = word.search(CAPITAL);
  return at <= 0 ? { month: 0, at: 0 } : { month: monthOf(word.slice(at)), at };
}

/** The dates of a text, in order; at most a bounded number. */
export function scanDates(text: string, order: DateOrder): TextDate[] {
  const found: TextDate[] = [];
  YEAR.lastIndex = 0;
  for (let m = YEAR.exec(text); m !== null && found.length < MOST_DATES; m = YEAR.exec(text)) {
    const previous = m.index === 0 ? 32 : text.charCodeAt(m.index - 1);
    if (previous >= 48 && previous <= 57) continue;
    // `28.09.1912:44` is a short year and a clock.
    if (m[0].startsWith('19') && /^[:h]\d\d/.test(text.slice(m.index + 4, m.index + 7))) continue;
    if (text[m.index + 4] === '.' && VERSION_BEFORE.test(text.slice(Math.max(0, m.index - 2), m.index)))
      continue;
    const read = around(text, m.index, Number(m[0]), order);
    if (read === null) continue;
    const clock = read.precision === 'day' ? clockAfter(text, read.end) : null;
    found.push({ ...read, end: clock?.end ?? read.end, short: false, time: clock?.time ?? null });
    YEAR.lastIndex = Math.max(YEAR.lastIndex, read.end);
  }
  if (found.length > 0 || text.length > 400) return found;
  SHORT.lastIndex = 0;
  for (let m = SHORT.exec(text); m !== null && found.length < MOST_DATES; m = SHORT.exec(text)) {
    const read = numeric(2000 + Number(m[4]), Number(m[1]), Number(m[3]), m[2] === '.' ? 'day-first' : order);
    if (read === null) continue;
    found.push(shortDate(text, m.index, m.index + m[0].length, read.day, read.alternative));
  }
  if (found.length > 0) return found;
  SHORT_NAMED.lastIndex = 0;
  for (let m = SHORT_NAMED.exec(text); m !== null && found.length < MOST_DATES; m = SHORT_NAMED.exec(text)) {
    const month = monthOf(m[2]!);
    const day = month === 0 ? null : readDate(2000 + Number(m[3]), month, Number(m[1]));
    if (day !== null) found.push(shortDate(text, m.index, m.index + m[0].length, day, null));
  }
  return found;
}

function shortDate(
  text: string,
  start: number,
  end: number,
  day: number,
  alternative: number | null,
): TextDate {
  const clock = clockAfter(text, end);
  return {
    start,
    end: clock?.end ?? end,
    day,
    precision: 'day',
    alternative,
    short: true,
    time: clock?.time ?? null,
  };
}

/** A date that a machine wrote (attribute, JSON, header). */
export interface ValueDate {
  readonly day: number;
  readonly precision: DatePrecision;
  readonly time: string | null;
  /** The day in the other reading: of ambiguous numbers, or after the stated hour was moved to another time zone. */
  readonly alternative: number | null;
}

const ISO =
  /^\s*(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T\s]\s*(\d{1,2}):(\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?/i;
const COMPACT = /^\s*((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T?([012]\d)([0-5]\d)(?:[0-5]\d)?Z?)?\s*$/;
const EPOCH = /^\s*(\d{10}|\d{13})\s*$/;

function validClock(hour: string | undefined, minute: string | undefined): string | null {
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/**
 * Reads a machine's date. A time in UTC near midnight is a different day for the reader of another zone: the day after (or before) is
 * given as the alternative.
 */
export function parseDateValue(value: string, order: DateOrder): ValueDate | null {
  const text = value.length > 120 ? value.slice(0, 120) : value;
  const iso = ISO.exec(text);
  if (iso !== null) {
    const precision = iso[3] === undefined ? 'month' : 'day';
    const day = readDate(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1));
    if (day !== null) {
      const time = validClock(iso[4], iso[5]);
      return { day, precision, time, alternative: precision === 'day' ? otherZone(day, time, iso[6]) : null };
    }
  }
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    const day = readDate(Number(compact[1]), Number(compact[2]), Number(compact[3]));
    if (day !== null)
      return { day, precision: 'day', time: validClock(compact[4], compact[5]), alternative: null };
  }
  const epoch = EPOCH.exec(text);
  if (epoch !== null) {
    const seconds = epoch[1]!.length === 13 ? Math.floor(Number(epoch[1]) / 1000) : Number(epoch[1]);
    const day = Math.floor(seconds / 86400);
    const minutes = Math.floor((seconds - day * 86400) / 60);
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    return { day, precision: 'day', time, alternative: otherZone(day, time, 'Z') };
  }
  const [first] = scanDates(text, order);
  if (first !== undefined)
    return { day: first.day, precision: first.precision, time: first.time, alternative: first.alternative };
  // `Thu Mar 12 18:45:00 BRT 2021`: the clock stands between.
  const spelt =
    /^\s*\p{L}{3,9},?\s+(\p{L}{3,9})\s+(\d{1,2})\s+(\d{1,2}:\d{2})(?::\d{2})?\s+\S{1,9}\s+(\d{4})\b/u.exec(
      text,
    );
  if (spelt !== null) {
    const day = readDate(Number(spelt[4]), monthOf(fold(spelt[1]!)), Number(spelt[2]));
    if (day !== null) return { day, precision: 'day', time: spelt[3]!.padStart(5, '0'), alternative: null };
  }
  return null;
}

const MIDNIGHT = /^00:00$/;

/** Of a time in UTC, the neighbouring day that the people of most longitudes with pages would have said. */
function otherZone(day: number, time: string | null, zone: string | undefined): number | null {
  if (time === null || (zone !== undefined && !/^(?:z|utc|gmt|[+-]00:?00)$/i.test(zone))) return null;
  if (zone === undefined) return null;
  // A day without an hour is written as its first moment: whoever shows it in another zone shows the day before.
  if (MIDNIGHT.test(time)) return null;
  const hour = Number(time.slice(0, 2));
  if (hour >= 14) return day + 1;
  return hour < 12 ? day - 1 : null;
}
