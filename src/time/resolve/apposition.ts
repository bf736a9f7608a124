/** `hoje, 22 de maio`, `na última sexta-feira, 17 de maio`: one day told twice. What is written as a date is the date; the other says which year or month it is of. */
import { addMonths, dayNumber, isRealDay } from '../calendar.ts';
import { chronon } from '../chronon.ts';
import type { AppositionExpression } from '../expression.ts';
import type { Context, Value } from './context.ts';
import { valueAt } from './timex3-value.ts';

export function evaluateApposition(e: AppositionExpression, ctx: Context): Value | null {
  const { named } = e;
  const beside = ctx.evaluate(e.beside, ctx);
  // A weekday says nothing that the day beside it does not.
  if (named.kind === 'weekday') return beside ?? ctx.evaluate(named, ctx);
  const { year, month, day } = beside?.lo ?? chronon(null);
  if (!beside || year === null) return ctx.evaluate(named, ctx);
  const near = dayNumber(year, month ?? 7, day ?? 15);
  let found: { year: number; month: number; day: number | null } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let k = -1; k <= 1; k++) {
    const at =
      named.kind === 'month-day' ? addMonths(year, month ?? 1, k) : { year: year + k, month: named.month };
    if (at.month === null || (named.kind === 'date' && named.year !== null)) break;
    if (named.day !== null && !isRealDay(at.year, at.month, named.day)) continue;
    const distance = Math.abs(dayNumber(at.year, at.month, named.day ?? 15) - near);
    if (distance >= least) continue;
    least = distance;
    found = { year: at.year, month: at.month, day: named.day };
  }
  if (!found) return ctx.evaluate(named, ctx);
  return valueAt(chronon(found.year, found.month, found.day), beside.rule, beside.anchor, ['year']);
}
