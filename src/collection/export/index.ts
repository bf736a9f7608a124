/** Taking data out of a collection: CSV, JSON Lines, Parquet, GeoJSON, WARC, WACZ, TIMEX3. */
export {
  checkedRequest,
  type ExportOptions,
  type ExportProgress,
  type ExportRequest,
  type ExportResult,
  exportCollection,
} from './export.ts';
export {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  exportFormatOf,
} from './format-table.ts';
export type { ExportCatalogue, ExportSource, Selection } from './selection.ts';
