/** Measures of retrieval with binary relevance, at the ranks of the relevant items. */

export interface RankedRelevance {
  /** Ranks (from 1) of the relevant items that were retrieved, ascending. */
  readonly ranks: readonly number[];
  /** How many relevant items there are in all. */
  readonly relevant: number;
}

export interface RetrievalMeasures {
  readonly recall: readonly number[];
  readonly precision: readonly number[];
  readonly averagePrecision: number;
  /** At recall 0, 0.1 … 1. */
  readonly elevenPoint: readonly number[];
  readonly elevenPointMean: number;
  readonly ndcg: number;
  readonly rPrecision: number;
  readonly reciprocalRank: number;
  /** At the rank of the last relevant item. */
  readonly f1: number;
  precisionAt(rank: number): number;
}

export function measure({ ranks, relevant }: RankedRelevance): RetrievalMeasures {
  const recall = ranks.map((_, i) => (i + 1) / relevant);
  const precision = ranks.map((rank, i) => (i + 1) / rank);
  const precisionAt = (rank: number): number => ranks.filter((r) => r <= rank).length / rank;
  const elevenPoint = Array.from({ length: 11 }, (_, i) => {
    let best = 0;
    recall.forEach((value, k) => {
      if (value >= i / 10 - 1e-12) best = Math.max(best, precision[k]!);
    });
    return best;
  });
  const gain = (list: readonly number[]): number =>
    list.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  const ideal = gain(Array.from({ length: relevant }, (_, i) => i + 1));
  const r = recall.at(-1) ?? 0;
  const p = precision.at(-1) ?? 0;
  return {
    recall,
    precision,
    averagePrecision: relevant === 0 ? 0 : precision.reduce((sum, value) => sum + value, 0) / relevant,
    elevenPoint,
    elevenPointMean: elevenPoint.reduce((sum, value) => sum + value, 0) / 11,
    ndcg: ideal === 0 ? 0 : gain(ranks) / ideal,
    rPrecision: relevant === 0 ? 0 : precisionAt(relevant),
    reciprocalRank: ranks.length === 0 ? 0 : 1 / ranks[0]!,
    f1: r + p === 0 ? 0 : (2 * r * p) / (r + p),
    precisionAt,
  };
}

/** Which of two is better: the one whose precision is greater at every recall point, else the one with the greater mean. */
export function compare(
  a: RankedRelevance,
  b: RankedRelevance,
): { readonly better: 'first' | 'second' | 'neither'; readonly by: 'every point' | 'mean' } {
  const [one, other] = [measure(a), measure(b)];
  const points = Math.min(one.precision.length, other.precision.length);
  const ahead = (x: RetrievalMeasures, y: RetrievalMeasures): boolean =>
    points > 0 && x.precision.slice(0, points).every((value, i) => value > y.precision[i]!);
  if (ahead(one, other)) return { better: 'first', by: 'every point' };
  if (ahead(other, one)) return { better: 'second', by: 'every point' };
  const difference = one.averagePrecision - other.averagePrecision;
  return {
    better: Math.abs(difference) < 1e-12 ? 'neither' : difference > 0 ? 'first' : 'second',
    by: 'mean',
  };
}
