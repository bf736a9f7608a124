/** Meaning of the names of weekdays, most of which are ordinals too. */
import type { Expression } from '../../../expression.ts';
import { GRAMMAR, MARKER, maskOf } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';

const MONTH = maskOf(['MONTH']).lo;

const WEEKDAY_LEADS = new Set(
  'na a desde nesta esta nessa essa da de desta dessa ate proxima passada ultima toda cada uma numa a pra para as ou e entre'.split(
    ' ',
  ),
);

const WEEKDAY_FOLLOWERS = new Set(
  'a as e ou de pela da no na em o os que ate passada seguinte proxima ultima agora para nos com ja ela ele eles foi vai santa'.split(
    ' ',
  ),
);

/** `segunda` … `sexta` are ordinals too, and more often: bare, they need what only a day of the week has around it. */
export function weekday(site: Site): Expression | null {
  const which = site.param('which');
  const day = site.has('O') ? site.number('O') - 1 : site.value('W');
  if (day < 1 || day > 7) return null;
  if (site.has('O') && (site.number('O') < 2 || site.number('O') > 6)) return null;
  if (site.named(site.from)) return null;
  const week = site.param('week');
  if (!site.has('F') && !site.has('Z') && day <= 5 && week === undefined) {
    if (!bareWeekday(site, day)) return null;
  }
  // `a próxima quarta edição`, `na última sexta posição`: the ordinal of a noun. A verb or a name after it is none.
  if (
    !site.has('F') &&
    site.has('Z') &&
    (which === 'next' || which === 'last') &&
    day <= 5 &&
    site.isWord(site.to) &&
    site.tokens.gap[site.to]! < 2 &&
    !site.capital(site.to) &&
    !site.flag(site.to, GRAMMAR) &&
    !/^(passada|que)$/.test(site.word(site.to)) &&
    site.items.start[site.item('Z')]! < site.items.start[site.item('W')]! &&
    !WEEKDAY_FOLLOWERS.has(site.word(site.to)) &&
    !site.isVerb(site.to)
  )
    return null;
  if (day >= 6 && !site.has('F')) {
    // Domingos the man is a plural; `São Domingo`, `Santo Domingo` the places.
    if (/^(sao|santo|s)$/.test(site.word(site.from - 1))) return null;
  }
  return {
    kind: 'weekday',
    weekday: day,
    which:
      which === 'this' ||
      which === 'that' ||
      which === 'before-last' ||
      which === 'last' ||
      which === 'next' ||
      which === 'coming' ||
      which === 'after'
        ? which
        : 'bare',
    ...(week === undefined ? {} : { week: Number(week) }),
  };
}

function bareWeekday(site: Site, day: number): boolean {
  const w = site.items.from[site.item('W')]!;
  const after = site.to;
  const next = site.word(after);
  const before = site.word(w - 1);
  if (hasHour(site, after) || hourBefore(site, w) || numberedInBrackets(site, after)) return true;
  // `a segunda depois do Natal`
  if (/^(depois|antes|apos|seguinte|anterior)$/.test(next)) {
    const k = after + (/^(de|do|da|a|ao|o)$/.test(site.word(after + 1)) ? 2 : 1);
    if (site.isNumber(k) || site.flag(k, MARKER)) return true;
  }
  // `a partir de segunda`, `antes de sexta`
  if (before === 'de' && /^(partir|antes|depois)$/.test(site.word(w - 2)))
    return !site.isWord(after) || site.flag(after, GRAMMAR) || site.isVerb(after);
  if (/^(a|ate)$/.test(before) && /^(hoje|amanha|ontem)$/.test(site.word(w - 2))) return true;
  // `segunda a sexta`
  if (/^(a|ate)$/.test(next) && WEEKDAY_NAME.test(site.word(after + 1)) && !/^(uma|outra)$/.test(before))
    return true;
  if (site.isWord(after) && site.tokens.gap[after]! < 2) {
    if (!WEEKDAY_FOLLOWERS.has(next)) {
      // `terça` is no ordinal; `quarta` and the others are.
      if (!(day === 2 && site.flag(after, GRAMMAR))) {
        if (
          !/^(segunda|terca|quarta|quinta|sexta|sabado|domingo|qua|qui|sex|sab|dom|hoje|ontem|amanha)$/.test(
            next,
          )
        )
          return false;
      }
    }
    // `a segunda e a terceira`, `a segunda é`, `a quarta de cinco`
    if (
      /^(terceira|primeira|ultima|oitava)$/.test(site.word(after + 1)) ||
      /^(terceira|primeira)$/.test(site.word(after + 2))
    )
      return false;
    if (next === 'e' && site.accented(after)) return false;
  }
  if (site.isNumber(after) && site.tokens.gap[after] === 0) return false;
  if (site.from !== w) return true;
  if (site.opens(w) || site.sign(w - 1) === 0x3a)
    return !site.isWord(after) || /^(a|as|de|e|que|passada)$/.test(next) || site.isNumber(after);
  if (before === '')
    return site.sign(w - 1) === 0x2c || site.sign(w - 1) === 0x28
      ? day === 2 ||
          !site.isWord(after) ||
          next === 'e' ||
          (/^(a|ate)$/.test(next) && WEEKDAY_NAME.test(site.word(after + 1)))
      : false;
  // `primeira terça de novembro`, `segunda sexta do mês`
  if (
    /^(primeira|segunda|terceira|quarta|quinta|ultima)$/.test(before) &&
    /^(de|do)$/.test(next) &&
    (site.word(after + 1) === 'mes' ||
      (site.isWord(after + 1) && (site.lexicon.lo[site.tokens.id[after + 1]!]! & MONTH) !== 0))
  )
    return true;
  if (!WEEKDAY_LEADS.has(before)) return /^(segunda|terca|quarta|quinta|sexta|feira|sabado)$/.test(before);
  if (
    before === 'a' ||
    before === 'e' ||
    before === 'ou' ||
    before === 'de' ||
    before === 'da' ||
    before === 'uma' ||
    before === 'para'
  ) {
    // `de segunda a sexta`, `à segunda`; not `a segunda.`
    if (before === 'a' && site.accented(w - 1)) return true;
    if (/^(segunda|terca|quarta|quinta|sexta|sabado|domingo|feira)$/.test(site.word(w - 2))) return true;
    if (next === 'a' || next === 'ate' || next === 'passada')
      return (
        /^(terca|quarta|quinta|sexta|sabado|domingo|segunda)$/.test(site.word(after + 1)) ||
        next === 'passada'
      );
    if (before === 'para' || before === 'da')
      return !site.isWord(after) && day !== 2 ? before === 'para' : !site.isWord(after);
    return day === 2 && before !== 'a' && before !== 'uma';
  }
  return true;
}

