/** Meaning of simple expressions put together. */
import { type ClockExpression, type Expression, PART_NAMES, UNIT_NAMES } from '../../../expression.ts';
import { MEASURE, maskOf } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';
import { isDay, unitOf } from '../../../slots.ts';
import { bareHour, hourInPart } from './clock-meaning.ts';

export function weekdayDate(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  const x = site.made('X')?.expression;
  if (w?.kind !== 'weekday' || x?.kind !== 'date') return null;
  return { ...x, weekday: w.weekday };
}

export function weekdayDay(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  if (w?.kind !== 'weekday') return null;
  const to = site.to;
  // `na última sexta-feira (7)`; but `sexta passada, 7` counts something else.
  if (w.which === 'last' && site.sign(to - 1) !== 0x29) return null;
  if (
    site.digits('D') === 0 &&
    !/dia/i.test(site.text.slice(site.tokens.start[site.from]!, site.tokens.end[to - 1]!))
  )
    return null;
  if (
    site.isWord(to) &&
    site.tokens.gap[to]! < 2 &&
    (site.counted(to) || site.flag(to, MEASURE) || /^(h|hs|horas|de|a)$/.test(site.word(to)))
  )
    return null;
  if (
    (site.sign(to) === 0x3a || site.sign(to) === 0x2f || site.sign(to) === 0x2d || site.sign(to) === 0x2e) &&
    site.isNumber(to + 1)
  )
    return null;
  const dia = /\bdia\b/i.test(site.text.slice(site.tokens.start[site.from]!, site.tokens.end[to - 1]!));
  return { kind: 'month-day', day: site.number('D'), weekday: w.weekday, which: dia ? 'bare' : 'bare' };
}

export function monthDay(site: Site): Expression | null {
  const to = site.to;
  if (site.isWord(to) && site.tokens.gap[to]! < 2 && site.counted(to)) return null;
  if (site.digits('D') === 0 && /^(um|uma)$/.test(site.word(to - 1))) return null;
  if (site.named(site.from)) return null;
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[to - 1]!);
  const before = site.word(site.from - 1);
  const which =
    site.has('N') || /próxim|proxim/i.test(words) || before === 'proximo'
      ? 'next'
      : site.has('L') || /passad|[uú]ltim/i.test(words) || before === 'passado' || before === 'ultimo'
        ? 'last'
        : 'bare';
  return {
    kind: 'month-day',
    day: site.number('D'),
    which,
    ...(/corrente|deste/i.test(words) ? { months: 0 } : /m[eê]s passado/i.test(words) ? { months: -1 } : {}),
  };
}

export function dayOfMonth(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  if (r?.kind !== 'offset' || r.unit !== 'month' || r.by !== 'aligned') return null;
  return { kind: 'month-day', day: site.number('D'), which: 'bare', months: r.n };
}

export function same(site: Site): Expression | null {
  const x = site.made('X')?.expression ?? null;
  if (!x) return null;
  if (site.has('R')) {
    const r = site.made('R')?.expression;
    if (r?.kind !== 'offset' || r.unit !== 'year') return null;
  }
  const first = site.word(site.from);
  if (
    /^(ano|anos|exercicio|periodo|trienio|bienio|quadrienio|quinquenio|temporada|epoca|safra)$/.test(first) &&
    x.kind === 'range' &&
    x.from.kind === 'date' &&
    x.from.day !== null &&
    first !== 'periodo'
  )
    return null;
  if ((first === 'mes' || first === 'meses') && x.kind === 'range' && x.from.kind !== 'date') return null;
  const lead = /^(ultimo|passado)$/.test(first) ? 'past' : /^proximo$/.test(first) ? 'future' : undefined;
  if (lead && x.kind === 'date' && x.year === null) return { ...x, side: lead };
  return x;
}

export function yearOf(site: Site): Expression | null {
  const y = site.made('Y')?.expression;
  const x = site.made('X')?.expression;
  if (!x || y?.kind !== 'offset' || y.unit !== 'year') return null;
  if (x.kind === 'date' && x.year === null) return { ...x, yearOf: y };
  if ((x.kind === 'holiday' || x.kind === 'season') && x.year === null) return { ...x, yearOf: y };
  if (x.kind === 'nth' && x.of === null) return { ...x, of: y };
  return null;
}

export function yearShift(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  const n = Number(site.param('n'));
  const side = n < 0 ? 'past' : n > 0 ? 'future' : 'this';
  if ((x?.kind === 'date' && x.year === null) || (x?.kind === 'holiday' && x.year === null))
    return { ...x, side };
  return null;
}

