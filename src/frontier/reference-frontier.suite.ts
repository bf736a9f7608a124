/**
 * The frontier as one would write it without caring about speed, size or disks: lists that are searched from end to end. The real
 * one must answer the same to everything, and after a crash be this one at an earlier moment.
 */
import type { AddOutcome, Candidate, FrontierOptions } from './port.ts';

interface Entry {
  readonly url: string;
  readonly key: string;
  readonly queue: string;
  readonly priority: number;
  readonly depth: number;
  readonly attempt: number;
  readonly age: number;
}

interface Queue {
  nextAt: number;
  delay: number;
  collected: number;
  flight: Entry | null;
  retired: boolean;
  address: string | null;
  /** What the lease of it passes by. */
  passes: { readonly queue: string | null; readonly address: string | null } | null;
  passedBy: boolean;
  /** Its lease is left over by a process that died. */
  orphan: boolean;
}

interface Later {
  readonly time: number;
  readonly order: number;
  readonly entry: Entry;
  readonly revisit: boolean;
}

export type ReferenceAnswer =
  | { readonly kind: 'lease'; readonly url: string; readonly attempt: number; readonly priority: number }
  | { readonly kind: 'wait' | 'later'; readonly until: number }
  | { readonly kind: 'empty' };

type Options = Pick<FrontierOptions, 'policy' | 'delay' | 'addressDelay' | 'capacity' | 'queueBudget'>;

export class ReferenceFrontier {
  readonly #options: Options;
  readonly #queues = new Map<string, Queue>();
  readonly #addresses = new Map<string, { nextAt: number; flight: Entry | null }>();
  #entries: Entry[] = [];
  #later: Later[] = [];
  readonly #known = new Set<string>();
  #age = 0;
  #completed = 0;
  #duplicates = 0;
  #improved = 0;
  readonly #dropped: Record<string, number> = {};

  constructor(options: Options) {
    this.#options = options;
  }

