/**
 * The distribution of a positive quantity (bytes of a page, milliseconds of a visit) in bounded memory: exact count, least, mean and
 * greatest; quantiles from bins of 1/16 octave, so within 2.2 %.
 */
const PER_OCTAVE = 16;
const OCTAVES = 52;

export interface MagnitudeSummary {
  readonly count: number;
  readonly least: number;
  readonly median: number;
  readonly mean: number;
  readonly ninetieth: number;
  readonly greatest: number;
}

export interface MagnitudeBin {
  /** From, inclusive. */
  readonly from: number;
  /** To, exclusive. */
  readonly to: number;
  readonly count: number;
}

export class Magnitudes {
  readonly #bins = new Float64Array(PER_OCTAVE * OCTAVES);
  #zero = 0;
  #count = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #greatest = 0;

  add(value: number): void {
    this.#count++;
    this.#sum += value;
    this.#least = Math.min(this.#least, value);
    this.#greatest = Math.max(this.#greatest, value);
    if (value < 1) this.#zero++;
    else this.#bins[Math.min(this.#bins.length - 1, Math.floor(Math.log2(value) * PER_OCTAVE))]!++;
  }

  get sum(): number {
    return this.#sum;
  }

  /** The value below which this share of all lies. */
  quantile(share: number): number {
    if (this.#count === 0) return 0;
    let left = share * (this.#count - 1) + 1 - this.#zero;
    if (left <= 0) return this.#least;
    for (let i = 0; i < this.#bins.length; i++) {
      left -= this.#bins[i]!;
      if (left <= 0) return Math.min(this.#greatest, Math.max(this.#least, 2 ** ((i + 0.5) / PER_OCTAVE)));
    }
    return this.#greatest;
  }

  summary(): MagnitudeSummary {
    const empty = this.#count === 0;
    return {
      count: this.#count,
      least: empty ? 0 : this.#least,
      median: this.quantile(0.5),
      mean: empty ? 0 : this.#sum / this.#count,
      ninetieth: this.quantile(0.9),
      greatest: this.#greatest,
    };
  }

  /** By octaves, from the first to the last that holds something. */
  octaves(): MagnitudeBin[] {
    const bins: MagnitudeBin[] = [];
    if (this.#zero > 0) bins.push({ from: 0, to: 1, count: this.#zero });
    for (let octave = 0; octave < OCTAVES; octave++) {
      let count = 0;
      for (let i = 0; i < PER_OCTAVE; i++) count += this.#bins[octave * PER_OCTAVE + i]!;
      bins.push({ from: 2 ** octave, to: 2 ** (octave + 1), count });
    }
    let first = bins.findIndex((bin) => bin.count > 0);
    if (first < 0) return [];
    if (bins[0]!.from === 0) first = 0;
    let last = bins.length - 1;
    while (bins[last]!.count === 0) last--;
    return bins.slice(first, last + 1);
  }
}
