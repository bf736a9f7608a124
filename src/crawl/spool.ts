/**
 * Answers that came in and are not yet in the archive: whether a page may be kept is known only when it was read, and reading is where a
 * stranger's page can end the process. What was brought before that is not asked for again.
 *
 * Two files in turn, each emptied once nothing in it waits any more; most of what is written never reaches the disk. A process writes into
 * files of its own and removes those of the one before when it has made use of them. An entry is
 *
 *   0  'TRSP'   4  length of the head   8  length of the body   12  head (JSON), body
 *
 * and counts when it is whole and its body has the digest that the head says.
 */
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writevSync,
} from 'node:fs';
import { join } from 'node:path';
import { readingError, storageError } from '../errors.ts';
import { type FetchResponse, ReceivedResponse } from '../http/index.ts';
import { payloadDigest } from '../warc/index.ts';

const MAGIC = 0x50535254;
const FRAME = 12;
const NAME = /^answers-(\d+)$/;
/** A file with nothing that waits is emptied at this length; the other takes over at ten times as much. */
const WORTH_EMPTYING = 4 << 20;
const MOST = 10 * WORTH_EMPTYING;

type Head = Omit<
  FetchResponse,
  'kind' | 'header' | 'headers' | 'contentEncoding' | 'body' | 'firstByteAt'
> & {
  readonly record: number;
  /** Length of the visit log when the answer came: a visit of the same URL that ended later has made use of it. */
  readonly visits: number;
  readonly digest: string;
};

export interface SpooledAnswer {
  readonly record: number;
  readonly visits: number;
  readonly response: FetchResponse;
}

interface SpoolFile {
  readonly path: string;
  readonly fd: number;
  bytes: number;
  waiting: number;
}

export class Spool {
  readonly #files: readonly SpoolFile[];
  readonly #earlier: readonly string[];
  readonly #holds = new Map<number, SpoolFile>();
  #active = 0;

  private constructor(files: readonly SpoolFile[], earlier: readonly string[]) {
    this.#files = files;
    this.#earlier = earlier;
  }

  static open(folder: string): Spool {
    try {
      mkdirSync(folder, { recursive: true });
      const numbers = readdirSync(folder)
        .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
        .filter((number) => number > 0)
        .sort((a, b) => a - b);
      const next = (numbers.at(-1) ?? 0) + 1;
      const pathOf = (number: number) => join(folder, `answers-${number}`);
      const files = [next, next + 1].map((number) => {
        const path = pathOf(number);
        return { path, fd: openSync(path, 'wx'), bytes: 0, waiting: 0 };
      });
      return new Spool(files, numbers.map(pathOf));
    } catch (error) {
      throw storageError(folder, error);
    }
  }

  /** What a dead process had brought. What stands in a file behind something that is not whole is left alone. */
  *leftover(): Generator<SpooledAnswer> {
    for (const path of this.#earlier) yield* answersIn(read(path));
  }

  /** Use was made of it. */
  forgetLeftover(): void {
    for (const path of this.#earlier) removed(path);
  }

  keep(record: number, response: FetchResponse, digest: string, visits: number): void {
    const file = this.#room();
    const { url, status, statusText, httpVersion, rawHeaders, truncated, requestHead, body } = response;
    const { address, certificateProblem, startedAt, endedAt } = response;
    const head = Buffer.from(
      JSON.stringify({
        record,
        visits,
        digest,
        url,
        status,
        statusText,
        httpVersion,
        rawHeaders,
        truncated,
        requestHead,
        address,
        certificateProblem,
        startedAt,
        endedAt,
      } satisfies Head),
    );
    const frame = Buffer.allocUnsafe(FRAME);
    frame.writeUInt32LE(MAGIC, 0);
    frame.writeUInt32LE(head.length, 4);
    frame.writeUInt32LE(body.length, 8);
    const bytes = FRAME + head.length + body.length;
    try {
      const written = writevSync(file.fd, [frame, head, body], file.bytes);
      if (written < bytes) throw Object.assign(new Error('not all bytes were written'), { code: 'ENOSPC' });
    } catch (error) {
      throw storageError(file.path, error);
    }
    file.bytes += bytes;
    file.waiting++;
    this.#holds.set(record, file);
  }

  /** The visit is over. */
  release(record: number): void {
    const file = this.#holds.get(record);
    if (file === undefined) return;
    this.#holds.delete(record);
    file.waiting--;
    if (file.waiting === 0 && file.bytes >= WORTH_EMPTYING) this.#empty(file);
  }

  /** What still waits belongs to visits that were given up, whose URLs are asked again. */
  close(): void {
    for (const { fd } of this.#files) closeSync(fd);
    for (const { path } of this.#files) removed(path);
  }

  #room(): SpoolFile {
    const file = this.#files[this.#active]!;
    if (file.bytes < MOST) return file;
    const other = this.#files[1 - this.#active]!;
    if (other.waiting > 0) return file;
    this.#empty(other);
    this.#active = 1 - this.#active;
    return other;
  }

  #empty(file: SpoolFile): void {
    if (file.bytes === 0) return;
    try {
      ftruncateSync(file.fd, 0);
    } catch (error) {
      throw storageError(file.path, error);
    }
    file.bytes = 0;
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw readingError(path, error);
  }
}

function removed(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw storageError(path, error);
  }
}

function* answersIn(bytes: Buffer): Generator<SpooledAnswer> {
  for (let at = 0; at + FRAME <= bytes.length && bytes.readUInt32LE(at) === MAGIC; ) {
    const body = at + FRAME + bytes.readUInt32LE(at + 4);
    const end = body + bytes.readUInt32LE(at + 8);
    if (end > bytes.length) return;
    const answer = answerOf(bytes.subarray(at + FRAME, body), bytes.subarray(body, end));
    if (answer !== null) yield answer;
    at = end;
  }
}

function answerOf(headBytes: Buffer, spooled: Buffer): SpooledAnswer | null {
  let head: Head;
  try {
    head = JSON.parse(headBytes.toString('utf8')) as Head;
  } catch {
    return null;
  }
  if (head.digest !== payloadDigest(spooled)) return null;
  const { record, visits, digest: _, ...rest } = head;
  // Owns its memory, as an answer from the Web does.
  const body = Buffer.from(new Uint8Array(spooled).buffer);
  return { record, visits, response: new ReceivedResponse({ ...rest, body, firstByteAt: head.startedAt }) };
}
