/**
 * A crawl by several worker processes, or by one without a database, over a web that is far away; measured from when all are at work and warm to
 * the end, so that what it costs to start does not count.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nationalHost } from '../../samples/national-hosts.ts';
import type { Database } from '../../src/postgres/index.ts';
import {
  Crawler,
  type DistantWeb,
  pause,
  removeFolder,
  type StatementTime,
  temporaryFolder,
} from './child-processes.ts';
import type { DatabaseServer } from './database-server.ts';
import { machineCpu } from './process-cpu.ts';

export interface CrawlRunOptions {
  readonly web: DistantWeb;
  readonly hosts: number;
  /** 0 for one process with a frontier of its own. */
  readonly workers: number;
  /** Requests at once of each process. */
  readonly concurrency: number;
  /** Ms between two requests to a host, and to an address. */
  readonly delay: number;
  /** Pages of each process before it is measured. */
  readonly warm: number;
  /** Measured for so long, ms, or for so many pages of all. */
  readonly until: { readonly ms: number } | { readonly pages: number };
  readonly flags?: readonly string[];
}

export interface CrawlRun {
  readonly pages: number;
  readonly ms: number;
  /** CPU of the crawlers, of the server and of the web, ms. */
  readonly crawlers: number;
  readonly server: number;
  readonly web: number;
  /** Share of the machine that was not idle. */
  readonly load: number;
  /** Links sent to the database, and of these new ones. */
  readonly sent: number;
  readonly fresh: number;
  readonly statements: readonly StatementTime[];
}

interface Moment {
  readonly at: number;
  readonly wall: number;
  readonly pages: number;
  readonly sent: number;
  readonly fresh: number;
  readonly crawlers: number;
  readonly server: number;
  readonly web: number;
  readonly busy: number;
}

const LOOK = 250;
/** A crawl that does not come so far by then is stuck. */
const LONGEST = 600_000;

export async function crawlRun(server: DatabaseServer, options: CrawlRunOptions): Promise<CrawlRun> {
  const folder = temporaryFolder();
  const seeds = join(folder, 'seeds.txt');
  writeFileSync(
    seeds,
    Array.from({ length: options.hosts }, (_, i) => `http://${nationalHost(i)}/`).join('\n'),
  );
  const shared = options.workers > 0;
  const cluster = shared ? await server.database() : null;
  const place = cluster === null ? [] : ['--cluster', cluster, '--no-analyse'];
  const bears = ['--sample-web', String(options.web.port), '--concurrency', String(options.concurrency)];
  const rules = [
    ...['--seeds', seeds, '--scope', 'any', '--policy', 'breadth-first', '--politeness', 'host'],
    ...['--delay', `${options.delay}ms`, '--address-delay', `${options.delay}ms`, ...(options.flags ?? [])],
  ];
  const crawlers: Crawler[] = [];
  let database: Database | null = null;
  try {
    crawlers.push(new Crawler(join(folder, 'w0'), ['crawl', ...rules, ...place, ...bears]));
    if (cluster !== null) {
      await until(async () => crawlers[0]!.said().includes('joined'), crawlers);
      database = await server.open(cluster);
      for (let i = 1; i < options.workers; i++)
        crawlers.push(new Crawler(join(folder, `w${i}`), ['worker', ...place, ...bears]));
    }
    const counted = database === null ? byOne(crawlers[0]!) : byAll(database, options.workers);
    await until(async () => (await counted()).least >= options.warm, crawlers);
    const moment = async (): Promise<Moment> => {
      const { pages, sent, fresh } = await counted();
      return {
        at: performance.now(),
        wall: Date.now(),
        pages,
        sent,
        fresh,
        crawlers: crawlers.reduce((sum, one) => sum + one.cpu(), 0),
        server: server.cpu(),
        web: options.web.cpu(),
        busy: machineCpu().busy,
      };
    };
    const first = await moment();
    const goal = options.until;
    await until(
      async () =>
        'ms' in goal
          ? performance.now() - first.at >= goal.ms
          : (await counted()).pages - first.pages >= goal.pages,
      crawlers,
    );
    const last = await moment();
    for (const crawler of crawlers) await crawler.stop();
    const ms = last.at - first.at;
    const between = (of: (at: Moment) => number): number => of(last) - of(first);
    return {
      pages: between(({ pages }) => pages),
      ms,
      crawlers: between((at) => at.crawlers),
      server: between((at) => at.server),
      web: between((at) => at.web),
      load: between(({ busy }) => busy) / (ms * machineCpu().processors),
      sent: between(({ sent }) => sent),
      fresh: between(({ fresh }) => fresh),
      statements: crawlers
        .flatMap((crawler) => crawler.statements())
        .filter(({ at }) => at >= first.wall && at <= last.wall),
    };
  } finally {
    for (const crawler of crawlers) await crawler.stop();
    await database?.close();
    removeFolder(folder);
  }
}

interface Counted {
  readonly pages: number;
  /** Of the process that has the fewest. */
  readonly least: number;
  readonly sent: number;
  readonly fresh: number;
}

/** As the database knows it: of processes that have ended all visits are in it. */
function byAll(database: Database, workers: number): () => Promise<Counted> {
  return async () => {
    const [row] = await database.query<{
      pages: number;
      least: number;
      workers: number;
      sent: number;
      fresh: number;
    }>(
      `select coalesce(sum(pages), 0)::float8 pages, coalesce(min(pages), 0)::float8 least, count(*)::int workers,
         coalesce(sum(known + duplicates + improved), 0)::float8 sent, coalesce(sum(known), 0)::float8 fresh
       from ${database.schema}.worker`,
    );
    const { pages, least, sent, fresh } = row!;
    return { pages, least: row!.workers < workers ? 0 : least, sent, fresh };
  };
}

/** As it says once a second. */
function byOne(crawler: Crawler): () => Promise<Counted> {
  return async () => {
    const pages = crawler.figure('pages');
    return { pages, least: pages, sent: 0, fresh: 0 };
  };
}

async function until(holds: () => Promise<boolean>, crawlers: readonly Crawler[]): Promise<void> {
  const end = performance.now() + LONGEST;
  while (!(await holds())) {
    for (const crawler of crawlers) crawler.check();
    if (crawlers.some(({ hasEnded }) => hasEnded))
      throw new Error(`a crawler ended early: ${crawlers[0]!.said().slice(-600)}`);
    if (performance.now() > end)
      throw new Error(`not in time: ${crawlers.map((one) => one.said().slice(-300)).join('\n')}`);
    await pause(LOOK);
  }
}
