/**
 * What a machine that is gone took with it: visits that it ended and whose answers had not come into the store. They are undone, some at a time, each
 * time in one transaction, and their URLs wait again as if nobody had visited them; what was found in them stays found, and what they voted for is
 * taken back.
 */
import { type FrontierOptions, OUTCOME, orderingOf } from '../frontier/index.ts';
import { type Database, numberArray, textArray } from '../postgres/index.ts';
import { isPage } from './end-batch.ts';
import { Names } from './names.ts';
import { unpackUrl } from './url-facts.ts';

export interface LostVisits {
  /** Undone. */
  readonly visits: number;
  /** Of these, queued again: some may have waited for another visit already. */
  readonly queued: number;
  /** Visits of sites that were given up: they stay, and their answers are gone. */
  readonly bare: number;
}

export interface LostVisitsOptions {
  readonly policy: FrontierOptions['policy'];
  /** Whether URLs of the crawl are visited more than once. */
  readonly revisits: boolean;
  /** The form of a URL under which it is known once; null when it has none. */
  readonly keyOf: (url: string) => string | null;
  readonly onProgress?: ((so: LostVisits) => void) | undefined;
}

interface LostRow {
  readonly place: string;
  readonly record: string;
  readonly site: string;
  readonly site_name: string;
  readonly fp: string;
  readonly facts: number;
  readonly url: string;
}

const AT_ONCE = 500;
const PAGES = Object.values(OUTCOME).filter(isPage);

/** Workers by name, or by the number of one of their lives; null when there is none. Those whose time is over are taken for dead first. */
export async function findWorker(
  database: Database,
  worker: string,
): Promise<{ readonly name: string; readonly isAlive: boolean } | null> {
  const { schema } = database;
  await database.query(`select ${schema}.reap()`);
  const [row] = await database.query<{ name: string; alive: boolean }>(
    `select w.name, bool_or(w.alive) as alive from ${schema}.worker w
     where w.name = (select name from ${schema}.worker where name = $1 or id::text = $1 order by name = $1 desc, id desc limit 1) group by w.name`,
    [worker],
  );
  return row === undefined ? null : { name: row.name, isAlive: row.alive };
}

/** Queues again what was lost with a worker; null when it lives. May be cut at any moment, and called again. */
export async function queueLostVisits(
  database: Database,
  worker: string,
  { policy, revisits, keyOf, onProgress }: LostVisitsOptions,
): Promise<LostVisits | null> {
  const { schema } = database;
  const [crawl] = await database.query<{ seed_a: number; seed_b: number }>(
    `select seed_a, seed_b from ${schema}.crawl`,
  );
  const names = new Names(crawl!.seed_a, crawl!.seed_b);
  const { bucket } = orderingOf(policy);
  let so: LostVisits = { visits: 0, queued: 0, bare: 0 };
  for (;;) {
    const rows = await database.query<LostRow>(
      `select place, record::text, site::text, site_name, fp::text, facts, url from ${schema}.lost_visits($1, $2)`,
      [worker, AT_ONCE],
    );
    if (rows.length === 0) {
      await database.query(`select ${schema}.forget_files($1)`, [worker]);
      return so;
    }
    // First: a URL that waits again is asked for as if nobody had its content.
    if (revisits)
      await database.query(`select ${schema}.lose_pages($1)`, [numberArray(rows.map(({ fp }) => fp))]);
    const facts = rows.map((row) => unpackUrl(row.facts, row.url, row.site_name));
    const [answer] = await database.query<{ undone: number; queued: number; bare: number }>(
      `select * from ${schema}.queue_again($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        worker,
        textArray(rows.map(({ place }) => place)),
        numberArray(rows.map(({ record }) => record)),
        numberArray(rows.map(({ site }) => site)),
        // How urgent it was is not known of a visit that ended: it was, for it was visited.
        numberArray(facts.map(({ depth }) => bucket(0, depth))),
        textArray(rows.map((row, i) => lostKey(row, facts[i]!, names, keyOf))),
        numberArray(rows.map((row, i) => voterOf(row, keyOf(facts[i]!.url), names))),
        numberArray(PAGES),
        revisits,
      ],
    );
    const { undone, queued, bare } = answer!;
    if (undone < 0) return null;
    so = { visits: so.visits + undone, queued: so.queued + queued, bare: so.bare + bare };
    onProgress?.(so);
  }
}

/** Under what a page voted: the fingerprint of the plain form of its key. */
function voterOf({ site_name: queue, fp }: LostRow, plain: string | null, names: Names): string {
  return plain === null ? fp : names.url(names.site(queue), plain);
}

/**
 * The key of a URL, which its visit does not have: it is known by its fingerprint. A redirect to the same URL in another form has the number of
 * the redirect behind it.
 */
function lostKey(
  { site_name: queue, fp }: LostRow,
  { url, redirects }: { readonly url: string; readonly redirects: number },
  names: Names,
  keyOf: LostVisitsOptions['keyOf'],
): string | null {
  const plain = keyOf(url);
  if (plain === null) return null;
  const site = names.site(queue);
  for (const key of [url, plain, `${plain} ${redirects}`])
    if (names.url(site, key) === fp) return key === url ? null : key;
  return null;
}
