/** What an analysis thread is given and what it answers: plain data that is cheap to send between threads. */
import type { UrlKind } from '../frontier/index.ts';
import type { PageFacts } from '../page/index.ts';

export interface PageInput {
  readonly url: string;
  readonly status: number;
  readonly kind: UrlKind;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  /** Values of X-Robots-Tag. */
  readonly xRobots: readonly string[];
  /** Value of the Refresh header, in characters that can stand in an address; empty or absent when there is none. */
  readonly refresh?: string;
  /** Value of the Last-Modified header; null when there is none. */
  readonly lastModified: string | null;
  /** ms since 1970. */
  readonly fetchedAt: number;
  /** False when its links may not be followed whatever it says (the crawl is deep enough): they are then not collected. */
  readonly follow: boolean;
  /** As received. */
  readonly body: Uint8Array;
}

/**
 * The links of a page, without an object a link: line n of `text` is `fetch form TAB comparison form TAB politeness queue`, and
 * `numbers` holds for each link its depth, kind, priority and trap evidence (0…100).
 */
export interface PackedLinks {
  readonly count: number;
  readonly text: string;
  readonly numbers: Uint8Array;
  /** For each link of the document, in its order, its line here; −1 for one that was not taken. Only where a link policy wants to know. */
  readonly rows?: Int32Array;
}

export const NUMBERS_PER_LINK = 4;

export const NO_LINKS: PackedLinks = { count: 0, text: '', numbers: new Uint8Array(0) };

/** What a crawl found on a page: the facts of the page alone, and what its rules and analysers make of it. */
export interface PageFindings extends PageFacts {
  readonly kind: 'facts';
  readonly decodedBytes: number;
  /** What was wrong with the content coding, if anything. */
  readonly problem: string | null;
  /** Canonical address of the same site, in fetch form, when it is another page than this one. */
  readonly canonical: string | null;
  readonly index: boolean;
  readonly follow: boolean;
  readonly archive: boolean;
  readonly found: number;
  readonly links: PackedLinks;
  /** Links refused, by rule. */
  readonly refused: Readonly<Record<string, number>>;
  /** Facts of further analysers, by their name. */
  readonly more: Readonly<Record<string, unknown>>;
}
