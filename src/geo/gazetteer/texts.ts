/** Many short texts as one run of bytes, each made only when it is asked for. */
const encoder = new TextEncoder();

/** Their bytes, and where each ends. */
export function joinTexts(texts: readonly string[]): {
  readonly ends: Int32Array;
  readonly bytes: Uint8Array;
} {
  const ends = new Int32Array(texts.length);
  const parts = texts.map((text) => encoder.encode(text));
  let end = 0;
  parts.forEach((part, i) => {
    end += part.length;
    ends[i] = end;
  });
  const bytes = new Uint8Array(end);
  parts.forEach((part, i) => {
    bytes.set(part, ends[i]! - part.length);
  });
  return { ends, bytes };
}

export class Texts {
  readonly #ends: Int32Array;
  readonly #bytes: Buffer;

  constructor(ends: Int32Array, bytes: Uint8Array) {
    this.#ends = ends;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get size(): number {
    return this.#ends.length;
  }

  text(i: number): string {
    return this.#bytes.toString('utf8', i === 0 ? 0 : this.#ends[i - 1], this.#ends[i]);
  }

  /** Whether the text of this number is `other`; most are plain letters, of which none has to be made into a text. */
  is(i: number, other: string): boolean {
    const start = i === 0 ? 0 : this.#ends[i - 1]!;
    const length = this.#ends[i]! - start;
    if (length < other.length) return false;
    for (let k = 0; k < other.length; k++) {
      const code = other.charCodeAt(k);
      if (code > 127) return this.text(i) === other;
      if (this.#bytes[start + k] !== code) return false;
    }
    return length === other.length;
  }
}
