/** The search index of the catalogue: terms, segments of postings in SQLite, ranking and facets. */

export type {
  IndexAnswer,
  IndexedDocument,
  IndexFacets,
  IndexHit,
  IndexRequest,
  RankWeights,
  SearchIndex,
} from './port.ts';
export { SEARCH_INDEX_SCHEMA } from './schema.ts';
export { MOST_FACET_VALUES } from './search/facet-counts.ts';
export { type SearchIndexOptions, SqliteSearchIndex } from './sqlite-search-index.ts';
export { type AnalysedTerms, analyseTerms, termOf } from './terms/terms.ts';
