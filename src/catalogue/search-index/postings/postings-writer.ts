/** The postings of one term as bytes, and who takes them. */
import { ByteWriter } from '../../../bytes/index.ts';

/** Documents whose positions are skipped in one step. */
export const SKIP = 128;

/** Postings of one term while they are gathered. */
export class PostingsWriter {
  /** Distances between document numbers, less one. */
  readonly documents = new ByteWriter(1 << 12);
  /** A frequency byte for each document. */
  readonly frequencies = new ByteWriter(1 << 12);
  /** For each document the size of its positions in bytes, and distances between them. */
  readonly positions = new ByteWriter(1 << 12);
  /** What stands beside each occurrence in a text: `neighbours.ts`. */
  readonly neighbours = new ByteWriter(1 << 12);
  count = 0;
  last = -1;
  /** Documents and bytes of position runs, in turn. */
  skips: number[] = [];

  reset(): void {
    this.documents.reset();
    this.frequencies.reset();
    this.positions.reset();
    this.neighbours.reset();
    this.count = 0;
    this.last = -1;
    this.skips.length = 0;
  }

  /** Notes that the positions of `documents` more documents take `bytes`. */
  positionRun(documents: number, bytes: number): void {
    const { skips } = this;
    const end = skips.length;
    if (end > 0 && skips[end - 2]! + documents <= SKIP) {
      skips[end - 2]! += documents;
      skips[end - 1]! += bytes;
    } else skips.push(documents, bytes);
  }
}

/** Takes the terms of a segment. */
export interface TermSink {
  /** Terms come in ascending order of their UTF-16 code units, each once. */
  add(term: string, postings: PostingsWriter, written: string, writtenCount: number): void;
}
