/**
 * What workers wrote of their visits into their own folders, found by the record of the URL: more than the database knows. Only where the lines stand is
 * kept in memory, eight bytes a URL.
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { SharedVisit } from '../../cluster/index.ts';
import { type CrawlPaths, crawlPaths, type Visit } from '../../crawl/index.ts';
import { readingError } from '../../errors.ts';
import { parseJson } from '../../formats/index.ts';
import { RecordTable } from './record-table.ts';

const CHUNK = 1 << 18;
const LONGEST_LINE = 1 << 20;
/** Beyond any length of a file; above it stands which folder it is. */
const FOLDER = 2 ** 43;

export interface WorkerFolder {
  readonly worker: string;
  readonly folder: string;
}

interface OpenLog {
  readonly worker: string;
  readonly path: string;
  readonly fd: number;
}

export class WorkerLogs {
  readonly #logs: OpenLog[] = [];
  /** Where the first line of a record stands, plus one; 0 for none. */
  readonly #places = new RecordTable(Float64Array);
  /** Of records with more than one line, the others. */
  readonly #more = new Map<number, number[]>();
  readonly #line = Buffer.allocUnsafe(LONGEST_LINE);

  constructor(folders: readonly WorkerFolder[]) {
    for (const { worker, folder } of folders) {
      const { visits: path }: CrawlPaths = crawlPaths(folder);
      if (!existsSync(path)) continue;
      try {
        this.#logs.push({ worker, path, fd: openSync(path, 'r') });
        this.#index(this.#logs.length - 1);
      } catch (error) {
        this.close();
        throw readingError(path, error);
      }
    }
  }

  /** The line of a visit; null when none is found. Each is found once. */
  take({ record, worker, archived, outcome }: SharedVisit): Visit | null {
    const first = this.#places.get(record);
    if (first === 0) return null;
    const places = [first - 1, ...(this.#more.get(record) ?? [])];
    for (const place of places) {
      const log = this.#logs[Math.floor(place / FOLDER)]!;
      if (log.worker !== worker) continue;
      const visit = this.#read(log, place % FOLDER);
      if (visit === null || visit.record !== record || visit.outcome !== outcome) continue;
      const { warc } = visit;
      const same =
        archived === null
          ? warc === undefined
          : warc?.file === archived.file && warc.offset === archived.offset;
      if (!same) continue;
      const rest = places.filter((other) => other !== place);
      this.#places.set(record, rest.length === 0 ? 0 : rest[0]! + 1);
      if (rest.length > 1) this.#more.set(record, rest.slice(1));
      else this.#more.delete(record);
      return visit;
    }
    return null;
  }

  close(): void {
    for (const { fd } of this.#logs) closeSync(fd);
  }

  #index(log: number): void {
    const { fd } = this.#logs[log]!;
    const chunk = Buffer.allocUnsafe(CHUNK);
    let held = Buffer.alloc(0);
    let start = 0;
    for (let at = 0; ; ) {
      const got = readSync(fd, chunk, 0, CHUNK, at);
      if (got === 0) return;
      at += got;
      const bytes = held.length > 0 ? Buffer.concat([held, chunk.subarray(0, got)]) : chunk.subarray(0, got);
      let from = 0;
      for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
        // The record stands at the beginning of a line; a line is read whole when it is asked for.
        const [, record] =
          /^\{"n":\d+,"record":(\d{1,15}),/.exec(bytes.toString('latin1', from, Math.min(to, from + 64))) ??
          [];
        if (record !== undefined) this.#found(Number(record), log * FOLDER + start + from);
        from = to + 1;
      }
      start += from;
      held = Buffer.from(bytes.subarray(from));
      if (held.length > LONGEST_LINE) held = Buffer.alloc(0);
    }
  }

  #found(record: number, place: number): void {
    if (this.#places.get(record) === 0) this.#places.set(record, place + 1);
    else {
      const more = this.#more.get(record);
      if (more === undefined) this.#more.set(record, [place]);
      else more.push(place);
    }
  }

  #read({ fd }: OpenLog, offset: number): Visit | null {
    let have = 0;
    for (let room = 4_096; ; room = LONGEST_LINE) {
      have += readSync(fd, this.#line, have, room - have, offset + have);
      const end = this.#line.subarray(0, have).indexOf(10);
      if (end >= 0) return parseJson(this.#line.toString('utf8', 0, end)) as Visit | null;
      if (room === LONGEST_LINE || have < room) return null;
    }
  }
}
