/** Meaning of durations and frequencies. */
import { isRealDay } from '../../../calendar.ts';
import { type Expression, UNIT_NAMES, type UnitName } from '../../../expression.ts';
import { GRAMMAR, maskOf } from '../../../lexicon.ts';
import { periodCodeOf } from '../../../period-code.ts';
import type { Site } from '../../../site.ts';
import { HALF_OF, unitOf } from '../../../slots.ts';
import { FIXED_FEASTS } from '../holidays.ts';
import { lasts } from './clock-meaning.ts';

export function duration(site: Site): Expression | null {
  const { from, to } = site;
  if (site.has('X'))
    return {
      kind: 'duration',
      amounts: [{ unit: unitOf(site, 'X'), n: site.word(from) === 'meia' ? 6 : 2 }],
      approximate: true,
    };
  if (site.has('F')) {
    const unit = unitOf(site, 'U');
    if (unit === 'day' || unit === 'second' || unit === 'week') return null;
    return { kind: 'duration', amounts: [{ unit, n: 0.5 }] };
  }
  if (site.has('Q')) {
    // `um quarto de hora`, `três quartos de hora`
    const quarters = site.number('Q');
    return quarters < 1 || quarters > 3
      ? null
      : { kind: 'duration', amounts: [{ unit: 'minute', n: 15 * quarters }] };
  }
  const amounts: { unit: UnitName; n: number | null }[] = [];
  // `hora e meia`: one.
  const n = site.has('O') ? site.number('O') : site.has('N') ? site.number('N') : 1;
  if (!site.has('N') && !/^(hour|month|year|century)$/.test(unitOf(site, 'U'))) return null;
  if (site.has('M')) {
    const scale = /^bi/i.test(site.raw('M')) ? 1e9 : 1e6;
    return { kind: 'duration', amounts: [{ unit: unitOf(site, 'U'), n: n * scale }] };
  }
  if (site.has('V') && !site.has('U')) {
    const unit = /^m/i.test(site.raw('V')) ? 'minute' : /^s/i.test(site.raw('V')) ? 'second' : 'hour';
    amounts.push({ unit, n });
  } else if (!site.has('U')) {
    // `3h20` is an hour of the day unless something says that it lasts.
    if (!/^m/.test(site.word(to - 1)) && !lasts(site)) return null;
    if (site.number('K') > 59) return null;
    amounts.push({ unit: 'hour', n }, { unit: 'minute', n: site.number('K') });
  } else {
    const unit = unitOf(site, 'U');
    const singular = (site.items.lo[site.item('U')]! & UNIT_BIT) !== 0;
    // `um segundo grupo`, `dois segundo`: the ordinal.
    if (unit === 'second' && singular && site.word(to - 1) !== 'seg' && (site.isWord(to) || n !== 1))
      return null;
    if (
      unit === 'day' &&
      singular &&
      n === 1 &&
      !site.has('G') &&
      !site.has('K') &&
      site.isWord(to) &&
      /^(em|destes|desses)$/.test(site.word(to))
    )
      return null;
    // `1,5 hora`
    if (singular && n >= 2 && unit !== 'minute') return null;
    if (unit === 'century' && site.word(to - 1) === 'sec') return null;
    amounts.push({ unit, n: site.has('G') ? n + 0.5 : n });
    if (site.has('K') && site.has('V')) amounts.push({ unit: unitOf(site, 'V'), n: site.number('K') });
    if (site.has('I')) amounts.push({ unit: unitOf(site, 'J'), n: site.number('I') });
    if (site.has('G') && !HALF_OF[unit] && unit !== 'week') return null;
  }
  if (
    site.has('K') &&
    site.has('V') &&
    UNIT_NAMES.indexOf(amounts[0]!.unit) <= UNIT_NAMES.indexOf(amounts[1]!.unit)
  )
    return null;
  if (amounts.some((a) => a.n !== null && (a.n < 0 || a.n > 1e7))) return null;
  return { kind: 'duration', amounts, ...(site.has('O') ? { approximate: true } : {}) };
}

const UNIT_BIT = maskOf(['UNIT']).lo;

export function vagueDuration(site: Site): Expression | null {
  // `por horas extras`, `durante anos a fio`: the first are of another kind.
  if (site.terminal.behind > 0 && site.isWord(site.to) && site.counted(site.to)) return null;
  // `ao longo dos anos 70`, `durante anos setenta`: those of a decade.
  if (site.word(site.to - 1) === 'anos' && numbered(site, site.to)) return null;
  return {
    kind: 'duration',
    amounts: [{ unit: site.has('U') ? unitOf(site, 'U') : 'day', n: null }],
    approximate: true,
  };
}

/** A number in figures or in words. */
function numbered(site: Site, token: number): boolean {
  return site.isNumber(token) || (site.isWord(token) && site.lexicon.numbers[site.tokens.id[token]!]! > 9);
}

