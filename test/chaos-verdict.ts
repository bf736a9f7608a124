/** What must be true when a crawl under chaos is over: of the database, of what was asked for again, and of who can have heard what. */
import type postgres from 'postgres';
import { unpackUrl } from '../src/cluster/url-facts.ts';
import type { BadEnd } from './chaos-worker.ts';
import type { AskedRequest, Deaf } from './politeness-judge.ts';

/** A machine that is gone, with what it had visited since its last upload. */
export interface LostMachine {
  readonly at: number;
  /** Host and path of each. */
  readonly visited: readonly string[];
}

export interface Holdings {
  readonly pages: number;
  readonly visits: number;
  readonly lost: number;
  readonly twice: number;
  /** Pages beyond the budget, or below; null without one. */
  readonly offBudget: number | null;
  readonly problems: readonly string[];
}

/** What the database holds when everybody has gone home. */
export async function holdings(sql: postgres.Sql, maxPages: number | null): Promise<Holdings> {
  const [row] = await sql`
    select (select count(*)::int from tarrafa.visit) visits, (select count(distinct fp)::int from tarrafa.visit) urls,
      (select count(*)::int from tarrafa.visit where outcome in (1, 2)) pages,
      (select coalesce(sum(pages), 0)::int from tarrafa.worker) counted,
      (select coalesce(sum(queued), 0)::int from tarrafa.worker) queued_by_count,
      (select count(*)::int from tarrafa.queue) + (select count(*)::int from tarrafa.later where not again) queued,
      (select count(*)::int from tarrafa.seen s where not exists (select from tarrafa.visit v where v.fp = s.fp)
        and not exists (select from tarrafa.queue q where q.fp = s.fp) and not exists (select from tarrafa.later l where l.fp = s.fp)) lost,
      (select coalesce(sum(d.value::int), 0)::int from tarrafa.worker w, jsonb_each_text(w.dropped) d) dropped,
      (select count(*)::int from tarrafa.site where owner is not null) held, (select count(*)::int from tarrafa.address where owner is not null) addresses`;
  const { visits, urls, pages, counted, queued, queued_by_count, lost, dropped, held, addresses } = row!;
  const problems: string[] = [];
  if (visits !== urls) problems.push(`${visits - urls} visits ended twice`);
  if (pages !== counted) problems.push(`${pages} pages, ${counted} by the workers' count`);
  if (queued !== queued_by_count) problems.push(`${queued} URLs queued, ${queued_by_count} by count`);
  if (lost > dropped) problems.push(`${lost} URLs lost, ${dropped} dropped`);
  if (held + addresses > 0) problems.push(`${held} sites and ${addresses} addresses held by nobody`);
  if (maxPages === null && queued > 0) problems.push(`${queued} URLs left`);
  if (maxPages !== null && pages !== maxPages) problems.push(`${pages} pages instead of ${maxPages}`);
  return {
    pages,
    visits,
    lost: Math.max(0, lost - dropped),
    twice: visits - urls,
    offBudget: maxPages === null ? null : pages - maxPages,
    problems,
  };
}

/**
 * What a process heard after its last sign of life that the database took is lost with it, if it did not end well: it was killed, stood still
 * or was cut off, and others went by what was known before.
 */
export async function deafness(sql: postgres.Sql, badEnds: readonly BadEnd[]): Promise<Deaf[]> {
  const lives = await sql<{ name: string; entered: Date; sign: Date }[]>`
    select w.name, w.entered, w.until - c.ttl * interval '1 ms' as sign from tarrafa.worker w, tarrafa.crawl c`;
  const here = (at: Date): number => at.getTime() - performance.timeOrigin;
  return badEnds.flatMap(({ by, name, startedAt, at }) =>
    lives
      .filter(
        (life) => life.name === name && here(life.entered) > startedAt - 1 && here(life.entered) < at + 1,
      )
      .map(({ sign }) => ({ by, from: here(sign), to: at })),
  );
}

/** Host and path of what a machine that is gone visited since its last upload. */
export async function visitedSinceUpload(sql: postgres.Sql, name: string): Promise<string[]> {
  const rows = await sql<{ site: string; facts: number; url: string }[]>`
    select s.name as site, v.facts, v.url
    from tarrafa.visit v join tarrafa.site s on s.id = v.site join tarrafa.file f on f.id = v.file join tarrafa.worker w on w.id = f.worker
    where w.name = ${name} and not exists (select from tarrafa.file o join tarrafa.worker z on z.id = o.worker
      where z.name = ${name} and o.name = f.name and o.stored is not null)`;
  return rows.map(({ site, facts, url }) => {
    const { host, pathname } = new URL(unpackUrl(facts, url, site).url);
    return host + pathname;
  });
}

export interface Refetches {
  /** Pages asked for again because their process did not end well, and what such processes can have had under way at the most. */
  readonly ofProcesses: number;
  readonly underWayAtMost: number;
  /** Of machines that are gone, and what they had visited since their last upload. */
  readonly ofMachines: number;
  readonly unsent: number;
  /** By processes that lived: they had given the requests up. */
  readonly givenUp: number;
  readonly problems: readonly string[];
}

/** Pages that were asked for, and answered, more than once. */
export function refetches(
  log: readonly AskedRequest[],
  {
    badEnds,
    machines,
    concurrency,
  }: {
    readonly badEnds: readonly BadEnd[];
    readonly machines: readonly LostMachine[];
    readonly concurrency: number;
  },
): Refetches {
  const answered = new Map<string, AskedRequest>();
  const unsent = machines.map(({ at, visited }) => ({ at, left: new Set(visited) }));
  const lost = new Map<BadEnd, number>();
  const problems: string[] = [];
  let [ofProcesses, ofMachines, givenUp] = [0, 0, 0];
  for (const request of [...log].sort((a, b) => a.startedAt - b.startedAt)) {
    if (!request.answered || !/^\/\d?$/.test(request.path)) continue;
    const url = `${request.host}${request.path}`;
    const before = answered.get(url);
    answered.set(url, request);
    if (before === undefined) continue;
    const machine = unsent.find(
      ({ at, left }) => at > before.startedAt && at < request.startedAt && left.has(url),
    );
    // One that stands still is found out, and what it had is asked for again, before it ends itself.
    const end = badEnds.find(
      ({ by, startedAt, at }) => by === before.by && startedAt < before.startedAt && at > before.startedAt,
    );
    if (machine !== undefined) {
      machine.left.delete(url);
      ofMachines++;
    } else if (end === undefined) givenUp++;
    else {
      ofProcesses++;
      lost.set(end, (lost.get(end) ?? 0) + 1);
    }
  }
  for (const [{ by }, n] of lost)
    if (n > concurrency) problems.push(`${n} pages were asked for again because of one end of worker ${by}`);
  return {
    ofProcesses,
    underWayAtMost: concurrency * badEnds.length,
    ofMachines,
    unsent: machines.reduce((sum, { visited }) => sum + visited.length, 0),
    givenUp,
    problems,
  };
}
