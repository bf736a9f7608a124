/** What all workers of a shared crawl must agree on, and how it changes: it is begun once, and later sessions may give it other limits. */
import { randomInt } from 'node:crypto';
import { type FrontierOptions, orderingOf } from '../frontier/index.ts';
import type { Database, Query } from '../postgres/index.ts';

export interface SharedPlan {
  /** The settings of the crawl, as `crawl.json` keeps them. */
  readonly settings: Readonly<Record<string, unknown>>;
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
  /** The address of the store of its archive, without anything secret; null while each worker keeps its own. */
  readonly store: string | null;
}

/** The crawl of a database, as it was begun. */
export interface BegunPlan {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly begun: Date;
  readonly ttl: number;
  readonly partitions: number;
  readonly store: string | null;
  readonly state: CrawlState;
}

/** As the column `crawl.state` has it. */
const STATES = ['running', 'paused', 'stopped'] as const;
export type CrawlState = (typeof STATES)[number];

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Begins a crawl in a database that has none; false when there is one already. */
export async function beginSharedCrawl(database: Database, plan: SharedPlan): Promise<boolean> {
  return database.transaction(async (query) => (await insertPlan(query, database.schema, plan)) !== null);
}

/** Answers the seeds of the fingerprints that the crawl begins with; null when there is one already. */
export async function insertPlan(
  query: Query,
  schema: string,
  plan: SharedPlan,
): Promise<readonly [number, number] | null> {
  const improves = plan.policy === 'priority';
  const seeds = [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0] as const;
  const made = await query(
    `insert into ${schema}.crawl
       (settings, penalised, improves, delay, address_delay, site_budget, seed_a, seed_b, ttl, partitions, pages_left, store)
     values ($1::text::jsonb, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning one`,
    [
      JSON.stringify(plan.settings),
      orderingOf(plan.policy).penalised,
      improves,
      Math.ceil(plan.delay),
      Math.ceil(plan.addressDelay),
      finite(plan.queueBudget),
      ...seeds,
      plan.ttl,
      plan.partitions,
      finite(plan.maxPages),
      plan.store,
    ],
  );
  // A later reference that makes a URL more urgent finds it by its fingerprint.
  if (made.length > 0 && improves) await query(`create index if not exists queue_fp on ${schema}.queue (fp)`);
  return made.length > 0 ? seeds : null;
}

/** The crawl that the database holds; null for none. */
export async function readSharedPlan(database: Database): Promise<BegunPlan | null> {
  const [there] = await database.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
    `${database.schema}.crawl`,
  ]);
  if (!there?.made) return null;
  const [row] = await database.query<{
    settings: string;
    made: string;
    ttl: number;
    partitions: number;
    store: string | null;
    state: number;
  }>(
    `select settings::text, to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made, ttl, partitions, store, state
     from ${database.schema}.crawl`,
  );
  if (row === undefined) return null;
  const { settings, made, ttl, partitions, store, state } = row;
  return {
    settings: JSON.parse(settings),
    begun: new Date(made),
    ttl,
    partitions,
    store,
    state: STATES[state] ?? 'running',
  };
}

/** Gives a crawl that goes on other limits. Workers that are there take them when they come again; the pages left are counted at once. */
export async function changeSharedPlan(
  database: Database,
  plan: Pick<SharedPlan, 'settings' | 'delay' | 'addressDelay' | 'queueBudget' | 'maxPages'>,
): Promise<void> {
  const { schema } = database;
  await database.query(
    `update ${schema}.crawl set settings = $1::text::jsonb, delay = $2, address_delay = $3, site_budget = $4,
       pages_left = $5::bigint - (select coalesce(sum(case when alive then greatest(granted, pages) else pages end), 0) from ${schema}.worker)`,
    [
      JSON.stringify(plan.settings),
      Math.ceil(plan.delay),
      Math.ceil(plan.addressDelay),
      finite(plan.queueBudget),
      finite(plan.maxPages),
    ],
  );
}

/** Pauses the crawl, lets it go on, or asks all workers to stop. */
export async function setCrawlState(database: Database, state: CrawlState): Promise<void> {
  await database.query(`update ${database.schema}.crawl set state = $1`, [STATES.indexOf(state)]);
}
