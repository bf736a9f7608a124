/**
 * The HTTP client: one GET or HEAD over HTTP/1.1, as the server answers it. It never follows a redirect, never decodes a body and
 * never rejects; what may be fetched, and when, is for its caller to decide.
 *
 * It stands on undici's dispatch with a handler of its own (`RequestUnderWay`), which costs about half of `fetch()`.
 */
import type { Socket } from 'node:net';
import { supportsZstd } from '../coding/index.ts';
import type { Access } from './access.ts';
import type { BandwidthLimiter } from './bandwidth-limiter.ts';
import { Connections, isRelayed } from './connections.ts';
import { DnsResolver } from './dns-resolver.ts';
import { isRetryable, RESOLVE_REASON, reasonOf } from './failure.ts';
import type { HeldBytes } from './held-bytes.ts';
import { LenientRequestUnderWay } from './lenient-request.ts';
import { isPrivateAddress } from './private-address.ts';
import { isPrivateName, ProxiedResolver } from './proxied-names.ts';
import type { WebProxy } from './proxy.ts';
import { ProxyError } from './proxy-error.ts';
import { ReceivedResponse } from './received-response.ts';
import type { FailureReason, FetchOutcome, FetchRequest, Timeouts } from './request-and-outcome.ts';
import { RequestUnderWay, type SentHeaders, type Shared } from './request-under-way.ts';
import { portOf, type Resolution, ResolveError, type Resolver } from './resolution.ts';
import { openTunnel } from './tunnel.ts';

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
  /** What bodies may hold of the memory while they come in. */
  readonly held?: HeldBytes;
  /** Sent with every request, after User-Agent; a name given here replaces the default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** By which way, and with what beside, servers are asked. */
  readonly access?: Access | undefined;
  readonly now?: () => number;
}

const ACCEPT_ENCODING = supportsZstd ? 'gzip, deflate, br, zstd' : 'gzip, deflate, br';

/**
 * @example
 * const http = new HttpClient({ userAgent: userAgent('0.1.0', 'https://example.org/crawler') });
 * const outcome = await http.fetch({ url: 'https://example.org/' });
 * if (outcome.kind === 'response') console.log(outcome.status, outcome.body.length);
 */
export class HttpClient {
  readonly #shared: Shared;
  readonly #defaults: readonly string[];
  readonly #access: Access | undefined;
  #closed = false;

  constructor(options: HttpOptions) {
    const allowPrivate = options.allowPrivate ?? false;
    const strictTls = options.strictTls ?? false;
    const maxHeaderBytes = options.maxHeaderBytes ?? 65_536;
    const proxy = options.access?.proxy ?? null;
    this.#access = options.access;
    this.#shared = {
      connections: new Connections({
        strictTls,
        keepAliveMs: options.keepAliveMs ?? 4_000,
        maxIdle: options.maxIdleConnections ?? 256,
        maxHeaderBytes,
      }),
      strictTls,
      maxHeaderBytes,
      resolver:
        options.resolver ??
        (proxy === null ? new DnsResolver({ allowPrivate }) : new ProxiedResolver(proxy, allowPrivate)),
      allowPrivate,
      timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
      maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
      bandwidth: options.bandwidth ?? null,
      held: options.held ?? null,
      now: options.now ?? Date.now,
      live: new Set(),
      proxy,
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
        new RequestUnderWay(this.#shared, request, url, this.#headersFor(request, url), resolve).start();
      } catch (error) {
        refuse('protocol', error instanceof Error ? error.message : String(error));
      }
    });
  }

  async #leniently(request: FetchRequest, url: URL): Promise<FetchOutcome> {
    const { now, resolver, allowPrivate, live, bandwidth, held, connections, strictTls } = this.#shared;
    const { maxHeaderBytes, proxy } = this.#shared;
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
      resolution = request.resolution ?? (await resolver.resolve(url.hostname, portOf(url)));
    } catch (error) {
      return failed(error instanceof ResolveError ? RESOLVE_REASON[error.code] : 'dns-failed', String(error));
    }
    const address = proxy === null ? resolution.address : '';
    const refused =
      proxy === null ? !resolution.connect && isPrivateAddress(address) : isPrivateName(url.hostname);
    if (!allowPrivate && refused)
      return failed('private-address', `${url.hostname} leads to ${address}`, address);
    if (request.signal?.aborted || this.#closed) return failed('aborted', 'aborted before it began', address);
    let tunnel: Socket | null = null;
    if (proxy !== null && !isRelayed({ proxy, secure: url.protocol === 'https:' })) {
      const { connect } = { ...this.#shared.timeouts, ...request.timeouts };
      const led = await this.#lead(proxy, url, connect, request.signal);
      if (led instanceof Error) return failed(reasonOf(led, 'connect', false), led.message);
      tunnel = led;
    }
    const line = bandwidth?.reader();
    const underWay = new LenientRequestUnderWay({
      url,
      method: request.method ?? 'GET',
      headers: this.#headersFor(request, url),
      proxy,
      tunnel,
      resolution,
      timeouts: { ...this.#shared.timeouts, ...request.timeouts },
      maxBytes: request.maxBytes ?? this.#shared.maxBytes,
      ...(request.bodyLimit ? { bodyLimit: request.bodyLimit } : {}),
      ...(request.onHead ? { onHead: request.onHead } : {}),
      maySend: request.maySend,
      maxHeaderBytes,
      strictTls,
      secureContext: () => connections.secureContext(),
      received: (bytes) => void line?.received(bytes),
      held,
      now,
    });
    const onAbort = (): void => underWay.abort('aborted by the caller');
    request.signal?.addEventListener('abort', onAbort, { once: true });
    live.add(underWay);
    const answer = await underWay.answer;
    live.delete(underWay);
    line?.left();
    request.signal?.removeEventListener('abort', onAbort);
    if ('reason' in answer) return failed(answer.reason, answer.message, address);
    const { body, ...rest } = answer;
    return new ReceivedResponse({
      ...rest,
      url: request.url,
      body,
      address,
      startedAt,
      endedAt: now(),
    });
  }

  /** A way to the server, in the time that connecting may take. */
  #lead(proxy: WebProxy, url: URL, within: number, signal: AbortSignal | undefined): Promise<Socket | Error> {
    return new Promise((resolve) => {
      const end = { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url) };
      const { live } = this.#shared;
      const settle = (led: Socket | Error): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        live.delete(underWay);
        resolve(led);
        if (led instanceof Error) socket.destroy();
      };
      const socket = openTunnel(proxy, end, (error) => settle(error ?? socket));
      const underWay = { abort: (message: string) => settle(new ProxyError('aborted', message)) };
      const onAbort = (): void => underWay.abort('aborted by the caller');
      const timer = setTimeout(
        () => settle(new ProxyError('connect-timeout', `not connected after ${within} ms`)),
        within,
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      live.add(underWay);
    });
  }

  #headersFor(request: FetchRequest, url: URL): SentHeaders {
    const told = this.#ordinary(request);
    const own = this.#access?.headersFor?.(url);
    if (own === undefined || Object.keys(own).length === 0) return { sent: told, told };
    const sent = merge(told, own);
    return { sent, told: this.#access?.archived ? sent : told };
  }

  #ordinary(request: FetchRequest): string[] {
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
    for (const request of [...this.#shared.live]) request.abort('the client was closed');
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
