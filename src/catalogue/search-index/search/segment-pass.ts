/**
 * One search in one segment: the clause becomes a set of bits, filters clear bits, and what is left is scored. A list of postings costs a
 * few nanoseconds a document, and no document an object.
 */
import { type BoundingBox, intersects, overlapRelevance } from '../../../geo/box.ts';
import type { DoubtfulPhrases } from '../doubtful-phrases.ts';
import type { IndexRequest } from '../port.ts';
import { NO_DAY, shareOf, textCode, titleFrequency } from '../postings/measures.ts';
import { PositionCursor, seek, type TermList } from '../postings/position-cursor.ts';
import { decodeDocuments } from '../postings/term-entry.ts';
import { countBits, type Segment } from '../segments/segment.ts';
import type { Conditions } from './conditions.ts';
import type { FieldScores } from './field-scores.ts';
import { Meeting } from './meeting.ts';
import type { Plan, PlanNode, QuotedWords } from './plan.ts';
import { type PhraseStarts, QuotedPass } from './quoted-pass.ts';
import { PARTS, type Ranking } from './ranking.ts';
import { listBits, type Scratch } from './scratch.ts';

/** Of one step of a share. */
const SHARE = shareOf(1);
const NO_STARTS = new Uint32Array(0);
const NO_DAYS = new Int32Array(0);
const NO_SHARES = new Uint16Array(0);

/** One search in one segment. */
export class SegmentPass {
  readonly #segment: Segment;
  readonly #plan: Plan;
  readonly #lists: readonly (TermList | null)[];
  readonly #scratch: Scratch;
  readonly #doubtful: DoubtfulPhrases | null;
  readonly #words: number;
  readonly #parts = new Float64Array(PARTS);

