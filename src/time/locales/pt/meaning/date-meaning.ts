/** Meaning of dates and months; refused are street names, fractions, pages, milestones. */
import { dayNumber, isRealDay } from '../../../calendar.ts';
import type { Expression } from '../../../expression.ts';
import { GRAMMAR, MEASURE, maskOf, NUMBERING } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';
import { fullYear, yearIn } from '../../../slots.ts';

const PREPOSITIONS = new Set(
  'em no na nos nas de do da dos das a ao aos as ate desde entre para por pelo pela durante apos dia dias data'.split(
    ' ',
  ),
);

export function date(site: Site): Expression | null {
  const day = site.has('D') ? site.number('D') : null;
  const monthItem = site.item('M');
  const named = site.value('M') > 0;
  const month = named ? site.value('M') : site.number('M');
  const year = yearIn(site, 'Y');
  if (month < 1 || month > 12) return null;
  if (day !== null && !isRealDay(year, month, day)) return null;
  // `Rio de Janeiro, 1989`: the place of a book.
  if (
    day === null &&
    month === 1 &&
    /^(de|d)$/.test(site.word(site.from - 1)) &&
    site.word(site.from - 2) === 'rio'
  )
    return null;
  // `29 de fevereiro de 2019`: the year that follows has no such day, and no other year is meant.
  if (day !== null && !site.has('Y')) {
    const next = site.to + (/^(de|do)$/.test(site.word(site.to)) || site.sign(site.to) === 0x2c ? 1 : 0);
    if (
      site.isNumber(next) &&
      site.tokens.end[next]! - site.tokens.start[next]! === 4 &&
      !isRealDay(site.tokens.value[next]!, month, day)
    )
      return null;
  }
  // Nor is what is left of it a date: the `fevereiro de 2014` of `29 de fevereiro de 2014`.
  if (day === null && site.has('Y') && noSuchDay(site, month, year)) return null;
  // `12 de maio de 2.021`: offices write years with their point; any other number that is no year is no year here either.
  if (site.has('Y') && (site.items.lo[site.item('Y')]! & YEAR_BITS) === 0 && !pointedYear(site.raw('Y')))
    return null;
  const from = site.from;
  const to = site.to;
  // `nº 4 Setembro/Ano I`: the number of a journal, and its month.
  if (
    day !== null &&
    !site.has('Y') &&
    named &&
    site.flag(from - 1, NUMBERING) &&
    monthItem === site.item('D') + 1
  )
    return null;
  const raw = site.raw('M').toLowerCase();
  const abbreviated = raw.length === 3;
  if (month === 3 && named && site.word(from) === 'um' && !/[çÇ]|c\u0327/i.test(site.raw('M'))) return null;
  if (
    day !== null &&
    !site.has('O') &&
    /\bdias?\b/i.test(site.text.slice(site.tokens.start[from]!, site.items.start[monthItem]!)) &&
    !/^(aos?|em|dos)$/.test(site.word(from - 1))
  )
    return null;
  // `na 25 de Março`: with a feminine article the noun is a street; a day is masculine.
  if (
    day !== null &&
    year === null &&
    /^(na|da|pela|desta|nesta)$/.test(site.word(from - 1)) &&
    site.items.start[monthItem]! > site.tokens.start[from]!
  )
    return null;
  if (
    !named &&
    day !== null &&
    site.digits('Y') === 2 &&
    site.sign(site.items.from[monthItem]! - 1) === 0x2e &&
    (site.flag(from - 1, NUMBERING) || site.sign(from - 1) === 0xa7)
  )
    return null;
  if (named && abbreviated) {
    // `mar`, `set`, `out`, `mai`, `dez` are words too: ask for figures beside them.
    if (day !== null && site.digits('D') === 0 && site.tokens.kind[site.items.from[monthItem - 1] ?? 0] !== 1)
      return null;
    if (raw === 'dez' && day !== null && site.digits('D') === 0) return null;
    if (
      site.digits('D') === 0 &&
      site.digits('Y') === 0 &&
      raw !== 'jan' &&
      raw !== 'abr' &&
      raw !== 'jun' &&
      raw !== 'jul' &&
      raw !== 'ago' &&
      raw !== 'nov'
    )
      return null;
  }
  if (site.has('Y') && site.digits('Y') === 2) {
    // `5 de maio 10h`: a short year without `de` only where it cannot be a day or an hour.
    const before = site.items.from[site.item('Y')]! - 1;
    const linked = /^(de|do)$/.test(site.word(before)) || site.sign(before) !== 0;
    if (!linked && site.number('Y') < 32) return null;
    if (site.isWord(to) && (site.counted(to) || /^(horas?|h|hs|anos?|dias?)$/.test(site.word(to))))
      return null;
    if (site.sign(to) === 0x3a && site.glued(to) && site.isNumber(to + 1)) return null;
  }
  if (day !== null && site.has('Y') === false && site.named(from)) return null;
  if (day !== null && site.has('Y') && site.named(from) && !site.glued(from)) {
    // `Praça 5 de Outubro de 1910` is a name, `jornal de 5 de outubro de 1910` is not.
    if (!/^(de|do|da)$/.test(site.word(from - 1))) return null;
  }
  if (
    day !== null &&
    named &&
    site.items.start[monthItem]! < site.items.start[site.item('D')]! &&
    !site.has('Y')
  ) {
    // `maio 5`: not `maio 5 milhões`, not `maio 25 de`
    if (site.isWord(to) && site.tokens.gap[to]! < 2 && !site.flag(to, GRAMMAR)) return null;
    if (/^(de|por|e)$/.test(site.word(to)) || site.sign(to) === 0x25) return null;
    if (site.digits('D') === 0 && site.isWord(to)) return null;
  }
  if (
    day !== null &&
    site.digits('D') === 0 &&
    site.word(from) === 'um' &&
    site.isWord(from - 1) &&
    /^(mais|so|apenas)$/.test(site.word(from - 1))
  )
    return null;
  if (day === null && (site.named(from) || namedDay(site, from))) return null;
  // `pycharm-2020.3.3`: year, month and day with points are two figures each, or they are a version.
  if (
    !named &&
    site.digits('Y') === 4 &&
    site.item('Y') < monthItem &&
    site.sign(site.items.to[site.item('Y')]!) === 0x2e
  ) {
    if (
      site.digits('M') !== 2 ||
      site.digits('D') !== 2 ||
      (site.glued(from) && site.sign(from - 1) === 0x2d)
    )
      return null;
  }
  // `versão 10.12.2020`
  if (!named && site.sign(site.items.to[site.item('D')]!) === 0x2e && VERSIONS.test(site.word(from - 1)))
    return null;
  const enacted = day !== null && named && !site.has('Y') ? yearOfLaw(site) : null;
  if (enacted !== null && isRealDay(enacted, month, day!)) return { kind: 'date', year: enacted, month, day };
  const event = day !== null && year === null ? eventOfDay(site, month, day) : undefined;
  return { kind: 'date', year, month, day, ...(event ? { event } : {}) };
}

