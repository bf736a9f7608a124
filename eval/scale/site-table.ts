/**
 * The sites of the simulated Web that somebody has touched, as columns. All others are counted and not kept: ten thousand million URLs
 * have no place in memory, and a site that nobody asks in the time that is simulated is like every other.
 */
export const NOBODY = -1;

export class SiteTable {
  server = new Int16Array(1024);
  owner = new Int32Array(1024);
  /** URLs that wait. */
  queued = new Float64Array(1024);
  /** No access before this. */
  nextAt = new Float64Array(1024);
  /** End of the last access: what the judge of politeness goes by, whatever `nextAt` says. */
  lastEnd = new Float64Array(1024);
  /** Who sent links of it last, and how many links that worker had sent then. */
  sender = new Int32Array(1024);
  sentAt = new Float64Array(1024);
  /** Its robots file is known. */
  known = new Uint8Array(1024);
  /** It stands on the address that many share. */
  crowded = new Uint8Array(1024);
  #size = 0;
  readonly #free: number[] = [];

  /** One more than the greatest number given. */
  get size(): number {
    return this.#size;
  }

  add(server: number, queued: number, known: boolean, crowded: boolean): number {
    const id = this.#free.pop() ?? this.#size++;
    if (id === this.server.length) this.#grow();
    this.server[id] = server;
    this.owner[id] = NOBODY;
    this.queued[id] = queued;
    this.nextAt[id] = 0;
    this.lastEnd[id] = Number.NEGATIVE_INFINITY;
    this.sender[id] = NOBODY;
    this.sentAt[id] = 0;
    this.known[id] = known ? 1 : 0;
    this.crowded[id] = crowded ? 1 : 0;
    return id;
  }

  /** Forgets a site that will not be asked again; its number is given to another. */
  remove(id: number): void {
    this.queued[id] = 0;
    this.owner[id] = NOBODY;
    this.#free.push(id);
  }

  #grow(): void {
    const size = this.server.length * 2;
    const wider = <T extends Float64Array | Int32Array | Int16Array | Uint8Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.server = wider(new Int16Array(size), this.server);
    this.owner = wider(new Int32Array(size), this.owner);
    this.queued = wider(new Float64Array(size), this.queued);
    this.nextAt = wider(new Float64Array(size), this.nextAt);
    this.lastEnd = wider(new Float64Array(size), this.lastEnd);
    this.sender = wider(new Int32Array(size), this.sender);
    this.sentAt = wider(new Float64Array(size), this.sentAt);
    this.known = wider(new Uint8Array(size), this.known);
    this.crowded = wider(new Uint8Array(size), this.crowded);
  }
}
