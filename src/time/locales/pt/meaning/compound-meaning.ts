/** Meaning of simple expressions put together. */
import {
  type ClockExpression,
  type DateExpression,
  type Expression,
  PART_NAMES,
  UNIT_NAMES,
  type UnitName,
} from '../../../expression.ts';
import { GRAMMAR, MEASURE, maskOf } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';
import { isDay, unitOf } from '../../../slots.ts';
import { bareHour, hourInPart } from './clock-meaning.ts';

export function weekdayDate(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  const x = site.made('X')?.expression;
  if (w?.kind !== 'weekday' || x?.kind !== 'date') return null;
  if (listed(site)) return null;
  const date: DateExpression = { ...x, weekday: w.weekday };
  // `na última sexta-feira, 17 de maio`
  return w.which === 'bare' || w.which === 'that' || x.year !== null
    ? date
    : { kind: 'apposition', beside: w, named: date };
}

/** Another weekday goes on from the one that the match ends in: `amanhã, sexta e sábado`. */
function listed(site: Site): boolean {
  const { to } = site;
  const last = site.items.made[site.at + site.length - 1]?.expression;
  if (last?.kind !== 'weekday') return false;
  const and = site.word(to) === 'e' || site.word(to) === 'a' || site.sign(to) === 0x2c ? to + 1 : -1;
  return and > 0 && site.isWord(and) && (site.lexicon.lo[site.tokens.id[and]!]! & WEEKDAY_BIT) !== 0;
}

const WEEKDAY_BIT = maskOf(['WEEKDAY']).lo;

/** A number that ends the match is a day of the month: nothing that it counts, no clock and no chain of figures stands after it. */
function endsInDay(site: Site): boolean {
  const { to } = site;
  if (site.digits('D') === 0) return false;
  if (site.sign(to - 1) === 0x29) return true;
  if (
    site.isWord(to) &&
    site.tokens.gap[to]! < 2 &&
    (site.counted(to) || site.flag(to, MEASURE) || /^(h|hs|horas|de|do|da|e|a|por|mil)$/.test(site.word(to)))
  )
    return false;
  const sign = site.sign(to);
  if (sign === 0x25 || sign === 0xba || sign === 0xaa) return false;
  return !(/[:/.,-]/.test(String.fromCharCode(sign)) && site.isNumber(to + 1));
}

/** `hoje, quarta-feira, 22 de maio` */
export function apposedDay(site: Site): Expression | null {
  const beside = site.made('X')?.expression;
  if (beside?.kind !== 'offset' || beside.unit !== 'day' || listed(site)) return null;
  const w = site.made('W')?.expression;
  if (site.has('W') && w?.kind !== 'weekday') return null;
  const weekday = w?.kind === 'weekday' ? w.weekday : undefined;
  // `hoje na próxima sexta` is of two days.
  if (w?.kind === 'weekday' && w.which !== 'bare' && w.which !== 'this') return null;
  if (site.has('D')) {
    if (!endsInDay(site)) return null;
    return {
      kind: 'apposition',
      beside,
      named: { kind: 'month-day', day: site.number('D'), which: 'bare', ...(weekday ? { weekday } : {}) },
    };
  }
  const y = site.made('Y')?.expression;
  if (!site.has('Y')) return w?.kind === 'weekday' ? { kind: 'apposition', beside, named: w } : null;
  if (y?.kind !== 'date' || y.day === null) return null;
  return { kind: 'apposition', beside, named: y };
}

/** `no ano passado, 2023,`, `no mês passado (abril)` */
export function apposedUnit(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  const x = site.made('X')?.expression;
  if (r?.kind !== 'offset' || r.by !== 'aligned' || r.anchor !== 'dct') return null;
  if (x?.kind !== 'date' || x.day !== null || x.event !== undefined || x.kindOfYear) return null;
  if (r.unit === 'year' ? x.month !== null || x.year === null : r.unit !== 'month' || x.month === null)
    return null;
  // `no ano passado, 2023 alunos`
  if (site.sign(site.to - 1) !== 0x29 && site.isWord(site.to) && site.tokens.gap[site.to]! < 3) return null;
  return { kind: 'apposition', beside: r, named: x };
}

