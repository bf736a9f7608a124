/** A crawl in a database: made once, entered by any number of workers. */
import { randomInt } from 'node:crypto';
import { type FrontierOptions, orderingOf } from '../frontier/index.ts';
import { type Database, migrate, requireVersion } from '../postgres/index.ts';
import { CLUSTER_TABLES } from './schema/index.ts';
import { readFigures } from './shared-figures.ts';
import { SharedFrontier, type WorkerPlace } from './shared-frontier.ts';

/** What all workers of a crawl must agree on. */
export interface SharedPlan {
  /** The settings of the crawl, as `crawl.json` keeps them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What is made of the pages, for whoever analyses them. */
  readonly analysis: Readonly<Record<string, unknown>>;
  /** Where the archive is kept; null for the folder of each worker. */
  readonly store: string | null;
  readonly policy: FrontierOptions['policy'];
  readonly delay: number;
  readonly addressDelay: number;
  readonly queueBudget: number;
  /** Pages of the whole crawl. */
  readonly maxPages: number;
  /** How long a worker may be silent before it is taken for dead, ms. */
  readonly ttl: number;
  /** Parts of the sites that see nothing of each other's links; 0 for none. */
  readonly partitions: number;
}

/** Makes the tables, or brings them to the version of this program. */
export async function initCluster(database: Database): Promise<void> {
  await migrate(database, CLUSTER_TABLES);
}

/** Begins a crawl in a database that has none; false when there is one already. */
export async function beginSharedCrawl(database: Database, plan: SharedPlan): Promise<boolean> {
  const improves = plan.policy === 'priority';
  const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return database.transaction(async (query) => {
    const made = await query(
      `insert into ${database.schema}.crawl
         (settings, analysis, store, penalised, improves, delay, address_delay, site_budget, seed_a, seed_b, ttl, partitions, pages_left)
       values ($1::text::jsonb, $2::text::jsonb, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning one`,
      [
        JSON.stringify(plan.settings),
        JSON.stringify(plan.analysis),
        plan.store,
        orderingOf(plan.policy).penalised,
        improves,
        Math.ceil(plan.delay),
        Math.ceil(plan.addressDelay),
        finite(plan.queueBudget),
        randomInt(2 ** 32) | 0,
        randomInt(2 ** 32) | 0,
        plan.ttl,
        plan.partitions,
        finite(plan.maxPages),
      ],
    );
    // A later reference that makes a URL more urgent finds it by its fingerprint.
    if (made.length > 0 && improves)
      await query(`create index if not exists queue_fp on ${database.schema}.queue (fp)`);
    return made.length > 0;
  });
}

/** What a worker brings. */
export interface Entering {
  /** Of the folder it works in: whoever had this name before is taken for dead. */
  readonly name: string;
  readonly about?: WorkerPlace['about'];
  readonly onStop?: WorkerPlace['onStop'];
}

/** Enters as a worker. */
export async function enterSharedCrawl(
  database: Database,
  options: FrontierOptions,
  { name, about, onStop }: Entering,
): Promise<SharedFrontier> {
  await requireVersion(database, CLUSTER_TABLES);
  const { schema } = database;
  const [crawl] = await database.query<{ seed_a: number; seed_b: number; ttl: number; partitions: number }>(
    `select seed_a, seed_b, ttl, partitions from ${schema}.crawl`,
  );
  const [row] = await database.query<{ id: number; mark: string | null; tl: number; part: number }>(
    `select * from ${schema}.enter($1, $2::text::jsonb)`,
    [name, JSON.stringify(about?.() ?? {})],
  );
  return new SharedFrontier(
    {
      database,
      worker: row!.id,
      name,
      mark: row!.mark,
      timeline: row!.tl,
      seeds: [crawl!.seed_a, crawl!.seed_b],
      ttl: crawl!.ttl,
      partitions: crawl!.partitions,
      part: row!.part,
      figures: await readFigures(database),
      about,
      onStop,
    },
    options,
  );
}
