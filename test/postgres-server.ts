/**
 * PostgreSQL servers for tests: each in a temporary folder, on a free port of the loopback, run by a user that is not root. One is shared by
 * all files of a test run, each with databases of its own; who wants to kill one starts another.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { findPostgres } from '../scripts/postgres.mjs';

/** The folder of the server's programs; null where there is none, and tests skip themselves. */
export const POSTGRES_BIN: string | null = findPostgres();

/** What a server that lives for a test need not do: nothing of it outlives the machine. */
const QUICK = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'shared_buffers=64MB'];

export interface ServerOptions {
  /** Lines of postgresql.conf. */
  readonly settings?: readonly string[];
  /** The port; a free one by default. */
  readonly port?: number;
  /** Outlives the process that starts it. */
  readonly detached?: boolean;
  /** The folder that its own is made in, as one on a small disk; the system's temporary one by default. */
  readonly within?: string;
}

export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #options: ServerOptions;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number, options: ServerOptions) {
    this.folder = folder;
    this.port = port;
    this.#options = options;
  }

  /** A new server, or a copy of `primary` that follows it. */
  static async start(options: ServerOptions = {}, primary?: PostgresServer): Promise<PostgresServer> {
    const folder = mkdtempSync(join(options.within ?? tmpdir(), 'tarrafa-pg-'));
    giveAway(folder);
    const data = join(folder, 'data');
    const server = new PostgresServer(folder, options.port ?? (await freePort()), options);
    if (primary === undefined)
      program('initdb', ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
    else
      program('pg_basebackup', [
        '-D',
        data,
        '-h',
        '127.0.0.1',
        '-p',
        String(primary.port),
        '-U',
        'admin',
        '-R',
        '-c',
        'fast',
        '-X',
        'stream',
      ]);
    await server.run();
    return server;
  }

  /**
   * A new server from a backup and the log that was archived since (a folder), up to a moment that was named. As an operator does it: the
   * files of the backup are copied, and the server replays the log. On a free port, or on that of the server it stands for.
   */
  static async restore(backup: string, log: string, moment: string, port?: number): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-pg-'));
    const data = join(folder, 'data');
    cpSync(backup, data, { recursive: true });
    writeFileSync(join(data, 'recovery.signal'), '');
    giveAway(folder, true);
    const settings = [
      `restore_command=cp ${log}/%f %p`,
      `recovery_target_name=${moment}`,
      'recovery_target_action=promote',
    ];
    const server = new PostgresServer(folder, port ?? (await freePort()), { settings });
    await server.run();
    const sql = asAdmin(server.port, 'postgres');
    try {
      for (;;) {
        const [row] = await sql`select pg_is_in_recovery() as replays`;
        if (!row!.replays) return server;
        await pause();
      }
    } finally {
      await sql.end();
    }
  }

  /** A copy of all files as they are now, while the server goes on; its folder, which goes with the server's. */
  backUp(): string {
    const copy = join(this.folder, `backup-${randomBytes(3).toString('hex')}`);
    const to = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'admin'];
    program('pg_basebackup', ['-D', copy, ...to, '-c', 'fast', '-X', 'stream', '-N']);
    return copy;
  }

  /** Names this moment in the log. Resolves when the log is archived up to it. */
  async nameMoment(name: string): Promise<void> {
    const sql = asAdmin(this.port, 'postgres');
    try {
      await sql`select pg_create_restore_point(${name})`;
      const [row] = await sql`select pg_walfile_name(pg_switch_wal()) as file`;
      for (;;) {
        const [archived] = await sql`select last_archived_wal >= ${row!.file} as there from pg_stat_archiver`;
        if (archived!.there === true) return;
        await pause();
      }
    } finally {
      await sql.end();
    }
  }

  get isRunning(): boolean {
    return this.#process !== null && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Starts the server of the folder, for the first time or again; with other settings than it had, if need be. */
  async run(more: readonly string[] = []): Promise<void> {
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.folder}`,
      ...QUICK,
      ...(this.#options.settings ?? []),
      ...more,
    ];
    const args = ['-D', join(this.folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
    const log = openSync(join(this.folder, 'log'), 'a');
    const detached = this.#options.detached === true;
    const child = spawn(join(POSTGRES_BIN!, 'postgres'), args, {
      ...asNobody(),
      detached,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    if (detached) child.unref();
    this.#process = child;
    for (;;) {
      const sql = asAdmin(this.port, 'postgres');
      try {
        await sql`select 1`;
        return;
      } catch {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(
            `PostgreSQL did not start: ${readFileSync(join(this.folder, 'log'), 'utf8').slice(-4000)}`,
          );
        await pause();
      } finally {
        await sql.end({ timeout: 0 });
      }
    }
  }

  /** `immediate` is what a power failure is to it: nothing is written, connections are cut. */
  async stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** What its administrator types, on the machine of the server itself. */
  async administer(statement: string, database = 'postgres'): Promise<void> {
    const sql = postgres({ host: this.folder, port: this.port, user: 'admin', database, max: 1 });
    try {
      await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  }

  /** From now on whoever comes over the network needs a password. */
  async askForPasswords(): Promise<void> {
    const rules = ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256', ''];
    writeFileSync(join(this.folder, 'data', 'pg_hba.conf'), rules.join('\n'));
    this.#process?.kill('SIGHUP');
    // Who has come in stays; who comes now does not get in any more.
    for (let isOpen = true; isOpen; await pause()) {
      const sql = asAdmin(this.port, 'postgres');
      isOpen = await sql`select 1`.then(
        () => true,
        () => false,
      );
      await sql.end({ timeout: 0 });
    }
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    const args = ['promote', '-w', '-D', join(this.folder, 'data')];
    const child = spawn(join(POSTGRES_BIN!, 'pg_ctl'), args, { ...asNobody(), stdio: 'ignore' });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`pg_ctl promote: ${code}`);
  }

  /** Every commit waits from now on until a standby has it; resolves when one is there that does. */
  async waitForStandby(): Promise<void> {
    const sql = asAdmin(this.port, 'postgres');
    try {
      await sql`alter system set synchronous_standby_names = '*'`;
      await sql`select pg_reload_conf()`;
      for (;;) {
        const [row] =
          await sql`select exists (select from pg_stat_replication where sync_state = 'sync') as there`;
        if (row!.there === true) return;
        await pause();
      }
    } finally {
      await sql.end();
    }
  }

  /** What the server has written of itself, from its first start on. */
  log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  /** Resolves when a standby has all that its primary has written. */
  async follows(primary: PostgresServer): Promise<void> {
    const [from, to] = [asAdmin(primary.port, 'postgres'), asAdmin(this.port, 'postgres')];
    try {
      const [row] = await from`select pg_current_wal_flush_lsn()::text lsn`;
      for (;;) {
        const [there] = await to`select pg_last_wal_replay_lsn() >= ${row!.lsn}::pg_lsn as there`;
        if (there!.there) return;
        await pause();
      }
    } finally {
      await Promise.all([from.end(), to.end()]);
    }
  }

  /** An empty database that belongs to an ordinary role; the address of it. */
  database(extensions: readonly string[] = []): Promise<string> {
    return emptyDatabase(this.port, extensions);
  }
}

/** An empty database on the server that all files of this run share; the first to ask starts it, and the end of the run ends it. */
export async function testDatabase(extensions: readonly string[] = []): Promise<string> {
  const shared = sharedFolder();
  const told = join(shared, 'port');
  try {
    mkdirSync(shared);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    while (!existsSync(told)) await pause();
    return emptyDatabase(Number(readFileSync(told, 'utf8')), extensions);
  }
  const server = await PostgresServer.start({ detached: true });
  writeFileSync(join(shared, 'folder'), server.folder);
  writeFileSync(`${told}.part`, String(server.port));
  renameSync(`${told}.part`, told);
  return server.database(extensions);
}

/** Ends the server that the files of this run shared. */
export function endSharedServer(): void {
  const told = join(sharedFolder(), 'folder');
  if (!existsSync(told)) return;
  const data = join(readFileSync(told, 'utf8'), 'data');
  spawnSync(join(POSTGRES_BIN!, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', data], asNobody());
}

const sharedFolder = (): string => join(process.env.TARRAFA_TEST_FOLDER ?? tmpdir(), 'postgres');
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function emptyDatabase(port: number, extensions: readonly string[]): Promise<string> {
  const name = `t${randomBytes(6).toString('hex')}`;
  const admin = asAdmin(port, 'postgres');
  try {
    // Of two that come at once, one finds the other's role.
    await admin`do $$ begin create role tarrafa login; exception when duplicate_object or unique_violation then null; end $$`;
    await admin.unsafe(`create database ${name} owner tarrafa`);
  } finally {
    await admin.end();
  }
  if (extensions.length > 0) {
    const inside = asAdmin(port, name);
    for (const extension of extensions) await inside.unsafe(`create extension ${extension}`);
    await inside.end();
  }
  return `postgres://tarrafa@127.0.0.1:${port}/${name}`;
}

function asAdmin(port: number, database: string): postgres.Sql {
  const quiet = { onnotice: () => {}, connect_timeout: 5, max: 1 };
  return postgres({ host: '127.0.0.1', port, user: 'admin', database, ...quiet });
}

/** PostgreSQL refuses to be run by root: then it is the user that its package made, or nobody. */
export function asNobody(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8').match(/^(?:postgres|nobody):[^:]*:(\d+):(\d+):/m);
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : {};
}

/** A folder, and all in it, to whom the server runs as. */
export function giveAway(folder: string, all = false): void {
  const { uid, gid } = asNobody();
  if (uid === undefined || gid === undefined) return;
  chownSync(folder, uid, gid);
  if (all)
    for (const name of readdirSync(folder, { recursive: true }))
      lchownSync(join(folder, String(name)), uid, gid);
}

function program(name: string, args: readonly string[]): void {
  const ran = spawnSync(join(POSTGRES_BIN!, name), args, { ...asNobody(), encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${name}: ${ran.stderr || ran.error}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
