/**
 * A crawl by many workers on several database servers, event by event: the fetches of every worker, the batches in which visits end, the
 * leases, the links that cross between servers, beats, and what fails. What is true of the code in `src/cluster` is true here: a visit
 * holds its place until its end is durable, one batch and one lease of a worker are under way at a time, links go before ends, a site
 * rests from the end of its last access and belongs to one worker, an idle worker looks again after a quarter of a second.
 *
 * Several database servers exist on paper only. Assumed of them: a site stands on the server of its hash; a batch sends the links of each
 * server in one statement, all at once, and ends visits when all have answered; a worker asks one server after the other for sites.
 */
import { seededRandom } from '../../test/seeded-random.ts';
import { type ClusterPlan, SERVICE } from './cluster-plan.ts';
import { cost } from './costs.ts';
import { EventQueue } from './event-queue.ts';
import { Latencies } from './latencies.ts';
import type { ClusterOutcome } from './outcome.ts';
import { SimulatedWorker } from './simulated-worker.ts';
import { CrowdedAddress, SitePool } from './site-pool.ts';
import { NOBODY, SiteTable } from './site-table.ts';
import { Station } from './station.ts';

const EVENT = {
  begin: 0,
  fetched: 1,
  linked: 2,
  ended: 3,
  leased: 4,
  claimed: 5,
  wake: 6,
  beat: 7,
  send: 8,
  lost: 9,
  reap: 10,
  watch: 11,
} as const;

/** As in src/cluster/shared-frontier.ts and link-sender.ts. */
const LEAST_SITES = 8;
const MOST_HELD = 4_096;
const MOST_ENDS = 256;
const POLL = 250;
/** Of the 200,000 links that a worker remembers, these it surely does. */
const REMEMBERED = 100_000;
/** Popularity falls so that host n of the simulated Web gets a share of n^-0.75 (src/frontier/simulated-crawl.suite.ts). */
const POPULARITY = 4;

export function simulate(plan: ClusterPlan): ClusterOutcome {
  return new ClusterSimulation(plan).run();
}

class ClusterSimulation {
  readonly #plan: ClusterPlan;
  readonly #random: () => number;
  readonly #events = new EventQueue();
  readonly #sites = new SiteTable();
  readonly #pools: SitePool[] = [];
  readonly #workers: SimulatedWorker[] = [];
  readonly #servers: Station[] = [];
  readonly #resolver: Station;
  readonly #line: Station;
  /** The row of the site that most links lead to. */
  readonly #hottestRow: Station;
  readonly #address = new CrowdedAddress();
  readonly #end: number;
  readonly #half: number;
  readonly #hottest: number;

  // Rows that a batch has for each server; which servers those are.
  readonly #fresh: Float64Array;
  readonly #old: Float64Array;
  readonly #touched: number[] = [];
  #hotLinks = 0;

  // Counted from the beginning of the window on.
  #pages = 0;
  #accesses = 0;
  #batches = 0;
  #batchedVisits = 0;
  #linksSent = 0;
  #idleResting = 0;
  #idleLeasing = 0;
  #waitingForEnd = 0;
  readonly #leaseTimes = new Latencies();
  readonly #endTimes = new Latencies();
  #workAtStart: number[] = [];
  #statementsAtStart = 0;
  #otherWorkAtStart = { resolver: 0, line: 0, row: 0 };

  // Counted from the beginning.
  readonly #perSecond: Float64Array;
  #visited = 0;
  #added = 0;
  /** New URLs of sites that were not touched, URLs of sites that were forgotten, and visits that are undone with a lost machine. */
  #elsewhere = 0;
  #forgotten = 0;
  #undone = 0;
  #queuedAtStart = 0;
  #siteBreaches = 0;
  #addressBreaches = 0;
  #refetches = 0;
  #lostSites: number[][] = [];
  #sitesLost = 0;
  /** The most sites held at once by a worker that holds the address. */
  #crowdHeld = 0;
  #lastReap = 0;

