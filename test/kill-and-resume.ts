/**
 * Kills a crawl of the sample web with SIGKILL at random moments and resumes it, again and again, and says what broke. The sample web
 * stands outside the process that is killed, so its own log of requests is the witness: it knows every request ever sent.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedRequest } from '../samples/request-log.ts';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { readVisits } from '../src/crawl/index.ts';
import { registrableDomain } from '../src/url/index.ts';
import { readWarc } from '../src/warc/index.ts';
import { MAIN } from './tarrafa-process.ts';

export interface KillPlan {
  readonly out: string;
  readonly kills: number;
  readonly seed: number;
  readonly delay: number;
  /** Longest life of a process before it is killed, ms. */
  readonly longest: number;
}

export interface KillResult {
  readonly kills: number;
  readonly pages: number;
  readonly requests: number;
  /** Everything that must not happen and did. */
  readonly problems: readonly string[];
}

/** A small generator of its own, so that a run can be repeated by its seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function crawl(web: SampleWeb, plan: KillPlan): ChildProcess {
  const args = ['crawl', ...web.seeds, '--sample-web', String(web.port), '--out', plan.out, '--json'];
  const pace = [
    '--delay',
    `${plan.delay}ms`,
    '--address-delay',
    '0',
    '--workers',
    '1',
    '--concurrency',
    '16',
  ];
  return spawn(process.execPath, [MAIN, ...args, ...pace], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Waits for the crawl to end, or kills it after so many ms from its first sign of life. */
export function outcomeOf(
  child: ChildProcess,
  killAfter: number | null,
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    let stderr = '';
    let timer: NodeJS.Timeout | null = null;
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout?.resume();
    if (killAfter !== null) timer = setTimeout(() => child.kill('SIGKILL'), killAfter);
    child.on('close', (code) => {
      if (timer) clearTimeout(timer);
      resolve({ code, stderr });
    });
  });
}

interface Archived {
  /** URL → how many response or revisit records. */
  readonly responses: Map<string, number>;
  readonly problems: string[];
}

async function readArchive(folder: string): Promise<Archived> {
  const responses = new Map<string, number>();
  const problems: string[] = [];
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.warc.gz'));
  } catch {
    return { responses, problems };
  }
  for (const name of names) {
    for await (const record of readWarc(join(folder, name), {
      onProblem: (problem) => problems.push(`${name}: ${problem.message}`),
    })) {
      const type = record.fields.get('WARC-Type');
      const url = record.fields.get('WARC-Target-URI') ?? '';
      if ((type === 'response' || type === 'revisit') && record.fields.get('Tarrafa-Record') !== null)
        responses.set(url, (responses.get(url) ?? 0) + 1);
    }
  }
  return { responses, problems };
}

/** What a crawl of a host must end up with: everything reachable that does not ask to be left out. */
export function keptPages(web: SampleWeb, host: string): string[] {
  return web.truth.reachable(host).filter((url) => web.truth.page(url)?.noindex !== true);
}

/**
 * No two requests of one site closer than the delay. Measured from start to start, as the server saw them: the crawler's own clock starts
 * later, when the answer has come, and the server may notice late that its answer has left, but never that a request has come too early.
 */
export function impoliteRequests(requests: readonly LoggedRequest[], delay: number): string[] {
  const problems: string[] = [];
  const bySite = new Map<string, LoggedRequest>();
  for (const request of [...requests].sort((a, b) => a.startedAt - b.startedAt)) {
    const site = registrableDomain(request.host);
    const before = bySite.get(site);
    const gap = before ? request.startedAt - before.startedAt : Number.POSITIVE_INFINITY;
    // The clocks of two processes: a millisecond may be lost in rounding.
    if (gap < delay - 1)
      problems.push(
        `${site}: ${request.path} came ${gap.toFixed(1)} ms after ${before?.path} (delay ${delay})`,
      );
    bySite.set(site, request);
  }
  return problems;
}

export async function killAndResume(
  plan: KillPlan,
  onKill: (n: number) => void = () => {},
): Promise<KillResult> {
  const web = await startSampleWeb({ sites: 'gentle', log: { capacity: 1_000_000 } });
  const random = randomFrom(plan.seed);
  const problems: string[] = [];
  const checks: { mark: number; settled: ReadonlySet<string> }[] = [];
  let kills = 0;
  try {
    for (;;) {
      // Once the crawl has ended by itself, the rest of the kills fall on runs that have nothing more to do.
      const killing = kills < plan.kills;
      const { code, stderr } = await outcomeOf(crawl(web, plan), killing ? random() * plan.longest : null);
      if (code !== null && code !== 0) {
        problems.push(`exit ${code}: ${stderr.slice(0, 500)}`);
        break;
      }
      if (code === 0) break;
      kills++;
      onKill(kills);
      const archived = await readArchive(join(plan.out, 'archive'));
      const mark = web.requests.total;
      const settled = new Set(archived.responses.keys());
      // Checked at the end: nothing whose response was whole at this kill is asked for after it.
      checks.push({ mark, settled });
    }
    const archived = await readArchive(join(plan.out, 'archive'));
    problems.push(...archived.problems);
    for (const [url, count] of archived.responses)
      if (count > 1) problems.push(`${url} was archived ${count} times`);
    const requests = web.requests.entries();
    for (const { mark, settled } of checks)
      for (const request of requests.slice(mark))
        if (settled.has(`http://${request.host}${request.path}`))
          problems.push(`${request.host}${request.path} was asked again though its response was whole`);
    problems.push(...impoliteRequests(requests, plan.delay));

    const analysed = new Set<string>();
    for await (const visit of readVisits(join(plan.out, 'visits.jsonl'))) {
      if (visit.outcome !== 'analysed') continue;
      if (analysed.has(visit.url)) problems.push(`${visit.url} was analysed twice`);
      analysed.add(visit.url);
    }
    for (const host of web.hosts) {
      for (const url of keptPages(web, host)) if (!analysed.has(url)) problems.push(`${url} was lost`);
      for (const url of web.truth.disallowed(host))
        if (analysed.has(url)) problems.push(`${url} is closed by robots.txt`);
    }
    return { kills, pages: analysed.size, requests: web.requests.total, problems };
  } finally {
    await web.close();
  }
}
