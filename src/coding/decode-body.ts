/**
 * Content-Encoding undone: at once in the thread that parses, which has nothing else to do meanwhile, and in turns in one that has. Bodies
 * from the Web are cut off, mislabelled, stacked and hostile; what can be read of them is given back, and what was wrong is named.
 */
import { setImmediate as others } from 'node:timers/promises';
import { DecodedBytes } from './decoded-bytes.ts';
import { isGzip, streamAt, TRAILER } from './gzip-members.ts';
import { type Codec, StepwiseDecoder, supportsZstd } from './stepwise-decoder.ts';

export type DecodeProblem = 'bomb' | 'corrupt' | 'unknown-encoding';

export interface DecodedBody {
  readonly bytes: Buffer;
  /** False when bytes are missing at the end, for whatever reason. */
  readonly complete: boolean;
  readonly problem: null | DecodeProblem;
}

/** Output a compressed byte may grow into before it is called a bomb. Plain deflate reaches 1,032; the most repetitive pages 200. */
const MAX_RATIO = 400;
/** Below this much output the ratio does not matter. */
const RATIO_FLOOR = 1 << 20;
const MAX_STACK = 4;
/** Members of one body that are read. Each costs a decoder, and honest bodies have a handful. */
const MOST_MEMBERS = 1_000;
/** Input of a step on the way to a damage; the bytes of the one that fails are then taken one by one. */
const STEP = 4_096;

/** Bytes of a page, its coding undone, that anybody reads. A longer one is worth its beginning. */
export const LONGEST_PAGE = 32 << 20;

/** How long a thread that has other things to do decodes before it looks after them, ms; and what it makes room for at a time. */
const TURN = 5;
const TURN_BYTES = 1 << 20;

/** Work in steps, each of which takes a few milliseconds at the most when its output comes in small pieces. */
type Steps<T> = Generator<undefined, T, undefined>;

/** Where a reader asks whether more would come. */
const SCRATCH = Buffer.allocUnsafeSlow(64);

type Ending =
  /** The stream came to its end. */
  | 'whole'
  /** The input came to its end before the stream did. */
  | 'cut'
  /** There is more than was wanted. */
  | 'more'
  | 'damaged';

interface Stop {
  readonly ending: Ending;
  /** How far the input was read; where the damaged step began. */
  readonly at: number;
}

/**
 * What the output of a body is likely to be. gzip says its size in its last four bytes; that is a hint from a stranger, so it is believed
 * only within reason.
 */
function likelyLength(codec: Codec, body: Buffer): number {
  if (codec === 'gzip' && body.length >= 18) {
    const said = body.readUInt32LE(body.length - 4) + 64;
    if (said < body.length * 40) return said;
  }
  return body.length * 6;
}

/** Input that is taken at once: so many bytes up to a place, and others behind it. */
interface Pace {
  readonly step: number;
  readonly until: number;
  readonly afterwards: number;
}

const AT_ONCE: Pace = { step: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY, afterwards: 1 };

function* decodeStream(codec: Codec, body: Buffer, from: number, out: DecodedBytes, pace: Pace): Steps<Stop> {
  const decoder = new StepwiseDecoder(codec);
  try {
    for (let at = from; ; ) {
      const to = Math.min(body.length, at + (at < pace.until ? pace.step : pace.afterwards));
      // At the limit only whether more would come is of interest.
      const room = out.makeRoom();
      const fine = room
        ? decoder.step(body, at, to, out.piece, out.at)
        : decoder.step(body, at, to, SCRATCH, 0, 1);
      if (!fine) return { ending: 'damaged', at };
      at += decoder.read;
      if (room) out.at += decoder.written;
      else if (decoder.written > 0) return { ending: 'more', at };
      if (decoder.read > 0 || decoder.written > 0) {
        yield;
        continue;
      }
      // Nothing was read and nothing written: the stream is over, or there is nothing left to read.
      const whole = at < body.length || decoder.ended(SCRATCH);
      return { ending: whole ? 'whole' : 'cut', at };
    }
  } finally {
    decoder.close();
  }
}

/**
 * gzip members one by one, their checksums not looked at: the way to the content when something follows the last member, or a checksum is
 * wrong.
 */
