/**
 * A crawl that was made elsewhere, taken into a database that has none: all of it or nothing, in one transaction. What is taken in counts as the work of
 * one worker, which is not there now. URLs keep their records, so that logs which speak of them stay true.
 */
import { TarrafaError } from '../errors.ts';
import {
  type Candidate,
  type FrontierCounts,
  OUTCOME,
  type OutcomeCode,
  orderingOf,
} from '../frontier/index.ts';
import { type Database, numberArray, type Query, textArray } from '../postgres/index.ts';
import { Names } from './names.ts';
import { insertPlan, type SharedPlan } from './shared-plan.ts';
import { clamp, packUrl } from './url-facts.ts';

export interface BroughtUrl extends Candidate {
  readonly record: number;
  /** `known`: nothing of it waits. */
  readonly state: 'queued' | 'known';
}

/** A URL that waits for a time. */
export interface BroughtWait extends Candidate {
  readonly record: number;
  readonly at: number;
  readonly again: boolean;
  readonly attempt: number;
}

export interface BroughtVisit extends Candidate {
  readonly record: number;
  readonly at: number;
  readonly outcome: OutcomeCode;
  readonly status: number;
  readonly bytes: number;
  readonly archived: { readonly file: string; readonly offset: number } | null;
}

export interface BroughtSite {
  readonly name: string;
  /** Of its own, ms; 0 for that of the crawl. */
  readonly delay: number;
  /** What it still has to rest, ms. */
  readonly rest: number;
  readonly collected: number;
  readonly isRetired: boolean;
}

/** What pages of the crawl refer to, told by hashes of keys; of what is not known under a key nothing is kept. */
export interface BroughtVotes {
  hashOf(key: string): number;
  pages(): Iterable<{ readonly page: number; readonly targets: readonly number[] }>;
}

/** Asked for from its beginning when the database was away. */
export interface BroughtCrawl {
  readonly plan: SharedPlan;
  /** Under which name its archive files are known. */
  readonly worker: string;
  /** How far the logs of its folder are. */
  readonly mark: string | null;
  /** When it was worked on. */
  readonly from: number;
  readonly to: number;
  readonly counts: Pick<FrontierCounts, 'duplicates' | 'improved' | 'dropped'>;
  sites(): Iterable<BroughtSite>;
  urls(): Iterable<BroughtUrl>;
  waits(): Iterable<BroughtWait>;
  visits(): AsyncIterable<BroughtVisit>;
  /** Null when its policy does not go by references. */
  readonly votes: BroughtVotes | null;
}

export interface TakenIn {
  readonly known: number;
  readonly queued: number;
  readonly scheduled: number;
  readonly visits: number;
  readonly pages: number;
  readonly sites: number;
}

const PORTION = 2_000;
const LONGEST = 20 * 86_400_000;

/** Throws TRF_CLUSTER_TAKEN when the database holds a crawl. */
export function takeIn(database: Database, brought: BroughtCrawl): Promise<TakenIn> {
  return database.transaction(
    async (query) => {
      const seeds = await insertPlan(query, database.schema, brought.plan);
      if (seeds === null) throw new TarrafaError('TRF_CLUSTER_TAKEN', [database.address.shown]);
      return new Taking(query, database.schema, brought, new Names(...seeds)).take();
    },
    { patience: LONGEST },
  );
}

class Taking {
  readonly #query: Query;
  readonly #schema: string;
  readonly #brought: BroughtCrawl;
  readonly #names: Names;
  readonly #bucket: (priority: number, depth: number) => number;
  #worker = 0;
  #last = 0;
  readonly #count = { known: 0, queued: 0, scheduled: 0, visits: 0, pages: 0, sites: 0 };
  #bytes = 0;
  readonly #outcomes = Object.values(OUTCOME).map(() => 0);

  constructor(query: Query, schema: string, brought: BroughtCrawl, names: Names) {
    this.#query = query;
    this.#schema = schema;
    this.#brought = brought;
    this.#names = names;
    this.#bucket = orderingOf(brought.plan.policy).bucket;
  }

