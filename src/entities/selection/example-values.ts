/**
 * The person gives the wanted values of one page; the rules that give such a value there compete for the other pages.
 *
 * Coverage alone is a poor judge, because a rule that answers where the page has nothing covers more than the right one.
 * So the competitors vote, page by page: a rule gains where most of them give the value it gives, and loses where it
 * stands alone or its values stop looking like the example.
 */

import { normalText } from '../graph/normal-text.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
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
  const priors = competitors.map((rule) => {
    let likeness = 0;
    for (const node of rule.nodes) likeness += shapeLikeness(shapeOf(graph.text(node)), shape);
    const prior = priorOf(rule, graph, likeness / rule.nodes.length);
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
      return { rule, score: (score / graph.pageCount) * (0.5 + 0.5 * Math.min(1, priors[i]!)) };
    })
    .sort((a, b) => b.score - a.score);
}
