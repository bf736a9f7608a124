/**
 * The journal: everything that ever happened to the frontier, appended to segment files and never changed afterwards.
 *
 * A *record* starts at a multiple of 16 bytes, and its position, counted in such units over all segments, is its number for ever
 * (32 bits: 64 GB of journal). Records are written in *frames*: what was appended since the last `commit`, under one header with
 * length, checksum and time. A frame is there as a whole or not at all, so what must happen together is appended between two
 * commits. A process that dies in the middle of a write, or a file cut anywhere, leaves a torn frame at the end; opening cuts it.
 *
 * `commit` hands the frame to the operating system (it survives SIGKILL); the disk itself is asked for it at the interval
 * `syncEvery`, when a segment is full, and on closing. When a write fails, the bytes already in the file are cut back, the frame
 * stays in memory, and the next commit tries again at the same place.
 *
 * Segment header, 32 bytes: "TRFJ", format, base position, two seeds of the fingerprint, policy, 0, 0.
 * Frame header, 16 bytes: length of the records in bytes, checksum, time (Float64, steady ms). Numbers are little-endian.
 */
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { type Reason, reason } from '../words/why.ts';
import type { Files } from './files.ts';

const UNIT = 16;
const FORMAT = 1;
const MAGIC = 0x4a465254; // "TRFJ"
const SEGMENT_HEADER = 32;
const FRAME_HEADER = 16;
const MAX_POSITION = 0xffffffff;
const BUFFER_BYTES = 1 << 18;
/** A commit on its own account when this much waits. */
const COMMIT_BYTES = BUFFER_BYTES - (1 << 16);
const SCAN_BYTES = 1 << 20;
/** One read brings a whole record nearly always. */
const READ_BYTES = 1024;

export interface JournalOptions {
  readonly segmentBytes: number;
  readonly syncEvery: number;
  readonly files: Files;
  /** Written into the header of each segment and given back on opening. */
  readonly seeds: readonly [number, number];
}

interface Segment {
  readonly path: string;
  readonly fd: number;
  /** Position of its first unit. */
  readonly base: number;
  size: number;
}

/** Called for each record while the journal is read: words of the buffer, index of the record's first word, position, frame time. */
export type RecordReader = (words: Int32Array, at: number, position: number, time: number) => void;
/** The length of the record that starts here, in bytes before rounding up; 0 or less when there can be none. */
export type RecordLength = (words: Int32Array, at: number) => number;

export class Journal {
  /** Reads and writes asked of the operating system. */
  reads = 0;
  writes = 0;
  /** Bytes of a torn tail that were cut on opening. */
  readonly cutBytes: number;
  readonly seeds: readonly [number, number];

  readonly #folder: string;
  readonly #options: JournalOptions;
  readonly #segments: Segment[];
  #bytes = new Uint8Array(0);
  #words = new Int32Array(0);
  #doubles = new Float64Array(0);
  /** Bytes of the buffer in use, frame header included. */
  #used = FRAME_HEADER;
  #lastSync = Number.NEGATIVE_INFINITY;

  readonly #page: Uint8Array;
  readonly #pageWords: Int32Array;
  /** Position of the record at the start of the page, or -1. */
  #pagePosition = -1;
  #long = new Uint8Array(0);
  #closed = false;

  /** After `read`: where the record is. */
  view: Int32Array;
  viewBytes: Uint8Array;
  viewAt = 0;

  private constructor(
    folder: string,
    options: JournalOptions,
    segments: Segment[],
    seeds: readonly [number, number],
    cut: number,
  ) {
    this.#folder = folder;
    this.#options = options;
    this.#segments = segments;
    this.seeds = seeds;
    this.cutBytes = cut;
    this.#allocate(BUFFER_BYTES);
    const page = new ArrayBuffer(READ_BYTES);
    this.#page = new Uint8Array(page);
    this.#pageWords = new Int32Array(page);
    this.view = this.#pageWords;
    this.viewBytes = this.#page;
  }

