/**
 * The server: collections over HTTP, for the page in the browser and for programs.
 *
 * ```ts
 * const app = createApp({ collections, version: '1.0.0' });
 * await listen(app, { host: '127.0.0.1', port: 8730, orNext: true });
 * ```
 */

export { LANGUAGES, type Language } from '../words/index.ts';
export { type Access, isLoopback } from './access.ts';
export { type AppOptions, createApp } from './app.ts';
export { type ArchiveAppOptions, createArchiveApp } from './archive-app.ts';
export type { CollectionActivity, Collections, OpenCollection } from './collections.ts';
export type { ClusterDesk, ClusterPicture } from './crawls/cluster-desk.ts';
export {
  type CrawlCourse,
  CrawlDesk,
  type CrawlDeskOptions,
  type CrawlEnd,
  type CrawlProcess,
} from './crawls/crawl-desk.ts';
export type { AskedCrawl } from './crawls/crawl-order.ts';
export { CrawlSchedules } from './crawls/crawl-schedules.ts';
export { CrawlWatch } from './crawls/crawl-watch.ts';
export type { DirectedVolunteers } from './crawls/directed-volunteers.ts';
export { leadsOutside } from './crawls/leads-outside.ts';
export { createDeskApp } from './desk-app.ts';
export type { DownloadMaker } from './downloads/send-download.ts';
export { downloadInThread } from './downloads/thread-download.ts';
export { changedTable, everyRow } from './entities/changed-table.ts';
export type { EntityFinder, FinderRequest, FoundTable } from './entities/entity-finder.ts';
export { entityTableIn, type WantedColumn } from './entities/entity-table-in.ts';
export { findEntities, foundTable } from './entities/find-entities.ts';
export { findInThread } from './entities/thread-finder.ts';
export {
  ForgetDesk,
  type ForgetDeskOptions,
  type ForgetHearing,
  type ForgetOrder,
  type ForgetProcess,
} from './forgetting/forget-desk.ts';
export {
  GeoCheckDesk,
  type GeoCheckDeskOptions,
  type GeoCheckProcess,
} from './geo-checks/geo-check-desk.ts';
export { type ListenOptions, listen } from './listening.ts';
export { askedApart } from './questions/asked-apart.ts';
export type { SharedQuestions } from './questions/question.ts';
export { QuestionThreads, type QuestionThreadsOptions } from './questions/question-threads.ts';
export type { VolunteerList } from './schemas/answers.ts';
export {
  type GrowingCollection,
  ServedCollections,
  type ServedCollectionsOptions,
} from './served-collections.ts';
