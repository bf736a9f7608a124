/** Where a crawl analyses its pages. Only facts come back; the document stays in the thread that parsed it. */
import { ThreadPool, threadModule } from '../page/pool/index.ts';
import { type AnalysisSetup, createPageAnalysis } from './page-analysis.ts';
import type { PageFindings, PageInput } from './page-findings.ts';

export type AnalysisPool = ThreadPool<AnalysisSetup, PageInput, PageFindings>;

export interface AnalysisPoolOptions {
  readonly workers: number | 'auto';
  readonly setup: AnalysisSetup;
  /** A page that takes longer is given up, ms. */
  readonly timeout: number;
}

export function openAnalysisPool({ workers, setup, timeout }: AnalysisPoolOptions): AnalysisPool {
  return new ThreadPool({
    thread: threadModule('./analysis-thread', import.meta.url),
    inPlace: createPageAnalysis,
    setup,
    threads: workers,
    timeout,
    // A page of 10 MB with its tree fits many times over.
    heap: 384,
    youngHeap: 24,
    memory: 1_024,
    weigh: ({ body }) => body.length,
    atOnce: true,
  });
}
