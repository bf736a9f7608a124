/**
 * The port through which a room asks for bytes of the Web. A room that needs them (discovery of entity pages, a look into a remote
 * archive, a map service) is handed a `Fetcher` and never opens a connection itself, so robots files, politeness, scope, limits and
 * the archive hold for every request, whoever asks. `src/crawl` implements it on the live Web; tests and evaluations on memory.
 */

/** Bytes of a resource: `from`–`to` inclusive, or its `last` n bytes. */
export type ByteRange = { readonly from: number; readonly to: number } | { readonly last: number };

export interface Ask {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  /** A server may ignore it and send everything: look at `status` (206 or 200) and `content-range`. */
  readonly range?: ByteRange;
  /** Bytes of the body at most, with its coding undone; an answer that is longer is cut and marked incomplete. */
  readonly maxBytes?: number;
  readonly accept?: string;
}

export interface Fetched {
  readonly kind: 'fetched';
  /** Where the bytes came from, after redirects. */
  readonly url: string;
  readonly status: number;
  header(name: string): string | null;
  /** With the content coding undone. */
  readonly body: Uint8Array;
  /** False when the body was cut: by `maxBytes`, a time-out or the server. */
  readonly complete: boolean;
  readonly at: number;
}

export type NotFetchedReason =
  | 'malformed'
  | 'out-of-scope'
  | 'robots'
  | 'private-address'
  | 'unreachable'
  | 'not-archived'
  | 'too-many-redirects'
  | 'budget'
  | 'stopped';

export interface NotFetched {
  readonly kind: 'not-fetched';
  readonly url: string;
  readonly reason: NotFetchedReason;
  readonly message: string;
}

/** Never rejects: what cannot be had is an answer too. */
export interface Fetcher {
  fetch(ask: Ask): Promise<Fetched | NotFetched>;
  /** Of one that asks nobody: the addresses of the pages that it holds of the host of an address, `most` of them. */
  held?(url: string, most: number): Promise<readonly string[]>;
}
