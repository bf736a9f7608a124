/** Real pages by four workers against one process without a database, at the same pace: what each page costs, and how long its end takes. */
import type { MeasureResult } from '../measure.ts';
import { startDistantWeb } from './child-processes.ts';
import { type CrawlRun, crawlRun } from './crawl-run.ts';
import { DatabaseServer, described } from './database-server.ts';
import { type Part, progress, quantile, whole } from './part.ts';

const WORKERS = 4;
const HOSTS = 128;
const LATENCY = 300;
const DELAY = 1_000;
/** Of all processes together; so few that the machine has room. */
const REQUESTS_AT_ONCE = 24;
const MOST_OVER_ONE = 1.25;
const MOST_SERVER_US = 700;
const MOST_FINISH_MS = 60;
/** Above it the time of an end says how long it waited for a processor. */
const BELOW_LOAD = 0.7;

const STATEMENTS = ['finish', 'add_links', 'lease', 'pull', 'claim'];

export const real: Part = async ({ quick, data, options }): Promise<MeasureResult> => {
  const pages = Number(options.pages ?? (quick ? 150 : 4_000));
  const flags = options.content === 'off' ? ['--no-content'] : [];
  const server = await DatabaseServer.start();
  const web = await startDistantWeb({ hosts: HOSTS, latency: LATENCY, data });
  const measured = async (count: number): Promise<CrawlRun> => {
    const processes = Math.max(1, count);
    progress(count === 0 ? 'one process …' : `${count} workers …`);
    return crawlRun(server, {
      web,
      hosts: HOSTS,
      workers: count,
      concurrency: REQUESTS_AT_ONCE / processes,
      delay: DELAY,
      // The same for each process: code that has run for as long is as fast.
      warm: quick ? 20 : 400,
      until: { pages: processes === 1 ? Math.ceil(pages / 2) : pages },
      flags,
    });
  };
  try {
    const one = await measured(0);
    const many = await measured(WORKERS);
    const cpu = (run: CrawlRun): number => run.crawlers / run.pages;
    const serverUs = (1000 * many.server) / many.pages;
    const times = (name: string): number[] =>
      many.statements.filter((statement) => statement.name === name).map(({ ms }) => ms);
    const finish = quantile(times('finish'), 0.99);
    const sent = many.sent / many.pages;
    const database = await server.open(await server.database());
    const about = await described(database);
    await database.close();
    const row = (name: string, run: CrawlRun): (string | number)[] => [
      name,
      whole(run.pages),
      ((1000 * run.pages) / run.ms).toFixed(1),
      cpu(run).toFixed(2),
      run === one ? '–' : whole((1000 * run.server) / run.pages),
      run === one ? '–' : (run.sent / run.pages).toFixed(1),
      run === one ? '–' : (run.fresh / run.pages).toFixed(1),
      `${(100 * run.load).toFixed(0)} %`,
    ];
    return {
      tables: [
        {
          title: `${data ? 'Real' : 'Generated'} pages, mean ${(web.meanBytes / 1000).toFixed(0)} kB (${(web.meanWire / 1000).toFixed(0)} kB compressed)`,
          columns: [
            'crawl',
            'pages',
            'pages/s',
            'CPU ms a page',
            'µs of PostgreSQL a page',
            'links sent a page',
            'of them new',
            'cores busy of all',
          ],
          rows: [row('one process, frontier of its own', one), row(`${WORKERS} workers`, many)],
          note: `Built command with everything on that is on by default${flags.length > 0 ? ' but content extraction' : ''}; web of ${LATENCY} ms, ${HOSTS} hosts with a rest of ${DELAY / 1000} s, ${REQUESTS_AT_ONCE} requests at once in all; measured when each process has made ${quick ? 20 : 400} pages, so that starting does not count. The web runs on the same cores. ${about}.`,
        },
        {
          title: 'Statements of the workers, from sending to the answer read, ms',
          columns: ['function', 'times', 'a page', 'median', 'p90', 'p99'],
          rows: STATEMENTS.map((name) => {
            const all = times(name);
            return [
              name,
              whole(all.length),
              (all.length / many.pages).toFixed(2),
              ...[0.5, 0.9, 0.99].map((share) => quantile(all, share).toFixed(1)),
            ];
          }),
        },
      ],
      figures: {
        cpuMsOfOne: Number(cpu(one).toFixed(3)),
        cpuMsOfMany: Number(cpu(many).toFixed(3)),
        serverUs: Math.round(serverUs),
        linksSent: Number(sent.toFixed(2)),
        finishP99: Number(finish.toFixed(1)),
        load: Number(many.load.toFixed(2)),
      },
      bars: [
        {
          what: `CPU a page of ${WORKERS} workers against one process`,
          bar: `≤ ${MOST_OVER_ONE}×`,
          measured: `${(cpu(many) / cpu(one)).toFixed(2)}×`,
          met: cpu(many) / cpu(one) <= MOST_OVER_ONE,
        },
        {
          what: "PostgreSQL's CPU a page at 9 links sent",
          bar: `≤ ${MOST_SERVER_US} µs`,
          measured: `${whole(serverUs)} µs at ${sent.toFixed(1)} links sent`,
          met: serverUs <= MOST_SERVER_US,
        },
        {
          what: 'end of visits, p99, below 70 % CPU',
          bar: `≤ ${MOST_FINISH_MS} ms`,
          measured: `${finish.toFixed(1)} ms at ${(100 * many.load).toFixed(0)} %${many.load > BELOW_LOAD ? ' (too busy to judge)' : ''}`,
          met: finish <= MOST_FINISH_MS,
        },
      ],
    };
  } finally {
    web.close();
    await server.remove();
  }
};
