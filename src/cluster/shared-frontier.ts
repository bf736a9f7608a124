/**
 * The `Frontier` that several workers share, in PostgreSQL. What is shared and must survive is in the database; this worker's part is to hold
 * sites for a while, to keep their pace, and to send what happened in batches.
 *
 *   - A site is leased to one worker at a time; a URL stays queued until the transaction that ends its visit. A worker that dies loses nothing:
 *     its sites rest a full delay and go to others. Leases that were open are therefore queued again, and `resume` knows no orphans.
 *   - Ends are collected while a batch is under way and go with the next. In each: links first, then what `seal` writes here, then the end.
 *   - A worker's time is renewed by every batch, and by a beat when there is none. No lease is given out and no access allowed after a silence
 *     in which others may have taken it for dead.
 */
import { TarrafaError } from '../errors.ts';
import {
  type AddCounts,
  type Candidate,
  type Completion,
  type Exhausted,
  type Frontier,
  type FrontierCounts,
  type FrontierOptions,
  type Handover,
  type Later,
  type Lease,
  type LeaseEnd,
  type Leases,
  type Leftover,
  LONGEST_TOLD,
  OUTCOME,
  type PutBack,
  type Retry,
  type Spent,
  SteadyClock,
  type Waiting,
} from '../frontier/index.ts';
import { type Database, isFenced, numberArray, type Parameter } from '../postgres/index.ts';
import { EndBatch, isPage } from './end-batch.ts';
import { Gathering } from './gathering.ts';
import { HandedOver } from './handed-over.ts';
import { type Flight, type HeldAddress, type HeldSite, HeldSites, type WaitingUrl } from './held-sites.ts';
import { type Arrival, LinkSender } from './link-sender.ts';
import { Names } from './names.ts';
import { PageGrants } from './page-grants.ts';
import { addDropped, type SharedFigures } from './shared-figures.ts';
import { unpackUrl } from './url-facts.ts';
import { VoteBatch } from './vote-batch.ts';
import { type Moment, now as moment, type Told, WorkerLife } from './worker-life.ts';

export interface WorkerPlace {
  readonly database: Database;
  readonly worker: number;
  readonly name: string;
  readonly mark: string | null;
  /** The history of the database that was seen last. */
  readonly timeline: number;
  /** When it was asked to be let in. */
  readonly since: Moment;
  readonly seeds: readonly [number, number];
  /** How long it may be silent before it is taken for dead, ms. */
  readonly ttl: number;
  /** Into how many parts the sites are divided, none of which sees the others' links; 0 for none. */
  readonly partitions: number;
  readonly part: number;
  /** Whether the pages of the crawl are counted. */
  readonly isLimited: boolean;
  readonly figures: SharedFigures;
  /** What the database tells of the crawl, now and then. */
  readonly onTold?: ((told: Told) => void) | undefined;
  /** What this worker says of itself, for `status`. */
  readonly about?: (() => Record<string, unknown>) | undefined;
  /** How long ends of visits may wait for others that go with them, ms; 0 by default. */
  readonly gathers?: number | undefined;
  /** When it is closed it has no site any more, but is there until it leaves. */
  readonly lingers?: boolean | undefined;
}

/** URLs of a site that are fetched with it. */
const URLS_A_SITE = 4;
/** The same while others wait, and each visit sets a site behind them: it is given back after one as a rule, and the next tells its rank. */
const URLS_IN_TURN = 2;
/** Sites asked for at once, at the least. */
const LEAST_SITES = 8;
const MOST_HELD = 4096;
const MOST_ENDS = 256;
/** How often a worker that has nothing to do looks whether others left something, ms. */
const POLL = 250;
/** How often what is known of the queues of held sites is asked for anew, where references that others find move URLs up, ms. */
const LOOK_AGAIN = 1_000;

interface Look {
  readonly state: number;
  readonly stop: boolean;
  readonly busy: boolean;
  readonly ready: boolean;
  readonly others: boolean;
  readonly rests: number | null;
  readonly retries: number | null;
  readonly visits: number | null;
}

interface SiteRow {
  readonly id: string;
  readonly name: string;
  readonly rest: number;
  readonly delay: number;
  readonly collected: number;
  readonly site_queued: number;
  readonly addr: string | null;
  readonly addr_rest: number | null;
  readonly turn: number | null;
  /** What was told of it; not asked for where nothing is handed over. */
  readonly told?: Uint8Array | null;
}

interface UrlRow {
  readonly id: string;
  readonly ord: string | null;
  readonly fp: string;
  readonly parent: number;
  readonly facts: number;
  readonly priority: number;
  readonly url: string;
  readonly key: string | null;
  readonly page_told?: Uint8Array | null;
}

/** What `pass` answers; of the site only when it was asked for one. */
interface Passed {
  readonly wait: number;
  readonly a_turn: number | null;
  readonly delay: number | null;
  readonly collected: number | null;
  readonly queued: number | null;
}

/** What `add_links` answers. */
interface LinksAnswer {
  readonly letters: string | null;
  readonly new_sites: number;
  readonly server_now: string;
}

/** Links that went ahead of the ends of their visits. */
interface SentLinks {
  readonly server: string;
  readonly parameters: readonly Parameter[];
}

