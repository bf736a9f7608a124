/**
 * The shared frontier of the product under workers that fetch nothing: a timer is the Web, links are drawn. What the simulation says of the
 * same cluster is laid beside it. All workers live in this process, so it shows batches and the server's CPU, not the speed of workers.
 */
import type { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import type { Candidate, Lease } from '../../src/frontier/index.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { Latencies } from './latencies.ts';
import { OwnServer } from './own-server.ts';
import { candidate, ended } from './sample-urls.ts';

export interface PlayedCrawl {
  readonly pages: number;
  readonly databaseMicrosAPage: number;
  readonly visitsABatch: number;
  readonly linksAPage: number;
  readonly newAPage: number;
  /** Median of the time from the end of a fetch to its durable end. */
  readonly endMs: number;
}

export interface PlayOptions {
  readonly workers: number;
  readonly slots: number;
  readonly fetch: number;
  readonly seconds: number;
  readonly seed: number;
}

const SITES = 3_000;
const PAGES = 100_000;

export async function playCrawl(options: PlayOptions): Promise<PlayedCrawl> {
  const server = await OwnServer.start();
  try {
    const { schema } = server.database;
    const random = seededRandom(options.seed);
    const first = await server.worker();
    await first.schedule(Array.from({ length: SITES }, (_, site) => candidate(site, 0)));
    const workers = [first];
    while (workers.length < options.workers) workers.push(await server.worker());
    const endTimes = new Latencies();
    const players = workers.map((frontier) => new Player(frontier, options, random, endTimes));
    for (const player of players) player.begin();
    await pause(2_000);
    const sums = () =>
      server.database.query<Record<string, number>>(
        `select sum(batch)::bigint batches, sum(completed)::bigint completed, sum(known)::bigint known, sum(duplicates)::bigint duplicates from ${schema}.worker`,
      );
    const [before] = await sums();
    const cpu = server.cpu();
    const sent = players.reduce((sum, player) => sum + player.links, 0);
    const start = performance.now();
    await pause(options.seconds * 1_000);
    const seconds = (performance.now() - start) / 1_000;
    const spent = server.cpu() - cpu;
    const [after] = await sums();
    const links = players.reduce((sum, player) => sum + player.links, 0) - sent;
    for (const player of players) await player.end();
    const pages = after!.completed! - before!.completed!;
    return {
      pages: pages / seconds,
      databaseMicrosAPage: spent / pages,
      visitsABatch: pages / (after!.batches! - before!.batches!),
      linksAPage: links / pages,
      newAPage: (after!.known! - before!.known!) / pages,
      endMs: endTimes.quantile(0.5),
    };
  } finally {
    await server.remove();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A worker: as many visits under way as it has places, each of which ends when the database has taken it. */
class Player {
  readonly #frontier: SharedFrontier;
  readonly #options: PlayOptions;
  readonly #random: () => number;
  readonly #visits = new Set<Promise<void>>();
  #looping: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};
  #stopped = false;
  readonly #endTimes: Latencies;
  links = 0;

  constructor(frontier: SharedFrontier, options: PlayOptions, random: () => number, endTimes: Latencies) {
    this.#endTimes = endTimes;
    this.#frontier = frontier;
    this.#options = options;
    this.#random = random;
  }

  begin(): void {
    this.#looping = this.#loop();
  }

  async end(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#looping;
    await Promise.all(this.#visits);
    await this.#frontier.close();
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      const room = this.#options.slots - this.#visits.size;
      if (room > 0) {
        const answer = await this.#frontier.lease(room);
        if (answer.kind === 'leases') {
          for (const lease of answer.leases) this.#start(lease);
          continue;
        }
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 250);
      });
    }
  }

  #start(lease: Lease): void {
    const visit = this.#visit(lease).finally(() => {
      this.#visits.delete(visit);
      this.#wake();
    });
    this.#visits.add(visit);
  }

  async #visit(lease: Lease): Promise<void> {
    await pause(this.#options.fetch);
    const site = Number(/\d+/.exec(lease.queue)![0]);
    const fetched = performance.now();
    await this.#frontier.end([ended(lease, this.#linksOf(site))]);
    this.#endTimes.add(performance.now() - fetched);
  }

  /** Nine links, of which about a third are new; all different from what was sent lately, as those are that a worker sends. */
  #linksOf(site: number): Candidate[] {
    this.links += 9;
    return Array.from({ length: 9 }, (_, i) => {
      const other = i < 7 ? site : Math.floor(this.#random() * SITES);
      return candidate(other, Math.floor(this.#random() * (i % 3 === 0 ? PAGES : 40)));
    });
  }
}
