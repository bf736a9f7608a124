/**
 * A shared crawl as it stands at one moment, row by row: what is read sees nothing of what workers do meanwhile, and never stands in memory as a
 * whole.
 */
import { OUTCOME } from '../frontier/index.ts';
import type { Database, Query } from '../postgres/index.ts';
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

/** A time in which workers were there. */
export interface Working {
  readonly from: number;
  /** Null while one works. */
  readonly to: number | null;
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

  /** Pages that were downloaded, and how many different ones; URLs that were visited; workers that ever were there. */
  async together(): Promise<{ downloaded: number; pages: number; visited: number; workers: number }> {
    const pages = `filter (where outcome in (${OUTCOME.analysed}, ${OUTCOME.unchanged}))`;
    const rows = this.rows<{ downloaded: number; pages: number; visited: number; workers: number }>(
      `select count(*) ${pages} as downloaded, count(distinct fp) ${pages} as pages, count(distinct fp) as visited,
         (select count(distinct name) from @worker) as workers from @visit`,
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