const MONTH_BIT = maskOf(['MONTH']).lo;

/** `todo o ano de 2023`, `todo o mês de maio`, `toda a década de 80`, `todo o século XX`: the whole of the one that is named. */
function wholeOfOne(site: Site, unit: UnitName): boolean {
  const { to } = site;
  if (unit === 'century' && (site.roman(to) || site.isNumber(to))) return true;
  if (!/^(de|do|da|dos)$/.test(site.word(to))) return false;
  if (unit === 'month')
    return site.isWord(to + 1) && (site.lexicon.lo[site.tokens.id[to + 1]!]! & MONTH_BIT) !== 0;
  return /^(year|decade|week)$/.test(unit) && numbered(site, to + 1);
}

export function whole(site: Site): Expression | null {
  return {
    kind: 'duration',
    amounts: [{ unit: site.has('U') ? unitOf(site, 'U') : 'hour', n: site.has('U') ? 1 : null }],
    approximate: true,
  };
}

export function set(site: Site): Expression | null {
  const value = String(site.param('value'));
  // `Diário da República`, `o Semanal`: the name of a paper.
  if (site.capital(site.from) && (!site.opens(site.from) || site.capital(site.to))) return null;
  if (/^diari[oa]s?$/.test(site.word(site.from)) && site.capital(site.from)) return null;
  // `os diários oficiais`, `dos diários coletados`: papers.
  if (
    /^(os|nos|dos|aos|pelos|uns|seus|meus|esses|estes|varios|alguns)$/.test(site.word(site.from - 1)) &&
    site.word(site.from) === 'diarios'
  )
    return null;
  if (
    /^(o|um|seu|meu|no|do|ao|os|as|de)$/.test(site.word(site.from - 1)) &&
    /^diari/.test(site.word(site.from))
  )
    return null;
  return { kind: 'set', value };
}

const DETERMINERS =
  /^(o|a|um|uma|no|na|do|da|ao|num|dum|pelo|pro|de|em|meu|teu|seu|nosso|vosso|meus|seus|este|esse|neste|nesse|deste|desse|nos|dos|os|novo|outro)$/;

export function every(site: Site): Expression | null {
  if (site.has('V') && !site.has('U')) {
    // `a cada 2h`, `a cada 30min`
    const short = site.raw('V').toLowerCase();
    const unit = short.startsWith('h') ? 'hour' : short.startsWith('m') ? 'minute' : 'second';
    return { kind: 'set', value: periodCodeOf(unit, site.number('N')), quantity: 'EVERY' };
  }
  const unit = unitOf(site, 'U');
  if (site.has('F')) {
    // `a cada meia hora`
    const half = HALF_OF[unit];
    return half ? { kind: 'set', value: periodCodeOf(half.unit, half.n), quantity: 'EVERY' } : null;
  }
  // `dia sim, dia não`: every other one.
  const n = site.has('N')
    ? site.number('N')
    : /^(sim|alternados|alternadas)$/.test(site.word(site.from + 1))
      ? 2
      : 1;
  if (site.has('N') && site.has('O') && site.number('N') !== site.number('O')) return null;
  if (site.has('V') && site.value('V') !== site.value('U')) return null;
  // `o dia a dia`, `no seu dia a dia`: the noun, not what is done from day to day.
  if (site.has('V') && site.word(site.from + 1) === 'a' && DETERMINERS.test(site.word(site.from - 1)))
    return null;
  if (unit === 'second' && !site.has('N')) return null;
  if (/^tod[oa]$/.test(site.word(site.from)) && wholeOfOne(site, unit)) return null;
  // `todo o dia` in Portugal is the whole day; both readings repeat or last, and the set is the commoner in text.
  return { kind: 'set', value: periodCodeOf(unit, n), quantity: 'EVERY' };
}

export function everyPart(site: Site): Expression | null {
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!).toLowerCase();
  if (/^as /.test(words)) return null;
  const part = /tarde/.test(words) ? 'TAF' : /noite/.test(words) ? 'TNI' : 'TMO';
  return { kind: 'set', value: `XXXX-XX-XX${part}`, quantity: 'EVERY' };
}

