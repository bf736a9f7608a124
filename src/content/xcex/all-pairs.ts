/**
 * |S| of every block by comparing it with every other: the algorithm as it is written down, for reference. `countSimilarPages` gives the
 * same numbers, sooner.
 */
import type { Collection } from './collection.ts';
import type { XcexParameters } from './parameters.ts';
import { compare } from './similarity.ts';

export interface SimilarPages {
  /** |S| of each block; 0 where an exact copy settled it. */
  readonly counts: Int32Array;
  /** Pairs of which the similarity was worked out. */
  readonly comparisons: number;
}

export function countSimilarPagesByAllPairs(
  collection: Collection,
  parameters: XcexParameters,
): SimilarPages {
  const { count, page, compared, exactCopy } = collection;
  const counts = new Int32Array(count);
  let comparisons = 0;
  for (let block = 0; block < count; block++) {
    if (exactCopy[block] === 1) continue;
    for (let other = 0; other < count; other++) {
      if (other === block || (page[other] === page[block] && !parameters.compareOwnPage)) continue;
      comparisons++;
      if (!compare(compared[block]!, compared[other]!, parameters).similar) continue;
      counts[block]!++;
      // The page is settled: on to the next.
      const settled = page[other]!;
      while (other + 1 < count && page[other + 1] === settled) other++;
    }
  }
  return { counts, comparisons };
}
