/**
 * The frontier of one machine: no server, nothing to install; a folder with a journal. There is nothing here to wait for, so all of
 * it is synchronous, a URL and a step at a time; embedded-frontier.ts is the port to it.
 *
 * Who does what:
 *   journal    what happened, append-only; everything else is rebuilt from it by one scan when the folder is opened
 *   seen set   every URL accepted, by the 64-bit fingerprint of its comparison form, with its state
 *   queues     forty bytes for each politeness queue: clocks and counts
 *   schedule   which entry comes next: the workbench, or the single heap of `horizontal-compat`
 *   deferred   what waits for a time: retries and revisits
 *
 * An *entry* is what stands in a schedule: the record that added a URL, or one that queues it again (retry, revisit, better
 * priority). An entry is live while the URL's state is "queued with this entry's priority"; a better priority appends a new entry
 * and thereby makes the old one stale, to be skipped when its turn comes. A leased entry leaves the schedule when its lease ends,
 * so putting it back means doing nothing.
 *
 * What is promised:
 *   - `next` has written the lease, and `end` the end, when they return. The links of a completion are written before it or in one
 *     frame of the journal with it.
 *   - Rests are measured on a steady clock (steady-clock.ts). Between sessions only the wall clock is known: a rest goes on until
 *     the time in the journal, but never longer than it was meant to last. The queue and the address of a lease that was open rest
 *     a full delay from the opening.
 *   - When a write fails, `next` gives nothing out and takes the lease back. Any other operation has happened in memory, and its
 *     record is written by the next operation that can: it must not be repeated. Nothing written before is touched.
 *   - A URL refused or evicted because the frontier is full is forgotten: should it be found again when there is room, it is new.
 *     URLs of a retired queue stay seen.
 */
import { randomInt } from 'node:crypto';
import { Books, type Flight } from './books.ts';
import { DISK, type Files } from './files.ts';
import { Fingerprint } from './fingerprint.ts';
import { OUTCOME_NAMES } from './history.ts';
import { Journal } from './journal.ts';
import { Links } from './links.ts';
import type {
  AddCounts,
  AddOutcome,
  Candidate,
  Completion,
  Exhausted,
  FrontierCounts,
  FrontierOptions,
  Later,
  Lease,
  LeaseEnd,
  PutBack,
  Retry,
  Waiting,
} from './port.ts';
import * as addRecord from './records/add.ts';
import * as againRecord from './records/again.ts';
import * as bindRecord from './records/bind.ts';
import * as completeRecord from './records/complete.ts';
import * as delayRecord from './records/delay.ts';
import * as dropRecord from './records/drop.ts';
import { KIND, kindOf } from './records/kind.ts';
import * as leaseRecord from './records/lease.ts';
import { recordLength } from './records/length.ts';
import * as policyRecord from './records/policy.ts';
import * as putBackRecord from './records/put-back.ts';
import * as queueRecord from './records/queue.ts';
import * as restRecord from './records/rest.ts';
import * as retireRecord from './records/retire.ts';
import * as retryRecord from './records/retry.ts';
import * as tallyRecord from './records/tally.ts';
import { Replay } from './replay.ts';
import { isQueued, queuedState, SEEN } from './seen-set.ts';
import { SteadyClock } from './steady-clock.ts';

export interface FolderOptions extends FrontierOptions {
  /** Confirm every fingerprint hit against the URL on disk; default false. */
  readonly exact?: boolean;
  /** A new segment file is begun beyond this size; default 256 MB. */
  readonly segmentBytes?: number;
  /** Ask the disk itself to keep what was written at least every so many ms; 0 (the default) leaves that to the system. */
  readonly syncEvery?: number;
  readonly files?: Files;
  /** For tests of exact confirmation: fingerprints that collide. */
  readonly fingerprint?: Fingerprint;
}

/** Work done so far, in units that do not depend on the machine. */
export interface FrontierWork {
  readonly heapSteps: number;
  readonly reads: number;
  readonly writes: number;
}

export interface Leased {
  readonly kind: 'lease';
  readonly lease: Lease;
}

/** State of one politeness queue. */
export interface QueueState {
  readonly name: string;
  readonly queued: number;
  readonly collected: number;
  readonly nextAt: number;
  readonly delay: number;
  readonly inFlight: boolean;
}

const EMPTY: Exhausted = { kind: 'empty' };

