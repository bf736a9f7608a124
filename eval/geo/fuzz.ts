/** Good files damaged at random: each must give a description or a clear reason, in bounded time and memory. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { MeasureArgs, MeasureResult } from '../../bench/measure.ts';
import { mutate } from '../../src/geo/describe/mutation.suite.ts';
import { describeBytes, drawThumbnail } from '../../src/geo/index.ts';
import { sampleFiles } from '../../src/geo/readers/sample-files.suite.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { openCorpus } from './corpus.ts';

const LARGEST = 256 << 10;
const LONGEST_MS = 5000;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const wanted = Number(args.options.mutations ?? (args.quick ? 500 : 10_000));
  const seed = args.seed ?? 1;
  const files = [...sampleFiles()];
  const corpus = args.data === undefined ? null : await openCorpus(args.data);
  try {
    for (const part of corpus?.parts ?? [])
      for (const path of part.files)
        if (statSync(path).size <= LARGEST && statSync(path).size > 0)
          files.push([basename(path), readFileSync(path)]);
    const random = seededRandom(seed);
    const codes = new Map<string, number>();
    const failures: (string | number)[][] = [];
    let slowest = 0;
    let slowestName = '';
    let described = 0;
    const before = process.memoryUsage().rss;
    let most = before;
    for (let i = 0; i < wanted; i++) {
      const [name, bytes] = files[i % files.length]!;
      const damaged = mutate(bytes, random);
      const from = performance.now();
      try {
        const description = await describeBytes(name, damaged, { limits: { maxMs: LONGEST_MS } });
        if (description.state === 'rejected' && description.problems.length === 0)
          throw new Error('rejected without a reason');
        for (const dataset of description.datasets) {
          for await (const _ of dataset.rows(100));
          await drawThumbnail(dataset);
        }
        if (description.state === 'indexed') described++;
        else codes.set(description.problems[0]!.code, (codes.get(description.problems[0]!.code) ?? 0) + 1);
      } catch (error) {
        failures.push([i, name, (error as Error).message.slice(0, 100)]);
      }
      const took = performance.now() - from;
      if (took > slowest) {
        slowest = took;
        slowestName = `${name} (${i})`;
      }
      if (i % 100 === 0) most = Math.max(most, process.memoryUsage().rss);
    }
    const grown = (most - before) / 1e6;
    return {
      tables: [
        {
          title: `${wanted} mutations of ${files.length} files, seed ${seed}`,
          columns: ['what', 'number'],
          rows: [
            ['still described', described],
            ...[...codes].sort((a, b) => b[1] - a[1]).map(([code, count]) => [`rejected: ${code}`, count]),
            ['crashes', failures.length],
            ['slowest, ms', `${slowest.toFixed(0)}, ${slowestName}`],
            ['memory grown by, MB', grown.toFixed(0)],
          ],
        },
        ...(failures.length === 0
          ? []
          : [{ title: 'Crashes', columns: ['mutation', 'file', 'error'], rows: failures.slice(0, 50) }]),
      ],
      figures: {
        'fuzz mutations': wanted,
        'fuzz crashes': failures.length,
        'fuzz slowest ms': Math.round(slowest),
        'fuzz memory MB': Math.round(grown),
      },
      bars: [
        {
          what: `${wanted} mutations: no crash, none longer than its time limit`,
          bar: '0',
          measured: `${failures.length} crashes, slowest ${slowest.toFixed(0)} ms`,
          met: failures.length === 0 && slowest < LONGEST_MS * 1.5,
        },
      ],
    };
  } finally {
    corpus?.close();
  }
}
