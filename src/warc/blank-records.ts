/**
 * Records taken out of an archive file. The file is written anew beside its place, whole; where records stood that are gone stands a record
 * that says nothing, of the same length, so that every other record keeps its place: indexes, logs, catalogues and other people's lists of
 * places go on being true whatever a kill interrupts. What says nothing is zeros, written as holes where the file system has them, so that the
 * disk gets its room back. Before the new file takes the place of the old one it is read: what was kept must be there byte by byte, and what
 * stands between must be whole.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { crc32 } from '../bytes/crc32.ts';
import { storageError, TarrafaError } from '../errors.ts';
import { clearParts, partName, putInPlace } from '../files/index.ts';
import { reason } from '../words/why.ts';
import { readWarc } from './reader.ts';
import { warcDate } from './timestamp.ts';

/** What a blank record calls itself: in the place of an address, which it has not. */
const BLANK_TARGET = 'urn:tarrafa:forgotten';

/** Where records stand that are to go: from their first byte to the one behind the last. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const HEADER = 10;
const TRAILER = 8;
const STORED_HEAD = 5;
const STORED_MAX = 65_535;
/** A blank record is no longer than this: whoever reads it has it in memory. */
const LONGEST = 8 << 20;
const PIECE = 1 << 20;
const FLAG_COMMENT = 16;
const LINE_ENDS = '\r\n\r\n';

