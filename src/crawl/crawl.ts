/**
 * The loop: while the frontier has a URL that may be fetched now and there is room for it, start a visit. Visits overlap (some wait for
 * the network while others are parsed in threads); the end of each is one synchronous step in the ledger.
 *
 * ```ts
 * const crawl = await Crawl.open('out', completeSettings({ seeds: ['https://www.exemplo.br/'], contact: 'https://eu.exemplo.br/' }));
 * const result = await crawl.run();   // { reason: 'frontier-empty', pages: 812, … }
 * ```
 *
 * Opening a folder that holds a crawl goes on with it.
 */
import { readdirSync } from 'node:fs';
import { TarrafaError } from '../errors.ts';
import { EmbeddedFrontier, type Frontier, URL_KIND } from '../frontier/index.ts';
import {
  BandwidthLimiter,
  ConcurrencyController,
  DnsResolver,
  HttpClient,
  type Resolver,
  userAgent,
} from '../http/index.ts';
import type { AnalyserModule } from '../page/index.ts';
import { COMPAT, MODERN, normaliseUrl, parseScope, type UrlProfile, type WebUrl } from '../url/index.ts';
import { inOrderOfWriting, sortCdxj, WarcWriter } from '../warc/index.ts';
import { type AnalysisPool, openAnalysisPool } from './analysis-pool.ts';
import { Asks } from './asks.ts';
import {
  type CrawlManifest,
  type CrawlPaths,
  type CrawlSession,
  changedSettings,
  clearFolder,
  continuedManifest,
  crawlPaths,
  createFolders,
  newManifest,
  readManifest,
  type StopReason,
  writeManifest,
} from './crawl-folder.ts';
import { CrawlState } from './crawl-state.ts';
import { type CrawlStatus, SpeedMeter } from './crawl-status.ts';
import { FolderLock } from './folder-lock.ts';
import { type CrawlTotals, Ledger, readMark } from './ledger.ts';
import type { LinkPolicy } from './link-policy.ts';
import type { PageObserver } from './page-observer.ts';
import { PolicyLog } from './policy-log.ts';
import { ProgressLog } from './progress-log.ts';
import { recoverable } from './resume.ts';
import { RevisitClock } from './revisit-clock.ts';
import { RobotsGate } from './robots-gate.ts';
import type { CrawlSettings } from './settings.ts';
import { readVisits, VisitLog } from './visit-log.ts';
import { type RequestWish, type VisitEnd, Visitor } from './visitor.ts';

export interface CrawlEnvironment {
  /** Name and version, as in `Tarrafa/0.1.0`. */
  readonly software?: string;
  readonly resolver?: Resolver | undefined;
  readonly now?: () => number;
  /** Starts over: whatever crawl the folder holds is removed. */
  readonly fresh?: boolean | undefined;
  readonly analysers?: readonly AnalyserModule[];
  /** Decides which links are followed; made from `settings.linkPolicy`. */
  readonly linkPolicy?: LinkPolicy;
  readonly observer?: PageObserver;
  /** Called about once a second. */
  readonly onProgress?: (status: CrawlStatus) => void;
  /** Visits what it is asked for (`ask`) and follows no link; it ends when it is stopped. */
  readonly asked?: boolean;
}

export interface CrawlResult extends CrawlStatus {
  readonly reason: StopReason;
  /** Pages analysed by this session alone. */
  readonly sessionPages: number;
}

/** Bodies held in memory before new requests wait, bytes. */
const MOST_BYTES_HELD = 48 * 2 ** 20;
const TICK = 1_000;
/** Visits of earlier sessions whose fingerprints are read back, by the bytes of their log. */
const REMEMBERED_LOG_BYTES = 64 * 2 ** 20;

