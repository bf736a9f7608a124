/**
 * What happened in a crawl, and what an imported collection holds: as data, as a table for the terminal, as charts and as a page.
 *
 * @example
 * const report = await readReport('my-crawl');
 * console.log(reportText(report, 'pt-BR'));
 * writeReport(report, 'my-crawl/report', 'pt-BR');
 */

export {
  type CrawlComparison,
  comparisonText,
  type JudgedSample,
  writeComparison,
} from './comparison.ts';
export { type CrawlReport, reportOfVisits, type SharedReport } from './crawl-report.ts';
export { reportPage } from './html-page.ts';
export { type Report, readReport, readStatus, type Status } from './read-report.ts';
export type { TextStyle } from './text-columns.ts';
export { reportText, statusText } from './text-table.ts';
export { writeReport } from './write-report.ts';
