/**
 * What a frontier knows, one URL at a time, for whoever takes it elsewhere. The journal is gone through once for where the URLs stand; each is read
 * when its turn comes.
 */
import { grown } from '../bytes/index.ts';
import type { Disk } from '../files/index.ts';
import type { Books } from './books.ts';
import { type Journal, scanFolder } from './journal.ts';
import type { Candidate } from './port.ts';
import * as addRecord from './records/add.ts';
import * as completeRecord from './records/complete.ts';
import * as dropRecord from './records/drop.ts';
import { KIND, kindOf } from './records/kind.ts';
import { recordLength } from './records/length.ts';
import * as retryRecord from './records/retry.ts';
import type { Register } from './register.ts';
import { isQueued, SEEN } from './seen-set.ts';
import type { SteadyClock } from './steady-clock.ts';

export interface KnownUrl extends Candidate {
  readonly record: number;
  /**
   * `queued`; `retried`: waits for the time of its next try; `taken`: visited, or leased now; `dropped`: its queue was retired before its turn
   * came.
   */
  readonly state: 'queued' | 'retried' | 'taken' | 'dropped';
}

/** A URL that waits for a time. */
export interface DeferredUrl {
  readonly record: number;
  readonly at: number;
  /** It was visited before, and is to be visited again; else it is tried again. */
  readonly again: boolean;
  readonly attempt: number;
  readonly priority: number;
}

export interface KnownParts {
  readonly folder: string;
  readonly files: Disk;
  readonly journal: Journal;
  readonly books: Books;
  readonly register: Register;
  readonly clock: SteadyClock;
}

export class KnownUrls {
  readonly #parts: KnownParts;

  constructor(parts: KnownParts) {
    this.#parts = parts;
  }

  /** All that are known, in the order in which they were found; everything must have been written. */
  *all(): Generator<KnownUrl> {
    const { folder, files } = this.#parts;
    const found = new Positions();
    const dropped = new Positions();
    scanFolder(folder, files, recordLength, (_seeds, words, at, position) => {
      const kind = kindOf(words, at);
      if (kind === KIND.add) found.push(position);
      else if (kind === KIND.drop) dropped.push(dropRecord.record(words, at));
    });
    const gone = dropped.taken().sort();
    for (const record of found.taken()) {
      if (isAmong(gone, record)) continue;
      const known = this.at(record);
      if (known !== null) yield known;
    }
  }

  /** The URL that a record added; null when it is not known any more. */
  at(record: number): KnownUrl | null {
    const { journal, books, register } = this.#parts;
    journal.read(record, recordLength);
    const { view, viewBytes, viewAt } = journal;
    if (kindOf(view, viewAt) !== KIND.add) return null;
    const slot = books.slotOf(addRecord.hi(view, viewAt), addRecord.lo(view, viewAt), record);
    if (slot < 0) return null;
    const state = books.seen.state(slot);
    const url = addRecord.url(view, viewBytes, viewAt);
    const queue = addRecord.queue(view, viewAt);
    const waits = isQueued(state) || state === SEEN.deferred;
    const known = {
      url,
      key: addRecord.key(view, viewBytes, viewAt, url),
      queue: addRecord.queueName(view, viewAt, url) ?? '',
      // A better one may have come since.
      priority: isQueued(state) ? state - 1 : addRecord.priority(view, viewAt),
      depth: addRecord.depth(view, viewAt),
      hops: addRecord.hops(view, viewAt),
      redirects: addRecord.redirects(view, viewAt),
      kind: addRecord.kind(view, viewAt),
      parent: addRecord.parent(view, viewAt),
      record,
      state: (waits && books.queues.isRetired(queue)
        ? 'dropped'
        : isQueued(state)
          ? 'queued'
          : waits
            ? 'retried'
            : 'taken') as KnownUrl['state'],
    };
    // Read last: it takes the place of the URL's record in view.
    return known.queue === '' ? { ...known, queue: register.queueName(queue) } : known;
  }

  /** What waits for a time, in no order. */
  *deferred(): Generator<DeferredUrl> {
    const { journal, books, clock } = this.#parts;
    for (const [time, position] of books.deferred.all()) {
      journal.read(position, recordLength);
      const { view, viewAt } = journal;
      const again = kindOf(view, viewAt) === KIND.complete;
      const of = again ? completeRecord : retryRecord;
      if (books.queues.isRetired(of.queue(view, viewAt))) continue;
      yield {
        record: of.record(view, viewAt),
        at: clock.toWall(time),
        again,
        attempt: again ? 1 : retryRecord.attempt(view, viewAt),
        priority: of.priority(view, viewAt),
      };
    }
  }
}

/** Positions of records, four bytes each. */
class Positions {
  #values = new Uint32Array(1024);
  #count = 0;

  push(position: number): void {
    if (this.#count === this.#values.length) this.#values = grown(this.#values);
    this.#values[this.#count++] = position;
  }

  taken(): Uint32Array {
    return this.#values.subarray(0, this.#count);
  }
}

function isAmong(sorted: Uint32Array, value: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === value;
}
