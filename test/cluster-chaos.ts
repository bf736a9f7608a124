/**
 * A crawl of demanding hosts by several workers on one database, each the built command in a process of its own with a clock of its own. They are
 * killed, stopped for longer than they may be silent, asked to leave, cut from the database; the database is killed under them, its disk is full,
 * and it is lost for good and a standby takes its place. Judged by what the hosts saw and by what the database holds in the end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { Cable } from './cable.ts';
import { type DemandingWeb, demandingWeb } from './demanding-web.ts';
import { type AskedRequest, type Breach, breachesOf, type Deaf } from './politeness-judge.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { PostgresServer } from './postgres-server.ts';
import { seededRandom } from './seeded-random.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

const MAIN = fileURLToPath(new URL('../dist/program/cli/main.js', import.meta.url));
const CLOCK = new URL('./shifted-clock.mjs', import.meta.url).href;
const LOOP = new URL('./blocked-loop.mjs', import.meta.url).href;
/** Ms. */
const DELAY = 150;
const ADDRESS_DELAY = 60;
const TTL = 1_500;
/** How long one stands still, is blocked or cut off. */
const SILENCE = 2.5 * TTL;
/** The sites of a dead worker are others' after this at the latest. */
export const MOST_TAKE_OVER = (4 / 3) * TTL + 1_000;
/** From the promotion of a standby to the first that is written there. */
export const MOST_FAIL_OVER = 1_000;
const CONCURRENCY = 16;
/** Between two faults, at the longest. */
const PAUSE = 1_500;
/** Until workers have come back to a server that was away. */
const RETURN = 1_500;
/** Between the answer to a process and its end, when that answer is lost with it. */
const LOST_WITHIN = SILENCE + 5_000;
/** A crawl that has not ended by then is stuck. */
const LONGEST = 240_000;
const DISK_MEGABYTES = 160;

/** Any of these may happen to any worker at any time. What befalls the store of an archive would stand here as well. */
export const ANY_TIME = ['kill', 'stop', 'leave', 'cut', 'server'] as const;
export const CHAOS = [...ANY_TIME, 'block', 'isolate', 'jump', 'fail-over', 'full-disk'] as const;
export type Fault = (typeof CHAOS)[number];
/** What is shown of a worker only while it holds something. */
const WHILE_AT_WORK: ReadonlySet<Fault> = new Set(['stop', 'block', 'isolate']);

export interface ChaosPlan {
  /** A folder of its own. */
  readonly out: string;
  readonly hosts: number;
  readonly workers: number;
  readonly faults: number;
  readonly seed: number;
  /** Pages that the crawl may make; all when left out. */
  readonly maxPages?: number;
  /** What happens, if not what may at any time. */
  readonly only?: readonly Fault[];
  /** A pooler in transaction mode stands between the workers and the server. */
  readonly pooled?: boolean;
  /** A synchronous standby takes the place of the server, halfway through the faults. */
  readonly failOver?: boolean;
  /** The disk of the server is full for a while, after the first fault; where there is no such disk to be had, it is not. */
  readonly fullDisk?: boolean;
}

export interface ChaosResult {
  readonly faults: Readonly<Record<Fault, number>>;
  readonly fenced: number;
  readonly requests: number;
  readonly pages: number;
  readonly visits: number;
  readonly lost: number;
  readonly twice: number;
  /** Pages asked for again because of processes that did not end well, and what those had under way. */
  readonly refetched: number;
  readonly underWay: number;
  /** Of these, by processes that lived: they had given the requests up. */
  readonly givenUp: number;
  /** Pages beyond the budget, or below; null without one. */
  readonly offBudget: number | null;
  /** Until others had the sites of a killed worker, ms. */
  readonly takeOvers: readonly number[];
  /** From the death of the server and from the promotion of the standby to the first that was written there, ms. */
  readonly failOver: { readonly afterDeath: number; readonly afterPromotion: number } | null;
  /** Times that the server told of a full disk. */
  readonly fullDisks: number;
  readonly breaches: readonly Breach[];
  readonly problems: readonly string[];
}

export async function clusterChaos(plan: ChaosPlan): Promise<ChaosResult> {
  const stage = await Stage.open(plan);
  try {
    await stage.play();
    return await stage.judged();
  } finally {
    await stage.close();
  }
}

