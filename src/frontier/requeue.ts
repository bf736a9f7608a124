/** URLs that stand in their queues once more: retries and revisits whose time has come, and those that were found to be more urgent. */
import type { Books } from './books.ts';
import type { Journal } from './journal.ts';
import * as addRecord from './records/add.ts';
import * as againRecord from './records/again.ts';
import * as completeRecord from './records/complete.ts';
import { KIND, kindOf } from './records/kind.ts';
import { recordLength } from './records/length.ts';
import * as retryRecord from './records/retry.ts';
import { isQueued, queuedState } from './seen-set.ts';
import type { Tally } from './tally.ts';

export class Requeue {
  readonly #journal: Journal;
  readonly #books: Books;
  readonly #tally: Tally;

  constructor(journal: Journal, books: Books, tally: Tally) {
    this.#journal = journal;
    this.#books = books;
    this.#tally = tally;
  }

  /** Decrease-key: a better entry is appended, the old one becomes stale. False when it would not be better. */
  improve(slot: number, priority: number): boolean {
    const state = this.#books.seen.state(slot);
    if (!isQueued(state) || queuedState(priority) >= state) return false;
    const record = this.#books.seen.position(slot);
    this.#journal.read(record, recordLength);
    const { view, viewAt } = this.#journal;
    const queue = addRecord.queue(view, viewAt);
    if (this.#books.queues.isRetired(queue)) return false;
    this.#append({
      reason: againRecord.REASONS.improved,
      queue,
      record,
      attempt: 1,
      depth: addRecord.depth(view, viewAt),
      priority,
      hi: addRecord.hi(view, viewAt),
      lo: addRecord.lo(view, viewAt),
      source: 0,
    });
    this.#books.seen.setState(slot, queuedState(priority));
    this.#books.improved++;
    return true;
  }

  /** Retries and revisits whose time has come. */
  due(now: number): void {
    while (this.#books.deferred.topTime <= now) {
      const source = this.#books.deferred.topPosition;
      this.#books.deferred.pop();
      this.#journal.read(source, recordLength);
      if (kindOf(this.#journal.view, this.#journal.viewAt) === KIND.retry) this.#retry(source);
      else this.#revisit(source);
      if (this.#journal.isFull) this.#tally.commit(now);
    }
  }

  /** The RETRY record is in view. */
  #retry(source: number): void {
    const { view, viewAt } = this.#journal;
    const queue = retryRecord.queue(view, viewAt);
    if (this.#books.queues.isRetired(queue)) return;
    const record = retryRecord.record(view, viewAt);
    const priority = retryRecord.priority(view, viewAt);
    const hi = retryRecord.hi(view, viewAt);
    const lo = retryRecord.lo(view, viewAt);
    this.#append({
      reason: againRecord.REASONS.retry,
      queue,
      record,
      attempt: retryRecord.attempt(view, viewAt),
      depth: retryRecord.depth(view, viewAt),
      priority,
      hi,
      lo,
      source,
    });
    this.#books.seen.setState(this.#books.slotOf(hi, lo, record), queuedState(priority));
  }

  /** The COMPLETE record that asked for it is in view. */
  #revisit(source: number): void {
    const { view, viewAt } = this.#journal;
    const queue = completeRecord.queue(view, viewAt);
    const record = completeRecord.record(view, viewAt);
    this.#books.scheduled--;
    if (this.#books.queues.isRetired(queue)) {
      const nothing = { attempt: 0, depth: 0, priority: 0, hi: 0, lo: 0 };
      const forgotten = { reason: againRecord.REASONS.forgotten, queue, record, source, ...nothing };
      againRecord.write(this.#journal, forgotten, 0);
      return;
    }
    // With the priority it was visited with: it never rises again, so no entry that became stale comes back to life.
    const priority = completeRecord.priority(view, viewAt);
    const depth = completeRecord.depth(view, viewAt);
    this.#journal.read(record, recordLength);
    const { view: added, viewAt: at } = this.#journal;
    const hi = addRecord.hi(added, at);
    const lo = addRecord.lo(added, at);
    this.#books.waits(queue);
    const reason = againRecord.REASONS.revisit;
    this.#append({ reason, queue, record, attempt: 1, depth, priority, hi, lo, source });
    this.#books.seen.setState(this.#books.slotOf(hi, lo, record), queuedState(priority));
  }

  #append(again: againRecord.AgainFacts): void {
    const bucket = this.#books.ordering.bucket(again.priority, again.depth);
    const position = this.#journal.tail;
    againRecord.write(this.#journal, again, this.#books.schedule.tail(again.queue, bucket));
    this.#books.schedule.push(again.queue, bucket, position);
  }
}
