/** Meaning of intervals and of open ends. */
import { isRealDay } from '../../../calendar.ts';
import type { ClockExpression, Expression } from '../../../expression.ts';
import { GRAMMAR } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';
import { fullYear } from '../../../slots.ts';
import { bareHour } from './clock-meaning.ts';

const RANGE_KINDS = new Set([
  'date',
  'weekday',
  'month-day',
  'offset',
  'clock',
  'moment',
  'century',
  'decade',
  'season',
  'nth',
  'holiday',
  'edge',
  'part-of-day',
  'shift',
  'now',
  'nth-weekday',
  'counted-weekday',
  'workday',
  'iso-week',
  'week-of',
]);

export function range(site: Site): Expression | null {
  let from: Expression | undefined = site.made('X')?.expression;
  let to: Expression | undefined = site.made('Y')?.expression;
  const hour = (slot: string): Expression => bareHour(site.number(slot));
  if (site.has('A')) {
    const a = fullYear(site.number('A'));
    const b = fullYear(site.number('B'));
    if (
      site.number('A') < 31 ||
      b < a ||
      b - a > 60 ||
      (site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && !site.flag(site.to, GRAMMAR)) ||
      site.sign(site.to) === 0x25
    )
      return null;
    return {
      kind: 'range',
      from: { kind: 'date', year: a, month: null, day: null },
      to: { kind: 'date', year: b, month: null, day: null },
    };
  }
  if (site.has('O')) {
    // `de 2ª a 6ª feira`
    const n = site.number('O');
    if (n < 2 || n > 6 || site.digits('O') === 0 || to?.kind !== 'weekday') return null;
    from = { kind: 'weekday', weekday: n - 1, which: 'bare' };
  }
  if (site.has('C')) to = { kind: 'offset', unit: 'day', n: 0, anchor: 'dct', by: 'aligned' };
  if (site.has('I') && site.has('X')) {
    // `de 1pm a 3`
    if (site.number('I') > 24 || site.isNumber(site.to) || site.sign(site.to) === 0x25) return null;
    if (site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && !site.flag(site.to, GRAMMAR)) return null;
    if (from?.kind !== 'clock') return null;
    to = hour('I');
  }
  if (site.has('H')) {
    if (site.has('Y') && to?.kind === 'clock' && /^[-–]$/.test(linkOf(site, 'H'))) {
      // `14-16h`, `7-10pm`: the hours of one day, in their order.
      if (!site.glued(site.items.to[site.item('H')]!) || site.number('H') > 23) return null;
    }
    if (site.has('I')) {
      if (site.number('I') > 24 || site.number('H') > 24) return null;
      if (site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && site.counted(site.to)) return null;
      to = hour('I');
    }
    from = hour('H');
    if (
      to?.kind === 'clock' &&
      from.kind === 'clock' &&
      to.hour > 12 &&
      !to.dial &&
      from.hour + 12 < to.hour &&
      /pm|p\.|tarde|noite/i.test(site.raw('Y'))
    )
      from = { ...from, hour: from.hour + 12, dial: false };
  }
  if (site.has('E') && from?.kind === 'date') {
    // `de 5 de junho a 12`
    const { to: end } = site;
    const day = site.number('E');
    const { year, month } = from;
    if (month === null || from.day === null || day <= from.day || !isRealDay(year, month, day)) return null;
    if (site.digits('E') === 0 || site.isNumber(end) || site.sign(end) === 0x25 || site.sign(end) === 0x2f)
      return null;
    if (site.isWord(end) && site.tokens.gap[end]! < 2 && !site.flag(end, GRAMMAR)) return null;
    if (/^(de|do|h|mil)$/.test(site.word(end)) || site.sign(end) === 0x3a) return null;
    to = { ...from, day };
  } else if (site.has('E')) {
    const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!);
    if (!/\bdias?\b/i.test(words)) return null;
    if (site.isWord(site.to) && (site.counted(site.to) || site.word(site.to) === 'de')) return null;
    to = { kind: 'month-day', day: site.number('E'), which: 'bare' };
  }
  if (site.has('D')) {
    if (to?.kind === 'date') from = { kind: 'date', year: null, month: null, day: site.number('D') };
    else if (to?.kind === 'month-day')
      from = {
        kind: 'month-day',
        day: site.number('D'),
        which: to.which,
        ...(to.months === undefined ? {} : { months: to.months }),
      };
  }
  // `do dia 3 ao dia 7 de maio de 2024`, `do dia 28 ao dia 3 de maio`: the first day is of the month that the last names, or of the one before.
  if (
    from?.kind === 'month-day' &&
    from.which === 'bare' &&
    from.weekday === undefined &&
    to?.kind === 'date'
  ) {
    if (to.day === null || to.month === null) return null;
    const month = from.day < to.day ? to.month : to.month === 1 ? 12 : to.month - 1;
    if (!isRealDay(null, month, from.day)) return null;
    const year = to.year !== null && month > to.month ? to.year - 1 : to.year;
    from = { kind: 'date', year, month, day: from.day };
  }
  if (!from || !to || !RANGE_KINDS.has(from.kind) || !RANGE_KINDS.has(to.kind)) return null;
  if (!comparable(from, to)) return null;
  return { kind: 'range', from, to };
}