/** What the statement answers that ends visits; of votes that were counted with it, the sites in which something moved up. */
interface FinishAnswer {
  readonly answer: number;
  readonly moved?: readonly string[] | null;
}

/** What `finish` answers when the server that has the links is another, or began anew. */
const FORGOTTEN = 2;
const FINISH_TAKES = 33;

interface Pending {
  readonly end: LeaseEnd | SiteNote;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Something that a site said of itself. */
interface SiteNote {
  readonly kind: 'note';
  readonly queue: string;
  readonly delay: number | null;
  readonly rest: number | null;
}

export class SharedFrontier implements Frontier {
  readonly #place: WorkerPlace;
  readonly #database: Database;
  readonly #options: FrontierOptions;
  readonly #clock: SteadyClock;
  readonly #names: Names;
  readonly #links: LinkSender;
  readonly #held: HeldSites;
  readonly #handed: HandedOver;
  readonly #flights = new Map<number, Flight>();
  readonly #figures: SharedFigures;
  #pending: Pending[] = [];
  #flushing: Promise<void> | null = null;
  #batch = 0;
  readonly #life: WorkerLife;
  readonly #grants: PageGrants;
  readonly #gathering: Gathering;
  /** Sites of the visits that end with the batch that is being made. */
  #ended: HeldSite[] = [];
  /** Sites to be given back with the next batch. */
  #returns = new Set<HeldSite>();
  /** Until then, on the steady clock, the database has no site for this worker. */
  #nothingUntil = 0;
  /** When the queues of held sites are looked at again, on the steady clock. */
  #lookAt: number;
  /** The worst rank that the last lease brought, while there were more; null when there were not. */
  #competition: number | null = null;
  /** What the database says this worker has, and it knows nothing of. */
  #strays: { sites: string[]; addresses: { readonly id: string; readonly turn: number }[] } = {
    sites: [],
    addresses: [],
  };
  /** Sites that were given back while it is asked what this worker has; null while nobody asks. */
  #givenBack: Set<string> | null = null;
  /** Retired sites whose last visit here has ended. */
  #retired: HeldSite[] = [];
  /** Statements sent again, as of the last time it was compared what the database gave and what was heard. */
  #reconciled = 0;
  /** Questions under way that may bring a site or an address. */
  #asking = 0;
  /** Sites that others should have, for they have none. */
  #surplus = 0;
  #leasing: Promise<unknown> = Promise.resolve();
  #failure: unknown = null;
  #closed = false;
  #onLapse: (() => void) | null = null;

