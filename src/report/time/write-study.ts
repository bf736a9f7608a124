/** A study as files: time.json, time.html and one SVG file for each plot. Each is replaced whole or not at all. */
import type { Language } from '../../words/index.ts';
import { drawChart } from '../chart.ts';
import { writeFiles } from '../write-files.ts';
import { studyCharts } from './study-charts.ts';
import { studyPage } from './study-page.ts';
import type { TimeStudyResult } from './time-study.ts';

export function studyFiles(study: TimeStudyResult, language: Language): Map<string, string> {
  const files = new Map<string, string>();
  files.set('time.json', `${JSON.stringify(study, null, 2)}\n`);
  files.set('time.html', studyPage(study, language));
  for (const chart of studyCharts(study, language)) files.set(`time-${chart.name}.svg`, drawChart(chart));
  return files;
}

/** Answers with the paths written. */
export function writeStudy(study: TimeStudyResult, folder: string, language: Language): string[] {
  return writeFiles(studyFiles(study, language), folder);
}
