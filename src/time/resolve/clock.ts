/** Clock times and parts of a day, on the day they belong to. */
import { type Chronon, type ClockTime, chrononOfDay, dayOfChronon } from '../chronon.ts';
import type { ClockExpression, Expression, PartOfDayExpression } from '../expression.ts';
import { type Context, dctAnchor, says, textAnchor, type Value } from './context.ts';
import { formatValue, PART_CODES, valueAt } from './timex3-value.ts';

function clockTime(e: ClockExpression): ClockTime {
  return { hour: e.hour, minute: e.minute, second: e.second };
}

function withTime(day: number, e: ClockExpression): Chronon {
  // 24:00 is the first moment of the next day.
  return e.hour === 24
    ? chrononOfDay(day + 1, { hour: 0, minute: e.minute ?? 0, second: e.second })
    : chrononOfDay(day, clockTime(e));
}

/** The half of the dial that is meant on the day of writing: the next time the hand comes there. */
function onDial(e: ClockExpression, ctx: Context, day: number): ClockExpression {
  const dct = ctx.dct;
  if (!e.dial || !dct || dct.hour === undefined || dct.hour === null || ctx.dctDay !== day || e.hour >= 12)
    return e;
  const now = dct.hour * 60 + (dct.minute ?? 0);
  const then = e.hour * 60 + (e.minute ?? 0);
  return then < now ? { ...e, hour: e.hour + 12 } : e;
}

/** Hours between what is said of the dial and what is meant. */
export function dialShift(e: ClockExpression, ctx: Context): number {
  return ctx.dctDay === null || ctx.profile.clockAlone !== 'dct'
    ? 0
    : onDial(e, ctx, ctx.dctDay).hour - e.hour;
}

/** In talk, an hour of the day that is over is that of tomorrow, unless something was then. */
function isOver(e: ClockExpression, ctx: Context): boolean {
  const { dct, profile, tense } = ctx;
  if (profile.undated !== 'future' || tense === 'past' || dct?.hour === undefined || dct.hour === null)
    return false;
  return e.hour * 60 + (e.minute ?? 0) < dct.hour * 60 + (dct.minute ?? 0);
}

/** In talk, a part of the day is of today. */
export function evaluatePartOfDay(e: PartOfDayExpression, ctx: Context): Value | null {
  if (ctx.profile.clockAlone !== 'dct' || ctx.dctDay === null) return null;
  const day = chrononOfDay(ctx.dctDay);
  const value = valueAt(day, says(ctx, 'hour of day of document'), dctAnchor(ctx), ['year', 'month', 'day']);
  return { ...value, value: `${value.value}${PART_CODES[e.part]}`, time: true };
}

export function evaluateClock(e: ClockExpression, ctx: Context): Value | null {
  for (let i = ctx.focuses.length - 1; i >= 0; i--) {
    const f = ctx.focuses[i]!;
    if (f.block !== ctx.block || f.sentence !== ctx.sentence) break;
    const day = dayOfChronon(f.chronon);
    if (day === null) continue;
    if (f.several) return null;
    const lo = withTime(day, e);
    const value = valueAt(lo, says(ctx, 'hour of date of sentence'), textAnchor(f), ['year', 'month', 'day']);
    return { ...value, time: true };
  }
  if (ctx.profile.clockAlone === 'dct' && ctx.dctDay !== null) {
    const said = onDial(e, ctx, ctx.dctDay);
    const lo = withTime(ctx.dctDay + (isOver(said, ctx) ? 1 : 0), said);
    const value = valueAt(lo, says(ctx, 'hour of day of document'), dctAnchor(ctx), ['year', 'month', 'day']);
    return { ...value, time: true };
  }
  return null;
}

export function evaluateMoment(e: Extract<Expression, { kind: 'moment' }>, ctx: Context): Value | null {
  const day = ctx.evaluate(e.day, ctx);
  if (!day) return null;
  const at = dayOfChronon(day.lo);
  if (e.time.kind === 'part-of-day') {
    return { ...day, value: `${day.value}${PART_CODES[e.time.part]}`, time: true };
  }
  if (at === null) {
    // The day of a year that is not known still has its hour.
    const lo: Chronon = { ...day.lo, hour: e.time.hour, minute: e.time.minute, second: e.time.second };
    return { ...day, lo, value: formatValue(lo), time: true };
  }
  const lo = withTime(at, onDial(e.time, ctx, at));
  return { ...day, lo, hi: null, value: formatValue(lo), time: true };
}
