/**
 * The HTTP client: one GET or HEAD over HTTP/1.1, as the server answers it. It never follows a redirect, never decodes a body and
 * never rejects; what may be fetched, and when, is for its caller to decide.
 *
 * It stands on undici's dispatch with a handler of its own, which costs about half of `fetch()`; the handler takes undici's older
 * form because that hands over the raw header bytes without building an object of them first.
 */
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { supportsZstd } from '../coding/index.ts';
import type { BandwidthLimiter } from './bandwidth-limiter.ts';
import { type Connection, Connections, type Target } from './connections.ts';
import { DnsResolver } from './dns-resolver.ts';
import type {
  FailureReason,
  FetchOutcome,
  FetchRequest,
  FetchResponse,
  Timeouts,
  Truncation,
} from './exchange.ts';
import { isRetryable, type Phase, RESOLVE_REASON, reasonOf } from './failure.ts';
import { LenientExchange } from './lenient-exchange.ts';
import { isPrivateAddress } from './private-address.ts';
import { type Resolution, ResolveError, type Resolver } from './resolution.ts';

export const DEFAULT_TIMEOUTS: Timeouts = { connect: 10_000, headers: 20_000, body: 30_000, total: 120_000 };

/** 10 MB. */
export const DEFAULT_MAX_BYTES = 10_000_000;

export interface HttpOptions {
  /** See `userAgent()`. */
  readonly userAgent: string;
  readonly resolver?: Resolver;
  /** Connect to private, loopback and reserved addresses too. Only for servers of your own. */
  readonly allowPrivate?: boolean;
  /**
   * Refuse servers with an invalid certificate or outdated TLS. Off by default: the archive wants what the public Web shows, nothing
   * secret is sent, and `certificateProblem` says what was wrong.
   */
  readonly strictTls?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  /** Bytes of a body that are read, as received; the rest is cut off and the response marked. */
  readonly maxBytes?: number;
  readonly maxHeaderBytes?: number;
  /** How long an idle connection is kept. Short, because with a long delay between requests it would only hold the server's socket. */
  readonly keepAliveMs?: number;
  readonly maxIdleConnections?: number;
  readonly bandwidth?: BandwidthLimiter;
  /** Sent with every request, after User-Agent; a name given here replaces the default. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly now?: () => number;
}

const ACCEPT_ENCODING = supportsZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

const EMPTY = Buffer.allocUnsafeSlow(0);

/** Longest delay a Node timer can hold. */
const MAX_TIMER = 2_147_483_647;

/** First value of a header; `wanted` in lower case. */
function firstOf(raw: readonly string[], wanted: string): string | null {
  for (let i = 0; i < raw.length; i += 2) {
    const given = raw[i]!;
    if (given.length === wanted.length && given.toLowerCase() === wanted) return raw[i + 1]!;
  }
  return null;
}

class Response implements FetchResponse {
  readonly kind = 'response';
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: '1.0' | '1.1';
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly truncated: null | Truncation;
  readonly requestHead: string;
  readonly address: string;
  readonly certificateProblem: string | null;
  readonly startedAt: number;
  readonly firstByteAt: number;
  readonly endedAt: number;

  constructor(from: Omit<FetchResponse, 'kind' | 'header' | 'headers'>) {
    this.url = from.url;
    this.status = from.status;
    this.statusText = from.statusText;
    this.httpVersion = from.httpVersion;
    this.rawHeaders = from.rawHeaders;
    this.body = from.body;
    this.truncated = from.truncated;
    this.requestHead = from.requestHead;
    this.address = from.address;
    this.certificateProblem = from.certificateProblem;
    this.startedAt = from.startedAt;
    this.firstByteAt = from.firstByteAt;
    this.endedAt = from.endedAt;
  }

  header(name: string): string | null {
    return firstOf(this.rawHeaders, name.toLowerCase());
  }

  headers(name: string): string[] {
    const wanted = name.toLowerCase();
    const values: string[] = [];
    for (let i = 0; i < this.rawHeaders.length; i += 2)
      if (this.rawHeaders[i]!.toLowerCase() === wanted) values.push(this.rawHeaders[i + 1]!);
    return values;
  }
}

function concat(chunks: readonly Buffer[], bytes: number): Buffer {
  if (bytes === 0) return EMPTY;
  // Slow on purpose: outside Buffer's pool the body owns its memory, and no read slab of the socket is kept alive by it.
  const body = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const chunk of chunks) {
    const wanted = Math.min(chunk.length, bytes - at);
    chunk.copy(body, at, 0, wanted);
    at += wanted;
  }
  return body;
}

