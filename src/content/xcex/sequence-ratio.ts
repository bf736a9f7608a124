/**
 * The similarity of two sequences by Ratcliff and Obershelp, as Python's `difflib.SequenceMatcher` computes it without its junk
 * heuristic: the longest common run, earliest in the first sequence and then in the second, and the same again on both sides of it.
 * Not symmetric.
 */

/** 2M / (length + length); 1 for two empty sequences. */
export function sequenceRatio(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const sum = a.length + b.length;
  return sum === 0 ? 1 : (2 * matchingItems(a, b)) / sum;
}

/** M: items in the matching runs. */
export function matchingItems(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let matched = 0;
  // Parts still to be compared: from and to in each sequence. A stack, since a sequence may be long.
  const parts: number[] = [0, a.length, 0, b.length];
  let row = new Int32Array(b.length + 1);
  let previous = new Int32Array(b.length + 1);
  while (parts.length > 0) {
    const toB = parts.pop()!;
    const fromB = parts.pop()!;
    const toA = parts.pop()!;
    const fromA = parts.pop()!;
    let size = 0;
    let endA = 0;
    let endB = 0;
    previous.fill(0, fromB, toB + 1);
    for (let i = fromA; i < toA; i++) {
      const item = a[i];
      row[fromB] = 0;
      for (let j = fromB; j < toB; j++) {
        if (b[j] === item) {
          const run = previous[j]! + 1;
          row[j + 1] = run;
          if (run > size) {
            size = run;
            endA = i + 1;
            endB = j + 1;
          }
        } else row[j + 1] = 0;
      }
      const held = previous;
      previous = row;
      row = held;
    }
    if (size === 0) continue;
    matched += size;
    if (fromA < endA - size && fromB < endB - size) parts.push(fromA, endA - size, fromB, endB - size);
    if (endA < toA && endB < toB) parts.push(endA, toA, endB, toB);
  }
  return matched;
}
