/**
 * A crawl of demanding hosts by several workers on one database, each the built command in a process of its own with a clock of its own. They are
 * killed, stopped for longer than they may be silent, asked to leave, cut from the database; their machines are lost; the database is killed under
 * them, its disk is full, and it is lost for good and a standby takes its place; the store of their archive fails, and is away. Judged by what the
 * hosts saw, by what the database holds in the end, and by what is read back from the store.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { Cable } from './cable.ts';
import {
  deafness,
  type Holdings,
  holdings,
  type LostMachine,
  type Refetches,
  refetches,
  visitedSinceUpload,
} from './chaos-verdict.ts';
import { ChaosWorker } from './chaos-worker.ts';
import { type DemandingWeb, demandingWeb } from './demanding-web.ts';
import { type Breach, breachesOf } from './politeness-judge.ts';
import { type Pooler, startPooler } from './pooler.ts';
import { PostgresServer } from './postgres-server.ts';
import { QUICK_S3_FAULTS, S3Double } from './s3-double.ts';
import { seededRandom } from './seeded-random.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';
import { Standstills } from './standstills.ts';
import { storedVisits } from './stored-visits.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

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
/** A crawl that has not ended by then is stuck. */
const LONGEST = 240_000;
const DISK_MEGABYTES = 160;
/** How often a worker sends what it has archived, where there is a store. */
const STORE_EVERY = '1s';
/** Of its requests so many fail, always. */
const STORE_FAILS = 0.05;
/** How long it is away, at the longest and at the least. */
const STORE_AWAY = [1_500, 5_000] as const;

/** Any of these may happen to any worker at any time. */
export const ANY_TIME = ['kill', 'stop', 'leave', 'cut', 'server'] as const;
export const CHAOS = [
  ...ANY_TIME,
  'block',
  'isolate',
  'jump',
  'fail-over',
  'full-disk',
  'store',
  'lose',
] as const;
export type Fault = (typeof CHAOS)[number];
/** What is shown of a worker only while it holds something. */
const WHILE_AT_WORK: ReadonlySet<Fault> = new Set(['stop', 'block', 'isolate', 'lose']);

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
  /** A synchronous standby takes the place of the server. */
  readonly failOver?: boolean;
  /** The disk of the server is full for a while; where there is no such disk to be had, it is not. */
  readonly fullDisk?: boolean;
  /** The archive is kept in a store that fails now and then and is away for a while, and a machine is lost with what it had not sent. */
  readonly store?: boolean;
}

export interface ChaosResult extends Holdings {
  readonly faults: Readonly<Record<Fault, number>>;
  readonly fenced: number;
  readonly requests: number;
  readonly refetches: Refetches;
  /** Until others had the sites of a killed worker, ms. */
  readonly takeOvers: readonly number[];
  /** From the death of the server and from the promotion of the standby to the first that was written there, ms. */
  readonly failOver: { readonly afterDeath: number; readonly afterPromotion: number } | null;
  /** Times that the server told of a full disk. */
  readonly fullDisks: number;
  /** Answers that were read back from the store, digests right, and requests of the store that failed; null without one. */
  readonly stored: { readonly records: number; readonly failed: number } | null;
  readonly breaches: readonly Breach[];
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
  readonly store: S3Double | null;
}

/** Everything that a run consists of. */
class Stage {
  readonly #plan: ChaosPlan;
  readonly #random: () => number;
  readonly #web: DemandingWeb;
  readonly #standstills = new Standstills();
  readonly #servers: PostgresServer[];
  readonly #disk: SmallDisk | null;
  readonly #database: string;
  readonly #workers: readonly ChaosWorker[];
  readonly #store: S3Double | null;
  /** Of each worker, to each of the servers. */
  readonly #cables: readonly (readonly Cable[])[];
  readonly #pooler: Pooler | null;
  readonly #problems: string[] = [];
  /** When a server was started again, or took the place of another. */
  #servedSince = Number.NEGATIVE_INFINITY;
  readonly #takeOvers: number[] = [];
  readonly #machines: LostMachine[] = [];
  /** Names of workers whose machines are lost. */
  readonly #gone: string[] = [];
  readonly #faults = Object.fromEntries(CHAOS.map((fault) => [fault, 0])) as Record<Fault, number>;
  #failOver: ChaosResult['failOver'] = null;
  /** What the first server had when it was replaced. */
  #replaced: { readonly server: PostgresServer; readonly state: string } | null = null;
  #fullDisks = 0;

