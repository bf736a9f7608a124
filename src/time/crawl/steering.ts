/**
 * Steering a crawl along a period, on the main thread: it is told what every visited page was and what it links to, and says which links are
 * queued and how urgently. It keeps the remote references and, in `modern`, the evidence about every URL met and the model that weighs it.
 * Nothing here reads a clock; chance comes from the seed; the whole state is a few typed arrays.
 *
 *     const steering = new TemporalSteering({ policy: TEMPORAL_POLICIES.modern });
 *     const priorities = steering.visited({ key, facts }, links.map(({ key, index }) => ({ key, link: index })));
 */

import { fnv53, withRow } from '../../bytes/index.ts';
import { type HeldLink, HeldLinks, type HeldLinksState } from './held-links.ts';
import { KeyTable } from './key-table.ts';
import { LinkModel, type LinkModelState } from './link-model.ts';
import { type LinkSites, linkSites } from './link-sites.ts';
import type { PageTotals } from './page-judgement.ts';
import { isInside, type PeriodFindings, PLACE, PLACES, WORDS_PER_LINK } from './period-findings.ts';
import type { Prediction, TemporalPolicy } from './policy.ts';
import { RelevantShares, type RelevantSharesState } from './relevant-shares.ts';
import { type ReferencesState, RemoteReferences, referencePriority } from './remote-references.ts';
import { absence, votesOf, type Witness, witness } from './witness.ts';

/** A normalised link of a page: its comparison key, and its index in `links(document)`. */
export interface SteeredLink {
  readonly key: string;
  readonly link: number;
}

export interface VisitedPage {
  readonly key: string;
  /** `null` for what is no page or could not be read: nothing is counted and nothing learned. */
  readonly facts: PeriodFindings | null;
}

export interface SteeringOptions<L = unknown> {
  readonly policy: TemporalPolicy;
  readonly seed?: number;
  readonly state?: SteeringState<L>;
}

/** A link that was held back and is followed now. */
export interface RaisedLink<L> {
  readonly link: L;
  readonly priority: number;
}

export interface SteeringStatus {
  readonly pages: number;
  readonly relevant: number;
  /** Relevant among visited so far, as the segmenter judges; 0 before the first page. */
  readonly precision: number;
  readonly segments: number;
  readonly datedSegments: number;
  readonly segmentsInScope: number;
  readonly chronons: number;
  /** URLs queued at least once. */
  readonly scheduled: number;
}

export interface SteeringState<L = unknown> {
  readonly totals: readonly number[];
  readonly references: ReferencesState;
  readonly hashes: Float64Array;
  readonly flags: Uint8Array;
  readonly places: Uint8Array;
  readonly years: Uint8Array;
  readonly shares: Float32Array;
  readonly words: Uint16Array;
  readonly usual: Float64Array;
  readonly model: LinkModelState | null;
  /** Of each URL its site and its section, each plus one. */
  readonly standsIn: Uint32Array;
  readonly sections: RelevantSharesState;
  readonly held: HeldLinksState<L>;
}

/** Even odds; also the priority of everything where nothing is ordered. */
const EVEN = 50;

/** Priorities 0…HEAD are the head of the queue. */
const HEAD = 49;
/** How fast the bar follows the number at the head. */
const BAR_STEP = 0.03;

const QUEUED = 1;
const VISITED = 2;
const AHEAD = 4;
const SEED = 8;
const HELD = 16;
/** What a seed outside the period leads to comes after everything else. */
const LAST = 100;
/** Sections and sites: numbers kept with a URL. */
const STANDS_IN = 2;
/** The share of relevant pages that a crawl is taken to begin with, and for how many pages. */
const FIRST_RELEVANT = 1;
const FIRST_PAGES = 25;

/** Once in so many pages one that went to the head is taken to be lost (its host died, its queue was full), so that the lost never fill it. */
const LOST_EVERY = 100;

/** `L` is what a link is for those who queue it. */
export class TemporalSteering<L = unknown> {
  readonly policy: TemporalPolicy;
  readonly #seed: number;
  readonly #references: RemoteReferences;
  readonly #table: KeyTable;
  readonly #model: LinkModel | null;
  #flags: Uint8Array;
  #places: Uint8Array;
  #years: Uint8Array;
  /** Sum of the in-scope shares of the pages that refer to it from inside the scope. */
  #shares: Float32Array;
  #words: Uint16Array;
  #standsIn: Uint32Array;
  readonly #sections: RelevantShares;
  readonly #held: HeldLinks<L>;
  #raised: RaisedLink<L>[] = [];
  #taken: number[] = [];
  /** References by place over all URLs, and their means. */
  readonly #usual: Float64Array;
  readonly #mean = new Float64Array(PLACES);
  /** Log-odds from which a URL goes to the head, and how many are there. */
  #bar = 0;
  #ahead = 0;
  readonly #totals = { pages: 0, relevant: 0, segments: 0, dated: 0, inside: 0, chronons: 0, scheduled: 0 };

