/** The results of the question that led to a page, as far as its neighbours among them. All that is asked is in the address. */
import { api } from '../api/client.ts';
import type { FoundHit } from '../api/shapes.ts';

/** Hits of one request. */
const PART = 100;
/** Results farther down are not gone through one by one. */
const FARTHEST = 2_000;

interface Results {
  readonly hits: FoundHit[];
  total: number;
  bounded: boolean;
  /** Undefined before the first request; null at the end. */
  next: string | null | undefined;
}

export interface Neighbours {
  readonly total: number;
  readonly bounded: boolean;
  readonly before: FoundHit | null;
  readonly after: FoundHit | null;
}

/** Of the question asked last: the next result of it needs no further request. */
let held: { readonly key: string; readonly results: Results } | null = null;

/** `rank` from 1. Null when the question has no such result. */
export async function neighboursOf(
  collections: string,
  line: string,
  order: string,
  rank: number,
  signal: AbortSignal,
): Promise<Neighbours | null> {
  const key = JSON.stringify([collections, line, order]);
  if (held?.key !== key) held = { key, results: { hits: [], total: 0, bounded: false, next: undefined } };
  const { results } = held;
  while (results.hits.length <= rank && results.next !== null && results.hits.length < FARTHEST) {
    const answer = await api.search(
      collections,
      // The first request may be small: most read the first results.
      {
        q: line,
        order,
        limit: results.next === undefined && rank < 20 ? 20 : PART,
        cursor: results.next,
        facets: 'false',
      },
      signal,
    );
    results.hits.push(...answer.hits);
    results.total = answer.total;
    results.bounded = answer.bounded;
    results.next = answer.next;
  }
  if (rank < 1 || rank > results.hits.length) return null;
  return {
    total: results.total,
    bounded: results.bounded,
    before: results.hits[rank - 2] ?? null,
    after: results.hits[rank] ?? null,
  };
}
