/**
 * The unpacked bytes of a deflated member. Its beginning is unpacked no further than asked; a stream unpacks as it goes; only what needs
 * any position (a database, a nested archive) is held whole, within the limit.
 */
import { pipeline, Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { reason } from '../../words/why.ts';
import type { Budget } from '../readers/budget.ts';
import { type ByteSource, NO_BYTES } from '../readers/byte-source.ts';
import { GeoProblem } from '../readers/problem.ts';

/** Up to here a read unpacks the beginning only. */
const LONGEST_PREFIX = 1 << 20;
/** Members up to this size are unpacked at once: a stream costs more than the bytes. */
const SMALL = 256 << 10;

export class InflatedSource implements ByteSource {
  /** As the directory of the archive states it; more than this is never given. */
  readonly size: number;
  readonly #packed: ByteSource;
  readonly #budget: Budget;
  #prefix: Uint8Array = NO_BYTES;
  #whole = false;

  constructor(packed: ByteSource, size: number, budget: Budget) {
    this.#packed = packed;
    this.size = size;
    this.#budget = budget;
  }

  async read(from: number, length: number): Promise<Uint8Array> {
    const end = Math.min(this.size, from + length);
    if (end <= from) return NO_BYTES;
    if (!this.#whole && end > this.#prefix.length) await this.#unpackTo(end);
    return this.#prefix.subarray(Math.min(from, this.#prefix.length), Math.min(end, this.#prefix.length));
  }

  async *stream(from = 0): AsyncGenerator<Uint8Array> {
    if (this.#whole) {
      if (from < this.#prefix.length) yield this.#prefix.subarray(from);
      return;
    }
    let at = 0;
    for await (const piece of this.#inflate()) {
      const skip = Math.max(0, from - at);
      at += piece.length;
      if (skip < piece.length) yield skip === 0 ? piece : piece.subarray(skip);
    }
  }

  close(): void {
    this.#prefix = NO_BYTES;
    this.#whole = false;
  }

  async #unpackTo(end: number): Promise<void> {
    if (this.size <= SMALL && this.#packed.size <= SMALL) {
      const packed = await this.#packed.read(0, this.#packed.size);
      this.#budget.unpack(this.size);
      try {
        this.#prefix = inflateRawSync(packed, { maxOutputLength: Math.max(1, this.size + 1) });
      } catch (cause) {
        throw damaged(cause);
      }
      if (this.#prefix.length > this.size)
        throw new GeoProblem('bomb', reason('member-larger-than', { bytes: this.size }));
      this.#whole = true;
      return;
    }
    const whole = end > LONGEST_PREFIX;
    if (whole) this.#budget.hold(this.size, reason('whole-member'));
    const wanted = whole ? this.size : Math.min(this.size, Math.max(end, 4096));
    const held = new Uint8Array(wanted);
    let have = 0;
    for await (const piece of this.#inflate()) {
      const part = piece.subarray(0, wanted - have);
      held.set(part, have);
      have += part.length;
      if (have === wanted) break;
    }
    this.#prefix = held.subarray(0, have);
    this.#whole = whole || have === this.size;
  }

  async *#inflate(): AsyncGenerator<Uint8Array> {
    const inflater = createInflateRaw({ chunkSize: 128 << 10 });
    // Errors of either end arrive through the iteration below.
    const unpacked = pipeline(
      Readable.from(this.#packed.stream()),
      inflater,
      () => {},
    ) as AsyncIterable<Buffer>;
    let given = 0;
    try {
      for await (const piece of unpacked) {
        this.#budget.tick();
        this.#budget.unpack(piece.length);
        if (given + piece.length > this.size)
          throw new GeoProblem('bomb', reason('member-larger-than', { bytes: this.size }));
        given += piece.length;
        yield piece;
      }
    } catch (cause) {
      throw cause instanceof GeoProblem ? cause : damaged(cause);
    } finally {
      inflater.destroy();
    }
  }
}

function damaged(cause: unknown): GeoProblem {
  const message = cause instanceof Error ? cause.message : String(cause);
  const errno = (cause as NodeJS.ErrnoException).code;
  if (errno === 'ERR_BUFFER_TOO_LARGE') return new GeoProblem('bomb', reason('member-larger'));
  const code = errno === 'Z_BUF_ERROR' ? 'truncated' : 'corrupt';
  return new GeoProblem(code, reason('packed-damaged', { why: message.slice(0, 100) }), { cause });
}
