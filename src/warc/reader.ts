/**
 * Reads anybody's archive: WARC 0.17 to 1.1 and ARC, plain, one gzip member a record, or gzip around the whole file. (Zstandard
 * archives, `.warc.zst`, are not read.) Damage never throws unless asked to: every whole record is given, what is wrong is told to
 * `onProblem`, and reading goes on at the next record that can be found.
 *
 * ```ts
 * for await (const record of readWarc('crawl.warc.gz')) console.log(record.type, record.url, record.http?.status);
 * ```
 */
import { createHash, getHashes, type Hash } from 'node:crypto';
import { createInflateRaw } from 'node:zlib';
import { crc32 } from '../bytes/crc32.ts';
import { TarrafaError } from '../errors.ts';
import { reason, type Why, whyForPrograms } from '../words/why.ts';
import { ByteWindow } from './byte-window.ts';
import { base32 } from './digest.ts';
import { inflateMember, memberDataStart } from './gzip-member.ts';
import { dechunk, parseHttpMessage } from './http-message.ts';
import { type DigestVerdict, WarcRecord } from './record.ts';
import { MAX_HEAD_BYTES, parseRecordHead, type RecordHead } from './record-head.ts';
import { findMember, findPlain, GLANCE_BYTES } from './resync.ts';
import { PATIENCE } from './tail.ts';

/** Bytes that are asked for by their place, wherever they are kept. */
export interface RangedBytes {
  /** What errors call it. */
  readonly name: string;
  /** Those from `start` on, up to `end` or to the last. Who stops taking them leaves nothing open. */
  bytes(start: number, end?: number): AsyncIterable<Uint8Array>;
}

/** A path, bytes, bytes by their place, or anything that gives bytes. */
export type WarcSource = string | Uint8Array | RangedBytes | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export type ProblemCode =
  /** The file ends within a record. */
  | 'truncated'
  /** A gzip member cannot be read or its checksum is wrong. */
  | 'gzip'
  /** Bytes between records that belong to none. */
  | 'garbage'
  /** A head that is too long, lacks its length, or holds no record. */
  | 'head'
  /** The block is not followed by two line ends, or does not fill its gzip member. */
  | 'length'
  /** Several records in one gzip member: readable, but none has an address of its own. */
  | 'shared-member'
  /** The payload, or the whole block, is not what the digest of its record says. */
  | 'digest'
  /** The file is compressed with Zstandard. */
  | 'zstd';

export interface WarcProblem {
  readonly code: ProblemCode;
  /** Offset in the file. */
  readonly offset: number;
  /** In English, for programs and logs. */
  readonly message: string;
  /** The same, for people of every language. */
  readonly why: Why;
}

export interface ReadOptions {
  /** Throw TRF_STORAGE_DAMAGED at the first problem. */
  readonly strict?: boolean;
  readonly onProblem?: (problem: WarcProblem) => void;
  /** Bytes of a block kept in memory; what is longer is cut (`record.whole` is false) and passed over. Default 64 MB. */
  readonly maxBlockBytes?: number;
  readonly maxHeadBytes?: number;
  /** Where to begin in what has places, which a stream has not; must begin a record. */
  readonly start?: number;
  /** Where to stop in it. */
  readonly end?: number;
  /** Hash blocks and payloads and compare with their digest fields (`record.verdicts`). */
  readonly verify?: boolean;
}

const BLOCK_CAP = 64 << 20;
/** Members up to this are inflated in one call, where so much of them is wanted; larger ones are streamed. */
const MEMBER_CAP = 16 << 20;
/** Compressed bytes that are inflated at a time while a member is streamed: a thousand times as many may come of them. */
const STREAMED = 8 << 10;

interface Reading {
  readonly options: ReadOptions;
  readonly name: string;
  readonly blockCap: number;
  readonly headCap: number;
  problem(code: ProblemCode, offset: number, why: Why): void;
}

