/**
 * Gzip members written and read by hand, one a record. A body that came compressed is laid down in *stored* deflate blocks: valid gzip
 * that costs a copy and a CRC instead of a second compression that gains nothing. The same shape is recognised when reading, so that
 * walking our own archives does not call zlib at all.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { crc32 } from '../bytes/crc32.ts';
import { withRoom } from '../bytes/index.ts';
import { reason, type Why } from '../words/why.ts';

const STORED_MAX = 65535;
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
/** After a huge record the buffer goes back to this size. */
const KEEP_BYTES = 4 << 20;

/** Size of a member whose content is stored, not compressed. */
export function storedMemberBytes(content: number): number {
  return HEADER_BYTES + content + 5 * Math.max(1, Math.ceil(content / STORED_MAX)) + TRAILER_BYTES;
}

/** Members one after another in one buffer, so that a whole exchange leaves in a single write. */
export class MemberBuffer {
  #bytes = Buffer.allocUnsafeSlow(256 << 10);
  #end = 0;

  get length(): number {
    return this.#end;
  }

  /** What was added since `clear`; valid until the next call. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  clear(): void {
    this.#end = 0;
    if (this.#bytes.length > KEEP_BYTES) this.#bytes = Buffer.allocUnsafeSlow(256 << 10);
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, this.#end + more);
  }

  #open(): void {
    const b = this.#bytes;
    const at = this.#end;
    b.fill(0, at, at + HEADER_BYTES);
    b[at] = 0x1f;
    b[at + 1] = 0x8b;
    b[at + 2] = 8;
    b[at + 9] = 3;
    this.#end = at + HEADER_BYTES;
  }

  #close(crc: number, size: number): void {
    this.#bytes.writeUInt32LE(crc, this.#end);
    this.#bytes.writeUInt32LE(size % 0x100000000, this.#end + 4);
    this.#end += TRAILER_BYTES;
  }

  /** Adds a member whose content is the parts in order, uncompressed. Returns its length. */
  addStored(parts: readonly Uint8Array[]): number {
    let size = 0;
    for (const part of parts) size += part.length;
    const length = storedMemberBytes(size);
    this.#reserve(length);
    this.#open();
    const b = this.#bytes;
    let at = this.#end;
    let crc = 0;
    let left = size;
    let room = 0;
    if (size === 0) at = storedHead(b, at, 0, true);
    for (const part of parts) {
      crc = crc32(part, crc);
      let from = 0;
      while (from < part.length) {
        if (room === 0) {
          room = Math.min(left, STORED_MAX);
          at = storedHead(b, at, room, room === left);
        }
        const n = Math.min(room, part.length - from);
        b.set(n === part.length ? part : part.subarray(from, from + n), at);
        at += n;
        from += n;
        room -= n;
        left -= n;
      }
    }
    this.#end = at;
    this.#close(crc, size);
    return length;
  }

  /** Adds a member compressed at `level`, or stored when compressing gains nothing. Returns its length. */
  addDeflated(parts: readonly Uint8Array[], level: number): number {
    const content = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const deflated = deflateRawSync(content, { level, chunkSize: 128 << 10 });
    const length = HEADER_BYTES + deflated.length + TRAILER_BYTES;
    if (length >= storedMemberBytes(content.length)) return this.addStored([content]);
    this.#reserve(length);
    this.#open();
    this.#bytes.set(deflated, this.#end);
    this.#end += deflated.length;
    this.#close(crc32(content), content.length);
    return length;
  }
}

function storedHead(b: Buffer, at: number, size: number, last: boolean): number {
  b[at] = last ? 1 : 0;
  b[at + 1] = size & 0xff;
  b[at + 2] = size >>> 8;
  b[at + 3] = ~size & 0xff;
  b[at + 4] = (~size >>> 8) & 0xff;
  return at + 5;
}

export type MemberResult =
  /** A whole member with the right checksum; `end` is the offset after it. */
  | { readonly kind: 'whole'; readonly bytes: Buffer; readonly end: number }
  /** The bytes end before the member does. */
  | { readonly kind: 'short' }
  /** The content is larger than the limit given. */
  | { readonly kind: 'large'; readonly dataStart: number }
  /** Not a gzip member, or one whose content or checksum is wrong. */
  | { readonly kind: 'corrupt'; readonly why: Why };