  async take(): Promise<TakenIn> {
    const { plan, worker, mark, from, to, counts } = this.#brought;
    const [made] = await this.#query<{ id: number }>(
      `insert into ${this.#schema}.worker (name, alive, entered, until, mark) values ($1, false, to_timestamp($2::float8 / 1000),
         to_timestamp($3::float8 / 1000), $4) returning id`,
      [worker, from, to + plan.ttl, mark],
    );
    this.#worker = made!.id;
    await this.#sites();
    await this.#urls();
    await this.#waits();
    await this.#visits();
    if (this.#brought.votes !== null) await this.#votes(this.#brought.votes);
    await this.#settle();
    const { known, queued, scheduled, visits, pages, sites } = this.#count;
    await this.#query(
      `update ${this.#schema}.worker set known = $2, queued = $3, scheduled = $4, completed = $5, pages = $6, granted = $6, queues = $7, bytes = $8,
         outcomes = $9, duplicates = $10, improved = $11, dropped = $12::text::jsonb where id = $1`,
      [
        this.#worker,
        known,
        queued,
        scheduled,
        visits,
        pages,
        sites,
        this.#bytes,
        numberArray(this.#outcomes),
        counts.duplicates,
        counts.improved,
        JSON.stringify(counts.dropped),
      ],
    );
    await this.#query(`update ${this.#schema}.crawl set pages_left = greatest(0, pages_left - $1)`, [pages]);
    await this.#query(`select setval('${this.#schema}.record', $1)`, [Math.max(1, this.#last)]);
    return this.#count;
  }

