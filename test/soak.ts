/** `npm run soak -- <kills> [seed]`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killAndResume } from './kill-and-resume.ts';

const wanted = Number(process.argv[2] ?? 200);
const firstSeed = Number(process.argv[3] ?? 1);
let kills = 0;
let crawls = 0;
const problems: string[] = [];
while (kills < wanted && problems.length === 0) {
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-soak-'));
  // A crawl ends after some kills; another begins, with another seed, until there were enough.
  const result = await killAndResume(
    { out, kills: wanted - kills, seed: firstSeed + crawls, delay: 15, longest: 1_500 },
    (n) => process.stderr.write(`\r${kills + n} of ${wanted} kills`),
  );
  kills += result.kills;
  crawls++;
  problems.push(...result.problems);
  process.stderr.write(
    `\rcrawl ${crawls}: ${result.kills} kills, ${result.pages} pages, ${result.requests} requests, ${result.problems.length} problems\n`,
  );
  if (result.problems.length === 0) rmSync(out, { recursive: true, force: true });
  else process.stderr.write(`kept in ${out}\n`);
}
for (const problem of problems.slice(0, 50)) process.stdout.write(`${problem}\n`);
process.stdout.write(`${kills} kills in ${crawls} crawls, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