const SHORT: MemberResult = { kind: 'short' };

function corrupt(why: Why): MemberResult {
  return { kind: 'corrupt', why };
}

/** Offset of the deflate data of the member at `at`, 'short' when the header goes on after `end`, 'corrupt' when it is no gzip header. */
export function memberDataStart(bytes: Uint8Array, at: number, end: number): number | 'short' | 'corrupt' {
  const have = end - at;
  if (have < 1) return 'short';
  if (bytes[at] !== 0x1f) return 'corrupt';
  if (have > 1 && bytes[at + 1] !== 0x8b) return 'corrupt';
  if (have > 2 && bytes[at + 2] !== 8) return 'corrupt';
  if (have > 3 && (bytes[at + 3]! & 0xe0) !== 0) return 'corrupt';
  if (have < HEADER_BYTES) return 'short';
  const flags = bytes[at + 3]!;
  let p = at + HEADER_BYTES;
  if (flags & 4) {
    if (p + 2 > end) return 'short';
    p += 2 + (bytes[p]! | (bytes[p + 1]! << 8));
    if (p > end) return 'short';
  }
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.indexOf(0, p);
    if (zero < 0 || zero >= end) return 'short';
    p = zero + 1;
  }
  if (flags & 2) p += 2;
  return p > end ? 'short' : p;
}

/** Reads the member that begins at `at` in `bytes[..end]`. Never throws. */
export function inflateMember(bytes: Buffer, at: number, end: number, limit: number): MemberResult {
  const start = memberDataStart(bytes, at, end);
  if (start === 'short') return SHORT;
  if (start === 'corrupt') return corrupt(reason('no-gzip-header'));
  if (start >= end) return SHORT;
  const stored = storedContent(bytes, start, end, limit);
  if (stored !== null) return stored;
  let content: Buffer;
  let after: number;
  try {
    const result = inflateRawSync(bytes.subarray(start, end), {
      info: true,
      maxOutputLength: limit,
      chunkSize: 64 << 10,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    content = result.buffer;
    after = start + result.engine.bytesWritten;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'Z_BUF_ERROR') return SHORT;
    if (code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'large', dataStart: start };
    return corrupt(error instanceof Error ? error.message : reason('not-deflate'));
  }
  return sealed(bytes, content, after, end);
}

function sealed(bytes: Buffer, content: Buffer, after: number, end: number): MemberResult {
  if (after + TRAILER_BYTES > end) return SHORT;
  if (bytes.readUInt32LE(after) !== crc32(content)) return corrupt(reason('gzip-checksum'));
  if (bytes.readUInt32LE(after + 4) !== content.length % 0x100000000) return corrupt(reason('gzip-length'));
  return { kind: 'whole', bytes: content, end: after + TRAILER_BYTES };
}

/** A member made only of stored blocks, read without zlib; null when it has another kind of block. */
function storedContent(bytes: Buffer, start: number, end: number, limit: number): MemberResult | null {
  if ((bytes[start]! & 6) !== 0) return null;
  let size = 0;
  let p = start;
  for (;;) {
    if (p >= end) return SHORT;
    const head = bytes[p]!;
    if ((head & 6) !== 0) return null;
    if (p + 5 > end) return SHORT;
    const n = bytes[p + 1]! | (bytes[p + 2]! << 8);
    if ((n ^ (bytes[p + 3]! | (bytes[p + 4]! << 8))) !== 0xffff)
      return corrupt('a stored block has no valid length');
    p += 5 + n;
    size += n;
    if (size > limit) return { kind: 'large', dataStart: start };
    if (p > end) return SHORT;
    if (head & 1) break;
  }
  if (p + TRAILER_BYTES > end) return SHORT;
  const content = Buffer.allocUnsafe(size);
  let q = start;
  let to = 0;
  while (q < p) {
    const n = bytes[q + 1]! | (bytes[q + 2]! << 8);
    bytes.copy(content, to, q + 5, q + 5 + n);
    to += n;
    q += 5 + n;
  }
  return sealed(bytes, content, p, end);
}
