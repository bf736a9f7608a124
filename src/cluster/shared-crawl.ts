/** A crawl in a database, entered by any number of workers. */
import type { FrontierOptions } from '../frontier/index.ts';
import { type Database, migrate, requireVersion } from '../postgres/index.ts';
import { CLUSTER_TABLES } from './schema/index.ts';
import { readFigures } from './shared-figures.ts';
import { SharedFrontier, type WorkerPlace } from './shared-frontier.ts';
import { now } from './worker-life.ts';

/** Makes the tables, or brings them to the version of this program. */
export async function initCluster(database: Database): Promise<void> {
  await migrate(database, CLUSTER_TABLES);
}

/** Throws TRF_CLUSTER_EMPTY when there are no tables, TRF_CLUSTER_VERSION when they are of another version. */
export async function requireCluster(database: Database): Promise<void> {
  await requireVersion(database, CLUSTER_TABLES);
}

/** What a worker brings. */
export interface Entering {
  /** Of the folder it works in: whoever had this name before is taken for dead. */
  readonly name: string;
  readonly about?: WorkerPlace['about'];
  readonly onTold?: WorkerPlace['onTold'];
  readonly gathers?: WorkerPlace['gathers'];
  readonly lingers?: WorkerPlace['lingers'];
}

/** Enters as a worker. */
export async function enterSharedCrawl(
  database: Database,
  options: FrontierOptions,
  { name, about, onTold, gathers, lingers }: Entering,
): Promise<SharedFrontier> {
  await requireCluster(database);
  const { schema } = database;
  const [crawl] = await database.query<{
    seed_a: number;
    seed_b: number;
    ttl: number;
    partitions: number;
    limited: boolean;
  }>(`select seed_a, seed_b, ttl, partitions, pages_left is not null as limited from ${schema}.crawl`);
  const since = now();
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
      since,
      seeds: [crawl!.seed_a, crawl!.seed_b],
      ttl: crawl!.ttl,
      partitions: crawl!.partitions,
      part: row!.part,
      isLimited: crawl!.limited,
      figures: await readFigures(database),
      about,
      onTold,
      gathers,
      lingers,
    },
    options,
  );
}
