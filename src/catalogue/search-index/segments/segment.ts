/** A segment as it is read: its dictionary, the postings of a term, and its columns, each brought into memory when first asked for. */

import { ByteReader, bitCount } from '../../../bytes/index.ts';
import type { Database } from '../../sqlite.ts';
import { type ColumnArrays, type ColumnName, columnOf, UNKNOWN_WORDS } from '../columns/columns.ts';
import { LENGTHS, NO_DAY, NO_YEAR } from '../postings/measures.ts';
import { NEIGHBOUR_FORM, type NeighbourBytes } from '../postings/neighbours.ts';
import { readEntry, type TermEntry } from '../postings/term-entry.ts';
import { type BlobCache, MissingRow } from './blob-cache.ts';
import type { FrequentTerm } from './segment-writer.ts';

/** The column that says that neighbours are there, and in which form. */
export const NEIGHBOURS_COLUMN = 'neighbours';

export interface SegmentRow {
  readonly id: number;
  readonly documents: number;
  readonly first_row: number;
  readonly last_row: number;
  readonly bytes: number;
  /** Changes whenever documents are taken out or link evidence is renewed. */
  readonly changed: number;
  readonly deleted: Uint8Array | null;
}

export class Segment {
  readonly id: number;
  readonly documents: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly bytes: number;
  changed: number;
  readonly #database: Database;
  readonly #cache: BlobCache;
  #columns = new Map<ColumnName, ColumnArrays[ColumnName]>();
  #leafTerms: string[] | null = null;
  #leafRows = new Float64Array(0);
  /** A bit for each document that is gone; null when none is. */
  #deleted: Uint32Array | null = null;
  #live = 0;
  #sums: Float64Array | null = null;
  #order: Uint32Array | null = null;
  #frequent: readonly FrequentTerm[] | null = null;
  #yearRange: readonly [number, number] | null = null;
  #sureDays: Int32Array | null = null;
  #sureYears: Int16Array | null = null;
  #hasNeighbours: boolean | null = null;

  constructor(database: Database, cache: BlobCache, row: SegmentRow) {
    this.#database = database;
    this.#cache = cache;
    this.id = row.id;
    this.documents = row.documents;
    this.firstRow = row.first_row;
    this.lastRow = row.last_row;
    this.bytes = row.bytes;
    this.changed = row.changed;
    this.#setDeleted(row.deleted);
  }

  /** Takes over what can change of a segment. */
  renew(row: SegmentRow): void {
    this.changed = row.changed;
    this.#columns.delete('authority');
    this.#setDeleted(row.deleted);
  }

