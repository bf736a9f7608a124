/**
 * A crawl of demanding hosts by several workers on one database, each the built command in a process of its own with a clock of its own. They are
 * killed, stopped for longer than they may be silent, asked to leave, cut from the database, and the database is killed under them. Judged by
 * what the hosts saw and by what the database holds in the end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { demandingWeb } from './demanding-web.ts';
import { type Breach, breachesOf } from './politeness-judge.ts';
import { PostgresServer } from './postgres-server.ts';
import { seededRandom } from './seeded-random.ts';

const MAIN = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const CLOCK = new URL('./shifted-clock.mjs', import.meta.url).href;
/** Ms. */
const DELAY = 150;
const ADDRESS_DELAY = 60;
const TTL = 1_500;
/** Between two faults, at the longest. */
const PAUSE = 1_500;
/** Until workers have come back to a server that was away. */
const RETURN = 1_500;
/** A crawl that has not ended by then is stuck. */
const LONGEST = 240_000;

export const CHAOS = ['kill', 'stop', 'leave', 'cut', 'server'] as const;
export type Fault = (typeof CHAOS)[number];

export interface ChaosPlan {
  /** A folder of its own. */
  readonly out: string;
  readonly hosts: number;
  readonly workers: number;
  readonly faults: number;
  readonly seed: number;
  /** Pages that the crawl may make; all when left out. */
  readonly maxPages?: number;
}

export interface ChaosResult {
  readonly faults: Readonly<Record<Fault, number>>;
  readonly fenced: number;
  readonly requests: number;
  readonly pages: number;
  readonly visits: number;
  readonly breaches: readonly Breach[];
  readonly problems: readonly string[];
}

export async function clusterChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const random = seededRandom(plan.seed);
  const web = await demandingWeb(plan.hosts, plan.seed);
  // What it says it has kept must be there when it is killed.
  const server = await PostgresServer.start({ settings: ['fsync=on'] });
  const cluster = await server.database();
  const seeds = join(plan.out, 'seeds.txt');
  writeFileSync(seeds, web.seeds.join('\n'));
  const problems: string[] = [];
  const kills: number[] = [];
  const deaf: { from: number; to: number }[] = [];
  const faults: Record<Fault, number> = { kill: 0, stop: 0, leave: 0, cut: 0, server: 0 };
  let fenced = 0;
  const workers = Array.from(
    { length: plan.workers },
    (_, i) => new Worker(i, plan, { web, cluster, seeds }),
  );
  try {
    workers[0]!.start();
    await until(async () => workers[0]!.hasBegun, 'the first worker begins');
    for (const worker of workers.slice(1)) worker.start();
    const began = performance.now();
    for (let done = 0; done < plan.faults && workers.some(({ isOver }) => !isOver); done++) {
      await pause(100 + random() * PAUSE);
      const living = workers.filter(({ isRunning }) => isRunning);
      const worker = living[Math.floor(random() * living.length)];
      const fault = CHAOS[Math.floor(random() * CHAOS.length)]!;
      if (worker === undefined) break;
      faults[fault]++;
      if (fault === 'kill') {
        kills.push(performance.now());
        await worker.kill();
      } else if (fault === 'leave') await worker.leave();
      else if (fault === 'stop') {
        const from = performance.now();
        await worker.standStill(2.5 * TTL);
        deaf.push({ from, to: performance.now() });
      } else if (fault === 'cut') await cut(cluster);
      else {
        const from = performance.now();
        await server.stop('immediate');
        await pause(random() * 500);
        await server.run();
        // What a worker heard meanwhile is told when it has come back to the server.
        deaf.push({ from, to: performance.now() + RETURN });
      }
    }
    await until(
      async () => workers.every(({ isOver }) => isOver) || performance.now() - began > LONGEST,
      'the crawl ends',
      LONGEST + 60_000,
    );
    for (const worker of workers) {
      fenced += worker.fenced;
      problems.push(...worker.problems);
      if (!worker.isOver) problems.push(`worker ${worker.index} never ended: ${worker.said.slice(-300)}`);
    }
    const held = await holdings(cluster, plan.maxPages ?? null);
    problems.push(...held.problems);
    return {
      faults,
      fenced,
      requests: web.log.length,
      pages: held.pages,
      visits: held.visits,
      breaches: breachesOf(web.log, { delay: DELAY, addressDelay: ADDRESS_DELAY, kills, deaf }),
      problems,
    };
  } finally {
    for (const worker of workers) worker.end();
    await web.close();
    await server.remove();
  }
}

