/** Counts that have no record of their own. Whoever commits takes along what was counted since the last commit, as one record. */
import type { Journal } from './journal.ts';
import * as tallyRecord from './records/tally.ts';

export class Tally {
  duplicates = 0;
  capacity = 0;
  budget = 0;
  tooLong = 0;
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Appends the counts; they are durable with the next commit of the journal. */
  write(): void {
    if ((this.duplicates | this.capacity | this.budget | this.tooLong) === 0) return;
    tallyRecord.write(this.#journal, this.duplicates, this.capacity, this.budget, this.tooLong);
    this.duplicates = this.capacity = this.budget = this.tooLong = 0;
  }

  /** Brings everything appended to the journal to the disk, the counts with it. */
  commit(now: number): void {
    this.write();
    this.#journal.commit(now);
  }
}
