/** An expression to its value, by its kind. */
import { isRealDay, mondayOf, mondayOfWeek } from '../calendar.ts';
import { chronon, dayOfChronon, parseChronon } from '../chronon.ts';
import type { DateExpression, Expression } from '../expression.ts';
import type { UsedAnchor } from '../timex.ts';
import { evaluateApposition } from './apposition.ts';
import { evaluateClock, evaluateMoment, evaluatePartOfDay } from './clock.ts';
import { type Context, dctAnchor, pad, partsOf, says, type Value, years } from './context.ts';
import { evaluateEdge, evaluateNth } from './division.ts';
import { evaluateHoliday } from './holiday.ts';
import { evaluateOffset, evaluateWindow, evaluateWithin } from './offset.ts';
import { evaluateRange } from './range.ts';
import { evaluateSeason } from './season.ts';
import { formatValue, valueAt } from './timex3-value.ts';
import { shifted, weekValue } from './units.ts';
import { evaluateCountedWeekday, evaluateMonthDay, evaluateNthWeekday, evaluateWeekday } from './weekday.ts';
import { evaluateWorkday } from './workday.ts';
import { completeYear } from './year-completion.ts';

export function evaluate(e: Expression, ctx: Context): Value | null {
  switch (e.kind) {
    case 'date':
      return evaluateDate(e, ctx);
    case 'clock':
      return evaluateClock(e, ctx);
    case 'moment':
      return evaluateMoment(e, ctx);
    case 'offset':
      return evaluateOffset(e, ctx);
    case 'window':
      return evaluateWindow(e, ctx);
    case 'weekday':
      return evaluateWeekday(e, ctx);
    case 'month-day':
      return evaluateMonthDay(e, ctx);
    case 'now': {
      if (!ctx.dct) return null;
      return {
        lo: ctx.dct,
        hi: null,
        value: formatValue(ctx.dct),
        rule: says(ctx, 'now'),
        anchor: dctAnchor(ctx),
        implied: partsOf(ctx.dct),
      };
    }
    case 'century': {
      const n = e.century;
      const lo = n > 0 ? 100 * (n - 1) + 1 : 100 * n + 1;
      const hi = n > 0 ? 100 * n : 100 * (n + 1);
      return years(lo, hi, n > 0 ? pad(n - 1, 2) : `BC${pad(-n - 1, 2)}`, says(ctx, 'century'));
    }
    case 'millennium': {
      const n = e.millennium;
      const lo = n > 0 ? 1000 * (n - 1) + 1 : 1000 * n + 1;
      return years(lo, lo + 999, n > 0 ? String(n - 1) : `BC${-n - 1}`, says(ctx, 'millennium'));
    }
    case 'decade':
      return years(
        e.start,
        e.start + 9,
        e.start > 0 ? String(Math.floor(e.start / 10)) : `BC${Math.floor((-8 - e.start) / 10)}`,
        says(ctx, 'decade'),
      );
    case 'season':
      return evaluateSeason(e, ctx);
    case 'holiday':
      return evaluateHoliday(e, ctx);
    case 'event':
      return evaluateEvent(e.name, ctx);
    case 'nth':
      return evaluateNth(e, ctx);
    case 'nth-weekday':
      return evaluateNthWeekday(e, ctx);
    case 'counted-weekday':
      return evaluateCountedWeekday(e, ctx);
    case 'workday':
      return evaluateWorkday(e, ctx);
    case 'week-of': {
      const of = evaluate(e.of, ctx);
      const day = of ? dayOfChronon(of.lo) : null;
      if (!of || day === null) return null;
      return { ...weekValue(mondayOf(day), 1), rule: says(ctx, 'week of'), anchor: of.anchor };
    }
    case 'apposition':
      return evaluateApposition(e, ctx);
    case 'within':
      return evaluateWithin(e, ctx);
    case 'part-of-day':
      return evaluatePartOfDay(e, ctx);
    case 'iso-week': {
      const of = e.of ? evaluate(e.of, ctx) : null;
      const year = of?.lo.year ?? ctx.dct?.year ?? null;
      if (year === null) return null;
      return {
        ...weekValue(mondayOfWeek(year, e.week), 1),
        rule: says(ctx, 'week n'),
        anchor: of?.anchor ?? null,
        implied: of?.implied ?? ['year'],
      };
    }
    case 'edge':
      return evaluateEdge(e, ctx);
    case 'range':
      return evaluateRange(e.from, e.to, ctx);
    case 'open': {
      const toward = ctx.profile.useTense && ctx.tense === null ? e.toward : undefined;
      const of = evaluate(e.of, toward ? { ...ctx, tense: toward } : ctx);
      if (!of) return null;
      const mod = { before: 'BEFORE', after: 'AFTER', until: 'BEFORE', since: 'AFTER', about: 'APPROX' }[
        e.side
      ];
      return { ...of, mod };
    }
    case 'shift': {
      const of = evaluate(e.of, ctx);
      return of ? shifted(of, e.unit, e.n) : null;
    }
    default:
      return null;
  }
}

function evaluateEvent(name: string, ctx: Context): Value | null {
  const event = ctx.locale.calendar.events.get(name);
  if (!event) return null;
  const lo = parseChronon(event.start)!;
  const hi = event.end === event.start ? null : parseChronon(event.end)!;
  const value = hi ? `${event.start}/${event.end}` : event.start;
  return { lo, hi, value, rule: says(ctx, 'event'), anchor: null, implied: partsOf(lo) };
}

function evaluateDate(e: DateExpression, ctx: Context): Value | null {
  if (e.event !== undefined && e.year === null && ctx.profile.events) return evaluateEvent(e.event, ctx);
  if (e.year !== null || (e.month === null && !e.yearOf)) {
    if (e.year === null) return null;
    const lo = chronon(e.year, e.month, e.day);
    return {
      lo,
      hi: null,
      value: e.kindOfYear ? `${e.kindOfYear === 'school' ? 'SY' : 'FY'}${formatValue(lo)}` : formatValue(lo),
      rule: says(ctx, 'explicit date'),
      anchor: null,
      implied: [],
    };
  }
  let year: number | null = null;
  let anchor: UsedAnchor | null = null;
  let rule = says(ctx, 'date without year');
  if (e.yearOf) {
    const of = evaluate(e.yearOf, ctx);
    year = of?.lo.year ?? null;
    anchor = of?.anchor ?? null;
    rule = of ? `${says(ctx, 'year')}: ${of.rule}` : rule;
  } else {
    const found = completeYear(ctx, e.month!, e.day, e.side, e.weekday);
    if (found) {
      year = found.year;
      anchor = found.anchor;
      rule = found.rule;
    }
  }
  if (year !== null && e.day !== null && !isRealDay(year, e.month!, e.day)) year = null;
  const lo = chronon(year, e.month, e.day);
  return valueAt(lo, rule, anchor, year === null ? [] : ['year']);
}
