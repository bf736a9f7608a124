/** The work that `tarrafa serve` leaves to others, so that it can always answer: crawls and analyses, as this same command in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CrawlProcess } from '../../server/index.ts';

const FROM_SOURCE = import.meta.url.endsWith('.ts');

/** This command, as words for a process. From the sources it needs the loader that reads them. */
function ownCommand(words: readonly string[]): string[] {
  const main = fileURLToPath(new URL(FROM_SOURCE ? '../main.ts' : '../main.js', import.meta.url));
  return [...(FROM_SOURCE ? ['--import', 'tsx'] : []), main, ...words];
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
}

/**
 * A crawl in a group of its own: Ctrl-C in the terminal of the server does not reach it, and it outlives a server that crashes. What it
 * says goes to a file, for a pipe would end with the server.
 */
export function startCrawlProcess(words: readonly string[], log: string): CrawlProcess {
  const file = openSync(log, 'a');
  try {
    const child = spawn(process.execPath, ownCommand(['crawl', ...words]), {
      stdio: ['ignore', 'ignore', file],
      detached: true,
    });
    return { pid: child.pid, ended: endOf(child), kill: (signal) => void child.kill(signal) };
  } finally {
    closeSync(file);
  }
}

/** `tarrafa analyse` on a collection; resolves when its catalogue is up with its archive. */
export async function analyseInProcess(
  inputs: readonly string[],
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, ownCommand(['analyse', '--json', '--', ...inputs]), {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = () => void child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  let problem = '';
  child.stderr.on('data', (chunk) => {
    problem = `${problem}${chunk}`.slice(-2_000);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      const { done, total } = JSON.parse(line) as { done?: unknown; total?: unknown };
      if (typeof done === 'number' && typeof total === 'number') onProgress(done, total);
    } catch {
      // Not a line of progress.
    }
  });
  const code = await endOf(child);
  signal.removeEventListener('abort', stop);
  if (code !== 0 && !signal.aborted) {
    const [, known, text] = /\b(TRF_[A-Z_]+): ([^\n]*)/.exec(problem) ?? [];
    throw new Error(
      known === undefined ? problem.trim().split('\n').at(-1) || `exit code ${code}` : `${known}: ${text}`,
    );
  }
}
