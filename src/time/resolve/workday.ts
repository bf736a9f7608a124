/** Days on which people work: neither Saturdays and Sundays nor the feasts on which a whole country rests. */
import { type Chronon, chrononOfDay, dayOfChronon, rangeOfChronon } from '../chronon.ts';
import type { WorkdayExpression } from '../expression.ts';
import type { UsedAnchor } from '../timex.ts';
import { type Context, dctAnchor, says, type Value } from './context.ts';
import { isWorkday } from './local-calendar.ts';
import { valueAt } from './timex3-value.ts';

/** So many days of work are not counted on foot. */
const FARTHEST = 2000;

export function evaluateWorkday(e: WorkdayExpression, ctx: Context): Value | null {
  const { calendar } = ctx.locale;
  const of = e.of === null ? null : ctx.evaluate(e.of, ctx);
  if (e.of !== null && of === null) return null;
  const anchor: UsedAnchor | null = of === null ? (ctx.dct ? dctAnchor(ctx) : null) : of.anchor;
  const from: Chronon | null = of?.lo ?? ctx.dct;
  if (from === null || from.year === null || Math.abs(e.n) > FARTHEST || e.n === 0) return null;
  const step = e.n > 0 ? 1 : -1;
  let last: number | null = null;
  let at: number;
  if (e.within) {
    const whole = rangeOfChronon(from)!;
    const end = of?.hi ? rangeOfChronon(of.hi)?.end : whole.end;
    if (end === undefined) return null;
    at = step > 0 ? whole.start - 1 : end + 1;
    last = step > 0 ? end : whole.start;
  } else {
    const day = dayOfChronon(from);
    if (day === null) return null;
    at = day;
  }
  for (let left = Math.abs(e.n); left > 0; ) {
    at += step;
    if (last !== null && (at - last) * step > 0) return null;
    if (isWorkday(calendar, at)) left--;
  }
  return valueAt(chrononOfDay(at), says(ctx, 'workday'), anchor, ['year', 'month', 'day']);
}
