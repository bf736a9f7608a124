/** Another measure of importance over the same links, to compare with: hubs and authorities. */

/** Edges as pairs of node numbers; a pair may come several times. */
export type Edges = readonly (readonly [from: number, to: number])[];

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