export class Crawl {
  readonly #settings: CrawlSettings;
  readonly #paths: CrawlPaths;
  readonly #lock: FolderLock;
  readonly #frontier: Frontier;
  readonly #archive: WarcWriter;
  readonly #state: CrawlState;
  readonly #visits: VisitLog;
  readonly #ledger: Ledger;
  readonly #client: HttpClient;
  readonly #pool: AnalysisPool;
  readonly #visitor: Visitor;
  readonly #progress: ProgressLog;
  readonly #controller: ConcurrencyController | null;
  readonly #revisit: RevisitClock;
  readonly #policyLog: PolicyLog | null;
  readonly #now: () => number;
  readonly #onProgress: (status: CrawlStatus) => void;
  readonly #asks: Asks | null;
  readonly #observer: PageObserver | undefined;
  readonly #meter = new SpeedMeter();
  readonly #startedAt: number;
  readonly #steady: () => number;
  readonly #steadyAtStart: number;
  readonly #pagesAtStart: number;
  readonly #changed: CrawlSession['changed'];
  #manifest: CrawlManifest;
  #active = 0;
  #activePages = 0;
  #stopping: StopReason | null = null;
  #failure: unknown = null;
  #wake: NodeJS.Timeout | null = null;
  #finish: (() => void) | null = null;
  #ticked = 0;

  private constructor(parts: {
    settings: CrawlSettings;
    paths: CrawlPaths;
    lock: FolderLock;
    frontier: Frontier;
    archive: WarcWriter;
    state: CrawlState;
    visits: VisitLog;
    ledger: Ledger;
    client: HttpClient;
    pool: AnalysisPool;
    visitor: Visitor;
    controller: ConcurrencyController | null;
    revisit: RevisitClock;
    policyLog: PolicyLog | null;
    manifest: CrawlManifest;
    changed: CrawlSession['changed'];
    now: () => number;
    steady: () => number;
    onProgress: (status: CrawlStatus) => void;
    asks: Asks | null;
    observer: PageObserver | undefined;
  }) {
    this.#settings = parts.settings;
    this.#paths = parts.paths;
    this.#lock = parts.lock;
    this.#frontier = parts.frontier;
    this.#archive = parts.archive;
    this.#state = parts.state;
    this.#visits = parts.visits;
    this.#ledger = parts.ledger;
    this.#client = parts.client;
    this.#pool = parts.pool;
    this.#visitor = parts.visitor;
    this.#controller = parts.controller;
    this.#revisit = parts.revisit;
    this.#policyLog = parts.policyLog;
    this.#manifest = parts.manifest;
    this.#changed = parts.changed;
    this.#now = parts.now;
    this.#onProgress = parts.onProgress;
    this.#asks = parts.asks;
    this.#observer = parts.observer;
    this.#progress = new ProgressLog(parts.paths.progress);
    this.#startedAt = parts.now();
    this.#steady = parts.steady;
    this.#steadyAtStart = parts.steady();
    this.#pagesAtStart = parts.ledger.totals.pages;
  }

