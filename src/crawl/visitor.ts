/**
 * One visit, from a lease to its end: admission (address, robots), request, and what its answer is worth. Every path through here ends
 * the lease in exactly one way (complete, put back, retry).
 */
import { type Frontier, type Lease, URL_KIND } from '../frontier/index.ts';
import { type FetchResponse, type HeldBytes, redirectLocation, retryAfter } from '../http/index.ts';
import type { WrittenRecord } from '../warc/index.ts';
import { type AddressRules, redirectCandidate } from './address-candidates.ts';
import type { Admission } from './admission.ts';
import { isAsk } from './asks.ts';
import { capture, captureUnchanged } from './capture.ts';
import type { CrawlState } from './crawl-state.ts';
import { isBlanked } from './forgotten.ts';
import type { KnownPages } from './known-pages.ts';
import { plainKey } from './link-choice.ts';
import type { LinkPolicy } from './link-policy.ts';
import type { Pace } from './pace.ts';
import type { PageVisit } from './page-visit.ts';
import type { Requests } from './requests.ts';
import { isHead, outcomeOfError, responseClass } from './response-class.ts';
import type { RevisitClock } from './revisit-clock.ts';
import type { Setbacks } from './setbacks.ts';
import type { CrawlSettings } from './settings.ts';
import type { SiteHandover } from './site-handover.ts';
import { answered, unsent, type VisitEnds } from './visit-end.ts';
import type { VisitsUnderWay, VisitUnderWay } from './visits-under-way.ts';

export interface VisitorParts {
  readonly settings: Pick<CrawlSettings, 'revisitInterval'>;
  readonly rules: AddressRules;
  readonly linkPolicy: Pick<LinkPolicy, 'wants'> | null;
  readonly frontier: Pick<Frontier, 'restUntil'>;
  readonly admission: Admission;
  readonly held: Pick<HeldBytes, 'take' | 'give' | 'bytes'>;
  readonly requests: Requests;
  readonly pace: Pace;
  readonly setbacks: Setbacks;
  readonly pages: PageVisit;
  readonly revisit: RevisitClock;
  readonly state: CrawlState;
  readonly known: KnownPages;
  /** Null for a crawl that nobody shares. */
  readonly handover: Pick<SiteHandover, 'meets' | 'visited'> | null;
  readonly ends: VisitEnds;
  readonly underWay: VisitsUnderWay;
  /** Every visit is one that was asked for. */
  readonly asked: boolean;
  readonly now: () => number;
}

export class Visitor {
  readonly #parts: VisitorParts;
  /** Bytes of bodies that are in memory now. */
  bytesHeld = 0;

  constructor(parts: VisitorParts) {
    this.#parts = parts;
  }

  /** Requests under way are given up; their URLs go back to the frontier. */
  abort(): void {
    this.#parts.requests.abort();
  }

  /** Visits whose requests are slow: they take no place of others. */
  get slow(): number {
    return this.#parts.requests.slow;
  }

  get eldest(): VisitUnderWay | null {
    return this.#parts.underWay.eldest;
  }

  /** Visits under way, the eldest first. */
  underWay(most: number): VisitUnderWay[] {
    return this.#parts.underWay.list(most);
  }

  /** Bytes of all bodies, those that are coming in too. */
  get bytesComing(): number {
    return this.#parts.held.bytes;
  }

  async visit(lease: Lease): Promise<void> {
    try {
      await this.#visit(lease);
    } finally {
      this.#parts.underWay.ended(lease);
    }
  }

  async #visit(lease: Lease): Promise<void> {
    const { admission, requests, setbacks, held, handover, underWay, ends } = this.#parts;
    if (!this.#isWanted(lease)) return ends.end(lease, unsent('refused', 'unwanted', this.#whenAgain()));
    const url = new URL(lease.url);
    // It was known before it was to be forgotten: nobody is asked.
    if (isBlanked(lease.url) || this.#parts.rules.forgotten.has({ key: lease.key, host: url.host }))
      return ends.end(lease, unsent('refused', 'forgotten'));
    handover?.meets(lease.queue, url.host);
    const resolution = await admission.admit(lease, url);
    if (resolution === null) return;
    underWay.reached(lease, 'answer');
    const outcome = await requests.visit(lease, resolution);
    underWay.reached(lease, 'reading');
    if (outcome.kind === 'failure') return setbacks.failed(lease, outcome);
    setbacks.answered(url.host);
    const bytes = outcome.body.length;
    this.bytesHeld += bytes;
    held.take(bytes);
    try {
      await this.#received(lease, outcome, null);
    } finally {
      this.bytesHeld -= bytes;
      held.give(bytes);
    }
  }

  /** A policy that weighs pages may have changed its mind since it let this one in. */
  #isWanted(lease: Lease): boolean {
    const { linkPolicy } = this.#parts;
    if (linkPolicy?.wants === undefined || !mayBePage(lease) || isAsk(lease.key)) return true;
    return linkPolicy.wants(plainKey(lease.key));
  }

