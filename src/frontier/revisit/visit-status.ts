/**
 * The status of a URL in an index that is kept up to date (docs/methods.md, "GeoDiscover (Gibotti da Silva 2006)"): 0 never indexed, 1 indexed, 2 a later visit failed.
 *
 *   new ─▶ 0 ──success──▶ 1 ──failure──▶ 2        a failure of a URL never indexed leaves it 0
 *                         ▲──success─────┘        every failure makes a row of the error log
 *
 * A visit that comes too early (not more than TR since the last indexing) is not made. The source gave it status 2 as well, which then
 * meant two things; `modern` leaves the status as it is and says `deferred`.
 */
import { mayRevisit, REVISIT_SECONDS } from './schedule.ts';

export const VISIT_STATUS = { never: 0, indexed: 1, failed: 2 } as const;
export type VisitStatus = (typeof VISIT_STATUS)[keyof typeof VISIT_STATUS];

export interface UrlVisits {
  readonly url: string;
  readonly status: VisitStatus;
  /** Time of the last successful indexing, ms. */
  readonly lastIndexedAt: number | null;
  readonly failures: number;
}

export interface ErrorRow {
  readonly url: string;
  readonly at: number;
  readonly reason: string;
}

export type VisitResult =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly reason: string };

export interface VisitTransition {
  readonly visits: UrlVisits;
  /** The row for the error log, when there is one. */
  readonly error: ErrorRow | null;
}

export function newUrl(url: string): UrlVisits {
  return { url, status: VISIT_STATUS.never, lastIndexedAt: null, failures: 0 };
}

/** The state after a visit. */
export function afterVisit(visits: UrlVisits, result: VisitResult, at: number): VisitTransition {
  if (result.kind === 'success') {
    return {
      visits: { ...visits, status: VISIT_STATUS.indexed, lastIndexedAt: at, failures: 0 },
      error: null,
    };
  }
  const status = visits.lastIndexedAt === null ? VISIT_STATUS.never : VISIT_STATUS.failed;
  return {
    visits: { ...visits, status, failures: visits.failures + 1 },
    error: { url: visits.url, at, reason: result.reason },
  };
}

export type VisitDecision =
  | { readonly kind: 'visit' }
  | { readonly kind: 'deferred'; readonly visits: UrlVisits };

/** Whether the URL may be visited now. `compat` marks one that comes too early with status 2, as published. */
export function decideVisit(
  visits: UrlVisits,
  now: number,
  options: { readonly seconds?: number; readonly profile?: 'modern' | 'compat' } = {},
): VisitDecision {
  const { seconds = REVISIT_SECONDS, profile = 'modern' } = options;
  if (visits.status === VISIT_STATUS.never || visits.lastIndexedAt === null) return { kind: 'visit' };
  if (mayRevisit(visits.lastIndexedAt, now, seconds)) return { kind: 'visit' };
  return {
    kind: 'deferred',
    visits: profile === 'compat' ? { ...visits, status: VISIT_STATUS.failed } : visits,
  };
}
