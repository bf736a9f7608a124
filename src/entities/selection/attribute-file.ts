/**
 * What attributes are like, learned on sites where somebody chose the columns, as a file: it is made once for a kind of thing and finds the
 * same attributes on other sites. It holds shares of words, shapes and places, and up to a few hundred values of each column.
 */
import { TarrafaError } from '../../errors.ts';
import { parseJson } from '../../formats/index.ts';
import { jsonFailure, reason, type Why } from '../../words/why.ts';
import { FEATURES } from './column-likeness.ts';
import type { ColumnPortrait, Shares } from './column-portrait.ts';
import type { AttributeExample } from './learned-attributes.ts';

const FORM = 'tarrafa-entity-attributes';
const VERSION = 1;
const LARGEST = 64 << 20;
const MOST_EXAMPLES = 2_000;
const MOST_SHARES = 50_000;

const SHARES = ['labels', 'words', 'trigrams', 'patterns', 'digits', 'tags'] as const;
const NUMBERS = [
  'logLength',
  'wordCount',
  'logNumber',
  'logNumberSpread',
  'place',
  'inTitle',
  'wordsInTitle',
  'titleCovered',
  'isTitle',
  'heading',
  'link',
  'coverage',
  'single',
  'distinct',
  'labelled',
  'prefixed',
] as const;
const TYPES = ['isbn', 'date', 'phone', 'number', 'string'] as const;

/** An attribute as it was on one site. */
export interface SiteExample {
  readonly site: string;
  readonly example: AttributeExample;
}

const rounded = (value: number): number => Number(value.toPrecision(6));
const pairsOf = (shares: Shares): [string, number][] => [...shares].map(([key, n]) => [key, rounded(n)]);

export function printAttributes(examples: readonly SiteExample[]): string {
  const lines = examples.map(({ site, example: { attribute, portrait, usual } }) =>
    JSON.stringify({
      attribute,
      site,
      pivot: portrait.pivot,
      values: [...portrait.values],
      ...Object.fromEntries(SHARES.map((key) => [key, pairsOf(portrait[key])])),
      types: TYPES.map((type) => rounded(portrait.types[type])),
      ...Object.fromEntries(NUMBERS.map((key) => [key, rounded(portrait[key])])),
      usual: Array.from(usual, rounded),
    }),
  );
  const head = JSON.stringify({ form: FORM, version: VERSION, features: FEATURES });
  return `${head.slice(0, -1)},"attributes":[\n${lines.join(',\n')}\n]}\n`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** `name`: of the file, for messages. Throws TRF_SELECTION_FILE with the place that is wrong. */
export function parseAttributes(text: string, name: string): AttributeExample[] {
  const wrong = (why: Why) => new TarrafaError('TRF_SELECTION_FILE', [name, why]);
  if (text.length > LARGEST) throw wrong(reason('file-too-large', { megabytes: LARGEST >> 20 }));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw wrong(jsonFailure(cause, text));
  }
  if (!isObject(value) || value.form !== FORM) throw wrong(reason('form-differs', { form: FORM }));
  // A score over other features would be another score.
  if (value.version !== VERSION || JSON.stringify(value.features) !== JSON.stringify(FEATURES))
    throw wrong(reason('version-differs', { version: JSON.stringify(value.version), known: VERSION }));
  const { attributes } = value;
  if (!Array.isArray(attributes) || attributes.length > MOST_EXAMPLES)
    throw wrong(reason('place-not-list', { place: '"attributes"' }));
  if (attributes.length === 0) throw wrong(reason('place-empty', { place: '"attributes"' }));
  return attributes.map((each: unknown, i) => exampleOf(each, `attributes[${i}]`, wrong));
}

function exampleOf(value: unknown, where: string, wrong: (why: Why) => TarrafaError): AttributeExample {
  if (!isObject(value)) throw wrong(reason('place-not-object', { place: where }));
  const { attribute, pivot, values, types, usual } = value;
  if (!isText(attribute) || attribute.trim() === '' || attribute.length > 200)
    throw wrong(reason('place-not-text', { place: `${where}."attribute"` }));
  if (!isText(pivot)) throw wrong(reason('place-not-text', { place: `${where}."pivot"` }));
  if (!Array.isArray(values) || values.length > MOST_SHARES || !values.every(isText))
    throw wrong(reason('place-not-texts', { place: `${where}."values"` }));
  const numbers = (list: unknown, key: string, length: number): number[] => {
    if (!Array.isArray(list) || list.length !== length || !list.every(isNumber))
      throw wrong(reason('place-not-list', { place: `${where}."${key}"` }));
    return list;
  };
  const shares = (key: string): Shares => {
    const list = value[key];
    const fits =
      Array.isArray(list) &&
      list.length <= MOST_SHARES &&
      list.every((pair) => Array.isArray(pair) && isText(pair[0]) && isNumber(pair[1]));
    if (!fits) throw wrong(reason('place-not-list', { place: `${where}."${key}"` }));
    return new Map(list as [string, number][]);
  };
  const number = (key: string): number => {
    const found = value[key];
    if (!isNumber(found)) throw wrong(reason('place-not-number', { place: `${where}."${key}"` }));
    return found;
  };
  const byType = numbers(types, 'types', TYPES.length);
  const portrait = {
    pivot,
    values: new Set(values),
    types: Object.fromEntries(TYPES.map((type, i) => [type, byType[i]!])),
    ...Object.fromEntries(SHARES.map((key) => [key, shares(key)])),
    ...Object.fromEntries(NUMBERS.map((key) => [key, number(key)])),
  } as unknown as ColumnPortrait;
  return {
    attribute,
    portrait,
    usual: Float64Array.from(numbers(usual, 'usual', FEATURES.length)),
    trust: 1,
  };
}
