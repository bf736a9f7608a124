/**
 * What happened in a crawl, as plain data: read from its folder in one pass over progress.jsonl and one over visits.jsonl, while the
 * crawl runs or afterwards, without writing anything.
 *
 * Memory is bounded: sites by SiteTally (a million exactly, then a fair sample), times by GrowingSeries (a megabyte each), names by
 * Tally, sizes by Magnitudes. Times are *running* time: what lies between sessions is left out.
 *
 * A *page* is a visit that ended `analysed` or `unchanged`; its *domain* is the registrable domain of its host.
 */
import { join } from 'node:path';
import { type CrawlManifest, crawlPaths, readManifest } from '../crawl/crawl-folder.ts';
import { TarrafaError } from '../errors.ts';
import { CollectionReading, type CollectionReport } from './collection-reading.ts';
import { type GeoReport, readGeoReport } from './geo-reading.ts';
import { GrowingSeries } from './growing-series.ts';
import { eachJsonLine, type JsonObject, numberIn, textIn } from './lines.ts';
import { type MagnitudeBin, type MagnitudeSummary, Magnitudes } from './magnitudes.ts';
import { PeriodReading, type PeriodReport } from './period-reading.ts';
import { RunningTime, type SessionTimes } from './running-time.ts';
import { type SiteCounts, SiteTally } from './site-tally.ts';
import { type Count, Tally } from './tally.ts';

export const REPORT_FORMAT = 1;

/** Mean over this many seconds for the bandwidth (docs/methods.md, "Horizontal collector"). */
const BANDWIDTH_WINDOW = 20;

/** Points of a plotted curve: about two pixels each. */
const POINTS = 240;

export interface CrawlReport {
  readonly kind: 'crawl';
  readonly format: typeof REPORT_FORMAT;
  readonly crawl: {
    readonly software: string;
    readonly policy: string;
    readonly scope: string;
    readonly seeds: number;
    readonly startedAt: string | null;
    /** The last thing known of it. */
    readonly until: string | null;
    readonly sessions: readonly ReportSession[];
  };
  readonly totals: {
    readonly visits: number;
    readonly pages: number;
    readonly domains: number;
    /** Domains with at least one page. */
    readonly domainsReached: number;
    readonly bytes: number;
    readonly decodedBytes: number;
    readonly runningSeconds: number;
    readonly failures: number;
    readonly duplicates: number;
    readonly nearDuplicates: number;
    readonly traps: number;
    readonly scriptOnly: number;
    readonly refusedUrls: number;
    readonly linksFound: number;
    readonly linksAdded: number;
    readonly linksDuplicate: number;
    readonly linksDropped: number;
    /** Waiting in the frontier, by the last line of progress; null when there is none. */
    readonly queued: number | null;
  };
  readonly speed: {
    /** Pages a second over the whole running time. */
    readonly mean: number;
    readonly firstTenth: number;
    readonly lastTenth: number;
    /** Greatest mean of 20 s. */
    readonly greatest: number;
  };
  readonly bandwidth: {
    /** Seconds of the moving mean: 20, a little more for crawls of many days. */
    readonly windowSeconds: number;
    readonly mean: number;
    readonly greatest: number;
  };
  /** One entry of each list per point; each point stands for the `stepSeconds` that end at `seconds`. */
  readonly timeline: {
    readonly stepSeconds: number;
    readonly seconds: readonly number[];
    readonly pagesPerSecond: readonly number[];
    /** Bytes a second: the moving mean, at the end of the step. */
    readonly bytesPerSecond: readonly number[];
    readonly pages: readonly number[];
    readonly domainsReached: readonly number[];
    /** Running seconds at which a session after the first began. */
    readonly resumedAt: readonly number[];
  };
  readonly pagesPerDomain: {
    readonly least: number;
    readonly median: number;
    readonly mean: number;
    readonly ninetieth: number;
    readonly greatest: number;
    readonly histogram: readonly { readonly from: number; readonly to: number; readonly domains: number }[];
    /** 1, or of how many domains one was looked at. */
    readonly sampledOneIn: number;
  };
  readonly refused: readonly Count[];
  readonly outcomes: readonly Count[];
  readonly statuses: readonly Count[];
  readonly failures: readonly Count[];
  /** Why visits ended without a page though nothing failed: `outcome: reason`. */
  readonly setAside: readonly Count[];
  readonly languages: readonly Count[];
  readonly charsets: readonly Count[];
  readonly types: readonly Count[];
  readonly traps: readonly Count[];
  readonly depths: readonly Count[];
  readonly sizes: MagnitudeSummary & { readonly histogram: readonly MagnitudeBin[] };
  readonly durations: MagnitudeSummary;
  readonly topSites: readonly SiteCounts[];
  /** How well it kept to its period; null for a crawl along none. */
  readonly period: PeriodReport | null;
  /** How it kept a collection of fixed size; absent for a crawl that keeps every page. */
  readonly collection?: CollectionReport;
  /** What it found that is geographic; null for a crawl that did not look for it. */
  readonly geo: GeoReport | null;
  /** Lines that could not be read, with those of the other file. */
  readonly damagedLines: number;
  /** How those who share it worked together; absent for a crawl of one process. */
  readonly shared?: SharedReport;
}

