/**
 * When to visit a page again. A policy is told of every visit and answers with the time of the next; what it needs to know of all the
 * pages together it keeps itself, in bounded memory, never as a list of pages.
 *
 *   optimal                 most freshness for a budget of visits (optimal-policy.ts)
 *   fixed-interval          the same interval for every page
 *   adaptive-nutch, adaptive-stormcrawler   intervals that shrink on a change and grow without one: what other crawlers do
 *   uniform, proportional   the whole budget shared alike, or in proportion to the rate of change
 */
import type { Observations } from './observations.ts';

export interface RevisitPage {
  readonly seen: Observations;
  /** Whether the visit just made found a change; null at the first. */
  readonly changed: boolean | null;
  /** Greater than 0; 1 is ordinary. */
  readonly importance: number;
  /** Changes per day expected before anything is seen (see `priorRate`). */
  readonly prior: number;
}

export interface RevisitPolicy {
  readonly name: string;
  /**
   * A visit has ended: `page` as it is now, `before` as it was handed over at the visit before (null at the first). Answers with the
   * time (ms) of the next visit; Infinity for none in sight.
   */
  visited(page: RevisitPage, before: RevisitPage | null): number;
  /** The page left the collection. */
  forgotten(page: RevisitPage): void;
}

/** Seconds that must pass, and be exceeded, before a page is indexed again. */
export const REVISIT_SECONDS = 86_400;

/** (DA − DI) > TR, strictly: exactly TR later is still too early. Times in ms. */
export function mayRevisit(lastVisit: number, now: number, seconds: number = REVISIT_SECONDS): boolean {
  return now - lastVisit > seconds * 1000;
}

/** The same interval for every page. */
export function fixedInterval(seconds: number = REVISIT_SECONDS): RevisitPolicy {
  return {
    name: 'fixed-interval',
    // One millisecond more, because the interval must be exceeded.
    visited: (page) => page.seen.lastVisit + seconds * 1000 + 1,
    forgotten: () => undefined,
  };
}
