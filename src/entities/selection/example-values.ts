/**
 * The person gives the wanted values of one page; the rules that give such a value there compete for the other pages.
 *
 * Coverage alone is a poor judge, because a rule that answers where the page has nothing covers more than the right one.
 * So the competitors vote, page by page: a rule gains where most of them give the value it gives, and loses where it
 * stands alone or its values stop looking like the example. What the votes do not show speaks beside them: the first place of the value on the
 * page, the label beside it, how unlike the example the rule's least likely values are.
 */

import { labelOfRule } from '../columns/value-label.ts';
import { normalText } from '../graph/normal-text.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { pivotOf } from '../rules/rule.ts';
import { shapeLikeness, shapeOf } from './value-shape.ts';

export interface RankedRule {
  readonly rule: LearnedRule;
  readonly score: number;
}

/** What of a value is compared: its letters, digits and points. */
export const valueKey = (text: string): string => normalText(text).replace(/[^\p{L}\p{N}.]+/gu, '');

/** Values by page: first and last row of each page in the rule's nodes. */
function forEachPage(
  graph: SiteGraph,
  nodes: Int32Array,
  visit: (page: number, from: number, to: number) => void,
): void {
  let page = 0;
  for (let from = 0; from < nodes.length; ) {
    while (graph.pageStart[page + 1]! <= nodes[from]!) page++;
    let to = from + 1;
    while (to < nodes.length && nodes[to]! < graph.pageStart[page + 1]!) to++;
    visit(page, from, to);
    from = to;
  }
}

/** One rule for each column, the preferred one. */
export function columnRules(rules: readonly LearnedRule[]): LearnedRule[] {
  const seen = new Set<number>();
  return rules.filter((rule) => (seen.has(rule.column) ? false : seen.add(rule.column)));
}

/** How much speaks for a rule that takes the value where the page first has it: further on stand lists, namesakes and what others say. */
const FIRST_PLACE = 1.6;
/** How much speaks for a rule that starts from what stands beside its values as their label. */
const OWN_LABEL = 1.35;
/** Of the values that a rule gives, the share of those least like the example whose likeness is looked at. */
const UNLIKELY = 0.1;

/** What of a rule's kind no vote shows: whether it answers everywhere, with values that all look like the example, from its label, in the first place. */
function trustIn(rule: LearnedRule, graph: SiteGraph, likenesses: Float64Array, first: boolean): number {
  const coverage = rule.pages / graph.pageCount;
  const worst = likenesses[Math.floor(likenesses.length * UNLIKELY)]!;
  const label = labelOfRule(graph, rule);
  const labelled = label !== null && label.text === pivotOf(rule.rule);
  return coverage * (0.5 + 0.5 * worst) * (first ? FIRST_PLACE : 1) * (labelled ? OWN_LABEL : 1);
}

/** The first text of a page with the value, as it is compared; -1 when there is none. */
function firstPlace(graph: SiteGraph, page: number, wanted: string): number {
  const { start, items } = graph.texts;
  for (let at = start[page]!; at < start[page + 1]!; at++)
    if (valueKey(graph.text(items[at]!)) === wanted) return items[at]!;
  return -1;
}

/** How much a rule's vote counts before it is known what the others say. */
function priorOf(rule: LearnedRule, graph: SiteGraph, likeness: number): number {
  const coverage = rule.pages / graph.pageCount;
  const crowding = rule.pages / rule.nodes.length;
  const family = rule.rule.family === 'path' ? 0.6 : 1;
  return family * (0.2 + coverage) * crowding * likeness * likeness;
}

/** The rules that give `value` on `page` (a page number), best first. */
export function rulesForExample(set: RuleSet, page: number, value: string): RankedRule[] {
  const { graph } = set;
  const wanted = valueKey(value);
  if (wanted === '') return [];
  const shape = shapeOf(normalText(value));
  const low = graph.pageStart[page]!;
  const high = graph.pageStart[page + 1]!;
  const competitors = columnRules(set.rules).filter((rule) => {
    for (const node of rule.nodes) {
      if (node < low) continue;
      if (node >= high) return false;
      if (valueKey(graph.text(node)) === wanted) return true;
    }
    return false;
  });
  const votes: Map<string, number>[] = Array.from({ length: graph.pageCount }, () => new Map());
  const total = new Float64Array(graph.pageCount);
  let most = 0;
  const place = firstPlace(graph, page, wanted);
  const trust: number[] = [];
  const priors = competitors.map((rule) => {
    const likenesses = Float64Array.from(rule.nodes, (node) =>
      shapeLikeness(shapeOf(graph.text(node)), shape),
    ).sort();
    const likeness = likenesses.reduce((sum, one) => sum + one, 0);
    const prior = priorOf(rule, graph, likeness / rule.nodes.length);
    trust.push(trustIn(rule, graph, likenesses, rule.nodes.includes(place)));
    most += prior;
    forEachPage(graph, rule.nodes, (at, from, to) => {
      total[at]! += prior;
      for (let i = from; i < to; i++) {
        const text = graph.text(rule.nodes[i]!);
        votes[at]!.set(text, (votes[at]!.get(text) ?? 0) + prior / (to - from));
      }
    });
    return prior;
  });
  return competitors
    .map((rule, i): RankedRule => {
      let score = 0;
      forEachPage(graph, rule.nodes, (at, from, to) => {
        // Rules that are silent on the page speak a little against any value there.
        const all = total[at]! + 0.25 * (most - total[at]!);
        let best = 0;
        for (let k = from; k < to; k++) {
          const text = graph.text(rule.nodes[k]!);
          best = Math.max(best, (votes[at]!.get(text) ?? 0) / all);
        }
        score += best - 0.3;
      });
      const voted = (score / graph.pageCount) * (0.5 + 0.5 * Math.min(1, priors[i]!));
      // Where the votes speak against all, the best of them is no worse for being trusted.
      return { rule, score: voted > 0 ? voted * trust[i]! : voted };
    })
    .sort((a, b) => b.score - a.score);
}
