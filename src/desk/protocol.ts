/** What the desk and a volunteer say to each other, as plain data over HTTP. */

/** Work for a volunteer: URLs of different sites, each to be asked for once, and not after its time. */
export interface LeaseAnswer {
  readonly id: string;
  /** How long results of it are taken, ms from when it was asked for. */
  readonly expiresIn: number;
  readonly items: readonly LeaseItem[];
  readonly userAgent: string;
  /** `interesting`: only of pages that have a geographic word or link is the content sent. */
  readonly pages: 'all' | 'interesting';
  /** FNV-1a of 64 bits of the geographic words, folded, in hexadecimal. */
  readonly geoHashes: readonly string[];
  /** Nothing to do now: to be asked again after this, ms. */
  readonly wait: number;
  readonly stop: StopWord | null;
}

export interface LeaseItem {
  readonly url: string;
  /** The network address that is to be asked. */
  readonly address: string;
  readonly maxBytes: number;
  /** Of an earlier visit: sent with the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** After this the URL is not asked for any more, and is anybody's; ms from when the work was asked for. */
  readonly expiresIn: number;
}

/** Why a volunteer should do nothing more. */
export type StopWord =
  /** The operator stopped all volunteers. */
  | 'stopped'
  /** The crawl is over. */
  | 'finished'
  /** What this volunteer brings is not believed. */
  | 'barred';

/** Of one URL whose content is not sent. */
export type VisitResult = FailedResult | ToldResult;

export interface FailedResult {
  readonly kind: 'failed';
  readonly url: string;
  readonly reason: string;
}

export interface ToldResult {
  readonly kind: 'told';
  readonly url: string;
  readonly status: number;
  /** Of the answer's headers those that matter: content-type, location, x-robots-tag … */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly digest: string;
  readonly simhash: string | null;
  readonly links: readonly string[];
}

/** What became of a result. */
export type Taken =
  | 'taken'
  /** It was taken before: nothing changed. */
  | 'known'
  /** It came too late, or nobody asked this volunteer for it. */
  | 'refused';

export interface VisitsAnswer {
  readonly taken: Readonly<Record<string, Taken>>;
  /** More work, when it was asked for. */
  readonly items: readonly LeaseItem[];
  readonly wait: number;
  readonly stop: StopWord | null;
}
