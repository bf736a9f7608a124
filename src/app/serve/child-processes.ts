/** Work that is left to processes of their own, so that a server can always answer and a crawl can always go on: crawls and analyses. */
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AtWork, errorOf } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import type {
  CrawlEnd,
  CrawlProcess,
  ForgetHearing,
  ForgetProcess,
  GeoCheckProcess,
} from '../../server/index.ts';
import { AT_WORK, type ChildMessage, type ChildTask } from '../child/messages.ts';

/** A crawl that reads a long page answers when it has done so, ms. */
const ANSWERS_WITHIN = 1_500;

const FROM_SOURCE = import.meta.url.endsWith('.ts');
const CHILD = fileURLToPath(new URL(FROM_SOURCE ? '../child.ts' : '../child.js', import.meta.url));

/** In a group of its own: Ctrl-C in the terminal of the server does not reach it. From the sources it needs the loader that reads them. */
export function startChild(task: ChildTask, stderr: number | 'inherit'): ChildProcess {
  const options: ForkOptions = {
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    execArgv: FROM_SOURCE ? ['--import', 'tsx'] : [],
    detached: true,
    // The token of the server is nothing to them.
    env: { ...process.env, TARRAFA_TOKEN: undefined },
  };
  return fork(CHILD, [JSON.stringify(task)], options);
}

/** How a process ended: when it is gone, and all that it said has been heard. */
export function endOf(child: ChildProcess): Promise<CrawlEnd> {
  return new Promise((resolve) => {
    let said: CrawlEnd | null = null;
    let code: number | null | undefined;
    let by: string | null = null;
    const settle = () => {
      if (code !== undefined && !child.connected) resolve(said ?? { kind: 'died', code, signal: by });
    };
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'ended') said = { kind: 'ended' };
      else if (message.kind === 'failed')
        said = {
          kind: 'failed',
          error: errorOf(message.code, message.values) ?? new TarrafaError('TRF_INTERNAL'),
        };
    });
    child.once('error', () => resolve({ kind: 'died', code: null }));
    child.once('disconnect', settle);
    child.once('exit', (result, signal) => {
      code = result;
      by = signal;
      settle();
    });
  });
}

/** A link under the name of the log leads nowhere. */
const LOG_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/**
 * A crawl outlives a server that crashes: what it says is in its folder too. What only the system says of its end goes to `crawl.log`, for
 * a person.
 */
export function startCollect(task: Omit<ChildTask & { readonly kind: 'collect' }, 'kind'>): CrawlProcess {
  const log = openSync(join(task.folder, 'crawl.log'), LOG_FLAGS, 0o644);
  try {
    const child = startChild({ kind: 'collect', ...task }, log);
    const opened = new Promise<void>((resolve) => {
      child.on('message', ({ kind }: ChildMessage) => {
        if (kind === 'opened') resolve();
      });
    });
    return {
      pid: child.pid,
      opened,
      ended: endOf(child),
      kill: (signal) => void child.kill(signal),
      atWork: () => askedAtWork(child),
    };
  } finally {
    closeSync(log);
  }
}

/** What a crawl does just now; null when it does not answer in time, or not any more. */
function askedAtWork(child: ChildProcess): Promise<AtWork | null> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve(null);
    const done = (picture: AtWork | null) => {
      clearTimeout(late);
      child.off('message', heard).off('disconnect', gone);
      resolve(picture);
    };
    const heard = (message: ChildMessage) => {
      if (message.kind === 'at-work') done(message.picture);
    };
    const gone = () => done(null);
    const late = setTimeout(gone, ANSWERS_WITHIN);
    child.on('message', heard).once('disconnect', gone);
    child.send(AT_WORK, (error) => {
      if (error !== null) gone();
    });
  });
}

/** Asks the links of a geographic collection again, telling how far it is. */
export function startGeoCheck(
  task: Omit<ChildTask & { readonly kind: 'geo-check' }, 'kind'>,
  onProgress: (done: number, total: number) => void,
): GeoCheckProcess {
  const child = startChild({ kind: 'geo-check', ...task }, 'inherit');
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'progress') onProgress(message.done, message.total);
  });
  return { ended: endOf(child), kill: (signal) => void child.kill(signal) };
}

/** Takes pages out of a collection, or says what would go, telling how far it is and what it found. */
export function startForget(
  task: Omit<ChildTask & { readonly kind: 'forget' }, 'kind'>,
  hearing: ForgetHearing,
): ForgetProcess {
  const child = startChild({ kind: 'forget', ...task }, 'inherit');
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'forgetting') hearing.progress(message.stage, message.done, message.total);
    else if (message.kind === 'found') hearing.found(message.found, message.forgotten);
  });
  return { ended: endOf(child), kill: (signal) => void child.kill(signal) };
}

/** Analyses a collection; resolves when its catalogue is up with its archive. */
export async function analyseApart(
  { inputs, catalogue, kept }: Omit<ChildTask & { readonly kind: 'analyse' }, 'kind'>,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = startChild({ kind: 'analyse', inputs, catalogue, kept }, 'inherit');
  const stop = () => void child.kill('SIGINT');
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'progress') onProgress(message.done, message.total);
  });
  const end = await endOf(child);
  signal.removeEventListener('abort', stop);
  if (signal.aborted) return;
  if (end.kind === 'failed') throw end.error;
  if (end.kind === 'died' && end.code !== 0) throw new TarrafaError('TRF_INTERNAL');
}
