/** Tables of entities and the files they are written to. */
export { buildTable, cellText, type Table, type TableColumn, type TableRow } from './table.ts';
export {
  formOf,
  jsonLines,
  printCsv,
  printParquet,
  type TableForm,
  type WriteOptions,
  writeTable,
} from './write-table.ts';
