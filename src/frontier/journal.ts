/**
 * The journal: everything that ever happened to the frontier, appended to segment files and never changed afterwards.
 *
 * A *record* starts at a multiple of 16 bytes, and its position, counted in such units over all segments, is its number for ever
 * (32 bits: 64 GB of journal). Records are written in *frames*: what was appended since the last `commit`, under one header with
 * length, checksum and time. A frame is there as a whole or not at all, so what must happen together is appended between two
 * commits. A process that dies in the middle of a write, or a file cut anywhere, leaves a torn frame at the end; opening cuts it. A
 * frame that is not whole and has whole ones behind it is no torn end but damage: what stands behind it refers to what it held and
 * cannot be read without it, so it is cut too, and told. Whatever is cut is kept beside the segment (`.cut`).
 *
 * `commit` hands the frame to the operating system (it survives SIGKILL); the disk itself is asked for it by `sync`, at the interval
 * `syncEvery`, when a segment is full, and on closing. When a write fails, the bytes already in the file are cut back, the frame
 * stays in memory, and the next commit tries again at the same place.
 *
 * Segment header, 32 bytes: "TRFJ", format, base position, two seeds of the fingerprint, 0, 0, checksum of these (0 before version 0.2).
 * Frame header, 16 bytes: length of the records in bytes, checksum, time (Float64, steady ms). Numbers are little-endian.
 */
import { join } from 'node:path';
import { grown } from '../bytes/index.ts';
import { storageError, TarrafaError } from '../errors.ts';
import { cutName, cutOff, type Disk, syncFolder } from '../files/index.ts';
import { type Reason, reason } from '../words/why.ts';

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
  readonly files: Disk;
  /** Written into the header of each segment and given back on opening. */
  readonly seeds: readonly [number, number];
  /**
   * Asked of each record before its frame is read. The first that is refused ends the journal in front of its frame: what it says of
   * other files is not true any more.
   */
  readonly accepts?: ((words: Int32Array, at: number) => boolean) | undefined;
}

/** What opening took away, and where it is kept. `torn`: the end of a write that never ended. */
export interface JournalCut {
  readonly why: 'torn' | 'damaged' | 'refused';
  readonly path: string;
  readonly bytes: number;
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
  readonly cuts: readonly JournalCut[];
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
    cuts: readonly JournalCut[],
  ) {
    this.#folder = folder;
    this.#options = options;
    this.#segments = segments;
    this.seeds = seeds;
    this.cuts = cuts;
    this.#allocate(new Uint8Array(BUFFER_BYTES));
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
      const cuts: JournalCut[] = [];
      dropHeadless(files, folder, names, cuts);
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
        // With other seeds every URL would be new.
        if (head[7] !== 0 && head[7] !== headerChecksum(head))
          throw damaged(path, 0, reason('header-damaged'));
        const before = segments[segments.length - 2];
        if (before !== undefined && before.base + before.size / UNIT !== segment.base) {
          throw damaged(before.path, before.size, reason('end-missing'));
        }
        seeds = [head[3]!, head[4]!];
        const { end, refused } = scan(files, segment, length, reader, options.accepts);
        if (end === segment.size) continue;
        const behind = !refused && frameBehind(files, segment, end, length);
        if (!refused && !last) throw damaged(path, end, reason('frame-not-whole'));
        const bytes = segment.size - end;
        const why = refused ? 'refused' : behind ? 'damaged' : 'torn';
        cuts.push({ why, path: cutOff(path, fd, end, files), bytes });
        segment.size = end;
        if (refused) {
          for (const later of names.slice(i + 1)) cuts.push({ why, ...setAside(files, join(folder, later)) });
          break;
        }
      }
      const journal = new Journal(folder, options, segments, seeds, cuts);
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
    if (this.#bytes.length > BUFFER_BYTES) this.#allocate(new Uint8Array(BUFFER_BYTES));
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

  /** Brings to the disk what was committed, beside the thread that asks. Not to be closed before it resolves. */
  async sync(): Promise<void> {
    const last = this.#segments[this.#segments.length - 1]!;
    try {
      await this.#options.files.syncLater(last.fd);
    } catch (error) {
      throw storageError(last.path, error);
    }
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
      head[7] = headerChecksum(head);
      const count = files.write(fd, new Uint8Array(head.buffer), 0, SEGMENT_HEADER, 0);
      if (count < SEGMENT_HEADER)
        throw Object.assign(new Error('the header was not written'), { code: 'ENOSPC' });
      files.sync(fd);
    } catch (error) {
      files.close(fd);
      try {
        files.unlink(path);
      } catch {
        // A file without a header is taken away by the next opening.
      }
      throw error;
    }
    // Its name and its header are on the disk before anything in it counts.
    syncFolder(this.#folder);
    this.#segments.push({ path, fd, base, size: SEGMENT_HEADER });
  }

  #allocate(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#words = new Int32Array(bytes.buffer);
    this.#doubles = new Float64Array(bytes.buffer);
  }

  #enlarge(needed: number): void {
    let size = this.#bytes.length;
    while (size < needed) size *= 2;
    this.#allocate(grown(this.#bytes, size));
  }
}

