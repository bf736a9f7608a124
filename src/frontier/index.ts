/**
 * The frontier room: the port, the implementation that needs nothing but a folder, and what can be asked of it.
 *
 * ```ts
 * const frontier = await EmbeddedFrontier.open('crawl/frontier', { policy: 'horizontal', delay: 30_000, … });
 * await frontier.schedule([{ url, key, queue, priority: 50, depth: 0, hops: 0, redirects: 0, kind: URL_KIND.page, parent: 0 }]);
 * const answer = await frontier.lease(10);
 * if (answer.kind === 'leases')
 *   for (const lease of answer.leases) await frontier.end([{ kind: 'complete', lease, outcome: OUTCOME.analysed, … }]);
 * ```
 */
export { type BlankUrls, blankUrls, countUrls } from './blank-urls.ts';
export { EmbeddedFrontier } from './embedded-frontier.ts';
export { Fingerprint } from './fingerprint.ts';
export {
  FolderFrontier,
  type FolderOptions,
  type FrontierWork,
  type Leased,
  type QueueState,
} from './folder-frontier.ts';
export {
  type GivenMemory,
  type GivenPage,
  type GivenQueue,
  type Handover,
  LONGEST_TOLD,
} from './handover.ts';
export { historyInFolder, type UrlEvent } from './history.ts';
export type { JournalCut } from './journal.ts';
export type { DeferredUrl, KnownUrl } from './known-urls.ts';
export { MadeFrontier, type MadeQueue, type MadeVisit } from './made-frontier.ts';
export { orderingOf } from './ordering.ts';
export {
  type AddCounts,
  type AddOutcome,
  type Candidate,
  type Completion,
  type Exhausted,
  type Frontier,
  type FrontierCounts,
  type FrontierOptions,
  type Later,
  type Lease,
  type LeaseEnd,
  type Leases,
  type Leftover,
  type OpenFrontier,
  OUTCOME,
  type OutcomeCode,
  type PutBack,
  type Retry,
  type Spent,
  URL_KIND,
  type UrlKind,
  type Vote,
  type Votes,
  type Waiting,
  type WaitingQueue,
} from './port.ts';
export { linkGraph, pageRank } from './revisit/importance.ts';
export {
  age,
  type CollectionOptions,
  type CollectionState,
  communicationOverhead,
  compareChecksums,
  coverage,
  expectedState,
  firstVisit,
  freshness,
  IMPORTANCES,
  type Importance,
  IncrementalCollection,
  type Observations,
  observe,
  overlap,
  type PageName,
  pageChangeRate,
  priorRate,
  quality,
  RateHistogram,
  REVISIT_POLICIES,
  type RevisitPage,
  type RevisitPolicy,
  type RevisitPolicyName,
  revisitPolicy,
  type Taken,
} from './revisit/index.ts';
export { mayRevisit, REVISIT_SECONDS } from './revisit/schedule.ts';
export {
  afterVisit,
  decideVisit,
  newUrl,
  type UrlVisits,
  VISIT_STATUS,
  type VisitResult,
  type VisitStatus,
} from './revisit/visit-status.ts';
export { SteadyClock } from './steady-clock.ts';