export class FolderFrontier {
  readonly #options: FolderOptions;
  readonly #clock: SteadyClock;
  readonly #journal: Journal;
  readonly #links: Links;
  readonly #books: Books;
  readonly #print: Fingerprint;
  /** Steady time of the opening. */
  readonly #opened: number;
  readonly #form = new addRecord.AddForm();
  readonly #orphans: Lease[] = [];
  // Counts not yet in the journal.
  #newDuplicates = 0;
  #newCapacity = 0;
  #newBudget = 0;
  #newLength = 0;
  #closed = false;

  // What the last look at an entry found.
  #entryRecord = 0;
  #entryAttempt = 0;
  #entryPriority = 0;
  #entryHi = 0;
  #entryLo = 0;
  #entryPrev = 0;
  /** The key or name that a fingerprint hit is confirmed against. */
  #wantedKey = '';
  readonly #sameKey = (position: number): boolean => this.#keyAt(position) === this.#wantedKey;
  readonly #sameName = (position: number): boolean => this.#nameAt(position) === this.#wantedKey;
  readonly #isLive = (entry: number): boolean => this.#look(entry);

  /** Opens the frontier of a folder, or begins one. The folder must not be open anywhere else. */
  static open(folder: string, options: FolderOptions): FolderFrontier {
    return new FolderFrontier(folder, options);
  }