export async function* readWarc(
  source: WarcSource,
  options: ReadOptions = {},
): AsyncGenerator<WarcRecord, void, undefined> {
  const name = typeof source === 'string' ? source : isRanged(source) ? source.name : '(stream)';
  const reading: Reading = {
    options,
    name,
    blockCap: options.maxBlockBytes ?? BLOCK_CAP,
    headCap: options.maxHeadBytes ?? MAX_HEAD_BYTES,
    problem(code, offset, why) {
      options.onProblem?.({ code, offset, message: whyForPrograms(why), why });
      if (options.strict === true) throw new TarrafaError('TRF_STORAGE_DAMAGED', [name, offset, why]);
    },
  };
  let window: ByteWindow;
  if (typeof source === 'string') window = ByteWindow.ofFile(source, options.start ?? 0, options.end);
  else if (source instanceof Uint8Array) {
    window = ByteWindow.ofBytes(
      options.end === undefined ? source : source.subarray(0, options.end),
      options.start ?? 0,
    );
  } else if (isRanged(source)) {
    const start = options.start ?? 0;
    window = ByteWindow.ofChunks(source.bytes(start, options.end), start);
  } else window = ByteWindow.ofChunks(source);
  try {
    yield* records(window, reading);
  } finally {
    await window.close();
  }
}

function isRanged(source: WarcSource): source is RangedBytes {
  return typeof source === 'object' && 'bytes' in source && typeof source.bytes === 'function';
}

/** The record at a place in a file, or in what is asked for by places; TRF_STORAGE_DAMAGED when none can be read there. */
export async function readRecordAt(
  source: string | RangedBytes,
  offset: number,
  length?: number,
  options: Omit<ReadOptions, 'start' | 'end' | 'strict'> = {},
): Promise<WarcRecord> {
  let first: WarcProblem | null = null;
  const end = length === undefined || length <= 0 ? undefined : offset + length;
  const bounds = end === undefined ? { start: offset } : { start: offset, end };
  for await (const record of readWarc(source, { ...options, ...bounds, onProblem: (p) => (first ??= p) })) {
    if (record.offset === offset) return record;
    break;
  }
  throw new TarrafaError('TRF_STORAGE_DAMAGED', [
    typeof source === 'string' ? source : source.name,
    offset,
    (first as WarcProblem | null)?.why ?? reason('no-record-here'),
  ]);
}

async function fill(window: ByteWindow, wanted: number): Promise<boolean> {
  while (window.held < wanted) {
    const more = window.more();
    if (!(typeof more === 'boolean' ? more : await more)) return false;
  }
  return true;
}

/** A member is inflated anew each time that more of it has come: of a long one, not for each small piece of a stream. */
const SMALL_MEMBER = 256 << 10;

async function fillMore(window: ByteWindow): Promise<boolean> {
  const { held } = window;
  await fill(window, held < SMALL_MEMBER ? held + 1 : 2 * held);
  return window.held > held;
}

async function skipLineEnds(window: ByteWindow): Promise<void> {
  for (;;) {
    while (
      window.start < window.end &&
      (window.bytes[window.start] === 10 || window.bytes[window.start] === 13)
    ) {
      window.start++;
    }
    if (window.held > 0 || !(await fill(window, 1))) return;
  }
}

async function* records(window: ByteWindow, reading: Reading): AsyncGenerator<WarcRecord, void, undefined> {
  let failures = 0;
  for (;;) {
    await skipLineEnds(window);
    if (window.held === 0) return;
    await fill(window, 4);
    const offset = window.offset;
    const b = window.bytes;
    const s = window.start;
    let ok: boolean;
    if (b[s] === 0x1f && (window.held < 2 || b[s + 1] === 0x8b)) {
      ok = yield* memberRecords(window, reading);
    } else if (b[s] === 0x28 && b[s + 1] === 0xb5 && b[s + 2] === 0x2f && b[s + 3] === 0xfd) {
      reading.problem('zstd', offset, reason('zstd'));
      return;
    } else {
      const outcome = await plainRecord(window, reading, offset, false);
      if (outcome === 'ended') {
        reading.problem('truncated', offset, reason('record-cut-off'));
        return;
      }
      ok = outcome !== 'none';
      if (outcome instanceof WarcRecord) yield outcome;
      else if (outcome === 'none') reading.problem('garbage', offset, reason('stray-bytes'));
    }
    if (ok) {
      failures = 0;
      continue;
    }
    if (window.done && window.held === 0) return;
    if (++failures > PATIENCE) {
      reading.problem('garbage', window.offset, reason('too-much-damage'));
      return;
    }
    if (window.offset === offset) window.start++;
    if (!(await skipToRecord(window))) return;
  }
}

