/** A Float64 in two words of a record. */
const pair = new Float64Array(1);
const pairWords = new Int32Array(pair.buffer);

/** The one that starts at a word, which need not be an even one. */
export function doubleAt(words: Int32Array, at: number): number {
  pairWords[0] = words[at]!;
  pairWords[1] = words[at + 1]!;
  return pair[0]!;
}
