/**
 * Numbers and texts packed into bytes: small integers take one byte, texts are UTF-8 with their length before them. What was packed is
 * read back in the same order. Fields may be added at the end: a reader asks `ended` before it takes them.
 */
import { withRoom } from '../../bytes/index.ts';

/** Integers beyond this, and what is no number, are brought back to it: no day, offset or count comes near. */
const MOST = 2 ** 50;
/** Shares and confidences are mostly written with few digits; those are packed as an integer. */
const FRACTION = 10_000;

export class Packer {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #at = 0;

  /** Begins anew; what was taken before stays whole only if it was copied. */
  reset(): void {
    this.#at = 0;
    // One giant page should not keep its room for ever.
    if (this.#bytes.length > 16 * 1024 * 1024) this.#bytes = Buffer.allocUnsafe(64 * 1024);
  }

  /** The bytes so far, as a view. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  copy(): Buffer {
    return Buffer.from(this.view());
  }

  #room(more: number): void {
    if (this.#at + more > this.#bytes.length) this.#bytes = withRoom(this.#bytes, this.#at, this.#at + more);
  }

  /** 0 and above. */
  count(value: number): void {
    let rest = value >= 0 ? Math.min(Math.floor(value), MOST) : 0;
    this.#room(8);
    const bytes = this.#bytes;
    while (rest >= 0x80) {
      bytes[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    bytes[this.#at++] = rest;
  }

  /** Below 0 too. */
  integer(value: number): void {
    const whole = Number.isNaN(value) ? 0 : Math.max(-MOST / 4, Math.min(MOST / 4, Math.trunc(value)));
    this.count(whole < 0 ? -2 * whole - 1 : 2 * whole);
  }

  fraction(value: number): void {
    const steps = Math.round(value * FRACTION);
    if (steps >= 0 && steps <= FRACTION && steps / FRACTION === value) return this.count(steps + 1);
    this.count(0);
    this.#room(8);
    this.#at = this.#bytes.writeDoubleLE(Number.isFinite(value) ? value : 0, this.#at);
  }

  text(value: string): void {
    // Most texts are short, and a length below 128 takes one byte: write first, and move only the long ones.
    const longest = value.length * 3;
    this.#room(longest + 8);
    if (longest < 0x80) {
      const length = this.#bytes.write(value, this.#at + 1, 'utf8');
      this.#bytes[this.#at] = length;
      this.#at += length + 1;
      return;
    }
    this.count(Buffer.byteLength(value));
    this.#at += this.#bytes.write(value, this.#at, 'utf8');
  }

  /** A text or null. */
  optional(value: string | null): void {
    if (value === null) return this.count(0);
    this.count(1);
    this.text(value);
  }
}

/** Reads what a `Packer` wrote; throws a RangeError where the bytes end too early. */
export class Unpacker {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length;
  }

  count(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || scale > MOST) throw new RangeError('packed bytes end too early');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  integer(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  fraction(): number {
    const steps = this.count();
    if (steps > 0) return (steps - 1) / FRACTION;
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }

  text(): string {
    const length = this.count();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('packed bytes end too early');
    const value = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return value;
  }

  /** Passes over a text. */
  skipText(): void {
    const end = this.count() + this.#at;
    if (end > this.#bytes.length) throw new RangeError('packed bytes end too early');
    this.#at = end;
  }

  optional(): string | null {
    return this.count() === 0 ? null : this.text();
  }

  /** How many things follow; each takes at least a byte, so a damaged count cannot ask for endless room. */
  things(): number {
    const count = this.count();
    if (count > this.#bytes.length - this.#at) throw new RangeError('packed bytes end too early');
    return count;
  }
}
