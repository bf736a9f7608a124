/** Bytes that grow at the end, written as numbers of variable length and as plain runs. Used again and again: `reset` keeps the memory. */
import { withRoom } from './grown.ts';

export class ByteWriter {
  bytes: Buffer;
  length = 0;

  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  reset(): void {
    this.length = 0;
  }

  reserve(more: number): void {
    this.bytes = withRoom(this.bytes, this.length, this.length + more);
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** 0 … 2^53: seven bits a byte, the lowest first, the high bit set on all but the last. */
  varint(value: number): void {
    if (this.length + 8 > this.bytes.length) this.reserve(8);
    const { bytes } = this;
    let rest = value;
    while (rest > 0x7fffffff) {
      bytes[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      bytes[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[this.length++] = rest;
  }

  /** The same byte so many times. */
  fill(value: number, count: number): void {
    this.reserve(count);
    this.bytes.fill(value, this.length, this.length + count);
    this.length += count;
  }

  run(source: Uint8Array, from: number, to: number): void {
    const size = to - from;
    this.reserve(size);
    // A call into native code costs more than a short loop.
    if (size < 48) {
      const { bytes } = this;
      let at = this.length;
      for (let i = from; i < to; i++) bytes[at++] = source[i]!;
    } else this.bytes.set(source.subarray(from, to), this.length);
    this.length += size;
  }

  /** The text as UTF-8, without its length. */
  text(text: string): void {
    const { length } = text;
    this.reserve(length * 3);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < length; i++) {
      const c = text.charCodeAt(i);
      if (c > 127) {
        this.length = at + bytes.write(text.slice(i), at, 'utf8');
        return;
      }
      bytes[at++] = c;
    }
    this.length = at;
  }

  /** A copy of what was written. */
  copy(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }
}

/** Reads what `ByteWriter` wrote. Behind the end everything is 0: damaged bytes give wrong answers, never an endless loop. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  varint(): number {
    const { bytes } = this;
    let b = bytes[this.at++] ?? 0;
    if (b < 128) return b;
    let value = b & 127;
    let scale = 128;
    do {
      b = bytes[this.at++] ?? 0;
      value += (b & 127) * scale;
      scale *= 128;
    } while (b > 127);
    return value;
  }

  text(size: number): string {
    const { bytes } = this;
    const from = this.at;
    this.at += size;
    return Buffer.from(
      bytes.buffer,
      bytes.byteOffset + from,
      Math.max(0, Math.min(size, bytes.length - from)),
    ).toString('utf8');
  }
}

/** A whole number of any sign as one from 0 on, small where it is near 0. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
