import type { Query } from './question.ts';

/** What words of a text are taken for the words asked for. */
export type WordMatch = 'stem' | 'exact';

/** Words whose occurrences in the texts of pages are looked at: titles and links are left out. */
export interface WordsAsked {
  /** One word or several, one behind the other; a `*` between them stands for any one word. */
  readonly words: string;
  /** `stem` (default): as the search takes them, so that `enchente` finds `enchentes` too. `exact`: as written. */
  readonly match?: WordMatch | undefined;
  /** Of `exact`: case and accents do not count. */
  readonly fold?: boolean | undefined;
}

/** `left` is the word before, then the one before that, and so up to the third; `l2` the second word before alone. */
export type LineOrder = 'left' | 'right' | 'key' | 'year' | 'site' | 'l1' | 'l2' | 'l3' | 'r1' | 'r2' | 'r3';

export interface LinesAsked extends WordsAsked {
  /** What lines are sorted by, the most important first; in the order of the pages without it. */
  readonly sort?: readonly LineOrder[] | undefined;
  /** How much is shown on each side; default 60 characters. */
  readonly context?: { readonly words: number } | { readonly characters: number } | undefined;
  /** Lines of one answer; default 50, at most 1,000. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** So many of the lines, drawn by a seed, instead of all; at most 10,000. */
  readonly sample?: { readonly size: number; readonly seed: number } | undefined;
}

/** How much is read for an answer, and who hears of it. */
export interface ReadingOptions {
  /** Every text is read that must be for totals to be exact; otherwise they are estimated where the index cannot tell them. */
  readonly whole?: boolean | undefined;
  /** Most pages that are read for one answer; what needs more is refused with `TRF_CONCORDANCE_LARGE`. */
  readonly mostRead?: number | undefined;
  readonly progress?: ((read: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ConcordanceLine {
  readonly left: string;
  readonly key: string;
  readonly right: string;
  readonly page: number;
  readonly url: string;
  readonly title: string;
  readonly site: string;
  /** Year of publication. */
  readonly year: number | null;
  /** Where the key stands in the text of the page, UTF-16. */
  readonly start: number;
  readonly end: number;
}

/** How many there are, and in how much text. */
export interface WordTotal {
  readonly hits: number;
  readonly pages: number;
  /** Hits for a million words. */
  readonly perMillion: number;
  /** Words of all pages that were asked about. */
  readonly words: number;
  /** True: hits and pages are told from a sample of the pages that may have them. */
  readonly estimated: boolean;
  /** How far off `hits` may be, as a part of them (0.05 for 5 %), in 95 of 100 cases; 0 where they are counted. */
  readonly error: number;
  /** True: the words of pages that an earlier version indexed are estimated. Exact once the catalogue is made again. */
  readonly wordsEstimated: boolean;
}

export interface ConcordanceAnswer extends WordTotal {
  readonly lines: readonly ConcordanceLine[];
  readonly next: string | null;
}

export interface YearFrequency {
  readonly year: number;
  readonly hits: number;
  /** Pages that have hits. */
  readonly pages: number;
  /** Words of all pages of that year. */
  readonly words: number;
  readonly perMillion: number;
}

/** How often words stand in the pages published in each year, and in those that speak of it (a page counts for each of its years). */
export interface WordYears extends WordTotal {
  readonly published: readonly YearFrequency[];
  readonly spoken: readonly YearFrequency[];
}

export interface CollocationsAsked extends WordsAsked {
  /** Words on each side that are looked at; default 5, at most 20. */
  readonly window?: number | undefined;
  /** Collocates met less often are left out; default 3. */
  readonly least?: number | undefined;
  /** Default false: stop words are left out. */
  readonly stopWords?: boolean | undefined;
  readonly order?: 'logLikelihood' | 'logDice' | 'mutualInformation' | 'together' | undefined;
  /** Default 50, at most 1,000. */
  readonly limit?: number | undefined;
}

/** A word that stands near; words of one stem are one, shown in the form met most. */
export interface Collocate {
  readonly word: string;
  /** How often near, and on which side. */
  readonly together: number;
  readonly left: number;
  readonly right: number;
  /** How often in the texts of all pages asked about. */
  readonly frequency: number;
  /** True: told from a sample of the pages (stop words, which the index leaves out). */
  readonly estimated: boolean;
  readonly logLikelihood: number;
  readonly logDice: number;
  readonly mutualInformation: number;
}

export interface Collocations extends WordTotal {
  readonly collocates: readonly Collocate[];
  /** Hits whose surroundings were read: fewer than `hits` when there are too many to read. */
  readonly hitsRead: number;
}

/** Words in their context. */
export interface CatalogueConcordance {
  concordance(query: Query, asked: LinesAsked, options?: ReadingOptions): Promise<ConcordanceAnswer>;
  wordYears(query: Query, asked: WordsAsked, options?: ReadingOptions): Promise<WordYears>;
  collocations(query: Query, asked: CollocationsAsked, options?: ReadingOptions): Promise<Collocations>;
}
