/** A peer with a time limit a page: what takes longer is given up, counted as a failure, and its process begun anew. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Peer, PeerAnswer } from './peers.ts';

/** Generous, so that a busy machine is not held against a peer. */
const PAGE_LIMIT = 120_000;
const START_LIMIT = 120_000;

type Message = { readonly ready?: string | null; readonly answer?: PeerAnswer | null };

/** The process's next message, or null when it ends or the time is over. */
function next(child: ChildProcess, limit: number): Promise<Message | null> {
  return new Promise((resolve) => {
    const done = (message: unknown): void => {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', ended);
      resolve(message as Message | null);
    };
    const ended = (): void => done(null);
    const timer = setTimeout(ended, limit);
    child.once('message', done);
    child.once('exit', ended);
  });
}

export async function timedPeer(
  kind: 'readability' | 'defuddle',
): Promise<(Peer & { close(): Promise<void> }) | null> {
  const start = async (): Promise<{ child: ChildProcess; name: string } | null> => {
    const child = fork(fileURLToPath(new URL('./peer-process.ts', import.meta.url)), [kind], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => {});
    const message = await next(child, START_LIMIT);
    if (typeof message?.ready === 'string') return { child, name: message.ready };
    child.kill('SIGKILL');
    return null;
  };
  let running = await start();
  if (running === null) return null;
  const { name } = running;
  return {
    name,
    async extract(html, url) {
      running ??= await start();
      if (running === null) throw new Error(`${name} did not start`);
      running.child.send({ html, url });
      const message = await next(running.child, PAGE_LIMIT);
      if (message?.answer) return message.answer;
      if (message === null) {
        running.child.kill('SIGKILL');
        running = null;
      }
      throw new Error(`${name} gave no answer`);
    },
    async close() {
      running?.child.kill('SIGKILL');
    },
  };
}
