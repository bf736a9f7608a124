/** Durations counted in classes of a twentieth, so that millions of them cost a few hundred numbers. */
const STEP = Math.log(1.05);
const LEAST = 0.01;
const CLASSES = 480;

export class Latencies {
  readonly #counts = new Float64Array(CLASSES);
  #total = 0;
  #sum = 0;

  get count(): number {
    return this.#total;
  }

  get mean(): number {
    return this.#total === 0 ? 0 : this.#sum / this.#total;
  }

  add(ms: number): void {
    const at = ms <= LEAST ? 0 : Math.min(CLASSES - 1, Math.ceil(Math.log(ms / LEAST) / STEP));
    this.#counts[at]!++;
    this.#total++;
    this.#sum += ms;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#total = 0;
    this.#sum = 0;
  }

  /** The duration that this share of all do not exceed, to five hundredths; 0 without any. */
  quantile(share: number): number {
    const wanted = share * this.#total;
    let sum = 0;
    for (let at = 0; at < CLASSES; at++) {
      sum += this.#counts[at]!;
      if (sum >= wanted && sum > 0) return LEAST * Math.exp(at * STEP);
    }
    return 0;
  }
}
