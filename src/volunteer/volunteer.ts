/**
 * A volunteer: asks a desk for work, fetches what it is given, once and in time, reports it and forgets it. Which sites may be asked, and when, is
 * for the desk to say; how much this machine does is for its owner.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { LeaseAnswer, LeaseItem, StopWord, VisitResult } from '../desk/index.ts';
import { BandwidthLimiter, type FetchResponse, HttpClient, type Resolver } from '../http/index.ts';
import { isNeverAPage } from '../page/index.ts';
import { packedResponse } from '../warc/index.ts';
import { DeskClient, LeaseGone, pause } from './desk-client.ts';
import { PageReader, type PageReport } from './page-report.ts';
import { VolunteerViews } from './views.ts';

export interface VolunteerOptions {
  /** `https://desk.example.org`. */
  readonly desk: string;
  readonly token: string;
  /** Sites in hand at once. */
  readonly concurrency: number;
  /** Bytes a second received from sites, at most. */
  readonly maxBandwidth: number;
  /** Load of the machine, by processor, above which nothing is done. */
  readonly maxLoad: number;
  readonly resolver?: Resolver | undefined;
  readonly signal: AbortSignal;
  /** Load of the machine by processor; for tests of others. */
  readonly load?: (() => number) | undefined;
}

export interface Volunteered {
  readonly pages: number;
  readonly sent: number;
  readonly told: number;
  readonly bytes: number;
  /** Why it ended; null when it was asked to. */
  readonly stop: StopWord | null;
}

/** How often the machine's load, and a pause, are looked at, ms. */
const LOOK = 1_000;
/** Of an item's time, what is left for the answer to reach the desk, ms. */
const REPORT_TIME = 10_000;
/** Headers that are told of an answer whose content is not sent. */
const TOLD_HEADERS = [
  'content-type',
  'location',
  'x-robots-tag',
  'retry-after',
  'last-modified',
  'etag',
  'refresh',
];

export class Volunteer {
  readonly views = new VolunteerViews();
  readonly #options: VolunteerOptions;
  readonly #client: DeskClient;
  readonly #bandwidth: BandwidthLimiter | null;
  readonly #active = new Set<Promise<void>>();
  #http: HttpClient | null = null;
  #reader: PageReader | null = null;
  #lease: LeaseAnswer | null = null;
  /** When the results of the lease are taken no more, on the steady clock. */
  #leaseEnds = 0;
  #paused = false;
  #failure: unknown = null;
  #free: (() => void) | null = null;

