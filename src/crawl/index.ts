/** The collector: from seeds to a safe archive, politely, over very many hosts. */
export type { Analyser, AnalyserContext, AnalyserModule } from '../page/index.ts';
export { queueOf } from './address-candidates.ts';
export { AskingFetcher } from './asking-fetcher.ts';
export { bootId, diedWithMachine } from './boot.ts';
export type { Carrier, Errand } from './carrier.ts';
export { type CollectionCourse, CourseReading, heldPages } from './collection-course.ts';
export { CollectionPolicy, changedEvent } from './collection-policy.ts';
export { type AtWork, Crawl, type CrawlResult } from './crawl.ts';
export type { Asker, CrawlEnvironment } from './crawl-environment.ts';
export {
  type AccessKind,
  type CrawlManifest,
  type CrawlPaths,
  type CrawlSession,
  crawlPaths,
  FILE_FORMATS,
  readManifest,
  type StopReason,
  writeManifest,
} from './crawl-folder.ts';
export {
  type CrawlMessage,
  errorOf,
  lastMessage,
  lastWords,
  loggedFailure,
  logMessage,
} from './crawl-log.ts';
export { refuseOtherRules } from './crawl-plan.ts';
export { type GoneState, stateWithout } from './crawl-state.ts';
export { type CrawlStatus, STATUS_FIGURES, type StatusFigure } from './crawl-status.ts';
export { FolderLock, isHeld, lockOwner } from './folder-lock.ts';
export {
  FORGOTTEN_NAME,
  type ForgetTarget,
  Forgotten,
  type ForgottenCounts,
  type ForgottenEntry,
  type ForgottenRules,
  isBlanked,
  readTarget,
  WatchedForgotten,
} from './forgotten.ts';
export { readMark } from './ledger.ts';
export type {
  LinkPolicy,
  LinkPolicySetting,
  PolicyDecision,
  PolicyNote,
  PolicyVisit,
} from './link-policy.ts';
export { MadeFolder } from './made-folder.ts';
export type { PackedLinks, PageFindings } from './page-findings.ts';
export type { ObservedPage, PageNotes, PageObserver } from './page-observer.ts';
export { changePolicyEntries, readPolicyEntries } from './policy-log.ts';
export { PoliteFetcher } from './polite-fetcher.ts';
export { type RebuildOptions, type Rebuilt, rebuild, settingsOf } from './rebuild.ts';
export type { RobotsExchange } from './robots-exchange.ts';
export {
  type CrawlSettings,
  completeSettings,
  DEFAULT_SETTINGS,
  POLICIES,
  type PolicyName,
  settingsFromJson,
} from './settings.ts';
export { blankVisits, readHistory, readVisits, type Visit } from './visit-log.ts';
export type { Wait } from './watchdog.ts';
