/** When each page is to be visited again, from what its visits have shown so far. */
import type { Lease } from '../frontier/index.ts';
import {
  compareChecksums,
  firstVisit,
  observe,
  priorRate,
  type RevisitPage,
  type RevisitPolicy,
  revisitPolicy,
} from '../frontier/revisit/index.ts';
import type { FetchResponse } from '../http/index.ts';
import type { StoredPage } from './crawl-state.ts';
import type { CrawlSettings } from './settings.ts';

export class RevisitClock {
  readonly #policy: RevisitPolicy | null;

  constructor(settings: CrawlSettings) {
    this.#policy =
      settings.revisit === 'none'
        ? null
        : revisitPolicy(settings.revisit, {
            visitsPerDay: settings.revisitBudget,
            intervalSeconds: settings.revisitInterval / 1000,
          });
  }

  get active(): boolean {
    return this.#policy !== null;
  }

  /** What to remember of a page after a visit; the digest of a page that was not sent again is the one before. */
  remember(before: StoredPage | undefined, response: FetchResponse, digest: string): StoredPage {
    const at = response.endedAt;
    const modified = Date.parse(response.header('last-modified') ?? '');
    const changed = before !== undefined && compareChecksums(before.digest, digest) === 'changed';
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
    };
  }

  /** The time of the next visit, or undefined when pages are visited once. */
  next(lease: Lease, page: StoredPage, before: StoredPage | undefined): number | undefined {
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
      before ? asked(before, null) : null,
    );
    return Number.isFinite(time) ? time : undefined;
  }
}
