/** A period as a line has it behind its prefix. */
import { chrononOfDay, civilDay, dayNumber, daysInMonth, formatChronon } from '../../time/index.ts';
import type { Day, Period } from '../ports/index.ts';
import { FIRST_DAY, LAST_DAY } from './periods.ts';

/** `1941`, `2001-09`, `2001-09-11`, `1939..1945`, `..1945`. */
export function printPeriod({ from, to }: Period): string {
  const first = civilDay(from);
  const last = civilDay(to);
  if (
    first.year === last.year &&
    from === dayNumber(first.year, 1, 1) &&
    to === dayNumber(first.year, 12, 31)
  )
    return yearText(first.year);
  if (
    first.year === last.year &&
    first.month === last.month &&
    first.day === 1 &&
    last.day === daysInMonth(last.year, last.month)
  )
    return `${yearText(first.year)}-${String(first.month).padStart(2, '0')}`;
  if (from === to) return dayText(from);
  const start =
    from <= FIRST_DAY ? '' : from === dayNumber(first.year, 1, 1) ? yearText(first.year) : dayText(from);
  const end = to >= LAST_DAY ? '' : to === dayNumber(last.year, 12, 31) ? yearText(last.year) : dayText(to);
  return `${start}..${end}`;
}

function yearText(year: number): string {
  return year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0');
}

function dayText(day: Day): string {
  return formatChronon(chrononOfDay(day));
}