  #setDeleted(bytes: Uint8Array | null): void {
    this.#sums = null;
    this.#deleted = null;
    this.#live = this.documents;
    if (bytes === null) return;
    const words = new Uint32Array((this.documents + 31) >> 5);
    new Uint8Array(words.buffer).set(bytes.subarray(0, words.byteLength));
    this.#deleted = words;
    this.#live = this.documents - countBits(words);
  }

  /** Marks a document as gone; false when it is already. */
  delete(document: number): boolean {
    this.#deleted ??= new Uint32Array((this.documents + 31) >> 5);
    const bit = 1 << (document & 31);
    if ((this.#deleted[document >> 5]! & bit) !== 0) return false;
    this.#deleted[document >> 5]! |= bit;
    this.#live--;
    this.#sums = null;
    return true;
  }

  get deleted(): Uint32Array | null {
    return this.#deleted;
  }
  get live(): number {
    return this.#live;
  }
  isDeleted(document: number): boolean {
    return this.#deleted !== null && ((this.#deleted[document >> 5]! >> (document & 31)) & 1) === 1;
  }

  column<Name extends ColumnName>(name: Name): ColumnArrays[Name] {
    const known = this.#columns.get(name);
    if (known !== undefined) return known as ColumnArrays[Name];
    const column =
      name === 'words' ? (this.#words() as ColumnArrays[Name]) : columnOf(name, this.#columnBytes(name));
    this.#columns.set(name, column);
    return column;
  }

  /** Days of publication, `NO_DAY` where nothing is known; with `doubtful`, also those with weak evidence. */
  published(doubtful: boolean): Int32Array {
    if (doubtful) return this.column('published');
    this.#sureDays ??= without(this.column('published'), this.column('doubtful'), NO_DAY);
    return this.#sureDays;
  }

  /** The same of their years, `NO_YEAR` where nothing is known. */
  publishedYears(doubtful: boolean): Int16Array {
    if (doubtful) return this.column('publishedYears');
    this.#sureYears ??= without(this.column('publishedYears'), this.column('doubtful'), NO_YEAR);
    return this.#sureYears;
  }

  /** A segment of before words were counted has no such column. */
  #words(): Uint32Array {
    const stored = this.#storedColumn('words');
    return stored === null ? new Uint32Array(this.documents).fill(UNKNOWN_WORDS) : columnOf('words', stored);
  }

  #columnBytes(name: string): Uint8Array {
    const bytes = this.#storedColumn(name);
    if (bytes === null) throw new MissingRow(`column ${name} of segment ${this.id}`);
    return bytes;
  }

  #storedColumn(name: string): Uint8Array | null {
    const row = this.#database
      .prepare('SELECT bytes FROM index_columns WHERE segment = ? AND name = ?')
      .get<{ bytes: Uint8Array }>(this.id, name);
    return row === undefined ? null : row.bytes;
  }

  /** Sum of the lengths of each field over the documents that are there, and how many have that field at all. */
  get lengthSums(): Float64Array {
    if (this.#sums !== null) return this.#sums;
    const sums = new Float64Array(6);
    const lengths = this.column('lengths');
    for (let field = 0; field < 3; field++) {
      const base = field * this.documents;
      let sum = 0;
      let filled = 0;
      for (let d = 0; d < this.documents; d++) {
        const code = lengths[base + d]!;
        if (code === 0 || this.isDeleted(d)) continue;
        sum += LENGTHS[code]!;
        filled++;
      }
      sums[field] = sum;
      sums[field + 3] = filled;
    }
    this.#sums = sums;
    return sums;
  }

  /** The first and the last year that its documents speak of or were published in; the first is greater when there is none. */
  get yearRange(): readonly [number, number] {
    if (this.#yearRange !== null) return this.#yearRange;
    let first = 32_767;
    let last = NO_YEAR;
    for (const years of [this.column('years'), this.column('publishedYears')])
      for (let i = 0; i < years.length; i++) {
        const year = years[i]!;
        if (year === NO_YEAR) continue;
        if (year < first) first = year;
        if (year > last) last = year;
      }
    this.#yearRange = [first, last];
    return this.#yearRange;
  }

  /** The document of an identity, gone or not; -1 when it was never here. */
  find(id: number): number {
    const ids = this.column('ids');
    if (this.#order === null) {
      let ascending = true;
      for (let d = 1; d < ids.length && ascending; d++) ascending = ids[d - 1]! < ids[d]!;
      const order = new Uint32Array(ids.length);
      for (let d = 0; d < order.length; d++) order[d] = d;
      if (!ascending) order.sort((a, b) => ids[a]! - ids[b]!);
      this.#order = order;
    }
    const order = this.#order;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ids[order[middle]!]! < id) low = middle + 1;
      else high = middle;
    }
    return low < order.length && ids[order[low]!] === id ? order[low]! : -1;
  }

  /** First terms of the leaves of the dictionary. On disk their column is called `blocks`, a name that readers of old catalogues know. */
  #loadLeaves(): string[] {
    if (this.#leafTerms !== null) return this.#leafTerms;
    const reader = new ByteReader(this.#columnBytes('blocks'));
    const count = reader.varint();
    const terms: string[] = [];
    const rows = new Float64Array(count);
    let row = this.firstRow;
    for (let i = 0; i < count; i++) {
      row += reader.varint();
      rows[i] = row;
      terms.push(reader.text(reader.varint()));
    }
    this.#leafRows = rows;
    this.#leafTerms = terms;
    return terms;
  }

  /** The most frequent terms, in order of the terms. */
  get frequent(): readonly FrequentTerm[] {
    if (this.#frequent !== null) return this.#frequent;
    // A segment of before there was such a list has none.
    const reader = new ByteReader(this.#storedColumn('frequent') ?? new Uint8Array(1));
    const terms: FrequentTerm[] = [];
    for (let left = reader.varint(); left > 0; left--) {
      const term = reader.text(reader.varint());
      const written = reader.text(reader.varint());
      terms.push({ term, written, count: reader.varint(), writtenCount: reader.varint() });
    }
    this.#frequent = terms;
    return terms;
  }

  /** Whether it says what stands beside occurrences: a segment of before does not, nor one with cells that are not ours. */
  get hasNeighbours(): boolean {
    this.#hasNeighbours ??= this.#storedColumn(NEIGHBOURS_COLUMN)?.[0] === NEIGHBOUR_FORM;
    return this.#hasNeighbours;
  }

  /** Rows of the dictionary, in order. */
  get leafRows(): Float64Array {
    this.#loadLeaves();
    return this.#leafRows;
  }

  /** The leaf in which a term would stand; -1 when it is before all of them. */
  leafOf(term: string): number {
    const terms = this.#loadLeaves();
    let low = 0;
    let high = terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (terms[middle]! <= term) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  lookup(term: string, termBytes: Uint8Array): TermEntry | null {
    return this.#find(term, termBytes)?.entry ?? null;
  }

  /** What stands beside the occurrences of a term that it has; null where it is not known. */
  neighbours(term: string, termBytes: Uint8Array): NeighbourBytes | null {
    if (!this.hasNeighbours) return null;
    const found = this.#find(term, termBytes);
    if (found === null) return null;
    const { entry, leaf, before } = found;
    if (entry.row !== 0) {
      const bytes = this.#cache.read(entry.row + 2);
      return { bytes, from: 0, to: bytes.length };
    }
    const reader = new ByteReader(this.#cache.read(this.#leafRows[leaf]! + 1));
    for (let i = 0; i < before; i++) {
      const size = reader.varint();
      reader.at += size;
    }
    const size = reader.varint();
    return { bytes: reader.bytes, from: reader.at, to: reader.at + size };
  }

  /** A term with its leaf, and how many there are before it. */
  #find(
    term: string,
    termBytes: Uint8Array,
  ): { readonly entry: TermEntry; readonly leaf: number; readonly before: number } | null {
    const number = this.leafOf(term);
    if (number < 0) return null;
    const leaf = this.#cache.row(this.#leafRows[number]!);
    const reader = new ByteReader(leaf);
    const size = termBytes.length;
    // How many bytes of the entry before agree with the term: an entry that shares more than that cannot be it.
    let agreed = 0;
    for (let before = 0; reader.at < leaf.length; before++) {
      const shared = reader.varint();
      const rest = reader.varint();
      if (shared <= agreed) {
        let same = shared;
        const most = Math.min(size, shared + rest);
        let at = reader.at;
        while (same < most && leaf[at] === termBytes[same]) {
          same++;
          at++;
        }
        agreed = same;
        reader.at += rest;
        const payload = reader.varint();
        if (agreed === size && shared + rest === size)
          return { entry: readEntry(reader, this.firstRow), leaf: number, before };
        reader.at += payload;
      } else {
        reader.at += rest;
        const payload = reader.varint();
        reader.at += payload;
      }
    }
    return null;
  }

  /** The bytes that hold the documents and frequencies of a term. */
  postings(entry: TermEntry): Uint8Array {
    return entry.row === 0 ? entry.leaf : this.#cache.row(entry.row);
  }
  /** The bytes that hold its positions. */
  positions(entry: TermEntry): Uint8Array {
    return entry.row === 0 ? entry.leaf : this.#cache.row(entry.row + 1);
  }
}

/** A column with nothing where another one says 1. */
function without<T extends Int32Array | Int16Array>(column: T, left: Uint8Array, nothing: number): T {
  if (!left.includes(1)) return column;
  const out = column.slice() as T;
  for (let d = 0; d < out.length; d++) if (left[d] === 1) out[d] = nothing;
  return out;
}

export function countBits(words: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== 0) sum += bitCount(words[i]!);
  }
  return sum;
}
