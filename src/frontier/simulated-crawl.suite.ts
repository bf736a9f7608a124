/**
 * A crawl without sockets: a national Web made of arithmetic, fetchers that are entries of a heap, and a clock that is turned.
 * The frontier is the real one, with its journal on disk.
 *
 * The Web has what makes a crawl wide or narrow: hosts whose sizes follow a power law with a long tail (a mean of about a hundred
 * pages), pages in folders, about four links in five to the page's own host (real pages: 83 to 86 %, `npm run eval -- links`), the
 * others away: nine in ten of those to the eight sites that the whole site links to (host graphs are sparse: a footer repeats), the
 * rest anywhere, both by a popularity whose in-degrees fall with the power 2.33 (published host graphs: 2.1 to 2.4). Everything
 * follows from the seed; nothing is stored but the size of each host. How wide a crawl is depends on how a Web is linked, so there are
 * others to compare with (`WEB_MODELS`).
 */
import { FolderFrontier } from './folder-frontier.ts';
import type { Candidate, FrontierOptions, Lease } from './port.ts';
import { OUTCOME, URL_KIND } from './port.ts';

/** How the pages of a Web link away from their hosts. */
export interface WebModel {
  /** Links of a page to other hosts. */
  readonly away: number;
  /** The part of them that goes to the few sites that all pages of the site link to. */
  readonly repeated: number;
  /** Of the links away, host n gets a share that falls with n to the power 1/this − 1: 1 makes all hosts alike. */
  readonly popularity: number;
}

export const WEB_MODELS = {
  /** As real pages are, or a little more outwards. */
  footers: { away: 3, repeated: 0.9, popularity: 4 },
  /** Pages that link to many others, and seldom to the same. */
  directories: { away: 8, repeated: 0.3, popularity: 4 },
  /** Links as in the first, to hosts that are all alike. */
  'no hubs': { away: 3, repeated: 0.9, popularity: 1 },
} as const satisfies Record<string, WebModel>;

/** Pages in a folder. */
const FOLDER = 24;
const MAX_PAGES = 100_000;

export class SimulatedWeb {
  readonly hosts: number;
  readonly #sizes: Int32Array;
  readonly #seed: number;
  readonly #model: WebModel;

  constructor(hosts: number, seed: number, model: WebModel = WEB_MODELS.footers) {
    this.hosts = hosts;
    this.#model = model;
    this.#seed = Math.imul(seed + 1, 0x9e3779b1);
    this.#sizes = new Int32Array(hosts);
    for (let host = 0; host < hosts; host++) {
      // Pareto with exponent 1: half of the hosts have fewer than 20 pages, one in a thousand 10,000 and more.
      this.#sizes[host] = Math.min(MAX_PAGES, Math.ceil(10 / (1 - this.#unit(host, 1, 0))));
    }
  }

