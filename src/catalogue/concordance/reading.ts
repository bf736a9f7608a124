/** The pages that may have what is looked for, read part by part. */
import { setImmediate as turn } from 'node:timers/promises';
import { TarrafaError } from '../../errors.ts';
import type { ReadingOptions, WordsAsked, WordTotal } from '../ports/index.ts';
import type { Query } from '../ports/question.ts';
import type { Occurrences, OccurrencesWanted, WordTotals } from '../search-index/occurrences.ts';
import { type Matched, matchText, type Pattern, readPattern } from './pattern.ts';
import { drawnNumbers, draws } from './sampling.ts';
import type { ConcordancePage, ConcordanceSource } from './source.ts';

/** Pages that are read at once. */
const AT_ONCE = 64;
/** Pages that a total is estimated from when the index cannot tell it: read in the time that a first screen has. */
export const ESTIMATED_FROM = 500;
const SEED = 1;
/** As the index writes a year that is not known. */
const NO_YEAR = -32_768;

export interface MatchedPage {
  /** Its place among the occurrences. */
  readonly at: number;
  readonly page: ConcordancePage;
  readonly year: number | null;
  readonly matched: Matched;
}

/** What was asked for, and what the index knows of it. */
export class Reading {
  readonly pattern: Pattern;
  readonly found: Occurrences;
  /** Whether the index alone says how often the words stand in each page. */
  readonly exact: boolean;
  readonly #source: ConcordanceSource;
  readonly #options: ReadingOptions;
  #read = 0;

  static async of(
    source: ConcordanceSource,
    query: Query,
    asked: WordsAsked,
    options: ReadingOptions,
    wanted: OccurrencesWanted = {},
  ): Promise<Reading> {
    const pattern = readPattern(asked);
    const found = await source.occurrences(query, pattern.forIndex, wanted);
    return new Reading(source, pattern, found, options);
  }

  private constructor(
    source: ConcordanceSource,
    pattern: Pattern,
    found: Occurrences,
    options: ReadingOptions,
  ) {
    this.#source = source;
    this.pattern = pattern;
    this.found = found;
    this.exact = found.exact && pattern.stems;
    this.#options = options;
  }

  get words(): number {
    return this.pattern.places.length;
  }

  year(at: number): number | null {
    const year = this.found.published[at]!;
    return year === NO_YEAR ? null : year;
  }

  /** Refuses what would take more reading than is wanted. */
  afford(pages: number): void {
    const { mostRead } = this.#options;
    if (mostRead !== undefined && pages > mostRead)
      throw new TarrafaError('TRF_CONCORDANCE_LARGE', [pages, mostRead]);
  }

  /** Pages by their places among the occurrences, with their hits. `of`: how many are going to be read, for those who watch. */
  async *pages(places: Iterable<number>, of: number): AsyncGenerator<MatchedPage> {
    const { progress } = this.#options;
    const began = this.#read;
    let some: number[] = [];
    const read = async (): Promise<MatchedPage[]> => {
      this.#options.signal?.throwIfAborted();
      const at = new Map(some.map((place) => [this.found.pages[place]!, place]));
      const texts = await this.#source.textsOf(some.map((place) => this.found.pages[place]!));
      this.#read += some.length;
      progress?.(this.#read - began, of);
      // Whoever else there is gets its turn: to stop this, or to show how far it has come.
      if (progress !== undefined || this.#options.signal !== undefined) await turn();
      return texts.map((page) => {
        const place = at.get(page.id)!;
        return { at: place, page, year: this.year(place), matched: matchText(page.text, this.pattern) };
      });
    };
    for (const place of places) {
      some.push(place);
      if (some.length < Math.min(AT_ONCE, 8 + this.#read)) continue;
      yield* await read();
      some = [];
    }
    if (some.length > 0) yield* await read();
  }

  all(): Iterable<number> {
    return this.found.pages.keys();
  }

  /** How many hits there are. Where the index cannot say, the pages are read: all of them, or some that stand for all. */
  async total(totals: WordTotals): Promise<WordTotal> {
    if (this.exact) return totalOf(this.found.total, this.found.pages.length, totals, false);
    const pages = this.found.pages.length;
    const all = this.#options.whole === true || pages <= ESTIMATED_FROM;
    const places = all ? this.all() : drawnNumbers(ESTIMATED_FROM, pages, draws(SEED));
    const read = all ? pages : ESTIMATED_FROM;
    let [hits, having] = [0, 0];
    for await (const { matched } of this.pages(places, read)) {
      hits += matched.hits.length;
      if (matched.hits.length > 0) having++;
    }
    if (all) return totalOf(hits, having, totals, false);
    return totalOf(Math.round((hits * pages) / read), Math.round((having * pages) / read), totals, true);
  }
}

export function totalOf(hits: number, pages: number, totals: WordTotals, estimated: boolean): WordTotal {
  return {
    hits,
    pages,
    perMillion: perMillion(hits, totals.words),
    words: totals.words,
    estimated,
    wordsEstimated: totals.estimated,
  };
}

export const perMillion = (hits: number, words: number): number =>
  words > 0 ? (hits * 1_000_000) / words : 0;
