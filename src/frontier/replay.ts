/** Reads the journal into the books, record by record, when a folder is opened. */
import type { Books, Flight } from './books.ts';
import { type FrontierOptions, OUTCOME } from './port.ts';
import * as addRecord from './records/add.ts';
import * as againRecord from './records/again.ts';
import * as bindRecord from './records/bind.ts';
import * as completeRecord from './records/complete.ts';
import * as delayRecord from './records/delay.ts';
import * as dropRecord from './records/drop.ts';
import { KIND, kindOf } from './records/kind.ts';
import * as leaseRecord from './records/lease.ts';
import * as passRecord from './records/pass.ts';
import * as policyRecord from './records/policy.ts';
import * as putBackRecord from './records/put-back.ts';
import * as queueRecord from './records/queue.ts';
import * as restRecord from './records/rest.ts';
import * as retireRecord from './records/retire.ts';
import * as retryRecord from './records/retry.ts';
import * as tallyRecord from './records/tally.ts';
import { queuedState, SEEN } from './seen-set.ts';

/** How a visit ended that a later one may end otherwise; what was passed by is passed by again. */
const MAY_HAVE_CHANGED: ReadonlySet<number> = new Set([
  OUTCOME.analysed,
  OUTCOME.unchanged,
  OUTCOME.redirected,
  OUTCOME.failed,
  OUTCOME.blocked,
  OUTCOME.gone,
  OUTCOME.refused,
]);

export class Replay {
  /** The policy under which the records read last were written. */
  policy: FrontierOptions['policy'] | null = null;
  /** Retries and revisits not yet due, by the position of the record that asked for them. */
  readonly pending = new Map<number, number>();
  readonly #books: Books;
  readonly #policy: FrontierOptions['policy'];
  readonly #opened: number;
  readonly #again: number;

  /** `opened`: the steady time of the opening; `again`: what was visited before that is visited once more. */
  constructor(
    books: Books,
    policy: FrontierOptions['policy'],
    opened: number,
    again = Number.NEGATIVE_INFINITY,
  ) {
    this.#books = books;
    this.#policy = policy;
    this.#opened = opened;
    this.#again = again;
  }

