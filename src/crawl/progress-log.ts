/** progress.jsonl: a line a second while a crawl runs, from which reports draw speed and growth. Losing the last line loses nothing. */
import { appendFileSync } from 'node:fs';
import { storageError } from '../errors.ts';
import { type CrawlStatus, STATUS_FIGURES } from './crawl-status.ts';

const KEPT = ['at', ...STATUS_FIGURES, 'policy'] as const satisfies readonly (keyof CrawlStatus)[];

export class ProgressLog {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  append(status: CrawlStatus): void {
    const line = Object.fromEntries(KEPT.map((name) => [name, status[name]]));
    try {
      appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    } catch (error) {
      throw storageError(this.#path, error);
    }
  }
}
