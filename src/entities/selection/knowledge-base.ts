/**
 * Known entities choose: for each attribute of a table of known values (a CSV, parsed) the column of the site whose
 * values fit it best, if they fit well enough.
 *
 * The source leaves the similarity and its threshold open. What is known is seldom of the things of the site itself, so the kinds of values are
 * compared, by their words, by three letters in a row and by their shapes with every digit; values that both have count for themselves. Which of
 * several similarities, and the threshold, were chosen on the sites of `npm run eval -- entities` that are not kept aside.
 */
import { normalIdentifier } from '../reinforcement/value-type.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { cosine, intersection } from './column-likeness.ts';
import { patternOf, type Shares } from './column-portrait.ts';
import { proposeColumns } from './propose-columns.ts';

export interface KnownChoice {
  readonly attribute: string;
  /** Null when no column fits well enough. */
  readonly rule: LearnedRule | null;
  readonly score: number;
}

export interface KnowledgeOptions {
  /** Smallest fit. @default 0.15 */
  readonly least?: number;
}

const LEAST = 0.15;
/** More rows than this are not looked at. */
const MOST_ROWS = 300;
/** Only the beginning of a long value is read. */
const MOST_LETTERS = 200;
/** Known values that a column must have for its share of them to say anything: one or two are anywhere. */
const LEAST_FOUND = 3;

/** What values are like. */
interface Kind {
  readonly values: ReadonlySet<string>;
  readonly words: Shares;
  readonly trigrams: Shares;
  readonly digits: Shares;
}

function kindOf(values: readonly string[]): Kind {
  const keys = values.map((value) => normalIdentifier(value.slice(0, MOST_LETTERS)));
  return {
    values: new Set(keys.filter((key) => key !== '')),
    words: shares(keys.map((key) => [...new Set(key.split(' '))])),
    trigrams: shares(
      keys.map((key) => {
        const spaced = ` ${key} `;
        return Array.from({ length: spaced.length - 2 }, (_, i) => spaced.slice(i, i + 3));
      }),
    ),
    // A shape without a digit is that of any word.
    digits: new Map(
      [...shares(values.map((value) => [patternOf(value, true)]))].filter(([key]) => key.includes('9')),
    ),
  };
}

function shares(lists: readonly (readonly string[])[]): Shares {
  const count = new Map<string, number>();
  let total = 0;
  for (const list of lists)
    for (const key of list) {
      count.set(key, (count.get(key) ?? 0) + 1);
      total++;
    }
  return new Map([...count].map(([key, n]) => [key, n / total]));
}

function likeness(column: Kind, known: Kind): number {
  const even = () => 1;
  const alike =
    (cosine(column.words, known.words, even) +
      cosine(column.trigrams, known.trigrams, even) +
      intersection(column.digits, known.digits)) /
    3;
  let found = 0;
  for (const value of known.values) if (column.values.has(value)) found++;
  return Math.max(alike, found < LEAST_FOUND ? 0 : found / known.values.size);
}

function sampled(set: RuleSet, rule: LearnedRule): string[] {
  const every = Math.max(1, Math.ceil(rule.nodes.length / MOST_ROWS));
  const values: string[] = [];
  for (let i = 0; i < rule.nodes.length; i += every) values.push(set.graph.text(rule.nodes[i]!));
  return values;
}

/**
 * The choice for each attribute of `rows` (attribute to value; an empty cell is unknown). A column is chosen once: the
 * best pairs go first.
 */
export function selectByKnowledge(
  set: RuleSet,
  rows: readonly Readonly<Record<string, string>>[],
  options: KnowledgeOptions = {},
): KnownChoice[] {
  const least = options.least ?? LEAST;
  const attributes = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = proposeColumns(set).map((rule) => ({
    rule,
    kind: kindOf(sampled(set, rule)),
    // One value on every page, as attributes of a kind of things have it.
    regular: (rule.pages / set.graph.pageCount) * (rule.pages / rule.nodes.length),
  }));
  const pairs: { attribute: string; rule: LearnedRule; score: number }[] = [];
  for (const attribute of attributes) {
    const values = rows.map((row) => row[attribute] ?? '').filter((value) => value.trim() !== '');
    if (values.length === 0) continue;
    const known = kindOf(values);
    for (const { rule, kind, regular } of columns)
      pairs.push({ attribute, rule, score: likeness(kind, known) * regular });
  }
  pairs.sort((a, b) => b.score - a.score);
  const chosen = new Map<string, KnownChoice>();
  const taken = new Set<number>();
  for (const { attribute, rule, score } of pairs) {
    if (score < least) break;
    if (chosen.has(attribute) || taken.has(rule.column)) continue;
    chosen.set(attribute, { attribute, rule, score });
    taken.add(rule.column);
  }
  return attributes.map(
    (attribute) =>
      chosen.get(attribute) ?? {
        attribute,
        rule: null,
        score: pairs.find((pair) => pair.attribute === attribute)?.score ?? 0,
      },
  );
}
