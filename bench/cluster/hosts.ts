/** How wide four workers crawl: hosts reached in the first pages of the simulated national web, against one process with a frontier of its own. */
import { beginByClock } from '../../src/cluster/told-clock.suite.ts';
import { SimulatedWeb, simulate } from '../../src/frontier/simulated-crawl.suite.ts';
import type { MeasureResult } from '../measure.ts';
import { removeFolder, temporaryFolder } from './child-processes.ts';
import { DatabaseServer, described } from './database-server.ts';
import { type Part, progress, whole } from './part.ts';
import { simulateWorkers } from './simulated-workers.ts';

const WORKERS = 4;
/** Of all workers together. */
const FETCHERS = 100;
const DELAY = 30_000;
const LEAST = 0.95;

export const hosts: Part = async ({ quick, seed }): Promise<MeasureResult> => {
  const pages = quick ? 1_000 : 8_000;
  const size = quick ? 20_000 : 100_000;
  const folder = temporaryFolder();
  const server = await DatabaseServer.start();
  try {
    const alone = simulate(folder, {
      policy: 'horizontal',
      hosts: size,
      pages,
      seed,
      delay: DELAY,
      capacity: 1_000_000,
      fetchers: FETCHERS,
    });
    progress(`one process: ${whole(alone.hosts)} hosts in ${whole(pages)} pages`);
    const web = new SimulatedWeb(size, seed);
    const address = await server.database();
    const database = await server.open(address);
    await beginByClock(database, {
      policy: 'horizontal',
      delay: DELAY,
      addressDelay: 0,
      capacity: Number.POSITIVE_INFINITY,
      queueBudget: Number.POSITIVE_INFINITY,
      now: () => 1_700_000_000_000,
    });
    const reached = new Set<string>();
    const samples: (readonly [number, number])[] = [];
    await simulateWorkers({
      workers: WORKERS,
      fetchers: FETCHERS / WORKERS,
      pages,
      seed,
      delay: DELAY,
      seeds: web.seeds(50),
      links: (lease) => web.links(lease),
      connect: () => server.open(address),
      onPage: ({ queue }, made) => {
        if (made > pages) return;
        reached.add(queue);
        if (made % (pages / 8) === 0) {
          samples.push([made, reached.size]);
          progress(`${WORKERS} workers: ${whole(reached.size)} hosts in ${whole(made)} pages`);
        }
      },
    });
    const about = await described(database);
    await database.close();
    const share = reached.size / alone.hosts;
    return {
      tables: [
        {
          title: `Hosts reached in the first ${whole(pages)} pages of a simulated web of ${whole(size)} hosts, seed ${seed}`,
          columns: ['pages', 'one process', `${WORKERS} workers`],
          rows: samples.map(([made, count]) => [
            whole(made),
            whole(alone.slices.find((slice) => slice.pages >= made)?.hosts ?? alone.hosts),
            whole(count),
          ]),
          note: `Horizontal policy, ${DELAY / 1000} s a host, ${FETCHERS} fetches at once in all, on a clock that is turned. Figures of the one process are those of the next twentieth of its pages. ${about}.`,
        },
      ],
      figures: { hostsOfOne: alone.hosts, hostsOfWorkers: reached.size, share: Number(share.toFixed(3)) },
      bars: [
        {
          what: `hosts reached in the first ${whole(pages)} pages, ${WORKERS} workers against one process`,
          bar: `≥ ${LEAST}`,
          measured: `${share.toFixed(3)} (${whole(reached.size)} of ${whole(alone.hosts)})`,
          met: share >= LEAST,
        },
      ],
    };
  } finally {
    await server.remove();
    removeFolder(folder);
  }
};
