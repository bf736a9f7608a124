/**
 * Steering a crawl along a period, on the main thread: it is told what every visited page was and what it links to, and says which links are
 * queued and how urgently. It keeps the remote references and, in `modern`, the evidence about every URL met and the model that weighs it.
 * Nothing here reads a clock; chance comes from the seed; the whole state is a few typed arrays.
 *
 *     const steering = new TemporalSteering({ policy: TEMPORAL_POLICIES.modern });
 *     const priorities = steering.visited({ key, facts }, links.map(({ key, index }) => ({ key, link: index })));
 */

import { fnv53, withRow } from '../../bytes/index.ts';
import { KeyTable } from './key-table.ts';
import { LinkModel, type LinkModelState } from './link-model.ts';
import type { PageTotals } from './page-judgement.ts';
import { isInside, type PeriodFindings, PLACE, PLACES, WORDS_PER_LINK } from './period-findings.ts';
import type { Prediction, TemporalPolicy } from './policy.ts';
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

export interface SteeringOptions {
  readonly policy: TemporalPolicy;
  readonly seed?: number;
  readonly state?: SteeringState;
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

export interface SteeringState {
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

/** Once in so many pages one that went to the head is taken to be lost (its host died, its queue was full), so that the lost never fill it. */
const LOST_EVERY = 100;
/** What a seed outside the period leads to comes after everything else. */
const LAST = 100;

export class TemporalSteering {
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
  /** References by place over all URLs, and their means. */
  readonly #usual: Float64Array;
  readonly #mean = new Float64Array(PLACES);
  /** Log-odds from which a URL goes to the head, and how many are there. */
  #bar = 0;
  #ahead = 0;
  readonly #totals = { pages: 0, relevant: 0, segments: 0, dated: 0, inside: 0, chronons: 0, scheduled: 0 };

  constructor({ policy, seed = 1, state }: SteeringOptions) {
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
    this.#queue(row);
    this.#flags[row]! |= SEED;
    return 0;
  }

  /** Remote references of a URL so far. */
  references(key: string): number {
    return this.#references.count(key);
  }

  /** A page was fetched and analysed: learns from it, counts its references, and gives for each link a priority (0 best … 100) or `null`. */
  visited({ key, facts }: VisitedPage, links: readonly SteeredLink[]): (number | null)[] {
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
    );
  }

  /** The same from what a visit told; the answer is by target. */
  observe(seen: Witness): (number | null)[] {
    const { totals, targets, place } = seen;
    const row = this.#row(seen.page);
    if (totals === null) {
      this.#leave(row);
      return [];
    }
    const again = (this.#flags[row]! & VISITED) !== 0;
    this.#leave(row);
    if (seen.kept) this.#count(totals);
    if (this.#model && !again && seen.kept) this.#model.learn(this.#evidence(row), totals.relevant);
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
      this.policy.prediction?.gates === true &&
      (this.#flags[row]! & SEED) !== 0 &&
      totals.segmentsInScope === 0;
    return Array.from(targets, (_, i) => {
      const target = rows[i]!;
      if (target < 0) return null;
      if (gate && !follow[i]) return this.#lead(target);
      const priority = this.#decide(target, follow[i]!, counts[i]!);
      return priority !== null && i === explored ? 0 : priority;
    });
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

  save(): SteeringState {
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
  #placed(row: number, z: number, { pointsPerLogOdds, head }: Prediction): number {
    const points = Math.min(HEAD, Math.max(0, Math.round(HEAD / 2 - pointsPerLogOdds * z)));
    if ((this.#flags[row]! & AHEAD) !== 0) return points;
    if (z < this.#bar || this.#ahead >= head) return 100 - HEAD + points;
    this.#flags[row]! |= AHEAD;
    this.#ahead++;
    return points;
  }

  #queue(row: number): void {
    if ((this.#flags[row]! & QUEUED) !== 0) return;
    this.#flags[row]! |= QUEUED;
    this.#totals.scheduled++;
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
    }
    return row;
  }
}

/** In [0, 1), from two numbers. Not `mix32`: a crawl of one seed goes the same way as ever, and so do those that figures were taken from. */
function mixed(a: number, b: number): number {
  let h = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 0x1_0000_0000;
}
