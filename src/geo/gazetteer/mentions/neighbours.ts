/**
 * What the names around one say of it: beside `Lisboa` and `Porto` a name is rather a place, beside names of persons rather none. Each is weighed by itself
 * first; this weighs it again by how likely those near it are places. Learned by `scripts/place-model.ts` with the trees.
 */

/** In this order: always, the log-odds by itself, share of places among the names near (and that there are any), the same of those farther off. */
export const NEIGHBOUR_WEIGHTS = ['always', 'own', 'near', 'some near', 'far', 'some far'] as const;
/** So many words apart. */
const NEAR = 12;
const FAR = 40;
/** What a share is counted from. */
const MIDDLE = 0.4;

/** The values that the weights are for, of each candidate: `NEIGHBOUR_WEIGHTS.length` a candidate. `first`: where candidates begin, in order. */
export function neighbourValues(scores: Float64Array, first: Int32Array): Float64Array {
  const count = scores.length;
  const sums = new Float64Array(count + 1);
  for (let c = 0; c < count; c++) sums[c + 1] = sums[c]! + 1 / (1 + Math.exp(-scores[c]!));
  const values = new Float64Array(count * NEIGHBOUR_WEIGHTS.length);
  let nearFrom = 0;
  let nearTo = 0;
  let farFrom = 0;
  let farTo = 0;
  for (let c = 0; c < count; c++) {
    const at = first[c]!;
    while (first[nearFrom]! < at - NEAR) nearFrom++;
    while (first[farFrom]! < at - FAR) farFrom++;
    while (nearTo < count && first[nearTo]! <= at + NEAR) nearTo++;
    while (farTo < count && first[farTo]! <= at + FAR) farTo++;
    const near = nearTo - nearFrom - 1;
    const far = farTo - farFrom - 1 - near;
    const nearSum = sums[nearTo]! - sums[nearFrom]!;
    const to = c * NEIGHBOUR_WEIGHTS.length;
    values[to] = 1;
    values[to + 1] = scores[c]!;
    if (near > 0) {
      values[to + 2] = (nearSum - (sums[c + 1]! - sums[c]!)) / near - MIDDLE;
      values[to + 3] = 1;
    }
    if (far > 0) {
      values[to + 4] = (sums[farTo]! - sums[farFrom]! - nearSum) / far - MIDDLE;
      values[to + 5] = 1;
    }
  }
  return values;
}

/** Log-odds by itself and by what is around. Linear in the number of candidates. */
export function amongNeighbours(
  scores: Float64Array,
  first: Int32Array,
  weights: readonly number[],
): Float64Array {
  // Of a text of one name nothing can be said but what it says itself.
  if (scores.length < 2) return scores;
  const values = neighbourValues(scores, first);
  return scores.map((_, c) => {
    let sum = 0;
    for (let k = 0; k < NEIGHBOUR_WEIGHTS.length; k++)
      sum += weights[k]! * values[c * NEIGHBOUR_WEIGHTS.length + k]!;
    return sum;
  });
}
