/**
 * One request from the look-up of the name to the end of the body: its phases and their time-outs, the limiter of bandwidth, and what ends
 * it. It is undici's handler, in the older form, because that hands over the raw header bytes without building an object of them first.
 */
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import type { BandwidthLimiter, BandwidthReader } from './bandwidth-limiter.ts';
import { type Connection, type Connections, isRelayed, type Target } from './connections.ts';
import { isRetryable, type Phase, RESOLVE_REASON, reasonOf } from './failure.ts';
import type { HeldBytes } from './held-bytes.ts';
import { isPrivateAddress } from './private-address.ts';
import { isPrivateName } from './proxied-names.ts';
import { proxyAuthorization, type WebProxy } from './proxy.ts';
import { ReceivedBody } from './received-body.ts';
import { firstOf, ReceivedResponse } from './received-response.ts';
import type {
  FailureReason,
  FetchOutcome,
  FetchRequest,
  Timeouts,
  Truncation,
} from './request-and-outcome.ts';
import { portOf, type Resolution, ResolveError, type Resolver } from './resolution.ts';
import { SlowBody } from './slow-body.ts';

/** Longest delay a Node timer can hold. */
const MAX_TIMER = 2_147_483_647;

/** What the requests of a client share; made once by it. */
export interface Shared {
  readonly connections: Connections;
  readonly resolver: Resolver;
  readonly allowPrivate: boolean;
  readonly timeouts: Timeouts;
  readonly maxBytes: number;
  readonly bandwidth: BandwidthLimiter | null;
  readonly held: HeldBytes | null;
  readonly now: () => number;
  readonly live: Set<{ abort(message: string): void }>;
  readonly strictTls: boolean;
  readonly maxHeaderBytes: number;
  readonly proxy: WebProxy | null;
}

/** What is sent with a request, and what of it is written down. */
export interface SentHeaders {
  /** name, value, name, value … */
  readonly sent: readonly string[];
  readonly told: readonly string[];
}

export class RequestUnderWay implements Dispatcher.DispatchHandler {
  readonly #shared: Shared;
  readonly #request: FetchRequest;
  readonly #url: URL;
  readonly #method: 'GET' | 'HEAD';
  readonly #headers: SentHeaders;
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
  #onAbort: (() => void) | null = null;

  #requestHead = '';
  #firstByteAt = 0;
  #status = 0;
  #statusText = '';
  #rawHeaders: string[] = [];
  readonly #body = new ReceivedBody();
  readonly #pace: SlowBody;
  readonly #bandwidth: BandwidthReader | null;
  /** Bytes of the body that `held` was told of. */
  #heldBytes = 0;
  /** How many hold the reading back: the limiter of bandwidth, the limit of memory. */
  #holds = 0;
  #resume: (() => void) | null = null;

