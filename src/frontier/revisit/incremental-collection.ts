/**
 * A collection of fixed size that is kept both fresh and important (docs/methods.md, "Temporal crawl (Pereira 2013)").
 *
 * Two decisions, made at two speeds. The *update decision* is quick and made for every visit: the head of CollUrls, the page whose turn
 * it is by its revisit policy. The *refinement decision* is slow: `rank` weighs all pages by the links between the pages held and
 * marks those outside that deserve the place of one inside. Importance of a page not held is judged by the held pages that link to it.
 *
 * Everything here is in memory and in proportion to the URLs known; fetching is the caller's:
 * `select` → fetch → `crawled`.
 */
import { backLinkCounts, linkGraph, pageRank } from './importance.ts';
import { KeyedHeap } from './keyed-heap.ts';
import { type Comparison, compareChecksums, firstVisit, observe } from './observations.ts';
import type { RevisitPage, RevisitPolicy } from './schedule.ts';

export interface CollectionOptions {
  /** Pages held. */
  readonly capacity: number;
  readonly policy: RevisitPolicy;
  /** I3 or I2 of §5.1. */
  readonly importance?: 'page-rank' | 'back-links';
  /** Changes per day of a page not yet seen, by its URL. */
  readonly prior?: (url: string) => number;
}

export type Selection =
  /** Refresh a page held. */
  | { readonly kind: 'update'; readonly url: string }
  /** Bring a page in; `victim` (null while there is room) will make place for it. */
  | { readonly kind: 'refine'; readonly url: string; readonly victim: string | null }
  /** Nothing is due before that time. */
  | { readonly kind: 'wait'; readonly until: number };

export type CrawlResult =
  | { readonly kind: 'updated'; readonly comparison: Comparison; readonly nextVisit: number }
  | { readonly kind: 'saved'; readonly discarded: string | null; readonly nextVisit: number }
  /** Every page held is more important: the new one is the least important, and it is the one not kept. */
  | { readonly kind: 'rejected' };

interface Held {
  checksum: string;
  page: RevisitPage;
  due: number;
}

interface Known {
  readonly url: string;
  importance: number;
  links: readonly number[];
  held: Held | null;
}

export class IncrementalCollection {
  readonly #options: CollectionOptions;
  /** AllUrls: every URL discovered, by number. */
  readonly #ids = new Map<string, number>();
  readonly #known: Known[] = [];
  /** CollUrls: numbers of the pages held. */
  readonly #held = new Set<number>();
  /** The pages held by the time of their next visit, and by importance. Entries that a later one replaced are skipped. */
  readonly #byDue = new KeyedHeap();
  readonly #byImportance = new KeyedHeap();
  /** Found worthy by the last ranking, best first, from `#nextWorthy` on. */
  #worthy: number[] = [];
  #nextWorthy = 0;

  constructor(options: CollectionOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#held.size;
  }

  get known(): number {
    return this.#known.length;
  }

  has(url: string): boolean {
    const id = this.#ids.get(url);
    return id !== undefined && this.#held.has(id);
  }

