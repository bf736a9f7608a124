/**
 * Joins segments into one: a walk over all dictionaries at once, term by term. Documents keep their order, one segment behind the other, so
 * the postings of a segment that lost none are copied as bytes; only the first distance changes. Memory holds one leaf of each
 * dictionary and the postings of one term.
 */

import { ByteReader, dropFirst, heapify, sink } from '../../../bytes/index.ts';
import { type NeighbourBytes, NeighbourCursor } from '../postings/neighbours.ts';
import { PostingsWriter, SKIP, type TermSink } from '../postings/postings-writer.ts';
import { decodeDocuments, readEntry, type TermEntry } from '../postings/term-entry.ts';
import type { BlobCache } from './blob-cache.ts';
import type { Segment } from './segment.ts';

/** Walks over the terms of one segment. */
export class TermCursor {
  readonly segment: Segment;
  readonly #read: (row: number) => Uint8Array;
  #leaf = -1;
  #reader = new ByteReader(new Uint8Array(0));
  #bytes = Buffer.alloc(256);
  #size = 0;
  #payload = 0;
  #payloadEnd = 0;
  /** The neighbours of the terms of the leaf; null when nobody asked for them, or the segment has none. */
  #neighbours: ByteReader | null = null;
  readonly #withNeighbours: boolean;
  #neighboursEnd = 0;
  /** The term that it stands on; null behind the last. */
  term: string | null = null;

  constructor(segment: Segment, read: (row: number) => Uint8Array, leaf = 0, neighbours = false) {
    this.segment = segment;
    this.#read = read;
    this.#withNeighbours = neighbours && segment.hasNeighbours;
    this.#leaf = leaf - 1;
    this.next();
  }

