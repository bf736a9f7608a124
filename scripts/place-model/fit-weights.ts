/** Weights of a logistic judgement of few values, by steps of Newton: the same examples give the same weights. */
export function fitWeights(
  values: Float64Array,
  width: number,
  labels: ArrayLike<number>,
  steps = 25,
  regular = 1,
): number[] {
  const weights = new Float64Array(width);
  for (let step = 0; step < steps; step++) {
    const slope = new Float64Array(width);
    const curve = Array.from({ length: width }, (_, k) => {
      const row = new Float64Array(width);
      row[k] = regular;
      return row;
    });
    for (let k = 0; k < width; k++) slope[k] = -regular * weights[k]!;
    for (let i = 0; i < labels.length; i++) {
      if (labels[i]! < 0) continue;
      const at = i * width;
      let sum = 0;
      for (let k = 0; k < width; k++) sum += weights[k]! * values[at + k]!;
      const p = 1 / (1 + Math.exp(-sum));
      for (let k = 0; k < width; k++) {
        slope[k]! += (labels[i]! - p) * values[at + k]!;
        for (let m = 0; m < width; m++) curve[k]![m]! += p * (1 - p) * values[at + k]! * values[at + m]!;
      }
    }
    const change = solved(curve, slope);
    for (let k = 0; k < width; k++) weights[k]! += change[k]!;
  }
  return [...weights];
}

/** Of a positive definite matrix, by elimination. */
function solved(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  const rows = matrix.map((row, k) => [...row, right[k]!]);
  for (let k = 0; k < n; k++)
    for (let below = k + 1; below < n; below++) {
      const factor = rows[below]![k]! / rows[k]![k]!;
      for (let m = k; m <= n; m++) rows[below]![m]! -= factor * rows[k]![m]!;
    }
  const found = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k]![n]!;
    for (let m = k + 1; m < n; m++) sum -= rows[k]![m]! * found[m]!;
    found[k] = sum / rows[k]![k]!;
  }
  return found;
}
