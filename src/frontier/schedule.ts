/**
 * What decides which entry comes next. The frontier keeps the books (journal, seen URLs, clocks, leases); a schedule keeps the
 * order. Two of them stand behind one set of books: the workbench, and the single heap of the published
 * horizontal collector.
 */

/** Asked when an entry's turn has come: is it still the valid entry of a waiting URL? */
export type Liveness = (entry: number) => boolean;

export interface Schedule {
  /** The journal is being read: build, but keep nothing ready to pick. */
  beginReplay(): void;
  endReplay(): void;

  /** Last entry of the chain that `push` will append to, or 0: it goes into the journal. */
  tail(queue: number, bucket: number): number;
  push(queue: number, bucket: number, entry: number): void;

  /** The best entry that may be fetched now, in `entry`; answers its queue, or -1. */
  pick(now: number, isLive: Liveness): number;
  readonly entry: number;
  /** When `pick` may have one; Infinity when no time alone will do it. */
  wakeAt(): number;

  /** The entry picked is leased: its queue and address (or -1) are in use. It stays where it is until it is removed. */
  begin(queue: number, entry: number, address: number): void;
  /** The lease is over; clocks and counts are set. */
  end(queue: number, address: number): void;
  /** The leased entry leaves its chain; answers the entry that is first then, or 0. */
  remove(queue: number, bucket: number, entry: number): number;
  /** The same while the journal is read, with the answer known. */
  replayRemove(queue: number, bucket: number, entry: number, newHead: number): void;

  /** The queue's permitted time, or the address of it, changed. */
  reschedule(queue: number): void;
  /** A queue, or none (-1), and an address are in use though no entry of the queue is leased. */
  occupy(queue: number, address: number): void;
  giveBack(queue: number, address: number): void;
  /** An address that was reserved is given back without an access. */
  release(address: number): void;
  /** Every entry of the queue is gone. */
  clear(queue: number): void;

  /** The queue that holds the least wanted entry, or -1; the entry is `entry`. */
  worst(): number;
  /** How much the least wanted entry of a queue is unwanted, to be compared with that of `rankOf`. */
  worstRank(queue: number): number;
  /** The same for an entry that would be queued now. */
  rankOf(queue: number, bucket: number): number;
  worstBucket(queue: number): number;
  /** Takes the least wanted entry of the queue away; `before` is the entry before it in its chain, as the journal says. */
  evict(queue: number, before: number): number;
  replayEvict(queue: number, bucket: number, entry: number, newTail: number): void;

  /** Steps of all heaps. */
  readonly steps: number;
  readonly bytes: number;
}