  /** Opens or creates the journal of a folder and reads every whole record into `reader`. */
  static open(folder: string, options: JournalOptions, length: RecordLength, reader: RecordReader): Journal {
    const { files } = options;
    const segments: Segment[] = [];
    try {
      files.mkdir(folder);
      const names = segmentNames(files, folder);
      let seeds = options.seeds;
      let cut = dropHeadless(files, folder, names);
      for (let i = 0; i < names.length; i++) {
        const path = join(folder, names[i]!);
        const last = i === names.length - 1;
        const fd = files.open(path, 'r+');
        const segment: Segment = {
          path,
          fd,
          base: Number.parseInt(names[i]!.slice(8, 16), 16),
          size: files.size(fd),
        };
        segments.push(segment);
        const head = new Int32Array(SEGMENT_HEADER / 4);
        const got = files.read(fd, new Uint8Array(head.buffer), 0, SEGMENT_HEADER, 0);
        if (got < SEGMENT_HEADER) throw damaged(path, 0, reason('header-cut-off'));
        if (head[0] !== MAGIC) throw damaged(path, 0, reason('not-a-journal'));
        if (head[1] !== FORMAT) throw new TarrafaError('TRF_FOLDER_VERSION', [path, head[1]!, FORMAT]);
        if (head[2]! >>> 0 !== segment.base) throw damaged(path, 8, reason('place-differs'));
        const before = segments[segments.length - 2];
        if (before !== undefined && before.base + before.size / UNIT !== segment.base) {
          throw damaged(before.path, before.size, reason('end-missing'));
        }
        seeds = [head[3]!, head[4]!];
        const whole = scan(files, segment, length, reader);
        if (whole < segment.size) {
          if (!last) throw damaged(path, whole, reason('frame-not-whole'));
          cut += segment.size - whole;
          files.truncate(fd, whole);
          segment.size = whole;
        }
      }
      const journal = new Journal(folder, options, segments, seeds, cut);
      if (segments.length === 0) journal.#addSegment(0);
      return journal;
    } catch (error) {
      for (const segment of segments) files.close(segment.fd);
      throw error instanceof TarrafaError ? error : storageError(folder, error);
    }
  }

  /** Position that the next record will have. */
  get tail(): number {
    return this.#frameStart() + this.#used / UNIT;
  }

  /** Whether enough waits to be written even though nobody asked. */
  get isFull(): boolean {
    return this.#used > COMMIT_BYTES;
  }

  /** Bytes of memory held. */
  get memory(): number {
    return this.#bytes.length + this.#page.length + this.#long.length;
  }

