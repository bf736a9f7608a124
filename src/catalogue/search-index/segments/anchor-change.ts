/**
 * What links say of the documents of a segment, put in the place of what they said before. Their titles and texts are not read again: the
 * postings of most terms are copied as bytes, and only those that links say, or said, are written anew.
 */

import { ByteReader, ByteWriter } from '../../../bytes/index.ts';
import { type ColumnName, cleanAuthority } from '../columns/columns.ts';
import type { LinkEvidence } from '../port.ts';
import { ANCHORS_AT, type InvertedTerm, type Inverter } from '../postings/inverter.ts';
import { ANCHORS, frequencyByte } from '../postings/measures.ts';
import type { NeighbourBytes } from '../postings/neighbours.ts';
import { PostingsWriter, SKIP, type TermSink } from '../postings/postings-writer.ts';
import { decodeDocuments, type TermEntry } from '../postings/term-entry.ts';
import type { BlobCache } from './blob-cache.ts';
import { numbersLeft, type PostingBytes, postingBytes, SegmentJoin, TermCursor } from './merge.ts';
import type { Segment } from './segment.ts';

/** Frequency bytes from this on say that links have the term. */
const IN_ANCHORS = 64;

export class AnchorChange {
  readonly #segment: Segment;
  readonly #cache: BlobCache;
  readonly #inverter: Inverter;
  readonly #join: SegmentJoin;
  readonly #numbers: Int32Array | null;
  /** By the new numbers of the documents; null: as it was. */
  readonly #evidence: (LinkEvidence | null)[] = [];
  readonly #postings = new PostingsWriter();
  readonly #run = new ByteWriter(1 << 8);
  #documents = new Uint32Array(256);
  /** Documents and bytes of positions since the last skip. */
  #runDocuments = 0;
  #runBytes = 0;

  /** `evidence` by the numbers of the documents in the segment. */
  constructor(
    segment: Segment,
    evidence: ReadonlyMap<number, LinkEvidence>,
    inverter: Inverter,
    cache: BlobCache,
  ) {
    this.#segment = segment;
    this.#cache = cache;
    this.#inverter = inverter;
    this.#join = new SegmentJoin(segment, cache, 0);
    this.#numbers = numbersLeft(segment, 0);
    for (let d = 0; d < segment.documents; d++)
      if (!segment.isDeleted(d)) this.#evidence.push(evidence.get(d) ?? null);
  }

  writeTerms(writer: TermSink): void {
    this.#inverter.begin();
    for (const said of this.#evidence) this.#inverter.takeAnchors(said?.anchors ?? '');
    const cursor = new TermCursor(this.#segment, (row) => this.#cache.read(row), 0, true);
    this.#inverter.forEachTerm((said) => {
      while (cursor.term !== null && cursor.term < said.term) this.#keep(cursor, writer);
      if (cursor.term !== said.term) {
        this.#begin();
        this.#addNew(said, said.from, said.to);
        this.#end(writer, said.term, said.written, said.writtenCount);
        return;
      }
      const entry = cursor.entry();
      const { form, count } = cursor.written();
      this.#begin();
      this.#change(entry, postingBytes(entry, this.#cache), said, cursor.neighbours(entry));
      const sum = form === said.written ? count + said.writtenCount : Math.max(count, said.writtenCount);
      const best =
        said.writtenCount > count || (said.writtenCount === count && said.written < form)
          ? said.written
          : form;
      this.#end(writer, said.term, best, sum);
      cursor.next();
    });
    while (cursor.term !== null) this.#keep(cursor, writer);
  }

  /** Call after `writeTerms`. A column with what changed of it. */
  column(name: ColumnName, bytes: Buffer): Buffer {
    const evidence = this.#evidence;
    if (name === 'lengths') {
      const { lengths } = this.#inverter;
      const anchors = bytes.subarray(ANCHORS * evidence.length);
      for (let d = 0; d < evidence.length; d++) if (evidence[d] !== null) anchors[d] = lengths[d]!;
    } else if (name === 'authority') {
      const values = new Float32Array(bytes.buffer, bytes.byteOffset, evidence.length);
      for (let d = 0; d < evidence.length; d++) {
        const said = evidence[d];
        if (said != null) values[d] = cleanAuthority(said.authority);
      }
    }
    return bytes;
  }

