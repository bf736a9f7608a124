/**
 * The published measures of a page's importance that no crawl of ours goes by (docs/methods.md, "Temporal crawl (Pereira 2013)"): I1 likeness
 * to a query, I4 links that leave it, I5 its address; and a weighted sum of any.
 */
import type { LinkGraph } from '../../src/frontier/revisit/importance.ts';

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

/** I4: links that leave each page. */
export function forwardLinkCounts(graph: LinkGraph): Int32Array {
  return Int32Array.from(
    { length: graph.starts.length - 1 },
    (_, i) => graph.starts[i + 1]! - graph.starts[i]!,
  );
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
