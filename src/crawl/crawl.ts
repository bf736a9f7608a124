/**
 * The loop: while the frontier has URLs that may be fetched now and there is room for them, start visits. Visits overlap (some wait for
 * the network while others are parsed in threads); each ends in the ledger.
 *
 * ```ts
 * const crawl = await Crawl.open('out', completeSettings({ seeds: ['https://www.exemplo.br/'], contact: 'https://eu.exemplo.br/' }));
 * const result = await crawl.run();   // { reason: 'frontier-empty', pages: 812, … }
 * ```
 *
 * Opening a folder that holds a crawl goes on with it.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Lease, WaitingQueue } from '../frontier/index.ts';
import type { BandwidthLimiter } from '../http/index.ts';
import type { WebUrl } from '../url/index.ts';
import { inOrderOfWriting, sortCdxj, type WarcWriter } from '../warc/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { firstCandidate } from './address-candidates.ts';
import { askKey, isAsk, type Unvisited } from './asks.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { type CrawlManifest, type StopReason, writeManifest } from './crawl-folder.ts';
import { type CrawlParts, openParts } from './crawl-parts.ts';
import { withPolicy } from './crawl-plan.ts';
import { withSessionBegun, withSessionEnded } from './crawl-sessions.ts';
import { type CrawlStatus, SpeedMeter } from './crawl-status.ts';
import { KeptAnswers } from './kept-answers.ts';
import { ProgressLog } from './progress-log.ts';
import type { RequestWish } from './requests.ts';
import { recoverable } from './resume.ts';
import type { CrawlSettings } from './settings.ts';
import { Suspects } from './suspects.ts';
import type { VisitEnd } from './visit-end.ts';
import { readVisits } from './visit-log.ts';
import { mayBePage } from './visitor.ts';
import type { VisitUnderWay } from './visits-under-way.ts';
import { type Wait, Watchdog } from './watchdog.ts';

export interface CrawlResult extends CrawlStatus {
  readonly reason: StopReason;
  /** Pages analysed by this session alone. */
  readonly sessionPages: number;
}

/** What a crawl does just now. */
export interface AtWork {
  readonly at: number;
  /** The eldest visits under way, and how many there are. */
  readonly visits: readonly VisitUnderWay[];
  readonly underWay: number;
  /** Where most URLs wait; null when the frontier does not say. */
  readonly queues: readonly WaitingQueue[] | null;
}

/** Bodies held in memory before new requests wait, bytes. */
const MOST_BYTES_HELD = 48 * 2 ** 20;
const TICK = 1_000;
/** Until a URL that was under way at a death is looked at again, while another such is visited, ms. */
const SUSPECT_WAIT = 2_000;
/** Requests that are under way when the time is over may end in this, ms; then they are given up, ten seconds after it at the latest. */
const GRACE = 10_000 - TICK;
/** Visits of earlier sessions whose fingerprints are read back, by the bytes of their log. */
const REMEMBERED_LOG_BYTES = 64 * 2 ** 20;

export class Crawl {
  readonly #parts: CrawlParts;
  readonly #settings: CrawlSettings;
  readonly #progress: ProgressLog;
  readonly #meter = new SpeedMeter();
  readonly #watchdog = new Watchdog();
  readonly #steady: () => number;
  readonly #startedAt: number;
  readonly #steadyAtStart: number;
  readonly #pagesAtStart: number;
  #manifest: CrawlManifest;
  #active = 0;
  #activePages = 0;
  #stopping: StopReason | null = null;
  #failure: unknown = null;
  #wake: NodeJS.Timeout | null = null;
  /** Set while the permitted bandwidth lets no visit begin. */
  #lineTimer: NodeJS.Timeout | null = null;
  #finish: (() => void) | null = null;
  /** The frontier is being asked for leases. */
  #filling = false;
  /** Counts what may have changed the answer. */
  #changes = 0;
  #ticked = 0;
  /** When the frontier may have something, as it said last. */
  #wakesAt: number | null = null;
  /** Visits begun and ended. */
  #moves = 0;
  readonly #mended: Reason[] = [];
  #suspects: Suspects | null = null;
  /** What the archive has of URLs that the frontier gives again. */
  #kept: KeptAnswers | null = null;

