/**
 * URLs by their key and queues by their name, found by fingerprint; with `exact`, what is found is confirmed against the text on disk.
 * The fingerprint of what was looked up last stays in `print`.
 */
import type { Books } from './books.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { Journal } from './journal.ts';
import * as addRecord from './records/add.ts';
import { recordLength } from './records/length.ts';
import * as queueRecord from './records/queue.ts';

export class Register {
  readonly print: Fingerprint;
  readonly #journal: Journal;
  readonly #books: Books;
  readonly #exact: boolean;
  /** The key or name that a fingerprint hit is confirmed against. */
  #wanted = '';
  readonly #sameKey = (position: number): boolean => this.#keyAt(position) === this.#wanted;
  readonly #sameName = (position: number): boolean => this.#nameAt(position) === this.#wanted;

  constructor(journal: Journal, books: Books, print: Fingerprint, exact: boolean) {
    this.#journal = journal;
    this.#books = books;
    this.print = print;
    this.#exact = exact;
  }

  /** The slot of a URL in the seen set; negative when it is new. */
  slotOf(key: string): number {
    const { print } = this;
    print.of(key);
    if (!this.#exact) return this.#books.seen.find(print.hi, print.lo);
    this.#wanted = key;
    return this.#books.seen.find(print.hi, print.lo, this.#sameKey);
  }

  /** The queue of a name; negative when there is none. */
  findQueue(name: string): number {
    const { print } = this;
    const short = name.length > queueRecord.MAX_NAME_BYTES ? name.slice(0, queueRecord.MAX_NAME_BYTES) : name;
    print.of(short);
    if (!this.#exact) return this.#books.queues.find(print.hi, print.lo);
    this.#wanted = short;
    return this.#books.queues.find(print.hi, print.lo, this.#sameName);
  }

  /** The queue of a name; a new one is written down. */
  queueOf(name: string): number {
    const found = this.findQueue(name);
    if (found >= 0) return found;
    const { hi, lo } = this.print;
    const position = this.#journal.tail;
    queueRecord.write(this.#journal, this.#books.queues.count, name, hi, lo);
    return this.#books.queues.add(hi, lo, position);
  }

  queueName(queue: number): string {
    return this.#nameAt(this.#books.queues.nameRecord(queue));
  }

  #nameAt(record: number): string {
    this.#journal.read(record, recordLength);
    return queueRecord.name(this.#journal.view, this.#journal.viewBytes, this.#journal.viewAt);
  }

  #keyAt(record: number): string {
    this.#journal.read(record, recordLength);
    const { view, viewBytes, viewAt } = this.#journal;
    return addRecord.key(view, viewBytes, viewAt, addRecord.url(view, viewBytes, viewAt));
  }
}