  private constructor(plan: ChaosPlan, props: Props) {
    const { web, servers, disk, database, pooler, cables, store } = props;
    this.#plan = plan;
    this.#random = seededRandom(plan.seed);
    this.#web = web;
    this.#servers = servers;
    this.#disk = disk;
    this.#database = database;
    this.#pooler = pooler;
    this.#cables = cables;
    this.#store = store;
    const seeds = join(plan.out, 'seeds.txt');
    writeFileSync(seeds, web.seeds.join('\n'));
    this.#workers = web.doors.map((port, i) => {
      const ports = pooler
        ? [pooler.port]
        : (cables[i]?.map((cable) => cable.port) ?? servers.map((server) => server.port));
      const hosts = ports.map((one) => `127.0.0.1:${one}`).join(',');
      const cluster = `postgres://tarrafa@${hosts}/${database}`;
      return new ChaosWorker(i, {
        out: plan.out,
        words: [
          ...(i === 0 ? ['crawl', ...rulesOf(plan, seeds, store)] : ['worker']),
          ...['--cluster', cluster, '--sample-web', String(port)],
          ...(store ? ['--store-every', STORE_EVERY] : []),
        ],
        concurrency: CONCURRENCY,
        environment: store?.environment,
      });
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
    const store = plan.store ? await S3Double.start() : null;
    store?.failing(STORE_FAILS, plan.seed, QUICK_S3_FAULTS);
    return new Stage(plan, { web, servers, disk, database, pooler, cables, store });
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

  /** What is to happen in this run happens early, one after the other, but not first: it may be over sooner than all faults. */
  #appointed(done: number): Fault | null {
    const { store, failOver, faults: planned } = this.#plan;
    const faults: Fault[] = [];
    if (this.#disk !== null) faults.push('full-disk');
    if (store) faults.push('store', 'lose');
    if (failOver) faults.push('fail-over');
    return faults[planned > faults.length ? done - 1 : done] ?? null;
  }

  /** The server that writes. */
  get #server(): PostgresServer {
    return this.#servers[0]!;
  }

