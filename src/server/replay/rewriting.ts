/**
 * Where archived pages are made fit to be shown: small ones at once, large and compressed ones in a thread that is watched, with a gate
 * before it. A page that takes too long, or too much memory, costs that thread and nothing else.
 */
import { availableParallelism } from 'node:os';
import type { Rewritten } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { aloneInBuffer, ThreadPool, threadModule, threadsReadSources } from '../../page/pool/index.ts';
import { Gate } from '../gate.ts';
import { type RewriteTask, rewriteCaptures } from './rewrite-captures.ts';

export interface RewritingOptions {
  /** `auto`: one less than the cores, two at the most. 0: everything is done in place. */
  readonly threads?: number | 'auto' | undefined;
  /** What the threads run, for tests. */
  readonly module?: URL | undefined;
  /** A page that takes longer is given up, ms. */
  readonly timeout?: number | undefined;
}

const TIMEOUT = 10_000;
const MOST_THREADS = 2;
/** Pages that are in a thread, or wait for one. */
const MOST_WAITING = 32;
/** Heap of a thread, and what it may add to the memory of the process, MB. */
const HEAP = 384;
const MEMORY = 768;

export class Rewriting {
  readonly #pool: ThreadPool<null, RewriteTask, Rewritten>;
  readonly #gate = new Gate('replay', MOST_WAITING);
  readonly #timeout: number;
  readonly #here = rewriteCaptures();

  constructor({ threads = usualThreads(), module, timeout = TIMEOUT }: RewritingOptions = {}) {
    this.#timeout = timeout;
    this.#pool = new ThreadPool({
      thread: module ?? threadModule('./rewrite-thread', import.meta.url),
      inPlace: rewriteCaptures,
      setup: null,
      threads,
      timeout,
      heap: HEAP,
      youngHeap: 32,
      memory: MEMORY,
    });
  }

  async rewrite(task: RewriteTask, light: boolean): Promise<Rewritten> {
    if (light) return (await this.#here)(task);
    return this.#gate.run(async () => {
      const answer = await this.#pool.run(withOwnBytes(task));
      if (answer.kind === 'crashed') {
        // Memory used up is as good as time used up.
        throw new TarrafaError('TRF_TIME_OUT', ['replay', this.#timeout / 1000]);
      }
      if (answer.kind !== 'page') return answer;
      const { bytes } = answer.page;
      // Between threads a Buffer becomes a plain array of bytes.
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return { kind: 'page', page: { ...answer.page, bytes: buffer } };
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function usualThreads(): number | 'auto' {
  if (!threadsReadSources(import.meta.url)) return 0;
  return availableParallelism() > MOST_THREADS + 1 ? MOST_THREADS : 'auto';
}

function withOwnBytes(task: RewriteTask): RewriteTask {
  const { record, original } = task.capture;
  return {
    ...task,
    capture: {
      ...task.capture,
      record: { ...record, block: aloneInBuffer(record.block) },
      original:
        original === null || original === 'same'
          ? original
          : { ...original, block: aloneInBuffer(original.block) },
    },
  };
}