function headOf(date: number, length: number): string {
  return (
    `WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Target-URI: ${BLANK_TARGET}\r\nWARC-Date: ${warcDate(date)}\r\n` +
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>\r\nContent-Type: application/octet-stream\r\n` +
    `Content-Length: ${String(length).padStart(8, '0')}\r\n\r\n`
  );
}

/** The shortest that a reader takes for a record. */
function shortHead(date: number): string {
  return `WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:${randomUUID()}>\r\nWARC-Date: ${warcDate(date)}\r\nContent-Length: 0\r\n\r\n`;
}

/** A gzip header, made longer by so many bytes: by a comment of dots. */
function memberHead(longer: number): Buffer {
  const head = Buffer.alloc(HEADER + longer);
  head[0] = 0x1f;
  head[1] = 0x8b;
  head[2] = 8;
  head[9] = 3;
  if (longer > 0) {
    head[3] = FLAG_COMMENT;
    head.fill('.', HEADER, HEADER + longer - 1);
  }
  return head;
}

function memberEnd(content: Uint8Array): Buffer {
  const end = Buffer.alloc(TRAILER);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length, 4);
  return end;
}

/** A gzip member of exactly `length` bytes that holds a blank record. */
export function blankMember(length: number, date: number): Buffer {
  const head = headOf(date, 0);
  // Of a record that is stored and not compressed, its length follows from that of its content; what its blocks leave is made up for by the header.
  let content = length - HEADER - TRAILER;
  content -= STORED_HEAD * Math.max(1, Math.ceil(content / (STORED_MAX + STORED_HEAD)));
  if (content >= head.length + LINE_ENDS.length) {
    const block = content - head.length - LINE_ENDS.length;
    const bytes = Buffer.alloc(content);
    bytes.write(headOf(date, block), 0, 'latin1');
    bytes.write(LINE_ENDS, content - LINE_ENDS.length, 'latin1');
    const blocks: Buffer[] = [];
    for (let at = 0; at < content; at += STORED_MAX) {
      const size = Math.min(STORED_MAX, content - at);
      const lead = Buffer.alloc(STORED_HEAD);
      lead[0] = at + size === content ? 1 : 0;
      lead.writeUInt16LE(size, 1);
      lead.writeUInt16LE(~size & 0xffff, 3);
      blocks.push(lead, bytes.subarray(at, at + size));
    }
    const spare = length - HEADER - TRAILER - blocks.reduce((sum, { length: size }) => sum + size, 0);
    return Buffer.concat([memberHead(spare), ...blocks, memberEnd(bytes)]);
  }
  for (const text of [`${head}${LINE_ENDS}`, `${shortHead(date)}${LINE_ENDS}`, '']) {
    const bytes = Buffer.from(text, 'latin1');
    const packed = deflateRawSync(bytes, { level: 9 });
    const spare = length - HEADER - TRAILER - packed.length;
    if (spare >= 0) return Buffer.concat([memberHead(spare), packed, memberEnd(bytes)]);
  }
  throw new RangeError(`nothing of ${length} bytes can be a gzip member`);
}

/** A record of exactly `length` bytes in a file that is not compressed; line ends, which stand for nothing, where there is no room for one. */
export function blankPlain(length: number, date: number): Buffer {
  const head = headOf(date, 0);
  const block = length - head.length - LINE_ENDS.length;
  const bytes = Buffer.alloc(length);
  if (block < 0) {
    for (let at = 0; at < length; at++) bytes[at] = at % 2 === 0 ? 13 : 10;
    return bytes;
  }
  bytes.write(headOf(date, block), 0, 'latin1');
  bytes.write(LINE_ENDS, length - LINE_ENDS.length, 'latin1');
  return bytes;
}

/** Neighbours joined, in order. */
function joined(stretches: Iterable<Stretch>): Stretch[] {
  const all: Stretch[] = [];
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(end, last.end) };
    else all.push({ start, end });
  }
  return all;
}

export interface BlankOptions {
  /** Of the blank records, ms. */
  readonly date: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((bytes: number) => void) | undefined;
  /** Where the new file goes to; default the place of the old one. */
  readonly into?: string | undefined;
}

/**
 * Writes an archive file anew without what stands in these places. A kill leaves the old file or the new one; what it began is removed by
 * the next that comes.
 */
export async function blankRecords(
  path: string,
  gone: Iterable<Stretch>,
  options: BlankOptions,
): Promise<void> {
  const stretches = joined(gone);
  const place = options.into ?? path;
  const part = partName(place);
  clearParts(place);
  try {
    const from = openSync(path, 'r');
    try {
      const to = openSync(part, 'wx+');
      try {
        await copyWithout(from, to, stretches, options);
        fsyncSync(to);
        compareKept(path, from, to, stretches);
      } finally {
        closeSync(to);
      }
      await checkBlanks(part, stretches, options.signal);
    } finally {
      closeSync(from);
    }
    putInPlace(part, place);
  } catch (error) {
    rmSync(part, { force: true });
    throw error instanceof TarrafaError || options.signal?.aborted === true
      ? error
      : storageError(path, error);
  }
}

async function copyWithout(
  from: number,
  to: number,
  stretches: readonly Stretch[],
  { date, signal, onProgress }: BlankOptions,
): Promise<void> {
  const { size } = fstatSync(from);
  const magic = Buffer.alloc(2);
  let at = 0;
  for (const { start, end } of [...stretches, { start: size, end: size }]) {
    await copy(from, to, at, start, signal, onProgress);
    readSync(from, magic, 0, 2, start);
    const member = magic[0] === 0x1f && magic[1] === 0x8b;
    for (let behind = start; behind < end; ) {
      // The last one must not be too short to be one.
      const left = end - behind;
      const length = left > 2 * LONGEST ? LONGEST : left > LONGEST ? left >> 1 : left;
      const blank = member ? blankMember(length, date) : blankPlain(length, date);
      writeSparse(to, blank, behind);
      behind += length;
      onProgress?.(length);
    }
    at = end;
  }
  // A hole at the end is none unless the file is made as long.
  ftruncateSync(to, size);
}

async function copy(
  from: number,
  to: number,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
  onProgress: ((bytes: number) => void) | undefined,
): Promise<void> {
  const piece = Buffer.allocUnsafe(PIECE);
  for (let at = start; at < end; ) {
    signal?.throwIfAborted();
    const got = readSync(from, piece, 0, Math.min(PIECE, end - at), at);
    if (got === 0) throw Object.assign(new Error('the file became shorter'), { code: 'EIO' });
    for (let done = 0; done < got; ) done += writeSync(to, piece, done, got - done, at + done);
    at += got;
    onProgress?.(got);
    // Others have their turn: a file is long.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

const PAGE = 4096;

/** What is zero over whole pages of the disk is not written: it is a hole. */
function writeSparse(to: number, bytes: Buffer, at: number): void {
  const zeros = Buffer.alloc(PAGE);
  for (let from = 0; from < bytes.length; ) {
    const end = Math.min(bytes.length, from + PAGE - ((at + from) % PAGE));
    if (end - from < PAGE || !bytes.subarray(from, end).equals(zeros))
      for (let done = from; done < end; ) done += writeSync(to, bytes, done, end - done, at + done);
    from = end;
  }
}

/** What was kept is there, byte by byte, as the disk gives it back. */
function compareKept(path: string, from: number, to: number, stretches: readonly Stretch[]): void {
  const { size } = fstatSync(from);
  if (fstatSync(to).size !== size)
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, size, reason('bytes-differ')]);
  const one = Buffer.allocUnsafe(PIECE);
  const other = Buffer.allocUnsafe(PIECE);
  let at = 0;
  for (const { start, end } of [...stretches, { start: size, end: size }]) {
    while (at < start) {
      const wanted = Math.min(PIECE, start - at);
      const a = readSync(from, one, 0, wanted, at);
      const b = readSync(to, other, 0, wanted, at);
      if (a !== b || a === 0 || !one.subarray(0, a).equals(other.subarray(0, b)))
        throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, at, reason('bytes-differ')]);
      at += a;
    }
    at = end;
  }
}

/** What stands in the places is nothing but blank records. */
async function checkBlanks(
  path: string,
  stretches: readonly Stretch[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { start, end } of stretches) {
    signal?.throwIfAborted();
    for await (const record of readWarc(path, { start, end, strict: true }))
      if (record.url !== null && record.url !== BLANK_TARGET)
        throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, record.offset, reason('bytes-differ')]);
  }
}
