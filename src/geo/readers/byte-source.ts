/**
 * Bytes that a reader can ask for by position, wherever they lie: in memory, in a file, inside an archive, on a server. A reader asks for
 * what it needs, so the header of a large file costs the header.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface ByteSource {
  readonly size: number;
  /** The bytes from `from` on; fewer than `length` only at the end of the source. */
  read(from: number, length: number): Promise<Uint8Array>;
  /** From a position to the end, in pieces of any length. */
  stream(from?: number): AsyncIterable<Uint8Array>;
  close(): void;
}

/** A source with the name under which it was found (`pasta/municipios.shp`). */
export interface NamedSource {
  readonly name: string;
  readonly source: ByteSource;
}

const PIECE = 256 << 10;
/** The first piece of a stream is small and each is twice the one before: who wants a header of something remote pays little for it. */
const FIRST_PIECE = 4 << 10;
export const NO_BYTES = new Uint8Array(0);

/** The part of `[from, from + length)` that lies within `size`. */
function within(from: number, length: number, size: number): [number, number] {
  const start = Math.min(Math.max(0, from), size);
  return [start, Math.min(size, start + Math.max(0, length))];
}

export async function* streamByReading(
  source: Pick<ByteSource, 'read'>,
  from = 0,
): AsyncGenerator<Uint8Array> {
  let at = from;
  for (let length = FIRST_PIECE; ; length = Math.min(PIECE, length * 2)) {
    const piece = await source.read(at, length);
    if (piece.length === 0) return;
    at += piece.length;
    yield piece;
  }
}

export class MemorySource implements ByteSource {
  readonly size: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  async read(from: number, length: number): Promise<Uint8Array> {
    const [start, end] = within(from, length, this.size);
    return this.#bytes.subarray(start, end);
  }

  async *stream(from = 0): AsyncGenerator<Uint8Array> {
    for (let at = from; at < this.size; at += PIECE) yield this.#bytes.subarray(at, at + PIECE);
  }

  close(): void {}
}

/** A file of this machine, opened at the first reading and only for reading. */
export class FileSource implements ByteSource {
  readonly #path: string;
  #descriptor: number | null = null;
  readonly size: number;

  constructor(path: string) {
    this.#path = path;
    const descriptor = openSync(path, 'r');
    this.#descriptor = descriptor;
    const stats = fstatSync(descriptor);
    // A device or a pipe has no size and may never end.
    this.size = stats.isFile() ? stats.size : 0;
  }

  async read(from: number, length: number): Promise<Uint8Array> {
    const [start, end] = within(from, length, this.size);
    if (end === start) return NO_BYTES;
    this.#descriptor ??= openSync(this.#path, 'r');
    const bytes = new Uint8Array(end - start);
    let got = 0;
    while (got < bytes.length) {
      const n = readSync(this.#descriptor, bytes, got, bytes.length - got, start + got);
      if (n === 0) break;
      got += n;
    }
    return got === bytes.length ? bytes : bytes.subarray(0, got);
  }

  stream(from = 0): AsyncIterable<Uint8Array> {
    return streamByReading(this, from);
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

/** A stretch of another source: a member stored without compression. */
export class SliceSource implements ByteSource {
  readonly #of: ByteSource;
  readonly #from: number;
  readonly size: number;

  constructor(of: ByteSource, from: number, size: number) {
    this.#of = of;
    this.#from = from;
    this.size = Math.max(0, Math.min(size, of.size - from));
  }

  read(from: number, length: number): Promise<Uint8Array> {
    const [start, end] = within(from, length, this.size);
    return this.#of.read(this.#from + start, end - start);
  }

  stream(from = 0): AsyncIterable<Uint8Array> {
    return streamByReading(this, from);
  }

  close(): void {}
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
