/**
 * The port of an analyser: a pure function of one document that runs in the thread that parsed it. What it returns must survive a
 * structured clone. A crawl names analysers by module, because functions do not cross threads.
 */
import type { FlatDocument } from '../html/index.ts';

export interface AnalyserContext {
  readonly url: string;
  readonly language: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** When the page was fetched, ms since 1970, if that is known. */
  readonly fetchedAt?: number | undefined;
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
