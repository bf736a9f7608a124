/**
 * What is known of a queue beside its URLs, and goes with the queue to whoever gets it next, where several share a frontier. The frontier carries it
 * as bytes and reads nothing of it. All of it only saves work: what is lost on the way is learned again, and whoever takes something believes it only
 * when it is whole and of its own version.
 *
 *   - Of a queue, how its hosts behave: told when the queue goes, read with it when it comes.
 *   - Of a page, what its last visit saw: told when that visit is durable and its queue has gone (or sooner), read with its URL (`Lease.told`).
 *   - Of a site, what only many of its pages can teach, under a name, because several queues may be of one site: told now and then, asked for when
 *     little is known here.
 */
export interface Handover {
  /** Whether pages are told of: only a crawl that comes back to them has a use for it. */
  readonly ofPages: boolean;
  /** A queue came; what was told of it last, or null. */
  take(queue: string, told: Uint8Array | null): void;
  /** A queue goes, and no visit of it is under way. */
  give(queue: string): GivenQueue;
  /** What is to be told of pages now: of those whose queue has gone, and of all when too many wait. Each is answered once. */
  pages(): readonly GivenPage[];
  /** The name under which others may know more of a queue of which so many visits were made; null when enough is known here. */
  wants(queue: string, collected: number): string | null;
  /** What others told under that name. */
  learn(name: string, told: Uint8Array): void;
}

export interface GivenQueue {
  /** Null when it is as it was when the queue came. */
  readonly told: Uint8Array | null;
  /** Of its site; null when there is nothing new to tell. */
  readonly memory: GivenMemory | null;
}

export interface GivenPage {
  readonly queue: string;
  readonly key: string;
  readonly told: Uint8Array;
  /** Whether who tells has its content. What refers to the content of others does not undo that this was lost. */
  readonly has: boolean;
}

export interface GivenMemory {
  readonly name: string;
  /** Pages that it was learned from: of two that were told, the larger stays. */
  readonly weight: number;
  readonly told: Uint8Array;
}

/** Bytes of each kind; what is longer is not carried, and not taken. */
export const LONGEST_TOLD = { queue: 8_192, page: 1_024, memory: 32_768 } as const;
