/**
 * A shared crawl as it stands at one moment, row by row: what is read sees nothing of what workers do meanwhile, and never stands in memory as a
 * whole.
 */
import { OUTCOME } from '../frontier/index.ts';
import type { Database, Query } from '../postgres/index.ts';
import { Names } from './names.ts';
import { type UrlFacts, unpackUrl } from './url-facts.ts';

/** Rows that come at once. */
const PORTION = 5_000;
/** A crawl of hundreds of millions of URLs takes hours to read, ms. */
const LONGEST = 20 * 86_400_000;

export type OutcomeName = keyof typeof OUTCOME;

/** A visit that ended. */
export interface SharedVisit extends UrlFacts {
  readonly record: number;
  /** The fingerprint of its key. */
  readonly fp: string;
  readonly queue: string;
  readonly at: number;
  readonly outcome: OutcomeName;
  readonly status: number;
  readonly bytes: number;
  /** The name of the worker that made it. */
  readonly worker: string;
  /** Where that worker's archive has the answer. */
  readonly archived: { readonly file: string; readonly offset: number } | null;
}

interface VisitRow {
  readonly record: number;
  readonly fp: string;
  readonly queue: string;
  readonly facts: number;
  readonly url: string;
  readonly at: number;
  readonly outcome: number;
  readonly status: number;
  readonly bytes: number;
  readonly worker: string;
  readonly file: string | null;
  readonly pos: number | null;
}

const NAMES = new Map(Object.entries(OUTCOME).map(([name, code]) => [code as number, name as OutcomeName]));

/** The columns of a visit, of `visit v`, `site s`, `worker w` and `file f`. */
export const VISIT_COLUMNS = `v.record, v.fp::text as fp, s.name as queue, v.facts, v.url, (extract(epoch from v.at) * 1000)::bigint as at,
  v.outcome::int as outcome, v.status::int as status, v.bytes, w.name as worker, f.name as file, v.pos`;

export function sharedVisit(row: VisitRow): SharedVisit {
  const { facts, url, file, pos, outcome, ...rest } = row;
  return {
    ...rest,
    ...unpackUrl(facts, url, row.queue),
    outcome: NAMES.get(outcome) ?? 'skipped',
    archived: file === null ? null : { file, offset: pos ?? 0 },
  };
}

/** A URL that waits: for its turn, or for a time. */
export interface SharedWaiting extends UrlFacts {
  readonly record: number;
  readonly queue: string;
  readonly key: string;
  readonly priority: number;
  readonly parent: number;
  /** Null when its turn alone counts. */
  readonly at: number | null;
}

/** What is kept of a site besides its URLs. */
export interface KeptSite {
  readonly name: string;
  /** Of its own, ms; 0 for that of the crawl. */
  readonly delay: number;
  /** No access before that, as the database knows. */
  readonly restsUntil: number;
  readonly isRetired: boolean;
}

/** A worker under its name, however often it came. */
export interface KnownWorker {
  readonly name: string;
  readonly isAlive: boolean;
  /** How far the logs of its folder count; null when nothing does. */
  readonly mark: string | null;
}

/** A time in which workers were there. */
export interface Working {
  readonly from: number;
  /** Null while one works. */
  readonly to: number | null;
}

/** What all workers have done. */
export interface Together {
  /** Pages that were downloaded, and how many different ones. */
  readonly downloaded: number;
  readonly pages: number;
  /** URLs that were visited. */
  readonly visited: number;
  /** Sites with a page. */
  readonly reached: number;
  /** Workers that ever were there. */
  readonly workers: number;
}

export class Snapshot {
  readonly #query: Query;
  readonly #schema: string;
  #cursors = 0;

  constructor(query: Query, schema: string) {
    this.#query = query;
    this.#schema = schema;
  }

  /** The rows of a statement without parameters; `@` stands for the schema. */
  async *rows<T>(text: string): AsyncGenerator<T> {
    const cursor = `portion_${++this.#cursors}`;
    await this.#query(`declare ${cursor} no scroll cursor for ${text.replaceAll('@', `${this.#schema}.`)}`);
    for (;;) {
      const rows = await this.#query<T>(`fetch forward ${PORTION} from ${cursor}`);
      yield* rows;
      if (rows.length < PORTION) break;
    }
    await this.#query(`close ${cursor}`);
  }

  /** All visits: nearly in the order in which they ended, or by the records of their URLs and then by time. */
  async *visits(order: 'ended' | 'record' | 'time' = 'ended'): AsyncGenerator<SharedVisit> {
    const by = { ended: '', record: 'order by v.record, v.at', time: 'order by v.at, v.record' }[order];
    const rows = this.rows<VisitRow>(
      `select ${VISIT_COLUMNS} from @visit v join @site s on s.id = v.site join @worker w on w.id = v.worker left join @file f on f.id = v.file ${by}`,
    );
    for await (const row of rows) yield sharedVisit(row);
  }

