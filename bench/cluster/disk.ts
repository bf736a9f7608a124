/**
 * What the tables of a shared crawl take on disk: a URL that waits, a URL that was visited; and whether `queue` stays as large as it is while as
 * many are visited as found, with autovacuum alone to clean behind.
 */
import type { Database } from '../../src/postgres/index.ts';
import type { MeasureResult } from '../measure.ts';
import { DatabaseServer, described } from './database-server.ts';
import { LINKS_A_PAGE, LinkLoad, sendLinks, URLS_A_SITE } from './link-load.ts';
import { type Part, progress, whole } from './part.ts';
import { VisitLoad } from './visit-load.ts';

const CONNECTIONS = 4;
const SITES_A_BATCH = 64;
const MOST_QUEUED = 230;
const MOST_VISITED = 200;
/** Of the size that `queue` has when half of the visits are made. */
const MOST_GROWTH = 1.05;

/** Bytes with indexes. */
type Sizes = Readonly<Record<'seen' | 'queue' | 'site' | 'visit', number>>;

async function sizes(database: Database): Promise<Sizes> {
  const { schema } = database;
  const [row] = await database.query<Sizes>(
    `select ${['seen', 'queue', 'site', 'visit'].map((name) => `pg_total_relation_size('${schema}.${name}')::float8 as ${name}`)}`,
  );
  return row!;
}

const sum = ({ seen, queue, site, visit }: Sizes): number => seen + queue + site + visit;

export const disk: Part = async ({ quick, seed }): Promise<MeasureResult> => {
  const queued = quick ? 50_000 : 1_000_000;
  const visits = quick ? 50_000 : 2_000_000;
  const server = await DatabaseServer.start();
  try {
    const database = await server.open(await server.crawl({ policy: 'horizontal' }), CONNECTIONS);
    const { schema } = database;
    const links = await LinkLoad.of(database, seed, queued + 2 * visits);
    const visitors: VisitLoad[] = [];
    for (let i = 0; i < CONNECTIONS; i++) visitors.push(await VisitLoad.enter(database, `w${i}`));
    const find = async (worker: number, count: number): Promise<void> => {
      await sendLinks(database, worker, links.batch(Math.ceil(count / LINKS_A_PAGE), 1));
    };
    await Promise.all(
      visitors.map(async ({ worker }) => {
        while (links.known < queued) await find(worker, Math.min(5_000, queued - links.known));
      }),
    );
    const [path] = await database.query<{ mean: number }>(
      `select avg(length(url))::float8 as mean from ${schema}.queue`,
    );
    const waiting = await sizes(database);
    const waitingUrls = links.known;
    progress(`${whole(waitingUrls)} URLs wait, ${(sum(waiting) / waitingUrls).toFixed(0)} B each`);

    // As many found as visited, each time after so many visits looked at.
    const steps: { readonly visited: number; readonly sizes: Sizes; readonly rows: number }[] = [];
    let visited = 0;
    for (let step = 1; step <= 8; step++) {
      const goal = (visits * step) / 8;
      await Promise.all(
        visitors.map(async (visitor) => {
          let owed = 0;
          while (visited < goal) {
            const ended = await visitor.cycle(SITES_A_BATCH);
            visited += ended;
            owed += ended;
            if (owed < LINKS_A_PAGE * 16) continue;
            await find(visitor.worker, owed);
            owed = 0;
          }
        }),
      );
      const [row] = await database.query<{ rows: number }>(
        `select count(*)::float8 as rows from ${schema}.queue`,
      );
      steps.push({ visited, sizes: await sizes(database), rows: row!.rows });
      progress(`${whole(visited)} visits, queue ${(steps.at(-1)!.sizes.queue / 1e6).toFixed(0)} MB`);
    }
    const last = steps.at(-1)!;
    const half = steps[steps.length / 2 - 1]!;
    // What is known is in `seen` once, whether it waits or was visited; of the sites each URL bears its share.
    const known = last.rows + last.visited;
    const seen = last.sizes.seen / known;
    const site = last.sizes.site / known;
    const aVisited = last.sizes.visit / last.visited + seen + site;
    const aQueued = sum(waiting) / waitingUrls;
    const growth = last.sizes.queue / half.sizes.queue;
    const about = await described(database);
    await database.close();
    const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
    return {
      tables: [
        {
          title: `Bytes a URL, with all indexes; ${URLS_A_SITE} URLs a site, what is kept of an address ${path!.mean.toFixed(0)} characters`,
          columns: ['what', 'queue or visit', 'seen', 'its share of the sites', 'in all'],
          rows: [
            [
              'that waits',
              ...[waiting.queue, waiting.seen, waiting.site].map((bytes) => (bytes / waitingUrls).toFixed(0)),
              aQueued.toFixed(0),
            ],
            [
              'that was visited',
              (last.sizes.visit / last.visited).toFixed(0),
              seen.toFixed(0),
              site.toFixed(0),
              aVisited.toFixed(0),
            ],
          ],
          note: `On 93 real sites what is kept of an address has a median of 30 characters and a mean of 45, and each is a byte more. ${about}.`,
        },
        {
          title: 'As many found as visited, MB with all indexes',
          columns: ['visits', 'URLs that wait', 'queue', 'site', 'seen', 'visit'],
          rows: [
            [0, whole(waitingUrls), ...[waiting.queue, waiting.site, waiting.seen, waiting.visit].map(mb)],
            ...steps.map(({ visited, sizes, rows }) => [
              whole(visited),
              whole(rows),
              ...[sizes.queue, sizes.site, sizes.seen, sizes.visit].map(mb),
            ]),
          ],
        },
      ],
      figures: {
        bytesQueued: Math.round(aQueued),
        bytesVisited: Math.round(aVisited),
        queueGrowth: Number(growth.toFixed(3)),
        queueGrowthFromFull: Number((last.sizes.queue / waiting.queue).toFixed(3)),
      },
      bars: [
        {
          what: 'disk a queued URL',
          bar: `≤ ${MOST_QUEUED} B`,
          measured: `${aQueued.toFixed(0)} B`,
          met: aQueued <= MOST_QUEUED,
        },
        {
          what: 'disk a visited URL',
          bar: `≤ ${MOST_VISITED} B`,
          measured: `${aVisited.toFixed(0)} B`,
          met: aVisited <= MOST_VISITED,
        },
        {
          what: `\`queue\` after ${whole(visits)} visits with as many found, against half-way`,
          bar: `does not grow (≤ ${MOST_GROWTH}×)`,
          measured: `${growth.toFixed(2)}× (${(last.sizes.queue / waiting.queue).toFixed(2)}× of when nothing was visited)`,
          met: growth <= MOST_GROWTH,
        },
      ],
    };
  } finally {
    await server.remove();
  }
};
