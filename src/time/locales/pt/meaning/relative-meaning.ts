/** Meaning of expressions that count from an anchor. */
import { type Expression, UNIT_NAMES, type UnitName } from '../../../expression.ts';
import { GRAMMAR } from '../../../lexicon.ts';
import type { Site } from '../../../site.ts';
import { HALF_OF, unitOf } from '../../../slots.ts';

export function days(site: Site): Expression | null {
  return { kind: 'offset', unit: 'day', n: Number(site.param('n')), anchor: 'dct', by: 'aligned' };
}

/** What goes on after an `agora` that only leads on: `Agora vamos ver`, `Agora é com você`, `agora que sabemos`. */
const LEADS_ON =
  /^(que|e|vamos|basta|cada|voce|voces|sim|so|pode|podes|podemos|podem|temos|resta|falta|note|veja|repare|imagine)$/;

/** `agora`: the moment of writing; where it only leads from one step to the next it names no day. */
export function now(site: Site): Expression {
  const { from, to } = site;
  const discourse: Expression = { kind: 'vague', reference: 'PRESENT_REF' };
  if (to - from > 1 || site.word(from) !== 'agora') return { kind: 'now' };
  if (site.word(from - 1) === 'por') return discourse;
  const opens = site.opens(from) || (site.sign(from - 1) === 0x2c && from - 2 <= site.first);
  if (!opens || to >= site.last) return { kind: 'now' };
  if (site.sign(to) === 0x2c || site.sign(to) === 0x3a) return discourse;
  if (!site.isWord(to)) return { kind: 'now' };
  // `Agora é com você`; but `Agora é tarde` is so now.
  if (site.accented(to) && site.word(to) === 'e')
    return /^(com|so|preciso|necessario|possivel)$/.test(site.word(to + 1)) ? discourse : { kind: 'now' };
  if (LEADS_ON.test(site.word(to))) return discourse;
  return !site.flag(to, GRAMMAR) && !site.isVerb(to) && site.lexicon.lo[site.tokens.id[to]!] === 0
    ? discourse
    : { kind: 'now' };
}

/** What is written short for a unit, to the figure: `há 2h`. */
const SHORT_UNITS: Readonly<Record<string, UnitName>> = {
  h: 'hour', hs: 'hour', hrs: 'hour', min: 'minute', s: 'second', seg: 'second', d: 'day', sem: 'week',
}; // biome-ignore format: a table

/** That a number is no exact one. */
const ABOUT = /\b(?:mais|menos|cerca|perto|coisa|quase|uns|aproximadamente)\b/i;

