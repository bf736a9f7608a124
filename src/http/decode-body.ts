/**
 * Content-Encoding undone, synchronously (it runs in the thread that parses, which has nothing else to do meanwhile). Bodies from the
 * Web are cut off, mislabelled, stacked and hostile; what can be read of them is given back, and what was wrong is named.
 */
import zlib from 'node:zlib';

export type DecodeProblem = 'bomb' | 'corrupt' | 'unknown-encoding';

export interface DecodedBody {
  readonly bytes: Buffer;
  /** False when bytes are missing at the end, for whatever reason. */
  readonly complete: boolean;
  readonly problem: null | DecodeProblem;
}

/** zstd came to Node in 22.15 and 23.8. */
type ZstdDecompress = (body: Buffer, options: zlib.ZlibOptions) => Buffer;
const zstd = (zlib as unknown as { zstdDecompressSync?: ZstdDecompress }).zstdDecompressSync;
export const supportsZstd = typeof zstd === 'function';

/** Output a compressed byte may grow into before it is called a bomb. Plain deflate reaches 1,032; the most repetitive pages 200. */
const MAX_RATIO = 400;
/** Below this much output the ratio does not matter. */
const RATIO_FLOOR = 1 << 20;
const MAX_STACK = 4;
const MIN_CHUNK = 16_384;

export const DEFAULT_DECODE_LIMIT = 50_000_000;

type Codec = 'gzip' | 'zlib' | 'raw' | 'br' | 'zstd';

/** How the end of the input is taken: `whole` fails when bytes are missing, `part` gives what could be decoded. */
type Ending = 'whole' | 'part';

