/** The search index of the catalogue: terms, segments of postings in SQLite, ranking and facets. */

export { MOST_WORDS as LONGEST_TEXT_WORDS } from './postings/inverter.ts';
export {
  cellBits,
  isKnown,
  isSingle,
  isWholeSide,
  neighbourCell,
  neighbourSide,
  neighboursOf,
  SIDE_BITS,
} from './postings/neighbours.ts';
export { SEARCH_INDEX_SCHEMA } from './schema.ts';
export { SqliteSearchIndex } from './sqlite-search-index.ts';
export { termOf } from './terms/terms.ts';
