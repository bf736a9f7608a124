/** Meaning of years: which number of four figures, or of two, reads as one where it stands. */
import type { Expression } from '../../../expression.ts';
import { CURRENCY, GRAMMAR, MEASURE, NUMBERING, PAST_VERB } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';
import { fullYear } from '../../../slots.ts';
import { endsNoSuchDay } from './date-meaning.ts';

export function era(site: Site): Expression | null {
  const n = site.number('Y');
  if (site.terminal.behind > 0) {
    // `ano 33`, `ano de 622`: a number alone is not a year, `ano` before it makes one.
    const before = site.items.word[site.at];
    if (before !== site.lexicon.id('ano') || site.digits('Y') === 0 || site.digits('Y') > 4) return null;
    if (site.isWord(site.to) && site.counted(site.to)) return null;
    // `crianças do ano 2`, `Ano 34, n.º 2`: of a school or of a journal, unless the history around it names its own year so (`no ano 33`).
    const lead = site.word(site.items.from[site.at]! - 1);
    const joined = site.items.to[site.at] !== site.from;
    if (n < 100 && !joined && !/^(no|pelo|desde|ate)$/.test(lead)) return null;
    if (n < 32 && (site.isWord(site.to) || joined) && !site.flag(site.to, GRAMMAR)) return null;
    if (n < 13 && /^(de|do|da|e|a|ao)$/.test(site.word(site.to))) return null;
    if (joined && site.capital(site.items.from[site.at]!) && n < 32) return null;
    if (site.digits('Y') === 2)
      return { kind: 'date', year: n > 31 ? n : fullYear(n), month: null, day: null };
    return n >= 1 && n <= 2100 ? { kind: 'date', year: n, month: null, day: null } : null;
  }
  // `uma AC`: an authority that certifies.
  if (
    site.digits('Y') === 0 &&
    site.to - site.from === 2 &&
    !/[.]/.test(site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!))
  )
    return null;
  if (n < 1 || n > 9999 || (site.glued(site.from + 1) && site.isWord(site.from + 1))) return null;
  return { kind: 'date', year: site.param('sign') === -1 ? 1 - n : n, month: null, day: null };
}

/** `3000-2500 a.C.` */
export function eraRange(site: Site): Expression | null {
  const a = site.number('A');
  const b = site.number('B');
  if (a <= b || b < 1 || a > 9999) return null;
  // `entre 49 e 45 a.C.`; without it they are two years.
  const link = site.items.to[site.item('A')]!;
  if (/^(ou|para)$/.test(site.word(link)) || site.sign(link) === 0x2f) return null;
  const and = site.word(link) === 'e';
  if (and && !/^(entre|anos)$/.test(site.word(site.from - 1))) return null;
  if (site.glued(site.from + 1) && site.isWord(site.from + 1)) return null;
  return {
    kind: 'range',
    from: { kind: 'date', year: 1 - a, month: null, day: null },
    to: { kind: 'date', year: 1 - b, month: null, day: null },
  };
}

/** Two numbers with a cross between: the size of a picture or a screen, a score. */
function isSize(site: Site): boolean {
  const { from, to } = site;
  const cross = (token: number): boolean => /^x$/.test(site.word(token)) || site.sign(token) === 0xd7;
  return (cross(to) && site.isNumber(to + 1)) || (cross(from - 1) && site.isNumber(from - 2));
}

/** `1500 Points`, `2030 Views`, `page 3 of 2030`: words of another language around a number, which name no year in Portuguese. */
function isForeignCount(site: Site): boolean {
  const { from, to } = site;
  if (site.isNumber(from - 2) && /^(of|out|from)$/.test(site.word(from - 1))) return true;
  return (
    site.tokens.gap[to]! === 1 &&
    /^(points|views|results|pages|comments|likes|photos|words|reviews|items)$/.test(site.word(to))
  );
}

/** `XPS 18 (1810)`, `T431s (2013)`: after the number of a model, the number in brackets is that of another. */
function isModel(site: Site): boolean {
  const { from } = site;
  if (site.sign(from - 1) !== 0x28 || !site.isNumber(from - 2) || site.tokens.gap[from - 1] !== 1)
    return false;
  return (
    site.isWord(from - 3) &&
    site.capital(from - 3) &&
    site.text.charCodeAt(site.tokens.start[from - 3]! + 1) < 0x61
  );
}

