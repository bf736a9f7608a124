/**
 * `npm run soak -- realweb <folder of whole real sites> [pages] [kills] [seed]`: real sites crawled by four workers on one database, their clocks
 * apart by minutes, workers killed now and then; judged by the log of the sites' own server and by what the database holds.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { deafness, holdings } from './chaos-verdict.ts';
import { ChaosWorker } from './chaos-worker.ts';
import { BREACHES, breachesOf } from './politeness-judge.ts';
import { PostgresServer } from './postgres-server.ts';
import { realSites } from './real-sites.ts';
import { seededRandom } from './seeded-random.ts';

/** Ms. */
const DELAY = 300;
const ADDRESS_DELAY = 60;
const TIME_TO_LIVE = 3_000;
/** How often it is looked whether it is over, ms, and how likely somebody is killed then. */
const PAUSE = 1_000;
const KILLED = 0.25;
const WORKERS = 4;
const CONCURRENCY = 16;
/** Of the sites so many must have been asked for more than their rules, or the run has shown little. */
const REACHED = 0.9;

const [data, ...numbers] = process.argv.slice(2);
const [pages = 4_000, kills = 8, seed = 1] = numbers.map(Number);
if (data === undefined || !existsSync(join(data, 'SOURCES.tsv'))) {
  process.stderr.write(
    'npm run soak -- realweb <folder of whole real sites, with SOURCES.tsv> [pages] [kills] [seed]\n',
  );
  process.exit(2);
}
const random = seededRandom(seed);
const out = mkdtempSync(join(tmpdir(), 'tarrafa-realweb-'));
const web = await realSites(data, WORKERS);
const server = await PostgresServer.start({ settings: ['fsync=on'] });
const cluster = await server.database();
const seeds = join(out, 'seeds.txt');
writeFileSync(seeds, web.seeds.join('\n'));
const rules = [
  ...['--seeds', seeds, '--allow-private', '--delay', `${DELAY}ms`, '--address-delay', `${ADDRESS_DELAY}ms`],
  ...['--time-to-live', `${TIME_TO_LIVE}ms`, '--max-pages', String(pages), '--no-analyse'],
];
const workers = web.doors.map(
  (_, i) =>
    new ChaosWorker(i, {
      out,
      words: [...(i === 0 ? ['crawl', ...rules] : ['worker']), '--cluster', cluster, ...web.connectTo(i)],
      concurrency: CONCURRENCY,
    }),
);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isOver = () => workers.every((worker) => worker.isOver);

const problems: string[] = [];
let killed = 0;
try {
  workers[0]!.start();
  while (!workers[0]!.hasBegun) await pause(50);
  for (const worker of workers.slice(1)) worker.start();
  while (!isOver()) {
    await pause(PAUSE);
    process.stderr.write(`\r${web.log.length} requests, ${killed} of ${kills} kills`);
    if (killed >= kills || random() > KILLED) continue;
    const living = workers.filter((worker) => worker.isRunning);
    const one = living[Math.floor(random() * living.length)];
    if (one === undefined || living.length < 2) continue;
    killed++;
    await one.kill();
  }
  process.stderr.write('\n');
  const sql = postgres(cluster, { max: 1, onnotice: () => {} });
  const badEnds = workers.flatMap((worker) => worker.badEnds);
  const held = await holdings(sql, null);
  const deaf = await deafness(sql, badEnds);
  await sql.end();
  problems.push(...workers.flatMap((worker) => worker.problems));
  // Of a budget, or of all there is.
  problems.push(...held.problems.filter((problem) => held.pages !== pages || !problem.endsWith('URLs left')));
  const asked = new Set(web.log.filter(({ path }) => path !== '/robots.txt').map(({ host }) => host));
  const reached = web.hosts.filter((host) => asked.has(host)).length;
  if (reached < REACHED * web.hosts.length)
    problems.push(`only ${reached} of ${web.hosts.length} sites were asked for more than their rules`);
  const breaches = breachesOf(web.log, { delay: DELAY, addressDelay: ADDRESS_DELAY, kills: [], deaf });
  for (const problem of [...problems, ...breaches.map(({ message }) => message)].slice(0, 50))
    process.stdout.write(`${problem}\n`);
  problems.push(...breaches.map(({ message }) => message));
  const counts = BREACHES.map((name) => `${name} ${breaches.filter(({ kind }) => kind === name).length}`);
  process.stdout.write(
    `${reached} of ${web.hosts.length} real sites, ${WORKERS} workers with clocks apart, ${killed} kills: ${web.log.length} requests, ` +
      `${held.pages} pages, ${held.lost} lost, ${held.twice} twice, ${breaches.length} breaches (${counts.join(', ')})\n`,
  );
} finally {
  for (const worker of workers) worker.end();
  await web.close();
  await server.remove();
  if (problems.length === 0) rmSync(out, { recursive: true, force: true });
  else process.stderr.write(`kept in ${out}\n`);
}
process.exit(problems.length === 0 ? 0 : 1);
