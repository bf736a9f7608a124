/**
 * Values that are not like the others of their column: missing where nearly every row has one, of another type, of another form, much longer
 * or shorter. A column says what is usual by itself; one whose values are all alike in nothing has no odd ones.
 */
import type { EntityValue, OddReason, OddValue } from '../ports/index.ts';

/** With fewer values nothing is usual. */
const LEAST_VALUES = 6;
/** Share of the rows that must have a value for one without to be odd. */
const LEAST_FILLED = 2 / 3;
/** Share of the values that must be of one type or form for the others to be odd. */
const LEAST_ALIKE = 0.8;
/** So many times as long or as short as the usual, and so many times as far from it as values usually are. */
const TIMES = Math.log(3.5);
const DEVIATIONS = 6;

/** What kind of thing a normal form is, with the unit or the currency where it has one. */
export function normalType(normal: string | null): string {
  if (normal === null) return 'text';
  if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(normal)) return 'number';
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(normal)) return 'date';
  const money = /^([A-Z]{3}) -?\d/.exec(normal);
  if (money !== null) return `money ${money[1]}`;
  const quantity = /^-?\d[\d.e+-]* (\S.*)$/.exec(normal);
  if (quantity !== null) return `quantity ${quantity[1]}`;
  if (/^https?:/i.test(normal)) return 'url';
  if (normal.includes('@')) return 'email';
  return normal.startsWith('+') ? 'phone' : 'code';
}

/** Words as one letter, figures as one digit, and what stands between them as it is. */
export function formOf(text: string): string {
  return text
    .replace(/\d+(?:[.,\u00a0]\d+)*/g, '9')
    .replace(/[\p{L}\p{M}]+(?:['’.\-\s\u00a0]*[\p{L}\p{M}]+)*/gu, 'a')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** What most are, when so many are that the others are odd. */
function usual(of: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1);
  let best: string | null = null;
  for (const [one, count] of counts) if (best === null || count > counts.get(best)!) best = one;
  return best !== null && counts.get(best)! >= LEAST_ALIKE * of.length ? best : null;
}

const middle = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? 0;

interface Cell {
  readonly row: number;
  readonly value: EntityValue;
}

function oddReasons(cells: readonly Cell[]): (OddReason | null)[] {
  const types = cells.map(({ value }) => normalType(value.normal));
  const forms = cells.map(({ value }) => formOf(value.value));
  const [type, form] = [usual(types), usual(forms)];
  const lengths = cells.map(({ value }) => Math.log(value.value.length + 4));
  const length = middle([...lengths].sort((a, b) => a - b));
  const spread = middle(lengths.map((one) => Math.abs(one - length)).sort((a, b) => a - b));
  const far = Math.max(TIMES, DEVIATIONS * spread);
  return cells.map((_, i): OddReason | null => {
    if (type !== null && type !== 'text' && types[i] !== type) return 'type';
    if (form !== null && forms[i] !== form) return 'form';
    return Math.abs(lengths[i]! - length) > far ? 'length' : null;
  });
}

/** By row the odd values of its columns. */
export function oddValues(
  rows: readonly { readonly values: readonly EntityValue[] }[],
  columns: readonly string[],
): OddValue[][] {
  const odd: OddValue[][] = rows.map(() => []);
  for (const attribute of columns) {
    const cells = rows.flatMap(({ values }, row): Cell[] => {
      const value = values.find((one) => one.attribute === attribute);
      return value === undefined ? [] : [{ row, value }];
    });
    if (cells.length < LEAST_VALUES) continue;
    const reasons = oddReasons(cells);
    cells.forEach(({ row }, i) => {
      const why = reasons[i];
      if (why != null) odd[row]!.push({ attribute, why });
    });
    if (cells.length < LEAST_FILLED * rows.length) continue;
    const filled = new Set(cells.map(({ row }) => row));
    for (const [row, found] of odd.entries()) if (!filled.has(row)) found.push({ attribute, why: 'missing' });
  }
  return odd;
}
