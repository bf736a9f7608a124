/** How a crawl grows with its workers: processes of the built command over a web that answers after 100 ms, each with the same few requests at once. */
import type { MeasureResult } from '../measure.ts';
import { startDistantWeb } from './child-processes.ts';
import { type CrawlRun, crawlRun } from './crawl-run.ts';
import { DatabaseServer, described } from './database-server.ts';
import { type Part, progress, whole } from './part.ts';

const LATENCY = 100;
/** Scaled down from the embedded default, so that two cores suffice for eight workers, their web and the server. */
const CONCURRENCY = 2;
const HOSTS = 256;
const DELAY = 1_000;
const LEAST_GROWTH: Readonly<Record<number, number>> = { 2: 1.85, 4: 3.5, 8: 6.5 };
const LEAST_EFFICIENCY = 0.9;

export const workers: Part = async ({ quick, options }): Promise<MeasureResult> => {
  const concurrency = Number(options.concurrency ?? CONCURRENCY);
  const counts = quick ? [1, 2] : [1, 2, 4, 8];
  const server = await DatabaseServer.start();
  const web = await startDistantWeb({ hosts: HOSTS, latency: LATENCY });
  try {
    const runs = new Map<number, CrawlRun>();
    for (const count of counts) {
      progress(`${count} workers …`);
      const run = await crawlRun(server, {
        web,
        hosts: HOSTS,
        workers: count,
        concurrency,
        delay: DELAY,
        warm: quick ? 20 : 200,
        until: { ms: quick ? 4_000 : 30_000 },
      });
      runs.set(count, run);
      progress(`${count} workers: ${((1000 * run.pages) / run.ms).toFixed(1)} pages/s`);
    }
    const one = runs.get(1)!;
    const rate = (run: CrawlRun): number => (1000 * run.pages) / run.ms;
    const perCpu = (run: CrawlRun): number => (1000 * run.pages) / run.crawlers;
    const database = await server.open(await server.database());
    const about = await described(database);
    await database.close();
    const bars = counts.slice(1).flatMap((count) => {
      const run = runs.get(count)!;
      const growth = rate(run) / rate(one);
      const efficiency = perCpu(run) / perCpu(one);
      return [
        {
          what: `pages/s of ${count} workers against one`,
          bar: `≥ ${LEAST_GROWTH[count]}×`,
          measured: `${growth.toFixed(2)}×`,
          met: growth >= LEAST_GROWTH[count]!,
        },
        {
          what: `pages per CPU-second of ${count} workers against one`,
          bar: `≥ ${LEAST_EFFICIENCY}×`,
          measured: `${efficiency.toFixed(2)}×`,
          met: efficiency >= LEAST_EFFICIENCY,
        },
      ];
    });
    return {
      tables: [
        {
          title: `Worker processes over a web of ${LATENCY} ms, ${concurrency} requests at once each`,
          columns: [
            'workers',
            'pages/s',
            'against one',
            'pages per CPU-second of the workers',
            'against one',
            'µs of PostgreSQL a page',
            'links sent a page',
            'cores busy of all',
          ],
          rows: [...runs].map(([count, run]) => [
            count,
            rate(run).toFixed(1),
            `${(rate(run) / rate(one)).toFixed(2)}×`,
            perCpu(run).toFixed(0),
            `${(perCpu(run) / perCpu(one)).toFixed(2)}×`,
            whole((1000 * run.server) / run.pages),
            (run.sent / run.pages).toFixed(1),
            `${(100 * run.load).toFixed(0)} %`,
          ]),
          note: `Built command, robots and archive on; ${HOSTS} hosts with a rest of ${DELAY / 1000} s, generated pages of ${(web.meanBytes / 1000).toFixed(1)} kB; measured for ${quick ? 4 : 30} s from when each worker has made ${quick ? 20 : 200} pages. The web runs on the same cores. ${about}.`,
        },
      ],
      figures: Object.fromEntries(
        [...runs].flatMap(([count, run]) => [
          [`pages/s, ${count} workers`, Number(rate(run).toFixed(2))],
          [`pages per CPU-second, ${count} workers`, Number(perCpu(run).toFixed(1))],
        ]),
      ),
      bars,
    };
  } finally {
    web.close();
    await server.remove();
  }
};
