/**
 * Statements sent to the server that writes, again when it was away. Whoever sends one must be able to send it twice: a connection that is
 * cut does not tell whether the server had done what it was told.
 *
 * Nothing here needs a session (no prepared statements by name, no settings, no advisory locks outside of transactions), so a pooler in
 * transaction mode may stand in between.
 */
import { TarrafaError } from '../errors.ts';
import { reason, systemFailure } from '../words/why.ts';
import type { ClusterAddress } from './cluster-address.ts';
import { Connections, NO_PASSWORD, type Parameter, type Query, type Row } from './connections.ts';

/** What our own functions raise. */
const SQL_STATE = {
  /** The worker was taken for dead; others have its sites. */
  fenced: 'TF001',
  /** The server is behind one that was seen before: it was replaced, and does not know. */
  replaced: 'TF003',
} as const;

export interface DatabaseOptions {
  /** Named in the server's list of connections. */
  readonly application: string;
  readonly connections?: number;
  /** A statement that has no answer after this is given up, and its connection with it, ms. */
  readonly patience?: number;
  /** How long the server may be away before a statement fails, ms. */
  readonly away?: number;
  /** How long it may be away when it is first asked, ms. */
  readonly awayAtFirst?: number;
  /** Told when the server is away, and when it is back. */
  readonly onAway?: (error: Error | null) => void;
  /** The latest history that was seen before, where there are several hosts: a server with an earlier one was replaced. */
  readonly history?: number;
  /** Told when a later one is seen. */
  readonly onHistory?: (history: number) => void;
}

const SERVER_AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // Its disk is full, or its memory: the operator makes room, and nothing was done.
  '53100',
  '53200',
  '53300',
  '25006',
  '55000',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  SQL_STATE.replaced,
]);
/** Who asks, or what for, is wrong: asked again it is answered the same. */
const REFUSALS = new Set(['28000', '28P01', '3D000', NO_PASSWORD]);
/** Two transactions that met: one goes again. */
const COLLISION = new Set(['40001', '40P01', '55P03']);

class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';
}

class Follows extends Error {
  readonly code = '25006';
}

class Replaced extends Error {
  readonly code = SQL_STATE.replaced;
}

/**
 * How long the others of several hosts have for an answer when one that writes has given its, ms: those that cannot be reached, as when their
 * machine is gone, and those whose machine has taken the connection. One of these may be slow, and be the one that took the place of the first.
 */
const UNREACHED = 500;
const REACHED = 5_000;
/** Whether a server follows another, and which history it has. */
const STANDING = `select pg_is_in_recovery() as follows, case when pg_is_in_recovery() then 0
  else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int end as timeline`;

export class Database {
  readonly address: ClusterAddress;
  readonly #options: DatabaseOptions;
  #connections: Connections;
  #closed = false;
  /** How often a statement had to be sent again: its answer, and what it did, may have been lost. */
  resent = 0;
  #isAway = false;
  /** Which of the hosts is asked. */
  #host = 0;
  /** Whether that one is known to write. */
  #writes: Promise<void> | null = null;
  /** The latest history that was seen; a server with an earlier one was replaced, and does not know. */
  #timeline: number;

  private constructor(address: ClusterAddress, options: DatabaseOptions) {
    this.address = address;
    this.#options = options;
    this.#timeline = options.history ?? 0;
    this.#connections = this.#connect();
  }

  /** Connects. Throws TRF_CLUSTER_UNREACHABLE when no server that writes answers, TRF_CLUSTER_REFUSED when one does not let us in. */
  static async open(address: ClusterAddress, options: DatabaseOptions): Promise<Database> {
    const database = new Database(address, options);
    try {
      await database.query('select 1', [], { away: options.awayAtFirst ?? 5_000 });
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  get schema(): string {
    return this.address.schema;
  }

  /** The latest history that was seen; 0 where there is one host alone. */
  get history(): number {
    return this.#timeline;
  }

  /** Work of several statements, done again from its beginning while the server is away. Each is sent once. */
  async persist<T>(work: (once: Query) => Promise<T>, limits: Limits = {}): Promise<T> {
    return this.#persist(
      (connections) => work((text, parameters = []) => connections.query(text, parameters)),
      limits,
    );
  }

  /** One statement, `$1` for the first parameter; sent again until it is answered. It must be one that may happen twice. */
  async query<T = Row>(
    text: string,
    parameters: readonly Parameter[] = [],
    limits: Limits = {},
  ): Promise<T[]> {
    return this.#persist((connections) => connections.query<T>(text, parameters), limits);
  }

  /** Several statements that happen together or not at all; done again as a whole. */
  async transaction<T>(work: (query: Query) => Promise<T>, limits: Limits = {}): Promise<T> {
    return this.#persist((connections) => connections.begin(work), limits);
  }

  /** A script of many statements, without parameters. */
  async script(text: string): Promise<void> {
    await this.#persist((connections) => connections.query(text), { patience: 600_000 });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#connections.end();
  }

  /** Breaks every connection, as a cut cable does. */
  cut(): void {
    const before = this.#connections;
    this.#writes = null;
    this.#connections = this.#connect();
    before.break();
    void before.end();
  }

  async #persist<T>(send: (connections: Connections) => Promise<T>, limits: Limits): Promise<T> {
    const away = limits.away ?? this.#options.away ?? 60_000;
    const until = performance.now() + away;
    for (let pause = 25; ; pause = Math.min(1_000, pause * 2)) {
      try {
        const answer = await this.#within(send, limits.patience ?? this.#options.patience ?? 30_000);
        if (this.#isAway) {
          this.#isAway = false;
          this.#options.onAway?.(null);
        }
        return answer;
      } catch (error) {
        const code = String((error as { code?: unknown }).code ?? '');
        const met = COLLISION.has(code);
        if (this.#closed || !(met || this.#isNoUse(code)))
          throw REFUSALS.has(code) ? this.#refused(code, error) : error;
        if (performance.now() + pause > until) throw this.#unreachable(error);
        this.resent++;
        if (!met) this.#leave(error as Error);
        // At random, so that many who lost the server do not come back as one.
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
      }
    }
  }

  #isNoUse(code: string): boolean {
    // A standby that is a little behind does not have the database yet.
    return SERVER_AWAY.has(code) || (code === '3D000' && this.address.hosts.length > 1);
  }