/** Moves to the next place where a record seems to begin. */
async function skipToRecord(window: ByteWindow): Promise<boolean> {
  for (;;) {
    const member = findMember(window.bytes, window.start, window.end);
    const plain = findPlain(window.bytes, window.start, window.end);
    if (member >= 0 || plain >= 0) {
      window.start = member < 0 ? plain : plain < 0 ? member : Math.min(member, plain);
      return true;
    }
    window.start = Math.max(window.start, window.end - 4 * GLANCE_BYTES);
    if (!(await fill(window, window.held + 1))) {
      window.start = window.end;
      return false;
    }
  }
}

/** The records of the gzip member at the window's start. False when the member is damaged and the window was not moved past it. */
async function* memberRecords(
  window: ByteWindow,
  reading: Reading,
): AsyncGenerator<WarcRecord, boolean, undefined> {
  const offset = window.offset;
  const cap = Math.min(MEMBER_CAP, reading.blockCap + reading.headCap);
  for (;;) {
    const result = inflateMember(window.bytes, window.start, window.end, cap);
    if (result.kind === 'short') {
      if (window.held > cap) return yield* streamedMember(window, reading);
      if (await fillMore(window)) continue;
      reading.problem('truncated', offset, reason('record-cut-off'));
      window.start = window.end;
      return false;
    }
    if (result.kind === 'large') return yield* streamedMember(window, reading);
    if (result.kind === 'corrupt') {
      reading.problem('gzip', offset, result.why);
      return false;
    }
    const length = result.end - window.start;
    window.start = result.end;
    const inner = ByteWindow.ofBytes(result.bytes);
    yield* contentRecords(inner, reading, offset, async () => length);
    return true;
  }
}

/**
 * The records inside one member: nearly always one. A record is held until it is known whether another follows, since only a record
 * alone in its member has an address.
 */
async function* contentRecords(
  inner: ByteWindow,
  reading: Reading,
  offset: number,
  memberLength: () => Promise<number | null>,
): AsyncGenerator<WarcRecord, void, undefined> {
  let held: WarcRecord | null = null;
  let count = 0;
  for (;;) {
    await skipLineEnds(inner);
    if (inner.held === 0) break;
    const at = inner.offset;
    const outcome = await plainRecord(inner, reading, offset, true);
    if (outcome === 'ended') {
      // Of a member that is itself damaged the caller tells.
      if ((await memberLength()) !== null) reading.problem('length', offset, reason('record-past-member'));
      if (count > 1 && held !== null) yield held;
      return;
    }
    if (outcome === 'none') {
      if (count === 0) reading.problem('head', offset, reason('member-without-record'));
      else reading.problem('length', offset, reason('record-short-of-member', { at }));
      // Leave the rest, but let a streamed member be read to its end.
      while (await fill(inner, 1)) inner.start = inner.end;
      break;
    }
    if (held !== null) {
      if (count === 1) reading.problem('shared-member', offset, reason('member-shared'));
      yield held;
    }
    held = outcome;
    count++;
  }
  const length = await memberLength();
  if (held === null || length === null) return;
  if (count > 1) {
    yield held;
    return;
  }
  yield new WarcRecord({
    version: held.version,
    fields: held.fields,
    block: held.block,
    blockLength: held.blockLength,
    offset,
    length,
    alone: true,
    ...(held.verdicts === null ? {} : { verdicts: held.verdicts }),
  });
}

/** A member too large for one call, inflated piece by piece. */
async function* streamedMember(
  window: ByteWindow,
  reading: Reading,
): AsyncGenerator<WarcRecord, boolean, undefined> {
  const offset = window.offset;
  const dataStart = memberDataStart(window.bytes, window.start, window.end);
  if (typeof dataStart === 'string') {
    reading.problem('gzip', offset, reason('no-gzip-header'));
    return false;
  }
  window.start = dataStart;
  const state: MemberStream = { crc: 0, size: 0, failure: null };
  const inner = ByteWindow.ofChunks(inflatePieces(window, state));
  let length: number | null = null;
  try {
    yield* contentRecords(inner, reading, offset, async () => {
      if (state.failure === null && (await fill(window, 8))) {
        const crc = window.bytes.readUInt32LE(window.start);
        const size = window.bytes.readUInt32LE(window.start + 4);
        window.start += 8;
        if (crc !== state.crc) state.failure = { code: 'gzip', why: reason('gzip-checksum') };
        else if (size !== state.size % 0x100000000) {
          state.failure = { code: 'gzip', why: reason('gzip-length') };
        }
      } else state.failure ??= { code: 'truncated', why: reason('record-cut-off') };
      length = state.failure === null ? window.offset - offset : null;
      return length;
    });
  } finally {
    await inner.close();
  }
  if (state.failure !== null) {
    reading.problem(state.failure.code, offset, state.failure.why);
    return false;
  }
  return true;
}

