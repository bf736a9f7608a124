/**
 * The search itself, segment by segment, in flat arrays: the clause becomes a set of bits, filters clear bits, and what is left is scored,
 * ranked and counted. Every match is looked at unless the request sets a bound: a list of postings costs a few nanoseconds a document.
 */
import { type BoundingBox, checkedBox, intersects, overlapRelevance } from '../../geo/index.ts';
import type { Period } from '../port.ts';
import { FieldScores, inverseFrequency } from './bm25.ts';
import { ByteReader } from './byte-writer.ts';
import { KINDS } from './columns.ts';
import { FacetCounts } from './facet-counts.ts';
import { dayCode, NO_DAY, shareOf } from './measures.ts';
import { LANGUAGES, type Names, PLACES, SITES } from './names.ts';
import { makePlan, type Plan, type PlanNode } from './plan.ts';
import type { IndexAnswer, IndexHit, IndexRequest } from './port.ts';
import { countBits, decodeDocuments, type Segment, type TermEntry } from './segment.ts';
import { TopHits } from './top-hits.ts';

/** Hits that one request may ask for, counted from the first. */
export const DEEPEST_HIT = 100_000;
const PARTS = 6;
/** Of one step of a share. */
const SHARE = shareOf(1);

/** Days asked for: from and to in turn, ascending, without overlap. */
function daysOf(periods: readonly Period[] | undefined): Int32Array | null {
  if (periods === undefined || periods.length === 0) return null;
  const valid = periods
    .filter(({ from, to }) => from <= to)
    .map(({ from, to }) => [dayCode(from), dayCode(to)] as [number, number])
    .sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of valid) {
    const last = joined[joined.length - 1];
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return Int32Array.from(joined.flat());
}

/** A request in the numbers of this index. */
interface Conditions {
  readonly when: Int32Array | null;
  readonly notWhen: Int32Array | null;
  readonly published: Int32Array | null;
  readonly notPublished: Int32Array | null;
  /** By number of the place: how well it answers; -1 when it does not at all. */
  readonly places: Float64Array | null;
  readonly notPlaces: Uint8Array | null;
  readonly area: BoundingBox | null;
  /** By number of the name, 1 for what is let through. */
  readonly sites: Uint8Array | null;
  readonly kinds: Uint8Array | null;
  readonly languages: Uint8Array | null;
}

function conditionsOf(request: IndexRequest, names: Names): Conditions {
  let places: Float64Array | null = null;
  if (request.places !== undefined) {
    places = new Float64Array(names.list(PLACES).length).fill(-1);
    for (const [key, weight] of request.places) {
      const number = names.find(PLACES, key);
      if (number !== 0) places[number] = weight > 0 ? Math.min(1, weight) : 0;
    }
  }
  let notPlaces: Uint8Array | null = null;
  if (request.notPlaces !== undefined && request.notPlaces.size > 0) {
    notPlaces = new Uint8Array(names.list(PLACES).length);
    for (const key of request.notPlaces) {
      const number = names.find(PLACES, key);
      if (number !== 0) notPlaces[number] = 1;
    }
  }
  return {
    when: daysOf(request.when),
    notWhen: daysOf(request.notWhen),
    published: daysOf(request.published),
    notPublished: daysOf(request.notPublished),
    places,
    notPlaces,
    area: request.area === undefined ? null : (checkedBox(request.area) ?? [0, 0, 0, 0]),
    sites: allowed(names.list(SITES), request.sites, request.notSites, isSiteOf),
    kinds: allowed(KINDS, request.kinds, request.notKinds, (kind, asked) => kind === asked),
    languages: allowed(
      names.list(LANGUAGES),
      request.languages,
      request.notLanguages,
      (language, asked) => language === asked.toLowerCase(),
    ),
  };
}

function isSiteOf(site: string, asked: string): boolean {
  const wanted = asked.toLowerCase();
  return (
    wanted !== '' &&
    site.endsWith(wanted) &&
    (site.length === wanted.length || site[site.length - wanted.length - 1] === '.')
  );
}