/** `no sábado e domingo, 25 e 26 de maio`, `no fim de semana de 25 e 26` */
export function apposedDays(site: Site): Expression | null {
  const v = site.made('V')?.expression;
  const w = site.made('W')?.expression;
  const r = site.made('R')?.expression;
  if (site.has('R') && (r?.kind !== 'offset' || r.unit !== 'weekend')) return null;
  if (site.has('V')) {
    if (v?.kind !== 'weekday' || w?.kind !== 'weekday' || w.weekday !== (v.weekday % 7) + 1) return null;
  }
  if (site.has('D')) {
    const first = site.number('D');
    const last = site.number('E');
    if (!endsInDay(site) || site.digits('E') === 0 || last !== first + 1) return null;
    return {
      kind: 'range',
      from: { kind: 'month-day', day: first, which: 'bare' },
      to: { kind: 'month-day', day: last, which: 'bare' },
    };
  }
  const from = site.made('X')?.expression;
  const to = site.made('Y')?.expression;
  if (from?.kind !== 'date' || to?.kind !== 'date' || from.day === null || to.day === null) return null;
  if (to.day !== from.day + 1 && to.day !== 1) return null;
  return { kind: 'range', from, to };
}

export function weekdayDay(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  if (w?.kind !== 'weekday') return null;
  const to = site.to;
  if (listed(site)) return null;
  // `na última sexta-feira (7)`; but `sexta passada, 7` counts something else.
  const dia = /\bdia\b/i.test(site.text.slice(site.tokens.start[site.from]!, site.tokens.end[to - 1]!));
  if (w.which === 'last' && site.sign(to - 1) !== 0x29 && !dia) return null;
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
  const lead = site.word(site.has('Z') ? site.from : site.from - 1);
  const which =
    w.which === 'next' || w.which === 'coming' || lead === 'proximo'
      ? 'next'
      : w.which === 'last' || w.which === 'before-last' || /^(ultimo|passado)$/.test(lead)
        ? 'last'
        : 'bare';
  return { kind: 'month-day', day: site.number('D'), weekday: w.weekday, which };
}

export function monthDay(site: Site): Expression | null {
  const to = site.to;
  if (site.isWord(to) && site.tokens.gap[to]! < 2 && site.counted(to)) return null;
  if (site.digits('D') === 0 && /^(um|uma)$/.test(site.word(to - 1))) return null;
  // `dia 31 de fevereiro`: there is none.
  if (/^(de|do)$/.test(site.word(to)) && isMonth(site, to + 1)) return null;
  if (site.named(site.from)) return null;
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[to - 1]!);
  const before = site.word(site.from - 1);
  const which =
    site.has('L') ||
    /passad|[uú]ltim|findo|pret[eé]rit/i.test(words) ||
    /^(passado|ultimo|preterito)$/.test(before)
      ? 'last'
      : site.has('N') || /próxim|proxim/i.test(words) || before === 'proximo'
        ? 'next'
        : 'bare';
  return {
    kind: 'month-day',
    day: site.number('D'),
    which,
    ...(/corrente|deste/i.test(words) ? { months: 0 } : /m[eê]s passado/i.test(words) ? { months: -1 } : {}),
  };
}

const MONTH_BIT = maskOf(['MONTH']).lo;

function isMonth(site: Site, token: number): boolean {
  return site.isWord(token) && (site.lexicon.lo[site.tokens.id[token]!]! & MONTH_BIT) !== 0;
}

export function dayOfMonth(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  if (r?.kind !== 'offset' || r.unit !== 'month' || r.by !== 'aligned') return null;
  // `dia 5 do mesmo mês`: of the month that the text speaks of.
  if (r.anchor === 'focus' && r.n === 0) return { kind: 'month-day', day: site.number('D'), which: 'bare' };
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
  const n = Number(site.param('n'));
  if (x?.kind === 'holiday') return { ...x, days: n };
  return x?.kind === 'date' && x.day !== null ? { kind: 'shift', unit: 'day', n, of: x } : null;
}

/** `ontem (21)`: the number says the same day again. */
export function numberedDay(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  if (x?.kind !== 'offset' || x.unit !== 'day') return null;
  return x;
}

