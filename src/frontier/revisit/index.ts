/** Incremental crawl: how often pages change, how fresh a collection is, and when to visit what again. */
export { type AdaptiveOptions, adaptive, NUTCH, STORMCRAWLER } from './adaptive-policy.ts';
export {
  type Allocation,
  type AllocationPages,
  type Clearing,
  clearing,
  frequencyAtPrice,
  marginalValue,
  meanFreshness,
  optimalFrequencies,
  proportionalFrequencies,
  uniformFrequencies,
} from './allocation.ts';
export { type BudgetOptions, BudgetPolicy, type Sharing } from './budget-policy.ts';
export {
  changeRate,
  classPosterior,
  type DomainKind,
  domainKind,
  HALF_LIFE_DAYS,
  type Interval,
  irregularRate,
  lastModifiedRate,
  meanRate,
  naiveRate,
  poissonRate,
  priorRate,
  type RateClass,
  type RatePrior,
} from './change-rate.ts';
export { communicationOverhead, coverage, overlap, quality } from './crawl-metrics.ts';
export {
  age,
  ageAfter,
  freshness,
  freshnessAfter,
  freshnessAt,
  relativeAgeAt,
  type VisitOrder,
} from './freshness.ts';
export {
  backLinkCounts,
  type Corpus,
  combined,
  forwardLinkCounts,
  type LinkGraph,
  linkGraph,
  locationMetric,
  pageRank,
  similarity,
  type TermCounts,
} from './importance.ts';
export {
  type CollectionOptions,
  type CrawlResult,
  IncrementalCollection,
  type Selection,
} from './incremental-collection.ts';
export {
  type Comparison,
  compareChecksums,
  DAY_MS,
  FADE_BEYOND,
  firstVisit,
  OBSERVATIONS_BYTES,
  type Observations,
  observe,
  readObservations,
  writeObservations,
} from './observations.ts';
export { REVISIT_POLICIES, type RevisitOptions, type RevisitPolicyName, revisitPolicy } from './policies.ts';
export { RateHistogram } from './rate-histogram.ts';
export {
  fixedInterval,
  mayRevisit,
  REVISIT_SECONDS,
  type RevisitPage,
  type RevisitPolicy,
} from './schedule.ts';
export {
  afterVisit,
  decideVisit,
  type ErrorRow,
  newUrl,
  type UrlVisits,
  VISIT_STATUS,
  type VisitDecision,
  type VisitResult,
  type VisitStatus,
  type VisitTransition,
} from './visit-status.ts';
