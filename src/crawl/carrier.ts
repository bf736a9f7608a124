/**
 * Who makes the requests of a crawl for pages, when it is not the crawl itself: admission, robots files, politeness and what an answer is worth
 * stay here; only the bytes are brought by others.
 */
import type { Lease } from '../frontier/index.ts';
import type { FetchOutcome } from '../http/index.ts';

/** One request that may be made now. */
export interface Errand {
  readonly lease: Lease;
  /** Network address that the request is to be sent to: its clock is the one that is kept. */
  readonly address: string;
  readonly maxBytes: number;
  /** Validators of an earlier visit. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request made by the crawl itself. */
  own(): Promise<FetchOutcome>;
}

export interface Carrier {
  /** Visits that may be under way at once, as of now. */
  readonly places: number;
  /** What came of the request. `aborted`: it goes back to where it stood, and its host rests from then on. */
  carry(errand: Errand): Promise<FetchOutcome>;
}
