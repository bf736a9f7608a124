/**
 * Constructors of meaning: each reads the slots of a match and gives the expression, or nothing when the words do not mean time here. The
 * vetoes live here, beside what they refuse: names of streets, prices, laws, ordinals, verbs.
 */
import { isRealDay } from '../../calendar.ts';
import type { ClockExpression, Expression, UnitName } from '../../expression.ts';
import { CURRENCY, GRAMMAR, MEASURE, maskOf, NUMBERING, PAST_VERB } from '../../lexicon.ts';
import type { Site } from '../../site.ts';
import { PART_NAMES, UNIT_NAMES } from './lexicon.ts';

export type Maker = (site: Site) => Expression | null;

/** Two digits to a year: 00–30 are of this century. */
export function fullYear(twoDigits: number): number {
  return twoDigits <= 30 ? 2000 + twoDigits : 1900 + twoDigits;
}

const PREPOSITIONS = new Set(
  'em no na nos nas de do da dos das a ao aos as ate desde entre para por pelo pela durante apos dia dias data'.split(
    ' ',
  ),
);

function yearIn(site: Site, slot: string): number | null {
  if (!site.has(slot)) return null;
  const n = site.number(slot);
  return site.digits(slot) === 2 ? fullYear(n) : n;
}

function unitOf(site: Site, slot: string): UnitName {
  return UNIT_NAMES[site.value(slot)] ?? 'day';
}

