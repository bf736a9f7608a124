/** A question as a line: what `parseLine` reads back to the same meaning. Implied chips are written with their prefixes. */
import type { BoundingBox, Gazetteer } from '../../geo/index.ts';
import type { Clause, Query, QueryChip, WhereChip } from '../ports/question.ts';
import { type LineContext, parseLine } from './parse-line.ts';
import { placeKey, placeLabel } from './place-identity.ts';
import { printPeriod } from './print-period.ts';

export interface PrintOptions {
  /** Of the prefixes. Default `pt`. */
  readonly language?: 'pt' | 'en' | undefined;
}

const PREFIXES = {
  pt: {
    when: 'quando',
    published: 'publicado',
    where: 'onde',
    site: 'site',
    kind: 'tipo',
    language: 'idioma',
    dates: 'datas',
  },
  en: {
    when: 'when',
    published: 'published',
    where: 'where',
    site: 'site',
    kind: 'kind',
    language: 'lang',
    dates: 'dates',
  },
} as const;
const FIELDS = {
  pt: { title: 'titulo', author: 'autor' },
  en: { title: 'intitle', author: 'author' },
} as const;
const KINDS = {
  pt: { page: 'página', entity: 'entidade', 'geo-file': 'geo', service: 'serviço' },
  en: { page: 'page', entity: 'entity', 'geo-file': 'geo', service: 'service' },
} as const;

export function printQuery(
  query: Pick<Query, 'clause' | 'chips'>,
  context: LineContext,
  options: PrintOptions = {},
): string {
  const language = options.language ?? 'pt';
  const chips = query.chips.map((chip) => printChip(chip, context, language));
  const line = (quoted: boolean): string =>
    [...(query.clause === null ? [] : [printClause(query.clause, quoted, true, language)]), ...chips].join(
      ' ',
    );
  // Words as a person writes them, unless some of them would then be read as a place or a period.
  const plain = line(false);
  const read = parseLine(plain, context);
  const kept =
    read.chips.length === query.chips.length &&
    read.chips.every((chip) => !chip.implied) &&
    sameClause(read.clause, query.clause);
  return kept ? plain : line(true);
}

const PLAIN_WORD = /^[\p{L}\p{N}\p{M}]+$/u;
const OPERATOR = /^(?:OU|OR|E|AND|NÃO|NAO|NOT)$/;

function printClause(clause: Clause, quoted: boolean, top: boolean, language: 'pt' | 'en'): string {
  if ((clause.kind === 'word' || clause.kind === 'phrase') && clause.field !== undefined)
    return `${FIELDS[language][clause.field]}:${quote(clause.text)}`;
  switch (clause.kind) {
    case 'word':
      return quoted || !PLAIN_WORD.test(clause.text) || OPERATOR.test(clause.text)
        ? `"${clause.text}"`
        : clause.text;
    case 'phrase':
      return `"${clause.text.replaceAll(/["“”„«»]/g, ' ')}"`;
    case 'not':
      return `-${printClause(clause.clause, quoted, false, language)}`;
    case 'and': {
      const inner = clause.clauses.map((part) => printClause(part, quoted, false, language)).join(' ');
      return top ? inner : `(${inner})`;
    }
    case 'or': {
      const inner = clause.clauses.map((part) => printClause(part, quoted, false, language)).join(' | ');
      // In brackets always: chips and words behind it belong to the whole.
      return `(${inner})`;
    }
  }
}

/** Whether two clauses say the same, a phrase of one word being that word. */
export function sameClause(a: Clause | null, b: Clause | null): boolean {
  if (a === null || b === null) return a === b;
  if ((a.kind === 'word' || a.kind === 'phrase') && (b.kind === 'word' || b.kind === 'phrase'))
    return a.text === b.text && a.field === b.field;
  if (a.kind === 'not' && b.kind === 'not') return sameClause(a.clause, b.clause);
  if ((a.kind === 'and' && b.kind === 'and') || (a.kind === 'or' && b.kind === 'or'))
    return (
      a.clauses.length === b.clauses.length && a.clauses.every((part, i) => sameClause(part, b.clauses[i]!))
    );
  return false;
}

function printChip(chip: QueryChip, context: LineContext, language: 'pt' | 'en'): string {
  const start = `${chip.negated ? '-' : ''}${PREFIXES[language][chip.kind]}:`;
  switch (chip.kind) {
    case 'when':
    case 'published':
      return start + printPeriod(chip.period);
    case 'where':
      return start + printPlace(chip, context.gazetteer);
    case 'site':
      return start + chip.site;
    case 'kind':
      return start + KINDS[language][chip.value];
    case 'language':
      return start + chip.value;
    case 'dates':
      return start + (language === 'pt' ? 'todas' : 'all');
  }
}

/** Its name, with its state where that tells it from namesakes; its box when no name does. */
function printPlace({ place, box }: WhereChip, gazetteer: Gazetteer | null): string {
  if (place === null || gazetteer === null) return printBox(box);
  for (const label of [place.name, placeLabel(place), `${place.name}, ${place.country}`]) {
    const found = gazetteer.resolve(label);
    if (found !== null && placeKey(found) === place.key) return quote(label);
  }
  return printBox(box);
}

function quote(text: string): string {
  return /^[\p{L}\p{N}]+$/u.test(text) ? text : `"${text.replaceAll(/["“”„«»]/g, ' ')}"`;
}

function printBox(box: BoundingBox): string {
  return box.map((value) => String(Math.round(value * 1e6) / 1e6)).join(',');
}
