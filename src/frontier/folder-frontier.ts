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
 *   register   URLs by their key, queues by their name
 *   intake     takes URLs in, and gives the least wanted up when there are too many
 *   requeue    brings URLs back: those whose time has come, and those that became more urgent
 *   lease ends what becomes of a URL, its queue and its links when a lease ends
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
import { DISK, type Disk } from '../files/index.ts';
import { Books, type Flight } from './books.ts';
import { EntryLook } from './entry-look.ts';
import { Fingerprint } from './fingerprint.ts';
import { OUTCOME_NAMES } from './history.ts';
import { Intake } from './intake.ts';
import { Journal, type JournalCut } from './journal.ts';
import { KnownUrls } from './known-urls.ts';
import { LeaseEnds } from './lease-ends.ts';
import { LeaseReader } from './lease-reader.ts';
import { Links } from './links.ts';
import type {
  AddOutcome,
  Candidate,
  Exhausted,
  FrontierCounts,
  FrontierOptions,
  Later,
  Lease,
  LeaseEnd,
  Waiting,
  WaitingQueue,
} from './port.ts';
import * as bindRecord from './records/bind.ts';
import * as completeRecord from './records/complete.ts';
import * as delayRecord from './records/delay.ts';
import { KIND, kindOf } from './records/kind.ts';
import * as leaseRecord from './records/lease.ts';
import { recordLength } from './records/length.ts';
import * as passRecord from './records/pass.ts';
import * as policyRecord from './records/policy.ts';
import * as restRecord from './records/rest.ts';
import * as retireRecord from './records/retire.ts';
import { Register } from './register.ts';
import { Replay } from './replay.ts';
import { Requeue } from './requeue.ts';
import { SteadyClock } from './steady-clock.ts';
import { Tally } from './tally.ts';

export interface FolderOptions extends FrontierOptions {
  /** Confirm every fingerprint hit against the URL on disk; default false. */
  readonly exact?: boolean;
  /** A new segment file is begun beyond this size; default 256 MB. */
  readonly segmentBytes?: number;
  /** Ask the disk itself to keep what was written at least every so many ms; 0 (the default) leaves that to the system. */
  readonly syncEvery?: number;
  readonly files?: Disk | undefined;
  /**
   * Asked of the mark of each completion while the journal is read. The first that is refused is cut off with all that came after it: what
   * the mark speaks of is not there any more.
   */
  readonly acceptsMark?: ((mark: string) => boolean) | undefined;
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
  /** Nothing more of it is visited. */
  readonly isRetired: boolean;
}

const EMPTY: Exhausted = { kind: 'empty' };

export class FolderFrontier {
  readonly #clock: SteadyClock;
  readonly #journal: Journal;
  readonly #links: Links;
  readonly #books: Books;
  readonly #tally: Tally;
  readonly #register: Register;
  readonly #look: EntryLook;
  readonly #requeue: Requeue;
  readonly #intake: Intake;
  readonly #leases: LeaseReader;
  readonly #ends: LeaseEnds;
  readonly #orphans: readonly Lease[];
  /** Every URL, one at a time, for whoever takes them elsewhere. */
  readonly known: KnownUrls;
  #closed = false;

  /** Opens the frontier of a folder, or begins one. The folder must not be open anywhere else. */
  static open(folder: string, options: FolderOptions): FolderFrontier {
    return new FolderFrontier(folder, options);
  }

