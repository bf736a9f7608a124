/** A crawl of demanding hosts by the built command, killed at random moments and gone on with; judged by what the hosts saw. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demandingWeb } from './demanding-web.ts';
import { outcomeOf } from './kill-and-resume.ts';
import { type Breach, breachesOf, UNHEARD } from './politeness-judge.ts';
import { seededRandom } from './seeded-random.ts';
import { MAIN } from './tarrafa-process.ts';

/** Ms. */
const DELAY = 150;
const ADDRESS_DELAY = 60;

export interface PolitePlan {
  /** A folder of its own. */
  readonly out: string;
  readonly hosts: number;
  readonly kills: number;
  readonly seed: number;
  /** Longest life of a process before it is killed, ms. */
  readonly longest: number;
}

export interface PoliteResult {
  readonly kills: number;
  readonly requests: number;
  /** Hosts that were asked for more than their rules. */
  readonly hosts: number;
  readonly breaches: readonly Breach[];
  /** What the command said when it did not end well. */
  readonly problems: readonly string[];
}

export async function politeSoak(
  plan: PolitePlan,
  onKill: (n: number) => void = () => {},
): Promise<PoliteResult> {
  const web = await demandingWeb(plan.hosts, plan.seed);
  const random = seededRandom(plan.seed);
  const kills: number[] = [];
  const problems: string[] = [];
  const seeds = join(plan.out, 'seeds.txt');
  writeFileSync(seeds, web.seeds.join('\n'));
  const args = [
    'crawl',
    ...['--seeds', seeds, '--sample-web', String(web.port), '--out', join(plan.out, 'crawl'), '--quiet'],
    ...['--delay', `${DELAY}ms`, '--address-delay', `${ADDRESS_DELAY}ms`, '--concurrency', '64'],
    ...['--workers', '1', '--retry-delay', '50ms', '--scope', 'any', '--no-content'],
  ];
  try {
    for (;;) {
      const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      let alive = kills.length < plan.kills;
      const kill = () => {
        if (!alive) return;
        alive = false;
        kills.push(performance.now());
        child.kill('SIGKILL');
      };
      // At any moment after the first, in which nothing is asked; and more often as soon as a host has been heard that wants something.
      const timer = setTimeout(kill, 400 + random() * plan.longest);
      web.onWish = () => {
        if (random() < 6 / plan.hosts) setTimeout(kill, UNHEARD + 50);
      };
      const { code, stderr } = await outcomeOf(child, null);
      alive = false;
      clearTimeout(timer);
      if (code === 0) break;
      if (code !== null) {
        problems.push(`exit ${code}: ${stderr.slice(0, 500)}`);
        break;
      }
      onKill(kills.length);
    }
    const asked = new Set(web.log.filter(({ path }) => /^\/\d?$/.test(path)).map(({ host }) => host));
    return {
      kills: kills.length,
      requests: web.log.length,
      hosts: asked.size,
      breaches: breachesOf(web.log, { delay: DELAY, addressDelay: ADDRESS_DELAY, kills }),
      problems,
    };
  } finally {
    await web.close();
  }
}
