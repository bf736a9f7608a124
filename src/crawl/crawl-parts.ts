/** The parts of a crawl, each opened on its folder, and how they are wired. */
import type { Frontier, FrontierOptions, Leftover } from '../frontier/index.ts';
import {
  BandwidthLimiter,
  ConcurrencyController,
  DnsResolver,
  HeldBytes,
  HttpClient,
  ProxiedResolver,
  type Resolver,
} from '../http/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { WarcWriter } from '../warc/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { firstCandidate } from './address-candidates.ts';
import { Admission } from './admission.ts';
import { type AnalysisPool, openAnalysisPool } from './analysis-pool.ts';
import { Asks } from './asks.ts';
import { bootId, diedWithMachine } from './boot.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import {
  type CrawlPaths,
  clearFolder,
  crawlPaths,
  createFolders,
  readManifest,
  writeManifest,
} from './crawl-folder.ts';
import { agentOf, type CrawlPlan, checkSettings, planCrawl } from './crawl-plan.ts';
import type { CrawlState } from './crawl-state.ts';
import { Durability } from './durability.ts';
import { FolderLock } from './folder-lock.ts';
import { Forgotten, isBlanked } from './forgotten.ts';
import { KnownPages } from './known-pages.ts';
import { Ledger, type LedgerMark } from './ledger.ts';
import type { LinkPolicy } from './link-policy.ts';
import { mendIndex, openAgreed } from './open-agreed.ts';
import { openState } from './open-state.ts';
import { Pace } from './pace.ts';
import { PageVisit } from './page-visit.ts';
import { PolicyLog } from './policy-log.ts';
import { Requests } from './requests.ts';
import { Resemblance } from './resemblance.ts';
import { RevisitClock } from './revisit-clock.ts';
import type { RobotsExchange } from './robots-exchange.ts';
import { RobotsGate } from './robots-gate.ts';
import { RobotsPass } from './robots-pass.ts';
import { Setbacks } from './setbacks.ts';
import type { CrawlSettings } from './settings.ts';
import { SiteHandover } from './site-handover.ts';
import { Spool } from './spool.ts';
import { VisitEnds } from './visit-end.ts';
import { VisitLog } from './visit-log.ts';
import { Visitor } from './visitor.ts';
import { VisitsUnderWay } from './visits-under-way.ts';

/** A page whose analysis takes longer is given up, ms. */
const ANALYSIS_TIMEOUT = 30_000;
/** Bodies in memory, while they come in and while they are worked on, above which long ones come in one at a time. */
const MOST_HELD = 32 * 2 ** 20;

export interface CrawlParts {
  readonly plan: CrawlPlan;
  readonly environment: CrawlEnvironment;
  readonly now: () => number;
  readonly paths: CrawlPaths;
  readonly lock: FolderLock;
  /** What was found damaged or missing, and what was done about it. */
  readonly mended: readonly Reason[];
  readonly durability: Durability;
  readonly boot: string;
  /** The session before ended with the machine that it ran on. */
  readonly rebooted: boolean;
  readonly frontier: Frontier;
  /** What the process before this one left, and how far its ledger was. */
  readonly leftover: Leftover;
  readonly mark: LedgerMark;
  readonly visits: VisitLog;
  readonly spool: Spool;
  readonly archive: WarcWriter;
  readonly state: CrawlState;
  readonly policyLog: PolicyLog | null;
  readonly ledger: Ledger;
  readonly controller: ConcurrencyController | null;
  readonly client: HttpClient;
  readonly bandwidth: BandwidthLimiter | null;
  readonly pool: AnalysisPool;
  readonly revisit: RevisitClock;
  readonly resemblance: Resemblance;
  readonly asks: Asks | null;
  readonly visitor: Visitor;
}

