/**
 * The sites that this worker holds, with the next of their URLs, and the network addresses that it holds for them. While they are held their
 * rests are measured here, on the steady clock; what a site still has to rest is told when it is given back.
 */
import type { Lease } from '../frontier/index.ts';

/** A URL that waits in the queue of a site. */
export interface WaitingUrl {
  /** Bucket and record number: its place in the queue. */
  readonly ord: string;
  readonly record: number;
  readonly bucket: number;
  readonly fp: string;
  readonly facts: number;
  readonly priority: number;
  readonly parent: number;
  readonly url: string;
  readonly key: string | null;
  /** What was told of it (`Lease.told`); null when nothing was. */
  readonly told: Uint8Array | null;
}

export interface HeldAddress {
  readonly id: string;
  /** Which time of its being taken this is. */
  turn: number;
  /** No access before this, on the steady clock. */
  nextAt: number;
  /** A visit is under way there. */
  busy: boolean;
  readonly sites: Set<HeldSite>;
}

export interface HeldSite {
  readonly id: string;
  readonly name: string;
  nextAt: number;
  /** Of its own, ms; 0 for the crawl's. */
  delay: number;
  collected: number;
  queued: number;
  address: HeldAddress | null;
  /** The next of its URLs, in order. */
  urls: WaitingUrl[];
  /** Whether the queue may have more, or others first. */
  stale: boolean;
  /** A visit is under way, or one of another site passes by. */
  busy: boolean;
  /** Visits that ended here and not yet in the database, whose queue still has them. */
  unsettled: number;
  /** Others have it now: its address is theirs, or it is retired. */
  lost: boolean;
  /** Nothing of it is visited any more. */
  retired: boolean;
}

/** A lease that is open. */
export interface Flight {
  readonly lease: Lease;
  readonly site: HeldSite;
  readonly url: WaitingUrl;
  /** Jumps of the wall clock noticed when it began. */
  readonly jumps: number;
  readonly at: number;
  address: HeldAddress | null;
  passing: { readonly site: HeldSite | null; readonly address: HeldAddress | null } | null;
  ending: boolean;
}

/** Sites of an address that wait for it here. */
const STOCK = 2;
const MOST_OF_AN_ADDRESS = 16;

export class HeldSites {
  readonly #sites = new Map<string, HeldSite>();
  readonly #addresses = new Map<string, HeldAddress>();
  /** Rests of addresses that are on their way back, on the steady clock: the database does not know of them yet. */
  readonly #leaving = new Map<string, number>();
  /** Each visit of a site sets it behind others. */
  readonly takeTurns: boolean;

  constructor(takeTurns: boolean) {
    this.takeTurns = takeTurns;
  }

  get size(): number {
    return this.#sites.size;
  }

  all(): Iterable<HeldSite> {
    return this.#sites.values();
  }

  get(id: string): HeldSite | undefined {
    return this.#sites.get(id);
  }

  address(id: string): HeldAddress | undefined {
    return this.#addresses.get(id);
  }

  add(site: HeldSite): void {
    this.#sites.set(site.id, site);
  }

