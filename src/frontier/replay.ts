/** Reads the journal into the books, record by record, when a folder is opened. */
import type { Books, Flight } from './books.ts';
import type { FrontierOptions } from './port.ts';
import { AGAIN, COMPLETE_BYTES, doubleAt, RECORD, RETIRE_BYTES, readText } from './records.ts';
import { queuedState, SEEN } from './seen-set.ts';

/** In the journal a policy is its place in this list. */
export const POLICIES = ['breadth-first', 'horizontal', 'horizontal-compat', 'priority'] as const;

export class Replay {
  /** The policy under which the records read last were written. */
  policy: FrontierOptions['policy'] | null = null;
  /** Retries and revisits not yet due, by the position of the record that asked for them. */
  readonly pending = new Map<number, number>();
  readonly #books: Books;
  readonly #policy: FrontierOptions['policy'];
  readonly #opened: number;

  /** `opened`: the steady time of the opening. */
  constructor(books: Books, policy: FrontierOptions['policy'], opened: number) {
    this.#books = books;
    this.#policy = policy;
    this.#opened = opened;
  }

  read(words: Int32Array, at: number, position: number, time: number): void {
    const books = this.#books;
    const first = words[at]!;
    // A clock that has since been set back must not make a rest longer than it was meant to be.
    const shift = Math.max(0, time - this.#opened);
    const sameOrder = this.policy === this.#policy;
    switch (first & 255) {
      case RECORD.add: {
        const queue = words[at + 2]!;
        const priority = first >>> 24;
        books.seen.insertLater(words[at + 6]!, words[at + 5]!, queuedState(priority), position);
        books.waits(queue);
        books.schedule.push(queue, books.ordering.bucket(priority, (first >>> 16) & 255), position);
        break;
      }
      case RECORD.queue:
        books.queues.add(words[at + 3]!, words[at + 2]!, position);
        break;
      case RECORD.lease: {
        const record = words[at + 3]! >>> 0;
        const flight: Flight = {
          record,
          entry: words[at + 1]! >>> 0,
          queue: words[at + 2]!,
          bucket: sameOrder ? words[at + 6]! : -1,
          priority: (first >>> 16) & 255,
          depth: first >>> 24,
          attempt: (first >>> 8) & 255,
          hi: words[at + 5]!,
          lo: words[at + 4]!,
          at: time,
          jumps: -1,
          orphan: true,
          address: -1,
        };
        books.leased(flight);
        break;
      }
      case RECORD.complete: {
        const flight = books.flights.get(words[at + 3]! >>> 0)!;
        const end = doubleAt(words, at + 8) - shift;
        const revisitAt = doubleAt(words, at + 10) - shift;
        if (sameOrder)
          books.schedule.replayRemove(flight.queue, flight.bucket, flight.entry, words[at + 4]! >>> 0);
        books.ended(flight, end);
        books.countCompletion(flight.queue, (first >>> 8) & 255);
        if ((words[at + 7]! & 1) === 1) {
          const bytes = new Uint8Array(words.buffer);
          books.archiveMark = readText(bytes, at * 4 + COMPLETE_BYTES, words[at + 5]! >>> 16);
        }
        if (!Number.isNaN(revisitAt)) {
          this.pending.set(position, revisitAt);
          books.scheduled++;
        }
        books.schedule.end(flight.queue, -1);
        break;
      }
      case RECORD.putBack: {
        const flight = books.flights.get(words[at + 3]! >>> 0)!;
        const end = doubleAt(words, at + 4) - shift;
        const notBefore = doubleAt(words, at + 6) - shift;
        books.ended(flight, end);
        books.returned(flight, notBefore, queuedState(flight.priority));
        books.schedule.end(flight.queue, -1);
        break;
      }
      case RECORD.retry: {
        const flight = books.flights.get(words[at + 3]! >>> 0)!;
        const end = doubleAt(words, at + 8) - shift;
        const notBefore = doubleAt(words, at + 10) - shift;
        if (sameOrder)
          books.schedule.replayRemove(flight.queue, flight.bucket, flight.entry, words[at + 4]! >>> 0);
        books.ended(flight, end);
        if (books.returned(flight, Number.NaN, SEEN.deferred)) this.pending.set(position, notBefore);
        books.schedule.end(flight.queue, -1);
        break;
      }
      case RECORD.again: {
        const queue = words[at + 1]!;
        const record = words[at + 2]! >>> 0;
        const priority = first >>> 24;
        const reason = words[at + 6]!;
        if (reason === AGAIN.improved) books.improved++;
        else this.pending.delete(words[at + 7]! >>> 0);
        if (reason === AGAIN.forgotten) {
          books.scheduled--;
          break;
        }
        if (reason === AGAIN.revisit) {
          books.scheduled--;
          books.waits(queue);
        }
        const slot = books.slotOf(words[at + 5]!, words[at + 4]!, record);
        if (slot >= 0) books.seen.setState(slot, queuedState(priority));
        books.schedule.push(queue, books.ordering.bucket(priority, (first >>> 16) & 255), position);
        break;
      }
      case RECORD.delay:
        books.applyDelay(words[at + 1]!, doubleAt(words, at + 2));
        break;
      case RECORD.rest:
        books.restQueue(words[at + 1]!, doubleAt(words, at + 2) - shift);
        break;
      case RECORD.retire:
        books.retire(
          words[at + 1]!,
          readText(new Uint8Array(words.buffer), at * 4 + RETIRE_BYTES, first >>> 16),
        );
        break;
      case RECORD.bind:
        books.addresses.bind(words[at + 1]!, books.addresses.of(words[at + 3]!, words[at + 2]!));
        break;
      case RECORD.drop: {
        const queue = words[at + 1]!;
        const slot = books.slotOf(words[at + 5]!, words[at + 4]!, words[at + 7]! >>> 0);
        if (slot >= 0) books.seen.delete(slot);
        books.leaves(queue);
        books.drop('capacity', 1);
        if (sameOrder)
          books.schedule.replayEvict(queue, words[at + 6]!, words[at + 2]! >>> 0, words[at + 3]! >>> 0);
        break;
      }
      case RECORD.tally:
        books.duplicates += words[at + 1]! >>> 0;
        books.drop('capacity', words[at + 2]! >>> 0);
        books.drop('queue-budget', words[at + 3]! >>> 0);
        books.drop('too-long', words[at + 4]! >>> 0);
        break;
      case RECORD.policy:
        this.policy = POLICIES[words[at + 1]!] ?? null;
        break;
    }
  }
}
