/**
 * The frontier: every URL known, which of them wait, and which one may be fetched now.
 *
 * Politeness lives here and nowhere else. A *queue* is the unit of politeness (a host, or a registrable domain, as the caller
 * chooses): between the end of one access to a queue and the start of the next lies at least its delay, and never are two
 * accesses of one queue, or of one network address, under way at once.
 *
 * Life of a URL: `add` (queued, once, by its comparison key) → `next` (leased; the lease is on disk before it is returned, so
 * that not even SIGKILL makes a host be asked twice within its delay) → exactly one of
 *   `complete`  the visit is over (analysed, failed for good, blocked, redirected); links found are added in the same atomic step
 *   `putBack`   the URL was not fetched (its robots file was, its address rests, the crawl stops): it returns to the head
 *   `retry`     it failed for now and may be tried again not before a given time
 * A lease that never ended (the process died) is an *orphan* when the folder is opened again. Its queue rests a full delay from the
 * opening, and the caller ends it like any other lease: `complete` when the archive holds the whole response, else `putBack`.
 */

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
  /** Slashes of the path (horizontal spec §2.2), 0…255. */
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
  /** Record number of the URL in the journal; unique for ever, greater than 0. */
  readonly record: number;
  /** 1 for the first try. */
  readonly attempt: number;
  /** When the lease was given (the clock of the frontier, ms). */
  readonly at: number;
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

/** How a visit ended; a small integer in the journal. */
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

export interface Completion {
  readonly outcome: OutcomeCode;
  /** HTTP status, or 0. */
  readonly status: number;
  /** End of the last access to the queue's servers (ms); null when nothing was sent. Starts the delay. */
  readonly accessedAt: number | null;
  readonly discovered: readonly Candidate[];
  /** Bytes received, for budgets. */
  readonly bytes: number;
  /** Opaque mark of the archive's position up to which everything is accounted for: handed back by `archiveMark` on open. */
  readonly archiveMark?: string;
  /** Ask for another visit at this time (incremental crawl). */
  readonly revisitAt?: number | undefined;
}

/** What `next` answers when no URL may be fetched now. */
export interface Waiting {
  readonly kind: 'wait';
  /**
   * Earliest time at which `next` may have one (never too late; now and then too early, when what rests until then turns out to be
   * stale); Infinity while only leases in flight can change anything.
   */
  readonly until: number;
}

export interface Leased {
  readonly kind: 'lease';
  readonly lease: Lease;
}

export interface Exhausted {
  /** Nothing queued, in flight or scheduled. */
  readonly kind: 'empty';
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

/** State of one politeness queue, for reports and `explain`. */
export interface QueueState {
  readonly name: string;
  readonly queued: number;
  readonly collected: number;
  readonly nextAt: number;
  readonly delay: number;
  readonly inFlight: boolean;
}

/** One thing the journal says about a URL, in order, for `tarrafa explain`. */
export interface UrlEvent {
  readonly event: 'added' | 'improved' | 'leased' | 'put-back' | 'retry' | 'completed' | 'dropped';
  readonly record: number;
  readonly at: number;
  readonly detail: Readonly<Record<string, string | number>>;
}

export interface Frontier {
  /** Adds one URL. Durable with the next `flush`, `next` or `complete`. */
  add(candidate: Candidate): AddOutcome;
  /** Lowers the priority number of a queued URL; false when it is unknown, was already taken, or is no better. */
  reprioritise(key: string, queue: string, priority: number): boolean;
  seen(key: string): boolean;

  next(): Leased | Waiting | Exhausted;
  /**
   * Tells which network address the queue's server has. Answers 0 when the lease may go on, or the time until which the address
   * rests (or Infinity while it is in use): the caller then puts the lease back with that time.
   */
  bind(lease: Lease, address: string): number;
  complete(lease: Lease, completion: Completion): AddCounts;
  /** `accessedAt`: the queue was accessed all the same (its robots file); `notBefore`: rest until then; `delay`: see `setDelay`. */
  putBack(lease: Lease, options?: { accessedAt?: number; notBefore?: number }): void;
  retry(lease: Lease, options: { accessedAt: number; notBefore: number }): void;

  /**
   * The delay of one queue (Crawl-delay, back-off), ms, never below the frontier's own minimum. A longer one lengthens the rest
   * under way; a shorter one holds from the next access on.
   */
  setDelay(queue: string, delay: number): void;
  /** No access to this queue before that time (Retry-After). */
  restUntil(queue: string, time: number): void;
  /** No further URL of this queue is handed out or accepted (budget spent, host dead); its URLs are counted as dropped. */
  retire(queue: string, reason: string): number;

  counts(): FrontierCounts;
  queueState(queue: string): QueueState | null;
  queues(): Iterable<QueueState>;
  /** The mark given with the last completion, or null. */
  archiveMark(): string | null;
  /** Leases that were open when the process before this one died; each must be ended. Empty after a clean close. */
  orphans(): readonly Lease[];
  history(key: string): Iterable<UrlEvent>;

  flush(): void;
  close(): void;
}

export interface FrontierOptions {
  readonly policy: 'breadth-first' | 'horizontal' | 'horizontal-compat' | 'priority';
  /** Minimum rest of a queue between the end of an access and the next, ms. */
  readonly delay: number;
  /** Minimum rest of a network address, ms. */
  readonly addressDelay: number;
  /** Upper bound of queued URLs (the drop policy of horizontal spec §2.2 applies beyond). */
  readonly capacity: number;
  /** URLs of one queue that may ever be handed out; Infinity for no budget. */
  readonly queueBudget: number;
  /** The clock, ms since 1970. It may jump: see the module comment of the implementation for what is promised then. */
  readonly now: () => number;
  /**
   * A clock that never jumps (`performance.now`), ms from anywhere. With it no jump of `now` shortens or lengthens a rest; without
   * it `now` is believed going forward, and a backward jump is taken out.
   */
  readonly monotonic?: () => number;
  /** Confirm every fingerprint hit against the URL on disk. */
  readonly exact: boolean;
}
