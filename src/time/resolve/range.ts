/** Intervals: the end that is said in less words takes what it lacks from the other. */
import { addMonths, isRealDay } from '../calendar.ts';
import { chronon, chrononOfDay, dayOfChronon, rangeOfChronon } from '../chronon.ts';
import type { DateExpression, Expression } from '../expression.ts';
import type { Part, UsedAnchor } from '../timex.ts';
import { evaluateClock } from './clock.ts';
import { type Context, says, type Value } from './context.ts';
import { formatValue } from './timex3-value.ts';
import { completeYear } from './year-completion.ts';

export function evaluateRange(from: Expression, to: Expression, ctx: Context): Value | null {
  let a = from;
  let b = to;
  // The earlier end takes what it lacks from the later one.
  if (a.kind === 'date' && b.kind === 'date') {
    let year = b.year;
    const implied: Part[] = [];
    let anchor: UsedAnchor | null = null;
    let rule = says(ctx, 'interval');
    if (a.month === null && a.day !== null) a = { ...a, month: b.month };
    if (b.yearOf && year === null) {
      const of = ctx.evaluate(b, ctx);
      year = of?.lo.year ?? null;
      anchor = of?.anchor ?? null;
    } else if (year === null && a.year !== null && b.month !== null) {
      year = a.year + (a.month !== null && before(b, a) ? 1 : 0);
    } else if (year === null && b.month !== null) {
      const found = completeYear(ctx, b.month, b.day, b.side);
      if (found) {
        year = found.year;
        anchor = found.anchor;
        rule = `${says(ctx, 'interval')}; ${found.rule}`;
        implied.push('year');
        // What begins in December and ends in January ends after now when it is still to come.
        if (
          a.year === null &&
          a.month !== null &&
          before(b, a) &&
          ctx.profile.undated === 'future' &&
          ctx.dct?.year === year &&
          ctx.dct.month !== null &&
          ctx.dct.month <= b.month
        )
          year += 1;
      }
    }
    b = { ...b, year };
    if (a.year === null && year !== null) {
      a = { ...a, year: a.month !== null && before(b, a) ? year - 1 : year };
      if (!implied.includes('year')) implied.push('year');
    }
    if (a.day !== null && a.month !== null && !isRealDay(a.year, a.month, a.day)) return null;
    if (b.day !== null && b.month !== null && !isRealDay(b.year, b.month, b.day)) return null;
    const lo = chronon(a.year, a.month, a.day);
    const hi = chronon(b.year, b.month, b.day);
    return { lo, hi, value: `${formatValue(lo)}/${formatValue(hi)}`, rule, anchor, implied };
  }
  if (a.kind === 'month-day' && b.kind === 'month-day') {
    const end = ctx.evaluate(b, ctx);
    if (!end || end.lo.year === null || end.lo.month === null) return null;
    const month =
      a.day > b.day ? addMonths(end.lo.year, end.lo.month, -1) : { year: end.lo.year, month: end.lo.month };
    if (!isRealDay(month.year, month.month, a.day)) return null;
    const lo = chronon(month.year, month.month, a.day);
    return {
      ...end,
      lo,
      hi: end.lo,
      value: `${formatValue(lo)}/${formatValue(end.lo)}`,
      rule: says(ctx, 'interval'),
    };
  }
  if (a.kind === 'clock' || b.kind === 'clock') {
    if (a.kind === 'clock' && b.kind === 'clock') {
      // `entre as 5 e as 7 da tarde`: the first hour is on the same half of the dial.
      if (a.dial && !b.dial && b.hour > 12 && a.hour < 12 && a.hour + 12 <= b.hour)
        a = { ...a, hour: a.hour + 12, dial: false };
      const lo = evaluateClock(a, ctx);
      const hi = evaluateClock(b, ctx);
      if (!lo || !hi) return null;
      return { ...lo, hi: hi.lo, value: `${lo.value}/${hi.value}`, rule: says(ctx, 'interval') };
    }
    if (a.kind === 'moment' && b.kind === 'clock') b = { kind: 'moment', day: a.day, time: b };
    else if (b.kind === 'moment' && a.kind === 'clock') a = { kind: 'moment', day: b.day, time: a };
  }
  if (a.kind === 'clock' && b.kind === 'moment' && b.time.kind === 'clock')
    a = { kind: 'moment', day: b.day, time: a };
  if (
    a.kind === 'moment' &&
    b.kind === 'moment' &&
    a.time.kind === 'clock' &&
    b.time.kind === 'clock' &&
    a.time.dial &&
    !b.time.dial &&
    b.time.hour > 12 &&
    a.time.hour + 12 <= b.time.hour
  ) {
    a = { ...a, time: { ...a.time, hour: a.time.hour + 12 } };
  }
  const start = ctx.evaluate(a, ctx);
  let end = ctx.evaluate(b, ctx);
  if (!start || !end) return null;
  const startDay = rangeOfChronon(start.lo)?.start;
  const endDay = rangeOfChronon(end.hi ?? end.lo)?.end;
  if (
    startDay !== undefined &&
    endDay !== undefined &&
    endDay < startDay &&
    a.kind === 'weekday' &&
    b.kind === 'weekday'
  ) {
    const hi = chrononOfDay(dayOfChronon(end.lo)! + 7);
    end = { ...end, lo: hi, value: formatValue(hi) };
  }
  return {
    ...start,
    hi: end.hi ?? end.lo,
    value: `${start.value}/${end.value}`,
    rule: says(ctx, 'interval'),
    anchor: start.anchor ?? end.anchor,
  };
}

/** Whether month and day of `x` come before those of `y` in the year. */
function before(x: DateExpression, y: DateExpression): boolean {
  const mx = x.month ?? 0;
  const my = y.month ?? 0;
  return mx !== my ? mx < my : (x.day ?? 1) < (y.day ?? 1);
}
