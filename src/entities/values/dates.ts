/** Days, months and years as pages write them, in Portuguese first. */
import { fold } from '../../text/index.ts';

const PORTUGUESE = [
  'janeiro',
  'fevereiro',
  'marco',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const ENGLISH = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTHS = new Map<string, number>();
for (const [i, name] of [...PORTUGUESE, ...ENGLISH].entries()) {
  const month = (i % 12) + 1;
  MONTHS.set(name, month);
  MONTHS.set(name.slice(0, 3), month);
}
MONTHS.set('sept', 9);

const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}.{0,20})?$/;
const LONG = /^(\d{1,2})(?:º|o|ª|st|nd|rd|th)?\.?(?: de)? ([a-z]{3,10})\.?,?(?: de)? (\d{4})$/;
const MONTH_FIRST = /^([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/;
const MONTH_YEAR = /^([a-z]{3,10})\.?(?: de|\/|,)? ?(\d{4})$/;
const SHORT_MONTH = /^(\d{1,2})[/-]([a-z]{3})\.?[/-](\d{4})$/;
const WEEKDAY = /^(?:domingo|segunda|terca|quarta|quinta|sexta|sabado)(?:-feira)?,? /;

const two = (n: number) => String(n).padStart(2, '0');

function day(year: number, month: number, d: number): string | null {
  if (month < 1 || month > 12 || d < 1 || year < 1 || year > 2999) return null;
  const last = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (d > (month === 2 && !leap ? 28 : last)) return null;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(d)}`;
}

/** Whether the figures of `a/b/year` can only be day and month, only month and day, or either. */
export function dayOrder(text: string): 'day-first' | 'month-first' | null {
  const match = NUMERIC.exec(text.trim());
  if (match === null) return null;
  const [a, b] = [Number(match[1]), Number(match[3])];
  return a > 12 && b <= 12 ? 'day-first' : b > 12 && a <= 12 ? 'month-first' : null;
}

/** The date a text is, or null: `2024-03-15`, or `2024-03` when it names no day. */
export function readDate(text: string, order: 'day-first' | 'month-first' = 'day-first'): string | null {
  if (text.length > 60) return null;
  const clean = fold(text.trim())
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(WEEKDAY, '');
  let match = NUMERIC.exec(clean);
  if (match !== null) {
    const [a, b] = [Number(match[1]), Number(match[3])];
    let year = Number(match[4]);
    // Two figures of a year: birthdays of the living and expiry dates, so the century around now.
    if (match[4]!.length === 2) year += year > 40 ? 1900 : 2000;
    const first = order === 'month-first' ? day(year, a, b) : day(year, b, a);
    return first ?? (order === 'month-first' ? day(year, b, a) : day(year, a, b));
  }
  match = ISO.exec(clean.toUpperCase());
  if (match !== null) return day(Number(match[1]), Number(match[2]), Number(match[3]));
  match = LONG.exec(clean) ?? SHORT_MONTH.exec(clean);
  if (match !== null) {
    const month = MONTHS.get(match[2]!);
    return month === undefined ? null : day(Number(match[3]), month, Number(match[1]));
  }
  match = MONTH_FIRST.exec(clean);
  if (match !== null) {
    const month = MONTHS.get(match[1]!);
    return month === undefined ? null : day(Number(match[3]), month, Number(match[2]));
  }
  match = MONTH_YEAR.exec(clean);
  if (match !== null) {
    const month = MONTHS.get(match[1]!);
    return month === undefined ? null : `${match[2]}-${two(month)}`;
  }
  return null;
}
