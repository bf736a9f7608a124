/** Dates as Portuguese pages write them. All dates are UTC days; an hour is given where a page shows one. */

export const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

const WEEKDAYS = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
] as const;

const DAY = 86_400_000;

export function two(n: number): string {
  return String(n).padStart(2, '0');
}

export function utc(year: number, month: number, day: number, hour = 12, minute = 0): Date {
  return new Date(Date.UTC(year, month - 1, day, hour, minute));
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY);
}

/** `2024-03-05` */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** `2024-03-05T14:20:00Z`, or with an offset the local time of that offset. */
export function isoTime(date: Date, offsetHours = 0): string {
  if (offsetHours === 0) return `${date.toISOString().slice(0, 19)}Z`;
  const local = new Date(date.getTime() + offsetHours * 3_600_000);
  const sign = offsetHours < 0 ? '-' : '+';
  return `${local.toISOString().slice(0, 19)}${sign}${two(Math.abs(offsetHours))}:00`;
}

/** `5 de março de 2024`; the first day of a month is `1º` in Brazil and `1` in Portugal. */
export function longDate(date: Date, spelling: 'br' | 'pt' = 'br'): string {
  return `${dayNumber(date, spelling)} de ${MONTHS[date.getUTCMonth()]} de ${date.getUTCFullYear()}`;
}

/** `5 de março` */
export function dayAndMonth(date: Date, spelling: 'br' | 'pt' = 'br'): string {
  return `${dayNumber(date, spelling)} de ${MONTHS[date.getUTCMonth()]}`;
}

function dayNumber(date: Date, spelling: 'br' | 'pt'): string {
  const day = date.getUTCDate();
  return day === 1 && spelling === 'br' ? '1º' : String(day);
}

/** `05/03/2024` */
export function shortDate(date: Date): string {
  return `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
}

/** `14h05` (Brazil) or `14:05` (Portugal). */
export function clock(date: Date, spelling: 'br' | 'pt' = 'br', offsetHours = 0): string {
  const local = new Date(date.getTime() + offsetHours * 3_600_000);
  return `${two(local.getUTCHours())}${spelling === 'br' ? 'h' : ':'}${two(local.getUTCMinutes())}`;
}

/** `na terça-feira`, `no sábado` */
export function onWeekday(date: Date): string {
  const day = date.getUTCDay();
  return `${day === 0 || day === 6 ? 'no' : 'na'} ${WEEKDAYS[day]}`;
}

/** `nesta terça-feira`, `neste sábado` */
export function onThisWeekday(date: Date): string {
  const day = date.getUTCDay();
  return `${day === 0 || day === 6 ? 'neste' : 'nesta'} ${WEEKDAYS[day]}`;
}

/** RFC 7231 and RSS form. */
export function httpDate(date: Date): string {
  return date.toUTCString();
}
