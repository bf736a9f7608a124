/**
 * Attributes learned from a few labelled sites and found on others: the columns of a new site are compared with the
 * labelled ones, feature by feature, and a linear score, the same for all attributes and all kinds of entities, ranks
 * them. Nothing in it is about one language or one domain; `attribute-weights.ts` says where its weights come from.
 *
 * Sites without labels help one another: what was found with confidence on one is an example for the rest.
 */
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { ATTRIBUTE_WEIGHTS, OWN_FEATURES } from './attribute-weights.ts';
import { columnLikeness, FEATURES } from './column-likeness.ts';
import { type ColumnPortrait, pageTitles, portrait } from './column-portrait.ts';
import { proposeColumns } from './propose-columns.ts';

/** A site's columns, looked at once. */
export interface PortrayedSite {
  readonly set: RuleSet;
  readonly columns: readonly LearnedRule[];
  readonly portraits: readonly ColumnPortrait[];
  /** How telling a word is on this site: words of many columns hardly are. */
  readonly weight: (word: string) => number;
}

/** `also`: columns that are looked at whether they would be proposed or not. */
export function portraySite(set: RuleSet, also: readonly LearnedRule[] = []): PortrayedSite {
  const proposed = proposeColumns(set);
  const known = new Set(proposed.map(({ column }) => column));
  const columns = [...proposed, ...also.filter(({ column }) => !known.has(column) && known.add(column))];
  const titles = pageTitles(set.graph);
  const portraits = columns.map((column) => portrait(set.graph, column, titles));
  return { set, columns, portraits, weight: wordWeights(portraits) };
}

