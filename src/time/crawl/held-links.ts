/**
 * Links that nothing speaks for yet: held back by site instead of refused, and let go one by one where they are most likely to be worth their
 * visit. A site is known by its own pages: what share of those seen was relevant. One that is hardly known is worth a try more than one that is
 * known to be of other times, so that every site is sampled; and while a site has something waiting in the frontier nothing more of it is
 * let go, so that many sites are tried side by side, and none is emptied for what little was known when its links were found.
 *
 * Memory is bounded by site and over all; what finds no room is refused, and may be offered again.
 */
import { withRow } from '../../bytes/index.ts';
import { RelevantShares, type RelevantSharesState } from './relevant-shares.ts';

/** What is held of one site, and of all. */
const MOST_OF_SITE = 256;
const MOST_HELD = 32_768;
/** What there is to learn from the first page of a site, against what is usual there. */
const CURIOSITY = 0.7;
/** Worths are told apart in steps of a tenth of a doubling, up to sixteen times the usual and down to a sixteenth. */
const LEVELS = 81;
const STEPS = 10;
/** Two doublings: a site that is worth so much less than the best waits until that is done. */
const MUCH_LESS = 2 * STEPS;
/** A site from which nothing came for so many visits is slow, or lost: it holds nobody up. */
const PATIENCE = 64;

/** Sites that have something waiting at once. */
export interface SitesAtOnce {
  readonly least: number;
  readonly most: number;
}

export interface HeldLink<L> {
  /** Row of the URL in the steering. */
  readonly row: number;
  readonly link: L;
}

export interface HeldLinksState<L> {
  readonly shares: RelevantSharesState;
  readonly waiting: Uint32Array;
  readonly last: Float64Array;
  readonly level: Uint8Array;
  readonly held: readonly (readonly [site: number, links: readonly HeldLink<L>[]])[];
  readonly levels: readonly (readonly number[])[];
  readonly busy: readonly number[];
  readonly told: number;
}

export class HeldLinks<L> {
  readonly shares: RelevantShares;
  /** URLs of the site in the frontier. */
  #waiting: Uint32Array;
  /** When something last came from the site, or was queued. */
  #last: Float64Array;
  /** By worth, plus one; 0 for sites with nothing held, or something waiting. */
  #level: Uint8Array;
  readonly #held: Map<number, HeldLink<L>[]>;
  /** Sites of each level, as they came; some have gone elsewhere since. */
  readonly #levels: number[][];
  /** Sites with something waiting. */
  readonly #busy: Set<number>;
  /** Visits told of. */
  #told: number;
  #size = 0;

