/**
 * The frontier: every URL known, which of them wait, and which may be fetched now.
 *
 * Politeness lives here and nowhere else. A *queue* is the unit of politeness (a host, or a registrable domain, as the caller
 * chooses): between the end of one access to a queue and the start of the next lies at least its delay, and never are two
 * accesses of one queue, or of one network address, under way at once.
 *
 * Life of a URL: `schedule` (queued, once, by its comparison key) → `lease` → `end` in exactly one way:
 *   `complete`  the visit is over (analysed, failed for good, blocked, redirected); the links it found come with it
 *   `put-back`  the URL was not fetched (its robots file was, its address rests, the crawl stops): it returns to the head
 *   `retry`     it failed for now and may be tried again not before a given time
 * A lease that never ended (the process died) is an *orphan* when the frontier is opened again. Its queue rests a full delay from the
 * opening, and the caller ends it like any other lease: `complete` when the archive holds the whole response, else `put-back`. A frontier
 * that several share keeps no leases: what was open is queued again, for anybody, when its queue has rested.
 *
 * Everything that may have to wait for another machine is asynchronous and comes in batches. What an implementation promises:
 *   - A lease is durable before it is given out, so that not even SIGKILL makes a host be asked twice within its delay.
 *   - Links are durable no later than the completion they came with.
 *   - `seal` of completions is called in the order in which they were handed over, over all calls of `end`; one after the other, each
 *     when the links of its visit are in; and a completion is durable no earlier than those sealed before it. What `seal` writes
 *     elsewhere (logs, marks) is therefore, after a kill at any instruction, at most ahead of the frontier, never behind it.
 *   - `end` resolves when its ends are durable. An implementation that others share and that has lost its leases (its time was over,
 *     another worker has them) rejects; the caller stops.
 * The embedded frontier does all of a call before it returns: with it, the end of a visit is one synchronous step.
 */

import type { Handover } from './handover.ts';

/** What kind of thing stands behind a URL; a small integer so that it costs a byte. */
export const URL_KIND = { page: 0, sitemap: 1, feed: 2, requisite: 3, file: 4 } as const;
export type UrlKind = (typeof URL_KIND)[keyof typeof URL_KIND];

export interface Candidate {
  /** Fetch form. */
  readonly url: string;
  /** Comparison form: two URLs with one key are one URL. */
  readonly key: string;
  /** Name of the politeness queue it belongs to. */
  readonly queue: string;
  /** 0 (best) … 100 (worst); integer. Only the `priority` policy orders by it. */
  readonly priority: number;
  /** Slashes of the path, 0…255: shallow URLs come first (docs/methods.md, "Horizontal collector (Pedrosa 2017)"). */
  readonly depth: number;
  /** Links followed from a seed, 0…255. */
  readonly hops: number;
  /** Redirects followed to come here, 0…15. */
  readonly redirects: number;
  readonly kind: UrlKind;
  /** Record number of the page that links to it; 0 for a seed. */
  readonly parent: number;
}

export interface Lease extends Candidate {
  /** Number of the URL; unique for ever, greater than 0. */
  readonly record: number;
  /** 1 for the first try. */
  readonly attempt: number;
  /** When the lease was given (the clock of the frontier, ms). */
  readonly at: number;
  /** Visits of its queue that were completed before. */
  readonly collected: number;
  /** What was told of it by whoever of those who share the frontier visited it last (`Handover`); without a byte when that was lost. */
  readonly told?: Uint8Array | undefined;
}

export type AddOutcome = 'added' | 'duplicate' | 'improved' | 'dropped';

export interface AddCounts {
  added: number;
  duplicate: number;
  /** Already queued, now with a better priority (decrease-key). */
  improved: number;
  /** Refused or evicted because the frontier is full, or because its queue's budget is spent. */
  dropped: number;
}

/** How a visit ended; a small integer so that it costs a byte. */
export const OUTCOME = {
  analysed: 1,
  unchanged: 2,
  redirected: 3,
  failed: 4,
  blocked: 5,
  gone: 6,
  refused: 7,
  skipped: 8,
} as const;
export type OutcomeCode = (typeof OUTCOME)[keyof typeof OUTCOME];

