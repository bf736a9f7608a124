/** Visits as the database sees them: sites are leased with their first URLs, one URL of each is visited, and the sites are given back. */
import { EndBatch } from '../../src/cluster/end-batch.ts';
import type { Lease } from '../../src/frontier/index.ts';
import { OUTCOME, SteadyClock } from '../../src/frontier/index.ts';
import type { Database } from '../../src/postgres/index.ts';

/** URLs of a site that a worker is told with it, while other sites wait. */
export const URLS_WITH_A_SITE = 2;

interface LeasedRow {
  readonly id: string;
  readonly ord: string | null;
  readonly fp: string;
  readonly facts: number;
  readonly priority: number;
  readonly parent: number;
  readonly url: string;
  readonly key: string | null;
}

/** A worker that visits at once whatever it is given. */
export class VisitLoad {
  readonly worker: number;
  readonly #database: Database;
  readonly #timeline: number;
  readonly #clock = new SteadyClock(Date.now, () => performance.now());
  #batch = 0;

  private constructor(database: Database, worker: number, timeline: number) {
    this.#database = database;
    this.worker = worker;
    this.#timeline = timeline;
  }

  static async enter(database: Database, name: string): Promise<VisitLoad> {
    const [row] = await database.query<{ id: number; tl: number }>(
      `select id, tl from ${database.schema}.enter($1, '{}')`,
      [name],
    );
    return new VisitLoad(database, row!.id, row!.tl);
  }

  /** Leases so many sites, ends a visit of each, gives all back. Answers how many visits that were. */
  async cycle(sites: number): Promise<number> {
    const { schema } = this.#database;
    const rows = await this.#database.query<LeasedRow>(
      `select id::text, name, rest, delay, collected, site_queued, addr::text, addr_rest, turn, ord::text, fp::text, parent, facts, priority, url, key
       from ${schema}.lease($1, $2, $3, '{}', 0, 0)`,
      [this.worker, sites, URLS_WITH_A_SITE],
    );
    const batch = new EndBatch(this.#clock.read());
    let last = '';
    let visits = 0;
    for (const { id, ord, fp, facts, priority, parent, url, key } of rows) {
      if (id === last) continue;
      last = id;
      batch.giveBack(id, 0);
      if (ord === null) continue;
      visits++;
      batch.complete(
        id,
        { ord, record: 0, bucket: 0, fp, facts, priority, parent, url, key, told: null },
        {
          kind: 'complete',
          lease: NO_LEASE,
          outcome: OUTCOME.analysed,
          status: 200,
          accessedAt: Date.now(),
          bytes: 30_000,
          revisitAt: null,
          archived: { file: 'tarrafa-00001.warc.gz', offset: 1_000_000 + visits },
          links: [],
          seal: () => null,
        },
        this.#clock,
      );
    }
    const values = [this.worker, ++this.#batch, this.#timeline, ...batch.parameters(), null, null];
    if (!batch.isEmpty)
      await this.#database.query(`select ${schema}.finish(${values.map((_, i) => `$${i + 1}`)})`, values);
    return visits;
  }
}

/** What a batch takes of a lease is told apart from it. */
const NO_LEASE = {} as Lease;
