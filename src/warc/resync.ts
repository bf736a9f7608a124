/**
 * Finding the next record after damage. A candidate is believed only after a glance into it: the first bytes of its content must begin
 * a record, since archived bodies are themselves full of gzip headers.
 */
import { constants, inflateRawSync } from 'node:zlib';
import { memberDataStart } from './gzip-member.ts';
import { isWarcStart, parseRecordHead } from './record-head.ts';

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08]);
const WARC = Buffer.from('WARC/');
/** Compressed bytes looked at to judge a candidate, and what must stay in a window when nothing was found in it. */
export const GLANCE_BYTES = 1024;

function glance(bytes: Buffer, at: number, end: number): boolean {
  const start = memberDataStart(bytes, at, Math.min(end, at + GLANCE_BYTES * 4));
  if (typeof start === 'string') return false;
  try {
    const first = inflateRawSync(bytes.subarray(start, Math.min(end, start + GLANCE_BYTES)), {
      finishFlush: constants.Z_SYNC_FLUSH,
      chunkSize: 4096,
      maxOutputLength: 2 << 20,
    });
    if (isWarcStart(first, 0, first.length)) return true;
    return parseRecordHead(first, 0, first.length).kind === 'head';
  } catch {
    return false;
  }
}

/** Offset of the next gzip member in `bytes[from..end]` that seems to hold a record; -1 when there is none. */
export function findMember(bytes: Buffer, from: number, end: number): number {
  for (let p = bytes.indexOf(MAGIC, from); p >= 0 && p + 18 <= end; p = bytes.indexOf(MAGIC, p + 1)) {
    if (glance(bytes, p, end)) return p;
  }
  return -1;
}

/** Offset of the next uncompressed WARC record at the beginning of a line; -1 when there is none. */
export function findPlain(bytes: Buffer, from: number, end: number): number {
  for (let p = bytes.indexOf(WARC, from); p >= 0 && p + 6 <= end; p = bytes.indexOf(WARC, p + 1)) {
    if (p > 0 && bytes[p - 1] === 10 && isWarcStart(bytes, p, end)) return p;
  }
  return -1;
}