export type LeaseEnd = Completion | PutBack | Retry;

export interface Completion {
  readonly kind: 'complete';
  readonly lease: Lease;
  readonly outcome: OutcomeCode;
  /** HTTP status, or 0. */
  readonly status: number;
  /** End of the last access to the queue's servers (ms); null when nothing was sent. Starts the delay. */
  readonly accessedAt: number | null;
  /** Bytes received. */
  readonly bytes: number;
  /** Ask for another visit at this time (incremental crawl); null for none. */
  readonly revisitAt: number | null;
  /** Where the archive has the answer, when it does: file and offset. */
  readonly archived?: { readonly file: string; readonly offset: number } | null;
  readonly links: Iterable<Candidate>;
  /** What the page refers to, where a policy goes by that. */
  readonly votes?: Votes | null;
  /**
   * Called once, when the links are in and before the end is: what else belongs to the visit is written then, synchronously. Answers
   * an opaque mark of how far all that was, handed back by `resume` (null leaves the one before). When it throws, the lease stays open.
   */
  readonly seal: (taken: AddCounts) => string | null;
}

/**
 * The references of a page that count. A frontier that several share counts them, because nobody else sees all pages: in the step in which the visit
 * ends, and once a page, also when that is visited again. The embedded one leaves it to the link policy.
 */
export interface Votes {
  /** The comparison form of the page. */
  readonly page: string;
  readonly targets: Iterable<Vote>;
}

export interface Vote extends Pick<Candidate, 'key' | 'queue'> {
  /** What is added to the priority that the count gives; null for what waits as it was queued, whatever its count. */
  readonly handicap: number | null;
}

export interface PutBack {
  readonly kind: 'put-back';
  readonly lease: Lease;
  /** The queue was accessed all the same (its robots file); null when nothing was sent. */
  readonly accessedAt: number | null;
  /** Its queue rests until then; null, or Infinity while its address is in use, leaves that to the frontier. */
  readonly notBefore: number | null;
}

export interface Retry {
  readonly kind: 'retry';
  readonly lease: Lease;
  readonly accessedAt: number;
  readonly notBefore: number;
}

/** At least one URL may be fetched now. */
export interface Leases {
  readonly kind: 'leases';
  readonly leases: readonly Lease[];
}

/** No URL may be fetched now. */
export interface Waiting {
  readonly kind: 'wait';
  /**
   * Earliest time at which there may be one (never too late; now and then too early, when what rests until then turns out to be
   * stale); Infinity while only leases in flight can change anything.
   */
  readonly until: number;
}

/** Nothing is queued or in flight; there are only visits that were asked for at this time or after it (`revisitAt`). */
export interface Later {
  readonly kind: 'later';
  readonly until: number;
}

/** Nothing queued, in flight or asked for at a later time. */
export interface Exhausted {
  readonly kind: 'empty';
}

/** The crawl has all the pages that it may have, over all who work on it. */
export interface Spent {
  readonly kind: 'spent';
}

/** What the process before this one left. */
export interface Leftover {
  /** The mark of the last completion that counts, or null. */
  readonly mark: string | null;
  /** Leases that were open; each must be ended. Empty after a clean close. */
  readonly orphans: readonly Lease[];
}

