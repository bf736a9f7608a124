/**
 * One visit, from a lease to its end: address, robots, request, analysis, ledger. Every path through here ends the lease in exactly
 * one way (complete, put back, retry), and every request of the crawl is made here, so that politeness and robots hold for all.
 */
import { setMaxListeners } from 'node:events';
import { type Candidate, type Frontier, type Lease, OUTCOME, URL_KIND } from '../frontier/index.ts';
import {
  AdaptiveTimeouts,
  backOff,
  conditionalHeaders,
  escapeBytes,
  type FetchFailure,
  type FetchOutcome,
  type FetchRequest,
  type FetchResponse,
  type HttpClient,
  type Resolution,
  ResolveError,
  type Resolver,
  raisedDelay,
  redirectLocation,
  retryAfter,
} from '../http/index.ts';
import { NearDuplicateIndex, parseSimhash } from '../text/index.ts';
import {
  inScope,
  normaliseUrl,
  registrableDomain,
  type Scope,
  TrapWatch,
  type UrlProfile,
} from '../url/index.ts';
import { type Exchange, payloadDigest, type WarcWriter, type WrittenRecord } from '../warc/index.ts';
import type { AnalysisPool } from './analysis-pool.ts';
import type { CrawlState } from './crawl-state.ts';
import { HostHealth } from './host-health.ts';
import type { Ledger, VisitEntry } from './ledger.ts';
import { USUAL_PRIORITY } from './link-collector.ts';
import type { LinkPolicy, PolicyNote } from './link-policy.ts';
import { NUMBERS_PER_LINK, type PackedLinks, type PageFacts } from './page-facts.ts';
import type { PageNotes, PageObserver } from './page-observer.ts';
import type { RevisitClock } from './revisit-clock.ts';
import type { RobotsGate } from './robots-gate.ts';
import type { CrawlSettings } from './settings.ts';
import type { OutcomeName } from './visit-log.ts';
import { wantedBytes } from './wanted-media.ts';

export interface VisitorParts {
  readonly settings: CrawlSettings;
  readonly scope: Scope;
  readonly profile: UrlProfile;
  readonly frontier: Frontier;
  readonly ledger: Ledger;
  readonly archive: WarcWriter;
  readonly state: CrawlState;
  readonly resolver: Resolver;
  readonly client: HttpClient;
  readonly gate: RobotsGate;
  readonly pool: AnalysisPool;
  readonly revisit: RevisitClock;
  readonly linkPolicy: LinkPolicy | null;
  readonly now: () => number;
  /** Told of every request that ended. */
  readonly onExchange: (outcome: FetchOutcome) => void;
  readonly observer?: PageObserver;
  /** Told of every visit that ended, when somebody waits for its answer. */
  readonly onEnd?: (end: VisitEnd) => void;
  /** What somebody who asked for this URL wants of it, beyond the ordinary. */
  readonly wishFor?: (lease: Lease) => RequestWish | undefined;
}

/** How a visit ended, with the answer it brought. */
export interface VisitEnd {
  readonly lease: Lease;
  readonly outcome: OutcomeName;
  readonly reason: string | null;
  readonly response: FetchResponse | null;
}

export type RequestWish = Pick<FetchRequest, 'method' | 'range' | 'maxBytes' | 'headers'>;

/** A trap costs like this many further levels of depth, at full evidence. */
const TRAP_DEPTH = 20;
const NEAR_DUPLICATES_KEPT = 200_000;
/** Sitemaps within sitemaps; the protocol knows one index over them, some sites have an index of indexes. */
const MOST_NESTED_SITEMAPS = 3;
/** Failures in a row, over different URLs, after which a host is given up. */
const DEAD_AFTER = 6;
const MOST_RAISED = 100_000;
const MOST_CARELESS = 50_000;

/** Extension field of a WARC record: which lease of the frontier it answers. */
export const RECORD_FIELD = 'Tarrafa-Record';

const OUTCOME_NAME = Object.fromEntries(
  Object.entries(OUTCOME).map(([name, code]) => [code, name]),
) as Record<number, OutcomeName>;

