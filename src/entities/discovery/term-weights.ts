/**
 * How much each term of the sample's address tells (docs/methods.md, "ORION"): much when many pages behind the sample's own link-path have
 * it and few other link-paths of the index-page lead to it. `likeness` is `ssim_URL`.
 */

/** What an index-page points to, by link-path; each target once a path, as the terms of its address. */
export type TermsByPath = ReadonlyMap<number, readonly ReadonlySet<string>[]>;

export class TermWeights {
  /** Weight of each term of the sample's address, in units of the natural logarithm (or of pages, in the fall-back). */
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  /** Whether no term discriminates, so that plain frequency stands in. */
  readonly byFrequency: boolean;

  constructor(
    sample: ReadonlySet<string>,
    paths: TermsByPath,
    path: number,
    log: (x: number) => number = Math.log,
  ) {
    const own = paths.get(path) ?? [];
    const weights = new Map<string, number>();
    const frequency = new Map<string, number>();
    let total = 0;
    for (const term of sample) {
      let tf = 0;
      for (const terms of own) if (terms.has(term)) tf++;
      frequency.set(term, tf);
      let leading = 0;
      for (const targets of paths.values()) if (targets.some((terms) => terms.has(term))) leading++;
      const weight = leading === 0 ? 0 : tf * log(paths.size / leading);
      weights.set(term, weight);
      total += weight;
    }
    this.byFrequency = !(total > 0);
    if (this.byFrequency) {
      total = 0;
      for (const tf of frequency.values()) total += tf;
      if (total === 0) for (const term of sample) frequency.set(term, 1);
      this.weights = frequency;
      this.total = total === 0 ? sample.size : total;
    } else {
      this.weights = weights;
      this.total = total;
    }
  }

  /** From 0 to 1: the share of the weight of the sample's terms that the other address has too. Not symmetric. */
  likeness(terms: ReadonlySet<string>): number {
    let shared = 0;
    for (const [term, weight] of this.weights) if (terms.has(term)) shared += weight;
    return this.total === 0 ? 0 : shared / this.total;
  }
}
