/**
 * What happened in a crawl, or what an imported collection holds: as data, and as files (JSON, plots, a page).
 *
 * ```ts
 * const { report: figures, page } = await report('coleta', { language: 'en' });
 * ```
 */
import { join } from 'node:path';
import type { Visit } from '../crawl/index.ts';
import type { Report, Status, TextStyle } from '../report/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';

export interface ReportOptions {
  /** Of the page, the plots and the text; default `pt-BR`. */
  readonly language?: Language | undefined;
  /** Where the files go; default `report` in the folder. */
  readonly out?: string | undefined;
  /** How headings and what is less important are marked in the text, as for a terminal; without it they are not. */
  readonly style?: TextStyle | undefined;
}

export interface Reported {
  readonly report: Report;
  /** The page. */
  readonly page: string;
  /** The same as text, for whoever prints it. */
  readonly text: string;
}

/** Reads the crawl only, and writes the files of its report. Throws TRF_FOLDER_NOT_A_CRAWL. */
export async function report(folder: string, options: ReportOptions = {}): Promise<Reported> {
  const { readReport, reportText, writeReport } = await import('../report/index.ts');
  const { language = USUAL_LANGUAGE, style } = options;
  const out = options.out ?? join(folder, 'report');
  const found = await readReport(folder);
  writeReport(found, out, language);
  return { report: found, page: join(out, 'report.html'), text: reportText(found, language, style) };
}

/** The pages that a crawl has, in the order in which they came: an address, when, and what the visit noted. */
export async function* collectedPages(folder: string): AsyncGenerator<Visit> {
  const { crawlPaths, readHistory } = await import('../crawl/index.ts');
  yield* readHistory(crawlPaths(folder).visits);
}

/** How a crawl stands now. Throws TRF_FOLDER_NOT_A_CRAWL. */
export async function status(folder: string): Promise<Status> {
  const { readStatus } = await import('../report/index.ts');
  return readStatus(folder);
}

/** How a crawl stands, as text for whoever prints it. */
export async function statusText(
  found: Status,
  { language = USUAL_LANGUAGE, style }: Pick<ReportOptions, 'language' | 'style'> = {},
): Promise<string> {
  const report = await import('../report/index.ts');
  return report.statusText(found, language, style);
}