  /** A term that links do not say now. */
  #keep(cursor: TermCursor, writer: TermSink): void {
    const term = cursor.term!;
    const entry = cursor.entry();
    const { form, count } = cursor.written();
    const bytes = postingBytes(entry, this.#cache);
    const neighbours = cursor.neighbours(entry);
    if (saidBefore(entry, bytes)) {
      this.#begin();
      this.#change(entry, bytes, null, neighbours);
      this.#end(writer, term, form, count);
    } else {
      this.#postings.reset();
      this.#join.append(entry, this.#postings, neighbours, bytes);
      writer.add(term, this.#postings, form, count);
    }
    cursor.next();
  }

  /** The postings of a term: without what links said of the documents that change, with what they say now. */
  #change(
    entry: TermEntry,
    bytes: PostingBytes,
    said: InvertedTerm | null,
    neighbours: NeighbourBytes | null,
  ): void {
    const { count } = entry;
    // Links change nothing in a text.
    if (neighbours !== null) this.#join.appendNeighbours(entry, this.#postings, neighbours, bytes);
    const { list, documentsAt, documentsEnd, positions, positionsAt } = bytes;
    if (this.#documents.length < count) this.#documents = new Uint32Array(count * 2);
    decodeDocuments(list, documentsAt, count, this.#documents);
    const reader = new ByteReader(positions, positionsAt);
    let next = said === null ? 0 : said.from;
    const end = said === null ? 0 : said.to;
    for (let i = 0; i < count; i++) {
      const size = reader.varint();
      const from = reader.at;
      reader.at += size;
      const old = this.#documents[i]!;
      const document = this.#numbers === null ? old : this.#numbers[old]!;
      if (document < 0) continue;
      // Documents before this one in which only links have the term.
      const before = next;
      while (next < end && said!.documents[next]! < document) next++;
      if (next > before) this.#addNew(said!, before, next);
      const first = next;
      while (next < end && said!.documents[next] === document) next++;
      const frequency = list[documentsEnd + i]!;
      if (this.#evidence[document] === null || (frequency < IN_ANCHORS && next === first))
        this.#add(document, frequency, positions, from, from + size);
      else
        this.#replace(document, frequency, new ByteReader(positions, from), from + size, said, first, next);
    }
    if (next < end) this.#addNew(said!, next, end);
  }

  #replace(
    document: number,
    frequency: number,
    reader: ByteReader,
    end: number,
    said: InvertedTerm | null,
    from: number,
    to: number,
  ): void {
    const run = this.#run;
    run.reset();
    let last = -1;
    while (reader.at < end) {
      const position = last + reader.varint() + 1;
      if (position >= ANCHORS_AT) break;
      run.varint(position - last - 1);
      last = position;
    }
    for (let i = from; i < to; i++) {
      const position = said!.places[i]! >>> 2;
      run.varint(position - last - 1);
      last = position;
    }
    if (run.length === 0) return;
    const own = frequency & (IN_ANCHORS - 1);
    this.#add(document, own | frequencyByte(0, 0, to - from), run.bytes, 0, run.length);
  }

  /** Documents in which only links have the term. */
  #addNew(said: InvertedTerm, from: number, to: number): void {
    const { documents, places } = said;
    const run = this.#run;
    for (let i = from; i < to; ) {
      const document = documents[i]!;
      run.reset();
      let last = -1;
      const first = i;
      for (; i < to && documents[i] === document; i++) {
        const position = places[i]! >>> 2;
        run.varint(position - last - 1);
        last = position;
      }
      this.#add(document, frequencyByte(0, 0, i - first), run.bytes, 0, run.length);
    }
  }

  #begin(): void {
    this.#postings.reset();
    this.#runDocuments = 0;
    this.#runBytes = 0;
  }

  #add(document: number, frequency: number, positions: Uint8Array, from: number, to: number): void {
    const out = this.#postings;
    out.documents.varint(document - out.last - 1);
    out.last = document;
    out.frequencies.byte(frequency);
    const start = out.positions.length;
    out.positions.varint(to - from);
    out.positions.run(positions, from, to);
    out.count++;
    this.#runDocuments++;
    this.#runBytes += out.positions.length - start;
    if (this.#runDocuments === SKIP) this.#endRun();
  }

  #endRun(): void {
    this.#postings.positionRun(this.#runDocuments, this.#runBytes);
    this.#runDocuments = 0;
    this.#runBytes = 0;
  }

  #end(writer: TermSink, term: string, written: string, writtenCount: number): void {
    if (this.#runDocuments > 0) this.#endRun();
    writer.add(term, this.#postings, written, writtenCount);
  }
}

function saidBefore({ count }: TermEntry, { list, documentsEnd }: PostingBytes): boolean {
  for (let i = documentsEnd; i < documentsEnd + count; i++) if (list[i]! >= IN_ANCHORS) return true;
  return false;
}