export async function openParts(
  out: string,
  given: CrawlSettings,
  environment: CrawlEnvironment,
): Promise<CrawlParts> {
  const now = environment.now ?? Date.now;
  const software = environment.software ?? 'Tarrafa';
  const linkPolicy = environment.linkPolicy ?? null;
  const asked = environment.asked === true;
  const input = { settings: given, software, asked, linkPolicy, now };
  checkSettings(input);

  const paths = crawlPaths(out);
  createFolders({ ...paths, frontier: paths.root, archive: paths.root, state: paths.root });
  const lock = FolderLock.take(out);
  let frontier: Frontier | null = null;
  try {
    if (environment.fresh) clearFolder(paths);
    await environment.prepare?.();
    const before = readManifest(paths);
    const forgotten = Forgotten.of(paths.root);
    const plan = planCrawl(out, { ...input, settings: withoutForgotten(given, forgotten) }, before);
    const { settings, seeds, profile } = plan;
    createFolders(paths);
    writeManifest(paths, plan.manifest);

    const boot = environment.boot ?? bootId();
    const rebooted = diedWithMachine(plan.manifest, boot);
    const opened = await openAgreed(
      paths,
      { ...frontierOptions(settings, environment, now), restsAll: rebooted },
      environment,
    );
    frontier = opened.frontier;
    const { leftover, mark } = opened;
    const mended = [
      ...(lock.uncertain ? [reason('lock-uncertain')] : []),
      ...(rebooted ? [reason('mended-power')] : []),
      ...opened.mended,
    ];
    if (before === null && leftover.mark !== null) mended.push(reason('mended-manifest'));
    const agent = agentOf(software, settings.contact);
    const visits = VisitLog.open(paths.visits, mark.visits, environment.disk);
    if (visits.cut) mended.push(reason('mended-visits', { ...visits.cut }));
    const spool = Spool.open(paths.spool);
    mended.push(...(await mendIndex(paths)));
    const archive = WarcWriter.open(paths.archive, {
      maxFileBytes: settings.warcFileBytes,
      software,
      info: { 'http-header-user-agent': agent, robots: 'classic' },
      clock: now,
      newFile: environment.givesFilesAway === true,
      ...(mark.archive ? { knownGood: mark.archive } : {}),
      ...(environment.disk ? { calls: environment.disk } : {}),
    });
    if (archive.repaired)
      mended.push(
        reason('mended-archive-end', { bytes: archive.repaired.cutBytes, path: archive.repaired.kept }),
      );
    const { state, mended: mendedState } = await openState(paths, environment.carrier === undefined);
    mended.push(...mendedState);
    const keys = seeds.map((seed) => seed.key);
    const policyLog = linkPolicy && PolicyLog.open(linkPolicy, paths, mark.policy, keys, environment.disk);
    const ledger = new Ledger(frontier, archive, visits, mark, policyLog);
    const durability = new Durability({ archive, visits, policyLog, frontier, ledger }, settings.durability);
    const controller =
      settings.concurrency === 'auto' ? new ConcurrencyController({ max: settings.maxConcurrency }) : null;
    const resolver = environment.resolver ?? usualResolver(settings, environment);
    const held = new HeldBytes(MOST_HELD);
    const bandwidth = Number.isFinite(settings.maxBandwidth)
      ? new BandwidthLimiter({ bytesPerSecond: settings.maxBandwidth })
      : null;
    const client = openClient(settings, agent, {
      resolver,
      held,
      bandwidth,
      access: environment.access,
      now,
    });
    const known = new KnownPages(state);
    const revisit = new RevisitClock(settings, state);
    const resemblance = new Resemblance(state, profile);
    const asks = asked || environment.asker ? new Asks() : null;
    const requests = new Requests({
      settings,
      frontier,
      client,
      proxy: environment.access?.proxy ?? null,
      carrier: environment.carrier,
      pages: known,
      onExchange(outcome, slow) {
        ledger.totals.requests++;
        // A host that takes its time says nothing about how many others can be asked at once.
        if (slow && outcome.kind === 'response') return;
        controller?.completed({
          bytes: outcome.kind === 'response' ? outcome.body.length : 0,
          latencyMs: outcome.endedAt - outcome.startedAt,
          ok: outcome.kind === 'response',
        });
      },
      wishFor: (lease) => asks?.wishFor(lease),
      now,
      steady: environment.now ?? (() => performance.now()),
    });
    const ends = new VisitEnds({
      ledger,
      linkPolicy,
      now,
      onEnd: (end) => asks?.onEnd(end),
      onLeft: (page) => revisit.left(page),
    });
    const gate = new RobotsGate(settings.product, state, now);
    const pace = new Pace({ settings, frontier, gate });
    const setbacks = new Setbacks({
      settings,
      frontier,
      ends,
      onRetired: (queue) => asks?.retired(queue),
      now,
    });
    const observer = environment.observer ?? null;
    const sharing = { pages: known, requests, setbacks, pace, resemblance, observer };
    const handover = frontier.handOver ? new SiteHandover({ ...sharing, revisits: revisit.active }) : null;
    if (handover) frontier.handOver?.(handover);
    await frontier.schedule(
      (asked ? [] : seeds.filter((seed) => !isBlanked(seed.fetch) && !forgotten.has(seed))).map((seed) =>
        firstCandidate(seed, settings.politeness, {
          priority: linkPolicy?.seed(seed.key) ?? 0,
          ...(linkPolicy?.byArrival ? { depth: 0 } : {}),
        }),
      ),
    );
    // Last of all: threads would keep the process alive.
    const pool = openPool(settings, environment, forgotten);
    const pages = new PageVisit({
      settings,
      pool,
      state,
      known,
      revisit,
      resemblance,
      ends,
      observer,
      handover,
      spool,
      visits,
      now,
    });
    const visitor = visitorOf({
      asked,
      plan,
      forgotten,
      linkPolicy,
      frontier,
      ledger,
      resolver,
      held,
      requests,
      gate,
      pace,
      setbacks,
      exchange: environment.robots ?? null,
      pages,
      known,
      handover,
      revisit,
      state,
      ends,
      now,
    });
    return {
      plan,
      environment,
      now,
      paths,
      lock,
      mended,
      durability,
      boot,
      rebooted,
      frontier,
      leftover,
      mark,
      visits,
      spool,
      archive,
      state,
      policyLog,
      ledger,
      controller,
      client,
      bandwidth,
      pool,
      revisit,
      resemblance,
      asks,
      visitor,
    };
  } catch (error) {
    // What went wrong first is what is told.
    await frontier?.close().catch(() => {});
    lock.release();
    throw error;
  }
}

