/** What a folder is decides what is told of it: a crawl, or a collection that was imported. */
import { type CrawlReport, readCrawlReport } from './crawl-report.ts';
import { type FolderStatus, readFolderStatus } from './folder-status.ts';
import {
  type ImportReport,
  type ImportStatus,
  isImport,
  readImportReport,
  readImportStatus,
} from './import-report.ts';

export type Report = CrawlReport | ImportReport;
export type Status = FolderStatus | ImportStatus;

/** Throws TRF_FOLDER_NOT_A_CRAWL for a folder that is neither. */
export async function readReport(folder: string): Promise<Report> {
  return isImport(folder) ? readImportReport(folder) : readCrawlReport(folder);
}

export async function readStatus(folder: string): Promise<Status> {
  return isImport(folder) ? readImportStatus(folder) : readFolderStatus(folder);
}