  urls(): string[] {
    return [...this.#held].map((id) => this.#known[id]!.url);
  }

  importanceOf(url: string): number {
    const id = this.#ids.get(url);
    return id === undefined ? 0 : this.#known[id]!.importance;
  }

  /** Adds URLs to AllUrls; those known already are left as they are. */
  discover(urls: Iterable<string>): void {
    for (const url of urls) this.#id(url);
  }

  /** The refinement decision for all pages: importance anew, and the pages outside that are more important than some inside. */
  rank(): void {
    const count = this.#known.length;
    const links: [number, number][] = [];
    for (const from of this.#held)
      for (const to of this.#known[from]!.links) if (to !== from) links.push([from, to]);
    const graph = linkGraph(count, links);
    const scores = this.#options.importance === 'back-links' ? backLinkCounts(graph) : pageRank(graph);
    for (let id = 0; id < count; id++) this.#known[id]!.importance = scores[id]!;
    this.#byImportance.clear();
    for (const id of this.#held) this.#byImportance.push(this.#known[id]!.importance, id);
    const outside: number[] = [];
    for (let id = 0; id < count; id++) if (!this.#held.has(id)) outside.push(id);
    outside.sort((a, b) => this.#known[b]!.importance - this.#known[a]!.importance || a - b);
    // The best outside is set against the worst inside, the second best against the second worst, and so on while it pays.
    const inside = [...this.#held].sort(
      (a, b) => this.#known[a]!.importance - this.#known[b]!.importance || b - a,
    );
    const room = this.#options.capacity - inside.length;
    this.#nextWorthy = 0;
    this.#worthy = outside.filter(
      (id, i) =>
        i < room ||
        (i - room < inside.length &&
          this.#known[id]!.importance > this.#known[inside[i - room]!]!.importance),
    );
  }

  /** selectToCrawl: a page that the last ranking found worthy, else the page held whose visit is due first. */
  select(now: number): Selection {
    for (; this.#nextWorthy < this.#worthy.length; this.#nextWorthy++) {
      const id = this.#worthy[this.#nextWorthy]!;
      if (this.#held.has(id)) continue;
      if (this.size < this.#options.capacity)
        return { kind: 'refine', url: this.#known[id]!.url, victim: null };
      const victim = this.#leastImportant();
      if (victim !== null && this.#known[victim]!.importance < this.#known[id]!.importance)
        return { kind: 'refine', url: this.#known[id]!.url, victim: this.#known[victim]!.url };
    }
    const best = this.#byDue.peek((due, id) => this.#known[id]!.held?.due === due);
    if (best === null) {
      const first = this.#known.find((known) => known.held === null);
      if (first === undefined || this.#options.capacity < 1)
        return { kind: 'wait', until: Number.POSITIVE_INFINITY };
      return { kind: 'refine', url: first.url, victim: null };
    }
    const due = this.#known[best]!.held!.due;
    return due <= now ? { kind: 'update', url: this.#known[best]!.url } : { kind: 'wait', until: due };
  }

  /** Steps 3–10: the page was fetched. */
  crawled(
    url: string,
    page: { readonly checksum: string; readonly links: readonly string[]; readonly at: number },
  ): CrawlResult {
    const id = this.#id(url);
    const known = this.#known[id]!;
    const links = [...new Set(page.links)].map((link) => this.#id(link));
    if (known.held !== null) {
      const { held } = known;
      const comparison = compareChecksums(held.checksum, page.checksum);
      const after: RevisitPage = {
        ...held.page,
        seen: observe(held.page.seen, page.at, comparison),
        changed: comparison === 'changed',
        importance: this.#weight(known.importance),
      };
      held.due = this.#options.policy.visited(after, held.page);
      this.#byDue.push(held.due, id);
      held.page = after;
      held.checksum = page.checksum;
      known.links = links;
      return { kind: 'updated', comparison, nextVisit: held.due };
    }
    let discarded: string | null = null;
    if (this.size >= this.#options.capacity) {
      const victim = this.#leastImportant();
      if (victim === null || this.#known[victim]!.importance >= known.importance) return { kind: 'rejected' };
      discarded = this.#known[victim]!.url;
      this.#discard(victim);
    }
    const first: RevisitPage = {
      seen: firstVisit(page.at),
      changed: null,
      importance: this.#weight(known.importance),
      prior: this.#options.prior?.(url) ?? Math.LN2 / 50,
    };
    const due = this.#options.policy.visited(first, null);
    known.held = { checksum: page.checksum, page: first, due };
    known.links = links;
    this.#held.add(id);
    this.#byDue.push(due, id);
    this.#byImportance.push(known.importance, id);
    return { kind: 'saved', discarded, nextVisit: due };
  }

  #id(url: string): number {
    let id = this.#ids.get(url);
    if (id === undefined) {
      id = this.#known.length;
      this.#ids.set(url, id);
      this.#known.push({ url, importance: 0, links: [], held: null });
    }
    return id;
  }

  /** selectToDiscard: the least important page held; of equals the one found last. */
  #leastImportant(): number | null {
    return this.#byImportance.peek(
      (importance, id) => this.#held.has(id) && this.#known[id]!.importance === importance,
    );
  }

  #discard(id: number): void {
    const known = this.#known[id]!;
    this.#options.policy.forgotten(known.held!.page);
    known.held = null;
    known.links = [];
    this.#held.delete(id);
  }

  /** Importance as a weight for the policy: 1 for the mean page, never 0. */
  #weight(importance: number): number {
    if (this.#options.importance === 'back-links') return 1 + importance;
    return Math.max(1e-3, importance * Math.max(1, this.#known.length));
  }
}
