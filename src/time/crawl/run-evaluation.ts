/**
 * Judging a crawl along a period: precision and recall at cut-offs. A run is its pages in the order of download; relevance may come from
 * the segmenter, from a person, or from a generator's truth.
 */

export interface JudgedVisit {
  readonly key: string;
  readonly relevant: boolean;
}

export type Run = readonly JudgedVisit[];

function relevantWithin(run: Run, k: number): number {
  let n = 0;
  for (let i = 0; i < Math.min(k, run.length); i++) if (run[i]!.relevant) n++;
  return n;
}

/** Share of relevant pages among the first `k`; of a shorter run, among what it has. 0 for an empty run. */
export function precisionAt(run: Run, k: number): number {
  const n = Math.min(k, run.length);
  return n === 0 ? 0 : relevantWithin(run, n) / n;
}

/** The relevant pages that any of the runs found: the base of recall. */
export function relevantUnion(runs: readonly Run[]): Set<string> {
  const out = new Set<string>();
  for (const run of runs) for (const { key, relevant } of run) if (relevant) out.add(key);
  return out;
}

/** Share of the union's relevant pages among the first `k` of a run; 0 when nothing is relevant at all. */
export function recallAt(run: Run, k: number, union: ReadonlySet<string>): number {
  return union.size === 0 ? 0 : relevantWithin(run, k) / union.size;
}

export interface CurvePoint {
  /** Pages downloaded. */
  readonly k: number;
  readonly precision: number;
  readonly recall: number;
}

/** Both curves, every `step` pages and at the end. */
export function curve(run: Run, union: ReadonlySet<string>, step = 100): CurvePoint[] {
  const out: CurvePoint[] = [];
  let relevant = 0;
  run.forEach((visit, i) => {
    if (visit.relevant) relevant++;
    const k = i + 1;
    if (k % step !== 0 && k !== run.length) return;
    out.push({ k, precision: relevant / k, recall: union.size === 0 ? 0 : relevant / union.size });
  });
  return out;
}
