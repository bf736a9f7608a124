/** The short form of `npm run soak -- polite`, and that its judge sees every kind of breach. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { politeSoak } from './polite-soak.ts';
import { type AskedRequest, BREACHES, type BreachKind, breachesOf } from './politeness-judge.ts';

describe('a crawl of hosts that each want something', () => {
  it('[H-12] is polite to every one of them by what they saw, however often it is killed', async () => {
    const out = mkdtempSync(join(tmpdir(), 'tarrafa-polite-'));
    const result = await politeSoak({ out, hosts: 40, kills: 3, seed: 7, longest: 1_200 });
    expect(result.problems).toEqual([]);
    expect(result.breaches).toEqual([]);
    expect(result.kills).toBe(3);
    // Kills set nobody aside.
    expect(result.hosts).toBeGreaterThan(35);
    rmSync(out, { recursive: true, force: true });
  });
});

describe('the judge', () => {
  const rules = { delay: 100, addressDelay: 50, kills: [] };
  const asked = (host: string, path: string, startedAt: number, more: Partial<AskedRequest> = {}) => ({
    host,
    address: host,
    path,
    startedAt,
    endedAt: startedAt + 10,
    ...more,
  });
  const kindsOf = (...log: AskedRequest[]) => breachesOf(log, rules).map(({ kind }) => kind);
  const robots = asked('a.br', '/robots.txt', 0);

  it('sees nothing in a crawl that keeps to everything', () => {
    expect(kindsOf(robots, asked('a.br', '/', 110), asked('b.br', '/robots.txt', 111))).toEqual([]);
  });

  const cases: Record<BreachKind, readonly AskedRequest[]> = {
    overlap: [robots, asked('www.a.br', '/robots.txt', 5)],
    delay: [robots, asked('a.br', '/', 105)],
    'address-overlap': [
      asked('a.br', '/robots.txt', 0, { address: 'x' }),
      asked('b.br', '/robots.txt', 5, { address: 'x' }),
    ],
    'address-delay': [
      asked('a.br', '/robots.txt', 0, { address: 'x' }),
      asked('b.br', '/robots.txt', 55, { address: 'x' }),
    ],
    'robots-first': [asked('a.br', '/', 0)],
    robots: [robots, asked('a.br', '/fechado/1', 500, { closed: true })],
    'crawl-delay': [{ ...robots, crawlDelay: { at: 5, ms: 400 } }, asked('a.br', '/', 300)],
    'retry-after': [{ ...robots, retryAfter: { at: 5, ms: 400 } }, asked('a.br', '/', 300)],
  };
  it.each(BREACHES)('sees a breach of its own kind: %s', (kind) => {
    expect(kindsOf(...cases[kind])).toEqual([kind]);
  });

  it('does not judge what servers found together when they had stood still, as long as the rest is', () => {
    const log = [robots, asked('a.br', '/', 12)];
    expect(breachesOf(log, { ...rules, standstills: [{ from: -200, to: 20 }] })).toEqual([]);
    // Too short, before it, after it.
    for (const [from, to] of [
      [-40, 20],
      [-200, 5],
      [11, 300],
    ] as const)
      expect(breachesOf(log, { ...rules, standstills: [{ from, to }] })).not.toEqual([]);
  });

  it('does not hold against a crawl what was said as it was killed, only what was said before', () => {
    const log = [{ ...robots, retryAfter: { at: 5, ms: 4_000 } }, asked('a.br', '/', 2_000)];
    expect(breachesOf(log, { ...rules, kills: [50] })).toEqual([]);
    expect(breachesOf(log, { ...rules, kills: [900] })).toHaveLength(1);
  });
});
