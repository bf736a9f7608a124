/** Threads that read documents, or this thread where there is only one. A document that kills its thread costs that document. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Crashed, WatchedThread } from '../crawl/watched-thread.ts';
import {
  createDocumentReader,
  type DocumentAnswer,
  type DocumentReader,
  type DocumentTask,
  type ReaderSetup,
} from './page-reader.ts';

export type PoolAnswer = DocumentAnswer | Crashed;

export interface ReadingPoolOptions extends ReaderSetup {
  /** Default: one less than the cores. 0 reads in this thread. */
  readonly threads?: number | undefined;
  /** A document that takes longer is given up, ms. */
  readonly timeout?: number | undefined;
  /** Heap of a thread, MB. */
  readonly heap?: number | undefined;
  /** What the threads run, for tests. */
  readonly module?: URL | undefined;
}

const TIMEOUT = 30_000;
/** A thread that has only begun reads its tables first, and may take its time. */
const LONGEST_START = 120_000;
/** A page of 32 MB with its tree, its texts and the gazetteer fit. */
const HEAP = 1_024;

type ReadingThread = WatchedThread<DocumentTask, DocumentAnswer>;

function startThread({ memories, places, heap, module }: ReadingPoolOptions): Worker {
  const source = import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js';
  return new Worker(module ?? new URL(source, import.meta.url), {
    workerData: { memories, ...(places === undefined ? {} : { places }) } satisfies ReaderSetup,
    resourceLimits: { maxOldGenerationSizeMb: heap ?? HEAP, maxYoungGenerationSizeMb: 32 },
  });
}

/** A view takes the whole buffer that it looks at with it to another thread. */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > 2 * bytes.byteLength ? new Uint8Array(bytes) : bytes;
}

export class ReadingPool {
  readonly #options: ReadingPoolOptions;
  readonly #most: number;
  readonly #threads: ReadingThread[] = [];
  #inPlace: Promise<DocumentReader> | null = null;

  constructor(options: ReadingPoolOptions) {
    this.#options = options;
    this.#most = Math.max(0, Math.min(64, options.threads ?? availableParallelism() - 1));
  }

  /** Threads that work at once; in place it is one. */
  get width(): number {
    return Math.max(1, this.#most);
  }

  async read(task: DocumentTask): Promise<PoolAnswer> {
    if (this.#most === 0) {
      this.#inPlace ??= createDocumentReader(this.#options);
      return (await this.#inPlace)(task);
    }
    let thread = this.#threads[0];
    for (const other of this.#threads) if (thread === undefined || other.load < thread.load) thread = other;
    // Threads are started as they are needed: a few pages need one.
    if (thread === undefined || (thread.load > 0 && this.#threads.length < this.#most)) {
      const options = this.#options;
      thread = new WatchedThread<DocumentTask, DocumentAnswer>({
        start: () => startThread(options),
        timeout: options.timeout ?? TIMEOUT,
        startTimeout: LONGEST_START,
      });
      this.#threads.push(thread);
    }
    return thread.run({ ...task, body: alone(task.body) });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