function date(site: Site): Expression | null {
  const day = site.has('D') ? site.number('D') : null;
  const monthItem = site.item('M');
  const named = site.value('M') > 0;
  const month = named ? site.value('M') : site.number('M');
  const year = yearIn(site, 'Y');
  if (month < 1 || month > 12) return null;
  if (day !== null && !isRealDay(year, month, day)) return null;
  const from = site.from;
  const to = site.to;
  const raw = site.raw('M').toLowerCase();
  const abbreviated = raw.length === 3;
  if (month === 3 && named && site.word(from) === 'um' && !/[çÇ]|c\u0327/i.test(site.raw('M'))) return null;
  if (
    day !== null &&
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
    if (raw === 'dez' && site.digits('D') === 0) return null;
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
  if (day === null && site.named(from)) return null;
  return { kind: 'date', year, month, day };
}

/** Fractions, pages and articles look like `5/7` too. */
function slashed(site: Site): Expression | null {
  const day = site.number('D');
  const month = site.number('M');
  if (!isRealDay(null, month, day)) return null;
  const { from, to } = site;
  const before = site.word(from - 1);
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

function figuresRange(site: Site): Expression | null {
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
  return { kind: 'range', from: { kind: 'date', ...from }, to: { kind: 'date', ...to } };
}

function daysRange(site: Site): Expression | null {
  const month = site.value('M');
  const year = yearIn(site, 'Y');
  const a = site.number('D');
  const b = site.number('E');
  if (!isRealDay(year, month, a) || !isRealDay(year, month, b) || a >= b) return null;
  return {
    kind: 'range',
    from: { kind: 'date', year, month, day: a },
    to: { kind: 'date', year, month, day: b },
  };
}

function isoMoment(site: Site): Expression | null {
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

function monthFigures(site: Site): Expression | null {
  const { from } = site;
  if (site.flag(from - 1, NUMBERING) || (site.sign(from - 1) === 0x2e && site.flag(from - 2, NUMBERING)))
    return null;
  if (site.sign(from - 1) === 0xba || site.digits('M') !== 2) return null;
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

function month(site: Site): Expression | null {
  const { from } = site;
  const raw = site.raw('M');
  // `marco` is a milestone, and Marco a man: alone, March needs its cedilla.
  if (site.value('M') === 3 && !/[çÇ]|c\u0327/i.test(raw)) return null;
  if (site.named(from)) return null;
  const before = site.word(from - 1);
  if (site.value('M') === 1 && before === 'de' && /^(rio|riode)$/.test(site.word(from - 2))) return null;
  if (before === 'rio') return null;
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
  if (site.isNumber(from - 1) && site.tokens.gap[from] === 1) return null;
  // `25 de Março` as a place was refused as a day: refuse its month too.
  if (
    /^(de|do)$/.test(before) &&
    (site.isNumber(from - 2) ||
      (site.isWord(from - 2) && site.lexicon.numbers[site.tokens.id[from - 2]!]! > 0) ||
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

function era(site: Site): Expression | null {
  const n = site.number('Y');
  if (site.terminal.behind > 0) {
    // `ano 33`, `ano de 622`: a number alone is not a year, `ano` before it makes one.
    const before = site.items.word[site.at];
    if (before !== site.lexicon.id('ano') || site.digits('Y') === 0 || site.digits('Y') > 4) return null;
    if (n < 32 && site.isWord(site.to) && !site.flag(site.to, GRAMMAR)) return null;
    if (site.isWord(site.to) && site.counted(site.to)) return null;
    if (site.digits('Y') === 2)
      return { kind: 'date', year: n > 31 ? n : fullYear(n), month: null, day: null };
    return n >= 1 && n <= 2100 ? { kind: 'date', year: n, month: null, day: null } : null;
  }
  if (n < 1 || n > 9999) return null;
  return { kind: 'date', year: site.param('sign') === -1 ? 1 - n : n, month: null, day: null };
}

/** Whether a number of four figures reads as a year where it stands. */
function readsAsYear(site: Site): boolean {
  const { from, to } = site;
  const before = site.word(from - 1);
  if (site.named(from)) return false;
  if (site.flag(from - 1, NUMBERING) && !/^(linha|contrato|edital|re|in)$/.test(before)) return false;
  const signBefore = site.sign(from - 1);
  if (
    signBefore === 0x24 ||
    signBefore === 0x20ac ||
    signBefore === 0xba ||
    signBefore === 0xaa ||
    signBefore === 0x23 ||
    signBefore === 0xa7 ||
    signBefore === 0x2b ||
    signBefore === 0x3d
  )
    return false;
  if (signBefore === 0x2e && site.flag(from - 2, NUMBERING)) return false;
  if (site.flag(from - 1, CURRENCY) && site.capital(from - 1)) return false;
  const strong = /^(em|desde|ano|anos|ate|durante|apos|copyright)$/.test(before);
  if (site.isWord(to) && site.tokens.gap[to]! < 2) {
    if (site.flag(to, CURRENCY) && !strong) return false;
    if (
      site.flag(to, MEASURE) &&
      site.word(to) !== 'por' &&
      !(site.capital(to) && strong) &&
      site.word(to).length < 12
    ) {
      if (!strong || site.word(to).length > 2) return false;
    }
    if (/^(anos?|dias?|horas?|meses|semanas?|minutos?|seculos?|vezes)$/.test(site.word(to))) return false;
    if (!strong && site.counted(to)) return false;
  }
  // Before the age of prints a bare number is hardly a year: it must be introduced.
  if (
    site.number('Y') < 1500 &&
    !strong &&
    !/^(de|do|em|no|a|entre|por|seculo|e|desde|pos)$/.test(before) &&
    signBefore !== 0x28 &&
    signBefore !== 0xa9
  )
    return false;
  if (
    site.number('Y') < 1500 &&
    before === 'de' &&
    site.isWord(to) &&
    site.tokens.gap[to]! < 2 &&
    !site.flag(to, GRAMMAR) &&
    !site.capital(to)
  )
    return false;
  const signAfter = site.sign(to);
  if (
    signAfter === 0x25 ||
    signAfter === 0x20ac ||
    signAfter === 0x24 ||
    signAfter === 0xb0 ||
    signAfter === 0xba ||
    signAfter === 0xaa
  )
    return false;
  // `2001: Uma Odisseia`: a title, not a date.
  if (
    signAfter === 0x3a &&
    site.capital(to + 1) &&
    site.opens(from) &&
    !site.glued(to + 1) &&
    site.flag(to + 1, GRAMMAR)
  )
    return false;
  if (
    (signAfter === 0x2f || signAfter === 0x2d) &&
    site.glued(to) &&
    site.glued(to + 1) &&
    site.isWord(to + 1) &&
    signAfter === 0x2f
  )
    return false;
  if (
    before === 'de' &&
    /^(mais|menos|cerca|perto|acima|abaixo|total|quantia|alem)$/.test(site.word(from - 2)) &&
    !/^cerca$/.test(site.word(from - 2))
  )
    return false;
  if (/^(mais|menos|quase|x|vezes|cod|codigo)$/.test(before)) return false;
  // 7947-1378, 0800 1999: groups of a telephone number.
  if (
    site.isNumber(from - 1) &&
    site.tokens.gap[from] === 1 &&
    site.tokens.end[from - 1]! - site.tokens.start[from - 1]! > 2 &&
    site.tokens.value[from - 1]! < 1000
  )
    return false;
  return true;
}

function year(site: Site): Expression | null {
  if (site.digits('Y') === 0) return null;
  return readsAsYear(site) ? { kind: 'date', year: site.number('Y'), month: null, day: null } : null;
}

function yearWords(site: Site): Expression | null {
  if (site.digits('Y') !== 0) return null;
  if (site.isWord(site.to) && site.counted(site.to)) return null;
  return { kind: 'date', year: site.number('Y'), month: null, day: null };
}

function yearRange(site: Site): Expression | null {
  const a = site.number('A');
  let b = site.number('C') >= 0 ? site.number('C') : site.number('B');
  const digits = site.has('C') ? site.digits('C') : site.digits('B');
  const { from } = site;
  if (
    site.flag(from - 1, NUMBERING) ||
    (site.sign(from - 1) === 0x2e && site.flag(from - 2, NUMBERING)) ||
    site.sign(from - 1) === 0xba
  )
    return null;
  if (
    site.isWord(site.to) &&
    site.tokens.gap[site.to]! < 2 &&
    (site.counted(site.to) || site.flag(site.to, MEASURE))
  )
    return null;
  if (site.digits('A') === 2) {
    const start = fullYear(a);
    const end = fullYear(b);
    // `93/94`, not `14/15 anos` nor `1/2`.
    const lead = site.word(from - 1);
    const apart2 = site.sign(site.items.from[site.item('B')]! - 1) === 0;
    if (a < 31 || site.digits('B') !== 2 || end < start) return null;
    if (apart2 ? end - start > 60 : end - start !== 1) return null;
    if (apart2 && site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && !site.flag(site.to, GRAMMAR))
      return null;
    if (apart2 && (site.sign(site.to) === 0x25 || site.isNumber(site.to))) return null;
    if (
      !apart2 &&
      !site.opens(from) &&
      !site.flag(from - 1, GRAMMAR) &&
      !/^(anos?|epoca|temporada|safra|campeonato|ciclo|letivo|lectivo|bienio|exercicio)$/.test(lead)
    )
      return null;
    return {
      kind: 'range',
      from: { kind: 'date', year: start, month: null, day: null },
      to: { kind: 'date', year: end, month: null, day: null },
    };
  }
  const apart = site.sign(site.items.from[site.item('B')]! - 1) === 0x2f;
  if (digits <= 2) {
    if (digits === 1 && (apart || b <= a % 10)) return null;
    const base = digits === 1 ? a - (a % 10) : a - (a % 100);
    b = base + b;
    if (digits === 2 && b < a) b += 100;
    // 1952/52 is a slip of the pen for one year; 2001-98 is none.
    if (b - a > 60) return null;
  } else if (digits === 3) return null;
  if (b < a) return null;
  if (
    digits <= 2 &&
    a < 1500 &&
    site.sign(from - 1) !== 0x28 &&
    !/^(em|de|entre|desde)$/.test(site.word(from - 1))
  )
    return null;
  return {
    kind: 'range',
    from: { kind: 'date', year: a, month: null, day: null },
    to: { kind: 'date', year: b, month: null, day: null },
  };
}

/** `em 64`, `até 60`: two figures after a preposition, where nothing follows that could be counted. */
function shortYear(site: Site): Expression | null {
  const n = site.number('Y');
  const { from, to } = site;
  const result: Expression = { kind: 'date', year: fullYear(n), month: null, day: null };
  const before = site.word(from - 1);
  if (site.sign(from) === 0x27) return n > 30 || !site.isWord(to) ? result : null;
  if (n < 31) return null;
  const after = to;
  // `em até 36 (trinta e seis) parcelas`
  if (
    site.sign(after) === 0x28 &&
    site.isWord(after + 1) &&
    site.lexicon.numbers[site.tokens.id[after + 1]!]! >= 0
  )
    return null;
  if (
    site.isWord(after) &&
    site.tokens.gap[after]! < 2 &&
    site.capital(after) &&
    /[^o]s$/i.test(site.word(after)) &&
    !site.flag(after, GRAMMAR)
  )
    return null;
  if (/^(meados|inicio|inicios|fim|fins|final|finais|principio|principios|comeco)$/.test(site.word(from - 2)))
    return result;
  if (
    site.sign(after) === 0x25 ||
    site.sign(after) === 0xba ||
    site.sign(after) === 0xb0 ||
    site.sign(after) === 0xaa
  )
    return null;
  if (
    (site.sign(after) === 0x2c ||
      site.sign(after) === 0x2e ||
      site.sign(after) === 0x2f ||
      site.sign(after) === 0x2d ||
      site.sign(after) === 0x3a) &&
    site.glued(after) &&
    site.isNumber(after + 1) &&
    site.glued(after + 1)
  )
    return null;
  if (site.isWord(after) && site.tokens.gap[after]! < 2) {
    if (site.flag(after, MEASURE) || site.flag(after, CURRENCY)) return null;
    if (
      !site.flag(after, GRAMMAR) &&
      !site.flag(after, PAST_VERB) &&
      !site.capital(after) &&
      site.word(after) !== 'nos'
    ) {
      if (before === 'de' || before === 'para') return null;
      if (site.counted(after) || !/(ou|eu|iu|ei|ava|ia|ram|va|foi)$/.test(site.word(after))) return null;
    }
    if (/^(por|de|a|e|ou|mais|menos)$/.test(site.word(after)) && before !== 'em' && before !== 'desde')
      return null;
    if (/^(por|ou|mais|menos|mil)$/.test(site.word(after))) return null;
  }
  if (before === 'de' && site.terminal.slots.length === 2) {
    // `a de 32`, `relatório de 99`, `de 56 até`: after a noun only at the end of the phrase.
    if (site.isWord(after) && site.tokens.gap[after]! < 2 && !site.flag(after, PAST_VERB)) return null;
    // `comparado com o de 98`, `e depois a de 32,`
    if (/^(o|a)$/.test(site.word(from - 2)) && site.sign(after) !== 0 && site.sign(after) !== 0x2d)
      return result;
    if (site.isNumber(after) || site.isNumber(from - 2) || n < 40) return null;
    if (
      /^(mais|menos|cerca|media|total|valor|idade|velocidade|maximo|minimo|nota|taxa|temperatura|lote|grupo|acima|abaixo|alem|perto|numero|serie|lista|universo|altura|distancia|area|peso|aumento|reducao)$/.test(
        site.word(from - 2),
      )
    )
      return null;
    if (!site.isWord(from - 2) || site.flag(from - 2, GRAMMAR)) return null;
  }
  if ((before === 'para' || before === 'apos') && (site.isWord(after) || site.isNumber(from - 2)))
    return null;
  return result;
}

function clockOf(
  hour: number,
  minute: number | null,
  second: number | null,
  dial: boolean,
): ClockExpression | null {
  if (hour > 24 || (minute ?? 0) > 59 || (hour === 24 && (minute ?? 0) > 0)) return null;
  return { kind: 'clock', hour, minute, second, ...(dial ? { dial: true } : {}) };
}

/** Hour on the full dial, from the part of the day or am/pm. */
function settle(hour: number, site: Site): { hour: number; dial: boolean } {
  if (site.has('P')) return { hour: hourInPart(hour, site.value('P')), dial: false };
  if (site.has('A')) {
    const pm = site.raw('A').toLowerCase().startsWith('p');
    return { hour: pm ? (hour < 12 ? hour + 12 : hour) : hour === 12 ? 0 : hour, dial: false };
  }
  return { hour, dial: hour >= 1 && hour <= 12 };
}

/** `oito da noite` is 20, `duas da manhã` is 2, `doze da noite` is midnight. */
export function hourInPart(hour: number, part: number): number {
  if (hour < 1 || hour > 12) return hour;
  if (part === 2) return hour === 12 ? 12 : hour + 12;
  if (part === 3) return hour === 12 ? 24 : hour >= 5 ? hour + 12 : hour;
  return hour === 12 && part === 0 ? 0 : hour;
}

function clock(site: Site): Expression | null {
  const { hour } = settle(site.number('H'), site);
  const minute = site.number('M');
  if (minute > 59) return null;
  return clockOf(hour, minute, site.has('S') ? site.number('S') : null, false);
}

function hourSign(site: Site): Expression | null {
  const before = site.word(site.from - 1);
  const hour = site.number('H');
  if (site.digits('H') === 0) return null;
  // `24h por dia`, `12 h de trabalho`: an amount, unless an article of hours stands before it.
  const clocky = /^(as|das|pelas|nas|ate|dia|eram|sao|entre|a|e|de)$/.test(before);
  if (!clocky && hour === 24) return null;
  if (!clocky && /^(por|de|durante|em)$/.test(before) && site.word(site.to) === 'de') return null;
  if (/^(por)$/.test(site.word(site.to))) return null;
  const settled = settle(hour, site);
  return clockOf(settled.hour, site.has('F') ? 30 : null, null, false);
}

function dotted(site: Site): Expression | null {
  const hour = site.number('H');
  if (site.has('L')) {
    const lead = site.items.from[site.at]!;
    if (site.word(lead) === 'as' && !site.accented(lead)) return null;
    if (site.isWord(site.to) && site.counted(site.to) && site.tokens.gap[site.to]! < 2) return null;
    return clockOf(hour, site.number('M'), null, false);
  }
  // `15.30` on its own is the time of a timetable; inside a sentence it is a number.
  return site.digits('H') === 2 && site.from === site.first && site.to === site.last
    ? clockOf(hour, site.number('M'), null, false)
    : null;
}

function said(site: Site): Expression | null {
  const settled = settle(site.number('H'), site);
  let hour = settled.hour;
  let minute: number | null = null;
  if (site.has('M')) minute = site.number('M');
  else if (site.has('F')) minute = 30;
  else if (site.has('Q')) minute = 15;
  else if (site.has('B') || site.has('R')) {
    minute = 60 - (site.has('B') ? site.number('B') : 15);
    hour = hour === 0 ? 23 : hour - 1;
  }
  const plain = !site.has('P') && !site.has('A') && !site.has('Z') && minute === null && !site.has('X');
  if (site.has('L')) {
    const lead = site.items.from[site.at]!;
    const word = site.word(lead);
    const accented = site.accented(lead);
    if (word === 'e' || word === 'sao' || word === 'eram' || word === 'era') {
      if (plain || (word === 'e' && !site.has('P'))) return null;
      if (!site.has('Z') && !site.has('P') && minute === null) return null;
    } else if (plain) {
      if (word === 'nas') return null;
      // `voltarei as 7.`: without its accent only where no noun can follow.
      if ((word === 'as' || word === 'a') && !accented) {
        if (word === 'a' || site.isWord(site.to) || site.isNumber(site.to) || site.number('H') < 3) return null;
      }
      if (word === 'das' && !accented) {
        // `das 7`, not `das 7 maravilhas`
        if (site.digits('H') === 0) return null;
      }
      if (
        site.isWord(site.to) &&
        site.tokens.gap[site.to]! < 2 &&
        (site.counted(site.to) ||
          site.flag(site.to, MEASURE) ||
          (!site.flag(site.to, GRAMMAR) && !site.capital(site.to) && word === 'das'))
      )
        return null;
      if (site.isNumber(site.to) || site.sign(site.to) === 0x25) return null;
      if (site.digits('H') === 0 && site.number('H') === 1 && !/^(da|de|e|em|,)?$/.test(site.word(site.to)))
        return null;
    } else if (word === 'a' && !accented && !site.has('P') && !site.has('Z')) return null;
    else if (
      minute !== null &&
      (word === 'as' || word === 'das' || word === 'nas') &&
      !accented &&
      site.isWord(site.to) &&
      site.counted(site.to)
    )
      return null;
  } else if (plain) return null;
  if (site.number('H') > 24) return null;
  return clockOf(
    hour,
    minute,
    null,
    settled.dial && (!site.has('Z') || site.digits('H') === 0 || site.number('H') <= 12),
  );
}

function minutesTo(site: Site): Expression | null {
  const minutes = site.has('Q') ? 15 : site.number('B');
  let hour = site.has('N') ? 12 : site.has('M') ? 24 : settle(site.number('H'), site).hour;
  if (minutes < 1 || minutes > 59) return null;
  hour = hour === 0 ? 23 : hour - 1;
  // `5 para as 8 finalistas`
  if (site.isWord(site.to) && site.counted(site.to)) return null;
  return clockOf(hour, 60 - minutes, null, !site.has('P') && !site.has('N') && !site.has('M'));
}

function noon(site: Site): Expression | null {
  if (site.has('X') && site.number('X') !== 0) return null;
  if (site.word(site.from) === 'meio' && /^(o|do|no|ao|um)?$/.test('') && site.word(site.to) === 'a')
    return null;
  const minute = site.has('F') ? 30 : site.has('M') ? site.number('M') : null;
  const hour = site.param('hour') === 24 ? (minute === null && !site.has('Z') ? 24 : 0) : 12;
  return clockOf(hour, minute, null, false);
}

/** `uma e trinta` as the whole of a text: an answer or a field. */
function fragment(site: Site): Expression | null {
  if (site.from !== site.first || site.to !== site.last) return null;
  return clockOf(site.number('H'), site.has('F') ? 30 : site.number('M'), null, true);
}

function partOfDay(site: Site): Expression | null {
  const part = site.value('P');
  const before = site.word(site.from - 1);
  // `mais tarde`, `muito tarde`, `boa noite`, `bom dia`, `chegou tarde`
  if (
    part === 2 &&
    !/^(a|da|na|pela|de|a|uma|esta|toda|cada|ultima|proxima|ao|numa|nessa|desta|dessa|plena|fim|final|meio)$/.test(
      before,
    ) &&
    site.from !== site.first
  )
    return null;
  if (/^(mais|muito|tao|demasiado|boa|bom|boas|bastante|demais|ja|ate)$/.test(before)) return null;
  if (part === 2 && before === 'a' && site.word(site.from - 2) === 'mais') return null;
  if (site.named(site.from)) return null;
  return { kind: 'part-of-day', part: PART_NAMES[part]! };
}

function thisPart(site: Site): Expression | null {
  const days = Number(site.param('days'));
  const part = PART_NAMES[site.value('P')]!;
  if (
    site.has('T') &&
    /^(mesmo|mesma|corrente|atual|actual|presente)$/.test(site.word(site.items.from[site.item('T')]!)) &&
    site.param('anchor') === 'dct'
  )
    return null;
  if (part === 'afternoon' && /^(mesmo|mesma)$/.test(site.word(site.from))) return null;
  return {
    kind: 'moment',
    day: {
      kind: 'offset',
      unit: 'day',
      n: days,
      anchor: site.param('anchor') === 'focus' ? 'focus' : 'dct',
      by: 'aligned',
      ...(site.param('anchor') === 'focus' ? { loose: true } : {}),
    },
    time: { kind: 'part-of-day', part },
  };
}

function days(site: Site): Expression | null {
  return { kind: 'offset', unit: 'day', n: Number(site.param('n')), anchor: 'dct', by: 'aligned' };
}

function ago(site: Site): Expression | null {
  const sign = Number(site.param('sign'));
  const unit = unitOf(site, 'U');
  if (site.has('F'))
    return {
      kind: 'offset',
      unit: unit === 'hour' ? 'minute' : unit === 'year' ? 'month' : unit,
      n: sign * (unit === 'hour' ? 30 : unit === 'year' ? 6 : 1),
      anchor: 'dct',
      by: 'counted',
    };
  const n = site.number('N');
  if (n < 0 || n > 1e6) return null;
  // `há 2000 anos`; but `há 24 horas por dia`, `há um dia por semana`
  if (site.word(site.to) === 'por') return null;
  // `segundo` the preposition is no second: há 3 segundo …
  const finer = site.has('G')
    ? { unit: HALF_OF[unit]?.unit ?? unit, n: sign * (HALF_OF[unit]?.n ?? 0) }
    : site.has('K')
      ? { unit: unitOf(site, 'V'), n: sign * site.number('K') }
      : undefined;
  return { kind: 'offset', unit, n: sign * n, anchor: 'dct', by: 'counted', ...(finer ? { finer } : {}) };
}

const HALF_OF: Partial<Record<UnitName, { unit: UnitName; n: number }>> = {
  year: { unit: 'month', n: 6 },
  hour: { unit: 'minute', n: 30 },
  minute: { unit: 'second', n: 30 },
  month: { unit: 'day', n: 15 },
  day: { unit: 'hour', n: 12 },
};

/** `em duas semanas`: a date when something is still to come, an amount when it is told as past. */
function within(site: Site): Expression | null {
  const n = site.number('N');
  const unit = unitOf(site, 'U');
  if (n < 0 || n > 1e5 || /^(de|por|consecutivos|seguidos)$/.test(site.word(site.to))) return null;
  if (unit === 'hour' && site.digits('N') === 2 && n === 24 && site.from - 1 > site.first) return null;
  if (tenseOf(site) !== 'future' && !(site.from - 1 === site.first && site.to === site.last)) return null;
  return { kind: 'offset', unit, n, anchor: 'dct', by: 'counted' };
}

/** Set by the annotator: the tense of the sentence around a match. */
export const tense: { of: (site: Site) => 'past' | 'future' | 'present' | null } = { of: () => null };
function tenseOf(site: Site): 'past' | 'future' | 'present' | null {
  return tense.of(site);
}

function vague(site: Site): Expression | null {
  const reference = site.param('reference');
  if (site.word(site.from) === 'faz' && site.word(site.to - 1) === 'muito') return null;
  if (
    site.to - site.from === 2 &&
    /^(ha|faz)$/.test(site.word(site.from)) &&
    /^(muito|pouco)$/.test(site.word(site.to - 1)) &&
    site.isWord(site.to) &&
    !site.flag(site.to, GRAMMAR)
  )
    return null;
  return {
    kind: 'vague',
    reference:
      reference === 'FUTURE_REF' ? 'FUTURE_REF' : reference === 'PRESENT_REF' ? 'PRESENT_REF' : 'PAST_REF',
  };
}

function unitOfAnchor(site: Site): Expression | null {
  const unit = unitOf(site, 'U');
  const anchor = site.param('anchor') === 'focus' ? 'focus' : 'dct';
  const n = Number(site.param('n'));
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!);
  // `segundo` is an ordinal far more often than a second; `presente século` yes, `neste segundo momento` no.
  if (unit === 'second' && (site.isWord(site.to) || /pr[oó]xim/i.test(words) === false)) return null;
  if (/^(mesmo|mesma)$/i.test(site.word(site.from)) && unit === 'hour') return null;
  // `último ano do liceu`, `último dia de aulas`, `última hora`: what follows says of what.
  const last = /^[uú]ltim/i.test(words);
  if (last && unit === 'day') return null;
  if (
    last &&
    /^(de|do|da|dos|das)$/.test(site.word(site.to)) &&
    unit === 'year' &&
    !site.isNumber(site.to + 1)
  )
    return null;
  if (unit === 'hour' && anchor === 'dct' && n === 0 && !/^(esta|nesta)/i.test(words)) return null;
  if (unit === 'hour' && last && site.isWord(site.from - 1) && site.word(site.from - 1) === 'de') return null;
  if (/^(presente|actual|atual|corrente)$/.test(site.word(site.from)) && (unit === 'day' || unit === 'hour'))
    return null;
  if (/passad[oa]$/i.test(words) && unit === 'hour' && /^uma?$/.test(site.word(site.from - 1))) return null;
  const kindOfYear = /le(c)?tivo/i.test(words) ? 'school' : /fiscal/i.test(words) ? 'fiscal' : undefined;
  const parsed: Expression = {
    kind: 'offset',
    unit,
    n,
    anchor,
    by: 'aligned',
    ...(site.param('loose') ? { loose: true } : {}),
    ...(kindOfYear ? { kindOfYear } : {}),
  };
  return parsed;
}

function later(site: Site): Expression | null {
  const sign = Number(site.param('sign'));
  const unit = unitOf(site, 'U');
  if (site.has('F'))
    return {
      kind: 'offset',
      unit: HALF_OF[unit]?.unit ?? unit,
      n: sign * (HALF_OF[unit]?.n ?? 1),
      anchor: 'focus',
      by: 'counted',
    };
  const n = site.number('N');
  if (n < 0 || n > 1e6) return null;
  const loose = /^(passados|passadas)$/.test(site.word(site.from));
  return {
    kind: 'offset',
    unit,
    n: sign * n,
    anchor: 'focus',
    by: 'counted',
    ...(site.has('G') && HALF_OF[unit]
      ? { finer: { unit: HALF_OF[unit]!.unit, n: sign * HALF_OF[unit]!.n } }
      : {}),
    ...(loose ? { loose: true } : {}),
  };
}

function windowOf(site: Site): Expression | null {
  const n = site.number('N');
  if (n < 1 || n > 1e5) return null;
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!);
  const unit = unitOf(site, 'U');
  const sign = Number(site.param('sign'));
  if (
    /^passad[oa]s?\b/i.test(words) &&
    !/^(nos|nas|os|as|dos|das|estes|estas)$/.test(site.word(site.from - 1))
  ) {
    // `Passados dois dias, …` counts from the last date of the text.
    return { kind: 'offset', unit, n, anchor: 'focus', by: 'counted', loose: true };
  }
  const anaphoric = /anterior|seguinte|subsequente|precedente/i.test(words);
  return { kind: 'window', unit, n: sign * n, anchor: anaphoric ? 'focus' : 'dct' };
}

function weekend(site: Site): Expression | null {
  const n = site.has('B') ? -1 : site.has('C') ? 1 : 0;
  return { kind: 'offset', unit: 'weekend', n, anchor: 'dct', by: 'aligned' };
}

const WEEKDAY_LEADS = new Set(
  'na a nesta esta nessa essa da de desta dessa ate proxima passada ultima toda cada uma numa a pra para as ou e'.split(
    ' ',
  ),
);
const WEEKDAY_FOLLOWERS = new Set(
  'a as e ou de pela da no na em o os que ate passada seguinte proxima ultima agora para nos com ja ela ele eles foi vai santa'.split(
    ' ',
  ),
);

/** `segunda` … `sexta` are ordinals too, and more often: bare, they need what only a day of the week has around it. */
function weekday(site: Site): Expression | null {
  const which = site.param('which');
  const day = site.has('O') ? site.number('O') - 1 : site.value('W');
  if (day < 1 || day > 7) return null;
  if (site.has('O') && (site.number('O') < 2 || site.number('O') > 6)) return null;
  if (site.named(site.from)) return null;
  const week = site.param('week');
  if (!site.has('F') && !site.has('Z') && day <= 5 && week === undefined) {
    if (!bareWeekday(site, day)) return null;
  }
  if (
    !site.has('F') &&
    site.has('Z') &&
    which === 'next' &&
    day <= 5 &&
    site.isWord(site.to) &&
    !site.flag(site.to, GRAMMAR) &&
    !/^(passada|que)$/.test(site.word(site.to)) &&
    site.word(site.items.from[site.item('Z')]!) !== '' &&
    site.items.start[site.item('Z')]! < site.items.start[site.item('W')]! &&
    !WEEKDAY_FOLLOWERS.has(site.word(site.to))
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
      which === 'this' || which === 'last' || which === 'next' || which === 'coming' || which === 'after'
        ? which
        : 'bare',
    ...(week === undefined ? {} : { week: Number(week) }),
  };
}

function bareWeekday(site: Site, day: number): boolean {
  const w = site.items.from[site.item('W')]!;
  const after = site.to;
  const next = site.word(after);
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
  const before = site.word(w - 1);
  if (site.from !== w) return true;
  if (site.opens(w))
    return !site.isWord(after) || /^(a|as|de|e|que|passada)$/.test(next) || site.isNumber(after);
  if (before === '')
    return site.sign(w - 1) === 0x2c || site.sign(w - 1) === 0x28
      ? day === 2 || !site.isWord(after) || next === 'e'
      : false;
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

const TEMPORAL_NEIGHBOUR =
  /^(hoje|ontem|amanha|seg|ter|qua|qui|sex|sab|dom|segunda|terca|quarta|quinta|sexta|sabado|domingo)$/;

/** `seg.`, `ter`, `6a`: only beside a date, another day, or as the whole text. */
function weekdayAbbreviated(site: Site): Expression | null {
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
  const whole = from === site.first && (to === site.last || (to === site.last - 1 && site.sign(to) === 0x2e));
  if (whole) return site.word(from) === 'ter' && !dotted ? null : result;
  let next = to;
  if (site.sign(next) === 0x2c) next++;
  if (
    site.isNumber(next) &&
    site.tokens.value[next]! <= 31 &&
    site.tokens.end[next]! - site.tokens.start[next]! <= 2 &&
    (next > to || dotted || site.capital(from))
  )
    return result;
  if (TEMPORAL_NEIGHBOUR.test(site.word(next)) && site.word(from) !== 'ter') return result;
  let before = from - 1;
  if (site.sign(before) === 0x2c || /^(ou|e|a)$/.test(site.word(before))) before--;
  if (TEMPORAL_NEIGHBOUR.test(site.word(before)) && (before < from - 1 || site.word(from) !== 'ter'))
    return result;
  return null;
}

function century(site: Site): Expression | null {
  const n = site.number('N');
  if (n < 1 || n > 40) return null;
  return { kind: 'century', century: Number(site.param('sign')) * n };
}
function centuryRange(site: Site): Expression | null {
  const a = site.number('N');
  const b = site.number('M');
  if (a < 1 || b < 1 || a > 40 || b > 40 || b < a) return null;
  return { kind: 'range', from: { kind: 'century', century: a }, to: { kind: 'century', century: b } };
}
function millennium(site: Site): Expression | null {
  const n = site.number('N');
  return n < 1 || n > 10 ? null : { kind: 'millennium', millennium: Number(site.param('sign')) * n };
}

function decade(site: Site): Expression | null {
  const n = site.number('N');
  const plural = /^anos/i.test(site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.from]!));
  const base = site.has('C') ? (site.number('C') - 1) * 100 : 1900;
  if (n >= 10 && n < 100 && n % 10 === 0) {
    // `anos 10` and `anos 20` are said of both centuries; in a document of today the figures below 30 still mean the last century.
    return { kind: 'decade', start: base + n };
  }
  if (n === 0 && site.digits('N') === 2) return { kind: 'decade', start: 2000 };
  if (n >= 1000 && n <= 2100 && n % 10 === 0)
    return plural && n % 100 === 0 ? null : { kind: 'decade', start: n };
  return null;
}
function nthDecade(site: Site): Expression | null {
  const c = site.number('C');
  const n = site.has('L') ? 10 : site.number('N');
  if (c < 1 || c > 30 || n < 1 || n > 10) return null;
  return { kind: 'decade', start: (c - 1) * 100 + (n - 1) * 10 };
}

const SEASON_LEADS =
  /^(no|na|do|da|o|a|de|este|neste|deste|esse|nesse|desse|ultimo|ultima|proximo|proxima|cada|todo|toda|um|uma|ao|pelo|pela|durante|ate|para|em|num|numa|meio|plena|pleno|primavera|outono|desta|esta|nesta|aquele|naquele|os|nos|dos|passado)$/;
function season(site: Site): Expression | null {
  const year = yearIn(site, 'Y');
  const from = site.items.from[site.item('S')]!;
  const before = site.word(from - 1);
  const side = site.has('L')
    ? 'past'
    : site.has('N')
      ? 'future'
      : site.has('T')
        ? site.items.lo[site.item('T')]! !== 0 &&
          /^(esse|nesse|desse|aquele|naquele|daquele|essa|nessa|aquela|naquela|mesmo|mesma)$/.test(
            site.word(site.items.from[site.item('T')]!),
          )
          ? 'focus'
          : 'this'
        : undefined;
  const bare = year === null && side === undefined;
  // `eles verão o filme`: the verb has no article before it.
  if (
    bare &&
    !SEASON_LEADS.test(before) &&
    !(site.sign(from - 1) === 0x2f || site.sign(from - 1) === 0x2d || site.from === site.first)
  )
    return null;
  if (
    bare &&
    site.value('S') === 1 &&
    site.from === site.first &&
    site.isWord(site.to) &&
    /^(o|a|os|as|que)$/.test(site.word(site.to))
  )
    return null;
  if (bare && site.value('S') === 1 && /^(que|eles|elas|voces|os|as|nao|quem)$/.test(before)) return null;
  if (bare && site.named(from)) return null;
  return { kind: 'season', season: site.value('S'), year, ...(side ? { side } : {}) };
}
function seasonRange(site: Site): Expression | null {
  return { kind: 'season', season: site.value('S'), year: site.number('Y') };
}

function periodCode(site: Site): Expression | null {
  const n = site.number('N');
  const unit = site.param('unit') === 'quarter' ? 'quarter' : 'semester';
  if (n < 1 || n > (unit === 'quarter' ? 4 : 2)) return null;
  if (
    site.items.from[site.item('N')]! > site.items.from[site.item('Y')]! &&
    site.digits('Y') === 4 &&
    unit === 'semester'
  )
    return null;
  return {
    kind: 'nth',
    unit,
    n,
    count: 1,
    of: { kind: 'date', year: yearIn(site, 'Y'), month: null, day: null },
  };
}
function specialYear(site: Site): Expression | null {
  const year = site.number('Y');
  if (site.has('Z'))
    return {
      kind: 'range',
      from: { kind: 'date', year, month: null, day: null },
      to: {
        kind: 'date',
        year: site.digits('Z') === 2 ? year - (year % 100) + site.number('Z') : site.number('Z'),
        month: null,
        day: null,
      },
    };
  return { kind: 'date', year, month: null, day: null };
}

// Amounts

function duration(site: Site): Expression | null {
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
      /^(de|em|destes|desses)$/.test(site.word(to)) &&
      site.word(to) !== 'de'
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

function vagueDuration(site: Site): Expression | null {
  return {
    kind: 'duration',
    amounts: [{ unit: site.has('U') ? unitOf(site, 'U') : 'day', n: null }],
    approximate: true,
  };
}
function whole(site: Site): Expression | null {
  return {
    kind: 'duration',
    amounts: [{ unit: site.has('U') ? unitOf(site, 'U') : 'hour', n: site.has('U') ? 1 : null }],
    approximate: true,
  };
}

const UNIT_CODES: Partial<Record<UnitName, string>> = {
  second: 'PT#S',
  minute: 'PT#M',
  hour: 'PT#H',
  day: 'P#D',
  week: 'P#W',
  fortnight: 'P#W',
  month: 'P#M',
  bimester: 'P#M',
  quarter: 'P#M',
  fourmonths: 'P#M',
  semester: 'P#M',
  year: 'P#Y',
  decade: 'P#Y',
  century: 'P#Y',
  biennium: 'P#Y',
  triennium: 'P#Y',
  quadrennium: 'P#Y',
  lustrum: 'P#Y',
  millennium: 'P#Y',
  weekend: 'P#W',
  halfhour: 'PT#M',
  fiveyears: 'P#Y',
};
const UNIT_SIZE: Partial<Record<UnitName, number>> = {
  fortnight: 2,
  bimester: 2,
  quarter: 3,
  fourmonths: 4,
  semester: 6,
  decade: 10,
  century: 100,
  biennium: 2,
  triennium: 3,
  quadrennium: 4,
  lustrum: 5,
  millennium: 1000,
  halfhour: 30,
  fiveyears: 5,
};

/** ISO 8601 duration of a number of units. */
export function periodCodeOf(unit: UnitName, n: number): string {
  return (UNIT_CODES[unit] ?? 'P#D').replace('#', String(n * (UNIT_SIZE[unit] ?? 1)));
}

function set(site: Site): Expression | null {
  const value = String(site.param('value'));
  // `Diário da República`, `o Semanal`: the name of a paper.
  if (site.capital(site.from) && !site.opens(site.from)) return null;
  if (/^diari[oa]s?$/.test(site.word(site.from)) && site.capital(site.from)) return null;
  if (/^(o|um|seu|meu|no|do|ao|os)$/.test(site.word(site.from - 1)) && /^diari/.test(site.word(site.from)))
    return null;
  return { kind: 'set', value };
}
function every(site: Site): Expression | null {
  const unit = unitOf(site, 'U');
  const n = site.has('N') ? site.number('N') : 1;
  if (site.has('N') && site.has('O') && site.number('N') !== site.number('O')) return null;
  if (site.has('V') && site.value('V') !== site.value('U')) return null;
  if (unit === 'second' && !site.has('N')) return null;
  // `todo o dia` in Portugal is the whole day; both readings repeat or last, and the set is the commoner in text.
  return { kind: 'set', value: periodCodeOf(unit, n), quantity: 'EVERY' };
}
function everyPart(site: Site): Expression | null {
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!).toLowerCase();
  if (/^as /.test(words)) return null;
  const part = /tarde/.test(words) ? 'TAF' : /noite/.test(words) ? 'TNI' : 'TMO';
  return { kind: 'set', value: `XXXX-XX-XX${part}`, quantity: 'EVERY' };
}
function everyWeekday(site: Site): Expression | null {
  const day = site.value('W');
  const from = site.items.from[site.at]!;
  if (
    /^(as|nas)$/.test(site.word(from)) &&
    day <= 5 &&
    !site.accented(from) &&
    site.word(from) === 'as' &&
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
function everyMonthDay(site: Site): Expression | null {
  return { kind: 'set', value: `XXXX-XX-${String(site.number('D')).padStart(2, '0')}`, quantity: 'EVERY' };
}
function everyMonth(site: Site): Expression | null {
  return { kind: 'set', value: `XXXX-${String(site.value('M')).padStart(2, '0')}`, quantity: 'EVERY' };
}
function times(site: Site): Expression | null {
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

function holiday(site: Site): Expression | null {
  const name = String(site.param('name'));
  const { from, to } = site;
  const before = site.word(from - 1);
  if (site.named(from)) return null;
  if (site.sign(from - 1) === 0x2d && site.glued(from)) return null;
  const one = to - from === 1;
  if (site.param('guarded') === 1 && one) {
    // Natal is a city: `em Natal`, `de Natal` without an article; the feast has one, or a year after it.
    const year = site.isNumber(to) || (site.word(to) === 'de' && site.isNumber(to + 1));
    if (name === 'natal') {
      const lead =
        /^(o|no|do|ao|pelo|pro|neste|deste|este|esse|nesse|feliz|santo|proximo|ultimo|passado|cada|todo|ate|dia|noite|um|num)$/.test(
          before,
        );
      if (!year && !lead && before !== 'de' && site.to - site.from !== site.last - site.first) return null;
      if (!year && /^em$/.test(before)) return null;
      if (
        !year &&
        before === 'de' &&
        !/^(dia|noite|vespera|vesperas|ceia|arvore|festa|festas|epoca|quadra|compras|ferias|jantar|almoco|presente|presentes|prenda|prendas|periodo|tempo|mensagem|missa|conto|cartao|luzes|bolo|semana|feriado)$/.test(
          site.word(from - 2),
        )
      )
        return null;
      if (
        /^(terra|cidade|lingua|pais|para)$/.test(before) ||
        (before !== '' &&
          !site.flag(from - 1, GRAMMAR) &&
          !/^(feliz|dia|noite|ultimo|proximo|vesperas|pelo|passado|deste|neste)$/.test(before))
      )
        return null;
      if (!site.capital(from)) {
        if (!/^(o|no|do|ao|pelo|pro|ate|feliz|este|neste|deste|de)$/.test(before)) return null;
      }
    } else if (!/^(na|no|da|do|a|o|pela|pelo|ate)$/.test(before) || name === 'tiradentes') {
      if (!year) return null;
    }
  }
  if (name === 'passagem-de-ano' && site.word(from) === 'fim' && !/^(no|ao|do|o|de|festas)$/.test(before))
    return null;
  if (name === 'consoada' && site.word(from) === 'antevespera') return null;
  return { kind: 'holiday', name, year: null };
}
function event(site: Site): Expression | null {
  const name = String(site.param('name'));
  if (site.has('N')) {
    const n = site.number('N');
    return n === 1
      ? { kind: 'event', name: 'primeira-guerra' }
      : n === 2
        ? { kind: 'event', name: 'segunda-guerra' }
        : null;
  }
  return { kind: 'event', name };
}

// Compounds

function isDay(e: Expression | undefined): boolean {
  return (
    e !== undefined &&
    (e.kind === 'date'
      ? e.day !== null
      : e.kind === 'month-day' ||
        e.kind === 'weekday' ||
        e.kind === 'holiday' ||
        e.kind === 'nth-weekday' ||
        (e.kind === 'offset' && e.unit === 'day') ||
        (e.kind === 'shift' && e.unit === 'day'))
  );
}

function weekdayDate(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  const x = site.made('X')?.expression;
  if (w?.kind !== 'weekday' || x?.kind !== 'date') return null;
  return { ...x, weekday: w.weekday };
}
function weekdayDay(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  if (w?.kind !== 'weekday' || w.which === 'last') return null;
  const to = site.to;
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
function monthDay(site: Site): Expression | null {
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
function dayOfMonth(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  if (r?.kind !== 'offset' || r.unit !== 'month' || r.by !== 'aligned') return null;
  return { kind: 'month-day', day: site.number('D'), which: 'bare', months: r.n };
}
function same(site: Site): Expression | null {
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
function yearOf(site: Site): Expression | null {
  const y = site.made('Y')?.expression;
  const x = site.made('X')?.expression;
  if (!x || y?.kind !== 'offset' || y.unit !== 'year') return null;
  if (x.kind === 'date' && x.year === null) return { ...x, yearOf: y };
  if ((x.kind === 'holiday' || x.kind === 'season') && x.year === null) return { ...x, yearOf: y };
  if (x.kind === 'nth' && x.of === null) return { ...x, of: y };
  return null;
}
function yearShift(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  const n = Number(site.param('n'));
  const side = n < 0 ? 'past' : n > 0 ? 'future' : 'this';
  if ((x?.kind === 'date' && x.year === null) || (x?.kind === 'holiday' && x.year === null))
    return { ...x, side };
  return null;
}
function holidayYear(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  const y = site.made('Y')?.expression;
  if (x?.kind !== 'holiday' || y?.kind !== 'date' || y.month !== null) return null;
  return { ...x, year: y.year };
}
function eve(site: Site): Expression | null {
  const x = site.made('X')?.expression;
  if (x?.kind === 'holiday') return { ...x, days: -1 };
  return x?.kind === 'date' && x.day !== null ? { kind: 'shift', unit: 'day', n: -1, of: x } : null;
}

function moment(site: Site): Expression | null {
  const t = site.made('T')?.expression;
  let day = site.made('X')?.expression;
  let time: Expression | undefined = t;
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
    time = {
      kind: 'clock',
      hour,
      minute: null,
      second: null,
      ...(hour >= 1 && hour <= 12 ? { dial: true } : {}),
    };
  }
  if (!day || !time || (time.kind !== 'clock' && time.kind !== 'part-of-day')) return null;
  if (!isDay(day)) return null;
  return { kind: 'moment', day, time };
}

/** `esta noite às 8`, `amanhã pela manhã às 7`, `à tarde, às 5`: the part of the day settles the half of the dial. */
function partAndClock(site: Site): Expression | null {
  let time = site.made('T')?.expression;
  if (site.has('H')) {
    const { to } = site;
    const hour = site.number('H');
    if (site.isWord(to) && site.tokens.gap[to]! < 2 && (site.counted(to) || site.flag(to, MEASURE) || /^(de|do)$/.test(site.word(to)))) return null;
    if (site.isNumber(to) || hour > 24) return null;
    time = { kind: 'clock', hour, minute: null, second: null, ...(hour >= 1 && hour <= 12 ? { dial: true } : {}) };
  }
  const x = site.made('X')?.expression;
  const p = site.made('P')?.expression;
  if (x?.kind === 'moment' && x.time.kind === 'clock' && p?.kind === 'part-of-day') {
    // `5:00 do domingo à tarde`
    if (x.time.hour > 12) return null;
    return { ...x, time: { kind: 'clock', hour: hourInPart(x.time.hour, PART_NAMES.indexOf(p.part)), minute: x.time.minute, second: x.time.second } };
  }
  if (time?.kind !== 'clock') return null;
  const part = x?.kind === 'moment' && x.time.kind === 'part-of-day' ? x.time.part : p?.kind === 'part-of-day' ? p.part : null;
  if (part === null) return null;
  const settled: ClockExpression = { kind: 'clock', hour: hourInPart(time.hour, PART_NAMES.indexOf(part)), minute: time.minute, second: time.second };
  return x?.kind === 'moment' ? { ...x, time: settled } : settled;
}

/** `10 de maio, das 13h30 às 17h30`. */
function momentRange(site: Site): Expression | null {
  const day = site.made('X')?.expression;
  const a = site.made('T')?.expression;
  const b = site.made('V')?.expression;
  if (!day || !isDay(day) || a?.kind !== 'clock' || b?.kind !== 'clock') return null;
  return { kind: 'range', from: { kind: 'moment', day, time: a }, to: { kind: 'moment', day, time: b } };
}

function shift(site: Site): Expression | null {
  const r = site.made('R')?.expression;
  const x = site.made('X')?.expression;
  if (!x || r?.kind !== 'offset' || r.by !== 'counted' || r.anchor !== 'focus') return null;
  const link = site.items.to[site.item('R')]!;
  const after = site.word(link - 1) === 'apos';
  if (!after && !/^(de|do|da)$/.test(site.word(link))) return null;
  return { kind: 'shift', unit: r.unit, n: r.n, of: x };
}

function edge(site: Site): Expression | null {
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
function half(site: Site): Expression | null {
  const n = site.has('N') ? site.number('N') : 0;
  const of: Expression | undefined = site.has('U')
    ? { kind: 'offset', unit: unitOf(site, 'U'), n: 0, anchor: 'focus', by: 'aligned', loose: true }
    : site.made('X')?.expression;
  if (!of || n > 2) return null;
  return { kind: 'edge', part: n === 0 ? 'middle' : n === 1 ? 'first-half' : 'second-half', of };
}

function nth(site: Site): Expression | null {
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
function nthRange(site: Site): Expression | null {
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

function nthWeekday(site: Site): Expression | null {
  const w = site.made('W')?.expression;
  const of = site.made('X')?.expression;
  if (w?.kind !== 'weekday' || !of || of.kind !== 'date') return null;
  if (!site.has('N') && !site.has('L')) return null;
  const n = site.has('L') ? -1 : site.number('N');
  if (n === 0 || n > 5) return null;
  return { kind: 'nth-weekday', weekday: w.weekday, n, of };
}
function isoWeek(site: Site): Expression | null {
  const week = site.number('N');
  if (week < 1 || week > 53 || !site.has('X')) return null;
  return { kind: 'iso-week', week, of: site.made('X')?.expression ?? null };
}

// Intervals

function bound(site: Site, slot: string, other: Expression | undefined): Expression | undefined {
  const made = site.made(slot)?.expression;
  if (made) return made;
  if (!other) return undefined;
  return undefined;
}

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
]);

function range(site: Site): Expression | null {
  let from: Expression | undefined = bound(site, 'X', undefined);
  let to: Expression | undefined = bound(site, 'Y', undefined);
  const hour = (slot: string): Expression => ({
    kind: 'clock',
    hour: site.number(slot),
    minute: null,
    second: null,
    ...(site.number(slot) >= 1 && site.number(slot) <= 12 ? { dial: true } : {}),
  });
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
  if (site.has('H')) {
    if (site.has('I')) {
      if (site.number('I') > 24 || site.number('H') > 24) return null;
      if (site.isWord(site.to) && site.tokens.gap[site.to]! < 2 && site.counted(site.to)) return null;
      to = hour('I');
    }
    from = hour('H');
  }
  if (site.has('E')) {
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
  if (!from || !to || !RANGE_KINDS.has(from.kind) || !RANGE_KINDS.has(to.kind)) return null;
  if (!comparable(from, to)) return null;
  return { kind: 'range', from, to };
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
  if (a.kind === 'offset' && a.by === 'counted') return false;
  return true;
}

function plainRange(site: Site): Expression | null {
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
  const dash = site.sign(site.items.to[site.has('X') ? site.item('X') : site.item('D')]!) !== 0;
  const a = made.from;
  const b = made.to;
  const link = site.word(site.items.to[site.has('X') ? site.item('X') : site.item('D')]!);
  // `hoje a polícia`, `segunda a …`: an article is not a connector; both ends must be of one kind.
  if (
    (link === 'a' || link === 'ao') &&
    (a.kind !== b.kind || a.kind === 'offset' || a.kind === 'part-of-day')
  ) {
    if (!(a.kind === 'edge' || b.kind === 'edge')) return null;
  }
  if (dash) {
    const lines =
      site.tokens.gap[site.items.from[site.item('Y')]!]! >= 2 ||
      site.tokens.gap[site.items.from[site.item('Y')]! - 1]! >= 2;
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

function open(site: Site): Expression | null {
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
    const hour = site.number('H');
    of = {
      kind: 'clock',
      hour,
      minute: null,
      second: null,
      ...(hour >= 1 && hour <= 12 ? { dial: true } : {}),
    };
  }
  if (!of) return null;
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
  };
}

export const MEANINGS: Readonly<Record<string, Maker>> = {
  date, slashed, 'figures-range': figuresRange, 'days-range': daysRange, 'iso-moment': isoMoment, 'month-figures': monthFigures, month, era, year,
  'year-words': yearWords, 'year-range': yearRange, 'short-year': shortYear,
  clock, 'hour-sign': hourSign, dotted, said, 'minutes-to': minutesTo, noon, fragment, 'part-of-day': partOfDay, 'this-part': thisPart,
  part: (site) => ({ kind: 'part-of-day', part: PART_NAMES[Number(site.param('part'))]! }),
  days, tomorrow: days, now: () => ({ kind: 'now' }), ago, within, vague, 'unit-of': unitOfAnchor, later, window: windowOf, weekend, weekday,
  'weekday-abbreviated': weekdayAbbreviated,
  thereupon: () => ({ kind: 'offset', unit: 'day', n: 0, anchor: 'focus', by: 'aligned' }),
  century, 'century-range': centuryRange, millennium, decade, 'nth-decade': nthDecade, season, 'season-range': seasonRange,
  'period-code': periodCode, 'special-year': specialYear,
  duration, 'vague-duration': vagueDuration, whole, set, every, 'every-part': everyPart, 'every-weekday': everyWeekday,
  'every-month-day': everyMonthDay, 'every-month': everyMonth, times,
  holiday, event,
  'weekday-date': weekdayDate, 'weekday-day': weekdayDay, 'month-day': monthDay, 'day-of-month': dayOfMonth, same, 'year-of': yearOf,
  'year-shift': yearShift, 'holiday-year': holidayYear, eve, moment, 'moment-range': momentRange,
  'part-and-clock': partAndClock, shift, edge, half, nth, 'nth-range': nthRange, 'nth-weekday': nthWeekday, 'iso-week': isoWeek,
  range, 'plain-range': plainRange, open,
}; // biome-ignore format: a table
