/** What a part of the measurement is asked for, and how it tells how far it is. */
import type { MeasureArgs, MeasureResult } from '../measure.ts';

export interface PartArgs {
  /** A smaller size, to see that it runs. */
  readonly quick: boolean;
  readonly seed: number;
  readonly data: string | undefined;
  readonly options: MeasureArgs['options'];
}

export type Part = (args: PartArgs) => Promise<MeasureResult>;

export const whole = (value: number): string => Math.round(value).toLocaleString('en');

const began = performance.now();

export function progress(text: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
