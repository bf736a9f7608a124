/**
 * Where archived pages are made fit to be shown: small ones at once, large and compressed ones in a thread that is watched, which reads them
 * from the archive itself, with a gate before it. A page that takes too long, or too much memory, costs that thread and nothing else.
 */
import { availableParallelism } from 'node:os';
import type { FastifyReply } from 'fastify';
import { type FoundCapture, type Rewritten, rewriteFound } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { ThreadPool, threadModule, threadsReadSources } from '../../page/pool/index.ts';
import { Gate } from '../gate.ts';
import { whenSent } from '../when-sent.ts';
import { type RewriteTask, rewriteCaptures, rewriteOptions, type Shown } from './rewrite-captures.ts';

export interface RewritingOptions {
  /** `auto`: one less than the cores, two at the most. 0: everything is done in place. */
  readonly threads?: number | 'auto' | undefined;
  /** What the threads run, for tests. */
  readonly module?: URL | undefined;
  /** A page that takes longer is given up, ms. */
  readonly timeout?: number | undefined;
  /** Bytes of answers that are on their way to their readers. */
  readonly mostSending?: number | undefined;
}

const TIMEOUT = 10_000;
const MOST_THREADS = 2;
/** Pages that wait for a thread, are in one, or on their way to their readers; and what is on its way, bytes. */
const MOST_PLACES = 32;
const MOST_SENDING = 256 << 20;
/** Heap of a thread, and what it may add to the memory of the process, MB. */
const HEAP = 384;
const MEMORY = 768;

export class Rewriting {
  readonly #pool: ThreadPool<null, RewriteTask, Rewritten>;
  readonly #gate = new Gate('replay', MOST_PLACES);
  readonly #timeout: number;
  readonly #mostSending: number;
  /** Bytes of answers that their readers do not have yet. */
  #sending = 0;

  constructor({
    threads = usualThreads(),
    module,
    timeout = TIMEOUT,
    mostSending = MOST_SENDING,
  }: RewritingOptions = {}) {
    this.#timeout = timeout;
    this.#mostSending = mostSending;
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

  /** A page that is small, and read already. */
  rewriteHere(light: FoundCapture, shown: Shown): Rewritten {
    return rewriteFound(light, rewriteOptions(shown));
  }

  /** Any other. It has its place, and its bytes are counted, until its reader has them or has gone. */
  async rewrite(task: RewriteTask, reply: FastifyReply): Promise<Rewritten> {
    whenSent(reply, this.#gate.enter());
    const answer = await this.#pool.run(task);
    if (answer.kind === 'crashed') {
      // Memory used up is as good as time used up.
      throw new TarrafaError('TRF_TIME_OUT', ['replay', this.#timeout / 1000]);
    }
    if (answer.kind !== 'page') return answer;
    const { bytes } = answer.page;
    if (this.#sending > 0 && this.#sending + bytes.byteLength > this.#mostSending)
      throw new TarrafaError('TRF_SERVER_BUSY', ['replay']);
    this.#sending += bytes.byteLength;
    whenSent(reply, () => {
      this.#sending -= bytes.byteLength;
    });
    // Between threads a Buffer becomes a plain array of bytes.
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { kind: 'page', page: { ...answer.page, bytes: buffer } };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function usualThreads(): number | 'auto' {
  if (!threadsReadSources(import.meta.url)) return 0;
  return availableParallelism() > MOST_THREADS + 1 ? MOST_THREADS : 'auto';
}
