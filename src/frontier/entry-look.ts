/**
 * A look at an entry of a schedule: the record is read, and what it says stays here until the next look, so that the hot path
 * allocates nothing.
 */
import type { Books } from './books.ts';
import type { Journal } from './journal.ts';
import * as addRecord from './records/add.ts';
import * as againRecord from './records/again.ts';
import { KIND, kindOf } from './records/kind.ts';
import { recordLength } from './records/length.ts';
import { queuedState } from './seen-set.ts';

export class EntryLook {
  /** The record that added the URL. */
  record = 0;
  attempt = 0;
  priority = 0;
  hi = 0;
  lo = 0;
  /** The entry before it in its chain. */
  prev = 0;
  readonly #journal: Journal;
  readonly #books: Books;
  /** `isLive`, to be handed on. */
  readonly liveness = (entry: number): boolean => this.isLive(entry);

  constructor(journal: Journal, books: Books) {
    this.#journal = journal;
    this.#books = books;
  }

  /** Reads an entry and answers whether it is live. */
  isLive(entry: number): boolean {
    this.#journal.read(entry, recordLength);
    const { view, viewAt } = this.#journal;
    if (kindOf(view, viewAt) === KIND.again) {
      this.priority = againRecord.priority(view, viewAt);
      this.attempt = againRecord.attempt(view, viewAt);
      this.record = againRecord.record(view, viewAt);
      this.prev = againRecord.prev(view, viewAt);
      this.lo = againRecord.lo(view, viewAt);
      this.hi = againRecord.hi(view, viewAt);
    } else {
      this.priority = addRecord.priority(view, viewAt);
      this.attempt = 1;
      this.record = entry;
      this.prev = addRecord.prev(view, viewAt);
      this.lo = addRecord.lo(view, viewAt);
      this.hi = addRecord.hi(view, viewAt);
    }
    const slot = this.#books.slotOf(this.hi, this.lo, this.record);
    return slot >= 0 && this.#books.seen.state(slot) === queuedState(this.priority);
  }
}
