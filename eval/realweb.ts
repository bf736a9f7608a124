/**
 * Quality on whole real sites: any folder of packed sites (`eval/realweb/packed-sites.ts`). Each thing it measures is asked for by its flag
 * (`--content`, `--dates`, `--when 1964..1985`) or by its name, and has a section of its own; without any, all of them.
 */
import type { MeasureArgs, MeasureResult } from '../bench/measure.ts';

export const title = 'Whole real sites';

const PARTS: Readonly<Record<string, (args: MeasureArgs) => Promise<MeasureResult>>> = {
  content: async (args) => (await import('./realweb/content.ts')).measureContent(args),
  dates: async (args) => (await import('./realweb/dates.ts')).measureDates(args),
  when: async (args) => (await import('./realweb/when.ts')).measureWhen(args),
};

export const parts: readonly string[] = Object.keys(PARTS);

export function run(args: MeasureArgs): Promise<MeasureResult> {
  return PARTS[args.part ?? '']!(args);
}
