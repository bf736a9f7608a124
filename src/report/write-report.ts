/** Writes a report as files: report.json, report.html and one SVG file for each chart. Each is replaced whole or not at all. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageError } from '../errors.ts';
import { drawChart } from './chart.ts';
import type { CrawlReport } from './crawl-report.ts';
import { reportPage } from './html-page.ts';
import { type ReportLanguage, sayIn } from './messages.ts';
import { quantitiesIn } from './quantities.ts';
import { reportCharts } from './report-charts.ts';

/** The files of a report by name. */
export function reportFiles(report: CrawlReport, language: ReportLanguage): Map<string, string> {
  const files = new Map<string, string>();
  files.set('report.json', `${JSON.stringify(report, null, 2)}\n`);
  files.set('report.html', reportPage(report, language));
  for (const chart of reportCharts(report, sayIn(language), quantitiesIn(language)))
    files.set(`${chart.name}.svg`, drawChart(chart));
  return files;
}

/** Answers with the paths written. */
export function writeReport(report: CrawlReport, folder: string, language: ReportLanguage): string[] {
  const files = reportFiles(report, language);
  const paths: string[] = [];
  let path = folder;
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of files) {
      path = join(folder, name);
      writeFileSync(`${path}.new`, content);
      renameSync(`${path}.new`, path);
      paths.push(path);
    }
  } catch (error) {
    throw storageError(path, error);
  }
  return paths;
}
