/**
 * Where words stand in the texts of documents, counted from postings: one word by its frequency bytes alone, several by their positions.
 * Titles, addresses, bylines and the words of links are left out. No text is read.
 */
import type { Clause } from '../../ports/question.ts';
import { UNKNOWN_WORDS } from '../columns/columns.ts';
import type { WordPattern } from '../occurrences.ts';
import { BESIDE_AT, FIELD_GAP } from '../postings/inverter.ts';
import { COARSE_TEXT, LENGTHS, NO_YEAR, TEXT } from '../postings/measures.ts';
import { joinedNeighbours, NeighbourCursor } from '../postings/neighbours.ts';
import { firstFrom, PositionCursor, seek, type TermList } from '../postings/position-cursor.ts';
import { decodeDocuments } from '../postings/term-entry.ts';
import type { Segment } from '../segments/segment.ts';
import { termOf } from '../terms/terms.ts';

/** The same of a title's. */
const COARSE_TITLE = 3;
/** Words for each term that is no stop word, in Portuguese texts. */
const WORDS_FOR_A_TERM = 1.75;
/** A word that the index leaves out: in a phrase it keeps a place free. */
const FREE_PLACE = 'de';

/** A pattern made ready for the index. */
export interface IndexPattern {
  /** What documents must have; null when the index knows none of the words. */
  readonly clause: Clause | null;
  /** The term at each place; empty where the index has none. */
  readonly terms: readonly string[];
  /** Whether the index alone says where it stands. */
  readonly exact: boolean;
  /** Whether the index has any of its words. */
  readonly known: boolean;
}

export function indexPattern(pattern: WordPattern): IndexPattern {
  const terms = pattern.map((word) => (word === null ? '' : termOf(word)));
  const known = terms.some((term) => term !== '');
  const text = pattern.map((word, i) => (terms[i] === '' ? FREE_PLACE : word)).join(' ');
  return {
    clause: known ? { kind: 'phrase', text } : null,
    terms,
    known,
    // Any word between two others is there; at an end the text may have none.
    exact:
      known &&
      terms[0] !== '' &&
      terms.at(-1) !== '' &&
      pattern.every((word, i) => word === null || terms[i] !== ''),
  };
}

interface PlacedTerm {
  readonly list: TermList;
  readonly bytes: Uint8Array;
  readonly cursor: PositionCursor;
  readonly at: number;
  /** What stands beside it; null where nobody asked, or it is not known. */
  readonly neighbours: NeighbourCursor | null;
}

/**
 * How often a pattern stands in each of these documents' texts, which are ascending; with `beside`, for a pattern that the index alone
 * says, what stands on the left of its first word and on the right of its last, in memory that is used again.
 */
export function countOccurrences(
  segment: Segment,
  terms: readonly string[],
  documents: Uint32Array,
  count: number,
  found: (document: number, times: number, beside: ArrayLike<number> | null) => void,
  beside = false,
): void {
  const placed: PlacedTerm[] = [];
  for (const [at, term] of terms.entries()) {
    if (term === '') continue;
    const list = decodedList(segment, term);
    if (list === null) return;
    placed.push({
      list,
      bytes: list.frequencies!,
      cursor: new PositionCursor(segment.positions(list.entry), list),
      at,
      neighbours: beside ? neighboursOf(segment, term, list) : null,
    });
  }
  const [first, ...others] = placed;
  const last = placed.at(-1);
  const codes: number[] = [];
  let lastPlace = 0;
  if (first === undefined) {
    // Nothing is known of it: the texts themselves will say.
    for (let i = 0; i < count; i++) found(documents[i]!, 0, null);
    return;
  }
  let place = 0;
  for (let i = 0; i < count; i++) {
    const document = documents[i]!;
    place = seek(first.list.documents!, first.list.entry.count, place, document);
    if (first.list.documents![place] !== document || place >= first.list.entry.count) continue;
    const frequency = first.bytes[first.list.frequenciesAt + place]!;
    if ((frequency & 15) === 0) continue;
    const { cursor, neighbours } = first;
    neighbours?.moveTo(place);
    if (others.length === 0) {
      let times = frequency & 15;
      if (times >= COARSE_TEXT) {
        cursor.moveTo(document);
        const [from, to] = inText(cursor, frequency, neighbours);
        times = to - from;
      }
      if (neighbours !== null) for (let n = 0; n < times; n++) codes[n] = neighbours.neighbours(n);
      found(document, times, neighbours === null ? null : codes);
      continue;
    }
    cursor.moveTo(document);
    const [from, to] = inText(cursor, frequency, neighbours);
    if (!others.every((other) => other.cursor.reach(document))) continue;
    const right = last!.neighbours;
    let lastFrom = 0;
    if (right !== null) {
      lastPlace = seek(last!.list.documents!, last!.list.entry.count, lastPlace, document);
      right.moveTo(lastPlace);
      [lastFrom] = inText(last!.cursor, last!.bytes[last!.list.frequenciesAt + lastPlace]!, right);
    }
    let times = 0;
    for (let p = from; p < to; p++) {
      if (!others.every((other) => has(other.cursor, cursor.positions[p]! + other.at - first.at))) continue;
      if (neighbours !== null && right !== null) {
        const end = cursor.positions[p]! + last!.at - first.at;
        const lastAt = firstFrom(last!.cursor.positions, last!.cursor.count, end) - lastFrom;
        codes[times] = joinedNeighbours(neighbours.neighbours(p - from), right.neighbours(lastAt));
      }
      times++;
    }
    if (times > 0) found(document, times, neighbours === null || right === null ? null : codes);
  }
}

