/** Parts of a period: the n-th unit of it, its beginning, middle and end. */
import { dayNumber, daysInMonth, isoWeek, mondayOfWeek } from '../calendar.ts';
import { chronon, chrononOfDay, rangeOfChronon } from '../chronon.ts';
import type { Expression } from '../expression.ts';
import { type Context, dctAnchor, lastFocus, pad, says, textAnchor, type Value, years } from './context.ts';
import { formatValue } from './timex3-value.ts';
import { fortnight, MONTHS_IN, monthRun, weekValue, YEARS_IN } from './units.ts';

export function evaluateNth(e: Extract<Expression, { kind: 'nth' }>, ctx: Context): Value | null {
  let of: Value | null;
  if (e.of) of = ctx.evaluate(e.of, ctx);
  else {
    const f = ctx.profile.yearFromText ? lastFocus(ctx) : null;
    if (f && !f.wide && f.section === ctx.section)
      of = {
        lo: chronon(f.chronon.year),
        hi: null,
        value: '',
        rule: says(ctx, 'year of text'),
        anchor: textAnchor(f),
        implied: ['year'],
      };
    else if (ctx.dct)
      of = {
        lo: chronon(ctx.dct.year),
        hi: null,
        value: '',
        rule: says(ctx, 'year of document'),
        anchor: dctAnchor(ctx),
        implied: ['year'],
      };
    else of = null;
  }
  if (!of || of.lo.year === null) return null;
  const { year, month } = of.lo;
  const rule = `${e.n < 0 ? says(ctx, 'last') : says(ctx, '#.').replace('#', String(e.n))} ${e.unit}`;
  const finish = (v: Value | null): Value | null =>
    v ? { ...v, rule, anchor: of.anchor, implied: of.implied } : null;
  const span = (a: Value, b: Value): Value => {
    const hi = b.hi ?? b.lo;
    return {
      lo: a.lo,
      hi,
      value: `${formatValue(a.lo)}/${formatValue(hi)}`,
      rule,
      anchor: null,
      implied: [],
    };
  };
  const size = MONTHS_IN[e.unit];
  if (size !== undefined) {
    if (of.hi !== null && of.lo.month === null) return null;
    const perYear = 12 / size;
    if (month !== null && !of.hi) return null;
    const base = year * perYear;
    if (e.n > perYear) return null;
    const first = e.n < 0 ? base + perYear - e.count : base + e.n - 1;
    if (e.count === 1) return finish(monthRun(size, first));
    return finish(span(monthRun(size, first), monthRun(size, first + e.count - 1)));
  }
  if (e.unit === 'week') {
    if (month === null) {
      const last = isoWeek(dayNumber(year, 12, 28)).week;
      const first = e.n < 0 ? last - e.count + 1 : e.n;
      if (first > last) return null;
      return finish(weekValue(mondayOfWeek(year, first), e.count));
    }
    const length = daysInMonth(year, month);
    const from = e.n < 0 ? length - 7 * e.count + 1 : 7 * (e.n - 1) + 1;
    if (from > length || from < 1) return null;
    const lo = chronon(year, month, from);
    const hi = chronon(year, month, Math.min(length, from + 7 * e.count - 1));
    return finish({
      lo,
      hi,
      value: `${formatValue(lo)}/${formatValue(hi)}`,
      rule,
      anchor: null,
      implied: [],
    });
  }
  if (e.unit === 'fortnight' && month !== null)
    return finish(fortnight((year * 12 + month - 1) * 2 + (e.n === 1 ? 0 : 1)));
  if (e.unit === 'day') {
    const r = rangeOfChronon(of.lo)!;
    const end = of.hi ? rangeOfChronon(of.hi)!.end : r.end;
    const first = e.n < 0 ? end - e.count + 1 : r.start + e.n - 1;
    const last = first + e.count - 1;
    if (last > end || first < r.start) return null;
    const lo = chrononOfDay(first);
    return finish({
      lo,
      hi: e.count > 1 ? chrononOfDay(last) : null,
      value: e.count > 1 ? `${formatValue(lo)}/${formatValue(chrononOfDay(last))}` : formatValue(lo),
      rule,
      anchor: null,
      implied: [],
    });
  }
  const yearsIn = YEARS_IN[e.unit];
  if (yearsIn !== undefined && of.hi?.year != null) {
    const total = of.hi.year - year + 1;
    const first = e.n < 0 ? of.hi.year - yearsIn * e.count + 1 : year + (e.n - 1) * yearsIn;
    const last = first + yearsIn * e.count - 1;
    if (yearsIn * e.count > total) return null;
    return finish(
      first === last
        ? { ...years(first, last, pad(first, 4), rule), hi: null }
        : years(first, last, `${pad(first, 4)}/${pad(last, 4)}`, rule),
    );
  }
  return null;
}

const EDGE_MODS = {
  start: 'START',
  middle: 'MID',
  end: 'END',
  'first-half': 'START',
  'second-half': 'END',
  'first-quarter': 'START',
  'second-quarter': 'MID',
  'third-quarter': 'MID',
  'last-quarter': 'END',
} as const;

const QUARTERS = ['first-quarter', 'second-quarter', 'third-quarter', 'last-quarter'];

export function evaluateEdge(e: Extract<Expression, { kind: 'edge' }>, ctx: Context): Value | null {
  const of = ctx.evaluate(e.of, ctx);
  if (!of) return null;
  const mod = EDGE_MODS[e.part];
  const base: Value = { ...of, mod, low: true };
  if (of.time || of.lo.year === null) return base;
  const quarter = QUARTERS.indexOf(e.part);
  const cut = (length: number): readonly [number, number] => {
    if (quarter >= 0)
      return [Math.floor((quarter * length) / 4), Math.floor(((quarter + 1) * length) / 4) - 1];
    switch (e.part) {
      case 'start':
        return [0, Math.floor(length / 3) - 1];
      case 'middle':
        return [Math.floor(length / 3), Math.ceil((2 * length) / 3) - 1];
      case 'end':
        return [Math.ceil((2 * length) / 3), length - 1];
      case 'first-half':
        return [0, Math.floor(length / 2) - 1];
      default:
        return [Math.floor(length / 2), length - 1];
    }
  };
  if (of.hi && of.lo.month === null && of.hi.month === null && of.hi.year !== null) {
    const [a, b] = cut(of.hi.year - of.lo.year + 1);
    return { ...base, lo: chronon(of.lo.year + a), hi: chronon(of.lo.year + b) };
  }
  if (!of.hi && of.lo.month === null) {
    const [a, b] = cut(12);
    return { ...base, lo: chronon(of.lo.year, a + 1), hi: chronon(of.lo.year, b + 1) };
  }
  const start = rangeOfChronon(of.lo)!.start;
  const end = rangeOfChronon(of.hi ?? of.lo)?.end;
  if (end === undefined || end - start < 2) return base;
  // Thirds of a month are its tens.
  const [a, b] =
    !of.hi && of.lo.day === null && (e.part === 'start' || e.part === 'middle' || e.part === 'end')
      ? ({ start: [0, 9], middle: [10, 19], end: [20, end - start] } as const)[e.part]
      : cut(end - start + 1);
  return { ...base, lo: chrononOfDay(start + a), hi: chrononOfDay(start + b) };
}
