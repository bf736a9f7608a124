/** Taking data out of a collection: CSV, JSON Lines, Parquet, GeoJSON, WARC, WACZ, TIMEX3. */
export { type Column, dayText } from './columns.ts';
export { csvHead, csvLine } from './csv.ts';
export {
  checkedRequest,
  type ExportOptions,
  type ExportProgress,
  type ExportRequest,
  type ExportResult,
  type ExportWant,
  exportCollection,
  streamExport,
  streamVisits,
} from './export.ts';
export {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  exportFormatOf,
  FORMATS,
} from './format-table.ts';
export type { ExportCatalogue, ExportSource, GeoQuestion, Selection } from './selection.ts';
export type { Sink } from './sink.ts';
