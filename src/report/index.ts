/**
 * What happened in a crawl: as data, as a table for the terminal, as charts and as a page.
 *
 * @example
 * const report = await readCrawlReport('my-crawl');
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
export { type MessageKey, type ReportLanguage, type Say, sayIn } from './messages.ts';
export { type Quantities, quantitiesIn } from './quantities.ts';
export { reportCharts } from './report-charts.ts';
export { reportText, statusText, type TextStyle } from './text-table.ts';
export { reportFiles, writeReport } from './write-report.ts';