/** `no próximo mês de junho`: the month by its name, on the side of the document's date that the words tell. */
export function monthBeside(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  const x = site.made('X')?.expression;
  if (r?.kind !== 'offset' || r.unit !== 'month' || r.by !== 'aligned' || Math.abs(r.n) > 1) return null;
  if (x?.kind !== 'date' || x.day !== null || x.month === null) return null;
  // `o último mês de 2013`, `mês seguinte de`
  if (x.year !== null || r.anchor === 'focus') return x;
  return { ...x, side: r.n < 0 ? 'past' : r.n > 0 ? 'future' : 'this' };
}

/** `na noite de 13 para 14 de junho` */
export function nightBetween(site: Site): Expression | null {
  const time = site.made('T')?.expression;
  if (time?.kind !== 'part-of-day' || (time.part !== 'evening' && time.part !== 'dawn')) return null;
  const second = time.part === 'dawn';
  if (site.has('W')) {
    const a = site.made('W')?.expression;
    const b = site.made('V')?.expression;
    const day = second ? b : a;
    if (!a || !b || !day || !isDay(a) || !isDay(b)) return null;
    if (second && b.kind === 'weekday' && a.kind === 'weekday' && b.weekday !== (a.weekday % 7) + 1)
      return null;
    return { kind: 'moment', day, time };
  }
  const x = site.made('X')?.expression;
  const first = site.number('D');
  if (site.has('E')) {
    const last = site.number('E');
    if (last !== first + 1 && last !== 1) return null;
    if (site.isWord(site.to) && site.counted(site.to)) return null;
    return { kind: 'moment', day: { kind: 'month-day', day: second ? last : first, which: 'bare' }, time };
  }
  if (!x || !isDay(x)) return null;
  if (second) return { kind: 'moment', day: x, time };
  return { kind: 'moment', day: { kind: 'shift', unit: 'day', n: -1, of: x }, time };
}

/** `na virada do século XIX para o XX`, `na passagem de 2023 para 2024` */
export function turn(site: Site): Expression | null {
  const from = site.made('X')?.expression;
  const to: Expression | undefined = site.has('N')
    ? { kind: 'century', century: site.number('N') }
    : site.made('Y')?.expression;
  if (!from || !to || from.kind !== to.kind) return null;
  if (from.kind === 'century' && to.kind === 'century' && to.century !== from.century + 1) return null;
  if (from.kind !== 'century' && from.kind !== 'decade' && from.kind !== 'date') return null;
  return { kind: 'range', from, to };
}

/** `há 1 ano, 2 meses e 3 dias`, `daqui a 2 semanas, 1 dia e 4 horas`: each counted from where the one before it ends. */
export function amountFromNow(site: Site): Expression | null {
  const d = site.made('D')?.expression;
  if (d?.kind !== 'duration' || d.approximate || d.amounts.length < 2) return null;
  const sign = Number(site.param('sign'));
  const hours = d.amounts.some(({ unit }) => UNIT_NAMES.indexOf(unit) < UNIT_NAMES.indexOf('day'));
  let of: Expression = hours
    ? { kind: 'now' }
    : { kind: 'offset', unit: 'day', n: 0, anchor: 'dct', by: 'aligned' };
  for (const { unit, n } of d.amounts) {
    if (n === null || !Number.isInteger(n)) return null;
    of = { kind: 'shift', unit, n: sign * n, of };
  }
  return of;
}

/** `no primeiro terço do século XX` */
export function third(site: Site): Expression | null {
  const of = site.made('X')?.expression;
  const n = site.has('L') ? 3 : site.number('N');
  const part = (['start', 'middle', 'end'] as const)[n - 1];
  return of && part ? { kind: 'edge', part, of } : null;
}

/** `os anos 20 do século passado`: the last century is the twentieth, whose decades need no name. */
export function decadeOfCentury(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  const r = site.made('R')?.expression;
  if (x?.kind !== 'decade' || r?.kind !== 'offset' || r.unit !== 'century') return null;
  return x;
}

const JUNE_SAINTS = /^(?:são-joão|são-pedro|santo-antónio)$/;

