/**
 * What can still be read of a body whose content coding is damaged, or is not there in spite of its label: the content before the damage,
 * of a gzip body also what a wrong checksum or rubbish behind it would make the one-call decoder withhold, and plain text as it is. A crawl
 * reads such pages as they come, so whoever reads its archive must be able to as well.
 */
import * as zlib from 'node:zlib';

/** Decodes as far as the bytes go; throws where they are damaged. */
export type Decode = (bytes: Buffer, limit: number) => Buffer;

/** Output that the search for the place of the damage may produce in all, so that no body can buy time with it. */
const SEARCH_BUDGET = 64_000_000;
const MOST_MEMBERS = 1_000;
/** Shorter results are copied: the decoder gives them in a chunk that is many times as long. */
const CHUNK = 16_384;

interface RawResult {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && (body.length === 1 || body[1] === 0x8b);
}

/** Where the stream of the gzip member at `from` begins, or -1. */
function streamAt(body: Buffer, from: number): number {
  if (body.length < from + 10 || !isGzip(body.subarray(from)) || body[from + 2] !== 8) return -1;
  const flags = body[from + 3]!;
  let at = from + 10;
  if (flags & 4) at += 2 + (at + 2 <= body.length ? body.readUInt16LE(at) : 0);
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = body.indexOf(0, at);
    if (end < 0) return -1;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  return at <= body.length ? at : -1;
}

/** The members one by one, their checksums not looked at. */
function gzipMembers(body: Buffer, limit: number): Buffer {
  const members: Buffer[] = [];
  let total = 0;
  for (let at = 0; at < body.length && total < limit && members.length < MOST_MEMBERS; ) {
    const stream = streamAt(body, at);
    if (stream < 0) break;
    const { buffer, engine } = zlib.inflateRawSync(body.subarray(stream), {
      maxOutputLength: limit - total,
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
      info: true,
    }) as unknown as RawResult;
    members.push(buffer.length < CHUNK ? Buffer.from(buffer) : buffer);
    total += buffer.length;
    at = stream + engine.bytesWritten + 8;
  }
  return Buffer.concat(members, total);
}

/** The content of the longest beginning that decodes: a damaged stream decodes up to some byte and fails from there on. */
function longestBeginning(body: Buffer, decode: Decode, limit: number): Buffer {
  let good = 0;
  let bad = body.length;
  let best: Buffer = Buffer.alloc(0);
  let spent = 0;
  while (bad - good > 1 && spent < SEARCH_BUDGET) {
    const middle = (good + bad) >>> 1;
    spent += middle;
    try {
      best = decode(body.subarray(0, middle), limit);
      spent += best.length;
      good = middle;
    } catch {
      spent += limit > SEARCH_BUDGET ? 1_000_000 : 0;
      bad = middle;
    }
  }
  return best;
}

/** No control characters at its beginning but tabs and line ends. */
function looksLikeText(body: Buffer): boolean {
  const end = Math.min(body.length, 64);
  for (let i = 0; i < end; i++) {
    const byte = body[i]!;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
  }
  return true;
}

/** What can be read of a body that `decode` failed on; empty when nothing can. Never throws. */
export function readDamaged(body: Buffer, coding: string, decode: Decode, limit: number): Buffer {
  const gzip = coding === 'gzip' || coding === 'x-gzip';
  if (gzip && !isGzip(body)) return body;
  let found: Buffer = Buffer.alloc(0);
  try {
    if (gzip) found = gzipMembers(body, limit);
  } catch {
    // Damaged within a member.
  }
  if (found.length === 0) found = longestBeginning(body, decode, limit);
  return found.length === 0 && looksLikeText(body) ? body : found;
}
