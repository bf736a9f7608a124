/** The nodes of a graph as a database takes them: batches of plain properties, and edges by node number. */
import type { SiteGraph } from '../graph/site-graph.ts';
import type { Rule } from '../rules/rule.ts';
import type { RuleMatch } from './port.ts';

/** Label of every node and type of every edge in a database; rules use neither. */
export const NODE_LABEL = 'Node';
export const EDGE_TYPE = 'contains';

export interface NodeProperties {
  readonly id: number;
  readonly value: string;
  readonly url: string;
  readonly type: 'TAG' | 'TEXT';
  readonly position: number;
  readonly function?: 'TEMPLATE' | 'DATA';
  readonly line?: number;
  readonly after?: number;
}

function nodeProperties(graph: SiteGraph, node: number): NodeProperties {
  const { parent: _, ...properties } = graph.view(node);
  return properties;
}

/** All nodes, `size` at a time, in document order. */
export function* nodeBatches(graph: SiteGraph, size: number): Generator<NodeProperties[]> {
  for (let from = 0; from < graph.count; from += size) {
    const batch: NodeProperties[] = [];
    for (let node = from; node < Math.min(graph.count, from + size); node++)
      batch.push(nodeProperties(graph, node));
    yield batch;
  }
}

/** All edges, `size` at a time: parent, child. */
export function* edgeBatches(graph: SiteGraph, size: number): Generator<{ from: number; to: number }[]> {
  let batch: { from: number; to: number }[] = [];
  for (let node = 0; node < graph.count; node++) {
    if (graph.parent[node]! < 0) continue;
    batch.push({ from: graph.parent[node]!, to: node });
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** What `printMatch` returns for one match. The first node of a path from the root is no label. */
export function matchOf(rule: Rule, node: unknown, first: unknown): RuleMatch {
  return { node: Number(node), label: rule.steps[0]!.type === 'TEXT' ? Number(first) : -1 };
}
