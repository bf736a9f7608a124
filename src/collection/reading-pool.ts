/**
 * Threads that read documents, or this thread where there is only one. A document may be hostile enough to exhaust its thread's memory
 * or time: the thread is replaced, the document is answered with a failure, and those that waited behind it are sent again.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  createDocumentReader,
  type DocumentAnswer,
  type DocumentReader,
  type DocumentTask,
  type ReaderSetup,
} from './page-reader.ts';

export type PoolAnswer = DocumentAnswer | { readonly kind: 'crashed'; readonly reason: string };

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

interface Job {
  readonly id: number;
  readonly task: DocumentTask;
  readonly resolve: (answer: PoolAnswer) => void;
  readonly reject: (error: Error) => void;
}

const TIMEOUT = 30_000;
const LONGEST_START = 120_000;
/** A page of 32 MB with its tree, its texts and the gazetteer fit. */
const HEAP = 1_024;

class ReadingThread {
  readonly #options: ReadingPoolOptions;
  readonly #jobs = new Map<number, Job>();
  #worker: Worker;
  #timer: NodeJS.Timeout | null = null;
  #ready = false;
  #closed = false;

  constructor(options: ReadingPoolOptions) {
    this.#options = options;
    this.#worker = this.#start();
  }

  get load(): number {
    return this.#jobs.size;
  }

  #start(): Worker {
    const source = import.meta.url.endsWith('.ts') ? './reading-thread.ts' : './reading-thread.js';
    const { memories, places, heap, module } = this.#options;
    const worker = new Worker(module ?? new URL(source, import.meta.url), {
      workerData: { memories, ...(places === undefined ? {} : { places }) } satisfies ReaderSetup,
      resourceLimits: { maxOldGenerationSizeMb: heap ?? HEAP, maxYoungGenerationSizeMb: 32 },
    });
    this.#ready = false;
    worker.on('message', (message: 'ready' | { id: number; answer: DocumentAnswer }) => {
      this.#ready = true;
      if (message !== 'ready') {
        const job = this.#jobs.get(message.id);
        this.#jobs.delete(message.id);
        job?.resolve(message.answer);
      }
      this.#watch();
    });
    // 'error' comes before 'exit'; the document to blame is the oldest, the one being worked on.
    worker.on('error', (error) => this.#replace(worker, error));
    worker.on('exit', () => this.#replace(worker, new Error('thread-ended')));
    return worker;
  }

  #replace(worker: Worker, cause: unknown): void {
    if (this.#closed || worker !== this.#worker) return;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const reason = (error as NodeJS.ErrnoException).code ?? error.message;
    if (!this.#ready) {
      // It ended before it could read anything: no document is to blame, and another thread would fare no better.
      for (const job of this.#jobs.values()) job.reject(error);
      this.#jobs.clear();
      return;
    }
    const [culprit, ...waiting] = this.#jobs.values();
    this.#jobs.clear();
    this.#worker = this.#start();
    void worker.terminate();
    culprit?.resolve({ kind: 'crashed', reason });
    for (const job of waiting) this.run(job);
  }

  /** The clock of a document starts when it becomes the oldest of its thread. */
  #watch(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#jobs.size === 0 || this.#closed) return;
    const worker = this.#worker;
    // A thread that has only begun reads its tables first, and may take its time.
    const patience = this.#ready ? (this.#options.timeout ?? TIMEOUT) : LONGEST_START;
    this.#timer = setTimeout(() => this.#replace(worker, new Error('timeout')), patience);
    this.#timer.unref();
  }

  run(job: Job): void {
    this.#jobs.set(job.id, job);
    if (this.#jobs.size === 1) this.#watch();
    this.#worker.postMessage({ id: job.id, task: job.task });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#worker.terminate();
    for (const job of this.#jobs.values()) job.resolve({ kind: 'crashed', reason: 'closed' });
    this.#jobs.clear();
  }
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
  #lastId = 0;

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
      thread = new ReadingThread(this.#options);
      this.#threads.push(thread);
    }
    const chosen = thread;
    const sent = { ...task, body: alone(task.body) };
    return new Promise((resolve, reject) => chosen.run({ id: ++this.#lastId, task: sent, resolve, reject }));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
