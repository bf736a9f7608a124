/**
 * A rule that gives the first of several values is as good a column as any to look at, and loses the others without a word. Where the
 * values beside it are a list of the same kind, the rule that takes the whole list is the column.
 */
import type { SiteGraph } from '../graph/site-graph.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { textBefore } from './text-before.ts';
import { shapeLikeness, shapeOf } from './value-shape.ts';

/** How alike a first value and the others must look on the average. */
const LEAST_LIKENESS = 0.6;
/** Values that come again this much are of a closed set … */
const CLOSED = 0.7;
/** … and then this share of the others must be of the same set: else they are an attribute of their own, without a label. */
const LEAST_SHARED = 0.2;

/** Share of the others that may have a label of their own (`Tradução de`) between them and the value before. */
const MOST_LABELLED = 0.1;
/** What parts the values of a list: signs, and words no longer than `and`. */
const BETWEEN = /^(?:\P{L}*|\P{L}*\p{L}{1,3}\P{L}*)$/u;

export class WholeLists {
  readonly #graph: SiteGraph;
  readonly #lists: readonly LearnedRule[];

  constructor(set: RuleSet) {
    this.#graph = set.graph;
    this.#lists = set.rules.filter((rule) => rule.list === true);
  }

  /** The list that begins with the values of a rule; null when they are no list, or what follows belongs to others (`taken`). */
  of(rule: LearnedRule, taken: Uint8Array | null = null): LearnedRule | null {
    if (rule.nodes.length !== rule.pages) return null;
    for (const list of this.#lists) {
      if (list.pages !== rule.pages || list.nodes.length <= rule.nodes.length) continue;
      if (this.#isListOf(rule, list, taken)) return list;
    }
    return null;
  }

  #isListOf(rule: LearnedRule, list: LearnedRule, taken: Uint8Array | null): boolean {
    const graph = this.#graph;
    const first = new Set<number>();
    const others = new Set<number>();
    let likeness = 0;
    let rest = 0;
    let labelled = 0;
    let at = -1;
    for (let i = 0; i < list.nodes.length; i++) {
      const node = list.nodes[i]!;
      // Each page begins with the value of the rule.
      if (at + 1 < rule.nodes.length && node === rule.nodes[at + 1]) {
        at++;
        first.add(graph.value[node]!);
        continue;
      }
      if (at < 0 || graph.page(node) !== graph.page(rule.nodes[at]!)) return false;
      if (taken !== null && taken[node] === 1) return false;
      others.add(graph.value[node]!);
      likeness += shapeLikeness(shapeOf(graph.text(rule.nodes[at]!)), shapeOf(graph.text(node)));
      rest++;
      const before = textBefore(graph, node);
      if (
        before !== list.nodes[i - 1] &&
        !BETWEEN.test(graph.text(before)) &&
        graph.value[before] !== graph.value[list.labels[i]!]
      )
        labelled++;
    }
    if (at + 1 < rule.nodes.length || rest === 0 || likeness / rest < LEAST_LIKENESS) return false;
    if (labelled > MOST_LABELLED * rest) return false;
    if (first.size > CLOSED * rule.nodes.length) return true;
    let shared = 0;
    for (const value of others) if (first.has(value)) shared++;
    return shared >= LEAST_SHARED * others.size;
  }
}