  static async open(out: string, given: CrawlSettings, environment: CrawlEnvironment = {}): Promise<Crawl> {
    const now = environment.now ?? Date.now;
    const software = environment.software ?? 'Tarrafa';
    const profile = given.urlProfile === 'compat' ? COMPAT : MODERN;
    const asks = environment.asked ? new Asks() : null;
    const usable = (settings: CrawlSettings) =>
      asks && settings.seeds.length === 0 ? [] : usableSeeds(settings, profile);
    // A mistake is told before anything is made.
    parseScope(given.scope, usable(given));
    const [product, version = '0'] = software.split('/');
    // Without a contact nothing but servers of one's own is crawled; the commands see to that.
    const agent = given.contact === null ? software : userAgent(version, given.contact, product);

    const paths = crawlPaths(out);
    createFolders({ ...paths, frontier: paths.root, archive: paths.root, state: paths.root });
    const lock = FolderLock.take(out);
    let pool: AnalysisPool | null = null;
    try {
      if (environment.fresh) clearFolder(paths);
      const before = readManifest(paths);
      if (before) refuseChanged(out, before, given);
      // Seeds come to those of the sessions before: a scope made of them grows, and does not leave what is queued behind.
      const settings = { ...given, seeds: [...new Set([...(before?.seeds ?? []), ...given.seeds])] };
      const seeds = usable(settings);
      const scope = parseScope(settings.scope, seeds);
      createFolders(paths);
      const changed = changedSettings(before, settings);
      const fromStart = before
        ? continuedManifest(before, settings)
        : newManifest(settings, software, new Date(now()).toISOString());
      const manifest = environment.linkPolicy
        ? { ...fromStart, linkPolicy: policySummary(environment.linkPolicy, fromStart.linkPolicy?.figures) }
        : fromStart;
      writeManifest(paths, manifest);
      const frontier = EmbeddedFrontier.open(paths.frontier, {
        policy: settings.policy,
        delay: settings.delay,
        addressDelay: settings.addressDelay,
        capacity: settings.frontierCapacity,
        queueBudget: settings.maxPagesPerHost,
        now,
        ...(environment.now ? {} : { monotonic: () => performance.now() }),
        exact: false,
      });
      const mark = readMark(frontier.archiveMark());
      const visits = VisitLog.open(paths.visits, mark.visits);
      const archive = WarcWriter.open(paths.archive, {
        maxFileBytes: settings.warcFileBytes,
        software,
        info: { 'http-header-user-agent': agent, robots: 'classic' },
        clock: now,
        ...(mark.archive ? { knownGood: mark.archive } : {}),
      });
      const state = CrawlState.open(paths.state);
      const linkPolicy = environment.linkPolicy ?? null;
      const policyLog =
        linkPolicy &&
        PolicyLog.open(
          linkPolicy,
          paths,
          mark.policy,
          seeds.map((seed) => seed.key),
        );
      const ledger = new Ledger(frontier, archive, visits, mark, policyLog);
      const resolver = environment.resolver ?? new DnsResolver({ allowPrivate: settings.allowPrivate });
      const controller =
        settings.concurrency === 'auto' ? new ConcurrencyController({ max: settings.maxConcurrency }) : null;
      const client = new HttpClient({
        userAgent: agent,
        now,
        resolver,
        allowPrivate: settings.allowPrivate,
        timeouts: settings.timeouts,
        maxBytes: settings.maxBodyBytes.page,
        // A connection is worth keeping only when the next request to its host comes soon.
        keepAliveMs: settings.delay < 5_000 ? settings.delay + 2_000 : 500,
        ...(Number.isFinite(settings.maxBandwidth)
          ? { bandwidth: new BandwidthLimiter({ bytesPerSecond: settings.maxBandwidth }) }
          : {}),
      });
      pool = openAnalysisPool({
        workers: settings.workers,
        timeout: 30_000,
        setup: {
          links: {
            scope: settings.scope,
            seeds: settings.seeds,
            urlProfile: settings.urlProfile,
            politeness: settings.politeness,
            // To a policy every reference counts.
            forgetRepeated: linkPolicy === null,
          },
          product: settings.product,
          robotsMeta: settings.robotsMeta,
          relNofollow: settings.relNofollow,
          languages: settings.languages,
          requisites: settings.requisites,
          feeds: settings.feeds,
          analysers: environment.analysers ?? [],
          linkRows: linkPolicy !== null,
        },
      });
      const revisit = new RevisitClock(settings, state);
      const visitor = new Visitor({
        settings,
        scope,
        profile,
        frontier,
        ledger,
        archive,
        state,
        resolver,
        client,
        gate: new RobotsGate(settings.product, state, now),
        pool,
        revisit,
        linkPolicy,
        now,
        onExchange: (outcome) =>
          controller?.completed({
            bytes: outcome.kind === 'response' ? outcome.body.length : 0,
            latencyMs: outcome.endedAt - outcome.startedAt,
            ok: outcome.kind === 'response',
          }),
        ...(asks ? { onEnd: asks.onEnd, wishFor: asks.wishFor } : {}),
        ...(environment.observer ? { observer: environment.observer } : {}),
      });
      for (const seed of asks ? [] : seeds)
        frontier.add({
          url: seed.fetch,
          key: seed.key,
          queue: settings.politeness === 'site' ? seed.site : seed.host,
          priority: linkPolicy?.seed(seed.key) ?? 0,
          depth: Math.min(255, seed.depth),
          hops: 0,
          redirects: 0,
          kind: URL_KIND.page,
          parent: 0,
        });
      frontier.flush();
      const crawl = new Crawl({
        settings,
        paths,
        lock,
        frontier,
        archive,
        state,
        visits,
        ledger,
        client,
        pool,
        visitor,
        controller,
        revisit,
        policyLog,
        manifest,
        changed,
        now,
        steady: environment.now ?? (() => performance.now()),
        onProgress: environment.onProgress ?? (() => {}),
        asks,
        observer: environment.observer,
      });
      await crawl.#recover(mark);
      return crawl;
    } catch (error) {
      // Threads would keep the process alive.
      await pool?.close();
      lock.release();
      throw error;
    }
  }

