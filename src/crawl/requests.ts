/** Every request of a crawl is made here, with the patience and the leniency that its host has come to need. */
import { setMaxListeners } from 'node:events';
import { TarrafaError } from '../errors.ts';
import { type Frontier, type Lease, URL_KIND } from '../frontier/index.ts';
import {
  AdaptiveTimeouts,
  conditionalHeaders,
  type FetchFailure,
  type FetchOutcome,
  type FetchRequest,
  type HttpClient,
  type Resolution,
  type ResponseHead,
  retryAfter,
  type WebProxy,
} from '../http/index.ts';
import { fetchFailure } from '../words/why.ts';
import type { Carrier } from './carrier.ts';
import type { KnownPages } from './known-pages.ts';
import { comesBack } from './revisit-clock.ts';
import type { CrawlSettings } from './settings.ts';
import { wantedBytes } from './wanted-media.ts';

/** What somebody who asks for a URL wants of it, beyond the ordinary. */
export type RequestWish = Pick<FetchRequest, 'method' | 'range' | 'maxBytes' | 'headers'>;

const MOST_CARELESS = 50_000;
/** A request that takes longer holds no place among those that are to be under way, ms. */
const SLOW_AFTER = 5_000;
/** As long as there are no more of them. */
const MOST_SLOW = 256;

export interface RequestsParts {
  readonly settings: CrawlSettings;
  readonly frontier: Pick<Frontier, 'restUntil' | 'mayAsk' | 'onLapse'>;
  readonly client: HttpClient;
  readonly proxy: WebProxy | null;
  readonly carrier?: Carrier | undefined;
  readonly pages: Pick<KnownPages, 'of'>;
  /** Told of every request that ended, and whether it was slow. */
  readonly onExchange: (outcome: FetchOutcome, slow: boolean) => void;
  readonly wishFor: (lease: Lease) => RequestWish | undefined;
  readonly now: () => number;
  /** A clock that never jumps, ms from anywhere. */
  readonly steady: () => number;
}

/** How the requests to a host differ from those to any other. */
export interface HostNeeds {
  /** How long its answers take, ms, when it needs more time than hosts that are not known; null otherwise. */
  readonly slowness: number | null;
  /** Its answers are not HTTP to the letter. */
  readonly careless: boolean;
}

export class Requests {
  readonly #parts: RequestsParts;
  readonly #abort = new AbortController();
  /** Of the requests under way; another one for those that come after they had to be given up. */
  #current = new AbortController();
  /** A slow host gets the time it needs; a fast one that stops answering is given up soon. */
  readonly #patience: AdaptiveTimeouts;
  /** Hosts whose answers are not HTTP to the letter. */
  readonly #careless = new Set<string>();
  /** Something has come through the proxy. */
  #led = false;
  /** When each of those under way began, the eldest first. */
  readonly #begun = new Set<{ readonly at: number }>();