export function holidayYear(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  const y = site.made('Y')?.expression;
  if (x?.kind !== 'holiday' || y?.kind !== 'date' || y.month !== null) return null;
  return { ...x, year: y.year };
}

export function eve(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  if (x?.kind === 'holiday') return { ...x, days: -1 };
  return x?.kind === 'date' && x.day !== null ? { kind: 'shift', unit: 'day', n: -1, of: x } : null;
}

export function moment(site: Site): Expression | null {
  const t = site.made('T')?.expression;
  let day = site.made('X')?.expression;
  let time: Expression | undefined = t;
  if (site.has('W')) {
    // `na manhã desta quarta-feira (12)`
    day = weekdayDay(site) ?? undefined;
    return day && time?.kind === 'part-of-day' ? { kind: 'moment', day, time } : null;
  }
  if (site.has('Q')) {
    // `19 horas 22/12/2016`
    const q = site.made('Q')?.expression;
    const amount = q?.kind === 'duration' && q.amounts.length === 1 ? q.amounts[0] : undefined;
    if (amount?.unit !== 'hour' || amount.n === null || amount.n > 24 || !Number.isInteger(amount.n))
      return null;
    time = { kind: 'clock', hour: amount.n, minute: null, second: null };
  }
  if (site.has('H')) {
    const { to } = site;
    const hour = site.number('H');
    if (hour > 24) return null;
    if (site.isWord(to) && site.tokens.gap[to]! < 2 && site.items.from[site.item('H')]! === to - 1) {
      if (site.counted(to) || site.flag(to, MEASURE) || /^(de|do)$/.test(site.word(to))) return null;
    }
    if (
      site.isNumber(to) ||
      ((site.sign(to) === 0x2f || site.sign(to) === 0x3a || site.sign(to) === 0x2d) && site.isNumber(to + 1))
    )
      return null;
    const link = site.items.from[site.item('H')]! - 1;
    if (site.items.from[site.item('H')]! > site.from && site.word(link) === 'a' && !site.accented(link))
      return null;
    if (site.has('D')) day = { kind: 'month-day', day: site.number('D'), which: 'bare' };
    // `sete do dia 15` needs its `às`.
    if (site.items.from[site.item('H')] === site.from && site.word(site.from - 1) !== 'as') return null;
    time = bareHour(hour);
  }
  if (!day || !time || (time.kind !== 'clock' && time.kind !== 'part-of-day')) return null;
  if (!isDay(day) || endsWeekdays(site)) return null;
  return { kind: 'moment', day, time };
}

/** `esta noite às 8`, `amanhã pela manhã às 7`, `à tarde, às 5`: the part of the day settles the half of the dial. */
export function partAndClock(site: Site): Expression | null {
  let time = site.made('T')?.expression;
  if (site.has('H')) {
    const { to } = site;
    const hour = site.number('H');
    if (
      site.isWord(to) &&
      site.tokens.gap[to]! < 2 &&
      (site.counted(to) || site.flag(to, MEASURE) || /^(de|do)$/.test(site.word(to)))
    )
      return null;
    if (site.isNumber(to) || hour > 24) return null;
    time = bareHour(hour);
  }
  const x = site.made('X')?.expression;
  const p = site.made('P')?.expression;
  if (x?.kind === 'moment' && x.time.kind === 'clock' && p?.kind === 'part-of-day') {
    // `5:00 do domingo à tarde`
    if (x.time.hour > 12) return null;
    return {
      ...x,
      time: {
        kind: 'clock',
        hour: hourInPart(x.time.hour, PART_NAMES.indexOf(p.part)),
        minute: x.time.minute,
        second: x.time.second,
      },
    };
  }
  if (time?.kind !== 'clock') return null;
  const part =
    x?.kind === 'moment' && x.time.kind === 'part-of-day'
      ? x.time.part
      : p?.kind === 'part-of-day'
        ? p.part
        : null;
  if (part === null) return null;
  const settled: ClockExpression = {
    kind: 'clock',
    hour: hourInPart(time.hour, PART_NAMES.indexOf(part)),
    minute: time.minute,
    second: time.second,
  };
  return x?.kind === 'moment' ? { ...x, time: settled } : settled;
}