  async #recover(mark: ReturnType<typeof readMark>): Promise<void> {
    if (mark.visits > 0) {
      for await (const visit of readVisits(
        this.#paths.visits,
        Math.max(0, mark.visits - REMEMBERED_LOG_BYTES),
      ))
        if (visit.simhash) this.#visitor.remember(visit.simhash, visit.n);
    }
    // By their serial and not by name, which a clock that was set back puts in another order.
    const files = inOrderOfWriting(readdirSync(this.#paths.archive)).map(({ name }) => name);
    const recovered = await recoverable(this.#frontier, mark, {
      folder: this.#paths.archive,
      files,
      state: this.#state,
    });
    const replayed = new Set<number>();
    for (const { lease, response, position } of recovered) {
      await this.#visitor.replay(lease, response, position);
      replayed.add(lease.record);
    }
    for (const lease of this.#frontier.orphans()) {
      if (replayed.has(lease.record)) continue;
      if (this.#asks) this.#visitor.giveUp(lease);
      else this.#frontier.putBack(lease, { accessedAt: this.#now() });
    }
  }

  /**
   * Visits a URL, when its host may be asked, and tells how that ended; null when the crawl ended first. Redirects are told, not
   * followed. Only for a crawl that was opened as `asked`, and runs.
   */
  ask(url: WebUrl, wish?: RequestWish): Promise<VisitEnd | null> {
    if (!this.#asks || this.#stopping) return Promise.resolve(null);
    // The same address may be asked for again, or in parts: each time is a URL of its own for the frontier.
    const key = `${url.key} ~${this.#frontier.counts().known + 1}`;
    const ended = this.#asks.await(key, wish);
    this.#frontier.add({
      url: url.fetch,
      key,
      queue: this.#settings.politeness === 'site' ? url.site : url.host,
      priority: 0,
      depth: Math.min(255, url.depth),
      hops: 0,
      redirects: 0,
      kind: URL_KIND.page,
      parent: 0,
    });
    this.#pump();
    return ended;
  }

