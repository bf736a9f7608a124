/** Whether a phrase stands in documents of a segment with every word as it is written, as far as the index knows. */
import type { DoubtfulPhrases } from '../doubtful-phrases.ts';
import { BESIDE_AT } from '../postings/inverter.ts';
import { isKnown, isSingle, type NeighbourCursor, neighbourCell } from '../postings/neighbours.ts';
import { firstFrom, type PositionCursor, seek, type TermList } from '../postings/position-cursor.ts';
import type { Segment } from '../segments/segment.ts';
import { inText, neighboursOf } from './count-occurrences.ts';
import type { QuotedWords } from './plan.ts';

/** Positions at which the terms of a phrase stand as they should: of its first term, less `shift`. */
export interface PhraseStarts {
  readonly positions: Int32Array;
  readonly count: number;
  readonly shift: number;
}

/** What a place of the phrase is known to be. */
const NO = 0;
const PERHAPS = 1;
const YES = 2;

interface Beside {
  readonly cursor: PositionCursor;
  readonly list: TermList;
  readonly neighbours: NeighbourCursor | null;
  /** How far the term stands behind the first of the phrase, and the word from the term. */
  readonly offset: number;
  readonly distance: number;
  readonly cell: number;
  place: number;
}

/** Documents are asked for in ascending order. */
export class QuotedPass {
  readonly #ids: ArrayLike<number>;
  readonly #quoted: QuotedWords;
  readonly #doubtful: DoubtfulPhrases;
  readonly #beside: readonly Beside[];

  constructor(
    segment: Segment,
    quoted: QuotedWords,
    doubtful: DoubtfulPhrases,
    terms: readonly { readonly name: string; readonly list: TermList; readonly offset: number }[],
    cursors: readonly PositionCursor[],
  ) {
    this.#ids = segment.column('ids');
    this.#quoted = quoted;
    this.#doubtful = doubtful;
    this.#beside = quoted.beside.map(({ term, distance, cells }) => {
      const { name, list, offset } = terms[term]!;
      return {
        cursor: cursors[term]!,
        list,
        neighbours: neighboursOf(segment, name, list),
        offset,
        distance,
        cell: neighbourCell(cells, Math.abs(distance)),
        place: 0,
      };
    });
  }

  /** The cursors stand at the document. */
  stands(document: number, { positions, count, shift }: PhraseStarts): boolean {
    if (count === 0) return false;
    // What links and addresses say is short, and no text of the document: the terms suffice.
    if (positions[count - 1]! >= BESIDE_AT) return true;
    for (const beside of this.#beside) {
      beside.place = seek(beside.list.documents!, beside.list.entry.count, beside.place, document);
      beside.neighbours?.moveTo(beside.place);
    }
    let best = NO;
    for (let i = 0; i < count && best < YES; i++) best = Math.max(best, this.#at(positions[i]! - shift));
    if (best === NO) return false;
    return best === YES || this.#doubtful.has(this.#quoted.phrase, this.#ids[document]!, true);
  }

  /** Of a phrase whose first term is at this position. */
  #at(first: number): number {
    let known = this.#quoted.open ? PERHAPS : YES;
    for (const { cursor, list, neighbours, offset, distance, cell, place } of this.#beside) {
      if (neighbours === null) {
        known = PERHAPS;
        continue;
      }
      const [from] = inText(cursor, list.frequencies![list.frequenciesAt + place]!, neighbours);
      const number = firstFrom(cursor.positions, cursor.count, first + offset) - from;
      // In the title nothing is known of what stands beside.
      const code = number < 0 ? null : neighbours.neighbours(number);
      if (code === null || !isKnown(code)) {
        known = PERHAPS;
        continue;
      }
      if (neighbourCell(code, distance) !== cell) return NO;
      if (!isSingle(cell, distance)) known = PERHAPS;
    }
    return known;
  }
}
