/** Where words stand, as the index says it: plain arrays, since there may be hundreds of thousands. */

/** Words one behind the other that are looked for in the texts of pages; null is any one word. */
export type WordPattern = readonly (string | null)[];

/** What is wanted besides: looking for it costs more than the rest. */
export interface OccurrencesWanted {
  /** The years that each page speaks of. */
  readonly years?: boolean;
  /** Roughly what stands beside each occurrence. */
  readonly neighbours?: boolean;
}

/**
 * Where words stand, as far as the index knows: pages in order of identity, everything at the same place of the arrays belongs to one
 * page. The index has stems, and none of stop words; where a pattern asks for more, `counts` are the most there can be.
 */
export interface Occurrences {
  readonly pages: Float64Array;
  /** How often in the text of each page. */
  readonly counts: Uint32Array;
  readonly total: number;
  /** How many words the text of each page has, where the index knows no word of the pattern, so that `counts` say nothing. */
  readonly words: Uint32Array | null;
  /** True: the counts are those of the stems, exactly. False: stop words or words at an end had to be left out. */
  readonly exact: boolean;
  /** Year of publication; -32,768 when it is not known. */
  readonly published: Int16Array;
  /** Places in `siteNames`. */
  readonly sites: Uint32Array;
  readonly siteNames: readonly string[];
  /** `years[yearStarts[i] … yearStarts[i + 1])` are the years that the text of the i-th page speaks of, each once; empty unless asked for. */
  readonly yearStarts: Uint32Array;
  readonly years: Int16Array;
  /**
   * What stands beside each occurrence, those of a page one behind the other (`neighbourCell`): where it was asked for and the counts are
   * exact. `UNKNOWN_NEIGHBOURS` where an earlier version indexed the page.
   */
  readonly neighbours: Uint32Array | null;
}

/**
 * How many words the texts of pages have, and, when asked for, by year of publication and by year spoken of (a page counts for each of its
 * years).
 */
export interface WordTotals {
  readonly pages: number;
  readonly words: number;
  readonly published: readonly (readonly [year: number, words: number])[];
  readonly spoken: readonly (readonly [year: number, words: number])[];
  /** True: pages that an earlier version indexed are counted by their length in stems. Exact after the catalogue is made again. */
  readonly estimated: boolean;
}