  add(candidate: Candidate): AddOutcome {
    if (this.#known.has(candidate.key)) {
      if (this.#options.policy === 'priority' && this.#improve(candidate.key, candidate.priority))
        return 'improved';
      this.#duplicates++;
      return 'duplicate';
    }
    const queue = this.#queue(candidate.queue);
    if (
      queue.retired ||
      this.#penalty(candidate.queue) + (queue.flight ? 1 : 0) >= this.#options.queueBudget
    ) {
      this.#drop('queue-budget', 1);
      return 'dropped';
    }
    const entry = { ...candidate, attempt: 1, age: this.#age++ };
    while (this.#queued() >= this.#options.capacity) {
      const worst = this.#worst();
      if (worst === null || !this.#isBetter(entry, worst)) {
        this.#drop('capacity', 1);
        return 'dropped';
      }
      this.#entries = this.#entries.filter((each) => each !== worst);
      this.#known.delete(worst.key);
      this.#drop('capacity', 1);
    }
    this.#known.add(candidate.key);
    this.#entries.push(entry);
    return 'added';
  }

  next(now: number): ReferenceAnswer {
    this.#later.sort((a, b) => a.time - b.time || a.order - b.order);
    while (this.#later.length > 0 && this.#later[0]!.time <= now) {
      const { entry, revisit } = this.#later.shift()!;
      if (this.#queue(entry.queue).retired) continue;
      const attempt = revisit ? 1 : entry.attempt + 1;
      this.#entries.push({ ...entry, attempt, age: this.#age++ });
    }
    let best: Entry | null = null;
    let until = this.#later[0]?.time ?? Number.POSITIVE_INFINITY;
    for (const entry of this.#entries) {
      const permitted = this.#permittedAt(entry.queue);
      if (permitted > now) until = Math.min(until, permitted);
      else if (best === null || this.#before(entry, best)) best = entry;
    }
    if (best === null) {
      const scheduled = this.#later.some((each) => each.revisit);
      const inFlight = [...this.#queues.values()].some((queue) => queue.flight !== null);
      if (this.#queued() > 0 || inFlight) return { kind: 'wait', until };
      return scheduled ? { kind: 'later', until } : { kind: 'empty' };
    }
    const taken = best;
    this.#entries = this.#entries.filter((each) => each !== taken);
    const queue = this.#queue(taken.queue);
    queue.flight = taken;
    if (queue.address !== null) this.#address(queue.address).flight = taken;
    return { kind: 'lease', url: taken.url, attempt: taken.attempt, priority: taken.priority };
  }

  /** Null when the lease can only be ended. */
  bind(queueName: string, address: string, now: number): number | null {
    const queue = this.#queue(queueName);
    if (queue.passes !== null) return null;
    const state = this.#address(address);
    if (queue.address !== null && queue.address !== address) {
      const old = this.#address(queue.address);
      if (old.flight === queue.flight) old.flight = null;
    }
    queue.address = address;
    if (state.flight === queue.flight) return 0;
    if (state.flight !== null) return Number.POSITIVE_INFINITY;
    if (state.nextAt > now) return state.nextAt;
    state.flight = queue.flight;
    return 0;
  }

  complete(
    queue: string,
    accessedAt: number | null,
    now: number,
    links: readonly Candidate[],
    revisitAt?: number,
  ): AddOutcome[] {
    const outcomes = links.map((candidate) => this.add(candidate));
    const entry = this.#end(queue, accessedAt, now);
    this.#completed++;
    this.#queue(queue).collected++;
    if (revisitAt !== undefined)
      this.#later.push({ time: revisitAt, order: this.#age++, entry, revisit: true });
    return outcomes;
  }

  putBack(queue: string, accessedAt: number | null, now: number, notBefore: number | null): void {
    const entry = this.#end(queue, accessedAt, now);
    if (this.#queue(queue).retired) this.#drop('queue-budget', 1);
    else {
      this.#entries.push(entry);
      if (notBefore !== null) this.restUntil(queue, notBefore);
    }
  }

  retry(queue: string, accessedAt: number, notBefore: number): void {
    const entry = this.#end(queue, accessedAt, accessedAt);
    if (this.#queue(queue).retired) this.#drop('queue-budget', 1);
    else this.#later.push({ time: notBefore, order: this.#age++, entry, revisit: false });
  }

  setDelay(name: string, delay: number): void {
    const queue = this.#queue(name);
    const before = Math.max(this.#options.delay, queue.delay);
    queue.delay = delay;
    const more = Math.max(this.#options.delay, delay) - before;
    if (more > 0 && queue.nextAt > 0) queue.nextAt += more;
  }

  restUntil(name: string, time: number): void {
    const queue = this.#queue(name);
    queue.nextAt = Math.max(queue.nextAt, time);
  }

  passBy(own: string, name: string, where: string, now: number): number | null {
    const lease = this.#queue(own);
    if (lease.passes !== null) return null;
    const queue = this.#queue(name);
    const address = this.#address(where);
    const ownAddress = address.flight !== null && address.flight === lease.flight;
    if (name !== own && (queue.flight !== null || queue.passedBy)) return Number.POSITIVE_INFINITY;
    if (!ownAddress && address.flight !== null) return Number.POSITIVE_INFINITY;
    const rests = Math.max(name === own ? 0 : queue.nextAt, ownAddress ? 0 : address.nextAt);
    if (rests > now) return rests;
    lease.passes = { queue: name === own ? null : name, address: ownAddress ? null : where };
    if (name !== own) queue.passedBy = true;
    if (!ownAddress) address.flight = lease.flight;
    return 0;
  }

  retire(name: string): number {
    const queue = this.#queue(name);
    if (queue.retired) return 0;
    const dropped = this.#queuedOf(name);
    queue.retired = true;
    this.#entries = this.#entries.filter((entry) => entry.queue !== name);
    this.#later = this.#later.filter((each) => each.revisit || each.entry.queue !== name);
    this.#drop('retired', dropped);
    return dropped;
  }

  /** The process died and the folder is opened again at this time. */
  reopen(now: number): void {
    for (const state of this.#addresses.values()) state.flight = null;
    for (const queue of this.#queues.values()) {
      if (queue.flight === null) continue;
      queue.orphan = true;
      queue.nextAt = Math.max(queue.nextAt, now + this.#delayOf(queue));
      if (queue.address !== null) this.#restAddress(queue.address, now);
      if (queue.passes === null) continue;
      const { queue: passed, address } = queue.passes;
      if (passed !== null) this.restUntil(passed, now + this.#delayOf(this.#queue(passed)));
      if (address !== null) this.#restAddress(address, now);
    }
  }

  /** URLs of the leases that are open, by queue. */
  flights(): Map<string, string> {
    const flights = new Map<string, string>();
    for (const [name, queue] of this.#queues) if (queue.flight !== null) flights.set(name, queue.flight.url);
    return flights;
  }

  counts(): object {
    return {
      known: this.#known.size,
      queued: this.#queued(),
      inFlight: this.flights().size,
      scheduled: this.#later.filter((each) => each.revisit).length,
      completed: this.#completed,
      queues: this.#queues.size,
      duplicates: this.#duplicates,
      improved: this.#improved,
      dropped: this.#dropped,
    };
  }

  states(): object[] {
    return [...this.#queues].map(([name, queue]) => ({
      name,
      queued: this.#queuedOf(name),
      collected: queue.collected,
      nextAt: queue.nextAt,
      delay: Math.max(this.#options.delay, queue.delay),
      inFlight: queue.flight !== null,
      isRetired: queue.retired,
    }));
  }

  #improve(key: string, priority: number): boolean {
    const entry = this.#entries.find((each) => each.key === key);
    if (entry === undefined || priority >= entry.priority || this.#queue(entry.queue).retired) return false;
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#entries.push({ ...entry, priority, attempt: 1, age: this.#age++ });
    this.#improved++;
    return true;
  }

  #end(name: string, accessedAt: number | null, now: number): Entry {
    const queue = this.#queue(name);
    const entry = queue.flight!;
    const { passes, orphan } = queue;
    queue.flight = null;
    queue.passes = null;
    queue.orphan = false;
    const end = accessedAt ?? (passes !== null && !orphan ? now : null);
    const used = [queue.address, passes?.address ?? null];
    if (end !== null) this.restUntil(name, end + this.#delayOf(queue));
    if (passes !== null && passes.queue !== null) {
      const passed = this.#queue(passes.queue);
      passed.passedBy = false;
      if (end !== null) this.restUntil(passes.queue, end + this.#delayOf(passed));
    }
    for (const each of used) {
      if (each === null) continue;
      const address = this.#address(each);
      if (address.flight === entry) address.flight = null;
      if (end !== null) this.#restAddress(each, end);
    }
    return entry;
  }

  #delayOf(queue: Queue): number {
    return Math.max(this.#options.delay, queue.delay);
  }

  #restAddress(name: string, from: number): void {
    const address = this.#address(name);
    address.nextAt = Math.max(address.nextAt, from + this.#options.addressDelay);
  }

  #queue(name: string): Queue {
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      queue = {
        nextAt: 0,
        delay: 0,
        collected: 0,
        flight: null,
        retired: false,
        address: null,
        passes: null,
        passedBy: false,
        orphan: false,
      };
      this.#queues.set(name, queue);
    }
    return queue;
  }

  #address(name: string): { nextAt: number; flight: Entry | null } {
    let address = this.#addresses.get(name);
    if (address === undefined) {
      address = { nextAt: 0, flight: null };
      this.#addresses.set(name, address);
    }
    return address;
  }

  #drop(reason: string, count: number): void {
    if (count > 0) this.#dropped[reason] = (this.#dropped[reason] ?? 0) + count;
  }

  #queuedOf(name: string): number {
    const later = this.#later.filter((each) => !each.revisit && each.entry.queue === name);
    return this.#entries.filter((entry) => entry.queue === name).length + later.length;
  }

  #queued(): number {
    return this.#entries.length + this.#later.filter((each) => !each.revisit).length;
  }

  #penalty(name: string): number {
    return this.#queuedOf(name) + this.#queue(name).collected;
  }

  #permittedAt(name: string): number {
    const queue = this.#queue(name);
    if (queue.flight !== null || queue.passedBy) return Number.POSITIVE_INFINITY;
    if (queue.address === null) return queue.nextAt;
    const address = this.#address(queue.address);
    return address.flight !== null ? Number.POSITIVE_INFINITY : Math.max(queue.nextAt, address.nextAt);
  }

  /** The part of the rank before the age. */
  #rank(entry: Entry): number {
    if (this.#options.policy === 'breadth-first') return 0;
    if (this.#options.policy === 'priority') return entry.priority * 256 + entry.depth;
    return entry.depth + this.#penalty(entry.queue);
  }

  #before(a: Entry, b: Entry): boolean {
    return this.#rank(a) - this.#rank(b) < 0 || (this.#rank(a) === this.#rank(b) && a.age < b.age);
  }

  /** A queue whose least wanted entry is the one in flight gives nothing up. */
  #worst(): Entry | null {
    let worst: Entry | null = null;
    for (const [name, queue] of this.#queues) {
      let last: Entry | null = null;
      for (const entry of this.#entries)
        if (entry.queue === name && (last === null || this.#before(last, entry))) last = entry;
      if (last === null) continue;
      if (queue.flight !== null && this.#rank(queue.flight) > this.#rank(last)) continue;
      if (worst === null || this.#before(worst, last)) worst = last;
    }
    return worst;
  }

  #isBetter(entry: Entry, worst: Entry): boolean {
    if (this.#options.policy !== 'horizontal') return this.#rank(entry) < this.#rank(worst);
    if (entry.queue === worst.queue) return entry.depth < worst.depth;
    return this.#rank(entry) + 1 < this.#rank(worst);
  }
}
