/** What comes out of a decoder, up to a limit: pieces that are joined at the end, the first as long as is likely to do. */
const LEAST = 16_384;
const MOST = 8 << 20;

export class DecodedBytes {
  readonly #limit: number;
  readonly #most: number;
  readonly #full: Buffer[] = [];
  #total = 0;
  /** Where the next step writes to: into `piece`, from `at`. */
  piece: Buffer;
  at = 0;

  /** `most`: bytes of a piece. */
  constructor(likely: number, limit: number, most = MOST) {
    this.#limit = limit;
    this.#most = most;
    this.piece = Buffer.allocUnsafeSlow(
      Math.max(1, Math.min(limit, Math.max(LEAST, Math.min(likely, most)))),
    );
  }

  get length(): number {
    return this.#total + this.at;
  }

  /** Room for a next step. False: the limit is reached. */
  makeRoom(): boolean {
    if (this.at < this.piece.length) return true;
    const left = this.#limit - this.length;
    if (left <= 0) return false;
    this.#full.push(this.piece);
    this.#total += this.at;
    this.piece = Buffer.allocUnsafeSlow(Math.min(left, Math.max(LEAST, Math.min(this.#total, this.#most))));
    this.at = 0;
    return true;
  }

  join(): Buffer {
    const last = this.piece.subarray(0, this.at);
    if (this.#full.length > 0) return Buffer.concat([...this.#full, last], this.length);
    // A guess that was far too high is not kept for as long as the page is.
    return this.at * 2 < this.piece.length ? Buffer.from(last) : last;
  }
}