export interface FrontierCounts {
  readonly known: number;
  readonly queued: number;
  readonly inFlight: number;
  /** Visits asked for by `revisitAt` whose time has not come. */
  readonly scheduled: number;
  readonly completed: number;
  readonly queues: number;
  readonly duplicates: number;
  readonly improved: number;
  /** By reason: `capacity`, `queue-budget`, `too-long`. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
}

/** A queue with URLs that wait. */
export interface WaitingQueue {
  readonly queue: string;
  readonly queued: number;
  /** When it may be asked, ms since 1970; in the past when it may now. */
  readonly nextAt: number;
  /** A visit of it is under way. */
  readonly inFlight: boolean;
}

export interface Frontier {
  /** Takes URLs in, each once. They are known when this resolves, and durable with the next `lease` or `end`. */
  schedule(candidates: Iterable<Candidate>): Promise<AddCounts>;
  /** URLs that may be fetched now, the best first, no more than `most`. */
  lease(most: number): Promise<Leases | Waiting | Later | Exhausted | Spent>;
  /**
   * Asked at the last instruction before a request is sent. False when others may have the site by now (this process stood still for too
   * long): the request is not sent. One that nobody shares has none.
   */
  mayAsk?(): boolean;
  /** Calls it when others may soon have the sites of requests under way, as often as that happens: they are given up. */
  onLapse?(giveUp: () => void): void;
  /** From now on what is known of queues goes with them. Called before the first lease. One that nobody shares has none. */
  handOver?(handover: Handover): void;
  /**
   * Tells which network address the queue's server has. Answers 0 when the lease may go on, or the time until which the address
   * rests (or Infinity while it is in use): the caller then puts the lease back with that time.
   */
  bind(lease: Lease, address: string): Promise<number>;
  /**
   * Before one access, on the way of a lease, to another host than its own (a robots file that was moved): to a queue, which may be
   * that of the lease, at an address, which may be its own as well. Answers 0 when it may be made now. Queue and address are then in
   * use until the lease ends, and rest from its `accessedAt` (from its end, when that is null) as if they were its own; this is
   * durable before it is answered, so that they rest after a kill as those of an orphan do. Else the time until which one of them
   * rests, or Infinity while one is in use. After it the lease can only be ended: who
   * has to pass by again puts it back first.
   */
  passBy(lease: Lease, queue: string, address: string): Promise<number>;
  end(ends: readonly LeaseEnd[]): Promise<void>;

  /**
   * The delay of one queue (Crawl-delay, back-off), ms, never below the frontier's own minimum. A longer one lengthens the rest
   * under way; a shorter one holds from the next access on.
   */
  setDelay(queue: string, delay: number): Promise<void>;
  /** No access to this queue before that time (Retry-After). */
  restUntil(queue: string, time: number): Promise<void>;
  /** No further URL of this queue is handed out or accepted (host dead); its URLs are counted as dropped, and their number answered. */
  retire(queue: string, reason: string): Promise<number>;

  /** Figures for people, as they were last known here: nothing may be decided by them. */
  counts(): FrontierCounts;
  /** The queues in which most URLs wait, for people. One that several share does not say: no process sees them all. */
  longestQueues?(most: number): readonly WaitingQueue[];
  /**
   * Resolves when all that was durable against a kill is so against a power failure. One that keeps that promise at all times, or keeps
   * its data elsewhere, has none.
   */
  sync?(): Promise<void>;
  /** What is left of the process before this one, and not ended yet. */
  resume(): Promise<Leftover>;
  close(): Promise<void>;
}

/** How a crawl opens its frontier. */
export type OpenFrontier = (options: FrontierOptions) => Promise<Frontier>;

export interface FrontierOptions {
  readonly policy: 'breadth-first' | 'horizontal' | 'horizontal-compat' | 'priority';
  /** Minimum rest of a queue between the end of an access and the next, ms. */
  readonly delay: number;
  /** Minimum rest of a network address, ms. */
  readonly addressDelay: number;
  /** Upper bound of queued URLs; beyond it the least wanted are dropped. */
  readonly capacity: number;
  /** URLs of one queue that may ever be handed out; Infinity for no budget. */
  readonly queueBudget: number;
  /** The clock, ms since 1970. It may jump; no rest is cut short by that. */
  readonly now: () => number;
  /**
   * A clock that never jumps (`performance.now`), ms from anywhere. With it no jump of `now` shortens or lengthens a rest; without
   * it `now` is believed going forward, and a backward jump is taken out.
   */
  readonly monotonic?: (() => number) | undefined;
  /** Every queue rests its delay from the opening: the last accesses may be forgotten, as after a power failure. */
  readonly restsAll?: boolean;
  /**
   * Every URL whose last visit ended before this time (ms since 1970) is visited once more, whatever was said of a later visit. Those stand in
   * their queues from the first lease on, durably: a process that goes on need not say it again, and may. One that several share knows none.
   */
  readonly visitAgainBefore?: number | null | undefined;
  /** The priority of a URL by how often it was referred to, the last for all beyond; none where that alone does not order. For a frontier that counts `votes`. */
  readonly urgency?: readonly number[] | undefined;
}
