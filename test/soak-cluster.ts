/**
 * `npm run soak -- cluster [runs] [seed]`: crawls by four workers under faults of every kind, one after another, for the hosts judge by the
 * clock. What a seed takes: every other a budget of pages, every fourth a standby that takes the server's place, of three one a disk that is full
 * for a while and one a store of the archive that fails and a machine that is lost; half of them blocked loops, pulled cables and clocks that
 * are set. At the end, what each bar came to.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ANY_TIME,
  CHAOS,
  type ChaosPlan,
  type ChaosResult,
  clusterChaos,
  type Fault,
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
  const from = performance.now();
  let result: ChaosResult;
  try {
    result = await clusterChaos({ out, ...planOf(seed) });
  } catch (error) {
    // Nothing is known of it; the others are.
    failures++;
    process.stdout.write(`seed ${seed}: ${(error as Error).stack}\n`);
    continue;
  }
  results.push(result);
  const seconds = Math.round((performance.now() - from) / 1000);
  process.stdout.write(`seed ${seed}, ${seconds} s: ${line(result)}\n`);
  const told = [...result.problems, ...late(result), ...result.breaches.map(({ message }) => message)];
  for (const problem of told.slice(0, 10)) process.stdout.write(`seed ${seed}: ${problem}\n`);
  if (told.length > 0) failures++;
  else rmSync(out, { recursive: true, force: true });
  process.stderr.write(`\r${run + 1} of ${runs} runs, ${failures} with problems`);
}
process.stderr.write('\n');
const isMet = table(results);
process.exit(failures > 0 || !isMet ? 1 : 0);

function planOf(seed: number): Omit<ChaosPlan, 'out'> {
  const store = seed % 3 === 1;
  const only: Fault[] = [...ANY_TIME];
  if (seed % 4 >= 2) only.push('block', 'isolate', 'jump');
  if (store) only.push('store', 'lose');
  return {
    hosts: 40,
    workers: 4,
    faults: 10,
    seed,
    only,
    store,
    failOver: seed % 4 === 0,
    fullDisk: seed % 3 === 0,
    ...(seed % 2 === 1 ? { maxPages: BUDGET } : {}),
  };
}

function late({ takeOvers, failOver }: ChaosResult): string[] {
  return [
    ...takeOvers.filter((ms) => ms > MOST_TAKE_OVER).map((ms) => `take-over after ${Math.round(ms)} ms`),
    ...(failOver && failOver.afterPromotion > MOST_FAIL_OVER
      ? [`fail-over ${Math.round(failOver.afterPromotion)} ms after the promotion`]
      : []),
  ];
}

function line(result: ChaosResult): string {
  const { faults, refetches: again, stored, offBudget, takeOvers, failOver } = result;
  return [
    CHAOS.filter((fault) => faults[fault] > 0)
      .map((fault) => `${fault} ${faults[fault]}`)
      .join(', '),
    `${result.fenced} fenced; ${result.requests} requests, ${result.visits} visits, ${result.pages} pages`,
    `${result.lost} lost, ${result.twice} twice, ${result.breaches.length} breaches`,
    `again ${again.ofProcesses} of ${again.underWayAtMost}${again.unsent > 0 ? `, ${again.ofMachines} of ${again.unsent}` : ''}${again.givenUp > 0 ? `, ${again.givenUp} given up` : ''}`,
    ...(offBudget === null ? [] : [`budget ${offBudget === 0 ? 'exact' : offBudget}`]),
    ...(takeOvers.length === 0 ? [] : [`take-over ${takeOvers.map(Math.round).join(', ')} ms`]),
    ...(failOver === null ? [] : [`fail-over ${Math.round(failOver.afterPromotion)} ms`]),
    ...(stored === null ? [] : [`${stored.records} records read back, ${stored.failed} store errors`]),
  ].join('; ');
}

/** Each bar with what it came to; whether all are met. */
function table(of: readonly ChaosResult[]): boolean {
  const sum = (value: (one: ChaosResult) => number) => of.reduce((total, one) => total + value(one), 0);
  const budgets = of.filter(({ offBudget }) => offBudget !== null);
  const takeOvers = of.flatMap((one) => one.takeOvers);
  const promoted = of.flatMap(({ failOver }) => (failOver ? [failOver.afterPromotion] : []));
  const died = of.flatMap(({ failOver }) => (failOver ? [failOver.afterDeath] : []));
  const kept = of.filter(({ stored }) => stored !== null);
  const exact = budgets.filter(({ offBudget }) => offBudget === 0).length;
  const again = {
    processes: sum(({ refetches }) => refetches.ofProcesses),
    underWay: sum(({ refetches }) => refetches.underWayAtMost),
    machines: sum(({ refetches }) => refetches.ofMachines),
    unsent: sum(({ refetches }) => refetches.unsent),
    beyond: sum(({ refetches }) => refetches.problems.length),
    givenUp: sum(({ refetches }) => refetches.givenUp),
  };
  const none = (n: number): [string, boolean] => [String(n), n === 0];
  const bars: readonly (readonly [string, readonly [string, boolean]])[] = [
    ['runs that came to their end', [`${of.length} of ${runs}`, of.length === runs]],
    ['URLs lost: 0', none(sum(({ lost }) => lost))],
    ['visits ended twice: 0', none(sum(({ twice }) => twice))],
    ['breaches of politeness: 0', none(sum(({ breaches }) => breaches.length))],
    ['page budgets exact', [`${exact} of ${budgets.length}`, exact === budgets.length]],
    [
      `take-over within 4/3 of the time to live + 1 s (${MOST_TAKE_OVER} ms)`,
      [spread(takeOvers), takeOvers.every((ms) => ms <= MOST_TAKE_OVER)],
    ],
    [
      `fail-over within ${MOST_FAIL_OVER} ms of the promotion`,
      [`${spread(promoted)}; of the death ${spread(died)}`, promoted.every((ms) => ms <= MOST_FAIL_OVER)],
    ],
    [
      'asked for again: of a process, what it had under way; of a machine, its visits since the last upload',
      [
        `${again.processes} of ${again.underWay} at most; ${again.machines} of ${again.unsent}; given up by who lived ${again.givenUp}`,
        again.beyond === 0,
      ],
    ],
    [
      'every answer that a visit names is read back from the store, digests right',
      [
        `${sum(({ stored }) => stored?.records ?? 0)} in ${kept.length} runs, ${sum(({ stored }) => stored?.failed ?? 0)} store errors`,
        kept.every(({ problems }) => problems.length === 0),
      ],
    ],
  ];
  process.stdout.write(
    `\n${of.length} runs from seed ${first}, ${failures} with problems; ${sum(({ requests }) => requests)} requests, ${sum(({ visits }) => visits)} visits, ${sum(({ pages }) => pages)} pages\n` +
      `faults: ${CHAOS.map((fault) => `${fault} ${sum(({ faults }) => faults[fault])}`).join(', ')}; ${sum(({ fenced }) => fenced)} fenced, ${sum(({ fullDisks }) => fullDisks)} times told of a full disk\n`,
  );
  for (const [bar, [figure, met]] of bars)
    process.stdout.write(`${met ? 'MET    ' : 'NOT MET'} ${bar}: ${figure}\n`);
  return bars.every(([, [, met]]) => met);
}

function spread(ms: readonly number[]): string {
  if (ms.length === 0) return 'none';
  const sorted = [...ms].sort((a, b) => a - b).map(Math.round);
  return `${sorted.length}, median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms`;
}
