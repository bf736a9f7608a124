/**
 * The sorted index of a folder of archives: made from the log when a crawl ends or from the archives themselves, and searched by
 * bisection on the file, so that fifty million lines need no memory.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inputError, storageError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { reason } from '../words/why.ts';
import { parseArchiveName } from './archive-name.ts';
import { type Capture, cdxjLineOf, parseCdxjLine } from './cdxj.ts';
import { INDEX_NAME, type IndexMark, indexMark, indexSum, LOG_NAME, markLine } from './cdxj-log.ts';
import { fileLines, LineFile, type LineSortOptions, mergeSorted, sortLines } from './line-sort.ts';
import { type ReadOptions, readWarc, type WarcProblem } from './reader.ts';
import type { WarcRecord } from './record.ts';
import { surt } from './surt.ts';
import { scanFolder } from './tail.ts';
import { parseTimestamp14 } from './timestamp.ts';

/** File names of archives that can be read. */
export const ARCHIVE_NAME = /\.(warc|arc)(\.gz)?$/i;

/** The archives of a folder, in the order of their names. */
export function archiveFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => ARCHIVE_NAME.test(name))
      .sort()
      .map((name) => join(folder, name));
  } catch (cause) {
    throw inputError(folder, cause);
  }
}

/** Sorts the log of a crawl into the folder's index. Done again after a crash in the middle, it gives the same. */
export function sortCdxj(folder: string, options: LineSortOptions = {}): void {
  const log = join(folder, LOG_NAME);
  const index = join(folder, INDEX_NAME);
  if (!existsSync(log)) return;
  const mark = indexMark(folder);
  sortLines(fileLines(log), existsSync(index) ? [index] : [], index, {
    ...options,
    keep: (line) => line[0] !== '!',
  });
  writeFileWhole(log, mark === null ? '' : markLine(mark, indexSum(folder, mark)));
}

/** What a record is that is no capture; `unaddressed`: one that would be, but cannot be reached by itself. */
export type UnindexedRecord = 'warcinfo' | 'request' | 'metadata' | 'unaddressed' | 'other';

function unindexedKind({ type }: WarcRecord): UnindexedRecord {
  if (type === 'warcinfo' || type === 'request' || type === 'metadata') return type;
  return type === 'response' || type === 'revisit' || type === 'resource' ? 'unaddressed' : 'other';
}

export interface BuildResult {
  readonly files: number;
  readonly lines: number;
  /** Records that have no line, by what they are. */
  readonly others: Readonly<Record<UnindexedRecord, number>>;
  readonly problems: readonly (WarcProblem & { readonly file: string })[];
}

export interface BuildOptions extends LineSortOptions, ReadOptions {
  /** Leaves the index as it was. */
  readonly signal?: AbortSignal | undefined;
}

/** Makes a folder's index anew from its archives. */
export async function buildCdxj(folder: string, options: BuildOptions = {}): Promise<BuildResult> {
  const index = join(folder, INDEX_NAME);
  const raw = `${index}.raw`;
  const files = archiveFiles(folder);
  const problems: (WarcProblem & { file: string })[] = [];
  const others = { warcinfo: 0, request: 0, metadata: 0, unaddressed: 0, other: 0 };
  let count = 0;
  let last: IndexMark | null = null;
  try {
    const out = new LineFile(raw);
    try {
      for (const path of files) {
        const file = basename(path);
        for await (const { line, end } of linesOf(
          path,
          (problem) => problems.push({ ...problem, file }),
          (record) => others[unindexedKind(record)]++,
          options,
        )) {
          options.signal?.throwIfAborted();
          out.add(line);
          count++;
          last = { filename: file, offset: end };
        }
      }
    } finally {
      out.close();
    }
    sortLines(fileLines(raw), [], index, options);
    if (existsSync(join(folder, LOG_NAME)) && last !== null)
      writeFileWhole(join(folder, LOG_NAME), markLine(last, indexSum(folder, last)));
  } catch (cause) {
    if (cause instanceof TarrafaError || options.signal?.aborted === true) throw cause;
    throw storageError(index, cause);
  } finally {
    rmSync(raw, { force: true });
  }
  return { files: files.length, lines: count, others, problems };
}

