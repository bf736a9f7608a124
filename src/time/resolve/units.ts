/**
 * Arithmetic by units: the unit as a whole that lies n away, or n units counted from a point. The rule is left to the caller, who knows what
 * it counts from.
 */
import { addMonths, addMonthsToDay, civilDay, daysInMonth, isoWeek, mondayOf } from '../calendar.ts';
import { type Chronon, chronon, chrononOfDay, dayOfChronon } from '../chronon.ts';
import type { OffsetExpression, UnitName } from '../expression.ts';
import { pad, partsOf, type Value, years } from './context.ts';
import { formatValue, valueAt } from './timex3-value.ts';

export function weekValue(start: number, weeks: number): Value {
  const end = start + 7 * weeks - 1;
  const { year, week } = isoWeek(start);
  return {
    lo: chrononOfDay(start),
    hi: chrononOfDay(end),
    value:
      weeks === 1
        ? `${pad(year, 4)}-W${pad(week, 2)}`
        : `${formatValue(chrononOfDay(start))}/${formatValue(chrononOfDay(end))}`,
    rule: '',
    anchor: null,
    implied: ['year', 'month', 'day'],
  };
}

export const MONTHS_IN: Partial<Record<UnitName, number>> = {
  month: 1,
  bimester: 2,
  quarter: 3,
  fourmonths: 4,
  semester: 6,
};

export const YEARS_IN: Partial<Record<UnitName, number>> = {
  year: 1,
  biennium: 2,
  triennium: 3,
  quadrennium: 4,
  lustrum: 5,
  decade: 10,
  century: 100,
  millennium: 1000,
  fiveyears: 5,
};

export const SECONDS_IN: Partial<Record<UnitName, number>> = {
  second: 1,
  minute: 60,
  halfhour: 1800,
  hour: 3600,
};

/** The n-th run of `size` months counted from January of year 0, as an interval (a point when it is one month). */
export function monthRun(size: number, index: number): Value {
  const startMonth = index * size;
  const a = { year: Math.floor(startMonth / 12), month: (((startMonth % 12) + 12) % 12) + 1 };
  const lo = chronon(a.year, a.month);
  if (size === 1) return valueAt(lo, '', null, ['year', 'month']);
  const b = addMonths(a.year, a.month, size - 1);
  const hi = chronon(b.year, b.month);
  const ordinal = Math.floor((a.month - 1) / size) + 1;
  const value =
    size === 3
      ? `${pad(a.year, 4)}-Q${ordinal}`
      : size === 6
        ? `${pad(a.year, 4)}-H${ordinal}`
        : `${formatValue(lo)}/${formatValue(hi)}`;
  return { lo, hi, value, rule: '', anchor: null, implied: ['year', 'month'] };
}

export function aligned(base: Chronon, e: OffsetExpression): Value | null {
  const { unit, n } = e;
  const year = base.year!;
  const yearsIn = YEARS_IN[unit];
  if (yearsIn !== undefined) {
    if (unit === 'century') {
      const century = Math.floor((year - 1) / 100) + 1 + n;
      return years(100 * (century - 1) + 1, 100 * century, pad(century - 1, 2), '');
    }
    if (yearsIn > 1) {
      const start = (Math.floor(year / yearsIn) + n) * yearsIn;
      return years(
        start,
        start + yearsIn - 1,
        unit === 'decade'
          ? String(Math.floor(start / 10))
          : `${pad(start, 4)}/${pad(start + yearsIn - 1, 4)}`,
        '',
      );
    }
    const lo = chronon(year + n);
    const value =
      e.kindOfYear === 'school'
        ? `SY${year + n}`
        : e.kindOfYear === 'fiscal'
          ? `FY${year + n}`
          : formatValue(lo);
    return { lo, hi: null, value, rule: '', anchor: null, implied: ['year'] };
  }
  const monthsIn = MONTHS_IN[unit];
  if (monthsIn !== undefined) {
    if (base.month === null) return null;
    return monthRun(monthsIn, Math.floor((year * 12 + base.month - 1) / monthsIn) + n);
  }
  const day = dayOfChronon(base);
  if (day === null) return null;
  if (unit === 'day') {
    return valueAt(chrononOfDay(day + n), '', null, ['year', 'month', 'day']);
  }
  if (unit === 'week') return weekValue(mondayOf(day) + 7 * n, 1);
  if (unit === 'weekend') {
    const saturday = mondayOf(day) + 5 + 7 * n;
    const { year: y, week } = isoWeek(saturday);
    return {
      lo: chrononOfDay(saturday),
      hi: chrononOfDay(saturday + 1),
      value: `${pad(y, 4)}-W${pad(week, 2)}-WE`,
      rule: '',
      anchor: null,
      implied: ['year', 'month', 'day'],
    };
  }
  if (unit === 'fortnight') {
    const c = civilDay(day);
    const index = (c.year * 12 + c.month - 1) * 2 + (c.day > 15 ? 1 : 0) + n;
    return fortnight(index);
  }
  if (SECONDS_IN[unit] !== undefined) return clockShift(base, unit, n);
  return null;
}

