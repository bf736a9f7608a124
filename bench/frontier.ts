/**
 * The frontier at scale: 10 M insertions over 1 M hosts, `next` with 1 M hosts of which nearly all rest, opening again after
 * SIGKILL, and the worst case of the horizontal policy (H-5). Each load runs in a process of its own with the built
 * package, whose anonymous memory is measured.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from './measure.ts';

export const title = 'Frontier: insertion, next, memory, opening after a kill';

const here = dirname(fileURLToPath(import.meta.url));
const built = join(here, '../dist/src/frontier/index.js');
const source = join(here, '../src/frontier/index.ts');
const MB = 1e6;

class Loads {
  readonly folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-frontier-'));
  readonly #script = join(this.folder, 'load.mjs');
  readonly #isBuilt = existsSync(built);

  constructor() {
    const text = readFileSync(join(here, 'frontier-load.ts'), 'utf8');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
    });
    writeFileSync(this.#script, outputText);
  }

  run(store: string, load: string, parameters: Record<string, number | string>): Record<string, number> {
    // A young generation of a fixed size, so that the garbage of the load itself does not blur the figure.
    const flags = ['--max-semi-space-size=8', ...(this.#isBuilt ? [] : ['--import', 'tsx'])];
    const room = pathToFileURL(this.#isBuilt ? built : source).href;
    const args = [...flags, this.#script, room, join(this.folder, store), load, JSON.stringify(parameters)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: here });
    const line = stdout.trim().split('\n').pop();
    if (!line) throw new Error(`${load}: ${stderr}`);
    return JSON.parse(line) as Record<string, number>;
  }

  size(store: string): number {
    const path = join(this.folder, store);
    return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
  }

  forget(store: string): void {
    rmSync(join(this.folder, store), { recursive: true, force: true });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const calls = args.quick ? 500_000 : 10_000_000;
  const hosts = calls / 10;
  const loads = new Loads();
  const tables: MeasureTable[] = [];
  const bars: Bar[] = [];
  const figures: Record<string, number | string> = {};
  try {
    const rows: (string | number)[][] = [];
    for (const policy of ['horizontal', 'breadth-first', 'priority']) {
      const insert = loads.run(policy, 'insert', { policy, calls, hosts });
      const disk = loads.size(policy);
      const reopened = loads.run(policy, 'reopen', { policy });
      loads.forget(policy);
      const rate = calls / (insert.cpu! / 1000);
      const bare = calls / ((insert.cpu! - insert.making!) / 1000);
      const allowed = 16 * insert.known! + 64 * insert.hosts! + 64 * MB;
      rows.push([
        policy,
        whole(rate),
        whole(bare),
        whole(calls / (insert.wall! / 1000)),
        megabytes(insert.memory!),
        megabytes(insert.peak!),
        megabytes(insert.tables!),
        megabytes(allowed),
        seconds(reopened.wall!),
        seconds(reopened.cpu!),
        megabytes(reopened.memory!),
        megabytes(disk),
      ]);
      figures[`insertPerCpuSecond.${policy}`] = Math.round(rate);
      figures[`privateBytes.${policy}`] = insert.memory!;
      figures[`peakBytes.${policy}`] = insert.peak!;
      figures[`reopenMs.${policy}`] = Math.round(reopened.wall!);
      if (reopened.orphans !== 1000 || reopened.known !== insert.known || reopened.leased !== 1) {
        throw new Error(`after the kill: ${JSON.stringify(reopened)}`);
      }
      if (policy === 'horizontal') {
        bars.push(
          {
            what: `insertion, ${whole(calls)} calls, ${whole(insert.known!)} distinct, ${whole(insert.hosts!)} hosts`,
            bar: '≥ 150,000 URLs/s on one core',
            measured: `${whole(rate)} per CPU second, making the URLs included`,
            met: rate >= 150_000,
          },
          {
            what: 'private memory after insertion',
            bar: `≤ 16 B a URL + 64 B a host + 64 MB = ${megabytes(allowed)}`,
            measured: `${megabytes(insert.memory!)}, peak during growth ${megabytes(insert.peak!)}`,
            met: insert.memory! <= allowed,
          },
          {
            what: 'open again after SIGKILL',
            bar: '≤ 10 s',
            measured: `${seconds(reopened.wall!)} (${seconds(reopened.cpu!)} of CPU)`,
            met: reopened.wall! <= 10_000,
          },
        );
      }
    }
    tables.push({
      title: `${whole(calls)} insertions, 45 % duplicates, ${whole(hosts)} hosts; SIGKILL; opened again`,
      columns: [
        'policy',
        'URLs per CPU s',
        'without making the URLs',
        'URLs per s',
        'private memory',
        'peak',
        'tables',
        'allowed',
        'reopen',
        'reopen CPU',
        'memory reopened',
        'on disk',
      ],
      rows,
      note: 'priority keeps the position of each record beside its fingerprint (decrease-key), four bytes a slot more',
    });

    const manyHosts = args.quick ? 50_000 : 1_000_000;
    const steps = args.quick ? 20_000 : 200_000;
    const few = loads.run('few', 'next', { hosts: 1000, steps });
    const many = loads.run('many', 'next', { hosts: manyHosts, steps });
    loads.forget('few');
    loads.forget('many');
    const perSecond = (each: Record<string, number>): number => each.count! / (each.next! / 1000);
    const nextRow = (name: string, each: Record<string, number>): (string | number)[] => [
      name,
      whole(perSecond(each)),
      whole(each.count! / ((each.next! + each.complete!) / 1000)),
      each.steps!.toFixed(1),
      each.reads!.toFixed(2),
      each.writes!.toFixed(2),
      megabytes(each.memory!),
    ];
    tables.push({
      title: 'next(), every host asked within its delay, so that nearly all rest',
      columns: [
        'hosts',
        'next per CPU s',
        'next + complete per CPU s',
        'heap steps',
        'reads',
        'writes',
        'private memory',
      ],
      rows: [nextRow('1,000', few), nextRow(whole(manyHosts), many)],
    });
    const slower = perSecond(few) / perSecond(many);
    figures.nextPerCpuSecond = Math.round(perSecond(many));
    figures.nextSlowdown = Number(slower.toFixed(2));
    bars.push(
      {
        what: `next() with ${whole(manyHosts)} hosts, most of them resting`,
        bar: '≥ 50,000/s',
        measured: `${whole(perSecond(many))} per CPU second`,
        met: perSecond(many) >= 50_000,
      },
      {
        what: 'against 1,000 hosts',
        bar: '< 2× slower',
        measured: `${slower.toFixed(2)}×`,
        met: slower < 2,
      },
    );

    const waiting = args.quick ? 50_000 : 1_000_000;
    const compatWaiting = args.quick ? 500 : 5000;
    const worst = (policy: string, count: number, spread: number, others: number) => {
      const result = loads.run('resting', 'resting', { policy, waiting: count, spread, others });
      loads.forget('resting');
      return { time: (1000 * result.cpu!) / result.count!, steps: result.steps! };
    };
    const cases = [
      { policy: 'horizontal', waiting: 0, spread: 1, others: 20_000 },
      { policy: 'horizontal', waiting, spread: 1, others: 20_000 },
      { policy: 'horizontal-compat', waiting: 0, spread: 1, others: 200 },
      { policy: 'horizontal-compat', waiting: compatWaiting, spread: compatWaiting / 10, others: 200 },
    ].map((each) => ({ ...each, ...worst(each.policy, each.waiting, each.spread, each.others) }));
    tables.push({
      title: 'H-5: a pop (next + complete) while many URLs of resting hosts are queued',
      columns: ['policy', 'URLs that rest', 'of hosts', 'µs of CPU', 'heap steps'],
      rows: cases.map((each) => [
        each.policy,
        whole(each.waiting),
        whole(each.spread),
        each.time.toFixed(1),
        each.steps.toFixed(1),
      ]),
      note: 'the single heap of the published collector looks at every URL that rests for each pop; it is measured with fewer',
    });
    const ratio = cases[1]!.time / cases[0]!.time;
    figures.restingHostRatio = Number(ratio.toFixed(2));
    bars.push({
      what: `H-5: pop beside a resting host with ${whole(waiting)} URLs`,
      bar: '< 2× the pop without',
      measured: `${ratio.toFixed(2)}×; the published collector's heap ${(cases[3]!.time / cases[2]!.time).toFixed(0)}× with ${whole(compatWaiting)}`,
      met: ratio < 2,
    });
    return { tables, figures, bars };
  } finally {
    loads.remove();
  }
}
