/**
 * A ZIP file written as it comes: each entry streams in, and its head is completed when its length and checksum are known. Sizes beyond
 * four gigabytes get the fields of ZIP64. Nothing is held in memory but the list of entries.
 *
 * `yazl` 3.3 was measured against it: 543 ms of CPU for an entry of 128 MB that is stored, as the archives of a WACZ file are, against
 * 199 ms, because its checksum is not the native one; for thousands of small entries, which no export has, it is the faster.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDeflateRaw } from 'node:zlib';
import { crc32 } from '../../bytes/crc32.ts';
import type { WholeFile } from '../../files/index.ts';

interface WrittenEntry {
  readonly name: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly wide: boolean;
}

export interface EntryFacts {
  readonly bytes: number;
  readonly sha256: string;
  /** Where the entry's data begins in the file. */
  readonly at: number;
}

export interface ZipOptions {
  /** Moment of the entries, ms since 1970. */
  readonly date: number;
  /** Sizes and offsets from this on are written as ZIP64; four gigabytes unless a test says otherwise. */
  readonly wideFrom?: number;
}

const STORE = 0;
const DEFLATE = 8;
const NARROW = 0xffffffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;

export class ZipWriter {
  readonly #file: WholeFile;
  readonly #entries: WrittenEntry[] = [];
  readonly #stamp: number;
  readonly #wideFrom: number;

  constructor(file: WholeFile, options: ZipOptions) {
    this.#file = file;
    this.#stamp = dosStamp(options.date);
    this.#wideFrom = options.wideFrom ?? NARROW;
  }

  /** Adds an entry; `deflate` only for what is not packed already and need not be reached by position. */
  async add(
    name: string,
    source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options: { readonly deflate?: boolean } = {},
  ): Promise<EntryFacts> {
    const method = options.deflate === true ? DEFLATE : STORE;
    const offset = this.#file.size;
    const bytes = Buffer.from(name, 'utf8');
    // Room for the long sizes is left in every head: whether they are needed is known only at the end.
    const head = localHead(bytes, method, this.#stamp, { crc: 0, packed: 0, size: 0, wide: false });
    await this.#file.write(head);
    const at = this.#file.size;
    const hash = createHash('sha256');
    let crc = 0;
    let size = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const piece of source) {
        hash.update(piece);
        crc = crc32(piece, crc);
        size += piece.length;
        yield piece;
      }
    }
    const packing: AsyncIterable<Uint8Array> = method === DEFLATE ? deflated(counted()) : counted();
    for await (const piece of packing) await this.#file.write(piece);
    const packed = this.#file.size - at;
    const wide = packed >= this.#wideFrom || size >= this.#wideFrom;
    await this.#file.writeAt(localHead(bytes, method, this.#stamp, { crc, packed, size, wide }), offset);
    this.#entries.push({ name: bytes, method, crc, packed, size, offset, wide });
    return { bytes: size, sha256: hash.digest('hex'), at };
  }

  /** Writes the directory. */
  async finish(): Promise<void> {
    const start = this.#file.size;
    for (const entry of this.#entries) await this.#file.write(this.#directoryEntry(entry));
    const length = this.#file.size - start;
    const count = this.#entries.length;
    if (start >= this.#wideFrom || length >= this.#wideFrom || count >= 0xffff) {
      const end = Buffer.alloc(56 + 20);
      end.writeUInt32LE(0x06064b50, 0);
      end.writeBigUInt64LE(44n, 4);
      end.writeUInt16LE(45, 12);
      end.writeUInt16LE(45, 14);
      end.writeBigUInt64LE(BigInt(count), 24);
      end.writeBigUInt64LE(BigInt(count), 32);
      end.writeBigUInt64LE(BigInt(length), 40);
      end.writeBigUInt64LE(BigInt(start), 48);
      end.writeUInt32LE(0x07064b50, 56);
      end.writeBigUInt64LE(BigInt(start + length), 64);
      end.writeUInt32LE(1, 72);
      await this.#file.write(end);
    }
    const narrow = (value: number) => (value >= this.#wideFrom ? NARROW : value);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(Math.min(count, 0xffff), 8);
    end.writeUInt16LE(Math.min(count, 0xffff), 10);
    end.writeUInt32LE(narrow(length), 12);
    end.writeUInt32LE(narrow(start), 16);
    await this.#file.write(end);
  }

  #directoryEntry({ name, method, crc, packed, size, offset, wide }: WrittenEntry): Buffer {
    const far = offset >= this.#wideFrom;
    const values = [...(wide ? [size, packed] : []), ...(far ? [offset] : [])];
    const extra = values.length === 0 ? 0 : 4 + 8 * values.length;
    const entry = Buffer.alloc(46 + name.length + extra);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x0300 | 45, 4);
    entry.writeUInt16LE(wide || far ? 45 : 20, 6);
    entry.writeUInt16LE(FLAGS, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(this.#stamp, 12);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(wide ? NARROW : packed, 20);
    entry.writeUInt32LE(wide ? NARROW : size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra, 30);
    // A plain file that its owner may write.
    entry.writeUInt32LE((0o100644 << 16) >>> 0, 38);
    entry.writeUInt32LE(far ? NARROW : offset, 42);
    name.copy(entry, 46);
    let at = 46 + name.length;
    if (extra > 0) {
      entry.writeUInt16LE(1, at);
      entry.writeUInt16LE(extra - 4, at + 2);
      at += 4;
      for (const value of values) at = entry.writeBigUInt64LE(BigInt(value), at);
    }
    return entry;
  }
}

interface HeadFacts {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly wide: boolean;
}

/** The extra field of an entry that needs no long sizes is filled by one that readers pass over. */
const PADDING_ID = 0xd935;

function localHead(
  name: Buffer,
  method: number,
  stamp: number,
  { crc, packed, size, wide }: HeadFacts,
): Buffer {
  const head = Buffer.alloc(30 + name.length + 20);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(wide ? 45 : 20, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(stamp, 10);
  head.writeUInt32LE(crc, 14);
  head.writeUInt32LE(wide ? NARROW : packed, 18);
  head.writeUInt32LE(wide ? NARROW : size, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(20, 28);
  name.copy(head, 30);
  const extra = 30 + name.length;
  head.writeUInt16LE(wide ? 1 : PADDING_ID, extra);
  head.writeUInt16LE(16, extra + 2);
  if (wide) {
    head.writeBigUInt64LE(BigInt(size), extra + 4);
    head.writeBigUInt64LE(BigInt(packed), extra + 12);
  }
  return head;
}

function deflated(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const input = Readable.from(source);
  const packer = createDeflateRaw();
  // An error of the source must not leave the reader waiting for ever.
  input.on('error', (error) => packer.destroy(error));
  return input.pipe(packer);
}

/** Date and time as ZIP has them: two seconds to a unit, from 1980. */
function dosStamp(ms: number): number {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (!(year >= 1980 && year < 2108)) return 0x21 << 16;
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