function allowed(
  list: readonly string[],
  wanted: readonly string[] | undefined,
  unwanted: readonly string[] | undefined,
  fits: (name: string, asked: string) => boolean,
): Uint8Array | null {
  const some = wanted !== undefined && wanted.length > 0;
  const none = unwanted !== undefined && unwanted.length > 0;
  if (!some && !none) return null;
  return Uint8Array.from(list, (name) =>
    (!some || wanted.some((asked) => fits(name, asked))) &&
    !(none && unwanted.some((asked) => fits(name, asked)))
      ? 1
      : 0,
  );
}

/** Memory that searches use again. */
class Scratch {
  readonly #bits: Uint32Array[] = [];
  #documents: Uint32Array[] = [];
  scores = new Float64Array(0);
  matches = new Uint32Array(0);

  takeBits(words: number): Uint32Array {
    const kept = this.#bits.pop();
    if (kept === undefined || kept.length < words)
      return new Uint32Array(Math.max(words, 1024)).subarray(0, words);
    return kept.length === words ? kept.fill(0) : new Uint32Array(kept.buffer, 0, words).fill(0);
  }

  giveBits(bits: Uint32Array): void {
    if (this.#bits.length < 16) this.#bits.push(new Uint32Array(bits.buffer));
  }

  documents(term: number, count: number): Uint32Array {
    const kept = this.#documents[term];
    if (kept !== undefined && kept.length >= count) return kept;
    const made = new Uint32Array(Math.max(1024, Math.ceil(count * 1.25)));
    this.#documents[term] = made;
    return made;
  }

  /** All scores are 0 between searches. */
  room(documents: number): void {
    if (this.scores.length < documents) {
      this.scores = new Float64Array(documents);
      this.matches = new Uint32Array(documents);
    }
  }

  /** Lets go of what an uncommonly large search has left behind. */
  trim(): void {
    if (this.#documents.length > 8) this.#documents.length = 8;
  }
}

/** A term in one segment. */
interface TermList {
  readonly entry: TermEntry;
  documents: Uint32Array | null;
  frequencies: Uint8Array | null;
  frequenciesAt: number;
}

export interface LiveCounts {
  /** Documents of a segment that have the term and are not gone. */
  count(segment: Segment, term: string, entry: TermEntry): number;
}

export class Searcher {
  readonly #names: Names;
  readonly #counts: LiveCounts;
  readonly #scratch = new Scratch();

  constructor(names: Names, counts: LiveCounts) {
    this.#names = names;
    this.#counts = counts;
  }

  search(segments: readonly Segment[], request: IndexRequest): IndexAnswer {
    const limit = wholeNumber(request.limit, DEEPEST_HIT);
    const offset = wholeNumber(request.offset, DEEPEST_HIT);
    const wanted = limit === 0 ? 0 : Math.min(DEEPEST_HIT, offset + limit);
    const facets = request.facets ? new FacetCounts(this.#names, segments) : null;
    const ranking = new Ranking(wanted, request.order);
    const { total, bounded } = this.#run(
      segments,
      request,
      wanted > 0 ? ranking : null,
      (segment, matches, count) => {
        facets?.count(segment, matches, count);
      },
    );
    return {
      total,
      bounded,
      hits: ranking.hits(offset, limit),
      facets: facets === null ? null : facets.result(),
    };
  }

  /** Hands the matches of each segment over, without scoring them. */
  matches(
    segments: readonly Segment[],
    request: IndexRequest,
    found: (segment: Segment, matches: Uint32Array, count: number) => void,
  ): { readonly total: number; readonly bounded: boolean } {
    return this.#run(segments, request, null, found);
  }

  #run(
    segments: readonly Segment[],
    request: IndexRequest,
    ranking: Ranking | null,
    found: (segment: Segment, matches: Uint32Array, count: number) => void,
  ): { readonly total: number; readonly bounded: boolean } {
    const plan = makePlan(request.clause, request.prefer ?? null);
    const conditions = conditionsOf(request, this.#names);
    const termBytes = plan.terms.map((term) => Buffer.from(term, 'utf8'));
    const lists = segments.map((segment) =>
      plan.terms.map((term, t): TermList | null => {
        const entry = segment.lookup(term, termBytes[t]!);
        return entry === null ? null : { entry, documents: null, frequencies: null, frequenciesAt: 0 };
      }),
    );
    const bound =
      request.bound === undefined || Number.isNaN(request.bound)
        ? Number.POSITIVE_INFINITY
        : Math.max(1, request.bound);
    let live = 0;
    for (const segment of segments) live += segment.live;
    const weights = { idf: new Float64Array(plan.terms.length), counts: new Float64Array(plan.terms.length) };
    let scores: FieldScores | null = null;
    if (ranking !== null || Number.isFinite(bound)) {
      for (let t = 0; t < plan.terms.length; t++) {
        let having = 0;
        for (let s = 0; s < segments.length; s++) {
          const list = lists[s]![t];
          if (list != null) having += this.#counts.count(segments[s]!, plan.terms[t]!, list.entry);
        }
        weights.counts[t] = having;
        weights.idf[t] = inverseFrequency(live, having);
      }
    }
    if (ranking !== null) {
      const sums = new Float64Array(6);
      for (const segment of segments) for (let i = 0; i < 6; i++) sums[i]! += segment.lengthSums[i]!;
      scores = new FieldScores(
        request.weights,
        [0, 1, 2].map((field) => (sums[field + 3]! > 0 ? sums[field]! / sums[field + 3]! : 0)),
      );
    }
    let total = 0;
    let bounded = false;
    let quota = 0;
    for (let s = 0; s < segments.length; s++) {
      const segment = segments[s]!;
      if (segment.live === 0) continue;
      // Every segment may give its part, and what others left over.
      if (Number.isFinite(bound)) quota += (bound * segment.live) / live;
      const pass = new SegmentPass(segment, plan, lists[s]!, this.#scratch);
      const bits = pass.matching(conditions);
      if (bits === null) continue;
      if (Number.isFinite(bound)) {
        const most = Math.max(1, Math.floor(quota));
        if (countBits(bits) > most) {
          pass.choose(bits, most, weights.counts);
          bounded = true;
        }
      }
      const { matches } = this.#scratch;
      const count = listBits(bits, matches);
      this.#scratch.giveBits(bits);
      quota -= count;
      total += count;
      if (count === 0) continue;
      if (ranking !== null) pass.rank(matches, count, request, conditions, weights.idf, scores!, ranking);
      found(segment, matches, count);
    }
    this.#scratch.trim();
    return { total, bounded };
  }
}

function wholeNumber(value: number, most: number): number {
  return value > 0 ? Math.min(most, Math.floor(value)) : 0;
}

/** Writes the numbers of the bits that are set; returns how many. */
function listBits(bits: Uint32Array, out: Uint32Array): number {
  let count = 0;
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w]!;
    const base = w << 5;
    while (word !== 0) {
      out[count++] = base + 31 - Math.clz32(word & -word);
      word &= word - 1;
    }
  }
  return count;
}

/** The best hits over all segments, with the parts of their scores. */
class Ranking {
  readonly #top: TopHits;
  readonly #order: IndexRequest['order'];
  readonly #parts: Float64Array;
  readonly #scores: Float64Array;

