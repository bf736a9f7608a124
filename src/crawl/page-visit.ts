/** A visit that brought a page: analysed in a thread, compared with others, and ended with its links. */
import { type Lease, URL_KIND } from '../frontier/index.ts';
import { escapeBytes, type FetchResponse } from '../http/index.ts';
import { registrableDomain } from '../url/index.ts';
import { payloadDigest, type WrittenRecord } from '../warc/index.ts';
import type { AnalysisPool } from './analysis-pool.ts';
import { capture } from './capture.ts';
import type { CrawlState } from './crawl-state.ts';
import type { KnownPages } from './known-pages.ts';
import { deepened, linkCandidates, refusedLinks } from './link-candidates.ts';
import type { PageFindings } from './page-findings.ts';
import type { PageNotes, PageObserver } from './page-observer.ts';
import type { Resemblance } from './resemblance.ts';
import type { RevisitClock } from './revisit-clock.ts';
import type { CrawlSettings } from './settings.ts';
import type { SiteHandover } from './site-handover.ts';
import type { Spool } from './spool.ts';
import { answered, type VisitEnds } from './visit-end.ts';
import type { VisitLog } from './visit-log.ts';

export interface PageVisitParts {
  readonly settings: Pick<CrawlSettings, 'maxHops' | 'blockedRetry'>;
  readonly pool: AnalysisPool;
  readonly state: CrawlState;
  readonly known: KnownPages;
  readonly revisit: RevisitClock;
  readonly resemblance: Resemblance;
  readonly ends: VisitEnds;
  readonly observer: PageObserver | null;
  /** Null for a crawl that nobody shares. */
  readonly handover: Pick<SiteHandover, 'saw' | 'visited'> | null;
  readonly spool: Pick<Spool, 'keep' | 'release'>;
  readonly visits: Pick<VisitLog, 'length'>;
  readonly now: () => number;
}

export class PageVisit {
  readonly #parts: PageVisitParts;

  constructor(parts: PageVisitParts) {
    this.#parts = parts;
  }

  /** `position`: where the answer already stands in the archive. */
  async end(lease: Lease, response: FetchResponse, position: WrittenRecord | null): Promise<void> {
    const { spool, visits } = this.#parts;
    const digest = payloadDigest(response.body);
    // Before it is read, because no reading may make it be asked for again.
    if (position === null && response.hearsay !== 'told')
      spool.keep(lease.record, response, digest, visits.length);
    await this.#read(lease, response, digest, position);
    spool.release(lease.record);
  }

  async #read(
    lease: Lease,
    response: FetchResponse,
    digest: string,
    position: WrittenRecord | null,
  ): Promise<void> {
    const { settings, pool, state, ends, now } = this.#parts;
    const facts = await pool.run({
      url: lease.url,
      status: response.status,
      kind: lease.kind,
      contentType: response.header('content-type'),
      // Several codings may be told in several lines.
      contentEncoding: response.contentEncoding,
      xRobots: response.headers('x-robots-tag'),
      refresh: escapeBytes(response.header('refresh') ?? ''),
      follow: lease.hops < settings.maxHops,
      fetchedAt: response.startedAt,
      lastModified: response.header('last-modified'),
      body: response.body,
    });
    if (facts.kind === 'crashed') {
      const archived = position ?? capture(lease, response, state, digest);
      return ends.end(lease, answered(response, 'failed', { reason: `analysis-${facts.reason}`, archived }));
    }
    if (lease.kind !== URL_KIND.requisite && (facts.media === 'other' || facts.media === 'text'))
      return ends.end(
        lease,
        answered(response, 'skipped', { reason: 'media-type', facts: lineOf(lease, response, facts) }),
      );
    if (!facts.index)
      // Asked not to be kept: its content is thrown away, its address is remembered, its links are followed if it allows.
      return ends.end(
        lease,
        answered(response, 'refused', {
          reason: 'noindex',
          facts: lineOf(lease, response, facts),
          revisitAt: now() + settings.blockedRetry,
          candidates: linkCandidates(lease, facts.links),
          page: facts,
        }),
      );
    return this.#keep(lease, response, facts, digest, position);
  }

  async #keep(
    lease: Lease,
    response: FetchResponse,
    facts: PageFindings,
    digest: string,
    position: WrittenRecord | null,
  ): Promise<void> {
    const { state, known, revisit, resemblance, ends, handover } = this.#parts;
    const { likeness, trapScore, pattern } = resemblance.of(lease, {
      digest,
      simhash: facts.simhash,
      visit: ends.nextVisit,
    });
    if (pattern !== null) handover?.saw(lease.queue, pattern);
    // Remembered only by a crawl that comes back.
    const before = revisit.active ? known.of(lease) : undefined;
    const counted = revisit.active ? known.own(lease, before) : undefined;
    const page = revisit.remember(before, response, digest);
    // What the word of a stranger says of a page, no later visit goes by.
    const believed = response.hearsay === undefined;
    if (revisit.active && believed) known.remember(lease, page);
    const counts = lease.kind !== URL_KIND.requisite && facts.media !== 'sitemap' && facts.media !== 'feed';
    const candidates = linkCandidates(lease, facts.links);
    await ends.end(
      lease,
      answered(response, counts ? 'analysed' : 'skipped', {
        reason: counts ? flawOf(facts) : facts.media,
        facts: {
          ...lineOf(lease, response, facts),
          lang: facts.language ?? undefined,
          title: facts.title ?? undefined,
          digest,
          simhash: facts.simhash ?? undefined,
          ...likeness,
          scriptOnly: facts.scriptOnly ? true : undefined,
          notes: counts && believed ? this.#observe(lease.url, facts) : undefined,
        },
        revisitAt: counts ? revisit.next(lease, page, before, counted) : undefined,
        archived: facts.archive ? (position ?? capture(lease, response, state, digest, before)) : null,
        candidates: trapScore > 0 ? deepened(candidates, trapScore) : candidates,
        page: facts,
      }),
    );
    handover?.visited(lease);
  }

  #observe(url: string, facts: PageFindings): PageNotes | undefined {
    return this.#parts.observer?.page({ url, site: registrableDomain(new URL(url).hostname), facts });
  }
}

/** What the line of every visit says whose answer was analysed. */
function lineOf(lease: Lease, response: FetchResponse, facts: PageFindings) {
  return {
    decoded: facts.decodedBytes,
    type: (response.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase() || undefined,
    charset: facts.charset ?? undefined,
    refused: refusedLinks(lease, facts),
    found: facts.found,
  };
}

/** What was wrong with a page that counts all the same. */
function flawOf({ softNotFound, problem }: PageFindings): string | undefined {
  if (softNotFound) return 'soft-404';
  return problem ? `content-${problem}` : undefined;
}
