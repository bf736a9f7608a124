/**
 * `tarrafa/catalogue`: what was learned of a collection, kept in one file and searched.
 *
 * ```ts
 * import { EmbeddedCatalogue, parseLine } from 'tarrafa/catalogue';
 * const catalogue = EmbeddedCatalogue.open('coleta/catalogue.db', { readOnly: true });
 * const query = parseLine('enchentes quando:1941', { gazetteer: null, today: 20_000 });
 * for (const hit of (await catalogue.search(query)).hits) console.log(hit.score.toFixed(2), hit.title, hit.url);
 * await catalogue.close();
 * ```
 */
export { catalogueError } from './catalogue-error.ts';
export {
  COLLOCATE_COLUMNS,
  cellsOf,
  LINE_COLUMNS,
  YEAR_COLUMNS,
  yearRows,
} from './concordance/index.ts';
export { EmbeddedCatalogue, type EmbeddedCatalogueOptions } from './embedded-catalogue.ts';
export { intoOneFile } from './one-file.ts';
export type * from './ports/index.ts';
export * from './query/index.ts';
export { SCHEMA_VERSION } from './schema.ts';
// For those who measure the search index by itself:
export { openDatabase } from './sqlite.ts';
export { readCursor, writeCursor } from './store/cursor.ts';
export { KeptFile, keptPath } from './store/kept-file.ts';
export { PORTUGUESE_DICTIONARY } from './store/portuguese-dictionary.ts';
export { oddValues } from './tables/odd-values.ts';
export { namesThings } from './tables/same-things.ts';