  constructor({ policy, seed = 1, state }: SteeringOptions<L>) {
    this.policy = policy;
    this.#seed = seed;
    this.#references = state ? RemoteReferences.restore(state.references) : new RemoteReferences();
    this.#table = state ? KeyTable.of(state.hashes) : new KeyTable();
    this.#flags = state?.flags.slice() ?? new Uint8Array(1024);
    this.#places = state?.places.slice() ?? new Uint8Array(1024 * PLACES);
    this.#years = state?.years.slice() ?? new Uint8Array(1024);
    this.#shares = state?.shares.slice() ?? new Float32Array(1024);
    this.#words = state?.words.slice() ?? new Uint16Array(1024 * WORDS_PER_LINK);
    this.#usual = state?.usual.slice() ?? new Float64Array(PLACES);
    this.#standsIn = state?.standsIn.slice() ?? new Uint32Array(1024 * STANDS_IN);
    this.#sections = new RelevantShares(state?.sections);
    this.#held = new HeldLinks(state?.held);
    const { prediction } = policy;
    this.#model = prediction ? new LinkModel(prediction, state?.model ?? undefined) : null;
    if (state) {
      const [pages, relevant, segments, dated, inside, chronons, scheduled, bar, ahead] = state.totals;
      Object.assign(this.#totals, { pages, relevant, segments, dated, inside, chronons, scheduled });
      this.#bar = bar!;
      this.#ahead = ahead!;
    }
  }

  /** Priority of a seed; it counts as queued. */
  seed(key: string): number {
    const row = this.#row(fnv53(key));
    this.#standing(row, linkSites(key, []), 0);
    this.#queue(row);
    this.#flags[row]! |= SEED;
    return 0;
  }

  /** Remote references of a URL so far. */
  references(key: string): number {
    return this.#references.count(key);
  }

  /** A page was fetched and analysed: learns from it, counts its references, and gives for each link a priority (0 best … 100) or `null`. */
  visited(
    { key, facts }: VisitedPage,
    links: readonly SteeredLink[],
    offered: readonly L[] = [],
  ): (number | null)[] {
    if (facts === null) {
      this.observe(absence(key));
      return links.map(() => null);
    }
    const lineOf = new Int32Array(facts.place.length).fill(-1);
    links.forEach(({ link }, i) => {
      lineOf[link] = i;
    });
    return this.observe(
      witness(
        key,
        facts,
        links.map((link) => link.key),
        lineOf,
      ),
      offered,
    );
  }

  /** What was held back and is followed after the last visit, with how urgent it is. */
  get raised(): readonly RaisedLink<L>[] {
    return this.#raised;
  }

  /** Which of the links that were offered at the last visit are held back. */
  get taken(): readonly number[] {
    return this.#taken;
  }

  /** The same from what a visit told; the answer is by target. `offered`: what there is to hold of each target, if anything. */
  observe(seen: Witness, offered: readonly (L | undefined)[] = []): (number | null)[] {
    this.#taken = [];
    const priorities = this.#decided(seen, offered);
    this.#raised = this.#letGo();
    return priorities;
  }

  #decided(seen: Witness, offered: readonly (L | undefined)[]): (number | null)[] {
    const { totals, targets, place } = seen;
    const row = this.#row(seen.page);
    if (totals === null) {
      this.#leave(row);
      this.#came(row, null);
      return [];
    }
    const again = (this.#flags[row]! & VISITED) !== 0;
    this.#leave(row);
    this.#standing(row, seen.sites, 0);
    if (this.#model && !again && seen.kept) this.#model.learn(this.#evidence(row), totals.relevant);
    if (seen.kept) this.#count(totals);
    this.#came(row, again || !seen.kept ? null : totals.relevant);
    const rows = this.#witness(seen, totals, again);
    const follow = Array.from(place, (here) => this.policy.linkFilter === 'none' || isInside(here));
    const counts = this.#vote(seen);
    const explored = this.#explored(row, rows, follow);
    const head = this.policy.prediction?.head;
    if (head) {
      if (this.#ahead > 0 && this.#totals.pages % LOST_EVERY === 0) this.#ahead--;
      this.#bar += (BAR_STEP * (2 * this.#ahead - head)) / head;
    }
    const gate =
      this.policy.name === 'modern' &&
      !this.policy.prediction?.sites &&
      (this.#flags[row]! & SEED) !== 0 &&
      totals.segmentsInScope === 0;
    return Array.from(targets, (_, i) => {
      const target = rows[i]!;
      if (target < 0) return null;
      if (gate && !follow[i]) return this.#lead(target);
      const priority = this.#decide(target, follow[i]!, counts[i]!);
      if (priority === null) this.#hold(target, offered[i], i);
      return priority !== null && i === explored ? 0 : priority;
    });
  }

  /** Something came of a URL: a page, or (`null`) nothing that counts. */
  #came(row: number, relevant: boolean | null): void {
    const site = this.#standsIn[row * STANDS_IN]!;
    if (!this.#model || site === 0) return;
    this.#held.came(site - 1, relevant, this.#usualShare);
    const section = this.#standsIn[row * STANDS_IN + 1]!;
    if (relevant !== null) this.#sections.count(section - 1, relevant);
  }

  /** Holds back a link that is not followed. */
  #hold(row: number, link: L | undefined, place: number): void {
    const site = this.#standsIn[row * STANDS_IN]!;
    if (!this.policy.prediction?.sites || link === undefined || site === 0) return;
    if ((this.#flags[row]! & (HELD | QUEUED | VISITED)) !== 0) return;
    if (!this.#held.hold(site - 1, { row, link }, this.#usualShare)) return;
    this.#flags[row]! |= HELD;
    this.#taken.push(place);
  }

  #letGo(): RaisedLink<L>[] {
    const { prediction } = this.policy;
    if (!prediction?.sites) return [];
    const raised: RaisedLink<L>[] = [];
    const score = (row: number): number | null =>
      (this.#flags[row]! & (QUEUED | VISITED)) !== 0 ? null : this.#model!.score(this.#evidence(row));
    for (;;) {
      const next: HeldLink<L> | null = this.#held.next(prediction.sites, this.#usualShare, score);
      if (next === null) return raised;
      const { row, link } = next;
      const priority = 100 - HEAD + this.#points(score(row)!, prediction);
      this.#queue(row);
      raised.push({ link, priority });
    }
  }

  /** The frontier has nothing left: what is held is followed, the best of each of the best sites first. */
  release(): readonly RaisedLink<L>[] {
    this.#held.nothingWaits(this.#usualShare);
    return this.#letGo();
  }

  /** Share of relevant pages among all, never 0. */
  get #usualShare(): number {
    const { relevant, pages } = this.#totals;
    return (relevant + FIRST_RELEVANT) / (pages + FIRST_PAGES);
  }

  /** Remembers in which site and section a URL stands: 0 is the page itself, then its targets. */
  #standing(row: number, { names, at }: LinkSites, place: number): void {
    if (!this.#model || at.length === 0 || this.#standsIn[row * STANDS_IN] !== 0) return;
    const [site, section] = [names[at[place * 2]!], names[at[place * 2 + 1]!]];
    if (site === undefined || section === undefined) return;
    this.#standsIn[row * STANDS_IN] = this.#held.site(site) + 1;
    this.#standsIn[row * STANDS_IN + 1] = this.#sections.number(section) + 1;
  }

  /** Log-odds that a URL is relevant, by all that is known of it now; `null` where nothing is predicted. */
  scoreOf(key: string): number | null {
    return this.#model?.score(this.#evidence(this.#row(fnv53(key)))) ?? null;
  }

  status(): SteeringStatus {
    const t = this.#totals;
    return {
      pages: t.pages,
      relevant: t.relevant,
      precision: t.pages === 0 ? 0 : t.relevant / t.pages,
      segments: t.segments,
      datedSegments: t.dated,
      segmentsInScope: t.inside,
      chronons: t.chronons,
      scheduled: t.scheduled,
    };
  }

  /** What the model has learned, for reports; `null` where nothing is predicted. */
  weights(): Record<string, number> | null {
    return this.#model?.weights() ?? null;
  }

  save(): SteeringState<L> {
    const n = this.#table.size;
    const t = this.#totals;
    return {
      totals: [
        t.pages,
        t.relevant,
        t.segments,
        t.dated,
        t.inside,
        t.chronons,
        t.scheduled,
        this.#bar,
        this.#ahead,
      ],
      references: this.#references.save(),
      hashes: this.#table.hashes(),
      flags: this.#flags.slice(0, n),
      places: this.#places.slice(0, n * PLACES),
      years: this.#years.slice(0, n),
      shares: this.#shares.slice(0, n),
      words: this.#words.slice(0, n * WORDS_PER_LINK),
      usual: this.#usual.slice(),
      model: this.#model?.save() ?? null,
      standsIn: this.#standsIn.slice(0, n * STANDS_IN),
      sections: this.#sections.save(),
      held: this.#held.save(),
    };
  }

  /** The URL was fetched: it waits no more. */
  #leave(row: number): void {
    if ((this.#flags[row]! & (AHEAD | VISITED)) === AHEAD && this.#ahead > 0) this.#ahead--;
    this.#flags[row]! |= VISITED;
  }

  #count(page: PageTotals): void {
    const t = this.#totals;
    t.pages++;
    if (page.relevant) t.relevant++;
    t.segments += page.segments;
    t.dated += page.datedSegments;
    t.inside += page.segmentsInScope;
    t.chronons += page.chronons;
  }

  /** Enters what the page says about its targets; −1 for a link to itself. */
  #witness(seen: Witness, totals: PageTotals, again: boolean): Int32Array {
    const { targets } = seen;
    const rows = new Int32Array(targets.length);
    const share = totals.datedSegments === 0 ? 0 : totals.segmentsInScope / totals.datedSegments;
    const met = new Set<number>();
    for (let i = 0; i < targets.length; i++) {
      if (targets[i] === seen.page) {
        rows[i] = -1;
        continue;
      }
      const row = this.#row(targets[i]!);
      rows[i] = row;
      if (!this.#model || again || met.has(row)) continue;
      met.add(row);
      this.#standing(row, seen.sites, i + 1);
      const place = seen.place[i]!;
      const at = row * PLACES + place;
      if (this.#places[at]! < 255) this.#places[at]!++;
      this.#usual[place]!++;
      if (isInside(place)) this.#shares[row]! += share;
      if (seen.year[i] !== 0 && this.#years[row] !== 1) this.#years[row] = seen.year[i]!;
      this.#remember(row, seen.words, i * WORDS_PER_LINK);
    }
    return rows;
  }

  /** Keeps the first words said of a URL. */
  #remember(row: number, words: Uint16Array, from: number): void {
    const at = row * WORDS_PER_LINK;
    let n = 0;
    while (n < WORDS_PER_LINK && this.#words[at + n] !== 0) n++;
    for (let i = 0; i < WORDS_PER_LINK && n < WORDS_PER_LINK; i++) {
      const word = words[from + i] ?? 0;
      if (word === 0) break;
      let known = false;
      for (let j = 0; j < n; j++) if (this.#words[at + j] === word) known = true;
      if (!known) this.#words[at + n++] = word;
    }
  }

  /** Counts of the targets after this page voted; only references from inside the scope are votes. */
  #vote(seen: Witness): Uint32Array {
    const { page, targets } = seen;
    const counts = new Uint32Array(targets.length);
    if (this.policy.order === 'fifo') return counts;
    const at = votesOf(seen);
    const votes = this.#references.voteHashed(
      page,
      at.map((i) => targets[i]!),
    );
    votes.forEach((count, j) => {
      counts[at[j]!] = count;
    });
    return counts;
  }

  #decide(row: number, follow: boolean, count: number): number | null {
    const { order, decreaseKey, mostScheduled, priorityBase, prediction } = this.policy;
    const flags = this.#flags[row]!;
    if ((flags & VISITED) !== 0) return null;
    const queued = (flags & QUEUED) !== 0;
    if (queued && !decreaseKey) return null;
    if (!queued && mostScheduled !== null && this.#totals.scheduled >= mostScheduled) return null;
    let priority: number;
    if (this.#model && prediction) {
      const z = this.#model.score(this.#evidence(row));
      if (!follow && !(prediction.followAbove !== null && z > prediction.followAbove) && !queued) return null;
      priority = this.#placed(row, z, prediction);
    } else {
      if (!follow) return null;
      priority = order === 'fifo' ? EVEN : referencePriority(count, priorityBase);
    }
    this.#queue(row);
    return priority;
  }

  /** A seed that says nothing of the period (a home page, a portal) is only a gate: what it leads to is tried when nothing else is left. */
  #lead(row: number): number | null {
    if ((this.#flags[row]! & (QUEUED | VISITED)) !== 0) return null;
    this.#queue(row);
    return LAST;
  }

  /** At the head by its log-odds, if they suffice now; else behind, in the same order. */
  #placed(row: number, z: number, prediction: Prediction): number {
    const { head } = prediction;
    const points = this.#points(z, prediction);
    if ((this.#flags[row]! & AHEAD) !== 0) return points;
    if (z < this.#bar || this.#ahead >= head) return 100 - HEAD + points;
    this.#flags[row]! |= AHEAD;
    this.#ahead++;
    return points;
  }

  /** 0 … HEAD. */
  #points(z: number, { pointsPerLogOdds }: Prediction): number {
    return Math.min(HEAD, Math.max(0, Math.round(HEAD / 2 - pointsPerLogOdds * z)));
  }

  #queue(row: number): void {
    if ((this.#flags[row]! & QUEUED) !== 0) return;
    this.#flags[row]! |= QUEUED;
    this.#totals.scheduled++;
    const site = this.#standsIn[row * STANDS_IN];
    if (this.#model && site !== undefined && site !== 0) this.#held.queued(site - 1);
  }

  /** The new link of a page that is tried whatever is thought of it, −1 for most pages: a draw by the seed and the page's place of arrival. */
  #explored(page: number, rows: Int32Array, follow: readonly boolean[]): number {
    const { prediction } = this.policy;
    if (!prediction) return -1;
    const draw = mixed(page, this.#seed);
    if (draw >= prediction.explore) return -1;
    const fresh: number[] = [];
    rows.forEach((row, i) => {
      if (row >= 0 && follow[i] && (this.#flags[row]! & (QUEUED | VISITED)) === 0) fresh.push(i);
    });
    return fresh.length === 0 ? -1 : fresh[Math.floor((draw / prediction.explore) * fresh.length)]!;
  }

  #evidence(row: number) {
    const places = this.#places.subarray(row * PLACES, (row + 1) * PLACES);
    const inside = places[PLACE.inside]! + places[PLACE.heir]!;
    const known = Math.max(1, this.#table.size);
    for (let place = 0; place < PLACES; place++) this.#mean[place] = this.#usual[place]! / known;
    return {
      places,
      usual: this.#mean,
      year: this.#years[row]!,
      sourceShare: inside === 0 ? 0 : this.#shares[row]! / inside,
      words: this.#words.subarray(row * WORDS_PER_LINK, (row + 1) * WORDS_PER_LINK),
      ...this.#standingOf(row),
    };
  }

  /**
   * How much likelier pages of the site, and of the section in it, are to be relevant. As far as all pages seen are of one site, or of one section of
   * it, that says nothing: what they are is what is usual.
   */
  #standingOf(row: number): { readonly site: number; readonly section: number } {
    const number = this.#standsIn[row * STANDS_IN]!;
    if (number === 0) return NOWHERE;
    const [site, section] = [number - 1, this.#standsIn[row * STANDS_IN + 1]! - 1];
    const { shares } = this.#held;
    const usual = this.#usualShare;
    const ofSite = shares.share(site, usual);
    const ofSection = this.#sections.share(section, ofSite);
    const inSite = shares.pages(site);
    return {
      site: elsewhere(inSite, this.#totals.pages) * (logOdds(ofSite) - logOdds(usual)),
      section: elsewhere(this.#sections.pages(section), inSite) * (logOdds(ofSection) - logOdds(ofSite)),
    };
  }

  #row(hash: number): number {
    const row = this.#table.enter(hash);
    this.#flags = withRow(this.#flags, row);
    if (this.#model) {
      this.#places = withRow(this.#places, row, PLACES);
      this.#years = withRow(this.#years, row);
      this.#shares = withRow(this.#shares, row);
      this.#words = withRow(this.#words, row, WORDS_PER_LINK);
      this.#standsIn = withRow(this.#standsIn, row, STANDS_IN);
    }
    return row;
  }
}

const NOWHERE = { site: 0, section: 0 };

/** Share of all that is not of this part. */
const elsewhere = (part: number, all: number): number => (all === 0 ? 0 : 1 - Math.min(1, part / all));

/** Of a share, as far as shares are believed. */
function logOdds(share: number): number {
  const believed = Math.min(0.98, Math.max(0.002, share));
  return Math.log(believed / (1 - believed));
}

/** In [0, 1), from two numbers. Not `mix32`: a crawl of one seed goes the same way as ever, and so do those that figures were taken from. */
function mixed(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 0x1_0000_0000;
}