/** `quinta às 14h`, `terça à noite`, `sexta, 20h30`: nothing but a day has an hour after it. */
function hasHour(site: Site, at: number): boolean {
  let k = site.sign(at) === 0x2c ? at + 1 : at;
  const word = site.word(k);
  if (/^(as|a|pelas|ao|de|pela)$/.test(word) && site.isWord(k + 1)) {
    const next = site.word(k + 1);
    if (/^(manha|tarde|noite|madrugada)$/.test(next))
      return word !== 'a' || site.accented(k) || next === 'noite';
    if (word === 'ao') return next === 'meio';
    return /^(as|pelas)$/.test(word) && site.accented(k) && site.lexicon.numbers[site.tokens.id[k + 1]!]! > 0;
  }
  if (/^(das|entre)$/.test(word)) k += /^as?$/.test(site.word(k + 1)) ? 2 : 1;
  else if (/^(as|a|pelas)$/.test(word)) {
    if (!site.accented(k) && word !== 'pelas') return false;
    k++;
  } else if (k === at && site.sign(at - 1) === 0) {
    // `qua 14h`: without `às` the hour must show that it is one.
    return site.isNumber(k) && isHourSign(site, k + 1);
  }
  if (!site.isNumber(k) || site.tokens.value[k]! > 24) return false;
  return k > at && (word !== '' || isHourSign(site, k + 1));
}

function isHourSign(site: Site, k: number): boolean {
  return /^(h|hs|hrs|horas)$/.test(site.word(k)) || (site.sign(k) === 0x3a && site.isNumber(k + 1));
}

/** `às 20h de sexta`, `na tarde de quinta`. */
function hourBefore(site: Site, w: number): boolean {
  if (!/^(de|da|desta|dessa|nesta)$/.test(site.word(w - 1))) return false;
  const k = w - 2;
  if (/^(manha|tarde|noite|madrugada|h|hs|horas|meia)$/.test(site.word(k))) return true;
  return site.isNumber(k) && /^(as|pelas)$/.test(site.word(k - 1));
}

/** `na quinta (13)`, `quinta (13/5)`: the number of the day in brackets, as newspapers have it. */
function numberedInBrackets(site: Site, at: number): boolean {
  if (site.sign(at) !== 0x28 || !site.isNumber(at + 1) || site.tokens.value[at + 1]! > 31) return false;
  const close = site.sign(at + 2);
  return close === 0x29 || (close === 0x2f && site.isNumber(at + 3) && site.sign(at + 4) === 0x29);
}

const TEMPORAL_NEIGHBOUR =
  /^(hoje|ontem|amanha|seg|ter|qua|qui|sex|sab|dom|segunda|terca|quarta|quinta|sexta|sabado|domingo)$/;

