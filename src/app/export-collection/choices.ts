/** What can be exported, and how. */
export {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  exportFormatOf,
} from '../../collection/export/index.ts';
