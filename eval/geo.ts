/**
 * Quality of the geographic part: `npm run eval -- geo --data folder` with any geographic files and zips of them.
 * `--only files,fuzz` measures some parts; `--mutations 10000` says how much damage the fuzzing does.
 */
import { existsSync } from 'node:fs';
import type { MeasureArgs, MeasureResult } from '../bench/measure.ts';

export const title = 'Geographic files and services';

interface Part {
  run(args: MeasureArgs): Promise<MeasureResult>;
}

/** Parts by name; what does not need `--data` runs without it. */
const PARTS: readonly (readonly [name: string, needsData: boolean])[] = [
  ['shapefile-cases', true],
  ['files', true],
  ['services', true],
  ['fuzz', false],
  ['places', false],
  ['web', false],
];

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const only = args.options.only?.split(',');
  const hasData = args.data !== undefined && existsSync(args.data);
  const results: MeasureResult[] = [];
  for (const [name, needsData] of PARTS) {
    if (only !== undefined && !only.includes(name)) continue;
    if (!existsSync(new URL(`./geo/${name}.ts`, import.meta.url))) continue;
    if (needsData && !hasData) {
      results.push({
        tables: [
          {
            title: `${name}: not measured`,
            columns: ['why'],
            rows: [[args.data === undefined ? 'give --data <folder>' : `there is no ${args.data}`]],
          },
        ],
        figures: {},
      });
      continue;
    }
    const part = (await import(`./geo/${name}.ts`)) as Part;
    const { data: _, ...without } = args;
    results.push(await part.run(hasData ? args : without));
  }
  return {
    tables: results.flatMap((result) => result.tables),
    figures: Object.assign({}, ...results.map((result) => result.figures)),
    bars: results.flatMap((result) => result.bars ?? []),
  };
}
