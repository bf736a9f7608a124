/**
 * The schedules of the crawlers in use: each page has an interval that shrinks by a factor when a visit found a change and grows by
 * one when it did not. They know nothing of a budget, and settle where about half of the visits find a change, which spends most
 * visits on the pages that profit least. Here as baselines.
 *
 * The interval is not stored: it is the page's last one, which the visits themselves have kept. A visit that came late therefore
 * lengthens it, as in the originals, which also set it from the time that really passed.
 */
import { DAY_MS } from './observations.ts';
import type { RevisitPolicy } from './schedule.ts';

export interface AdaptiveOptions {
  readonly name: string;
  /** Interval after the first visit, days. */
  readonly first: number;
  /** The interval is multiplied by 1 + this when nothing changed, and by 1 − this when something did. */
  readonly step: number;
  readonly shortest: number;
  readonly longest: number;
}

/** Apache Nutch's AdaptiveFetchSchedule: 20 % a visit, 1 minute to 1 year, 30 days at first. */
export const NUTCH: AdaptiveOptions = {
  name: 'adaptive-nutch',
  first: 30,
  step: 0.2,
  shortest: 1 / 1440,
  longest: 365,
};

/** StormCrawler's AdaptiveScheduler: 50 % a visit, 1 hour to 30 days, 1 day at first. */
export const STORMCRAWLER: AdaptiveOptions = {
  name: 'adaptive-stormcrawler',
  first: 1,
  step: 0.5,
  shortest: 1 / 24,
  longest: 30,
};

export function adaptive(options: AdaptiveOptions): RevisitPolicy {
  return {
    name: options.name,
    visited({ seen, changed }) {
      let days = options.first;
      if (changed !== null && seen.lastInterval > 0)
        days = seen.lastInterval * (changed ? 1 - options.step : 1 + options.step);
      return seen.lastVisit + Math.min(options.longest, Math.max(options.shortest, days)) * DAY_MS;
    },
    forgotten: () => undefined,
  };
}