/** How well several crawled together (docs/methods.md, "Temporal crawl (Pereira 2013)"). */
export interface SharedReport {
  /** Workers that ever were there. */
  readonly workers: number;
  /** N and I: pages downloaded by all of them, and how many different ones. */
  readonly downloaded: number;
  readonly distinct: number;
  /** URLs visited, and U: those known, all of which should be. */
  readonly visited: number;
  readonly known: number;
  /** M: URLs that they sent each other; none where each keeps to its own part. */
  readonly sent: number;
  /** Of the N pages that most pages refer to, the part that is among the N downloaded; null where references are not counted. */
  readonly quality: number | null;
  /** Pages downloaded in vain, for each that was not. */
  readonly overlap: number;
  /** The part of the known URLs that was visited. */
  readonly coverage: number;
  /** URLs sent to the others, for each page. */
  readonly exchanged: number;
}

export interface ReportSession {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly reason: string | null;
  readonly pages: number;
}

/** The manifest, or the error that says this is no crawl. */
export function manifestOf(folder: string): CrawlManifest {
  const manifest = readManifest(crawlPaths(folder));
  if (manifest === null) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  return manifest;
}

function timesOf(manifest: CrawlManifest): SessionTimes[] {
  const times: SessionTimes[] = [];
  for (const session of Array.isArray(manifest.sessions) ? manifest.sessions : []) {
    const startedAt = Date.parse(session.startedAt);
    const endedAt = session.endedAt === null ? Number.NaN : Date.parse(session.endedAt);
    if (!Number.isNaN(startedAt)) times.push({ startedAt, endedAt: Number.isNaN(endedAt) ? null : endedAt });
  }
  return times.sort((a, b) => a.startedAt - b.startedAt);
}

/** The last moment of each session of which progress.jsonl knows, for sessions that were killed. */
class SessionEnds {
  readonly #sessions: readonly SessionTimes[];
  readonly #latest: number[];

  constructor(sessions: readonly SessionTimes[]) {
    this.#sessions = sessions;
    this.#latest = sessions.map((session) => session.startedAt);
  }

  see(at: number): void {
    let i = this.#sessions.length - 1;
    while (i > 0 && at < this.#sessions[i]!.startedAt) i--;
    if (i >= 0) this.#latest[i] = Math.max(this.#latest[i]!, at);
  }

  known(): SessionTimes[] {
    return this.#sessions.map(({ startedAt, endedAt }, i) => {
      const next = this.#sessions[i + 1]?.startedAt ?? Number.POSITIVE_INFINITY;
      const latest = this.#latest[i]!;
      return { startedAt, endedAt: endedAt ?? (latest > startedAt ? Math.min(next, latest) : null) };
    });
  }
}

