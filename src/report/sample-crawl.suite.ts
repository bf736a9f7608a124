/** A crawl's folder made up from a seed, with its visits at hand, for tests that work the figures out by themselves. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SampleVisit {
  readonly at: number;
  readonly outcome: string;
  readonly status: number;
  readonly reason?: string;
  readonly bytes: number;
  readonly decoded: number;
  readonly ms: number;
  readonly type: string;
  readonly charset: string;
  readonly lang: string;
  readonly site: string;
  readonly depth: number;
  readonly duplicateOf?: string;
  readonly nearDuplicateOf?: string;
  readonly links: { found: number; added: number; duplicate: number; dropped: number };
  readonly refused: Record<string, number>;
  readonly traps?: string[];
  readonly scriptOnly?: true;
}

export interface SampleCrawl {
  readonly folder: string;
  readonly visits: readonly SampleVisit[];
  /** When the two sessions began and ended, ms. */
  readonly sessions: readonly { startedAt: number; endedAt: number }[];
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tarrafa-report-'));
}

export function manifest(
  sessions: readonly { startedAt: number; endedAt: number | null; reason?: string }[],
): object {
  const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    format: 1,
    software: 'tarrafa/0.0.0',
    policy: 'horizontal',
    scope: 'br',
    seeds: ['http://a.br/', 'http://b.br/'],
    parameters: {},
    startedAt: iso(sessions[0]?.startedAt ?? 0),
    sessions: sessions.map(({ startedAt, endedAt, reason }) => ({
      startedAt: iso(startedAt),
      endedAt: iso(endedAt),
      reason: reason ?? (endedAt === null ? null : 'interrupted'),
      pages: 0,
    })),
  };
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

/** Two sessions a week apart. */
export function sampleCrawl(seed: number, count = 3000): SampleCrawl {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const start = Date.parse('2026-03-01T10:00:00Z');
  const pause = 7 * 86_400_000;
  const visits: SampleVisit[] = [];
  let at = start;
  let firstEnd = start;
  for (let n = 0; n < count; n++) {
    if (n === Math.floor(count / 2)) {
      firstEnd = at + 700;
      at += 700 + pause;
    }
    at += Math.floor(random() * 160);
    const outcome = pick(random, [
      ...Array<string>(12).fill('analysed'),
      'unchanged',
      'failed',
      'redirected',
      'blocked',
      'gone',
      'skipped',
    ]);
    const failed = outcome === 'failed';
    visits.push({
      at,
      outcome,
      status: failed ? 0 : outcome === 'redirected' ? 301 : outcome === 'gone' ? 404 : 200,
      ...(failed ? { reason: pick(random, ['connect-timeout', 'dns-not-found', 'http-503']) } : {}),
      ...(outcome === 'blocked' ? { reason: 'robots' } : {}),
      bytes: failed ? 0 : Math.floor(200 + 60_000 * random() ** 3),
      decoded: failed ? 0 : Math.floor(500 + 300_000 * random() ** 3),
      ms: Math.floor(20 + 2000 * random() ** 4),
      type: pick(random, ['text/html', 'text/html; charset=utf-8', 'application/pdf']),
      charset: pick(random, ['utf-8', 'UTF-8', 'iso-8859-1']),
      lang: pick(random, ['pt', 'pt', 'en']),
      site: `s${Math.floor(400 * random() ** 2)}.br`,
      depth: Math.floor(random() * 4),
      ...(random() < 0.05 ? { duplicateOf: 'x' } : {}),
      ...(random() < 0.05 ? { nearDuplicateOf: 'y' } : {}),
      links: { found: 9, added: 4, duplicate: 4, dropped: random() < 0.1 ? 1 : 0 },
      refused: { 'out-of-scope': Math.floor(random() * 5), shortener: random() < 0.2 ? 1 : 0 },
      ...(random() < 0.03 ? { traps: ['calendar', 'session-id'] } : {}),
      ...(random() < 0.03 ? { scriptOnly: true as const } : {}),
    });
  }
  const sessions = [
    { startedAt: start, endedAt: firstEnd },
    { startedAt: firstEnd + pause, endedAt: at + 300 },
  ];
  const folder = emptyFolder();
  writeFileSync(join(folder, 'crawl.json'), JSON.stringify(manifest(sessions)));
  writeFileSync(
    join(folder, 'visits.jsonl'),
    visits
      .map(
        (visit, n) =>
          `${JSON.stringify({ n: n + 1, record: n + 1, url: `http://${visit.site}/${n}`, ...visit })}\n`,
      )
      .join(''),
  );
  writeFileSync(
    join(folder, 'progress.jsonl'),
    sessions
      .map(
        ({ endedAt }, i) => `${JSON.stringify({ at: endedAt, pages: 10 * i, queued: 77 + i, bytes: 5 })}\n`,
      )
      .join(''),
  );
  return { folder, visits, sessions };
}
