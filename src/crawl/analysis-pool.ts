/**
 * Where pages are analysed: in threads of their own when there is more than one core, else in place. Only facts come back; the
 * document stays in the thread that parsed it, and a page that kills its thread costs that page (`watched-thread.ts`).
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type AnalysisSetup, createPageAnalysis, type PageAnalysis } from './page-analysis.ts';
import type { PageFacts, PageInput } from './page-facts.ts';
import { type Crashed, WatchedThread } from './watched-thread.ts';

export type AnalysisAnswer = PageFacts | Crashed;

export interface AnalysisPoolOptions {
  readonly workers: number | 'auto';
  readonly setup: AnalysisSetup;
  /** A page that takes longer is given up, ms. */
  readonly timeout: number;
}

/** Heap of one thread; a page of 10 MB with its tree fits many times over. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 24 };

/** For a thread to load what it needs, on a busy machine, ms. */
const LONGEST_START = 120_000;

type AnalysisThread = WatchedThread<PageInput, PageFacts>;

function startThread(setup: AnalysisSetup): Worker {
  const source = import.meta.url.endsWith('.ts') ? './analysis-thread.ts' : './analysis-thread.js';
  return new Worker(new URL(source, import.meta.url), { workerData: setup, resourceLimits: THREAD_LIMITS });
}

export class AnalysisPool {
  readonly #threads: readonly AnalysisThread[];
  readonly #inPlace: Promise<PageAnalysis> | null;

  constructor(options: AnalysisPoolOptions) {
    const count = options.workers === 'auto' ? Math.max(0, availableParallelism() - 1) : options.workers;
    const { setup, timeout } = options;
    this.#threads = Array.from(
      { length: count },
      () =>
        new WatchedThread<PageInput, PageFacts>({
          start: () => startThread(setup),
          timeout,
          // A thread that cannot even start is no page's fault: the crawl ends, rather than calling every page bad.
          startTimeout: LONGEST_START,
        }),
    );
    this.#inPlace = count === 0 ? createPageAnalysis(options.setup) : null;
  }

  async analyse(input: PageInput): Promise<AnalysisAnswer> {
    if (this.#inPlace) return (await this.#inPlace)(input);
    let thread = this.#threads[0];
    for (const other of this.#threads) if (other.load < thread!.load) thread = other;
    return thread!.run(input);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
