import type { CataloguePlace } from './place.ts';
import type {
  Facets,
  FoundDocument,
  Query,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  Suggestion,
  WordStatistics,
} from './question.ts';

/** How many pages speak of a year, and how many were published in it; `cross` pairs both. */
export interface Timeline {
  readonly spoken: readonly (readonly [year: number, pages: number])[];
  readonly published: readonly (readonly [year: number, pages: number])[];
  readonly cross: readonly (readonly [spoken: number, published: number, pages: number])[];
  /** True when only a part of the matches was counted. */
  readonly bounded: boolean;
}

/** Questions to a catalogue. `query/` makes a `Query` of the line that a person types. */
export interface CatalogueSearch {
  search(query: Query, options?: SearchOptions): Promise<SearchAnswer>;
  /** Everything that `search` would give, in its order and however much, some hundred at a time. */
  everyHit(
    query: Query,
    options?: Pick<SearchOptions, 'order' | 'dates' | 'statistics'>,
  ): AsyncIterable<readonly SearchHit[]>;
  /** Every document that answers, by identity: for exports. Nothing is scored, nothing is left out, nothing is taken that answers in part. */
  matches(query: Query): Promise<readonly FoundDocument[]>;
  suggest(text: string, limit?: number): Promise<readonly Suggestion[]>;
  /** How common the words of a question are here: what `SearchOptions.statistics` takes, added up over catalogues. */
  wordStatistics(query: Query): Promise<WordStatistics>;
  facets(query: Query, options?: Pick<SearchOptions, 'dates'>): Promise<Facets>;
  timeline(query: Query, options?: Pick<SearchOptions, 'dates'>): Promise<Timeline>;
  /** Every place that documents speak of, by its key: some thousands at most, held at hand between two questions. */
  places(): Promise<ReadonlyMap<string, CataloguePlace>>;
}
