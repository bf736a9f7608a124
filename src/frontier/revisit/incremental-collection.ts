/**
 * A collection of fixed size that is kept important (docs/methods.md, "Temporal crawl (Pereira 2013)"): which pages are in it, which of them
 * goes when a better one comes, and which of the URLs known outside are worth a visit.
 *
 * This is the slow one of the two decisions of such a crawl, the *refinement decision*: `rank` weighs all that is known by the links between
 * the pages held, and finds those outside that deserve the place of one inside. The quick one, which page held is visited again and when, is
 * that of the revisit policies. A page that is not held is weighed by the held pages that link to it.
 *
 * A pure function of what it is told, in its order. What is known is the pages held and what they link to: the rest is forgotten when ranks
 * are made, so that memory is in proportion to the collection and not to the Web.
 */
import type { Candidate } from '../port.ts';
import { changeRate, priorRate } from './change-rate.ts';
import { ageAfter, freshnessAfter } from './freshness.ts';
import { backLinkCounts, linkGraph, pageRank } from './importance.ts';
import {
  type Comparison,
  compareChecksums,
  DAY_MS,
  firstVisit,
  type Observations,
  observe,
} from './observations.ts';

export const IMPORTANCES = ['page-rank', 'back-links'] as const;
/** I3 or I2 of the source: the weight of the pages that link to it, or their number. */
export type Importance = (typeof IMPORTANCES)[number];

export interface CollectionOptions {
  /** Pages held, at the most. */
  readonly capacity: number;
  readonly importance?: Importance;
}

export interface CollectedPage {
  readonly key: string;
  readonly url: string;
  readonly at: number;
  /** Of its content; null when the server said that it is as it was. */
  readonly checksum: string | null;
  /** What it links to; null when that is as it was. */
  readonly links: readonly Candidate[] | null;
}

export type Taken =
  | { readonly kind: 'updated'; readonly comparison: Comparison }
  | { readonly kind: 'saved'; readonly discarded: PageName | null }
  /** Every page held is more important: the new one is the least important, and it is the one not kept. */
  | { readonly kind: 'rejected' };

export interface PageName {
  readonly key: string;
  readonly url: string;
}

interface Held {
  url: string;
  checksum: string;
  seen: Observations;
  links: readonly Known[];
}

interface Known {
  readonly key: string;
  /** Order in which it was found. */
  readonly found: number;
  importance: number;
  /** Held pages that link to it, as far as that was counted. */
  references: number;
  /** As it is to be visited, until it is handed over for that. */
  waiting: Candidate | null;
  /** Where its address leads. */
  movedTo: Known | null;
  held: Held | null;
}

/** What is more important only by less than this share is not more important: sums of equal parts differ in their last digits. */
const MARGIN = 1e-6;
/** How many changes seen the rate of its kind of domain is worth, as in the policies that share out a budget. */
const PRIOR_STRENGTH = 1;
const MOST_MOVES = 8;
/** Ranks are made again after so many visits at the most. */
const RANK_AT_LEAST_EVERY = 1000;

export class IncrementalCollection {
  readonly capacity: number;
  readonly #importance: Importance;
  /** AllUrls. */
  #known = new Map<string, Known>();
  /** CollUrls. */
  readonly #held = new Set<Known>();
  /** Found by the last ranking, not handed over yet, best first. */
  #worthy: Known[] = [];
  #found = 0;
  #sinceRank = 0;
  /** The least important page held; undefined when that is to be looked for. */
  #least: Known | null | undefined = null;

  constructor(options: CollectionOptions) {
    this.capacity = options.capacity;
    this.#importance = options.importance ?? 'page-rank';
  }

  get size(): number {
    return this.#held.size;
  }

  get isFull(): boolean {
    return this.size >= this.capacity;
  }

  /** Pages that change the collection before its ranks are made again: a tenth of it, so that each page is weighed some ten times a turn. */
  get rankEvery(): number {
    return Math.max(1, Math.min(RANK_AT_LEAST_EVERY, Math.floor(this.capacity / 10)));
  }

