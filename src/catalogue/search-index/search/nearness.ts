/**
 * How near to each other the words of a question stand in a document. Every pair of words counts by its smallest distance anywhere in the
 * document, and by the rarer of the two no more than by the commoner: a rare word beside a frequent one says little.
 */
import { PositionCursor, type TermList } from '../postings/position-cursor.ts';
import type { Segment } from '../segments/segment.ts';

/** Words farther apart are not near; less than the gap between two fields, so that a title and a text are never near each other. */
export const FARTHEST = 40;
/** At this distance behind the first word a pair is worth half. */
const HALF = 3;
/** Words of a question that are looked at, the rarest. */
export const MOST_NEAR = 8;

/** What a pair at this distance is worth, 0 … 1. */
export function pairWorth(distance: number): number {
  return distance > FARTHEST ? 0 : HALF / (HALF + distance - 1);
}

/** The terms whose nearness counts: the rarest of those that count at all. */
export function nearTermsOf(scored: readonly boolean[], idf: Float64Array): number[] {
  return scored
    .flatMap((counts, term) => (counts ? [term] : []))
    .sort((a, b) => idf[b]! - idf[a]! || a - b)
    .slice(0, MOST_NEAR);
}

/** How near these terms stand in documents of a segment, which are asked for in ascending order. `lists` are read already. */
export function nearnessIn(
  segment: Segment,
  lists: readonly (TermList | null)[],
  terms: readonly number[],
  idf: Float64Array,
  weight: number,
): (document: number) => number {
  const cursors = terms.map((term) => {
    const list = lists[term];
    return list?.documents == null ? null : new PositionCursor(segment.positions(list.entry), list);
  });
  const here: (PositionCursor | null)[] = [];
  return (document) => {
    for (let i = 0; i < cursors.length; i++)
      here[i] = cursors[i]?.reach(document) === true ? cursors[i]! : null;
    let sum = 0;
    for (let a = 0; a < here.length; a++)
      for (let b = a + 1; b < here.length; b++) {
        const [one, other] = [here[a], here[b]];
        if (one == null || other == null) continue;
        const worth = pairWorth(leastDistance(one, other));
        if (worth > 0) sum += worth * Math.min(idf[terms[a]!]!, idf[terms[b]!]!);
      }
    return (weight * sum) / (here.length - 1);
  };
}

function leastDistance(a: PositionCursor, b: PositionCursor): number {
  let least = FARTHEST + 1;
  for (let i = 0, j = 0; i < a.count && j < b.count; ) {
    const distance = Math.abs(a.positions[i]! - b.positions[j]!);
    if (distance < least) least = distance;
    if (a.positions[i]! < b.positions[j]!) i++;
    else j++;
  }
  return least;
}
