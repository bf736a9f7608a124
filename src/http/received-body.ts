/**
 * A body as it comes in. A server may send it in pieces of one byte: a Buffer for each would take a hundred times the memory of what it
 * holds, so small pieces are copied together.
 */
const EMPTY = Buffer.allocUnsafeSlow(0);
/** Shorter pieces are copied: a piece keeps an object of its own alive, and the whole read that it is a part of. */
const SMALL = 4_096;
/** So many pieces that are this short on average cost far more than they bring: nobody sends a page so. */
const MANY_PIECES = 100_000;
const SHORT_ON_AVERAGE = 64;
const FIRST_SLAB = 4_096;
const LARGEST_SLAB = 262_144;

export class ReceivedBody {
  #pieces: Buffer[] = [];
  /** Where small pieces are copied to; what stands in it from `#begun` on is not among the pieces yet. */
  #slab: Buffer = EMPTY;
  #begun = 0;
  #used = 0;
  #count = 0;
  bytes = 0;

  /** Sent to cost, not to be read. */
  get isMinced(): boolean {
    return this.#count > MANY_PIECES && this.bytes < this.#count * SHORT_ON_AVERAGE;
  }

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    this.#count++;
    if (chunk.length >= SMALL) {
      this.#close();
      this.#pieces.push(chunk);
      return;
    }
    let from = 0;
    while (from < chunk.length) {
      if (this.#used === this.#slab.length) this.#another();
      const copied = chunk.copy(this.#slab, this.#used, from);
      this.#used += copied;
      from += copied;
    }
  }

  /** The first bytes of it as one, and nothing is held any more. */
  take(most: number = this.bytes): Buffer {
    this.#close();
    const bytes = Math.min(most, this.bytes);
    // Slow on purpose: outside Buffer's pool the body owns its memory, and no read slab of the socket is kept alive by it.
    const body = bytes === 0 ? EMPTY : Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    for (const piece of this.#pieces) {
      if (at === bytes) break;
      at += piece.copy(body, at, 0, Math.min(piece.length, bytes - at));
    }
    this.drop();
    return body;
  }

  drop(): void {
    this.#pieces = [];
    this.#slab = EMPTY;
    this.#begun = 0;
    this.#used = 0;
    this.#count = 0;
    this.bytes = 0;
  }

  #close(): void {
    if (this.#used > this.#begun) this.#pieces.push(this.#slab.subarray(this.#begun, this.#used));
    this.#begun = this.#used;
  }

  #another(): void {
    this.#close();
    const size = Math.min(LARGEST_SLAB, Math.max(FIRST_SLAB, 2 * this.#slab.length));
    this.#slab = Buffer.allocUnsafeSlow(size);
    this.#begun = 0;
    this.#used = 0;
  }
}