  constructor(plan: ClusterPlan) {
    this.#plan = plan;
    this.#random = seededRandom(plan.seed);
    this.#end = plan.warmUp + plan.window;
    this.#half = plan.roundTrip / 2;
    this.#hottest = 1 / plan.webSites;
    this.#resolver = new Station(plan.resolvers);
    this.#line = new Station(plan.lines);
    this.#hottestRow = new Station(1);
    this.#fresh = new Float64Array(plan.servers);
    this.#old = new Float64Array(plan.servers);
    this.#perSecond = new Float64Array(Math.ceil(this.#end / 1000) + 1);
    for (let server = 0; server < plan.servers; server++) {
      this.#servers.push(new Station(plan.cores, server === 0 && plan.away ? [plan.away] : []));
      const share = Math.floor((plan.sites - plan.crowd + server) / plan.servers);
      this.#pools.push(new SitePool(this.#sites, server, share, plan.queuedPerSite, !plan.firstRound));
    }
    for (let i = 0; i < plan.crowd; i++) {
      const server = i % plan.servers;
      const site = this.#sites.add(server, plan.queuedPerSite, !plan.firstRound, true);
      this.#pools[server]!.putFirst(site);
    }
    this.#queuedAtStart = this.#queued();
    for (let id = 0; id < plan.workers; id++) {
      const turn = Math.floor(this.#random() * plan.servers);
      const phase = this.#random() * cost('uploadEvery') * 1000;
      this.#workers.push(new SimulatedWorker(id, id % plan.zones, plan.slots, turn, phase));
      // Not all at once, or their first batches would go on together for long.
      this.#events.push(this.#random() * Math.min(1_000, plan.warmUp), EVENT.begin, id);
      this.#events.push((this.#random() * plan.timeToLive) / 3, EVENT.beat, id);
    }
    this.#events.push(plan.warmUp, EVENT.watch);
    if (plan.zoneLostAt !== null) this.#events.push(plan.zoneLostAt, EVENT.lost);
  }

  get #now(): number {
    return this.#events.time;
  }

  run(): ClusterOutcome {
    const events = this.#events;
    while (events.next() && events.time < this.#end) this.#happen(events.kind, events.a, events.b);
    return this.#outcome();
  }

  #happen(kind: number, a: number, b: number): void {
    if (kind === EVENT.fetched) return this.#fetched(this.#workers[a]!, b);
    if (kind === EVENT.watch) return this.#beginWindow();
    if (kind === EVENT.lost) return this.#loseZone();
    const worker = this.#workers[a]!;
    if (kind === EVENT.ended) return this.#ended(worker);
    if (kind === EVENT.linked) return this.#linked(worker);
    if (kind === EVENT.reap) return this.#reap(worker);
    if (!worker.alive) return;
    if (kind === EVENT.leased) this.#leased(worker, b);
    else if (kind === EVENT.claimed) this.#arrive(worker);
    else if (kind === EVENT.beat) this.#beat(worker);
    else if (kind === EVENT.send) this.#sendBatch(worker);
    else {
      if (kind === EVENT.wake) worker.wakesAt = Number.POSITIVE_INFINITY;
      this.#count(worker);
      this.#fill(worker);
    }
  }

