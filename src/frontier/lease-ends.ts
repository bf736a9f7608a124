/** How a lease ends: its visit is complete, or it is put back as if nothing had been, or its URL is tried again later. */
import type { Books, Flight } from './books.ts';
import type { Intake } from './intake.ts';
import type { Journal } from './journal.ts';
import type { AddCounts, Completion, Lease, LeaseEnd, PutBack, Retry } from './port.ts';
import * as completeRecord from './records/complete.ts';
import * as putBackRecord from './records/put-back.ts';
import * as retryRecord from './records/retry.ts';
import { queuedState, SEEN } from './seen-set.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { Tally } from './tally.ts';

/** What the ends of leases work with. */
export interface LeaseEndParts {
  readonly journal: Journal;
  readonly books: Books;
  readonly intake: Intake;
  readonly tally: Tally;
  readonly clock: SteadyClock;
}

export class LeaseEnds {
  readonly #journal: Journal;
  readonly #books: Books;
  readonly #intake: Intake;
  readonly #tally: Tally;
  readonly #clock: SteadyClock;
  readonly #opened: number;

  /** `opened`: the steady time of the opening. */
  constructor(parts: LeaseEndParts, opened: number) {
    this.#journal = parts.journal;
    this.#books = parts.books;
    this.#intake = parts.intake;
    this.#tally = parts.tally;
    this.#clock = parts.clock;
    this.#opened = opened;
  }

  end(end: LeaseEnd): void {
    if (end.kind === 'complete') this.#complete(end);
    else if (end.kind === 'put-back') this.#putBack(end);
    else this.#retry(end);
  }

  /** The open lease that the caller speaks of. */
  flightOf(lease: Lease): Flight {
    const flight = this.#books.flights.get(lease.record);
    if (flight === undefined)
      throw new RangeError(`the lease of record ${lease.record} is not open: ${lease.url}`);
    return flight;
  }

  #complete(completion: Completion): void {
    const flight = this.flightOf(completion.lease);
    const taken: AddCounts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
    for (const link of completion.links) taken[this.#intake.add(link)]++;
    const mark = completion.seal(taken);
    const now = this.#clock.read();
    const end = this.#accessEnd(flight, completion.accessedAt, now);
    const revisitAt = completion.revisitAt === null ? Number.NaN : this.#clock.fromWall(completion.revisitAt);
    const newHead = this.#books.schedule.remove(flight.queue, flight.bucket, flight.entry);
    const position = this.#journal.tail;
    completeRecord.write(this.#journal, flight, completion, mark, newHead, end, revisitAt);
    this.#books.ended(flight, end);
    this.#books.countCompletion(flight.queue, completion.outcome);
    if (mark !== null) this.#books.mark = mark;
    if (!Number.isNaN(revisitAt)) {
      this.#books.deferred.push(revisitAt, position);
      this.#books.scheduled++;
    }
    this.#givesBack(flight);
    this.#tally.commit(now);
  }

  #putBack({ lease, accessedAt, notBefore: asked }: PutBack): void {
    const flight = this.flightOf(lease);
    const now = this.#clock.read();
    const end = this.#accessEnd(flight, accessedAt, now);
    const notBefore = this.#restTime(asked);
    putBackRecord.write(this.#journal, flight, end, notBefore);
    this.#books.ended(flight, end);
    this.#books.returned(flight, notBefore, queuedState(flight.priority));
    this.#givesBack(flight);
    this.#tally.commit(now);
  }

  #retry({ lease, accessedAt, notBefore: asked }: Retry): void {
    const flight = this.flightOf(lease);
    const now = this.#clock.read();
    const end = this.#accessEnd(flight, accessedAt, now);
    const notBefore = this.#clock.fromWall(asked);
    const newHead = this.#books.schedule.remove(flight.queue, flight.bucket, flight.entry);
    const position = this.#journal.tail;
    retryRecord.write(this.#journal, flight, newHead, end, notBefore);
    this.#books.ended(flight, end);
    if (this.#books.returned(flight, Number.NaN, SEEN.deferred))
      this.#books.deferred.push(notBefore, position);
    this.#givesBack(flight);
    this.#tally.commit(now);
  }

  /** Its queue and address, and those that it passed by, may be asked again when their rests are over. */
  #givesBack({ queue, address, passing, orphan }: Flight): void {
    this.#books.schedule.end(queue, address);
    // No address is kept for an orphan: its rests alone hold.
    if (passing !== null) this.#books.schedule.giveBack(passing.queue, orphan ? -1 : passing.address);
  }

  /** When the access ended, on the steady scale; NaN without one. */
  #accessEnd(flight: Flight, accessedAt: number | null, now: number): number {
    if (flight.orphan) {
      // Whether it was accessed nobody knows; if so, before the opening. This goes into the journal, for the next kill.
      const later = accessedAt !== null && this.#clock.fromWall(accessedAt) > this.#opened;
      return later ? now : this.#opened;
    }
    // What was passed by has been accessed; whoever does not say when knows no better than now.
    if (accessedAt === null) return flight.passing === null ? Number.NaN : now;
    return this.#clock.accessEnd(accessedAt, flight.jumps, flight.at, now);
  }

  /** A rest asked by the caller; a lease put back because its address is in use has no time: the address parks its queue. */
  #restTime(time: number | null): number {
    return time === null || !Number.isFinite(time) ? Number.NaN : this.#clock.fromWall(time);
  }
}
