/** Checks of the links of geographic collections: started as processes of their own, followed, and ended with the server. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { Compile } from 'typebox/compile';
import { TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import type { CrawlEnd } from '../crawls/crawl-desk.ts';
import { problemIn } from '../crawls/crawl-view.ts';
import { leadsOutside } from '../crawls/leads-outside.ts';
import type { GeoCheckInfo } from '../schemas/answers.ts';
import { GeoCheckSummary } from '../schemas/geo-checks.ts';

/** A process that checks. */
export interface GeoCheckProcess {
  readonly ended: Promise<CrawlEnd>;
  kill(signal: 'SIGINT'): void;
}

export interface GeoCheckDeskOptions {
  /** Checks the collection of a folder, in a process of its own. */
  readonly run: (folder: string, onProgress: (done: number, total: number) => void) => GeoCheckProcess;
  /** The check of a folder has ended: what is shown of it may be another. */
  readonly onEnd?: (folder: string) => void;
}

/** What a check leaves in the folder, and the index that it is about. */
const GEO_CHECK_FILE = 'geo-check.json';
const GEO_INDEX_FILE = 'geo-index.jsonl';
/** Larger than any that was written here. */
const LARGEST_SUMMARY = 4 << 20;
const MOST_RUNNING = 2;

interface Running {
  readonly process: GeoCheckProcess;
  done: number;
  total: number;
}

const summary = Compile(GeoCheckSummary);

export class GeoCheckDesk {
  readonly #options: GeoCheckDeskOptions;
  readonly #running = new Map<string, Running>();
  /** How the last check of a folder failed. */
  readonly #failed = new Map<string, CrawlEnd>();

  constructor(options: GeoCheckDeskOptions) {
    this.#options = options;
  }

  /** How the links of a folder stand; null when it holds nothing geographic. */
  info(folder: string, language: Language): GeoCheckInfo | null {
    if (!existsSync(join(folder, GEO_INDEX_FILE))) return null;
    const { done = 0, total = 0 } = this.#running.get(folder) ?? {};
    const failed = this.#failed.get(folder);
    return {
      running: this.#running.has(folder),
      done,
      total,
      problem:
        failed === undefined
          ? null
          : failed.kind === 'failed'
            ? problemIn(failed.error, language)
            : problemIn(new TarrafaError('TRF_INTERNAL'), language),
      last: lastCheck(folder),
    };
  }

  /** Asked for twice, it runs once. */
  start(folder: string): void {
    if (this.#running.has(folder)) return;
    if (this.#running.size >= MOST_RUNNING) throw new TarrafaError('TRF_SERVER_BUSY', ['geo/check']);
    // The folder may have been sent by anybody: what is written into it stays in it.
    const elsewhere = leadsOutside(folder);
    if (elsewhere !== null)
      throw new TarrafaError('TRF_CRAWL_REFUSED', [reason('leads-outside', { path: elsewhere })]);
    this.#failed.delete(folder);
    const running: Running = {
      process: this.#options.run(folder, (done, total) => {
        running.done = done;
        running.total = total;
      }),
      done: 0,
      total: 0,
    };
    this.#running.set(folder, running);
    void running.process.ended.then((end) => {
      this.#running.delete(folder);
      if (end.kind !== 'ended') this.#failed.set(folder, end);
      this.#options.onEnd?.(folder);
    });
  }

  /** What was not asked is due at the next check. */
  stop(folder: string): void {
    this.#running.get(folder)?.process.kill('SIGINT');
  }

  async close(patience = 15_000): Promise<void> {
    const all = [...this.#running.values()];
    for (const { process } of all) process.kill('SIGINT');
    const late = new AbortController();
    await Promise.race([
      Promise.all(all.map(({ process }) => process.ended)),
      rest(patience, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
  }
}

function lastCheck(folder: string): GeoCheckInfo['last'] {
  const path = join(folder, GEO_CHECK_FILE);
  try {
    const stats = statSync(path);
    // A pipe under this name would hold the server up for ever.
    if (!stats.isFile() || stats.size > LARGEST_SUMMARY) return null;
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return summary.Check(read) ? read : null;
  } catch {
    return null;
  }
}
