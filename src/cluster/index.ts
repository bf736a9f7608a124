/** A crawl that several machines work on: its frontier, its plan and its workers, in one PostgreSQL. */

export { HandedRobots } from './handed-robots.ts';
export { findWorker, type LostVisits, queueLostVisits } from './lost-visits.ts';
export { namedRecords } from './named-records.ts';
export type { Names } from './names.ts';
export { enterSharedCrawl, initCluster, requireCluster } from './shared-crawl.ts';
export { readFigures, type SharedFigures } from './shared-figures.ts';
export type { SharedFrontier } from './shared-frontier.ts';
export {
  type BegunPlan,
  beginSharedCrawl,
  type CrawlState,
  changeSharedPlan,
  readSharedPlan,
  type SharedPlan,
  setCrawlState,
} from './shared-plan.ts';
export {
  inSnapshot,
  type KnownWorker,
  type SharedVisit,
  type SharedWaiting,
  type Snapshot,
} from './snapshot.ts';
export { type ArchiveState, fileStored, nameStore, readArchiveState } from './stored-files.ts';
export {
  type BroughtCrawl,
  type BroughtVisit,
  type BroughtVotes,
  type TakenIn,
  takeIn,
} from './taking-in.ts';
export { readSharedUrl, type SharedUrl } from './url-state.ts';
export type { Told } from './worker-life.ts';
export { type ClusterHealth, readHealth, readWorkers, stopWorkers, type WorkerState } from './worker-list.ts';
