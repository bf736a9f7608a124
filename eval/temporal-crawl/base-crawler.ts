/** The crawler on which the temporal one was published (docs/methods.md, Temporal crawl (Pereira 2013)), for comparison. */
import type { TemporalPolicy } from '../../src/time/crawl/index.ts';

/**
 * A policy on that crawler as it was released: a URL seen before is not queued again, no URL is queued once the page budget has been
 * scheduled, and a worker takes 50 at a time (G-14).
 */
export function compatible(policy: TemporalPolicy, maxPages: number): TemporalPolicy {
  return { ...policy, decreaseKey: false, mostScheduled: maxPages, take: 50 };
}
