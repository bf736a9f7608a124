/**
 * Numbers and texts packed into bytes: small integers take one byte, texts are UTF-8 with their length before them. What was packed is
 * read back in the same order. Fields may be added at the end: a reader asks `ended` before it takes them.
 */
import { ByteReader, ByteWriter, unzigzag, zigzag } from '../../bytes/index.ts';

/** Integers beyond this, and what is no number, are brought back to it: no day, offset or count comes near. */
const MOST = 2 ** 50;
/** Shares and confidences are mostly written with few digits; those are packed as an integer. */
const FRACTION = 10_000;

export class Packer {
  #out = new ByteWriter(64 * 1024);

  /** Begins anew; what was taken before stays whole only if it was copied. */
  reset(): void {
    this.#out.reset();
    // One giant page should not keep its room for ever.
    if (this.#out.bytes.length > 16 * 1024 * 1024) this.#out = new ByteWriter(64 * 1024);
  }

  /** The bytes so far, as a view. */
  view(): Buffer {
    return this.#out.bytes.subarray(0, this.#out.length);
  }

  copy(): Buffer {
    return this.#out.copy();
  }

  /** 0 and above. */
  count(value: number): void {
    this.#out.varint(value >= 0 ? Math.min(Math.floor(value), MOST) : 0);
  }

  /** Below 0 too. */
  integer(value: number): void {
    const whole = Number.isNaN(value) ? 0 : Math.max(-MOST / 4, Math.min(MOST / 4, Math.trunc(value)));
    this.#out.varint(zigzag(whole));
  }

  fraction(value: number): void {
    const steps = Math.round(value * FRACTION);
    if (steps >= 0 && steps <= FRACTION && steps / FRACTION === value) return this.count(steps + 1);
    this.count(0);
    this.#out.reserve(8);
    this.#out.length = this.#out.bytes.writeDoubleLE(Number.isFinite(value) ? value : 0, this.#out.length);
  }

  text(value: string): void {
    // Most texts are short, and a length below 128 takes one byte: write first, and move only the long ones.
    const longest = value.length * 3;
    const out = this.#out;
    out.reserve(longest + 8);
    if (longest < 0x80) {
      const length = out.bytes.write(value, out.length + 1, 'utf8');
      out.bytes[out.length] = length;
      out.length += length + 1;
      return;
    }
    out.varint(Buffer.byteLength(value));
    out.length += out.bytes.write(value, out.length, 'utf8');
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
  readonly #reader: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#reader = new ByteReader(this.#bytes);
  }

  get ended(): boolean {
    return this.#reader.at >= this.#bytes.length;
  }

  count(): number {
    // Most are below 128; asked of the reader, whose bytes are now of one kind and now of another, each would cost a twentieth of a search.
    const first = this.#bytes[this.#reader.at];
    if (first !== undefined && first < 0x80) {
      this.#reader.at++;
      return first;
    }
    const value = this.#reader.varint();
    if (this.#reader.at > this.#bytes.length || value > MOST)
      throw new RangeError('packed bytes end too early');
    return value;
  }

  integer(): number {
    return unzigzag(this.count());
  }

  fraction(): number {
    const steps = this.count();
    if (steps > 0) return (steps - 1) / FRACTION;
    const value = this.#bytes.readDoubleLE(this.#reader.at);
    this.#reader.at += 8;
    return value;
  }

  text(): string {
    const length = this.count();
    const end = this.#reader.at + length;
    if (end > this.#bytes.length) throw new RangeError('packed bytes end too early');
    const value = this.#bytes.toString('utf8', this.#reader.at, end);
    this.#reader.at = end;
    return value;
  }

  /** Passes over a text. */
  skipText(): void {
    const end = this.count() + this.#reader.at;
    if (end > this.#bytes.length) throw new RangeError('packed bytes end too early');
    this.#reader.at = end;
  }

  optional(): string | null {
    return this.count() === 0 ? null : this.text();
  }

  /** How many things follow; each takes at least a byte, so a damaged count cannot ask for endless room. */
  things(): number {
    const count = this.count();
    if (count > this.#bytes.length - this.#reader.at) throw new RangeError('packed bytes end too early');
    return count;
  }
}