  constructor(parts: RequestsParts) {
    this.#parts = parts;
    const { headers } = parts.settings.timeouts;
    this.#patience = new AdaptiveTimeouts({
      initialMs: headers,
      minMs: Math.min(5_000, headers),
      maxMs: Math.min(60_000, 3 * headers),
    });
    // Every request under way listens to this one signal.
    setMaxListeners(0, this.#abort.signal, this.#current.signal);
    parts.frontier.onLapse?.(() => this.#giveUp());
  }

  /** Requests under way are given up. */
  abort(): void {
    this.#abort.abort();
    this.#current.abort();
  }

  /** Those under way; others may be made when their time has come. */
  #giveUp(): void {
    if (this.#abort.signal.aborted) return;
    this.#current.abort();
    this.#current = new AbortController();
    setMaxListeners(0, this.#current.signal);
  }

  /** What comes first: the outcome, or null because requests under way are given up. */
  unlessAborted<T>(outcome: Promise<T>): Promise<T | null> {
    const { signal } = this.#abort;
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const onAbort = () => resolve(null);
      signal.addEventListener('abort', onAbort, { once: true });
      outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /**
   * Requests that have been under way for long: hosts that answer slowly, or drip, must not take the places of those that answer. So many
   * others may be made beside them.
   */
  get slow(): number {
    const before = this.#parts.steady() - SLOW_AFTER;
    let slow = 0;
    for (const { at } of this.#begun) {
      if (at > before || slow === MOST_SLOW) break;
      slow++;
    }
    return slow;
  }

  /** The request that a lease stands for. */
  visit(lease: Lease, resolution: Resolution): Promise<FetchOutcome> {
    const wish = this.#parts.wishFor(lease);
    if (wish) return this.send(lease.url, lease.queue, resolution, wish);
    const maxBytes = this.#mostBytes(lease);
    const headers = this.#validators(lease);
    const own = () =>
      this.send(lease.url, lease.queue, resolution, {
        maxBytes,
        headers,
        ...(lease.kind === URL_KIND.page ? { bodyLimit: wantedBytes } : {}),
      });
    const { carrier } = this.#parts;
    if (carrier === undefined || lease.kind !== URL_KIND.page) return own();
    return this.#carried(carrier.carry({ lease, address: resolution.address, maxBytes, headers, own }));
  }

  /** An answer that others bring, unless nobody waits for it any more. */
  async #carried(outcome: Promise<FetchOutcome>): Promise<FetchOutcome> {
    const at = this.#parts.now();
    return (
      (await this.unlessAborted(outcome)) ?? {
        kind: 'failure',
        reason: 'aborted',
        message: 'given up',
        retryable: true,
        startedAt: at,
        endedAt: this.#parts.now(),
      }
    );
  }

  /** What a host has come to need that others do not. */
  needsOf(host: string): HostNeeds {
    return { slowness: this.#patience.slowness(host), careless: this.#careless.has(host) };
  }

  /** What it was found to need by another. */
  learnNeeds(host: string, { slowness, careless }: HostNeeds): void {
    if (slowness !== null) this.#patience.learn(host, slowness);
    if (careless) this.#isCareless(host);
  }

  /** Whether the request of a lease says what its page was like before. */
  asksIfChanged(lease: Lease): boolean {
    return Object.keys(this.#validators(lease)).length > 0;
  }

  /** `queue`: of the host that is asked. */
  async send(
    url: string,
    queue: string,
    resolution: Resolution,
    options: RequestWish & Pick<FetchRequest, 'bodyLimit'>,
  ): Promise<FetchOutcome> {
    const { client, onExchange, steady, frontier } = this.#parts;
    const { host } = new URL(url);
    const timeouts = { headers: this.#patience.timeoutFor(host) };
    const lenient = this.#careless.has(host);
    let resting: Promise<void> | null = null;
    const begun = { at: steady() };
    this.#begun.add(begun);
    const answer = await client.fetch({
      url,
      resolution,
      signal: this.#current.signal,
      timeouts,
      ...options,
      ...(lenient ? { lenient } : {}),
      ...(frontier.mayAsk ? { maySend: () => frontier.mayAsk!() } : {}),
      onHead: (head) => {
        resting = this.#rest(queue, head);
        // Awaited below.
        resting?.catch(() => {});
      },
    });
    this.#begun.delete(begun);
    await resting;
    this.#refuseProxy(answer);
    const outcome = answer.kind === 'failure' && !lenient ? this.#moreLeniently(host, answer) : answer;
    if (outcome.kind === 'response')
      this.#patience.record(host, Math.max(0, outcome.firstByteAt - outcome.startedAt));
    else if (outcome.reason === 'headers-timeout')
      this.#patience.record(host, outcome.endedAt - outcome.startedAt);
    if (outcome.kind === 'response' || outcome.reason !== 'aborted')
      onExchange(outcome, steady() - begun.at >= SLOW_AFTER);
    return outcome;
  }

  /** Throws TRF_PROXY when asking on would be in vain: with a proxy that never answered, or that wants another password. */
  #refuseProxy(answer: FetchOutcome): void {
    const { proxy } = this.#parts;
    if (proxy === null) return;
    if (answer.kind === 'response') this.#led = true;
    else if (answer.reason === 'proxy-refused' || (answer.reason === 'proxy' && !this.#led))
      throw new TarrafaError('TRF_PROXY', [proxy.shown, fetchFailure(answer)]);
  }

  /** Said to the whole host, and kept before the rest of the answer has come: it may not come in the life of this process. */
  #rest(queue: string, { status, header }: ResponseHead): Promise<void> | null {
    const { frontier, now } = this.#parts;
    const wait = status === 429 || status >= 500 ? retryAfter(header('retry-after'), now()) : null;
    return wait === null ? null : frontier.restUntil(queue, now() + wait);
  }

  /** What could not be read to the letter is worth another try in its time, with the lenient reading. */
  #moreLeniently(host: string, failure: FetchFailure): FetchFailure {
    if (failure.reason !== 'protocol') return failure;
    this.#isCareless(host);
    return { ...failure, retryable: true };
  }

  #isCareless(host: string): void {
    // Forgotten ones are only found out again.
    if (this.#careless.size >= MOST_CARELESS) this.#careless.clear();
    this.#careless.add(host);
  }

  #mostBytes({ kind, url }: Lease): number {
    const { maxBodyBytes } = this.#parts.settings;
    if (kind === URL_KIND.requisite) return maxBodyBytes.requisite;
    return /\.pdf$/i.test(url) ? maxBodyBytes.document : maxBodyBytes.page;
  }

  /** A page that was seen before is asked for only if it changed. */
  #validators(lease: Lease): Record<string, string> {
    const { settings, pages } = this.#parts;
    const before = comesBack(settings) ? pages.of(lease) : undefined;
    return before ? conditionalHeaders(before) : {};
  }
}