  private constructor(folder: string, options: FolderOptions) {
    this.#options = options;
    this.#clock = new SteadyClock(options.now, options.monotonic);
    const files = options.files ?? DISK;
    this.#links = new Links(folder, files);
    const books = new Books(options, this.#links);
    this.#books = books;
    const opened = this.#clock.read();
    this.#opened = opened;
    const replay = new Replay(books, options.policy, opened);
    books.schedule.beginReplay();
    const journalOptions = {
      segmentBytes: options.segmentBytes ?? 1 << 28,
      syncEvery: options.syncEvery ?? 0,
      files,
      seeds: [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0] as const,
    };
    try {
      this.#journal = Journal.open(folder, journalOptions, recordLength, (words, at, position, time) =>
        replay.read(words, at, position, time),
      );
    } catch (error) {
      this.#links.close();
      throw error;
    }
    this.#books.seen.settle();
    this.#print = options.fingerprint ?? new Fingerprint(this.#journal.seeds[0], this.#journal.seeds[1]);
    for (const [position, time] of replay.pending) this.#books.deferred.push(time, position);
    for (const flight of this.#books.flights.values()) {
      const { queue } = flight;
      this.#books.restQueue(queue, opened + this.#books.delayOf(queue));
      const address = this.#books.addresses.boundTo(queue);
      if (address >= 0) this.#books.addresses.rest(address, opened + options.addressDelay);
    }
    this.#books.schedule.endReplay();
    for (const flight of this.#books.flights.values()) {
      this.#look(flight.entry);
      this.#orphans.push(this.#leaseOf(flight));
    }
    if (replay.policy !== options.policy) {
      policyRecord.write(this.#journal, options.policy);
      this.#journal.commit(opened);
    }
  }

  /** Bytes of a torn tail that opening cut off. */
  get cutBytes(): number {
    return this.#journal.cutBytes;
  }

  get work(): FrontierWork {
    return {
      heapSteps: this.#books.schedule.steps,
      reads: this.#journal.reads + this.#links.reads,
      writes: this.#journal.writes + this.#links.writes,
    };
  }

  /** Bytes of all tables held in memory. */
  get memory(): number {
    return this.#books.bytes + this.#journal.memory + this.#links.memory;
  }

  /** Adds one URL. Durable with the next `flush`, `next` or `end`. */
  add(candidate: Candidate): AddOutcome {
    const outcome = this.#add(candidate);
    if (this.#journal.isFull) this.#commit(this.#clock.read());
    return outcome;
  }

  /** A lease on the best URL that may be fetched now. */
  next(): Leased | Waiting | Later | Exhausted {
    const now = this.#clock.read();
    if (this.#books.deferred.topTime <= now) this.#requeueDue(now);
    const queue = this.#books.schedule.pick(now, this.#isLive);
    if (queue < 0) {
      if (this.#journal.isFull) this.#commit(now);
      const until = this.#clock.toWall(Math.min(this.#books.schedule.wakeAt(), this.#books.deferred.topTime));
      if (this.#books.queued > 0 || this.#books.flights.size > 0) return { kind: 'wait', until };
      return this.#books.scheduled > 0 ? { kind: 'later', until } : EMPTY;
    }
    const { entry } = this.#books.schedule;
    // Liveness was asked of this very entry last, so what was found of it still stands.
    const record = this.#entryRecord;
    const lease = this.#leaseFrom(record, this.#entryAttempt, this.#entryPriority, now, queue);
    const bucket = this.#books.ordering.bucket(this.#entryPriority, lease.depth);
    const flight: Flight = {
      record,
      entry,
      queue,
      bucket,
      priority: this.#entryPriority,
      depth: lease.depth,
      attempt: this.#entryAttempt,
      hi: this.#entryHi,
      lo: this.#entryLo,
      at: now,
      jumps: this.#clock.jumps,
      orphan: false,
      address: this.#books.addresses.boundTo(queue),
    };
    this.#tally();
    const mark = this.#journal.mark;
    leaseRecord.write(this.#journal, flight);
    try {
      this.#journal.commit(now);
    } catch (error) {
      this.#journal.rollback(mark);
      throw error;
    }
    this.#books.leased(flight);
    return { kind: 'lease', lease };
  }

  bind(lease: Lease, address: string): number {
    const flight = this.#flightOf(lease);
    const now = this.#clock.read();
    this.#print.of(address);
    const id = this.#books.addresses.of(this.#print.hi, this.#print.lo);
    if (this.#books.addresses.boundTo(flight.queue) !== id) {
      bindRecord.write(this.#journal, flight.queue, this.#print.hi, this.#print.lo);
      this.#books.addresses.bind(flight.queue, id);
      this.#commit(now);
    }
    if (flight.address === id) return 0;
    if (flight.address >= 0) {
      this.#books.schedule.release(flight.address);
      flight.address = -1;
    }
    if (this.#books.addresses.isBusy(id)) return Number.POSITIVE_INFINITY;
    const nextAt = this.#books.addresses.nextAt(id);
    if (nextAt > now) return this.#clock.toWall(nextAt);
    this.#books.addresses.setBusy(id, true);
    flight.address = id;
    return 0;
  }

  /**
   * One access to a queue without a lease of it. Answers 0 when it may be made now, and the queue rests its delay from here; else the
   * time until which it rests, or Infinity while it is in use.
   */
  passBy(queue: string): number {
    const id = this.#queueOf(queue);
    if (this.#books.queues.isInFlight(id)) return Number.POSITIVE_INFINITY;
    const now = this.#clock.read();
    const nextAt = this.#books.queues.nextAt(id);
    if (nextAt > now) return this.#clock.toWall(nextAt);
    this.#rest(id, now + this.#books.delayOf(id), now);
    return 0;
  }

  end(end: LeaseEnd): void {
    if (end.kind === 'complete') this.#complete(end);
    else if (end.kind === 'put-back') this.#putBack(end);
    else this.#retry(end);
  }

  setDelay(queue: string, delay: number): void {
    const id = this.#queueOf(queue);
    if (this.#books.queues.delay(id) === Math.ceil(delay)) return;
    delayRecord.write(this.#journal, id, delay);
    this.#books.applyDelay(id, delay);
    this.#books.schedule.reschedule(id);
    this.#commit(this.#clock.read());
  }

  restUntil(queue: string, time: number): void {
    this.#rest(this.#queueOf(queue), this.#clock.fromWall(time), this.#clock.read());
  }

  retire(queue: string, reason: string): number {
    const id = this.#queueOf(queue);
    if (this.#books.queues.isRetired(id)) return 0;
    const dropped = this.#books.queues.queued(id);
    retireRecord.write(this.#journal, id, dropped, reason);
    this.#books.retire(id, reason);
    this.#commit(this.#clock.read());
    return dropped;
  }

  counts(): FrontierCounts {
    const outcomes: Record<string, number> = {};
    for (const [code, count] of this.#books.outcomes)
      outcomes[OUTCOME_NAMES.get(code) ?? String(code)] = count;
    return {
      known: this.#books.seen.size,
      queued: this.#books.queued,
      inFlight: this.#books.flights.size,
      scheduled: this.#books.scheduled,
      completed: this.#books.completed,
      queues: this.#books.queues.count,
      duplicates: this.#books.duplicates,
      improved: this.#books.improved,
      dropped: Object.fromEntries(this.#books.dropped),
      outcomes,
    };
  }

  queueState(queue: string): QueueState | null {
    const id = this.#findQueue(queue);
    return id < 0 ? null : this.#stateOf(id, queue);
  }

  *queues(): Iterable<QueueState> {
    for (let id = 0; id < this.#books.queues.count; id++) {
      yield this.#stateOf(id, this.#nameAt(this.#books.queues.nameRecord(id)));
    }
  }

  mark(): string | null {
    return this.#books.mark;
  }

  orphans(): readonly Lease[] {
    return this.#orphans.filter((lease) => this.#books.flights.has(lease.record));
  }

  flush(): void {
    this.#commit(this.#clock.read());
  }

  close(): void {
    if (this.#closed) return;
    try {
      this.flush();
    } finally {
      this.#closed = true;
      this.#links.close();
      this.#journal.close();
    }
  }

  // —— adding ——

  #add(candidate: Candidate): AddOutcome {
    const { key } = candidate;
    const slot = this.#find(key);
    if (slot >= 0) {
      if (this.#options.policy === 'priority' && this.#improve(slot, clamp(candidate.priority, 100)))
        return 'improved';
      this.#books.duplicates++;
      this.#newDuplicates++;
      return 'duplicate';
    }
    const { hi, lo } = this.#print;
    const form = this.#form;
    form.measure(candidate);
    if (form.bytes === 0) {
      this.#books.drop('too-long', 1);
      this.#newLength++;
      return 'dropped';
    }
    const queue = this.#queueOf(candidate.queue);
    const depth = clamp(candidate.depth, 255);
    const priority = clamp(candidate.priority, 100);
    const bucket = this.#books.ordering.bucket(priority, depth);
    if (!this.#hasBudget(queue)) {
      this.#books.drop('queue-budget', 1);
      this.#newBudget++;
      return 'dropped';
    }
    if (this.#books.queued >= this.#options.capacity && !this.#makeRoom(queue, bucket)) {
      this.#books.drop('capacity', 1);
      this.#newCapacity++;
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
    if (this.#books.queues.isRetired(queue)) return false;
    const { queueBudget } = this.#options;
    if (queueBudget === Number.POSITIVE_INFINITY) return true;
    return this.#books.queues.penalty(queue) + (this.#books.queues.isInFlight(queue) ? 1 : 0) < queueBudget;
  }

  /** The frontier is full: gives up the least wanted URL for a better one; false when the new one is the least wanted. */
  #makeRoom(queue: number, bucket: number): boolean {
    const { schedule, seen } = this.#books;
    while (this.#books.queued >= this.#options.capacity) {
      const worst = schedule.worst();
      if (worst < 0) return false;
      const { entry } = schedule;
      const worstBucket = schedule.worstBucket(worst);
      // A stale entry is no better than it looks, so what does not beat it beats no live one: no need to read it.
      const isBetter =
        worst === queue ? bucket < worstBucket : schedule.rankOf(queue, bucket) < schedule.worstRank(worst);
      if (!isBetter) return false;
      if (!this.#look(entry)) {
        schedule.evict(worst, this.#entryPrev);
        continue;
      }
      const hi = this.#entryHi;
      const lo = this.#entryLo;
      const record = this.#entryRecord;
      this.#books.leaves(worst);
      seen.delete(this.#books.slotOf(hi, lo, record));
      this.#books.drop('capacity', 1);
      const newTail = schedule.evict(worst, this.#entryPrev);
      dropRecord.write(this.#journal, { queue: worst, entry, newTail, bucket: worstBucket, record, hi, lo });
    }
    return true;
  }

  /** Decrease-key: a better entry is appended, the old one becomes stale. */
  #improve(slot: number, priority: number): boolean {
    const state = this.#books.seen.state(slot);
    if (!isQueued(state) || queuedState(priority) >= state) return false;
    const record = this.#books.seen.position(slot);
    this.#journal.read(record, recordLength);
    const { view, viewAt } = this.#journal;
    const queue = addRecord.queue(view, viewAt);
    if (this.#books.queues.isRetired(queue)) return false;
    this.#queueAgain({
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

  #queueAgain(again: againRecord.AgainFacts): void {
    const bucket = this.#books.ordering.bucket(again.priority, again.depth);
    const position = this.#journal.tail;
    againRecord.write(this.#journal, again, this.#books.schedule.tail(again.queue, bucket));
    this.#books.schedule.push(again.queue, bucket, position);
  }

  /** Retries and revisits whose time has come stand in their queues again. */
  #requeueDue(now: number): void {
    while (this.#books.deferred.topTime <= now) {
      const source = this.#books.deferred.topPosition;
      this.#books.deferred.pop();
      this.#journal.read(source, recordLength);
      if (kindOf(this.#journal.view, this.#journal.viewAt) === KIND.retry) this.#requeueRetry(source);
      else this.#requeueRevisit(source);
      if (this.#journal.isFull) this.#commit(now);
    }
  }

  /** The RETRY record is in view. */
  #requeueRetry(source: number): void {
    const { view, viewAt } = this.#journal;
    const queue = retryRecord.queue(view, viewAt);
    if (this.#books.queues.isRetired(queue)) return;
    const record = retryRecord.record(view, viewAt);
    const priority = retryRecord.priority(view, viewAt);
    const hi = retryRecord.hi(view, viewAt);
    const lo = retryRecord.lo(view, viewAt);
    this.#queueAgain({
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
  #requeueRevisit(source: number): void {
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
    this.#queueAgain({ reason, queue, record, attempt: 1, depth, priority, hi, lo, source });
    this.#books.seen.setState(this.#books.slotOf(hi, lo, record), queuedState(priority));
  }

  // —— leases ——

  #complete(completion: Completion): void {
    const flight = this.#flightOf(completion.lease);
    const taken: AddCounts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
    for (const link of completion.links) taken[this.add(link)]++;
    const mark = completion.seal(taken);
    const now = this.#clock.read();
    const end = this.#endOf(flight, completion.accessedAt, now);
    const revisitAt = completion.revisitAt === null ? Number.NaN : this.#clock.fromWall(completion.revisitAt);
    const newHead = this.#books.schedule.remove(flight.queue, flight.bucket, flight.entry);
    const position = this.#journal.tail;
    completeRecord.write(this.#journal, flight, completion, mark, newHead, end, revisitAt);
    this.#books.ended(flight, end);
    this.#books.countCompletion(flight.queue, completion.outcome);
    if (mark !== null) this.#books.mark = mark;
    if (!Number.isNaN(revisitAt)) {
      this.#books.deferred.push(revisitAt, position);
      this.#books.scheduled++;
    }
    this.#books.schedule.end(flight.queue, flight.address);
    this.#commit(now);
  }

  #putBack({ lease, accessedAt, notBefore: asked }: PutBack): void {
    const flight = this.#flightOf(lease);
    const now = this.#clock.read();
    const end = this.#endOf(flight, accessedAt, now);
    const notBefore = this.#restTime(asked);
    putBackRecord.write(this.#journal, flight, end, notBefore);
    this.#books.ended(flight, end);
    this.#books.returned(flight, notBefore, queuedState(flight.priority));
    this.#books.schedule.end(flight.queue, flight.address);
    this.#commit(now);
  }

  #retry({ lease, accessedAt, notBefore: asked }: Retry): void {
    const flight = this.#flightOf(lease);
    const now = this.#clock.read();
    const end = this.#endOf(flight, accessedAt, now);
    const notBefore = this.#clock.fromWall(asked);
    const newHead = this.#books.schedule.remove(flight.queue, flight.bucket, flight.entry);
    const position = this.#journal.tail;
    retryRecord.write(this.#journal, flight, newHead, end, notBefore);
    this.#books.ended(flight, end);
    if (this.#books.returned(flight, Number.NaN, SEEN.deferred))
      this.#books.deferred.push(notBefore, position);
    this.#books.schedule.end(flight.queue, flight.address);
    this.#commit(now);
  }

  #rest(queue: number, until: number, now: number): void {
    restRecord.write(this.#journal, queue, until);
    this.#books.restQueue(queue, until);
    this.#books.schedule.reschedule(queue);
    this.#commit(now);
  }

  #flightOf(lease: Lease): Flight {
    const flight = this.#books.flights.get(lease.record);
    if (flight === undefined)
      throw new RangeError(`the lease of record ${lease.record} is not open: ${lease.url}`);
    return flight;
  }

  #endOf(flight: Flight, accessedAt: number | null, now: number): number {
    if (flight.orphan) {
      // Whether it was accessed nobody knows; if so, before the opening. This goes into the journal, for the next kill.
      const later = accessedAt !== null && this.#clock.fromWall(accessedAt) > this.#opened;
      return later ? now : this.#opened;
    }
    return accessedAt === null ? Number.NaN : this.#clock.accessEnd(accessedAt, flight.jumps, flight.at, now);
  }

  /** A rest asked by the caller; a lease put back because its address is in use has no time: the address parks its queue. */
  #restTime(time: number | null): number {
    return time === null || !Number.isFinite(time) ? Number.NaN : this.#clock.fromWall(time);
  }

  // —— looking things up ——

  #find(key: string): number {
    this.#print.of(key);
    if (this.#options.exact !== true) return this.#books.seen.find(this.#print.hi, this.#print.lo);
    this.#wantedKey = key;
    return this.#books.seen.find(this.#print.hi, this.#print.lo, this.#sameKey);
  }

  #findQueue(name: string): number {
    const short = name.length > queueRecord.MAX_NAME_BYTES ? name.slice(0, queueRecord.MAX_NAME_BYTES) : name;
    this.#print.of(short);
    if (this.#options.exact !== true) return this.#books.queues.find(this.#print.hi, this.#print.lo);
    this.#wantedKey = short;
    return this.#books.queues.find(this.#print.hi, this.#print.lo, this.#sameName);
  }

  /** The queue of a name; a new one is written down. */
  #queueOf(name: string): number {
    const found = this.#findQueue(name);
    if (found >= 0) return found;
    const position = this.#journal.tail;
    queueRecord.write(this.#journal, this.#books.queues.count, name, this.#print.hi, this.#print.lo);
    return this.#books.queues.add(this.#print.hi, this.#print.lo, position);
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

  /** Reads an entry and answers whether it is live. */
  #look(entry: number): boolean {
    this.#journal.read(entry, recordLength);
    const { view, viewAt } = this.#journal;
    if (kindOf(view, viewAt) === KIND.again) {
      this.#entryPriority = againRecord.priority(view, viewAt);
      this.#entryAttempt = againRecord.attempt(view, viewAt);
      this.#entryRecord = againRecord.record(view, viewAt);
      this.#entryPrev = againRecord.prev(view, viewAt);
      this.#entryLo = againRecord.lo(view, viewAt);
      this.#entryHi = againRecord.hi(view, viewAt);
    } else {
      this.#entryPriority = addRecord.priority(view, viewAt);
      this.#entryAttempt = 1;
      this.#entryRecord = entry;
      this.#entryPrev = addRecord.prev(view, viewAt);
      this.#entryLo = addRecord.lo(view, viewAt);
      this.#entryHi = addRecord.hi(view, viewAt);
    }
    const slot = this.#books.slotOf(this.#entryHi, this.#entryLo, this.#entryRecord);
    return slot >= 0 && this.#books.seen.state(slot) === queuedState(this.#entryPriority);
  }

  #leaseFrom(record: number, attempt: number, priority: number, at: number, queue: number): Lease {
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
    if (lease.queue === '') lease.queue = this.#nameAt(this.#books.queues.nameRecord(queue));
    return lease;
  }

  #leaseOf(flight: Flight): Lease {
    return this.#leaseFrom(flight.record, flight.attempt, flight.priority, flight.at, flight.queue);
  }

  #stateOf(queue: number, name: string): QueueState {
    return {
      name,
      queued: this.#books.queues.queued(queue),
      collected: this.#books.queues.collected(queue),
      nextAt:
        this.#books.queues.nextAt(queue) === 0 ? 0 : this.#clock.toWall(this.#books.queues.nextAt(queue)),
      delay: this.#books.delayOf(queue),
      inFlight: this.#books.queues.isInFlight(queue),
    };
  }

  // —— writing ——

  /** Counts that have no record of their own. */
  #tally(): void {
    if ((this.#newDuplicates | this.#newCapacity | this.#newBudget | this.#newLength) === 0) return;
    tallyRecord.write(
      this.#journal,
      this.#newDuplicates,
      this.#newCapacity,
      this.#newBudget,
      this.#newLength,
    );
    this.#newDuplicates = this.#newCapacity = this.#newBudget = this.#newLength = 0;
  }

  #commit(now: number): void {
    this.#tally();
    this.#journal.commit(now);
  }
}

function clamp(value: number, most: number): number {
  return value > 0 ? Math.min(most, Math.trunc(value)) : 0;
}
