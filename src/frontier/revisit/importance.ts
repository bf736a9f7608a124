/**
 * How important a page is by the links between pages (docs/methods.md, "Temporal crawl (Pereira 2013)"): I2 links that point to it, I3 PageRank.
 */

/** A set of links between pages numbered from 0: the links of page i are targets[starts[i]] … targets[starts[i + 1] − 1]. */
export interface LinkGraph {
  readonly starts: Int32Array;
  readonly targets: Int32Array;
}

/** Each pair once, however many times it is given: a page does not gain by linking twice. With `each`, as often as it is given. */
export function linkGraph(
  pages: number,
  links: Iterable<readonly [from: number, to: number]>,
  count: 'once' | 'each' = 'once',
): LinkGraph {
  const outgoing: number[][] = Array.from({ length: pages }, () => []);
  for (const [from, to] of links) outgoing[from]!.push(to);
  if (count === 'once') for (let i = 0; i < pages; i++) outgoing[i] = [...new Set(outgoing[i])];
  const starts = new Int32Array(pages + 1);
  for (let i = 0; i < pages; i++) starts[i + 1] = starts[i]! + outgoing[i]!.length;
  const targets = new Int32Array(starts[pages]!);
  outgoing.forEach((list, i) => {
    targets.set(list, starts[i]!);
  });
  return { starts, targets };
}

/** I2: links seen so far that point to each page. */
export function backLinkCounts(graph: LinkGraph): Int32Array {
  const counts = new Int32Array(graph.starts.length - 1);
  for (const target of graph.targets) counts[target]!++;
  return counts;
}

/**
 * I3: PR(p) = (1 − d)/N + d·Σ PR(q)/out(q); the rank of pages without links is shared among all. Sums to 1. Each round shrinks the
 * error by d, so `tolerance` bounds the rounds.
 */
export function pageRank(
  graph: LinkGraph,
  options: { readonly damping?: number; readonly tolerance?: number } = {},
): Float64Array {
  const { damping = 0.85, tolerance = 1e-12 } = options;
  const { starts, targets } = graph;
  const pages = starts.length - 1;
  let rank = new Float64Array(pages).fill(1 / Math.max(1, pages));
  let next = new Float64Array(pages);
  const rounds = Math.ceil(Math.log(tolerance) / Math.log(damping)) + 1;
  for (let round = 0; round < rounds; round++) {
    let dangling = 0;
    next.fill(0);
    for (let page = 0; page < pages; page++) {
      const from = starts[page]!;
      const to = starts[page + 1]!;
      if (from === to) dangling += rank[page]!;
      const share = rank[page]! / (to - from);
      for (let i = from; i < to; i++) next[targets[i]!]! += share;
    }
    const base = (1 - damping + damping * dangling) / pages;
    let moved = 0;
    for (let page = 0; page < pages; page++) {
      const value = base + damping * next[page]!;
      moved += Math.abs(value - rank[page]!);
      next[page] = value;
    }
    [rank, next] = [next, rank];
    if (moved < tolerance) break;
  }
  return rank;
}
