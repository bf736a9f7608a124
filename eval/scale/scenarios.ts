/** The crawls that are simulated, each a table. */
import type { MeasureTable } from '../../bench/measure.ts';
import { type ClusterPlan, plan } from './cluster-plan.ts';
import { simulate } from './cluster-simulation.ts';
import { cost } from './costs.ts';
import { doubled, loads, type Resource } from './limits.ts';
import type { ClusterOutcome } from './outcome.ts';
import { courseOf, webOf } from './size-law.ts';
import { bytesText, sizingOf, urlsAPrefix } from './sizing.ts';
import { simulateStore } from './store-outage.ts';

export interface Play {
  readonly seed: number;
  readonly quick: boolean;
  readonly figures: Record<string, number | string>;
  /** Every simulated crawl is judged: accesses too early, and URLs that are neither visited nor waiting. */
  readonly judged: { crawls: number; breaches: number; lost: number };
}

function played(play: Play, given: Partial<ClusterPlan>): { plan: ClusterPlan; outcome: ClusterOutcome } {
  const whole = plan({ seed: play.seed, ...given });
  const outcome = simulate(whole);
  const { before, added, undone, visited, after } = outcome.urls;
  play.judged.crawls++;
  play.judged.breaches += outcome.breaches.site + outcome.breaches.address;
  play.judged.lost += Math.abs(before + added + undone - visited - after);
  return { plan: whole, outcome };
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
const ms = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));
const seconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} s`;
const whole = (value: number): number => Math.round(value);
const pair = (a: number, b: number): string => `${ms(a)} / ${ms(b)}`;

/** Transaction numbers until PostgreSQL takes no more, unless every table has been vacuumed meanwhile. */
const TRANSACTIONS = 2 ** 31;

const COLUMNS = [
  'pages/s',
  'database',
  'row',
  'names',
  'line',
  'store',
  'first full',
  'idle: rest',
  'idle: database',
  'lease p50/p99 ms',
  'batch p50/p99 ms',
  'visits a batch',
  'µs a page',
] as const;

function columnsOf(given: ClusterPlan, outcome: ClusterOutcome): (string | number)[] {
  const all = loads(given, outcome);
  const of = (name: Resource): string => percent(all.find(([resource]) => resource === name)![1]);
  const [first, load] = all[0]!;
  return [
    whole(outcome.pages),
    of('database'),
    of('hottest row'),
    of('names'),
    of('line'),
    of('store'),
    `${first} ${percent(load)}`,
    percent(outcome.idle.resting),
    percent(outcome.idle.leasing + outcome.idle.ending),
    pair(outcome.leaseMs.p50, outcome.leaseMs.p99),
    pair(outcome.endMs.p50, outcome.endMs.p99),
    outcome.visitsABatch.toFixed(1),
    whole(outcome.databaseMicrosAPage),
  ];
}

/** Enough of everything but databases for so many workers. */
const provided = (workers: number): Partial<ClusterPlan> => ({
  workers,
  resolvers: Math.ceil(workers / 150),
  lines: Math.ceil(workers / 700),
  storeLines: Math.ceil(workers / 700),
});

/** A window in which some millions of pages are enough to see what is steady. */
const windowOf = (workers: number): Partial<ClusterPlan> =>
  workers >= 5_000 ? { warmUp: 3_000, window: 2_000 } : { warmUp: 3_000, window: 5_000 };

/** The prototype: eight workers and the database on two cores, a Web of 100 ms. How many requests each had at once is not known. */
export function againstPrototype(play: Play): MeasureTable {
  const links = { found: 9, outside: 2.3, sent: 9, newInside: 2.1, newOutside: 1.1 };
  const of = (workers: number, slots: number): ClusterOutcome =>
    played(play, {
      workers,
      slots,
      links,
      cores: 2,
      oneMachine: true,
      workerCpu: 0.3,
      commit: cost('commit'),
      roundTrip: 0.1,
      fetchLeast: 80,
      fetchMore: 20,
      delay: 0,
      resolvers: 1_000,
      window: 10_000,
    }).outcome;
  // So many that eight of them come nearest to what was measured.
  const slots = [28, 32, 36, 40, 44, 48].reduce((best, each) =>
    Math.abs(of(8, each).pages - 2_300) < Math.abs(of(8, best).pages - 2_300) ? each : best,
  );
  const full = of(8, slots);
  const speed = (workers: number): number => of(workers, 16).pages;
  const one = speed(1);
  Object.assign(play.figures, {
    'prototype.pages': whole(full.pages),
    'prototype.micros': whole(full.databaseMicrosAPage),
    'prototype.cores': Number(full.databaseCores.toFixed(2)),
    'prototype.speedup8': Number((speed(8) / one).toFixed(2)),
  });
  return {
    title: 'The model against what the prototype measured on two cores',
    columns: ['what', 'measured', 'model'],
    rows: [
      ['pages/s, 8 workers', '2,300', `${whole(full.pages)} (${slots} requests each, chosen to come near)`],
      ['cores of the database then', '1.3', full.databaseCores.toFixed(2)],
      ['µs of the database a page, 9 links sent', '530–610', whole(full.databaseMicrosAPage)],
      ['8 workers against 1, below what the machine can', '7.9×', `${(speed(8) / one).toFixed(2)}×`],
      ['visits a batch then', 'not told', full.visitsABatch.toFixed(1)],
    ],
    note: 'The costs are not fitted to these figures: they are those of the product’s statements (see the table of costs), the prototype had its own.',
  };
}

/** 10 M to 10 G pages, ten workers for each ten million. */
export function sizes(play: Play): MeasureTable {
  const steps: readonly (readonly [string, number, readonly number[]])[] = [
    ['10 M', 10, [1]],
    ['100 M', 100, [1]],
    ['1 G', 1_000, [1, 4, 8]],
    ...(play.quick ? [] : ([['10 G', 10_000, [16, 64]]] as const)),
  ];
  const ways: readonly (readonly [string, Partial<ClusterPlan>])[] = [
    ['at once', {}],
    ['after 200 ms', { linger: 200 }],
    ['after 200 ms, to one server', { linger: 200, staysWithServer: true }],
  ];
  const rows: (string | number)[][] = [];
  for (const [name, workers, servers] of steps)
    for (const count of servers)
      for (const [way, more] of ways.slice(0, count === 1 ? 2 : 3)) {
        const one = played(play, { ...provided(workers), ...windowOf(workers), servers: count, ...more });
        const statements = one.outcome.statementsAServer;
        rows.push([
          name,
          workers,
          count,
          way,
          ...columnsOf(one.plan, one.outcome),
          whole(statements),
          whole(TRANSACTIONS / statements / 3_600),
        ]);
        play.figures[`sizes.${workers}.${count}.${way}.pages`] = whole(one.outcome.pages);
        play.figures[`sizes.${workers}.${count}.${way}.micros`] = whole(one.outcome.databaseMicrosAPage);
      }
  return {
    title:
      'Sizes: in the middle of a wide crawl (horizontal, 30 s a site), 32 requests a worker, servers of 16 cores',
    columns: [
      'pages',
      'workers',
      'servers',
      'ends are sent',
      ...COLUMNS,
      'statements/s a server',
      'hours to 2^31',
    ],
    rows,
    note: 'Names, lines and store are provided for the workers (a resolver for 150, 10 Gbit/s for 700). The row is that of the site most links lead to. Nearly every statement takes a transaction number: after 2^31 of them without a vacuum of every table PostgreSQL stops.',
  };
}

/** One of everything, and more workers until something is full; that is doubled, and so on. */
export function ladder(play: Play): readonly MeasureTable[] {
  return [climb(play, 0), climb(play, 200)];
}

function climb(play: Play, linger: number): MeasureTable {
  const counts = [10, 20, 50, 100, 200, 300, 500, 700, 1_000, 2_000, 3_000, 5_000, 10_000];
  const rows: (string | number)[][] = [];
  let at: ClusterPlan = plan({ seed: play.seed, linger });
  let perWorker = 0;
  let unsolved = '';
  const most = play.quick ? 1_000 : 10_000;
  for (const workers of counts.filter((count) => count <= most)) {
    for (let tries = 0; tries < 6; tries++) {
      const { outcome } = played(play, { ...at, workers, ...windowOf(workers) });
      if (workers === counts[0]) perWorker = outcome.pages / workers;
      const share = outcome.pages / (perWorker * workers);
      const [resource, load] = loads(at, outcome).find(([name]) => name !== unsolved)!;
      if (share >= 0.9 && load < 0.9) break;
      const more = doubled(at, resource);
      rows.push([
        workers,
        whole(outcome.pages),
        percent(share),
        `${resource} ${percent(load)}`,
        `${at.servers} / ${at.resolvers} / ${at.lines} / ${at.storeLines}`,
        more === null ? 'nothing helps: left out from here' : `twice: ${resource}`,
        pair(outcome.leaseMs.p50, outcome.leaseMs.p99),
        pair(outcome.endMs.p50, outcome.endMs.p99),
        whole(outcome.databaseMicrosAPage),
      ]);
      play.figures[`ladder.${linger}.${rows.length}`] = `${workers} ${resource}`;
      if (more === null) {
        unsolved = resource;
        // As if no site were more popular than others.
        at = { ...at, webSites: Number.POSITIVE_INFINITY };
      } else at = more;
    }
  }
  return {
    title: `What breaks first, ends of visits ${linger === 0 ? 'sent at once' : `collected for ${linger} ms`}: one server of 16 cores, one resolver, 10 Gbit/s to the Web and to the bucket; more workers until something is full, then twice of that`,
    columns: [
      'workers',
      'pages/s',
      'of what they could',
      'full',
      'servers / resolvers / lines / store',
      'then',
      'lease p50/p99 ms',
      'batch p50/p99 ms',
      'µs a page',
    ],
    rows,
    note: `Before all of them, by arithmetic: connections. A worker opens ${cost('connections')}, PostgreSQL allows 100 unless told otherwise: 48 workers, or a pooler.`,
  };
}

/** What makes a page dear to the database. */
export function exchange(play: Play): MeasureTable {
  const workers = play.quick ? 200 : 2_000;
  const servers = play.quick ? 2 : 16;
  const base = { ...provided(workers), servers, ...windowOf(workers) };
  const cases: readonly (readonly [string, Partial<ClusterPlan>])[] = [
    ['as built', {}],
    [
      'first round: robots files, addresses claimed one by one',
      { firstRound: true, delay: 3_000, warmUp: 15_200, window: 15_200 },
    ],
    ['links sent again that were sent lately', { dropsSent: false }],
    ['sites kept by their worker (1 s a host)', { wide: false, delay: 1_000, warmUp: 6_000 }],
    [
      'the same, links sent again that were sent lately',
      { wide: false, delay: 1_000, warmUp: 6_000, dropsSent: false },
    ],
    ['addresses on the server of their site', { addressesApart: false }],
    ['ends collected for 50 ms', { linger: 50 }],
    ['ends collected for 200 ms', { linger: 200 }],
    ['ends collected for 1 s', { linger: 1_000, warmUp: 6_000 }],
    ['200 ms, workers that stay with one server', { linger: 200, staysWithServer: true }],
    [
      '200 ms, workers that stay, addresses with their site',
      { linger: 200, staysWithServer: true, addressesApart: false },
    ],
    ['200 ms, sites kept', { linger: 200, wide: false, delay: 1_000, warmUp: 6_000 }],
  ];
  const rows = cases.map(([name, more]) => {
    const one = played(play, { ...base, ...more });
    play.figures[`exchange.${name}.micros`] = whole(one.outcome.databaseMicrosAPage);
    return [name, one.outcome.linksAPage.toFixed(1), ...columnsOf(one.plan, one.outcome)];
  });
  return {
    title: `Links and batches: ${workers.toLocaleString('en-US')} workers, ${servers} servers`,
    columns: ['crawl', 'links sent a page', ...COLUMNS],
    rows,
    note: 'In the first round a site is asked twice for one page; its delay is shortened to 3 s here, so that the window sees both.',
  };
}

/** Few sites left: nobody may be asked sooner, however many workers there are. */
export function hotSites(play: Play): readonly MeasureTable[] {
  const workers = play.quick ? 200 : 10_000;
  const servers = play.quick ? 2 : 64;
  const rows = (play.quick ? [10_000, 1_000] : [1_000_000, 100_000, 10_000]).map((sites) => {
    const one = played(play, {
      ...provided(workers),
      servers,
      sites,
      queuedPerSite: 1_000,
      // One round of all sites: they come in waves.
      warmUp: 32_000,
      window: 30_830,
    });
    play.figures[`hot.${sites}.pages`] = whole(one.outcome.pages);
    play.figures[`hot.${sites}.idle`] = Number(one.outcome.idle.resting.toFixed(4));
    return [
      sites,
      whole(sites / ((30_000 + cost('fetchLeast') + cost('fetchMore')) / 1000)),
      whole(one.outcome.statementsAServer),
      ...columnsOf(one.plan, one.outcome),
    ];
  });
  const law = (pages: number, largest: number, capacity: number, delay: number): (string | number)[] => {
    const turn = delay + (cost('fetchLeast') + cost('fetchMore')) / 1000;
    const course = courseOf(webOf(pages, largest), capacity, turn);
    const days = (value: number): string => `${(value / 86_400).toPrecision(3)} days`;
    return [
      pages.toExponential(0).replace('e+', ' × 10^'),
      largest,
      `${delay} s`,
      capacity,
      days(course.fullSeconds),
      percent(course.fullShare),
      days(course.tailSeconds),
    ];
  };
  return [
    {
      title: `Hot sites: ${workers.toLocaleString('en-US')} workers, ${servers} servers, and only so many sites left (30 s each)`,
      columns: ['sites left', 'politeness allows', 'statements/s a server', ...COLUMNS],
      rows,
      note: 'What remains of the database’s load is idle workers that look four times a second whether something has come.',
    },
    {
      title: 'A whole crawl, by arithmetic: sites in turn, sizes by 10/x up to the largest',
      columns: [
        'pages',
        'largest site',
        'rest',
        'pages/s',
        'at full speed',
        'of the pages',
        'then, as politeness allows',
      ],
      rows: [
        law(1e7, 1e4, 400, 30),
        law(1e7, 1e5, 400, 30),
        law(1e8, 1e5, 4_000, 30),
        law(1e9, 1e5, 40_000, 30),
        law(1e9, 1e6, 40_000, 30),
        law(1e10, 1e6, 280_000, 30),
        law(1e10, 1e5, 280_000, 30),
        law(1e10, 1e6, 280_000, 1),
      ],
      note: 'More workers shorten the first part only. `--max-pages-per-host` and a shorter rest for sites that allow it shorten the second.',
    },
  ];
}

/** 50,000 sites of one address. */
export function crowdedAddress(play: Play): MeasureTable {
  const workers = play.quick ? 20 : 100;
  const crowd = play.quick ? 5_000 : 50_000;
  const base = { ...provided(workers), warmUp: 20_000, window: play.quick ? 20_000 : 100_000 };
  const without = played(play, base);
  const withThem = played(play, { ...base, crowd });
  const { outcome } = withThem;
  const elapsed = (base.warmUp + base.window) / 1000;
  const best = 1000 / (1_000 + cost('fetchLeast') + cost('fetchMore') + cost('resolving'));
  Object.assign(play.figures, {
    'crowd.others': Number((outcome.pages / without.outcome.pages).toFixed(3)),
    'crowd.pages': Number((outcome.crowd.visits / elapsed).toFixed(3)),
  });
  return {
    title: `${crowd.toLocaleString('en-US')} sites of one address, at the head of the queue; ${workers} workers, one server`,
    columns: ['what', 'value'],
    rows: [
      ['pages/s of all, without them', whole(without.outcome.pages)],
      ['pages/s of all, with them', whole(outcome.pages)],
      ['pages/s of the address', (outcome.crowd.visits / elapsed).toFixed(2)],
      ['its pace allows (1 s of rest, a fetch, nobody lost time)', best.toFixed(2)],
      ['accesses of the address before its time', outcome.breaches.address],
      ['sites in the hand of the worker that holds the address, at the most', outcome.crowd.held],
      ['sites leased in vain, and parked', outcome.crowd.parkings],
      ['parked at the end', outcome.crowd.parked],
      [
        'days for 20 pages of each',
        Number(((crowd * 20) / (outcome.crowd.visits / elapsed) / 86_400).toFixed(0)),
      ],
    ],
    note: 'Whoever holds the address is given all ready sites of it, up to the 4,096 that a worker may hold, and then takes no others: one worker is lost to the rest of the crawl. What others lease of it is parked, and not looked at again until the address is free.',
  };
}

/** A third of the workers, gone at once. */
export function zoneLost(play: Play): MeasureTable {
  const cases: readonly (readonly [number, number])[] = play.quick
    ? [[100, 1]]
    : [
        [100, 1],
        [1_000, 4],
        [10_000, 32],
      ];
  const lostAt = 10_000;
  const rows = cases.map(([workers, servers]) => {
    const { outcome } = played(play, {
      ...provided(workers),
      servers,
      slots: 8,
      linger: 200,
      warmUp: 5_000,
      window: 85_000,
      zoneLostAt: lostAt,
    });
    const mean = (from: number, to: number): number =>
      outcome.perSecond.slice(from, to).reduce((sum, count) => sum + count, 0) / (to - from);
    const before = mean(5, 10);
    const after = mean(80, 90);
    play.figures[`zone.${workers}.refetches`] = outcome.refetches;
    return [
      workers,
      servers,
      whole(before),
      whole(Math.min(...outcome.perSecond.slice(11, 90))),
      whole(after),
      percent(after / before),
      outcome.sitesLost,
      seconds((outcome.lastReap - lostAt) / 1000),
      seconds((outcome.lastReap - lostAt) / 1000 + 30),
      outcome.refetches,
      percent(outcome.refetches / (before * 3_600)),
    ];
  });
  return {
    title:
      'A zone lost: a third of the workers at once (8 requests each; time-to-live 30 s, rest 30 s, upload every 5 min)',
    columns: [
      'workers',
      'servers',
      'pages/s before',
      'least after',
      'pages/s at the end',
      'of before',
      'sites held by the lost',
      'noticed, all of them',
      'their sites asked again',
      'pages fetched again',
      'of an hour’s pages',
    ],
    rows,
    note: 'Two thirds are left, and work on. What is fetched again is nearly all what the lost had archived and not uploaded yet: half an interval of their pages.',
  };
}

/** The primary of one server dies; its standby is promoted. */
export function failOver(play: Play): MeasureTable {
  const pause = 1000 * (cost('detection') + cost('promotion'));
  const from = 10_000;
  const cases: readonly (readonly [number, number])[] = play.quick
    ? [
        [100, 1],
        [100, 2],
      ]
    : [
        [100, 1],
        [1_000, 4],
        [10_000, 32],
      ];
  const rows = cases.map(([workers, servers]) => {
    const { outcome } = played(play, {
      ...provided(workers),
      servers,
      slots: 8,
      linger: 200,
      warmUp: 5_000,
      window: 25_000,
      away: { from, to: from + pause },
    });
    const { perSecond } = outcome;
    const before = perSecond.slice(5, 10).reduce((sum, count) => sum + count, 0) / 5;
    const back = perSecond.findIndex((count, second) => second > 15 && count >= 0.95 * before);
    const missed = perSecond.slice(10, 30).reduce((sum, count) => sum + before - count, 0) / before;
    play.figures[`failover.${servers}.least`] = Number(
      (Math.min(...perSecond.slice(10, 30)) / before).toFixed(3),
    );
    return [
      workers,
      servers,
      whole(before),
      whole(Math.min(...perSecond.slice(10, 30))),
      percent(Math.min(...perSecond.slice(10, 30)) / before),
      back < 0 ? 'not in 20 s' : `${back - 10} s`,
      `${missed.toFixed(1)} s`,
      outcome.refetches,
    ];
  });
  return {
    title: `Fail-over of one database server: ${pause / 1000} s (5 s until it is noticed)`,
    columns: [
      'workers',
      'servers',
      'pages/s before',
      'worst second',
      'of before',
      'back at 95 % after',
      'work missed, in seconds of all',
      'refetches',
    ],
    rows,
    note: 'Links go before ends, and nearly every batch has links for every server: one that is away holds all workers, not its share of them.',
  };
}

export function storeAway(play: Play): MeasureTable {
  const cases: readonly (readonly [number, number])[] = play.quick
    ? [[100, 1]]
    : [
        [1_000, 2],
        [10_000, 16],
        [10_000, 12],
      ];
  const rows = cases.map(([workers, storeLines]) => {
    const outcome = simulateStore({
      seed: play.seed,
      workers,
      pages: 39,
      storeLines,
      away: { from: 1_200_000, to: 1_800_000 },
      until: 7_200_000,
    });
    play.judged.lost += Math.round(Math.abs(outcome.archived - outcome.stored - outcome.waiting) / 1e6);
    play.figures[`store.${workers}.${storeLines}.recovered`] = outcome.recovered ?? -1;
    return [
      workers,
      storeLines * 10,
      percent(outcome.busy),
      bytesText(outcome.usual),
      bytesText(outcome.most),
      bytesText(outcome.mostOfOne),
      outcome.recovered === null ? 'not in 90 min' : `${(outcome.recovered / 60_000).toFixed(1)} min`,
      whole(outcome.refetches),
    ];
  });
  return {
    title: 'The bucket away for 10 minutes (39 pages/s a worker, upload every 5 min)',
    columns: [
      'workers',
      'Gbit/s to the bucket',
      'busy before',
      'waiting, usual',
      'at the most',
      'of one worker',
      'as usual after',
      'pages fetched again if a zone is lost then',
    ],
    rows,
    note: 'The crawl goes on: visits end with their archive on the worker’s disk. Only the price of losing a machine grows.',
  };
}

export function sizing(): MeasureTable {
  const rows = [1e7, 1e8, 1e9, 1e10].map((pages) => {
    const size = sizingOf(pages);
    return [
      pages.toExponential(0).replace('e+', ' × 10^'),
      size.known.toExponential(1).replace('e+', ' × 10^'),
      bytesText(size.frontier),
      bytesText(size.frontierBar),
      bytesText(size.seen),
      bytesText(size.wal),
      bytesText(size.archive),
      bytesText(size.catalogue),
      whole(urlsAPrefix(size.known)),
    ];
  });
  return {
    title: 'Sizing, by arithmetic: bytes of all servers together',
    columns: [
      'pages visited',
      'URLs known',
      'frontier on disk',
      'by the bars',
      'of it `seen`',
      'WAL of the whole crawl',
      'archive',
      'catalogue (embedded)',
      'URLs a prefix of 16 bits',
    ],
    rows,
    note: `${(cost('newInside') + cost('newOutside')).toFixed(2)} URLs are known for each page visited, as on the real pages that were counted.`,
  };
}