interface Props {
  readonly web: DemandingWeb;
  readonly servers: PostgresServer[];
  readonly disk: SmallDisk | null;
  readonly database: string;
  readonly pooler: Pooler | null;
  readonly cables: readonly (readonly Cable[])[];
}

/** Everything that a run consists of. */
class Stage {
  readonly #plan: ChaosPlan;
  readonly #random: () => number;
  readonly #web: DemandingWeb;
  readonly #servers: PostgresServer[];
  readonly #disk: SmallDisk | null;
  readonly #database: string;
  readonly #workers: readonly Worker[];
  /** Of each worker, to each of the servers. */
  readonly #cables: readonly (readonly Cable[])[];
  readonly #pooler: Pooler | null;
  readonly #problems: string[] = [];
  readonly #deaf: Deaf[] = [];
  /** Spans in which the server was away. */
  readonly #away: { readonly from: number; readonly to: number }[] = [];
  readonly #takeOvers: number[] = [];
  #underWay = 0;
  readonly #faults = Object.fromEntries(CHAOS.map((fault) => [fault, 0])) as Record<Fault, number>;
  #failOver: ChaosResult['failOver'] = null;
  /** What the first server had when it was replaced. */
  #replaced: { readonly server: PostgresServer; readonly state: string } | null = null;
  #fullDisks = 0;