const VERSIONS = /^(versao|version|v|ver|build|release|firmware)$/;
const LAWS =
  /^(lei|leis|decreto|decretos|portaria|portarias|despacho|despachos|resolucao|resolucoes|regulamento|diretiva|directiva|regimento|acordao|deliberacao|aviso|instrucao|provimento|circular|edital|declaracao|retificacao|rectificacao|parecer|legislativo|regulamentar|normativa|normativo|ministros|republica|uniao|europeia|complementar|n|no)$/;

/** `Decreto-Lei n.º 48/95, de 15 de março`, `Lei n.º 7-A/2016, de 30 de março`: the number of a law has its year. */
function yearOfLaw(site: Site): number | null {
  let k = site.from - 1;
  if (site.word(k) !== 'de') return null;
  k--;
  if (site.sign(k) === 0x2c) k--;
  if (!site.isNumber(k) || site.sign(k - 1) !== 0x2f || !site.glued(k) || !site.glued(k - 1)) return null;
  const digits = site.tokens.end[k]! - site.tokens.start[k]!;
  const n = site.tokens.value[k]!;
  if (digits !== 2 && digits !== 4) return null;
  k -= 2;
  // Its letter: `7-A/2016`.
  if (site.isWord(k) && site.sign(k - 1) === 0x2d) k -= 2;
  if (!site.isNumber(k)) return null;
  for (let steps = 0; steps < 4; steps++) {
    k--;
    if (LAWS.test(site.word(k))) {
      const year = digits === 2 ? fullYear(n) : n;
      return year >= 1800 && year <= 2100 ? year : null;
    }
    if (site.isWord(k) && site.sign(k) === 0) return null;
  }
  return null;
}