  constructor(wanted: number, order: IndexRequest['order']) {
    this.#top = new TopHits(wanted);
    this.#order = order;
    this.#parts = new Float64Array(wanted * PARTS);
    this.#scores = new Float64Array(wanted);
  }

  /** What the first key of a document must reach at least. */
  get threshold(): number {
    return this.#top.threshold;
  }

  key(score: number, published: number): number {
    if (this.#order === 'relevance') return score;
    if (published === NO_DAY) return Number.NEGATIVE_INFINITY;
    return this.#order === 'newest' ? published : -published;
  }

  /** Where the parts of a document go that comes in; -1 when it does not. */
  offer(key: number, score: number, id: number): number {
    const slot = this.#top.offer(key, this.#order === 'relevance' ? 0 : score, id);
    if (slot >= 0) this.#scores[slot] = score;
    return slot;
  }

  setParts(slot: number, parts: Float64Array): void {
    this.#parts.set(parts, slot * PARTS);
  }

  hits(offset: number, limit: number): IndexHit[] {
    const { slots, ids } = this.#top.drain();
    const hits: IndexHit[] = [];
    for (let i = offset; i < slots.length && i < offset + limit; i++) {
      const slot = slots[i]!;
      const part = (n: number): number => this.#parts[slot * PARTS + n]!;
      hits.push({
        id: ids[i]!,
        score: this.#scores[slot]!,
        parts: {
          title: part(0),
          text: part(1),
          anchors: part(2),
          period: part(3),
          place: part(4),
          links: part(5),
        },
      });
    }
    return hits;
  }
}

/** One search in one segment. */
class SegmentPass {
  readonly #segment: Segment;
  readonly #plan: Plan;
  readonly #lists: readonly (TermList | null)[];
  readonly #scratch: Scratch;
  readonly #words: number;
  readonly #parts = new Float64Array(PARTS);

