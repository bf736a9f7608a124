/**
 * visits.jsonl: one line for each visit that ended, in the order in which they ended, each exactly once.
 *
 * A line is written just before the frontier journals the end of the visit, and the journal remembers how long the file was then. On
 * opening, the file is cut to that length: a line whose visit was never journalled is gone, and the visit will be made or replayed.
 */
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { storageError } from '../errors.ts';
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

export class VisitLog {
  readonly #path: string;
  readonly #fd: number;
  #length: number;

  private constructor(path: string, fd: number, length: number) {
    this.#path = path;
    this.#fd = fd;
    this.#length = length;
  }

  /** `length` is what the frontier's mark says; anything beyond was never committed. */
  static open(path: string, length: number): VisitLog {
    try {
      const fd = openSync(path, existsSync(path) ? 'r+' : 'w+');
      const present = fstatSync(fd).size;
      if (present > length) ftruncateSync(fd, length);
      return new VisitLog(path, fd, Math.min(length, present));
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
        done += writeSync(this.#fd, line, done, line.length - done, this.#length + done);
    } catch (error) {
      throw storageError(this.#path, error);
    }
    this.#length += line.length;
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/**
 * Every visit of a crawl, in order, or those behind byte `from` of the log. A torn line (the last while the crawl is running, the first
 * behind `from`) is left out.
 */
export async function* readVisits(path: string, from = 0): AsyncGenerator<Visit> {
  if (!existsSync(path)) return;
  for await (const line of createInterface({
    input: createReadStream(path, { start: from }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    let visit: Visit;
    try {
      visit = JSON.parse(line);
    } catch {
      continue;
    }
    yield visit;
  }
}

/** The history of the crawl: the pages that were downloaded and analysed, in that order, with their time-stamps. */
export async function* readHistory(path: string): AsyncGenerator<Visit> {
  for await (const visit of readVisits(path))
    if (visit.outcome === 'analysed' || visit.outcome === 'unchanged') yield visit;
}