/** What a response is worth, before its body is looked at. */
function isPage(response: FetchResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

export class Visitor {
  readonly #parts: VisitorParts;
  readonly #health = new HostHealth(DEAD_AFTER);
  readonly #near = new NearDuplicateIndex({ capacity: NEAR_DUPLICATES_KEPT });
  readonly #traps = new TrapWatch();
  readonly #abort = new AbortController();
  /** A slow host gets the time it needs; a fast one that stops answering is given up soon. */
  readonly #patience: AdaptiveTimeouts;
  /** Queues whose delay was raised because they asked for it. */
  readonly #raised = new Map<string, number>();
  /** Hosts whose answers are not HTTP to the letter. */
  readonly #careless = new Set<string>();
  /** Answers of visits under way that somebody waits for, by record. */
  readonly #answers = new Map<number, FetchResponse>();
  /** Bytes of bodies that are in memory now. */
  bytesHeld = 0;

  constructor(parts: VisitorParts) {
    this.#parts = parts;
    const { headers } = parts.settings.timeouts;
    this.#patience = new AdaptiveTimeouts({
      initialMs: headers,
      minMs: Math.min(5_000, headers),
      maxMs: Math.min(60_000, 3 * headers),
    });
    // Every request under way listens to this one signal.
    setMaxListeners(0, this.#abort.signal);
  }

  /** Requests under way are given up; their URLs go back to the frontier. */
  abort(): void {
    this.#abort.abort();
  }

  /** Makes the index of near-duplicates know a page of an earlier session. */
  remember(simhash: string, visit: number): void {
    const parsed = parseSimhash(simhash);
    if (parsed) this.#near.insert(parsed, visit);
  }

  async visit(lease: Lease): Promise<void> {
    const { frontier, resolver } = this.#parts;
    const url = new URL(lease.url);
    if (this.#health.isGivenUp(url.host))
      return this.#end(lease, OUTCOME.failed, 0, { reason: 'unreachable', accessedAt: null });
    let resolution: Resolution;
    try {
      resolution = await resolver.resolve(url.hostname.replace(/^\[|\]$/g, ''));
    } catch (error) {
      return this.#unresolved(lease, error);
    }
    const rest = frontier.bind(lease, resolution.address);
    if (rest > 0) return frontier.putBack(lease, { notBefore: rest });

    const allowed = await this.#passGate(lease, url, resolution);
    if (allowed === 'resting') return;
    if (allowed === 'blocked') return this.#block(lease, url);

    const outcome = await this.#request(lease, resolution);
    if (outcome.kind === 'failure') return this.#failed(lease, outcome);
    this.#health.succeeded(url.host);
    this.bytesHeld += outcome.body.length;
    if (this.#parts.onEnd) this.#answers.set(lease.record, outcome);
    try {
      await this.#received(lease, outcome);
    } finally {
      this.bytesHeld -= outcome.body.length;
      this.#answers.delete(lease.record);
    }
  }

  /** Analyses and ends an orphan whose response is whole in the archive. */
  async replay(lease: Lease, response: FetchResponse, position: WrittenRecord): Promise<void> {
    await this.#received(lease, response, position);
  }

  /** Ends a visit whose answer nobody waits for any more. */
  giveUp(lease: Lease): void {
    this.#end(lease, OUTCOME.skipped, 0, { reason: 'given-up', accessedAt: this.#parts.now() });
  }

  #unresolved(lease: Lease, error: unknown): void {
    const { settings, frontier, now } = this.#parts;
    const code = error instanceof ResolveError ? error.code : 'failed';
    const reason =
      code === 'private' ? 'private-address' : code === 'not-found' ? 'dns-not-found' : 'dns-failed';
    const lasting = code === 'private' || code === 'not-found';
    if (!lasting && lease.attempt <= settings.retries)
      return frontier.retry(lease, {
        accessedAt: now(),
        notBefore: now() + this.#backOff(lease),
      });
    this.#end(lease, reason === 'private-address' ? OUTCOME.refused : OUTCOME.failed, 0, {
      reason,
      accessedAt: null,
    });
    if (lasting || this.#health.failed(new URL(lease.url).host)) this.#retire(lease, reason);
  }

  /** Nothing more is asked of a dead host. Where a queue is a whole site, the other hosts of the site are not to blame. */
  #retire(lease: Lease, reason: string): void {
    const { settings, frontier } = this.#parts;
    if (settings.politeness === 'host') frontier.retire(lease.queue, reason);
  }

  /** Asks for the robots file when it is not known; each request of that is an access of the queue, and may make the lease rest. */
  async #passGate(
    lease: Lease,
    url: URL,
    resolution: Resolution,
  ): Promise<'allowed' | 'blocked' | 'resting'> {
    const { gate, frontier, settings, now } = this.#parts;
    for (;;) {
      const known = gate.known(url.origin);
      if (known) {
        this.#keepPace(lease);
        return known.allows(lease.url) ? 'allowed' : 'blocked';
      }
      const target = gate.nextRequest(url.origin);
      const elsewhere = new URL(target);
      let where = resolution;
      if (elsewhere.host !== url.host) {
        const clearance = await this.#clearanceFor(lease, elsewhere);
        if (typeof clearance === 'number') {
          frontier.putBack(lease, { notBefore: clearance });
          return 'resting';
        }
        if (clearance === null) {
          // The hop leads nowhere that may be asked: as good as a robots file that cannot be reached.
          gate.answer(url.origin, unreachable(now()));
          continue;
        }
        where = clearance;
      }
      const outcome = await this.#send(target, where, { maxBytes: 512_000 });
      if (outcome.kind === 'failure' && outcome.reason === 'aborted') {
        frontier.putBack(lease, { accessedAt: outcome.endedAt });
        return 'resting';
      }
      const again = gate.tryAgain(url.origin, outcome, settings.retries);
      if (again > 0) {
        const wait = outcome.kind === 'response' ? retryAfter(outcome.header('retry-after'), now()) : null;
        const rest = backOff(again, url.origin, { baseMs: settings.retryDelay });
        frontier.putBack(lease, {
          accessedAt: outcome.endedAt,
          notBefore: now() + Math.max(rest, wait ?? 0),
        });
        return 'resting';
      }
      gate.answer(url.origin, outcome);
      if (outcome.kind === 'response') this.#archiveRobots(target, outcome);
      const after = gate.known(url.origin);
      if (after) this.#robotsLearned(lease, url.origin, after.sitemaps);
      // With no delay to keep, going back to the frontier would only cost time.
      if (settings.delay > 0 || settings.addressDelay > 0 || (after?.crawlDelay ?? 0) > 0) {
        this.#keepPace(lease);
        frontier.putBack(lease, { accessedAt: outcome.endedAt });
        return 'resting';
      }
    }
  }

  /** A robots file may be redirected to another host, whose own politeness clock then counts: a resolution, a time to wait for, or null. */
  async #clearanceFor(lease: Lease, target: URL): Promise<Resolution | number | null> {
    const { frontier, resolver, settings, now } = this.#parts;
    const normal = normaliseUrl(target.href);
    if (normal.kind === 'refused') return null;
    const queue = settings.politeness === 'site' ? normal.site : normal.host;
    if (queue !== lease.queue) {
      const state = frontier.queueState(queue);
      if (state?.inFlight) return now() + Math.max(1_000, settings.delay);
      if (state && state.nextAt > now()) return state.nextAt;
      frontier.restUntil(queue, now() + settings.delay);
    }
    try {
      return await resolver.resolve(target.hostname.replace(/^\[|\]$/g, ''));
    } catch {
      return null;
    }
  }

  #archiveRobots(url: string, response: FetchResponse): void {
    const { archive, ledger } = this.#parts;
    ledger.advance(
      archive.writeExchange({ ...exchangeOf(url, response), payloadDigest: payloadDigest(response.body) }),
    );
  }

  #robotsLearned(lease: Lease, origin: string, sitemaps: readonly string[]): void {
    const { settings, frontier, scope, profile } = this.#parts;
    if (!settings.sitemaps || lease.hops >= settings.maxHops) return;
    const listed = sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`];
    for (const raw of listed.slice(0, 100)) {
      const url = normaliseUrl(raw, origin, profile);
      if (url.kind === 'refused' || !inScope(scope, url)) continue;
      frontier.add({
        url: url.fetch,
        key: url.key,
        queue: settings.politeness === 'site' ? url.site : url.host,
        priority: 0,
        depth: 0,
        hops: lease.hops,
        redirects: 0,
        kind: URL_KIND.sitemap,
        parent: lease.record,
      });
    }
  }

  #block(lease: Lease, url: URL): void {
    const { settings, gate, now } = this.#parts;
    const unreachable = gate.unreachable(url.origin);
    // The URL stays known, and is asked again when the rules may have changed.
    this.#end(lease, unreachable ? OUTCOME.failed : OUTCOME.blocked, 0, {
      reason: unreachable ? 'robots-unreachable' : 'robots',
      accessedAt: null,
      revisitAt: now() + settings.blockedRetry,
    });
  }

  async #send(
    url: string,
    resolution: Resolution,
    options: RequestWish & Pick<FetchRequest, 'bodyLimit'>,
  ): Promise<FetchOutcome> {
    const { client, ledger, onExchange } = this.#parts;
    const { host } = new URL(url);
    const timeouts = { headers: this.#patience.timeoutFor(host) };
    const lenient = this.#careless.has(host);
    const answer = await client.fetch({
      url,
      resolution,
      signal: this.#abort.signal,
      timeouts,
      ...options,
      ...(lenient ? { lenient } : {}),
    });
    const outcome = answer.kind === 'failure' && !lenient ? this.#moreLeniently(host, answer) : answer;
    if (outcome.kind === 'response')
      this.#patience.record(host, Math.max(0, outcome.firstByteAt - outcome.startedAt));
    else if (outcome.reason === 'headers-timeout')
      this.#patience.record(host, outcome.endedAt - outcome.startedAt);
    if (outcome.kind === 'response' || outcome.reason !== 'aborted') {
      ledger.totals.requests++;
      onExchange(outcome);
    }
    return outcome;
  }

  /** What could not be read to the letter is worth another try in its time, with the lenient reading. */
  #moreLeniently(host: string, failure: FetchFailure): FetchFailure {
    if (failure.reason !== 'protocol') return failure;
    // Forgotten ones are only found out again.
    if (this.#careless.size >= MOST_CARELESS) this.#careless.clear();
    this.#careless.add(host);
    return { ...failure, retryable: true };
  }

  #request(lease: Lease, resolution: Resolution): Promise<FetchOutcome> {
    const { settings, state } = this.#parts;
    const wish = this.#parts.wishFor?.(lease);
    if (wish) return this.#send(lease.url, resolution, wish);
    // A page that was seen before is asked for only if it changed.
    const before = settings.revisit === 'none' ? undefined : state.page(lease.key);
    const maxBytes =
      lease.kind === URL_KIND.requisite
        ? settings.maxBodyBytes.requisite
        : /\.pdf$/i.test(lease.url)
          ? settings.maxBodyBytes.document
          : settings.maxBodyBytes.page;
    return this.#send(lease.url, resolution, {
      maxBytes,
      headers: before ? conditionalHeaders(before) : {},
      ...(lease.kind === URL_KIND.page ? { bodyLimit: wantedBytes } : {}),
    });
  }

  /** Longer with every try; never shorter than the delay of the queue, which the frontier keeps anyway. */
  #backOff(lease: Lease): number {
    return backOff(lease.attempt, lease.url, { baseMs: this.#parts.settings.retryDelay });
  }

  #failed(lease: Lease, failure: FetchFailure): void {
    const { settings, frontier, now } = this.#parts;
    if (failure.reason === 'aborted') return frontier.putBack(lease, { accessedAt: failure.endedAt });
    if (failure.retryable && lease.attempt <= settings.retries)
      return frontier.retry(lease, {
        accessedAt: failure.endedAt,
        notBefore: now() + this.#backOff(lease),
      });
    const refused = failure.reason === 'private-address';
    this.#end(lease, refused ? OUTCOME.refused : OUTCOME.failed, 0, {
      reason: failure.reason,
      accessedAt: failure.endedAt,
      ms: Math.max(0, failure.endedAt - failure.startedAt),
    });
    if (!refused && this.#health.failed(new URL(lease.url).host)) this.#retire(lease, 'unreachable');
  }

  async #received(lease: Lease, response: FetchResponse, position?: WrittenRecord): Promise<void> {
    const { settings, frontier, now } = this.#parts;
    const status = response.status;
    // The answer to a HEAD is no capture: archived, it would be replayed, and found again, as a page without content.
    const head = response.requestHead.startsWith('HEAD ');
    if (head && status < 500 && status !== 429)
      return this.#end(lease, OUTCOME.skipped, status, { reason: 'head', ...accessOf(response) });
    // A 304 that nobody asked for says nothing about any page.
    if (status === 304 && this.#askedIfChanged(lease)) return this.#unchanged(lease, response, position);
    if (status >= 300 && status < 400 && status !== 304) return this.#redirected(lease, response, position);
    if (status === 429 || status === 503) {
      const wait = retryAfter(response.header('retry-after'), now());
      this.#slowDown(lease);
      // Said to the whole host, also when this URL is not tried again.
      if (wait !== null && !position) frontier.restUntil(lease.queue, now() + wait);
      if (lease.attempt <= settings.retries && !position) {
        const notBefore = now() + Math.max(this.#backOff(lease), wait ?? 0);
        frontier.restUntil(lease.queue, notBefore);
        return frontier.retry(lease, { accessedAt: response.endedAt, notBefore });
      }
    } else if (
      (status === 500 || status === 502 || status === 504) &&
      lease.attempt <= settings.retries &&
      !position
    )
      return frontier.retry(lease, {
        accessedAt: response.endedAt,
        notBefore: now() + this.#backOff(lease),
      });
    if (status < 500 && status !== 429) this.#speedUp(lease);
    if (!isPage(response)) {
      const outcome =
        status === 404 || status === 410
          ? OUTCOME.gone
          : status === 401 || status === 403
            ? OUTCOME.blocked
            : OUTCOME.failed;
      this.#end(
        lease,
        outcome,
        status,
        { reason: `http-${status}`, ...accessOf(response) },
        head ? null : (position ?? this.#exchange(lease, response)),
      );
      return;
    }
    await this.#analyse(lease, response, position);
  }

  /** The delay of a queue: ours, what its robots file asks for, what its answers asked for, whichever is longest. */
  #keepPace(lease: Lease): void {
    const { settings, frontier, gate } = this.#parts;
    const asked = gate.known(new URL(lease.url).origin)?.crawlDelay ?? null;
    const raised = this.#raised.get(lease.queue) ?? 0;
    if (asked === null && raised === 0) return;
    const crawlDelay = Math.min(settings.maxCrawlDelay, (asked ?? 0) * 1000);
    frontier.setDelay(lease.queue, Math.max(settings.delay, crawlDelay, raised));
  }

  /** The host says that it is too much: it gets half the pace from now on. */
  #slowDown(lease: Lease): void {
    const { settings } = this.#parts;
    if (this.#raised.size >= MOST_RAISED) this.#raised.clear();
    this.#raised.set(lease.queue, raisedDelay(this.#raised.get(lease.queue) ?? settings.delay, null));
    this.#keepPace(lease);
  }

  /** It answers again: step by step back to the ordinary pace. */
  #speedUp(lease: Lease): void {
    const raised = this.#raised.get(lease.queue);
    if (raised === undefined) return;
    const eased = Math.max(this.#parts.settings.delay, raised / 2 < 500 ? 0 : raised / 2);
    if (eased > this.#parts.settings.delay) this.#raised.set(lease.queue, eased);
    else {
      this.#raised.delete(lease.queue);
      this.#parts.frontier.setDelay(lease.queue, eased);
    }
    this.#keepPace(lease);
  }

  #redirected(lease: Lease, response: FetchResponse, position?: WrittenRecord): void {
    const { settings, scope, profile } = this.#parts;
    const target = normaliseUrl(redirectLocation(response) ?? '', lease.url, profile);
    const refused: Record<string, number> = {};
    const candidates: Candidate[] = [];
    if (lease.redirects >= settings.maxRedirects) refused['too-many-redirects'] = 1;
    else if (target.kind === 'refused') refused[target.reason] = 1;
    else if (!inScope(scope, target) && scope.language === null && lease.kind !== URL_KIND.requisite)
      refused['out-of-scope'] = 1;
    else if (target.fetch === lease.url) refused['redirect-to-itself'] = 1;
    else
      candidates.push({
        url: target.fetch,
        // Where only the comparison form is equal (http → https, a slash), it is the same URL for us, and its answer is what is wanted.
        key: target.key === lease.key ? `${target.key} ${lease.redirects + 1}` : target.key,
        queue: settings.politeness === 'site' ? target.site : target.host,
        priority: lease.priority,
        depth: lease.depth,
        hops: lease.hops,
        redirects: lease.redirects + 1,
        kind: lease.kind,
        parent: lease.record,
      });
    this.#end(
      lease,
      OUTCOME.redirected,
      response.status,
      { refused, ...accessOf(response) },
      position ?? this.#exchange(lease, response),
      candidates,
    );
  }

  #askedIfChanged(lease: Lease): boolean {
    const { settings, state } = this.#parts;
    const before = settings.revisit === 'none' ? undefined : state.page(lease.key);
    return before !== undefined && Object.keys(conditionalHeaders(before)).length > 0;
  }

  #unchanged(lease: Lease, response: FetchResponse, position?: WrittenRecord): void {
    const { state, revisit } = this.#parts;
    const before = state.page(lease.key);
    const page = revisit.remember(before, response, before?.digest ?? '');
    state.rememberPage(lease.key, page);
    const archived =
      position ??
      ((archive: WarcWriter) =>
        archive.writeExchange({
          ...exchangeOf(lease.url, response, lease.record),
          ...(before
            ? { payloadDigest: before.digest, revisitOf: { url: lease.url, date: before.capturedAt } }
            : {}),
        }));
    this.#end(
      lease,
      OUTCOME.unchanged,
      304,
      { digest: before?.digest, revisitAt: revisit.next(lease, page, before), ...accessOf(response) },
      archived,
    );
  }

  async #analyse(lease: Lease, response: FetchResponse, position?: WrittenRecord): Promise<void> {
    const { settings, pool, state, revisit, now } = this.#parts;
    const facts = await pool.run({
      url: lease.url,
      status: response.status,
      kind: lease.kind,
      contentType: response.header('content-type'),
      // Several codings may be told in several lines.
      contentEncoding: response.headers('content-encoding').join(', ') || null,
      xRobots: response.headers('x-robots-tag'),
      refresh: escapeBytes(response.header('refresh') ?? ''),
      lastModified: response.header('last-modified'),
      fetchedAt: response.startedAt,
      follow: lease.hops < settings.maxHops,
      body: response.body,
    });
    if (facts.kind === 'crashed') {
      this.#end(
        lease,
        OUTCOME.failed,
        response.status,
        { reason: `analysis-${facts.reason}`, ...accessOf(response) },
        position ?? this.#exchange(lease, response),
      );
      return;
    }
    const common = {
      ...accessOf(response),
      decoded: facts.decodedBytes,
      type: (response.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase() || undefined,
      charset: facts.charset ?? undefined,
      refused: refusedOf(lease, facts),
      found: facts.found,
    };
    const isRequisite = lease.kind === URL_KIND.requisite;
    if (!isRequisite && (facts.media === 'other' || facts.media === 'text')) {
      this.#end(lease, OUTCOME.skipped, response.status, { ...common, reason: 'media-type' });
      return;
    }
    const candidates = this.#candidates(lease, facts.links);
    if (!facts.index) {
      // Asked not to be kept: its content is thrown away, its address is remembered, its links are followed if it allows.
      this.#end(
        lease,
        OUTCOME.refused,
        response.status,
        { ...common, reason: 'noindex', revisitAt: now() + settings.blockedRetry },
        null,
        candidates,
        facts,
      );
      return;
    }
    const digest = payloadDigest(response.body);
    const duplicateOf = this.#copyOf(lease, digest);
    const { nearDuplicateOf, traps, trapScore } = this.#resemblance(lease, facts);
    // Remembered only by a crawl that comes back.
    const before = revisit.active ? state.page(lease.key) : undefined;
    const page = revisit.remember(before, response, digest);
    if (revisit.active) state.rememberPage(lease.key, page);
    const archived = !facts.archive ? null : (position ?? this.#exchange(lease, response, digest));
    const counted = !isRequisite && facts.media !== 'sitemap' && facts.media !== 'feed';
    this.#end(
      lease,
      counted ? OUTCOME.analysed : OUTCOME.skipped,
      response.status,
      {
        ...common,
        reason: counted
          ? facts.softNotFound
            ? 'soft-404'
            : facts.problem
              ? `content-${facts.problem}`
              : undefined
          : facts.media,
        lang: facts.language ?? undefined,
        title: facts.title ?? undefined,
        digest,
        simhash: facts.simhash ?? undefined,
        duplicateOf,
        nearDuplicateOf,
        traps,
        scriptOnly: facts.scriptOnly ? true : undefined,
        notes: counted ? this.#observe(lease.url, facts) : undefined,
        revisitAt: counted ? revisit.next(lease, page, before) : undefined,
      },
      archived,
      trapScore > 0 ? deepened(candidates, trapScore) : candidates,
      facts,
    );
  }

  #observe(url: string, facts: PageFacts): PageNotes | undefined {
    const { observer } = this.#parts;
    return observer?.page({ url, site: registrableDomain(new URL(url).hostname), facts });
  }

  #copyOf(lease: Lease, digest: string): string | undefined {
    const capture = this.#parts.state.capture(digest);
    return capture && capture.url !== lease.url ? capture.url : undefined;
  }

  #resemblance(
    lease: Lease,
    facts: PageFacts,
  ): { nearDuplicateOf?: string | undefined; traps?: string[] | undefined; trapScore: number } {
    const simhash = facts.simhash === null ? null : parseSimhash(facts.simhash);
    const twin = simhash ? this.#near.findAndInsert(simhash, this.#parts.ledger.totals.visits + 1) : null;
    const url = normaliseUrl(lease.url, null, this.#parts.profile);
    if (url.kind === 'refused') return { trapScore: 0 };
    this.#traps.observe(url, simhash ?? undefined);
    const { score, reasons } = this.#traps.suspicion(url);
    return {
      nearDuplicateOf: twin === null ? undefined : `#${twin.id}`,
      traps: reasons.length > 0 ? reasons.map((signal) => signal.name) : undefined,
      trapScore: score,
    };
  }

  *#candidates(lease: Lease, links: PackedLinks): Generator<Candidate> {
    if (links.count === 0) return;
    const { numbers, text } = links;
    let at = 0;
    for (let i = 0; i < links.count; i++) {
      const first = text.indexOf('\t', at);
      const second = text.indexOf('\t', first + 1);
      let end = text.indexOf('\n', second + 1);
      if (end < 0) end = text.length;
      const n = i * NUMBERS_PER_LINK;
      const kind = numbers[n + 1] as Candidate['kind'];
      if (kind !== URL_KIND.sitemap || nesting(lease) <= MOST_NESTED_SITEMAPS)
        yield {
          url: text.slice(at, first),
          key: text.slice(first + 1, second),
          queue: text.slice(second + 1, end),
          // Of a sitemap, how deep it stands in others. Suspected traps come later; they are refused only on full evidence.
          depth:
            kind === URL_KIND.sitemap
              ? nesting(lease)
              : Math.min(255, numbers[n]! + Math.round((TRAP_DEPTH * numbers[n + 3]!) / 100)),
          kind,
          priority: Math.min(100, numbers[n + 2]! + (numbers[n + 3]! >> 1)),
          hops: kind === URL_KIND.requisite ? lease.hops : lease.hops + 1,
          redirects: 0,
          parent: lease.record,
        };
      at = end + 1;
    }
  }

  #exchange(lease: Lease, response: FetchResponse, digest = payloadDigest(response.body)) {
    const { state } = this.#parts;
    return (archive: WarcWriter): WrittenRecord => {
      const exchange = { ...exchangeOf(lease.url, response, lease.record), payloadDigest: digest };
      const first = response.body.length > 0 && response.status === 200 ? state.capture(digest) : undefined;
      if (first)
        return archive.writeExchange({
          ...exchange,
          revisitOf: { url: first.url, date: first.date },
        });
      const position = archive.writeExchange(exchange);
      if (response.body.length > 0 && response.status === 200)
        state.rememberCapture(digest, {
          url: lease.url,
          date: response.startedAt,
          file: position.file,
          offset: position.offset,
        });
      return position;
    };
  }

  #end(
    lease: Lease,
    outcome: number,
    status: number,
    facts: Partial<Omit<VisitEntry, 'outcome' | 'status' | 'at'>> & {
      accessedAt: number | null;
      revisitAt?: number | undefined;
    },
    archived: ((archive: WarcWriter) => WrittenRecord) | WrittenRecord | null = null,
    candidates: Iterable<Candidate> = [],
    page: PageFacts | null = null,
  ): void {
    const { ledger, now, linkPolicy } = this.#parts;
    const { accessedAt, revisitAt, ...entry } = facts;
    const chosen = linkPolicy
      ? choose(linkPolicy, lease, OUTCOME_NAME[outcome]!, page, candidates, entry.refused)
      : null;
    ledger.end(
      lease,
      {
        at: accessedAt ?? now(),
        outcome: OUTCOME_NAME[outcome]!,
        status,
        bytes: 0,
        ms: 0,
        site: registrableDomain(new URL(lease.url).hostname),
        ...entry,
        ...(chosen ? { refused: chosen.refused, policy: chosen.note } : {}),
      },
      {
        outcome: outcome as (typeof OUTCOME)[keyof typeof OUTCOME],
        status,
        accessedAt,
        bytes: entry.bytes ?? 0,
        revisitAt,
      },
      chosen?.candidates ?? candidates,
      archived,
      chosen?.entry,
    );
    this.#parts.onEnd?.({
      lease,
      outcome: OUTCOME_NAME[outcome]!,
      reason: entry.reason ?? null,
      response: this.#answers.get(lease.record) ?? null,
    });
  }
}