  constructor(segment: Segment, plan: Plan, lists: readonly (TermList | null)[], scratch: Scratch) {
    this.#segment = segment;
    this.#plan = plan;
    this.#lists = lists;
    this.#scratch = scratch;
    this.#words = (segment.documents + 31) >> 5;
    scratch.room(segment.documents);
  }

  /** The documents that match, as bits; null when there are surely none. */
  matching(conditions: Conditions): Uint32Array | null {
    const { root } = this.#plan;
    let bits: Uint32Array;
    if (root === null) bits = this.#all();
    else {
      if (this.#most(root) === 0) return null;
      bits = this.#evaluate(root);
    }
    const { deleted } = this.#segment;
    if (deleted !== null) for (let w = 0; w < bits.length; w++) bits[w]! &= ~deleted[w]!;
    this.#filter(bits, conditions);
    return bits;
  }

  #all(): Uint32Array {
    const bits = this.#scratch.takeBits(this.#words).fill(0xffffffff);
    const spare = this.#segment.documents & 31;
    if (spare !== 0) bits[bits.length - 1] = 0xffffffff >>> (32 - spare);
    return bits;
  }

  /** How many documents a node can match at most. */
  #most(node: PlanNode): number {
    switch (node.op) {
      case 'term':
        return this.#lists[node.term]?.entry.count ?? 0;
      case 'phrase':
        return Math.min(...node.terms.map((term) => this.#lists[term]?.entry.count ?? 0));
      case 'and':
        return Math.min(...node.nodes.map((child) => this.#most(child)));
      case 'or':
        return Math.min(
          this.#segment.documents,
          node.nodes.reduce((sum, child) => sum + this.#most(child), 0),
        );
      case 'not':
        return this.#segment.documents;
    }
  }

  #evaluate(node: PlanNode): Uint32Array {
    switch (node.op) {
      case 'term': {
        const bits = this.#scratch.takeBits(this.#words);
        this.#setTerm(bits, node.term);
        return bits;
      }
      case 'phrase':
        return this.#phrase(node.terms, node.offsets);
      case 'not': {
        const bits = this.#all();
        const inner = this.#evaluate(node.node);
        for (let w = 0; w < bits.length; w++) bits[w]! &= ~inner[w]!;
        this.#scratch.giveBits(inner);
        return bits;
      }
      case 'or': {
        const bits = this.#scratch.takeBits(this.#words);
        for (const child of node.nodes) {
          if (child.op === 'term') {
            this.#setTerm(bits, child.term);
            continue;
          }
          if (this.#most(child) === 0) continue;
          const other = this.#evaluate(child);
          for (let w = 0; w < bits.length; w++) bits[w]! |= other[w]!;
          this.#scratch.giveBits(other);
        }
        return bits;
      }
      case 'and': {
        // The rarest first: often nothing is left for the others to do.
        const children = [...node.nodes].sort((a, b) => this.#most(a) - this.#most(b));
        if (this.#most(children[0]!) === 0) return this.#scratch.takeBits(this.#words);
        const bits = this.#evaluate(children[0]!);
        for (let i = 1; i < children.length; i++) {
          const other = this.#evaluate(children[i]!);
          let any = 0;
          for (let w = 0; w < bits.length; w++) any |= bits[w]! &= other[w]!;
          this.#scratch.giveBits(other);
          if (any === 0) break;
        }
        return bits;
      }
    }
  }

  #setTerm(bits: Uint32Array, term: number): void {
    const list = this.#decoded(term);
    if (list === null) return;
    const documents = list.documents!;
    const { count } = list.entry;
    for (let i = 0; i < count; i++) {
      const document = documents[i]!;
      bits[document >> 5]! |= 1 << (document & 31);
    }
  }

  /** The postings of a term, read once for each search. */
  #decoded(term: number): TermList | null {
    const list = this.#lists[term] ?? null;
    if (list === null || list.documents !== null) return list;
    const { entry } = list;
    const bytes = this.#segment.postings(entry);
    const documents = this.#scratch.documents(term, entry.count);
    decodeDocuments(bytes, entry.documentsAt, entry.count, documents);
    list.documents = documents;
    list.frequencies = bytes;
    list.frequenciesAt = entry.row === 0 ? entry.frequenciesAt : bytes.length - entry.count;
    return list;
  }

  /** Documents in which the terms stand at these distances from each other. */
  #phrase(terms: readonly number[], offsets: readonly number[]): Uint32Array {
    const distinct = [...new Set(terms)];
    const bits = this.#evaluate(
      distinct.length === 1
        ? { op: 'term', term: distinct[0]! }
        : { op: 'and', nodes: distinct.map((term) => ({ op: 'term', term })) },
    );
    const candidates = new Uint32Array(countBits(bits));
    if (listBits(bits, candidates) === 0) return bits;
    const cursors = new Map<number, PositionCursor>();
    for (const term of distinct) {
      const list = this.#decoded(term);
      if (list === null) return bits.fill(0);
      cursors.set(term, new PositionCursor(this.#segment, list));
    }
    // The rarest term leads: its positions are tried against those of the others.
    const order = terms
      .map((_, i) => i)
      .sort((a, b) => this.#lists[terms[a]!]!.entry.count - this.#lists[terms[b]!]!.entry.count);
    const lead = cursors.get(terms[order[0]!]!)!;
    for (let c = 0; c < candidates.length; c++) {
      const document = candidates[c]!;
      for (const cursor of cursors.values()) cursor.moveTo(document);
      let left = lead.count;
      let starts: Int32Array = lead.positions;
      for (let k = 1; k < order.length && left > 0; k++) {
        const other = cursors.get(terms[order[k]!]!)!;
        const shift = offsets[order[k]!]! - offsets[order[0]!]!;
        // Both are ascending: one pass. What stays is written over what was, in memory of the pass's own.
        const kept = k === 1 ? this.#keep(left) : starts;
        let j = 0;
        let size = 0;
        for (let i = 0; i < left; i++) {
          const target = starts[i]! + shift;
          while (j < other.count && other.positions[j]! < target) j++;
          if (j === other.count) break;
          if (other.positions[j] === target) kept[size++] = starts[i]!;
        }
        starts = kept;
        left = size;
      }
      if (left === 0) bits[document >> 5]! &= ~(1 << (document & 31));
    }
    return bits;
  }

  #kept: Int32Array = new Int32Array(64);
  #keep(size: number): Int32Array {
    if (this.#kept.length < size) this.#kept = new Int32Array(size * 2);
    return this.#kept;
  }

  #filter(bits: Uint32Array, conditions: Conditions): void {
    const segment = this.#segment;
    if (conditions.kinds !== null) clearByCode(bits, segment.column('kinds'), conditions.kinds);
    if (conditions.languages !== null) clearByCode(bits, segment.column('languages'), conditions.languages);
    if (conditions.sites !== null) clearByCode(bits, segment.column('sites'), conditions.sites);
    if (conditions.published !== null) {
      const days = segment.column('published');
      const asked = conditions.published;
      clearWhere(bits, (d) => days[d] === NO_DAY || !within(days[d]!, days[d]!, asked));
    }
    if (conditions.notPublished !== null) {
      const days = segment.column('published');
      const asked = conditions.notPublished;
      clearWhere(bits, (d) => days[d] !== NO_DAY && within(days[d]!, days[d]!, asked));
    }
    if (conditions.when !== null) this.#filterWhen(bits, conditions.when, false);
    if (conditions.notWhen !== null) this.#filterWhen(bits, conditions.notWhen, true);
    if (conditions.places !== null || conditions.area !== null) this.#filterWhere(bits, conditions);
    if (conditions.notPlaces !== null) {
      const { notPlaces } = conditions;
      const starts = segment.column('placeStarts');
      const places = segment.column('places');
      clearWhere(bits, (d) => {
        for (let i = starts[d]!; i < starts[d + 1]!; i++) if (notPlaces[places[i]!] === 1) return true;
        return false;
      });
    }
  }

  #filterWhen(bits: Uint32Array, asked: Int32Array, negated: boolean): void {
    const starts = this.#segment.column('periodStarts');
    const days = this.#segment.column('periodDays');
    clearWhere(bits, (d) => {
      for (let i = starts[d]!; i < starts[d + 1]!; i++)
        if (within(days[i * 2]!, days[i * 2 + 1]!, asked)) return negated;
      return !negated;
    });
  }

  #filterWhere(bits: Uint32Array, conditions: Conditions): void {
    const segment = this.#segment;
    const starts = segment.column('placeStarts');
    const places = segment.column('places');
    const weights = conditions.places;
    const boxed = conditions.area === null ? null : this.#boxesIn(conditions.area);
    clearWhere(bits, (d) => {
      if (boxed !== null && ((boxed[d >> 5]! >> (d & 31)) & 1) === 1) return false;
      if (weights === null) return true;
      for (let i = starts[d]!; i < starts[d + 1]!; i++) if (weights[places[i]!]! >= 0) return false;
      return true;
    });
    if (boxed !== null) this.#scratch.giveBits(boxed);
  }

  #boxesIn(area: BoundingBox): Uint32Array {
    const bits = this.#scratch.takeBits(this.#words);
    const owners = this.#segment.column('boxDocuments');
    const boxes = this.#segment.column('boxes');
    for (let i = 0; i < owners.length; i++) {
      // Most boxes are above or below: no need to look closer.
      if (boxes[i * 4 + 1]! > area[3] || boxes[i * 4 + 3]! < area[1]) continue;
      if (intersects(area, boxAt(boxes, i))) bits[owners[i]! >> 5]! |= 1 << (owners[i]! & 31);
    }
    return bits;
  }

  /**
   * Leaves `most` of the matches: those that have the rarest terms first, since they would stand first. Documents that have only frequent
   * terms are reached when there is room.
   */
  choose(bits: Uint32Array, most: number, counts: Float64Array): void {
    const chosen = this.#scratch.takeBits(this.#words);
    let left = most;
    const terms = this.#plan.terms
      .map((_, t) => t)
      .filter((t) => this.#plan.scored[t] && this.#lists[t] != null)
      .sort((a, b) => counts[a]! - counts[b]! || a - b);
    for (const term of terms) {
      const list = this.#decoded(term)!;
      const documents = list.documents!;
      for (let i = 0; i < list.entry.count && left > 0; i++) {
        const d = documents[i]!;
        const bit = 1 << (d & 31);
        if ((bits[d >> 5]! & bit) !== 0 && (chosen[d >> 5]! & bit) === 0) {
          chosen[d >> 5]! |= bit;
          left--;
        }
      }
    }
    for (let w = 0; w < bits.length && left > 0; w++) {
      let word = bits[w]! & ~chosen[w]!;
      while (word !== 0 && left > 0) {
        const bit = word & -word;
        chosen[w]! |= bit;
        word &= ~bit;
        left--;
      }
    }
    bits.set(chosen);
    this.#scratch.giveBits(chosen);
  }

  rank(
    matches: Uint32Array,
    count: number,
    request: IndexRequest,
    conditions: Conditions,
    idf: Float64Array,
    fields: FieldScores,
    ranking: Ranking,
  ): void {
    const segment = this.#segment;
    const { scores } = this.#scratch;
    const size = segment.documents;
    const lengths = segment.column('lengths');
    const terms: number[] = [];
    for (let t = 0; t < this.#plan.terms.length; t++)
      if (this.#plan.scored[t] && this.#lists[t] != null) {
        terms.push(t);
        this.#score(t, matches, count, idf[t]!, fields, lengths);
      }
    const { weights } = request;
    const ids = segment.column('ids');
    const authority = segment.column('authority');
    const published = segment.column('published');
    const linkWeight = finite(weights.links);
    const periodWeight = finite(weights.period);
    const placeWeight = finite(weights.place);
    const boxes = conditions.area === null ? null : this.#boxScores(conditions.area);
    const { when, places } = conditions;
    const parts = this.#parts;
    for (let i = 0; i < count; i++) {
      const d = matches[i]!;
      let score = scores[d]!;
      scores[d] = 0;
      const period = when === null ? 0 : periodWeight * this.#periodPart(d, when);
      const place = places === null && boxes === null ? 0 : placeWeight * this.#placePart(d, places, boxes);
      const links = linkWeight * authority[d]!;
      score += period + place + links;
      const key = ranking.key(score, published[d]!);
      if (key < ranking.threshold) continue;
      const slot = ranking.offer(key, score, ids[d]!);
      if (slot < 0) continue;
      parts[0] = 0;
      parts[1] = 0;
      parts[2] = 0;
      for (const term of terms) this.#termParts(term, d, idf[term]!, fields, lengths, size);
      parts[3] = period;
      parts[4] = place;
      parts[5] = links;
      ranking.setParts(slot, parts);
    }
  }

  /** Adds what a term is worth to the scores of the matches that have it. */
  #score(
    term: number,
    matches: Uint32Array,
    count: number,
    idf: number,
    fields: FieldScores,
    lengths: Uint8Array,
  ): void {
    const list = this.#decoded(term)!;
    const documents = list.documents!;
    const frequencies = list.frequencies!;
    const at = list.frequenciesAt;
    const having = list.entry.count;
    const size = this.#segment.documents;
    const { scores } = this.#scratch;
    const { textAlone } = fields;
    let i = 0;
    for (let m = 0; m < count; m++) {
      const d = matches[m]!;
      if (i < having && documents[i]! < d) i = seek(documents, having, i, d);
      if (i === having) break;
      if (documents[i] !== d) continue;
      const frequency = frequencies[at + i]!;
      scores[d]! +=
        frequency < 16
          ? idf * textAlone[(frequency << 8) | lengths[size + d]!]!
          : idf * fields.of(frequency, lengths[d]!, lengths[size + d]!, lengths[size * 2 + d]!);
    }
  }

  #termParts(
    term: number,
    d: number,
    idf: number,
    fields: FieldScores,
    lengths: Uint8Array,
    size: number,
  ): void {
    const list = this.#lists[term]!;
    const documents = list.documents!;
    const i = seek(documents, list.entry.count, 0, d);
    if (i === list.entry.count || documents[i] !== d) return;
    const frequency = list.frequencies![list.frequenciesAt + i]!;
    const title = fields.title[(((frequency >> 4) & 3) << 8) | lengths[d]!]!;
    const text = fields.text[((frequency & 15) << 8) | lengths[size + d]!]!;
    const anchors = fields.anchors[((frequency >> 6) << 8) | lengths[size * 2 + d]!]!;
    const sum = title + text + anchors;
    if (sum === 0) return;
    const whole = (idf * fields.of(frequency, lengths[d]!, lengths[size + d]!, lengths[size * 2 + d]!)) / sum;
    this.#parts[0]! += whole * title;
    this.#parts[1]! += whole * text;
    this.#parts[2]! += whole * anchors;
  }

  /** How much of the document speaks of the days asked for: of each period the part that lies in them, by its share of the text. */
  #periodPart(d: number, asked: Int32Array): number {
    const starts = this.#segment.column('periodStarts');
    const days = this.#segment.column('periodDays');
    const shares = this.#segment.column('periodShares');
    let sum = 0;
    for (let i = starts[d]!; i < starts[d + 1]!; i++) {
      const from = days[i * 2]!;
      const to = days[i * 2 + 1]!;
      let common = 0;
      for (let a = 0; a < asked.length; a += 2) {
        const first = Math.max(from, asked[a]!);
        const last = Math.min(to, asked[a + 1]!);
        if (first <= last) common += last - first + 1;
      }
      if (common > 0) sum += (shares[i]! * SHARE * common) / (to - from + 1);
    }
    return Math.min(1, sum);
  }

