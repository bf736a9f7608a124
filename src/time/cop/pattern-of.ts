/** Mined sequences as patterns: in the annotator's own form, and as a regular expression for other programs. */
import { CARDINAL_WORDS, ORDINAL_WORDS } from '../locales/pt/numerals.ts';
import type { Pattern } from '../pattern.ts';
import type { Markers } from './markers.ts';
import { DATE_FORMS, type Meaning, meaningOf } from './meaning-of.ts';

/** Alternatives at each position. */
export type Sequence = readonly (readonly string[])[];

/** Forms that one pattern may have: a tag that is written in several ways multiplies them. */
const MOST_FORMS = 32;

const FRAGMENTS: Readonly<Record<string, readonly string[]>> = {
  tag_DATE: DATE_FORMS,
  tag_MONTH: ['M:MONTH'],
  tag_YEAR: ['Y:YEAR'],
  tag_WEEK: ['U:(semana|semanas)'],
  tag_DAY: ['W:(WEEKDAY|WDS) -? F:(feira|feiras)?'],
  tag_HOUR: ['H:HOUR +: +M:MIN', 'H:HOUR +h +M:MIN', 'H:HOUR +h'],
  tag_SEASON: ['S:SEASON'],
  tag_NUM: ['N:NUM'],
  tag_ORD: ['O:ORD'],
  tag_DECADE: ['(decada|decadas) (de|dos)? N:NUM', 'anos N:NUM'],
  tag_CENTURY: ['(seculo|seculos|sec|secs) .? N:ROMAN'],
};

/** Words that introduce an expression are only looked at: the annotator puts them into the extent itself. */
function introduces(token: string, markers: Markers): boolean {
  const kind = markers.grammatical.get(token);
  return kind === 'preposition' || kind === 'article';
}

function formsOf(sequence: Sequence, meaning: Meaning, markers: Markers): string[] {
  let lead = 0;
  // `às 14:30` and `aos sábados` keep their preposition in the meaning; a unit with `todos os` is not introduced by it.
  while (lead < sequence.length - 1 && sequence[lead]!.every((token) => introduces(token, markers))) lead++;
  let forms = [''];
  sequence.forEach((alternatives, i) => {
    if (i === lead && lead > 0) forms = forms.map((form) => `${form} <`);
    const fragments: string[] = [];
    const words: string[] = [];
    for (const token of alternatives) {
      const special = meaning.slots?.[token] ?? FRAGMENTS[token];
      if (special) fragments.push(...special);
      else words.push(token);
    }
    if (words.length > 0) {
      const kind = markers.lexical.get(words[0]!);
      const slot = kind === 'unit' || kind === 'week' ? 'U:' : '';
      fragments.push(slot + (words.length === 1 ? words[0]! : `(${words.join('|')})`));
    }
    forms = forms.flatMap((form) => fragments.map((fragment) => `${form} ${fragment}`)).slice(0, MOST_FORMS);
  });
  return forms.map((form) => form.trim());
}

/** One pattern for each meaning that the alternatives have: `no ano passado` counts from today, `no ano seguinte` from the text. */
export function patternsOf(
  id: string,
  sequence: Sequence,
  markers: Markers,
): { readonly meaning: Meaning; readonly pattern: Pattern }[] {
  const at = sequence.findIndex((alternatives) => alternatives.length > 1);
  const groups = new Map<string, { meaning: Meaning; words: string[] }>();
  for (const word of at < 0 ? [''] : sequence[at]!) {
    const meaning = meaningOf(
      sequence.map((alternatives, i) => (i === at ? word : alternatives[0]!)),
      markers,
    );
    const key = JSON.stringify(meaning);
    const group = groups.get(key);
    if (group) group.words.push(word);
    else groups.set(key, { meaning, words: [word] });
  }
  return [...groups.values()].map(({ meaning, words }, k) => ({
    meaning,
    pattern: {
      id: groups.size === 1 ? id : `${id}.${k + 1}`,
      make: meaning.make,
      as: meaning.as,
      forms: formsOf(
        sequence.map((alternatives, i) => (i === at ? words : alternatives)),
        meaning,
        markers,
      ),
      ...(meaning.with ? { with: meaning.with } : {}),
    },
  }));
}

