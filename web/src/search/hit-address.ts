/** Where a result leads. A page remembers in its address the question that led to it, and as which of its results. */
import { pageAddress, viewAddress } from '../address.ts';
import type { FoundHit } from '../api/shapes.ts';

/** The question whose results are shown. */
export interface Asked {
  readonly line: string;
  /** '' for relevance. */
  readonly order: string;
  /** Names of those that were asked, with commas between them. */
  readonly collections: string;
}

/** `rank`: from 1; null of what stands in no list that can be gone through. */
export function hitAddress(
  hit: Pick<FoundHit, 'collection' | 'id' | 'kind' | 'url'>,
  asked: Asked | null,
  rank: number | null,
): string {
  const { collection } = hit;
  const way: Record<string, string> = {};
  if (asked !== null && asked.line !== '') {
    way.q = asked.line;
    if (asked.order !== '') way.ordem = asked.order;
    if (asked.collections.includes(',')) way.em = asked.collections;
    if (rank !== null) way.n = String(rank);
  }
  if (hit.kind === 'geo-file' || hit.kind === 'service')
    return viewAddress('mapa', collection, { arquivo: String(hit.id) });
  if (hit.kind === 'entity') return pageAddress(collection, 0, { url: hit.url, ver: 'dados', ...way });
  return pageAddress(collection, hit.id, way);
}