  /** An address that is held from now on, or already. */
  holdAddress(id: string, turn: number, nextAt: number): HeldAddress {
    const held = this.#addresses.get(id);
    if (held !== undefined) {
      held.turn = Math.max(held.turn, turn);
      held.nextAt = Math.max(held.nextAt, nextAt);
      return held;
    }
    const rests = Math.max(nextAt, this.#leaving.get(id) ?? nextAt);
    const made: HeldAddress = { id, turn, nextAt: rests, busy: false, sites: new Set() };
    this.#addresses.set(id, made);
    return made;
  }

  bind(site: HeldSite, address: HeldAddress | null): void {
    if (site.address === address) return;
    site.address?.sites.delete(site);
    site.address = address;
    address?.sites.add(site);
  }

  remove(site: HeldSite): void {
    this.bind(site, null);
    // One that was lost may have come again while its last visit was under way.
    if (this.#sites.get(site.id) === site) this.#sites.delete(site.id);
  }

  /** Addresses that no site needs any more; they are no longer held. Their rests are known here until they are `settled`. */
  takeUnused(): HeldAddress[] {
    const unused: HeldAddress[] = [];
    for (const address of this.#addresses.values())
      if (address.sites.size === 0 && !address.busy) unused.push(address);
    for (const { id, nextAt } of unused) {
      this.#addresses.delete(id);
      this.#leaving.set(id, nextAt);
    }
    return unused;
  }

  /** The database has heard of these. */
  settled(addresses: readonly HeldAddress[]): void {
    for (const { id } of addresses) this.#leaving.delete(id);
  }

  /** Addresses that have next to none of their sites here that may be asked when they have rested: others of them may be parked. */
  addressesWithRoom(now: number): string[] {
    const ids: string[] = [];
    for (const { id, sites, nextAt } of this.#addresses.values()) {
      const rested = Math.max(now, nextAt);
      let usable = 0;
      for (const site of sites)
        if (!site.lost && (site.urls.length > 0 || site.stale || site.busy) && site.nextAt <= rested)
          usable++;
      if (usable < STOCK) ids.push(id);
    }
    return ids;
  }

  /** Of addresses that have too many sites waiting for them here, the worst: parked, they cost nothing. Those that rest were asked a moment ago. */
  beyondNeed(now: number): HeldSite[] {
    const many: HeldSite[] = [];
    for (const { sites } of this.#addresses.values()) {
      if (sites.size <= MOST_OF_AN_ADDRESS) continue;
      const idle = [...sites].filter(
        (site) => !site.busy && !site.lost && site.unsettled === 0 && site.nextAt <= now,
      );
      idle.sort((a, b) => (this.rankOf(a) ?? 0) - (this.rankOf(b) ?? 0));
      many.push(...idle.slice(MOST_OF_AN_ADDRESS));
    }
    return many;
  }

  /** Whether so many sites of an address are here that others of it should be let in: those that are parked may be better. */
  isCrowded(address: HeldAddress | null): boolean {
    return address !== null && address.sites.size > MOST_OF_AN_ADDRESS;
  }

  /** Sites that may be asked now, the best first; at most so many, and no two of one address. */
  ready(now: number, most: number): HeldSite[] {
    const found: { readonly site: HeldSite; readonly rank: number; readonly record: number }[] = [];
    for (const site of this.#sites.values()) {
      // One whose last visit is not in the database yet may still turn out to be somebody else's.
      if (site.busy || site.lost || site.unsettled > 0 || site.urls.length === 0 || site.nextAt > now)
        continue;
      if (site.address !== null && (site.address.busy || site.address.nextAt > now)) continue;
      const { bucket, record } = site.urls[0]!;
      found.push({ site, rank: bucket + this.#penalty(site), record });
    }
    found.sort((a, b) => a.rank - b.rank || a.record - b.record);
    const ready: HeldSite[] = [];
    const taken = new Set<HeldAddress>();
    for (const { site } of found) {
      if (ready.length === most) break;
      if (site.address !== null && taken.has(site.address)) continue;
      if (site.address !== null) taken.add(site.address);
      ready.push(site);
    }
    return ready;
  }

  /** When the first of those that rest may be asked; Infinity when none of them only rests. */
  wakesAt(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const site of this.#sites.values()) {
      if (site.busy || site.lost || site.unsettled > 0 || site.urls.length === 0 || site.address?.busy)
        continue;
      first = Math.min(first, Math.max(site.nextAt, site.address?.nextAt ?? 0));
    }
    return first;
  }

  /** Smaller is better; null without URLs. */
  rankOf(site: HeldSite): number | null {
    const first = site.urls[0];
    return first === undefined ? null : first.bucket + this.#penalty(site);
  }

  #penalty(site: HeldSite): number {
    return this.takeTurns ? site.collected + site.queued : 0;
  }
}
