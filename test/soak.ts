/**
 * `npm run soak -- <kills> [seed]`: kills commands of every kind while a server has their folder open, and checks what the next run ends with.
 * `npm run soak -- crawls [kills] [seed]`: kills a crawl of the sample web, and checks every resume.
 * `npm run soak -- polite [kills] [seed] [hosts]`: kills a crawl of hosts that each want something, and judges it by what they saw.
 * Without a word, all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeGround, type Plan, planOf, TRIALS } from './faults.ts';
import { killAndResume } from './kill-and-resume.ts';
import { killCommands } from './killed-commands.ts';
import { politeSoak } from './polite-soak.ts';
import { BREACHES, type Breach } from './politeness-judge.ts';

const words = process.argv.slice(2);
const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-soak-'));
const told = (problems: readonly string[]) => {
  for (const problem of problems.slice(0, 50)) process.stdout.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
};

async function killedCommands(wanted: number, seed: number): Promise<void> {
  const ground = await makeGround(folder());
  try {
    const plans: Plan[] = [];
    for (const trial of TRIALS) plans.push(await planOf(trial, ground));
    const { kills, killed, answers, problems } = await killCommands(ground, plans, {
      kills: wanted,
      seed,
      beside: Math.max(1, availableParallelism()),
      tell: (n) => process.stderr.write(`\r${n} of ${wanted} kills`),
    });
    process.stderr.write('\n');
    told(problems);
    const each = [...killed].map(([name, count]) => `${name} ${count}`).join(', ');
    process.stdout.write(
      `${kills} kills (${each}), ${answers} answers of the servers meanwhile, ${problems.length} problems\n`,
    );
    if (problems.length === 0) rmSync(ground.folder, { recursive: true, force: true });
    else process.stderr.write(`kept in ${ground.folder}\n`);
  } finally {
    await ground.web.close();
  }
}

async function killedCrawls(wanted: number, firstSeed: number): Promise<void> {
  let kills = 0;
  let crawls = 0;
  const problems: string[] = [];
  while (kills < wanted && problems.length === 0) {
    const out = folder();
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
  told(problems);
  process.stdout.write(`${kills} kills in ${crawls} crawls, ${problems.length} problems\n`);
}

/** Hosts of a polite crawl that must have been asked for pages: of 720 at least 600. */
const REACHED = 600 / 720;

async function polite(wanted: number, firstSeed: number, hosts: number): Promise<void> {
  const problems: string[] = [];
  const breaches: Breach[] = [];
  let [kills, crawls, requests] = [0, 0, 0];
  while (kills < wanted && problems.length + breaches.length === 0) {
    const out = folder();
    const plan = { out, hosts, kills: wanted - kills, seed: firstSeed + crawls, longest: 2_500 };
    const result = await politeSoak(plan, (n) => process.stderr.write(`\r${kills + n} of ${wanted} kills`));
    kills += result.kills;
    requests += result.requests;
    crawls++;
    problems.push(...result.problems);
    // A crawl that reached few of them has shown little.
    if (result.hosts < hosts * REACHED)
      problems.push(`only ${result.hosts} of ${hosts} hosts were asked for more than their rules`);
    breaches.push(...result.breaches);
    process.stderr.write(
      `\rcrawl ${crawls}: ${result.kills} kills, ${result.hosts} hosts, ${result.requests} requests, ${result.breaches.length} breaches\n`,
    );
    if (problems.length + breaches.length === 0) rmSync(out, { recursive: true, force: true });
    else process.stderr.write(`kept in ${out}\n`);
  }
  told([...problems, ...breaches.map(({ message }) => message)]);
  const counts = BREACHES.map((name) => `${name} ${breaches.filter(({ kind }) => kind === name).length}`);
  process.stdout.write(
    `${kills} kills in ${crawls} crawls of ${hosts} hosts, ${requests} requests: ${breaches.length} breaches (${counts.join(', ')})\n`,
  );
}

if (words[0] === 'polite')
  await polite(Number(words[1] ?? 30), Number(words[2] ?? 1), Number(words[3] ?? 720));
else if (words[0] === 'crawls') await killedCrawls(Number(words[1] ?? 200), Number(words[2] ?? 1));
else {
  await killedCommands(Number(words[0] ?? 200), Number(words[1] ?? 1));
  if (words.length === 0) {
    await killedCrawls(200, 1);
    await polite(30, 1, 720);
  }
}