const ACCENTS: Readonly<Record<string, string>> = {
  a: '[aàáâãä]',
  e: '[eèéêë]',
  i: '[iìíîï]',
  o: '[oòóôõö]',
  u: '[uùúûü]',
  c: '[cç]',
  n: '[nñ]',
};

function wordExpression(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/[aeioucn]/g, (letter) => ACCENTS[letter]!);
}

const choice = (words: readonly string[]): string =>
  `(?:${[...words]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(wordExpression)
    .join('|')})`;

const BLANK = '\\s{1,8}';
const folded = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''))),
];
const CARDINAL = choice(folded(Object.keys(CARDINAL_WORDS)));
const NUMERAL = `(?:\\d{1,3}(?:\\.?[ºª°]|[oa])?|${CARDINAL}(?:(?:\\s{1,8}e)?\\s{1,8}${CARDINAL}){0,4}|${choice(folded(Object.keys(ORDINAL_WORDS)))}(?:\\s{1,8}${choice(folded(Object.keys(ORDINAL_WORDS)))}){0,2})`;
const MONTHS = choice(
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
);
const YEARS = `(?:[12]\\d{3}|${CARDINAL}(?:(?:\\s{1,8}e)?\\s{1,8}${CARDINAL}){0,6})`;

const EXPRESSIONS: Readonly<Record<string, string>> = {
  tag_DATE: `(?:${NUMERAL}\\s{1,8}(?:d[eo]\\s{1,8})?${MONTHS}(?:\\s{0,8},)?\\s{1,8}(?:d[eo]\\s{1,8})?[12]\\d{3}|\\d{1,2}\\/\\d{1,2}\\/\\d{2,4}|\\d{1,2}[-‐-―.]\\d{1,2}[-‐-―.]\\d{4}|\\d{4}[-‐-―]\\d{1,2}[-‐-―]\\d{1,2})`,
  tag_MONTH: MONTHS,
  tag_YEAR: YEARS,
  tag_WEEK: '(?:semanas?)',
  tag_DAY: `(?:(?:segunda|ter[cç]a|quarta|quinta|sexta)s?\\s{0,2}[-‐-―]?\\s{0,2}feiras?|s[aá]bados?|domingos?)`,
  tag_HOUR: '(?:\\d{1,2}:\\d{2}|\\d{1,2}h(?:\\d{2})?)',
  tag_SEASON: choice(['primavera', 'verao', 'outono', 'inverno']),
  tag_NUM: NUMERAL,
  tag_ORD: NUMERAL,
  tag_DECADE: `(?:(?:d[eé]cadas?\\s{1,8}(?:d(?:e|os)\\s{1,8})?|anos\\s{1,8})(?:\\d{2,4}|${CARDINAL}))`,
  tag_CENTURY: '(?:s[eé]c(?:ulo)?s?\\s{0,2}\\.?\\s{0,8}[IVXLCDM]{1,7})',
};

/** Source of a regular expression, for the flags `iu`. Every repetition is bounded. */
export function expressionOf(sequence: Sequence): string {
  const parts = sequence.map((alternatives) => {
    const tags = alternatives
      .filter((token) => EXPRESSIONS[token] !== undefined)
      .map((token) => EXPRESSIONS[token]!);
    const words = alternatives.filter((token) => EXPRESSIONS[token] === undefined);
    const all = [
      ...tags,
      ...(words.length === 1 ? [wordExpression(words[0]!)] : words.length > 1 ? [choice(words)] : []),
    ];
    return all.length === 1 ? all[0]! : `(?:${all.join('|')})`;
  });
  return `(?<![\\p{L}\\p{N}])${parts.join(BLANK)}(?![\\p{L}\\p{N}])`;
}
