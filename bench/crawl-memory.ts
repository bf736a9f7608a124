/** Resident memory of a long crawl: it must not grow with the pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCrawl, startPageServer } from './crawl.ts';
import type { MeasureArgs, MeasureResult } from './measure.ts';
import { measuredRun } from './peers/measured-run.ts';

export const title = 'Memory of a crawl from 10,000 to 50,000 pages';

function pagesSaid(stdout: string): number {
  const last = stdout.lastIndexOf('"pages":');
  return last < 0 ? 0 : Number(/^\d+/.exec(stdout.slice(last + 8))?.[0] ?? 0);
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const pages = Number(args.options.pages ?? (args.quick ? 2_000 : 50_000));
  const server = await startPageServer(pages, args.data);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-'));
  try {
    const [command, words] = ownCrawl(server.origin, join(folder, 'own'), ['--no-content']);
    const result = await measuredRun(command, words, { said: pagesSaid });
    const step = pages / 10;
    const rows: number[][] = [];
    for (let from = 0; from < pages; from += step) {
      const inside = result.samples
        .filter((s) => s.said >= from && s.said < from + step)
        .map((s) => s.megabytes);
      if (inside.length > 0)
        rows.push([
          from,
          from + step,
          Math.min(...inside),
          inside.reduce((a, b) => a + b, 0) / inside.length,
          Math.max(...inside),
        ]);
    }
    const tenth = rows[Math.min(2, rows.length - 1)];
    const last = rows[rows.length - 1];
    const growth = last![3]! / tenth![3]!;
    return {
      tables: [
        {
          title: `${pages} pages, mean ${Math.round(server.meanBytes / 1000)} kB`,
          columns: ['from page', 'to page', 'least MB', 'mean MB', 'most MB'],
          rows,
        },
      ],
      figures: { pages, peakMegabytes: Math.round(result.peakMegabytes), growth: Number(growth.toFixed(3)) },
      bars: [
        {
          what: 'peak resident memory',
          bar: '≤ 300 MB',
          measured: `${Math.round(result.peakMegabytes)} MB`,
          met: result.peakMegabytes <= 300,
        },
        {
          what: 'flat: mean of the last tenth against the third',
          bar: '≤ 1.1×',
          measured: `${growth.toFixed(2)}×`,
          met: growth <= 1.1,
        },
      ],
    };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
