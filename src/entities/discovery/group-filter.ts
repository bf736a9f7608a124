/**
 * Algorithm 2: which of the pages behind the sample's link-path are of its kind. The group with the most similar addresses is
 * accepted and teaches the threshold for HTML; the first group of which no page reaches it is the threshold for addresses.
 */
import { jaccard, type LinkedPage } from './linked-page.ts';
import type { PageReader } from './page-reader.ts';
import type { TermWeights } from './term-weights.ts';

export interface AddressGroup {
  readonly likeness: number;
  readonly keys: readonly string[];
}

export interface FilterTrace {
  readonly groups: readonly AddressGroup[];
  readonly accepted: readonly string[];
  readonly htmlThreshold: number | null;
  /** Likeness of the first group refused; null when none was. */
  readonly urlThreshold: number | null;
}

/** Groups of equal likeness of address, the most similar first; inside a group the order given. */
export function groupByAddress(
  reader: PageReader,
  keys: Iterable<string>,
  weights: TermWeights,
  digits: number,
): AddressGroup[] {
  const groups = new Map<string, { likeness: number; keys: string[] }>();
  for (const key of keys) {
    const likeness = weights.likeness(reader.terms(key));
    const rounded = likeness.toFixed(digits);
    const group = groups.get(rounded);
    if (group === undefined) groups.set(rounded, { likeness, keys: [key] });
    else group.keys.push(key);
  }
  return [...groups.values()].sort((a, b) => b.likeness - a.likeness);
}

export async function filterGroups(
  reader: PageReader,
  candidates: Iterable<string>,
  sample: LinkedPage,
  weights: TermWeights,
  digits: number,
): Promise<FilterTrace> {
  const keys = new Set(candidates);
  keys.delete(sample.key);
  const groups = groupByAddress(reader, keys, weights, digits);
  const accepted = [sample.key];
  const best = groups[0];
  if (best === undefined) return { groups, accepted, htmlThreshold: null, urlThreshold: null };
  let htmlThreshold = 1;
  for (const [i, page] of (await reader.readAll(best.keys)).entries()) {
    if (page === null) continue;
    accepted.push(best.keys[i]!);
    htmlThreshold = Math.min(htmlThreshold, jaccard(sample.linkPaths, page.linkPaths));
  }
  for (const group of groups.slice(1)) {
    let reached = false;
    for (const key of group.keys) {
      const page = await reader.read(key);
      reached = page !== null && jaccard(sample.linkPaths, page.linkPaths) >= htmlThreshold;
      if (reached) break;
    }
    if (!reached) return { groups, accepted, htmlThreshold, urlThreshold: group.likeness };
    accepted.push(...group.keys);
  }
  return { groups, accepted, htmlThreshold, urlThreshold: null };
}
