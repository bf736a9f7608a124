/** The folder of a crawl as a process would leave it, and processes that only pretend, for tests of the desk. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlCourse, CrawlEnd, CrawlProcess } from './crawl-desk.ts';
import type { AskedCrawl } from './crawl-order.ts';

export const STARTED = Date.UTC(2026, 0, 31, 12, 0, 0);

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tarrafa-desk-'));
}

export interface Session {
  readonly endedAt: string | null;
  readonly reason: string | null;
}

export function writeCrawl(folder: string, session: Session, more: Record<string, unknown> = {}): void {
  mkdirSync(folder, { recursive: true });
  const startedAt = new Date(STARTED).toISOString();
  writeFileSync(
    join(folder, 'crawl.json'),
    JSON.stringify({
      format: 1,
      software: 'Tarrafa/1',
      policy: 'horizontal',
      scope: 'br',
      seeds: ['https://a.br/'],
      parameters: {},
      startedAt,
      sessions: [{ startedAt, pages: 3, ...session }],
      ...more,
    }),
  );
}

/** The lock of a process that lives: our own. */
export function lock(folder: string): void {
  writeFileSync(join(folder, 'lock'), `${process.pid} \n`);
}

export function unlock(folder: string): void {
  rmSync(join(folder, 'lock'), { force: true });
}

export function progress(folder: string, seconds: number, more: Record<string, unknown> = {}): void {
  appendFileSync(
    join(folder, 'progress.jsonl'),
    `${JSON.stringify({
      at: STARTED + 1000 * seconds,
      pages: 10 * seconds,
      requests: 11 * seconds,
      bytes: 1000 * seconds,
      queues: 2,
      sites: 1,
      queued: 5,
      inFlight: 1,
      refused: 0,
      errors: 2,
      duplicates: 0,
      concurrency: 4,
      ...more,
    })}\n`,
  );
}

export interface Pretended {
  readonly folder: string;
  readonly asked: AskedCrawl;
  readonly seeds: readonly string[];
  readonly signals: string[];
  readonly course: CrawlCourse;
  /** Ends the process as a real one would. */
  end(reason: string): void;
}

/** `run` for a desk: takes the folder, writes a manifest, and comes to rest on SIGINT. */
export function pretending(log: Pretended[]) {
  return (folder: string, asked: AskedCrawl, seeds: readonly string[], course: CrawlCourse): CrawlProcess => {
    let tell: (end: CrawlEnd) => void = () => {};
    const ended = new Promise<CrawlEnd>((resolve) => {
      tell = resolve;
    });
    writeCrawl(folder, { endedAt: null, reason: null });
    lock(folder);
    const one: Pretended = {
      folder,
      asked,
      seeds,
      signals: [],
      course,
      end: (reason) => {
        writeCrawl(folder, { endedAt: new Date(STARTED + 5000).toISOString(), reason });
        unlock(folder);
        tell({ kind: 'ended' });
      },
    };
    log.push(one);
    return {
      pid: 1,
      opened: Promise.resolve(),
      ended,
      kill: (signal) => {
        one.signals.push(signal);
        one.end('interrupted');
      },
    };
  };
}