/** Inverse frequency of words among columns. */
function wordWeights(portraits: readonly ColumnPortrait[]): (word: string) => number {
  const columnsWith = new Map<string, number>();
  for (const { words } of portraits)
    for (const word of words.keys()) columnsWith.set(word, (columnsWith.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + portraits.length / (1 + (columnsWith.get(word) ?? 0)));
}

/** A column known to hold an attribute. */
export interface AttributeExample {
  readonly attribute: string;
  readonly portrait: ColumnPortrait;
  /** Mean likeness of the other columns of its site: what is common there is not telling. */
  readonly usual: Float64Array;
  /** 1 for a labelled column; less for one that was found. */
  readonly trust: number;
}

export function attributeExample(
  site: PortrayedSite,
  attribute: string,
  column: number,
  trust = 1,
): AttributeExample {
  const target = site.portraits[column]!;
  const usual = new Float64Array(FEATURES.length);
  const others = site.portraits.length - 1;
  site.portraits.forEach((other, i) => {
    if (i === column) return;
    const likeness = columnLikeness(other, target, site.weight);
    for (let f = 0; f < usual.length; f++) usual[f]! += likeness[f]! / others;
  });
  return { attribute, portrait: target, usual, trust };
}

/** What a site teaches: its columns that somebody chose, by attribute. */
export function attributeExamples(
  set: RuleSet,
  chosen: readonly { readonly attribute: string; readonly rule: LearnedRule }[],
): AttributeExample[] {
  const site = portraySite(
    set,
    chosen.map(({ rule }) => rule),
  );
  return chosen.map(({ attribute, rule }) =>
    attributeExample(
      site,
      attribute,
      site.columns.findIndex(({ column }) => column === rule.column),
    ),
  );
}

export const SCORE_LENGTH: number = 3 * FEATURES.length + OWN_FEATURES;

/** What the score weighs: for each feature the highest, the mean, and the mean where it is telling; and the column's own. */
export function scoreFeatures(
  column: ColumnPortrait,
  examples: readonly { readonly likeness: Float64Array; readonly example: AttributeExample }[],
): Float64Array {
  const size = FEATURES.length;
  const result = new Float64Array(SCORE_LENGTH);
  let trust = 0;
  for (const { example } of examples) trust += example.trust;
  for (const { likeness, example } of examples)
    for (let f = 0; f < size; f++) {
      const value = likeness[f]! * example.trust;
      if (value > result[f]!) result[f] = value;
      result[size + f]! += value / trust;
      result[2 * size + f]! += (value * (1 - example.usual[f]!)) / trust;
    }
  result.set(
    [
      column.coverage,
      column.single,
      column.labelled,
      column.wordsInTitle,
      column.prefixed,
      column.titleCovered,
      column.isTitle,
    ],
    3 * size,
  );
  return result;
}

export interface FoundAttribute {
  /** Number of the column in the site's `columns`. */
  readonly column: number;
  readonly rule: LearnedRule;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface SelectOptions {
  /** How often sites without labels lend one another what they found. @default 2 */
  readonly rounds?: number;
  readonly weights?: ArrayLike<number>;
  /** Comparisons made before, when the same sites are looked at again and again. */
  readonly likenesses?: Likenesses;
}

/** What was found with more confidence than this is an example for other sites. */
const LENT = 0.5;
const TRUST_IN_FOUND = 0.9;

/** Comparisons of columns, each made once. */
export class Likenesses {
  readonly #known = new Map<ColumnPortrait, Map<ColumnPortrait, Float64Array>>();

  of(a: ColumnPortrait, b: ColumnPortrait, weight: (word: string) => number): Float64Array {
    let row = this.#known.get(b);
    if (row === undefined) this.#known.set(b, (row = new Map()));
    let likeness = row.get(a);
    if (likeness === undefined) row.set(a, (likeness = columnLikeness(a, b, weight)));
    return likeness;
  }
}

/** For each site, by attribute, the column found. An attribute is left out where nothing speaks for any column. */
export function selectAttributes(
  examples: readonly AttributeExample[],
  sites: readonly PortrayedSite[],
  options: SelectOptions = {},
): ReadonlyMap<string, FoundAttribute>[] {
  const weights = options.weights ?? ATTRIBUTE_WEIGHTS;
  const attributes = [...new Set(examples.map(({ attribute }) => attribute))];
  const likenesses = options.likenesses ?? new Likenesses();
  const lent = new Map<string, AttributeExample>();
  let found: Map<string, FoundAttribute>[] = sites.map(() => new Map());
  for (let round = 0; round <= (options.rounds ?? 2); round++) {
    const loans = found.map((of, i) =>
      [...of].flatMap(([attribute, { column, confidence }]) => {
        if (confidence <= LENT) return [];
        const key = `${i} ${column} ${attribute}`;
        let example = lent.get(key);
        if (example === undefined) lent.set(key, (example = attributeExample(sites[i]!, attribute, column)));
        return [{ ...example, trust: confidence * TRUST_IN_FOUND }];
      }),
    );
    if (round > 0 && loans.every((list) => list.length === 0)) break;
    found = sites.map((site, i) => {
      const all = [...examples, ...loans.flatMap((list, other) => (other === i ? [] : list))];
      return assign(site, attributes, all, weights, likenesses);
    });
  }
  return found;
}

/** The likeliest column for each attribute, the surest first; a column serves once. */
function assign(
  site: PortrayedSite,
  attributes: readonly string[],
  examples: readonly AttributeExample[],
  weights: ArrayLike<number>,
  likenesses: Likenesses,
): Map<string, FoundAttribute> {
  const offers: { attribute: string; column: number; confidence: number }[] = [];
  for (const attribute of attributes) {
    const own = examples.filter((example) => example.attribute === attribute);
    const scores = site.portraits.map((column) => {
      const features = scoreFeatures(
        column,
        own.map((example) => ({
          example,
          likeness: likenesses.of(column, example.portrait, site.weight),
        })),
      );
      let score = 0;
      for (let i = 0; i < features.length; i++) score += features[i]! * weights[i]!;
      return score;
    });
    const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
    const total = scores.reduce((sum, score) => sum + Math.exp(score - highest), 0);
    scores.forEach((score, column) => {
      const confidence = Math.exp(score - highest) / total;
      if (confidence > 0.002) offers.push({ attribute, column, confidence });
    });
  }
  offers.sort((a, b) => b.confidence - a.confidence || a.column - b.column);
  const found = new Map<string, FoundAttribute>();
  const taken = new Set<number>();
  for (const { attribute, column, confidence } of offers) {
    if (found.has(attribute) || taken.has(column)) continue;
    found.set(attribute, { column, rule: site.columns[column]!, confidence });
    taken.add(column);
  }
  return found;
}
