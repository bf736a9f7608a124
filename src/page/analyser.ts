/**
 * The port of an analyser: a pure function of one document that runs in the thread that parsed it. What it returns must survive a
 * structured clone. A crawl names analysers by module, because functions do not cross threads.
 */
import type { FlatDocument } from '../html/index.ts';

export interface AnalyserContext {
  readonly url: string;
  /** When the page was as it is here, ms since 1970. */
  readonly fetchedAt: number;
  /** Value of the Last-Modified header; null when there is none. */
  readonly lastModified: string | null;
}

export interface Analyser {
  readonly name: string;
  analyse(document: FlatDocument, context: AnalyserContext): unknown;
}

/** A module whose export `createAnalyser(options)` gives an `Analyser`. */
export interface AnalyserModule {
  readonly module: string;
  readonly options: unknown;
}
