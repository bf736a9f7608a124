/**
 * The records of the journal, format 1: one file a kind, where the kind is written and read. A record is a run of 32-bit words, some
 * with text behind them. The low byte of its first word is its kind; the tables in the files name the other words, and the parts of
 * a word from its lowest bit. An f64 is a Float64 in two words.
 *
 * `entry` is the position of the ADD or AGAIN record that stands in a chain, `record` that of the URL's ADD record, `end` the steady
 * time at which an access ended (NaN when nothing was sent), `hi` and `lo` are the fingerprint of the URL's key.
 *
 * Readers take the words of a buffer and the index of the record's first word, and answer one field: nothing is made for a record.
 */
export const KIND = {
  add: 1,
  queue: 2,
  lease: 3,
  complete: 4,
  putBack: 5,
  retry: 6,
  again: 7,
  delay: 8,
  rest: 9,
  retire: 10,
  bind: 11,
  drop: 12,
  tally: 13,
  policy: 14,
  pass: 15,
} as const;

export function kindOf(words: Int32Array, at: number): number {
  return words[at]! & 255;
}
