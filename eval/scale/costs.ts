/**
 * Every number that the simulation and the sizing stand on, with where it comes from:
 *   measured   on the tables and functions of the product by `npm run eval -- scale --measure`, or by a benchmark of this repository
 *   prototype  measured before there was a product, on a machine of two cores
 *   assumed    nobody measured it here; a reader with other machines puts another number in its place
 */
export interface Cost {
  readonly value: number;
  readonly unit: string;
  readonly evidence: 'measured' | 'prototype' | 'assumed';
  readonly from: string;
}

const measured = (value: number, unit: string, from: string): Cost => ({
  value,
  unit,
  evidence: 'measured',
  from,
});
const prototype = (value: number, unit: string, from: string): Cost => ({
  value,
  unit,
  evidence: 'prototype',
  from,
});
const assumed = (value: number, unit: string, from: string): Cost => ({
  value,
  unit,
  evidence: 'assumed',
  from,
});

const MEASURE = 'eval -- scale --measure, 300,000 to 4 M URLs, on two busy cores';
const LINKS = 'links of 8,177 real pages of 93 sites, eval -- scale --data';

export const COSTS = {
  // CPU of the database server
  linkStatement: measured(400, 'µs', MEASURE),
  newLink: measured(30, 'µs', MEASURE),
  knownLink: measured(7.4, 'µs', MEASURE),
  finishStatement: measured(800, 'µs', MEASURE),
  finishedVisit: measured(27, 'µs', MEASURE),
  leaseStatement: measured(280, 'µs', MEASURE),
  leasedSite: measured(6.7, 'µs', MEASURE),
  look: measured(200, 'µs', MEASURE),
  beat: measured(300, 'µs', MEASURE),
  claimStatement: assumed(280, 'µs', 'as a lease of one site'),
  releasedSite: assumed(27, 'µs', 'as the end of a visit, which gives a site back too'),

  // Time that is no CPU
  commit: prototype(4.8, 'ms', 'a synchronous commit; 6.4 ms with a synchronous standby'),
  standbyCommit: prototype(6.4, 'ms', 'a synchronous commit with a standby'),
  roundTrip: assumed(0.5, 'ms', 'two machines of one data centre'),
  promotion: prototype(0.3, 's', 'the longest pause when the standby was promoted at once'),
  detection: assumed(5, 's', 'of a lost primary, by the fail-over tool'),
  rowHeld: measured(
    0.15,
    'ms',
    'the row of a site that gets a new URL, from its update to the commit; eval -- scale --measure',
  ),
  timeToLive: assumed(30, 's', 'of a silent worker'),

  // Disk and write-ahead log
  queuedUrl: measured(220, 'B', `${MEASURE}; bar 230, prototype 218`),
  visitedUrl: measured(191, 'B', `${MEASURE}; bar 200, prototype 191`),
  seenUrl: measured(65, 'B', `${MEASURE}; of both`),
  walNewUrl: measured(560, 'B', `${MEASURE}, one checkpoint`),
  walVisit: measured(540, 'B', `${MEASURE}, one checkpoint`),

  // Pages
  linksFound: measured(27.1, 'a page', LINKS),
  linksOutside: measured(6.9, 'a page', LINKS),
  linksSent: prototype(9, 'a page', 'after what the worker sent lately was dropped, up to eight workers'),
  newInside: measured(2.72, 'a page', LINKS),
  newOutside: measured(2.15, 'a page', LINKS),
  archivedPage: measured(
    29.3,
    'kB',
    'bench -- crawl (28 kB compressed) and bench -- warc (1.3 kB of records)',
  ),
  cataloguedPage: measured(2_930, 'B', 'bench -- catalogue, embedded: 1.42 times 2,060 bytes of text'),
  workerCpu: measured(5.76, 'ms a page', 'bench -- crawl, pages of 140 kB'),
  fetchLeast: assumed(100, 'ms', 'as the simulated Web of the frontier tests'),
  fetchMore: assumed(700, 'ms', 'mean of what comes on top, exponential; the same Web'),

  // What is shared besides the database
  resolver: assumed(10_000, 'names/s', 'one resolver'),
  resolving: assumed(30, 'ms', 'a name that the worker does not know'),
  line: assumed(1.25, 'GB/s', '10 Gbit/s'),
  storeLine: assumed(1.25, 'GB/s', 'a bucket behind 10 Gbit/s'),
  walDisk: assumed(500, 'MB/s', 'sequential writes of one server'),
  uploadEvery: assumed(300, 's', 'the plan: every few minutes'),
  connections: measured(2, 'a worker', 'src/postgres/database.ts'),
} as const satisfies Readonly<Record<string, Cost>>;

/** The value in milliseconds, seconds or whatever its unit says. */
export const cost = (name: keyof typeof COSTS): number => COSTS[name].value;
/** A cost in µs as ms, the unit of the simulation. */
export const micros = (name: keyof typeof COSTS): number => COSTS[name].value / 1000;