/** A seed that is to be forgotten is not written down again: what stands for it keeps the scope as it was. */
function withoutForgotten(settings: CrawlSettings, forgotten: Forgotten): CrawlSettings {
  if (forgotten.isEmpty) return settings;
  const seeds = settings.seeds.map((seed) => {
    const url = forgotten.hasUrl(seed) ? normaliseUrl(seed) : null;
    return url?.kind === 'url' ? forgotten.blanked(url.fetch) : seed;
  });
  return { ...settings, seeds };
}

/** The parts that every visit goes through. */
function visitorOf(parts: {
  readonly plan: CrawlPlan;
  readonly forgotten: Forgotten;
  readonly linkPolicy: LinkPolicy | null;
  readonly frontier: Frontier;
  readonly ledger: Ledger;
  readonly resolver: Resolver;
  readonly held: HeldBytes;
  readonly requests: Requests;
  readonly gate: RobotsGate;
  readonly pace: Pace;
  readonly setbacks: Setbacks;
  readonly exchange: RobotsExchange | null;
  readonly pages: PageVisit;
  readonly known: KnownPages;
  readonly handover: SiteHandover | null;
  readonly revisit: RevisitClock;
  readonly state: CrawlState;
  readonly ends: VisitEnds;
  readonly asked: boolean;
  readonly now: () => number;
}): Visitor {
  const { settings, scope, profile } = parts.plan;
  const rules = { settings, scope, profile, forgotten: parts.forgotten };
  const robots = new RobotsPass({ ...parts, settings, rules });
  const underWay = new VisitsUnderWay();
  const admission = new Admission({ ...parts, settings, robots, underWay });
  return new Visitor({ ...parts, settings, rules, admission, underWay });
}

function frontierOptions(
  settings: CrawlSettings,
  environment: CrawlEnvironment,
  now: () => number,
): FrontierOptions {
  return {
    policy: settings.policy,
    delay: settings.delay,
    addressDelay: settings.addressDelay,
    capacity: settings.frontierCapacity,
    queueBudget: settings.maxPagesPerHost,
    now,
    urgency: environment.linkPolicy?.urgency,
    visitAgainBefore: settings.visitAgainBefore,
    ...(environment.now ? {} : { monotonic: () => performance.now() }),
  };
}

/** Names are looked up where connections begin: here, or at the proxy. */
function usualResolver({ allowPrivate }: CrawlSettings, { access }: CrawlEnvironment): Resolver {
  const proxy = access?.proxy ?? null;
  return proxy === null ? new DnsResolver({ allowPrivate }) : new ProxiedResolver(proxy, allowPrivate);
}

function openClient(
  settings: CrawlSettings,
  agent: string,
  {
    resolver,
    held,
    bandwidth,
    access,
    now,
  }: {
    readonly resolver: Resolver;
    readonly held: HeldBytes;
    readonly bandwidth: BandwidthLimiter | null;
    readonly access: CrawlEnvironment['access'];
    readonly now: () => number;
  },
): HttpClient {
  return new HttpClient({
    userAgent: agent,
    now,
    resolver,
    held,
    access,
    allowPrivate: settings.allowPrivate,
    timeouts: settings.timeouts,
    maxBytes: settings.maxBodyBytes.page,
    // A connection is worth keeping only when the next request to its host comes soon.
    keepAliveMs: settings.delay < 5_000 ? settings.delay + 2_000 : 500,
    ...(bandwidth ? { bandwidth } : {}),
  });
}

function openPool(
  settings: CrawlSettings,
  { linkPolicy, carrier, analysers = [] }: CrawlEnvironment,
  forgotten: Forgotten,
): AnalysisPool {
  const steered = linkPolicy !== undefined;
  return openAnalysisPool({
    workers: settings.workers,
    timeout: ANALYSIS_TIMEOUT,
    setup: {
      links: {
        scope: settings.scope,
        seeds: settings.seeds,
        urlProfile: settings.urlProfile,
        politeness: settings.politeness,
        // To a policy every reference counts, and so it does when it matters from whom a link is known.
        forgetRepeated: !steered && carrier === undefined,
        forgotten: forgotten.isEmpty ? null : forgotten.rules,
      },
      product: settings.product,
      robotsMeta: settings.robotsMeta,
      relNofollow: settings.relNofollow,
      languages: settings.languages,
      requisites: settings.requisites,
      feeds: settings.feeds,
      analysers,
      linkRows: steered,
    },
  });
}
