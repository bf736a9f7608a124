/**
 * `npm run soak -- cluster [runs] [seed]`: crawls by four workers under faults of every kind; every other one with a budget of pages, every
 * fourth with a standby that takes the server's place, every third on a disk that is full for a while.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ANY_TIME,
  CHAOS,
  type ChaosResult,
  clusterChaos,
  MOST_FAIL_OVER,
  MOST_TAKE_OVER,
} from './cluster-chaos.ts';

const BUDGET = 90;

const [runs = 50, first = 1] = process.argv.slice(2).map(Number);
const results: ChaosResult[] = [];
let failures = 0;
for (let run = 0; run < runs; run++) {
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-chaos-'));
  const seed = first + run;
  const result = await clusterChaos({
    out,
    hosts: 40,
    workers: 4,
    faults: 10,
    seed,
    // Of the eight that may happen at any time, in half of the runs those that need a cable to be pulled.
    ...(seed % 4 >= 2 ? { only: [...ANY_TIME, 'block', 'isolate', 'jump'] as const } : {}),
    failOver: seed % 4 === 0,
    fullDisk: seed % 3 === 0,
    ...(seed % 2 === 1 ? { maxPages: BUDGET } : {}),
  });
  results.push(result);
  process.stdout.write(`seed ${seed}: ${figures([result])}\n`);
  const late = [
    ...result.takeOvers
      .filter((ms) => ms > MOST_TAKE_OVER)
      .map((ms) => `take-over after ${Math.round(ms)} ms`),
    ...(result.failOver && result.failOver.afterPromotion > MOST_FAIL_OVER
      ? [`fail-over ${Math.round(result.failOver.afterPromotion)} ms after the promotion`]
      : []),
  ];
  const told = [...result.problems, ...late, ...result.breaches.map(({ message }) => message)];
  for (const problem of told.slice(0, 10)) process.stdout.write(`seed ${seed}: ${problem}\n`);
  if (told.length > 0) failures++;
  else rmSync(out, { recursive: true, force: true });
  process.stderr.write(`\r${run + 1} of ${runs} runs, ${failures} with problems`);
}
process.stderr.write('\n');
process.stdout.write(`${runs} runs from seed ${first}, ${failures} with problems: ${figures(results)}\n`);
process.exit(failures > 0 ? 1 : 0);

function figures(of: readonly ChaosResult[]): string {
  const sum = (value: (one: ChaosResult) => number) => of.reduce((total, one) => total + value(one), 0);
  const budgets = of.filter(({ offBudget }) => offBudget !== null);
  const takeOvers = of.flatMap((one) => one.takeOvers);
  const failOvers = of.flatMap(({ failOver }) => (failOver ? [failOver] : []));
  return [
    `${CHAOS.map((fault) => `${fault} ${sum(({ faults }) => faults[fault])}`).join(', ')}`,
    `${sum(({ fenced }) => fenced)} fenced`,
    `${sum(({ requests }) => requests)} requests, ${sum(({ visits }) => visits)} visits, ${sum(({ pages }) => pages)} pages`,
    `${sum(({ lost }) => lost)} URLs lost`,
    `${sum(({ twice }) => twice)} visits ended twice`,
    `${sum(({ breaches }) => breaches.length)} breaches of politeness`,
    `${sum(({ refetched }) => refetched)} pages asked for again, ${sum(({ underWay }) => underWay)} requests under way in what was lost, ${sum(({ givenUp }) => givenUp)} given up by who lived`,
    `budgets exact ${budgets.filter(({ offBudget }) => offBudget === 0).length} of ${budgets.length}`,
    `take-over ${spread(takeOvers)}`,
    `fail-over after death ${spread(failOvers.map(({ afterDeath }) => afterDeath))}, after promotion ${spread(failOvers.map(({ afterPromotion }) => afterPromotion))}`,
    `${sum(({ fullDisks }) => fullDisks)} times a full disk`,
  ].join('; ');
}

function spread(ms: readonly number[]): string {
  if (ms.length === 0) return 'none';
  const sorted = [...ms].sort((a, b) => a - b).map(Math.round);
  return `${sorted.length}: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`;
}