  private constructor(plan: ChaosPlan, props: Props) {
    const { web, servers, disk, database, pooler, cables } = props;
    this.#plan = plan;
    this.#random = seededRandom(plan.seed);
    this.#web = web;
    this.#servers = servers;
    this.#disk = disk;
    this.#database = database;
    this.#pooler = pooler;
    this.#cables = cables;
    const seeds = join(plan.out, 'seeds.txt');
    writeFileSync(seeds, web.seeds.join('\n'));
    this.#workers = web.doors.map((port, i) => {
      const ports = pooler
        ? [pooler.port]
        : (cables[i]?.map((cable) => cable.port) ?? servers.map((server) => server.port));
      const hosts = ports.map((one) => `127.0.0.1:${one}`).join(',');
      return new Worker(i, plan, { port, cluster: `postgres://tarrafa@${hosts}/${database}`, seeds });
    });
  }

  static async open(plan: ChaosPlan): Promise<Stage> {
    const web = await demandingWeb(plan.hosts, plan.seed, plan.workers);
    const disk = plan.fullDisk ? smallDisk(DISK_MEGABYTES) : null;
    // What it says it has kept must be there when it is killed.
    const settings = ['fsync=on', 'wal_level=replica', 'max_wal_senders=4', 'min_wal_size=32MB'];
    const primary = await PostgresServer.start({ settings, ...(disk ? { within: disk.folder } : {}) });
    const servers = [primary];
    const database = (await primary.database()).split('/').at(-1)!;
    if (plan.failOver) {
      servers.push(await PostgresServer.start({ settings }, primary));
      await primary.waitForStandby();
    }
    const pooler = plan.pooled ? await startPooler(primary.port) : null;
    const cables: Cable[][] = [];
    if (plan.only?.includes('isolate'))
      for (const _ of web.doors) cables.push(await Promise.all(servers.map(({ port }) => Cable.to(port))));
    return new Stage(plan, { web, servers, disk, database, pooler, cables });
  }

  async play(): Promise<void> {
    const [first, ...others] = this.#workers;
    first!.start();
    await until(async () => first!.hasBegun, 'the first worker begins');
    for (const worker of others) worker.start();
    const began = performance.now();
    for (let done = 0; done < this.#plan.faults && this.#workers.some(({ isOver }) => !isOver); done++) {
      await pause(100 + this.#random() * PAUSE);
      const living = this.#workers.filter(({ isRunning }) => isRunning);
      const worker = living[Math.floor(this.#random() * living.length)];
      const kinds = this.#plan.only ?? ANY_TIME;
      const drawn = kinds[Math.floor(this.#random() * kinds.length)]!;
      if (worker === undefined) break;
      const fault = this.#appointed(done) ?? drawn;
      this.#faults[fault]++;
      const target = WHILE_AT_WORK.has(fault) ? await this.#atWork(worker, living) : worker;
      await this.#acts[fault](target, living);
    }
    await until(
      async () => this.#workers.every(({ isOver }) => isOver) || performance.now() - began > LONGEST,
      'the crawl ends',
      LONGEST + 60_000,
    );
  }

  #appointed(done: number): Fault | null {
    if (this.#disk !== null && done === 1) return 'full-disk';
    return this.#plan.failOver && done === this.#plan.faults >> 1 ? 'fail-over' : null;
  }

  /** The server that writes. */
  get #server(): PostgresServer {
    return this.#servers[0]!;
  }

  readonly #acts: Readonly<Record<Fault, (worker: Worker, living: readonly Worker[]) => Promise<void>>> = {
    kill: (worker, living) => this.#kill(worker, living),
    leave: (worker) => worker.leave(),
    stop: (worker) => this.#isDeaf(worker, () => worker.standStill()),
    block: (worker) => this.#isDeaf(worker, () => worker.block()),
    isolate: (worker) =>
      this.#isDeaf(worker, () => {
        const cables = this.#cables[worker.index]!;
        for (const cable of cables) cable.pull();
        return () => {
          for (const cable of cables) cable.plugIn();
        };
      }),
    jump: async (worker) => worker.signal('SIGWINCH'),
    cut: () => this.#asAdmin((sql) => cut(sql)),
    server: () =>
      this.#whileAway(async () => {
        await this.#server.stop('immediate');
        await pause(this.#random() * 500);
        await this.#server.run();
      }),
    'fail-over': () => this.#whileAway(() => this.#failsOver()),
    'full-disk': () => this.#whileAway(() => this.#fillsUp()),
  };

  /** Long enough to be taken for dead, if there is anybody to do so. `act` answers what ends it. */
  async #isDeaf(worker: Worker, act: () => () => void): Promise<void> {
    await this.#asAdmin(async (sql) => {
      await this.#hasWork(sql, worker);
      const from = performance.now();
      const end = act();
      await pause(SILENCE);
      await within(
        async () =>
          (await this.#sitesOf(sql, worker)) === undefined ||
          this.#workers.every((one) => one === worker || !one.isRunning),
        10_000,
      );
      end();
      this.#deaf.push({ by: worker.index, from, to: performance.now() });
    });
  }

  /** So many it holds, as the database knows; undefined when it is not known to live. */
  async #sitesOf(sql: postgres.Sql, worker: Worker): Promise<number | undefined> {
    const [row] =
      await sql`select count(s.id)::int n from tarrafa.worker w left join tarrafa.site s on s.owner = w.id and s.state = 3
      where w.alive and w.name = ${worker.name()} group by w.id`;
    return row?.n;
  }

  /** Of those who live one that holds something: nobody takes one for dead that has nothing, when everybody else has gone home. */
  #atWork(drawn: Worker, living: readonly Worker[]): Promise<Worker> {
    return this.#asAdmin(async (sql) => {
      let found: Worker | undefined;
      await within(async () => {
        for (const one of [drawn, ...living])
          if (one.isRunning && ((await this.#sitesOf(sql, one)) ?? 0) > 0) {
            found = one;
            return true;
          }
        return false;
      }, 5_000);
      return found ?? drawn;
    });
  }

  /** One that has only just been started, or waits for others, has nothing to lose: a moment is waited for in which it has. */
  async #hasWork(sql: postgres.Sql, worker: Worker): Promise<void> {
    await within(async () => !worker.isRunning || ((await this.#sitesOf(sql, worker)) ?? 0) > 0, 5_000);
    const [row] =
      await sql`select coalesce((about ->> 'inFlight')::int, 0) n from tarrafa.worker where alive and name = ${worker.name()}`;
    this.#underWay += row?.n ?? 0;
  }

  async #whileAway(act: () => Promise<void>): Promise<void> {
    const from = performance.now();
    await act();
    // What a worker heard meanwhile is told when it has come back to the server.
    this.#away.push({ from, to: performance.now() + RETURN });
  }

  /** It stays away until others have its sites, if there are any to have them. */
  async #kill(worker: Worker, living: readonly Worker[]): Promise<void> {
    const hasHeirs = living.length > 1;
    await this.#asAdmin((sql) => this.#hasWork(sql, worker));
    const at = performance.now();
    await worker.kill(hasHeirs);
    this.#deaf.push({ by: worker.index, from: at, to: at });
    if (!hasHeirs) return;
    try {
      await this.#asAdmin(async (sql) => {
        const held = await this.#sitesOf(sql, worker);
        await until(
          async () =>
            (await this.#sitesOf(sql, worker)) === undefined || !this.#workers.some((one) => one.isRunning),
          'a dead worker is found out',
        );
        const took = performance.now() - at;
        // Within a time-to-live of its own start the server takes nobody for dead.
        const isRestarted = this.#away.some(({ to }) => to - RETURN + TTL > at);
        if (!held || isRestarted || this.#workers.every((one) => one === worker || !one.isRunning)) return;
        this.#takeOvers.push(took);
      });
    } finally {
      worker.start();
    }
  }

  /** The primary dies, the standby takes its place, and then the primary comes back and knows nothing of it. */
  async #failsOver(): Promise<void> {
    const [primary, standby] = this.#servers as [PostgresServer, PostgresServer];
    await primary.stop('immediate');
    const death = performance.now();
    await pause(200 + this.#random() * 800);
    await standby.promote();
    const promotion = performance.now();
    this.#servers.reverse();
    await this.#asAdmin((sql) =>
      until(async () => {
        const [row] = await sql`select exists (select from tarrafa.worker
          where until - (select ttl from tarrafa.crawl) * interval '1 ms' > ${new Date(performance.timeOrigin + promotion)}) as wrote`;
        return row!.wrote === true;
      }, 'somebody writes to the standby'),
    );
    const now = performance.now();
    this.#failOver = { afterDeath: now - death, afterPromotion: now - promotion };
    // It would answer whatever it is asked: nobody has told it that it waits for a standby.
    await primary.run(['synchronous_standby_names=']);
    this.#replaced = { server: primary, state: await stateOf(this.#addressOf(primary)) };
  }

  async #fillsUp(): Promise<void> {
    this.#disk!.fill();
    await pause(500 + this.#random() * 1_000);
    this.#disk!.empty();
    // Without room for its log it ends itself; the operator makes room and starts it.
    if (!this.#server.isRunning) await this.#server.run();
    this.#fullDisks = this.#server.log().match(/No space left on device/g)?.length ?? 0;
  }

  #addressOf(server: PostgresServer): string {
    return `postgres://tarrafa@127.0.0.1:${server.port}/${this.#database}`;
  }

  async #asAdmin<T>(act: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(this.#addressOf(this.#server), { max: 1, onnotice: () => {} });
    try {
      return await act(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  async judged(): Promise<ChaosResult> {
    const { log } = this.#web;
    const problems = this.#problems;
    for (const worker of this.#workers) {
      problems.push(...worker.problems);
      if (!worker.isOver) problems.push(`worker ${worker.index} never ended: ${worker.said.slice(-300)}`);
      // What it heard while the server was away is lost only with the process that heard it.
      for (const { from, to } of this.#away)
        if (worker.badEnds.some((at) => at > from && at < to))
          this.#deaf.push({ by: worker.index, from, to });
    }
    if (this.#replaced !== null) {
      const { server, state } = this.#replaced;
      if ((await stateOf(this.#addressOf(server))) !== state)
        problems.push('the server that was replaced was believed');
    }
    const held = await this.#asAdmin((sql) => holdings(sql, this.#plan.maxPages ?? null));
    problems.push(...held.problems);
    const { refetched, givenUp } = this.#refetches();
    return {
      ...held,
      faults: this.#faults,
      fenced: this.#workers.reduce((sum, { fenced }) => sum + fenced, 0),
      requests: log.length,
      refetched,
      underWay: this.#underWay,
      givenUp,
      takeOvers: this.#takeOvers,
      failOver: this.#failOver,
      fullDisks: this.#fullDisks,
      breaches: breachesOf(log, {
        delay: DELAY,
        addressDelay: ADDRESS_DELAY,
        kills: [],
        deaf: this.#deaf,
      }),
      problems,
    };
  }

  /** Pages that were asked for, and answered, more than once: only what a process that did not end well had under way. */
  #refetches(): { refetched: number; givenUp: number } {
    const answered = new Map<string, AskedRequest>();
    const lost = new Map<string, number>();
    const ends = this.#workers.flatMap(({ index, badEnds }) => badEnds.map((at) => ({ by: index, at })));
    let refetched = 0;
    let givenUp = 0;
    for (const request of [...this.#web.log].sort((a, b) => a.startedAt - b.startedAt)) {
      if (!request.answered || !/^\/\d?$/.test(request.path)) continue;
      const url = `${request.host}${request.path}`;
      const before = answered.get(url);
      answered.set(url, request);
      if (before === undefined) continue;
      refetched++;
      // One that stands still is found out, and what it had is asked for again, before it ends itself.
      const end = ends.find(
        ({ by, at }) => by === before.by && at > before.startedAt && at < before.startedAt + LOST_WITHIN,
      );
      if (end === undefined) givenUp++;
      else {
        const key = `${end.by} ${end.at}`;
        lost.set(key, (lost.get(key) ?? 0) + 1);
        if (lost.get(key)! > CONCURRENCY)
          this.#problems.push(`more was asked for again than worker ${end.by} had under way`);
      }
    }
    return { refetched, givenUp };
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) worker.end();
    for (const cable of this.#cables.flat()) cable.close();
    await this.#pooler?.close();
    await this.#web.close();
    for (const server of this.#servers) await server.remove();
    this.#disk?.remove();
  }
}

/** What must be true of the database when everybody has gone home. */
async function holdings(
  sql: postgres.Sql,
  maxPages: number | null,
): Promise<{
  pages: number;
  visits: number;
  lost: number;
  twice: number;
  offBudget: number | null;
  problems: string[];
}> {
  const [row] = await sql`
    select (select count(*)::int from tarrafa.visit) visits, (select count(distinct fp)::int from tarrafa.visit) urls,
      (select count(*)::int from tarrafa.visit where outcome in (1, 2)) pages,
      (select coalesce(sum(pages), 0)::int from tarrafa.worker) counted,
      (select coalesce(sum(queued), 0)::int from tarrafa.worker) queued_by_count,
      (select count(*)::int from tarrafa.queue) + (select count(*)::int from tarrafa.later where not again) queued,
      (select count(*)::int from tarrafa.seen s where not exists (select from tarrafa.visit v where v.fp = s.fp)
        and not exists (select from tarrafa.queue q where q.fp = s.fp) and not exists (select from tarrafa.later l where l.fp = s.fp)) lost,
      (select coalesce(sum(d.value::int), 0)::int from tarrafa.worker w, jsonb_each_text(w.dropped) d) dropped,
      (select count(*)::int from tarrafa.site where owner is not null) held, (select count(*)::int from tarrafa.address where owner is not null) addresses`;
  const { visits, urls, pages, counted, queued, queued_by_count, lost, dropped, held, addresses } = row!;
  const problems: string[] = [];
  if (visits !== urls) problems.push(`${visits - urls} visits ended twice`);
  if (pages !== counted) problems.push(`${pages} pages, ${counted} by the workers' count`);
  if (queued !== queued_by_count) problems.push(`${queued} URLs queued, ${queued_by_count} by count`);
  if (lost > dropped) problems.push(`${lost} URLs lost, ${dropped} dropped`);
  if (held + addresses > 0) problems.push(`${held} sites and ${addresses} addresses held by nobody`);
  if (maxPages === null && queued > 0) problems.push(`${queued} URLs left`);
  if (maxPages !== null && pages !== maxPages) problems.push(`${pages} pages instead of ${maxPages}`);
  return {
    pages,
    visits,
    lost: Math.max(0, lost - dropped),
    twice: visits - urls,
    offBudget: maxPages === null ? null : pages - maxPages,
    problems,
  };
}

/** Of a server that nobody should write to any more: whatever anybody does changes this. */
async function stateOf(address: string): Promise<string> {
  const sql = postgres(address, { max: 1, onnotice: () => {} });
  try {
    const [row] =
      await sql`select (select count(*) from tarrafa.visit) visits, (select max(id) from tarrafa.worker) workers,
      (select max(until)::text from tarrafa.worker) until, (select count(*) from tarrafa.site where owner is not null) held`;
    return JSON.stringify(row);
  } finally {
    await sql.end();
  }
}

/** Every connection of the workers is cut. */
async function cut(sql: postgres.Sql): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tarrafa%' and pid <> pg_backend_pid()`;
}

class Worker {
  readonly index: number;
  readonly problems: string[] = [];
  fenced = 0;
  said = '';
  isOver = false;
  /** When processes of it ended otherwise than they should. */
  readonly badEnds: number[] = [];
  readonly #folder: string;
  readonly #args: readonly string[];
  readonly #shift: number;
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  #ended = false;
  /** It is not started again by itself. */
  #staysAway = false;

  constructor(
    index: number,
    plan: ChaosPlan,
    { port, cluster, seeds }: { port: number; cluster: string; seeds: string },
  ) {
    this.index = index;
    this.#folder = join(plan.out, `w${index}`);
    // Apart by minutes, in both directions.
    this.#shift = (index % 2 === 0 ? 1 : -1) * index * 150_000;
    const own = ['--cluster', cluster, '--sample-web', String(port), '--out', this.#folder];
    const rules = [
      ...['--seeds', seeds, '--delay', `${DELAY}ms`, '--address-delay', `${ADDRESS_DELAY}ms`],
      // A host that carries one request a connection may refuse the first of many workers, each time.
      ...[
        '--retries',
        '9',
        '--retry-delay',
        '50ms',
        '--scope',
        'any',
        '--no-content',
        '--time-to-live',
        `${TTL}ms`,
      ],
      ...(plan.maxPages === undefined ? [] : ['--max-pages', String(plan.maxPages)]),
    ];
    const bears = ['--concurrency', String(CONCURRENCY), '--workers', '0', '--quiet'];
    this.#args = index === 0 ? ['crawl', ...own, ...rules, ...bears] : ['worker', ...own, ...bears];
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Whether the crawl is in the database. */
  get hasBegun(): boolean {
    return this.isOver || this.said.includes('joined');
  }

  /** As the database knows it; null when it has not come so far. */
  name(): string | null {
    const path = join(this.#folder, 'worker.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).name : null;
  }

  start(): void {
    this.#staysAway = false;
    const child = spawn(process.execPath, [MAIN, ...this.#args, '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${CLOCK} --import ${LOOP}`,
        TARRAFA_SHIFTED_CLOCK: String(this.#shift),
        TARRAFA_CLOCK_JUMPS: '600000',
        TARRAFA_BLOCKED_LOOP: `${this.#folder}.blocked`,
      },
    });
    this.#child = child;
    const startedAt = performance.now();
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
        const isEarly = performance.now() - startedAt < 20_000;
        const isFenced = stderr.includes('TRF_CLUSTER_FENCED');
        if (code === null || isFenced) this.badEnds.push(performance.now());
        if (code === 0) this.isOver = true;
        // The server may be away for longer than one waits for it who has just been started.
        else if (code === null || isFenced || code === 130 || (isEarly && stderr.includes('UNREACHABLE'))) {
          if (isFenced) this.fenced++;
          if (!this.#staysAway) this.start();
        } else {
          this.problems.push(`worker ${this.index} exit ${code}: ${stderr.slice(0, 600)}`);
          this.isOver = true;
        }
      });
    });
  }

  async kill(staysAway = false): Promise<void> {
    this.#staysAway = staysAway;
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async leave(): Promise<void> {
    this.#child?.kill('SIGINT');
    await this.#exited;
  }

  /** At whatever instruction it is; until what is answered is called. */
  standStill(): () => void {
    const child = this.#child;
    child?.kill('SIGSTOP');
    return () => child?.kill('SIGCONT');
  }

  /** Its loop does not turn any more. */
  block(): () => void {
    writeFileSync(`${this.#folder}.blocked`, '');
    this.#child?.kill('SIGUSR2');
    return () => rmSync(`${this.#folder}.blocked`);
  }

  end(): void {
    this.#ended = true;
    this.#child?.kill('SIGKILL');
  }
}

/** Whether it came to be so in that time. */
async function within(holds: () => Promise<boolean>, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() > end) return false;
    await pause(25);
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
