/**
 * What a column is called on the page itself: the template text just before its values, the head of their table column, or nothing.
 * The label a rule starts from may be far away (a name has none); this one stands beside the value.
 */
import { type SiteGraph, TAG, TEMPLATE, TEXT } from '../graph/site-graph.ts';
import type { LearnedRule } from '../rules/learn.ts';
import { textBefore } from '../selection/text-before.ts';

export interface ValueLabel {
  readonly text: string;
  /** Share of the values that have it. */
  readonly share: number;
}

/** Nodes strictly between a value and its label at most: cell, row, cell, and a tag or two of decoration. */
const FARTHEST = 5;
const MOST_ROWS = 400;
const RARE_SHARE = 0.95;
const HEADINGS = new Set(['H1', 'H2', 'H3', 'TITLE']);
const INLINE = new Set(['A', 'SPAN', 'B', 'STRONG', 'I', 'EM', 'FONT']);

function tag(graph: SiteGraph, node: number): string {
  return graph.type[node] === TAG ? graph.text(node) : '';
}

function ancestor(graph: SiteGraph, node: number, names: ReadonlySet<string>, most = 8): number {
  let at = graph.parent[node]!;
  for (let i = 0; i < most && at >= 0; i++, at = graph.parent[at]!) if (names.has(tag(graph, at))) return at;
  return -1;
}

/** A sign of money and nothing else: `R$`, `US$`, `€`. */
const CURRENCY = /^\p{L}{0,3}\p{Sc}$/u;
const CELLS = new Set(['TD', 'TH']);
const TABLES = new Set(['TABLE']);
const ANCHORS = new Set(['A']);

/** The number of nodes strictly between two nodes of one page. */
function distance(graph: SiteGraph, a: number, b: number): number {
  const above = new Map<number, number>();
  let steps = 0;
  for (let at = a; at >= 0 && steps < 64; at = graph.parent[at]!) above.set(at, steps++);
  steps = 0;
  for (let at = b; at >= 0 && steps < 64; at = graph.parent[at]!, steps++) {
    const other = above.get(at);
    if (other !== undefined) return Math.max(0, other + steps - 1);
  }
  return Number.POSITIVE_INFINITY;
}

function firstText(graph: SiteGraph, node: number): number {
  const { start, items } = graph.children;
  let at = node;
  for (let i = 0; i < 16; i++) {
    if (graph.type[at] === TEXT) return at;
    if (start[at] === start[at + 1]) return -1;
    at = items[start[at]!]!;
  }
  return -1;
}

/** The cell above a value in the first row of its table, when that row is a head. */
function tableHead(graph: SiteGraph, node: number): number {
  const cell = ancestor(graph, node, CELLS, 4);
  if (cell < 0 || tag(graph, cell) !== 'TD') return -1;
  const row = graph.parent[cell]!;
  const table = ancestor(graph, row, TABLES, 3);
  if (table < 0) return -1;
  const { start, items } = graph.children;
  // The first row, inside THEAD or TBODY or not.
  let first = table;
  for (let i = 0; i < 3 && tag(graph, first) !== 'TR'; i++) {
    if (start[first] === start[first + 1]) return -1;
    first = items[start[first]!]!;
  }
  if (tag(graph, first) !== 'TR' || first === row) return -1;
  const at = start[first]! + graph.position[cell]! - 1;
  if (at >= start[first + 1]!) return -1;
  const head = items[at]!;
  return tag(graph, head) === 'TH' ? firstText(graph, head) : -1;
}

/** The node of the label of one value, or -1. `rare`: also a text that too few pages have to be template. */
function labelNode(graph: SiteGraph, node: number, rare = false): number {
  const head = tableHead(graph, node);
  if (head >= 0 && graph.role[head] === TEMPLATE) return head;
  if (headingOf(graph, node) !== '') return -1;
  let before = textBefore(graph, node);
  // `<b>R$</b> 1.234,56`: the sign belongs to the amount; what it is of stands before it.
  if (before >= 0 && CURRENCY.test(graph.text(before))) before = textBefore(graph, before);
  if (before < 0 || (!rare && graph.role[before] !== TEMPLATE)) return -1;
  if (distance(graph, before, node) > FARTHEST || ancestor(graph, before, ANCHORS, 3) >= 0) return -1;
  return inProse(graph, before) ? -1 : before;
}

/** `… com <b>garantia</b> de 12 meses.`: a word of a sentence in other letters, no label. Labels begin with a capital or end with a colon. */
function inProse(graph: SiteGraph, label: number): boolean {
  if (!/^\p{Ll}(?:.*[^:：])?$/u.test(graph.text(label))) return false;
  const element = graph.parent[label]!;
  const position = graph.position[element]!;
  if (graph.parent[element]! < 0 || position < 2) return false;
  const { start, items } = graph.children;
  return graph.type[items[start[graph.parent[element]!]! + position - 2]!] === TEXT;
}

/** The label that most values of a rule have; null when fewer than half share one, or nearly all of a text that is not template. */
export function labelOfRule(graph: SiteGraph, rule: LearnedRule): ValueLabel | null {
  const usual = commonLabel(graph, rule, false);
  if (usual !== null && usual.share >= 0.5) return usual;
  const rare = rule.nodes.length < 3 ? null : commonLabel(graph, rule, true);
  return rare !== null && rare.share >= RARE_SHARE ? rare : null;
}

function commonLabel(graph: SiteGraph, rule: LearnedRule, rare: boolean): ValueLabel | null {
  const counts = new Map<string, number>();
  const step = Math.max(1, Math.ceil(rule.nodes.length / MOST_ROWS));
  let rows = 0;
  for (let i = 0; i < rule.nodes.length; i += step) {
    // Before the second value of a list stands the first.
    if (rule.list === true && i > 0 && rule.labels[i] === rule.labels[i - 1]) continue;
    rows++;
    const label = labelNode(graph, rule.nodes[i]!, rare);
    if (label < 0) continue;
    const text = graph.text(label);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  let best: ValueLabel | null = null;
  for (const [text, count] of counts)
    if (best === null || count / rows > best.share) best = { text, share: count / rows };
  return best;
}

/** Whether the values stand in a heading of the page: what it is about. */
export function isHeading(graph: SiteGraph, rule: LearnedRule): boolean {
  const first = rule.nodes[0];
  const heading = first === undefined ? '' : headingOf(graph, first);
  return heading !== '' && heading !== 'TITLE';
}

/** The heading that a text is, in words of a link or in other letters too; '' when it is none. */
export function headingOf(graph: SiteGraph, node: number): string {
  const above = tag(graph, graph.parent[node]!);
  if (HEADINGS.has(above)) return above;
  const next = graph.parent[graph.parent[node]!]!;
  return next >= 0 && INLINE.has(above) && HEADINGS.has(tag(graph, next)) ? tag(graph, next) : '';
}