export function everyWeekday(site: Site): Expression | null {
  const day = site.value('W');
  const from = site.items.from[site.at]!;
  if (site.has('L') && !habitual(site, from, day)) return null;
  // `cada dom` may be a gift: abbreviated, something else must say that it is a day.
  if (site.raw('W').length === 3 && !site.has('M')) {
    const { to } = site;
    if (!(site.from === site.first && to === site.last) && !/^(as|a)$/.test(site.word(to))) return null;
  }
  if (
    site.word(from) === 'as' &&
    day <= 5 &&
    !site.accented(from) &&
    site.isWord(site.to) &&
    !site.flag(site.to, GRAMMAR)
  )
    return null;
  if (
    day <= 5 &&
    site.isWord(site.to) &&
    !site.flag(site.to, GRAMMAR) &&
    !/feiras?/.test(site.word(site.to - 1)) &&
    site.word(from) !== 'as'
  )
    return null;
  const month = site.has('M') ? site.value('M') : 0;
  const often = site.has('N') ? site.number('N') : 1;
  // `três vezes por semana, às segundas` comes once in each.
  if (site.has('N') && often !== 1) return null;
  // `às terças e quintas`
  const days = ['W', 'Y', 'X']
    .filter((slot) => site.has(slot) && site.value(slot) > 0)
    .map((slot) => site.value(slot));
  const listed = [...new Set(days)].sort((a, b) => a - b).join(',');
  return { kind: 'set', value: `${inMonth(month)}-WXX-${listed}`, quantity: 'EVERY' };
}

/**
 * `fecha à segunda-feira`, `ao domingo há missa`: in Portugal with `a` and the article, what comes again; the one day is `na segunda`. Not the
 * end of a range (`de segunda à sexta`).
 */
function habitual(site: Site, lead: number, day: number): boolean {
  const word = site.word(lead);
  if (word === 'a' ? day > 5 || !site.accented(lead) : day < 6) return false;
  const before = lead - 1;
  if (
    /^(segunda|terca|quarta|quinta|sexta|sabado|domingo|feira|seg|ter|qua|qui|sex|sab|dom|hoje|amanha)$/.test(
      site.word(before),
    )
  )
    return false;
  if (site.isNumber(before) || (site.sign(before) !== 0 && site.isNumber(before - 1))) return false;
  if (
    /^(rumo|devido|referente|relativo|alusivo|respeito|junto|quanto|frente|graças|relativamente)$/.test(
      site.word(before),
    )
  )
    return false;
  const { to } = site;
  if (site.isNumber(to) || (site.sign(to) === 0x28 && site.isNumber(to + 1))) return false;
  if (site.sign(to) === 0x2c && (site.isNumber(to + 1) || site.word(to + 1) === 'dia')) return false;
  // `à segunda volta`, `ao sábado passado`, `à sexta seguinte`
  if (/^(passad[oa]|seguinte|anterior|proxim[oa]|ultim[oa]|que|dia|de|da|do|santa)$/.test(site.word(to)))
    return false;
  if (site.word(to - 1) === 'feira' || day >= 6) return true;
  return !site.isWord(to) || /^(a|as|e|de|das|ou)$/.test(site.word(to));
}

const inMonth = (month: number): string => (month > 0 ? `XXXX-${String(month).padStart(2, '0')}` : 'XXXX');

/** `toda última sexta-feira do mês`, `todas as primeiras segundas de março`: as Recognizers write the n-th of a month, `XXXX-XX-WXX-5-#-1`. */
export function everyNthWeekday(site: Site): Expression | null {
  const last = site.number('N') < 0;
  if (last && !/^[uú]ltim/i.test(site.raw('N'))) return null;
  const n = last ? -1 : site.number('N');
  // `a quinta segunda` may be; `a sexta segunda` is another thing.
  if (n === 0 || n > 5) return null;
  const month = site.has('M') ? inMonth(site.value('M')) : 'XXXX-XX';
  return { kind: 'set', value: `${month}-WXX-${site.value('W')}-#${n}`, quantity: 'EVERY' };
}

/** `nos dias úteis`: from Monday to Friday. */
export function workdaysSet(_site: Site): Expression | null {
  return { kind: 'set', value: 'XXXX-WXX-1,2,3,4,5', quantity: 'EVERY' };
}

/** `todo verão`. */
export function everySeason(site: Site): Expression | null {
  return { kind: 'set', value: `XXXX-${SEASON_CODES[site.value('S')]}`, quantity: 'EVERY' };
}

const SEASON_CODES = ['SP', 'SU', 'FA', 'WI'] as const;

/** `mensalmente no dia 5`, `semanalmente às sextas`: the second says on which. */
export function setOn(site: Site): Expression | null {
  const s = site.made('S')?.expression;
  const x = site.made('X')?.expression;
  if (s?.kind !== 'set' || s.until !== undefined || s.frequency !== undefined) return null;
  if (site.has('D'))
    return s.value === 'P1M'
      ? { kind: 'set', value: `XXXX-XX-${String(site.number('D')).padStart(2, '0')}`, quantity: 'EVERY' }
      : null;
  if (x?.kind === 'set') return s.value === 'P1W' && x.value.startsWith('XXXX-WXX') ? x : null;
  if (x?.kind === 'weekday') {
    if (s.value === 'P1W') return { kind: 'set', value: `XXXX-WXX-${x.weekday}`, quantity: 'EVERY' };
    return null;
  }
  if (x?.kind === 'date' && s.value === 'P1Y' && x.year === null && x.month !== null) {
    const day = x.day === null ? '' : `-${String(x.day).padStart(2, '0')}`;
    return { kind: 'set', value: `${inMonth(x.month)}${day}`, quantity: 'EVERY' };
  }
  // `todos os domingos de manhã`
  if (x?.kind === 'part-of-day' && /^XXXX-WXX-[\d,]+$/.test(s.value)) {
    const part = { dawn: 'TDA', morning: 'TMO', afternoon: 'TAF', evening: 'TNI', noon: 'TMI' }[x.part];
    return { ...s, value: `${s.value}${part}` };
  }
  return null;
}