interface RawResult {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function chunkSizeFor(codec: Codec, body: Buffer, max: number): number {
  // One output chunk that fits saves the list of 16 KB pieces and the copy that joins them. gzip says its size in its last four
  // bytes; that is a hint from a stranger, so it is believed only within reason.
  let size = body.length * 6;
  if (codec === 'gzip' && body.length >= 18) {
    const said = body.readUInt32LE(body.length - 4) + 64;
    if (said < body.length * 40) size = said;
  }
  return Math.max(MIN_CHUNK, Math.min(size, max, 8 << 20));
}

function run(codec: Codec, body: Buffer, max: number, ending: Ending): Buffer {
  const chunkSize = chunkSizeFor(codec, body, max);
  const part = ending === 'part';
  const flate = {
    maxOutputLength: max,
    chunkSize,
    finishFlush: part ? zlib.constants.Z_SYNC_FLUSH : zlib.constants.Z_FINISH,
  };
  switch (codec) {
    case 'gzip':
      return zlib.gunzipSync(body, flate);
    case 'zlib':
      return zlib.inflateSync(body, flate);
    case 'raw':
      return zlib.inflateRawSync(body, flate);
    case 'br':
      return zlib.brotliDecompressSync(body, {
        maxOutputLength: max,
        chunkSize,
        finishFlush: part ? zlib.constants.BROTLI_OPERATION_FLUSH : zlib.constants.BROTLI_OPERATION_FINISH,
      });
    case 'zstd':
      // 1 and 2 are ZSTD_e_flush and ZSTD_e_end, whose names an older Node's types do not have.
      return zstd!(body, { maxOutputLength: max, chunkSize, finishFlush: part ? 1 : 2 });
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** Length of a gzip member's header, or -1 when this is not one. */
function gzipHeader(body: Buffer, from: number): number {
  if (body.length < from + 10 || body[from] !== 0x1f || body[from + 1] !== 0x8b || body[from + 2] !== 8)
    return -1;
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
  return at <= body.length ? at - from : -1;
}

/** Members of one body that are read. Each costs a call, and honest bodies have a handful. */
const MOST_MEMBERS = 1_000;

/**
 * gzip members one by one, their checksums not looked at: the way to the content when something follows the last member, or a
 * checksum is wrong, which the one-call decoder answers with nothing at all.
 */
function gzipByMember(body: Buffer, max: number): DecodedBody {
  const members: Buffer[] = [];
  let total = 0;
  let at = 0;
  for (;;) {
    const header = gzipHeader(body, at);
    if (header < 0) break;
    const result = zlib.inflateRawSync(body.subarray(at + header), {
      maxOutputLength: max - total,
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
      info: true,
    }) as unknown as RawResult;
    // A short one is copied, because the decoder gives it in a chunk of its own that is many times as long.
    members.push(result.buffer.length < MIN_CHUNK ? Buffer.from(result.buffer) : result.buffer);
    total += result.buffer.length;
    at += header + result.engine.bytesWritten + 8;
    if (at >= body.length || total >= max || members.length >= MOST_MEMBERS) break;
  }
  if (members.length === 0) throw new Error('no gzip member');
  return {
    bytes: members.length === 1 ? members[0]! : Buffer.concat(members, total),
    complete: false,
    problem: 'corrupt',
  };
}

/** Decoded output that the search below may produce in all, so that a hostile body cannot buy time with it. */
const SEARCH_BUDGET = 64_000_000;

/** The content of the longest beginning of the body that decodes. A damaged stream decodes up to some byte and fails from there on. */
function longestBeginning(codec: Codec, body: Buffer, max: number): Buffer {
  let good = 0;
  let bad = body.length;
  let best: Buffer = Buffer.alloc(0);
  let spent = 0;
  while (bad - good > 1 && spent < SEARCH_BUDGET) {
    const middle = (good + bad) >>> 1;
    spent += middle;
    try {
      best = run(codec, body.subarray(0, middle), max, 'part');
      spent += best.length;
      good = middle;
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') spent += max;
      bad = middle;
    }
  }
  return best;
}

function decodeOne(codec: Codec, body: Buffer, limit: number): DecodedBody {
  if (body.length === 0) return { bytes: body, complete: true, problem: null };
  const max = Math.max(1, Math.min(limit, Math.max(RATIO_FLOOR, body.length * MAX_RATIO)));
  try {
    return { bytes: run(codec, body, max, 'whole'), complete: true, problem: null };
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return beginningOfBomb(codec, body, max);
    if (codeOf(error) === 'Z_BUF_ERROR') {
      try {
        return { bytes: run(codec, body, max, 'part'), complete: false, problem: null };
      } catch (partial) {
        if (codeOf(partial) === 'ERR_BUFFER_TOO_LARGE') return beginningOfBomb(codec, body, max);
      }
    }
  }
  if (codec === 'gzip') {
    try {
      return gzipByMember(body, max);
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return beginningOfBomb(codec, body, max);
    }
  }
  return { bytes: longestBeginning(codec, body, max), complete: false, problem: 'corrupt' };
}

/** A page longer than the limit is still worth its beginning; a true bomb costs four more bounded tries. */
function beginningOfBomb(codec: Codec, body: Buffer, max: number): DecodedBody {
  for (const share of [2, 8, 64, 1024]) {
    try {
      const bytes = run(codec, body.subarray(0, Math.ceil(body.length / share)), max, 'part');
      return { bytes, complete: false, problem: 'bomb' };
    } catch {}
  }
  return { bytes: Buffer.alloc(0), complete: false, problem: 'bomb' };
}

function codecOf(token: string, body: Buffer): Codec | 'identity' | null {
  switch (token) {
    case '':
    case 'identity':
    case 'none':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    case 'deflate':
    case 'x-deflate': {
      // The name means zlib's format, and half of the servers that use it mean the bare stream.
      const zlibHeader = body.length >= 2 && (body[0]! & 15) === 8 && ((body[0]! << 8) | body[1]!) % 31 === 0;
      return zlibHeader ? 'zlib' : 'raw';
    }
    case 'br':
      return 'br';
    case 'zstd':
      return supportsZstd ? 'zstd' : null;
    default:
      return null;
  }
}

/**
 * Undoes `contentEncoding` (a list, the last applied last).
 *
 * - cut off: what could be decoded, `complete: false`, no problem named;
 * - damaged: what could be decoded before the damage, `corrupt`; a body that is not compressed at all in spite of its label is given
 *   back as it is, `corrupt`;
 * - more than `limit` bytes, or far more than such a body honestly holds: a beginning, `bomb`;
 * - an encoding not known: the body as it is, `unknown-encoding`.
 *
 * Never throws.
 */
export function decodeBody(
  body: Buffer,
  contentEncoding: string | null,
  limit: number = DEFAULT_DECODE_LIMIT,
): DecodedBody {
  if (contentEncoding === null || contentEncoding === '')
    return { bytes: body, complete: true, problem: null };
  const tokens = contentEncoding.toLowerCase().split(',', MAX_STACK + 1);
  if (tokens.length > MAX_STACK) return { bytes: body, complete: false, problem: 'unknown-encoding' };
  let bytes = body;
  let complete = true;
  let problem: DecodeProblem | null = null;
  for (let i = tokens.length - 1; i >= 0 && problem === null; i--) {
    const codec = codecOf(tokens[i]!.trim(), bytes);
    if (codec === null) return { bytes, complete: false, problem: 'unknown-encoding' };
    if (codec === 'identity' || bytes.length === 0) continue;
    if (codec === 'gzip' && (bytes[0] !== 0x1f || (bytes.length > 1 && bytes[1] !== 0x8b)))
      return { bytes, complete: false, problem: 'corrupt' };
    const decoded = decodeOne(codec, bytes, limit);
    if (decoded.problem === 'corrupt' && decoded.bytes.length === 0 && looksLikeText(bytes))
      return { bytes, complete: false, problem: 'corrupt' };
    bytes = decoded.bytes;
    complete &&= decoded.complete;
    problem = decoded.problem;
  }
  return { bytes, complete, problem };
}

/** Plain text under a false label: no control characters at its beginning but tabs and line ends. */
function looksLikeText(bytes: Buffer): boolean {
  const end = Math.min(bytes.length, 64);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
  }
  return true;
}
