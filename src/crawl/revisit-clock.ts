/** When each page is to be visited again, from what its visits have shown so far. */
import {
  compareChecksums,
  firstVisit,
  type Lease,
  observe,
  type PageName,
  priorRate,
  RateHistogram,
  type RevisitPage,
  type RevisitPolicy,
  revisitPolicy,
} from '../frontier/index.ts';
import type { FetchResponse } from '../http/index.ts';
import type { CrawlState, StoredPage } from './crawl-state.ts';
import type { CrawlSettings } from './settings.ts';

const RATES = 'revisit-rates';
const SAVE_EVERY = 5_000;

/** Whether what was seen of pages is of use to a later visit. */
export function comesBack(settings: Pick<CrawlSettings, 'revisit' | 'visitAgainBefore'>): boolean {
  return settings.revisit !== 'none' || settings.visitAgainBefore !== null;
}

export class RevisitClock {
  readonly #policy: RevisitPolicy | null;
  /** How fast pages change, all together: what a budget is shared out by. Learnt over sessions. */
  readonly #rates: RateHistogram;
  readonly #state: CrawlState;
  #unsaved = 0;
  /** Pages are visited again, by the policy or because it was asked for. */
  readonly active: boolean;
  /** How many share the budget. */
  #sharers = 1;

  constructor(settings: CrawlSettings, state: CrawlState) {
    this.#state = state;
    this.active = comesBack(settings);
    const saved = settings.revisit === 'none' ? undefined : state.note(RATES);
    this.#rates = saved
      ? RateHistogram.restore(new Float64Array(Uint8Array.from(saved).buffer))
      : new RateHistogram();
    this.#policy =
      settings.revisit === 'none'
        ? null
        : revisitPolicy(settings.revisit, {
            visitsPerDay: () => settings.revisitBudget / this.#sharers,
            intervalSeconds: settings.revisitInterval / 1000,
            histogram: this.#rates,
          });
  }

  /** Keeps what was learnt; now and then by itself, and when the crawl ends. */
  save(): void {
    if (this.#policy) this.#state.rememberNote(RATES, new Uint8Array(this.#rates.save().buffer));
    this.#unsaved = 0;
  }

  /** So many visit pages of the crawl, each those of its own sites: each has its part of the budget. */
  share(crawls: number): void {
    this.#sharers = Math.max(1, crawls);
  }

  /** What to remember of a page after a visit; the digest of a page that was not sent again is the one before. */
  remember(before: StoredPage | undefined, response: FetchResponse, digest: string): StoredPage {
    const at = response.endedAt;
    const modified = Date.parse(response.header('last-modified') ?? '');
    const changed = before !== undefined && compareChecksums(before.digest, digest) === 'changed';
    const elsewhere = before?.elsewhere === true && !changed;
    return {
      etag: response.header('etag')?.slice(0, 256) ?? before?.etag ?? null,
      lastModified: response.header('last-modified')?.slice(0, 64) ?? before?.lastModified ?? null,
      digest,
      capturedAt: before && !changed ? before.capturedAt : response.startedAt,
      seen: before
        ? observe(
            before.seen,
            at,
            changed ? 'changed' : 'unchanged',
            Number.isNaN(modified) ? undefined : modified,
          )
        : firstVisit(at),
      ...(elsewhere ? { elsewhere } : {}),
    };
  }

  /** The page is not of the collection any more: what is left of the budget is for others. */
  left({ key, url }: PageName): void {
    const page = this.#policy ? this.#state.page(key) : undefined;
    if (!this.#policy || page === undefined || page.left) return;
    const prior = priorRate(new URL(url).hostname);
    this.#policy.forgotten({ seen: page.seen, changed: null, importance: 1, prior });
    this.#state.rememberPage(key, { ...page, left: true });
  }

  /**
   * The time of the next visit, or undefined when pages are visited once. `counted`: as it was when it was last counted here, which is not `before`
   * when others have visited it since.
   */
  next(
    lease: Lease,
    page: StoredPage,
    before: StoredPage | undefined,
    counted: StoredPage | undefined,
  ): number | undefined {
    if (!this.#policy) return undefined;
    const prior = priorRate(new URL(lease.url).hostname);
    const asked = (stored: StoredPage, changed: boolean | null): RevisitPage => ({
      seen: stored.seen,
      changed,
      importance: 1,
      prior,
    });
    const time = this.#policy.visited(
      asked(page, before ? before.digest !== page.digest : null),
      counted && !counted.left ? asked(counted, null) : null,
    );
    if (++this.#unsaved >= SAVE_EVERY) this.save();
    return Number.isFinite(time) ? time : undefined;
  }
}
