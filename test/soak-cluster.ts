/** `npm run soak -- cluster [runs] [seed]`: crawls by four workers under faults of every kind, every other one with a budget of pages. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAOS, clusterChaos } from './cluster-chaos.ts';

const [runs = 50, first = 1] = process.argv.slice(2).map(Number);
const totals: Record<string, number> = Object.fromEntries(CHAOS.map((fault) => [fault, 0]));
let [requests, visits, fenced, failures] = [0, 0, 0, 0];
for (let run = 0; run < runs; run++) {
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-chaos-'));
  const seed = first + run;
  const budget = run % 2 === 1 ? { maxPages: 90 } : {};
  const result = await clusterChaos({ out, hosts: 40, workers: 4, faults: 10, seed, ...budget });
  for (const fault of CHAOS) totals[fault]! += result.faults[fault];
  requests += result.requests;
  visits += result.visits;
  fenced += result.fenced;
  const told = [...result.problems, ...result.breaches.map(({ message }) => message)];
  for (const problem of told.slice(0, 10)) process.stdout.write(`seed ${seed}: ${problem}\n`);
  if (told.length > 0) failures++;
  else rmSync(out, { recursive: true, force: true });
  process.stderr.write(`\r${run + 1} of ${runs} runs, ${failures} with problems`);
}
process.stderr.write('\n');
process.stdout.write(
  `${runs} runs, ${CHAOS.map((fault) => `${fault} ${totals[fault]}`).join(', ')}; ${fenced} workers fenced, ${visits} visits, ${requests} requests: ${failures} runs with problems\n`,
);
process.exit(failures > 0 ? 1 : 0);