/** The index lines of one archive. */
async function* linesOf(
  path: string,
  onProblem: (problem: WarcProblem) => void,
  onOther: (record: WarcRecord) => void,
  options: ReadOptions = {},
): AsyncGenerator<{ readonly line: string; readonly end: number }> {
  const file = basename(path);
  // The head of a response is all that a line needs of a block.
  for await (const record of readWarc(path, { maxBlockBytes: 1 << 20, ...options, onProblem })) {
    const line = cdxjLineOf(record, file);
    if (line === null) onOther(record);
    else yield { line, end: record.offset + record.length };
  }
}

/** The lines of records that a running or killed crawl wrote after the end of its log. */
function* unloggedLines(folder: string): Generator<string> {
  const mark = indexMark(folder);
  // A log without any line yet belongs to a crawl that has only begun.
  const prefixes =
    mark === null
      ? new Set(readdirSync(folder).flatMap((name) => parseArchiveName(name)?.prefix ?? []))
      : [parseArchiveName(mark.filename)?.prefix ?? ''];
  const from = mark === null ? null : { file: mark.filename, offset: mark.offset };
  for (const prefix of prefixes) {
    for (const { file, record } of scanFolder(folder, from, prefix)) {
      const line = cdxjLineOf(record, file);
      if (line !== null) yield line;
    }
  }
}

/** Lines in order, with a place to begin from. */
interface SortedLines {
  /** Lines from the first that is not less than `key` on. */
  from(key: string): Iterable<string>;
  close(): void;
}

class MemoryLines implements SortedLines {
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  *from(key: string): Iterable<string> {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#lines[middle]! < key) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.#lines.length; i++) yield this.#lines[i]!;
  }

  close(): void {}
}

/** Below this distance a sequential read finds the line. */
const STRETCH = 32 << 10;
/** A line longer than this is not one of ours. */
const LINE_MAX = 1 << 20;

class FileLines implements SortedLines {
  readonly #fd: number;
  readonly #size: number;
  #open = true;

  constructor(path: string) {
    this.#fd = openSync(path, 'r');
    this.#size = fstatSync(this.#fd).size;
  }