/** `todo Natal`: a feast with one date in every year by its date, another once a year. */
export function everyFeast(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  if (x?.kind !== 'holiday' || x.year !== null || x.side !== undefined) return null;
  const rule = FIXED_FEASTS.get(x.name);
  return { kind: 'set', value: rule === undefined || x.days ? 'P1Y' : `XXXX-${rule}`, quantity: 'EVERY' };
}

/** `aos fins de semana`. */
export function weekends(_site: Site): Expression | null {
  return { kind: 'set', value: 'XXXX-WXX-WE', quantity: 'EVERY' };
}

/** `toda terça às 15h`. */
export function setClock(site: Site): Expression | null {
  const s = site.made('S')?.expression;
  let t = site.made('T')?.expression;
  if (site.has('H')) {
    const { to } = site;
    if (site.isNumber(to) || site.sign(to) === 0x25 || site.number('H') > 24) return null;
    if (site.isWord(to) && site.tokens.gap[to]! < 2 && (site.counted(to) || /^(de|do)$/.test(site.word(to))))
      return null;
    const lead = site.items.from[site.item('H')]! - 1;
    if (site.word(lead) === 'a' && !site.accented(lead)) return null;
    t = { kind: 'clock', hour: site.number('H'), minute: null, second: null };
  }
  if (s?.kind !== 'set' || t?.kind !== 'clock' || s.frequency !== undefined || s.value.includes('T'))
    return null;
  if (!/^XXXX|^P1[DW]$/.test(s.value)) return null;
  const minute = t.minute === null ? '' : `:${String(t.minute).padStart(2, '0')}`;
  const days = s.value.startsWith('P') ? 'XXXX-XX-XX' : s.value;
  return { ...s, value: `${days}T${String(t.hour % 24).padStart(2, '0')}${minute}` };
}

/** `toda sexta até junho`, `diariamente durante uma semana`: until then, or so many times. */
export function setBounded(site: Site): Expression | null {
  const s = site.made('S')?.expression;
  if (s?.kind !== 'set' || s.until !== undefined || s.count !== undefined) return null;
  if (site.has('X')) {
    const until = site.made('X')?.expression;
    return until ? { ...s, until } : null;
  }
  const d = site.made('D')?.expression;
  const amount = d?.kind === 'duration' && d.amounts.length === 1 ? d.amounts[0]! : null;
  if (amount === null || amount.n === null || !Number.isInteger(amount.n)) return null;
  const each = s.value === 'P1D' ? 'day' : /^XXXX-WXX-\d|^P1W$/.test(s.value) ? 'week' : null;
  const per = each === 'day' ? (amount.unit === 'week' ? 7 : amount.unit === 'day' ? 1 : 0) : 0;
  if (each === 'day' && per > 0) return { ...s, count: amount.n * per };
  return each === 'week' && amount.unit === 'week' ? { ...s, count: amount.n } : null;
}

export function everyMonthDay(site: Site): Expression | null {
  const month = site.has('M') ? site.value('M') : 0;
  if (month > 0 && !isRealDay(null, month, site.number('D'))) return null;
  const day = String(site.number('D')).padStart(2, '0');
  return { kind: 'set', value: `${month > 0 ? inMonth(month) : 'XXXX-XX'}-${day}`, quantity: 'EVERY' };
}

export function everyMonth(site: Site): Expression | null {
  return { kind: 'set', value: `XXXX-${String(site.value('M')).padStart(2, '0')}`, quantity: 'EVERY' };
}

export function times(site: Site): Expression | null {
  const unit = unitOf(site, 'U');
  if (site.has('U2')) {
    const inner = unitOf(site, 'U2');
    if (UNIT_NAMES.indexOf(inner) >= UNIT_NAMES.indexOf(unit)) return null;
    // `oito horas ao dia`; not `cinco dias a semana`
    return { kind: 'set', value: periodCodeOf(unit, 1), frequency: periodCodeOf(inner, site.number('N')) };
  }
  return {
    kind: 'set',
    value: periodCodeOf(unit, site.has('M') ? site.number('M') : 1),
    frequency: `${site.has('N') ? site.number('N') : 'X'}X`,
  };
}
