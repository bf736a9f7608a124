/**
 * How many pages there are of each rate of change and importance: all that the price of a visit depends on, in bounded memory
 * (369 KB) however many pages there are. Bins are logarithmic, eight to an octave of rate and two to an octave of importance, and each
 * knows the geometric mean of what is in it, so that pages that are all alike are not moved to the middle of their bin.
 */
const RATE_LOWEST = 2 ** -17; // one change in 360 years
const RATE_BINS = 30 * 8; // up to one in 11 seconds
const WEIGHT_LOWEST = 2 ** -16;
const WEIGHT_BINS = 32 * 2;

const CELLS = RATE_BINS * WEIGHT_BINS;

/** Logarithm within the range of the bins. What is no number (NaN) goes to the lowest rather than out of the array. */
function log(value: number, lowest: number, octaves: number): number {
  const octave = Math.log2(value / lowest);
  return octave > 0 ? Math.min(octave, octaves - 1e-9) : 0;
}

export class RateHistogram {
  /** Pages of each cell, then the sums of their logarithms of rate, then those of importance. */
  readonly #sums = new Float64Array(3 * CELLS);
  #pages = 0;

  get pages(): number {
    return this.#pages;
  }

  /** Adds (or with −1 takes away) a page. What was never counted cannot be taken away. */
  add(rate: number, weight: number, pages = 1): void {
    const logRate = log(rate, RATE_LOWEST, 30);
    const logWeight = log(weight, WEIGHT_LOWEST, 32);
    const at = Math.floor(logRate * 8) * WEIGHT_BINS + Math.floor(logWeight * 2);
    if (this.#sums[at]! + pages < 0) return;
    this.#pages += pages;
    this.#sums[at]! += pages;
    // An empty cell forgets its rounding errors.
    const empty = !(this.#sums[at]! > 0);
    this.#sums[at + CELLS] = empty ? 0 : this.#sums[at + CELLS]! + pages * logRate;
    this.#sums[at + 2 * CELLS] = empty ? 0 : this.#sums[at + 2 * CELLS]! + pages * logWeight;
  }

  /** The cells that hold pages: mean rate, mean importance, pages. */
  occupied(): { rates: Float64Array; weights: Float64Array; counts: Float64Array } {
    const cells: number[] = [];
    for (let at = 0; at < CELLS; at++) if (this.#sums[at]! > 0) cells.push(at);
    const mean = (at: number, part: 1 | 2): number => this.#sums[at + part * CELLS]! / this.#sums[at]!;
    return {
      rates: Float64Array.from(cells, (at) => RATE_LOWEST * 2 ** mean(at, 1)),
      weights: Float64Array.from(cells, (at) => WEIGHT_LOWEST * 2 ** mean(at, 2)),
      counts: Float64Array.from(cells, (at) => this.#sums[at]!),
    };
  }

  /** To keep across runs. */
  save(): Float64Array {
    return this.#sums.slice();
  }

  static restore(saved: Float64Array): RateHistogram {
    const histogram = new RateHistogram();
    histogram.#sums.set(saved.subarray(0, 3 * CELLS));
    for (let at = 0; at < CELLS; at++) histogram.#pages += histogram.#sums[at]!;
    return histogram;
  }
}
