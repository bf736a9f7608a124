/** The search index of the catalogue: terms, segments of postings in SQLite, ranking and facets. */

export { SEARCH_INDEX_SCHEMA } from './schema.ts';
export { SqliteSearchIndex } from './sqlite-search-index.ts';