function* decodeMembers(body: Buffer, out: DecodedBytes, pace: Pace): Steps<Stop> {
  let stop: Stop = { ending: 'whole', at: 0 };
  for (let members = 0; stop.at < body.length && members < MOST_MEMBERS; members++) {
    const stream = streamAt(body, stop.at);
    if (stream < 0) break;
    const { ending, at } = yield* decodeStream('raw', body, stream, out, pace);
    if (ending !== 'whole') return { ending, at };
    stop = { ending, at: at + TRAILER };
  }
  return stop;
}

/**
 * A step that fails gives nothing of what it decoded. So the way is gone again in small steps, to see which one fails, and once more up to
 * there and on byte by byte.
 */
function* upToDamage(
  makeRoom: () => DecodedBytes,
  decode: (out: DecodedBytes, pace: Pace) => Steps<Stop>,
): Steps<{ readonly bytes: Buffer; readonly ending: Ending }> {
  const attempt = function* (pace: Pace) {
    const out = makeRoom();
    return { out, ...(yield* decode(out, pace)) };
  };
  const first = yield* attempt(AT_ONCE);
  if (first.ending !== 'damaged') return { bytes: first.out.join(), ending: first.ending };
  const { at } = yield* attempt({ ...AT_ONCE, step: STEP });
  const last = yield* attempt({ step: STEP, until: at, afterwards: 1 });
  return { bytes: last.out.join(), ending: 'damaged' };
}

function* decodeOne(codec: Codec, body: Buffer, limit: number, piece?: number): Steps<DecodedBody> {
  if (body.length === 0) return { bytes: body, complete: true, problem: null };
  const max = Math.max(1, Math.min(limit, Math.max(RATIO_FLOOR, body.length * MAX_RATIO)));
  const room = () => new DecodedBytes(likelyLength(codec, body), max, piece);
  let { bytes, ending } = yield* upToDamage(room, (out, pace) => decodeStream(codec, body, 0, out, pace));
  const damaged = ending === 'damaged';
  if (damaged && codec === 'gzip')
    ({ bytes, ending } = yield* upToDamage(room, (out, pace) => decodeMembers(body, out, pace)));
  // A page longer than the limit is still worth its beginning: exactly `max` bytes of it, whoever reads it.
  if (ending === 'more') return { bytes, complete: false, problem: 'bomb' };
  return { bytes, complete: !damaged && ending === 'whole', problem: damaged ? 'corrupt' : null };
}

/** Plain text under a false label: no control characters at its beginning but tabs and line ends. */
function looksLikeText(body: Buffer): boolean {
  const end = Math.min(body.length, 64);
  for (let i = 0; i < end; i++) {
    const byte = body[i]!;
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
  }
  return true;
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
  const steps = undo(stored, contentEncoding, limit);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same for a thread that has other things to do: they get their turn on the way. The bytes must stay as they are meanwhile. */
export async function decodeBodyInTurns(
  stored: Uint8Array,
  contentEncoding: string | null,
  limit: number = LONGEST_PAGE,
): Promise<DecodedBody> {
  const steps = undo(stored, contentEncoding, limit, TURN_BYTES);
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < TURN) continue;
    await others();
    since = performance.now();
  }
}

function* undo(
  stored: Uint8Array,
  contentEncoding: string | null,
  limit: number,
  piece?: number,
): Steps<DecodedBody> {
  const body = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const undone = yield* undoAll(body, contentEncoding, limit, piece);
  return undone.bytes.length <= limit
    ? undone
    : { ...undone, bytes: undone.bytes.subarray(0, limit), complete: false };
}

function* undoAll(
  body: Buffer,
  contentEncoding: string | null,
  limit: number,
  piece?: number,
): Steps<DecodedBody> {
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
    const decoded = yield* decodeOne(codec, bytes, limit, piece);
    if (decoded.problem === 'corrupt' && decoded.bytes.length === 0 && looksLikeText(bytes))
      return { bytes, complete: false, problem: 'corrupt' };
    bytes = decoded.bytes;
    complete &&= decoded.complete;
    problem = decoded.problem;
  }
  return { bytes, complete, problem };
}
