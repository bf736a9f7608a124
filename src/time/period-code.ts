/** Amounts of time as ISO 8601 writes them. */
import type { UnitName } from './expression.ts';

const UNIT_CODES: Partial<Record<UnitName, string>> = {
  second: 'PT#S',
  minute: 'PT#M',
  hour: 'PT#H',
  day: 'P#D',
  week: 'P#W',
  fortnight: 'P#W',
  month: 'P#M',
  bimester: 'P#M',
  quarter: 'P#M',
  fourmonths: 'P#M',
  semester: 'P#M',
  year: 'P#Y',
  decade: 'P#Y',
  century: 'P#Y',
  biennium: 'P#Y',
  triennium: 'P#Y',
  quadrennium: 'P#Y',
  lustrum: 'P#Y',
  millennium: 'P#Y',
  weekend: 'P#W',
  halfhour: 'PT#M',
  fiveyears: 'P#Y',
};

const UNIT_SIZE: Partial<Record<UnitName, number>> = {
  fortnight: 2,
  bimester: 2,
  quarter: 3,
  fourmonths: 4,
  semester: 6,
  decade: 10,
  century: 100,
  biennium: 2,
  triennium: 3,
  quadrennium: 4,
  lustrum: 5,
  millennium: 1000,
  halfhour: 30,
  fiveyears: 5,
};

/** ISO 8601 duration of a number of units. */
export function periodCodeOf(unit: UnitName, n: number): string {
  return (UNIT_CODES[unit] ?? 'P#D').replace('#', String(n * (UNIT_SIZE[unit] ?? 1)));
}
