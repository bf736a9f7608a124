/** What was asked of the sample web, so that a test can prove that a collector was polite. */

export interface LoggedRequest {
  readonly host: string;
  readonly path: string;
  readonly method: string;
  readonly userAgent: string;
  /** Milliseconds on the log's clock. */
  readonly startedAt: number;
  /** Null while the answer is under way. */
  readonly endedAt: number | null;
  readonly status: number | null;
  /** Requests of this host under way when this one came, itself included. */
  readonly concurrent: number;
}

type Entry = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };

export class RequestLog {
  readonly #capacity: number;
  readonly #clock: () => number;
  readonly #ring: Entry[] = [];
  readonly #open = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  #next = 0;
  #total = 0;

  constructor(options: { readonly capacity?: number; readonly clock?: () => number } = {}) {
    this.#capacity = options.capacity ?? 100_000;
    this.#clock = options.clock ?? (() => performance.timeOrigin + performance.now());
  }

  /** Every request ever made, also those no longer kept. */
  get total(): number {
    return this.#total;
  }

  /** The requests kept, oldest first. */
  entries(host?: string): LoggedRequest[] {
    const all = [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)];
    return host === undefined ? all : all.filter((e) => e.host === host);
  }

  /** How many requests a host got, also those no longer kept. */
  count(host: string): number {
    return this.#counts.get(host) ?? 0;
  }

  clear(): void {
    this.#ring.length = 0;
    this.#next = 0;
    this.#total = 0;
    this.#counts.clear();
  }

  /** Notes the start; the returned function notes the end (once). */
  begin(host: string, path: string, method: string, userAgent: string): (status: number | null) => void {
    const concurrent = (this.#open.get(host) ?? 0) + 1;
    this.#open.set(host, concurrent);
    const entry: Entry = {
      host,
      path,
      method,
      userAgent,
      startedAt: this.#clock(),
      endedAt: null,
      status: null,
      concurrent,
    };
    if (this.#ring.length < this.#capacity) this.#ring.push(entry);
    else {
      this.#ring[this.#next] = entry;
      this.#next = (this.#next + 1) % this.#capacity;
    }
    this.#total++;
    this.#counts.set(host, (this.#counts.get(host) ?? 0) + 1);
    return (status) => {
      if (entry.endedAt !== null) return;
      entry.endedAt = this.#clock();
      entry.status = status;
      this.#open.set(host, (this.#open.get(host) ?? 1) - 1);
    };
  }
}
