/**
 * Several workers of one shared crawl on a clock that is turned: frontiers as they are, a web made of arithmetic, and fetches that end when
 * their time has come. The server's clock is the same one.
 */
import { enterSharedCrawl } from '../../src/cluster/index.ts';
import type { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import { byClock } from '../../src/cluster/told-clock.suite.ts';
import type { Candidate } from '../../src/frontier/index.ts';
import { type FrontierOptions, type Lease, type LeaseEnd, OUTCOME } from '../../src/frontier/index.ts';
import type { Database } from '../../src/postgres/index.ts';

export interface SimulatedWorkersOptions {
  readonly workers: number;
  /** Fetches at once of each. */
  readonly fetchers: number;
  readonly pages: number;
  readonly seed: number;
  readonly delay: number;
  readonly seeds: readonly Candidate[];
  readonly links: (lease: Lease) => Candidate[];
  /** Opens a connection of a worker's own. */
  readonly connect: () => Promise<Database>;
  readonly onPage?: (lease: Lease, pages: number) => void;
}

interface Flight {
  readonly end: number;
  readonly lease: Lease;
}

interface Worker {
  readonly frontier: SharedFrontier;
  readonly flights: Flight[];
  /** When it is worth asking again. */
  wakes: number;
}

/** The clock is turned by so much at a time, ms: what ends within it ends together, as it does when a database is asked. */
const TURN = 50;

export async function simulateWorkers(options: SimulatedWorkersOptions): Promise<void> {
  const clock = { now: 1_700_000_000_000 };
  const frontierOptions: FrontierOptions = {
    policy: 'horizontal',
    delay: options.delay,
    addressDelay: 0,
    capacity: Number.POSITIVE_INFINITY,
    queueBudget: Number.POSITIVE_INFINITY,
    now: () => clock.now,
  };
  const open: Database[] = [];
  const workers: Worker[] = [];
  try {
    for (let i = 0; i < options.workers; i++) {
      const database = await options.connect();
      open.push(database);
      const told = byClock(database, frontierOptions.now);
      workers.push({
        frontier: await enterSharedCrawl(told, frontierOptions, { name: `w${i}` }),
        flights: [],
        wakes: 0,
      });
    }
    await workers[0]!.frontier.schedule(options.seeds);
    let draw = options.seed;
    const random = (): number => {
      draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
      return draw / 2 ** 32;
    };
    let pages = 0;
    while (pages < options.pages) {
      for (const worker of workers) {
        const room = options.fetchers - worker.flights.length;
        if (room === 0 || worker.wakes > clock.now) continue;
        const answer = await worker.frontier.lease(room);
        if (answer.kind === 'leases')
          for (const lease of answer.leases)
            worker.flights.push({ lease, end: clock.now + Math.ceil(100 - 700 * Math.log(1 - random())) });
        else
          worker.wakes = answer.kind === 'wait' || answer.kind === 'later' ? answer.until : clock.now + 250;
      }
      const next = Math.min(
        ...workers.map(({ flights, wakes }) =>
          Math.min(
            ...flights.map(({ end }) => end),
            flights.length < options.fetchers ? wakes : Number.POSITIVE_INFINITY,
          ),
        ),
      );
      clock.now = Math.max(clock.now + TURN, Number.isFinite(next) ? next : 0);
      const ends = workers.map((worker): LeaseEnd[] => {
        const over = worker.flights.filter(({ end }) => end <= clock.now);
        if (over.length === 0) return [];
        worker.flights.splice(
          0,
          worker.flights.length,
          ...worker.flights.filter(({ end }) => end > clock.now),
        );
        worker.wakes = 0;
        return over.map(({ lease, end }) => {
          options.onPage?.(lease, ++pages);
          return {
            kind: 'complete',
            lease,
            outcome: OUTCOME.analysed,
            status: 200,
            accessedAt: end,
            bytes: 30_000,
            revisitAt: null,
            links: options.links(lease),
            seal: () => null,
          };
        });
      });
      await Promise.all(workers.map(({ frontier }, i) => frontier.end(ends[i]!)));
    }
  } finally {
    for (const { frontier } of workers) frontier.abandon();
    for (const database of open) await database.close();
  }
}