const DAY_EVENTS: Readonly<Record<string, string>> = {
  '4-25': '25-de-abril', '5-28': '28-de-maio', '9-11': '11-de-setembro', '10-5': '5-de-outubro',
}; // biome-ignore format: a table

/** `o 25 de Abril`, `depois do 11 de Setembro`: with an article and a capital the day stands for what happened on it; not `no feriado do 25 de Abril`. */
function eventOfDay(site: Site, month: number, day: number): string | undefined {
  const event = DAY_EVENTS[`${month}-${day}`];
  if (event === undefined || !site.capital(site.items.from[site.item('M')]!)) return undefined;
  const { from } = site;
  if (!/^(o|do|ao|pelo|pos|pre)$/.test(site.word(from - 1)) && site.sign(from - 1) !== 0x2d) return undefined;
  if (site.sign(from - 1) === 0x2d && !/^(pos|pre|anti)$/.test(site.word(from - 2))) return undefined;
  return /^(feriado|dia|vespera|noite|manha|tarde|tolerancia|ponte|semana|proximo|ultimo)$/.test(
    site.word(from - 2),
  )
    ? undefined
    : event;
}

/** `31 de fevereiro de 2014`, `32 de maio de 2020`: the number before the month is no day of it. */
function noSuchDay(site: Site, month: number, year: number | null): boolean {
  const k = site.from - (/^(de|do)$/.test(site.word(site.from - 1)) ? 2 : 1);
  if (!site.isNumber(k) || site.tokens.gap[k + 1]! > 1) return false;
  const length = site.tokens.end[k]! - site.tokens.start[k]!;
  return length <= 2 && !isRealDay(year, month, site.tokens.value[k]!);
}

/** Whether the year that begins at a token is that of such a day: the `2014` of `29 fevereiro 2014`, `31 de abril de 2020`. */
export function endsNoSuchDay(site: Site, token: number): boolean {
  let k = token - 1;
  if (/^(de|do)$/.test(site.word(k)) || site.sign(k) === 0x2c) k--;
  if (!site.isWord(k) || (site.lexicon.lo[site.tokens.id[k]!]! & MONTH_BITS) === 0) return false;
  const month = site.lexicon.values[site.tokens.id[k]!]!;
  k--;
  if (/^(de|do)$/.test(site.word(k))) k--;
  const length = site.isNumber(k) ? site.tokens.end[k]! - site.tokens.start[k]! : 3;
  return length <= 2 && !isRealDay(site.tokens.value[token]!, month, site.tokens.value[k]!);
}

const MONTH_BITS = maskOf(['MONTH', 'MABBR']).lo;
const YEAR_BITS = maskOf(['YEAR', 'YY']).lo;
const CARDINAL = maskOf(['NUM']).lo;

function pointedYear(raw: string): boolean {
  return /^(?:1\.[5-9]|2\.0)\d\d$/.test(raw);
}

