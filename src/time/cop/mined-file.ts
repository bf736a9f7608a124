/** Patterns that were mined earlier, read back from the JSON of `tarrafa time mine`: checked before any of them meets a text. */
import { TarrafaError } from '../../errors.ts';
import { reason, type Why } from '../../words/why.ts';
import { CLASSES } from '../lexicon.ts';
import type { Locale } from '../locale.ts';
import type { Pattern } from '../pattern.ts';
import type { MinedPattern } from './miner.ts';

/** What is needed of a mined pattern to read by it: its forms, and wordings by which it is told whether the grammar reads them already. */
export type ReadPattern = Pick<MinedPattern, 'patterns' | 'examples'>;

/** A mine of a large collection has some hundreds of patterns; each bound is far above anything it writes. */
const MOST_PATTERNS = 10_000;
const MOST_FORMS = 64;
const LONGEST_FORM = 500;
const LONGEST_NAME = 100;
const MOST_EXAMPLES = 20;
const LONGEST_EXAMPLE = 500;
/** Every optional element doubles the ways through a pattern. */
const MOST_OPTIONAL = 6;

/** Throws TRF_TIME_PATTERNS, with what is wrong and in which pattern. */
export function readMined(text: string, name: string, locale: Locale): ReadPattern[] {
  const wrong = (why: Why): never => {
    throw new TarrafaError('TRF_TIME_PATTERNS', [name, why]);
  };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return wrong(reason('not-json'));
  }
  const list = isObject(given) ? given.patterns : given;
  if (!Array.isArray(list)) return wrong(reason('patterns-missing'));
  if (list.length > MOST_PATTERNS) return wrong(reason('patterns-too-many', { most: MOST_PATTERNS }));
  return list.map((each: unknown, i): ReadPattern => {
    const here = (what: string): never => wrong(reason('pattern-wrong', { at: i + 1, what }));
    if (!isObject(each)) return here('{}');
    const { patterns, examples = [] } = each;
    if (!Array.isArray(patterns) || patterns.length > MOST_FORMS) return here('patterns');
    if (!isTexts(examples, MOST_EXAMPLES, LONGEST_EXAMPLE)) return here('examples');
    return { examples, patterns: patterns.map((pattern: unknown) => checked(pattern, locale, here)) };
  });
}

function checked(given: unknown, locale: Locale, wrong: (what: string) => never): Pattern {
  if (!isObject(given)) return wrong('patterns');
  const { id, make, as, forms, with: handed } = given;
  if (!isText(id, LONGEST_NAME)) return wrong('id');
  if (!isText(make, LONGEST_NAME) || !Object.hasOwn(locale.meanings, make)) return wrong('make');
  if (as !== undefined && !(CLASSES as readonly unknown[]).includes(as)) return wrong('as');
  if (!isTexts(forms, MOST_FORMS, LONGEST_FORM)) return wrong('forms');
  for (const form of forms)
    if (form.trim() === '' || form.split('?').length > MOST_OPTIONAL + 1) return wrong('forms');
  if (handed !== undefined && !(isObject(handed) && Object.values(handed).every(isValue)))
    return wrong('with');
  return {
    id,
    make,
    forms,
    ...(as === undefined ? {} : { as: as as NonNullable<Pattern['as']> }),
    ...(handed === undefined ? {} : { with: handed as NonNullable<Pattern['with']> }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest;
}

function isTexts(value: unknown, most: number, longest: number): value is readonly string[] {
  return Array.isArray(value) && value.length <= most && value.every((each) => isText(each, longest));
}

function isValue(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : isText(value, LONGEST_NAME);
}
