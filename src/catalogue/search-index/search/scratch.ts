/** Memory that searches use again: sets of bits, lists of documents, scores. */
export class Scratch {
  readonly #bits: Uint32Array[] = [];
  #documents: Uint32Array[] = [];
  scores = new Float64Array(0);
  matches = new Uint32Array(0);

  takeBits(words: number): Uint32Array {
    const kept = this.#bits.pop();
    if (kept === undefined || kept.length < words)
      return new Uint32Array(Math.max(words, 1024)).subarray(0, words);
    return kept.length === words ? kept.fill(0) : new Uint32Array(kept.buffer, 0, words).fill(0);
  }

  giveBits(bits: Uint32Array): void {
    if (this.#bits.length < 16) this.#bits.push(new Uint32Array(bits.buffer));
  }

  documents(term: number, count: number): Uint32Array {
    const kept = this.#documents[term];
    if (kept !== undefined && kept.length >= count) return kept;
    const made = new Uint32Array(Math.max(1024, Math.ceil(count * 1.25)));
    this.#documents[term] = made;
    return made;
  }

  /** All scores are 0 between searches. */
  room(documents: number): void {
    if (this.scores.length < documents) {
      this.scores = new Float64Array(documents);
      this.matches = new Uint32Array(documents);
    }
  }

  /** Lets go of what an uncommonly large search has left behind. */
  trim(): void {
    if (this.#documents.length > 8) this.#documents.length = 8;
  }
}

/** Writes the numbers of the bits that are set; returns how many. */
export function listBits(bits: Uint32Array, out: Uint32Array): number {
  let count = 0;
  for (let w = 0; w < bits.length; w++) {
    let word = bits[w]!;
    const base = w << 5;
    while (word !== 0) {
      out[count++] = base + 31 - Math.clz32(word & -word);
      word &= word - 1;
    }
  }
  return count;
}
