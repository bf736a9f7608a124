/**
 * The books of the frontier, in memory: what is known of every URL and queue, what is in flight, what waits for a time, and the
 * counts. They change in few ways, each a method here, which happen alike when something is done and when the journal tells that it
 * was done.
 */
import { Addresses } from './addresses.ts';
import { Deferred } from './deferred.ts';
import type { Links } from './links.ts';
import { type Ordering, orderingOf } from './ordering.ts';
import type { FrontierOptions } from './port.ts';
import { QueueTable } from './queue-table.ts';
import type { LeaseFacts } from './records/lease.ts';
import type { Schedule } from './schedule.ts';
import { SEEN, SeenSet } from './seen-set.ts';
import { SingleHeap } from './single-heap.ts';
import { Workbench } from './workbench.ts';

export interface BooksOptions extends FrontierOptions {
  readonly exact?: boolean;
}

/** An open lease. */
export interface Flight extends LeaseFacts {
  /** Steady time of the lease, and the jumps of the clock counted then. */
  readonly at: number;
  readonly jumps: number;
  /** Left over by a process that died. */
  readonly orphan: boolean;
  /** The network address reserved for it, or -1. */
  address: number;
  /** What else it is making an access to, or null. */
  passing: Passing | null;
}

/** What a lease passes by: another queue than its own, or -1; another address than its own, or -1. */
export interface Passing {
  readonly queue: number;
  readonly address: number;
}

export class Books {
  readonly ordering: Ordering;
  readonly seen: SeenSet;
  readonly queues = new QueueTable();
  readonly addresses = new Addresses();
  readonly schedule: Schedule;
  readonly deferred = new Deferred();
  readonly flights = new Map<number, Flight>();
  readonly dropped = new Map<string, number>();
  readonly outcomes = new Map<number, number>();
  queued = 0;
  scheduled = 0;
  completed = 0;
  duplicates = 0;
  improved = 0;
  mark: string | null = null;

  readonly #options: BooksOptions;
  #wantedRecord = 0;
  readonly #sameRecord = (position: number): boolean => position === this.#wantedRecord;

  constructor(options: BooksOptions, links: Links) {
    this.#options = options;
    this.ordering = orderingOf(options.policy);
    this.seen = new SeenSet({ positions: options.exact === true || options.policy === 'priority' });
    this.schedule =
      options.policy === 'horizontal-compat'
        ? new SingleHeap(this.queues, this.addresses, this.ordering)
        : new Workbench(this.queues, this.addresses, links, this.ordering);
  }

  /** Bytes of all tables. */
  get bytes(): number {
    const tables = this.seen.bytes + this.queues.bytes + this.addresses.bytes;
    return tables + this.schedule.bytes + this.deferred.bytes;
  }

  /** The entry picked is leased. */
  leased(flight: Flight): void {
    this.flights.set(flight.record, flight);
    this.setState(flight, SEEN.taken);
    this.leaves(flight.queue);
    this.queues.setInFlight(flight.queue, true);
    this.schedule.begin(flight.queue, flight.entry, flight.address);
  }

  /** One more URL waits in a queue. */
  waits(queue: number): void {
    this.queued++;
    this.queues.addQueued(queue, 1);
  }

  /** One less. */
  leaves(queue: number): void {
    this.queued--;
    this.queues.addQueued(queue, -1);
  }

  /** The lease is over; its clocks start. */
  ended(flight: Flight, end: number): void {
    this.flights.delete(flight.record);
    this.queues.setInFlight(flight.queue, false);
    const { passing } = flight;
    if (passing !== null) this.#passedBy(passing, end);
    if (Number.isNaN(end)) return;
    this.restQueue(flight.queue, end + this.delayOf(flight.queue));
    const address = this.addresses.boundTo(flight.queue);
    if (address >= 0) this.addresses.rest(address, end + this.#options.addressDelay);
  }

  /** A lease makes an access to another queue or address than its own. */
  passes(flight: Flight, passing: Passing): void {
    flight.passing = passing;
    if (passing.queue >= 0) this.queues.setPassedBy(passing.queue, true);
    this.schedule.occupy(passing.queue, passing.address);
  }

  #passedBy({ queue, address }: Passing, end: number): void {
    if (queue >= 0) {
      this.queues.setPassedBy(queue, false);
      this.restQueue(queue, end + this.delayOf(queue));
    }
    if (address >= 0) this.addresses.rest(address, end + this.#options.addressDelay);
  }

  /** The URL of an ended lease waits again; false when its queue was retired meanwhile. */
  returned(flight: Flight, notBefore: number, state: number): boolean {
    if (this.queues.isRetired(flight.queue)) {
      this.drop('queue-budget', 1);
      return false;
    }
    this.setState(flight, state);
    this.waits(flight.queue);
    if (!Number.isNaN(notBefore)) this.restQueue(flight.queue, notBefore);
    return true;
  }

  countCompletion(queue: number, outcome: number): void {
    this.completed++;
    this.queues.addCollected(queue, 1);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  delayOf(queue: number): number {
    return Math.max(this.#options.delay, this.queues.delay(queue));
  }

  restQueue(queue: number, until: number): void {
    if (until > this.queues.nextAt(queue)) this.queues.setNextAt(queue, until);
  }

  /** A longer delay also lengthens the rest that an access has already begun. */
  applyDelay(queue: number, delay: number): void {
    const before = this.delayOf(queue);
    this.queues.setDelay(queue, delay);
    const more = this.delayOf(queue) - before;
    const nextAt = this.queues.nextAt(queue);
    if (more > 0 && nextAt > 0) this.queues.setNextAt(queue, nextAt + more);
  }

  retire(queue: number, reason: string): void {
    const dropped = this.queues.queued(queue);
    this.queues.retire(queue);
    this.queues.addQueued(queue, -dropped);
    this.queued -= dropped;
    this.drop(reason, dropped);
    this.schedule.clear(queue);
  }

  /** The slot of a URL known by its record. */
  slotOf(hi: number, lo: number, record: number): number {
    if (!this.seen.hasPositions) return this.seen.find(hi, lo);
    this.#wantedRecord = record;
    return this.seen.find(hi, lo, this.#sameRecord);
  }

  setState(flight: Flight, state: number): void {
    const slot = this.slotOf(flight.hi, flight.lo, flight.record);
    if (slot >= 0) this.seen.setState(slot, state);
  }

  drop(reason: string, count: number): void {
    if (count > 0) this.dropped.set(reason, (this.dropped.get(reason) ?? 0) + count);
  }
}
