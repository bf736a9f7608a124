/** PgBouncer in transaction mode before a server: a connection is the client's only while its transaction lasts. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asNobody, freePort, giveAway } from './postgres-server.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Where there is none, tests of it skip themselves. */
export const HAS_POOLER = existsSync(PROGRAM);

export interface Pooler {
  readonly port: number;
  close(): Promise<void>;
}

/** Fewer connections to the server than its clients have: they change hands all the time. */
export async function startPooler(server: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-pooler-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(users, '"tarrafa" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  giveAway(folder, true);
  const child = spawn(PROGRAM, [settings], { ...asNobody(), stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; !(await answers(port)); tries++) {
    if (child.exitCode !== null || tries > 500) throw new Error('PgBouncer did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
