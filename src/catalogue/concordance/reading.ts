/** The pages that may have what is looked for, read part by part. */
import { setImmediate as turn } from 'node:timers/promises';
import { TarrafaError } from '../../errors.ts';
import type { ReadingOptions, WordsAsked, WordTotal } from '../ports/index.ts';
import type { Query } from '../ports/question.ts';
import type { Occurrences, OccurrencesWanted, WordTotals } from '../search-index/occurrences.ts';
import { type Matched, matchText, type Pattern, readPattern } from './pattern.ts';
import { RatioEstimate } from './ratio-estimate.ts';
import { drawnNumbers, draws, shuffled } from './sampling.ts';
import type { ConcordancePage, ConcordanceSource } from './source.ts';

/** Pages that are read at once. */
const AT_ONCE = 64;
/** So many pages are all read to count what the index cannot; of more, totals are estimated. */
export const ESTIMATED_FROM = 500;
/** Pages that a total is estimated from: read in the time that a first screen has. Fewer where they agree: some, then a few more at a time. */
const MOST_DRAWN = 200;
const FIRST_DRAWN = 100;
const DRAWN_AT_ONCE = 25;
/** An estimate as near as this, in 95 of 100 cases, is near enough. */
const NEAR_ENOUGH = 0.05;
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
    if (this.exact) return totalOf(this.found.total, this.found.pages.length, totals);
    const pages = this.found.pages.length;
    const all = this.#options.whole === true || pages <= ESTIMATED_FROM;
    if (!all) return this.#estimated(totals);
    let [hits, having] = [0, 0];
    for await (const { matched } of this.pages(this.all(), pages)) {
      hits += matched.hits.length;
      if (matched.hits.length > 0) having++;
    }
    return totalOf(hits, having, totals);
  }

  /**
   * From some of the pages, drawn evenly: by how much of what the index knows of each – how often its stems stand there, or how many words it
   * has – turns out to be a hit.
   */
  async #estimated(totals: WordTotals): Promise<WordTotal> {
    const { pages, counts, total, words } = this.found;
    const known = words ?? counts;
    const draw = draws(SEED);
    const places = shuffled(drawnNumbers(MOST_DRAWN, pages.length, draw), draw);
    const estimate = new RatioEstimate();
    let having = 0;
    for (let size = FIRST_DRAWN; estimate.read < places.length; size = DRAWN_AT_ONCE) {
      const some = places.slice(estimate.read, estimate.read + size).sort((a, b) => a - b);
      for await (const { at, matched } of this.pages(some, MOST_DRAWN)) {
        estimate.add(known[at]!, matched.hits.length);
        if (matched.hits.length > 0) having++;
      }
      if (estimate.error(pages.length) <= NEAR_ENOUGH) break;
    }
    const all = words === null ? total : words.reduce((sum, one) => sum + one, 0);
    return totalOf(
      Math.round(estimate.total(all)),
      Math.round((having * pages.length) / estimate.read),
      totals,
      estimate.error(pages.length),
    );
  }
}

/** `error`: how far off the hits may be, as a part of them; null where they were counted. */
export function totalOf(
  hits: number,
  pages: number,
  totals: WordTotals,
  error: number | null = null,
): WordTotal {
  return {
    hits,
    pages,
    perMillion: perMillion(hits, totals.words),
    words: totals.words,
    estimated: error !== null,
    error: error ?? 0,
    wordsEstimated: totals.estimated,
  };
}

export const perMillion = (hits: number, words: number): number =>
  words > 0 ? (hits * 1_000_000) / words : 0;
