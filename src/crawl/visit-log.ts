/**
 * visits.jsonl: one line for each visit that ended, in the order in which they ended, each exactly once.
 *
 * A line is written just before the frontier journals the end of the visit, and the journal remembers how long the file was then. On
 * opening, the file is cut to that length: a line whose visit was never journalled is gone, and the visit will be made or replayed.
 */
import { createReadStream, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { storageError } from '../errors.ts';
import { cutOff, DISK, type Disk, syncFolder, writeWholeFile } from '../files/index.ts';
import type { PolicyNote } from './link-policy.ts';
import type { PageNotes } from './page-observer.ts';

export type OutcomeName =
  | 'analysed'
  | 'unchanged'
  | 'redirected'
  | 'failed'
  | 'blocked'
  | 'gone'
  | 'refused'
  | 'skipped';

export interface Visit {
  /** Order of the visit, from 1. */
  readonly n: number;
  readonly record: number;
  readonly url: string;
  readonly at: number;
  readonly outcome: OutcomeName;
  readonly status: number;
  readonly reason?: string | undefined;
  /** Bytes received. */
  readonly bytes: number;
  readonly decoded?: number | undefined;
  readonly ms: number;
  readonly type?: string | undefined;
  readonly charset?: string | undefined;
  readonly lang?: string | undefined;
  readonly title?: string | undefined;
  readonly site: string;
  readonly queue: string;
  readonly depth: number;
  readonly hops: number;
  readonly digest?: string | undefined;
  readonly simhash?: string | undefined;
  readonly duplicateOf?: string | undefined;
  readonly nearDuplicateOf?: string | undefined;
  readonly links?: {
    readonly found: number;
    readonly added: number;
    readonly duplicate: number;
    readonly dropped: number;
  };
  readonly refused?: Readonly<Record<string, number>> | undefined;
  readonly traps?: readonly string[] | undefined;
  readonly scriptOnly?: true | undefined;
  /** What observers of the crawl say of the page. */
  readonly notes?: PageNotes | undefined;
  /** What the link policy says of the page. */
  readonly policy?: PolicyNote | undefined;
  readonly warc?: { readonly file: string; readonly offset: number };
}

/** Lines that were cut off because their visits do not count, and where they are kept. */
export interface CutVisits {
  readonly path: string;
  readonly visits: number;
}

export class VisitLog {
  /** What opening cut off; null when that was no more than the last line, whose visit is made or replayed. */
  readonly cut: CutVisits | null;
  readonly #path: string;
  readonly #disk: Disk;
  readonly #fd: number;
  #length: number;

  private constructor(path: string, disk: Disk, fd: number, length: number, cut: CutVisits | null) {
    this.#path = path;
    this.#disk = disk;
    this.#fd = fd;
    this.#length = length;
    this.cut = cut;
  }

  /** `length` is what the frontier's mark says; anything beyond was never committed. */
  static open(path: string, length: number, disk: Disk = DISK): VisitLog {
    try {
      const isNew = !disk.exists(path);
      const fd = disk.open(path, isNew ? 'w+' : 'r+');
      if (isNew) syncFolder(dirname(path));
      const present = disk.size(fd);
      let cut: CutVisits | null = null;
      if (present > length) {
        const visits = linesBehind(disk, fd, length);
        if (visits > 1) cut = { path: cutOff(path, fd, length, disk), visits };
        else {
          disk.truncate(fd, length);
          // What is cut must not come back behind what is written next.
          disk.sync(fd);
        }
      }
      return new VisitLog(path, disk, fd, Math.min(length, present), cut);
    } catch (error) {
      throw storageError(path, error);
    }
  }

  get length(): number {
    return this.#length;
  }

  append(visit: Visit): void {
    const line = Buffer.from(`${JSON.stringify(visit)}\n`);
    try {
      let done = 0;
      while (done < line.length)
        done += this.#disk.write(this.#fd, line, done, line.length - done, this.#length + done);
    } catch (error) {
      throw storageError(this.#path, error);
    }
    this.#length += line.length;
  }

  /** Brings what was written to the disk, beside the thread that asks. Not to be closed before it resolves. */
  async sync(): Promise<void> {
    try {
      await this.#disk.syncLater(this.#fd);
    } catch (error) {
      throw storageError(this.#path, error);
    }
  }

  close(): void {
    try {
      this.#disk.sync(this.#fd);
    } catch (error) {
      throw storageError(this.#path, error);
    } finally {
      this.#disk.close(this.#fd);
    }
  }
}

/** Ends of lines behind a place. */
function linesBehind(disk: Disk, fd: number, from: number): number {
  const bytes = Buffer.alloc(1 << 16);
  let lines = 0;
  for (let at = from; ; ) {
    const got = disk.read(fd, bytes, 0, bytes.length, at);
    if (got === 0) return lines;
    for (let i = 0; i < got; i++) if (bytes[i] === 10) lines++;
    at += got;
  }
}

/** How far a log is made of whole lines of JSON, from a place on where one begins, up to another. */
export function wholeLines(path: string, from: number, to: number, disk: Disk = DISK): number {
  if (!disk.exists(path)) return 0;
  const fd = disk.open(path, 'r');
  try {
    const size = disk.size(fd);
    if (size < from) return lastLineEnd(disk, fd, size);
    const bytes = Buffer.alloc(Math.min(size, to) - from);
    const got = disk.read(fd, bytes, 0, bytes.length, from);
    let end = 0;
    for (let at = bytes.indexOf(10); at >= 0 && at < got; at = bytes.indexOf(10, end)) {
      try {
        JSON.parse(bytes.toString('utf8', end, at));
      } catch {
        break;
      }
      end = at + 1;
    }
    return from + end;
  } finally {
    disk.close(fd);
  }
}

function lastLineEnd(disk: Disk, fd: number, size: number): number {
  const bytes = Buffer.alloc(size);
  disk.read(fd, bytes, 0, size, 0);
  return bytes.lastIndexOf(10) + 1;
}

/**
 * Every visit of a crawl, in order, or those behind byte `from` of the log. A torn line (the last while the crawl is running, the first
 * behind `from`) is left out, and so is what was taken out of it (`onForgotten`).
 */
export async function* readVisits(
  path: string,
  from = 0,
  onForgotten?: (n: number) => void,
): AsyncGenerator<Visit> {
  if (!existsSync(path)) return;
  for await (const line of createInterface({
    input: createReadStream(path, { start: from }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    let visit: Visit | ForgottenVisit;
    try {
      visit = JSON.parse(line);
    } catch {
      continue;
    }
    // What it was is forgotten; its line stays where it was.
    if (isForgottenVisit(visit)) onForgotten?.(visit.n);
    else yield visit;
  }
}

/** The line of a visit that was taken out: its number, and nothing of what it was. */
interface ForgottenVisit {
  readonly n: number;
  readonly forgotten: true;
}

function isForgottenVisit(visit: Visit | ForgottenVisit): visit is ForgottenVisit {
  return 'forgotten' in visit && visit.forgotten === true;
}

/**
 * Takes visits out of a log, and addresses out of those that stay. Lines keep their lengths, because the journal of the frontier knows how
 * long the log is. Written anew beside its place, whole; how many visits went.
 */
export async function blankVisits(
  path: string,
  { gone, blanked }: { readonly gone: (url: string) => boolean; readonly blanked: (url: string) => string },
): Promise<number> {
  if (!existsSync(path)) return 0;
  let count = 0;
  let changed = false;
  const fresh = async (write: (piece: Uint8Array) => Promise<void> | void): Promise<void> => {
    for await (const line of linesOf(path)) {
      const now = blankedLine(line, gone, blanked);
      if (now !== line) changed = true;
      if (now !== line && now.includes(FORGOTTEN_MARK)) count++;
      await write(now);
    }
  };
  // Most folders have nothing to change: then nothing is written.
  await fresh(() => {});
  if (!changed) return 0;
  count = 0;
  await writeWholeFile(path, (file) => fresh((piece) => file.write(piece)));
  return count;
}

const FORGOTTEN_MARK = '"forgotten":true';

function blankedLine(line: Buffer, gone: (url: string) => boolean, blanked: (url: string) => string): Buffer {
  let visit: Visit | ForgottenVisit;
  try {
    visit = JSON.parse(line.toString('utf8'));
  } catch {
    // Damaged, or the torn end of a killed process: it may say anything, and nobody can read it.
    const bytes = Buffer.alloc(line.length, ' ');
    if (line.at(-1) === 10) bytes[line.length - 1] = 10;
    return bytes;
  }
  if (isForgottenVisit(visit)) return line;
  if (gone(visit.url)) return padded({ n: visit.n, forgotten: true }, line.length);
  const { duplicateOf } = visit;
  if (duplicateOf === undefined || !gone(duplicateOf)) return line;
  return padded({ ...visit, duplicateOf: blanked(duplicateOf) }, line.length, visit);
}

/** A line of that length: shorter texts are filled up with spaces. */
function padded(value: Visit | ForgottenVisit, length: number, otherwise?: Visit): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  if (text.length >= length && otherwise !== undefined) {
    const { duplicateOf: _, ...rest } = otherwise;
    return padded(rest, length);
  }
  return Buffer.concat([text, Buffer.alloc(Math.max(0, length - 1 - text.length), ' '), Buffer.from('\n')]);
}

/** The lines of a file with their ends. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.subarray(from, end + 1);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest;
}

/** The history of the crawl: the pages that were downloaded and analysed, in that order, with their time-stamps. */
export async function* readHistory(path: string): AsyncGenerator<Visit> {
  for await (const visit of readVisits(path))
    if (visit.outcome === 'analysed' || visit.outcome === 'unchanged') yield visit;
}
