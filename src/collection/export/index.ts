/** Taking data out of a collection: CSV, JSON Lines, Parquet, GeoJSON, WARC, WACZ, TIMEX3. */
export {
  checkedRequest,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  type ExportOptions,
  type ExportProgress,
  type ExportRequest,
  type ExportResult,
  exportCollection,
} from './export.ts';
export type { ExportCatalogue, ExportSource, Selection } from './selection.ts';