  private constructor(folder: string, options: FolderOptions) {
    const clock = new SteadyClock(options.now, options.monotonic);
    const files = options.files ?? DISK;
    const links = new Links(folder, files);
    const books = new Books(options, links);
    const opened = clock.read();
    const { visitAgainBefore = null } = options;
    const replay = new Replay(
      books,
      options.policy,
      opened,
      visitAgainBefore === null ? undefined : clock.fromWall(visitAgainBefore),
    );
    books.schedule.beginReplay();
    const journalOptions = {
      segmentBytes: options.segmentBytes ?? 1 << 28,
      syncEvery: options.syncEvery ?? 0,
      files,
      accepts: acceptsRecord(options.acceptsMark),
      seeds: [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0] as const,
    };
    let journal: Journal;
    try {
      journal = Journal.open(folder, journalOptions, recordLength, (words, at, position, time) =>
        replay.read(words, at, position, time),
      );
    } catch (error) {
      links.close();
      throw error;
    }
    const print = options.fingerprint ?? new Fingerprint(journal.seeds[0], journal.seeds[1]);
    const register = new Register(journal, books, print, options.exact === true);
    const tally = new Tally(journal);
    const look = new EntryLook(journal, books);
    const requeue = new Requeue(journal, books, tally);
    const intake = new Intake({ journal, books, register, look, requeue, tally, clock }, options);
    this.#clock = clock;
    this.#journal = journal;
    this.#links = links;
    this.#books = books;
    this.#tally = tally;
    this.#register = register;
    this.#look = look;
    this.#requeue = requeue;
    this.#intake = intake;
    this.#leases = new LeaseReader(journal, books, register, clock);
    this.#ends = new LeaseEnds({ journal, books, intake, tally, clock }, opened);
    this.known = new KnownUrls({ folder, files, journal, books, register, clock });

    books.seen.settle();
    for (const [position, time] of replay.pending) books.deferred.push(time, position);
    for (const { queue, passing } of books.flights.values()) {
      books.restQueue(queue, opened + books.delayOf(queue));
      const address = books.addresses.boundTo(queue);
      if (address >= 0) books.addresses.rest(address, opened + options.addressDelay);
      if (passing === null) continue;
      if (passing.queue >= 0) books.restQueue(passing.queue, opened + books.delayOf(passing.queue));
      books.addresses.rest(passing.address, opened + options.addressDelay);
    }
    // What was cut may have held the last access of any queue.
    if (options.restsAll === true || journal.cuts.some(({ why }) => why !== 'torn')) {
      for (let id = 0; id < books.queues.count; id++) books.restQueue(id, opened + books.delayOf(id));
      books.addresses.restAll(opened + options.addressDelay);
    }
    books.schedule.endReplay();
    this.#orphans = [...books.flights.values()].map((flight) => this.#leases.read(flight));
    if (replay.policy !== options.policy) {
      policyRecord.write(journal, options.policy);
      journal.commit(opened);
    }
  }

  /** What opening took away, because it was torn, damaged or refused. */
  get cuts(): readonly JournalCut[] {
    return this.#journal.cuts;
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
    return this.#intake.add(candidate);
  }