export function neighboursOf(segment: Segment, term: string, list: TermList): NeighbourCursor | null {
  const bytes = segment.neighbours(term, Buffer.from(term, 'utf8'));
  return bytes === null ? null : new NeighbourCursor(bytes, list.frequencies!, list.frequenciesAt);
}

/** The postings of a term; null when the segment has none. */
function decodedList(segment: Segment, term: string): TermList | null {
  const entry = segment.lookup(term, Buffer.from(term, 'utf8'));
  if (entry === null) return null;
  const bytes = segment.postings(entry);
  const documents = new Uint32Array(entry.count);
  decodeDocuments(bytes, entry.documentsAt, entry.count, documents);
  return {
    entry,
    documents,
    frequencies: bytes,
    frequenciesAt: entry.row === 0 ? entry.frequenciesAt : bytes.length - entry.count,
  };
}

/** Which of the positions of a term are in the text: behind those of the title, before those beside it. */
export function inText(
  cursor: PositionCursor,
  frequency: number,
  neighbours: NeighbourCursor | null,
): readonly [from: number, to: number] {
  let from = (frequency >> 4) & 3;
  let to = cursor.count;
  while (to > 0 && cursor.positions[to - 1]! >= BESIDE_AT) to--;
  // Only what stands in the text has neighbours.
  if (neighbours !== null) return [Math.max(0, to - neighbours.count), to];
  // No text begins before the gap behind the title; a title so long that it reaches over it is counted up to there.
  if (from === COARSE_TITLE) while (from < to && cursor.positions[from]! < FIELD_GAP) from++;
  return [Math.min(from, to), to];
}

function has({ positions, count }: PositionCursor, position: number): boolean {
  const at = firstFrom(positions, count, position);
  return at < count && positions[at] === position;
}

/** How often a term stands in the texts of these documents, which are ascending. */
export function countTerm(segment: Segment, term: string, documents: Uint32Array, count: number): number {
  let sum = 0;
  countOccurrences(segment, [term], documents, count, (_, times) => {
    sum += times;
  });
  return sum;
}

/** What years are counted by. */
export class YearSums {
  readonly #sums = new Float64Array(65_536);

  add(year: number, words: number): void {
    if (year !== NO_YEAR) this.#sums[year - NO_YEAR]! += words;
  }

  result(): (readonly [year: number, words: number])[] {
    const found: (readonly [number, number])[] = [];
    for (let i = 0; i < this.#sums.length; i++)
      if (this.#sums[i]! > 0) found.push([i + NO_YEAR, this.#sums[i]!]);
    return found;
  }
}

/** Words of the texts of documents; where nobody counted them, what their lengths in terms come to. */
export function wordsOf(
  segment: Segment,
  documents: Uint32Array,
  count: number,
): { readonly words: Uint32Array; readonly estimated: boolean } {
  const column = segment.column('words');
  const lengths = segment.column('lengths');
  const base = TEXT * segment.documents;
  const words = new Uint32Array(count);
  let estimated = false;
  for (let i = 0; i < count; i++) {
    const document = documents[i]!;
    const counted = column[document]!;
    if (counted !== UNKNOWN_WORDS) words[i] = counted;
    else {
      estimated = true;
      words[i] = Math.round(LENGTHS[lengths[base + document]!]! * WORDS_FOR_A_TERM);
    }
  }
  return { words, estimated };
}
