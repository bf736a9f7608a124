/** The hits of several collections in one order: lists that are in order each, merged by what they are ordered by. */
import type { SearchHit, SearchOptions } from '../../catalogue/index.ts';

/** A hit, and the name of the collection that has it. */
export type FoundHit = SearchHit & { readonly collection: string };

/** Positive when the second comes first. */
export type HitOrder = (a: SearchHit, b: SearchHit) => number;

/** `doubtful`: dates of publication with weak evidence count too. */
export function hitOrder(order: SearchOptions['order'], doubtful: boolean): HitOrder {
  const day = ({ published, publishedDoubtful }: SearchHit): number => {
    const at = published === null || (publishedDoubtful && !doubtful) ? Number.NaN : Date.parse(published);
    if (Number.isNaN(at)) return Number.NEGATIVE_INFINITY;
    return order === 'oldest' ? -at : at;
  };
  const byScore: HitOrder = (a, b) => b.score - a.score;
  if (order !== 'newest' && order !== 'oldest') return byScore;
  return (a, b) => {
    const [one, other] = [day(a), day(b)];
    return one === other ? byScore(a, b) : one < other ? 1 : -1;
  };
}

/** The list whose next hit comes first; -1 when all are at their ends. Of equals the first list. */
export function firstOf(heads: readonly (SearchHit | undefined)[], order: HitOrder): number {
  let best = -1;
  for (const [i, head] of heads.entries())
    if (head !== undefined && (best < 0 || order(heads[best]!, head) > 0)) best = i;
  return best;
}
