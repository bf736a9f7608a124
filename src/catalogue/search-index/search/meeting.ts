/**
 * Whether the words of a question stand in a part of a document that speaks of the period asked for. A page of a hundred years has a word
 * in one of them and speaks of another elsewhere: it has both, and is no answer.
 *
 * The title speaks for the whole page: its words meet the period where the period takes a good part of what the page dates, or where the
 * title itself names it, and they complete words that do stand in a dated part.
 */
import { SPAN } from '../columns/columns.ts';
import { titleFrequency } from '../postings/measures.ts';
import { firstFrom, PositionCursor, seek, type TermList } from '../postings/position-cursor.ts';
import type { Segment } from '../segments/segment.ts';
import type { PlanNode } from './plan.ts';

/** Of what a page dates, a title speaks for one part in so many. */
export const GOOD_PART = 4;

/** What a part of the question is in a part of the text: absent, said of the page as a whole, or standing there. */
const ABSENT = 0;
const OF_PAGE = 1;
const THERE = 2;

interface Starts {
  readonly positions: Int32Array;
  readonly count: number;
  readonly shift: number;
}

type PhraseStarts = (
  terms: readonly number[],
  offsets: readonly number[],
  cursors: ReadonlyMap<number, PositionCursor>,
) => Starts;

type Phrase = Extract<PlanNode, { readonly op: 'phrase' }>;

/** Documents are asked for in ascending order. */
export class Meeting {
  readonly #decoded: (term: number) => TermList | null;
  readonly #segment: Segment;
  readonly #phraseStarts: PhraseStarts;
  readonly #cursors = new Map<number, PositionCursor>();
  /** Where the phrases stand in the last document: all its spans ask for the same. */
  readonly #phrases = new Map<Phrase, Starts | null>();
  #document = -1;

  constructor(decoded: (term: number) => TermList | null, segment: Segment, phraseStarts: PhraseStarts) {
    this.#decoded = decoded;
    this.#segment = segment;
    this.#phraseStarts = phraseStarts;
  }

  /** `spans[from … to)` are those of the document. */
  meets(
    root: PlanNode,
    document: number,
    spans: Int32Array,
    from: number,
    to: number,
    asked: Int32Array,
  ): boolean {
    if (document !== this.#document) this.#phrases.clear();
    this.#document = document;
    let dated = 0;
    let inside = 0;
    let ofPage = false;
    for (let i = from; i < to; i++) {
      const at = i * SPAN;
      const length = spans[at + 1]! - spans[at]!;
      dated += length;
      if (!overlaps(spans[at + 2]!, spans[at + 3]!, asked)) continue;
      inside += length;
      const found = this.#found(root, document, spans[at]!, spans[at + 1]!);
      if (found === THERE) return true;
      if (found === OF_PAGE) ofPage = true;
    }
    return ofPage && inside * GOOD_PART >= dated;
  }

  #found(node: PlanNode, document: number, first: number, behind: number): number {
    switch (node.op) {
      case 'term': {
        const cursor = this.#at(node.term, document);
        if (cursor === null) return ABSENT;
        if (anyWithin(cursor.positions, cursor.count, first, behind)) return THERE;
        return this.#inTitle(node.term, document) ? OF_PAGE : ABSENT;
      }
      case 'phrase': {
        const starts = this.#startsOf(node, document);
        if (starts === null) return ABSENT;
        const { positions, count, shift } = starts;
        if (anyWithin(positions, count, first + shift, behind + shift)) return THERE;
        return count > 0 && node.terms.every((term) => this.#inTitle(term, document)) ? OF_PAGE : ABSENT;
      }
      case 'title':
        return this.#inTitle(node.term, document) ? OF_PAGE : ABSENT;
      // Whoever wrote it wrote all of it; and what is excluded is nowhere in it.
      case 'author':
      case 'not':
      case 'unindexed':
        return OF_PAGE;
      case 'or':
        return node.nodes.reduce(
          (most, child) =>
            most === THERE ? most : Math.max(most, this.#found(child, document, first, behind)),
          ABSENT,
        );
      case 'and': {
        let most = ABSENT;
        for (const child of node.nodes) {
          const found = this.#found(child, document, first, behind);
          if (found === ABSENT) return ABSENT;
          most = Math.max(most, found);
        }
        return most;
      }
    }
  }

  /** Where a phrase stands in a document; null when that lacks one of its words. */
  #startsOf(phrase: Phrase, document: number): Starts | null {
    const known = this.#phrases.get(phrase);
    if (known !== undefined) return known;
    let found: Starts | null = null;
    if (phrase.terms.every((term) => this.#at(term, document) !== null)) {
      const { positions, count, shift } = this.#phraseStarts(phrase.terms, phrase.offsets, this.#cursors);
      // A copy: the next phrase is written over it.
      found = { positions: positions.slice(0, count), count, shift };
    }
    this.#phrases.set(phrase, found);
    return found;
  }

  /** The positions of a term in a document; null when it has none. */
  #at(term: number, document: number): PositionCursor | null {
    const list = this.#decoded(term);
    if (list === null) return null;
    const { count } = list.entry;
    const at = seek(list.documents!, count, 0, document);
    if (at === count || list.documents![at] !== document) return null;
    let cursor = this.#cursors.get(term);
    if (cursor === undefined) {
      cursor = new PositionCursor(this.#segment.positions(list.entry), list);
      this.#cursors.set(term, cursor);
    }
    cursor.moveTo(document);
    return cursor;
  }

  #inTitle(term: number, document: number): boolean {
    const list = this.#decoded(term);
    if (list === null) return false;
    const at = seek(list.documents!, list.entry.count, 0, document);
    return (
      at < list.entry.count &&
      list.documents![at] === document &&
      titleFrequency(list.frequencies![list.frequenciesAt + at]!) > 0
    );
  }
}

/** Whether one of the positions, which ascend, is in `first … behind`. */
function anyWithin(positions: Int32Array, count: number, first: number, behind: number): boolean {
  const at = firstFrom(positions, count, first);
  return at < count && positions[at]! < behind;
}

function overlaps(from: number, to: number, asked: Int32Array): boolean {
  for (let a = 0; a < asked.length; a += 2) if (from <= asked[a + 1]! && to >= asked[a]!) return true;
  return false;
}