  read(words: Int32Array, at: number, position: number, time: number): void {
    const books = this.#books;
    // A clock that has since been set back must not make a rest longer than it was meant to be.
    const shift = Math.max(0, time - this.#opened);
    const sameOrder = this.policy === this.#policy;
    switch (kindOf(words, at)) {
      case KIND.add: {
        const queue = addRecord.queue(words, at);
        const priority = addRecord.priority(words, at);
        const state = queuedState(priority);
        books.seen.insertLater(addRecord.hi(words, at), addRecord.lo(words, at), state, position);
        books.waits(queue);
        books.schedule.push(queue, books.ordering.bucket(priority, addRecord.depth(words, at)), position);
        break;
      }
      case KIND.queue:
        books.queues.add(queueRecord.hi(words, at), queueRecord.lo(words, at), position);
        break;
      case KIND.lease: {
        const flight: Flight = {
          record: leaseRecord.record(words, at),
          entry: leaseRecord.entry(words, at),
          queue: leaseRecord.queue(words, at),
          bucket: sameOrder ? leaseRecord.bucket(words, at) : -1,
          priority: leaseRecord.priority(words, at),
          depth: leaseRecord.depth(words, at),
          attempt: leaseRecord.attempt(words, at),
          hi: leaseRecord.hi(words, at),
          lo: leaseRecord.lo(words, at),
          at: time,
          jumps: -1,
          orphan: true,
          address: -1,
          passing: null,
        };
        books.leased(flight);
        break;
      }
      case KIND.complete: {
        const flight = books.flights.get(completeRecord.record(words, at))!;
        const end = completeRecord.end(words, at) - shift;
        const outcome = completeRecord.outcome(words, at);
        const revisitAt =
          time < this.#again && MAY_HAVE_CHANGED.has(outcome)
            ? this.#opened
            : completeRecord.revisitAt(words, at) - shift;
        if (sameOrder)
          books.schedule.replayRemove(
            flight.queue,
            flight.bucket,
            flight.entry,
            completeRecord.newHead(words, at),
          );
        books.ended(flight, end);
        books.countCompletion(flight.queue, outcome);
        if (completeRecord.hasMark(words, at))
          books.mark = completeRecord.mark(words, new Uint8Array(words.buffer), at);
        if (!Number.isNaN(revisitAt)) {
          this.pending.set(position, revisitAt);
          books.scheduled++;
        }
        books.schedule.end(flight.queue, -1);
        break;
      }
      case KIND.putBack: {
        const flight = books.flights.get(putBackRecord.record(words, at))!;
        const end = putBackRecord.end(words, at) - shift;
        const notBefore = putBackRecord.notBefore(words, at) - shift;
        books.ended(flight, end);
        books.returned(flight, notBefore, queuedState(flight.priority));
        books.schedule.end(flight.queue, -1);
        break;
      }
      case KIND.retry: {
        const flight = books.flights.get(retryRecord.record(words, at))!;
        const end = retryRecord.end(words, at) - shift;
        const notBefore = retryRecord.notBefore(words, at) - shift;
        if (sameOrder)
          books.schedule.replayRemove(
            flight.queue,
            flight.bucket,
            flight.entry,
            retryRecord.newHead(words, at),
          );
        books.ended(flight, end);
        if (books.returned(flight, Number.NaN, SEEN.deferred)) this.pending.set(position, notBefore);
        books.schedule.end(flight.queue, -1);
        break;
      }
      case KIND.again: {
        const queue = againRecord.queue(words, at);
        const priority = againRecord.priority(words, at);
        const reason = againRecord.reason(words, at);
        // What an earlier session visited again without having been asked to by the visit before was not pending.
        const wasPending =
          reason !== againRecord.REASONS.improved && this.pending.delete(againRecord.source(words, at));
        if (reason === againRecord.REASONS.improved) books.improved++;
        if (reason === againRecord.REASONS.forgotten) {
          if (wasPending) books.scheduled--;
          break;
        }
        if (reason === againRecord.REASONS.revisit) {
          if (wasPending) books.scheduled--;
          books.waits(queue);
        }
        const record = againRecord.record(words, at);
        const slot = books.slotOf(againRecord.hi(words, at), againRecord.lo(words, at), record);
        if (slot >= 0) books.seen.setState(slot, queuedState(priority));
        books.schedule.push(queue, books.ordering.bucket(priority, againRecord.depth(words, at)), position);
        break;
      }
      case KIND.delay:
        books.applyDelay(delayRecord.queue(words, at), delayRecord.delay(words, at));
        break;
      case KIND.rest:
        books.restQueue(restRecord.queue(words, at), restRecord.until(words, at) - shift);
        break;
      case KIND.retire: {
        const reason = retireRecord.reason(words, new Uint8Array(words.buffer), at);
        books.retire(retireRecord.queue(words, at), reason);
        break;
      }
      case KIND.bind: {
        const address = books.addresses.of(bindRecord.hi(words, at), bindRecord.lo(words, at));
        books.addresses.bind(bindRecord.queue(words, at), address);
        break;
      }
      case KIND.pass: {
        const flight = books.flights.get(passRecord.record(words, at))!;
        const queue = passRecord.queue(words, at);
        const address = books.addresses.of(passRecord.hi(words, at), passRecord.lo(words, at));
        books.passes(flight, { queue: queue === flight.queue ? -1 : queue, address });
        break;
      }
      case KIND.drop: {
        const queue = dropRecord.queue(words, at);
        const record = dropRecord.record(words, at);
        const slot = books.slotOf(dropRecord.hi(words, at), dropRecord.lo(words, at), record);
        if (slot >= 0) books.seen.delete(slot);
        books.leaves(queue);
        books.drop('capacity', 1);
        if (sameOrder)
          books.schedule.replayEvict(
            queue,
            dropRecord.bucket(words, at),
            dropRecord.entry(words, at),
            dropRecord.newTail(words, at),
          );
        break;
      }
      case KIND.tally:
        books.duplicates += tallyRecord.duplicates(words, at);
        books.drop('capacity', tallyRecord.capacity(words, at));
        books.drop('queue-budget', tallyRecord.budget(words, at));
        books.drop('too-long', tallyRecord.tooLong(words, at));
        break;
      case KIND.policy:
        this.policy = policyRecord.policy(words, at);
        break;
    }
  }
}
