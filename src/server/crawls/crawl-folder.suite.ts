/** The folder of a crawl as a process would leave it, and processes that only pretend, for tests of the desk. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlProcess } from './crawl-desk.ts';

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
  readonly words: readonly string[];
  readonly signals: string[];
  /** Ends the process as a real one would. */
  end(reason: string, code?: number): void;
}

/** `run` for a desk: takes the folder, writes a manifest, and comes to rest on SIGINT. */
export function pretending(log: Pretended[]) {
  return (words: readonly string[]): CrawlProcess => {
    const folder = words.find((word) => word.startsWith('--out='))!.slice('--out='.length);
    let tell: (code: number | null) => void = () => {};
    const ended = new Promise<number | null>((resolve) => {
      tell = resolve;
    });
    writeCrawl(folder, { endedAt: null, reason: null });
    lock(folder);
    const one: Pretended = {
      words,
      signals: [],
      end: (reason, code = 0) => {
        writeCrawl(folder, { endedAt: new Date(STARTED + 5000).toISOString(), reason });
        unlock(folder);
        tell(code);
      },
    };
    log.push(one);
    return {
      pid: 1,
      ended,
      kill: (signal) => {
        one.signals.push(signal);
        one.end('interrupted', 130);
      },
    };
  };
}
