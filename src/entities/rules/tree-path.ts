/** The one path between two nodes of a page. Rows are in document order, so a parent's number is below its children's. */
import type { SiteGraph } from '../graph/site-graph.ts';
import { LONGEST_CHAIN } from './rule.ts';

export class TreePath {
  /** The nodes from the first to the last; `length` of them count. */
  readonly nodes: Int32Array = new Int32Array(LONGEST_CHAIN + 1);
  length = 0;
  /** Place of the common ancestor among `nodes`. */
  apex = 0;
  readonly #down = new Int32Array(LONGEST_CHAIN + 1);

  /** Finds the path; false when it is longer than a chain may be. */
  between(graph: SiteGraph, from: number, to: number): boolean {
    const { parent } = graph;
    const up = this.nodes;
    const down = this.#down;
    let climbed = 0;
    let descended = 0;
    let a = from;
    let b = to;
    while (a !== b) {
      if (climbed + descended >= LONGEST_CHAIN) return false;
      if (a > b) {
        up[climbed++] = a;
        a = parent[a]!;
      } else {
        down[descended++] = b;
        b = parent[b]!;
      }
    }
    this.apex = climbed;
    up[climbed++] = a;
    while (descended > 0) up[climbed++] = down[--descended]!;
    this.length = climbed;
    return true;
  }

  /** The path from the root of the page; false when it is longer than a chain may be. */
  fromRoot(graph: SiteGraph, to: number): boolean {
    const { parent } = graph;
    const down = this.#down;
    let descended = 0;
    for (let at = to; at >= 0; at = parent[at]!) {
      if (descended >= LONGEST_CHAIN) return false;
      down[descended++] = at;
    }
    this.apex = 0;
    this.length = descended;
    for (let i = 0; i < this.length; i++) this.nodes[i] = down[--descended]!;
    return true;
  }
}
