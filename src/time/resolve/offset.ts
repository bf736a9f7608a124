/** Expressions that lie so many units from an anchor, and windows before or after it. */
import { weekday as weekdayOf } from '../calendar.ts';
import { type Chronon, chrononOfDay, dayOfChronon } from '../chronon.ts';
import type { Expression, OffsetExpression, WithinExpression } from '../expression.ts';
import type { UsedAnchor } from '../timex.ts';
import { type Context, dctAnchor, focusWith, lastFocus, says, textAnchor, type Value } from './context.ts';
import { formatValue } from './timex3-value.ts';
import { aligned, clockShift, counted, MONTHS_IN, SECONDS_IN } from './units.ts';

export function evaluateOffset(e: OffsetExpression, ctx: Context): Value | null {
  if (e.toEvent) return null;
  let base: Chronon | null = null;
  let anchor: UsedAnchor | null = null;
  let low = false;
  if (e.anchor === 'dct') {
    if (!ctx.dct) return null;
    base = ctx.dct;
    anchor = dctAnchor(ctx);
  } else {
    const needsDay =
      e.unit === 'day' ||
      e.unit === 'week' ||
      e.unit === 'weekend' ||
      e.unit === 'fortnight' ||
      SECONDS_IN[e.unit] !== undefined;
    const needsMonth = MONTHS_IN[e.unit] !== undefined;
    const f = needsDay ? focusWith(ctx, 'day') : needsMonth ? focusWith(ctx, 'month') : lastFocus(ctx);
    if (f) {
      base = f.chronon;
      anchor = textAnchor(f);
    } else if (e.loose && ctx.profile.anaphoricFallback === 'dct' && ctx.dct && ctx.focuses.length === 0) {
      base = ctx.dct;
      anchor = dctAnchor(ctx);
      low = true;
      if (e.by === 'counted')
        return evaluateWindow({ kind: 'window', unit: e.unit, n: -Math.abs(e.n), anchor: 'dct' }, ctx);
    }
  }
  if (!base || !anchor || base.year === null) return null;
  const today = dayOfChronon(base);
  const before = e.recent && today !== null && weekdayOf(today) < 6;
  const v = e.by === 'aligned' ? aligned(base, before ? { ...e, n: e.n - 1 } : e) : counted(base, e);
  if (!v) return null;
  const rule = `${says(ctx, e.anchor === 'dct' ? 'document' : 'text')} ${e.n >= 0 ? '+' : '−'}${Math.abs(e.n)} ${e.unit}`;
  return { ...v, anchor, rule, ...(low ? { low } : {}) };
}

/** In talk `em 15 dias` is the day that is reached; told of the past, and in a text, it is so much time and no date. */
export function evaluateWithin(e: WithinExpression, ctx: Context): Value | null {
  if (ctx.profile.undated !== 'future' || ctx.tense === 'past' || !ctx.dct) return null;
  let base = ctx.dct;
  let found: Value | null = null;
  for (const { unit, n } of e.amounts) {
    found = counted(base, { kind: 'offset', unit, n, anchor: 'dct', by: 'counted' });
    if (!found) return null;
    base = found.exact ?? found.lo;
  }
  if (!found) return null;
  const { unit } = e.amounts.at(-1)!;
  return { ...found, anchor: dctAnchor(ctx), rule: `${says(ctx, 'document')} + ${unit}` };
}

export function evaluateWindow(e: Extract<Expression, { kind: 'window' }>, ctx: Context): Value | null {
  let base: Chronon | null = ctx.dct;
  let anchor: UsedAnchor | null = base ? dctAnchor(ctx) : null;
  if (e.anchor === 'focus') {
    const f = lastFocus(ctx);
    if (f) {
      base = f.chronon;
      anchor = textAnchor(f);
    } else if (ctx.profile.anaphoricFallback === 'none') return null;
  }
  if (!base || base.year === null) return null;
  const n = Math.abs(e.n);
  const past = e.n < 0;
  const pair = (first: Value | null, last: Value | null): Value | null => {
    if (!first || !last) return null;
    const hi = last.hi ?? last.lo;
    return {
      lo: first.lo,
      hi,
      value: `${formatValue(first.lo)}/${formatValue(hi)}`,
      rule: `${says(ctx, past ? 'last units' : 'next units')} ${n} ${e.unit}`,
      anchor,
      implied: first.implied,
    };
  };
  const step = (k: number): OffsetExpression => ({
    kind: 'offset',
    unit: e.unit,
    n: k,
    anchor: 'dct',
    by: 'aligned',
  });
  if (SECONDS_IN[e.unit] !== undefined) {
    const v = clockShift(base, e.unit, e.n);
    const now = {
      ...chrononOfDay(dayOfChronon(base) ?? 0, { hour: base.hour ?? 0, minute: base.minute ?? 0 }),
    };
    if (!v) return null;
    const rule = says(ctx, 'hour');
    return past
      ? { ...v, hi: now, anchor, rule, value: `${v.value}/${formatValue(now)}` }
      : { ...v, lo: now, hi: v.lo, anchor, rule, value: `${formatValue(now)}/${v.value}` };
  }
  return past
    ? pair(aligned(base, step(-n)), aligned(base, step(-1)))
    : pair(aligned(base, step(1)), aligned(base, step(n)));
}
