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

  /** Of one that learns, where several share a crawl: what it knows of a site, for another; null when there is nothing new to tell. */
  tell?(site: string): ObservedMemory | null;
  /** Whether others, who made so many visits of a site together, may have learned more of it. */
  lacks?(site: string, visits: number): boolean;
  /** What another told of a site. What cannot be read, or is less than what is known, is left. */
  hear?(site: string, bytes: Uint8Array): void;
}

export interface ObservedMemory {
  /** Pages that it was learned from. */
  readonly weight: number;
  readonly bytes: Uint8Array;
}

export type PageNotes = Readonly<Record<string, Readonly<Record<string, number | string | boolean>>>>;
