/**
 * Writes a segment: terms in order with their postings. The dictionary is cut into leaves of some kilobytes; the postings of rare terms
 * stand inside their leaf, those of frequent terms in rows of their own: documents with frequencies, and positions, which only
 * phrases read.
 *
 * What stands beside occurrences is for concordances alone, and nobody else reads a byte of it: in a third row of a frequent term, and for
 * the others in a row behind that of their leaf, in the same order, each with its size (0 for a frequent one).
 *
 * An entry of a leaf: bytes shared with the term before, the rest of the term, size of what follows; then the number of documents; the
 * row of its postings counted from the segment's first (0: they follow here); the postings or the last document; the written form.
 */
import { ByteWriter } from '../../../bytes/index.ts';
import type { Database, Statement } from '../../sqlite.ts';
import type { PostingsWriter, TermSink } from '../postings/postings-writer.ts';

const LEAF_BYTES = 4000;
/** Postings up to this size stay in the dictionary. */
const INLINE_BYTES = 400;

/** The most frequent terms of a segment, told apart from the rest for those who type the first letters of a word. */
const FREQUENT_TERMS = 8000;

export class SegmentWriter implements TermSink {
  readonly firstRow: number;
  readonly #insert: Statement;
  readonly #leaf = new ByteWriter(LEAF_BYTES * 2);
  readonly #entry = new ByteWriter(LEAF_BYTES);
  readonly #row = new ByteWriter(1 << 14);
  readonly #index = new ByteWriter(1 << 12);
  readonly #neighbours: ByteWriter | null;
  #term = new ByteWriter(256);
  #previous = new ByteWriter(256);
  #nextRow: number;
  #leafEnd = 0;
  #firstTerm = '';
  #leaves = 0;
  #terms = 0;
  /** Without the neighbours: what is only copied makes no merge long. */
  bytes = 0;
  #frequent: FrequentTerm[] = [];
  #leastFrequent = 1;

  /** `neighbours`: whether what stands beside occurrences is known. */
  constructor(database: Database, firstRow: number, neighbours: boolean) {
    this.#neighbours = neighbours ? new ByteWriter(LEAF_BYTES) : null;
    this.#insert = database.prepare('INSERT INTO index_data (id, bytes) VALUES (?, ?)');
    this.firstRow = firstRow;
    this.#nextRow = firstRow;
  }

  /** The row behind the last one. */
  get nextRow(): number {
    return this.#nextRow;
  }
  get terms(): number {
    return this.#terms;
  }

  add(term: string, postings: PostingsWriter, written: string, writtenCount: number): void {
    if (postings.count === 0) return;
    this.#terms++;
    const entry = this.#entry;
    entry.reset();
    entry.varint(postings.count);
    const { documents, frequencies, positions, neighbours } = postings;
    const inline = documents.length + frequencies.length + positions.length <= INLINE_BYTES;
    if (inline) {
      entry.varint(0);
      entry.varint(documents.length);
      entry.run(documents.bytes, 0, documents.length);
      entry.run(frequencies.bytes, 0, frequencies.length);
      entry.varint(positions.length);
      entry.run(positions.bytes, 0, positions.length);
    } else {
      const row = this.#row;
      row.reset();
      row.run(documents.bytes, 0, documents.length);
      row.run(frequencies.bytes, 0, frequencies.length);
      entry.varint(this.#write(row) - this.firstRow + 1);
      entry.varint(postings.last);
      row.reset();
      const { skips } = postings;
      row.varint(skips.length >> 1);
      for (const skip of skips) row.varint(skip);
      row.run(positions.bytes, 0, positions.length);
      this.#write(row);
      if (this.#neighbours !== null) this.#writeUncounted(neighbours);
    }
    // The written form mostly begins as the term does.
    let same = 0;
    while (same < term.length && same < written.length && sameAscii(term, written, same)) same++;
    entry.varint(writtenCount);
    entry.varint(same);
    entry.text(written.slice(same));

    if (postings.count >= this.#leastFrequent) {
      this.#frequent.push({ term, written, count: postings.count, writtenCount });
      if (this.#frequent.length >= FREQUENT_TERMS * 2) this.#cutFrequent();
    }

    const leaf = this.#leaf;
    if (leaf.length > 0 && leaf.length + entry.length > LEAF_BYTES) this.#endLeaf();
    if (this.#neighbours !== null) {
      const size = inline ? neighbours.length : 0;
      this.#neighbours.varint(size);
      this.#neighbours.run(neighbours.bytes, 0, size);
    }
    const bytes = this.#term;
    bytes.reset();
    bytes.text(term);
    let shared = 0;
    if (leaf.length === 0) this.#firstTerm = term;
    else {
      const before = this.#previous;
      const most = Math.min(before.length, bytes.length);
      while (shared < most && before.bytes[shared] === bytes.bytes[shared]) shared++;
    }
    leaf.varint(shared);
    leaf.varint(bytes.length - shared);
    leaf.run(bytes.bytes, shared, bytes.length);
    leaf.varint(entry.length);
    leaf.run(entry.bytes, 0, entry.length);
    this.#term = this.#previous;
    this.#previous = bytes;
  }

  /** The index of the leaves: for each its first term and its row. */
  end(): Buffer {
    this.#endLeaf();
    const whole = new ByteWriter(this.#index.length + 8);
    whole.varint(this.#leaves);
    whole.run(this.#index.bytes, 0, this.#index.length);
    return whole.copy();
  }

  #cutFrequent(): void {
    const frequent = this.#frequent;
    const counts = new Uint32Array(frequent.length);
    for (let i = 0; i < counts.length; i++) counts[i] = frequent[i]!.count;
    counts.sort();
    const least = counts[counts.length - FREQUENT_TERMS]!;
    this.#leastFrequent = least + 1;
    // Those of the least count go together: which of them came first says nothing.
    this.#frequent = frequent.filter(({ count }) => count > least);
  }

  /** The most frequent terms in order: term, written form, documents, occurrences of the written form. */
  frequent(): Buffer {
    if (this.#frequent.length > FREQUENT_TERMS) this.#cutFrequent();
    const out = new ByteWriter(this.#frequent.length * 24 + 8);
    out.varint(this.#frequent.length);
    for (const { term, written, count, writtenCount } of this.#frequent) {
      for (const text of [term, written]) {
        out.varint(Buffer.byteLength(text));
        out.text(text);
      }
      out.varint(count);
      out.varint(writtenCount);
    }
    return out.copy();
  }

  #endLeaf(): void {
    if (this.#leaf.length === 0) return;
    const row = this.#write(this.#leaf) - this.firstRow;
    this.#leaf.reset();
    if (this.#neighbours !== null) {
      this.#writeUncounted(this.#neighbours);
      this.#neighbours.reset();
    }
    const index = this.#index;
    index.varint(row - this.#leafEnd);
    this.#leafEnd = row;
    const size = Buffer.byteLength(this.#firstTerm);
    index.varint(size);
    index.text(this.#firstTerm);
    this.#leaves++;
  }

  #write(content: ByteWriter): number {
    this.bytes += content.length;
    return this.#writeUncounted(content);
  }

  #writeUncounted(content: ByteWriter): number {
    const row = this.#nextRow++;
    // The driver takes a copy of its own.
    this.#insert.run(row, content.bytes.subarray(0, content.length));
    return row;
  }
}

export interface FrequentTerm {
  readonly term: string;
  readonly written: string;
  readonly count: number;
  readonly writtenCount: number;
}

function sameAscii(a: string, b: string, at: number): boolean {
  const c = a.charCodeAt(at);
  return c < 128 && c === b.charCodeAt(at);
}