  #placePart(d: number, weights: Float64Array | null, boxes: ReadonlyMap<number, number> | null): number {
    let sum = 0;
    if (weights !== null) {
      const starts = this.#segment.column('placeStarts');
      const places = this.#segment.column('places');
      const shares = this.#segment.column('placeShares');
      for (let i = starts[d]!; i < starts[d + 1]!; i++) {
        const weight = weights[places[i]!]!;
        if (weight > 0) sum += weight * shares[i]! * SHARE;
      }
    }
    return Math.max(Math.min(1, sum), boxes?.get(d) ?? 0);
  }

  #boxScores(area: BoundingBox): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const owners = this.#segment.column('boxDocuments');
    const boxes = this.#segment.column('boxes');
    for (let i = 0; i < owners.length; i++) {
      if (boxes[i * 4 + 1]! > area[3] || boxes[i * 4 + 3]! < area[1]) continue;
      const box = boxAt(boxes, i);
      if (intersects(area, box)) found.set(owners[i]!, overlapRelevance(area, box));
    }
    return found;
  }
}

function finite(weight: number): number {
  return Number.isFinite(weight) ? weight : 0;
}

function boxAt(boxes: Float64Array, i: number): BoundingBox {
  return [boxes[i * 4]!, boxes[i * 4 + 1]!, boxes[i * 4 + 2]!, boxes[i * 4 + 3]!];
}

