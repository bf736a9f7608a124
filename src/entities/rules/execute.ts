/**
 * A rule over a graph, in process. The chain is undirected and must not use an edge twice, as in Cypher; on a tree that
 * is a climb followed by a descent, with the turn wherever the steps allow it.
 */
import { type SiteGraph, TAG, TEXT } from '../graph/site-graph.ts';
import type { LineRange, Rule } from './rule.ts';
import { TreePath } from './tree-path.ts';

export interface Extraction {
  /** Page number. */
  readonly page: number;
  readonly url: string;
  /** The node of the value. */
  readonly node: number;
  readonly value: string;
  /** The node of the label that led there; for a path from the root, -1. */
  readonly label: number;
}

type Emit = (node: number, label: number) => void;

/** A rule with its strings looked up once in a graph, and the columns of the graph at hand. */
class Matcher {
  readonly #graph: SiteGraph;
  readonly #last: number;
  readonly #stepType: Uint8Array;
  /** Value number, -1 for any. */
  readonly #stepValue: Int32Array;
  /** 0 for any. */
  readonly #stepPosition: Int32Array;
  readonly #emit: Emit;
  readonly #type: Uint8Array;
  readonly #value: Int32Array;
  readonly #position: Int32Array;
  readonly #parent: Int32Array;
  readonly #childStart: Int32Array;
  readonly #children: Int32Array;
  readonly #path = new TreePath();
  #label = -1;

  /** Whether some step asks for a string that the graph lacks: no node can match. */
  readonly hopeless: boolean;

  constructor(rule: Rule, graph: SiteGraph, emit: Emit) {
    const size = rule.steps.length;
    this.#graph = graph;
    this.#emit = emit;
    this.#last = size - 1;
    this.#stepType = new Uint8Array(size);
    this.#stepValue = new Int32Array(size);
    this.#stepPosition = new Int32Array(size);
    let hopeless = size === 0;
    for (let i = 0; i < size; i++) {
      const step = rule.steps[i]!;
      this.#stepType[i] = step.type === 'TAG' ? TAG : TEXT;
      this.#stepValue[i] = step.value === null ? -1 : graph.valueId(step.value);
      if (step.value !== null && this.#stepValue[i] === -1) hopeless = true;
      this.#stepPosition[i] = step.position ?? 0;
    }
    this.hopeless = hopeless;
    this.#type = graph.type;
    this.#value = graph.value;
    this.#position = graph.position;
    this.#parent = graph.parent;
    this.#childStart = graph.children.start;
    this.#children = graph.children.items;
  }

  /** Value number of the first step, -1 for any. */
  get first(): number {
    return this.#stepValue[0]!;
  }

  matches(step: number, node: number): boolean {
    const value = this.#stepValue[step]!;
    const position = this.#stepPosition[step]!;
    return (
      (value === -1 || this.#value[node] === value) &&
      (position === 0 || this.#position[node] === position) &&
      this.#type[node] === this.#stepType[step]
    );
  }

  /** From a label (or a tag): at every node of the climb the chain may turn down. */
  climb(from: number): void {
    this.#label = this.#type[from] === TEXT ? from : -1;
    let node = from;
    let below = -1;
    for (let step = 0; ; step++) {
      this.#descend(step, node, below);
      if (step === this.#last) return;
      const above = this.#parent[node]!;
      if (above < 0 || !this.matches(step + 1, above)) return;
      below = node;
      node = above;
    }
  }

  /** Goes down from `node`, which is at `step`; never through `from`, the child it was climbed from. */
  #descend(step: number, node: number, from: number): void {
    if (step === this.#last) {
      this.#emit(node, this.#label);
      return;
    }
    const first = this.#childStart[node]!;
    const end = this.#childStart[node + 1]!;
    const wanted = this.#stepPosition[step + 1]!;
    if (wanted > 0) {
      if (first + wanted > end) return;
      const child = this.#children[first + wanted - 1]!;
      if (child !== from && this.matches(step + 1, child)) this.#descend(step + 1, child, -1);
      return;
    }
    for (let at = first; at < end; at++) {
      const child = this.#children[at]!;
      if (child !== from && this.matches(step + 1, child)) this.#descend(step + 1, child, -1);
    }
  }

  /** For a `preceding` rule: the texts after a label, up to the next template text. */
  follow(page: number, label: number, { from, to }: LineRange): void {
    const graph = this.#graph;
    const { start, items } = graph.texts;
    const line = graph.line[label]!;
    const last = start[page + 1]! - start[page]!;
    const path = this.#path;
    for (let next = line + 1; next <= Math.min(last, line + to); next++) {
      const node = items[start[page]! + next - 1]!;
      if (graph.after[node] !== line) return;
      if (next < line + from || !path.between(graph, label, node) || path.length !== this.#last + 1) continue;
      let same = true;
      for (let i = 0; same && i < path.length; i++) same = this.matches(i, path.nodes[i]!);
      if (same) this.#emit(node, label);
    }
  }
}

/** Runs a rule and hands over each match: value node, label node. Order and repetitions are the caller's concern. */
function forEachMatch(rule: Rule, graph: SiteGraph, emit: Emit): void {
  const matcher = new Matcher(rule, graph, emit);
  if (matcher.hopeless) return;
  const { lines } = rule;
  let page = 0;
  const start = (node: number): void => {
    if (!matcher.matches(0, node)) return;
    if (lines === null) {
      matcher.climb(node);
      return;
    }
    while (graph.pageStart[page + 1]! <= node) page++;
    matcher.follow(page, node, lines);
  };
  const { first } = matcher;
  if (first === -1) for (let node = 0; node < graph.count; node++) start(node);
  else {
    const { start: from, items } = graph.occurrences;
    for (let at = from[first]!; at < from[first + 1]!; at++) start(items[at]!);
  }
}

/** The matches of a rule, in document order, as Cypher gives them. */
export function execute(rule: Rule, graph: SiteGraph): Extraction[] {
  const nodes: number[] = [];
  const labels: number[] = [];
  let sorted = true;
  forEachMatch(rule, graph, (node, label) => {
    const before = nodes.length === 0 ? -1 : nodes[nodes.length - 1]!;
    sorted &&= before < node || (before === node && labels[labels.length - 1]! <= label);
    nodes.push(node);
    labels.push(label);
  });
  const order = nodes.map((_, i) => i);
  if (!sorted) order.sort((a, b) => nodes[a]! - nodes[b]! || labels[a]! - labels[b]!);
  let page = 0;
  return order.map((at) => {
    const node = nodes[at]!;
    while (graph.pageStart[page + 1]! <= node) page++;
    return { page, url: graph.urls[page]!, node, value: graph.text(node), label: labels[at]! };
  });
}

/** The value nodes and label nodes of a rule, in document order, each value once. */
export function matchedNodes(rule: Rule, graph: SiteGraph): { nodes: Int32Array; labels: Int32Array } {
  const labels = new Map<number, number>();
  forEachMatch(rule, graph, (node, label) => {
    const known = labels.get(node);
    if (known === undefined || label < known) labels.set(node, label);
  });
  const nodes = Int32Array.from(labels.keys()).sort();
  return { nodes, labels: nodes.map((node) => labels.get(node)!) };
}
