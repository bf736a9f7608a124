/**
 * What happened in a crawl, or what an imported collection holds: as data, and as files (JSON, plots, a page).
 *
 * ```ts
 * const { report: figures, page } = await report('coleta', { language: 'en' });
 * ```
 */
import { join } from 'node:path';
import type { Visit } from '../crawl/index.ts';
import type { Report, Status } from '../report/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';

export interface ReportOptions {
  /** Of the page and the plots; default `pt-BR`. */
  readonly language?: Language | undefined;
  /** Where the files go; default `report` in the folder. */
  readonly out?: string | undefined;
}

export interface Reported {
  readonly report: Report;
  /** The page. */
  readonly page: string;
}

/** Reads the crawl only, and writes the files of its report. Throws TRF_FOLDER_NOT_A_CRAWL. */
export async function report(folder: string, options: ReportOptions = {}): Promise<Reported> {
  const { readReport, writeReport } = await import('../report/index.ts');
  const out = options.out ?? join(folder, 'report');
  const found = await readReport(folder);
  writeReport(found, out, options.language ?? USUAL_LANGUAGE);
  return { report: found, page: join(out, 'report.html') };
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
