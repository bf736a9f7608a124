/** What constructors of meaning share in any language: years of two figures, units, halves of units, what names a day. */
import { type Expression, UNIT_NAMES, type UnitName } from './expression.ts';
import type { Site } from './site.ts';

/** Two digits to a year: 00–30 are of this century. */
export function fullYear(twoDigits: number): number {
  return twoDigits <= 30 ? 2000 + twoDigits : 1900 + twoDigits;
}

export function yearIn(site: Site, slot: string): number | null {
  if (!site.has(slot)) return null;
  const n = site.number(slot);
  return site.digits(slot) === 2 ? fullYear(n) : n;
}

export function unitOf(site: Site, slot: string): UnitName {
  return UNIT_NAMES[site.value(slot)] ?? 'day';
}

export const HALF_OF: Partial<Record<UnitName, { unit: UnitName; n: number }>> = {
  year: { unit: 'month', n: 6 },
  hour: { unit: 'minute', n: 30 },
  minute: { unit: 'second', n: 30 },
  month: { unit: 'day', n: 15 },
  day: { unit: 'hour', n: 12 },
  decade: { unit: 'year', n: 5 },
  century: { unit: 'year', n: 50 },
  millennium: { unit: 'year', n: 500 },
};

export function isDay(e: Expression | undefined): boolean {
  return (
    e !== undefined &&
    (e.kind === 'date'
      ? e.day !== null
      : e.kind === 'month-day' ||
        e.kind === 'weekday' ||
        e.kind === 'holiday' ||
        e.kind === 'nth-weekday' ||
        (e.kind === 'offset' && e.unit === 'day') ||
        (e.kind === 'apposition' && (e.named.kind !== 'date' || e.named.day !== null)) ||
        (e.kind === 'shift' && e.unit === 'day'))
  );
}