export function moment(site: Site): Expression | null {
  const t = site.made('T')?.expression;
  let day = site.made('X')?.expression;
  let time: Expression | undefined = site.has('C') ? { kind: 'part-of-day', part: 'morning' } : t;
  // `sábado cedo`, `ontem cedo`; not `chegou hoje cedo demais`.
  if (site.has('C') && /^(demais|ou)$/.test(site.word(site.to))) return null;
  if (site.has('W')) {
    // `na manhã desta quarta-feira (12)`
    day = (site.has('D') ? weekdayDay(site) : weekdayDate(site)) ?? undefined;
    return day && (time?.kind === 'part-of-day' || time?.kind === 'clock')
      ? { kind: 'moment', day, time }
      : null;
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
    // `sete do dia 15`, `10 de quinta` need their `às`.
    if (site.items.from[site.item('H')] === site.from && !/^(as|pelas)$/.test(site.word(site.from - 1)))
      return null;
    time = bareHour(hour);
  }
  if (!day || !time || (time.kind !== 'clock' && time.kind !== 'part-of-day')) return null;
  if (!isDay(day) || endsRange(site)) return null;
  // The night of a saint of June is that in which his day begins.
  if (
    day.kind === 'holiday' &&
    JUNE_SAINTS.test(day.name) &&
    time.kind === 'part-of-day' &&
    time.part === 'evening'
  )
    day = { ...day, days: -1 };
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

/** `de segunda a sexta, das 8h às 18h`, `de 10 a 12 de junho, às 19h`: the hours are of all the days, not of the last. */
function endsRange(site: Site): boolean {
  const x = site.item('X');
  if (x !== site.at || x < 2) return false;
  const last = site.made('X')?.expression;
  let k = x - 1;
  const word = (item: number): string => (item < 0 ? '' : site.word(site.items.from[item]!));
  const linked = (item: number): boolean =>
    /^(a|ao|ate|aos)$/.test(word(item)) || (item >= 0 && site.sign(site.items.from[item]!) === 0x2d);
  if (word(k) === 'dia') k--;
  if (/^(o|ao)$/.test(word(k)) && /^(ate|e)$/.test(word(k - 1))) k--;
  const and = word(k) === 'e';
  if (k < 1 || !(linked(k) || and)) return false;
  let first = k - 1;
  const before = site.items.made[first]?.expression;
  if (last?.kind === 'weekday') return before?.kind === 'weekday';
  if (last?.kind !== 'date' && last?.kind !== 'month-day') return false;
  const day = before?.kind === 'date' || before?.kind === 'month-day';
  if (!day && !(site.items.made[first] === null && (site.items.lo[first]! & DAY_BIT) !== 0)) return false;
  if (!and) return true;
  if (word(first - 1) === 'dia') first--;
  return /^(entre|dias)$/.test(word(first - 1)) || (word(first - 1) === 'os' && word(first - 2) === 'entre');
}

const DAY_BIT = maskOf(['DAY']).lo;

/** `10 de maio, das 13h30 às 17h30`. */
export function momentRange(site: Site): Expression | null {
  const day = site.made('X')?.expression;
  const b = site.made('V')?.expression;
  // `amanhã 14-16h`, `dia 5, das 9 às 18h`
  let a = site.made('T')?.expression;
  if (a?.kind === 'duration') {
    const amount = a.amounts.length === 1 ? a.amounts[0]! : null;
    a = amount?.unit === 'hour' && amount.n !== null && amount.n <= 24 ? bareHour(amount.n) : undefined;
    if (
      a?.kind === 'clock' &&
      b?.kind === 'clock' &&
      b.hour > 12 &&
      a.hour + 12 < b.hour &&
      /pm|p\.|tarde|noite/i.test(site.raw('V'))
    )
      a = { ...a, hour: a.hour + 12 };
  }
  // `amanhã, entre 9 e 11`
  if (site.has('H') && site.has('I')) {
    const { to } = site;
    if (!day || !isDay(day) || endsRange(site) || site.number('H') > 24 || site.number('I') > 24) return null;
    if (
      site.isNumber(to) ||
      site.sign(to) === 0x25 ||
      (site.isWord(to) && (site.counted(to) || site.word(to) === 'de'))
    )
      return null;
    return {
      kind: 'range',
      from: { kind: 'moment', day, time: bareHour(site.number('H')) },
      to: { kind: 'moment', day, time: bareHour(site.number('I')) },
    };
  }
  // `sexta-feira 23 às 4` may be the 23rd.
  const numbered = site.has('H') && !site.has('L') && site.item('X') === site.at && day?.kind === 'weekday';
  if (numbered && site.sign(site.items.to[site.item('H')]!) === 0) return null;
  if (site.has('H') && b?.kind === 'clock') {
    const bare = bareHour(site.number('H'));
    a =
      b.hour > 12 && !b.dial && bare.hour + 12 < b.hour && /pm|p\.|tarde|noite/i.test(site.raw('V'))
        ? { ...bare, hour: bare.hour + 12 }
        : bare;
  }
  if (!day || !isDay(day) || endsRange(site) || a?.kind !== 'clock' || b?.kind !== 'clock') return null;
  return { kind: 'range', from: { kind: 'moment', day, time: a }, to: { kind: 'moment', day, time: b } };
}

export function shift(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  const x = site.made('X')?.expression;
  if (!x || r?.kind !== 'offset' || r.anchor !== 'focus') return null;
  const link = site.items.to[site.item('R')]!;
  // `no dia seguinte ao Natal`, `no ano anterior a 1974`
  if (r.by === 'aligned') {
    const said = /^(seguinte|subsequente|posterior|anterior|precedente)$/.test(site.word(link - 1));
    if (!said || !/^(a|ao|aos)$/.test(site.word(link))) return null;
    return { kind: 'shift', unit: r.unit, n: r.n, of: x };
  }
  const after = site.word(link - 1) === 'apos';
  if (!after && !/^(de|do|da)$/.test(site.word(link))) return null;
  return { kind: 'shift', unit: r.unit, n: r.n, of: x };
}

export function edge(site: Site): Expression | null {
  if (!site.has('T') && (site.has('V') || site.has('W'))) {
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
  // `início desta semana` brings its preposition along.
  if (
    site.items.from[site.item('X')]! - site.items.from[site.item('E')]! === 1 &&
    x.expression.kind !== 'date' &&
    !/^(deste|desta|desse|dessa|daquele|daquela)$/.test(site.word(site.items.from[site.item('X')]!))
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
  if (site.has('V')) {
    // `primeiro dia do ano`, `segunda semana do mês`; `o último ano da década` is seldom of this one.
    const r0 = site.made('R')?.expression;
    const unit = r0?.kind === 'offset' ? r0.unit : unitOf(site, 'U');
    const whole = unitOf(site, 'V');
    // `última semana do mês` was read as the week before this one.
    const r = site.made('R')?.expression;
    if (
      site.has('R') &&
      (r?.kind !== 'offset' || r.by !== 'aligned' || r.n !== -1 || !/^[uú]ltim/i.test(site.raw('R')))
    )
      return null;
    // `os primeiros nove meses do ano`, `nos nove primeiros meses do ano`
    if (site.has('Q') || site.has('C')) {
      const q = site.made('Q')?.expression;
      const amount =
        q?.kind === 'duration' && q.amounts.length === 1
          ? q.amounts[0]
          : site.has('C')
            ? { unit, n: site.number('C') }
            : undefined;
      if (!amount || amount.n === null || !Number.isInteger(amount.n) || site.number('N') !== 1) return null;
      if (UNIT_NAMES.indexOf(amount.unit) < 3 || UNIT_NAMES.indexOf(amount.unit) >= UNIT_NAMES.indexOf(whole))
        return null;
      if (amount.n < 1 || amount.n > 366) return null;
      return { kind: 'nth', unit: amount.unit, n: 1, count: amount.n, of: unitOfText(whole) };
    }
    const n = site.has('L') || site.has('R') ? -1 : site.number('N');
    if (UNIT_NAMES.indexOf(unit) < 3 || UNIT_NAMES.indexOf(unit) >= UNIT_NAMES.indexOf(whole)) return null;
    if (!/^(week|month|year|semester|quarter)$/.test(whole) || n === 0 || n > 31) return null;
    return { kind: 'nth', unit, n, count: 1, of: unitOfText(whole) };
  }
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

/** The month or the year that the text speaks of, or else this one. */
function unitOfText(unit: UnitName): Expression {
  return { kind: 'offset', unit, n: 0, anchor: 'focus', by: 'aligned', loose: true };
}

/** `segundo fim de semana de maio`, `último fim de semana do ano`. */
export function nthWeekend(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  if (r?.kind !== 'offset' || r.unit !== 'weekend') return null;
  const of = site.has('U') ? unitOfText(unitOf(site, 'U')) : site.made('X')?.expression;
  if (!of || (of.kind === 'date' && of.day !== null)) return null;
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!);
  const last = site.has('L') || (!site.has('N') && /^[uú]ltim/i.test(words));
  if (!site.has('N') && !last) return null;
  const n = last ? (/^pen/i.test(words) ? -2 : -1) : site.number('N');
  if (n === 0 || n > 5 || (site.has('N') && r.n !== 0)) return null;
  return { kind: 'nth-weekday', weekday: 6, n, of, weekend: true };
}

/** `a segunda depois do Natal`, `o sábado antes da Páscoa`. */
export function weekdayCounted(site: Site): Expression | null {
  const of = site.made('X')?.expression;
  const w = site.made('W')?.expression;
  if (!of || (of.kind !== 'now' && !isDay(of)) || w?.kind !== 'weekday' || w.which !== 'bare') return null;
  const count = site.has('N') ? site.number('N') : 1;
  if (count < 1 || count > 60) return null;
  return { kind: 'counted-weekday', weekday: w.weekday, n: site.has('B') ? -count : count, of };
}

/** `o dia depois do Natal`, `a semana seguinte ao Carnaval`, `2 dias a seguir a sexta`. */
export function shiftDay(site: Site): Expression | null {
  const of = site.made('X')?.expression;
  if (!of || (!isDay(of) && of.kind !== 'now')) return null;
  const sign = site.has('B') ? -1 : 1;
  if (site.has('D')) {
    const d = site.made('D')?.expression;
    const amount = d?.kind === 'duration' && d.amounts.length === 1 ? d.amounts[0]! : null;
    if (amount === null || amount.n === null || !Number.isInteger(amount.n)) return null;
    if (site.made('D')?.pattern === 'duration.workdays')
      return { kind: 'workday', n: sign * amount.n, of, within: false };
    return { kind: 'shift', unit: amount.unit, n: sign * amount.n, of };
  }
  return { kind: 'shift', unit: 'day', n: sign, of };
}

/** `5.º dia útil de maio`, `último dia útil do mês`. */
export function workdayOf(site: Site): Expression | null {
  const of = site.has('U') ? unitOfText(unitOf(site, 'U')) : site.made('X')?.expression;
  if (!of) return null;
  if (isDay(of)) return null;
  const n = site.has('L') ? (/^pen/i.test(site.raw('L')) ? -2 : -1) : site.number('N');
  return n === 0 || n > 260 ? null : { kind: 'workday', n, of, within: true };
}

/** `a semana de 15 de janeiro`, `na semana do Carnaval`. */
export function weekOf(site: Site): Expression | null {
  const of = site.made('X')?.expression;
  return of && isDay(of) ? { kind: 'week-of', of } : null;
}

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
    ? unitOfText(unitOf(site, 'U'))
    : site.made('X')?.expression;
  if (w?.kind !== 'weekday' || !of || (of.kind !== 'date' && of.kind !== 'offset')) return null;
  if (of.kind === 'offset' && of.unit !== 'month' && of.unit !== 'year') return null;
  if (of.kind === 'date' && of.day !== null) return null;
  // `último domingo de outubro` was read as the Sunday before this one.
  const raw = site.raw('W');
  const ofLast =
    !site.has('N') && (w.which === 'last' || w.which === 'before-last') && !/passad|retrasad/i.test(raw);
  const last = site.has('L') || ofLast;
  if (!site.has('N') && !last) return null;
  const n = last ? (/^pen/i.test(site.has('L') ? site.raw('L') : raw) ? -2 : -1) : site.number('N');
  if (n === 0 || n > 5) return null;
  return { kind: 'nth-weekday', weekday: w.weekday, n, of };
}

export function isoWeek(site: Site): Expression | null {
  const week = site.number('N');
  if (week < 1 || week > 53) return null;
  if (!site.has('X')) {
    // `semana 32`; of a course or a pregnancy something says so: `semana 3 do curso`, `semana 2: revisão`.
    if (site.digits('N') === 0 || /^(de|do|da|dos|das)$/.test(site.word(site.to))) return null;
    if (site.sign(site.to) === 0x3a || site.sign(site.to) === 0x2d || site.isNumber(site.to)) return null;
    if (site.capital(site.from) && !site.opens(site.from)) return null;
    if (site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && !site.flag(site.to, GRAMMAR)) return null;
  }
  return { kind: 'iso-week', week, of: site.made('X')?.expression ?? null };
}