  async #sites(): Promise<void> {
    for (const portion of portions(this.#brought.sites())) {
      this.#count.sites += portion.length;
      await this.#query(
        `insert into ${this.#schema}.site (id, name, state, rank, delay, collected, next_at)
         select id, name, state, 0, delay, collected, ${this.#schema}.clock() + ${this.#schema}.span(rest)
         from unnest($1::bigint[], $2::text[], $3::int[], $4::int[], $5::int[], $6::float8[]) s(id, name, state, delay, collected, rest)`,
        [
          numberArray(portion.map(({ name }) => this.#names.site(name).id)),
          textArray(portion.map(({ name }) => name)),
          numberArray(portion.map(({ isRetired }) => (isRetired ? 6 : 0))),
          numberArray(portion.map(({ delay }) => Math.ceil(delay))),
          numberArray(portion.map(({ collected }) => collected)),
          numberArray(portion.map(({ rest }) => rest)),
        ],
      );
    }
  }

  async #urls(): Promise<void> {
    for (const portion of portions(this.#brought.urls())) {
      this.#count.known += portion.length;
      for (const { record } of portion) this.#last = Math.max(this.#last, record);
      await this.#query(
        `insert into ${this.#schema}.seen select unnest($1::bigint[]) on conflict do nothing`,
        [numberArray(portion.map((url) => this.#printOf(url)))],
      );
      const waiting = portion.filter(({ state }) => state === 'queued');
      this.#count.queued += waiting.length;
      await this.#query(
        `insert into ${this.#schema}.queue (site, ord, fp, parent, facts, priority, url, key)
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::smallint[], $7::text[], $8::text[])`,
        this.#rows(waiting.map((url) => ({ ...url, attempt: 1 }))),
      );
    }
  }

  async #waits(): Promise<void> {
    for (const portion of portions(this.#brought.waits())) {
      for (const { again } of portion) this.#count[again ? 'scheduled' : 'queued']++;
      await this.#query(
        `insert into ${this.#schema}.later (at, again, site, ord, fp, parent, facts, priority, url, key)
         select to_timestamp(at / 1000), again, site, ord, fp, parent, facts, priority, url, key
         from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::smallint[], $7::text[], $8::text[], $9::float8[], $10::bool[])
           l(site, ord, fp, parent, facts, priority, url, key, at, again)`,
        [
          ...this.#rows(portion),
          numberArray(portion.map(({ at }) => at)),
          textArray(portion.map(({ again }) => String(again))),
        ],
      );
    }
  }

  async #visits(): Promise<void> {
    const files = new Map<string, number>();
    let portion: BroughtVisit[] = [];
    const write = async (): Promise<void> => {
      for (const { archived } of portion) {
        if (archived === null || files.has(archived.file)) continue;
        const [row] = await this.#query<{ id: number }>(
          `insert into ${this.#schema}.file (worker, name) values ($1, $2) returning id`,
          [this.#worker, archived.file],
        );
        files.set(archived.file, row!.id);
      }
      const packed = portion.map((visit) => packUrl(visit, 1));
      await this.#query(
        `insert into ${this.#schema}.visit (record, fp, site, at, pos, bytes, worker, file, facts, status, outcome, url)
         select record, fp, site, to_timestamp(at / 1000), pos, bytes, $1::int, file, facts, status, outcome, url
         from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::float8[], $6::bigint[], $7::int[], $8::int[], $9::int[], $10::smallint[], $11::smallint[], $12::text[])
           v(record, fp, site, at, pos, bytes, file, facts, status, outcome, url)`,
        [
          this.#worker,
          numberArray(portion.map(({ record }) => record)),
          numberArray(portion.map((visit) => this.#printOf(visit))),
          numberArray(portion.map(({ queue }) => this.#names.site(queue).id)),
          numberArray(portion.map(({ at }) => at)),
          numberArray(portion.map(({ archived }) => archived?.offset ?? null)),
          numberArray(portion.map(({ bytes }) => Math.min(bytes, 2 ** 31 - 1))),
          numberArray(portion.map(({ archived }) => (archived ? files.get(archived.file)! : null))),
          numberArray(packed.map(({ facts }) => facts)),
          numberArray(portion.map(({ status }) => status)),
          numberArray(portion.map(({ outcome }) => outcome)),
          textArray(packed.map(({ url }) => url)),
        ],
      );
      portion = [];
    };
    for await (const visit of this.#brought.visits()) {
      this.#count.visits++;
      this.#bytes += visit.bytes;
      this.#outcomes[visit.outcome - 1]!++;
      if (visit.outcome === OUTCOME.analysed || visit.outcome === OUTCOME.unchanged) this.#count.pages++;
      portion.push(visit);
      if (portion.length === PORTION) await write();
    }
    await write();
  }

  /** A table of hashes, for the time of it: there may be too many for memory. */
  async #votes({ hashOf, pages }: BroughtVotes): Promise<void> {
    const table = `${this.#schema}.brought_key`;
    await this.#query(`create table ${table} (hash bigint primary key, fp bigint not null)`);
    for (const portion of portions(this.#brought.urls()))
      await this.#query(
        `insert into ${table} select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing`,
        [
          numberArray(portion.map(({ key }) => hashOf(key))),
          numberArray(portion.map((url) => this.#printOf(url))),
        ],
      );
    for (const portion of portions(pages())) {
      const hashes = new Set(portion.flatMap(({ page, targets }) => [page, ...targets]));
      const rows = await this.#query<{ hash: number; fp: string }>(
        `select hash, fp::text from ${table} where hash = any($1::bigint[])`,
        [numberArray([...hashes])],
      );
      const prints = new Map(rows.map(({ hash, fp }) => [hash, fp]));
      const known = portion.filter(({ page }) => prints.has(page));
      const printed = (targets: readonly number[]): string[] =>
        targets.map((hash) => prints.get(hash)).filter((fp) => fp !== undefined);
      await this.#query(`select ${this.#schema}.count_votes($1, $2, '{}', '{}', null)`, [
        numberArray(known.map(({ page }) => prints.get(page)!)),
        textArray(known.map(({ targets }) => numberArray(printed(targets)))),
      ]);
    }
    await this.#query(`drop table ${table}`);
  }

  /** Sites with something queued become ready, or rest. */
  async #settle(): Promise<void> {
    const schema = this.#schema;
    await this.#query(
      `update ${schema}.site s set queued = s.queued + x.n from (select site, count(*)::int n from ${schema}.later where not again group by site) x
       where x.site = s.id and s.state <> 6`,
    );
    await this.#query(
      `update ${schema}.site s set queued = s.queued + x.n, state = case when s.next_at > ${schema}.clock() + ${schema}.span(15000) then 2 else 1 end,
         rank = ${schema}.rank_of(x.ord, s.collected + s.queued + x.n, c.penalised)
       from (select site, count(*)::int n, min(ord) ord from ${schema}.queue group by site) x, ${schema}.crawl c where x.site = s.id and s.state <> 6`,
    );
  }

  #printOf({ queue, key }: Candidate): string {
    return this.#names.url(this.#names.site(queue), key);
  }

  /** Site, place, fingerprint, parent, facts, priority, URL and key, in columns. */
  #rows(urls: readonly (Candidate & { readonly record: number; readonly attempt: number })[]): string[] {
    const packed = urls.map((url) => packUrl(url, url.attempt));
    return [
      numberArray(urls.map(({ queue }) => this.#names.site(queue).id)),
      numberArray(urls.map((url) => this.#placeOf(url))),
      numberArray(urls.map((url) => this.#printOf(url))),
      numberArray(urls.map(({ parent }) => parent)),
      numberArray(packed.map(({ facts }) => facts)),
      numberArray(urls.map(({ priority }) => clamp(priority, 100))),
      textArray(packed.map(({ url }) => url)),
      textArray(packed.map(({ key }) => key)),
    ];
  }

  #placeOf({ priority, depth, record }: Candidate & { readonly record: number }): string {
    const bucket = this.#bucket(clamp(priority, 100), clamp(depth, 255));
    return String((BigInt(bucket) << 48n) | BigInt(record));
  }
}

function* portions<T>(all: Iterable<T>): Generator<T[]> {
  let portion: T[] = [];
  for (const each of all) {
    portion.push(each);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
