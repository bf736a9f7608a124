/**
 * Host names to addresses, with a cache. Node's own look-up runs `getaddrinfo` on libuv's four threads, which caps a crawl of many
 * hosts at some tens of look-ups a second; `dns.Resolver` (c-ares) does not block a thread, and here every name is asked once.
 */
import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { isPrivateAddress } from './private-address.ts';
import { type Resolution, ResolveError, type ResolveErrorCode, type Resolver } from './resolution.ts';

export interface DnsAnswer {
  readonly address: string;
  /** Seconds. */
  readonly ttl: number;
}

/** The two questions asked of the name servers; `dns.Resolver` answers them, a test may. */
export interface DnsLookup {
  resolve4(hostname: string): Promise<readonly DnsAnswer[]>;
  resolve6(hostname: string): Promise<readonly DnsAnswer[]>;
}

export interface DnsOptions {
  /** Private, loopback and reserved addresses are answers too. Only for servers of your own. */
  readonly allowPrivate?: boolean;
  /** An answer is kept at least this long, whatever its TTL: load balancers say 0–30 s, a crawl needs no such freshness. */
  readonly minTtlMs?: number;
  readonly maxTtlMs?: number;
  /** How long "there is no such host" is believed. */
  readonly negativeTtlMs?: number;
  /** How long a name server's failure is remembered; short, because it says nothing about the host. */
  readonly failureTtlMs?: number;
  readonly maxEntries?: number;
  readonly timeoutMs?: number;
  readonly tries?: number;
  /** Name servers to ask instead of the system's. */
  readonly servers?: readonly string[];
  readonly lookup?: DnsLookup;
  readonly now?: () => number;
}

interface Entry {
  readonly expires: number;
  readonly resolution: Resolution | null;
  readonly error: ResolveError | null;
}

function cares(options: DnsOptions): DnsLookup {
  const resolver = new dns.Resolver({ timeout: options.timeoutMs ?? 5_000, tries: options.tries ?? 2 });
  if (options.servers) resolver.setServers(options.servers);
  return {
    resolve4: (hostname) => resolver.resolve4(hostname, { ttl: true }),
    resolve6: (hostname) => resolver.resolve6(hostname, { ttl: true }),
  };
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | null)?.code ?? '');
}

function kindOf(code: string): ResolveErrorCode {
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ENONAME' || code === 'EBADNAME')
    return 'not-found';
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return 'timeout';
  return 'failed';
}

/** Numeric order, so that a server with several addresses keeps one politeness clock however the answer is shuffled. */
function first(answers: readonly DnsAnswer[]): DnsAnswer {
  let best = answers[0]!;
  for (const answer of answers) if (answer.address < best.address) best = answer;
  return best;
}

export class DnsResolver implements Resolver {
  readonly #lookup: DnsLookup;
  readonly #allowPrivate: boolean;
  readonly #minTtl: number;
  readonly #maxTtl: number;
  readonly #negativeTtl: number;
  readonly #failureTtl: number;
  readonly #maxEntries: number;
  readonly #now: () => number;
  /** Least recently used first. */
  readonly #cache = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<Resolution>>();

  constructor(options: DnsOptions = {}) {
    this.#lookup = options.lookup ?? cares(options);
    this.#allowPrivate = options.allowPrivate ?? false;
    this.#minTtl = options.minTtlMs ?? 300_000;
    this.#maxTtl = options.maxTtlMs ?? 86_400_000;
    this.#negativeTtl = options.negativeTtlMs ?? 600_000;
    this.#failureTtl = options.failureTtlMs ?? 30_000;
    this.#maxEntries = options.maxEntries ?? 50_000;
    this.#now = options.now ?? Date.now;
  }

  /** Names remembered now. */
  get size(): number {
    return this.#cache.size;
  }

  resolve(hostname: string): Promise<Resolution> {
    const entry = this.#cache.get(hostname);
    if (entry && entry.expires > this.#now()) {
      this.#cache.delete(hostname);
      this.#cache.set(hostname, entry);
      return entry.resolution ? Promise.resolve(entry.resolution) : Promise.reject(entry.error);
    }
    let asking = this.#asking.get(hostname);
    if (!asking) {
      asking = this.#ask(hostname).finally(() => this.#asking.delete(hostname));
      this.#asking.set(hostname, asking);
    }
    return asking;
  }

  async #ask(hostname: string): Promise<Resolution> {
    const entry = await this.#entry(hostname);
    this.#cache.delete(hostname);
    this.#cache.set(hostname, entry);
    if (this.#cache.size > this.#maxEntries) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    if (entry.resolution) return entry.resolution;
    throw entry.error;
  }

  async #entry(hostname: string): Promise<Entry> {
    try {
      const answers = await this.#answers(hostname);
      const usable = this.#allowPrivate ? answers : answers.filter((a) => !isPrivateAddress(a.address));
      if (usable.length === 0) {
        // Remembered as long as an answer would be: a name that leads inside is not asked again and again.
        const error = new ResolveError(
          'private',
          hostname,
          `leads to the private address ${first(answers).address}`,
        );
        return { expires: this.#now() + this.#minTtl, resolution: null, error };
      }
      const { address, ttl } = first(usable);
      const expires = this.#now() + Math.min(this.#maxTtl, Math.max(this.#minTtl, ttl * 1000));
      return { expires, resolution: { address, expires }, error: null };
    } catch (cause) {
      const code = codeOf(cause);
      const kind = kindOf(code);
      const keep = kind === 'not-found' ? this.#negativeTtl : this.#failureTtl;
      const error = new ResolveError(kind, hostname, code === '' ? String(cause) : code);
      return { expires: this.#now() + keep, resolution: null, error };
    }
  }

  /** At least one answer, or an error of the name server's. */
  async #answers(hostname: string): Promise<readonly DnsAnswer[]> {
    const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    if (isIP(literal) !== 0) return [{ address: literal, ttl: 86_400 }];
    // RFC 6761: these never go to a name server.
    if (hostname === 'localhost' || hostname.endsWith('.localhost'))
      return [{ address: '127.0.0.1', ttl: 86_400 }];
    try {
      const answers = await this.#lookup.resolve4(hostname);
      if (answers.length > 0) return answers;
    } catch (cause) {
      // Only "the name exists but has no A record" makes the second question worth asking.
      if (codeOf(cause) !== 'ENODATA') throw cause;
    }
    const answers = await this.#lookup.resolve6(hostname);
    if (answers.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' });
    return answers;
  }
}