  has(key: string): boolean {
    return (this.#known.get(key)?.held ?? null) !== null;
  }

  urls(): string[] {
    return [...this.#held].map(({ held }) => held!.url);
  }

  /** Whether the links of a page held are these. */
  linksAre(key: string, links: readonly Candidate[]): boolean {
    const before = this.#known.get(key)?.held?.links;
    if (before === undefined || before.length !== links.length) return false;
    return links.every((link, i) => before[i]!.key === link.key);
  }

  /** Whether a visit would do anything for the collection: a page held is brought up to date, one outside must be worth a place. */
  wants(key: string): boolean {
    if (!this.isFull || this.has(key)) return true;
    const known = this.#known.get(key);
    return known !== undefined && this.#deserves(known);
  }

  /** The page was visited. */
  page(page: CollectedPage): Taken {
    const known = this.#meet(page.key);
    known.waiting = null;
    if (known.held !== null) return this.#update(known, known.held, page);
    let discarded: PageName | null = null;
    if (this.isFull) {
      if (!this.#deserves(known)) return { kind: 'rejected' };
      discarded = this.#discard(this.#leastImportant()!);
    }
    known.held = { url: page.url, checksum: page.checksum ?? '', seen: firstVisit(page.at), links: [] };
    known.movedTo = null;
    this.#held.add(known);
    this.#least = undefined;
    this.#setLinks(known.held, page.links ?? []);
    this.#changed();
    return { kind: 'saved', discarded };
  }

  /** It is no page any more. Its name, when it was held. */
  gone(key: string): PageName | null {
    const known = this.#known.get(key);
    if (known === undefined) return null;
    known.waiting = null;
    if (known.held === null) return null;
    const name = this.#discard(known);
    this.#changed();
    return name;
  }

  /** Its address leads to another, which is worth what it was. */
  moved(key: string, to: Candidate): void {
    const from = this.#meet(key);
    const target = this.#meet(to.key);
    from.waiting = null;
    if (target === from) return;
    from.movedTo = target;
    target.importance = Math.max(target.importance, from.importance);
    target.references = Math.max(target.references, from.references);
  }

  /** URLs found without a page that is held. */
  discover(links: readonly Candidate[]): void {
    for (const link of links) this.#find(link);
  }

  /**
   * What is to be visited now and was not handed over before: while there is room all of these, and of what was found earlier as much as there is
   * room for; then what the last ranking found worthy.
   */
  handOver(links: readonly Candidate[]): Candidate[] {
    const handed: Known[] = [];
    if (!this.isFull) {
      for (const { key } of links) handed.push(this.#meet(key));
      const room = this.capacity - this.size;
      const here = new Set(handed);
      const earlier = [...this.#known.values()].filter((known) => known.waiting !== null && !here.has(known));
      earlier.sort((a, b) => b.references - a.references || a.found - b.found);
      handed.push(...earlier.slice(0, room));
    } else {
      handed.push(...this.#worthy);
      this.#worthy = [];
    }
    const candidates: Candidate[] = [];
    for (const known of handed) {
      if (known.waiting === null) continue;
      candidates.push(known.waiting);
      known.waiting = null;
    }
    return candidates;
  }

  /** Of what was handed over; of anything else it is no news. */
  isHandedOver(key: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && known.waiting === null;
  }

  /** Held pages that link to it. */
  referencesTo(key: string): number {
    return this.#known.get(key)?.references ?? 0;
  }

  /** Freshness and age of the collection at a time, as expected by the changes seen so far: a share, and days. */
  upToDate(now: number): { readonly freshness: number; readonly age: number } {
    let freshness = 0;
    let age = 0;
    for (const { held } of this.#held) {
      const expected = expectedState(held!.url, held!.seen, now);
      freshness += expected.freshness;
      age += expected.age;
    }
    const pages = Math.max(1, this.size);
    return { freshness: this.size === 0 ? 1 : freshness / pages, age: age / pages };
  }

  #update(known: Known, held: Held, page: CollectedPage): Taken {
    const comparison = page.checksum === null ? 'unchanged' : compareChecksums(held.checksum, page.checksum);
    held.seen = observe(held.seen, page.at, comparison);
    held.url = page.url;
    if (page.checksum !== null) held.checksum = page.checksum;
    if (page.links !== null) {
      this.#setLinks(held, page.links);
      this.#changed();
    }
    known.movedTo = null;
    return { kind: 'updated', comparison };
  }

  #setLinks(held: Held, links: readonly Candidate[]): void {
    const before = new Set(held.links);
    held.links = links.map((link) => this.#find(link));
    for (const target of new Set(held.links)) if (!before.has(target)) target.references++;
  }

  #find(link: Candidate): Known {
    const isNew = !this.#known.has(link.key);
    const known = this.#meet(link.key);
    if (isNew) known.waiting = link;
    return known;
  }

  #meet(key: string): Known {
    let known = this.#known.get(key);
    if (known === undefined) {
      const found = this.#found++;
      known = { key, found, importance: 0, references: 0, waiting: null, movedTo: null, held: null };
      this.#known.set(key, known);
    }
    return known;
  }

  #deserves(known: Known): boolean {
    const least = this.#leastImportant();
    return least !== null && isMore(known.importance, least.importance);
  }

  /** selectToDiscard: the least important page held; of equals the one found last. */
  #leastImportant(): Known | null {
    if (this.#least !== undefined) return this.#least;
    let least: Known | null = null;
    for (const known of this.#held)
      if (
        least === null ||
        known.importance < least.importance ||
        (known.importance === least.importance && known.found > least.found)
      )
        least = known;
    this.#least = least;
    return least;
  }

  #discard(known: Known): PageName {
    const { url } = known.held!;
    known.held = null;
    this.#held.delete(known);
    this.#least = undefined;
    return { key: known.key, url };
  }

  /** Ranks are made now and then, and at once when the collection has become full: until then nothing has to be weighed. */
  #changed(): void {
    if (!this.isFull) this.#sinceRank = RANK_AT_LEAST_EVERY;
    else if (++this.#sinceRank >= this.rankEvery) this.rank();
  }

  /** The refinement decision for all pages: importance anew, and the pages outside that are more important than some inside. */
  rank(): void {
    this.#sinceRank = 0;
    this.#forgetUnlinked();
    const all = [...this.#known.values()];
    const number = new Map(all.map((known, i) => [known, i]));
    const links: [number, number][] = [];
    for (const known of all) known.references = 0;
    for (const from of this.#held)
      for (const to of new Set(from.held!.links.map(whereTo)))
        if (to !== from) {
          links.push([number.get(from)!, number.get(to)!]);
          to.references++;
        }
    const graph = linkGraph(all.length, links);
    const scores = this.#importance === 'back-links' ? backLinkCounts(graph) : pageRank(graph);
    all.forEach((known, i) => {
      known.importance = scores[i]!;
    });
    this.#least = undefined;
    this.#worthy = [];
    const room = Math.max(0, this.capacity - this.size);
    const outside = all.filter(({ held, movedTo }) => held === null && movedTo === null);
    outside.sort((a, b) => b.importance - a.importance || a.found - b.found);
    // The best outside is set against the worst inside, the second best against the second worst, and so on while it pays.
    const inside = [...this.#held].sort((a, b) => a.importance - b.importance || b.found - a.found);
    for (let i = 0; i < outside.length; i++) {
      const rival = inside[i - room];
      if (i >= room && (rival === undefined || !isMore(outside[i]!.importance, rival.importance))) break;
      if (outside[i]!.waiting !== null) this.#worthy.push(outside[i]!);
    }
  }

  /** What no page held links to is as good as unknown. */
  #forgetUnlinked(): void {
    const kept = new Set<Known>(this.#held);
    for (const { held } of this.#held)
      for (const link of held!.links) {
        let known: Known | null = link;
        for (let i = 0; known !== null && i <= MOST_MOVES; i++) {
          kept.add(known);
          known = known.movedTo;
        }
      }
    // While there is room, whatever was found is worth a visit.
    if (!this.isFull) for (const known of this.#known.values()) if (known.waiting !== null) kept.add(known);
    this.#known = new Map([...this.#known].filter(([, known]) => kept.has(known)));
  }

  save(): CollectionState {
    const all = [...this.#known.values()];
    const number = new Map(all.map((known, i) => [known, i]));
    const numberOf = (known: Known): number => number.get(known) ?? -1;
    return {
      found: this.#found,
      sinceRank: this.#sinceRank,
      known: all.map(({ movedTo, held, ...rest }) => ({
        ...rest,
        movedTo: movedTo === null ? -1 : numberOf(movedTo),
        held: held === null ? null : { ...held, links: held.links.map(numberOf) },
      })),
      // The order in which pages came in decides between equals.
      held: [...this.#held].map(numberOf),
      worthy: this.#worthy.map(numberOf),
    };
  }

  restore(state: CollectionState): void {
    const all = state.known.map((known): Known => ({ ...known, movedTo: null, held: null }));
    state.known.forEach(({ movedTo, held }, i) => {
      all[i]!.movedTo = all[movedTo] ?? null;
      if (held !== null) all[i]!.held = { ...held, links: held.links.flatMap((at) => all[at] ?? []) };
    });
    this.#known = new Map(all.map((known) => [known.key, known]));
    this.#held.clear();
    for (const at of state.held) this.#held.add(all[at]!);
    this.#worthy = state.worthy.flatMap((at) => all[at] ?? []);
    this.#found = state.found;
    this.#sinceRank = state.sinceRank;
    this.#least = undefined;
  }
}

/** As plain data; pages by their place in `known`. */
export interface CollectionState {
  readonly found: number;
  readonly sinceRank: number;
  readonly known: readonly (Omit<Known, 'movedTo' | 'held'> & {
    readonly movedTo: number;
    readonly held: (Omit<Held, 'links'> & { readonly links: readonly number[] }) | null;
  })[];
  readonly held: readonly number[];
  readonly worthy: readonly number[];
}

/** How likely a copy is to be current, and for how many days it is expected not to have been, by the changes that were seen. */
export function expectedState(
  url: string,
  seen: Observations,
  now: number,
): { readonly freshness: number; readonly age: number } {
  const days = Math.max(0, now - seen.lastVisit) / DAY_MS;
  const rate = pageChangeRate(url, seen);
  return { freshness: freshnessAfter(rate, days), age: ageAfter(rate, days) };
}

/** Changes a day of a page, by what was seen of it and by its kind of domain. */
export function pageChangeRate(url: string, seen: Observations): number {
  return changeRate(seen, { rate: priorRate(hostOf(url)), strength: PRIOR_STRENGTH });
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/:?#]*)/i.exec(url)?.[1] ?? '';
}

const isMore = (importance: number, than: number): boolean => importance > than * (1 + MARGIN);

function whereTo(known: Known): Known {
  let at = known;
  for (let i = 0; at.movedTo !== null && i < MOST_MOVES; i++) at = at.movedTo;
  return at;
}
