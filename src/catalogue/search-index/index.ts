/** The search index of the catalogue: terms, segments of postings in SQLite, ranking and facets. */

export type {
  IndexedDocument,
  IndexRequest,
  SearchIndex,
} from './port.ts';
export { SEARCH_INDEX_SCHEMA } from './schema.ts';

export { type SearchIndexOptions, SqliteSearchIndex } from './sqlite-search-index.ts';
export { analyseTerms, termOf } from './terms/terms.ts';