interface Chosen {
  readonly candidates: readonly Candidate[];
  readonly entry: Uint8Array | null;
  readonly note: PolicyNote | undefined;
  readonly refused: Readonly<Record<string, number>> | undefined;
}

/** Tells the policy of a visit, and keeps of the page's links what it wants, as urgent as it says. Redirects and parts of pages are not asked about. */
function choose(
  policy: LinkPolicy,
  lease: Lease,
  outcome: OutcomeName,
  facts: PageFacts | null,
  candidates: Iterable<Candidate>,
  refused: Readonly<Record<string, number>> | undefined,
): Chosen {
  const all = [...candidates];
  // A redirect within one comparison form is the same URL: it has not been visited yet.
  const key = lease.key.split(' ', 1)[0]!;
  if (outcome === 'redirected' && all[0]?.key.split(' ', 1)[0] === key)
    return { candidates: all, entry: null, note: undefined, refused };
  const links = facts === null ? [] : all;
  const { priorities, entry, note } = policy.visited({ key, outcome, facts, links });
  if (facts === null) return { candidates: all, entry, note, refused };
  let left = 0;
  const kept: Candidate[] = [];
  all.forEach((candidate, i) => {
    const priority = candidate.kind === URL_KIND.page ? priorities[i] : undefined;
    if (priority === null) left++;
    // What speaks against a link (a suspected trap) has been added to the usual priority, and is added to this one.
    else if (priority !== undefined)
      kept.push({ ...candidate, priority: Math.min(100, priority + candidate.priority - USUAL_PRIORITY) });
    else kept.push(candidate);
  });
  return {
    candidates: kept,
    entry,
    note,
    refused: left === 0 ? refused : { ...refused, [policy.refusal]: left },
  };
}