export function ago(site: Site): Expression | null {
  const sign = Number(site.param('sign'));
  if (site.has('V') && !site.has('U')) {
    const unit = SHORT_UNITS[site.raw('V')];
    if (unit === undefined || site.word(site.to) === 'por') return null;
    return { kind: 'offset', unit, n: sign * site.number('N'), anchor: 'dct', by: 'counted' };
  }
  // `de hoje a oito`, `de hoje a quinze`
  if (site.has('E'))
    return site.isWord(site.to) && site.counted(site.to)
      ? null
      : { kind: 'offset', unit: 'week', n: site.raw('E').length > 4 ? 2 : 1, anchor: 'dct', by: 'counted' };
  if (site.has('Q')) {
    const quarters = site.number('Q');
    return quarters < 1 || quarters > 3
      ? null
      : { kind: 'offset', unit: 'minute', n: sign * 15 * quarters, anchor: 'dct', by: 'counted' };
  }
  const unit = unitOf(site, 'U');
  if (site.has('F')) {
    const half = HALF_OF[unit] ?? { unit, n: 1 };
    return { kind: 'offset', unit: half.unit, n: sign * half.n, anchor: 'dct', by: 'counted' };
  }
  // `há ano e meio`
  const n = site.has('N') ? site.number('N') : 1;
  if (!site.has('N') && HALF_OF[unit] === undefined) return null;
  if (n < 0 || n > 1e6 || isPartOfANumber(site)) return null;
  // `há mais de 2500 anos`: of antiquity no year is meant.
  if (
    unit === 'year' &&
    n >= 200 &&
    ABOUT.test(
      site.text.slice(site.tokens.start[site.from]!, site.tokens.start[site.items.from[site.item('N')]!]!),
    )
  )
    return { kind: 'vague', reference: sign < 0 ? 'PAST_REF' : 'FUTURE_REF' };
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

/** `faz hoje dez anos`. */
export function anniversary(site: Site): Expression | null {
  const n = site.number('N');
  if (n < 1 || n > 1e4) return null;
  const said = site.raw('T').toLowerCase();
  const days = said.startsWith('h') ? 0 : said.startsWith('o') ? -1 : said.startsWith('ante') ? -2 : 1;
  return {
    kind: 'shift',
    unit: unitOf(site, 'U'),
    n: -n,
    of: { kind: 'offset', unit: 'day', n: days, anchor: 'dct', by: 'aligned' },
  };
}

/** `na véspera`, said without the feast whose eve it is: the day before the last that was named. */
export function eveOfText(site: Site): Expression | null {
  if (/^(de|do|da|dos|das)$/.test(site.word(site.to))) return null;
  if (!site.has('A') && !/^(na|de|desde)$/.test(site.word(site.from - 1))) return null;
  return {
    kind: 'offset',
    unit: 'day',
    n: site.has('A') ? 1 : site.has('V') ? -2 : -1,
    anchor: 'focus',
    by: 'aligned',
  };
}

/** The `mil anos` of `60 mil anos atrás`, the `3 meses` of `1.5/3 meses`: the figure goes on to the left. */
function isPartOfANumber(site: Site): boolean {
  const k = site.items.from[site.item('N')]! - 1;
  return site.isNumber(k) && site.tokens.gap[k + 1]! < 2;
}

/** Verbs that say in the present what is still to come: `o prazo acaba em 5 dias`, `temos que entregar em 3 semanas`. */
const COMING =
  /^(sai|saem|comeca|comecam|chega|chegam|volta|voltam|termina|terminam|acaba|acabam|vence|vencem|abre|abrem|fecha|fecham|estreia|estreiam|expira|expiram|inicia|iniciam|reabre|regressa|regressam|parte|partem|precisa|precisam|precisamos|preciso|deve|devem|temos|espera|promete|preve|pretende|pretendem|marca|marque|lembra|lembre)$/;

/** Verbs and participles that say by how much: `aumentou em dois anos`, `prorrogado em 30 dias`. */
const BY_SO_MUCH =
  /^(?:reduz|aument|ampli|diminu|acresc|elev|prorrog|estend|encurt|prolong|adi|alarg|exced|ultrapass)[a-z]+$/;

/** `em duas semanas`: a date when something is still to come, an amount when it is told as past. */
export function within(site: Site): Expression | null {
  if (site.has('F')) {
    const half = HALF_OF[unitOf(site, 'U')];
    return half ? { kind: 'within', amounts: [half] } : null;
  }
  if (site.has('Q')) {
    const quarters = site.number('Q');
    return quarters < 1 || quarters > 3
      ? null
      : { kind: 'within', amounts: [{ unit: 'minute', n: 15 * quarters }] };
  }
  const n = site.number('N');
  const short = site.has('U') ? undefined : SHORT_UNITS[site.raw('V')];
  if (!site.has('U') && short === undefined) return null;
  const unit = short ?? unitOf(site, 'U');
  if (n < 0 || n > 1e5 || /^(de|por|consecutivos|seguidos)$/.test(site.word(site.to))) return null;
  if (unit === 'hour' && site.digits('N') === 2 && n === 24 && site.from - 1 > site.first) return null;
  const tense = site.tense();
  // `reduzida em cinco anos`: by so much, not then.
  if (BY_SO_MUCH.test(site.word(site.from - 2))) return { kind: 'duration', amounts: [{ unit, n }] };
  let coming = tense === 'future';
  for (let k = site.from - 2; !coming && tense === null && k >= site.first && k > site.from - 10; k--)
    coming = COMING.test(site.word(k));
  if (site.from - 1 === site.first && site.to === site.last) coming = true;
  const half = site.has('G') ? HALF_OF[unit] : undefined;
  if (site.has('G') && (half === undefined || unit === 'day')) return null;
  const finer = site.has('K') ? { unit: unitOf(site, 'V'), n: site.number('K') } : (half ?? null);
  if (finer && UNIT_NAMES.indexOf(finer.unit) >= UNIT_NAMES.indexOf(unit)) return null;
  // An adjective says of what days: `em 3 dias úteis`, `em 2 dias seguidos`.
  if (site.isWord(site.to) && /^(uteis|util|inteiros|diferentes|cada)$/.test(site.word(site.to))) return null;
  return coming && finer === null
    ? { kind: 'offset', unit, n, anchor: 'dct', by: 'counted' }
    : { kind: 'within', amounts: [{ unit, n }, ...(finer ? [finer] : [])] };
}

/** `4 segundas a partir de agora`. */
export function weekdaysFromNow(site: Site): Expression | null {
  const n = site.number('C');
  if (n < 1 || n > 60) return null;
  const of: Expression = { kind: 'offset', unit: 'day', n: 0, anchor: 'dct', by: 'aligned' };
  return { kind: 'counted-weekday', weekday: site.value('V'), n, of };
}

/** `em 3 dias úteis`, `o próximo dia útil`, `há 2 dias úteis`. */
export function workdays(site: Site): Expression | null {
  if (site.has('X')) return { kind: 'workday', n: 1, of: null, within: false };
  if (site.has('L'))
    return /^(de|do|da|deste|desse)$/.test(site.word(site.to))
      ? null
      : { kind: 'workday', n: -1, of: null, within: false };
  const n = site.number('N');
  if (n < 1 || n > 1000) return null;
  // `a 5 dias úteis`, `em 5 dias úteis`: with an amount that was spent it is no date.
  if (site.terminal.behind > 0 && site.tense() === 'past') return null;
  return { kind: 'workday', n: site.has('B') ? -n : n, of: null, within: false };
}

export function vague(site: Site): Expression | null {
  const reference = site.param('reference');
  // `na época 2019/20` names it.
  if (site.isNumber(site.to) && /^(epoca|altura)$/.test(site.word(site.to - 1))) return null;
  // `no momento certo`, `no momento em que`, `no passado sábado`: of something else.
  if (/^(momento|instante|passado|altura|ocasiao)$/.test(site.word(site.to - 1)) && site.isWord(site.to)) {
    if (!site.flag(site.to, GRAMMAR) && !site.isVerb(site.to)) return null;
    if (/^(em|de|da|do|das|dos|que|quando)$/.test(site.word(site.to))) return null;
  }
  if (site.word(site.to - 1) === 'passado' && site.isNumber(site.to)) return null;
  // `há momentos em que`: there are.
  if (
    /^momentos$/.test(site.word(site.to - 1)) &&
    /^(em|de|que|para|como|mais|tao)$/.test(site.word(site.to))
  )
    return null;
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

export function unitOfAnchor(site: Site): Expression | null {
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
  // `o próximo dia 15` names its day, and so does `no passado dia 15`.
  if (unit === 'day' && /^(?:pr[oó]xim|passad|pret[eé]rit)/i.test(words) && site.isNumber(site.to))
    return null;
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
  // `no último minuto`, `na última hora`: until now.
  if (last && n === -1 && anchor === 'dct' && (unit === 'minute' || unit === 'second'))
    return { kind: 'window', unit, n: -1, anchor };
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

/** `vamos para a semana`, `Para o ano há mais`: the next one; but `o orçamento para o ano`, `planos para a semana`. */
export function unitAhead(site: Site): Expression | null {
  const { from, to } = site;
  const before = from - 1;
  const lead =
    site.word(from) === 'la' ||
    site.opens(from) ||
    site.sign(before) === 0x2c ||
    /^(ja|so|talvez|mais)$/.test(site.word(before)) ||
    (site.isVerb(before) && !/(?:[aiu]d|st|t)[oa]s?$/.test(site.word(before)));
  if (!lead || site.isNumber(to)) return null;
  if (site.isWord(to) && site.tokens.gap[to]! < 3) {
    if (
      /^(de|do|da|dos|das|em|que|toda|todo|inteira|inteiro|seguinte|letivo|lectivo|novo)$/.test(site.word(to))
    )
      return null;
    if (!site.flag(to, GRAMMAR) && !site.isVerb(to)) return null;
  }
  return { kind: 'offset', unit: unitOf(site, 'U'), n: 1, anchor: 'dct', by: 'aligned' };
}

/** `no trimestre`, `durante a semana`, where nothing says which: the one in which the text stands. */
export function plainUnit(site: Site): Expression | null {
  const { from, to } = site;
  const unit = unitOf(site, 'U');
  if (!/^(week|month|bimester|quarter|semester|year)$/.test(unit)) return null;
  const lead = site.word(from - 1);
  const spoken =
    /^n[oa]$/.test(lead) ||
    (/^[oa]$/.test(lead) && site.word(from - 2) === 'durante') ||
    (/^d[oa]$/.test(lead) && /^(decorrer|longo|curso)$/.test(site.word(from - 2))) ||
    (lead === 'do' &&
      /^(quarter|semester)$/.test(unit) &&
      /^(lucro|prejuizo|receita|receitas|vendas|resultado|resultados|queda|alta)$/.test(site.word(from - 2)));
  if (!spoken) return null;
  // `no ano em que`, `no mês de`, `na semana santa`
  if (site.isNumber(to) || site.sign(to) === 0x28) return null;
  if (site.isWord(to) && site.tokens.gap[to]! < 3) {
    if (
      !/^(e|mas|ante|contra|enquanto|porem|para|apos|frente|foi|foram|com|ou|nem|segundo|ja|so|ha)$/.test(
        site.word(to),
      )
    )
      return null;
  }
  // `três vezes no ano`, `dois dias na semana`
  if (/^(vez|vezes|dia|dias|hora|horas|semana|semanas)$/.test(site.word(from - 2))) return null;
  return { kind: 'offset', unit, n: 0, anchor: 'focus', by: 'aligned', loose: true };
}

export function later(site: Site): Expression | null {
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
  const toEvent = leadsToEvent(site);
  return {
    kind: 'offset',
    unit,
    n: sign * n,
    anchor: 'focus',
    by: 'counted',
    ...(site.has('G') && HALF_OF[unit]
      ? { finer: { unit: HALF_OF[unit].unit, n: sign * HALF_OF[unit].n } }
      : {}),
    ...(loose ? { loose: true } : {}),
    ...(toEvent ? { toEvent } : {}),
  };
}

/** `25 anos após o fim do regime`, `dois dias antes do sorteio`: counted from what is named there, not from a date of the text. */
function leadsToEvent(site: Site): boolean {
  const { to } = site;
  if (!site.isWord(to) || site.tokens.gap[to]! > 1) return false;
  const last = site.word(to - 1);
  if (last === 'apos') return true;
  return /^(depois|antes)$/.test(last) && /^(de|do|da|dos|das|que)$/.test(site.word(to));
}

export function windowOf(site: Site): Expression | null {
  const n = site.number('N');
  if (n < 1 || n > 1e5) return null;
  const words = site.text.slice(site.tokens.start[site.from]!, site.tokens.end[site.to - 1]!);
  const unit = site.has('W') ? 'weekend' : unitOf(site, 'U');
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

export function weekend(site: Site): Expression | null {
  const n = site.has('B') ? -1 : site.has('C') ? 1 : 0;
  // `o fim de semana foi calmo`: the one that has been.
  const recent = n === 0 && !site.has('T') && site.tense() === 'past';
  return { kind: 'offset', unit: 'weekend', n, anchor: 'dct', by: 'aligned', ...(recent ? { recent } : {}) };
}
