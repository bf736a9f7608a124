/**
 * A few connections to one server, over the driver `pg`. (`postgres` costs the same, and ends the process with a TypeError of its own when a
 * connection is cut while it writes.) An error that is the server's has its SQLSTATE as code; one of the connection has another code, always.
 */
import { Socket } from 'node:net';
import pg from 'pg';
import type { ClusterAddress } from './cluster-address.ts';

export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly address: Pick<ClusterAddress, 'database' | 'user' | 'password' | 'ssl'>;
  readonly application: string;
  readonly most: number;
  /** Told when the machine has taken a connection, before the server has said a word. */
  readonly onReached?: (() => void) | undefined;
}

/** Numbers, texts and bytes, and arrays of them as texts of PostgreSQL's own form. */
export type Parameter = string | number | boolean | bigint | Uint8Array | null;
export type Row = Record<string, unknown>;
export type Query = <T = Row>(text: string, parameters?: readonly Parameter[]) => Promise<T[]>;

const CONNECT_TIMEOUT = 5_000;
const IDLE = 60_000;
/** Until connections that are to end are broken, ms. */
const GRACE = 1_000;

const BIGINT = 20;
/** Counts and positions of ours fit in a double; fingerprints are asked for as text. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** The server asks for a password, and there is none: the driver has words for it and no code. */
export const NO_PASSWORD = 'NO_PASSWORD';

class Broken extends Error {
  readonly code: string;

  constructor(cause: Error & { readonly code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code ?? (/password must be/.test(cause.message) ? NO_PASSWORD : 'CONNECTION_CLOSED');
  }
}

export class Connections {
  readonly #pool: pg.Pool;
  readonly #sockets = new Set<Socket>();

  constructor({ host, port, address, application, most, onReached }: ConnectionOptions) {
    const { database, user, password, ssl } = address;
    this.#pool = new pg.Pool({
      host,
      port,
      database,
      user,
      ...(password === null ? {} : { password }),
      ssl: encryption(ssl),
      max: most,
      application_name: application,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      idleTimeoutMillis: IDLE,
      keepAlive: true,
      types: TYPES,
      stream: () => this.#socket(onReached),
    });
    // Told again by whatever is asked next.
    this.#pool.on('connect', (client) => void client.on('error', () => {}));
    this.#pool.on('error', () => {});
  }

  /** One statement, or with no parameters a script of several. */
  query: Query = (text, parameters) => ask(this.#pool, text, parameters);

  /** Several statements that happen together or not at all. */
  async begin<T>(work: (query: Query) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw told(error);
    });
    let broken = true;
    let turn: Promise<unknown> = Promise.resolve();
    // One after the other, whoever asks: the driver does not want to be asked before it has answered.
    const inTurn: Query = (text, parameters) => {
      const asked = turn.then(() => ask(client, text, parameters));
      turn = asked.catch(() => {});
      return asked as Promise<never>;
    };
    try {
      await inTurn('begin');
      const done = await work((text, parameters = []) => inTurn(text, parameters));
      await inTurn('commit');
      broken = false;
      return done;
    } catch (error) {
      // One that cannot even take back what was begun is not used again.
      await inTurn('rollback').then(
        () => {
          broken = false;
        },
        () => {},
      );
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** Ends when what is under way has ended; soon in any case. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.break(), GRACE);
    await this.#pool.end().catch(() => {});
    clearTimeout(timer);
    // One that was not let in is not known to the pool, and would keep this process until the server has enough of it.
    this.break();
  }

  /** Breaks every connection, as a cut cable does. */
  break(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #socket(onReached: (() => void) | undefined): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (onReached) socket.once('connect', onReached);
    return socket;
  }
}

async function ask<T>(
  by: pg.Pool | pg.PoolClient,
  text: string,
  parameters?: readonly Parameter[],
): Promise<T[]> {
  try {
    const { rows } = await (parameters === undefined
      ? by.query(text)
      : by.query(text, parameters as unknown[]));
    return rows as T[];
  } catch (error) {
    throw told(error);
  }
}

/** An error of the server as it is; one of the connection with a code. */
function told(error: unknown): unknown {
  const isOurs = error instanceof pg.DatabaseError || error instanceof TypeError || !(error instanceof Error);
  return isOurs ? error : new Broken(error);
}

/** As other programs read `sslmode`; `allow` and `prefer` take what there is without it. */
function encryption(mode: string | null): pg.PoolConfig['ssl'] {
  switch (mode) {
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { checkServerIdentity: () => undefined };
    case 'verify-full':
      return true;
    default:
      return false;
  }
}