  private constructor(parts: CrawlParts) {
    this.#parts = parts;
    this.#settings = parts.plan.settings;
    this.#manifest = parts.plan.manifest;
    this.#progress = new ProgressLog(parts.paths.progress);
    this.#startedAt = parts.now();
    this.#steady = parts.environment.now ?? (() => performance.now());
    this.#steadyAtStart = this.#steady();
    this.#pagesAtStart = parts.ledger.totals.pages;
  }

  static async open(out: string, given: CrawlSettings, environment: CrawlEnvironment = {}): Promise<Crawl> {
    const parts = await openParts(out, given, environment);
    const crawl = new Crawl(parts);
    try {
      await crawl.#recover();
    } catch (error) {
      // Threads would keep the process alive.
      await parts.pool.close();
      await parts.frontier.close().catch(() => {});
      crawl.#suspects?.acquit();
      parts.lock.release();
      throw error;
    }
    return crawl;
  }

  /** Ends what the process before this one left open. */
  async #recover(): Promise<void> {
    const { paths, mark, leftover, state, spool, frontier, visitor, resemblance, now, environment } =
      this.#parts;
    if (mark.visits > 0) {
      const from = Math.max(0, mark.visits - REMEMBERED_LOG_BYTES);
      let lines = 0;
      let first = 0;
      const counted = (n: number): void => {
        lines++;
        first ||= n;
      };
      for await (const visit of readVisits(paths.visits, from, counted)) {
        counted(visit.n);
        if (visit.simhash) resemblance.remember(visit.simhash, visit.n);
      }
      const wanted = from === 0 ? mark.totals.visits : mark.totals.visits - first + 1;
      if (lines < wanted) this.#mended.push(reason('mended-visit-lines', { lines: wanted - lines }));
    }
    // By their serial and not by name, which a clock that was set back puts in another order.
    const files = inOrderOfWriting(readdirSync(paths.archive)).map(({ name }) => name);
    const { orphans } = leftover;
    const view = { folder: paths.archive, files, state };
    // What others brought stands there whether it was believed or not; and what others share, they may have visited meanwhile.
    const isOwn = !environment.asked && environment.carrier === undefined;
    const kept = isOwn ? KeptAnswers.behind(mark.archive, view, environment.frontier === undefined) : null;
    const suspects = this.#parts.rebooted
      ? Suspects.none(paths.suspects)
      : Suspects.after(paths.suspects, orphans);
    this.#suspects = suspects;
    const brought = await recoverable(orphans, mark, {
      archive: view,
      spool,
      visits: paths.visits,
    });
    const replays: (() => Promise<void>)[] = [];
    for (const lease of orphans) {
      if (this.#isForsaken(lease)) {
        await visitor.giveUp(lease);
        continue;
      }
      const found = brought.get(lease.record) ?? (await kept?.take(lease)) ?? null;
      const { response, position } = found ?? { response: null, position: null };
      kept?.forget(lease.url);
      if (suspects.isSetAside(lease)) {
        await visitor.setAside(lease, response, position);
        this.#mended.push(reason('mended-set-aside', { url: lease.url }));
      } else if (response !== null)
        replays.push(() => {
          suspects.reads(lease);
          return visitor.replay(lease, response, position);
        });
      else if (environment.asked) await visitor.giveUp(lease);
      else await frontier.end([{ kind: 'put-back', lease, accessedAt: now(), notBefore: null }]);
    }
    // Last, and one by one: each may be what the process died of, and the others are out of its way.
    for (const replay of replays) await replay();
    suspects.begin();
    spool.forgetLeftover();
    if (kept !== null && kept.size > 0) this.#kept = kept;
  }

  /** The files of its archive, for who keeps them elsewhere too: which may still grow, and how that is ended. */
  get archive(): Pick<WarcWriter, 'folder' | 'growing' | 'finishFile'> {
    return this.#parts.archive;
  }

  /** What was found damaged or missing when the folder was opened, and what was done about it. */
  get mended(): readonly Reason[] {
    return [...this.#parts.mended, ...this.#mended];
  }

  /**
   * Visits a URL, when its host may be asked, and tells how that ended, or why there will be no visit. Redirects are told, not
   * followed. Only for a crawl that was opened as `asked` or with an `asker`, and runs.
   */
  async ask(url: WebUrl, wish?: RequestWish): Promise<VisitEnd | Unvisited> {
    const { asks, frontier } = this.#parts;
    if (!asks || this.#stopping) return 'ended';
    const key = askKey(url.key, randomUUID());
    const candidate = firstCandidate(url, this.#settings.politeness, { key });
    const ended = asks.await(key, candidate.queue, wish);
    try {
      const { added } = await frontier.schedule([candidate]);
      if (added === 0) asks.refuse(key);
      else asks.scheduled(key);
    } catch (error) {
      asks.refuse(key);
      throw error;
    }
    this.#pump();
    return ended;
  }

  /** Runs until nothing is left, a budget is spent, or `stop` is called. The crawl is closed when this returns. */
  async run(): Promise<CrawlResult> {
    const { plan, paths, ledger, asks, now } = this.#parts;
    this.#manifest = withSessionBegun(this.#manifest, this.#startedAt, this.#pagesAtStart, plan.changed, {
      boot: this.#parts.boot,
      mended: this.mended,
      access: this.#parts.environment.accessKinds ?? [],
    });
    try {
      writeManifest(paths, this.#manifest);
    } catch (error) {
      // Ends like any other crawl that fails: left as it is, its threads would keep the process alive.
      this.#fail(error);
    }
    this.#ticked = performance.now();
    const tick = setInterval(() => this.#tick(), TICK);
    this.#parts.durability.begin((error) => this.fail(error));
    this.#meter.sample(now(), ledger.totals.pages, ledger.totals.bytes);
    try {
      await new Promise<void>((resolve) => {
        this.#finish = resolve;
        this.#pump();
      });
    } finally {
      clearInterval(tick);
      if (this.#wake) clearTimeout(this.#wake);
      if (this.#lineTimer) clearTimeout(this.#lineTimer);
    }
    const reason = this.#stopping ?? 'failed';
    const status = this.status();
    asks?.close();
    await this.#close(reason);
    if (this.#failure) throw this.#failure;
    return { ...status, reason, sessionPages: status.pages - this.#pagesAtStart };
  }

  /** Ends the crawl cleanly: visits under way are finished. A second call gives them up; their URLs are fetched another time. */
  stop(reason: StopReason = 'interrupted'): void {
    if (this.#stopping) this.#parts.visitor.abort();
    this.#stopping ??= reason;
    this.#pump();
  }

  /** Ends the crawl cleanly, for a reason that may be told more than once. */
  endBecause(reason: StopReason): void {
    this.#stopping ??= reason;
    this.#pump();
  }

  /** Something outside changed: more visits may be wanted. */
  look(): void {
    this.#pump();
  }

  /** So many crawl together: each has its part of the bandwidth and of the visits a day that are for all of them. */
  shareWith(crawls: number): void {
    const { bandwidth, revisit } = this.#parts;
    revisit.share(crawls);
    if (bandwidth) bandwidth.bytesPerSecond = this.#settings.maxBandwidth / Math.max(1, crawls);
  }

  /** Ends the crawl because something outside of it went wrong; `run` rejects with that. Nothing collected is lost. */
  fail(error: unknown): void {
    this.#fail(error);
    this.#pump();
  }

  /** What it does just now, for who looks: nothing is kept for it, and nothing made while nobody asks. */
  atWork(most: number): AtWork {
    const { visitor, frontier } = this.#parts;
    const queues = frontier.longestQueues?.(most) ?? null;
    return { at: this.#parts.now(), visits: visitor.underWay(most), underWay: this.#active, queues };
  }

  status(): CrawlStatus {
    const { frontier, ledger, policyLog, now } = this.#parts;
    const counts = frontier.counts();
    const { totals } = ledger;
    const at = now();
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
      ...(policyLog ? { policy: policyLog.policy.figures() } : {}),
    };
  }

  /** Of this session; a clock that is set meanwhile neither ends it nor keeps it alive. */
  #elapsed(): number {
    return this.#steady() - this.#steadyAtStart;
  }

  #limit(): number {
    const { carrier } = this.#parts.environment;
    if (carrier) return carrier.places;
    return this.#parts.controller?.target ?? (this.#settings.concurrency as number);
  }

  #tick(): void {
    const { controller, policyLog, environment, state, visitor } = this.#parts;
    const due = this.#ticked + TICK;
    this.#ticked = performance.now();
    // A timer that fires late says that this thread has more to do than it can.
    controller?.lagged(Math.max(0, this.#ticked - due));
    try {
      const wait = this.#wait();
      const status = { ...this.status(), ...(wait ? { waiting: wait } : {}) };
      this.#meter.sample(status.at, status.pages, status.bytes);
      controller?.tick(status.at, this.#active - visitor.slow);
      this.#progress.append(status);
      policyLog?.keep();
      environment.observer?.tick();
      this.#suspects?.watch();
      environment.onProgress?.(status);
      if (state.problem) throw state.problem;
    } catch (error) {
      this.#fail(error);
    }
    if (this.#stopping === 'time-budget' && this.#elapsed() >= this.#settings.maxTime + GRACE)
      visitor.abort();
    this.#pump();
  }

  /** What is waited for, when nothing has moved for long. */
  #wait(): Wait | null {
    const { visitor, ledger, asks, now, environment } = this.#parts;
    // A crawl that is asked, and that nobody asks, waits for nothing.
    const idle = environment.asked && asks?.waiting === 0 && this.#active === 0;
    const state = `${this.#moves} ${ledger.totals.requests} ${visitor.bytesComing} ${idle ? now() : ''}`;
    const ms = this.#watchdog.look(this.#elapsed(), state);
    if (ms === 0) return null;
    const { eldest } = visitor;
    const on = eldest?.stage ?? (this.#filling ? 'frontier' : 'rest');
    const until = on === 'rest' ? this.#wakesAt : null;
    return { ms, on, url: eldest?.url ?? null, visits: this.#active, until };
  }

  #spent(): StopReason | null {
    const { maxPages, maxBytes, maxTime } = this.#settings;
    const { totals } = this.#parts.ledger;
    if (totals.pages >= maxPages) return 'page-budget';
    if (totals.bytes >= maxBytes) return 'byte-budget';
    return this.#elapsed() >= maxTime ? 'time-budget' : null;
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#stopping ??= 'failed';
    this.#parts.visitor.abort();
  }

  /** Something changed: visits may be started, or the crawl may be over. */
  #pump(): void {
    this.#changes++;
    if (this.#finish && !this.#filling) void this.#fill();
  }

  /** Starts what may be started. Only one of these is under way; what changes meanwhile makes it look once more. */
  async #fill(): Promise<void> {
    this.#filling = true;
    try {
      for (let seen = -1; seen !== this.#changes; ) {
        seen = this.#changes;
        await this.#startVisits();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#filling = false;
    if (this.#stopping && this.#active === 0) this.#finish?.();
  }

  async #startVisits(): Promise<void> {
    const { frontier, asks, environment } = this.#parts;
    for (;;) {
      this.#stopping ??= this.#spent();
      const room = this.#room();
      if (this.#stopping || room <= 0) return;
      const changes = this.#changes;
      const answer = await frontier.lease(room);
      if (answer.kind === 'leases') {
        if (this.#stopping) return this.#giveBack(answer.leases);
        for (const lease of answer.leases) this.#start(lease);
        continue;
      }
      if (answer.kind === 'spent') {
        if (this.#active === 0) this.#stopping ??= 'page-budget';
        return;
      }
      // Visits asked for at a later day are not awaited by a crawl that visits once.
      const over = answer.kind === 'empty' || (answer.kind === 'later' && this.#settings.revisit === 'none');
      if (!over) this.#wakeAt(answer.until);
      else if (this.#active === 0) {
        if (await this.#followRest()) continue;
        if (!environment.asked && !environment.asker?.busy) this.#stopping ??= 'frontier-empty';
        // What was scheduled meanwhile may not have been seen by this answer.
        else if (changes === this.#changes) asks?.stranded();
      }
      return;
    }
  }

  /** Nothing is left but what the link policy holds back, if it does; false when that is nothing either. */
  async #followRest(): Promise<boolean> {
    const { frontier, environment } = this.#parts;
    for (;;) {
      const held = environment.linkPolicy?.rest?.() ?? [];
      if (held.length === 0) return false;
      // They may all be known, or be too many of their hosts.
      if ((await frontier.schedule(held)).added > 0) return true;
    }
  }

  /** Visits that may be started now. */
  #room(): number {
    const { visitor, ledger, bandwidth } = this.#parts;
    if (visitor.bytesHeld >= MOST_BYTES_HELD) return 0;
    // Visits under way may all turn out to be pages: starting no more than the budget has left keeps it exact.
    const pages = this.#settings.maxPages - ledger.totals.pages - this.#activePages;
    const room = Math.ceil(Math.min(this.#limit() - this.#active + visitor.slow, pages));
    return room <= 0 || bandwidth === null ? room : Math.min(room, this.#roomOnTheLine(bandwidth));
  }

  /** When there is none, it is looked for again in time. */
  #roomOnTheLine(bandwidth: BandwidthLimiter): number {
    const { room } = bandwidth;
    if (room === 0 && this.#lineTimer === null)
      this.#lineTimer = setTimeout(() => {
        this.#lineTimer = null;
        this.#pump();
      }, bandwidth.roomIn);
    return room;
  }

  /** The crawl was stopped while it waited for these. */
  async #giveBack(leases: readonly Lease[]): Promise<void> {
    await this.#parts.frontier.end(
      leases.map((lease) => ({ kind: 'put-back', lease, accessedAt: null, notBefore: null }) as const),
    );
  }

  #wakeAt(time: number): void {
    if (this.#wake) clearTimeout(this.#wake);
    this.#wake = null;
    this.#wakesAt = Number.isFinite(time) ? time : null;
    if (!Number.isFinite(time)) return;
    const wait = Math.min(60_000, Math.max(0, time - this.#parts.now()));
    this.#wake = setTimeout(() => this.#pump(), wait);
  }

  #start(lease: Lease): void {
    const page = mayBePage(lease);
    const isOver = this.#parts.bandwidth?.visit();
    this.#active++;
    this.#moves++;
    if (page) this.#activePages++;
    this.#visit(lease)
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#active--;
        this.#moves++;
        isOver?.();
        if (page) this.#activePages--;
        this.#pump();
      });
  }

  async #visit(lease: Lease): Promise<void> {
    const { visitor, frontier, now } = this.#parts;
    if (this.#isForsaken(lease)) return visitor.giveUp(lease);
    if (this.#suspects?.mayBegin(lease) === false) {
      const notBefore = now() + SUSPECT_WAIT;
      return frontier.end([{ kind: 'put-back', lease, accessedAt: null, notBefore }]);
    }
    try {
      const found = isAsk(lease.key) ? null : await this.#kept?.take(lease);
      await (found ? visitor.replay(lease, found.response, found.position) : visitor.visit(lease));
    } finally {
      this.#suspects?.ended(lease);
    }
  }

  /** What an asker wanted who is no more: it has asked anew, or does not want it. */
  #isForsaken({ key }: Lease): boolean {
    const { asks, environment } = this.#parts;
    return !environment.asked && isAsk(key) && !asks?.isAwaited(key);
  }

  async #close(reason: StopReason): Promise<void> {
    const parts = this.#parts;
    const { policyLog } = parts;
    const problems: unknown[] = [];
    const attempt = async (step: () => unknown) => {
      try {
        await step();
      } catch (error) {
        problems.push(error);
      }
    };
    await attempt(() => this.#progress.append(this.status()));
    await attempt(() => parts.client.close());
    await attempt(() => parts.pool.close());
    await parts.durability.end();
    // In the order in which one speaks of the other: a power failure between two of them finds nothing promised that is not there.
    await attempt(() => parts.archive.close());
    await attempt(() => parts.visits.close());
    await attempt(() => parts.frontier.close());
    await attempt(() => sortCdxj(parts.paths.archive));
    await attempt(() => parts.spool.close());
    await attempt(() => parts.environment.observer?.close());
    await attempt(() => policyLog?.close(this.#failure === null));
    await attempt(() => parts.revisit.save());
    await attempt(() => parts.state.close());
    await attempt(() => {
      const pages = parts.ledger.totals.pages - this.#pagesAtStart;
      const ended = withSessionEnded(this.#manifest, parts.now(), reason, pages);
      const { policy } = policyLog ?? {};
      writeManifest(parts.paths, policy ? withPolicy(ended, policy, policy.figures()) : ended);
    });
    this.#suspects?.acquit();
    parts.lock.release();
    this.#failure ??= problems[0] ?? null;
  }
}
