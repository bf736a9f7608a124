/** A PostgreSQL for measuring, with what a server of people does (syncs, whole pages in the log), an empty crawl in it, and its CPU. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { enterSharedCrawl, initCluster } from '../../src/cluster/shared-crawl.ts';
import type { SharedFrontier } from '../../src/cluster/shared-frontier.ts';
import { beginSharedCrawl } from '../../src/cluster/shared-plan.ts';
import type { FrontierOptions } from '../../src/frontier/index.ts';
import { clusterAddress, Database } from '../../src/postgres/index.ts';
import { PostgresServer } from '../../test/postgres-server.ts';

/** Nobody rests: what is measured is the database, not politeness. */
const OPTIONS: FrontierOptions = {
  policy: 'horizontal',
  delay: 0,
  addressDelay: 0,
  capacity: Number.POSITIVE_INFINITY,
  queueBudget: Number.POSITIVE_INFINITY,
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

export class OwnServer {
  readonly database: Database;
  readonly #server: PostgresServer;
  readonly #connect: () => Promise<Database>;
  readonly #open: Database[];
  #workers = 0;

  private constructor(
    server: PostgresServer,
    database: Database,
    connect: () => Promise<Database>,
    open: Database[],
  ) {
    this.#server = server;
    this.database = database;
    this.#connect = connect;
    this.#open = open;
  }

  /** With further lines of its configuration. */
  static async start(settings: readonly string[] = []): Promise<OwnServer> {
    const usual = ['fsync=on', 'full_page_writes=on', 'shared_buffers=1GB', 'max_wal_size=8GB'];
    const server = await PostgresServer.start({ settings: [...usual, ...settings] });
    const open: Database[] = [];
    try {
      const address = clusterAddress(await server.database(), {});
      const connect = async (): Promise<Database> => {
        const database = await Database.open(address, { application: 'eval' });
        open.push(database);
        return database;
      };
      const database = await connect();
      await initCluster(database);
      await beginSharedCrawl(database, {
        ...OPTIONS,
        maxPages: Number.POSITIVE_INFINITY,
        ttl: 3_600_000,
        partitions: 0,
        store: null,
        settings: {},
      });
      return new OwnServer(server, database, connect, open);
    } catch (error) {
      for (const database of open) await database.close();
      await server.remove();
      throw error;
    }
  }

  async worker(): Promise<SharedFrontier> {
    return enterSharedCrawl(await this.#connect(), OPTIONS, { name: `worker-${++this.#workers}` });
  }

  /** CPU of all processes of the server so far, µs; those that have ended count with the first of them, to a hundredth of a second. */
  cpu(): number {
    const pid = readFileSync(join(this.#server.folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0]!;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    let spent = (Number(fields[13]) + Number(fields[14])) * 10_000;
    for (const each of [pid, ...children])
      try {
        spent += Number(readFileSync(`/proc/${each}/schedstat`, 'utf8').split(' ', 1)[0]) / 1_000;
      } catch {
        // It has ended since.
      }
    return spent;
  }

  async number(text: string): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(text);
    return row!.n;
  }

  async remove(): Promise<void> {
    for (const database of this.#open) await database.close();
    await this.#server.remove();
  }
}
