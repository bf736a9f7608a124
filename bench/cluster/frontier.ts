/**
 * The database of a shared crawl at 1 M and at 10 M URLs: links that are new, that are known, and as they come; sites leased and visits ended.
 * Its own functions in batches as workers send them, by several connections at once; whoever sends them shares the two cores.
 */
import { totalmem } from 'node:os';
import type { Database } from '../../src/postgres/index.ts';
import { type Bar, cpuMs, type MeasureResult, type MeasureTable } from '../measure.ts';
import { DatabaseServer, described } from './database-server.ts';
import { LINKS_A_PAGE, LinkLoad, sendLinks, URLS_A_SITE, VISITS_A_BATCH } from './link-load.ts';
import { type Part, type PartArgs, progress, whole } from './part.ts';
import { URLS_WITH_A_SITE, VisitLoad } from './visit-load.ts';

const CONNECTIONS = 4;
/** Of links as they come, those that nobody knew. */
const NEW_SHARE = 1 / 3;
/** Visits whose links fill the tables in one statement: only to get there. */
const FILLING = 2_000;

const LOADS = ['new links', 'known links', 'mixed links', 'lease + finish'] as const;
type Load = (typeof LOADS)[number];
const LEAST: Readonly<Record<Load, number>> = {
  'new links': 25_000,
  'known links': 150_000,
  'mixed links': 50_000,
  'lease + finish': 20_000,
};
const MOST_DECAY = 0.35;
/** A load is measured so often, and what counts is the fastest: whatever else the machine does makes it slower, and nothing makes it faster. */
const SPANS = 3;

interface Speed {
  readonly rate: number;
  /** The slowest of the spans. */
  readonly least: number;
  readonly serverUs: number;
  readonly clientUs: number;
  /** Blocks that were not among the server's own buffers. */
  readonly blocks: number;
}

type Speeds = Readonly<Record<Load, Speed>>;

class FrontierAtSize {
  readonly #server: DatabaseServer;
  readonly #database: Database;
  readonly #links: LinkLoad;
  readonly #visitors: readonly VisitLoad[];

  private constructor(
    server: DatabaseServer,
    database: Database,
    links: LinkLoad,
    visitors: readonly VisitLoad[],
  ) {
    this.#server = server;
    this.#database = database;
    this.#links = links;
    this.#visitors = visitors;
  }

  static async begin(server: DatabaseServer, seed: number, most: number): Promise<FrontierAtSize> {
    const database = await server.open(await server.crawl({ policy: 'horizontal' }), CONNECTIONS);
    const links = await LinkLoad.of(database, seed, most);
    const visitors: VisitLoad[] = [];
    for (let i = 0; i < CONNECTIONS; i++) visitors.push(await VisitLoad.enter(database, `w${i}`));
    return new FrontierAtSize(server, database, links, visitors);
  }

  get database(): Database {
    return this.#database;
  }

  /** Until so many URLs are known. */
  async fill(size: number): Promise<void> {
    let told = performance.now();
    await Promise.all(
      this.#visitors.map(async ({ worker }) => {
        while (this.#links.known < size) {
          const left = Math.ceil((size - this.#links.known) / LINKS_A_PAGE);
          await sendLinks(this.#database, worker, this.#links.batch(Math.min(FILLING, left), 1));
          if (performance.now() - told < 15_000) continue;
          told = performance.now();
          progress(`${whole(this.#links.known)} of ${whole(size)} URLs`);
        }
      }),
    );
    progress(`${whole(this.#links.known)} URLs are known`);
  }

  /** As after days of a crawl: nothing of another load waits to be cleaned or counted. What a load leaves is cleaned while it goes on. */
  async #settle(): Promise<void> {
    for (const table of ['site', 'queue', 'seen'])
      await this.#database.query(`vacuum analyze ${this.#database.schema}.${table}`);
  }

