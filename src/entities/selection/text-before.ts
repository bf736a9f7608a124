/** The neighbour of a text in reading order. */
import type { SiteGraph } from '../graph/site-graph.ts';

/** The text before a text in its page, or -1. */
export function textBefore(graph: SiteGraph, node: number): number {
  const line = graph.line[node]!;
  if (line <= 1) return -1;
  // Texts are leaves in document order: the one before is the nearest text row above.
  let at = node - 1;
  while (graph.line[at] === 0) at--;
  return at;
}
