/** A cluster and a crawl as the simulation is asked to play them. */
import { cost, micros } from './costs.ts';
import type { Outage } from './station.ts';

export interface ClusterPlan {
  readonly seed: number;
  readonly workers: number;
  /** Requests that a worker may have under way. */
  readonly slots: number;
  /** CPU of a worker for a page, ms; a worker has one core. */
  readonly workerCpu: number;
  /** Zones that the workers stand in. */
  readonly zones: number;

  /** Database servers, by the hash of the site, and their cores. */
  readonly servers: number;
  readonly cores: number;
  /** Workers and database on one machine: the CPU of both is the database's station. */
  readonly oneMachine: boolean;
  readonly commit: number;
  readonly roundTrip: number;
  readonly timeToLive: number;
  /** With several servers an address stands on the server of its own hash, which is seldom that of the site. */
  readonly addressesApart: boolean;
  /** A worker asks one server for sites as long as that has some, so that its batches end visits there alone; else one after the other. */
  readonly staysWithServer: boolean;
  /** How long ends of visits are collected before they are sent, ms; 0 sends what has come while the last batch was under way. */
  readonly linger: number;

  readonly delay: number;
  readonly addressDelay: number;
  readonly fetchLeast: number;
  readonly fetchMore: number;
  /** A site is given back after every visit, as `horizontal` does it while others wait that have been asked less. */
  readonly wide: boolean;
  /** No site has been asked before: addresses are claimed one by one and robots files come first. */
  readonly firstRound: boolean;
  /** Sites that have URLs waiting, and how many each. */
  readonly sites: number;
  readonly queuedPerSite: number;
  /** Sites of the whole Web, for how popular the most popular is. */
  readonly webSites: number;
  /** Sites, of those, on one address. */
  readonly crowd: number;
  /** A worker does not send what it sent lately. */
  readonly dropsSent: boolean;
  readonly links: PageLinks;

  readonly resolvers: number;
  /** Lines of 10 Gbit/s to the Web, and to the bucket. */
  readonly lines: number;
  readonly storeLines: number;

  /** What is not looked at, and what is, ms. */
  readonly warmUp: number;
  readonly window: number;
  /** A third of the workers, or what one zone has, is gone from then on. */
  readonly zoneLostAt: number | null;
  /** Server 0 is away. */
  readonly away: Outage | null;
}

/** Means of a page. */
export interface PageLinks {
  readonly found: number;
  /** Of those, to other sites. */
  readonly outside: number;
  /** Sent when the worker remembers the site: new links, and those that stand on no other page. */
  readonly sent: number;
  readonly newInside: number;
  readonly newOutside: number;
}

export function plan(given: Partial<ClusterPlan>): ClusterPlan {
  const whole: ClusterPlan = {
    seed: 1,
    workers: 10,
    slots: 32,
    workerCpu: cost('workerCpu'),
    zones: 3,
    servers: 1,
    cores: 16,
    oneMachine: false,
    commit: cost('standbyCommit'),
    roundTrip: cost('roundTrip'),
    timeToLive: cost('timeToLive') * 1000,
    addressesApart: true,
    staysWithServer: false,
    linger: 0,
    delay: 30_000,
    addressDelay: 1_000,
    fetchLeast: cost('fetchLeast'),
    fetchMore: cost('fetchMore'),
    wide: true,
    firstRound: false,
    sites: Number.POSITIVE_INFINITY,
    queuedPerSite: 20,
    webSites: 80_000_000,
    crowd: 0,
    dropsSent: true,
    links: {
      found: cost('linksFound'),
      outside: cost('linksOutside'),
      sent: cost('linksSent'),
      newInside: cost('newInside'),
      newOutside: cost('newOutside'),
    },
    resolvers: 1,
    lines: 1,
    storeLines: 1,
    warmUp: 3_000,
    window: 5_000,
    zoneLostAt: null,
    away: null,
    ...given,
  };
  for (const name of [
    'workers',
    'slots',
    'zones',
    'servers',
    'cores',
    'resolvers',
    'lines',
    'storeLines',
  ] as const)
    if (!Number.isInteger(whole[name]) || whole[name] < 1)
      throw new RangeError(`a plan with ${whole[name]} ${name}`);
  for (const name of ['delay', 'addressDelay', 'linger', 'warmUp', 'commit', 'roundTrip'] as const)
    if (!(whole[name] >= 0)) throw new RangeError(`a plan with ${name} ${whole[name]}`);
  return whole;
}

/** What the statements cost the server, ms. */
export const SERVICE = {
  linkStatement: micros('linkStatement'),
  newLink: micros('newLink'),
  knownLink: micros('knownLink'),
  finishStatement: micros('finishStatement'),
  finishedVisit: micros('finishedVisit'),
  leaseStatement: micros('leaseStatement'),
  leasedSite: micros('leasedSite'),
  claimStatement: micros('claimStatement'),
  releasedSite: micros('releasedSite'),
  look: micros('look'),
  beat: micros('beat'),
} as const;
