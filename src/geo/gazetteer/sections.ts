/**
 * Arrays one behind another in one run of bytes, so that whoever has the bytes has the arrays: nothing is read, copied or made anew. They are as this
 * machine writes numbers; one that writes them otherwise finds another mark, and makes its own.
 */
const MARK = 0x74_61_72_31;
const ALIGNED = 8;

type Column = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const aligned = (length: number): number => Math.ceil(length / ALIGNED) * ALIGNED;

export function joinSections(columns: readonly Column[]): Uint8Array {
  const head = aligned((2 + 2 * columns.length) * 4);
  const size = columns.reduce((sum, { byteLength }) => sum + aligned(byteLength), head);
  const bytes = new Uint8Array(size);
  const table = new Int32Array(bytes.buffer, 0, 2 + 2 * columns.length);
  table.set([MARK, columns.length]);
  let at = head;
  columns.forEach((column, i) => {
    table.set([at, column.byteLength], 2 + 2 * i);
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += aligned(column.byteLength);
  });
  return bytes;
}

/** The arrays of such bytes, in the order in which they were joined; null when the bytes are something else, or not all of them. */
export class Sections {
  readonly #bytes: Uint8Array;
  readonly #table: Int32Array;
  #next = 0;

  private constructor(bytes: Uint8Array, table: Int32Array) {
    this.#bytes = bytes;
    this.#table = table;
  }

  static of(given: Uint8Array, count: number): Sections | null {
    // Views want their place to be a multiple of their size.
    const bytes = given.byteOffset % ALIGNED === 0 ? given : new Uint8Array(given);
    const words = 2 + 2 * count;
    if (bytes.length < words * 4) return null;
    const table = new Int32Array(bytes.buffer, bytes.byteOffset, words);
    if (table[0] !== MARK || table[1] !== count) return null;
    const isWhole = Array.from({ length: count }, (_, i) => table[2 + 2 * i]! + table[3 + 2 * i]!).every(
      (end) => end <= bytes.length,
    );
    return isWhole ? new Sections(bytes, table) : null;
  }

  #place(): [buffer: ArrayBufferLike, at: number, length: number] {
    const i = 2 + 2 * this.#next++;
    return [this.#bytes.buffer, this.#bytes.byteOffset + this.#table[i]!, this.#table[i + 1]!];
  }

  bytes(): Uint8Array {
    const [buffer, at, length] = this.#place();
    return new Uint8Array(buffer, at, length);
  }

  shorts(): Uint16Array {
    const [buffer, at, length] = this.#place();
    return new Uint16Array(buffer, at, length / 2);
  }

  numbers(): Int32Array {
    const [buffer, at, length] = this.#place();
    return new Int32Array(buffer, at, length / 4);
  }

  doubles(): Float64Array {
    const [buffer, at, length] = this.#place();
    return new Float64Array(buffer, at, length / 8);
  }
}
