/**
 * With nothing labelled, the table that a site's rules make: of the many rules that give nearly the same values the best
 * one stays, so that every text of a page is in one column.
 */

import { FNV_SEED, fnvStep } from '../../bytes/index.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { TEMPLATE } from '../graph/site-graph.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { columnRules } from './example-values.ts';
import { textBefore } from './text-before.ts';
import { shapeOf } from './value-shape.ts';
import { WholeLists } from './whole-list.ts';

export interface ProposeOptions {
  /** Smallest share of the pages that a column must have. @default 0.3 */
  readonly coverage?: number;
  /** Most columns. @default 400 */
  readonly limit?: number;
}

/** What can be seen of a column's quality without knowing what it should hold. */
export interface ColumnQuality {
  /** Share of the pages with a value. */
  readonly coverage: number;
  /** Pages for each row: 1 when every page has one value. */
  readonly single: number;
  /** Share of the rows with the commonest type. */
  readonly type: number;
  /** Share of the rows with the commonest text before them. */
  readonly context: number;
  /** Share of the rows whose parent has the commonest tag. */
  readonly tag: number;
  /** Share of the rows that are template texts. */
  readonly template: number;
  /** Distinct values for each row. */
  readonly distinct: number;
  readonly total: number;
}

/** More rows than this are sampled: shares do not change with more. */
const MOST_ROWS = 400;

export function columnQuality(graph: SiteGraph, rule: LearnedRule): ColumnQuality {
  const every = Math.max(1, Math.ceil(rule.nodes.length / MOST_ROWS));
  const rows = Math.ceil(rule.nodes.length / every);
  const types = new Map<string, number>();
  const contexts = new Map<number, number>();
  const tags = new Map<number, number>();
  const values = new Set<number>();
  let template = 0;
  for (let i = 0; i < rule.nodes.length; i += every) {
    const node = rule.nodes[i]!;
    const type = shapeOf(graph.text(node)).type;
    types.set(type, (types.get(type) ?? 0) + 1);
    const before = textBefore(graph, node);
    const context = before < 0 ? -1 : graph.value[before]!;
    contexts.set(context, (contexts.get(context) ?? 0) + 1);
    const tag = graph.value[graph.parent[node]!]!;
    tags.set(tag, (tags.get(tag) ?? 0) + 1);
    values.add(graph.value[node]!);
    if (graph.role[node] === TEMPLATE) template++;
  }
  const share = (count: Map<unknown, number>): number => Math.max(...count.values()) / rows;
  const quality = {
    coverage: rule.pages / graph.pageCount,
    single: rule.pages / rule.nodes.length,
    type: share(types),
    context: share(contexts),
    tag: share(tags),
    template: template / rows,
    distinct: values.size / rows,
  };
  const family = rule.rule.family === 'path' ? 0.8 : 1;
  const total =
    family *
    quality.coverage *
    (0.4 + 0.6 * quality.single) *
    (0.5 + 0.5 * quality.type) *
    (0.6 + 0.4 * quality.context) *
    (0.6 + 0.4 * quality.tag) *
    (1 - 0.5 * quality.template) *
    (1 - (0.3 * (tags.get(graph.valueId('TITLE')) ?? 0)) / rows);
  return { ...quality, total };
}

/** The same for columns that say the same on every page: a name in the title and in a heading is one attribute. */
function valuesKey(graph: SiteGraph, rule: LearnedRule): string {
  let a = FNV_SEED;
  let b = 0x9e3779b1;
  let page = 0;
  for (const node of rule.nodes) {
    while (graph.pageStart[page + 1]! <= node) page++;
    a = fnvStep(a, graph.value[node]!) ^ page;
    b = Math.imul(b ^ page, 0x85ebca6b) ^ graph.value[node]! ^ (b >>> 15);
  }
  return `${rule.nodes.length} ${a} ${b}`;
}

/** The columns of the site, best first. */
export function proposeColumns(set: RuleSet, options: ProposeOptions = {}): LearnedRule[] {
  const { graph } = set;
  const least = options.coverage ?? 0.3;
  const limit = options.limit ?? 400;
  const ranked = columnRules(set.rules)
    .filter((rule) => rule.pages >= least * graph.pageCount)
    .map((rule) => ({ rule, quality: columnQuality(graph, rule).total }))
    .sort((a, b) => b.quality - a.quality);
  const lists = new WholeLists(set);
  const taken = new Uint8Array(graph.count);
  const seen = new Set<string>();
  const chosen: LearnedRule[] = [];
  for (const { rule } of ranked) {
    if (chosen.length >= limit) break;
    let free = 0;
    for (const node of rule.nodes) if (taken[node] === 0) free++;
    if (free < 0.7 * rule.nodes.length) continue;
    const key = valuesKey(graph, rule);
    if (seen.has(key)) continue;
    seen.add(key);
    const whole = lists.of(rule, taken) ?? rule;
    chosen.push(whole);
    for (const node of whole.nodes) taken[node] = 1;
  }
  return chosen;
}
