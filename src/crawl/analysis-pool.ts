/**
 * Where pages are analysed: in threads of their own when there is more than one core, else in place. Only facts come back; the
 * document stays in the thread that parsed it.
 *
 * A page may be hostile enough to exhaust its thread's memory or time. The thread is then replaced, the page is answered with a
 * failure, and the pages that waited behind it are sent again to the new thread.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type AnalysisSetup, createPageAnalysis, type PageAnalysis } from './page-analysis.ts';
import type { PageFacts, PageInput } from './page-facts.ts';

export type AnalysisAnswer = PageFacts | { readonly kind: 'crashed'; readonly reason: string };

export interface AnalysisPoolOptions {
  readonly workers: number | 'auto';
  readonly setup: AnalysisSetup;
  /** A page that takes longer is given up, ms. */
  readonly timeout: number;
}

interface Job {
  readonly id: number;
  readonly input: PageInput;
  readonly resolve: (answer: AnalysisAnswer) => void;
}

/** Heap of one thread; a page of 10 MB with its tree fits many times over. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 24 };

class AnalysisThread {
  readonly #setup: AnalysisSetup;
  readonly #timeout: number;
  readonly #jobs = new Map<number, Job>();
  #worker: Worker;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(setup: AnalysisSetup, timeout: number) {
    this.#setup = setup;
    this.#timeout = timeout;
    this.#worker = this.#start();
  }

  get load(): number {
    return this.#jobs.size;
  }

  #start(): Worker {
    const source = import.meta.url.endsWith('.ts') ? './analysis-thread.ts' : './analysis-thread.js';
    const worker = new Worker(new URL(source, import.meta.url), {
      workerData: this.#setup,
      resourceLimits: THREAD_LIMITS,
    });
    worker.on('message', ({ id, answer }: { id: number; answer: AnalysisAnswer }) => {
      const job = this.#jobs.get(id);
      this.#jobs.delete(id);
      this.#watch();
      job?.resolve(answer);
    });
    // 'error' comes before 'exit'; the page to blame is the oldest, the one being worked on.
    worker.on('error', (error) =>
      this.#replace(worker, (error as NodeJS.ErrnoException).code ?? error.message),
    );
    worker.on('exit', () => this.#replace(worker, 'thread-ended'));
    return worker;
  }

  #replace(worker: Worker, reason: string): void {
    if (this.#closed || worker !== this.#worker) return;
    const [culprit, ...waiting] = this.#jobs.values();
    this.#jobs.clear();
    this.#worker = this.#start();
    void worker.terminate();
    culprit?.resolve({ kind: 'crashed', reason });
    for (const job of waiting) this.run(job);
  }

  /** The clock of a page starts when it becomes the oldest of its thread. */
  #watch(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#jobs.size === 0 || this.#closed) return;
    const worker = this.#worker;
    this.#timer = setTimeout(() => this.#replace(worker, 'timeout'), this.#timeout);
    this.#timer.unref();
  }

  run(job: Job): void {
    this.#jobs.set(job.id, job);
    if (this.#jobs.size === 1) this.#watch();
    this.#worker.postMessage({ id: job.id, input: job.input });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#worker.terminate();
    for (const job of this.#jobs.values()) job.resolve({ kind: 'crashed', reason: 'closed' });
    this.#jobs.clear();
  }
}

export class AnalysisPool {
  readonly #threads: readonly AnalysisThread[];
  readonly #inPlace: Promise<PageAnalysis> | null;
  #lastId = 0;

  constructor(options: AnalysisPoolOptions) {
    const count = options.workers === 'auto' ? Math.max(0, availableParallelism() - 1) : options.workers;
    this.#threads = Array.from({ length: count }, () => new AnalysisThread(options.setup, options.timeout));
    this.#inPlace = count === 0 ? createPageAnalysis(options.setup) : null;
  }

  async analyse(input: PageInput): Promise<AnalysisAnswer> {
    if (this.#inPlace) return (await this.#inPlace)(input);
    let thread = this.#threads[0];
    for (const other of this.#threads) if (other.load < thread.load) thread = other;
    return new Promise((resolve) => thread.run({ id: ++this.#lastId, input, resolve }));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
