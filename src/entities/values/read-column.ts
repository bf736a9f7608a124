/**
 * The values of one column together: what one text leaves open (`1.234`: thousands or decimals? `03/04/2020`: April or March?) the
 * others decide, and a column is of the kind that most of its values are.
 */
import { dayOrder } from './dates.ts';
import { type Decimals, decimalsOf } from './numbers.ts';
import { readValue } from './read-value.ts';
import type { Value, ValueKind } from './value.ts';

export interface TypedColumn {
  /** What most values are; `text` when no kind has the majority. */
  readonly kind: ValueKind;
  readonly values: readonly Value[];
  /** Share of the values that are of that kind. */
  readonly share: number;
}

/** So many of the values must be of one kind for the column to be. */
const MAJORITY = 0.6;

export function readColumn(texts: readonly string[]): TypedColumn {
  let comma = 0;
  let point = 0;
  let monthFirst = 0;
  let dayFirst = 0;
  for (const text of texts) {
    const figure = /\d[\d.,]*\d/.exec(text.slice(0, 120))?.[0];
    const decimals: Decimals | null = figure === undefined ? null : decimalsOf(figure);
    if (decimals === 'comma') comma++;
    else if (decimals === 'point') point++;
    const order = dayOrder(text);
    if (order === 'day-first') dayFirst++;
    else if (order === 'month-first') monthFirst++;
  }
  const values = texts.map((text) =>
    readValue(text, {
      decimals: point > comma ? 'point' : 'comma',
      dayOrder: monthFirst > dayFirst ? 'month-first' : 'day-first',
    }),
  );
  const counts = new Map<ValueKind, number>();
  for (const value of values) counts.set(value.kind, (counts.get(value.kind) ?? 0) + 1);
  let kind: ValueKind = 'text';
  let most = 0;
  for (const [candidate, count] of counts)
    if (count > most) {
      kind = candidate;
      most = count;
    }
  const share = values.length === 0 ? 0 : most / values.length;
  return share >= MAJORITY
    ? { kind, values, share }
    : { kind: 'text', values, share: (counts.get('text') ?? 0) / Math.max(1, values.length) };
}