  /** This server is of no use now: of several, the one that writes is looked for. */
  #leave(error: Error): void {
    if (!this.#isAway) {
      this.#isAway = true;
      this.#options.onAway?.(error);
    }
    if (this.address.hosts.length > 1) this.cut();
  }

  /** Of several hosts the one that writes, and of two that do, as when one was replaced and has come back, the one with the later history. */
  async #findWriter(): Promise<void> {
    const { hosts } = this.address;
    const found: { readonly host: number; readonly timeline: number }[] = [];
    const failures: unknown[] = [];
    const waitedFor = new Set(hosts.keys());
    const reached = new Set<number>();
    await new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const unlessReached = (): void => {
        if ([...waitedFor].some((host) => reached.has(host)))
          timer = setTimeout(resolve, REACHED - UNREACHED);
        else resolve();
      };
      const done = (host: number): void => {
        waitedFor.delete(host);
        // What has come meanwhile is read first: it may have been this process that was slow.
        if (found.length > 0) timer ??= setTimeout(() => setImmediate(unlessReached), UNREACHED);
        if (waitedFor.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      for (const host of hosts.keys())
        void this.#timelineOf(host, () => reached.add(host))
          .then(
            (timeline) => found.push({ host, timeline }),
            (error: unknown) => failures.push(error),
          )
          .then(() => done(host));
    });
    const [best] = found.sort((a, b) => b.timeline - a.timeline);
    if (best === undefined) {
      const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
      throw failures.find((error) => !this.#isNoUse(codeOf(error))) ?? failures[0];
    }
    if (best.timeline < this.#timeline) throw new Replaced('the server that answers was replaced');
    if (best.timeline > this.#timeline) {
      this.#timeline = best.timeline;
      this.#options.onHistory?.(best.timeline);
    }
    if (best.host === this.#host) return;
    const before = this.#connections;
    this.#host = best.host;
    this.#connections = this.#connect();
    void before.end();
  }

  /** Of a host that writes. A standby reads, and tells of a while ago: it is not what is looked for. */
  async #timelineOf(host: number, onReached: () => void): Promise<number> {
    const connections = this.#connect(host, 1, onReached);
    try {
      const [row] = await connections.query<{ follows: boolean; timeline: number }>(STANDING);
      if (row!.follows) throw new Follows('the server follows another');
      return row!.timeline;
    } finally {
      void connections.end();
    }
  }

  async #within<T>(send: (connections: Connections) => Promise<T>, patience: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new NoAnswer(`no answer within ${patience} ms`)), patience);
    });
    try {
      if (this.address.hosts.length > 1) {
        this.#writes ??= this.#findWriter();
        this.#writes.catch(() => {});
        await Promise.race([this.#writes, late]);
      }
      const answer = send(this.#connections);
      // When it is given up, nobody is there any more to hear that it failed.
      answer.catch(() => {});
      return await Promise.race([answer, late]);
    } catch (error) {
      // What does not answer may never do: the next comes by a new connection.
      if (error instanceof NoAnswer && !this.#closed) this.cut();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #connect(host = this.#host, most = this.#options.connections ?? 2, onReached?: () => void): Connections {
    const { address } = this;
    return new Connections({
      ...address.hosts[host]!,
      address,
      application: this.#options.application,
      most,
      onReached,
    });
  }

  #refused(code: string, cause: unknown): TarrafaError {
    const why =
      code === NO_PASSWORD
        ? reason('no-password')
        : code === '28P01'
          ? reason('wrong-password')
          : code === '3D000'
            ? reason('no-database')
            : systemFailure(cause);
    return new TarrafaError('TRF_CLUSTER_REFUSED', [this.address.shown, why], { cause });
  }

  #unreachable(cause: unknown): TarrafaError {
    return new TarrafaError('TRF_CLUSTER_UNREACHABLE', [this.address.shown, systemFailure(cause)], { cause });
  }
}

interface Limits {
  readonly patience?: number;
  readonly away?: number;
}

/** Whether the server says that this worker is no longer one. */
export function isFenced(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === SQL_STATE.fenced;
}
