/**
 * Kills commands of every kind at random moments, while a server has the folder that they work on open and is asked. Some are killed again
 * as they go on. The run after the last kill must end with what it would have ended with, and the server must not have failed once.
 */
import { existsSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type Ground, type Plan, recover, run } from './faults.ts';
import { seededRandom } from './seeded-random.ts';
import { type ServedProcess, serveWith } from './served-collection.ts';
import { take } from './server-soak/asking.ts';

/** Kills in a row, at most. */
const MOST_IN_A_ROW = 3;
/** Ms between two questions to the server. */
const BETWEEN = 40;

const QUESTIONS = [
  '/api/v1/health',
  '/api/v1/collections',
  '/api/v1/collections/c/search?q=ponte',
  '/api/v1/crawls',
  '/api/v1/crawls/c',
  '/simples?q=serra',
];

export interface KilledCommands {
  readonly kills: number;
  /** By the name of the command. */
  readonly killed: ReadonlyMap<string, number>;
  /** Questions that the server answered. */
  readonly answers: number;
  readonly problems: readonly string[];
}

export interface KillWishes {
  readonly kills: number;
  readonly seed: number;
  /** Commands that are under way at once. */
  readonly beside: number;
  readonly tell?: (kills: number) => void;
}

/** Asks the server one question after the other until it is told to stop; gives how many were answered, and what went wrong. */
function questioner(served: ServedProcess): { stop: () => Promise<{ answers: number; problems: string[] }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const problems: string[] = [];
  let answers = 0;
  let going = true;
  const ask = async (path: string): Promise<void> => {
    try {
      const status = await take(served.origin, path, agent);
      answers++;
      // A collection or crawl may not be there yet.
      if (status >= 500) problems.push(`the server answered ${path} with ${status}`);
    } catch (error) {
      problems.push(`the server did not answer ${path}: ${(error as Error).message}`);
    }
  };
  const asking = (async () => {
    for (let n = 0; going && problems.length < 5; n++) {
      await ask(QUESTIONS[n % QUESTIONS.length]!);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
  })();
  return {
    stop: async () => {
      going = false;
      await asking;
      // Once more each, when nothing else is under way.
      for (const path of QUESTIONS) await ask(path);
      agent.destroy();
      return { answers, problems };
    },
  };
}

interface Round {
  kills: number;
  answers: number;
  problems: string[];
}

/** One folder, one server, some kills, and the run that must be whole. */
async function round(plan: Plan, ground: Ground, place: string, random: () => number): Promise<Round> {
  const { trial } = plan;
  const wanted = 1 + Math.floor(random() * MOST_IN_A_ROW);
  const moments = Array.from({ length: wanted }, () =>
    random() < 0.5
      ? { call: plan.faults[Math.floor(random() * plan.faults.length)]!, after: null }
      : // Nothing has happened before the command has read its own code.
        { call: null, after: plan.took * (0.15 + 0.85 * random()) },
  );
  const done: Round = { kills: 0, answers: 0, problems: [] };
  trial.prepare(place, ground);
  const folder = join(place, 'c');
  // A crawl and an import make the folder; the server finds it among its crawls.
  const words = existsSync(folder) ? [folder] : [];
  const served = await serveWith([...words, '--crawls', place, '--no-analyse']);
  const questions = questioner(served);
  try {
    const said: string[] = [];
    for (const { call, after } of moments) {
      const log = `${place}.met`;
      rmSync(log, { force: true });
      const fault = call && { ...call, code: 'SIGKILL' as const };
      const { status, stderr } = await run(
        trial.args(place, ground),
        fault && { layer: plan.layer, folder: place, log, fault },
        after ?? undefined,
      );
      said.push(call ? `a kill in ${call.call} #${call.nth}` : `a kill after ${after?.toFixed(0)} ms`);
      if (status === null && call && !existsSync(log))
        done.problems.push(`${trial.name} after ${said.join(', ')}: did not end`);
      else if (status === null) done.kills++;
      else if (status !== 0)
        done.problems.push(`${trial.name} after ${said.join(', ')}: exit ${status}: ${stderr.slice(0, 500)}`);
      rmSync(log, { force: true });
      // It was through before the moment came.
      if (status !== null) break;
    }
    done.problems.push(...(await recover(plan, ground, place, said.join(', '))));
  } finally {
    const { answers, problems } = await questions.stop();
    done.answers += answers;
    done.problems.push(...problems.map((problem) => `${trial.name}: ${problem}`));
    await served.stop();
  }
  return done;
}

/** Each command of the plans is killed before any is drawn again. */
export async function killCommands(
  ground: Ground,
  plans: readonly Plan[],
  wishes: KillWishes,
): Promise<KilledCommands> {
  const { kills: wanted, seed, beside, tell = () => {} } = wishes;
  const random = seededRandom(seed);
  const killed = new Map(plans.map(({ trial }) => [trial.name, 0]));
  const problems: string[] = [];
  let [kills, answers, rounds] = [0, 0, 0];
  let deck: Plan[] = [];
  const drawn = (): Plan => {
    if (deck.length === 0) deck = [...plans];
    return deck.splice(Math.floor(random() * deck.length), 1)[0]!;
  };
  const worker = async (): Promise<void> => {
    while ((kills < wanted || [...killed.values()].includes(0)) && problems.length === 0) {
      const plan = drawn();
      const place = join(ground.folder, `k${seed}-${rounds++}`);
      const own = seededRandom(Math.floor(random() * 2 ** 32));
      const result = await round(plan, ground, place, own);
      kills += result.kills;
      answers += result.answers;
      killed.set(plan.trial.name, killed.get(plan.trial.name)! + result.kills);
      problems.push(...result.problems);
      if (result.problems.length === 0) rmSync(place, { recursive: true, force: true });
      // Through before any of its moments came: it is drawn again.
      if (result.kills === 0) deck.push(plan);
      tell(kills);
    }
  };
  await Promise.all(Array.from({ length: beside }, worker));
  return { kills, killed, answers, problems };
}
