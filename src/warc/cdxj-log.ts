/**
 * The index while a crawl runs: lines in the order of writing, held back and written some hundred at a time. Lines that a crash
 * swallows are made again from the archive, from the end of the last record that the log knows of.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { reason } from '../words/why.ts';
import { AppendFile, type FileCalls, NODE_CALLS } from './append-file.ts';
import { parseCdxjLine } from './cdxj.ts';

export const INDEX_NAME = 'index.cdxj';
export const LOG_NAME = 'index.cdxj.log';
const HOLD_CHARS = 32 << 10;

/** Everything before this place is indexed. */
export interface IndexMark {
  readonly filename: string;
  readonly offset: number;
  /** The record that ends there, where a line of one says so. */
  readonly last?: { readonly url: string; readonly offset: number };
}

/** The comment that takes the place of the lines once they are sorted into the index. */
export function markLine(mark: IndexMark, sum?: string): string {
  const { filename, offset } = mark;
  return `!mark ${JSON.stringify({ filename, offset, ...(sum === undefined ? {} : { sum }) })}\n`;
}

/** An index above this length is known by its length alone. */
const MOST_SUMMED = 2 ** 30;

/** What the mark in the log knows its index by. */
export function indexSum(folder: string, { filename, offset }: IndexMark): string {
  const path = join(folder, INDEX_NAME);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const hash = createHash('sha1').update(`${filename} ${offset} ${size}`);
  if (size > 0 && size <= MOST_SUMMED) {
    const fd = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(1 << 20);
      for (let at = 0; at < size; ) {
        const got = readSync(fd, bytes, 0, bytes.length, at);
        if (got === 0) break;
        hash.update(bytes.subarray(0, got));
        at += got;
      }
    } finally {
      closeSync(fd);
    }
  }
  return hash.digest('hex');
}

/**
 * Whether the sorted index of a folder is what it was when it was sorted, and the log goes on from there. Of a folder that an earlier version
 * sorted nothing is known, and it is believed.
 */
export function isIndexWhole(folder: string, archives: readonly string[]): boolean {
  const path = join(folder, LOG_NAME);
  const sorted = existsSync(join(folder, INDEX_NAME));
  if (!existsSync(path)) return archives.length === 0 && !sorted;
  const fd = openSync(path, 'r');
  const head = Buffer.alloc(4096);
  const got = readSync(fd, head, 0, head.length, 0);
  closeSync(fd);
  const first = head.toString('latin1', 0, got).split('\n', 1)[0]!;
  // Not sorted yet: all lines are in the log. Or there was nothing to sort.
  const isEmpty = archives.length === 0 && got === 0;
  if (!first.startsWith('!mark '))
    return !sorted || (isEmpty && statSync(join(folder, INDEX_NAME)).size === 0);
  if (!sorted || got === first.length) return false;
  const mark = markOf(first);
  if (mark === null || !archives.includes(mark.filename)) return false;
  const { sum } = JSON.parse(first.slice(6)) as { readonly sum?: unknown };
  return sum === undefined || sum === indexSum(folder, mark);
}

function markOf(line: string): IndexMark | null {
  if (line.startsWith('!mark ')) {
    try {
      const mark = JSON.parse(line.slice(6)) as Partial<IndexMark>;
      if (typeof mark.filename === 'string' && typeof mark.offset === 'number') {
        return { filename: mark.filename, offset: mark.offset };
      }
    } catch {
      // A mark that cannot be read is no mark: more of the archive is read again, nothing is lost.
    }
    return null;
  }
  const capture = parseCdxjLine(line);
  if (capture === null) return null;
  const { filename, url, offset, length } = capture;
  return { filename, offset: offset + length, last: { url, offset } };
}

/** The last whole line of a log and the offset after it. */
function lastLine(path: string): { readonly mark: IndexMark | null; readonly end: number } {
  const fd = openSync(path, 'r');
  try {
    const size = fstatSync(fd).size;
    for (let reach = 64 << 10; ; reach *= 4) {
      const from = Math.max(0, size - reach);
      const bytes = Buffer.alloc(size - from);
      readSync(fd, bytes, 0, bytes.length, from);
      const end = bytes.lastIndexOf(10);
      if (end < 0) {
        if (from === 0) return { mark: null, end: 0 };
        continue;
      }
      const before = end === 0 ? -1 : bytes.lastIndexOf(10, end - 1);
      if (before < 0 && from > 0) continue;
      return { mark: markOf(bytes.toString('latin1', before + 1, end)), end: from + end + 1 };
    }
  } finally {
    closeSync(fd);
  }
}

/** How far the log of a folder reaches; null when there is no log or its last line tells nothing. */
export function indexMark(folder: string): IndexMark | null {
  const path = join(folder, LOG_NAME);
  return existsSync(path) ? lastLine(path).mark : null;
}

/** Takes lines out of the log: after a power cut it may know of records that never reached the disk. */
function forget(path: string, isDoubted: (mark: IndexMark) => boolean): void {
  const kept = readFileSync(path, 'latin1')
    .split('\n')
    .filter((line) => {
      if (line === '') return false;
      const mark = markOf(line);
      return mark === null || !isDoubted(mark);
    });
  writeFileWhole(path, kept.map((line) => `${line}\n`).join(''), { encoding: 'latin1' });
}

export class CdxjLog {
  readonly #file: AppendFile;
  #held = '';
  #mark: IndexMark | null;

  private constructor(file: AppendFile, mark: IndexMark | null) {
    this.#file = file;
    this.#mark = mark;
  }

  static open(folder: string, calls: FileCalls = NODE_CALLS): CdxjLog {
    const path = join(folder, LOG_NAME);
    const there = AppendFile.open(path, calls);
    if (there === null) {
      const made = AppendFile.create(path, calls);
      if (made === null) throw new TarrafaError('TRF_STORAGE_DENIED', [path, reason('made-by-another')]);
      return new CdxjLog(made, null);
    }
    const { mark, end } = lastLine(path);
    if (end < there.size) there.cut(end);
    return new CdxjLog(there, mark);
  }

  /** A log without the lines that are doubted, which are to be made again. */
  static openForgetting(
    folder: string,
    isDoubted: (mark: IndexMark) => boolean,
    calls: FileCalls = NODE_CALLS,
  ): CdxjLog {
    forget(join(folder, LOG_NAME), isDoubted);
    return CdxjLog.open(folder, calls);
  }

  get mark(): IndexMark | null {
    return this.#mark;
  }

  /** Adds a line. A log that cannot be written keeps its lines and tries again: the record itself is already safe. */
  add(line: string): void {
    this.#held += `${line}\n`;
    if (this.#held.length < HOLD_CHARS) return;
    try {
      this.flush();
    } catch {
      // Told at the next explicit flush.
    }
  }

  flush(): void {
    if (this.#held === '') return;
    const bytes = Buffer.from(this.#held, 'latin1');
    this.#file.append(bytes);
    this.#mark =
      markOf(this.#held.slice(this.#held.lastIndexOf('\n', this.#held.length - 2) + 1, -1)) ?? this.#mark;
    this.#held = '';
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.#file.close();
    }
  }
}