  constructor(
    segment: Segment,
    plan: Plan,
    lists: readonly (TermList | null)[],
    scratch: Scratch,
    doubtful: DoubtfulPhrases | null,
  ) {
    this.#segment = segment;
    this.#doubtful = doubtful;
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
    if (conditions.when !== null && conditions.meeting != null)
      this.#filterMeeting(bits, conditions.when, conditions.meeting === 'together');
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
      case 'title':
      case 'author':
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
      case 'unindexed':
        return this.#segment.documents;
    }
  }

  #evaluate(node: PlanNode): Uint32Array {
    switch (node.op) {
      case 'term':
      case 'author': {
        const bits = this.#scratch.takeBits(this.#words);
        this.#setTerm(bits, node.term);
        return bits;
      }
      case 'title': {
        const bits = this.#scratch.takeBits(this.#words);
        this.#setTitle(bits, node.term);
        return bits;
      }
      case 'phrase':
        return this.#phrase(node.terms, node.offsets, node.quoted);
      case 'unindexed':
        return this.#unindexed(node.quoted);
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

  /** Documents that have the term in their title. */
  #setTitle(bits: Uint32Array, term: number): void {
    const list = this.#decoded(term);
    if (list === null) return;
    const documents = list.documents!;
    const { count } = list.entry;
    for (let i = 0; i < count; i++)
      if (titleFrequency(list.frequencies![list.frequenciesAt + i]!) > 0)
        bits[documents[i]! >> 5]! |= 1 << (documents[i]! & 31);
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
  #phrase(terms: readonly number[], offsets: readonly number[], quoted: QuotedWords | null): Uint32Array {
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
      cursors.set(term, new PositionCursor(this.#segment.positions(list.entry), list));
    }
    // The rarest term leads: its positions are tried against those of the others.
    const order = this.#rarestFirst(terms);
    const pass = this.#quotedPass(terms, offsets, quoted, cursors);
    const { deleted } = this.#segment;
    for (let c = 0; c < candidates.length; c++) {
      const document = candidates[c]!;
      // No document that is gone is in doubt.
      if (pass !== null && deleted !== null && ((deleted[document >> 5]! >> (document & 31)) & 1) === 1)
        continue;
      for (const cursor of cursors.values()) cursor.moveTo(document);
      const starts = this.#phraseStarts(terms, offsets, order, cursors);
      if (starts.count === 0 || pass?.stands(document, starts) === false)
        bits[document >> 5]! &= ~(1 << (document & 31));
    }
    return bits;
  }

  #quotedPass(
    terms: readonly number[],
    offsets: readonly number[],
    quoted: QuotedWords | null,
    cursors: ReadonlyMap<number, PositionCursor>,
  ): QuotedPass | null {
    if (quoted === null || this.#doubtful === null) return null;
    const named = terms.map((term, i) => ({
      name: this.#plan.terms[term]!,
      list: this.#lists[term]!,
      offset: offsets[i]!,
    }));
    return new QuotedPass(
      this.#segment,
      quoted,
      this.#doubtful,
      named,
      terms.map((term) => cursors.get(term)!),
    );
  }

  /** Words that no list has: those documents that were read for them. */
  #unindexed({ phrase }: QuotedWords): Uint32Array {
    const bits = this.#all();
    const { deleted } = this.#segment;
    if (deleted !== null) for (let w = 0; w < bits.length; w++) bits[w]! &= ~deleted[w]!;
    const ids = this.#segment.column('ids');
    clearWhere(bits, (document) => this.#doubtful?.has(phrase, ids[document]!, false) !== true);
    return bits;
  }

  #rarestFirst(terms: readonly number[]): number[] {
    return terms
      .map((_, i) => i)
      .sort((a, b) => this.#lists[terms[a]!]!.entry.count - this.#lists[terms[b]!]!.entry.count);
  }

  readonly #starts: { positions: Int32Array; count: number; shift: number } = {
    positions: new Int32Array(0),
    count: 0,
    shift: 0,
  };

  /** Where the phrase stands in the document that the cursors are at: positions of its rarest term, and how far that is behind its first. */
  #phraseStarts(
    terms: readonly number[],
    offsets: readonly number[],
    order: readonly number[],
    cursors: ReadonlyMap<number, PositionCursor>,
  ): PhraseStarts {
    const lead = cursors.get(terms[order[0]!]!)!;
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
    this.#starts.positions = starts;
    this.#starts.count = left;
    this.#starts.shift = offsets[order[0]!]!;
    return this.#starts;
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
      const days = segment.published(conditions.doubtful);
      const asked = conditions.published;
      clearWhere(bits, (d) => days[d] === NO_DAY || !within(days[d]!, days[d]!, asked));
    }
    if (conditions.notPublished !== null) {
      const days = segment.published(conditions.doubtful);
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
    for (let w = 0; w < bits.length; w++) {
      let word = bits[w]!;
      const base = w << 5;
      while (word !== 0) {
        const bit = word & -word;
        word &= word - 1;
        const d = base + 31 - Math.clz32(bit);
        let speaks = false;
        for (let i = starts[d]!; i < starts[d + 1]! && !speaks; i++)
          for (let a = 0; a < asked.length; a += 2)
            if (days[i * 2]! <= asked[a + 1]! && days[i * 2 + 1]! >= asked[a]!) speaks = true;
        if (speaks === negated) bits[w]! &= ~bit;
      }
    }
  }

  /** Leaves the documents whose words stand where they speak of the days asked for; or, not `together`, the others. */
  #filterMeeting(bits: Uint32Array, asked: Int32Array, together: boolean): void {
    const { root, canMeet } = this.#plan;
    if (root === null || !canMeet) {
      if (!together) bits.fill(0);
      return;
    }
    const starts = this.#segment.column('spanStarts');
    const spans = this.#segment.column('spans');
    const meeting = new Meeting(
      (term) => this.#decoded(term),
      this.#segment,
      (terms, offsets, cursors) => this.#phraseStarts(terms, offsets, this.#rarestFirst(terms), cursors),
    );
    clearWhere(bits, (d) => meeting.meets(root, d, spans, starts[d]!, starts[d + 1]!, asked) !== together);
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
    const published = segment.published(conditions.doubtful);
    const linkWeight = finite(weights.links);
    const periodWeight = finite(weights.period);
    const placeWeight = finite(weights.place);
    const boxes = conditions.area === null ? null : this.#boxScores(conditions.area);
    const { when, places } = conditions;
    // Columns that nothing asks for are not read.
    const periodStarts = when === null ? NO_STARTS : segment.column('periodStarts');
    const periodDays = when === null ? NO_DAYS : segment.column('periodDays');
    const periodShares = when === null ? NO_SHARES : segment.column('periodShares');
    const placeStarts = places === null ? NO_STARTS : segment.column('placeStarts');
    const placeNumbers = places === null ? NO_STARTS : segment.column('places');
    const placeShares = places === null ? NO_SHARES : segment.column('placeShares');
    const parts = this.#parts;
    for (let i = 0; i < count; i++) {
      const d = matches[i]!;
      let score = scores[d]!;
      scores[d] = 0;
      const period =
        when === null ? 0 : periodWeight * periodPart(d, when, periodStarts, periodDays, periodShares);
      let place = places === null ? 0 : placePart(d, places, placeStarts, placeNumbers, placeShares);
      if (boxes !== null) place = Math.max(place, boxes.get(d) ?? 0);
      place *= placeWeight;
      const links = linkWeight * authority[d]!;
      score += period + place + links;
      const key = ranking.key(score, published[d]!);
      if (key < ranking.threshold) continue;
      const slot = ranking.offer(key, score, ids[d]!, segment, d);
      if (slot < 0) continue;
      parts[0] = 0;
      parts[1] = 0;
      parts[2] = 0;
      for (const term of terms) this.#termParts(term, d, idf[term]!, fields, lengths, size);
      parts[3] = period;
      parts[4] = place;
      parts[5] = links;
      parts[6] = 0;
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
    const text = fields.text[(textCode(frequency) << 8) | lengths[size + d]!]!;
    const anchors = fields.anchors[((frequency >> 6) << 8) | lengths[size * 2 + d]!]!;
    const sum = title + text + anchors;
    if (sum === 0) return;
    const whole = (idf * fields.of(frequency, lengths[d]!, lengths[size + d]!, lengths[size * 2 + d]!)) / sum;
    this.#parts[0]! += whole * title;
    this.#parts[1]! += whole * text;
    this.#parts[2]! += whole * anchors;
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

/** How much of the document speaks of the days asked for: of each period the part that lies in them, by its share of the text. */
function periodPart(
  d: number,
  asked: Int32Array,
  starts: Uint32Array,
  days: Int32Array,
  shares: Uint16Array,
): number {
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

/** How well the places of the document answer the one asked for, by their shares of the text. */
function placePart(
  d: number,
  weights: Float64Array,
  starts: Uint32Array,
  places: Uint32Array,
  shares: Uint16Array,
): number {
  let sum = 0;
  for (let i = starts[d]!; i < starts[d + 1]!; i++) {
    const weight = weights[places[i]!]!;
    if (weight > 0) sum += weight * shares[i]! * SHARE;
  }
  return Math.min(1, sum);
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