interface MemberStream {
  crc: number;
  size: number;
  failure: { readonly code: ProblemCode; readonly why: Why } | null;
}

/** Inflates from the window's start; afterwards the window stands after the deflate data. */
async function* inflatePieces(
  window: ByteWindow,
  state: MemberStream,
): AsyncGenerator<Buffer, void, undefined> {
  const inflate = createInflateRaw({ chunkSize: 256 << 10 });
  let ended = false;
  let failed: Error | null = null;
  let consumed = 0;
  const ready: Buffer[] = [];
  inflate.on('data', (chunk: Buffer) => ready.push(chunk));
  inflate.on('end', () => {
    ended = true;
  });
  inflate.on('error', (error: Error) => {
    failed = error;
  });
  try {
    while (!ended && failed === null) {
      if (!(await fill(window, 1))) {
        state.failure = { code: 'truncated', why: reason('record-cut-off') };
        return;
      }
      // A copy: the window may move while the inflater still holds the piece.
      const piece = Buffer.from(
        window.bytes.subarray(window.start, Math.min(window.end, window.start + STREAMED)),
      );
      await new Promise<void>((resolve) => {
        const settle = () => {
          inflate.off('error', settle);
          inflate.off('end', settle);
          resolve();
        };
        inflate.once('error', settle);
        inflate.once('end', settle);
        inflate.write(piece, settle);
      });
      const moved = inflate.bytesWritten - consumed;
      window.start += Math.min(moved, piece.length);
      consumed += moved;
      // Fewer bytes taken than given: the deflate data ends here.
      if (moved < piece.length && failed === null) ended = true;
      for (const chunk of ready.splice(0)) {
        state.crc = crc32(chunk, state.crc);
        state.size += chunk.length;
        yield chunk;
      }
      if (ended) await new Promise<void>((resolve) => setImmediate(resolve));
    }
    for (const chunk of ready.splice(0)) {
      state.crc = crc32(chunk, state.crc);
      state.size += chunk.length;
      yield chunk;
    }
    if (failed !== null) state.failure = { code: 'gzip', why: (failed as Error).message };
  } finally {
    inflate.destroy();
  }
}

/**
 * One uncompressed record at the window's start, which is moved past it. 'none' when no record begins there (the window stays), 'ended'
 * when the source ends within it. Inside a gzip member the caller knows the record's place and length.
 */
async function plainRecord(
  window: ByteWindow,
  reading: Reading,
  offset: number,
  inMember: boolean,
): Promise<WarcRecord | 'none' | 'ended'> {
  let head: RecordHead;
  for (;;) {
    const result = parseRecordHead(window.bytes, window.start, window.end, reading.headCap);
    if (result.kind === 'head') {
      head = result;
      break;
    }
    if (result.kind === 'none') return 'none';
    if (result.kind === 'large') {
      reading.problem('head', offset, reason('head-too-long', { bytes: reading.headCap }));
      return 'none';
    }
    if (!(await fill(window, window.held + 1))) {
      window.start = window.end;
      return 'ended';
    }
  }
  if (head.blockLength === null) {
    reading.problem('head', offset, reason('no-length'));
    return 'none';
  }
  window.start += head.headBytes;
  const total = head.blockLength;
  const kept = Math.min(total, reading.blockCap);
  if (!(await fill(window, kept))) {
    window.start = window.end;
    return 'ended';
  }
  const block = window.take(window.start, window.start + kept);
  window.start += kept;
  const check = reading.options.verify === true ? new DigestCheck(head, block, total) : null;
  for (let left = total - kept; left > 0; ) {
    if (!(await fill(window, 1))) {
      window.start = window.end;
      return 'ended';
    }
    const n = Math.min(left, window.held);
    check?.more(window.bytes.subarray(window.start, window.start + n));
    window.start += n;
    left -= n;
  }
  if (head.version.startsWith('WARC/')) {
    await fill(window, 4);
    const b = window.bytes;
    const s = window.start;
    if (window.held >= 4 && b[s] === 13 && b[s + 1] === 10 && b[s + 2] === 13 && b[s + 3] === 10)
      window.start += 4;
    else if (window.held >= 2 && b[s] === 10 && b[s + 1] === 10) window.start += 2;
    else if (window.held > 0) reading.problem('length', offset, reason('length-wrong'));
  } else if (await fill(window, 1)) {
    if (window.bytes[window.start] === 10) window.start += 1;
  }
  return new WarcRecord({
    version: head.version,
    fields: head.fields,
    block,
    blockLength: total,
    offset,
    length: inMember ? 0 : window.offset - offset,
    alone: !inMember,
    ...(check === null ? {} : { verdicts: check.verdicts() }),
  });
}

