/** Other measures of importance over the same links, to compare with: PageRank and hubs and authorities. */

/** Edges as pairs of node numbers; a pair may come several times. */
export type Edges = readonly (readonly [from: number, to: number])[];

/** PageRank with damping `d`; what dangling nodes hold is spread over all. */
export function pageRank(
  nodes: number,
  edges: Edges,
  d = 0.85,
  tolerance = 1e-12,
  rounds = 1000,
): Float64Array {
  const out = new Float64Array(nodes);
  for (const [from] of edges) out[from]!++;
  let rank = new Float64Array(nodes).fill(1 / nodes);
  for (let round = 0; round < rounds; round++) {
    let dangling = 0;
    for (let i = 0; i < nodes; i++) if (out[i] === 0) dangling += rank[i]!;
    const next = new Float64Array(nodes).fill((1 - d) / nodes + (d * dangling) / nodes);
    for (const [from, to] of edges) next[to]! += (d * rank[from]!) / out[from]!;
    let change = 0;
    for (let i = 0; i < nodes; i++) change += Math.abs(next[i]! - rank[i]!);
    rank = next;
    if (change < tolerance) break;
  }
  return rank;
}

/** Hubs and authorities, each of length 1. */
export function hits(
  nodes: number,
  edges: Edges,
  tolerance = 1e-12,
  rounds = 1000,
): { readonly authority: Float64Array; readonly hub: Float64Array } {
  let hub = new Float64Array(nodes).fill(1);
  let authority = new Float64Array(nodes);
  for (let round = 0; round < rounds; round++) {
    const a = new Float64Array(nodes);
    for (const [from, to] of edges) a[to]! += hub[from]!;
    normalise(a);
    const h = new Float64Array(nodes);
    for (const [from, to] of edges) h[from]! += a[to]!;
    normalise(h);
    let change = 0;
    for (let i = 0; i < nodes; i++) change += Math.abs(h[i]! - hub[i]!) + Math.abs(a[i]! - authority[i]!);
    hub = h;
    authority = a;
    if (change < tolerance) break;
  }
  return { authority, hub };
}

function normalise(vector: Float64Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0) for (let i = 0; i < vector.length; i++) vector[i]! /= length;
}

export interface Bm25Options {
  readonly k1?: number;
  readonly b?: number;
}

/** What one term adds to the relevance of a document (BM25). */
export function bm25(
  tf: number,
  df: number,
  documents: number,
  length: number,
  meanLength: number,
  { k1 = 1.2, b = 0.75 }: Bm25Options = {},
): number {
  if (tf <= 0) return 0;
  return (bm25Idf(df, documents) * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / meanLength));
}

export function bm25Idf(df: number, documents: number): number {
  return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
}