  /** Makes room for a record and answers the index of its first word in `words`; its words are 0. */
  reserve(bytes: number): number {
    const size = (bytes + UNIT - 1) & ~(UNIT - 1);
    if (this.#used + size > this.#bytes.length) this.#enlarge(this.#used + size);
    if (this.tail + size / UNIT > MAX_POSITION) {
      throw storageError(this.#folder, Object.assign(new Error('64 GB of journal'), { code: 'EFBIG' }));
    }
    const at = this.#used / 4;
    this.#used += size;
    return at;
  }

  get words(): Int32Array {
    return this.#words;
  }

  get doubles(): Float64Array {
    return this.#doubles;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Mark of the end of what is buffered, for `rollback`. */
  get mark(): number {
    return this.#used;
  }

  /** Takes back what was appended after the mark and was not committed. */
  rollback(mark: number): void {
    this.#words.fill(0, mark / 4, this.#used / 4);
    this.#used = mark;
  }

  /** Writes what was appended as one frame. */
  commit(time: number): void {
    if (this.#used === FRAME_HEADER) return;
    const segment = this.#segments[this.#segments.length - 1]!;
    const { files } = this.#options;
    this.#words[0] = this.#used - FRAME_HEADER;
    this.#doubles[1] = time;
    this.#words[1] = checksum(this.#words, 2, this.#used / 4);
    let done = 0;
    try {
      while (done < this.#used) {
        const count = files.write(segment.fd, this.#bytes, done, this.#used - done, segment.size + done);
        if (count === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' });
        done += count;
        this.writes++;
      }
    } catch (error) {
      try {
        files.truncate(segment.fd, segment.size);
      } catch {
        // What is left is a torn frame: the next commit overwrites it, or the next opening cuts it.
      }
      throw storageError(segment.path, error);
    }
    segment.size += this.#used;
    if (this.#bytes.length > BUFFER_BYTES) this.#allocate(BUFFER_BYTES);
    else this.#words.fill(0, 0, this.#used / 4);
    this.#used = FRAME_HEADER;
    if (this.#options.syncEvery > 0 && time - this.#lastSync >= this.#options.syncEvery) {
      this.#lastSync = time;
      try {
        files.sync(segment.fd);
      } catch (error) {
        throw storageError(segment.path, error);
      }
    }
    if (segment.size >= this.#options.segmentBytes) {
      try {
        files.sync(segment.fd);
        this.#addSegment(segment.base + segment.size / UNIT);
      } catch {
        // The frame is safe; this segment simply grows on, and the next commit tries to start another.
      }
    }
  }

  /** Brings a record into `view`/`viewBytes` at `viewAt` (index of its first word); valid until the next call. */
  read(position: number, length: RecordLength): void {
    const buffered = position - this.#frameStart();
    if (buffered >= 0) {
      this.view = this.#words;
      this.viewBytes = this.#bytes;
      this.viewAt = (buffered * UNIT) / 4;
      return;
    }
    this.view = this.#pageWords;
    this.viewBytes = this.#page;
    this.viewAt = 0;
    // What was looked at is often read in full next; a record never changes.
    if (position === this.#pagePosition) return;
    const segment = this.#segmentOf(position);
    const offset = (position - segment.base) * UNIT;
    const { files } = this.#options;
    this.reads++;
    this.#pagePosition = -1;
    const got = files.read(segment.fd, this.#page, 0, READ_BYTES, offset);
    const bytes = got < UNIT ? 0 : length(this.#pageWords, 0);
    if (bytes <= 0) throw damaged(segment.path, offset, reason('record-missing'));
    if (bytes <= got) {
      this.#pagePosition = position;
      return;
    }
    if (this.#long.length < bytes) this.#long = new Uint8Array((bytes + 4095) & ~4095);
    this.reads++;
    if (files.read(segment.fd, this.#long, 0, bytes, offset) < bytes)
      throw damaged(segment.path, offset, reason('record-not-whole'));
    this.view = new Int32Array(this.#long.buffer);
    this.viewBytes = this.#long;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const { files } = this.#options;
    const last = this.#segments[this.#segments.length - 1]!;
    try {
      files.sync(last.fd);
    } finally {
      for (const segment of this.#segments) files.close(segment.fd);
    }
  }

  #frameStart(): number {
    const segment = this.#segments[this.#segments.length - 1]!;
    return segment.base + segment.size / UNIT;
  }

  #segmentOf(position: number): Segment {
    let at = this.#segments.length - 1;
    while (at > 0 && position < this.#segments[at]!.base) at--;
    return this.#segments[at]!;
  }

  #addSegment(base: number): void {
    const { files } = this.#options;
    const path = join(this.#folder, `journal-${base.toString(16).padStart(8, '0')}.log`);
    const fd = files.open(path, 'w+');
    try {
      const head = new Int32Array(SEGMENT_HEADER / 4);
      head[0] = MAGIC;
      head[1] = FORMAT;
      head[2] = base;
      head[3] = this.seeds[0];
      head[4] = this.seeds[1];
      const count = files.write(fd, new Uint8Array(head.buffer), 0, SEGMENT_HEADER, 0);
      if (count < SEGMENT_HEADER)
        throw Object.assign(new Error('the header was not written'), { code: 'ENOSPC' });
    } catch (error) {
      files.close(fd);
      try {
        files.unlink(path);
      } catch {
        // A file without a header is taken away by the next opening.
      }
      throw error;
    }
    this.#segments.push({ path, fd, base, size: SEGMENT_HEADER });
  }

  #allocate(size: number): void {
    const buffer = new ArrayBuffer(size);
    this.#bytes = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
    this.#doubles = new Float64Array(buffer);
  }

  #enlarge(needed: number): void {
    const old = this.#bytes;
    let size = old.length;
    while (size < needed) size *= 2;
    this.#allocate(size);
    this.#bytes.set(old);
  }
}

/** Reads the whole records of a folder's journal, with the seeds of their segment, and touches nothing: it may be open elsewhere. */
export function scanFolder(
  folder: string,
  files: Files,
  length: RecordLength,
  reader: (
    seeds: readonly [number, number],
    words: Int32Array,
    at: number,
    position: number,
    time: number,
  ) => void,
): void {
  for (const name of segmentNames(files, folder)) {
    const path = join(folder, name);
    const fd = files.open(path, 'r');
    try {
      const head = new Int32Array(SEGMENT_HEADER / 4);
      // A segment that was begun this moment has no header yet.
      if (files.read(fd, new Uint8Array(head.buffer), 0, SEGMENT_HEADER, 0) < SEGMENT_HEADER) continue;
      if (head[0] !== MAGIC) throw damaged(path, 0, reason('not-a-journal'));
      if (head[1] !== FORMAT) throw new TarrafaError('TRF_FOLDER_VERSION', [path, head[1]!, FORMAT]);
      const seeds = [head[3]!, head[4]!] as const;
      const segment = { path, fd, base: head[2]! >>> 0, size: files.size(fd) };
      scan(files, segment, length, (words, at, position, time) => reader(seeds, words, at, position, time));
    } finally {
      files.close(fd);
    }
  }
}

function segmentNames(files: Files, folder: string): string[] {
  return files
    .list(folder)
    .filter((name) => /^journal-[0-9a-f]{8}\.log$/.test(name))
    .sort();
}

/** The process died between creating a segment and writing its header: nothing was in it yet, and it goes. */
function dropHeadless(files: Files, folder: string, names: string[]): number {
  const last = names[names.length - 1];
  if (last === undefined) return 0;
  const path = join(folder, last);
  const fd = files.open(path, 'r');
  const size = files.size(fd);
  files.close(fd);
  if (size >= SEGMENT_HEADER) return 0;
  files.unlink(path);
  names.pop();
  return size;
}

function damaged(path: string, offset: number, what: Reason): TarrafaError {
  return new TarrafaError('TRF_STORAGE_DAMAGED', [path, offset, what]);
}

function checksum(words: Int32Array, from: number, to: number): number {
  let h = 0x1b873593;
  for (let i = from; i < to; i++) {
    h = Math.imul(h ^ words[i]!, 0x9e3779b1);
    h ^= h >>> 15;
  }
  return h;
}

/** Reads the whole frames of a segment and answers the offset behind the last of them. */
function scan(files: Files, segment: Segment, length: RecordLength, reader: RecordReader): number {
  let buffer = new ArrayBuffer(SCAN_BYTES);
  let bytes = new Uint8Array(buffer);
  let words = new Int32Array(buffer);
  let doubles = new Float64Array(buffer);
  let start = SEGMENT_HEADER; // offset in the file of the first byte in the buffer
  let have = 0;
  let at = 0;
  const need = (count: number): boolean => {
    if (have - at >= count) return true;
    if (start + at + count > segment.size) return false;
    bytes.copyWithin(0, at, have);
    start += at;
    have -= at;
    at = 0;
    if (count > bytes.length) {
      const old = bytes.subarray(0, have);
      buffer = new ArrayBuffer(Math.max(count, 2 * bytes.length));
      bytes = new Uint8Array(buffer);
      bytes.set(old);
      words = new Int32Array(buffer, 0, buffer.byteLength >> 2);
      doubles = new Float64Array(buffer, 0, buffer.byteLength >> 3);
    }
    while (have < count) {
      const got = files.read(
        segment.fd,
        bytes,
        have,
        Math.min(bytes.length - have, segment.size - start - have),
        start + have,
      );
      if (got === 0) return false;
      have += got;
    }
    return true;
  };
  for (;;) {
    if (!need(FRAME_HEADER)) break;
    const size = words[at / 4]!;
    if (size <= 0 || size % UNIT !== 0 || !need(FRAME_HEADER + size)) break;
    const first = at / 4;
    const end = first + (FRAME_HEADER + size) / 4;
    if (checksum(words, first + 2, end) !== words[first + 1]) break;
    const time = doubles[first / 2 + 1]!;
    let position = segment.base + (start + at + FRAME_HEADER) / UNIT;
    for (let word = first + FRAME_HEADER / 4; word < end; ) {
      const units = Math.ceil(length(words, word) / UNIT);
      if (units <= 0 || word + units * 4 > end)
        throw damaged(segment.path, position * UNIT, reason('record-kind-unknown'));
      reader(words, word, position, time);
      word += units * 4;
      position += units;
    }
    at += FRAME_HEADER + size;
  }
  return start + at;
}
