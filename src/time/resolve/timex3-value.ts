/** TIMEX3 values: of a chronon, of a whole annotation, and what can be said without an anchor. */
import { type Chronon, chronon } from '../chronon.ts';
import type { Expression, UnitName } from '../expression.ts';
import { periodCodeOf } from '../period-code.ts';
import type { Part, Timex, Timex3, UsedAnchor } from '../timex.ts';
import { pad, type Value } from './context.ts';

/** TIMEX3 value of a chronon: trailing unknown parts are left out. */
export function formatValue(c: Chronon): string {
  const year = c.year === null ? 'XXXX' : c.year <= 0 ? `BC${pad(1 - c.year, 4)}` : pad(c.year, 4);
  const clock =
    c.hour === null || c.hour === undefined
      ? ''
      : `T${pad(c.hour, 2)}${c.minute === null || c.minute === undefined ? '' : `:${pad(c.minute, 2)}`}${c.second === null || c.second === undefined ? '' : `:${pad(c.second, 2)}`}`;
  if (c.month === null) return clock === '' ? year : `${year}-XX-XX${clock}`;
  if (c.day === null)
    return clock === '' ? `${year}-${pad(c.month, 2)}` : `${year}-${pad(c.month, 2)}-XX${clock}`;
  return `${year}-${pad(c.month, 2)}-${pad(c.day, 2)}${clock}`;
}

/** A value that one chronon says whole. */
export function valueAt(
  lo: Chronon,
  rule: string,
  anchor: UsedAnchor | null,
  implied: readonly Part[],
): Value {
  return { lo, hi: null, value: formatValue(lo), rule, anchor, implied };
}

export const PART_CODES = {
  dawn: 'TDA',
  morning: 'TMO',
  afternoon: 'TAF',
  evening: 'TNI',
  noon: 'TMI',
} as const;

export const SEASON_CODES = ['SP', 'SU', 'FA', 'WI'] as const;

const UNKNOWN_DAY = 'XXXX-XX-XX';

export function timex3Of(t: Timex, v: Value | null): Timex3 {
  const e = t.expression;
  if (e.kind === 'duration')
    return { type: 'DURATION', value: durationValue(e.amounts), ...(e.approximate ? { mod: 'APPROX' } : {}) };
  if (e.kind === 'within' && !v) return { type: 'DURATION', value: durationValue(e.amounts) };
  if (e.kind === 'set')
    return {
      type: 'SET',
      value: e.value,
      ...(e.quantity ? { quant: e.quantity } : {}),
      ...(e.frequency ? { freq: e.frequency } : {}),
      ...(v ? { endPoint: formatValue(v.lo) } : {}),
      ...(e.count === undefined ? {} : { count: e.count }),
    };
  const inner = e.kind === 'open' || e.kind === 'edge' ? e.of : e;
  const type = t.subtype === 'HOUR' ? 'TIME' : 'DATE';
  if (v) return { type: v.time ? 'TIME' : type, value: v.value, ...(v.mod ? { mod: v.mod } : {}) };
  // The hours of a range without a day are hours.
  const hours = inner.kind === 'range' && isHour(inner.from) && isHour(inner.to);
  return { type: hours ? 'TIME' : type, value: placeholder(inner) };
}

function isHour(e: Expression): boolean {
  return e.kind === 'clock' || e.kind === 'part-of-day' || e.kind === 'moment';
}

/** What can be said of the value without an anchor. */
function placeholder(e: Expression): string {
  switch (e.kind) {
    case 'clock':
      return `${UNKNOWN_DAY}${formatValue({ ...chronon(null), hour: e.hour % 24, minute: e.minute, second: e.second }).slice(10)}`;
    case 'part-of-day':
      return `${UNKNOWN_DAY}${PART_CODES[e.part]}`;
    case 'weekday':
      return `XXXX-WXX-${e.weekday}`;
    case 'month-day':
      return `XXXX-XX-${pad(e.day, 2)}`;
    case 'season':
      return `XXXX-${SEASON_CODES[e.season]}`;
    case 'vague':
      return e.reference;
    case 'now':
      return 'PRESENT_REF';
    case 'offset':
      return e.n === 0 ? 'PRESENT_REF' : e.n < 0 ? 'PAST_REF' : 'FUTURE_REF';
    case 'window':
      return e.n < 0 ? 'PAST_REF' : 'FUTURE_REF';
    case 'moment': {
      const day = placeholder(e.day);
      return e.time.kind === 'clock'
        ? `${day === 'PRESENT_REF' || day.endsWith('_REF') ? UNKNOWN_DAY : day}${placeholder(e.time).slice(10)}`
        : `${day.endsWith('_REF') ? UNKNOWN_DAY : day}${PART_CODES[e.time.part]}`;
    }
    case 'range':
      return `${placeholder(e.from)}/${placeholder(e.to)}`;
    case 'open':
    case 'edge':
    case 'week-of':
      return placeholder(e.of);
    default:
      return 'XXXX';
  }
}

function durationValue(amounts: readonly { readonly unit: UnitName; readonly n: number | null }[]): string {
  let date = '';
  let time = '';
  for (const { unit, n } of amounts) {
    if (n === null) {
      const code = periodCodeOf(unit, 1).replace(/\d+/, 'X');
      return code;
    }
    const code = periodCodeOf(unit, n);
    if (code.startsWith('PT')) time += code.slice(2);
    else date += code.slice(1);
  }
  return `P${date}${time === '' ? '' : `T${time}`}`;
}
