/**
 * What was seen of one URL's changes, small enough to be stored with every URL: eight numbers, however many visits there were.
 *
 * The likelihood of a change rate λ given irregular visits needs every interval after which a change was seen. Kept here are their
 * count, sum and sum of squares instead: the estimators put two points where all the intervals were, with the same mean and variance
 * (exact when the intervals are alike, or are two values seen equally often; see `changeRate`).
 *
 * Times are in days, so that rates are changes per day; only `lastVisit` is a clock time in ms.
 */

export const DAY_MS = 86_400_000;

export interface Observations {
  /** Visits that could be compared with one before: the first is not counted. May be fractional once old visits fade. */
  readonly comparisons: number;
  /** Comparisons that found a change. */
  readonly changes: number;
  /** Sum of the intervals that ended without a change. */
  readonly quietDays: number;
  /** Sum of the intervals that ended with one, and of their squares. */
  readonly changedDays: number;
  readonly changedSquares: number;
  /**
   * Sum of the times known to be without a change by Last-Modified: the whole interval when unchanged, the time since the last
   * modification when changed. Negative when some change came without a usable Last-Modified.
   */
  readonly unmodifiedDays: number;
  readonly lastVisit: number;
  /** Days between the last two visits; 0 after the first. */
  readonly lastInterval: number;
}

/** Older visits fade beyond this many comparisons, so that a page that changes its habits is learnt anew. */
export const FADE_BEYOND = 64;

export function firstVisit(at: number): Observations {
  return {
    comparisons: 0,
    changes: 0,
    quietDays: 0,
    changedDays: 0,
    changedSquares: 0,
    unmodifiedDays: 0,
    lastVisit: at,
    lastInterval: 0,
  };
}

/** How a visit compares with the one before. */
export type Comparison = 'changed' | 'unchanged';

/** Equal checksum: unchanged. What the checksum covers (bytes, text, main content) decides what counts as a change. */
export function compareChecksums(before: string, after: string): Comparison {
  return before === after ? 'unchanged' : 'changed';
}

/**
 * Adds one visit. `lastModified` (ms) is used when it lies between the two visits. A clock that went back counts as no time at all:
 * the visit is remembered, the comparison is not.
 */
export function observe(
  seen: Observations,
  at: number,
  comparison: Comparison,
  lastModified?: number,
): Observations {
  const days = (at - seen.lastVisit) / DAY_MS;
  if (!(days > 0)) return { ...seen, lastVisit: at };
  const changed = comparison === 'changed';
  const fade = seen.comparisons + 1 > FADE_BEYOND ? FADE_BEYOND / (seen.comparisons + 1) : 1;
  let unmodified = seen.unmodifiedDays;
  if (unmodified >= 0) {
    if (!changed) unmodified += days;
    else if (lastModified !== undefined && lastModified > seen.lastVisit && lastModified <= at)
      unmodified += (at - lastModified) / DAY_MS;
    else unmodified = Number.NEGATIVE_INFINITY;
  }
  return {
    comparisons: (seen.comparisons + 1) * fade,
    changes: (seen.changes + (changed ? 1 : 0)) * fade,
    quietDays: (seen.quietDays + (changed ? 0 : days)) * fade,
    changedDays: (seen.changedDays + (changed ? days : 0)) * fade,
    changedSquares: (seen.changedSquares + (changed ? days * days : 0)) * fade,
    unmodifiedDays: unmodified >= 0 ? unmodified * fade : -1,
    lastVisit: at,
    lastInterval: days,
  };
}