  /** Starts what may be started; asks for sites when there is room for more. */
  #fill(worker: SimulatedWorker): void {
    const now = this.#now;
    const { nextAt } = this.#sites;
    while (worker.resting.size > 0 && nextAt[worker.resting.first]! <= now)
      worker.ready.push(worker.resting.shift());
    const address = this.#address;
    if (worker.crowd.size > 0 && worker.free > 0 && !address.busy && this.#crowdWakes(worker) <= now)
      this.#start(worker, worker.crowd.shift());
    while (worker.free > 0 && worker.ready.length > 0) this.#start(worker, worker.ready.pop()!);
    if (worker.free === 0) return;
    if (!worker.isLeasing && worker.nothingUntil <= now && worker.held < MOST_HELD) this.#lease(worker);
    let wake = worker.isLeasing || worker.held >= MOST_HELD ? Number.POSITIVE_INFINITY : worker.nothingUntil;
    if (worker.resting.size > 0) wake = Math.min(wake, nextAt[worker.resting.first]!);
    if (worker.crowd.size > 0 && !address.busy) wake = Math.min(wake, this.#crowdWakes(worker));
    if (wake < worker.wakesAt && wake < this.#end) {
      worker.wakesAt = wake;
      this.#events.push(Math.max(wake, now), EVENT.wake, worker.id);
    }
  }

  /** When the first of its sites on the shared address may be asked, as far as rests go. */
  #crowdWakes(worker: SimulatedWorker): number {
    return Math.max(this.#address.nextAt, this.#sites.nextAt[worker.crowd.first]!);
  }

  #start(worker: SimulatedWorker, site: number): void {
    const { firstRound, delay, fetchLeast, fetchMore, workerCpu, addressDelay } = this.#plan;
    const now = this.#now;
    const sites = this.#sites;
    if (now < sites.lastEnd[site]! + delay) this.#siteBreaches++;
    if (sites.crowded[site] === 1) {
      const address = this.#address;
      if (address.busy || now < address.lastEnd + addressDelay) this.#addressBreaches++;
      address.busy = true;
    }
    worker.free--;
    let begin = now;
    // Whoever asked this site last knows its name still.
    if (sites.sender[site] !== worker.id)
      begin = this.#resolver.serve(now, 1000 / cost('resolver')) + cost('resolving');
    // An address that becomes known is claimed before the first access, by a statement of its own.
    if (firstRound && sites.known[site] === 0) {
      const server = this.#plan.addressesApart ? this.#anyServer() : sites.server[site]!;
      begin = Math.max(
        begin,
        this.#servers[server]!.serve(now + this.#half, SERVICE.claimStatement) + this.#half,
      );
    }
    const fetch = fetchLeast - fetchMore * Math.log(1 - this.#random());
    const bytes = sites.known[site] === 1 ? cost('archivedPage') * 1000 : 1_000;
    const through = this.#line.serve(now, bytes / (cost('line') * 1e6));
    const cpu = this.#plan.oneMachine
      ? this.#servers[0]!.serve(now, workerCpu)
      : Math.max(worker.cpuFree, now) + workerCpu;
    worker.cpuFree = cpu;
    this.#events.push(Math.max(begin + fetch, through, cpu), EVENT.fetched, worker.id, site);
  }

  #fetched(worker: SimulatedWorker, site: number): void {
    // A machine that is gone asks nobody any more.
    if (!worker.alive) return;
    const now = this.#now;
    const sites = this.#sites;
    if (sites.crowded[site] === 1) {
      const address = this.#address;
      address.lastEnd = now;
      address.busy = false;
      address.nextAt = now + this.#plan.addressDelay;
      address.visits++;
    }
    sites.lastEnd[site] = now;
    sites.nextAt[site] = Math.max(sites.nextAt[site]!, now + this.#plan.delay);
    this.#accesses++;
    this.#count(worker);
    if (sites.known[site] === 0) {
      // That was its robots file. The site stays in hand, and rests.
      sites.known[site] = 1;
      sites.sender[site] = worker.id;
      worker.free++;
      if (sites.crowded[site] === 1) worker.crowd.push(site);
      else worker.resting.push(site);
      return this.#fill(worker);
    }
    worker.pending.push(site);
    if (worker.batch.length > 0) return;
    if (this.#plan.linger === 0 || worker.pending.length >= MOST_ENDS) this.#sendBatch(worker);
    else if (worker.pending.length === 1) this.#events.push(now + this.#plan.linger, EVENT.send, worker.id);
  }

  /** Links of a batch, to all servers at once. */
  #sendBatch(worker: SimulatedWorker): void {
    if (worker.batch.length > 0 || worker.pending.length === 0) return;
    worker.batch = worker.pending.splice(0, MOST_ENDS);
    worker.batchSent = this.#now;
    for (const site of worker.batch) this.#linksOf(worker, site);
    const arrival = this.#now + this.#half;
    let latest = this.#now;
    for (const server of this.#touched) {
      const service =
        SERVICE.linkStatement +
        SERVICE.newLink * this.#fresh[server]! +
        SERVICE.knownLink * this.#old[server]!;
      let done = this.#servers[server]!.serve(arrival, service);
      // Its row is locked from the count of its URLs to the commit; whoever comes meanwhile waits.
      if (server === 0 && this.#hotLinks > 0)
        done = Math.max(done, this.#hottestRow.serve(arrival, cost('rowHeld')));
      latest = Math.max(latest, done);
      this.#fresh[server] = 0;
      this.#old[server] = 0;
    }
    this.#touched.length = 0;
    this.#hotLinks = 0;
    this.#events.push(latest + this.#half, EVENT.linked, worker.id);
  }

  /** What one page has to send: all its links, or those that this worker did not send lately. */
  #linksOf(worker: SimulatedWorker, site: number): void {
    const { links, dropsSent, servers } = this.#plan;
    const sites = this.#sites;
    const own = sites.server[site]!;
    const remembers =
      dropsSent &&
      sites.sender[site] === worker.id &&
      sites.sentAt[site]! > 0 &&
      worker.linksSent - sites.sentAt[site]! < REMEMBERED;
    const all = this.#whole(remembers ? links.sent : links.found);
    const outside = Math.min(all, this.#whole((all * links.outside) / links.found));
    const newOutside = Math.min(outside, this.#whole(links.newOutside));
    const newInside = Math.min(all - outside, this.#whole(links.newInside));
    this.#row(own, newInside, all - outside - newInside);
    for (let i = 0; i < outside; i++) {
      const isNew = i < newOutside;
      // The most popular site stands on server 0.
      const isHottest = isNew && this.#random() ** POPULARITY < this.#hottest;
      if (isHottest) this.#hotLinks++;
      const server = isHottest || servers === 1 ? 0 : this.#anyServer();
      this.#row(server, isNew ? 1 : 0, isNew ? 0 : 1);
    }
    worker.linksSent += all;
    this.#linksSent += all;
    sites.sender[site] = worker.id;
    sites.sentAt[site] = worker.linksSent;
    sites.queued[site]! += newInside;
    this.#elsewhere += newOutside;
    this.#added += newInside + newOutside;
  }

  #row(server: number, fresh: number, old: number): void {
    if (this.#fresh[server] === 0 && this.#old[server] === 0) {
      if (fresh + old === 0) return;
      this.#touched.push(server);
    }
    this.#fresh[server]! += fresh;
    this.#old[server]! += old;
  }

  /** All links are in: now the visits end, each on the server of its site. */
  #linked(worker: SimulatedWorker): void {
    if (!worker.alive) return;
    const visits = this.#old;
    for (const site of worker.batch) {
      const server = this.#sites.server[site]!;
      if (visits[server] === 0) this.#touched.push(server);
      visits[server]!++;
    }
    const arrival = this.#now + this.#half;
    let latest = this.#now;
    for (const server of this.#touched) {
      const service = SERVICE.finishStatement + SERVICE.finishedVisit * visits[server]!;
      latest = Math.max(latest, this.#servers[server]!.serve(arrival, service) + this.#plan.commit);
      visits[server] = 0;
    }
    this.#touched.length = 0;
    worker.ending = true;
    this.#events.push(latest + this.#half, EVENT.ended, worker.id);
  }

  /** Durable: the places of the visits are free again. */
  #ended(worker: SimulatedWorker): void {
    const now = this.#now;
    const { batch } = worker;
    if (worker.alive) this.#count(worker);
    worker.batch = [];
    worker.ending = false;
    for (const site of batch) {
      // Fenced: another has it by now, and visits it again.
      if (this.#sites.owner[site] !== worker.id) continue;
      this.#sites.queued[site]!--;
      this.#visited++;
      this.#pages++;
      this.#perSecond[Math.floor(now / 1000)]!++;
      this.#leaveSite(worker, site);
    }
    this.#batches++;
    this.#batchedVisits += batch.length;
    if (!worker.alive) return;
    worker.ended += batch.length;
    worker.free += batch.length;
    worker.renewedAt = now;
    this.#endTimes.add(now - worker.batchSent);
    if (this.#plan.linger === 0 || worker.pending.length >= MOST_ENDS) this.#sendBatch(worker);
    else if (worker.pending.length > 0) this.#events.push(now + this.#plan.linger, EVENT.send, worker.id);
    this.#fill(worker);
  }

  /** After a visit: given back, kept while it rests, or forgotten when nothing waits there. */
  #leaveSite(worker: SimulatedWorker, site: number): void {
    const sites = this.#sites;
    const crowded = sites.crowded[site] === 1;
    if (!crowded && !this.#plan.wide && worker.alive && sites.queued[site]! > 0) {
      worker.resting.push(site);
      return;
    }
    worker.held--;
    if (crowded || sites.queued[site]! > 0) this.#giveBack(site);
    else sites.remove(site);
    if (crowded && worker.crowd.size === 0) this.#freeAddress();
  }

  #giveBack(site: number): void {
    const sites = this.#sites;
    const pool = this.#pools[sites.server[site]!]!;
    sites.owner[site] = NOBODY;
    if (pool.hasUntouched && sites.nextAt[site]! > this.#end && sites.crowded[site] === 0) {
      this.#forgotten += sites.queued[site]!;
      sites.remove(site);
    } else pool.giveBack(site);
  }

  /** The address goes to one of those that are parked for it, and to whoever takes that. */
  #freeAddress(): void {
    const address = this.#address;
    address.owner = null;
    if (address.parked.size === 0) return;
    const site = address.parked.shift();
    this.#pools[this.#sites.server[site]!]!.putFirst(site);
  }

  #lease(worker: SimulatedWorker): void {
    const { servers, staysWithServer } = this.#plan;
    const now = this.#now;
    let server = worker.turn;
    for (let i = 0; i < servers && this.#servers[server]!.isAway(now); i++) server = (server + 1) % servers;
    const most = Math.max(LEAST_SITES, worker.free);
    const pool = this.#pools[server]!;
    const address = this.#address;
    let looked = 0;
    while (looked < most) {
      const site = pool.take(now);
      if (site === null) break;
      looked++;
      if (this.#sites.crowded[site] === 1) {
        if (address.owner !== null && address.owner !== worker.id) {
          address.parkings++;
          address.parked.push(site);
          continue;
        }
        address.owner = worker.id;
      }
      this.#take(worker, site);
    }
    // Whoever holds the address may ask for one that is parked.
    if (address.owner === worker.id && worker.crowd.size < 2 && address.parked.size > 0) {
      this.#take(worker, address.parked.shift());
    }
    this.#count(worker);
    worker.isLeasing = true;
    worker.leaseAsked = now;
    worker.turn = staysWithServer && worker.arriving.length > 0 ? server : (server + 1) % servers;
    const service = SERVICE.leaseStatement + SERVICE.leasedSite * Math.max(looked, worker.arriving.length);
    const done = this.#servers[server]!.serve(now + this.#half, service);
    this.#events.push(done + this.#half, EVENT.leased, worker.id, server);
  }

  #take(worker: SimulatedWorker, site: number): void {
    this.#sites.owner[site] = worker.id;
    worker.arriving.push(site);
    worker.held++;
    if (this.#sites.crowded[site] === 1) this.#crowdHeld = Math.max(this.#crowdHeld, worker.held);
  }

  #leased(worker: SimulatedWorker, asked: number): void {
    const { servers, addressesApart } = this.#plan;
    this.#leaseTimes.add(this.#now - worker.leaseAsked);
    if (worker.arriving.length === 0) {
      this.#servers[asked]!.serve(this.#now + this.#half, SERVICE.look);
      worker.nothingUntil = this.#now + POLL;
      return this.#arrive(worker);
    }
    if (servers === 1 || !addressesApart) return this.#arrive(worker);
    const claims = this.#old;
    for (const _ of worker.arriving) {
      const server = this.#anyServer();
      if (claims[server] === 0) this.#touched.push(server);
      claims[server]!++;
    }
    let latest = this.#now;
    for (const server of this.#touched) {
      const service = SERVICE.claimStatement + SERVICE.leasedSite * claims[server]!;
      latest = Math.max(latest, this.#servers[server]!.serve(this.#now + this.#half, service));
      claims[server] = 0;
    }
    this.#touched.length = 0;
    this.#events.push(latest + this.#half, EVENT.claimed, worker.id);
  }

  #arrive(worker: SimulatedWorker): void {
    this.#count(worker);
    worker.isLeasing = false;
    for (const site of worker.arriving)
      if (this.#sites.crowded[site] === 1) worker.crowd.push(site);
      else worker.ready.push(site);
    worker.arriving.length = 0;
    this.#fill(worker);
  }

  /** A sign of life to every server, and a look for those that give none. */
  #beat(worker: SimulatedWorker): void {
    const arrival = this.#now + this.#half;
    for (const server of this.#servers)
      if (!server.isAway(this.#now)) server.serve(arrival, 2 * SERVICE.beat);
    worker.renewedAt = this.#now;
    this.#events.push(this.#now + this.#plan.timeToLive / 3, EVENT.beat, worker.id);
  }

  #loseZone(): void {
    const { timeToLive } = this.#plan;
    const now = this.#now;
    const dead = new Map<number, number[]>();
    for (const worker of this.#workers) {
      if (worker.zone !== 0) continue;
      this.#count(worker);
      worker.alive = false;
      dead.set(worker.id, []);
      const open = this.#plan.slots - worker.free - (worker.ending ? worker.batch.length : 0);
      // What it had archived since its last upload is gone with its disk: those visits are undone.
      const since = (now + worker.uploadPhase) % (cost('uploadEvery') * 1000);
      const undone = Math.round((worker.ended / now) * since);
      this.#undone += undone;
      this.#refetches += open + undone;
      this.#events.push(worker.renewedAt + timeToLive, EVENT.reap, worker.id);
    }
    const { owner, lastEnd, crowded } = this.#sites;
    for (let site = 0; site < this.#sites.size; site++) dead.get(owner[site]!)?.push(site);
    for (const [id, sites] of dead) {
      const { ready, resting, crowd, arriving, pending, batch } = this.#workers[id]!;
      const quiet = new Set([...ready, ...resting, ...crowd, ...arriving, ...pending, ...batch]);
      // Requests that were under way end with their machine, at the latest.
      for (const site of sites) {
        if (quiet.has(site)) continue;
        lastEnd[site] = now;
        if (crowded[site] === 1) this.#address.lastEnd = now;
      }
      this.#lostSites[id] = sites;
      this.#sitesLost += sites.length;
    }
  }

  /** Its time is over: its sites rest a full delay from now, and go to others. */
  #reap(worker: SimulatedWorker): void {
    const { servers, delay } = this.#plan;
    const sites = this.#sites;
    const released = new Float64Array(servers);
    for (const site of this.#lostSites[worker.id]!) {
      if (sites.owner[site] !== worker.id) continue;
      sites.nextAt[site] = Math.max(sites.nextAt[site]!, this.#now + delay);
      released[sites.server[site]!]!++;
      if (sites.crowded[site] === 1 && this.#address.owner === worker.id) {
        this.#address.busy = false;
        this.#address.nextAt = Math.max(this.#address.nextAt, this.#now + this.#plan.addressDelay);
        this.#freeAddress();
      }
      this.#giveBack(site);
    }
    released.forEach((count, server) => {
      this.#servers[server]!.serve(
        this.#now + this.#half,
        SERVICE.linkStatement + SERVICE.releasedSite * count,
      );
    });
    this.#lastReap = this.#now;
  }

  #beginWindow(): void {
    for (const worker of this.#workers) this.#count(worker);
    this.#pages = 0;
    this.#accesses = 0;
    this.#batches = 0;
    this.#batchedVisits = 0;
    this.#linksSent = 0;
    this.#idleResting = 0;
    this.#idleLeasing = 0;
    this.#waitingForEnd = 0;
    this.#leaseTimes.clear();
    this.#endTimes.clear();
    const now = this.#now;
    this.#workAtStart = this.#servers.map((server) => server.workUntil(now));
    this.#statementsAtStart = this.#statements();
    this.#otherWorkAtStart = {
      resolver: this.#resolver.workUntil(now),
      line: this.#line.workUntil(now),
      row: this.#hottestRow.workUntil(now),
    };
  }

  /** Adds what a worker's places have done since they were last counted. Before anything of the worker changes. */
  #count(worker: SimulatedWorker): void {
    const since = this.#now - worker.countedTo;
    worker.countedTo = this.#now;
    if (!worker.alive) return;
    if (worker.isLeasing) this.#idleLeasing += since * worker.free;
    else this.#idleResting += since * worker.free;
    this.#waitingForEnd += since * (worker.pending.length + worker.batch.length);
  }

  #anyServer(): number {
    return Math.floor(this.#random() * this.#plan.servers);
  }

  /** A whole number whose mean is this. */
  #whole(mean: number): number {
    return Math.floor(mean + this.#random());
  }

  #statements(): number {
    return this.#servers.reduce((sum, server) => sum + server.jobs, 0);
  }

