/** Writes a report as files: report.json, report.html and one SVG file for each chart. Each is replaced whole or not at all. */
import type { Language } from '../words/index.ts';
import { drawChart } from './chart.ts';
import { reportPage } from './html-page.ts';
import { importCharts } from './import-charts.ts';
import { quantitiesIn } from './quantities.ts';
import type { Report } from './read-report.ts';
import { reportCharts } from './report-charts.ts';
import { sayIn } from './say-report.ts';
import { writeFiles } from './write-files.ts';

/** The files of a report by name. */
export function reportFiles(report: Report, language: Language): Map<string, string> {
  const files = new Map<string, string>();
  files.set('report.json', `${JSON.stringify(report, null, 2)}\n`);
  files.set('report.html', reportPage(report, language));
  const [say, quantities] = [sayIn(language), quantitiesIn(language)];
  const charts =
    report.kind === 'import' ? importCharts(report, say, quantities) : reportCharts(report, say, quantities);
  for (const chart of charts) files.set(`${chart.name}.svg`, drawChart(chart));
  return files;
}

/** Answers with the paths written. */
export function writeReport(report: Report, folder: string, language: Language): string[] {
  const files = reportFiles(report, language);
  return writeFiles(files, folder);
}
