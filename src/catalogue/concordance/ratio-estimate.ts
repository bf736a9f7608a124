/**
 * A sum over many pages told from some that were drawn evenly, by its ratio to something that is known of all of them (W. G. Cochran, Sampling
 * Techniques, ch. 6). Pages that have much of the one have much of the other, so that some say more than by their mean alone, and they
 * say how far off the sum may be.
 */

/** 95 of 100 samples are as near as this many standard errors. */
const SURE = 1.96;

export class RatioEstimate {
  #read = 0;
  #known = 0;
  #met = 0;
  #knownSquares = 0;
  #products = 0;
  #metSquares = 0;

  /** A page: what is known of it, and how much was met in it. */
  add(known: number, met: number): void {
    this.#read++;
    this.#known += known;
    this.#met += met;
    this.#knownSquares += known * known;
    this.#products += known * met;
    this.#metSquares += met * met;
  }

  get read(): number {
    return this.#read;
  }

  /** Of all pages; `known`: of all pages too. */
  total(known: number): number {
    return this.#known === 0 ? 0 : (known * this.#met) / this.#known;
  }

  /** How far off it may be, as a part of it; at most 1. `pages`: how many there are. Nothing met, nothing told: 1. */
  error(pages: number): number {
    const n = this.#read;
    if (n >= pages) return 0;
    if (n < 2 || this.#met === 0) return 1;
    const ratio = this.#met / this.#known;
    const rest = Math.max(
      0,
      this.#metSquares - 2 * ratio * this.#products + ratio * ratio * this.#knownSquares,
    );
    return Math.min(1, (SURE * Math.sqrt(((1 - n / pages) * n * rest) / (n - 1))) / this.#met);
  }
}