  /** A lease on the best URL that may be fetched now. */
  next(): Leased | Waiting | Later | Exhausted {
    const now = this.#clock.read();
    if (this.#books.deferred.topTime <= now) this.#requeue.due(now);
    const queue = this.#books.schedule.pick(now, this.#look.liveness);
    if (queue < 0) {
      if (this.#journal.isFull) this.#tally.commit(now);
      const until = this.#clock.toWall(Math.min(this.#books.schedule.wakeAt(), this.#books.deferred.topTime));
      if (this.#books.queued > 0 || this.#books.flights.size > 0) return { kind: 'wait', until };
      return this.#books.scheduled > 0 ? { kind: 'later', until } : EMPTY;
    }
    const { entry } = this.#books.schedule;
    // Liveness was asked of this very entry last, so what was found of it still stands.
    const { record, attempt, priority, hi, lo } = this.#look;
    const lease = this.#leases.read({ record, attempt, priority, at: now, queue });
    const flight: Flight = {
      record,
      entry,
      queue,
      bucket: this.#books.ordering.bucket(priority, lease.depth),
      priority,
      depth: lease.depth,
      attempt,
      hi,
      lo,
      at: now,
      jumps: this.#clock.jumps,
      orphan: false,
      address: this.#books.addresses.boundTo(queue),
      passing: null,
    };
    this.#tally.write();
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
    const flight = this.#notPassing(lease);
    const now = this.#clock.read();
    const { print } = this.#register;
    print.of(address);
    const id = this.#books.addresses.of(print.hi, print.lo);
    if (this.#books.addresses.boundTo(flight.queue) !== id) {
      bindRecord.write(this.#journal, flight.queue, print.hi, print.lo);
      this.#books.addresses.bind(flight.queue, id);
      this.#tally.commit(now);
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

  passBy(lease: Lease, queue: string, address: string): number {
    const flight = this.#notPassing(lease);
    const now = this.#clock.read();
    const { queues, addresses } = this.#books;
    const named = this.#register.queueOf(queue);
    const other = named === flight.queue ? -1 : named;
    const { print } = this.#register;
    print.of(address);
    const { hi, lo } = print;
    const id = addresses.of(hi, lo);
    const elsewhere = id === flight.address ? -1 : id;
    if (other >= 0 && queues.isInUse(other)) return Number.POSITIVE_INFINITY;
    if (elsewhere >= 0 && addresses.isBusy(elsewhere)) return Number.POSITIVE_INFINITY;
    const rests = Math.max(
      other >= 0 ? queues.nextAt(other) : 0,
      elsewhere >= 0 ? addresses.nextAt(elsewhere) : 0,
    );
    if (rests > now) return this.#clock.toWall(rests);
    passRecord.write(this.#journal, flight.record, named, hi, lo);
    this.#books.passes(flight, { queue: other, address: elsewhere });
    this.#tally.commit(now);
    return 0;
  }

  end(end: LeaseEnd): void {
    this.#ends.end(end);
  }

  setDelay(queue: string, delay: number): void {
    const id = this.#register.queueOf(queue);
    if (this.#books.queues.delay(id) === Math.ceil(delay)) return;
    delayRecord.write(this.#journal, id, delay);
    this.#books.applyDelay(id, delay);
    this.#books.schedule.reschedule(id);
    this.#tally.commit(this.#clock.read());
  }

  restUntil(queue: string, time: number): void {
    this.#rest(this.#register.queueOf(queue), this.#clock.fromWall(time), this.#clock.read());
  }

  retire(queue: string, reason: string): number {
    const id = this.#register.queueOf(queue);
    if (this.#books.queues.isRetired(id)) return 0;
    const dropped = this.#books.queues.queued(id);
    retireRecord.write(this.#journal, id, dropped, reason);
    this.#books.retire(id, reason);
    this.#tally.commit(this.#clock.read());
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
    const id = this.#register.findQueue(queue);
    return id < 0 ? null : this.#stateOf(id, queue);
  }

  *queues(): Iterable<QueueState> {
    for (let id = 0; id < this.#books.queues.count; id++) {
      yield this.#stateOf(id, this.#register.queueName(id));
    }
  }

  /** Those in which most URLs wait. Looks at every queue, and reads the names of these alone. */
  longestQueues(most: number): WaitingQueue[] {
    const { queues } = this.#books;
    let longest: number[] = [];
    let least = 0;
    const shorten = () => {
      longest = longest.sort((a, b) => queues.queued(b) - queues.queued(a) || a - b).slice(0, most);
      least = longest.length < most ? 0 : queues.queued(longest.at(-1)!);
    };
    for (let id = 0; id < queues.count; id++) {
      if (queues.queued(id) <= least) continue;
      longest.push(id);
      if (longest.length >= 4 * most) shorten();
    }
    shorten();
    return longest.map((id) => {
      const { name, queued, nextAt, inFlight } = this.#stateOf(id, this.#register.queueName(id));
      return { queue: name, queued, nextAt, inFlight };
    });
  }

  mark(): string | null {
    return this.#books.mark;
  }

  orphans(): readonly Lease[] {
    return this.#orphans.filter((lease) => this.#books.flights.has(lease.record));
  }

  flush(): void {
    this.#tally.commit(this.#clock.read());
  }

  /** Resolves when all that was written is on the disk itself. */
  async sync(): Promise<void> {
    this.flush();
    await this.#journal.sync();
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

  #notPassing(lease: Lease): Flight {
    const flight = this.#ends.flightOf(lease);
    if (flight.passing === null) return flight;
    throw new RangeError(`the lease of record ${lease.record} has passed by and can only end: ${lease.url}`);
  }

  #rest(queue: number, until: number, now: number): void {
    restRecord.write(this.#journal, queue, until);
    this.#books.restQueue(queue, until);
    this.#books.schedule.reschedule(queue);
    this.#tally.commit(now);
  }

  #stateOf(queue: number, name: string): QueueState {
    const { queues } = this.#books;
    const nextAt = queues.nextAt(queue);
    return {
      name,
      queued: queues.queued(queue),
      collected: queues.collected(queue),
      nextAt: nextAt === 0 ? 0 : this.#clock.toWall(nextAt),
      delay: this.#books.delayOf(queue),
      inFlight: queues.isInFlight(queue),
      isRetired: queues.isRetired(queue),
    };
  }
}

function acceptsRecord(
  acceptsMark: FolderOptions['acceptsMark'],
): ((words: Int32Array, at: number) => boolean) | undefined {
  if (acceptsMark === undefined) return undefined;
  return (words, at) =>
    kindOf(words, at) !== KIND.complete ||
    !completeRecord.hasMark(words, at) ||
    acceptsMark(completeRecord.mark(words, new Uint8Array(words.buffer), at));
}
