/** What can be exported, and how. */
export {
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
} from '../../collection/export/index.ts';
