/** Taking archives of others into a collection. */
export {
  type ImportedFile,
  type ImportOptions,
  type ImportProblem,
  type ImportResult,
  importArchives,
} from './import.ts';
export { openWacz, type WaczArchive, type WaczContents } from './wacz-reader.ts';
