/** Meaning of durations and frequencies. */
import { type Expression, UNIT_NAMES, type UnitName } from '../../../expression.ts';
import { GRAMMAR, maskOf } from '../../../lexicon.ts';
import { periodCodeOf } from '../../../period-code.ts';
import type { Site } from '../../../site.ts';
import { HALF_OF, unitOf } from '../../../slots.ts';
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
  const amounts: { unit: UnitName; n: number | null }[] = [];
  const n = site.has('O') ? site.number('O') : site.number('N');
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
    if (singular && n > 1 && unit !== 'minute') return null;
    if (unit === 'century' && site.word(to - 1) === 'sec') return null;
    amounts.push({ unit, n: site.has('G') && HALF_OF[unit] ? n + 0.5 : n });
    if (site.has('K') && site.has('V')) amounts.push({ unit: unitOf(site, 'V'), n: site.number('K') });
    if (site.has('I')) amounts.push({ unit: unitOf(site, 'J'), n: site.number('I') });
    if (site.has('G') && !HALF_OF[unit]) return null;
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
  return {
    kind: 'duration',
    amounts: [{ unit: site.has('U') ? unitOf(site, 'U') : 'day', n: null }],
    approximate: true,
  };
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
  if (site.capital(site.from) && !site.opens(site.from)) return null;
  if (/^diari[oa]s?$/.test(site.word(site.from)) && site.capital(site.from)) return null;
  if (
    /^(o|um|seu|meu|no|do|ao|os|as|de)$/.test(site.word(site.from - 1)) &&
    /^diari/.test(site.word(site.from))
  )
    return null;
  return { kind: 'set', value };
}

export function every(site: Site): Expression | null {
  const unit = unitOf(site, 'U');
  // `dia sim, dia não`: every other one.
  const n = site.has('N') ? site.number('N') : site.word(site.from + 1) === 'sim' ? 2 : 1;
  if (site.has('N') && site.has('O') && site.number('N') !== site.number('O')) return null;
  if (site.has('V') && site.value('V') !== site.value('U')) return null;
  if (unit === 'second' && !site.has('N')) return null;
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
  return { kind: 'set', value: `XXXX-WXX-${day}`, quantity: 'EVERY' };
}

export function everyMonthDay(site: Site): Expression | null {
  return { kind: 'set', value: `XXXX-XX-${String(site.number('D')).padStart(2, '0')}`, quantity: 'EVERY' };
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
    value: periodCodeOf(unit, 1),
    frequency: `${site.has('N') ? site.number('N') : 'X'}X`,
  };
}
