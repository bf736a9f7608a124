/**
 * The schedule of the published horizontal collector (`horizontal-compat`; docs/methods.md, "Horizontal collector (Pedrosa 2017)"):
 * one min-max heap of all URLs by depth and the penalty of their queue. To take
 * the next, the best is looked at; if its queue rests, its penalty is brought up to date, it is set aside, and the next is looked
 * at; those set aside return at the end. When every queue rests, that is O(N log N) for one URL: kept for comparison, and measured.
 */
import type { Addresses } from './addresses.ts';
import { MinMaxHeap } from './min-max-heap.ts';
import type { Ordering } from './ordering.ts';
import type { QueueTable } from './queue-table.ts';
import type { Liveness, Schedule } from './schedule.ts';

interface Element {
  readonly entry: number;
  readonly queue: number;
  readonly bucket: number;
}

export class SingleHeap implements Schedule {
  entry = 0;
  readonly #queues: QueueTable;
  readonly #addresses: Addresses;
  readonly #ordering: Ordering;
  readonly #heap = new MinMaxHeap();
  /** Taken out of the heap by `pick`; it is leased next, or goes back. */
  #picked: Element | null = null;
  /** In flight, by queue. */
  readonly #leased = new Map<number, Element>();
  /** While the journal is read: what waits, by entry. */
  #replayed: Map<number, Element> | null = null;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(queues: QueueTable, addresses: Addresses, ordering: Ordering) {
    this.#queues = queues;
    this.#addresses = addresses;
    this.#ordering = ordering;
  }

  get steps(): number {
    return this.#heap.steps;
  }

  get bytes(): number {
    return this.#heap.bytes;
  }

  beginReplay(): void {
    this.#replayed = new Map();
  }

  endReplay(): void {
    const waiting = this.#replayed!;
    this.#replayed = null;
    for (const { entry } of this.#leased.values()) waiting.delete(entry);
    for (const element of waiting.values()) if (!this.#queues.isRetired(element.queue)) this.#insert(element);
  }

  tail(): number {
    return 0;
  }

  push(queue: number, bucket: number, entry: number): void {
    const element = { entry, queue, bucket };
    if (this.#replayed !== null) this.#replayed.set(entry, element);
    else this.#insert(element);
  }

  pick(now: number, isLive: Liveness): number {
    if (this.#picked !== null) this.#insert(this.#picked);
    this.#picked = null;
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const heap = this.#heap;
    const aside: Element[] = [];
    let chosen: Element | null = null;
    while (heap.size > 0) {
      const element = { entry: heap.entry(0), queue: heap.queue(0), bucket: heap.bucket(0) };
      const known = heap.key(0);
      heap.removeAt(0);
      if (this.#queues.isRetired(element.queue)) continue;
      const key = this.#key(element);
      if (key > known) {
        // Its queue is more penalised than when it was last looked at: it takes its present place.
        heap.push(key, element.entry, element.queue, element.bucket);
        continue;
      }
      const permitted = this.#permittedAt(element.queue);
      if (permitted > now) {
        this.#wakeAt = Math.min(this.#wakeAt, permitted);
        aside.push(element);
        continue;
      }
      if (!isLive(element.entry)) continue;
      chosen = element;
      break;
    }
    for (const element of aside) this.#insert(element);
    if (chosen === null) return -1;
    this.#picked = chosen;
    this.entry = chosen.entry;
    return chosen.queue;
  }

  wakeAt(): number {
    return this.#wakeAt;
  }

  begin(queue: number, entry: number, address: number): void {
    const element = this.#replayed?.get(entry) ?? this.#picked ?? { entry, queue, bucket: 0 };
    this.#picked = null;
    this.#leased.set(queue, element);
    if (address >= 0) this.#addresses.setBusy(address, true);
  }

  end(queue: number, address: number): void {
    const element = this.#leased.get(queue);
    this.#leased.delete(queue);
    if (address >= 0) this.release(address);
    if (element !== undefined && this.#replayed === null && !this.#queues.isRetired(queue))
      this.#insert(element);
  }

  remove(queue: number): number {
    this.#leased.delete(queue);
    return 0;
  }

  replayRemove(queue: number, _bucket: number, entry: number): void {
    this.#replayed?.delete(entry);
    this.#leased.delete(queue);
  }

  reschedule(): void {}

  occupy(_queue: number, address: number): void {
    if (address >= 0 && this.#replayed === null) this.#addresses.setBusy(address, true);
  }

  giveBack(_queue: number, address: number): void {
    if (address >= 0) this.release(address);
  }

  release(address: number): void {
    this.#addresses.setBusy(address, false);
  }

  /** Entries of a retired queue are left out when they are met. */
  clear(): void {}

  worst(): number {
    while (this.#heap.size > 0) {
      const place = this.#heap.maxPlace;
      const queue = this.#heap.queue(place);
      if (!this.#queues.isRetired(queue)) {
        this.entry = this.#heap.entry(place);
        return queue;
      }
      this.#heap.removeAt(place);
    }
    return -1;
  }

  worstRank(queue: number): number {
    return this.worstBucket() + this.#queues.penalty(queue);
  }

  rankOf(queue: number, bucket: number): number {
    return bucket + this.#queues.penalty(queue) + 1;
  }

  worstBucket(): number {
    return this.#heap.bucket(this.#heap.maxPlace);
  }

  evict(): number {
    this.#heap.removeAt(this.#heap.maxPlace);
    return 0;
  }

  replayEvict(_queue: number, _bucket: number, entry: number): void {
    this.#replayed?.delete(entry);
  }

  #insert(element: Element): void {
    this.#heap.push(this.#key(element), element.entry, element.queue, element.bucket);
  }

  #key(element: Element): number {
    return this.#ordering.key(element.bucket, element.entry, this.#queues.penalty(element.queue));
  }

  /** When the queue, and the address it is served from, may be asked again. */
  #permittedAt(queue: number): number {
    if (this.#queues.isInUse(queue)) return Number.POSITIVE_INFINITY;
    const address = this.#addresses.boundTo(queue);
    if (address < 0) return this.#queues.nextAt(queue);
    if (this.#addresses.isBusy(address)) return Number.POSITIVE_INFINITY;
    return Math.max(this.#queues.nextAt(queue), this.#addresses.nextAt(address));
  }
}
