/**
 * How important a page is (docs/methods.md, "Temporal crawl (Pereira 2013)"): I1 likeness to a query, I2 links that point to it, I3 PageRank, I4 links that leave it,
 * I5 its address; and a weighted sum of them.
 */

/** Term frequencies of a text. */
export type TermCounts = ReadonlyMap<string, number>;

export interface Corpus {
  readonly documents: number;
  /** In how many documents the term occurs. */
  documentFrequency(term: string): number;
}

/** idf = ln(N/df); a term in no document weighs as if it were in one. */
function inverseDocumentFrequency(corpus: Corpus, term: string): number {
  return Math.log(corpus.documents / Math.max(1, corpus.documentFrequency(term)));
}

/** I1: Σ w·q over terms, with w = tf·idf on both sides; `cosine` divides by the lengths of the two vectors. */
export function similarity(
  document: TermCounts,
  query: TermCounts,
  corpus: Corpus,
  form: 'inner' | 'cosine' = 'cosine',
): number {
  let product = 0;
  let queryLength = 0;
  for (const [term, count] of query) {
    const idf = inverseDocumentFrequency(corpus, term);
    queryLength += (count * idf) ** 2;
    product += count * idf * (document.get(term) ?? 0) * idf;
  }
  if (form === 'inner') return product;
  let documentLength = 0;
  for (const [term, count] of document)
    documentLength += (count * inverseDocumentFrequency(corpus, term)) ** 2;
  const lengths = Math.sqrt(documentLength * queryLength);
  return lengths > 0 ? product / lengths : 0;
}

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

/** I4: links that leave each page. */
export function forwardLinkCounts(graph: LinkGraph): Int32Array {
  return Int32Array.from(
    { length: graph.starts.length - 1 },
    (_, i) => graph.starts[i + 1]! - graph.starts[i]!,
  );
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

/**
 * I5: from the address alone, 0…1. Fewer slashes are better; a front page (`home`, `index`, `inicio`) and a wanted suffix
 * (`.com` as published; here whatever is given) count in its favour.
 */
export function locationMetric(url: string, suffixes: readonly string[] = ['.com', '.br', '.pt']): number {
  const match = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url);
  if (match === null) return 0;
  const host = match[1]!.toLowerCase().replace(/:\d+$/, '');
  const path = match[2]!.toLowerCase();
  let slashes = 0;
  for (const character of path) if (character === '/') slashes++;
  if (path === '/') slashes = 0;
  let score = 0.6 / (1 + slashes);
  if (suffixes.some((suffix) => host.endsWith(suffix))) score += 0.2;
  if (slashes === 0 || /(^|[^a-z])(home|index|inicio)([^a-z]|$)/.test(path)) score += 0.2;
  return score;
}

/** IC(p) = Σ k·I(p). */
export function combined(parts: readonly { readonly weight: number; readonly value: number }[]): number {
  return parts.reduce((sum, { weight, value }) => sum + weight * value, 0);
}
