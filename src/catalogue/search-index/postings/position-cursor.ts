/** The lists of one search in one segment: a term's documents, and its positions read document by document. */
import { ByteReader } from '../../../bytes/index.ts';
import type { TermEntry } from './term-entry.ts';

/** A term in one segment. */
export interface TermList {
  readonly entry: TermEntry;
  documents: Uint32Array | null;
  frequencies: Uint8Array | null;
  frequenciesAt: number;
}

/** The first place from `from` on whose document is `document` or later: doubling steps, then halving. */
export function seek(documents: Uint32Array, count: number, from: number, document: number): number {
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

/** The first of the ascending positions that is `position` or later. */
export function firstFrom(positions: Int32Array, count: number, position: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Walks over the positions of a term, document by document, skipping runs that are not asked for. */
export class PositionCursor {
  readonly #reader: ByteReader;
  readonly #skips: ByteReader | null;
  readonly #documents: Uint32Array;
  readonly #total: number;
  /** Which document of the list the reader stands before. */
  #next = 0;
  /** The run that the reader is in: where it ends, in documents and in bytes. */
  #runDocuments: number;
  #runEnd: number;
  #at = 0;
  positions = new Int32Array(16);
  count = 0;

  /** `bytes` hold the positions of the list. */
  constructor(bytes: Uint8Array, list: TermList) {
    this.#documents = list.documents!;
    this.#total = list.entry.count;
    if (list.entry.row === 0) {
      this.#skips = null;
      this.#reader = new ByteReader(bytes, list.entry.positionsAt);
      this.#runDocuments = this.#total;
      this.#runEnd = list.entry.positionsEnd;
    } else {
      const skips = new ByteReader(bytes);
      const runs = skips.varint();
      const body = new ByteReader(bytes, skips.at);
      for (let i = 0; i < runs * 2; i++) body.varint();
      this.#skips = skips;
      this.#reader = body;
      this.#runDocuments = 0;
      this.#runEnd = body.at;
    }
  }

  /** The same for a document that may not have the term; says whether it has. */
  reach(document: number): boolean {
    const at = seek(this.#documents, this.#total, this.#at, document);
    if (at === this.#total || this.#documents[at] !== document) return false;
    this.moveTo(document);
    return true;
  }

  /** Reads the positions in a document that has the term; documents are asked for in ascending order. */
  moveTo(document: number): void {
    this.#at = seek(this.#documents, this.#total, this.#at, document);
    const reader = this.#reader;
    if (this.#at < this.#next) return;
    while (this.#at >= this.#runDocuments && this.#skips !== null) {
      this.#next = this.#runDocuments;
      reader.at = this.#runEnd;
      this.#runDocuments += this.#skips.varint();
      this.#runEnd += this.#skips.varint();
      if (this.#runDocuments === this.#next) return;
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
