/** What a shared crawl knows of one URL: whether it waits, for what, and how its visits ended. */
import type { Database } from '../postgres/index.ts';
import { Names } from './names.ts';
import { type SharedVisit, sharedVisit, VISIT_COLUMNS } from './snapshot.ts';
import { unpackUrl } from './url-facts.ts';

export type SiteState = 'idle' | 'ready' | 'resting' | 'leased' | 'parked' | 'retired';
/** As the column `site.state` has it. */
const STATES: Readonly<Record<number, SiteState>> = {
  0: 'idle',
  1: 'ready',
  2: 'resting',
  3: 'leased',
  4: 'parked',
  6: 'retired',
};

/** The queue that a URL stands in. */
export interface SharedSite {
  readonly name: string;
  /** `parked`: another worker has the network address that it needs. */
  readonly state: SiteState;
  /** The worker that has it. */
  readonly worker: string | null;
  /** The worker that has its network address. */
  readonly addressOf: string | null;
  /** No access before that, as the database knows: a worker that has the site keeps its own time. */
  readonly rests: number | null;
  /** Its own delay, ms; 0 for that of the crawl. */
  readonly delay: number;
  readonly queued: number;
  readonly collected: number;
}

/** A URL that waits. */
export interface SharedWait {
  readonly record: number;
  readonly priority: number;
  readonly attempt: number;
  readonly hops: number;
  readonly parent: number;
  /** Its place in the queue of its site, from 1; null for what waits for a time. */
  readonly place: number | null;
  /** Not before that; null when its turn alone counts. */
  readonly notBefore: number | null;
  /** It was visited before, and is to be visited again. */
  readonly again: boolean;
}

export interface SharedUrl {
  readonly known: boolean;
  readonly site: SharedSite | null;
  readonly waits: readonly SharedWait[];
  readonly visits: readonly SharedVisit[];
  /** Pages that refer to it, in a crawl whose policy goes by that; 0 in any other. */
  readonly references: number;
}

/** Of a URL by its queue and its key. Only when it was visited all visits are looked through. */
export async function readSharedUrl(database: Database, queue: string, key: string): Promise<SharedUrl> {
  const { schema } = database;
  const [seeds] = await database.query<{ seed_a: number; seed_b: number }>(
    `select seed_a, seed_b from ${schema}.crawl`,
  );
  const names = new Names(seeds!.seed_a, seeds!.seed_b);
  const site = names.site(queue);
  const fp = names.url(site, key);
  const [found] = await database.query<{ known: boolean; references: number }>(
    `select exists (select from ${schema}.seen where fp = $1::bigint) as known,
       coalesce((select n from ${schema}.reference_count where fp = $1::bigint), 0) as references`,
    [fp],
  );
  const waits = await database.query<WaitRow>(
    `select q.ord & 281474976710655 as record, q.priority, q.facts, q.parent, false as again, null::bigint as at,
       (select count(*) from ${schema}.queue o where o.site = q.site and o.ord <= q.ord) as place
     from ${schema}.queue q where q.site = $1::bigint and q.fp = $2::bigint
     union all
     select l.ord & 281474976710655, l.priority, l.facts, l.parent, l.again, (extract(epoch from l.at) * 1000)::bigint, null
     from ${schema}.later l where l.site = $1::bigint and l.fp = $2::bigint`,
    [site.id, fp],
  );
  const visits = found!.known
    ? await database.query<Parameters<typeof sharedVisit>[0]>(
        `select ${VISIT_COLUMNS} from ${schema}.visit v join ${schema}.site s on s.id = v.site join ${schema}.worker w on w.id = v.worker
           left join ${schema}.file f on f.id = v.file where v.fp = $1::bigint order by v.at`,
        [fp],
        { patience: 600_000 },
      )
    : [];
  return {
    known: found!.known,
    site: await readSite(database, site.id),
    waits: waits.map((row) => {
      const { attempt, hops } = unpackUrl(row.facts, '', '');
      const { record, priority, parent, place, again, at } = row;
      return { record, priority, parent, place, again, notBefore: at, attempt, hops };
    }),
    visits: visits.map(sharedVisit),
    references: found!.references,
  };
}

interface WaitRow {
  readonly record: number;
  readonly priority: number;
  readonly facts: number;
  readonly parent: number;
  readonly again: boolean;
  readonly at: number | null;
  readonly place: number | null;
}

async function readSite(database: Database, id: string): Promise<SharedSite | null> {
  const { schema } = database;
  const [row] = await database.query<Omit<SharedSite, 'state'> & { state: number }>(
    `select s.name, s.state::int as state, w.name as worker, o.name as "addressOf", s.delay, s.queued, s.collected,
       case when s.next_at > ${schema}.clock() then (extract(epoch from s.next_at) * 1000)::bigint end as rests
     from ${schema}.site s left join ${schema}.worker w on w.id = s.owner and s.state = 3
       left join ${schema}.address a on a.id = s.addr left join ${schema}.worker o on o.id = a.owner
     where s.id = $1::bigint`,
    [id],
  );
  return row === undefined ? null : { ...row, state: STATES[row.state] ?? 'idle' };
}
