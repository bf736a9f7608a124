/**
 * The PostgreSQL of a measurement: its own, in a temporary folder, set up as a server is that must lose nothing. What it costs is read from
 * its processes, those that have ended included.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initCluster } from '../../src/cluster/index.ts';
import { beginSharedCrawl, type SharedPlan } from '../../src/cluster/shared-plan.ts';
import { clusterAddress, Database } from '../../src/postgres/index.ts';
import { POSTGRES_BIN, PostgresServer } from '../../test/postgres-server.ts';
import { cpuOfTree } from './process-cpu.ts';

export interface ServerSize {
  /** As PostgreSQL writes it. */
  readonly buffers?: string;
}

/** Servers of this process that run: none is left behind when it is told to end. */
const running = new Set<PostgresServer>();
let watched = false;

function watchSignals(): void {
  if (watched) return;
  watched = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      void Promise.allSettled([...running].map((server) => server.remove())).then(() => process.exit(130));
    });
}

export class DatabaseServer {
  readonly buffers: string;
  readonly #server: PostgresServer;

  private constructor(server: PostgresServer, buffers: string) {
    this.#server = server;
    this.buffers = buffers;
  }

  static async start({ buffers = '2GB' }: ServerSize = {}): Promise<DatabaseServer> {
    if (POSTGRES_BIN === null)
      throw new Error(
        'no PostgreSQL was found: install it, or name the folder of its programs in POSTGRES_BIN',
      );
    watchSignals();
    const server = await PostgresServer.start({
      settings: [
        'fsync=on',
        'full_page_writes=on',
        'synchronous_commit=on',
        'autovacuum=on',
        `shared_buffers=${buffers}`,
        'max_wal_size=4GB',
        'checkpoint_timeout=15min',
      ],
    });
    running.add(server);
    return new DatabaseServer(server, buffers);
  }

  /** A crawl of its own in a database of its own; its address. */
  async crawl(plan: Partial<SharedPlan> & Pick<SharedPlan, 'policy'>): Promise<string> {
    const address = await this.#server.database();
    const database = await this.open(address);
    try {
      await initCluster(database);
      await beginSharedCrawl(database, {
        settings: {},
        delay: 0,
        addressDelay: 0,
        queueBudget: Number.POSITIVE_INFINITY,
        maxPages: Number.POSITIVE_INFINITY,
        ttl: 60_000,
        partitions: 0,
        store: null,
        ...plan,
      });
    } finally {
      await database.close();
    }
    return address;
  }

  /** The address of an empty database. */
  database(): Promise<string> {
    return this.#server.database();
  }

  open(address: string, connections = 2): Promise<Database> {
    return Database.open(clusterAddress(address, {}), {
      application: 'bench',
      connections,
      patience: 1_800_000,
    });
  }

  /** CPU time of the server and of all who serve its connections, ms. */
  cpu(): number {
    const pid = readFileSync(join(this.#server.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
    return cpuOfTree(Number(pid));
  }

  async remove(): Promise<void> {
    await this.#server.remove();
    running.delete(this.#server);
  }
}

/** What a measurement says of the server that it had. */
export async function described(database: Database): Promise<string> {
  const rows = await database.query<{ name: string; shown: string }>(
    `select name, current_setting(name) as shown from pg_settings
     where name in ('server_version', 'shared_buffers', 'synchronous_commit', 'fsync', 'full_page_writes', 'autovacuum', 'max_wal_size') order by name`,
  );
  const of = (name: string): string => rows.find((row) => row.name === name)?.shown ?? '?';
  const { processors } = (await import('./process-cpu.ts')).machineCpu();
  return `PostgreSQL ${of('server_version')} on the same ${processors} cores; synchronous_commit ${of('synchronous_commit')}, fsync ${of('fsync')}, full_page_writes ${of('full_page_writes')}, autovacuum ${of('autovacuum')}, shared_buffers ${of('shared_buffers')}, max_wal_size ${of('max_wal_size')}`;
}
