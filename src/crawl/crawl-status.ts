/** A picture of a running crawl, cheap to take however large the crawl is. */
import type { Wait } from './watchdog.ts';

export interface CrawlStatus {
  readonly at: number;
  /** Pages analysed, over all sessions. */
  readonly pages: number;
  readonly requests: number;
  readonly bytes: number;
  /** Politeness queues known (hosts or sites). */
  readonly queues: number;
  /** Queues from which at least one page was collected. */
  readonly sites: number;
  readonly queued: number;
  readonly inFlight: number;
  readonly known: number;
  /** Links refused by a rule. */
  readonly refused: number;
  /** URLs dropped because the frontier or a budget was full. */
  readonly dropped: number;
  readonly errors: number;
  readonly duplicates: number;
  readonly concurrency: number;
  /** Over the last seconds of this session. */
  readonly pagesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly elapsed: number;
  /** What is waited for, when nothing has moved for a minute. */
  readonly waiting?: Wait;
  /** Figures of the link policy, where there is one. */
  readonly policy?: Readonly<Record<string, number>>;
}

/** The figures of `progress.jsonl` that say how a crawl stands. */
export const STATUS_FIGURES = [
  'pages',
  'requests',
  'bytes',
  'sites',
  'queues',
  'queued',
  'inFlight',
  'refused',
  'errors',
  'duplicates',
  'concurrency',
] as const;
export type StatusFigure = (typeof STATUS_FIGURES)[number];

interface Sample {
  readonly at: number;
  readonly pages: number;
  readonly bytes: number;
}

/** Speed as the mean of the last seconds: 20, as in docs/methods.md, "Horizontal collector (Pedrosa 2017)". */
export class SpeedMeter {
  readonly #window: number;
  #samples: Sample[] = [];

  constructor(window = 20_000) {
    this.#window = window;
  }

  sample(at: number, pages: number, bytes: number): void {
    this.#samples.push({ at, pages, bytes });
    while (this.#samples.length > 2 && at - this.#samples[0]!.at > this.#window) this.#samples.shift();
  }

  speed(at: number, pages: number, bytes: number): { pagesPerSecond: number; bytesPerSecond: number } {
    const first = this.#samples[0];
    const seconds = first ? (at - first.at) / 1000 : 0;
    if (!first || seconds <= 0) return { pagesPerSecond: 0, bytesPerSecond: 0 };
    return {
      pagesPerSecond: (pages - first.pages) / seconds,
      bytesPerSecond: (bytes - first.bytes) / seconds,
    };
  }
}
