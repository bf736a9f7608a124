/**
 * A request read with the platform's lenient parser: header lines ended by a bare line feed or folded, a length beside chunks, an unasked
 * "100 Continue", control characters in values. Old servers of the public Web send all of these, browsers take them, and undici's parser
 * does not. What is lax between two programs that share a connection is harmless here: each of these connections carries one request.
 *
 * Slower than the usual way, and without keep-alive: for hosts that have shown that they need it.
 */
import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import tls, { type SecureContext } from 'node:tls';
import { isRelayed } from './connections.ts';
import { type Phase, reasonOf } from './failure.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { WebProxy } from './proxy.ts';
import { ReceivedBody } from './received-body.ts';
import { firstOf } from './received-response.ts';
import type { FailureReason, ResponseHead, Timeouts, Truncation } from './request-and-outcome.ts';
import { type SentHeaders, withAuthorization } from './request-under-way.ts';
import { portOf, type Resolution } from './resolution.ts';
import { SlowBody } from './slow-body.ts';

export interface LenientRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD';
  readonly headers: SentHeaders;
  readonly proxy: WebProxy | null;
  /** To the server by way of the proxy, where it passes on bytes. */
  readonly tunnel: Socket | null;
  readonly resolution: Resolution;
  readonly timeouts: Timeouts;
  readonly maxBytes: number;
  readonly bodyLimit?: (status: number, contentType: string | null) => number;
  readonly onHead?: (head: ResponseHead) => void;
  readonly maySend?: (() => boolean) | undefined;
  readonly maxHeaderBytes: number;
  readonly strictTls: boolean;
  readonly secureContext: () => SecureContext;
  /** Told of every byte received. */
  readonly received: (bytes: number) => void;
  readonly held: HeldBytes | null;
  readonly now: () => number;
}

export interface LenientAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: '1.0' | '1.1';
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly truncated: Truncation | null;
  readonly requestHead: string;
  readonly certificateProblem: string | null;
  readonly firstByteAt: number;
}

export interface LenientFailure {
  readonly reason: FailureReason;
  readonly message: string;
}

export class LenientRequestUnderWay {
  readonly #asked: http.ClientRequest;
  readonly #answer: Promise<LenientAnswer | LenientFailure>;
  #end: (answer: LenientAnswer | LenientFailure) => void = () => {};
  #timer: NodeJS.Timeout | null = null;