  /** The line after the one that `at` falls in, and the offset after it. */
  #lineAfter(at: number): { readonly line: string; readonly next: number } | null {
    for (let reach = 4096; ; reach *= 4) {
      const bytes = Buffer.alloc(Math.min(reach, this.#size - at));
      const n = readSync(this.#fd, bytes, 0, bytes.length, at);
      const from = bytes.indexOf(10) + 1;
      const eol = from === 0 ? -1 : bytes.indexOf(10, from);
      if (eol >= 0) return { line: bytes.toString('latin1', from, eol), next: at + eol + 1 };
      if (at + n >= this.#size || reach > LINE_MAX) return null;
    }
  }

  *from(key: string): Iterable<string> {
    let low = 0;
    let high = this.#size;
    // Invariant: every line that begins before `low` is less than the key.
    while (high - low > STRETCH) {
      const middle = Math.floor((low + high) / 2);
      const found = this.#lineAfter(middle);
      if (found === null || found.line >= key) high = middle;
      else low = found.next;
    }
    yield* this.#sequence(low, key);
  }

  *#sequence(start: number, key: string): Iterable<string> {
    let at = start;
    let rest = '';
    // `low` is 0 or the beginning of a line.
    const bytes = Buffer.alloc(STRETCH * 2);
    while (this.#open) {
      const n = readSync(this.#fd, bytes, 0, bytes.length, at);
      if (n <= 0) return;
      at += n;
      const text = rest + bytes.toString('latin1', 0, n);
      let from = 0;
      for (let eol = text.indexOf('\n'); eol >= 0; eol = text.indexOf('\n', from)) {
        const line = text.slice(from, eol);
        if (line >= key) yield line;
        from = eol + 1;
      }
      rest = text.slice(from);
      if (rest.length > LINE_MAX) rest = '';
    }
  }

  close(): void {
    if (this.#open) closeSync(this.#fd);
    this.#open = false;
  }
}

export interface CdxIndexOptions {
  /** Lines kept in memory for archives without an index; more is refused. Default 5 million. */
  readonly maxMemoryLines?: number;
  readonly onProblem?: (problem: WarcProblem & { readonly file: string }) => void;
}

/** A site of the index: its key up to the parenthesis, and its host. */
export interface IndexedSite {
  readonly key: string;
  readonly host: string;
}

/** `pt,gov,ine:8080` → `ine.gov.pt:8080`. */
export function hostOfKey(key: string): string {
  if (key.startsWith('[')) return key;
  const colon = key.indexOf(':');
  const names = colon < 0 ? key : key.slice(0, colon);
  return names.split(',').reverse().join('.') + (colon < 0 ? '' : key.slice(colon));
}

/** Of the captures of an address, oldest first, the nearest to a moment (ms or digits); the newest when none is named. */
export function nearestCapture(captures: Iterable<Capture>, time?: number | string): Capture | null {
  const wanted = typeof time === 'string' ? parseTimestamp14(time) : (time ?? null);
  let best: Capture | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const capture of captures) {
    if (wanted === null) {
      best = capture;
      continue;
    }
    const away = Math.abs((parseTimestamp14(capture.timestamp) ?? 0) - wanted);
    // At the same distance the later line: a revisit after its original in the same second.
    if (away <= distance) {
      best = capture;
      distance = away;
    }
  }
  return best;
}

export class CdxIndex {
  readonly #parts: readonly SortedLines[];

  private constructor(parts: readonly SortedLines[]) {
    this.#parts = parts;
  }

  /**
   * The index of a folder: its sorted file, the lines still in the log of a running or killed crawl, and what the log does not know
   * yet. Nothing is written. Null when the folder has neither index nor log.
   */
  static open(folder: string, options: CdxIndexOptions = {}): CdxIndex | null {
    const index = join(folder, INDEX_NAME);
    const log = join(folder, LOG_NAME);
    const parts: SortedLines[] = [];
    if (existsSync(index)) parts.push(new FileLines(index));
    if (existsSync(log)) {
      const fresh: string[] = [];
      const limit = options.maxMemoryLines ?? 5_000_000;
      for (const line of fileLines(log)) {
        if (line[0] === '!') continue;
        if (fresh.push(line) > limit) throw tooMany(log, limit);
      }
      if (fresh.length > 0 || parts.length === 0 || indexMark(folder) !== null) {
        for (const line of unloggedLines(folder)) fresh.push(line);
      }
      parts.push(new MemoryLines(fresh.sort()));
    }
    return parts.length === 0 ? null : new CdxIndex(parts);
  }

  /** An index in memory of archives that have none. */
  static async ofFiles(paths: readonly string[], options: CdxIndexOptions = {}): Promise<CdxIndex> {
    const limit = options.maxMemoryLines ?? 5_000_000;
    const lines: string[] = [];
    for (const path of paths) {
      const file = basename(path);
      const found = linesOf(
        path,
        (problem) => options.onProblem?.({ ...problem, file }),
        () => {},
      );
      for await (const { line } of found) {
        if (lines.push(line) > limit) throw tooMany(path, limit);
      }
    }
    return new CdxIndex([new MemoryLines(lines.sort())]);
  }

  /** The captures from a key on, in the order of key and time. */
  *capturesFrom(key: string): Generator<Capture> {
    let before: string | null = null;
    for (const line of this.#lines(key)) {
      if (line === before) continue;
      before = line;
      const capture = parseCdxjLine(line);
      if (capture !== null) yield capture;
    }
  }

  #lines(key: string): Iterable<string> {
    return this.#parts.length === 1
      ? this.#parts[0]!.from(key)
      : mergeSorted(this.#parts.map((part) => part.from(key)));
  }

  /** Every capture of an address, oldest first. */
  *captures(url: string): Generator<Capture> {
    const key = surt(url);
    for (const capture of this.capturesFrom(`${key} `)) {
      if (capture.key !== key) return;
      yield capture;
    }
  }

  /** The capture of an address nearest to a moment (ms or digits); the newest when none is named; null when there is none. */
  lookup(url: string, time?: number | string): Capture | null {
    return nearestCapture(this.captures(url), time);
  }

  /** The sites of the index in order, by leaps: a site's pages are not read. */
  *sites(after = ''): Generator<IndexedSite> {
    let key = after === '' ? '' : `${after})\x7f`;
    for (;;) {
      let site: string | null = null;
      for (const line of this.#lines(key)) {
        const paren = line.indexOf(')');
        const space = line.indexOf(' ');
        if (line[0] === '!' || space <= 0) continue;
        site = paren > 0 && paren < space ? line.slice(0, paren) : line.slice(0, space);
        if (paren > 0 && paren < space) yield { key: site, host: hostOfKey(site) };
        break;
      }
      if (site === null) return;
      // After every key of the site (keys are ASCII), before the next site.
      key = `${site})\x7f`;
    }
  }

  close(): void {
    for (const part of this.#parts) part.close();
  }
}

function tooMany(path: string, limit: number): TarrafaError {
  return new TarrafaError('TRF_INPUT_MISSING', [path, reason('index-too-large', { captures: limit })]);
}