/** `Rua 7 de Setembro, 1945`, `Praça XV de Novembro, 10`: the month belongs to the day of a name, and the number is of a house. */
function namedDay(site: Site, month: number): boolean {
  if (!/^(de|do)$/.test(site.word(month - 1))) return false;
  let day = month - 2;
  if (site.sign(day) === 0xba || site.sign(day) === 0xb0) day--;
  if (site.sign(day) === 0x2e && site.glued(day)) day--;
  if (site.word(day) === 'o' && site.glued(day) && site.isNumber(day - 1)) day--;
  const counts =
    site.isNumber(day) ||
    site.roman(day) ||
    (site.isWord(day) && site.lexicon.numbers[site.tokens.id[day]!]! > 0);
  return counts && site.named(day);
}

/** `15 de março de 44 a.C.` */
export function dateEra(site: Site): Expression | null {
  const n = site.number('Y');
  const day = site.has('D') ? site.number('D') : null;
  const month = site.value('M');
  if (n < 1 || n > 9999) return null;
  const year = site.param('sign') === -1 ? 1 - n : n;
  if (day !== null && !isRealDay(year, month, day)) return null;
  return { kind: 'date', year, month, day };
}

/** Months whose nones and ides are two days later: March, May, July and October. */
const LATE_IDES: ReadonlySet<number> = new Set([3, 5, 7, 10]);

/** `os idos de março` */
export function romanDay(site: Site): Expression | null {
  const month = site.value('M');
  const name = site.raw('R').toLowerCase();
  const late = LATE_IDES.has(month) ? 2 : 0;
  const day = name === 'calendas' ? 1 : (name === 'nonas' ? 5 : 13) + late;
  return { kind: 'date', year: yearIn(site, 'Y'), month, day };
}

/** `Apr 19, 2018`, `15 August 2022`: a date that a tool of another language wrote. */
export function englishDate(site: Site): Expression | null {
  const year = yearIn(site, 'Y');
  const month = site.value('M');
  const day = site.has('D') ? site.number('D') : null;
  if (day !== null && !isRealDay(year, month, day)) return null;
  // `May 2018` and `Mar 2018` are words of Portuguese pages too; alone they want their capital.
  if (day === null && !site.capital(site.from)) return null;
  return { kind: 'date', year, month, day };
}

/** `jan a mar`, `out-dez/2020`: abbreviated, a month stands alone only beside another. */
export function monthsRange(site: Site): Expression | null {
  const a = site.value('M');
  const b = site.value('N');
  const year = yearIn(site, 'Y');
  // `de mar a mar`, `dez a dez`
  if (a === b && !site.has('X')) return null;
  if (site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && site.counted(site.to)) return null;
  const until: Expression = { kind: 'date', year, month: b, day: null };
  const since = site.has('X') ? yearIn(site, 'X') : year !== null && a > b ? year - 1 : year;
  return { kind: 'range', from: { kind: 'date', year: since, month: a, day: null }, to: until };
}

/** Whether numbers with `dias` before them lead up to a token: `dias 5, 6 e`. */
function endsDays(site: Site, token: number): boolean {
  let k = token - 1;
  for (let n = 0; n < 12; n++) {
    const link = site.word(k) === 'e' || site.sign(k) === 0x2c;
    if (!link || !site.isNumber(k - 1)) return false;
    k -= 2;
    if (/^dias?$/.test(site.word(k))) return true;
  }
  return false;
}