  next(): void {
    const reader = this.#reader;
    reader.at = this.#payloadEnd;
    if (reader.at >= reader.bytes.length) {
      if (!this.#nextLeaf()) {
        this.term = null;
        return;
      }
    }
    const now = this.#reader;
    const shared = now.varint();
    const rest = now.varint();
    if (shared + rest > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], (shared + rest) * 2);
    const { bytes } = now;
    for (let i = 0; i < rest; i++) this.#bytes[shared + i] = bytes[now.at + i]!;
    now.at += rest;
    this.#size = shared + rest;
    const size = now.varint();
    this.#payload = now.at;
    this.#payloadEnd = now.at + size;
    this.term = this.#bytes.toString('utf8', 0, this.#size);
    if (this.#neighbours !== null) {
      this.#neighbours.at = this.#neighboursEnd;
      const own = this.#neighbours.varint();
      this.#neighboursEnd = this.#neighbours.at + own;
    }
  }

  #nextLeaf(): boolean {
    const rows = this.segment.leafRows;
    this.#leaf++;
    if (this.#leaf >= rows.length) return false;
    this.#reader = new ByteReader(this.#read(rows[this.#leaf]!));
    if (this.#withNeighbours) this.#neighbours = new ByteReader(this.#read(rows[this.#leaf]! + 1));
    this.#neighboursEnd = 0;
    this.#payload = 0;
    this.#payloadEnd = 0;
    return this.#reader.bytes.length > 0;
  }

  /** The postings that it stands on; `written` can be read after it. */
  entry(): TermEntry {
    this.#reader.at = this.#payload;
    return readEntry(this.#reader, this.segment.firstRow);
  }

  /** What stands beside the occurrences of the term; null where it is not known. */
  neighbours(entry: TermEntry): NeighbourBytes | null {
    if (this.#neighbours === null) return null;
    if (entry.row === 0)
      return { bytes: this.#neighbours.bytes, from: this.#neighbours.at, to: this.#neighboursEnd };
    const bytes = this.#read(entry.row + 2);
    return { bytes, from: 0, to: bytes.length };
  }

  /** Call `entry` first. */
  written(): { readonly form: string; count: number } {
    const reader = this.#reader;
    const count = reader.varint();
    const same = reader.varint();
    const form = `${this.term!.slice(0, same)}${reader.text(this.#payloadEnd - reader.at)}`;
    return { form, count };
  }
}

/** `neighbours`: whether all of them know what stands beside occurrences. */
export function mergeTerms(
  segments: readonly Segment[],
  cache: BlobCache,
  writer: TermSink,
  neighbours: boolean,
): void {
  const cursors: TermCursor[] = [];
  const joins: SegmentJoin[] = [];
  let base = 0;
  for (const segment of segments) {
    cursors.push(new TermCursor(segment, (row) => cache.read(row), 0, neighbours));
    joins.push(new SegmentJoin(segment, cache, base));
    base += segment.live;
  }
  const postings = new PostingsWriter();
  // A heap of cursors by term, then by the order of the segments.
  const heap: number[] = [];
  const before = (a: number, b: number): boolean => {
    const one = cursors[a]!.term!;
    const other = cursors[b]!.term!;
    return one < other || (one === other && a < b);
  };
  for (let c = 0; c < cursors.length; c++) if (cursors[c]!.term !== null) heap.push(c);
  heapify(heap, before);
  const forms: { form: string; count: number }[] = [];
  while (heap.length > 0) {
    const term = cursors[heap[0]!]!.term!;
    postings.reset();
    if (forms.length > 0) forms.length = 0;
    while (heap.length > 0 && cursors[heap[0]!]!.term === term) {
      const c = heap[0]!;
      const cursor = cursors[c]!;
      const entry = cursor.entry();
      joins[c]!.append(entry, postings, cursor.neighbours(entry));
      const written = cursor.written();
      const same = forms.find((form) => form.form === written.form);
      if (same === undefined) forms.push(written);
      else same.count += written.count;
      cursor.next();
      if (cursor.term === null) dropFirst(heap, before);
      else sink(heap, 0, before);
    }
    let best = forms[0]!;
    for (const form of forms)
      if (form.count > best.count || (form.count === best.count && form.form < best.form)) best = form;
    writer.add(term, postings, best.form, best.count);
  }
}

/** Where the bytes of a term's postings are, whether they stand in the dictionary or in rows of their own. */
export interface PostingBytes {
  readonly list: Uint8Array;
  readonly documentsAt: number;
  /** The frequencies begin here. */
  readonly documentsEnd: number;
  readonly positions: Uint8Array;
  readonly positionsAt: number;
  readonly positionsEnd: number;
  readonly skips: ByteReader | null;
  readonly skipCount: number;
}

export function postingBytes(entry: TermEntry, cache: BlobCache): PostingBytes {
  if (entry.row === 0)
    return {
      list: entry.leaf,
      documentsAt: entry.documentsAt,
      documentsEnd: entry.frequenciesAt,
      positions: entry.leaf,
      positionsAt: entry.positionsAt,
      positionsEnd: entry.positionsEnd,
      skips: null,
      skipCount: 0,
    };
  const list = cache.read(entry.row);
  const positions = cache.read(entry.row + 1);
  const skips = new ByteReader(positions);
  const skipCount = skips.varint();
  const body = new ByteReader(positions, skips.at);
  for (let i = 0; i < skipCount * 2; i++) body.varint();
  return {
    list,
    documentsAt: 0,
    documentsEnd: list.length - entry.count,
    positions,
    positionsAt: body.at,
    positionsEnd: positions.length,
    skips,
    skipCount,
  };
}

/** New numbers of the documents of a segment, -1 for those that are gone; null when none is and the first keeps its own. */
export function numbersLeft(segment: Segment, base: number): Int32Array | null {
  if (segment.live === segment.documents) return null;
  const numbers = new Int32Array(segment.documents);
  let next = base;
  for (let d = 0; d < numbers.length; d++) numbers[d] = segment.isDeleted(d) ? -1 : next++;
  return numbers;
}

/** Appends the postings of one segment, with its documents at their new numbers. */
export class SegmentJoin {
  readonly #cache: BlobCache;
  readonly #base: number;
  /** New numbers of the documents, -1 for those that are gone; null when none is. */
  readonly #numbers: Int32Array | null;
  #documents = new Uint32Array(256);

  constructor(segment: Segment, cache: BlobCache, base: number) {
    this.#cache = cache;
    this.#base = base;
    this.#numbers = numbersLeft(segment, base);
  }

  append(
    entry: TermEntry,
    out: PostingsWriter,
    neighbours: NeighbourBytes | null,
    bytes = postingBytes(entry, this.#cache),
  ): void {
    const { count } = entry;
    if (neighbours !== null) this.appendNeighbours(entry, out, neighbours, bytes);
    const { list, documentsAt, documentsEnd, positions, positionsAt, positionsEnd, skips, skipCount } = bytes;
    if (this.#numbers === null) {
      // The first distance is counted from the last document before; the rest stays as it is.
      const first = new ByteReader(list, documentsAt);
      const document = this.#base + first.varint();
      out.documents.varint(document - out.last - 1);
      out.documents.run(list, first.at, documentsEnd);
      out.frequencies.run(list, documentsEnd, documentsEnd + count);
      out.positions.run(positions, positionsAt, positionsEnd);
      out.count += count;
      if (entry.row !== 0) out.last = this.#base + entry.last;
      else {
        let last = document;
        while (first.at < documentsEnd) last += first.varint() + 1;
        out.last = last;
      }
      if (skips === null) this.#inlineRuns(positions, positionsAt, positionsEnd, count, out);
      else for (let i = 0; i < skipCount; i++) out.positionRun(skips.varint(), skips.varint());
      return;
    }
    if (this.#documents.length < count) this.#documents = new Uint32Array(count * 2);
    decodeDocuments(list, documentsAt, count, this.#documents);
    const reader = new ByteReader(positions, positionsAt);
    let runCount = 0;
    let runBytes = 0;
    for (let i = 0; i < count; i++) {
      const from = reader.at;
      const size = reader.varint();
      reader.at += size;
      const number = this.#numbers[this.#documents[i]!]!;
      if (number < 0) continue;
      out.documents.varint(number - out.last - 1);
      out.last = number;
      out.frequencies.byte(list[documentsEnd + i]!);
      out.positions.run(positions, from, reader.at);
      out.count++;
      runCount++;
      runBytes += reader.at - from;
      if (runCount === SKIP) {
        out.positionRun(runCount, runBytes);
        runCount = 0;
        runBytes = 0;
      }
    }
    if (runCount > 0) out.positionRun(runCount, runBytes);
  }

  /** The neighbours alone, without those in documents that are gone. */
  appendNeighbours(
    { count }: TermEntry,
    out: PostingsWriter,
    neighbours: NeighbourBytes,
    { list, documentsAt, documentsEnd }: PostingBytes,
  ): void {
    const { bytes, from, to } = neighbours;
    if (this.#numbers === null) return out.neighbours.run(bytes, from, to);
    if (this.#documents.length < count) this.#documents = new Uint32Array(count * 2);
    decodeDocuments(list, documentsAt, count, this.#documents);
    const cursor = new NeighbourCursor(neighbours, list, documentsEnd);
    for (let i = 0; i < count; i++) {
      const begin = cursor.behind;
      cursor.moveTo(i);
      if (this.#numbers[this.#documents[i]!]! >= 0)
        out.neighbours.run(bytes, begin, Math.min(to, cursor.behind));
    }
  }

  #inlineRuns(positions: Uint8Array, from: number, to: number, count: number, out: PostingsWriter): void {
    if (count <= SKIP) {
      out.positionRun(count, to - from);
      return;
    }
    const reader = new ByteReader(positions, from);
    let start = from;
    for (let i = 1; i <= count; i++) {
      const size = reader.varint();
      reader.at += size;
      if (i % SKIP === 0 || i === count) {
        out.positionRun(i % SKIP === 0 ? SKIP : i % SKIP, reader.at - start);
        start = reader.at;
      }
    }
  }
}
