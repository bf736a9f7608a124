/** Who works on a shared crawl, for people: how long ago each was heard, what it holds and what it says of itself. */
import type { Database } from '../postgres/index.ts';

export interface WorkerState {
  readonly id: number;
  readonly name: string;
  readonly isAlive: boolean;
  readonly isStopping: boolean;
  readonly entered: Date;
  /** Since it was last heard, ms. */
  readonly silence: number;
  /** Sites that it holds. */
  readonly sites: number;
  readonly addresses: number;
  readonly pages: number;
  readonly bytes: number;
  readonly completed: number;
  /** Which of the parts it works on, when the crawl is divided. */
  readonly part: number;
  readonly about: Readonly<Record<string, unknown>>;
}

export interface ClusterHealth {
  /** Transactions of anybody that have been open for more than a minute: they keep rows from being cleaned. */
  readonly longTransactions: number;
  /** A synchronous standby is wanted and none answers: commits wait. */
  readonly lacksStandby: boolean;
  readonly timeline: number;
  /** Bytes of the tables, with their indexes. */
  readonly bytes: number;
  readonly readySites: number;
  readonly restingSites: number;
  readonly leasedSites: number;
  readonly parkedSites: number;
}

/** Those that live, and of the others the last. */
export async function readWorkers(database: Database, most = 100): Promise<WorkerState[]> {
  const { schema } = database;
  const rows = await database.query<{
    id: number;
    name: string;
    alive: boolean;
    stop: boolean;
    entered: number;
    silence: number;
    sites: number;
    addresses: number;
    pages: number;
    bytes: number;
    completed: number;
    part: number;
    about: string;
  }>(
    `select w.id, w.name, w.alive, w.stop, (extract(epoch from w.entered) * 1000)::bigint as entered,
       greatest(0, extract(epoch from ${schema}.clock() - w.until + ${schema}.span(c.ttl)) * 1000)::bigint as silence,
       (select count(*) from ${schema}.site s where s.state = 3 and s.owner = w.id) as sites,
       (select count(*) from ${schema}.address a where a.owner = w.id) as addresses,
       w.pages, w.bytes, w.completed, w.part, w.about::text as about
     from ${schema}.worker w, ${schema}.crawl c order by w.alive desc, w.id desc limit $1`,
    [most],
  );
  return rows.map(({ alive, stop, entered, about, ...row }) => ({
    ...row,
    isAlive: alive,
    isStopping: stop,
    entered: new Date(entered),
    about: JSON.parse(about),
  }));
}

export async function readHealth(database: Database): Promise<ClusterHealth> {
  const { schema } = database;
  const [row] = await database.query<{
    long: number;
    lacks: boolean;
    timeline: number;
    bytes: number;
    ready: number;
    resting: number;
    leased: number;
    parked: number;
  }>(
    `select
       (select count(*) from pg_stat_activity where datname = current_database() and xact_start < now() - interval '1 minute') as long,
       current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') <> 'local'
         and not exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as lacks,
       ${schema}.timeline() as timeline,
       (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = $1 and c.relkind = 'r') as bytes,
       (select count(*) from ${schema}.site where state = 1) as ready,
       (select count(*) from ${schema}.site where state = 2) as resting,
       (select count(*) from ${schema}.site where state = 3) as leased,
       (select count(*) from ${schema}.site where state = 4) as parked`,
    [schema],
  );
  const { long, lacks, timeline, bytes, ready, resting, leased, parked } = row!;
  return {
    longTransactions: long,
    lacksStandby: lacks,
    timeline,
    bytes,
    readySites: ready,
    restingSites: resting,
    leasedSites: leased,
    parkedSites: parked,
  };
}

/** Asks workers of a name, or all, to stop after what they have under way; how many were asked. */
export async function stopWorkers(database: Database, name: string | null): Promise<number> {
  const { schema } = database;
  const rows = await database.query(
    `update ${schema}.worker set stop = true where alive and ($1::text is null or name = $1 or id::text = $1) returning id`,
    [name],
  );
  return rows.length;
}
