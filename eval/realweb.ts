/** Whole real sites, by what is asked of them. */
import type { MeasureArgs, MeasureResult } from '../bench/measure.ts';
import { measureWhen } from './realweb/when.ts';

export const title = 'Real sites';

export function run(args: MeasureArgs): Promise<MeasureResult> {
  return measureWhen(args);
}
