/**
 * Sums over time in bounded memory: one bin a second for the first day and a half, then two seconds, four, and so on, so that a crawl
 * of any length takes at most a megabyte. Events may come in any order.
 */
const BINS = 1 << 17;

export class GrowingSeries {
  readonly #bins: Float64Array;
  #width = 1;
  #used = 0;

  constructor(bins = BINS) {
    this.#bins = new Float64Array(bins);
  }

  add(seconds: number, value: number): void {
    while (seconds >= this.#bins.length * this.#width) this.#halve();
    const at = Math.floor(seconds / this.#width);
    this.#bins[at]! += value;
    this.#used = Math.max(this.#used, at + 1);
  }

  /** Seconds of one bin: a power of two. */
  get width(): number {
    return this.#width;
  }

  /** The sum of the bin that begins at `index · width`. */
  at(index: number): number {
    return this.#bins[index] ?? 0;
  }

  get length(): number {
    return this.#used;
  }

  /** Merges pairs of bins until a bin is at least so wide: several series over the same time are then read side by side. */
  widenTo(width: number): void {
    while (this.#width < width) this.#halve();
  }

  #halve(): void {
    const half = this.#bins.length >> 1;
    for (let i = 0; i < half; i++) this.#bins[i] = this.#bins[2 * i]! + this.#bins[2 * i + 1]!;
    this.#bins.fill(0, half);
    this.#used = (this.#used + 1) >> 1;
    this.#width *= 2;
  }
}
