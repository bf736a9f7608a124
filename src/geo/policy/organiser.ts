/**
 * The order of the addresses to visit: those found on producers' pages first. Producers link to producers, so a link from a geographic page
 * is likelier to lead to another.
 */

/** 1: from a producer's page; 0.5: from a page with geographic words; 0: from any other. `compat` knows 1 and 0. */
export type Indicator = 0 | 0.5 | 1;

export interface OrganiserEntry {
  readonly url: string;
  readonly indicator: Indicator;
}

/** Two queues in a row: a stable partition, each half in order of arrival. */
export class CompatOrganiser<T extends OrganiserEntry> {
  readonly #first: T[] = [];
  readonly #rest: T[] = [];

  add(entries: Iterable<T>): void {
    for (const entry of entries) (entry.indicator === 1 ? this.#first : this.#rest).push(entry);
  }

  /** 1-based position of the last entry from a producer's page, 0 if there is none. */
  get lastGeoPosition(): number {
    return this.#first.length;
  }

  get size(): number {
    return this.#first.length + this.#rest.length;
  }

  list(): T[] {
    return [...this.#first, ...this.#rest];
  }

  next(): T | undefined {
    return this.#first.shift() ?? this.#rest.shift();
  }
}

export interface ModernOrganiserOptions {
  /** One slot in this many goes to the lowest class that waits. Default 10. */
  readonly lowestEvery?: number;
  readonly maxPerHost?: number;
}

/** Three classes, one slot in ten for the lowest, hosts in turn within a class, each address once. */
export class ModernOrganiser<T extends OrganiserEntry> {
  readonly #classes: Map<string, T[]>[] = [new Map(), new Map(), new Map()];
  readonly #seen = new Set<string>();
  readonly #perHost = new Map<string, number>();
  readonly #every: number;
  readonly #maxPerHost: number;
  #slot = 0;

  constructor(options: ModernOrganiserOptions = {}) {
    this.#every = options.lowestEvery ?? 10;
    this.#maxPerHost = options.maxPerHost ?? Number.POSITIVE_INFINITY;
  }

  add(entries: Iterable<T>): void {
    for (const entry of entries) {
      if (this.#seen.has(entry.url)) continue;
      this.#seen.add(entry.url);
      const host = hostOf(entry.url);
      const count = (this.#perHost.get(host) ?? 0) + 1;
      if (count > this.#maxPerHost) continue;
      this.#perHost.set(host, count);
      const hosts = this.#classes[entry.indicator === 1 ? 0 : entry.indicator === 0.5 ? 1 : 2]!;
      const queue = hosts.get(host);
      if (queue === undefined) hosts.set(host, [entry]);
      else queue.push(entry);
    }
  }

  get size(): number {
    let size = 0;
    for (const hosts of this.#classes) for (const queue of hosts.values()) size += queue.length;
    return size;
  }

  next(): T | undefined {
    const forLowest = ++this.#slot % this.#every === 0;
    for (const i of forLowest ? [2, 1, 0] : [0, 1, 2]) {
      const taken = take(this.#classes[i]!);
      if (taken !== undefined) return taken;
    }
    return undefined;
  }
}

/** The host that waited longest gives one and goes behind the others. */
function take<T>(hosts: Map<string, T[]>): T | undefined {
  for (const [host, queue] of hosts) {
    const entry = queue.shift();
    hosts.delete(host);
    if (queue.length > 0) hosts.set(host, queue);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function hostOf(url: string): string {
  const start = url.indexOf('//') + 2;
  const end = url.slice(start).search(/[/?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** A page is visited again when more than this has passed since it was indexed, in seconds. */
export const REVISIT_SECONDS = 86_400;

/** Whether a page indexed at `last` (ms) may be visited again at `now`. */
export function revisitDue(last: number, now: number, seconds = REVISIT_SECONDS): boolean {
  return now - last > seconds * 1000;
}
