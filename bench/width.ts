/**
 * How much wider a horizontal crawl is than one breadth-first (H-9), both with the same delay: domains reached in the same number of pages, over
 * the first 10,000 pages and over 50,000, on several models of how a Web is linked. The frontier is the real one; the Web, the fetchers
 * and the clock are simulated (`src/frontier/simulated-crawl.suite.ts`).
 *
 *   npm run bench -- width [--seed n] [--hosts n]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimulationResult, simulate, WEB_MODELS } from '../src/frontier/simulated-crawl.suite.ts';
import type { Bar, MeasureArgs, MeasureResult } from './measure.ts';

export const title = 'Width: horizontal against breadth-first, with equal delays';

const FETCHERS = 100;
const CAPACITY = 1_000_000;
const PAGES = 50_000;
const FIRST = 10_000;
const DELAYS = [30_000, 1000];
const WANTED = 5;

/** Domains reached in the first pages, and in all. */
function reached(result: SimulationResult): readonly [number, number] {
  return [result.slices.find(({ pages }) => pages >= FIRST)!.hosts, result.hosts];
}

function range(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length === 1) return mean.toFixed(digits);
  return `${mean.toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const hosts = Number(args.options.hosts ?? (args.quick ? 20_000 : 100_000));
  const seeds = args.seed === undefined ? (args.quick ? [1] : [1, 2, 3, 4, 5]) : [args.seed];
  const rows: (string | number)[][] = [];
  const bars: Bar[] = [];
  const figures: Record<string, number> = {};
  let broken = 0;
  for (const [name, model] of Object.entries(WEB_MODELS))
    for (const delay of DELAYS) {
      const crawl = (policy: 'horizontal' | 'breadth-first', seed: number): SimulationResult => {
        const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-width-'));
        const size = { hosts, pages: PAGES, capacity: CAPACITY, fetchers: FETCHERS };
        try {
          return simulate(folder, { policy, seed, delay, model, ...size });
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      };
      const pairs = seeds.map((seed) => [crawl('horizontal', seed), crawl('breadth-first', seed)] as const);
      broken += pairs.flat().reduce((sum, result) => sum + result.broken, 0);
      const ratios = [0, 1].map((part) =>
        pairs.map(([wide, narrow]) => reached(wide)[part]! / reached(narrow)[part]!),
      );
      const domains = (which: 0 | 1, part: 0 | 1): string =>
        range(
          pairs.map((pair) => reached(pair[which])[part]),
          0,
        );
      rows.push([
        name,
        `${delay / 1000} s`,
        range(
          pairs.map(([, { internal }]) => 100 * internal),
          0,
        ),
        domains(0, 0),
        domains(1, 0),
        range(ratios[0]!, 2),
        domains(0, 1),
        domains(1, 1),
        range(ratios[1]!, 2),
      ]);
      figures[`${name}, ${delay / 1000} s, first 10,000`] = Number(Math.min(...ratios[0]!).toFixed(2));
      figures[`${name}, ${delay / 1000} s, 50,000`] = Number(Math.min(...ratios[1]!).toFixed(2));
      for (const [part, over] of ['the first 10,000 pages', '50,000 pages'].entries())
        bars.push({
          what: `H-9: domains over ${over}, against breadth-first with the same delay of ${delay / 1000} s: ${name}`,
          bar: `≥ ${WANTED}×`,
          measured: `${range(ratios[part]!, 2)}×`,
          met: Math.min(...ratios[part]!) >= WANTED,
        });
    }
  return {
    tables: [
      {
        title: `${hosts.toLocaleString('en')} hosts, ${FETCHERS} fetchers, seeds ${seeds.join(', ')}: mean (range)`,
        columns: [
          'Web',
          'delay of both',
          '% of links inside',
          'horizontal: domains in 10,000 pages',
          'breadth-first',
          'ratio',
          'horizontal: domains in 50,000 pages',
          'breadth-first',
          'ratio',
        ],
        rows,
        note: `footers: four links in five stay inside, as on real pages (83 to 86 %, npm run eval -- links), and the links away of a site repeat; directories: eight links away a page, of which three in ten repeat; no hubs: as the first, but all hosts are as popular. No crawl reaches more than one domain a page, so that where breadth-first reaches one in five pages, five times that is the most there can be. Delays broken: ${broken}.`,
      },
    ],
    figures: { ...figures, delaysBroken: broken },
    bars,
  };
}