/** What the exchanges share; made once by the client. */
interface Shared {
  readonly connections: Connections;
  readonly resolver: Resolver;
  readonly allowPrivate: boolean;
  readonly timeouts: Timeouts;
  readonly maxBytes: number;
  readonly bandwidth: BandwidthLimiter | null;
  readonly now: () => number;
  readonly live: Set<{ abort(message: string): void }>;
  readonly strictTls: boolean;
  readonly maxHeaderBytes: number;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #shared: Shared;
  readonly #request: FetchRequest;
  readonly #url: URL;
  readonly #method: 'GET' | 'HEAD';
  readonly #headers: string[];
  readonly #timeouts: Timeouts;
  #maxBytes: number;
  readonly #startedAt: number;
  readonly #settle: (outcome: FetchOutcome) => void;

  #phase: Phase = 'resolve';
  #timer: NodeJS.Timeout | null = null;
  #firesAt = 0;
  #phaseDeadline = 0;
  #totalDeadline: number;
  #heldSince = 0;
  #settled = false;
  #resolution: Resolution | null = null;
  #connection: Connection | null = null;
  #again = false;
  #onAbort: (() => void) | null = null;

  #requestHead = '';
  #firstByteAt = 0;
  #status = 0;
  #statusText = '';
  #rawHeaders: string[] = [];
  #chunks: Buffer[] = [];
  #bytes = 0;
  #resume: (() => void) | null = null;

  constructor(
    shared: Shared,
    request: FetchRequest,
    url: URL,
    headers: string[],
    settle: (outcome: FetchOutcome) => void,
  ) {
    this.#shared = shared;
    this.#request = request;
    this.#url = url;
    this.#method = request.method ?? 'GET';
    this.#headers = headers;
    this.#timeouts = request.timeouts ? { ...shared.timeouts, ...request.timeouts } : shared.timeouts;
    this.#maxBytes = request.maxBytes ?? shared.maxBytes;
    this.#startedAt = shared.now();
    this.#totalDeadline = performance.now() + this.#timeouts.total;
    this.#settle = settle;
  }

  start(): void {
    const { signal, resolution } = this.#request;
    this.#shared.live.add(this);
    if (signal?.aborted) {
      this.#fail('aborted', 'aborted before it began');
      return;
    }
    if (signal) {
      this.#onAbort = () => this.#fail('aborted', 'aborted by the caller');
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    this.#enter('resolve', this.#timeouts.connect);
    if (resolution) {
      this.#connect(resolution);
      return;
    }
    this.#shared.resolver.resolve(this.#url.hostname).then(
      (found) => {
        if (!this.#settled) this.#connect(found);
      },
      (error: unknown) => {
        const reason = error instanceof ResolveError ? RESOLVE_REASON[error.code] : 'dns-failed';
        this.#fail(reason, error instanceof Error ? error.message : String(error));
      },
    );
  }

  abort(message: string): void {
    this.#fail('aborted', message);
  }

  #connect(resolution: Resolution): void {
    this.#resolution = resolution;
    // Also for an answer that the resolver let pass: this is the last place before the socket. An explicit `connect` is the
    // caller's own doing and cannot come from the Web.
    if (!resolution.connect && !this.#shared.allowPrivate && isPrivateAddress(resolution.address)) {
      this.#fail('private-address', `${this.#url.hostname} leads to ${resolution.address}`);
      return;
    }
    this.#dispatch(resolution);
  }

