/**
 * The port of one who looks on: told of every page that was analysed, on the main thread, with the facts of the analysers, to learn what
 * only many pages of a site can teach. It changes nothing about the crawl; what it learns can be learned again from the archive.
 */
import type { PageFindings } from './page-findings.ts';

export interface ObservedPage {
  readonly url: string;
  /** Registrable domain. */
  readonly site: string;
  readonly facts: PageFindings;
}

export interface PageObserver {
  /** What it has to say of the page goes into the line of the visit. */
  page(page: ObservedPage): PageNotes | undefined;
  /** Called about once a second, between visits. */
  tick(): void;
  close(): void;
}

export type PageNotes = Readonly<Record<string, Readonly<Record<string, number | string | boolean>>>>;