  constructor(place: WorkerPlace, options: FrontierOptions) {
    this.#place = place;
    this.#database = place.database;
    this.#options = options;
    this.#clock = new SteadyClock(options.now, options.monotonic);
    this.#names = new Names(...place.seeds);
    this.#links = new LinkSender(this.#names, options.policy, place);
    this.#lookAt = this.#clock.read() + LOOK_AGAIN;
    this.#held = new HeldSites(options.policy !== 'breadth-first' && options.policy !== 'priority');
    this.#handed = new HandedOver(place.database, place.worker, this.#names);
    this.#figures = place.figures;
    this.#life = new WorkerLife({
      ...place,
      about: place.about,
      onTold: (told) => {
        // Half of what there is goes to who has nothing; with the next beat half of the rest, if that was not enough.
        this.#surplus = told.hungry > 0 ? this.#held.size >> 1 : 0;
        place.onTold?.(told);
      },
      onLapse: () => this.#onLapse?.(),
      onFailure: (error) => this.#fail(error),
    });
    this.#grants = new PageGrants(place.database, place.worker, place.isLimited);
    this.#gathering = new Gathering(place.gathers ?? 0);
  }

  async schedule(candidates: Iterable<Candidate>): Promise<AddCounts> {
    const batch = this.#links.batch();
    const counts = batch.add(candidates);
    // What nobody else has, as seeds, waits for the disk.
    await this.#sendLinks(batch, true);
    return counts;
  }

  lease(most: number): Promise<Leases | Waiting | Later | Exhausted | Spent> {
    const turn = this.#leasing.then(() => this.#lease(most));
    this.#leasing = turn.catch(() => {});
    return turn;
  }

  async #lease(most: number): Promise<Leases | Waiting | Later | Exhausted | Spent> {
    await this.#prove();
    if (this.#life.isPaused) return this.#inAWhile();
    await this.#reconcile();
    const wanted = await this.#asWorker(() => this.#grants.have(most));
    if (wanted === 0) return this.#withoutPages();
    await this.#refill();
    let ready = this.#held.ready(this.#clock.read(), wanted);
    if (
      ready.length < wanted &&
      this.#surplus === 0 &&
      this.#held.size < MOST_HELD &&
      this.#nothingUntil <= this.#clock.read()
    ) {
      await this.#leaseSites(wanted - ready.length);
      // Also when nothing came: a visit may have passed by one of those that were ready while it was asked.
      ready = this.#held.ready(this.#clock.read(), wanted);
    }
    if (ready.length > 0) return { kind: 'leases', leases: ready.map((site) => this.#takeOff(site)) };
    await this.#asWorker(() => this.#grants.giveBack());
    await this.#returnEmpty();
    return this.#nothingNow();
  }

  /** After a cut the database may have given more than was heard: what this worker does not know of goes to others, with a full rest. */
  async #reconcile(): Promise<void> {
    const { resent } = this.#database;
    if (resent === this.#reconciled || this.#asking > 0) return;
    await this.#flushed();
    // From here to the answer: what is on its way back may still be in it.
    const givenBack = new Set<string>();
    this.#givenBack = givenBack;
    const rows = await this.#asWorker(() =>
      this.#database.query<{ site: string | null; addr: string | null; turn: number | null }>(
        `select site::text, addr::text, turn from ${this.#database.schema}.mine($1)`,
        [this.#place.worker],
      ),
    );
    this.#givenBack = null;
    if (this.#asking > 0) return;
    this.#reconciled = resent;
    for (const { site, addr, turn } of rows) {
      if (site !== null && this.#held.get(site) === undefined && !givenBack.has(site))
        this.#strays.sites.push(site);
      if (addr !== null && this.#held.address(addr) === undefined)
        this.#strays.addresses.push({ id: addr, turn: turn ?? 0 });
    }
    if (this.#strays.sites.length + this.#strays.addresses.length > 0) await this.#flushed();
  }

  #inAWhile(): Waiting {
    return { kind: 'wait', until: this.#clock.toWall(this.#clock.read() + POLL) };
  }

  /** All pages are granted: what is held goes to who may still ask, and somebody who dies may leave some. */
  async #withoutPages(): Promise<Waiting | Spent> {
    if (this.#flights.size > 0) return { kind: 'wait', until: Number.POSITIVE_INFINITY };
    for (const site of this.#held.all()) this.#returns.add(site);
    if (this.#returns.size > 0) await this.#flushed();
    return (await this.#asWorker(() => this.#grants.areSpent())) ? { kind: 'spent' } : this.#inAWhile();
  }

  #takeOff(site: HeldSite): Lease {
    const url = site.urls.shift()!;
    const { parent, priority, record } = url;
    const { attempt, ...facts } = unpackUrl(url.facts, url.url, site.name);
    const now = this.#clock.read();
    const lease: Lease = {
      ...facts,
      key: url.key ?? facts.url,
      queue: site.name,
      priority,
      parent,
      record,
      attempt,
      at: this.#clock.toWall(now),
      collected: site.collected,
      ...(url.told === null ? {} : { told: url.told }),
    };
    site.busy = true;
    this.#grants.began();
    if (site.address !== null) site.address.busy = true;
    this.#flights.set(record, {
      lease,
      site,
      url,
      jumps: this.#clock.jumps,
      at: now,
      address: site.address,
      passing: null,
      ending: false,
    });
    return lease;
  }

  /** Asks for the next URLs of sites that have none left here, or may have better ones. */
  async #refill(): Promise<void> {
    if (this.#options.urgency !== undefined && this.#clock.read() >= this.#lookAt) {
      this.#lookAt = this.#clock.read() + LOOK_AGAIN;
      for (const site of this.#held.all()) site.stale = true;
    }
    const empty = [...this.#held.all()].filter(
      (site) => site.stale && !site.busy && !site.lost && site.unsettled === 0,
    );
    if (empty.length === 0) return;
    for (const site of empty) site.stale = false;
    const rows = await this.#database.query<UrlRow>(
      `select id::text, ord::text, fp::text, parent, facts, priority, url, key${this.#handed.pageColumn}
       from ${this.#database.schema}.pull($1, $2) l`,
      [numberArray(empty.map(({ id }) => id)), URLS_A_SITE],
    );
    for (const site of empty) site.urls = [];
    for (const row of rows) this.#held.get(row.id)?.urls.push(waiting(row));
  }

  /** Takes more sites, if the database has any. */
  async #leaseSites(wanted: number): Promise<void> {
    const { partitions, part, worker } = this.#place;
    const most = Math.max(LEAST_SITES, wanted);
    const rows = await this.#asWorker(() =>
      this.#database.query<SiteRow & UrlRow>(
        `select id::text, name, rest, delay, collected, site_queued, addr::text, addr_rest, turn, ord::text, fp::text, parent, facts, priority, url, key${this.#handed.siteColumn}${this.#handed.pageColumn}
         from ${this.#database.schema}.lease($1, $2, $3, $4, $5, $6) l`,
        [
          worker,
          most,
          this.#held.takeTurns && this.#competition !== null ? URLS_IN_TURN : URLS_A_SITE,
          numberArray(this.#held.addressesWithRoom(this.#clock.read())),
          partitions,
          part,
        ],
      ),
    );
    const now = this.#clock.read();
    const sites = new Map<HeldSite, Uint8Array | null>();
    for (const row of rows) {
      let site = this.#held.get(row.id);
      if (site === undefined || !sites.has(site)) {
        site = this.#hold(row, now);
        sites.set(site, row.told ?? null);
      }
      if (row.ord !== null) site.urls.push(waiting(row));
    }
    for (const site of this.#held.beyondNeed(now)) this.#returns.add(site);
    const ranks = [...sites.keys()].map((site) => this.#held.rankOf(site) ?? 0);
    this.#competition = sites.size >= most ? Math.max(...ranks) : null;
    await this.#handed.came([...sites].map(([site, told]) => ({ site, told })));
  }

  #hold(row: SiteRow, now: number): HeldSite {
    const site: HeldSite = {
      id: row.id,
      name: row.name,
      nextAt: now + row.rest,
      delay: row.delay,
      collected: row.collected,
      queued: row.site_queued,
      address: null,
      urls: [],
      stale: false,
      busy: false,
      unsettled: 0,
      lost: false,
      retired: false,
    };
    this.#held.add(site);
    if (row.addr !== null)
      this.#held.bind(site, this.#held.holdAddress(row.addr, row.turn ?? 0, now + (row.addr_rest ?? 0)));
    return site;
  }

  /** Gives sites back whose queues are empty: another worker, or none, may find something in them. */
  async #returnEmpty(): Promise<void> {
    for (const site of this.#held.all())
      if (!site.busy && !site.stale && site.urls.length === 0) this.#returns.add(site);
    if (this.#returns.size > 0 && this.#pending.length === 0) await this.#flushed();
  }

  async #nothingNow(): Promise<Waiting | Later | Exhausted> {
    const now = this.#clock.read();
    const [look] = await this.#database.query<Look>(
      `select * from ${this.#database.schema}.look($1, $2, $3)`,
      [this.#place.worker, this.#place.partitions, this.#place.part],
    );
    if (look === undefined || look.stop || look.state === 2) {
      // The beat says so to the crawl.
      await this.#asWorker(() => this.#life.beat());
      return this.#inAWhile();
    }
    let until = this.#held.wakesAt();
    const after = (ms: number | null): void => {
      if (ms !== null) until = Math.min(until, now + ms);
    };
    const paused = look.state === 1;
    after(look.ready || look.others || paused ? POLL : null);
    after(look.rests);
    after(look.retries);
    const open = look.busy || look.ready || look.others || this.#flights.size > 0 || this.#pending.length > 0;
    after(look.visits);
    // What a site rests is known only once it is held.
    this.#nothingUntil = look.ready ? now : until;
    if (open || paused || look.rests !== null || look.retries !== null)
      return { kind: 'wait', until: this.#clock.toWall(until) };
    if (look.visits === null) return { kind: 'empty' };
    return { kind: 'later', until: this.#clock.toWall(now + look.visits) };
  }

  /** Asked at the last instruction before a request is sent: it may have been long on its way there. */
  mayAsk(): boolean {
    return this.#failure === null && this.#life.isCertain;
  }

  onLapse(giveUp: () => void): void {
    this.#onLapse = giveUp;
  }

  handOver(handover: Handover): void {
    this.#handed.begin(handover);
  }

  async bind(lease: Lease, address: string): Promise<number> {
    const flight = this.#notPassing(lease);
    await this.#prove();
    const id = this.#names.address(address);
    if (flight.address?.id === id) return 0;
    const { site } = flight;
    if (flight.address !== null) {
      flight.address.busy = false;
      flight.address = null;
    }
    let held = this.#held.address(id);
    if (held === undefined || site.address !== held) {
      held = await this.#whileAsking(() => this.#claim(site, id));
      if (held === undefined) {
        // Another worker has the address, and gets the site when it is done with another.
        site.lost = true;
        this.#held.bind(site, null);
        return Number.POSITIVE_INFINITY;
      }
      this.#held.bind(site, held);
    }
    if (held.busy) return Number.POSITIVE_INFINITY;
    if (held.nextAt > this.#clock.read()) return this.#clock.toWall(held.nextAt);
    held.busy = true;
    flight.address = held;
    return 0;
  }

  /** An address that the site turns out to have; undefined when another worker has it. */
  async #claim(site: HeldSite, address: string): Promise<HeldAddress | undefined> {
    const [row] = await this.#asWorker(() =>
      this.#database.query<{ ok: boolean; rest: number | null; turn: number | null }>(
        `select ok, rest, turn from ${this.#database.schema}.claim($1, $2, $3)`,
        [this.#place.worker, numberArray([site.id]), numberArray([address])],
      ),
    );
    if (row === undefined || !row.ok) return undefined;
    return this.#held.holdAddress(address, row.turn ?? 0, this.#clock.read() + (row.rest ?? 0));
  }

  /** A question whose answer brings something that is held from then on. */
  async #whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asking++;
    try {
      return await ask();
    } finally {
      this.#asking--;
    }
  }

  async passBy(lease: Lease, queue: string, address: string): Promise<number> {
    const flight = this.#notPassing(lease);
    await this.#prove();
    const siteId = this.#names.site(queue).id;
    const addressId = this.#names.address(address);
    const own = siteId === flight.site.id;
    const here = addressId === flight.address?.id;
    for (;;) {
      const site = own ? null : this.#held.get(siteId);
      const there = here ? null : this.#held.address(addressId);
      if (site?.busy || there?.busy) return Number.POSITIVE_INFINITY;
      const rests = Math.max(site?.nextAt ?? 0, there?.nextAt ?? 0);
      if (rests > this.#clock.read()) return this.#clock.toWall(rests);
      if (site !== undefined && there !== undefined) {
        if (site !== null) site.busy = true;
        if (there !== null) there.busy = true;
        flight.passing = { site, address: there };
        return 0;
      }
      const wait = await this.#whileAsking(() =>
        this.#takeHold(
          site === undefined ? { id: siteId, queue } : null,
          there === undefined ? addressId : null,
        ),
      );
      if (wait !== 0)
        return wait > 0 ? this.#clock.toWall(this.#clock.read() + wait) : Number.POSITIVE_INFINITY;
      // Another visit may have come first while this was asked: looked at again.
    }
  }

  /** A site and an address that are not held here; 0 when they are now, -1 when others have one of them, else the ms that one rests. */
  async #takeHold(
    site: { readonly id: string; readonly queue: string } | null,
    address: string | null,
  ): Promise<number> {
    const [row] = await this.#asWorker(() =>
      this.#database.query<Passed>(`select * from ${this.#database.schema}.pass($1, $2, $3, $4)`, [
        this.#place.worker,
        site?.id ?? null,
        site?.queue ?? null,
        address,
      ]),
    );
    if (row!.wait !== 0) return row!.wait;
    const now = this.#clock.read();
    if (site !== null && this.#held.get(site.id) === undefined)
      this.#hold(passing(site.id, site.queue, row!), now).stale = true;
    if (address !== null) this.#held.holdAddress(address, row!.a_turn ?? 0, now);
    return 0;
  }

  async end(ends: readonly LeaseEnd[]): Promise<void> {
    const waits = ends.map((end) => {
      const flight = this.#flightOf(end.lease);
      flight.ending = true;
      return this.#send(end);
    });
    const settled = await Promise.allSettled(waits);
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
  }

  async setDelay(queue: string, delay: number): Promise<void> {
    const whole = Math.ceil(delay);
    const site = this.#held.get(this.#names.site(queue).id);
    if (site !== undefined) {
      if (site.delay === whole) return;
      const before = this.#delayOf(site);
      site.delay = whole;
      const more = this.#delayOf(site) - before;
      if (more > 0 && site.nextAt > this.#clock.read()) site.nextAt += more;
    }
    await this.#send({ kind: 'note', queue, delay: whole, rest: null });
  }

  async restUntil(queue: string, time: number): Promise<void> {
    const until = this.#clock.fromWall(time);
    const site = this.#held.get(this.#names.site(queue).id);
    if (site !== undefined) site.nextAt = Math.max(site.nextAt, until);
    await this.#send({ kind: 'note', queue, delay: null, rest: Math.max(0, until - this.#clock.read()) });
  }

  async retire(queue: string, reason: string): Promise<number> {
    const { id } = this.#names.site(queue);
    const site = this.#held.get(id);
    // Nothing of it is begun any more.
    if (site !== undefined) site.lost = true;
    // From now on others may pass by there.
    if (site !== undefined && site.nextAt > this.#clock.read())
      await this.restUntil(queue, this.#clock.toWall(site.nextAt));
    // What has ended leaves its queue first: it would be dropped with the others.
    while (site !== undefined && site.unsettled > 0) await this.#flushed();
    // A visit that passes by keeps it as well: it is still asked.
    const keep = [...this.#flights.values()].filter(
      (flight) => flight.site.id === id || flight.passing?.site?.id === id,
    );
    const [row] = await this.#asWorker(() =>
      this.#database.query<{ gone: number }>(
        `select ${this.#database.schema}.retire($1, $2, $3, $4, $5) as gone`,
        [this.#place.worker, id, queue, reason, numberArray(keep.map(({ url }) => url.fp))],
      ),
    );
    const gone = row!.gone;
    this.#figures.queued -= gone;
    addDropped(this.#figures, reason, gone);
    if (site !== undefined) {
      site.urls = [];
      site.stale = false;
      site.retired = true;
      // A visit that was kept may have ended meanwhile.
      if (!site.busy && keep.length > 0) this.#leaveRetired(site);
      else if (!site.busy) this.#forget(site);
    }
    return gone;
  }

  /** Others have it now, or nobody. */
  #forget(site: HeldSite): void {
    this.#held.remove(site);
    if (this.#held.get(site.id) === undefined) this.#handed.goes(site);
  }

  /** Of a retired site only its rest is still kept, by the database, for those who pass by. */
  #leaveRetired(site: HeldSite): void {
    this.#forget(site);
    this.#retired.push(site);
  }

  counts(): FrontierCounts {
    const { known, queued, scheduled, completed, queues, duplicates, improved, dropped, outcomes } =
      this.#figures;
    const named: Record<string, number> = {};
    for (const [name, code] of Object.entries(OUTCOME))
      if (outcomes[code - 1]) named[name] = outcomes[code - 1]!;
    return {
      known,
      queued: queued - this.#flights.size,
      inFlight: this.#flights.size,
      scheduled,
      completed,
      queues,
      duplicates,
      improved,
      dropped: { ...dropped },
      outcomes: named,
    };
  }

  async resume(): Promise<Leftover> {
    return { mark: this.#place.mark, orphans: [] };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#place.lingers !== true || this.#failure !== null) return this.leave();
    for (const site of this.#held.all()) if (!site.busy) this.#returns.add(site);
    await this.#flushed();
    await this.#handed.tell();
    await this.#asWorker(() => this.#grants.giveBack());
  }

  async leave(): Promise<void> {
    if (this.#closed) return;
    try {
      if (this.#failure === null) {
        for (const site of this.#held.all()) if (!site.busy) this.#returns.add(site);
        await this.#flushed();
        await this.#handed.tell();
        await this.#database.query(`select ${this.#database.schema}.leave($1)`, [this.#place.worker]);
      }
    } finally {
      this.#life.close();
      this.#closed = true;
    }
  }

  /** Stops without a word, as a process that is killed. */
  abandon(): void {
    this.#closed = true;
    this.#life.close();
  }

  #flightOf(lease: Lease): Flight {
    const flight = this.#flights.get(lease.record);
    if (flight === undefined || flight.ending)
      throw new RangeError(`the lease of record ${lease.record} is not open: ${lease.url}`);
    return flight;
  }

  #notPassing(lease: Lease): Flight {
    const flight = this.#flightOf(lease);
    if (flight.passing !== null)
      throw new RangeError(
        `the lease of record ${lease.record} has passed by elsewhere, and can only be ended`,
      );
    return flight;
  }

  #delayOf(site: HeldSite): number {
    return Math.max(site.delay, this.#options.delay);
  }

  #send(end: LeaseEnd | SiteNote): Promise<void> {
    if (this.#failure !== null)
      return this.#tellAnyway([end]).then(() => {
        throw this.#failure;
      });
    return new Promise((resolve, reject) => {
      this.#pending.push({ end, resolve, reject });
      // What a site said is told at once; and with the last visit that is under way there is nothing to wait for.
      if (end.kind !== 'complete' || this.#areEnding) this.#gathering.hurry();
      this.#flush();
    });
  }

  /** Whether all visits under way are about to end. */
  get #areEnding(): boolean {
    for (const { ending } of this.#flights.values()) if (!ending) return false;
    return true;
  }

  /** A rest that a site asked for is one for all, also when whoever heard of it is taken for dead. */
  async #tellAnyway(ends: readonly Pending['end'][]): Promise<void> {
    const batch = new EndBatch(this.#clock.read());
    for (const end of ends)
      if (end.kind === 'note') batch.note(this.#names.site(end.queue).id, end.queue, end.delay, end.rest);
    if (batch.isEmpty || !isFenced((this.#failure as { cause?: unknown }).cause)) return;
    const { schema } = this.#database;
    await this.#database.query(`select ${schema}.note($1, $2, $3, $4)`, batch.notes()).catch(() => {});
  }

  #flush(): void {
    this.#flushing ??= this.#flushAll().finally(() => {
      this.#flushing = null;
      // What came after its last look and before this has nobody else to send it.
      if (this.#pending.length > 0) this.#flush();
    });
  }

  /** Whether there is something to be given back that is not held. */
  get #hasStrays(): boolean {
    return this.#strays.sites.length + this.#strays.addresses.length + this.#retired.length > 0;
  }

  /** Resolves when all that waits to be sent has been. */
  async #flushed(): Promise<void> {
    this.#gathering.hurry();
    this.#flush();
    while (this.#flushing !== null) {
      await this.#flushing;
      if (this.#pending.length > 0 || this.#returns.size > 0 || this.#hasStrays) this.#flush();
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async #flushAll(): Promise<void> {
    // What comes in the same turn goes with it.
    await Promise.resolve();
    while (
      (this.#pending.length > 0 || this.#returns.size > 0 || this.#hasStrays) &&
      this.#failure === null
    ) {
      await this.#gathering.wait();
      const batch = this.#pending.slice(0, MOST_ENDS);
      this.#pending = this.#pending.slice(MOST_ENDS);
      try {
        await this.#flushBatch(batch);
      } catch (error) {
        this.#fail(error);
        this.#pending.unshift(...batch);
      }
    }
    if (this.#failure === null) return;
    await this.#tellAnyway(this.#pending.map(({ end }) => end));
    for (const { reject } of this.#pending.splice(0)) reject(this.#failure);
  }

  async #flushBatch(pending: readonly Pending[]): Promise<void> {
    const links = this.#links.batch();
    const counts = new Map<Completion, AddCounts>();
    for (const { end } of pending) if (end.kind === 'complete') counts.set(end, links.add(end.links));
    const server = await this.#sendLinks(links, false);
    const batch = new EndBatch(this.#clock.read());
    const votes = new VoteBatch(this.#links);
    const done: Pending[] = [];
    for (const each of pending) {
      const { end, reject } = each;
      if (end.kind === 'note') batch.note(this.#names.site(end.queue).id, end.queue, end.delay, end.rest);
      else if (end.kind === 'complete') {
        try {
          batch.mark(end.seal(counts.get(end)!));
        } catch (error) {
          this.#flights.get(end.lease.record)!.ending = false;
          reject(error);
          continue;
        }
        this.#complete(end, batch);
        if (end.votes) votes.add(end.lease.queue, end.votes);
      } else if (end.kind === 'retry') this.#retry(end, batch);
      else this.#putBack(end, batch);
      done.push(each);
    }
    const unused = this.#giveBack(batch);
    const ended = this.#ended;
    this.#ended = [];
    if (!batch.isEmpty)
      await this.#finish(batch, votes, server === null ? null : { server, parameters: links.parameters() });
    this.#held.settled(unused);
    for (const site of ended) site.unsettled--;
    for (const { resolve } of done) resolve();
  }

  async #finish(batch: EndBatch, votes: VoteBatch, links: SentLinks | null): Promise<void> {
    const { worker } = this.#place;
    const number = ++this.#batch;
    const schema = this.#database.schema;
    const about = this.#place.about?.();
    // Beside the batch, which waits for the disk; this does not.
    const told = this.#handed.tell();
    const counted = votes.isEmpty ? [] : votes.parameters(this.#options.urgency);
    const sent = moment();
    const moved = await this.#asWorker(() =>
      this.#database.persist(async (once) => {
        for (;;) {
          const [row] = await once<FinishAnswer>(finish(schema, counted.length), [
            worker,
            number,
            this.#life.timeline,
            ...batch.parameters(),
            about ? JSON.stringify(about) : null,
            links?.server ?? null,
            ...counted,
          ]);
          if (row!.answer !== FORGOTTEN || links === null) return row!.moved ?? [];
          // The links were committed without waiting for the disk, for these ends do: that server died in between.
          const [again] = await once<LinksAnswer>(addLinks(schema), [worker, ...links.parameters, false]);
          links = { ...links, server: again!.server_now };
        }
      }),
    );
    this.#life.heard(sent);
    await told;
    for (const id of moved) {
      const site = this.#held.get(id);
      if (site !== undefined) site.stale = true;
    }
    this.#figures.completed += batch.completed;
    this.#figures.queued -= batch.completed;
    this.#figures.scheduled += batch.revisits;
    for (const code of batch.outcomes)
      this.#figures.outcomes[code - 1] = (this.#figures.outcomes[code - 1] ?? 0) + 1;
    // What rests no more, or came to a site that nobody holds, is there to be had.
    this.#nothingUntil = 0;
  }

  /** Answers which life of the server has them; null when there was nothing to send. */
  async #sendLinks(batch: ReturnType<LinkSender['batch']>, durable: boolean): Promise<string | null> {
    let row: LinksAnswer | undefined;
    if (!batch.isEmpty)
      [row] = await this.#database.query<LinksAnswer>(addLinks(this.#database.schema), [
        this.#place.worker,
        ...batch.parameters(),
        durable,
      ]);
    const { counts, refused, tooLong, elsewhere, arrivals } = batch.counted(row?.letters ?? '');
    this.#figures.known += counts.added;
    this.#figures.queued += counts.added;
    this.#figures.duplicates += counts.duplicate;
    this.#figures.improved += counts.improved;
    this.#figures.queues += row?.new_sites ?? 0;
    addDropped(this.#figures, 'queue-budget', refused);
    addDropped(this.#figures, 'too-long', tooLong);
    addDropped(this.#figures, 'elsewhere', elsewhere);
    this.#arrived(arrivals);
    return row?.server_now ?? null;
  }

  /** Sites that are held may have something better now than what was fetched of them. */
  #arrived(arrivals: readonly Arrival[]): void {
    if (arrivals.length > 0) this.#nothingUntil = 0;
    for (const { site: id, bucket } of arrivals) {
      const site = this.#held.get(id);
      if (site === undefined) continue;
      site.queued++;
      const last = site.urls.at(-1);
      // Behind what is here it will be found when that is used up.
      if (last === undefined || bucket < last.bucket) site.stale = true;
    }
  }

  #complete(end: Completion, batch: EndBatch): void {
    const { site, url } = this.#land(end.lease, end.accessedAt, isPage(end.outcome));
    batch.complete(site.id, url, end, this.#clock);
    this.#settles(site);
    site.collected++;
    site.queued--;
    if (site.urls.length === 0) site.stale = true;
    this.#compete(site);
  }

  #retry(end: Retry, batch: EndBatch): void {
    const { site, url } = this.#land(end.lease, end.accessedAt);
    const wait = Math.max(0, this.#clock.fromWall(end.notBefore) - this.#clock.read());
    batch.retry(site.id, url, end.lease.attempt + 1, wait);
    this.#settles(site);
    if (site.urls.length === 0) site.stale = true;
    this.#compete(site);
  }

  #putBack(end: PutBack, batch: EndBatch): void {
    const { site, url } = this.#land(end.lease, end.accessedAt);
    site.urls.unshift(url);
    if (!site.lost && this.#held.isCrowded(site.address)) this.#returns.add(site);
    if (end.notBefore === null || !Number.isFinite(end.notBefore)) return;
    site.nextAt = Math.max(site.nextAt, this.#clock.fromWall(end.notBefore));
    const rest = site.nextAt - this.#clock.read();
    // A rest that is no longer than what a dead worker's sites get anyway need not be told.
    if (rest > this.#delayOf(site)) batch.note(site.id, site.name, null, rest);
  }

  /** A visit of the site ends with the batch that is being made. */
  #settles(site: HeldSite): void {
    site.unsettled++;
    this.#ended.push(site);
  }

  /** A lease ends: its site and address may be asked again when they have rested. */
  #land(lease: Lease, accessedAt: number | null, brought = false): Flight {
    const flight = this.#flights.get(lease.record)!;
    this.#flights.delete(lease.record);
    this.#grants.ended(brought);
    const { site, address, passing } = flight;
    const now = this.#clock.read();
    const accessed =
      accessedAt === null
        ? passing === null
          ? null
          : now
        : this.#clock.accessEnd(accessedAt, flight.jumps, flight.at, now);
    this.#rest(site, address, accessed);
    if (passing !== null) {
      this.#rest(passing.site, passing.address, accessed);
      if (passing.site?.retired) this.#leaveRetired(passing.site);
      else if (passing.site !== null) passing.site.stale = true;
    }
    if (site.retired) this.#leaveRetired(site);
    else if (site.lost) this.#forget(site);
    return flight;
  }

  #rest(site: HeldSite | null, address: HeldAddress | null, accessed: number | null): void {
    if (site !== null) {
      site.busy = false;
      if (accessed !== null) site.nextAt = Math.max(site.nextAt, accessed + this.#delayOf(site));
    }
    if (address !== null) {
      address.busy = false;
      if (accessed !== null) address.nextAt = Math.max(address.nextAt, accessed + this.#options.addressDelay);
    }
  }

  /** A site whose next URL is worse than what waits elsewhere is given back. */
  #compete(site: HeldSite): void {
    if (site.lost) return;
    if (this.#held.isCrowded(site.address)) this.#returns.add(site);
    if (this.#surplus > 0) {
      this.#surplus--;
      this.#returns.add(site);
    }
    if (this.#competition === null) return;
    const rank = this.#held.rankOf(site);
    if (rank === null || rank > this.#competition) this.#returns.add(site);
  }

  /** Answers the addresses whose rests the database hears of with this batch. */
  #giveBack(batch: EndBatch): HeldAddress[] {
    const now = this.#clock.read();
    for (const site of this.#returns) {
      if (site.busy || this.#held.get(site.id) !== site) continue;
      batch.giveBack(site.id, Math.max(0, site.nextAt - now));
      this.#givenBack?.add(site.id);
      this.#forget(site);
    }
    this.#returns.clear();
    for (const id of this.#strays.sites) batch.giveBack(id, this.#options.delay);
    for (const { id, turn } of this.#strays.addresses) batch.unclaim(id, turn, this.#options.addressDelay);
    this.#strays = { sites: [], addresses: [] };
    for (const site of this.#retired.splice(0)) {
      const rest = Math.max(0, site.nextAt - now);
      // The end of a visit gives it back without a word on its rest.
      batch.note(site.id, site.name, null, rest);
      batch.giveBack(site.id, rest);
    }
    const unused = this.#held.takeUnused();
    for (const address of unused) batch.unclaim(address.id, address.turn, Math.max(0, address.nextAt - now));
    return unused;
  }

  /** Nothing is given out, and nobody asked, by a worker that others may have taken for dead. */
  async #prove(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    await this.#asWorker(() => this.#life.prove());
    if (this.#failure !== null) throw this.#failure;
  }

  async #asWorker<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      this.#fail(error);
      throw this.#failure;
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= isFenced(error)
      ? new TarrafaError('TRF_CLUSTER_FENCED', [this.#place.name], { cause: error })
      : error;
    this.#gathering.hurry();
  }
}

const addLinks = (schema: string): string =>
  `select letters, new_sites, server_now from ${schema}.add_links($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

/** One statement: votes are counted with the end of their visits or not at all, and not with a batch that is already in. */
function finish(schema: string, votes: number): string {
  const places = (from: number, count: number): string =>
    Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');
  const ends = `${schema}.finish(${places(1, FINISH_TAKES)})`;
  if (votes === 0) return `select ${ends} as answer`;
  return `select f.answer, case f.answer when 1 then ${schema}.count_votes(${places(FINISH_TAKES + 1, votes)}) end as moved from ${ends} f(answer)`;
}

function waiting(row: UrlRow): WaitingUrl {
  const ord = BigInt(row.ord!);
  return {
    ord: row.ord!,
    record: Number(ord & 0xffff_ffff_ffffn),
    bucket: Number(ord >> 48n),
    fp: row.fp,
    facts: row.facts,
    priority: row.priority,
    parent: row.parent,
    url: row.url,
    key: row.key,
    told: row.page_told != null && row.page_told.length <= LONGEST_TOLD.page ? row.page_told : null,
  };
}

/** A site that is held only for an access on the way of a visit; what waits there is looked at later. */
function passing(id: string, name: string, { delay, collected, queued }: Passed): SiteRow {
  return {
    id,
    name,
    rest: 0,
    delay: delay ?? 0,
    collected: collected ?? 0,
    site_queued: queued ?? 0,
    addr: null,
    addr_rest: null,
    turn: null,
  };
}