export function fortnight(index: number): Value {
  const months = Math.floor(index / 2);
  const year = Math.floor(months / 12);
  const month = (((months % 12) + 12) % 12) + 1;
  const second = ((index % 2) + 2) % 2 === 1;
  const lo = chronon(year, month, second ? 16 : 1);
  const hi = chronon(year, month, second ? daysInMonth(year, month) : 15);
  return {
    lo,
    hi,
    value: `${formatValue(lo)}/${formatValue(hi)}`,
    rule: '',
    anchor: null,
    implied: ['year', 'month', 'day'],
  };
}

/** Seconds of the day, carried over midnight. */
export function clockShift(base: Chronon, unit: UnitName, n: number): Value | null {
  const day = dayOfChronon(base);
  if (day === null || base.hour === undefined || base.hour === null) return null;
  const total =
    base.hour * 3600 + (base.minute ?? 0) * 60 + (base.second ?? 0) + Math.round(n * SECONDS_IN[unit]!);
  const carry = Math.floor(total / 86400);
  const rest = total - carry * 86400;
  const exact = chrononOfDay(day + carry, {
    hour: Math.floor(rest / 3600),
    minute: Math.floor((rest % 3600) / 60),
    second: rest % 60,
  });
  const lo =
    unit === 'second' || base.second
      ? exact
      : chrononOfDay(day + carry, { hour: exact.hour!, minute: exact.minute! });
  return { ...valueAt(lo, '', null, partsOf(lo)), time: true };
}

export function counted(base: Chronon, e: OffsetExpression): Value | null {
  const year = base.year!;
  const day = dayOfChronon(base);
  const yearsIn = YEARS_IN[e.unit];
  const monthsIn = MONTHS_IN[e.unit];
  const extra = e.finer ? (MONTHS_IN[e.finer.unit] ?? 0) * e.finer.n : 0;
  const n = e.n;
  if (yearsIn !== undefined) {
    const months = Math.round(n * yearsIn * 12) + extra;
    const exact = day === null ? undefined : chrononOfDay(addMonthsToDay(day, months));
    if (months % 12 !== 0) {
      if (base.month === null) return null;
      const to = addMonths(year, base.month, months);
      return {
        ...valueAt(chronon(to.year, to.month), '', null, ['year', 'month']),
        ...(exact ? { exact } : {}),
      };
    }
    return { ...valueAt(chronon(year + months / 12), '', null, ['year']), ...(exact ? { exact } : {}) };
  }
  if (monthsIn !== undefined) {
    if (base.month === null) return null;
    const months = Math.round(n * monthsIn);
    const to = addMonths(year, base.month, months);
    let at = day === null ? null : addMonthsToDay(day, months);
    if (at !== null && e.finer?.unit === 'day') at += e.finer.n;
    return {
      ...valueAt(chronon(to.year, to.month), '', null, ['year', 'month']),
      ...(at === null ? {} : { exact: chrononOfDay(at) }),
    };
  }
  if (SECONDS_IN[e.unit] !== undefined)
    return clockShift(
      base,
      e.unit,
      n + (e.finer ? ((SECONDS_IN[e.finer.unit] ?? 0) * e.finer.n) / SECONDS_IN[e.unit]! : 0),
    );
  if (day === null) return null;
  const size = e.unit === 'week' || e.unit === 'weekend' ? 7 : e.unit === 'fortnight' ? 15 : 1;
  const lo = chrononOfDay(day + Math.round(n * size) + (e.finer?.unit === 'day' ? e.finer.n : 0));
  return valueAt(lo, '', null, ['year', 'month', 'day']);
}

export function shifted(of: Value, unit: UnitName, n: number): Value | null {
  const base = n > 0 ? (of.hi ?? of.lo) : of.lo;
  if (base.year === null) return null;
  const v = counted(base, { kind: 'offset', unit, n, anchor: 'focus', by: 'counted' });
  if (!v) return null;
  // From a day, months and years are counted to the day.
  const lo = v.exact && dayOfChronon(base) !== null ? v.exact : v.lo;
  return {
    ...v,
    lo,
    value: formatValue(lo),
    anchor: of.anchor,
    rule: `${of.rule} ${n >= 0 ? '+' : '−'}${Math.abs(n)} ${unit}`,
  };
}