/** Reads the whole records of a folder's journal, with the seeds of their segment, and touches nothing: it may be open elsewhere. */
export function scanFolder(
  folder: string,
  files: Disk,
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

/** A segment as it is to be written anew. */
export interface ChangedSegment {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The segments of a folder's journal in which something is to change, one at a time: `change` may put other words into a record of the same
 * length, and says whether it did. What a write that never ended left behind the last is left out. Nothing is written here.
 */
export function* changedSegments(
  folder: string,
  files: Disk,
  length: RecordLength,
  change: (words: Int32Array, at: number) => boolean,
): Generator<ChangedSegment> {
  const names = segmentNames(files, folder);
  for (const name of names) {
    const path = join(folder, name);
    const fd = files.open(path, 'r');
    try {
      const size = files.size(fd);
      if (size < SEGMENT_HEADER) continue;
      const bytes = new Uint8Array(Math.ceil(size / UNIT) * UNIT);
      for (let at = 0; at < size; ) {
        const got = files.read(fd, bytes, at, size - at, at);
        if (got === 0) throw damaged(path, at, reason('record-not-whole'));
        at += got;
      }
      const words = new Int32Array(bytes.buffer);
      if (words[0] !== MAGIC) throw damaged(path, 0, reason('not-a-journal'));
      if (words[1] !== FORMAT) throw new TarrafaError('TRF_FOLDER_VERSION', [path, words[1]!, FORMAT]);
      const { end, changed } = changeFrames(words, size, length, change);
      const segment = { path, fd, base: words[2]! >>> 0, size };
      if (end < size && (name !== names.at(-1) || frameBehind(files, segment, end, length)))
        throw damaged(path, end, reason('frame-not-whole'));
      if (changed || end < size) yield { path, bytes: bytes.subarray(0, end) };
    } finally {
      files.close(fd);
    }
  }
}

/** Changes the records of a segment that is in memory; the checksums of their frames are made again. */
function changeFrames(
  words: Int32Array,
  size: number,
  length: RecordLength,
  change: (words: Int32Array, at: number) => boolean,
): { readonly end: number; readonly changed: boolean } {
  let changed = false;
  let at = SEGMENT_HEADER;
  while (at + FRAME_HEADER <= size) {
    const bytes = words[at / 4]!;
    const first = at / 4;
    if (bytes <= 0 || bytes % UNIT !== 0 || at + FRAME_HEADER + bytes > size) break;
    if (!isFrame(words, first, bytes, length)) break;
    const end = first + (FRAME_HEADER + bytes) / 4;
    let here = false;
    for (let word = first + FRAME_HEADER / 4; word < end; ) {
      const units = Math.ceil(length(words, word) / UNIT);
      if (change(words, word)) here = true;
      word += units * 4;
    }
    if (here) words[first + 1] = checksum(words, first + 2, end);
    changed ||= here;
    at += FRAME_HEADER + bytes;
  }
  return { end: at, changed };
}

function segmentNames(files: Disk, folder: string): string[] {
  return files
    .list(folder)
    .filter((name) => /^journal-[0-9a-f]{8}\.log$/.test(name))
    .sort();
}

/** The process died between creating a segment and writing its header: nothing was in it yet. */
function dropHeadless(files: Disk, folder: string, names: string[], cuts: JournalCut[]): void {
  const last = names[names.length - 1];
  if (last === undefined) return;
  const path = join(folder, last);
  const fd = files.open(path, 'r');
  const size = files.size(fd);
  files.close(fd);
  if (size >= SEGMENT_HEADER) return;
  cuts.push({ why: 'torn', ...setAside(files, path) });
  names.pop();
}

/** Gives a segment a name by which it is no part of the journal any more. */
function setAside(files: Disk, path: string): { readonly path: string; readonly bytes: number } {
  const fd = files.open(path, 'r');
  const bytes = files.size(fd);
  files.close(fd);
  const kept = cutName(path, files);
  files.rename(path, kept);
  return { path: kept, bytes };
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

/** Never 0, which says that there is none. */
function headerChecksum(head: Int32Array): number {
  return checksum(head, 0, 7) | 1;
}

/** Whether a whole frame stands behind a place where there is none: a frame is found by its checksum and by the lengths of its records. */
function frameBehind(files: Disk, segment: Segment, from: number, length: RecordLength): boolean {
  for (let start = from + UNIT; start + FRAME_HEADER < segment.size; ) {
    const count = Math.min(SCAN_BYTES, segment.size - start);
    const bytes = new Uint8Array(Math.ceil(count / UNIT) * UNIT);
    const got = files.read(segment.fd, bytes, 0, count, start);
    const words = new Int32Array(bytes.buffer);
    let at = 0;
    for (; at + FRAME_HEADER < got; at += UNIT) {
      const size = words[at / 4]!;
      if (size <= 0 || size % UNIT !== 0 || start + at + FRAME_HEADER + size > segment.size) continue;
      // It ends beyond what is held: read again from here, unless it is longer than all of that.
      if (at + FRAME_HEADER + size > got && at > 0 && FRAME_HEADER + size <= SCAN_BYTES) break;
      if (at + FRAME_HEADER + size > got) continue;
      if (isFrame(words, at / 4, size, length)) return true;
    }
    start += Math.max(UNIT, at);
  }
  return false;
}

function isFrame(words: Int32Array, first: number, size: number, length: RecordLength): boolean {
  const end = first + (FRAME_HEADER + size) / 4;
  if (checksum(words, first + 2, end) !== words[first + 1]) return false;
  for (let word = first + FRAME_HEADER / 4; word < end; ) {
    const units = Math.ceil(length(words, word) / UNIT);
    if (units <= 0 || word + units * 4 > end) return false;
    word += units * 4;
  }
  return true;
}

/** Reads the whole frames of a segment and answers the offset behind the last of them. */
function scan(
  files: Disk,
  segment: Segment,
  length: RecordLength,
  reader: RecordReader,
  accepts?: JournalOptions['accepts'],
): { readonly end: number; readonly refused: boolean } {
  let bytes = new Uint8Array(SCAN_BYTES);
  let words = new Int32Array(bytes.buffer);
  let doubles = new Float64Array(bytes.buffer);
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
      bytes = grown(bytes, Math.max(count, 2 * bytes.length));
      const { buffer } = bytes;
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
    if (accepts !== undefined && !all(words, first + FRAME_HEADER / 4, end, length, accepts))
      return { end: start + at, refused: true };
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
  return { end: start + at, refused: false };
}

/** Whether every record of a frame is accepted. One that has no length is for whoever reads it to tell of. */
function all(
  words: Int32Array,
  from: number,
  end: number,
  length: RecordLength,
  accepts: (words: Int32Array, at: number) => boolean,
): boolean {
  for (let word = from; word < end; ) {
    if (!accepts(words, word)) return false;
    const units = Math.ceil(length(words, word) / UNIT);
    if (units <= 0) return true;
    word += units * 4;
  }
  return true;
}
