/**
 * Records of an archive, copied as they stand: the response of a page, the request and the metadata that were written with it, and for a
 * revisit the record that has the payload. Each record once, in gzip members of their own.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { ArchivePlace } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { readRecordAt, readWarc, WarcArchive, type WarcRecord } from '../../warc/index.ts';
import { recordMember } from './record-member.ts';

const PIECE = 1 << 20;
/** Heads are enough to know what a record is. */
const GLANCE = 64 << 10;
/** Records looked at behind a response for those that belong to it. */
const LOOKED_AHEAD = 4;
const LARGEST_REWRITTEN = 512 << 20;

export class ArchiveCopy {
  readonly #paths: ReadonlyMap<string, string>;
  readonly #handles = new Map<string, FileHandle>();
  readonly #done = new Set<string>();
  readonly #files: readonly string[];
  #archive: WarcArchive | null = null;
  /** Pages whose record could not be found. */
  missing = 0;

  constructor(files: readonly string[]) {
    this.#files = files;
    const paths = new Map<string, string>();
    for (const path of files) if (!paths.has(basename(path))) paths.set(basename(path), path);
    this.#paths = paths;
  }

  /** The bytes of a page's records, those left out that were copied before. */
  async *recordsOf(place: ArchivePlace | null): AsyncGenerator<Uint8Array> {
    const path = place === null ? undefined : this.#paths.get(basename(place.file));
    if (place === null || path === undefined) {
      this.missing++;
      return;
    }
    let record: WarcRecord;
    try {
      record = await readRecordAt(path, place.offset, place.length, { maxBlockBytes: GLANCE });
    } catch (error) {
      if (!(error instanceof TarrafaError) || error.code === 'TRF_STORAGE_UNREADABLE') throw error;
      this.missing++;
      return;
    }
    if (record.type === 'revisit') yield* this.#original(record);
    yield* this.#copy(path, record);
    yield* this.#companions(path, record);
  }

  async close(): Promise<void> {
    for (const handle of this.#handles.values()) await handle.close();
    this.#handles.clear();
    this.#archive?.close();
  }

  /** What a revisit refers to, with what was written with it. */
  async *#original(record: WarcRecord): AsyncGenerator<Uint8Array> {
    const url = record.field('WARC-Refers-To-Target-URI')?.replace(/^<|>$/g, '') ?? record.url;
    if (url === null) return;
    this.#archive ??= await WarcArchive.open([...this.#files]);
    const digest = record.field('WARC-Payload-Digest');
    const full = this.#archive.captures(url).filter(({ mime }) => mime !== 'warc/revisit');
    const capture =
      full.find((one) => digest !== null && one.digest === digest) ??
      (digest === null ? full.at(-1) : undefined);
    if (capture === undefined) return;
    yield* this.recordsOf({ file: capture.filename, offset: capture.offset, length: capture.length });
  }

  /** Requests and metadata that stand right behind a response and name it. */
  async *#companions(path: string, of: WarcRecord): AsyncGenerator<Uint8Array> {
    if (of.id === null || of.length === 0) return;
    let looked = 0;
    for await (const record of readWarc(path, { start: of.offset + of.length, maxBlockBytes: GLANCE })) {
      const belongs =
        (record.type === 'request' || record.type === 'metadata') &&
        (record.field('WARC-Concurrent-To') === of.id || record.field('WARC-Refers-To') === of.id);
      if (belongs) yield* this.#copy(path, record);
      if (!belongs || ++looked >= LOOKED_AHEAD) return;
    }
  }

  async *#copy(path: string, record: WarcRecord): AsyncGenerator<Uint8Array> {
    const key = `${path} ${record.offset} ${record.id ?? ''}`;
    if (this.#done.has(key)) return;
    this.#done.add(key);
    if (!record.alone || record.length === 0 || record.version.startsWith('ARC')) {
      const whole = record.whole
        ? record
        : await readRecordAt(path, record.offset, record.length, { maxBlockBytes: LARGEST_REWRITTEN });
      const member = recordMember(whole);
      if (member === null) this.missing++;
      else yield member;
      return;
    }
    const handle = await this.#handle(path);
    const magic = Buffer.alloc(2);
    await handle.read(magic, 0, 2, record.offset);
    const bytes = stretch(handle, record.offset, record.length);
    if (magic[0] === 0x1f && magic[1] === 0x8b) yield* bytes;
    else yield* Readable.from(bytes).pipe(createGzip()) as AsyncIterable<Buffer>;
  }

  async #handle(path: string): Promise<FileHandle> {
    let handle = this.#handles.get(path);
    if (handle === undefined) {
      // A collection may have more files than a process may open.
      if (this.#handles.size >= 32) {
        const [first, oldest] = this.#handles.entries().next().value!;
        this.#handles.delete(first);
        await oldest.close();
      }
      handle = await open(path, 'r');
      this.#handles.set(path, handle);
    }
    return handle;
  }
}

/** A part of a file, piece by piece. */
async function* stretch(handle: FileHandle, offset: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const piece = Buffer.alloc(Math.min(PIECE, length - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, offset + at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