/** `de segunda a sexta, das 8h às 18h`: the hours are of all the days, not of the last. */
function endsWeekdays(site: Site): boolean {
  const x = site.item('X');
  if (x !== site.at || x < 2 || site.made('X')?.expression.kind !== 'weekday') return false;
  const link = site.items.from[x]! - 1;
  return (
    site.items.made[x - 2]?.expression.kind === 'weekday' &&
    (/^(a|ate)$/.test(site.word(link)) || site.sign(link) === 0x2d || site.sign(link) === 0x2013)
  );
}

/** `10 de maio, das 13h30 às 17h30`. */
export function momentRange(site: Site): Expression | null {
  const day = site.made('X')?.expression;
  const a = site.made('T')?.expression;
  const b = site.made('V')?.expression;
  if (!day || !isDay(day) || endsWeekdays(site) || a?.kind !== 'clock' || b?.kind !== 'clock') return null;
  return { kind: 'range', from: { kind: 'moment', day, time: a }, to: { kind: 'moment', day, time: b } };
}

export function shift(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  const x = site.made('X')?.expression;
  if (!x || r?.kind !== 'offset' || r.by !== 'counted' || r.anchor !== 'focus') return null;
  const link = site.items.to[site.item('R')]!;
  const after = site.word(link - 1) === 'apos';
  if (!after && !/^(de|do|da)$/.test(site.word(link))) return null;
  return { kind: 'shift', unit: r.unit, n: r.n, of: x };
}

export function edge(site: Site): Expression | null {
  if (site.has('V') || site.has('W')) {
    // `últimos dias de 1999`, `primeiros meses de 2020`: an end of the period, not the days before today.
    const v = site.made('V');
    const of = site.made('X')?.expression;
    if (!of || (v && (v.pattern !== 'window.last-vague' || /passad/i.test(site.raw('V'))))) return null;
    return { kind: 'edge', part: v ? 'end' : 'start', of };
  }
  const part = (['start', 'middle', 'end'] as const)[site.value('E')]!;
  if (site.has('T')) {
    const of = moment(site);
    return of ? { kind: 'edge', part, of } : null;
  }
  if (site.has('U')) {
    const unit = unitOf(site, 'U');
    if (!/^(month|year|century|decade|day|week|quarter|semester)$/.test(unit)) return null;
    if (unit === 'week' && part === 'end') return null;
    if (unit === 'day' && !/d[oa]/i.test(site.word(site.from + 1))) return null;
    return {
      kind: 'edge',
      part,
      of: {
        kind: 'offset',
        unit,
        n: 0,
        anchor: unit === 'century' || unit === 'decade' ? 'dct' : 'focus',
        by: 'aligned',
        loose: true,
      },
    };
  }
  const x = site.made('X');
  if (!x) return null;
  if (x.expression.kind === 'date' && x.expression.day !== null) return null;
  if (
    site.items.from[site.item('X')]! - site.items.from[site.item('E')]! === 1 &&
    x.expression.kind !== 'date'
  )
    return null;
  // `final de 1998` may be a match of football; the period is the same. `fim de 10 meses` is not a period.
  return { kind: 'edge', part, of: x.expression };
}

export function half(site: Site): Expression | null {
  const n = site.has('N') ? site.number('N') : 0;
  const of: Expression | undefined = site.has('U')
    ? { kind: 'offset', unit: unitOf(site, 'U'), n: 0, anchor: 'focus', by: 'aligned', loose: true }
    : site.made('X')?.expression;
  if (!of || n > 2) return null;
  return { kind: 'edge', part: n === 0 ? 'middle' : n === 1 ? 'first-half' : 'second-half', of };
}

/** `terceiro quartel do século XVIII` */
export function quarter(site: Site): Expression | null {
  const of = site.made('X')?.expression;
  const n = site.has('L') ? 4 : site.number('N');
  const parts = ['first-quarter', 'second-quarter', 'third-quarter', 'last-quarter'] as const;
  if (!of || n < 1 || n > 4) return null;
  return { kind: 'edge', part: parts[n - 1]!, of };
}

/** `no fim do século XVIII e início do XIX`: a numeral alone is a century where one was just named. */
export function ellipticCentury(site: Site): Expression | null {
  const n = site.number('N');
  if (n < 1 || n > 21) return null;
  let named = false;
  for (let i = site.at - 1; !named && i >= 0 && i >= site.at - 6; i--) {
    let e = site.items.made[i]?.expression;
    if (e?.kind === 'edge') e = e.of;
    named = e?.kind === 'century';
  }
  if (!named) return null;
  const of: Expression = { kind: 'century', century: n };
  if (!site.has('H'))
    return { kind: 'edge', part: (['start', 'middle', 'end'] as const)[site.value('E')]!, of };
  const half = site.number('H');
  return half > 2 ? null : { kind: 'edge', part: half === 1 ? 'first-half' : 'second-half', of };
}