  readonly #acts: Readonly<
    Record<Fault, (worker: ChaosWorker, living: readonly ChaosWorker[]) => Promise<void>>
  > = {
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
        // While no other answers, nobody can know of it who has not met its successor: the operator does not leave it there.
        await this.#endReplaced();
        await this.#server.stop('immediate');
        await pause(this.#random() * 500);
        await this.#server.run();
      }),
    'fail-over': () => this.#whileAway(() => this.#failsOver()),
    'full-disk': () => this.#whileAway(() => this.#fillsUp()),
    store: async () => this.#storeGoesAway(),
    lose: (worker) => this.#lose(worker),
  };

  /** Long enough to be taken for dead, if there is anybody to do so. `act` answers what ends it. */
  async #isDeaf(worker: ChaosWorker, act: () => () => void): Promise<void> {
    await this.#asAdmin(async (sql) => {
      await this.#hasWork(sql, worker);
      const end = act();
      await pause(SILENCE);
      await within(
        async () =>
          (await this.#sitesOf(sql, worker)) === undefined ||
          this.#workers.every((one) => one === worker || !one.isRunning),
        10_000,
      );
      end();
    });
  }

  /** So many it holds, as the database knows; undefined when it is not known to live. */
  async #sitesOf(sql: postgres.Sql, worker: ChaosWorker, name = worker.name()): Promise<number | undefined> {
    const [row] =
      await sql`select count(s.id)::int n from tarrafa.worker w left join tarrafa.site s on s.owner = w.id and s.state = 3
      where w.alive and w.name = ${name} group by w.id`;
    return row?.n;
  }

  /** Of those who live one that holds something: nobody takes one for dead that has nothing, when everybody else has gone home. */
  #atWork(drawn: ChaosWorker, living: readonly ChaosWorker[]): Promise<ChaosWorker> {
    return this.#asAdmin(async (sql) => {
      let found: ChaosWorker | undefined;
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
  async #hasWork(sql: postgres.Sql, worker: ChaosWorker): Promise<void> {
    await within(async () => !worker.isRunning || ((await this.#sitesOf(sql, worker)) ?? 0) > 0, 5_000);
  }

  async #whileAway(act: () => Promise<void>): Promise<void> {
    await act();
    this.#servedSince = performance.now();
  }

  /** It stays away until others have its sites, if there are any to have them. */
  async #kill(worker: ChaosWorker, living: readonly ChaosWorker[]): Promise<void> {
    const hasHeirs = living.length > 1;
    await this.#asAdmin((sql) => this.#hasWork(sql, worker));
    const at = performance.now();
    await worker.kill(hasHeirs);
    if (!hasHeirs) return;
    try {
      await this.#asAdmin(async (sql) => {
        const [held, heirs] = [await this.#sitesOf(sql, worker), await heirsOf(sql, worker.name())];
        await until(
          async () =>
            (await this.#sitesOf(sql, worker)) === undefined || !this.#workers.some((one) => one.isRunning),
          'a dead worker is found out',
        );
        const took = performance.now() - at;
        const left = await heirsOf(sql, worker.name());
        // Within a time-to-live of its own start the server takes nobody for dead, and within one of its own nobody takes another.
        const isRestarted = this.#servedSince + TTL > at;
        if (held && !isRestarted && heirs.some((id) => left.includes(id))) this.#takeOvers.push(took);
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

  async #endReplaced(): Promise<void> {
    if (this.#replaced === null) return;
    const { server, state } = this.#replaced;
    this.#replaced = null;
    if ((await stateOf(this.#addressOf(server))) !== state)
      this.#problems.push('the server that was replaced was believed');
    await server.stop('immediate');
  }

  async #fillsUp(): Promise<void> {
    this.#disk!.fill();
    await pause(500 + this.#random() * 1_000);
    this.#disk!.empty();
    // Without room for its log it ends itself; the operator makes room and starts it.
    if (!this.#server.isRunning) await this.#server.run();
    this.#fullDisks = this.#server.log().match(/No space left on device/g)?.length ?? 0;
  }

  /** Whatever else happens goes on meanwhile. */
  #storeGoesAway(): void {
    const store = this.#store!;
    const [least, most] = STORE_AWAY;
    const seed = Math.floor(this.#random() * 2 ** 31);
    store.failing(1, seed, ['error', 'reset']);
    setTimeout(
      () => store.failing(STORE_FAILS, seed, QUICK_S3_FAULTS),
      least + this.#random() * (most - least),
    );
  }

  /** A machine is gone for good; the operator says so, and puts another in its place. */
  async #lose(worker: ChaosWorker): Promise<void> {
    await this.#asAdmin(async (sql) => {
      await this.#hasWork(sql, worker);
      const name = worker.name();
      await worker.lose();
      const at = performance.now();
      if (name !== null) {
        this.#gone.push(name);
        await until(async () => {
          await sql`select tarrafa.reap()`;
          return (await this.#sitesOf(sql, worker, name)) === undefined;
        }, 'a lost machine is found out');
        const visited = await visitedSinceUpload(sql, name);
        this.#machines.push({ at, visited });
        const words = ['cluster', 'recover', name, '--cluster', this.#addressOf(this.#server), '--json'];
        const { status, stdout, stderr } = await spawnTarrafa(words);
        const undone = status === 0 ? JSON.parse(stdout).visits + JSON.parse(stdout).bare : null;
        if (undone !== visited.length)
          this.#problems.push(`recover of ${visited.length} visits: ${undone}, exit ${status} ${stderr}`);
      }
      worker.start();
      // It has met no server yet, and would believe one that was replaced, if no other answered.
      await within(async () => worker.name() !== null, 20_000);
    });
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
    }
    await this.#endReplaced();
    const badEnds = this.#workers.flatMap((worker) => worker.badEnds);
    const { held, deaf } = await this.#asAdmin(async (sql) => ({
      held: await holdings(sql, this.#plan.maxPages ?? null),
      deaf: await deafness(sql, badEnds),
    }));
    const again = refetches(log, { badEnds, machines: this.#machines, concurrency: CONCURRENCY });
    const stored = await this.#readBack();
    return {
      ...held,
      faults: this.#faults,
      fenced: this.#workers.reduce((sum, { fenced }) => sum + fenced, 0),
      requests: log.length,
      refetches: again,
      takeOvers: this.#takeOvers,
      failOver: this.#failOver,
      fullDisks: this.#fullDisks,
      stored,
      breaches: breachesOf(log, {
        delay: DELAY,
        addressDelay: ADDRESS_DELAY,
        kills: [],
        deaf,
        standstills: this.#standstills.spans,
      }),
      problems: [...problems, ...held.problems, ...again.problems],
    };
  }

  async #readBack(): Promise<ChaosResult['stored']> {
    if (this.#store === null) return null;
    const place = this.#addressOf(this.#server);
    const read = await storedVisits(place, this.#store.address('arquivo'), this.#store.environment);
    this.#problems.push(...read.problems);
    // What is there and was not told of came from a machine that is gone.
    const gone = new Set(this.#gone);
    for (const object of read.untold)
      if (!gone.has(object.split('/')[0]!)) this.#problems.push(`nobody was told of ${object}`);
    return { records: read.records, failed: this.#store.log.filter(({ fault }) => fault !== null).length };
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) worker.end();
    for (const cable of this.#cables.flat()) cable.close();
    await this.#pooler?.close();
    this.#standstills.end();
    await this.#web.close();
    await this.#store?.stop();
    for (const server of this.#servers) await server.remove();
    this.#disk?.remove();
  }
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

/** Workers that have been at work for long enough to take another for dead. */
async function heirsOf(sql: postgres.Sql, name: string | null): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select w.id from tarrafa.worker w, tarrafa.crawl c
    where w.alive and w.name <> ${name} and w.entered < now() - c.ttl * interval '1 ms'`;
  return rows.map(({ id }) => id);
}

/** Every connection of the workers is cut. */
async function cut(sql: postgres.Sql): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tarrafa%' and pid <> pg_backend_pid()`;
}

/** By what rules all crawl, as who begins the crawl says it. */
function rulesOf(plan: ChaosPlan, seeds: string, store: S3Double | null): string[] {
  return [
    ...['--seeds', seeds, '--delay', `${DELAY}ms`, '--address-delay', `${ADDRESS_DELAY}ms`],
    // A host that carries one request a connection may refuse the first of many workers, each time.
    ...['--retries', '9', '--retry-delay', '50ms', '--scope', 'any', '--no-content'],
    ...['--time-to-live', `${TTL}ms`],
    ...(plan.maxPages === undefined ? [] : ['--max-pages', String(plan.maxPages)]),
    ...(store === null ? [] : ['--store', store.address('arquivo')]),
  ];
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
