/** Incremental crawl: how often pages change, how fresh a collection is, and when to visit what again. */

export { priorRate } from './change-rate.ts';
export { communicationOverhead, coverage, overlap, quality } from './crawl-metrics.ts';
export { age, freshness } from './freshness.ts';
export {
  type CollectionOptions,
  type CollectionState,
  expectedState,
  IMPORTANCES,
  type Importance,
  IncrementalCollection,
  type PageName,
  pageChangeRate,
  type Taken,
} from './incremental-collection.ts';
export { compareChecksums, firstVisit, type Observations, observe } from './observations.ts';
export { REVISIT_POLICIES, type RevisitPolicyName, revisitPolicy } from './policies.ts';
export { RateHistogram } from './rate-histogram.ts';
export type { RevisitPage, RevisitPolicy } from './schedule.ts';
