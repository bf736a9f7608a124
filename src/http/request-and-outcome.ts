/** One request and what came of it, as plain data. */
import type { Resolution } from './resolution.ts';

/** Each phase has its own limit, because a dead host, a stuck server and a trickle of bytes are told apart by them. In ms. */
export interface Timeouts {
  /** Name look-up, TCP and TLS, together. */
  readonly connect: number;
  /** From the request being sent to the end of the response's header. */
  readonly headers: number;
  /** Silence inside the body. */
  readonly body: number;
  /** The whole request, time in which the bandwidth limiter held it not counted. */
  readonly total: number;
}

export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD';
  /** Added to the client's own; a name given here replaces the client's. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
  /** Asked at the last instruction before the request is written to its connection: false gives it up, and nothing is sent. */
  readonly maySend?: (() => boolean) | undefined;
  /** Told once the head is there, before anything of the body: what must be known even if the rest never comes. */
  readonly onHead?: (head: ResponseHead) => void;
  /**
   * Asked once the head is there: how many bytes of the body are wanted after all (never more than `maxBytes`). With 0 the answer is
   * the head alone, and the connection is closed before the body has come.
   */
  readonly bodyLimit?: (status: number, contentType: string | null) => number;
  /**
   * First and last byte wanted, as `Range: bytes=start-end`; without `end`, to the end; or the `last` so many. Asks for the identity
   * encoding.
   */
  readonly range?: { readonly start: number; readonly end?: number } | { readonly last: number };
  readonly signal?: AbortSignal;
  /** Where to connect, when the caller already knows; otherwise the client's resolver is asked. */
  readonly resolution?: Resolution;
  readonly timeouts?: Partial<Timeouts>;
  /** Read the answer with the lenient parser, for a host that does not keep to the letter of HTTP. */
  readonly lenient?: boolean;
}

export interface ResponseHead {
  readonly status: number;
  /** First value of a header, whatever its case. */
  header(name: string): string | null;
}

/** Why the body stops before its end, in the words of WARC-Truncated. */
export type Truncation = 'length' | 'time' | 'disconnect';

export interface FetchResponse {
  readonly kind: 'response';
  readonly url: string;
  readonly status: number;
  /** Reason phrase, byte for byte (as Latin-1). */
  readonly statusText: string;
  readonly httpVersion: '1.0' | '1.1';
  /** name, value, name, value … as received, in order, as Latin-1. */
  readonly rawHeaders: readonly string[];
  /** First value of a header, whatever its case. */
  header(name: string): string | null;
  /** All values of a header that may be repeated. */
  headers(name: string): string[];
  /** All content codings, the last applied last, in however many lines they are told; null when there is none. */
  readonly contentEncoding: string | null;
  /** As received: content-encoding kept, chunking removed. Owns its ArrayBuffer, so that it can be transferred to a thread. */
  readonly body: Buffer;
  readonly truncated: null | Truncation;
  /** The request line and headers as sent, with the closing empty line. */
  readonly requestHead: string;
  /** Empty where a proxy leads to the server, and only it knows. */
  readonly address: string;
  /** What was wrong with the server's certificate, when it was accepted all the same; null when nothing was. */
  readonly certificateProblem: string | null;
  /**
   * On the word of somebody who is not believed. `told`: its body was put together from what that one tells of the page; it is read, and never
   * archived. `brought`: its bytes are archived, and nothing that comes later goes by them.
   */
  readonly hearsay?: 'told' | 'brought';
  readonly startedAt: number;
  readonly firstByteAt: number;
  readonly endedAt: number;
}

export type FailureReason =
  | 'dns-not-found'
  | 'dns-failed'
  | 'private-address'
  | 'connect-timeout'
  | 'connect-refused'
  | 'tls'
  | 'headers-timeout'
  | 'body-timeout'
  | 'reset'
  | 'protocol'
  /** Nobody got as far as the server: the proxy is not there, or does not speak as one. */
  | 'proxy'
  /** The proxy wants a user, or another password. */
  | 'proxy-refused'
  | 'aborted';

export interface FetchFailure {
  readonly kind: 'failure';
  readonly reason: FailureReason;
  readonly message: string;
  /** Whether asking again later may go better. */
  readonly retryable: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly address?: string;
}

export type FetchOutcome = FetchResponse | FetchFailure;
