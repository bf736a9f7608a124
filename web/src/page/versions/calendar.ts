/** Captures by year, month and day, all in UTC, as archives write their moments. */
import type { ListedVersion } from '../../api/shapes.ts';

export interface Tally {
  /** `2019`, `2019-05`, `2019-05-03`. */
  readonly key: string;
  readonly captures: number;
  readonly changes: number;
}

export interface MonthDays {
  /** Empty days before the first, in a week that begins on Sunday. */
  readonly before: number;
  readonly days: readonly Tally[];
}

type Counted = Pick<ListedVersion, 'at' | 'changed'>;

const two = (n: number): string => String(n).padStart(2, '0');
const four = (n: number): string => String(n).padStart(4, '0');

/** `2019-05-03`. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** What a view of the calendar is asked for; null for what is none. */
export function readCalendarDay(text: string | undefined): string | null {
  return text !== undefined && /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/.test(text)
    ? text
    : null;
}

function tallies(
  versions: readonly Counted[],
  digits: number,
): Map<string, { captures: number; changes: number }> {
  const found = new Map<string, { captures: number; changes: number }>();
  for (const { at, changed } of versions) {
    const key = dayOf(at).slice(0, digits);
    const tally = found.get(key) ?? { captures: 0, changes: 0 };
    tally.captures++;
    if (changed) tally.changes++;
    found.set(key, tally);
  }
  return found;
}

const NOTHING = { captures: 0, changes: 0 };

/** Years with nothing between two that have something are there too, unless a wrong clock has made them centuries. */
const MOST_YEARS = 100;

export function years(versions: readonly Counted[]): Tally[] {
  const found = tallies(versions, 4);
  const known = [...found.keys()].sort();
  if (known.length === 0) return [];
  const [first, last] = [Number(known[0]), Number(known.at(-1))];
  const keys =
    last - first >= MOST_YEARS ? known : Array.from({ length: last - first + 1 }, (_, n) => four(first + n));
  return keys.map((key) => ({ key, ...(found.get(key) ?? NOTHING) }));
}

export function months(versions: readonly Counted[], year: string): Tally[] {
  const found = tallies(versions, 7);
  return Array.from({ length: 12 }, (_, n) => {
    const key = `${year}-${two(n + 1)}`;
    return { key, ...(found.get(key) ?? NOTHING) };
  });
}

export function days(versions: readonly Counted[], month: string): MonthDays {
  const found = tallies(versions, 10);
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return {
    before: first.getUTCDay(),
    days: Array.from({ length }, (_, n) => {
      const key = `${month}-${two(n + 1)}`;
      return { key, ...(found.get(key) ?? NOTHING) };
    }),
  };
}

/** How strongly a tally is drawn, 0 to 1: beside thousands one capture is still seen. */
export function heat(captures: number, most: number): number {
  if (captures === 0 || most === 0) return 0;
  return 0.2 + 0.8 * (Math.log1p(captures) / Math.log1p(most));
}

/** What is open at first: the day that is named, else the newest of what is. */
export function openDay(versions: readonly Counted[], asked: string | null, usual: number): string {
  if (asked === null) return dayOf(usual);
  const inside = versions.filter(({ at }) => dayOf(at).startsWith(asked));
  const newest = inside.at(-1);
  return newest === undefined ? asked.padEnd(7, '-01').padEnd(10, '-01') : dayOf(newest.at);
}
