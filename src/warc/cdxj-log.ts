/**
 * The index while a crawl runs: lines in the order of writing, held back and written some hundred at a time. Lines that a crash
 * swallows are made again from the archive, from the end of the last record that the log knows of.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { storageError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { AppendFile, type FileCalls, NODE_CALLS } from './append-file.ts';
import { parseCdxjLine } from './cdxj.ts';

export const INDEX_NAME = 'index.cdxj';
export const LOG_NAME = 'index.cdxj.log';
const HOLD_CHARS = 32 << 10;

/** Everything before this place is indexed. */
export interface IndexMark {
  readonly filename: string;
  readonly offset: number;
}

/** The comment that takes the place of the lines once they are sorted into the index. */
export function markLine(mark: IndexMark): string {
  return `!mark ${JSON.stringify(mark)}\n`;
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
  return capture === null ? null : { filename: capture.filename, offset: capture.offset + capture.length };
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

/** Takes out of the log what it says of a file: after a power cut the log may know of records that never reached the disk. */
function forget(path: string, filename: string): void {
  const kept = readFileSync(path, 'latin1')
    .split('\n')
    .filter((line) => line !== '' && markOf(line)?.filename !== filename);
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
      if (made === null) throw storageError(path, new Error('another process made it at the same moment'));
      return new CdxjLog(made, null);
    }
    const { mark, end } = lastLine(path);
    if (end < there.size) there.cut(end);
    return new CdxjLog(there, mark);
  }

  /** A log whose lines about `filename` are gone, to be made again. */
  static openForgetting(folder: string, filename: string, calls: FileCalls = NODE_CALLS): CdxjLog {
    forget(join(folder, LOG_NAME), filename);
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