  #dispatch(resolution: Resolution): void {
    const url = this.#url;
    const secure = url.protocol === 'https:';
    const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    const target: Target = {
      origin: url.origin,
      secure,
      servername: isIP(literal) === 0 ? url.hostname : '',
      host: resolution.connect?.host ?? resolution.address,
      port: resolution.connect?.port ?? (url.port === '' ? (secure ? 443 : 80) : Number(url.port)),
    };
    const connection = this.#shared.connections.take(target, this.#again);
    this.#connection = connection;
    const path = `${url.pathname}${url.search}`;
    // What undici writes: it puts Host and Connection first, and closes after a HEAD because some servers answer it with a body.
    this.#requestHead = `${this.#method} ${path} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: ${
      this.#method === 'HEAD' ? 'close' : 'keep-alive'
    }\r\n`;
    for (let i = 0; i < this.#headers.length; i += 2)
      this.#requestHead += `${this.#headers[i]}: ${this.#headers[i + 1]}\r\n`;
    this.#requestHead += '\r\n';
    if (connection.uses === 0) this.#enter('connect', this.#timeouts.connect);
    else this.#enter('headers', this.#timeouts.headers);
    connection.client.dispatch(
      { origin: url.origin, path, method: this.#method, headers: this.#headers },
      this,
    );
  }

  // ---- undici's handler -----------------------------------------------------------------------------------------------------

  onConnect(): void {
    this.#connection!.awaiting = true;
    this.#enter('headers', this.#timeouts.headers);
  }

  onResponseStarted(): void {
    if (this.#firstByteAt === 0) this.#firstByteAt = this.#shared.now();
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, statusText: string): boolean {
    if (status < 200 || this.#settled) return true;
    this.#status = status;
    this.#statusText = statusText;
    this.#resume = resume;
    let bytes = 0;
    const rawHeaders = new Array<string>(raw.length);
    for (let i = 0; i < raw.length; i++) {
      rawHeaders[i] = raw[i]!.toString('latin1');
      bytes += raw[i]!.length + 2;
    }
    this.#rawHeaders = rawHeaders;
    this.#enter('body', this.#timeouts.body);
    const { bodyLimit } = this.#request;
    if (bodyLimit) {
      this.#maxBytes = Math.min(this.#maxBytes, bodyLimit(status, firstOf(rawHeaders, 'content-type')));
      if (this.#maxBytes <= 0) {
        this.#account(bytes, true);
        this.#finish('length');
        return true;
      }
    }
    return this.#account(bytes, true);
  }

  onData(chunk: Buffer): boolean {
    if (this.#settled) return true;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) {
      this.#bytes = this.#maxBytes;
      this.#shared.bandwidth?.received(chunk.length);
      this.#finish('length');
      return true;
    }
    this.#phaseDeadline = performance.now() + this.#timeouts.body;
    return this.#account(chunk.length, false);
  }

  onComplete(): void {
    this.#finish(null);
  }

  onError(error: Error): void {
    if (this.#settled) return;
    if (this.#phase === 'body') {
      // A 304 may tell the length of what it does not send; undici waits for it in vain and then complains.
      if (this.#status === 304 || this.#status === 204) this.#finish(null);
      else this.#cut('disconnect', error.message);
      return;
    }
    const reason = reasonOf(error, this.#phase, this.#url.protocol === 'https:');
    // A kept connection may have been closed by the server just as the request left. Nothing came back, so nothing was answered:
    // ask once more on a connection of its own.
    if (reason === 'reset' && this.#connection!.uses > 0 && this.#firstByteAt === 0 && !this.#again) {
      this.#again = true;
      this.#shared.connections.discard(this.#connection!);
      this.#dispatch(this.#resolution!);
      return;
    }
    this.#fail(reason, error.message);
  }

  // ---- time, on the monotonic clock: the one on the wall may jump while an answer is awaited --------------------------------------

  /** One timer serves all phases: it is set once, and when it fires too early it is set again for the rest. */
  #enter(phase: Phase, ms: number): void {
    this.#phase = phase;
    const now = performance.now();
    this.#phaseDeadline = now + ms;
    const deadline = Math.min(this.#phaseDeadline, this.#totalDeadline);
    if (this.#timer === null || deadline < this.#firesAt) this.#arm(deadline - now);
  }

  #arm(delay: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#firesAt = performance.now() + delay;
    this.#timer = setTimeout(Exchange.#onTimer, Math.min(MAX_TIMER, Math.max(1, Math.ceil(delay))), this);
  }

  // Static, and given the exchange as its argument: a closure for each request would be work for the garbage collector.
  static readonly #onTimer = (exchange: Exchange): void => exchange.#timedOut();

  #timedOut(): void {
    if (this.#settled) return;
    const now = performance.now();
    // Held by our own limiter, the server owes nothing; look again later.
    const left =
      this.#heldSince === 0 ? Math.min(this.#phaseDeadline, this.#totalDeadline) - now : this.#timeouts.body;
    if (left > 0) {
      this.#arm(left);
      return;
    }
    const total = this.#phaseDeadline > this.#totalDeadline;
    const waited = total
      ? `${this.#timeouts.total} ms in all`
      : `${Math.round(now - this.#totalDeadline + this.#timeouts.total)} ms`;
    switch (this.#phase) {
      case 'resolve':
        this.#fail('dns-failed', `no answer from the resolver after ${waited}`);
        break;
      case 'connect':
        this.#fail('connect-timeout', `not connected after ${waited}`);
        break;
      case 'headers':
        this.#fail('headers-timeout', `no response after ${waited}`);
        break;
      case 'body':
        this.#cut('time', `the body stopped coming after ${waited}`);
        break;
    }
  }

  // ---- bandwidth ------------------------------------------------------------------------------------------------------------

  /** False stops reading until the limiter lets it go on. */
  #account(bytes: number, first: boolean): boolean {
    const bandwidth = this.#shared.bandwidth;
    if (bandwidth === null) return true;
    if (first ? bandwidth.began(bytes) : bandwidth.received(bytes)) return true;
    this.#heldSince = performance.now();
    bandwidth.wait(() => this.#allowed());
    return false;
  }

  #allowed(): boolean {
    if (this.#settled) return false;
    const now = performance.now();
    this.#totalDeadline += now - this.#heldSince;
    this.#phaseDeadline = now + this.#timeouts.body;
    this.#heldSince = 0;
    this.#resume?.();
    return true;
  }

  // ---- the end --------------------------------------------------------------------------------------------------------------

  #end(): void {
    this.#settled = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#onAbort) this.#request.signal?.removeEventListener('abort', this.#onAbort);
    this.#shared.live.delete(this);
  }

  /** The body stopped before its end: what came of it is kept, if anything did. */
  #cut(truncated: 'time' | 'disconnect', message: string): void {
    if (this.#bytes === 0) this.#fail(truncated === 'time' ? 'body-timeout' : 'reset', message);
    else this.#finish(truncated);
  }

  #finish(truncated: null | Truncation): void {
    if (this.#settled) return;
    this.#end();
    const connection = this.#connection!;
    const body = concat(this.#chunks, this.#bytes);
    this.#chunks = [];
    const line = connection.statusLine;
    // The line read from the socket is this response's only if it carries its status (a 1xx may have come first).
    const known = line.startsWith('HTTP/1.') && line.startsWith(String(this.#status), 9);
    const outcome = new Response({
      url: this.#request.url,
      status: this.#status,
      statusText: known ? line.slice(13) : this.#statusText,
      httpVersion: known && line.charCodeAt(7) === 0x30 ? '1.0' : '1.1',
      rawHeaders: this.#rawHeaders,
      body,
      truncated,
      requestHead: this.#requestHead,
      address: this.#resolution!.address,
      certificateProblem: connection.certificateProblem,
      startedAt: this.#startedAt,
      firstByteAt: this.#firstByteAt,
      endedAt: this.#shared.now(),
    });
    // undici is still inside its parser here; it marks the connection free, or closes it, when this returns.
    if (truncated === null && this.#method === 'GET' && connection.open)
      this.#shared.connections.release(connection);
    else queueMicrotask(() => this.#shared.connections.discard(connection));
    this.#settle(outcome);
  }

  #fail(reason: FailureReason, message: string): void {
    if (this.#settled) return;
    this.#end();
    this.#chunks = [];
    const connection = this.#connection;
    if (connection) queueMicrotask(() => this.#shared.connections.discard(connection));
    this.#settle({
      kind: 'failure',
      reason,
      message,
      retryable: isRetryable(reason),
      startedAt: this.#startedAt,
      endedAt: this.#shared.now(),
      ...(this.#resolution ? { address: this.#resolution.address } : {}),
    });
  }
}

/**
 * @example
 * const http = new HttpClient({ userAgent: userAgent('0.1.0', 'https://example.org/crawler') });
 * const outcome = await http.fetch({ url: 'https://example.org/' });
 * if (outcome.kind === 'response') console.log(outcome.status, outcome.body.length);
 */
export class HttpClient {
  readonly #shared: Shared;
  readonly #defaults: readonly string[];
  #closed = false;

  constructor(options: HttpOptions) {
    const allowPrivate = options.allowPrivate ?? false;
    const strictTls = options.strictTls ?? false;
    const maxHeaderBytes = options.maxHeaderBytes ?? 65_536;
    this.#shared = {
      connections: new Connections({
        strictTls,
        keepAliveMs: options.keepAliveMs ?? 4_000,
        maxIdle: options.maxIdleConnections ?? 256,
        maxHeaderBytes,
      }),
      strictTls,
      maxHeaderBytes,
      resolver: options.resolver ?? new DnsResolver({ allowPrivate }),
      allowPrivate,
      timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
      maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
      bandwidth: options.bandwidth ?? null,
      now: options.now ?? Date.now,
      live: new Set(),
    };
    this.#defaults = merge(
      [
        'User-Agent',
        options.userAgent,
        'Accept',
        'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'Accept-Language',
        'pt-BR,pt;q=0.9,*;q=0.5',
        'Accept-Encoding',
        ACCEPT_ENCODING,
      ],
      options.headers,
    );
  }

  /** Connections that hold memory now, idle or in use. */
  get connections(): number {
    return this.#shared.connections.size;
  }

  /** Always resolves, whatever the request, the name server or the server do. */
  fetch(request: FetchRequest): Promise<FetchOutcome> {
    return new Promise((resolve) => {
      const startedAt = this.#shared.now();
      const refuse = (reason: FailureReason, message: string) =>
        resolve({ kind: 'failure', reason, message, retryable: false, startedAt, endedAt: startedAt });
      if (this.#closed) return refuse('aborted', 'the client is closed');
      let url: URL;
      try {
        url = new URL(request.url);
      } catch {
        return refuse('protocol', `not an absolute URL: ${String(request.url).slice(0, 200)}`);
      }
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return refuse('protocol', `only http and https are fetched, not ${url.protocol}`);
      if (request.lenient) {
        this.#leniently(request, url).then(resolve, (error: unknown) =>
          refuse('protocol', error instanceof Error ? error.message : String(error)),
        );
        return;
      }
      try {
        new Exchange(this.#shared, request, url, this.#headersFor(request), resolve).start();
      } catch (error) {
        refuse('protocol', error instanceof Error ? error.message : String(error));
      }
    });
  }

  async #leniently(request: FetchRequest, url: URL): Promise<FetchOutcome> {
    const { now, resolver, allowPrivate, live, bandwidth, connections, strictTls, maxHeaderBytes } =
      this.#shared;
    const startedAt = now();
    const failed = (reason: FailureReason, message: string, address?: string): FetchOutcome => ({
      kind: 'failure',
      reason,
      message,
      retryable: isRetryable(reason),
      startedAt,
      endedAt: now(),
      ...(address === undefined ? {} : { address }),
    });
    let resolution: Resolution;
    try {
      resolution = request.resolution ?? (await resolver.resolve(url.hostname));
    } catch (error) {
      return failed(error instanceof ResolveError ? RESOLVE_REASON[error.code] : 'dns-failed', String(error));
    }
    const { address } = resolution;
    if (!resolution.connect && !allowPrivate && isPrivateAddress(address))
      return failed('private-address', `${url.hostname} leads to ${address}`, address);
    if (request.signal?.aborted || this.#closed) return failed('aborted', 'aborted before it began', address);
    const exchange = new LenientExchange({
      url,
      method: request.method ?? 'GET',
      headers: this.#headersFor(request),
      resolution,
      timeouts: { ...this.#shared.timeouts, ...request.timeouts },
      maxBytes: request.maxBytes ?? this.#shared.maxBytes,
      ...(request.bodyLimit ? { bodyLimit: request.bodyLimit } : {}),
      maxHeaderBytes,
      strictTls,
      secureContext: () => connections.secureContext(),
      received: (bytes) => void bandwidth?.received(bytes),
      now,
    });
    const onAbort = (): void => exchange.abort('aborted by the caller');
    request.signal?.addEventListener('abort', onAbort, { once: true });
    live.add(exchange);
    const answer = await exchange.answer;
    live.delete(exchange);
    request.signal?.removeEventListener('abort', onAbort);
    if ('reason' in answer) return failed(answer.reason, answer.message, address);
    const { chunks, bytes, ...rest } = answer;
    return new Response({
      ...rest,
      url: request.url,
      body: concat(chunks, bytes),
      address,
      startedAt,
      endedAt: now(),
    });
  }

  #headersFor(request: FetchRequest): string[] {
    let headers = this.#defaults;
    if (request.range) {
      const { range } = request;
      const wanted = 'last' in range ? `-${range.last}` : `${range.start}-${range.end ?? ''}`;
      // A range is of the encoded bytes, so only the identity encoding gives the file's own.
      headers = merge(headers, { 'Accept-Encoding': 'identity', Range: `bytes=${wanted}` });
    }
    return request.headers ? merge(headers, request.headers) : (headers as string[]);
  }

  /** Closes every connection; what is in flight ends as `aborted`. */
  close(): void {
    this.#closed = true;
    for (const exchange of [...this.#shared.live]) exchange.abort('the client was closed');
    this.#shared.connections.close();
  }
}

/** name, value … with `more` in the place of names it repeats, and after the others. */
function merge(base: readonly string[], more: Readonly<Record<string, string>> | undefined): string[] {
  const merged = base.slice();
  if (!more) return merged;
  for (const [name, value] of Object.entries(more)) {
    const lower = name.toLowerCase();
    let at = 0;
    while (at < merged.length && merged[at]!.toLowerCase() !== lower) at += 2;
    merged[at] = name;
    merged[at + 1] = value;
  }
  return merged;
}
