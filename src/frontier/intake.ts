/** Takes URLs in: each once, as long as there is room for it and its queue has a budget. */
import type { Books } from './books.ts';
import type { EntryLook } from './entry-look.ts';
import type { Journal } from './journal.ts';
import type { AddOutcome, Candidate, FrontierOptions } from './port.ts';
import { AddForm } from './records/add.ts';
import * as dropRecord from './records/drop.ts';
import type { Register } from './register.ts';
import type { Requeue } from './requeue.ts';
import { queuedState } from './seen-set.ts';
import type { SteadyClock } from './steady-clock.ts';
import type { Tally } from './tally.ts';

/** What an intake works with. */
export interface IntakeParts {
  readonly journal: Journal;
  readonly books: Books;
  readonly register: Register;
  readonly look: EntryLook;
  readonly requeue: Requeue;
  readonly tally: Tally;
  readonly clock: SteadyClock;
}

export class Intake {
  readonly #journal: Journal;
  readonly #books: Books;
  readonly #register: Register;
  readonly #look: EntryLook;
  readonly #requeue: Requeue;
  readonly #tally: Tally;
  readonly #clock: SteadyClock;
  readonly #improves: boolean;
  readonly #capacity: number;
  readonly #queueBudget: number;
  readonly #form = new AddForm();

  constructor(parts: IntakeParts, options: FrontierOptions) {
    this.#journal = parts.journal;
    this.#books = parts.books;
    this.#register = parts.register;
    this.#look = parts.look;
    this.#requeue = parts.requeue;
    this.#tally = parts.tally;
    this.#clock = parts.clock;
    this.#improves = options.policy === 'priority';
    this.#capacity = options.capacity;
    this.#queueBudget = options.queueBudget;
  }

  /** Adds one URL; durable with the next commit. */
  add(candidate: Candidate): AddOutcome {
    const outcome = this.#take(candidate);
    if (this.#journal.isFull) this.#tally.commit(this.#clock.read());
    return outcome;
  }

  #take(candidate: Candidate): AddOutcome {
    const slot = this.#register.slotOf(candidate.key);
    if (slot >= 0) {
      if (this.#improves && this.#requeue.improve(slot, clamp(candidate.priority, 100))) return 'improved';
      this.#books.duplicates++;
      this.#tally.duplicates++;
      return 'duplicate';
    }
    const { hi, lo } = this.#register.print;
    const form = this.#form;
    form.measure(candidate);
    if (form.bytes === 0) {
      this.#books.drop('too-long', 1);
      this.#tally.tooLong++;
      return 'dropped';
    }
    const queue = this.#register.queueOf(candidate.queue);
    const depth = clamp(candidate.depth, 255);
    const priority = clamp(candidate.priority, 100);
    const bucket = this.#books.ordering.bucket(priority, depth);
    if (!this.#hasBudget(queue)) {
      this.#books.drop('queue-budget', 1);
      this.#tally.budget++;
      return 'dropped';
    }
    if (this.#books.queued >= this.#capacity && !this.#makeRoom(queue, bucket)) {
      this.#books.drop('capacity', 1);
      this.#tally.capacity++;
      return 'dropped';
    }
    const position = this.#journal.tail;
    const prev = this.#books.schedule.tail(queue, bucket);
    form.write(this.#journal, candidate, depth, priority, queue, prev, hi, lo);
    this.#books.seen.insert(hi, lo, queuedState(priority), position);
    this.#books.waits(queue);
    this.#books.schedule.push(queue, bucket, position);
    return 'added';
  }

  #hasBudget(queue: number): boolean {
    const { queues } = this.#books;
    if (queues.isRetired(queue)) return false;
    if (this.#queueBudget === Number.POSITIVE_INFINITY) return true;
    return queues.penalty(queue) + (queues.isInFlight(queue) ? 1 : 0) < this.#queueBudget;
  }

  /** The frontier is full: gives up the least wanted URL for a better one; false when the new one is the least wanted. */
  #makeRoom(queue: number, bucket: number): boolean {
    const { schedule, seen } = this.#books;
    const look = this.#look;
    while (this.#books.queued >= this.#capacity) {
      const worst = schedule.worst();
      if (worst < 0) return false;
      const { entry } = schedule;
      const worstBucket = schedule.worstBucket(worst);
      // A stale entry is no better than it looks, so what does not beat it beats no live one: no need to read it.
      const isBetter =
        worst === queue ? bucket < worstBucket : schedule.rankOf(queue, bucket) < schedule.worstRank(worst);
      if (!isBetter) return false;
      if (!look.isLive(entry)) {
        schedule.evict(worst, look.prev);
        continue;
      }
      const { record, hi, lo } = look;
      this.#books.leaves(worst);
      seen.delete(this.#books.slotOf(hi, lo, record));
      this.#books.drop('capacity', 1);
      const newTail = schedule.evict(worst, look.prev);
      dropRecord.write(this.#journal, { queue: worst, entry, newTail, bucket: worstBucket, record, hi, lo });
    }
    return true;
  }
}

function clamp(value: number, most: number): number {
  return value > 0 ? Math.min(most, Math.trunc(value)) : 0;
}
