/** What the constructors of meaning share: years of two figures, units, halves of units, the tense seam. */
import type { Expression, UnitName } from '../../../expression.ts';
import type { Site } from '../../../site.ts';
import { UNIT_NAMES } from '../lexicon.ts';

export type Maker = (site: Site) => Expression | null;

/** Two digits to a year: 00–30 are of this century. */
export function fullYear(twoDigits: number): number {
  return twoDigits <= 30 ? 2000 + twoDigits : 1900 + twoDigits;
}

export const PREPOSITIONS = new Set(
  'em no na nos nas de do da dos das a ao aos as ate desde entre para por pelo pela durante apos dia dias data'.split(
    ' ',
  ),
);

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
};

/** Set by the annotator: the tense of the sentence around a match. */
export const tense: { of: (site: Site) => 'past' | 'future' | 'present' | null } = { of: () => null };

export function tenseOf(site: Site): 'past' | 'future' | 'present' | null {
  return tense.of(site);
}

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

// Compounds
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
        (e.kind === 'shift' && e.unit === 'day'))
  );
}