  /** All that waits, by the records of the URLs. */
  async *waiting(): AsyncGenerator<SharedWaiting> {
    const columns = (of: string): string =>
      `${of}.ord & 281474976710655 as record, s.name as queue, ${of}.facts, ${of}.url, ${of}.key, ${of}.priority::int as priority, ${of}.parent`;
    const rows = this.rows<
      Omit<SharedWaiting, keyof UrlFacts | 'key'> & { facts: number; url: string; key: string | null }
    >(
      `select ${columns('q')}, null::bigint as at from @queue q join @site s on s.id = q.site
       union all
       select ${columns('l')}, (extract(epoch from l.at) * 1000)::bigint as at from @later l join @site s on s.id = l.site order by record`,
    );
    for await (const { facts, url, key, ...row } of rows) {
      const unpacked = unpackUrl(facts, url, row.queue);
      yield { ...row, ...unpacked, key: key ?? unpacked.url };
    }
  }

  /** The names of this crawl. */
  async names(): Promise<Names> {
    for await (const { seed_a, seed_b } of this.rows<{ seed_a: number; seed_b: number }>(
      'select seed_a, seed_b from @crawl',
    ))
      return new Names(seed_a, seed_b);
    throw new RangeError('no crawl in the database');
  }

  sites(): AsyncGenerator<KeptSite> {
    return this.rows<KeptSite>(
      `select name, delay, (extract(epoch from next_at) * 1000)::bigint as "restsUntil", state = 6 as "isRetired" from @site`,
    );
  }

  /** Workers that live now, and all names that ever were there. */
  async workers(): Promise<KnownWorker[]> {
    const found: KnownWorker[] = [];
    const rows = this.rows<KnownWorker>(
      `select name, bool_or(alive and until > @clock()) as "isAlive", (array_agg(mark order by id desc) filter (where mark is not null))[1] as mark
       from @worker group by name order by name`,
    );
    for await (const row of rows) found.push(row);
    return found;
  }

  /**
   * Of as many URLs as there are different pages, those that most pages refer to, and how many of them are among these pages; null where nobody counts
   * references. Which of those that as many refer to are taken is left to their fingerprints, which know nothing of what was downloaded.
   */
  async mostReferredTo(): Promise<{ readonly all: number; readonly downloaded: number } | null> {
    const pages = `select distinct fp from @visit where outcome in (${OUTCOME.analysed}, ${OUTCOME.unchanged})`;
    const rows = this.rows<{ all: number; downloaded: number }>(
      `with p as (${pages}),
         t as (select c.fp from @reference_count c where c.n > 0 order by c.n desc, c.fp limit (select count(*) from p))
       select count(*) as all, count(p.fp) as downloaded from t left join p on p.fp = t.fp`,
    );
    for await (const row of rows) return row.all === 0 ? null : row;
    return null;
  }

  async together(): Promise<Together> {
    const pages = `filter (where outcome in (${OUTCOME.analysed}, ${OUTCOME.unchanged}))`;
    const rows = this.rows<Together>(
      `select count(*) ${pages} as downloaded, count(distinct fp) ${pages} as pages, count(distinct fp) as visited,
         count(distinct site) ${pages} as reached, (select count(distinct name) from @worker) as workers from @visit`,
    );
    for await (const row of rows) return row;
    throw new RangeError('no row of a count');
  }

  /** When somebody worked on it, in order and without overlaps. */
  async working(): Promise<Working[]> {
    const spans: { from: number; to: number | null }[] = [];
    const rows = this.rows<{ came: number; heard: number; alive: boolean }>(
      `select (extract(epoch from w.entered) * 1000)::bigint as came, w.alive,
         (extract(epoch from greatest(w.entered, w.until - @span(c.ttl))) * 1000)::bigint as heard
       from @worker w, @crawl c order by w.entered`,
    );
    for await (const { came, heard, alive } of rows) {
      const to = alive ? null : heard;
      const last = spans.at(-1);
      if (last === undefined || (last.to !== null && last.to < came)) spans.push({ from: came, to });
      else if (last.to !== null) last.to = to === null ? null : Math.max(last.to, to);
    }
    return spans;
  }
}

/** Reads the crawl at one moment. Done again from its beginning when the database was away. */
export function inSnapshot<T>(database: Database, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return database.transaction(
    async (query) => {
      await query('set transaction isolation level repeatable read, read only');
      return read(new Snapshot(query, database.schema));
    },
    { patience: LONGEST },
  );
}