  /** Runs until nothing is left, a budget is spent, or `stop` is called. The crawl is closed when this returns. */
  async run(): Promise<CrawlResult> {
    const session = {
      startedAt: new Date(this.#startedAt).toISOString(),
      endedAt: null,
      reason: null,
      pages: 0,
      ...(this.#changed ? { changed: this.#changed } : {}),
    };
    // A session that was killed could not say how many pages it brought: those that no other session did.
    const told = this.#manifest.sessions.reduce((sum, old) => sum + old.pages, 0);
    const last = this.#manifest.sessions.length - 1;
    const earlier = this.#manifest.sessions.map((old, i) =>
      old.endedAt === null
        ? {
            ...old,
            reason: old.reason ?? ('failed' as const),
            ...(i === last ? { pages: old.pages + Math.max(0, this.#pagesAtStart - told) } : {}),
          }
        : old,
    );
    this.#manifest = { ...this.#manifest, sessions: [...earlier, session] };
    writeManifest(this.#paths, this.#manifest);
    this.#ticked = performance.now();
    const tick = setInterval(() => this.#tick(), TICK);
    this.#meter.sample(this.#now(), this.#ledger.totals.pages, this.#ledger.totals.bytes);
    try {
      await new Promise<void>((resolve) => {
        this.#finish = resolve;
        this.#pump();
      });
    } finally {
      clearInterval(tick);
      if (this.#wake) clearTimeout(this.#wake);
    }
    const reason = this.#stopping ?? 'failed';
    const status = this.status();
    this.#asks?.close();
    await this.#close(reason);
    if (this.#failure) throw this.#failure;
    return { ...status, reason, sessionPages: status.pages - this.#pagesAtStart };
  }

  /** Ends the crawl cleanly: visits under way are finished. A second call gives them up; their URLs are fetched another time. */
  stop(reason: StopReason = 'interrupted'): void {
    if (this.#stopping) this.#visitor.abort();
    this.#stopping ??= reason;
    this.#pump();
  }

  /** Ends the crawl because something outside of it went wrong; `run` rejects with that. Nothing collected is lost. */
  fail(error: unknown): void {
    this.#fail(error);
    this.#pump();
  }

  status(): CrawlStatus {
    const counts = this.#frontier.counts();
    const totals: CrawlTotals = this.#ledger.totals;
    const at = this.#now();
    return {
      at,
      pages: totals.pages,
      requests: totals.requests,
      bytes: totals.bytes,
      queues: counts.queues,
      sites: totals.sites,
      queued: counts.queued,
      inFlight: this.#active,
      known: counts.known,
      refused: totals.refused,
      dropped: Object.values(counts.dropped).reduce((sum, n) => sum + n, 0),
      errors: totals.errors,
      duplicates: totals.duplicates,
      concurrency: this.#limit(),
      ...this.#meter.speed(at, totals.pages, totals.bytes),
      elapsed: this.#elapsed(),
      ...(this.#policyLog ? { policy: this.#policyLog.policy.figures() } : {}),
    };
  }

  /** Of this session; a clock that is set meanwhile neither ends it nor keeps it alive. */
  #elapsed(): number {
    return this.#steady() - this.#steadyAtStart;
  }

  #limit(): number {
    return this.#controller?.target ?? (this.#settings.concurrency as number);
  }

  #tick(): void {
    const due = this.#ticked + TICK;
    this.#ticked = performance.now();
    // A timer that fires late says that this thread has more to do than it can.
    this.#controller?.lagged(Math.max(0, this.#ticked - due));
    try {
      const status = this.status();
      this.#meter.sample(status.at, status.pages, status.bytes);
      this.#controller?.tick(status.at, this.#active);
      this.#progress.append(status);
      this.#policyLog?.keep();
      this.#observer?.tick();
      this.#onProgress(status);
      if (this.#state.problem) throw this.#state.problem;
    } catch (error) {
      this.#fail(error);
    }
    this.#pump();
  }

  #spent(): StopReason | null {
    const { maxPages, maxBytes, maxTime } = this.#settings;
    const totals = this.#ledger.totals;
    if (totals.pages >= maxPages) return 'page-budget';
    if (totals.bytes >= maxBytes) return 'byte-budget';
    return this.#elapsed() >= maxTime ? 'time-budget' : null;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stopping ??= 'failed';
    this.#visitor.abort();
  }

  #pump(): void {
    if (!this.#finish) return;
    try {
      this.#stopping ??= this.#spent();
      while (!this.#stopping && this.#active < this.#limit() && this.#visitor.bytesHeld < MOST_BYTES_HELD) {
        // Visits under way may all turn out to be pages: starting no more than the budget has left keeps it exact.
        if (this.#ledger.totals.pages + this.#activePages >= this.#settings.maxPages) break;
        const answer = this.#frontier.next();
        if (answer.kind === 'lease') {
          this.#start(answer.lease);
          continue;
        }
        if (answer.kind === 'empty' || (this.#settings.revisit === 'none' && this.#onlyLater())) {
          if (this.#active === 0 && !this.#asks) this.#stopping = 'frontier-empty';
        } else this.#wakeAt(answer.until);
        break;
      }
    } catch (error) {
      this.#fail(error);
    }
    if (this.#stopping && this.#active === 0) this.#finish?.();
  }

  /** Nothing is queued; what the frontier waits for are visits asked for at a later day, which a crawl that visits once does not await. */
  #onlyLater(): boolean {
    return this.#frontier.counts().queued === 0 && this.#active === 0;
  }

  #wakeAt(time: number): void {
    if (this.#wake) clearTimeout(this.#wake);
    this.#wake = null;
    if (!Number.isFinite(time)) return;
    const wait = Math.min(60_000, Math.max(0, time - this.#now()));
    this.#wake = setTimeout(() => this.#pump(), wait);
  }

  #start(lease: Parameters<Visitor['visit']>[0]): void {
    const page = lease.kind === URL_KIND.page || lease.kind === URL_KIND.file;
    this.#active++;
    if (page) this.#activePages++;
    this.#visitor
      .visit(lease)
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#active--;
        if (page) this.#activePages--;
        this.#pump();
      });
  }

  async #close(reason: StopReason): Promise<void> {
    const problems: unknown[] = [];
    const attempt = async (step: () => unknown) => {
      try {
        await step();
      } catch (error) {
        problems.push(error);
      }
    };
    await attempt(() => this.#progress.append(this.status()));
    await attempt(() => this.#client.close());
    await attempt(() => this.#pool.close());
    await attempt(() => this.#frontier.close());
    await attempt(() => this.#archive.close());
    await attempt(() => sortCdxj(this.#paths.archive));
    await attempt(() => this.#visits.close());
    await attempt(() => this.#observer?.close());
    await attempt(() => this.#policyLog?.close(this.#failure === null));
    await attempt(() => this.#revisit.save());
    await attempt(() => this.#state.close());
    const sessions = this.#manifest.sessions.slice();
    const last = sessions.length - 1;
    sessions[last] = {
      ...sessions[last]!,
      endedAt: new Date(this.#now()).toISOString(),
      reason,
      pages: this.#ledger.totals.pages - this.#pagesAtStart,
    };
    await attempt(() =>
      writeManifest(this.#paths, {
        ...this.#manifest,
        sessions,
        ...(this.#policyLog
          ? { linkPolicy: policySummary(this.#policyLog.policy, this.#policyLog.policy.figures()) }
          : {}),
      }),
    );
    this.#lock.release();
    this.#failure ??= problems[0] ?? null;
  }
}

function usableSeeds(settings: CrawlSettings, profile: UrlProfile): WebUrl[] {
  const refused: string[] = [];
  const seeds: WebUrl[] = [];
  for (const raw of settings.seeds) {
    const url = normaliseUrl(raw, null, profile);
    if (url.kind === 'url') seeds.push(url);
    else refused.push(`${url.input}: ${url.reason}`);
  }
  if (seeds.length === 0)
    throw new TarrafaError('TRF_SEEDS_EMPTY', [refused.slice(0, 3).join('; ') || 'none given']);
  return seeds;
}

type PolicySummary = NonNullable<CrawlManifest['linkPolicy']>;

function policySummary(policy: LinkPolicy, figures: PolicySummary['figures'] = {}): PolicySummary {
  return { name: policy.name, made: policy.describe(), figures };
}

/** Settings that the files of a crawl are built on; the others (budgets, delays, bandwidth …) may change from session to session. */
const LASTING: readonly (keyof CrawlSettings)[] = ['policy', 'politeness', 'urlProfile', 'linkPolicy'];

function refuseChanged(out: string, manifest: CrawlManifest, settings: CrawlSettings): void {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
  const changed = LASTING.filter((name) => text(manifest.parameters[name]) !== text(settings[name]));
  if (changed.length === 0) return;
  const list = changed
    .map((name) => `${name}: ${text(manifest.parameters[name])} → ${text(settings[name])}`)
    .join('; ');
  throw new TarrafaError('TRF_SETTINGS_CHANGED', [out, list]);
}