/** Whether a number of four figures reads as a year where it stands. */
function readsAsYear(site: Site): boolean {
  const { from, to } = site;
  const before = site.word(from - 1);
  if (site.named(from) || isSize(site) || isForeignCount(site) || isModel(site)) return false;
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
  // `n.: 1717`, `processo: 1998`
  if (
    signBefore === 0x3a &&
    (site.flag(from - 2, NUMBERING) || (site.sign(from - 2) === 0x2e && site.flag(from - 3, NUMBERING)))
  )
    return false;
  if (site.flag(from - 1, CURRENCY) && site.capital(from - 1)) return false;
  const strong =
    /^(em|desde|ano|anos|ate|durante|apos|copyright)$/.test(before) ||
    // `a partir de 2011 governados por`
    (before === 'de' &&
      /^(partir|contar|meados|inicio|inicios|comeco|principio|fim|fins|final|finais|antes|depois)$/.test(
        site.word(from - 2),
      ));
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
  // `Thread.sleep(2000)`: what a program is given.
  if (
    signBefore === 0x28 &&
    site.glued(from - 1) &&
    site.isWord(from - 2) &&
    site.sign(from - 3) === 0x2e &&
    site.glued(from - 2)
  )
    return false;
  // `2001:db8::1`
  if (signAfter === 0x3a && site.glued(to) && site.glued(to + 1) && site.isWord(to + 1)) return false;
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
  if (signAfter === 0x2f && site.glued(to) && site.glued(to + 1) && site.isWord(to + 1)) return false;
  if (before === 'de' && /^(mais|menos|perto|acima|abaixo|total|quantia|alem)$/.test(site.word(from - 2)))
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
  return !telephone(site) && !houseNumber(site);
}

const STREET =
  /^(rua|r|avenida|av|praca|pca|travessa|alameda|largo|estrada|rodovia|ladeira|beco|praceta|calcada|rotunda|viela)$/;

/** `Rua 7 de Setembro, 1945`, `Av. Paulista, 1578 – Centro`: after a street and its name, with a comma, the number of a house. */
function houseNumber(site: Site): boolean {
  let k = site.from - 1;
  if (site.sign(k) !== 0x2c) return false;
  for (let n = 0; n < 8; n++) {
    k--;
    const word = site.word(k);
    if (STREET.test(word)) return word.length > 2 || site.capital(k);
    const name =
      site.capital(k) ||
      site.isNumber(k) ||
      /^(de|do|da|dos|das|e)$/.test(word) ||
      site.sign(k) === 0x2e ||
      site.sign(k) === 0xba ||
      (site.isWord(k) && site.lexicon.lo[site.tokens.id[k]!] !== 0);
    if (!name) return false;
  }
  return false;
}

/** `0800 2020 1990`, `+55 11 1998-2003`: two numbers before it, or a number and a plus, with nothing but blanks between. */
function telephone(site: Site): boolean {
  const { from } = site;
  const run = (token: number): boolean => site.isNumber(token) && site.tokens.gap[token + 1] === 1;
  return run(from - 1) && (run(from - 2) || site.sign(from - 2) === 0x2b || site.sign(from - 3) === 0x2b);
}

export function year(site: Site): Expression | null {
  if (site.digits('Y') === 0) {
    // `Lisboa, MDCCCLXXXVIII`
    return /^[MDCLXVI]{4,}$/.test(site.raw('Y'))
      ? { kind: 'date', year: site.number('Y'), month: null, day: null }
      : null;
  }
  if (endsNoSuchDay(site, site.from)) return null;
  return readsAsYear(site) ? { kind: 'date', year: site.number('Y'), month: null, day: null } : null;
}

export function yearWords(site: Site): Expression | null {
  if (site.digits('Y') !== 0) return null;
  if (site.isWord(site.to) && site.counted(site.to)) return null;
  return { kind: 'date', year: site.number('Y'), month: null, day: null };
}

/** `334(6060):1226–1227`, `pages 1385–1399`, `Algorithms: 1027-1035.`: the pages of a citation. */
function ofPages(site: Site): boolean {
  const { from, to } = site;
  if (/^(pages?|pags?|pp|paginas?)$/.test(site.word(from - (site.sign(from - 1) === 0x2e ? 2 : 1))))
    return true;
  if (site.sign(from - 1) !== 0x3a) return false;
  const before = site.sign(from - 2);
  if (site.glued(from) && (before === 0x29 || site.isNumber(from - 2))) return true;
  // Pages end a reference, and no year is so far back beside another so near.
  return site.number('A') < 1400 && (site.sign(to) === 0x2e || site.sign(to) === 0x2c || to >= site.last);
}

export function yearRange(site: Site): Expression | null {
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
  if (telephone(site) || ofPages(site)) return null;
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
export function shortYear(site: Site): Expression | null {
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
    site.sign(after) === 0xd7 ||
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
      // `o golpe de 64 durou`: the noun before it is never counted by two figures.
      const noun = site.terminal.slots.length === 3;
      if (!noun && (before === 'de' || before === 'para')) return null;
      if (site.counted(after) || (!noun && !/(ou|eu|iu|ei|ava|ia|ram|va|foi)$/.test(site.word(after))))
        return null;
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