const ALGORITHMS = new Set(getHashes());

function hasherFor(field: string | null): { readonly hash: Hash; readonly wanted: string } | null {
  const m = /^([a-z0-9-]{2,12}):([A-Za-z0-9+/=_-]+)$/i.exec(field ?? '');
  if (m === null) return null;
  const algorithm = m[1]!.toLowerCase().replace(/^sha-/, 'sha');
  return ALGORITHMS.has(algorithm) ? { hash: createHash(algorithm), wanted: m[2]! } : null;
}

function same(digest: Buffer, wanted: string): boolean {
  const bare = wanted.replace(/=+$/, '');
  return (
    base32(digest).replace(/=+$/, '') === bare.toUpperCase() ||
    digest.toString('hex') === bare.toLowerCase() ||
    digest.toString('base64').replace(/=+$/, '') === bare
  );
}

/** Hashes a block as it passes and judges the digest fields. */
class DigestCheck {
  readonly #head: RecordHead;
  readonly #block: ReturnType<typeof hasherFor>;
  readonly #payload: ReturnType<typeof hasherFor>;
  /** For a body left chunked, tools disagree on which form is the payload: either will do. */
  readonly #dechunked: Buffer | null = null;
  readonly #unverifiable: boolean = false;

  constructor(head: RecordHead, block: Buffer, total: number) {
    this.#head = head;
    this.#block = hasherFor(head.fields.get('WARC-Block-Digest'));
    this.#block?.hash.update(block);
    this.#payload = hasherFor(head.fields.get('WARC-Payload-Digest'));
    if (this.#payload === null) return;
    const type = (head.fields.get('WARC-Type') ?? '').toLowerCase();
    // A revisit carries the digest of a payload that it leaves out; a truncated record may carry that of the whole.
    if (type === 'revisit' || (head.fields.get('WARC-Segment-Number') ?? '1') !== '1') {
      this.#unverifiable = true;
      return;
    }
    const isHttp = /^application\/http\b/i.test(head.fields.get('Content-Type') ?? '');
    const http = isHttp ? parseHttpMessage(block) : null;
    const body = http === null ? block : http.body;
    this.#payload.hash.update(body);
    if (
      http !== null &&
      block.length === total &&
      /\bchunked\b/i.test(http.header('transfer-encoding') ?? '')
    ) {
      this.#dechunked = dechunk(body);
    }
  }

  more(chunk: Uint8Array): void {
    this.#block?.hash.update(chunk);
    if (!this.#unverifiable) this.#payload?.hash.update(chunk);
  }

  verdicts(): { block: DigestVerdict; payload: DigestVerdict } {
    return { block: this.#judge('WARC-Block-Digest', this.#block), payload: this.#judgePayload() };
  }

  #judge(field: string, hasher: ReturnType<typeof hasherFor>): DigestVerdict {
    if (hasher === null) return this.#head.fields.get(field) === null ? 'absent' : 'unverifiable';
    return same(hasher.hash.digest(), hasher.wanted) ? 'match' : 'mismatch';
  }

  #judgePayload(): DigestVerdict {
    if (this.#unverifiable) return 'unverifiable';
    const again = this.#dechunked === null ? null : hasherFor(this.#head.fields.get('WARC-Payload-Digest'));
    const verdict = this.#judge('WARC-Payload-Digest', this.#payload);
    if (verdict !== 'mismatch') return verdict;
    if (
      again !== null &&
      this.#dechunked !== null &&
      same(again.hash.update(this.#dechunked).digest(), again.wanted)
    ) {
      return 'match';
    }
    return this.#head.fields.get('WARC-Truncated') === null ? 'mismatch' : 'unverifiable';
  }
}