/** Fractions, pages and articles look like `5/7` too. */
export function slashed(site: Site): Expression | null {
  const day = site.number('D');
  const month = site.number('M');
  if (!isRealDay(null, month, day)) return null;
  const { from, to } = site;
  let before = site.word(from - 1);
  // `nos dias 5, 6 e 7/6`
  if (endsDays(site, from)) before = 'dias';
  const dotted = site.sign(site.items.from[site.item('D')]! + 1) === 0x2e;
  if (dotted) return before === 'dia' || before === 'dias' ? { kind: 'date', year: null, month, day } : null;
  if (site.flag(from - 1, NUMBERING) || site.sign(from - 1) === 0x24 || site.sign(to) === 0x25) return null;
  if (site.sign(from - 1) === 0x2e && site.flag(from - 2, NUMBERING)) return null;
  if (site.sign(from - 1) === 0xba || site.sign(from - 1) === 0xa7) return null;
  if (site.isWord(to) && site.tokens.gap[to]! < 2 && (site.counted(to) || site.flag(to, MEASURE)))
    return null;
  const dayed =
    before === 'dia' ||
    before === 'dias' ||
    before === 'feira' ||
    site.sign(from - 1) === 0x2c ||
    (site.sign(from - 1) === 0x2d &&
      /^(sabado|domingo|feira|seg|ter|qua|qui|sex|sab|dom)$/.test(site.word(from - 2))) ||
    /^(sabado|domingo|segunda|terca|quarta|quinta|sexta|seg|ter|qua|qui|sex|sab|dom)$/.test(before);
  // A proper fraction needs a word that says day.
  if (
    day < month &&
    site.digits('D') === 1 &&
    site.digits('M') === 1 &&
    !dayed &&
    site.to - site.from !== site.last - site.first
  )
    return null;
  if (dayed || PREPOSITIONS.has(before) || site.sign(from - 1) === 0x28 || site.opens(from))
    return { kind: 'date', year: null, month, day };
  if (site.digits('D') === 2 && site.digits('M') === 2 && !site.isNumber(from - 1))
    return { kind: 'date', year: null, month, day };
  return null;
}

export function figuresRange(site: Site): Expression | null {
  const to = { day: site.number('E'), month: site.number('N'), year: yearIn(site, 'Y') };
  const from = {
    day: site.number('D'),
    month: site.has('M') ? site.number('M') : to.month,
    year: site.has('X') ? yearIn(site, 'X') : null,
  };
  if (!isRealDay(to.year, to.month, to.day) || !isRealDay(from.year, from.month, from.day)) return null;
  if (to.year !== null && from.year === null && !isRealDay(to.year, from.month, from.day)) return null;
  if (
    to.year === null &&
    (site.flag(site.from - 1, NUMBERING) ||
      (site.sign(site.from - 1) === 0x2e && site.flag(site.from - 2, NUMBERING)))
  )
    return null;
  // Two dates with a dash between them in a table, the later first, are two dates.
  if (
    from.year !== null &&
    to.year !== null &&
    dayNumber(from.year, from.month, from.day) > dayNumber(to.year, to.month, to.day)
  )
    return null;
  return { kind: 'range', from: { kind: 'date', ...from }, to: { kind: 'date', ...to } };
}

export function daysRange(site: Site): Expression | null {
  const month = site.value('M');
  const year = yearIn(site, 'Y');
  const a = site.number('D');
  const b = site.number('E');
  if (!isRealDay(year, month, a) || !isRealDay(year, month, b) || a >= b) return null;
  if (site.isWord(site.to) && site.counted(site.to)) return null;
  return {
    kind: 'range',
    from: { kind: 'date', year, month, day: a },
    to: { kind: 'date', year, month, day: b },
  };
}

export function isoMoment(site: Site): Expression | null {
  const day: Expression = {
    kind: 'date',
    year: site.number('Y'),
    month: site.number('M'),
    day: site.number('D'),
  };
  if (!isRealDay(day.year, day.month!, day.day!)) return null;
  return {
    kind: 'moment',
    day,
    time: {
      kind: 'clock',
      hour: site.number('H'),
      minute: site.number('N'),
      second: site.has('S') ? site.number('S') : null,
    },
  };
}

/** Years of a range whose second is written with two figures, over the turn of a century. */
const LONGEST_SHORT_RANGE = 20;