/** Reads the folder of a crawl. Throws TRF_FOLDER_NOT_A_CRAWL when it is none. */
export async function readCrawlReport(
  folder: string,
  options: { readonly maxSites?: number } = {},
): Promise<CrawlReport> {
  const manifest = manifestOf(folder);
  const paths = crawlPaths(folder);
  const sessions = timesOf(manifest);

  let queued: number | null = null;
  let until = Number.NEGATIVE_INFINITY;
  const ends = new SessionEnds(sessions);
  const progress = await eachJsonLine(paths.progress, (line) => {
    const at = numberIn(line.at, Number.NaN);
    if (Number.isNaN(at)) return;
    ends.see(at);
    until = Math.max(until, at);
    queued = numberIn(line.queued);
  });

  const reading = new Reading(new RunningTime(ends.known()), options.maxSites);
  const visits = await eachJsonLine(paths.visits, (line) => reading.take(line));
  const geo = await readGeoReport(join(folder, 'geo-index.jsonl'));
  for (const { endedAt } of sessions) if (endedAt !== null) until = Math.max(until, endedAt);
  until = Math.max(until, reading.latest);

  const collection = reading.collection.report(manifest);
  const report = reading.report({
    crawl: {
      software: textIn(manifest.software) ?? '',
      policy: textIn(manifest.policy) ?? '',
      scope: textIn(manifest.scope) ?? '',
      seeds: Array.isArray(manifest.seeds) ? manifest.seeds.length : 0,
      startedAt: textIn(manifest.startedAt),
      until: Number.isFinite(until) && Math.abs(until) < 8.64e15 ? new Date(until).toISOString() : null,
      sessions: (Array.isArray(manifest.sessions) ? manifest.sessions : []).map((session, i) => ({
        startedAt: textIn(session.startedAt) ?? '',
        endedAt: textIn(session.endedAt),
        reason: textIn(session.reason),
        // A session that was killed could not write its pages down: the visits tell.
        pages:
          sessions.length === manifest.sessions.length ? reading.pagesOfSession(i) : numberIn(session.pages),
      })),
    },
    queued,
    period: reading.period.report(manifest),
    geo: geo?.report ?? null,
    damagedLines: progress.skipped + visits.skipped + (geo?.skipped ?? 0),
    resumedAt: resumptions(ends.known()),
  });
  return collection === null ? report : { ...report, collection };
}

/** What is known of a crawl that is not in a folder. */
export interface CrawlOutline {
  readonly policy: string;
  readonly scope: string;
  readonly seeds: number;
  readonly startedAt: string;
  /** Times in which it ran, in order and without overlaps; `endedAt` is null while it does. */
  readonly sessions: readonly SessionTimes[];
  readonly queued: number;
  /** Of the links that were found; what became of them. */
  readonly links: {
    readonly added: number;
    readonly duplicate: number;
    readonly dropped: number;
  };
  readonly shared: SharedReport;
}

/** A report by the facts that are kept of every visit: url, site, at, outcome, status, bytes, depth. What else a folder says of pages it leaves out. */
export async function reportOfVisits(
  outline: CrawlOutline,
  visits: AsyncIterable<JsonObject>,
  options: { readonly maxSites?: number } = {},
): Promise<CrawlReport> {
  const { sessions, links, queued, policy, scope, seeds, startedAt, shared } = outline;
  const reading = new Reading(new RunningTime(sessions), options.maxSites);
  for await (const visit of visits) reading.take(visit);
  let until = reading.latest;
  for (const { endedAt } of sessions) if (endedAt !== null) until = Math.max(until, endedAt);
  const report = reading.report({
    crawl: {
      software: '',
      policy,
      scope,
      seeds,
      startedAt,
      until: Number.isFinite(until) ? new Date(until).toISOString() : null,
      sessions: sessions.map(({ startedAt: from, endedAt: to }, i) => ({
        startedAt: new Date(from).toISOString(),
        endedAt: to === null ? null : new Date(to).toISOString(),
        reason: null,
        pages: reading.pagesOfSession(i),
      })),
    },
    queued,
    period: null,
    geo: null,
    damagedLines: 0,
    resumedAt: resumptions(sessions),
  });
  const { added, duplicate, dropped } = links;
  return {
    ...report,
    totals: {
      ...report.totals,
      linksFound: added + duplicate + dropped,
      linksAdded: added,
      linksDuplicate: duplicate,
      linksDropped: dropped,
    },
    // Only the folders of those who read the pages know.
    languages: [],
    charsets: [],
    shared,
  };
}

