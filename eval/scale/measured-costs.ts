/**
 * What the statements of a shared crawl cost the server, and how much they write: measured on a PostgreSQL of its own with the tables and
 * functions of the product. CPU is that of all processes of the server, so that others on the machine change it little; times are not
 * looked at, but for the round trip.
 *
 * A statement costs so much by itself and so much for each row: the same rows are sent in batches of several sizes, and a line is laid
 * through the costs.
 */
import type { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import type { Candidate } from '../../src/frontier/index.ts';
import { OwnServer } from './own-server.ts';
import { candidate, candidates, ended, siteName, take } from './sample-urls.ts';

export interface StatementCosts {
  /** µs of the server's CPU: of a statement by itself, and for each of its rows. */
  readonly statement: number;
  readonly row: number;
}

export interface MeasuredCosts {
  readonly newLinks: StatementCosts;
  readonly knownLinks: StatementCosts;
  /** A lease of sites, with what a worker asks besides it; and the end of one visit of each of them, which are given back with it. */
  readonly lease: StatementCosts;
  readonly finish: StatementCosts;
  readonly look: number;
  readonly beat: number;
  /** How long the row of a site that gets a new URL is locked, ms; the median. */
  readonly rowHeld: number;
  /** Bytes on disk: a URL that waits, and one that was visited. */
  readonly queuedBytes: number;
  readonly visitedBytes: number;
  /** Of both, in the table of what was seen. */
  readonly seenBytes: number;
  /** Bytes of WAL: a URL taken in, a visit ended with its lease. Just after a checkpoint a page is logged whole when it first changes. */
  readonly walNewLink: number;
  readonly walVisit: number;
}

export async function measureCosts(urls: number): Promise<MeasuredCosts> {
  const server = await OwnServer.start();
  try {
    return await new Measuring(server, urls).all();
  } finally {
    await server.remove();
  }
}

const SIZES = [1, 4, 16, 64, 256];
/** A worker asks for no fewer than eight sites, and holds what it does not visit at once. */
const LEASE_SIZES = [8, 16, 64, 256];
const roundsOf = (rows: number, size: number): number => Math.max(2, Math.min(400, Math.floor(rows / size)));

interface Point {
  readonly rows: number;
  readonly cpu: number;
}

class Measuring {
  readonly #server: OwnServer;
  readonly #urls: number;

  constructor(server: OwnServer, urls: number) {
    this.#server = server;
    this.#urls = urls;
  }

  async all(): Promise<MeasuredCosts> {
    const sites = Math.max(64, Math.floor(this.#urls / 100));
    const worker = await this.#server.worker();
    // What a table costs at first, empty, is not what it costs later: half goes in before anything is measured.
    const source = candidates(sites, 0);
    for (let left = this.#urls / 2; left > 0; left -= 500) await worker.schedule(take(source, 500));
    const emptiness = await this.#bytes(['visit']);
    const walBefore = await this.#wal();
    let added = 0;
    const share = this.#urls / 2 / SIZES.length;
    const newLinks = await this.#line(share, async (size) => {
      await worker.schedule(take(source, size));
      added += size;
    });
    const walNewLink = ((await this.#wal()) - walBefore) / added;
    const queuedBytes = (await this.#bytes(['seen', 'queue', 'site'])) / (await this.#count('queue'));
    // One who has sent nothing yet does not know what is known.
    const other = await this.#server.worker();
    const again = candidates(sites, 0);
    const knownLinks = await this.#line(share, async (size) => {
      await other.schedule(take(again, size));
    });
    const walAtVisits = await this.#wal();
    const [lease, finish] = await this.#visits(worker, Math.min(share, sites * 10));
    const visits = await this.#count('visit');
    const walVisit = ((await this.#wal()) - walAtVisits) / visits;
    const visitBytes = ((await this.#bytes(['visit'])) - emptiness) / visits;
    const seenBytes = (await this.#bytes(['seen'])) / (await this.#count('seen'));
    const { schema } = this.#server.database;
    const look = await this.#alone(`select * from ${schema}.look(1, 0, 0)`);
    const beat = await this.#alone(`select * from ${schema}.beat(1, 0, null)`);
    return {
      newLinks,
      knownLinks,
      lease,
      finish,
      look,
      beat,
      rowHeld: await this.#rowHeld(worker, source),
      queuedBytes,
      visitedBytes: visitBytes + seenBytes,
      seenBytes,
      walNewLink,
      walVisit,
    };
  }

  /** From the update of a site's row to the commit, which a trigger of each notes; pages of nine links to different sites. */
  async #rowHeld(worker: SharedFrontier, source: Iterator<Candidate>): Promise<number> {
    const { schema } = this.#server.database;
    await this.#server.database.script(`
      create table ${schema}.held (ms float8);
      create function ${schema}.held_from() returns trigger language plpgsql as
        $$ begin perform set_config('held.at', clock_timestamp()::text, true); return new; end $$;
      create function ${schema}.held_to() returns trigger language plpgsql as
        $$ begin insert into ${schema}.held select extract(epoch from clock_timestamp() - current_setting('held.at')::timestamptz) * 1000; return null; end $$;
      create trigger held_from before insert or update on ${schema}.site for each row
        when (new.name = '${siteName(0)}') execute function ${schema}.held_from();
      create constraint trigger held_to after insert or update on ${schema}.site deferrable initially deferred for each row
        when (new.name = '${siteName(0)}') execute function ${schema}.held_to();`);
    for (let i = 0; i < 200; i++) {
      const links = take(source, 8);
      await worker.schedule([candidate(0, links.length + 1e9 + i), ...links]);
    }
    const [row] = await this.#server.database.query<{ ms: number }>(
      `select percentile_cont(0.5) within group (order by ms) ms from ${schema}.held`,
    );
    return row!.ms;
  }

  /** Cost of a statement and of a row, by batches of several sizes with so many rows for each size. */
  async #line(rows: number, send: (size: number) => Promise<void>): Promise<StatementCosts> {
    const points: Point[] = [];
    for (const size of SIZES) {
      await send(size);
      const rounds = roundsOf(rows, size);
      const before = this.#server.cpu();
      for (let i = 0; i < rounds; i++) await send(size);
      points.push({ rows: size, cpu: (this.#server.cpu() - before) / rounds });
    }
    return fitted(points);
  }

  /** The same of leases and of the ends of their visits, in turn. */
  async #visits(worker: SharedFrontier, rows: number): Promise<[StatementCosts, StatementCosts]> {
    const leases: Point[] = [];
    const ends: Point[] = [];
    for (const size of LEASE_SIZES) {
      const rounds = roundsOf(rows, size);
      const spent = { rows: 0, lease: 0, end: 0 };
      for (let i = 0; i < rounds; i++) {
        const start = this.#server.cpu();
        const answer = await worker.lease(size);
        const middle = this.#server.cpu();
        if (answer.kind !== 'leases') throw new Error(`nothing to lease: ${answer.kind}`);
        await worker.end(answer.leases.map((lease) => ended(lease)));
        spent.rows += answer.leases.length;
        spent.lease += middle - start;
        spent.end += this.#server.cpu() - middle;
      }
      leases.push({ rows: spent.rows / rounds, cpu: spent.lease / rounds });
      ends.push({ rows: spent.rows / rounds, cpu: spent.end / rounds });
    }
    return [fitted(leases), fitted(ends)];
  }

  async #alone(text: string): Promise<number> {
    const rounds = Math.max(100, Math.min(2_000, this.#urls / 100));
    const before = this.#server.cpu();
    for (let i = 0; i < rounds; i++) await this.#server.database.query(text);
    return (this.#server.cpu() - before) / rounds;
  }

  #wal(): Promise<number> {
    return this.#server.number(`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint n`);
  }

  #count(table: string): Promise<number> {
    return this.#server.number(`select count(*)::bigint n from ${this.#server.database.schema}.${table}`);
  }

  #bytes(tables: readonly string[]): Promise<number> {
    const named = tables.map((table) => `'${this.#server.database.schema}.${table}'`);
    return this.#server.number(
      `select sum(pg_total_relation_size(t))::bigint n from unnest(array[${named}]) t`,
    );
  }
}

/** The line of least squares through costs by rows, weighted so that a small batch counts as much as a large one. */
export function fitted(points: readonly Point[]): StatementCosts {
  let [w, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (const { rows, cpu } of points) {
    const weight = 1 / (cpu * cpu || 1);
    w += weight;
    x += weight * rows;
    y += weight * cpu;
    xx += weight * rows * rows;
    xy += weight * rows * cpu;
  }
  const row = (w * xy - x * y) / (w * xx - x * x);
  return { statement: (y - row * x) / w, row };
}