export function monthFigures(site: Site): Expression | null {
  const { from } = site;
  if (site.flag(from - 1, NUMBERING) || (site.sign(from - 1) === 0x2e && site.flag(from - 2, NUMBERING)))
    return null;
  if (site.sign(from - 1) === 0xba || site.digits('M') !== 2) return null;
  // `2017/12` is a month; `2009/10` are two years, and `2020/1` is half of one.
  if (site.item('Y') < site.item('M')) {
    // `2014-03`; `1999-01` and what has a dash may be two years.
    const hyphen = site.items.from[site.item('M')]! - 1;
    if (site.sign(hyphen) === 0x2d) {
      if (site.text[site.tokens.start[hyphen]!] !== '-') return null;
      if (site.number('M') + 100 - (site.number('Y') % 100) <= LONGEST_SHORT_RANGE) return null;
    }
    if (site.number('M') > site.number('Y') % 100 || site.sign(from - 1) === 0x2f) return null;
    return { kind: 'date', year: site.number('Y'), month: site.number('M'), day: null };
  }
  const before = site.word(from - 1);
  if (
    !PREPOSITIONS.has(before) &&
    !site.opens(from) &&
    site.sign(from - 1) === 0 &&
    !/^(mes|data|periodo|competencia|referencia)$/.test(before)
  )
    return null;
  return { kind: 'date', year: site.number('Y'), month: site.number('M'), day: null };
}

const COLOURS =
  /^(amarel[oa]|azul|branc[oa]|cinza|dourad[oa]|laranja|lilas|marrom|prata|pret[oa]|rosa|rox[oa]|turquesa|verde|vermelh[oa]|vinho|violeta)$/;

const isQuote = (sign: number): boolean => sign === 0x22 || sign === 0xab || sign === 0x201c;

export function month(site: Site): Expression | null {
  const { from } = site;
  const raw = site.raw('M');
  // `marco` is a milestone, and Marco a man: alone, March needs its cedilla.
  if (site.value('M') === 3 && !/[çÇ]|c\u0327/i.test(raw)) return null;
  if (site.named(from)) return null;
  const before = site.word(from - 1);
  if (site.value('M') === 1 && before === 'de' && /^(rio|riode)$/.test(site.word(from - 2))) return null;
  if (before === 'rio') return null;
  // `“Rosas de Maio”`: a title.
  if (
    /^(de|do)$/.test(before) &&
    site.capital(from) &&
    site.capital(from - 2) &&
    isQuote(site.sign(from - 3))
  )
    return null;
  // `Editora Abril`, `Carlos Maio`: a name goes on.
  if (
    site.capital(from) &&
    site.capital(from - 1) &&
    !site.flag(from - 1, GRAMMAR) &&
    site.tokens.gap[from]! === 1 &&
    !site.opens(from - 1) &&
    site.word(from - 1).length > 2 &&
    !/^(mes|ano|dia)$/.test(before)
  )
    return null;
  // `Outubro Rosa`, `Setembro Amarelo`: a campaign, named after its month.
  if (site.capital(from) && site.capital(site.to) && COLOURS.test(site.word(site.to))) return null;
  // `Praça XV de Novembro`
  if (namedDay(site, from)) return null;
  if (site.isNumber(from - 1) && site.tokens.gap[from] === 1) return null;
  // `25 de Março` as a place was refused as a day: refuse its month too.
  if (
    /^(de|do)$/.test(before) &&
    (site.isNumber(from - 2) ||
      (site.isWord(from - 2) && (site.lexicon.lo[site.tokens.id[from - 2]!]! & CARDINAL) !== 0) ||
      site.sign(from - 2) === 0xba ||
      site.word(from - 2) === 'primeiro')
  )
    return null;
  if (
    /^(de|do)$/.test(before) &&
    site.word(from - 2) === 'o' &&
    site.glued(from - 2) &&
    site.isNumber(from - 3)
  )
    return null;
  return { kind: 'date', year: null, month: site.value('M'), day: null };
}
