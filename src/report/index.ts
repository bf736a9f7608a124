/**
 * What happened in a crawl, and what an imported collection holds: as data, as a table for the terminal, as charts and as a page.
 *
 * @example
 * const report = await readReport('my-crawl');
 * console.log(reportText(report, 'pt-BR'));
 * writeReport(report, 'my-crawl/report', 'pt-BR');
 */
export {
  type BarChart,
  type Chart,
  type ColumnChart,
  type CurveChart,
  drawChart,
  niceTicks,
  timeTicks,
} from './chart.ts';
export { type CrawlReport, REPORT_FORMAT, type ReportSession, readCrawlReport } from './crawl-report.ts';
export { type FolderStatus, readFolderStatus } from './folder-status.ts';
export { escapeMarkup, plainText } from './hostile-text.ts';
export { reportPage } from './html-page.ts';
export {
  type AnalysedPart,
  type HostCounts,
  type ImportedArchive,
  type ImportReport,
  type ImportStatus,
  readImportReport,
  readImportStatus,
} from './import-report.ts';
export { type Quantities, quantitiesIn } from './quantities.ts';
export { type Report, readReport, readStatus, type Status } from './read-report.ts';
export { reportCharts } from './report-charts.ts';
export { type MessageKey, type Say, sayIn } from './say-report.ts';
export type { TextStyle } from './text-columns.ts';
export { reportText, statusText } from './text-table.ts';
export { reportFiles, writeReport } from './write-report.ts';