/** How deep in other sitemaps a sitemap stands that this visit names: the depth of such a URL. */
function nesting(lease: Lease): number {
  return lease.kind === URL_KIND.sitemap ? lease.depth + 1 : 1;
}

/**
 * What the rules refused of a page's links. Sitemaps are no pages, so no budget of pages would ever end sitemaps that go on naming
 * sitemaps: those too deep are refused too.
 */
function refusedOf(
  lease: Lease,
  { refused, links }: PageFacts,
): Readonly<Record<string, number>> | undefined {
  let tooDeep = 0;
  if (nesting(lease) > MOST_NESTED_SITEMAPS)
    for (let n = 1; n < links.count * NUMBERS_PER_LINK; n += NUMBERS_PER_LINK)
      if (links.numbers[n] === URL_KIND.sitemap) tooDeep++;
  if (tooDeep > 0) return { ...refused, 'sitemap-nesting': tooDeep };
  return Object.keys(refused).length > 0 ? refused : undefined;
}

function* deepened(candidates: Iterable<Candidate>, score: number): Generator<Candidate> {
  for (const candidate of candidates)
    yield {
      ...candidate,
      depth: Math.min(255, candidate.depth + Math.round(TRAP_DEPTH * score)),
      priority: Math.min(100, candidate.priority + Math.round(50 * score)),
    };
}

function accessOf(response: FetchResponse): { accessedAt: number; bytes: number; ms: number } {
  return {
    accessedAt: response.endedAt,
    bytes: response.body.length,
    // A clock set back in between must not make it negative.
    ms: Math.max(0, Math.round(response.endedAt - response.startedAt)),
  };
}

function unreachable(at: number): FetchFailure {
  return {
    kind: 'failure',
    reason: 'connect-refused',
    message: 'redirected out of reach',
    retryable: true,
    startedAt: at,
    endedAt: at,
  };
}

function exchangeOf(url: string, response: FetchResponse, record?: number): Exchange {
  return {
    url,
    date: response.startedAt,
    status: response.status,
    statusText: response.statusText,
    httpVersion: response.httpVersion,
    rawHeaders: response.rawHeaders,
    body: response.body,
    truncated: response.truncated,
    requestHead: response.requestHead,
    address: response.address,
    ...(record === undefined ? {} : { extra: { [RECORD_FIELD]: String(record) } }),
  };
}
