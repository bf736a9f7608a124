/**
 * The nearest template text of every text of a page, by the number of edges between; never the text itself. One walk up
 * and one down over the page's tree, so the cost is its number of nodes, however far labels stand.
 */
import { type SiteGraph, TEMPLATE, TEXT } from '../graph/site-graph.ts';
import type { RuleProfile } from './profile.ts';

const FAR = 0x7fffffff;

export class NearestTemplate {
  readonly #graph: SiteGraph;
  readonly #early: boolean;
  readonly #usable: Uint8Array | null;
  // Nearest template texts below a node (the first and the last of them), then outside it on either side.
  #below = new Int32Array(0);
  #belowFirst = new Int32Array(0);
  #belowLast = new Int32Array(0);
  #before = new Int32Array(0);
  #beforeText = new Int32Array(0);
  #behind = new Int32Array(0);
  #behindText = new Int32Array(0);
  #base = 0;

  /** `usable`: by value number, which template texts may be labels; null for all. */
  constructor(graph: SiteGraph, tie: RuleProfile['tie'], usable: Uint8Array | null = null) {
    this.#graph = graph;
    this.#early = tie === 'document-order';
    this.#usable = usable;
  }

  /** Computes for one page; `labelOf` then answers for its texts. */
  walk(page: number): void {
    const graph = this.#graph;
    this.#base = graph.pageStart[page]!;
    const size = graph.pageStart[page + 1]! - this.#base;
    if (this.#below.length < size) {
      const column = () => new Int32Array(size * 2);
      [this.#below, this.#belowFirst, this.#belowLast] = [column(), column(), column()];
      [this.#before, this.#beforeText] = [column(), column()];
      [this.#behind, this.#behindText] = [column(), column()];
    }
    this.#upwards(size);
    this.#sideways(size);
    this.#downwards(size);
  }

  #upwards(size: number): void {
    const { parent, type, role, value } = this.#graph;
    const base = this.#base;
    const usable = this.#usable;
    const below = this.#below.fill(FAR, 0, size);
    const first = this.#belowFirst;
    const last = this.#belowLast;
    // From the last node to the first: on a tie the earlier subtree comes later.
    for (let i = size - 1; i >= 0; i--) {
      const node = base + i;
      if (type[node] === TEXT) {
        if (role[node] !== TEMPLATE || (usable !== null && usable[value[node]!] !== 1)) continue;
        below[i] = 0;
        first[i] = last[i] = node;
      }
      const distance = below[i]!;
      const above = parent[node]! - base;
      if (distance === FAR || above < 0) continue;
      if (distance + 1 < below[above]!) {
        below[above] = distance + 1;
        last[above] = last[i]!;
        first[above] = first[i]!;
      } else if (distance + 1 === below[above]) first[above] = first[i]!;
    }
  }

  /** For each child, the nearest below its earlier and below its later siblings. */
  #sideways(size: number): void {
    const { start, items } = this.#graph.children;
    const base = this.#base;
    const below = this.#below;
    const early = this.#early;
    this.#before[0] = this.#behind[0] = FAR;
    for (let i = 0; i < size; i++) {
      const from = start[base + i]!;
      const to = start[base + i + 1]!;
      let distance = FAR;
      let text = -1;
      for (let at = from; at < to; at++) {
        const child = items[at]! - base;
        this.#before[child] = distance;
        this.#beforeText[child] = text;
        if (below[child] === FAR) continue;
        const here = below[child]! + 2;
        if (here < distance || (here === distance && !early)) {
          distance = here;
          text = early ? this.#belowFirst[child]! : this.#belowLast[child]!;
        }
      }
      distance = FAR;
      for (let at = to - 1; at >= from; at--) {
        const child = items[at]! - base;
        this.#behind[child] = distance;
        this.#behindText[child] = text;
        if (below[child] === FAR || below[child]! + 2 > distance) continue;
        distance = below[child]! + 2;
        text = this.#belowFirst[child]!;
      }
    }
  }

  /** What is outside the parent is outside the node, one edge further. */
  #downwards(size: number): void {
    const { parent } = this.#graph;
    const before = this.#before;
    const behind = this.#behind;
    for (let i = 1; i < size; i++) {
      const above = parent[this.#base + i]! - this.#base;
      if (before[above] !== FAR) {
        const further = before[above]! + 1;
        // What stands before the parent stands earlier than what stands in the parent before the node.
        if (further < before[i]! || (further === before[i] && this.#early)) {
          before[i] = further;
          this.#beforeText[i] = this.#beforeText[above]!;
        }
      }
      if (behind[above] !== FAR && behind[above]! + 1 < behind[i]!) {
        behind[i] = behind[above]! + 1;
        this.#behindText[i] = this.#behindText[above]!;
      }
    }
  }

  /** The nearest template text of a text of the page walked last; -1 when the page has no other. */
  labelOf(node: number): number {
    const i = node - this.#base;
    const before = this.#before[i]!;
    const behind = this.#behind[i]!;
    if (before === FAR && behind === FAR) return -1;
    return before <= behind ? this.#beforeText[i]! : this.#behindText[i]!;
  }
}
