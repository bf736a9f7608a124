/**
 * Lines of a concordance. In the order of the pages, and by year or site, only the pages of the lines shown are read. Sorted by the words
 * beside them, so are those that the index cannot tell from the lines shown; by the form found, and of words that the index does not have,
 * every page is read once. The order is kept for the parts that follow.
 */
import { fnv47 } from '../../bytes/index.ts';
import { TarrafaError } from '../../errors.ts';
import type {
  ConcordanceAnswer,
  ConcordanceLine,
  LineOrder,
  LinesAsked,
  ReadingOptions,
  WordTotal,
} from '../ports/index.ts';
import type { Query } from '../ports/question.ts';
import { isKnown } from '../search-index/index.ts';
import type { WordTotals } from '../search-index/occurrences.ts';
import { clampedLimit, readCursor, writeCursor } from '../store/cursor.ts';
import { coarseKeys, wordsBeside } from './coarse-keys.ts';
import { cutLine, hitNeighbours, sortKey } from './lines.ts';
import { type MatchedPage, Reading, totalOf } from './reading.ts';
import { draws } from './sampling.ts';
import { type PlacedHit, SortedHits } from './sorted-hits.ts';
import type { ConcordanceSource } from './source.ts';

const LINES = 50;
const MOST_LINES = 1_000;
const MOST_SAMPLED = 10_000;
/** Pages that one answer looks through for its lines, read in the time that a first screen has: where hits are rare the next answer goes on. */
const WALKED = 800;
/** Whoever wants many lines at once waits for them: so many pages for each, up to a limit. */
const WALKED_FOR_A_LINE = 20;
const MOST_WALKED = 5_000;
/** Lines that are sorted in memory. */
const MOST_SORTED = 2_000_000;
/** Pages whose neighbours the index does not know that are read to be sorted among the others; with more, all pages are. */
const MOST_UNKNOWN = 1_000;

/** A line before it is cut: which hit of which page, and what it is sorted by. */
interface Hit extends PlacedHit {
  readonly key: string;
}

interface Part {
  readonly lines: readonly ConcordanceLine[];
  /** Where the next begins: two numbers of the order's own; null at the end. */
  readonly next: readonly [number, number] | null;
  /** All hits, when they had to be counted anyway. */
  readonly counted?: { readonly hits: number; readonly pages: number };
}

export async function concordanceLines(
  source: ConcordanceSource,
  query: Query,
  asked: LinesAsked,
  options: ReadingOptions,
): Promise<ConcordanceAnswer> {
  const { words, match, fold, sort, sample } = asked;
  const which = fnv47(JSON.stringify([query.clause, query.chips, words, match, fold, sort, sample]));
  let from: readonly [number, number] = [0, 0];
  if (asked.cursor !== undefined) {
    const [of, first, second] = readCursor('concordance', asked.cursor, [0, 0, 0] as const);
    if (of !== which || ![first, second].every((part) => Number.isInteger(part) && part >= 0))
      throw new TarrafaError('TRF_CURSOR_INVALID', [asked.cursor.slice(0, 80)]);
    from = [first, second];
  }
  const neighbours = sample === undefined && match !== 'exact' && wordsBeside(sort ?? []);
  const reading = await Reading.of(source, query, asked, options, { neighbours });
  const totals = await source.wordTotals(query, false);
  const part = await new Lines(reading, asked, sortedBefore(source, which)).part(from);
  const total =
    part.counted === undefined
      ? await totalOnce(source, which, reading, totals, from)
      : totalOf(part.counted.hits, part.counted.pages, totals);
  return {
    ...total,
    // Rare hits may all be elsewhere than where an estimate looked: what is shown is there.
    hits: Math.max(total.hits, part.lines.length),
    lines: part.lines,
    next: part.next === null ? null : writeCursor('concordance', [which, ...part.next]),
  };
}

interface Told {
  readonly which: number;
  readonly pages: Float64Array;
  readonly total: WordTotal;
}

/** The last total of each catalogue that took reading pages. */
const TOLD = new WeakMap<ConcordanceSource, Told>();