/** Whether a period has a day in common with those asked for. */
function within(from: number, to: number, asked: Int32Array): boolean {
  for (let a = 0; a < asked.length; a += 2) if (from <= asked[a + 1]! && to >= asked[a]!) return true;
  return false;
}

function clearByCode(
  bits: Uint32Array,
  codes: Uint8Array | Uint16Array | Uint32Array,
  allowedCodes: Uint8Array,
): void {
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w]!;
    const base = w << 5;
    while (word !== 0) {
      const bit = word & -word;
      word &= word - 1;
      if (allowedCodes[codes[base + 31 - Math.clz32(bit)]!] !== 1) bits[w]! &= ~bit;
    }
  }
}

function clearWhere(bits: Uint32Array, out: (document: number) => boolean): void {
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w]!;
    const base = w << 5;
    while (word !== 0) {
      const bit = word & -word;
      word &= word - 1;
      if (out(base + 31 - Math.clz32(bit))) bits[w]! &= ~bit;
    }
  }
}

/** The first place from `from` on whose document is `document` or later: doubling steps, then halving. */
function seek(documents: Uint32Array, count: number, from: number, document: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < count && documents[high]! < document) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  if (high > count) high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Walks over the positions of a term, document by document, skipping blocks that are not asked for. */
class PositionCursor {
  readonly #reader: ByteReader;
  readonly #skips: ByteReader | null;
  readonly #documents: Uint32Array;
  readonly #total: number;
  /** Which document of the list the reader stands before. */
  #next = 0;
  /** The block that the reader is in: where it ends, in documents and in bytes. */
  #blockDocuments: number;
  #blockEnd: number;
  #at = 0;
  positions = new Int32Array(16);
  count = 0;

