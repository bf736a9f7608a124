/**
 * Keys with which a page is opened with its scripts. A page whose scripts run has no origin, so that no cookie of the reader and no name of a site
 * tells its own requests from those of a stranger's page: the key in their addresses does. One is given to a person who was warned, for one
 * collection, the pages of one origin, one address of the network and one hour; nothing is kept of it, and it is worth nothing to a server
 * that was started again.
 *
 * ```ts
 * const key = keys.give({ collection: 'camara', origin: 'https://exemplo.br', reader: '192.0.2.7' });
 * keys.opens(key, 'camara', '192.0.2.7');      // true, for an hour
 * keys.isOwn(key, 'https://exemplo.br/a.js');  // true
 * ```
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** ms. */
export const KEY_LIFE = 3_600_000;

export interface KeyHolder {
  readonly collection: string;
  /** Of the pages that it opens: scheme, name and port. */
  readonly origin: string;
  /** Address of the network from which they are asked for. */
  readonly reader: string;
}

/** Letters of a digest: 72 bits name an origin, 144 are nobody's guess. */
const NAME = 12;
const MAC = 24;
const KEY = new RegExp(`^[a-z0-9]{1,12}\\.[\\w-]{${NAME}}\\.[\\w-]{${MAC}}$`);

export class ReplayKeys {
  readonly #secret = randomBytes(32);
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  give({ collection, origin, reader }: KeyHolder): string {
    return this.#made(this.#now() + KEY_LIFE, nameOf(origin), collection, reader);
  }

  /** When a key that opens ends to be one, ms since 1970. */
  end(key: string): number {
    return Number.parseInt(key, 36);
  }

  opens(key: string, collection: string, reader: string): boolean {
    if (!KEY.test(key)) return false;
    const end = this.end(key);
    if (!(end > this.#now())) return false;
    const right = this.#made(end, key.split('.')[1]!, collection, reader);
    return right.length === key.length && timingSafeEqual(Buffer.from(right), Buffer.from(key));
  }

  /** The same for the pages of another origin, for as long as this one. */
  forOrigin(key: string, { collection, origin, reader }: KeyHolder): string {
    return this.#made(this.end(key), nameOf(origin), collection, reader);
  }

  /** Whether an address, or an origin, is of the pages that it opens. */
  isOwn(key: string, url: string): boolean {
    const origin = originOfPage(url);
    return origin !== null && key.split('.')[1] === nameOf(origin);
  }

  #made(end: number, name: string, collection: string, reader: string): string {
    const head = `${Math.trunc(end).toString(36)}.${name}`;
    const mac = createHmac('sha256', this.#secret).update(JSON.stringify([head, collection, near(reader)]));
    return `${head}.${mac.digest('base64url').slice(0, MAC)}`;
  }
}

function nameOf(origin: string): string {
  return createHash('sha256').update(origin).digest('base64url').slice(0, NAME);
}

/** A browser may come to its own machine by either of its addresses. */
function near(address: string): string {
  return /^(?:::ffff:)?127\.|^::1$/.test(address) ? 'loopback' : address;
}

/** Null for an address that no page has. */
export function originOfPage(url: string): string | null {
  try {
    const { origin, protocol } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? origin : null;
  } catch {
    return null;
  }
}