/** How many there are, read once for all parts of a question. */
async function totalOnce(
  source: ConcordanceSource,
  which: number,
  reading: Reading,
  totals: WordTotals,
  from: readonly [number, number],
): Promise<WordTotal> {
  const { pages } = reading.found;
  const told = TOLD.get(source);
  const isPart = from[0] > 0 || from[1] > 0;
  if (isPart && told !== undefined && told.which === which && samePages(told.pages, pages)) return told.total;
  const total = await reading.total(totals);
  if (!reading.exact) TOLD.set(source, { which, pages, total });
  return total;
}

const samePages = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((page, at) => page === other[at]);

/** An order that took reading pages, kept for whoever asks for its next part. */
interface Sorted {
  readonly which: number;
  readonly pages: Float64Array;
  readonly hits: SortedHits;
  readonly having: number;
}

/** The last one of each catalogue. */
const SORTED = new WeakMap<ConcordanceSource, Sorted>();

interface SortedBefore {
  get(pages: Float64Array): Sorted | null;
  keep(sorted: Omit<Sorted, 'which'>): void;
}

function sortedBefore(source: ConcordanceSource, which: number): SortedBefore {
  return {
    get(pages) {
      const known = SORTED.get(source);
      return known !== undefined && known.which === which && samePages(known.pages, pages) ? known : null;
    },
    keep: (sorted) => void SORTED.set(source, { which, ...sorted }),
  };
}

class Lines {
  readonly #before: SortedBefore;
  readonly #reading: Reading;
  readonly #asked: LinesAsked;
  readonly #limit: number;
  readonly #orders: readonly LineOrder[];

  constructor(reading: Reading, asked: LinesAsked, before: SortedBefore) {
    this.#before = before;
    this.#reading = reading;
    this.#asked = asked;
    this.#limit = clampedLimit(asked.limit, LINES, MOST_LINES);
    this.#orders = asked.sort ?? [];
  }

  part(from: readonly [number, number]): Promise<Part> {
    const { sample } = this.#asked;
    if (sample !== undefined) return this.#sampled(sample.size, sample.seed, from[0]);
    const [first] = this.#orders;
    if (first === undefined || ((first === 'year' || first === 'site') && this.#orders.length === 1))
      return this.#walked(this.#pageOrder(first), from);
    return this.#sorted(from[0]);
  }

  #line({ page, year, matched }: MatchedPage, number: number): ConcordanceLine {
    return cutLine(page, matched, matched.hits[number]!, this.#reading.words, year, this.#asked.context);
  }

  #hit({ at, page, year, matched }: MatchedPage, number: number): Hit {
    const key =
      this.#orders.length === 0
        ? ''
        : sortKey(
            this.#orders,
            { year, site: page.site },
            matched,
            matched.hits[number]!,
            this.#reading.words,
          );
    return { at, number, key };
  }

  #pageOrder(by: 'year' | 'site' | undefined): Uint32Array {
    const { found } = this.#reading;
    const order = Uint32Array.from(found.pages.keys());
    if (by === 'year') {
      const year = (at: number): number => this.#reading.year(at) ?? Number.MAX_SAFE_INTEGER;
      order.sort((a, b) => year(a) - year(b) || a - b);
    } else if (by === 'site') {
      const names = [...new Set(found.sites)].sort((a, b) =>
        found.siteNames[a]! < found.siteNames[b]! ? -1 : 1,
      );
      const ranks = new Map(names.map((site, rank) => [site, rank]));
      const rank = Float64Array.from(found.sites, (site) => ranks.get(site)!);
      order.sort((a, b) => rank[a]! - rank[b]! || a - b);
    }
    return order;
  }