/** What must be true of the database when everybody has gone home. */
async function holdings(
  cluster: string,
  maxPages: number | null,
): Promise<{ pages: number; visits: number; problems: string[] }> {
  const sql = postgres(cluster, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`
      select (select count(*)::int from tarrafa.visit) visits, (select count(distinct fp)::int from tarrafa.visit) urls,
        (select count(*)::int from tarrafa.visit where outcome in (1, 2)) pages,
        (select coalesce(sum(pages), 0)::int from tarrafa.worker) counted,
        (select coalesce(sum(queued), 0)::int from tarrafa.worker) queued_by_count,
        (select count(*)::int from tarrafa.queue) + (select count(*)::int from tarrafa.later where not again) queued,
        (select count(*)::int from tarrafa.seen s where not exists (select from tarrafa.visit v where v.fp = s.fp)
          and not exists (select from tarrafa.queue q where q.fp = s.fp) and not exists (select from tarrafa.later l where l.fp = s.fp)) lost,
        (select coalesce(sum(d.value::int), 0)::int from tarrafa.worker w, jsonb_each_text(w.dropped) d) dropped,
        (select count(*)::int from tarrafa.site where state = 3) held, (select count(*)::int from tarrafa.address where owner is not null) addresses`;
    const { visits, urls, pages, counted, queued, queued_by_count, lost, dropped, held, addresses } = row!;
    const problems: string[] = [];
    if (visits !== urls) problems.push(`${visits - urls} visits ended twice`);
    if (pages !== counted) problems.push(`${pages} pages, ${counted} by the workers' count`);
    if (queued !== queued_by_count) problems.push(`${queued} URLs queued, ${queued_by_count} by count`);
    if (lost > dropped) problems.push(`${lost} URLs lost, ${dropped} dropped`);
    if (held + addresses > 0) problems.push(`${held} sites and ${addresses} addresses held by nobody`);
    if (maxPages === null && queued > 0) problems.push(`${queued} URLs left`);
    if (maxPages !== null && pages !== maxPages) problems.push(`${pages} pages instead of ${maxPages}`);
    return { pages, visits, problems };
  } finally {
    await sql.end();
  }
}

/** Every connection of the workers is cut. */
async function cut(cluster: string): Promise<void> {
  const sql = postgres(cluster, { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tarrafa%' and pid <> pg_backend_pid()`;
  } finally {
    await sql.end();
  }
}

class Worker {
  readonly index: number;
  readonly problems: string[] = [];
  fenced = 0;
  said = '';
  isOver = false;
  readonly #args: readonly string[];
  readonly #shift: number;
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(
    index: number,
    plan: ChaosPlan,
    { web, cluster, seeds }: { web: { readonly port: number }; cluster: string; seeds: string },
  ) {
    this.index = index;
    // Apart by minutes, in both directions.
    this.#shift = (index % 2 === 0 ? 1 : -1) * index * 150_000;
    const own = [
      '--cluster',
      cluster,
      '--sample-web',
      String(web.port),
      '--out',
      join(plan.out, `w${index}`),
    ];
    const rules = [
      ...['--seeds', seeds, '--delay', `${DELAY}ms`, '--address-delay', `${ADDRESS_DELAY}ms`],
      ...['--retry-delay', '50ms', '--scope', 'any', '--no-content', '--time-to-live', `${TTL}ms`],
      ...(plan.maxPages === undefined ? [] : ['--max-pages', String(plan.maxPages)]),
    ];
    const bears = ['--concurrency', '16', '--workers', '0', '--quiet'];
    this.#args = index === 0 ? ['crawl', ...own, ...rules, ...bears] : ['worker', ...own, ...bears];
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Whether the crawl is in the database. */
  get hasBegun(): boolean {
    return this.isOver || this.said.includes('joined');
  }

  start(): void {
    const child = spawn(process.execPath, [MAIN, ...this.#args, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${CLOCK}`,
        TARRAFA_SHIFTED_CLOCK: String(this.#shift),
      },
    });
    this.#child = child;
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.on('data', (chunk) => {
      this.said = (this.said + chunk).slice(-4_000);
    });
    this.#exited = new Promise((resolve) => {
      child.on('close', (code) => {
        this.#child = null;
        resolve();
        if (this.#ended) return;
        if (code === 0) this.isOver = true;
        else if (code === null || stderr.includes('TRF_CLUSTER_FENCED') || code === 130) {
          if (stderr.includes('TRF_CLUSTER_FENCED')) this.fenced++;
          this.start();
        } else {
          this.problems.push(`worker ${this.index} exit ${code}: ${stderr.slice(0, 600)}`);
          this.isOver = true;
        }
      });
    });
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  async leave(): Promise<void> {
    this.#child?.kill('SIGINT');
    await this.#exited;
  }

  /** For longer than it may be silent, at whatever instruction it is. */
  async standStill(ms: number): Promise<void> {
    const child = this.#child;
    child?.kill('SIGSTOP');
    await pause(ms);
    child?.kill('SIGCONT');
  }

  end(): void {
    this.#ended = true;
    this.#child?.kill('SIGKILL');
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(holds: () => Promise<boolean>, what: string, most = 60_000): Promise<void> {
  const end = performance.now() + most;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await pause(50);
  }
}