  /** When what is not wanted now is looked at again. */
  #whenAgain(): number {
    const { settings, now } = this.#parts;
    return now() + settings.revisitInterval;
  }

  /** Analyses and ends an orphan whose response is there, in the archive or on its way to it. */
  async replay(lease: Lease, response: FetchResponse, position: WrittenRecord | null): Promise<void> {
    await this.#received(lease, response, position);
  }

  /** Ends an orphan that may be what the process died of, unread. What it brought is kept. */
  async setAside(
    lease: Lease,
    response: FetchResponse | null,
    position: WrittenRecord | null,
  ): Promise<void> {
    const { state, ends } = this.#parts;
    const reason = 'set-aside';
    if (response === null) return ends.end(lease, unsent('failed', reason));
    const archived = position ?? capture(lease, response, state);
    return ends.end(lease, answered(response, 'failed', { reason, archived }));
  }

  /** Ends a visit whose answer nobody waits for any more. */
  async giveUp(lease: Lease): Promise<void> {
    const { ends, now } = this.#parts;
    const access = { endedAt: now(), bytes: 0, ms: 0 };
    await ends.end(lease, { outcome: 'skipped', status: 0, access, response: null, reason: 'given-up' });
  }

  /** `position`: where the answer already stands in the archive; the host is then not told anything about it any more. */
  async #received(lease: Lease, response: FetchResponse, position: WrittenRecord | null): Promise<void> {
    const { requests, pace, pages, ends } = this.#parts;
    const what = responseClass(response, requests.asksIfChanged(lease));
    const isAside = isAsk(lease.key) && !this.#parts.asked;
    if (what === 'head') return ends.end(lease, answered(response, 'skipped', { reason: 'head' }));
    if (what === 'unchanged') return this.#unchanged(lease, response, position);
    if (what === 'redirect' && !isAside) return this.#redirected(lease, response, position);
    if ((what === 'busy' || what === 'broken') && (await this.#triesAgain(lease, response, what, position)))
      return;
    if (response.status < 500 && response.status !== 429) await pace.speedUp(lease);
    // For who asked, and for nobody else: no page of the crawl, and not in its archive.
    if (isAside) return ends.end(lease, answered(response, 'skipped', { reason: 'asked' }));
    if (what === 'page') return pages.end(lease, response, position);
    return this.#error(lease, response, position);
  }

  /** The server could not answer now. True when the URL waits for another try. */
  async #triesAgain(
    lease: Lease,
    response: FetchResponse,
    what: 'busy' | 'broken',
    position: WrittenRecord | null,
  ): Promise<boolean> {
    const { frontier, pace, setbacks, now } = this.#parts;
    const wait = what === 'busy' ? retryAfter(response.header('retry-after'), now()) : null;
    if (what === 'busy') await pace.slowDown(lease);
    if (position !== null) return false;
    const notBefore = setbacks.retryTime(lease, wait ?? 0);
    if (notBefore === null) return false;
    if (what === 'busy') await frontier.restUntil(lease.queue, notBefore);
    await setbacks.retry(lease, response.endedAt, notBefore);
    return true;
  }

  #error(lease: Lease, response: FetchResponse, position: WrittenRecord | null): Promise<void> {
    const { state, ends } = this.#parts;
    return ends.end(
      lease,
      answered(response, outcomeOfError(response.status), {
        reason: `http-${response.status}`,
        archived: isHead(response) ? null : (position ?? capture(lease, response, state)),
      }),
    );
  }

  #redirected(lease: Lease, response: FetchResponse, position: WrittenRecord | null): Promise<void> {
    const { rules, state, ends } = this.#parts;
    const target = redirectCandidate(lease, redirectLocation(response) ?? '', rules);
    return ends.end(
      lease,
      answered(response, 'redirected', {
        facts: { refused: typeof target === 'string' ? { [target]: 1 } : {} },
        archived: position ?? capture(lease, response, state),
        candidates: typeof target === 'string' ? [] : [target],
      }),
    );
  }

  async #unchanged(lease: Lease, response: FetchResponse, position: WrittenRecord | null): Promise<void> {
    const { known, revisit, ends, handover } = this.#parts;
    const before = known.of(lease);
    const counted = known.own(lease, before);
    const page = revisit.remember(before, response, before?.digest ?? '');
    known.remember(lease, page);
    await ends.end(
      lease,
      answered(response, 'unchanged', {
        facts: { digest: before?.digest },
        revisitAt: revisit.next(lease, page, before, counted),
        archived: position ?? captureUnchanged(lease, response, before),
      }),
    );
    handover?.visited(lease);
  }
}

/** Whether a visit may turn out to be a page, and counts against the budget of pages while it is under way. */
export function mayBePage(lease: Lease): boolean {
  return lease.kind === URL_KIND.page || lease.kind === URL_KIND.file;
}