  /** Page after page. `from`: a place in the order, and hits of that page that were shown. */
  async #walked(order: Uint32Array, from: readonly [number, number]): Promise<Part> {
    const { exact, found } = this.#reading;
    const lines: ConcordanceLine[] = [];
    const [start] = from;
    const most = Math.max(WALKED, Math.min(MOST_WALKED, this.#limit * WALKED_FOR_A_LINE));
    const end = Math.min(order.length, start + most);
    // No more pages are read than have the lines, where the index says how many each has.
    let wanted = start;
    for (let hits = -from[1]; wanted < end && (!exact || hits < this.#limit + 1); wanted++)
      hits += found.counts[order[wanted]!]!;
    const places = new Map<number, number>();
    for (let i = start; i < wanted; i++) places.set(order[i]!, i);
    for await (const page of this.#reading.pages(order.subarray(start, wanted), this.#limit)) {
      const place = places.get(page.at)!;
      for (let number = place === start ? from[1] : 0; number < page.matched.hits.length; number++) {
        if (lines.length === this.#limit) return { lines, next: [place, number] };
        lines.push(this.#line(page, number));
      }
    }
    return { lines, next: wanted < order.length ? [wanted, 0] : null };
  }

  /** Lines in an order that texts decide. `from`: lines that were shown. */
  async #sorted(from: number): Promise<Part> {
    const { hits, having } =
      this.#before.get(this.#reading.found.pages) ?? (await this.#sortRoughly()) ?? (await this.#sortAll());
    const to = Math.min(hits.length, from + this.#limit);
    await hits.tell(from, to, (some) => this.#keysOf(some));
    return {
      lines: await this.#shown(hits.hits(from, to)),
      next: to < hits.length ? [to, 0] : null,
      counted: { hits: hits.length, pages: having },
    };
  }

  /** By what the index knows. Null: that is not enough to begin with. */
  async #sortRoughly(): Promise<Omit<Sorted, 'which'> | null> {
    const { exact, found } = this.#reading;
    const keyOf = exact ? coarseKeys(this.#orders, this.#reading) : null;
    if (keyOf === null) return null;
    if (found.total > MOST_SORTED)
      throw new TarrafaError('TRF_CONCORDANCE_LARGE', [found.total, MOST_SORTED]);
    const { neighbours } = found;
    if (neighbours !== null && !(await this.#knowAll(neighbours))) return null;
    const keys = new Uint32Array(found.total);
    for (let at = 0, hit = 0; at < found.pages.length; at++)
      for (let left = found.counts[at]!; left > 0; left--, hit++)
        keys[hit] = keyOf(at, neighbours?.[hit] ?? 0);
    const sorted = {
      pages: found.pages,
      hits: SortedHits.byKeys(found.counts, keys),
      having: found.pages.length,
    };
    this.#before.keep(sorted);
    return sorted;
  }

  /** Reads the pages whose neighbours the index does not know. False: they are too many. */
  async #knowAll(neighbours: Uint32Array): Promise<boolean> {
    const { counts } = this.#reading.found;
    /** By the place of each such page its first hit among all. */
    const unknown = new Map<number, number>();
    for (let at = 0, hit = 0; at < counts.length; hit += counts[at++]!)
      for (let n = hit; n < hit + counts[at]!; n++) if (!isKnown(neighbours[n]!)) unknown.set(at, hit);
    if (unknown.size > MOST_UNKNOWN) return false;
    this.#reading.afford(unknown.size);
    for await (const { at, matched } of this.#reading.pages(unknown.keys(), unknown.size))
      for (const [number, hit] of matched.hits.slice(0, counts[at]).entries())
        neighbours[unknown.get(at)! + number] = hitNeighbours(matched, hit, this.#reading.words);
    return true;
  }

  /** By what lines are sorted, from their texts. */
  async #keysOf(hits: readonly PlacedHit[]): Promise<ReadonlyMap<PlacedHit, string>> {
    const of = byPage(hits);
    this.#reading.afford(of.size);
    const keys = new Map<PlacedHit, string>();
    for await (const page of this.#reading.pages(ascending(of.keys()), of.size))
      for (const hit of of.get(page.at)!)
        if (hit.number < page.matched.hits.length) keys.set(hit, this.#hit(page, hit.number).key);
    return keys;
  }

  async #sortAll(): Promise<Omit<Sorted, 'which'>> {
    const { pages } = this.#reading.found;
    this.#reading.afford(pages.length);
    const hits: Hit[] = [];
    let having = 0;
    for await (const page of this.#reading.pages(this.#reading.all(), pages.length)) {
      if (page.matched.hits.length > 0) having++;
      for (const number of page.matched.hits.keys()) hits.push(this.#hit(page, number));
      if (hits.length > MOST_SORTED)
        throw new TarrafaError('TRF_CONCORDANCE_LARGE', [hits.length, MOST_SORTED]);
    }
    inOrder(hits);
    const sorted = {
      pages,
      hits: SortedHits.told(
        Uint32Array.from(hits, (hit) => hit.at),
        Uint32Array.from(hits, (hit) => hit.number),
      ),
      having,
    };
    this.#before.keep(sorted);
    return sorted;
  }

  /** Lines drawn by a seed. `from`: lines that were shown. */
  async #sampled(size: number, seed: number, from: number): Promise<Part> {
    const wanted = clampedLimit(size, LINES, MOST_SAMPLED);
    const { found } = this.#reading;
    // Nothing tells how many hits a page has at most: all must be read.
    const hits = inOrder(
      found.total === 0 ? await this.#drawnFromAll(wanted, seed) : await this.#drawn(wanted, seed),
    );
    return {
      lines: await this.#shown(hits.slice(from, from + this.#limit)),
      next: from + this.#limit < hits.length ? [from + this.#limit, 0] : null,
    };
  }

  /**
   * Hits are drawn as if every page had as many as the index says at most; those that turn out not to be there are drawn again. So each
   * that is there is as likely as any other, and few pages are read.
   */
  async #drawn(size: number, seed: number): Promise<Hit[]> {
    const { found } = this.#reading;
    const ends = new Float64Array(found.counts.length);
    for (let at = 0, sum = 0; at < ends.length; at++) {
      sum += found.counts[at]!;
      ends[at] = sum;
    }
    const draw = draws(seed);
    const drawn = new Set<number>();
    const hits: Hit[] = [];
    let read = 0;
    while (hits.length < size && drawn.size < found.total) {
      const asked = new Map<number, number[]>();
      for (let more = size - hits.length; more > 0 && drawn.size < found.total; more--) {
        // Near the end few are left: the next one that was not drawn.
        let slot = Math.floor(draw() * found.total);
        while (drawn.has(slot)) slot = (slot + 1) % found.total;
        drawn.add(slot);
        const at = firstAbove(ends, slot);
        const number = slot - (ends[at]! - found.counts[at]!);
        const same = asked.get(at);
        if (same === undefined) asked.set(at, [number]);
        else same.push(number);
      }
      // Where few are there the rounds are many: what all of them read counts.
      read += asked.size;
      this.#reading.afford(read);
      const met: Hit[] = [];
      for await (const page of this.#reading.pages(ascending(asked.keys()), asked.size))
        for (const number of asked.get(page.at)!)
          if (number < page.matched.hits.length) met.push(this.#hit(page, number));
      hits.push(...met);
    }
    return hits;
  }

  async #drawnFromAll(size: number, seed: number): Promise<Hit[]> {
    const pages = this.#reading.found.pages.length;
    this.#reading.afford(pages);
    const draw = draws(seed);
    const kept: Hit[] = [];
    let met = 0;
    for await (const page of this.#reading.pages(this.#reading.all(), pages))
      for (const number of page.matched.hits.keys()) {
        const place = met < size ? met : Math.floor(draw() * (met + 1));
        if (place < size) kept[place] = this.#hit(page, number);
        met++;
      }
    return kept;
  }

  /** Lines of hits, in their order. */
  async #shown(hits: readonly PlacedHit[]): Promise<ConcordanceLine[]> {
    const lines = new Map<PlacedHit, ConcordanceLine>();
    const of = byPage(hits);
    for await (const page of this.#reading.pages(ascending(of.keys()), of.size))
      for (const hit of of.get(page.at)!)
        if (hit.number < page.matched.hits.length) lines.set(hit, this.#line(page, hit.number));
    return hits.flatMap((hit) => lines.get(hit) ?? []);
  }
}

function byPage(hits: readonly PlacedHit[]): ReadonlyMap<number, readonly PlacedHit[]> {
  const of = new Map<number, PlacedHit[]>();
  for (const hit of hits) {
    const same = of.get(hit.at);
    if (same === undefined) of.set(hit.at, [hit]);
    else same.push(hit);
  }
  return of;
}

const ascending = (places: Iterable<number>): number[] => [...places].sort((a, b) => a - b);

function inOrder(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at || a.number - b.number));
}

/** The first place whose value is above `value`; they ascend. */
function firstAbove(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
