/** Volunteers who fetch pages for a shared crawl, and are not believed: work handed out, answers verified, lies taken back. */
export { Desk } from './desk.ts';
export type { DeskStore, Volunteer } from './desk-store.ts';
export { MarksPool } from './marks-pool.ts';
export { mostPacked, PostedPageError, postedRecord, postedResponse } from './posted-page.ts';
export { PostgresDeskStore, tokenHash } from './postgres-desk-store.ts';
export type { LeaseAnswer, LeaseItem, StopWord, Taken, VisitResult, VisitsAnswer } from './protocol.ts';
export { QuorumFrontier } from './quorum-frontier.ts';
export { standingOf } from './reputation.ts';
export { hasDesk } from './schema.ts';