  constructor(segment: Segment, list: TermList) {
    const bytes = segment.positions(list.entry);
    this.#documents = list.documents!;
    this.#total = list.entry.count;
    if (list.entry.row === 0) {
      this.#skips = null;
      this.#reader = new ByteReader(bytes, list.entry.positionsAt);
      this.#blockDocuments = this.#total;
      this.#blockEnd = list.entry.positionsEnd;
    } else {
      const skips = new ByteReader(bytes);
      const blocks = skips.varint();
      const body = new ByteReader(bytes, skips.at);
      for (let i = 0; i < blocks * 2; i++) body.varint();
      this.#skips = skips;
      this.#reader = body;
      this.#blockDocuments = 0;
      this.#blockEnd = body.at;
    }
  }

  /** Reads the positions in a document that has the term; documents are asked for in ascending order. */
  moveTo(document: number): void {
    this.#at = seek(this.#documents, this.#total, this.#at, document);
    const reader = this.#reader;
    if (this.#at < this.#next) return;
    while (this.#at >= this.#blockDocuments && this.#skips !== null) {
      this.#next = this.#blockDocuments;
      reader.at = this.#blockEnd;
      this.#blockDocuments += this.#skips.varint();
      this.#blockEnd += this.#skips.varint();
      if (this.#blockDocuments === this.#next) return;
    }
    while (this.#next < this.#at) {
      const size = reader.varint();
      reader.at += size;
      this.#next++;
    }
    const size = reader.varint();
    const end = reader.at + size;
    if (this.positions.length < size) this.positions = new Int32Array(size * 2);
    let position = -1;
    let count = 0;
    while (reader.at < end) {
      position += reader.varint() + 1;
      this.positions[count++] = position;
    }
    this.count = count;
    this.#next++;
  }
}