  constructor(options: VolunteerOptions) {
    this.#options = options;
    this.#client = new DeskClient(options.desk, options.token, (why) => this.views.fail(`desk: ${why}`));
    this.#bandwidth = Number.isFinite(options.maxBandwidth)
      ? new BandwidthLimiter({ bytesPerSecond: options.maxBandwidth })
      : null;
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  pause(): void {
    this.#paused = true;
    this.views.mode = 'paused';
    this.views.act('pause');
  }

  resume(): void {
    this.#paused = false;
    this.views.act('resume');
  }

  /** Works until it is asked to end, or the desk says so. What is in hand then is given back at once. */
  async run(): Promise<Volunteered> {
    const { signal } = this.#options;
    let stop: StopWord | null = null;
    try {
      while (!signal.aborted && stop === null) {
        if (this.#failure !== null) throw this.#failure;
        if (!(await this.#mayWork())) continue;
        stop = await this.#round();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.views.mode = 'stopped';
      if (this.#lease !== null) await this.#client.giveBack(this.#lease.id);
      await Promise.allSettled(this.#active);
      await this.#http?.close();
    }
    const { pages, sent, told, bytes } = this.views;
    return { pages, sent, told, bytes, stop };
  }

  /** Waits a while when the machine is wanted for something else. */
  async #mayWork(): Promise<boolean> {
    const { concurrency, maxLoad, signal } = this.#options;
    const load = this.#options.load ?? (() => loadavg()[0]! / availableParallelism());
    const busy = load() > maxLoad || maxLoad <= 0;
    if (this.#paused || busy) {
      this.views.mode = this.#paused ? 'paused' : 'busy';
      await pause(LOOK, signal);
      return false;
    }
    if (this.#active.size < concurrency) return true;
    await new Promise<void>((resolve) => {
      this.#free = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return false;
  }

  async #round(): Promise<StopWord | null> {
    const { concurrency, signal } = this.#options;
    const wanted = concurrency - this.#active.size;
    const asked = performance.now();
    try {
      if (this.#lease === null || asked > this.#leaseEnds) {
        const lease = await this.#client.lease(wanted, signal);
        if (lease.stop !== null) return lease.stop;
        if (lease.id === '') {
          await pause(lease.wait, signal);
          return null;
        }
        this.#lease = lease;
        // Begun anew well before the desk forgets it.
        this.#leaseEnds = asked + lease.expiresIn / 2;
        this.#prepare(lease);
        return await this.#take(lease.items, lease.wait, asked);
      }
      const answer = await this.#client.visits(this.#lease.id, [], wanted, signal);
      if (answer.stop !== null) return answer.stop;
      return await this.#take(answer.items, answer.wait, asked);
    } catch (error) {
      if (!(error instanceof LeaseGone)) throw error;
      this.#lease = null;
      return null;
    }
  }

  async #take(items: readonly LeaseItem[], wait: number, asked: number): Promise<null> {
    if (items.length === 0 && this.#active.size === 0) this.views.mode = 'waiting';
    for (const item of items) this.#start(item, asked);
    if (items.length === 0) await pause(wait, this.#options.signal);
    return null;
  }

  #prepare({ userAgent, geoHashes }: LeaseAnswer): void {
    const { resolver } = this.#options;
    this.#reader ??= new PageReader(geoHashes);
    this.#http ??= new HttpClient({
      userAgent,
      keepAliveMs: 500,
      ...(resolver ? { resolver } : {}),
      ...(this.#bandwidth ? { bandwidth: this.#bandwidth } : {}),
    });
  }

  #start(item: LeaseItem, asked: number): void {
    this.views.mode = 'working';
    this.views.gotUrl(item.url);
    const lease = this.#lease!;
    const work = this.#visit(lease, item, asked + item.expiresIn - REPORT_TIME).catch((error) => {
      if (error instanceof LeaseGone) this.#lease = this.#lease === lease ? null : this.#lease;
      else if (!this.#options.signal.aborted) this.#failure ??= error;
    });
    const done = work.finally(() => {
      this.#active.delete(done);
      this.#free?.();
      this.#free = null;
    });
    this.#active.add(done);
  }

  /** `until`: after this, on the steady clock, the URL is not this volunteer's any more. */
  async #visit(lease: LeaseAnswer, item: LeaseItem, until: number): Promise<void> {
    const { signal, resolver } = this.#options;
    const { views } = this;
    const left = until - performance.now();
    if (left <= 0 || signal.aborted) return;
    views.act('GET', item.url);
    const outcome = await this.#http!.fetch({
      url: item.url,
      maxBytes: item.maxBytes,
      headers: item.headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))]),
      maySend: () => performance.now() < until && !signal.aborted,
      bodyLimit: (_, type) => (type !== null && isNeverAPage(type) ? 0 : item.maxBytes),
      // The address whose clock the desk keeps; a private one is refused by the client as any other.
      ...(resolver ? {} : { resolution: { address: item.address, expires: Number.POSITIVE_INFINITY } }),
    });
    if (signal.aborted) return;
    if (outcome.kind === 'failure') {
      views.fail(outcome.reason, item.url);
      await this.#report(lease, { kind: 'failed', url: item.url, reason: outcome.reason });
      return;
    }
    if (outcome.status >= 400) views.fail(`HTTP ${outcome.status}`, item.url);
    views.pages++;
    views.bytes += outcome.body.length;
    const report = this.#reader!.read(outcome);
    views.page = report.view ?? views.page;
    views.html = report.html;
    if (report.view?.isInteresting) views.geoPage(item.url);
    try {
      if (lease.pages === 'all' || report.view?.isInteresting) await this.#send(lease, outcome);
      else await this.#report(lease, toldOf(outcome, report));
    } finally {
      // Reported, or nobody's any more: not kept.
      if (views.html === report.html) views.html = null;
    }
  }

  async #send(lease: LeaseAnswer, response: FetchResponse): Promise<void> {
    const record = packedResponse({ ...response, date: response.startedAt, url: response.url });
    const taken = await this.#client.page(lease.id, record, this.#options.signal);
    this.views.sent++;
    this.views.act(`page: ${taken}`, response.url);
  }

  async #report(lease: LeaseAnswer, result: VisitResult): Promise<void> {
    const { taken } = await this.#client.visits(lease.id, [result], 0, this.#options.signal);
    if (result.kind === 'told') this.views.told++;
    this.views.act(
      `${result.kind === 'told' ? 'links' : result.reason}: ${taken[result.url] ?? '–'}`,
      result.url,
    );
  }
}

function toldOf(response: FetchResponse, { digest, simhash, links }: PageReport): VisitResult {
  const headers: Record<string, string> = {};
  for (const name of TOLD_HEADERS) {
    const value = response.header(name);
    if (value !== null) headers[name] = value.slice(0, 8_192);
  }
  return {
    kind: 'told',
    url: response.url,
    status: response.status,
    headers,
    bytes: response.body.length,
    digest,
    simhash,
    links,
  };
}