  constructor(
    shared: Shared,
    request: FetchRequest,
    url: URL,
    headers: SentHeaders,
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
    this.#pace = new SlowBody(this.#timeouts.body);
    this.#bandwidth = shared.bandwidth?.reader() ?? null;
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
    this.#shared.resolver.resolve(this.#url.hostname, portOf(this.#url)).then(
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
    const { proxy, allowPrivate } = this.#shared;
    const refused =
      proxy === null
        ? !resolution.connect && isPrivateAddress(resolution.address)
        : isPrivateName(this.#url.hostname);
    if (!allowPrivate && refused) {
      this.#fail('private-address', `${this.#url.hostname} leads to ${resolution.address}`);
      return;
    }
    this.#dispatch(resolution);
  }

  #dispatch(resolution: Resolution): void {
    const url = this.#url;
    const { proxy } = this.#shared;
    const secure = url.protocol === 'https:';
    const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    const target: Target = {
      origin: url.origin,
      secure,
      servername: isIP(literal) === 0 ? url.hostname : '',
      host: proxy === null ? (resolution.connect?.host ?? resolution.address) : literal,
      port: proxy === null ? (resolution.connect?.port ?? portOf(url)) : portOf(url),
      proxy,
    };
    const connection = this.#shared.connections.take(target);
    this.#connection = connection;
    const path = `${url.pathname}${url.search}`;
    // What undici writes: it puts Host and Connection first, and closes after a HEAD because some servers answer it with a body.
    this.#requestHead = `${this.#method} ${path} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: ${
      this.#method === 'HEAD' ? 'close' : 'keep-alive'
    }\r\n`;
    const { sent, told } = this.#headers;
    for (let i = 0; i < told.length; i += 2) this.#requestHead += `${told[i]}: ${told[i + 1]}\r\n`;
    this.#requestHead += '\r\n';
    if (connection.uses === 0) this.#enter('connect', this.#timeouts.connect);
    else this.#enter('headers', this.#timeouts.headers);
    connection.client.dispatch(
      {
        origin: url.origin,
        path: isRelayed(target) ? `${url.origin}${path}` : path,
        method: this.#method,
        headers: isRelayed(target) ? withAuthorization(sent, proxy!) : (sent as string[]),
      },
      this,
    );
  }

  // ---- undici's handler -----------------------------------------------------------------------------------------------------

  onConnect(abort: () => void): void {
    if (this.#request.maySend?.() === false) {
      this.#fail('aborted', 'it may not be sent any more');
      abort();
      return;
    }
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
    // The status line, and the empty one at the end.
    let bytes = 'HTTP/1.1 200 '.length + statusText.length + 4;
    const rawHeaders = new Array<string>(raw.length);
    for (let i = 0; i < raw.length; i++) {
      rawHeaders[i] = raw[i]!.toString('latin1');
      bytes += raw[i]!.length + 2;
    }
    this.#rawHeaders = rawHeaders;
    // Said by the proxy and not by the server, whose answer would be taken for a page.
    if (status === 407 && this.#shared.proxy?.kind === 'http' && this.#url.protocol === 'http:') {
      this.#fail('proxy-refused', `${this.#shared.proxy.shown} answers 407`);
      return true;
    }
    this.#request.onHead?.({ status, header: (name) => firstOf(rawHeaders, name.toLowerCase()) });
    this.#enter('body', this.#timeouts.body);
    this.#pace.begin(performance.now());
    const { bodyLimit } = this.#request;
    if (bodyLimit) {
      this.#maxBytes = Math.min(this.#maxBytes, bodyLimit(status, firstOf(rawHeaders, 'content-type')));
      if (this.#maxBytes <= 0) {
        this.#account(bytes);
        this.#finish('length');
        return true;
      }
    }
    return this.#account(bytes);
  }

  onData(chunk: Buffer): boolean {
    if (this.#settled) return true;
    this.#body.add(chunk);
    if (this.#body.bytes > this.#maxBytes || this.#body.isMinced) {
      this.#bandwidth?.received(chunk.length);
      this.#finish('length');
      return true;
    }
    this.#phaseDeadline = performance.now() + this.#timeouts.body;
    this.#heldBytes = this.#body.bytes;
    const fits = this.#shared.held?.received(this, chunk.length, this.#body.bytes) ?? true;
    if (!fits) this.#hold();
    return this.#account(chunk.length) && fits;
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
    // Also when a kept connection was closed just as the request left: it may have been answered, or seen, and whoever asks again does so
    // in its turn.
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
    this.#timer = setTimeout(
      RequestUnderWay.#onTimer,
      Math.min(MAX_TIMER, Math.max(1, Math.ceil(delay))),
      this,
    );
  }

  // Static, and given the request as its argument: a closure for each request would be work for the garbage collector.
  static readonly #onTimer = (request: RequestUnderWay): void => request.#timedOut();

  #timedOut(): void {
    if (this.#settled) return;
    const now = performance.now();
    // Held by our own limiter, the server owes nothing; look again later.
    const held = this.#heldSince !== 0;
    if (!held && this.#pace.isTooSlow(now, this.#body.bytes)) {
      this.#cut('time', `${this.#body.bytes} bytes of the body after ${this.#waited(now)} ms`);
      return;
    }
    const deadline = Math.min(this.#phaseDeadline, this.#totalDeadline, this.#pace.until);
    const left = held ? this.#timeouts.body : deadline - now;
    if (left > 0) {
      this.#arm(left);
      return;
    }
    const total = this.#phaseDeadline > this.#totalDeadline;
    const waited = total ? `${this.#timeouts.total} ms in all` : `${this.#waited(now)} ms`;
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

  /** Ms since the beginning, but for those in which it was held. */
  #waited(now: number): number {
    return Math.round(now - this.#totalDeadline + this.#timeouts.total);
  }

  // ---- what holds the reading back ------------------------------------------------------------------------------------------------------------

  /** False stops reading until the limiter lets it go on. */
  #account(bytes: number): boolean {
    const bandwidth = this.#bandwidth;
    if (bandwidth === null || bandwidth.received(bytes)) return true;
    this.#hold();
    bandwidth.wait(() => this.#allowed());
    return false;
  }

  #hold(): void {
    if (this.#holds++ === 0) this.#heldSince = performance.now();
  }

  /** There is memory for more of the body. Told from inside the parser of another connection, which does not bear a second at work. */
  resume(): void {
    queueMicrotask(() => this.#allowed());
  }

  #allowed(): boolean {
    if (this.#settled) return false;
    if (--this.#holds > 0) return true;
    const now = performance.now();
    this.#totalDeadline += now - this.#heldSince;
    this.#pace.held(now - this.#heldSince);
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
    this.#shared.held?.ended(this, this.#heldBytes);
    this.#bandwidth?.left();
  }

  /** The body stopped before its end: what came of it is kept, if anything did. */
  #cut(truncated: 'time' | 'disconnect', message: string): void {
    if (this.#body.bytes === 0) this.#fail(truncated === 'time' ? 'body-timeout' : 'reset', message);
    else this.#finish(truncated);
  }

  #finish(truncated: null | Truncation): void {
    if (this.#settled) return;
    this.#end();
    const connection = this.#connection!;
    const body = this.#body.take(this.#maxBytes);
    const line = connection.statusLine;
    // The line read from the socket is this response's only if it carries its status (a 1xx may have come first).
    const known = line.startsWith('HTTP/1.') && line.startsWith(String(this.#status), 9);
    const outcome = new ReceivedResponse({
      url: this.#request.url,
      status: this.#status,
      statusText: known ? line.slice(13) : this.#statusText,
      httpVersion: known && line.charCodeAt(7) === 0x30 ? '1.0' : '1.1',
      rawHeaders: this.#rawHeaders,
      body,
      truncated,
      requestHead: this.#requestHead,
      address: this.#shared.proxy === null ? this.#resolution!.address : '',
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
    this.#body.drop();
    const connection = this.#connection;
    if (connection) queueMicrotask(() => this.#shared.connections.discard(connection));
    this.#settle({
      kind: 'failure',
      reason,
      message,
      retryable: isRetryable(reason),
      startedAt: this.#startedAt,
      endedAt: this.#shared.now(),
      ...(this.#resolution && this.#shared.proxy === null ? { address: this.#resolution.address } : {}),
    });
  }
}

/** For the proxy alone, which takes it out. */
export function withAuthorization(headers: readonly string[], proxy: WebProxy): string[] {
  const secret = proxyAuthorization(proxy);
  return secret === null ? headers.slice() : [...headers, 'Proxy-Authorization', secret];
}
