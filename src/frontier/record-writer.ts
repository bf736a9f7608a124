/** Appends records to the journal: the writing half of records.ts, one method for each kind. */
import type { Journal } from './journal.ts';
import type { Candidate, Completion } from './port.ts';
import {
  type AddForm,
  COMPLETE_BYTES,
  encodeText,
  MAX_NAME_BYTES,
  QUEUE_BYTES,
  RECORD,
  RETIRE_BYTES,
} from './records.ts';

/** What a lease's records repeat of it. */
export interface LeaseFacts {
  readonly record: number;
  readonly entry: number;
  readonly queue: number;
  readonly bucket: number;
  readonly priority: number;
  readonly depth: number;
  readonly attempt: number;
  readonly hi: number;
  readonly lo: number;
}

/** A URL that stands in its queue once more. */
export interface AgainFacts {
  readonly reason: number;
  readonly queue: number;
  readonly record: number;
  readonly attempt: number;
  readonly depth: number;
  readonly priority: number;
  readonly hi: number;
  readonly lo: number;
  /** Position of the record that asked for it. */
  readonly source: number;
}

export class RecordWriter {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  add(
    form: AddForm,
    candidate: Candidate,
    depth: number,
    priority: number,
    queue: number,
    prev: number,
    hi: number,
    lo: number,
  ): void {
    const at = this.#journal.reserve(form.bytes);
    form.write(this.#journal.words, this.#journal.bytes, at, candidate, depth, priority, queue, prev, hi, lo);
  }

  queue(queue: number, name: string, hi: number, lo: number): void {
    const text = encodeText(name, MAX_NAME_BYTES);
    const at = this.#journal.reserve(QUEUE_BYTES + text.length);
    const { words } = this.#journal;
    words[at] = RECORD.queue | (text.length << 16);
    words[at + 1] = queue;
    words[at + 2] = lo;
    words[at + 3] = hi;
    this.#journal.bytes.set(text, at * 4 + QUEUE_BYTES);
  }

  lease(lease: LeaseFacts): void {
    const at = this.#journal.reserve(32);
    const { words } = this.#journal;
    words[at] = RECORD.lease | (lease.attempt << 8) | (lease.priority << 16) | (lease.depth << 24);
    words[at + 1] = lease.entry;
    words[at + 2] = lease.queue;
    words[at + 3] = lease.record;
    words[at + 4] = lease.lo;
    words[at + 5] = lease.hi;
    words[at + 6] = lease.bucket;
  }

  complete(lease: LeaseFacts, completion: Completion, newHead: number, end: number, revisitAt: number): void {
    const { archiveMark, outcome, status, bytes } = completion;
    const mark = archiveMark === undefined ? null : encodeText(archiveMark, 0xffff);
    const length = mark?.length ?? 0;
    const at = this.#journal.reserve(COMPLETE_BYTES + length);
    const { words, doubles } = this.#journal;
    words[at] = RECORD.complete | (outcome << 8) | ((status & 0xffff) << 16);
    words[at + 1] = lease.entry;
    words[at + 2] = lease.queue;
    words[at + 3] = lease.record;
    words[at + 4] = newHead;
    words[at + 5] = lease.bucket | (length << 16);
    words[at + 6] = Math.min(0xffffffff, bytes);
    words[at + 7] = (mark === null ? 0 : 1) | (lease.priority << 8) | (lease.depth << 16);
    doubles[(at + 8) / 2] = end;
    doubles[(at + 10) / 2] = revisitAt;
    if (mark !== null) this.#journal.bytes.set(mark, at * 4 + COMPLETE_BYTES);
  }

  putBack(lease: LeaseFacts, end: number, notBefore: number): void {
    const at = this.#journal.reserve(32);
    const { words, doubles } = this.#journal;
    words[at] = RECORD.putBack;
    words[at + 1] = lease.entry;
    words[at + 2] = lease.queue;
    words[at + 3] = lease.record;
    doubles[(at + 4) / 2] = end;
    doubles[(at + 6) / 2] = notBefore;
  }

  retry(lease: LeaseFacts, newHead: number, end: number, notBefore: number): void {
    const at = this.#journal.reserve(48);
    const { words, doubles } = this.#journal;
    const attempt = Math.min(255, lease.attempt + 1);
    words[at] = RECORD.retry | (attempt << 8) | (lease.depth << 16) | (lease.priority << 24);
    words[at + 1] = lease.entry;
    words[at + 2] = lease.queue;
    words[at + 3] = lease.record;
    words[at + 4] = newHead;
    words[at + 5] = lease.bucket;
    words[at + 6] = lease.lo;
    words[at + 7] = lease.hi;
    doubles[(at + 8) / 2] = end;
    doubles[(at + 10) / 2] = notBefore;
  }

  again(again: AgainFacts, prev: number): void {
    const at = this.#journal.reserve(32);
    const { words } = this.#journal;
    words[at] = RECORD.again | (again.attempt << 8) | (again.depth << 16) | (again.priority << 24);
    words[at + 1] = again.queue;
    words[at + 2] = again.record;
    words[at + 3] = prev;
    words[at + 4] = again.lo;
    words[at + 5] = again.hi;
    words[at + 6] = again.reason;
    words[at + 7] = again.source;
  }

  delay(queue: number, delay: number): void {
    this.#timed(RECORD.delay, queue, delay);
  }

  rest(queue: number, until: number): void {
    this.#timed(RECORD.rest, queue, until);
  }

  retire(queue: number, dropped: number, reason: string): void {
    const text = encodeText(reason, 255);
    const at = this.#journal.reserve(RETIRE_BYTES + text.length);
    const { words } = this.#journal;
    words[at] = RECORD.retire | (text.length << 16);
    words[at + 1] = queue;
    words[at + 2] = dropped;
    this.#journal.bytes.set(text, at * 4 + RETIRE_BYTES);
  }

  bind(queue: number, hi: number, lo: number): void {
    const at = this.#journal.reserve(16);
    const { words } = this.#journal;
    words[at] = RECORD.bind;
    words[at + 1] = queue;
    words[at + 2] = lo;
    words[at + 3] = hi;
  }

  drop(
    queue: number,
    entry: number,
    newTail: number,
    bucket: number,
    record: number,
    hi: number,
    lo: number,
  ): void {
    const at = this.#journal.reserve(32);
    const { words } = this.#journal;
    words[at] = RECORD.drop;
    words[at + 1] = queue;
    words[at + 2] = entry;
    words[at + 3] = newTail;
    words[at + 4] = lo;
    words[at + 5] = hi;
    words[at + 6] = bucket;
    words[at + 7] = record;
  }

  tally(duplicates: number, capacity: number, budget: number, length: number): void {
    const at = this.#journal.reserve(32);
    const { words } = this.#journal;
    words[at] = RECORD.tally;
    words[at + 1] = duplicates;
    words[at + 2] = capacity;
    words[at + 3] = budget;
    words[at + 4] = length;
  }

  policy(policy: number): void {
    const at = this.#journal.reserve(16);
    this.#journal.words[at] = RECORD.policy;
    this.#journal.words[at + 1] = policy;
  }

  #timed(kind: number, queue: number, time: number): void {
    const at = this.#journal.reserve(16);
    this.#journal.words[at] = kind;
    this.#journal.words[at + 1] = queue;
    this.#journal.doubles[(at + 2) / 2] = time;
  }
}
