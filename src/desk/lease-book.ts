/** Which volunteer has which URL in hand, since when, and what it has told already. */
import { randomBytes } from 'node:crypto';
import type { Errand } from '../crawl/index.ts';
import type { FetchResponse } from '../http/index.ts';
import type { PageMarks } from './agreement.ts';
import type { Taken } from './protocol.ts';

/** How long a URL may stay out, ms. */
const ITEM_TIME = 5 * 60_000;
/** How long results of a lease are taken, ms. */
export const LEASE_TIME = 30 * 60_000;
/** Sites that a volunteer may have in hand at once. */
export const MOST_SITES = 50;
/** Leases of one volunteer that live at once: what was lost with a process that died expires. */
const MOST_LEASES = 8;

export interface DeskClock {
  /** ms since 1970. */
  now(): number;
  /** A clock that never jumps, ms from anywhere. */
  steady(): number;
  /** Calls back later; the function given back calls it off. */
  after(ms: number, then: () => void): () => void;
}

export const SYSTEM_CLOCK: DeskClock = {
  now: Date.now,
  steady: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** What became of a URL that was handed out. */
export type ItemEnd =
  | { readonly kind: 'answer'; readonly response: FetchResponse; readonly marks: PageMarks }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'given-back' }
  /** Taken from a volunteer who does not know of it, and may ask for it in the time that is left, ms. */
  | { readonly kind: 'recalled'; readonly left: number };

export interface HandedItem {
  readonly errand: Errand;
  readonly end: Promise<ItemEnd>;
  /** ms that are left, reckoned from when the work was asked for. */
  readonly time: number;
}

interface OpenItem {
  readonly errand: Errand;
  readonly settle: (end: ItemEnd) => void;
  readonly callOff: () => void;
  readonly until: number;
}

export class DeskLease {
  readonly id = randomBytes(18).toString('base64url');
  readonly volunteer: number;
  readonly endsAt: number;
  readonly open = new Map<string, OpenItem>();
  /** What was answered for each URL that is settled. */
  readonly settled = new Map<string, Taken>();

  constructor(volunteer: number, endsAt: number) {
    this.volunteer = volunteer;
    this.endsAt = endsAt;
  }
}

export class LeaseBook {
  readonly #clock: DeskClock;
  readonly #itemTime: number;
  readonly #leases = new Map<string, DeskLease>();
  /** URLs that are out. */
  out = 0;

  constructor(clock: DeskClock, itemTime = ITEM_TIME) {
    this.#clock = clock;
    this.#itemTime = itemTime;
  }

  /** Null when the volunteer has too many already. */
  begin(volunteer: number): DeskLease | null {
    this.#forgetOld();
    const own = [...this.#leases.values()].filter((lease) => lease.volunteer === volunteer);
    // Those that hold nothing are only remembered.
    if (own.filter(({ open }) => open.size > 0).length >= MOST_LEASES) return null;
    const lease = new DeskLease(volunteer, this.#clock.steady() + LEASE_TIME);
    this.#leases.set(lease.id, lease);
    return lease;
  }

  /** Null for one that is unknown, over, or another's. */
  find(id: string, volunteer: number): DeskLease | null {
    const lease = this.#leases.get(id);
    if (lease === undefined || lease.volunteer !== volunteer) return null;
    return lease.endsAt > this.#clock.steady() ? lease : null;
  }

  /** URLs that a volunteer has in hand. */
  inHand(volunteer: number): number {
    let sum = 0;
    for (const lease of this.#leases.values()) if (lease.volunteer === volunteer) sum += lease.open.size;
    return sum;
  }

  /** Volunteers who have something in hand. */
  get holders(): readonly number[] {
    const found = new Set<number>();
    for (const { volunteer, open } of this.#leases.values()) if (open.size > 0) found.add(volunteer);
    return [...found];
  }

  handOut(lease: DeskLease, errand: Errand): HandedItem {
    const time = Math.min(this.#itemTime, lease.endsAt - this.#clock.steady());
    let settle!: (end: ItemEnd) => void;
    const end = new Promise<ItemEnd>((resolve) => {
      settle = resolve;
    });
    const { url } = errand.lease;
    const callOff = this.#clock.after(time, () => this.#settle(lease, url, { kind: 'expired' }, 'refused'));
    lease.open.set(url, { errand, settle, callOff, until: this.#clock.steady() + time });
    lease.settled.delete(url);
    this.out++;
    return { errand, end, time };
  }

  /** A result of a URL; what a second one for it changes is nothing. */
  settle(lease: DeskLease, url: string, end: ItemEnd): Taken {
    const before = lease.settled.get(url);
    if (before !== undefined) return before === 'taken' ? 'known' : before;
    return this.#settle(lease, url, end, 'taken') ? 'taken' : 'refused';
  }

  giveBack(lease: DeskLease): void {
    for (const url of [...lease.open.keys()]) this.#settle(lease, url, { kind: 'given-back' }, 'refused');
    this.#leases.delete(lease.id);
  }

  /** Everything that is out, or out with one volunteer, is taken back without its knowing. */
  recall(volunteer: number | null): void {
    const now = this.#clock.steady();
    for (const lease of [...this.#leases.values()]) {
      if (volunteer !== null && lease.volunteer !== volunteer) continue;
      for (const [url, { until }] of [...lease.open])
        this.#settle(lease, url, { kind: 'recalled', left: Math.max(0, until - now) }, 'refused');
      this.#leases.delete(lease.id);
    }
  }

  #settle(lease: DeskLease, url: string, end: ItemEnd, told: Taken): boolean {
    const item = lease.open.get(url);
    if (item === undefined) return false;
    lease.open.delete(url);
    lease.settled.set(url, told);
    item.callOff();
    this.out--;
    item.settle(end);
    return true;
  }

  #forgetOld(): void {
    const now = this.#clock.steady();
    for (const [id, { endsAt, open }] of this.#leases)
      if (endsAt <= now && open.size === 0) this.#leases.delete(id);
  }
}
