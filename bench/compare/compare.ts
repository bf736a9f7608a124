/**
 * `npm run bench -- compare <folder of another checkout> [names…] [--runs 9] [--quick] [--data folder]`: what this checkout costs against
 * another one, on the same machine at the same time. Each program runs with the code of one and of the other in turn, so that what the
 * machine does meanwhile falls on both; medians of CPU time are compared, and what they differ by at random is told beside them. Peers are
 * not run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ownCrawl, type PageServer, startPageServer } from '../crawl.ts';
import type { MeasureTable } from '../measure.ts';
import { measuredRun } from '../peers/measured-run.ts';
import type { Outcome } from './program.ts';
import { type Comparison, compared } from './verdict.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Work of one run: some seconds of CPU, and little of it with --quick. */
const SIZES = {
  crawl: { size: 400, quick: 60 },
  html: { size: 48, quick: 6 },
  frontier: { size: 12_000, quick: 1000 },
  content: { size: 4, quick: 1 },
  catalogue: { size: 4000, quick: 512 },
  search: { size: 600, quick: 60 },
} as const;

type Name = keyof typeof SIZES;
export const COMPARED = Object.keys(SIZES) as readonly Name[];

const FEWEST_RUNS = 9;
const SIDES = ['old', 'new'] as const;
type Side = (typeof SIDES)[number];

export interface CompareOptions {
  readonly other: string;
  readonly names: readonly string[];
  readonly runs?: number | undefined;
  readonly quick: boolean;
  readonly data?: string | undefined;
}

export interface CompareResult {
  readonly table: MeasureTable;
  readonly worse: readonly string[];
}

/** The other checkout with its packages and its program, as its own scripts make them. */
function prepare(checkout: string): void {
  const script = join(checkout, 'scripts/prepare.mjs');
  if (!existsSync(script)) throw new Error(`${checkout} is no checkout: it has no scripts/prepare.mjs`);
  const code = `const p = await import(${JSON.stringify(pathToFileURL(script).href)}); p.install(); p.build();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${checkout} cannot be built`);
}

/** One run of a program with the code of a checkout. */
async function runProgram(
  name: Name,
  checkout: string,
  folder: string,
  size: number,
  data: string | undefined,
): Promise<Outcome> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { code, stdout, stderr } = await measuredRun(
    process.execPath,
    ['--import', 'tsx', program, checkout, folder, String(size), data ?? ''],
    { cwd: root },
  );
  if (code !== 0) throw new Error(`${name} with ${checkout}: ${stderr.trim().slice(-2000)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as Outcome;
}

/** One crawl with the built command of a checkout, from start to end. */
async function runCrawl(checkout: string, folder: string, server: PageServer): Promise<Outcome> {
  await server.served();
  const [node, args] = ownCrawl(server.origin, join(folder, 'crawl'), [], checkout);
  const { code, stderr, cpuSeconds } = await measuredRun(node, args);
  if (code !== 0) throw new Error(`crawl with ${checkout}: ${stderr.trim().slice(-2000)}`);
  return { cpuMs: 1000 * cpuSeconds, work: { pages: await server.served() } };
}

export async function compare(options: CompareOptions): Promise<CompareResult> {
  const { quick, data } = options;
  const runs = Math.max(1, options.runs ?? (quick ? 3 : FEWEST_RUNS));
  const names =
    options.names.length === 0 ? COMPARED : COMPARED.filter((name) => options.names.includes(name));
  const checkouts: Readonly<Record<Side, string>> = { old: resolve(options.other), new: root };
  prepare(checkouts.old);
  const work = mkdtempSync(join(tmpdir(), 'tarrafa-compare-'));
  const comparisons: Comparison[] = [];
  try {
    for (const name of names) {
      const size = SIZES[name][quick ? 'quick' : 'size'];
      const server = name === 'crawl' ? await startPageServer(size, data) : null;
      const outcomes: Record<Side, Outcome[]> = { old: [], new: [] };
      try {
        // The first run of each warms the disk and makes what is kept; it does not count.
        for (let run = 0; run <= runs; run++)
          for (const side of run % 2 === 0 ? SIDES : SIDES.toReversed()) {
            const folder = join(work, name, side);
            if (name !== 'search') rmSync(folder, { recursive: true, force: true });
            mkdirSync(folder, { recursive: true });
            const outcome =
              server !== null
                ? await runCrawl(checkouts[side], folder, server)
                : await runProgram(name, checkouts[side], folder, size, data);
            if (run > 0) outcomes[side].push(outcome);
            process.stderr.write(`${name} ${run}/${runs} ${side} ${Math.round(outcome.cpuMs)} ms\n`);
          }
      } finally {
        server?.close();
        rmSync(join(work, name), { recursive: true, force: true });
      }
      comparisons.push(compared(name, outcomes.old, outcomes.new));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  mkdirSync(join(root, 'reports'), { recursive: true });
  writeFileSync(
    join(root, 'reports/bench-compare.json'),
    `${JSON.stringify({ other: checkouts.old, runs, quick, comparisons }, null, 2)}\n`,
  );
  return {
    table: {
      title: `CPU time of ${runs} runs each in turn, ms: ${checkouts.old} (old) and this checkout (new)`,
      columns: ['what', 'old', 'spread', 'new', 'spread', 'difference', 'verdict', 'work'],
      rows: comparisons.map((each) => [
        each.name,
        Math.round(each.old.median),
        Math.round(each.old.spread),
        Math.round(each.new.median),
        Math.round(each.new.spread),
        `${each.difference >= 0 ? '+' : ''}${(100 * each.difference).toFixed(1)} %`,
        each.worse ? 'WORSE' : 'not worse',
        each.sameWork ? 'the same' : `differs: ${JSON.stringify(each.work)}`,
      ]),
      note: 'Medians; the spread is the distance of the quartiles. Worse: the new median is above the old one by more than 3 % and the larger spread.',
    },
    worse: comparisons.filter(({ worse }) => worse).map(({ name }) => name),
  };
}
