/** Intervals: the end that is said in less words takes what it lacks from the other. */
import { addMonths, isRealDay } from '../calendar.ts';
import { type Chronon, chronon, chrononOfDay, dayOfChronon, rangeOfChronon } from '../chronon.ts';
import type { ClockExpression, DateExpression, Expression } from '../expression.ts';
import type { Part, UsedAnchor } from '../timex.ts';
import { dialShift, evaluateClock } from './clock.ts';
import { type Context, says, type Value } from './context.ts';
import { formatValue } from './timex3-value.ts';
import { completeYear } from './year-completion.ts';

export function evaluateRange(from: Expression, to: Expression, ctx: Context): Value | null {
  let a = from;
  let b = to;
  // `de janeiro até agora`: until today, and from the January that has been.
  if (b.kind === 'now' && !isClocked(a)) b = TODAY;
  if (a.kind === 'date' && a.year === null && b.kind === 'offset' && b.anchor === 'dct' && b.n <= 0) {
    const start = ctx.evaluate(a, { ...ctx, tense: 'past' });
    const end = ctx.evaluate(b, ctx);
    if (!start || !end) return null;
    const value = `${start.value}/${end.value}`;
    return { ...start, hi: end.hi ?? end.lo, value, rule: says(ctx, 'interval') };
  }
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
          (ctx.dct.month <= b.month || b.day === null)
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
      // `das 9 às 5` passes noon; of `das 5 às 7` both hours are on one half of the dial.
      if (a.dial && b.dial) {
        const shift = b.hour <= a.hour ? 0 : dialShift(b, ctx);
        a = { kind: 'clock', hour: a.hour + shift, minute: a.minute, second: a.second };
        b = {
          kind: 'clock',
          hour: b.hour + (b.hour <= a.hour - shift ? 12 : shift),
          minute: b.minute,
          second: b.second,
        };
      }
      // Whether the hours are over is asked of the last.
      const past: Context = { ...ctx, tense: 'past' };
      let lo = evaluateClock(a, past);
      const hi = evaluateClock(b, past);
      if (!lo || !hi) return null;
      let until = laterThan(lo.lo, hi.lo, a, b);
      const over = evaluateClock(b, ctx);
      if (over && dayOfChronon(over.lo) !== dayOfChronon(hi.lo) && until === hi.lo) {
        until = over.lo;
        const day = dayOfChronon(lo.lo)! + 1;
        const moved = chrononOfDay(day, {
          hour: lo.lo.hour!,
          minute: lo.lo.minute ?? null,
          second: lo.lo.second ?? null,
        });
        lo = { ...lo, lo: moved, value: formatValue(moved) };
      }
      return { ...lo, hi: until, value: `${lo.value}/${formatValue(until)}`, rule: says(ctx, 'interval') };
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
  if (
    a.kind === 'moment' &&
    b.kind === 'moment' &&
    a.time.kind === 'clock' &&
    b.time.kind === 'clock' &&
    end.hi === null
  ) {
    const until = laterThan(start.lo, end.lo, a.time, b.time);
    if (until !== end.lo) end = { ...end, lo: until, value: formatValue(until) };
  }
  // Counted in months the first end is a day all the same: `de 1 mês atrás até hoje`.
  const lo = a.kind === 'offset' && a.by === 'counted' && start.exact ? start.exact : start.lo;
  return {
    ...start,
    lo,
    hi: end.hi ?? end.lo,
    value: `${lo === start.lo ? start.value : formatValue(lo)}/${end.value}`,
    rule: says(ctx, 'interval'),
    anchor: start.anchor ?? end.anchor,
  };
}

const TODAY: Expression = { kind: 'offset', unit: 'day', n: 0, anchor: 'dct', by: 'aligned' };

const isClocked = (e: Expression): boolean =>
  e.kind === 'clock' || e.kind === 'moment' || e.kind === 'part-of-day' || e.kind === 'now';

/**
 * The second hour where it would come before the first: `das 22h às 2h` ends on the next day, `das 11h30 à 1h30` two hours later, for
 * nobody says the half of the dial twice.
 */
function laterThan(lo: Chronon, hi: Chronon, a: ClockExpression, b: ClockExpression): Chronon {
  const day = dayOfChronon(lo);
  if (day === null || dayOfChronon(hi) !== day || hi.hour === undefined || hi.hour === null) return hi;
  const from = (lo.hour ?? 0) * 60 + (lo.minute ?? 0);
  const to = hi.hour * 60 + (hi.minute ?? 0);
  if (to >= from) return hi;
  const time = { hour: hi.hour, minute: hi.minute ?? null, second: hi.second ?? null };
  if (hi.hour < 12 && a.hour < 12 && b.hour >= 1 && b.hour < 12 && to + 720 > from)
    return chrononOfDay(day, { ...time, hour: hi.hour + 12 });
  return chrononOfDay(day + 1, time);
}

/** Whether month and day of `x` come before those of `y` in the year. */
function before(x: DateExpression, y: DateExpression): boolean {
  const mx = x.month ?? 0;
  const my = y.month ?? 0;
  return mx !== my ? mx < my : (x.day ?? 1) < (y.day ?? 1);
}
