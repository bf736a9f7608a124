/** What a concordance is made from: where words stand, from the index, and the texts of pages. */
import type { Query } from '../ports/question.ts';
import type { Occurrences, OccurrencesWanted, WordPattern, WordTotals } from '../search-index/occurrences.ts';

/** A page as lines are cut from it. */
export interface ConcordancePage {
  readonly id: number;
  readonly url: string;
  readonly site: string;
  readonly title: string;
  readonly text: string;
}

export interface ConcordanceSource {
  /** Pages among those that answer `query` whose text may have the pattern. */
  occurrences(query: Query, pattern: WordPattern, wanted: OccurrencesWanted): Promise<Occurrences>;
  /** The words of the pages that answer `query`; with `years`, by years too. */
  wordTotals(query: Query, years: boolean): Promise<WordTotals>;
  /** How often each of these terms stands in the texts of the pages that answer `query`. */
  termCounts(query: Query, terms: readonly string[]): Promise<readonly number[]>;
  /** Pages by their identities, in the order asked for; what is not there is left out. At most 1,000 at once. */
  textsOf(ids: readonly number[]): Promise<readonly ConcordancePage[]>;
}
