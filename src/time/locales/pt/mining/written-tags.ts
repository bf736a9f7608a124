/** How what the miner puts under a tag is written in Portuguese. */
import type { Mining } from '../../../cop/mining.ts';
import { choiceExpression, type Letters } from '../../../cop/word-expression.ts';
import { CARDINAL_WORDS, ORDINAL_WORDS } from '../numerals.ts';

const DATE_FORMS: readonly string[] = [
  'D:DAY de? M:MONTH (de|do|,)? Y:YEAR',
  'D:DAY +/ +M:MON +/ +Y:(YEAR|YY)',
  'D:DAY +- +M:MON +- +Y:YEAR',
  'D:DAY +. +M:MON +. +Y:YEAR',
  'Y:YEAR +- +M:MON +- +D:DAY',
];

/** Tags in the pattern language. */
export const PT_FRAGMENTS: Mining['fragments'] = {
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

export const PT_LETTERS: Letters = {
  a: '[aàáâãä]',
  e: '[eèéêë]',
  i: '[iìíîï]',
  o: '[oòóôõö]',
  u: '[uùúûü]',
  c: '[cç]',
  n: '[nñ]',
};

const choice = (words: readonly string[]): string => choiceExpression(words, PT_LETTERS);
const folded = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''))),
];
const CARDINAL = choice(folded(Object.keys(CARDINAL_WORDS)));
const NUMERAL = `(?:\\d{1,3}(?:\\.?[ºª°]|[oa])?|${CARDINAL}(?:(?:\\s{1,8}e)?\\s{1,8}${CARDINAL}){0,4}|${choice(folded(Object.keys(ORDINAL_WORDS)))}(?:\\s{1,8}${choice(folded(Object.keys(ORDINAL_WORDS)))}){0,2})`;
const MONTHS = choice(
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
);
const YEARS = `(?:[12]\\d{3}|${CARDINAL}(?:(?:\\s{1,8}e)?\\s{1,8}${CARDINAL}){0,6})`;

/** Tags as sources of regular expressions. */
export const PT_EXPRESSIONS: Mining['expressions'] = {
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
