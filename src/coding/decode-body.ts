/**
 * Content-Encoding undone, synchronously (it runs in the thread that parses, which has nothing else to do meanwhile). Bodies from the
 * Web are cut off, mislabelled, stacked and hostile; what can be read of them is given back, and what was wrong is named.
 */
import zlib from 'node:zlib';
import { firstBytes, gzipMembers, isGzip, longestBeginning, looksLikeText } from './damaged-coding.ts';

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

/** Bytes of a page, its coding undone, that anybody reads. A longer one is worth its beginning. */
export const LONGEST_PAGE = 32 << 20;

type Codec = 'gzip' | 'zlib' | 'raw' | 'br' | 'zstd';

/** How the end of the input is taken: `whole` fails when bytes are missing, `part` gives what could be decoded. */
type Ending = 'whole' | 'part';

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
      const bytes = gzipMembers(body, max);
      if (bytes !== null) return { bytes, complete: false, problem: 'corrupt' };
    } catch (error) {
      if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return beginningOfBomb(codec, body, max);
    }
  }
  const bytes = longestBeginning(body, (part) => run(codec, part, max, 'part'), max);
  return { bytes, complete: false, problem: 'corrupt' };
}

/** A page longer than the limit is still worth its beginning: exactly `max` bytes of it, whoever reads it. */
function beginningOfBomb(codec: Codec, body: Buffer, max: number): DecodedBody {
  const bytes = firstBytes(body, (part, most) => run(codec, part, most, 'part'), max);
  return { bytes, complete: false, problem: 'bomb' };
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
 * - more than `limit` bytes, or far more than such a body honestly holds: the first of them, `bomb`;
 * - not coded at all and longer than `limit`: the first bytes, `complete: false`;
 * - an encoding not known: the body as it is, `unknown-encoding`.
 *
 * Never throws.
 */
export function decodeBody(
  stored: Uint8Array,
  contentEncoding: string | null,
  limit: number = LONGEST_PAGE,
): DecodedBody {
  const undone = undo(
    Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength),
    contentEncoding,
    limit,
  );
  return undone.bytes.length <= limit
    ? undone
    : { ...undone, bytes: undone.bytes.subarray(0, limit), complete: false };
}

function undo(body: Buffer, contentEncoding: string | null, limit: number): DecodedBody {
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
    if (codec === 'gzip' && !isGzip(bytes)) return { bytes, complete: false, problem: 'corrupt' };
    const decoded = decodeOne(codec, bytes, limit);
    if (decoded.problem === 'corrupt' && decoded.bytes.length === 0 && looksLikeText(bytes))
      return { bytes, complete: false, problem: 'corrupt' };
    bytes = decoded.bytes;
    complete &&= decoded.complete;
    problem = decoded.problem;
  }
  return { bytes, complete, problem };
}
