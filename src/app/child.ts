/**
 * A process of its own for work that a server leaves to others, so that it can always answer. It is forked with its task as JSON and says
 * how it goes in messages (`child/messages.ts`); SIGINT lets it come to rest.
 *
 * A crawl outlives a server that is gone: what it says goes into its folder too. An analysis does not: the next server begins it anew, and
 * must not find the catalogue taken.
 */
import { type CrawlMessage, logMessage } from '../crawl/index.ts';
import { EXIT, TarrafaError } from '../errors.ts';
import { AT_WORK, type ChildMessage, type ChildTask, FINISH } from './child/messages.ts';
import type { ForgetStage } from './forget.ts';

/** Visits and queues that are told of one look. */
const MOST_AT_WORK = 50;

const stop = new AbortController();
const giveUp = new AbortController();
const asked = () => (stop.signal.aborted ? giveUp : stop).abort();
process.on('SIGINT', asked);
process.on('SIGTERM', asked);

/** Resolves when the message is on its way, or there is nobody left to hear it. */
function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, () => resolve());
    else resolve();
  });
}

async function collectFor({
  folder,
  settings,
  sampleWeb,
  mend = false,
}: ChildTask & { readonly kind: 'collect' }): Promise<boolean> {
  if (mend) {
    const { repair } = await import('./repair.ts');
    const { told } = await repair(folder, { signal: stop.signal });
    if (told.length > 0) await tell({ kind: 'mended', what: told });
    if (stop.signal.aborted) return true;
  }
  const [{ collect }, { sampleResolver }] = await Promise.all([
    import('./collect.ts'),
    import('./input/loopback-resolver.ts'),
  ]);
  const { interrupted, reason, pages } = await collect(folder, settings, {
    resolver: sampleWeb === null ? undefined : await sampleResolver(sampleWeb),
    signal: stop.signal,
    giveUp: giveUp.signal,
    onBegun: (atWork) => {
      process.on('message', (message) => {
        if (message === AT_WORK) void send({ kind: 'at-work', picture: atWork(MOST_AT_WORK) });
      });
      // Who listens alone keeps no process alive whose crawl is over.
      process.channel?.unref();
    },
    onProgress: (progress) => {
      if (progress.kind === 'opened' || progress.kind === 'mended') void tell(progress);
      else if (progress.kind === 'waiting') void tell({ kind: 'waiting', ...progress.wait });
    },
  });
  await tell({ kind: 'ended', reason, pages });
  return interrupted;
}

async function analyseFor({
  inputs,
  catalogue,
  kept,
}: ChildTask & { readonly kind: 'analyse' }): Promise<boolean> {
  process.once('disconnect', () => stop.abort());
  giveUp.signal.addEventListener('abort', () => process.exit(EXIT.interrupted));
  const { analyse } = await import('./analyse.ts');
  const { result } = await analyse(inputs, {
    catalogue,
    kept,
    signal: stop.signal,
    onProgress: ({ done, total }) => void send({ kind: 'progress', done, total }),
  });
  return result.interrupted;
}

async function followFor({
  place,
  folder,
  cache,
}: ChildTask & { readonly kind: 'follow' }): Promise<boolean> {
  // A worker that is gone analyses nothing any more: whoever comes next goes on from the marks.
  process.once('disconnect', () => stop.abort());
  const finished = new AbortController();
  process.on('message', (message) => {
    if (message === FINISH) finished.abort();
  });
  giveUp.signal.addEventListener('abort', () => process.exit(EXIT.interrupted));
  const { followCrawl } = await import('./cluster/follow-crawl.ts');
  await followCrawl({ place, folder, cache, finished: finished.signal, signal: stop.signal });
  return stop.signal.aborted;
}

async function checkFor({
  folder,
  settings,
  sampleWeb,
}: ChildTask & { readonly kind: 'geo-check' }): Promise<boolean> {
  // Nobody waits for it any more: what was not asked is due at the next check.
  process.once('disconnect', () => stop.abort());
  const [{ checkGeographicLinks }, { sampleResolver }] = await Promise.all([
    import('./geographic-check.ts'),
    import('./input/loopback-resolver.ts'),
  ]);
  const { interrupted } = await checkGeographicLinks(folder, {
    settings,
    resolver: sampleWeb === null ? undefined : await sampleResolver(sampleWeb),
    signal: stop.signal,
    giveUp: giveUp.signal,
    onProgress: (done, total) => void send({ kind: 'progress', done, total }),
  });
  await send({ kind: 'ended', reason: 'checked', pages: 0 });
  return interrupted;
}

async function forgetFor({
  folder,
  what,
  reason,
  by,
}: ChildTask & { readonly kind: 'forget' }): Promise<boolean> {
  // Nobody waits for it any more: the same order goes on.
  process.once('disconnect', () => stop.abort());
  const { forget, planForget } = await import('./forget.ts');
  const options = {
    signal: stop.signal,
    onProgress: (stage: ForgetStage, done: number, total: number) =>
      void send({ kind: 'forgetting', stage, done, total }),
  };
  if (reason === null) {
    const { folder: _, ...found } = await planForget(folder, what, options);
    await send({ kind: 'found', found, forgotten: false });
  } else {
    const { interrupted, folder: _, ...found } = await forget(folder, what, { ...options, reason, by });
    if (interrupted) return true;
    await send({ kind: 'found', found, forgotten: true });
  }
  await send({ kind: 'ended', reason: 'forgotten', pages: 0 });
  return false;
}

const task = JSON.parse(process.argv[2] ?? '') as ChildTask;

function tell(message: CrawlMessage): Promise<void> {
  if (task.kind === 'collect') logMessage(task.folder, message, Date.now());
  return send(message);
}

try {
  const interrupted = await (task.kind === 'collect'
    ? collectFor(task)
    : task.kind === 'analyse'
      ? analyseFor(task)
      : task.kind === 'geo-check'
        ? checkFor(task)
        : task.kind === 'forget'
          ? forgetFor(task)
          : followFor(task));
  process.exitCode = interrupted ? EXIT.interrupted : EXIT.ok;
} catch (error) {
  const known = error instanceof TarrafaError ? error : new TarrafaError('TRF_INTERNAL');
  // What nobody foresaw has no code; where it happened is for whoever reads the log.
  if (known !== error)
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  await tell({ kind: 'failed', code: known.code, values: known.values });
  process.exitCode = known.exit;
} finally {
  if (process.connected) process.disconnect();
}
