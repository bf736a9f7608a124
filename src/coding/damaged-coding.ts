/** What can still be read of a body whose content coding is damaged, holds too much, or is not there in spite of its label. */
import * as zlib from 'node:zlib';

/** Output that the search for the place of the damage may produce in all, so that no body can buy time with it. */
const SEARCH_BUDGET = 64_000_000;
/** The same for the end of what fits into a limit; a page that is only long needs a handful of tries. */
const LENGTH_BUDGET = 1_000_000_000;
/** More than one byte of input can hold: brotli repeats up to 16 MB at a time. */
const LARGEST_STEP = (16 << 20) + 65_536;
/** Members of one body that are read. Each costs a call, and honest bodies have a handful. */
const MOST_MEMBERS = 1_000;
/** Shorter results are copied: the decoder gives them in a chunk of its own that is many times as long. */
const CHUNK = 16_384;

interface RawResult {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Whether a body begins as gzip does, as far as it goes. */
export function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && (body.length === 1 || body[1] === 0x8b);
}

/** Where the stream of the gzip member at `from` begins, or -1 when there is none. */
function streamAt(body: Buffer, from: number): number {
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
  return at <= body.length ? at : -1;
}

/**
 * gzip members one by one, their checksums not looked at: the way to the content when something follows the last member, or a checksum is
 * wrong, which the one-call decoder answers with nothing at all. Null when the body begins with no member; throws where one is damaged.
 */
export function gzipMembers(body: Buffer, limit: number): Buffer | null {
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
  if (members.length === 0) return null;
  return members.length === 1 ? members[0]! : Buffer.concat(members, total);
}

/**
 * The content of the longest beginning that decodes: a damaged stream decodes up to some byte and fails from there on. `decode` gives what a
 * part of the body holds, at most `limit` bytes of it, and throws where it is damaged.
 */
export function longestBeginning(body: Buffer, decode: (part: Buffer) => Buffer, limit: number): Buffer {
  let good = 0;
  let bad = body.length;
  let best: Buffer = Buffer.alloc(0);
  let spent = 0;
  while (bad - good > 1 && spent < SEARCH_BUDGET) {
    const middle = (good + bad) >>> 1;
    spent += middle;
    try {
      best = decode(body.subarray(0, middle));
      spent += best.length;
      good = middle;
    } catch (error) {
      if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_BUFFER_TOO_LARGE') spent += limit;
      bad = middle;
    }
  }
  return best;
}

/**
 * The first `wanted` bytes of a body that holds more: decoders give all or nothing, so a part of the body is looked for that holds a little
 * more than that. `decode` gives what a part holds, and throws when that is more than `most` bytes or damaged.
 */
export function firstBytes(
  body: Buffer,
  decode: (part: Buffer, most: number) => Buffer,
  wanted: number,
): Buffer {
  const most = wanted + LARGEST_STEP;
  let little = 0;
  let much = body.length + 1;
  let best: Buffer = Buffer.alloc(0);
  // gzip says its size in its last four bytes; a hint only.
  const said = isGzip(body) && body.length >= 18 ? body.readUInt32LE(body.length - 4) : 0;
  let guess =
    said > wanted ? Math.ceil((body.length * (wanted + LARGEST_STEP / 2)) / said) : body.length >>> 1;
  for (let spent = 0; much - little > 1 && spent < LENGTH_BUDGET; ) {
    const at = guess > little && guess < much ? guess : (little + much) >>> 1;
    try {
      const bytes = decode(body.subarray(0, at), most);
      if (bytes.length >= wanted) return bytes.subarray(0, wanted);
      spent += bytes.length;
      best = bytes;
      little = at;
      // Pages are alike from their beginning to their end.
      guess = Math.ceil((at * (wanted + LARGEST_STEP / 2)) / Math.max(1, bytes.length));
    } catch {
      spent += most;
      much = at;
      guess = 0;
    }
  }
  return best;
}

/** Plain text under a false label: no control characters at its beginning but tabs and line ends. */
export function looksLikeText(body: Buffer): boolean {
  const end = Math.min(body.length, 64);
  for (let i = 0; i < end; i++) {
    const byte = body[i]!;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
  }
  return true;
}