const WEEKDAY_NAME = /^(segunda|terca|quarta|quinta|sexta|sabado|domingo)$/;
const ABBREVIATED = /^(seg|ter|qua|qui|sex|sab|dom)$/;
/** Hyphen, slash, en dash. */
const RANGE_SIGNS: ReadonlySet<number> = new Set([0x2d, 0x2f, 0x2013]);

/** `Seg Ter Qua Qui`: the head of a calendar names no day. */
function inHeader(site: Site, at: number): boolean {
  let run = 1;
  for (let k = at - 1; run < 3 && ABBREVIATED.test(site.word(k)); k--) run++;
  for (let k = at + 1; run < 3 && ABBREVIATED.test(site.word(k)); k++) run++;
  return run >= 3;
}

const MONTH_OR_ABBREVIATED = maskOf(['MONTH', 'MABBR', 'EMONTH']).lo;

/** What follows the number of a day: its month, or an hour. */
function opensDate(site: Site, token: number): boolean {
  if (/^(de|do|h|hs|as)$/.test(site.word(token))) return true;
  return (site.lexicon.lo[site.tokens.id[token]!]! & MONTH_OR_ABBREVIATED) !== 0;
}

/** `seg.`, `ter`, `6a`: only beside a date, another day, or as the whole text. */
export function weekdayAbbreviated(site: Site): Expression | null {
  const { from, to } = site;
  const dotted = site.terminal.slots.length === 2;
  if (site.has('O')) {
    if (site.number('O') < 2 || site.number('O') > 6) return null;
    const raw = site.raw('O').toLowerCase();
    if (!/[aª]$/.test(raw)) return null;
    const listed =
      (site.word(from - 1) === 'ou' || site.word(from - 1) === 'e' || site.sign(from - 1) === 0x2c) &&
      (TEMPORAL_NEIGHBOUR.test(site.word(from - 2)) ||
        TEMPORAL_NEIGHBOUR.test(site.word(from - 3)) ||
        TEMPORAL_NEIGHBOUR.test(site.word(from - 4)));
    return listed && (to === site.last || site.sign(to) !== 0)
      ? { kind: 'weekday', weekday: site.number('O') - 1, which: 'bare' }
      : null;
  }
  const result: Expression = { kind: 'weekday', weekday: site.value('W'), which: 'bare' };
  if (inHeader(site, from)) return null;
  const whole = from === site.first && (to === site.last || (to === site.last - 1 && site.sign(to) === 0x2e));
  if (whole) return site.word(from) === 'ter' && !dotted ? null : result;
  let next = to;
  if (site.sign(next) === 0x2c) next++;
  // `Ter 20 horas disponíveis`: the verb.
  if (
    site.word(from) === 'ter' &&
    !dotted &&
    site.isNumber(to) &&
    site.isWord(to + 1) &&
    !opensDate(site, to + 1)
  )
    return null;
  if (
    site.isNumber(next) &&
    site.tokens.value[next]! <= 31 &&
    site.tokens.end[next]! - site.tokens.start[next]! <= 2 &&
    (next > to || dotted || site.capital(from) || (site.sign(next + 1) === 0x2f && site.isNumber(next + 2)))
  )
    return result;
  if (TEMPORAL_NEIGHBOUR.test(site.word(next)) && site.word(from) !== 'ter') return result;
  // `qua 14h`, `sáb às 16h`, `sáb - 3/10`
  if (site.word(from) !== 'ter' || site.capital(from)) {
    if (hasHour(site, to)) return result;
    const dash = RANGE_SIGNS.has(site.sign(to)) && site.tokens.gap[to] !== 0;
    if (dash && site.isNumber(to + 1) && site.sign(to + 2) === 0x2f && site.isNumber(to + 3)) return result;
  }
  // `seg. a sex.`, `Seg-Sex`, `ter/qui`
  if (
    (/^(a|e|ou|ate)$/.test(site.word(to)) || RANGE_SIGNS.has(site.sign(to))) &&
    ABBREVIATED.test(site.word(to + 1))
  )
    return result;
  // `23/05 (qui)`
  if (site.sign(from - 1) === 0x28 && site.sign(to) === 0x29 && site.isNumber(from - 2)) return result;
  let before = from - 1;
  if (
    site.sign(before) === 0x2c ||
    RANGE_SIGNS.has(site.sign(before)) ||
    /^(ou|e|a|ate)$/.test(site.word(before))
  )
    before--;
  if (site.sign(before) === 0x2e && site.glued(before)) before--;
  if (TEMPORAL_NEIGHBOUR.test(site.word(before)) && (before < from - 1 || site.word(from) !== 'ter'))
    return result;
  return null;
}
