/** Where the postings of a term stand, and how its documents are read. */
import type { ByteReader } from '../../../bytes/index.ts';

/** Where the postings of a term are. */
export interface TermEntry {
  /** Documents that have it, those that are gone counted too. */
  readonly count: number;
  /** 0: the postings stand in `leaf`. */
  readonly row: number;
  readonly last: number;
  readonly leaf: Uint8Array;
  readonly documentsAt: number;
  readonly frequenciesAt: number;
  readonly positionsAt: number;
  readonly positionsEnd: number;
}

/** Reads the head of an entry's payload, and leaves the reader before the written form. */
export function readEntry(reader: ByteReader, firstRow: number): TermEntry {
  const leaf = reader.bytes;
  const count = reader.varint();
  const row = reader.varint();
  if (row !== 0) {
    const last = reader.varint();
    return {
      count,
      row: firstRow + row - 1,
      last,
      leaf,
      documentsAt: 0,
      frequenciesAt: 0,
      positionsAt: 0,
      positionsEnd: 0,
    };
  }
  const size = reader.varint();
  const documentsAt = reader.at;
  const frequenciesAt = documentsAt + size;
  reader.at = frequenciesAt + count;
  const positionsSize = reader.varint();
  const positionsAt = reader.at;
  const positionsEnd = positionsAt + positionsSize;
  reader.at = positionsEnd;
  return { count, row: 0, last: 0, leaf, documentsAt, frequenciesAt, positionsAt, positionsEnd };
}

/** Document numbers of a list, from their distances. */
export function decodeDocuments(bytes: Uint8Array, from: number, count: number, out: Uint32Array): void {
  let at = from;
  let document = -1;
  for (let i = 0; i < count; i++) {
    let b = bytes[at++]!;
    if (b < 128) document += b + 1;
    else {
      let distance = b & 127;
      let shift = 7;
      do {
        b = bytes[at++]!;
        distance |= (b & 127) << shift;
        shift += 7;
      } while (b > 127);
      document += distance + 1;
    }
    out[i] = document;
  }
}
