/**
 * A window that slides over a file, a stream or bytes in memory. Files are read synchronously in large pieces (a reader of archives
 * waits for the disk anyway); streams are awaited. Whoever takes bytes out of the window copies them before asking for more.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { withRoom } from '../bytes/index.ts';
import { inputError } from '../errors.ts';

const PIECE = 1 << 20;
/** Of a stream nobody knows how much will be asked for: one record, or all. */
const FIRST_OF_STREAM = 128 << 10;

type Pull = (into: Buffer, at: number) => number;

export class ByteWindow {
  bytes: Buffer;
  /** First byte not yet consumed. */
  start: number;
  end: number;
  /** True when there is nothing more to come than what the window holds. */
  done: boolean;
  /** Offset in the source of `bytes[0]`. */
  #base: number;
  readonly #pull: Pull | null;
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array> | null;
  readonly #fd: number | null;
  readonly #owned: boolean;

  private constructor(
    bytes: Buffer,
    end: number,
    base: number,
    source: { pull?: Pull; chunks?: AsyncIterator<Uint8Array> | Iterator<Uint8Array>; fd?: number },
  ) {
    this.bytes = bytes;
    this.start = 0;
    this.end = end;
    this.#base = base;
    this.#pull = source.pull ?? null;
    this.#chunks = source.chunks ?? null;
    this.#fd = source.fd ?? null;
    this.#owned = this.#pull !== null || this.#chunks !== null;
    this.done = !this.#owned;
  }

  static ofBytes(bytes: Uint8Array, from = 0): ByteWindow {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const window = new ByteWindow(whole, whole.length, 0, {});
    window.start = Math.min(from, whole.length);
    return window;
  }

  /** `to` is the offset where reading stops. */
  static ofFile(path: string, from = 0, to = Number.POSITIVE_INFINITY): ByteWindow {
    const unreadable = (cause: unknown) => inputError(path, cause);
    let fd: number;
    try {
      fd = openSync(path, 'r');
    } catch (cause) {
      throw unreadable(cause);
    }
    // A small file needs no large window; what is no regular file has no size to tell.
    const stat = fstatSync(fd);
    const left = Math.min(to, stat.isFile() ? stat.size : Number.POSITIVE_INFINITY) - from;
    const window = Math.min(PIECE, Math.max(left, 0) + 1024);
    let position = from;
    const pull: Pull = (into, at) => {
      const room = Math.min(into.length - at, to - position);
      if (room <= 0) return 0;
      try {
        const n = readSync(fd, into, at, room, position);
        position += n;
        return n;
      } catch (cause) {
        throw unreadable(cause);
      }
    };
    return new ByteWindow(Buffer.allocUnsafeSlow(window), 0, from, { pull, fd });
  }

  /** `from` is the offset of the first byte that comes. */
  static ofChunks(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, from = 0): ByteWindow {
    const iterator =
      Symbol.asyncIterator in chunks
        ? (chunks as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
        : (chunks as Iterable<Uint8Array>)[Symbol.iterator]();
    return new ByteWindow(Buffer.allocUnsafeSlow(FIRST_OF_STREAM), 0, from, { chunks: iterator });
  }

  /** Offset in the source of the first unconsumed byte. */
  get offset(): number {
    return this.#base + this.start;
  }

  get held(): number {
    return this.end - this.start;
  }

  /** Makes room for more: shifts what is unconsumed to the front, doubles when it fills half of the window. */
  #makeRoom(wanted: number): void {
    const held = this.end - this.start;
    if (this.start > 0) {
      if (held > 0) this.bytes.copyWithin(0, this.start, this.end);
      this.#base += this.start;
      this.start = 0;
      this.end = held;
    }
    const least = held * 2 > this.bytes.length ? this.bytes.length * 2 : 0;
    this.bytes = withRoom(this.bytes, held, Math.max(least, held + wanted));
  }

  /** Brings more bytes in without waiting; only for files and bytes. False when there are none. */
  moreNow(): boolean {
    if (this.done || this.#pull === null) {
      this.done = true;
      return false;
    }
    this.#makeRoom(1);
    const n = this.#pull(this.bytes, this.end);
    if (n === 0) {
      this.done = true;
      return false;
    }
    this.end += n;
    return true;
  }

  /** Brings more bytes in; a promise only when the source is a stream. */
  more(): boolean | Promise<boolean> {
    return this.#chunks === null ? this.moreNow() : this.#next(this.#chunks);
  }

  async #next(chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>): Promise<boolean> {
    for (;;) {
      if (this.done) return false;
      const { value, done } = await chunks.next();
      if (done === true) {
        this.done = true;
        return false;
      }
      if (value.length === 0) continue;
      this.#makeRoom(value.length);
      this.bytes.set(value, this.end);
      this.end += value.length;
      return true;
    }
  }

  /** A piece of the window that outlives it. */
  take(from: number, to: number): Buffer {
    return this.#owned ? Buffer.from(this.bytes.subarray(from, to)) : this.bytes.subarray(from, to);
  }

  async close(): Promise<void> {
    this.closeNow();
    if (this.#chunks?.return !== undefined) {
      try {
        await this.#chunks.return();
      } catch {
        // The source is being left; what it says on the way out changes nothing.
      }
    }
  }

  closeNow(): void {
    this.done = true;
    if (this.#fd !== null && !this.#closed) closeSync(this.#fd);
    this.#closed = true;
  }

  #closed = false;
}
