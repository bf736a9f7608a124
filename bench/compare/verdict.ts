/** What repeated runs of two versions say: medians, spreads, and whether one is worse. */
import type { Outcome } from './program.ts';

/** A median may be above the other by this share, and by the spread of the runs. */
export const TOLERANCE = 0.03;

export interface Sample {
  readonly median: number;
  /** Distance of the quartiles. */
  readonly spread: number;
  readonly values: readonly number[];
}

export interface Comparison {
  readonly name: string;
  readonly old: Sample;
  readonly new: Sample;
  /** Of the medians, as a share of the old one. */
  readonly difference: number;
  readonly worse: boolean;
  readonly sameWork: boolean;
  readonly work: { readonly old: Outcome['work']; readonly new: Outcome['work'] };
}

/** Between the two values nearest to it. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    spread: quantile(sorted, 0.75) - quantile(sorted, 0.25),
    values,
  };
}

export function compared(name: string, old: readonly Outcome[], fresh: readonly Outcome[]): Comparison {
  const before = sampleOf(old.map(({ cpuMs }) => cpuMs));
  const after = sampleOf(fresh.map(({ cpuMs }) => cpuMs));
  const work = { old: old.at(-1)?.work ?? {}, new: fresh.at(-1)?.work ?? {} };
  const allowed = before.median * (1 + TOLERANCE) + Math.max(before.spread, after.spread);
  return {
    name,
    old: before,
    new: after,
    difference: (after.median - before.median) / before.median,
    worse: !(after.median <= allowed),
    sameWork: JSON.stringify(work.old) === JSON.stringify(work.new),
    work,
  };
}
