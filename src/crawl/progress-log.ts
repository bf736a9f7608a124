/** progress.jsonl: a line a second while a crawl runs, from which reports draw speed and growth. Losing the last line loses nothing. */
import { appendFileSync } from 'node:fs';
import { storageError } from '../errors.ts';
import type { CrawlStatus } from './crawl-status.ts';

export class ProgressLog {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  append(status: CrawlStatus): void {
    const {
      at,
      pages,
      requests,
      bytes,
      queues,
      sites,
      queued,
      inFlight,
      refused,
      errors,
      duplicates,
      concurrency,
    } = status;
    const line = {
      at,
      pages,
      requests,
      bytes,
      queues,
      sites,
      queued,
      inFlight,
      refused,
      errors,
      duplicates,
      concurrency,
    };
    try {
      appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    } catch (error) {
      throw storageError(this.#path, error);
    }
  }
}