  /** URLs that wait, counted where they are. */
  #queued(): number {
    let sum = this.#elsewhere + this.#forgotten + this.#undone;
    for (let site = 0; site < this.#sites.size; site++) sum += this.#sites.queued[site]!;
    for (const pool of this.#pools) sum += pool.untouchedUrls;
    return sum;
  }

  #outcome(): ClusterOutcome {
    const { workers, slots, window, cores, resolvers, lines } = this.#plan;
    const end = this.#end;
    const seconds = window / 1000;
    for (const worker of this.#workers) {
      const since = end - worker.countedTo;
      if (!worker.alive) continue;
      if (worker.isLeasing) this.#idleLeasing += since * worker.free;
      else this.#idleResting += since * worker.free;
      this.#waitingForEnd += since * (worker.pending.length + worker.batch.length);
    }
    const all = this.#servers.map((server, i) => server.workUntil(end) - this.#workAtStart[i]!);
    const busy = all.map((ms) => ms / (window * cores));
    // On one machine its station does the workers' work too.
    const notDatabase = this.#plan.oneMachine ? this.#accesses * this.#plan.workerCpu : 0;
    const databaseWork = all.reduce((sum, ms) => sum + ms, 0) - notDatabase;
    const places = workers * slots * window;
    return {
      pages: this.#pages / seconds,
      accesses: this.#accesses / seconds,
      leaseMs: { p50: this.#leaseTimes.quantile(0.5), p99: this.#leaseTimes.quantile(0.99) },
      endMs: { p50: this.#endTimes.quantile(0.5), p99: this.#endTimes.quantile(0.99) },
      visitsABatch: this.#batches === 0 ? 0 : this.#batchedVisits / this.#batches,
      linksAPage: this.#batchedVisits === 0 ? 0 : this.#linksSent / this.#batchedVisits,
      databaseMicrosAPage: this.#pages === 0 ? 0 : (1000 * databaseWork) / this.#pages,
      databaseCores: databaseWork / window,
      statementsAServer: (this.#statements() - this.#statementsAtStart) / seconds / this.#servers.length,
      busy: {
        database: busy.reduce((sum, share) => sum + share, 0) / busy.length,
        fullestDatabase: Math.max(...busy),
        resolver: (this.#resolver.workUntil(end) - this.#otherWorkAtStart.resolver) / (window * resolvers),
        line: (this.#line.workUntil(end) - this.#otherWorkAtStart.line) / (window * lines),
        hottestRow: (this.#hottestRow.workUntil(end) - this.#otherWorkAtStart.row) / window,
        workers: ((this.#accesses / seconds) * this.#plan.workerCpu) / 1000 / workers,
      },
      idle: {
        resting: this.#idleResting / places,
        leasing: this.#idleLeasing / places,
        ending: this.#waitingForEnd / places,
      },
      perSecond: [...this.#perSecond.subarray(0, Math.floor(end / 1000))],
      refetches: this.#refetches,
      sitesLost: this.#sitesLost,
      lastReap: this.#lastReap,
      breaches: { site: this.#siteBreaches, address: this.#addressBreaches },
      crowd: {
        visits: this.#address.visits,
        parkings: this.#address.parkings,
        parked: this.#address.parked.size,
        held: this.#crowdHeld,
      },
      urls: {
        before: this.#queuedAtStart,
        added: this.#added,
        undone: this.#undone,
        visited: this.#visited,
        after: this.#queued(),
      },
    };
  }
}
