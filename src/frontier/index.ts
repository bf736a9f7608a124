/**
 * The frontier room: the port, the implementation that needs nothing but a folder, and what can be asked of it.
 *
 * ```ts
 * const frontier = EmbeddedFrontier.open('crawl/frontier', { policy: 'horizontal', delay: 30_000, … });
 * frontier.add({ url, key, queue, priority: 50, depth: 0, hops: 0, redirects: 0, kind: URL_KIND.page, parent: 0 });
 * const answer = frontier.next();
 * if (answer.kind === 'lease') frontier.complete(answer.lease, { outcome: OUTCOME.analysed, … });
 * ```
 */
export { EmbeddedFrontier, type EmbeddedOptions, type FrontierWork } from './embedded-frontier.ts';
export { Fingerprint } from './fingerprint.ts';
export { historyInFolder } from './history.ts';
export {
  type AddCounts,
  type AddOutcome,
  type Candidate,
  type Completion,
  type Exhausted,
  type Frontier,
  type FrontierCounts,
  type FrontierOptions,
  type Lease,
  type Leased,
  OUTCOME,
  type OutcomeCode,
  type QueueState,
  URL_KIND,
  type UrlEvent,
  type UrlKind,
  type Waiting,
} from './port.ts';
