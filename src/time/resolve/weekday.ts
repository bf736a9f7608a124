/** Weekdays by themselves, counted, and in a month or a year; days of the month that name no month. */
import { addMonths, dayNumber, isoWeek, isRealDay, mondayOf, weekday as weekdayOf } from '../calendar.ts';
import { chronon, chrononOfDay, dayOfChronon, rangeOfChronon } from '../chronon.ts';
import type { Expression } from '../expression.ts';
import type { Part, UsedAnchor } from '../timex.ts';
import { type Context, dctAnchor, focusWith, pad, says, textAnchor, type Value } from './context.ts';
import { formatValue, valueAt } from './timex3-value.ts';

export function evaluateWeekday(e: Extract<Expression, { kind: 'weekday' }>, ctx: Context): Value | null {
  let day = ctx.dctDay;
  let anchor: UsedAnchor | null = day === null ? null : dctAnchor(ctx);
  let which: string = e.which;
  if (which === 'after' || which === 'before') {
    const f = focusWith(ctx, 'day');
    if (f) {
      day = dayOfChronon(f.chronon);
      anchor = textAnchor(f);
    }
    which = which === 'after' ? 'next' : 'last';
  }
  if (day === null) return null;
  const today = weekdayOf(day);
  const ahead = (e.weekday - today + 7) % 7;
  let at: number;
  let rule = `${says(ctx, 'weekday')}: ${e.which}`;
  if (e.week !== undefined) at = mondayOf(day) + 7 * e.week + e.weekday - 1;
  else if (which === 'this') at = mondayOf(day) + e.weekday - 1;
  else if (which === 'last') at = day - ((today - e.weekday + 7) % 7 || 7);
  else if (which === 'before-last') at = day - ((today - e.weekday + 7) % 7 || 7) - 7;
  else if (which === 'next') at = day + (ahead || 7);
  // `esse sábado` said on a Saturday is today.
  else if (which === 'that' && ctx.tense !== 'past') at = day + ahead;
  else if (which === 'coming')
    at = day + (ahead <= 1 ? ahead + 7 : ahead); // tomorrow is called tomorrow
  else if (ctx.tense === 'past') {
    at = day - ((today - e.weekday + 7) % 7);
    rule = `${says(ctx, 'weekday')}: ${says(ctx, 'verb in the past')}`;
  } else if (ctx.tense === 'future') {
    at = day + ahead;
    rule = `${says(ctx, 'weekday')}: ${says(ctx, 'verb in the future')}`;
  } else at = day + (ahead || 7);
  const lo = chrononOfDay(at);
  return valueAt(lo, rule, anchor, ['year', 'month', 'day']);
}

/** The n-th such day of a month or of a year; none when it does not have so many. */
export function evaluateNthWeekday(
  e: Extract<Expression, { kind: 'nth-weekday' }>,
  ctx: Context,
): Value | null {
  const of = ctx.evaluate(e.of, ctx);
  const whole = of && of.lo.year !== null ? rangeOfChronon(of.lo) : null;
  const end = of?.hi ? rangeOfChronon(of.hi)?.end : whole?.end;
  if (!of || !whole || end === undefined) return null;
  const { weekday, n } = e;
  const day =
    n > 0
      ? whole.start + ((weekday - weekdayOf(whole.start) + 7) % 7) + 7 * (n - 1)
      : end - ((weekdayOf(end) - weekday + 7) % 7) + 7 * (n + 1);
  if (day < whole.start || day > end) return null;
  const lo = chrononOfDay(day);
  const rule = says(ctx, 'nth weekday');
  if (!e.weekend) return { ...of, lo, hi: null, value: formatValue(lo), rule };
  const { year, week } = isoWeek(day);
  return { ...of, lo, hi: chrononOfDay(day + 1), value: `${pad(year, 4)}-W${pad(week, 2)}-WE`, rule };
}

export function evaluateCountedWeekday(
  e: Extract<Expression, { kind: 'counted-weekday' }>,
  ctx: Context,
): Value | null {
  const of = ctx.evaluate(e.of, ctx);
  const from = of ? dayOfChronon(e.n > 0 ? (of.hi ?? of.lo) : of.lo) : null;
  if (!of || from === null) return null;
  const today = weekdayOf(from);
  const at =
    e.n > 0
      ? from + ((e.weekday - today + 7) % 7 || 7) + 7 * (e.n - 1)
      : from - ((today - e.weekday + 7) % 7 || 7) + 7 * (e.n + 1);
  const lo = chrononOfDay(at);
  return valueAt(lo, says(ctx, 'counted weekday'), of.anchor, ['year', 'month', 'day']);
}

export function evaluateMonthDay(e: Extract<Expression, { kind: 'month-day' }>, ctx: Context): Value | null {
  const parts: Part[] = ['year', 'month'];
  const result = (year: number, month: number, anchor: UsedAnchor, rule: string): Value | null => {
    if (!isRealDay(year, month, e.day)) return null;
    const lo = chronon(year, month, e.day);
    return valueAt(lo, rule, anchor, parts);
  };
  if (e.months === undefined && e.which === 'bare' && ctx.profile.yearFromText && e.weekday === undefined) {
    const f = focusWith(ctx, 'month');
    if (f && f.chronon.year !== null && f.section === ctx.section)
      return result(f.chronon.year, f.chronon.month!, textAnchor(f), says(ctx, 'day of month of text'));
  }
  const dct = ctx.dct;
  if (!dct || dct.year === null || dct.month === null) return null;
  const anchor = dctAnchor(ctx);
  if (e.months !== undefined) {
    const to = addMonths(dct.year, dct.month, e.months);
    return result(to.year, to.month, anchor, says(ctx, 'day of relative month'));
  }
  const reference = dayNumber(dct.year, dct.month, dct.day ?? 15);
  const wanted = e.which === 'next' ? 'future' : e.which === 'last' ? 'past' : ctx.tense;
  let best: { year: number; month: number; distance: number } | null = null;
  // A weekday with its number comes back within a few months; without one the neighbouring months are enough.
  const reach = e.weekday === undefined ? 2 : 14;
  for (let k = -reach; k <= reach; k++) {
    const to = addMonths(dct.year, dct.month, k);
    if (!isRealDay(to.year, to.month, e.day)) continue;
    const at = dayNumber(to.year, to.month, e.day);
    if (e.weekday !== undefined && weekdayOf(at) !== e.weekday) continue;
    if (wanted === 'past' && at > reference) continue;
    if (wanted === 'future' && at < reference) continue;
    const distance =
      Math.abs(at - reference) + (wanted === null && e.weekday === undefined && at < reference ? 1000 : 0);
    if (!best || distance < best.distance) best = { ...to, distance };
  }
  return best ? result(best.year, best.month, anchor, says(ctx, 'day of month')) : null;
}