  seeds(count: number): Candidate[] {
    return Array.from({ length: count }, (_, i) => this.candidate(this.#popular(i, 2, 0), 0, 0));
  }

  hostOf(queue: string): number {
    return Number(queue.slice(1, -3));
  }

  candidate(host: number, page: number, hops: number): Candidate {
    const queue = `s${host}.br`;
    let path = '';
    let depth = 0;
    for (let at = page; at > 0; at = Math.floor((at - 1) / FOLDER)) {
      path = depth === 0 ? `p${page}` : `d${at}/${path}`;
      depth++;
    }
    const url = `http://${queue}/${path}`;
    const key = page === 0 ? `http://${queue}` : url;
    return { url, key, queue, priority: 50, depth, hops, redirects: 0, kind: URL_KIND.page, parent: 0 };
  }

  /** The links of a page, each once. */
  links(lease: Lease): Candidate[] {
    const { url, hops } = lease;
    const host = this.hostOf(lease.queue);
    const last = url.lastIndexOf('/');
    const page = last === url.length - 1 ? 0 : Number(url.slice(last + 2));
    const size = this.#sizes[host]!;
    const from = host * MAX_PAGES + page;
    const found = new Map<number, Candidate>();
    const add = (toHost: number, toPage: number): void => {
      const id = toHost * MAX_PAGES + toPage;
      if (id !== from && !found.has(id)) found.set(id, this.candidate(toHost, toPage, hops + 1));
    };
    add(host, 0);
    if (page > 0) add(host, Math.floor((page - 1) / FOLDER));
    for (let i = 0; i < 16; i++) {
      const below = page * FOLDER + 1 + Math.floor(this.#unit(from, 3, i) * FOLDER);
      add(host, below < size ? below : Math.floor(this.#unit(from, 4, i) * size));
    }
    for (let i = 0; i < this.#model.away; i++) {
      const standing = this.#unit(from, 5, i) < this.#model.repeated;
      const other = standing
        ? this.#popular(8 * host + Math.floor(this.#unit(from, 6, i) * 8), 7, 0)
        : this.#popular(from, 8, i);
      add(
        other,
        this.#unit(from, 9, i) < 0.75 ? 0 : Math.floor(this.#unit(from, 10, i) * this.#sizes[other]!),
      );
    }
    return [...found.values()];
  }

  /** A host by its popularity: with the power 4, host n gets a share of the links away that falls with n^-0.75. */
  #popular(a: number, b: number, c: number): number {
    return Math.floor(this.hosts * this.#unit(a, b, c) ** this.#model.popularity);
  }

  #unit(a: number, b: number, c: number): number {
    let x =
      this.#seed ^ Math.imul(a | 0, 0x85ebca6b) ^ Math.imul(Math.floor(a / 2 ** 32) + b * 16 + c, 0xc2b2ae35);
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
  }
}

export interface SimulationOptions {
  readonly policy: FrontierOptions['policy'];
  readonly hosts: number;
  readonly pages: number;
  readonly seed: number;
  readonly delay: number;
  readonly capacity: number;
  readonly fetchers: number;
  readonly model?: WebModel;
  /** Give up after so much CPU time, ms. */
  readonly budget?: number;
}

export interface SimulationSlice {
  /** Pages collected by its end. */
  readonly pages: number;
  readonly hosts: number;
  /** Hosts known by then and not reached. */
  readonly open: number;
  readonly cpuMs: number;
  readonly virtualMs: number;
  /** Heap steps, reads and writes of the frontier. */
  readonly work: number;
}

export interface SimulationResult {
  /** Twenty slices of equal numbers of pages. */
  readonly slices: readonly SimulationSlice[];
  readonly pages: number;
  readonly hosts: number;
  /** Pages collected when so many hundredths of the hosts had been reached. */
  readonly pagesAt: ReadonlyMap<number, number>;
  /**
   * When the hosts were exhausted: the last time that more hosts were known and unreached than there are fetchers. From then on a
   * new host is fetched as soon as its first link is read, and no order of the queue could reach it earlier.
   */
  readonly exhausted: { readonly pages: number; readonly hosts: number };
  readonly queued: number;
  readonly dropped: number;
  readonly known: number;
  /** Share of the links met that stay on their host. */
  readonly internal: number;
  /** Accesses of a host within its delay; always 0. */
  readonly broken: number;
}

export function simulate(folder: string, options: SimulationOptions): SimulationResult {
  const web = new SimulatedWeb(options.hosts, options.seed, options.model);
  let now = 1_700_000_000_000;
  const started = now;
  const frontier = FolderFrontier.open(folder, {
    policy: options.policy,
    delay: options.delay,
    addressDelay: 0,
    capacity: options.capacity,
    queueBudget: Number.POSITIVE_INFINITY,
    now: () => now,
  });
  for (const seed of web.seeds(50)) frontier.add(seed);
  const flights = new Flights();
  const reached = new Uint8Array(options.hosts);
  const lastEnd = new Float64Array(options.hosts);
  const slices: SimulationSlice[] = [];
  const pagesAt = new Map<number, number>();
  const cpu = process.cpuUsage();
  const cpuMs = (): number => {
    const used = process.cpuUsage(cpu);
    return (used.user + used.system) / 1000;
  };
  const step = Math.ceil(options.pages / 20);
  let hosts = 0;
  let pages = 0;
  let exhausted = { pages: 0, hosts: 0 };
  let broken = 0;
  let links = 0;
  let internal = 0;
  let draw = options.seed;
  const random = (): number => {
    draw = (Math.imul(draw, 1_664_525) + 1_013_904_223) >>> 0;
    return draw / 2 ** 32;
  };
  while (pages < options.pages) {
    while (flights.size < options.fetchers) {
      const answer = frontier.next();
      if (answer.kind === 'lease') {
        const host = web.hostOf(answer.lease.queue);
        if (lastEnd[host]! > 0 && now - lastEnd[host]! < options.delay) broken++;
        flights.push(now + Math.ceil(100 - 700 * Math.log(1 - random())), answer.lease);
        continue;
      }
      if (flights.size === 0) {
        if (answer.kind === 'empty' || !Number.isFinite(answer.until)) break;
        now = answer.until;
        continue;
      }
      if (answer.kind !== 'empty' && answer.until < flights.nextEnd) {
        now = answer.until;
        continue;
      }
      break;
    }
    if (flights.size === 0) break;
    now = Math.max(now, flights.nextEnd);
    const lease = flights.pop();
    const host = web.hostOf(lease.queue);
    lastEnd[host] = now;
    const found = web.links(lease);
    links += found.length;
    for (const link of found) if (link.queue === lease.queue) internal++;
    frontier.end({
      kind: 'complete',
      lease,
      outcome: OUTCOME.analysed,
      status: 200,
      accessedAt: now,
      bytes: 30_000,
      revisitAt: null,
      links: found,
      seal: () => null,
    });
    pages++;
    if (reached[host] === 0) {
      reached[host] = 1;
      hosts++;
      const percent = Math.floor((100 * hosts) / options.hosts);
      if (!pagesAt.has(percent)) pagesAt.set(percent, pages);
    }
    // Asked now and then: the counts of a frontier are not free.
    if (pages % 1000 === 0 && frontier.counts().queues - hosts > options.fetchers)
      exhausted = { pages, hosts };
    if (pages % step === 0) {
      const { heapSteps, reads, writes } = frontier.work;
      const open = frontier.counts().queues - hosts;
      slices.push({
        pages,
        hosts,
        open,
        cpuMs: cpuMs(),
        virtualMs: now - started,
        work: heapSteps + reads + writes,
      });
      if (options.budget !== undefined && cpuMs() > options.budget) break;
    }
  }
  const counts = frontier.counts();
  frontier.close();
  const dropped = Object.values(counts.dropped).reduce((sum, count) => sum + count, 0);
  return {
    slices,
    pages,
    hosts,
    pagesAt,
    exhausted,
    queued: counts.queued,
    dropped,
    known: counts.known,
    broken,
    internal: internal / links,
  };
}

/** Fetches under way, by the time they end. */
class Flights {
  readonly #ends: number[] = [];
  readonly #leases: Lease[] = [];

  get size(): number {
    return this.#ends.length;
  }

  get nextEnd(): number {
    return this.#ends[0] ?? Number.POSITIVE_INFINITY;
  }

  push(end: number, lease: Lease): void {
    let at = this.#ends.length;
    this.#ends.push(end);
    this.#leases.push(lease);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#ends[parent]! <= end) break;
      this.#ends[at] = this.#ends[parent]!;
      this.#leases[at] = this.#leases[parent]!;
      at = parent;
    }
    this.#ends[at] = end;
    this.#leases[at] = lease;
  }

  pop(): Lease {
    const first = this.#leases[0]!;
    const end = this.#ends.pop()!;
    const lease = this.#leases.pop()!;
    const size = this.#ends.length;
    if (size === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#ends[child + 1]! < this.#ends[child]!) child++;
      if (this.#ends[child]! >= end) break;
      this.#ends[at] = this.#ends[child]!;
      this.#leases[at] = this.#leases[child]!;
      at = child;
    }
    this.#ends[at] = end;
    this.#leases[at] = lease;
    return first;
  }
}
