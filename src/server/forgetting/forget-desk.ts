/** Pages that an administrator has taken out of a collection, or would: in a process of its own, followed from here, and ended with the server. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import type { CrawlEnd } from '../crawls/crawl-desk.ts';
import { problemIn } from '../crawls/crawl-view.ts';
import { leadsOutside } from '../crawls/leads-outside.ts';
import type { ForgetFound, ForgetInfo } from '../schemas/answers.ts';

export interface ForgetOrder {
  readonly what: string;
  /** Null: what would go is only told. */
  readonly reason: string | null;
  readonly by: string | null;
}

export interface ForgetProcess {
  readonly ended: Promise<CrawlEnd>;
  kill(signal: 'SIGINT'): void;
}

export interface ForgetHearing {
  progress(stage: NonNullable<ForgetInfo['stage']>, done: number, total: number): void;
  found(found: ForgetFound, forgotten: boolean): void;
}

export interface ForgetDeskOptions {
  readonly run: (folder: string, order: ForgetOrder, hearing: ForgetHearing) => ForgetProcess;
  /** It has ended: what is shown of the folder may be another. */
  readonly onEnd?: (folder: string) => void;
}

interface Task {
  readonly process: ForgetProcess;
  running: boolean;
  stage: ForgetInfo['stage'];
  done: number;
  total: number;
  failed: CrawlEnd | null;
  found: ForgetFound | null;
  forgotten: boolean;
}

const MOST_RUNNING = 2;

export class ForgetDesk {
  readonly #options: ForgetDeskOptions;
  /** The last of each folder. */
  readonly #tasks = new Map<string, Task>();

  constructor(options: ForgetDeskOptions) {
    this.#options = options;
  }

  info(folder: string, language: Language): ForgetInfo {
    const task = this.#tasks.get(folder);
    const { running = false, stage = null, done = 0, total = 0, failed = null } = task ?? {};
    const error =
      failed === null ? null : failed.kind === 'failed' ? failed.error : new TarrafaError('TRF_INTERNAL');
    return {
      running,
      stage,
      done,
      total,
      problem: error === null ? null : problemIn(error, language),
      found: task?.found ?? null,
      forgotten: task?.forgotten ?? false,
    };
  }

  start(folder: string, order: ForgetOrder): void {
    const running = [...this.#tasks.values()].filter((task) => task.running).length;
    if (this.#tasks.get(folder)?.running === true || running >= MOST_RUNNING)
      throw new TarrafaError('TRF_SERVER_BUSY', ['forget']);
    if (!existsSync(folder)) throw new TarrafaError('TRF_NOT_FOUND', [basename(folder)]);
    // The folder may have been sent by anybody: what is written into it stays in it.
    const elsewhere = leadsOutside(folder);
    if (elsewhere !== null)
      throw new TarrafaError('TRF_FORGET_REFUSED', [folder, reason('leads-outside', { path: elsewhere })]);
    const task: Task = {
      process: this.#options.run(folder, order, {
        progress: (stage, done, total) => void Object.assign(task, { stage, done, total }),
        found: (found, forgotten) => void Object.assign(task, { found, forgotten }),
      }),
      running: true,
      stage: null,
      done: 0,
      total: 0,
      failed: null,
      found: null,
      forgotten: false,
    };
    this.#tasks.set(folder, task);
    void task.process.ended.then((end) => {
      task.running = false;
      task.stage = null;
      if (end.kind !== 'ended') task.failed = end;
      this.#options.onEnd?.(folder);
    });
  }

  /** What was begun goes on with the same order. */
  async close(patience = 15_000): Promise<void> {
    const all = [...this.#tasks.values()].filter((task) => task.running);
    for (const { process } of all) process.kill('SIGINT');
    const late = new AbortController();
    await Promise.race([
      Promise.all(all.map(({ process }) => process.ended)),
      rest(patience, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
  }
}