  constructor(request: LenientRequest) {
    const { url, method, resolution, timeouts } = request;
    const secure = url.protocol === 'https:';
    const path = `${url.pathname}${url.search}`;
    const relayed = isRelayed({ proxy: request.proxy, secure });
    const common = ['Host', url.host, 'Connection', 'close'];
    const headers = [
      ...common,
      ...(relayed ? withAuthorization(request.headers.sent, request.proxy!) : request.headers.sent),
    ];
    const told = [...common, ...request.headers.told];
    let requestHead = `${method} ${path} HTTP/1.1\r\n`;
    for (let i = 0; i < told.length; i += 2) requestHead += `${told[i]}: ${told[i + 1]}\r\n`;
    requestHead += '\r\n';
    const totalDeadline = performance.now() + timeouts.total;
    let phase: Phase = 'connect';
    let response: http.IncomingMessage | null = null;
    let certificateProblem: string | null = null;
    let firstByteAt = 0;
    let most = request.maxBytes;
    let heldBytes = 0;
    const body = new ReceivedBody();
    const pace = new SlowBody(timeouts.body);
    let heldSince = 0;
    const reader = {
      resume: () => {
        if (heldSince > 0) pace.held(performance.now() - heldSince);
        heldSince = 0;
        allow(timeouts.body);
        response?.resume();
      },
    };

    this.#answer = new Promise((resolve) => {
      this.#end = (answer) => {
        if (this.#timer !== null) clearTimeout(this.#timer);
        this.#timer = null;
        request.held?.ended(reader, heldBytes);
        heldBytes = 0;
        resolve(answer);
        this.#asked.destroy();
      };
    });
    const finish = (truncated: Truncation | null): void => {
      const { statusCode = 0, statusMessage = '', httpVersion, rawHeaders } = response!;
      this.#end({
        status: statusCode,
        statusText: statusMessage,
        httpVersion: httpVersion === '1.0' ? '1.0' : '1.1',
        rawHeaders,
        body: body.take(most),
        truncated,
        requestHead,
        certificateProblem,
        firstByteAt,
      });
    };
    /** The body stopped before its end: what came of it is kept, if anything did. */
    const cut = (truncated: 'time' | 'disconnect', message: string): void => {
      if (body.bytes > 0) finish(truncated);
      else this.#end({ reason: truncated === 'time' ? 'body-timeout' : 'reset', message });
    };
    const allow = (ms: number): void => {
      if (this.#timer !== null) clearTimeout(this.#timer);
      const now = performance.now();
      const owes = heldSince === 0 ? pace.until - now : Number.POSITIVE_INFINITY;
      const left = Math.max(1, Math.min(ms, totalDeadline - now, owes));
      this.#timer = setTimeout(() => {
        const later = performance.now();
        // The span is over, the silence that is borne is not.
        if (left < ms && later < totalDeadline && !pace.isTooSlow(later, body.bytes)) return allow(ms - left);
        const message = `nothing came for ${Math.round(left)} ms`;
        if (phase === 'body') cut('time', message);
        else this.#end({ reason: phase === 'connect' ? 'connect-timeout' : 'headers-timeout', message });
      }, left);
    };

    const literal = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
    const secured = secure
      ? {
          servername: isIP(literal) === 0 ? url.hostname : '',
          secureContext: request.secureContext(),
          rejectUnauthorized: request.strictTls,
        }
      : {};
    const { tunnel } = request;
    this.#asked = (secure ? https : http).request({
      host: resolution.connect?.host ?? resolution.address,
      port: resolution.connect?.port ?? portOf(url),
      method,
      path: relayed ? `${url.origin}${path}` : path,
      headers,
      setHost: false,
      insecureHTTPParser: true,
      maxHeaderSize: request.maxHeaderBytes,
      ...(secure ? secured : {}),
      ...(tunnel === null
        ? { agent: false }
        : // Asked only where no agent is named.
          { createConnection: () => (secure ? tls.connect({ socket: tunnel, ...secured }) : tunnel) }),
    } as https.RequestOptions);
    allow(timeouts.connect);
    this.#asked.on('socket', (socket) => {
      const ready = (): void => {
        const { authorized, authorizationError } = socket as {
          authorized?: boolean;
          authorizationError?: unknown;
        };
        if (secure && authorized === false) certificateProblem = String(authorizationError ?? 'not trusted');
        if (request.maySend?.() === false) return this.abort('it may not be sent any more');
        phase = 'headers';
        allow(timeouts.headers);
        // Written only now: what is written before the connection stands leaves whenever it does.
        this.#asked.end();
      };
      if (tunnel !== null && !secure) ready();
      else socket.once(secure ? 'secureConnect' : 'connect', ready);
    });
    this.#asked.on('error', (error) => {
      if (phase === 'body') cut('disconnect', error.message);
      else {
        const parser = String((error as NodeJS.ErrnoException).code ?? '').startsWith('HPE_');
        this.#end({ reason: parser ? 'protocol' : reasonOf(error, phase, secure), message: error.message });
      }
    });
    this.#asked.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#end({ reason: 'protocol', message: 'an upgrade nobody asked for' });
    });
    this.#asked.on('response', (answer) => {
      if (relayed && answer.statusCode === 407)
        return this.#end({ reason: 'proxy-refused', message: `${request.proxy!.shown} answers 407` });
      response = answer;
      phase = 'body';
      firstByteAt = request.now();
      pace.begin(performance.now());
      allow(timeouts.body);
      request.received(answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0));
      request.onHead?.({
        status: answer.statusCode ?? 0,
        header: (name) => firstOf(answer.rawHeaders, name.toLowerCase()),
      });
      most = Math.min(
        request.maxBytes,
        request.bodyLimit?.(answer.statusCode ?? 0, answer.headers['content-type'] ?? null) ??
          request.maxBytes,
      );
      if (most <= 0 && request.bodyLimit) return finish('length');
      answer.on('data', (chunk: Buffer) => {
        request.received(chunk.length);
        body.add(chunk);
        if (body.bytes > most || body.isMinced) return finish('length');
        heldBytes = body.bytes;
        // Held back by ourselves, the server owes nothing; only the whole request has a limit then.
        const fits = request.held?.received(reader, chunk.length, body.bytes) ?? true;
        if (!fits) {
          answer.pause();
          heldSince = performance.now();
        }
        allow(fits ? timeouts.body : timeouts.total);
      });
      answer.on('end', () => finish(null));
      answer.on('error', (error) => cut('disconnect', error.message));
    });
  }

  get answer(): Promise<LenientAnswer | LenientFailure> {
    return this.#answer;
  }

  abort(message: string): void {
    this.#end({ reason: 'aborted', message });
  }
}
