/** Feasts fixed and movable. */
import { civilDay } from '../calendar.ts';
import { chronon, chrononOfDay } from '../chronon.ts';
import type { HolidayExpression } from '../expression.ts';
import { type Context, says, type Value } from './context.ts';
import { feastDay, feastLength, isFixed } from './local-calendar.ts';
import { formatValue, valueAt } from './timex3-value.ts';
import { completeYear } from './year-completion.ts';

export function evaluateHoliday(e: HolidayExpression, ctx: Context): Value | null {
  const { calendar } = ctx.locale;
  const shift = e.days ?? 0;
  const rule = `${says(ctx, 'dictionary')}: ${e.name}`;
  const more = shift === 0 ? feastLength(calendar, e.name) : 0;
  const at = (year: number): Value => {
    const first = feastDay(calendar, e.name, year)! + shift;
    const value = valueAt(chrononOfDay(first), rule, null, ['month', 'day']);
    if (more === 0) return value;
    const hi = chrononOfDay(first + more);
    return { ...value, hi, value: `${value.value}/${formatValue(hi)}` };
  };
  if (feastDay(calendar, e.name, 2000) === null) return null;
  if (e.year !== null) return at(e.year);
  if (e.yearOf) {
    const of = ctx.evaluate(e.yearOf, ctx);
    return of && of.lo.year !== null
      ? { ...at(of.lo.year), anchor: of.anchor, implied: ['year', 'month', 'day'] }
      : null;
  }
  const sample = civilDay(feastDay(calendar, e.name, ctx.dct?.year ?? 2000)!);
  const found = completeYear(ctx, sample.month, sample.day, e.side);
  if (found)
    return {
      ...at(found.year),
      anchor: found.anchor,
      rule: `${rule}; ${found.rule}`,
      implied: ['year', 'month', 'day'],
    };
  // A fixed feast keeps its day and month without a year; a movable one keeps nothing.
  if (!isFixed(calendar, e.name)) return null;
  const c = civilDay(feastDay(calendar, e.name, 2000)! + shift);
  return valueAt(chronon(null, c.month, c.day), rule, null, ['month', 'day']);
}