  async speeds(seconds: number): Promise<Speeds> {
    const links = (fresh: number, prepared: number): Promise<Speed> =>
      best(() => {
        const batches = Array.from({ length: prepared }, () => this.#links.batch(VISITS_A_BATCH, fresh));
        let next = 0;
        return this.#timed(seconds, async ({ worker }) => {
          // What is known may be sent again; what is new is new once.
          const batch = fresh === 0 ? batches[next++ % prepared] : batches[next++];
          if (batch === undefined) return 0;
          await sendLinks(this.#database, worker, batch);
          return VISITS_A_BATCH * LINKS_A_PAGE;
        });
      });
    const batchesOf = (rate: number): number => Math.ceil((rate * seconds) / (VISITS_A_BATCH * LINKS_A_PAGE));
    return {
      'known links': await links(0, 400),
      'new links': await links(1, batchesOf(60_000)),
      'mixed links': await links(NEW_SHARE, batchesOf(120_000)),
      'lease + finish': await best(() => this.#timed(seconds, (visitor) => visitor.cycle(VISITS_A_BATCH))),
    };
  }

  /** `act` by every connection, again and again; it answers how much it did, 0 when there is no more. */
  async #timed(seconds: number, act: (visitor: VisitLoad) => Promise<number>): Promise<Speed> {
    await this.#settle();
    const blocksFrom = await this.#blocks();
    const [serverFrom, clientFrom, from] = [this.#server.cpu(), cpuMs(), performance.now()];
    const until = from + 1000 * seconds;
    let done = 0;
    await Promise.all(
      this.#visitors.map(async (visitor) => {
        while (performance.now() < until) {
          const count = await act(visitor);
          if (count === 0) break;
          done += count;
        }
      }),
    );
    const rate = (1000 * done) / (performance.now() - from);
    return {
      rate,
      least: rate,
      clientUs: (1000 * (cpuMs() - clientFrom)) / done,
      serverUs: (1000 * (this.#server.cpu() - serverFrom)) / done,
      blocks: ((await this.#blocks()) - blocksFrom) / done,
    };
  }

  async #blocks(): Promise<number> {
    await this.#database.query('select pg_stat_force_next_flush()');
    const [row] = await this.#database.query<{ blocks: number }>(
      'select blks_read as blocks from pg_stat_database where datname = current_database()',
    );
    return row!.blocks;
  }
}

async function best(measure: () => Promise<Speed>): Promise<Speed> {
  const spans: Speed[] = [];
  for (let i = 0; i < SPANS; i++) spans.push(await measure());
  const fastest = spans.reduce((a, b) => (a.rate > b.rate ? a : b));
  return { ...fastest, least: Math.min(...spans.map(({ rate }) => rate)) };
}

function tableOf(title: string, bySize: ReadonlyMap<number, Speeds>, note: string): MeasureTable {
  return {
    title,
    columns: [
      'URLs',
      'what',
      'a second',
      'slowest span',
      'µs of PostgreSQL',
      'µs of the sender',
      'blocks not in shared_buffers',
    ],
    rows: [...bySize].flatMap(([size, speeds]) =>
      LOADS.map((load) => {
        const { rate, least, serverUs, clientUs, blocks } = speeds[load];
        return [
          whole(size),
          load,
          Math.round(rate),
          Math.round(least),
          serverUs.toFixed(1),
          clientUs.toFixed(1),
          blocks.toFixed(2),
        ];
      }),
    ),
    note,
  };
}

function barsOf(small: number, large: number, bySize: ReadonlyMap<number, Speeds>): Bar[] {
  const [first, last] = [bySize.get(small)!, bySize.get(large)!];
  const bars: Bar[] = LOADS.map((load) => ({
    what: `${load} a second at ${whole(large)} URLs, two cores`,
    bar: `≥ ${whole(LEAST[load])}`,
    measured: `${whole(last[load].rate)} (${last[load].serverUs.toFixed(1)} µs of PostgreSQL each)`,
    met: last[load].rate >= LEAST[load],
  }));
  const decays = LOADS.map((load) => ({ load, decay: 1 - last[load].rate / first[load].rate }));
  const worst = decays.reduce((a, b) => (a.decay > b.decay ? a : b));
  const cost = Math.max(...LOADS.map((load) => 1 - first[load].serverUs / last[load].serverUs));
  bars.push({
    what: `decay from ${whole(small)} to ${whole(large)} URLs, the worst of the four`,
    bar: `≤ ${100 * MOST_DECAY} %`,
    measured: `${(100 * worst.decay).toFixed(0)} % (${worst.load}); by CPU of PostgreSQL ${(100 * cost).toFixed(0)} %`,
    met: worst.decay <= MOST_DECAY,
  });
  return bars;
}

async function atSizes(
  { quick, seed }: PartArgs,
  sizes: readonly number[],
  buffers: string,
): Promise<{ readonly bySize: Map<number, Speeds>; readonly server: string }> {
  const seconds = quick ? 1 : 6;
  const server = await DatabaseServer.start({ buffers });
  try {
    // What is new while it is measured comes on top.
    const frontier = await FrontierAtSize.begin(
      server,
      seed,
      sizes.at(-1)! + SPANS * sizes.length * seconds * 120_000,
    );
    const bySize = new Map<number, Speeds>();
    for (const size of sizes) {
      await frontier.fill(size);
      bySize.set(size, await frontier.speeds(seconds));
      for (const load of LOADS)
        progress(`${whole(size)} URLs: ${load} ${whole(bySize.get(size)![load].rate)} a second`);
    }
    const about = await described(frontier.database);
    await frontier.database.close();
    return { bySize, server: about };
  } finally {
    await server.remove();
  }
}

export const frontier: Part = async (args): Promise<MeasureResult> => {
  const [small, large] = args.quick ? [20_000, 200_000] : [1_000_000, 10_000_000];
  const how = `${CONNECTIONS} connections; links of ${VISITS_A_BATCH} visits a statement, ${LINKS_A_PAGE} a visit, of mixed ones a third new, commits as workers make them (links do not wait for the disk, ends do); ${VISITS_A_BATCH} sites leased with ${URLS_WITH_A_SITE} URLs each, one visited, all given back; each load three times, the fastest counts; before each what the last one left is cleaned up; ${URLS_A_SITE} URLs a site, horizontal policy.`;
  // A quarter of the memory, as docs/scale.md asks for.
  const usual = await atSizes(args, [small, large], `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`);
  const tables = [
    tableOf('The frontier in PostgreSQL, as it grows', usual.bySize, `${how} ${usual.server}.`),
  ];
  if (args.options.large !== undefined) {
    const most = args.quick ? 400_000 : 30_000_000;
    const beyond = await atSizes(args, [large, most], '256MB');
    tables.push(
      tableOf(
        'Beyond the memory of PostgreSQL: shared_buffers of 256 MB',
        beyond.bySize,
        `${beyond.server}. What is not in its own buffers comes from the cache of the kernel, which had the rest of the machine's memory.`,
      ),
    );
  }
  const figures: Record<string, number> = {};
  for (const [size, speeds] of usual.bySize)
    for (const load of LOADS) {
      figures[`${load} at ${size}`] = Math.round(speeds[load].rate);
      figures[`${load} at ${size}, PostgreSQL us`] = Number(speeds[load].serverUs.toFixed(2));
    }
  return { tables, figures, bars: barsOf(small, large, usual.bySize) };
};
