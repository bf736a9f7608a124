/**
 * Known entities choose: for each attribute of a table of known values (a CSV, parsed) the column of the site whose
 * values fit it best, if they fit well enough.
 */
import { ColumnProfile, TermCounts } from '../reinforcement/value-similarity.ts';
import { normalIdentifier } from '../reinforcement/value-type.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { patternOf } from './column-portrait.ts';
import { proposeColumns } from './propose-columns.ts';

export interface KnownChoice {
  readonly attribute: string;
  /** Null when no column fits well enough. */
  readonly rule: LearnedRule | null;
  readonly score: number;
}

export interface KnowledgeOptions {
  /** Smallest mean fit. @default 0.5 */
  readonly least?: number;
}

/** More rows than this are not looked at. */
const MOST_ROWS = 300;
/** Known values that a column must have for its share of them to say anything: one or two are anywhere. */
const LEAST_FOUND = 3;

/** Share of the known values that the column has: little may be known of many things, so that most of the column is unknown. */
function shareFound(known: ReadonlySet<string>, values: readonly string[]): number {
  const found = new Set(values.map(normalIdentifier).filter((value) => known.has(value)));
  return found.size < LEAST_FOUND ? 0 : found.size / known.size;
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
  const least = options.least ?? 0.5;
  const attributes = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = proposeColumns(set).map((rule) => ({ rule, values: sampled(set, rule) }));
  const known = new Map(
    attributes.map((attribute) => [
      attribute,
      rows.map((row) => row[attribute] ?? '').filter((v) => v.trim() !== ''),
    ]),
  );
  const terms = new TermCounts(known.values());
  const pairs: { attribute: string; rule: LearnedRule; score: number }[] = [];
  for (const attribute of attributes) {
    const values = known.get(attribute)!;
    if (values.length === 0) continue;
    const profile = new ColumnProfile(values, terms);
    const same = new Set(values.map(normalIdentifier));
    const patterns = new Set(values.map((value) => patternOf(value)));
    for (const column of columns) {
      let score = 0;
      for (const value of column.values) {
        // A known value counts fully; another by how it fits, less where it does not even look like one.
        const fits = profile.fit(value) * (patterns.has(patternOf(value)) ? 1 : 0.6);
        score += same.has(normalIdentifier(value)) ? 1 : fits;
      }
      const fit = score / column.values.length;
      pairs.push({ attribute, rule: column.rule, score: Math.max(fit, shareFound(same, column.values)) });
    }
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
