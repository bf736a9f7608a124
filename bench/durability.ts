/** What it costs a crawl to bring everything to the disk every few seconds: the same pages with `--durability` and without, in alternation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownCrawl, startPageServer } from './crawl.ts';
import type { MeasureArgs, MeasureResult } from './measure.ts';
import { measuredRun } from './peers/measured-run.ts';

export const title = 'The cost of durability';

/** What is compared with none at all; the first is the default. */
const INTERVALS = ['5s', '1s'];
const NONE = '0';

interface Costs {
  readonly cpu: number[];
  readonly wall: number[];
  pages: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const pages = Number(args.options.pages ?? (args.quick ? 1_000 : 6_000));
  const rounds = Number(args.options.runs ?? (args.quick ? 1 : 5));
  const server = await startPageServer(pages, args.data);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-'));
  const costs = new Map<string, Costs>(
    [NONE, ...INTERVALS].map((interval) => [interval, { cpu: [], wall: [], pages: 0 }]),
  );
  try {
    await server.served();
    for (let round = 0; round < rounds; round++) {
      // The disk is busier after each: no one of them is always the first.
      const order = [...costs.keys()];
      for (const interval of [
        ...order.slice(round % order.length),
        ...order.slice(0, round % order.length),
      ]) {
        const out = join(folder, `${round}-${interval}`);
        const { code, stderr, cpuSeconds, wallSeconds } = await measuredRun(
          ...ownCrawl(server.origin, out, ['--no-content', '--durability', interval]),
        );
        if (code !== 0) throw new Error(stderr);
        const own = costs.get(interval)!;
        own.pages = await server.served();
        own.cpu.push((1000 * cpuSeconds) / own.pages);
        own.wall.push((1000 * wallSeconds) / own.pages);
        rmSync(out, { recursive: true, force: true });
      }
    }
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const none = costs.get(NONE)!;
  const more = (values: readonly number[], base: readonly number[]) =>
    100 * (median(values) / median(base) - 1);
  const figures: Record<string, number> = { pages, rounds };
  const rows = [...costs].map(([interval, { cpu, wall, pages: served }]) => {
    const added = { cpu: more(cpu, none.cpu), wall: more(wall, none.wall) };
    figures[`CPU ms/page at ${interval}`] = Number(median(cpu).toFixed(3));
    figures[`ms/page at ${interval}`] = Number(median(wall).toFixed(3));
    const shown = (share: number) =>
      interval === NONE ? '–' : `${share >= 0 ? '+' : '−'}${Math.abs(share).toFixed(1)} %`;
    return [interval, served, median(cpu), shown(added.cpu), median(wall), shown(added.wall)];
  });
  return {
    tables: [
      {
        title: `${pages} pages, mean ${Math.round(server.meanBytes / 1000)} kB, median of ${rounds} crawls each`,
        columns: ['--durability', 'pages', 'CPU ms/page', 'against 0', 'ms/page', 'against 0'],
        rows,
        note: 'Archive, visits and journal are synced in that order, so often; 0 leaves it to the system. CPU of the whole process, start-up included.',
      },
    ],
    figures,
  };
}
