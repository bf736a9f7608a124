/**
 * The proleptic Gregorian calendar on integers: day numbers (0 = 1970-01-01), ISO weeks, Easter. Nothing here reads a clock or a time
 * zone, so a result never depends on the machine; years are astronomical (1 BC is year 0).
 */

/** Inclusive range of day numbers. */
export interface DayRange {
  readonly start: number;
  readonly end: number;
}

export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Day number of a civil date; the date must exist. Hinnant's days-from-civil, exact for every integer year. */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

/** Civil date of a day number: the inverse of `dayNumber`. */
export function civilDay(days: number): CivilDay {
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Whether the day exists; an unknown year may be a leap year. */
export function isRealDay(year: number | null, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year ?? 2000, month);
}

/** ISO weekday of a day number, Monday 1 … Sunday 7. */
export function weekday(days: number): number {
  return ((((days + 3) % 7) + 7) % 7) + 1;
}

/** Monday of the ISO week that holds the day. */
export function mondayOf(days: number): number {
  return days - (weekday(days) - 1);
}

/** Monday of an ISO week: the week that holds 4 January is week 1. */
export function mondayOfWeek(year: number, week: number): number {
  return mondayOf(dayNumber(year, 1, 4)) + (week - 1) * 7;
}

export function isoWeek(days: number): { readonly year: number; readonly week: number } {
  const thursday = mondayOf(days) + 3;
  const { year } = civilDay(thursday);
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}

/** Easter Sunday by the Gregorian computus (Meeus, Jones and Butcher). */
export function easter(year: number): number {
  const a = ((year % 19) + 19) % 19;
  const b = Math.floor(year / 100);
  const c = ((year % 100) + 100) % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
  const l = (((32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7) + 7) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return dayNumber(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** The n-th given weekday of a month, n from 1; −1 is the last. */
export function nthWeekday(year: number, month: number, day: number, n: number): number {
  if (n < 0) {
    const last = dayNumber(year, month, daysInMonth(year, month));
    return last - ((weekday(last) - day + 7) % 7) + (n + 1) * 7;
  }
  const first = dayNumber(year, month, 1);
  return first + ((day - weekday(first) + 7) % 7) + (n - 1) * 7;
}

/** Adds months to a year and month. */
export function addMonths(
  year: number,
  month: number,
  n: number,
): { readonly year: number; readonly month: number } {
  const total = year * 12 + (month - 1) + n;
  return { year: Math.floor(total / 12), month: (((total % 12) + 12) % 12) + 1 };
}

/** Adds months to a day; the day is cut to the length of the month reached (31 January + 1 month = 28 or 29 February). */
export function addMonthsToDay(days: number, n: number): number {
  const { year, month, day } = civilDay(days);
  const to = addMonths(year, month, n);
  return dayNumber(to.year, to.month, Math.min(day, daysInMonth(to.year, to.month)));
}