function resumptions(sessions: readonly SessionTimes[]): number[] {
  const clock = new RunningTime(sessions);
  return sessions.slice(1).map(({ startedAt }) => clock.place(startedAt));
}

/** The pass over visits.jsonl. */
class Reading {
  readonly #clock: RunningTime;
  readonly #sites: SiteTally;
  readonly #pages = new GrowingSeries();
  readonly #bytes = new GrowingSeries();
  readonly #newDomains = new GrowingSeries();
  readonly #outcomes = new Tally();
  readonly #statuses = new Tally();
  readonly #failures = new Tally();
  readonly #setAside = new Tally();
  readonly #refused = new Tally();
  readonly #languages = new Tally();
  readonly #charsets = new Tally();
  readonly #types = new Tally();
  readonly #traps = new Tally();
  readonly #depths = new Tally();
  readonly #sizes = new Magnitudes();
  readonly #durations = new Magnitudes();
  #count = {
    visits: 0,
    pages: 0,
    bytes: 0,
    decoded: 0,
    failures: 0,
    duplicates: 0,
    near: 0,
    trapped: 0,
    script: 0,
  };
  #links = { found: 0, added: 0, duplicate: 0, dropped: 0 };
  readonly #pagesOfSession: number[] = [];
  readonly period = new PeriodReading();
  readonly collection = new CollectionReading();
  latest = Number.NEGATIVE_INFINITY;

  pagesOfSession(session: number): number {
    return this.#pagesOfSession[session] ?? 0;
  }

  constructor(clock: RunningTime, maxSites: number | undefined) {
    this.#clock = clock;
    this.#sites = new SiteTally(maxSites);
  }

  take(visit: JsonObject): void {
    // Of what was taken out nothing is counted.
    if (visit.forgotten === true) return;
    this.period.take(visit);
    this.collection.take(visit);
    const count = this.#count;
    const outcome = textIn(visit.outcome) ?? '?';
    const bytes = numberIn(visit.bytes);
    const page = outcome === 'analysed' || outcome === 'unchanged';
    const failed = outcome === 'failed';
    const status = numberIn(visit.status);
    const reason = textIn(visit.reason);
    count.visits++;
    count.bytes += bytes;
    count.decoded += numberIn(visit.decoded);
    if (page) count.pages++;
    if (failed) count.failures++;
    this.#outcomes.add(outcome);
    if (status > 0) this.#statuses.add(String(status));
    if (failed) this.#failures.add(reason ?? '?');
    else if (!page && reason !== null) this.#setAside.add(`${outcome}: ${reason}`);
    if (visit.duplicateOf !== undefined) count.duplicates++;
    if (visit.nearDuplicateOf !== undefined) count.near++;
    if (visit.scriptOnly === true) count.script++;

    const newDomains = this.#sites.add(textIn(visit.site) ?? '?', { page, failed, bytes });
    const at = numberIn(visit.at, Number.NaN);
    if (!Number.isNaN(at)) {
      const seconds = this.#clock.place(at);
      this.latest = Math.max(this.latest, at);
      this.#bytes.add(seconds, bytes);
      if (page) {
        this.#pages.add(seconds, 1);
        this.#pagesOfSession[this.#clock.session] = (this.#pagesOfSession[this.#clock.session] ?? 0) + 1;
      }
      if (newDomains > 0) this.#newDomains.add(seconds, newDomains);
    }
    if (page) {
      this.#sizes.add(numberIn(visit.decoded, bytes));
      this.#languages.add(textIn(visit.lang) ?? '?');
      this.#charsets.add((textIn(visit.charset) ?? '?').toLowerCase());
      this.#depths.add(String(numberIn(visit.depth)));
    }
    const type = textIn(visit.type);
    // `text/html; charset=…`: the parameters say nothing of the type.
    if (type !== null) this.#types.add(type.split(';', 1)[0]!.trim().toLowerCase());
    if (bytes > 0 && visit.ms !== undefined) this.#durations.add(numberIn(visit.ms));
    for (const [rule, refused] of entries(visit.refused)) this.#refused.add(rule, numberIn(refused));
    if (typeof visit.links === 'object' && visit.links !== null) {
      const { found, added, duplicate, dropped } = visit.links as JsonObject;
      this.#links.found += numberIn(found);
      this.#links.added += numberIn(added);
      this.#links.duplicate += numberIn(duplicate);
      this.#links.dropped += numberIn(dropped);
    }
    if (Array.isArray(visit.traps) && visit.traps.length > 0) {
      count.trapped++;
      for (const trap of visit.traps) this.#traps.add(textIn(trap) ?? '?');
    }
  }

  report(known: {
    readonly crawl: CrawlReport['crawl'];
    readonly queued: number | null;
    readonly period: PeriodReport | null;
    readonly geo: GeoReport | null;
    readonly damagedLines: number;
    readonly resumedAt: readonly number[];
  }): CrawlReport {
    const perSite = this.#sites.pagesPerSite();
    const seconds = this.#clock.total();
    const timeline = this.#timeline(seconds, known.resumedAt);
    const count = this.#count;
    return {
      kind: 'crawl',
      format: REPORT_FORMAT,
      crawl: known.crawl,
      totals: {
        visits: count.visits,
        pages: count.pages,
        domains: this.#sites.sites,
        domainsReached: perSite.length * this.#sites.oneIn,
        bytes: count.bytes,
        decodedBytes: count.decoded,
        runningSeconds: seconds,
        failures: count.failures,
        duplicates: count.duplicates,
        nearDuplicates: count.near,
        traps: count.trapped,
        scriptOnly: count.script,
        refusedUrls: this.#refused.total,
        linksFound: this.#links.found,
        linksAdded: this.#links.added,
        linksDuplicate: this.#links.duplicate,
        linksDropped: this.#links.dropped,
        queued: known.queued,
      },
      ...timeline,
      pagesPerDomain: { ...distribution(perSite), sampledOneIn: this.#sites.oneIn },
      refused: this.#refused.ordered(),
      outcomes: this.#outcomes.ordered(),
      statuses: this.#statuses.ordered(),
      failures: this.#failures.ordered(),
      setAside: this.#setAside.ordered(),
      languages: this.#languages.ordered(),
      charsets: this.#charsets.ordered(),
      types: this.#types.ordered(),
      traps: this.#traps.ordered(),
      depths: this.#depths.ordered().sort((a, b) => Number(a.name) - Number(b.name)),
      sizes: { ...this.#sizes.summary(), histogram: this.#sizes.octaves() },
      durations: this.#durations.summary(),
      topSites: this.#sites.largest(20),
      period: known.period,
      geo: known.geo,
      damagedLines: known.damagedLines,
    };
  }

  #timeline(
    total: number,
    resumedAt: readonly number[],
  ): Pick<CrawlReport, 'speed' | 'bandwidth' | 'timeline'> {
    const all = [this.#pages, this.#bytes, this.#newDomains];
    const width = Math.max(...all.map((series) => series.width));
    for (const series of all) series.widenTo(width);
    const bins = Math.max(...all.map((series) => series.length));
    const end = Math.max(total, 0);
    // A bin ends where the crawl does: nothing was done after that.
    const endOf = (bin: number): number => (bin + 1 >= bins ? Math.max(end, bin * width) : (bin + 1) * width);
    const window = Math.max(1, Math.round(BANDWIDTH_WINDOW / width));

    const timeline = {
      stepSeconds: Math.max(1, Math.ceil(bins / POINTS)) * width,
      seconds: [] as number[],
      pagesPerSecond: [] as number[],
      bytesPerSecond: [] as number[],
      pages: [] as number[],
      domainsReached: [] as number[],
      resumedAt,
    };
    const step = timeline.stepSeconds / width;
    let pages = 0;
    let pagesAtStep = 0;
    let domains = 0;
    let pagesInWindow = 0;
    let bytesInWindow = 0;
    let fastest = 0;
    let widest = 0;
    let firstTenth = 0;
    let beforeLastTenth = 0;
    for (let bin = 0; bin < bins; bin++) {
      const from = bin * width;
      const binEnd = endOf(bin);
      const inBin = this.#pages.at(bin);
      // A bin across the border of a tenth is shared in proportion to time.
      const share = (border: number): number =>
        binEnd > from
          ? Math.min(1, Math.max(0, (border - from) / (binEnd - from)))
          : border >= binEnd
            ? 1
            : 0;
      firstTenth += inBin * share(end * 0.1);
      beforeLastTenth += inBin * share(end * 0.9);
      pages += inBin;
      domains += this.#newDomains.at(bin);
      pagesInWindow += inBin - (bin >= window ? this.#pages.at(bin - window) : 0);
      bytesInWindow += this.#bytes.at(bin) - (bin >= window ? this.#bytes.at(bin - window) : 0);
      // At the beginning the mean is over what there is, but never over less than a second.
      const over = Math.max(1, binEnd - Math.max(0, bin + 1 - window) * width);
      // The greatest is among whole windows: a busy first second is no record.
      if (bin + 1 >= Math.min(window, bins)) {
        fastest = Math.max(fastest, pagesInWindow / over);
        widest = Math.max(widest, bytesInWindow / over);
      }
      if ((bin + 1) % step === 0 || bin + 1 === bins) {
        const stepStart = Math.floor(bin / step) * timeline.stepSeconds;
        timeline.seconds.push(binEnd);
        timeline.pagesPerSecond.push(
          (pages - pagesAtStep) / Math.max(Math.min(1, width), binEnd - stepStart),
        );
        timeline.bytesPerSecond.push(bytesInWindow / over);
        timeline.pages.push(pages);
        timeline.domainsReached.push(domains);
        pagesAtStep = pages;
      }
    }
    const perSecond = (amount: number, seconds: number): number => (seconds > 0 ? amount / seconds : 0);
    return {
      speed: {
        mean: perSecond(pages, end),
        firstTenth: perSecond(firstTenth, end / 10),
        lastTenth: perSecond(pages - beforeLastTenth, end / 10),
        greatest: fastest,
      },
      bandwidth: { windowSeconds: window * width, mean: perSecond(this.#count.bytes, end), greatest: widest },
      timeline,
    };
  }
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Of counts sorted from least to greatest. */
function distribution(sorted: Float64Array): Omit<CrawlReport['pagesPerDomain'], 'sampledOneIn'> {
  const count = sorted.length;
  if (count === 0) return { least: 0, median: 0, mean: 0, ninetieth: 0, greatest: 0, histogram: [] };
  const greatest = sorted[count - 1]!;
  const histogram: { from: number; to: number; domains: number }[] = [];
  // One by one as far as that can be read, else doubling: 1, 2, 3–4, 5–8, …
  for (let from = 1; from <= greatest; ) {
    const to = greatest <= 30 || from <= 2 ? from : 2 * (from - 1);
    histogram.push({ from, to, domains: 0 });
    from = to + 1;
  }
  let bin = 0;
  for (const pages of sorted) {
    while (pages > histogram[bin]!.to) bin++;
    histogram[bin]!.domains++;
  }
  return {
    least: sorted[0]!,
    median: (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2,
    mean: sorted.reduce((sum, pages) => sum + pages, 0) / count,
    ninetieth: sorted[Math.ceil(0.9 * count) - 1]!,
    greatest,
    histogram,
  };
}