/** What stands after an item. */
function linkOf(site: Site, slot: string): string {
  const k = site.items.to[site.item(slot)]!;
  return site.text.slice(site.tokens.start[k] ?? 0, site.tokens.end[k] ?? 0);
}

/** Ends of one interval speak of the same thing: clock and clock, day and day, year and year. */
function comparable(a: Expression, b: Expression): boolean {
  const clocky = (e: Expression): boolean => e.kind === 'clock' || e.kind === 'part-of-day';
  if (clocky(a) !== clocky(b)) return a.kind === 'moment' && b.kind === 'clock';
  if (a.kind === 'date' && b.kind === 'date') {
    if (a.year !== null && b.year !== null && a.month === null && b.month === null && b.year < a.year)
      return false;
    if (a.month !== null && b.month === null && a.year === null) return false;
    if (a.month === null && a.day === null && b.month !== null && b.year === null) return false;
    if (a.day !== null && a.month === null && b.day !== null && b.month !== null && a.day >= b.day)
      return false;
  }
  if (a.kind === 'offset' && b.kind === 'offset' && a.by === 'counted' && b.by === 'counted') return true;
  if (a.kind === 'offset' && a.by === 'counted')
    return b.kind === 'now' || (b.kind === 'offset' && b.n === 0);
  return true;
}

export function plainRange(site: Site): Expression | null {
  if (site.has('W')) {
    const w = site.made('W')?.expression;
    if (w?.kind !== 'weekday' || (site.has('I') && site.number('I') > 24) || site.number('H') > 24)
      return null;
    if (site.isWord(site.to) && site.counted(site.to)) return null;
    const clockAt = (slot: string): ClockExpression => ({
      kind: 'clock',
      hour: site.number(slot),
      minute: null,
      second: null,
    });
    const until = site.made('J')?.expression;
    if (site.has('J')) {
      if (until?.kind !== 'clock' || /^d/.test(site.word(site.items.from[site.item('H')]! - 1)) === false)
        return null;
      return {
        kind: 'range',
        from: { kind: 'moment', day: w, time: clockAt('H') },
        to: { kind: 'moment', day: w, time: until },
      };
    }
    return {
      kind: 'range',
      from: { kind: 'moment', day: w, time: clockAt('H') },
      to: { kind: 'moment', day: w, time: clockAt('I') },
    };
  }
  const made = range(site);
  if (made?.kind !== 'range') return null;
  const first = site.item(['X', 'D', 'O'].find((slot) => site.has(slot)) ?? 'H');
  const dash = site.sign(site.items.to[first]!) !== 0;
  const a = made.from;
  const b = made.to;
  const link = site.word(site.items.to[first]!);
  // `hoje a polícia`, `segunda a …`: an article is not a connector; both ends must be of one kind.
  if (
    (link === 'a' || link === 'ao') &&
    (a.kind !== b.kind || a.kind === 'offset' || a.kind === 'part-of-day')
  ) {
    if (!(a.kind === 'edge' || b.kind === 'edge')) return null;
  }
  if (dash) {
    const second = site.items.from[site.item('Y')]!;
    const lines = site.tokens.gap[second]! >= 2 || site.tokens.gap[second - 1]! >= 2;
    if (lines || a.kind !== b.kind || a.kind === 'offset' || a.kind === 'part-of-day') return null;
    if (
      a.kind === 'date' &&
      b.kind === 'date' &&
      (a.month === null) !== (b.month === null) &&
      !(a.day !== null)
    )
      return null;
    if (a.kind === 'date' && b.kind === 'date' && a.year !== null && a.day !== null && b.day === null)
      return null;
  }
  return made;
}

export function open(site: Site): Expression | null {
  const side = site.param('side');
  let of: Expression | undefined = site.made('X')?.expression;
  if (site.has('D')) of = { kind: 'month-day', day: site.number('D'), which: 'bare' };
  if (site.has('H')) {
    const lead = site.items.from[site.item('H')]! - 1;
    if (
      site.isWord(site.to) &&
      site.tokens.gap[site.to]! < 2 &&
      (site.counted(site.to) || !site.flag(site.to, GRAMMAR))
    )
      return null;
    if (site.sign(site.to) === 0x25 || site.isNumber(site.to)) return null;
    if (site.word(lead) === 'a' && !site.accented(lead)) return null;
    if (site.word(lead) === 'as' && !site.accented(lead) && site.digits('H') === 0) return null;
    of = bareHour(site.number('H'));
  }
  if (!of) return null;
  // `desde segunda`: the last one.
  if (of.kind === 'weekday' && of.which === 'bare' && site.word(site.from) === 'desde')
    of = { ...of, which: 'last' };
  if (of.kind === 'offset' && of.by === 'counted' && side !== 'since' && side !== 'until' && side !== 'about')
    return null;
  if (
    side === 'after' &&
    /^depois$/.test(site.word(site.from)) &&
    site.to - site.from === 2 &&
    of.kind === 'weekday'
  )
    return null;
  return {
    kind: 'open',
    side: side === 'until' || side === 'since' || side === 'before' || side === 'after' ? side : 'about',
    of,
    ...(side === 'since' && (of.kind === 'date' ? of.year === null : of.kind === 'month-day')
      ? { toward: site.word(site.from) === 'desde' ? ('past' as const) : ('future' as const) }
      : {}),
  };
}