export function nth(site: Site): Expression | null {
  let of = site.made('X')?.expression ?? null;
  if (site.has('R')) {
    const next = site.items.from[site.item('X')]!;
    if (
      site.items.to[site.item('R')]! === next &&
      of?.kind === 'offset' &&
      !/^(deste|desta)$/.test(site.word(next))
    )
      return null;
    // `último mês de 2013` was read as the month before this one.
    const r = site.made('R')?.expression;
    if (!of || r?.kind !== 'offset' || r.by !== 'aligned' || r.n !== -1 || r.anchor !== 'dct') {
      if (!of || r?.kind !== 'window' || r.n > 0) return null;
      if (of.kind === 'offset' && of.unit !== 'year') return null;
      return { kind: 'nth', unit: r.unit, n: -1, count: -r.n, of };
    }
    const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!);
    if (!/[uú]ltim/i.test(words) || UNIT_NAMES.indexOf(r.unit) >= UNIT_NAMES.indexOf('year')) return null;
    return { kind: 'nth', unit: r.unit, n: -1, count: 1, of };
  }
  if (site.has('Q')) {
    const q = site.made('Q')?.expression;
    const amount = q?.kind === 'duration' && q.amounts.length === 1 ? q.amounts[0] : undefined;
    if (!of || !amount || amount.n === null || !Number.isInteger(amount.n) || site.number('N') !== 1)
      return null;
    if (of.kind === 'offset' && UNIT_NAMES.indexOf(of.unit) <= UNIT_NAMES.indexOf(amount.unit)) return null;
    return { kind: 'nth', unit: amount.unit, n: 1, count: amount.n, of };
  }
  const unit = unitOf(site, 'U');
  const index = UNIT_NAMES.indexOf(unit);
  const n = site.has('L') ? -1 : site.number('N');
  const count = site.has('C') ? site.number('C') : 1;
  if (n === 0 || Math.abs(n) > 53 || count < 1 || count > 400) return null;
  if (unit === 'day' && !of) return null;
  if (index < 3) return null;
  if (!of) {
    // Alone only what divides the year: `segundo trimestre`.
    if (!/^(bimester|quarter|fourmonths|semester)$/.test(unit)) return null;
    if (n > 6) return null;
    return { kind: 'nth', unit, n, count, of: null };
  }
  if (site.has('N') && (site.items.lo[site.item('N')]! & ORD_BIT) === 0) return null;
  if (of.kind === 'offset' && of.anchor === 'focus' && of.by === 'counted') return null;
  if (of.kind === 'offset' && UNIT_NAMES.indexOf(of.unit) <= index) of = null;
  if (!of || unit === 'year') return null;
  return { kind: 'nth', unit, n, count, of };
}

const ORD_BIT = maskOf(['ORD']).lo;

/** `1º e 2º semestres de 2017`. */
export function nthRange(site: Site): Expression | null {
  const of = site.made('X')?.expression;
  const unit = unitOf(site, 'U');
  const a = site.number('N');
  const b = site.number('M');
  if (!of || a < 1 || b <= a || b > 12 || !/^(month|bimester|quarter|fourmonths|semester)$/.test(unit))
    return null;
  return {
    kind: 'range',
    from: { kind: 'nth', unit, n: a, count: 1, of },
    to: { kind: 'nth', unit, n: b, count: 1, of },
  };
}

export function nthWeekday(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  const of: Expression | undefined = site.has('U')
    ? { kind: 'offset', unit: 'month', n: 0, anchor: 'focus', by: 'aligned', loose: true }
    : site.made('X')?.expression;
  if (w?.kind !== 'weekday' || !of || (of.kind !== 'date' && of.kind !== 'offset')) return null;
  if (of.kind === 'offset' && of.unit !== 'month') return null;
  // `último domingo de outubro` was read as the Sunday before this one.
  const last = site.has('L') || (!site.has('N') && w.which === 'last' && !/passad/i.test(site.raw('W')));
  if (!site.has('N') && !last) return null;
  const n = last ? -1 : site.number('N');
  if (n === 0 || n > 5) return null;
  return { kind: 'nth-weekday', weekday: w.weekday, n, of };
}

export function isoWeek(site: Site): Expression | null {
  const week = site.number('N');
  if (week < 1 || week > 53 || !site.has('X')) return null;
  return { kind: 'iso-week', week, of: site.made('X')?.expression ?? null };
}
