/** Leases as they are given out: a URL as its record in the journal tells it. */
import type { Books, Flight } from './books.ts';
import type { Journal } from './journal.ts';
import type { Lease } from './port.ts';
import * as addRecord from './records/add.ts';
import { recordLength } from './records/length.ts';
import type { Register } from './register.ts';
import type { SteadyClock } from './steady-clock.ts';

/** What tells one lease of a URL from another. */
type LeaseOf = Pick<Flight, 'record' | 'attempt' | 'priority' | 'at' | 'queue'>;

export class LeaseReader {
  readonly #journal: Journal;
  readonly #books: Books;
  readonly #register: Register;
  readonly #clock: SteadyClock;

  constructor(journal: Journal, books: Books, register: Register, clock: SteadyClock) {
    this.#journal = journal;
    this.#books = books;
    this.#register = register;
    this.#clock = clock;
  }

  /** What is leased, from what stands in the flight. */
  read({ record, attempt, priority, at, queue }: LeaseOf): Lease {
    this.#journal.read(record, recordLength);
    const { view, viewBytes, viewAt } = this.#journal;
    const url = addRecord.url(view, viewBytes, viewAt);
    const lease = {
      url,
      key: addRecord.key(view, viewBytes, viewAt, url),
      queue: addRecord.queueName(view, viewAt, url) ?? '',
      priority,
      depth: addRecord.depth(view, viewAt),
      hops: addRecord.hops(view, viewAt),
      redirects: addRecord.redirects(view, viewAt),
      kind: addRecord.kind(view, viewAt),
      parent: addRecord.parent(view, viewAt),
      record,
      attempt,
      at: this.#clock.toWall(at),
      collected: this.#books.queues.collected(queue),
    };
    // Read last: it takes the place of the URL's record in view.
    if (lease.queue === '') lease.queue = this.#register.queueName(queue);
    return lease;
  }
}