  constructor(state?: HeldLinksState<L>) {
    this.shares = new RelevantShares(state?.shares);
    this.#waiting = state?.waiting.slice() ?? new Uint32Array(256);
    this.#last = state?.last.slice() ?? new Float64Array(256);
    this.#level = state?.level.slice() ?? new Uint8Array(256);
    this.#held = new Map(state?.held.map(([site, links]) => [site, [...links]]));
    this.#levels = state?.levels.map((sites) => [...sites]) ?? Array.from({ length: LEVELS }, () => []);
    this.#busy = new Set(state?.busy);
    this.#told = state?.told ?? 0;
    for (const links of this.#held.values()) this.#size += links.length;
  }

  /** Number of a site, by its hash. */
  site(hash: number): number {
    const site = this.shares.number(hash);
    this.#waiting = withRow(this.#waiting, site);
    this.#last = withRow(this.#last, site);
    this.#level = withRow(this.#level, site);
    return site;
  }

  /** A page of the site came; null: something else, and whatever waits there may be lost too. `usual`: the share of relevant pages of all. */
  came(site: number, relevant: boolean | null, usual: number): void {
    this.#last[site] = ++this.#told;
    if (relevant !== null) this.shares.count(site, relevant);
    this.#waiting[site] = relevant === null ? 0 : Math.max(0, this.#waiting[site]! - 1);
    if (this.#waiting[site] !== 0) return;
    this.#busy.delete(site);
    this.#place(site, usual);
  }

  /** A URL of the site was put into the frontier. */
  queued(site: number): void {
    this.#waiting[site]!++;
    this.#busy.add(site);
    this.#last[site] = this.#told;
  }

  /** Holds a link; false when there is no room. */
  hold(site: number, held: HeldLink<L>, usual: number): boolean {
    if (this.#size >= MOST_HELD) return false;
    const links = this.#held.get(site);
    if (links === undefined) {
      this.#held.set(site, [held]);
      if (this.#waiting[site] === 0) this.#place(site, usual);
    } else if (links.length >= MOST_OF_SITE) return false;
    else links.push(held);
    this.#size++;
    return true;
  }

  /**
   * Lets go of the best link of the best site that has nothing waiting; null: none is held, or enough sites have something waiting: `most`, or
   * `least` where what is held is worth much less than they are. `score` is null for what was visited or queued meanwhile.
   */
  next(
    { least, most }: SitesAtOnce,
    usual: number,
    score: (row: number) => number | null,
  ): HeldLink<L> | null {
    if (this.#busy.size >= least) this.#expire(most);
    if (this.#busy.size >= most) return null;
    let worst = 0;
    if (this.#busy.size >= least) {
      for (const site of this.#busy) worst = Math.max(worst, this.#worth(site, usual));
      worst -= MUCH_LESS;
    }
    for (let level = LEVELS - 1; level >= worst; level--) {
      const sites = this.#levels[level]!;
      for (let site = sites.shift(); site !== undefined; site = sites.shift()) {
        // One that is worth something else by now stands there too.
        if (this.#level[site] !== level + 1) continue;
        this.#level[site] = 0;
        const best = this.#waiting[site] === 0 ? this.#take(site, score) : null;
        if (best !== null) return best;
      }
    }
    return null;
  }

  /** Nothing waits any more: what was thought to be in the frontier is lost. */
  nothingWaits(usual: number): void {
    for (const site of this.#busy) {
      this.#waiting[site] = 0;
      this.#place(site, usual);
    }
    this.#busy.clear();
  }

  save(): HeldLinksState<L> {
    const shares = this.shares.save();
    const n = shares.hashes.length;
    return {
      shares,
      waiting: this.#waiting.slice(0, n),
      last: this.#last.slice(0, n),
      level: this.#level.slice(0, n),
      held: [...this.#held],
      levels: this.#levels,
      busy: [...this.#busy],
      told: this.#told,
    };
  }

  #take(site: number, score: (row: number) => number | null): HeldLink<L> | null {
    const links = this.#held.get(site);
    if (links === undefined) return null;
    let best: HeldLink<L> | null = null;
    let most = Number.NEGATIVE_INFINITY;
    const left: HeldLink<L>[] = [];
    for (const each of links) {
      const z = score(each.row);
      if (z === null) continue;
      left.push(each);
      if (z > most) {
        best = each;
        most = z;
      }
    }
    if (best !== null) left.splice(left.indexOf(best), 1);
    this.#size -= links.length - left.length;
    if (left.length === 0) this.#held.delete(site);
    else this.#held.set(site, left);
    return best;
  }

  /** Puts a site among those of its worth, if it has anything held. */
  #place(site: number, usual: number): void {
    if (!this.#held.has(site)) {
      this.#level[site] = 0;
      return;
    }
    const level = this.#worth(site, usual);
    if (this.#level[site] === level + 1) return;
    this.#level[site] = level + 1;
    this.#levels[level]!.push(site);
  }

  /** What a page of the site is worth now, as a level. */
  #worth(site: number, usual: number): number {
    const { shares } = this;
    const worth = shares.share(site, usual) / usual + CURIOSITY / Math.sqrt(usual * (shares.pages(site) + 1));
    const step = Math.round(STEPS * Math.log2(worth)) + (LEVELS - 1) / 2;
    return Math.max(0, Math.min(LEVELS - 1, step));
  }

  /** Sites from which nothing comes hold nobody up. The set is in order of coming, so that the first ones are the oldest. */
  #expire(most: number): void {
    let looked = 0;
    for (const site of this.#busy) {
      if (++looked > most) return;
      this.#busy.delete(site);
      if (this.#told - this.#last[site]! <= PATIENCE) this.#busy.add(site);
    }
  }
}
