/** The quality bars of the horizontal policy at a size that a test can have; `npm run bench -- horizontal` and `npm run bench -- width` have the full one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrontierOptions } from './port.ts';
import { type SimulationResult, simulate, WEB_MODELS, type WebModel } from './simulated-crawl.suite.ts';

const HOSTS = 20_000;

function crawl(
  policy: FrontierOptions['policy'],
  pages: number,
  delay: number,
  hosts = HOSTS,
  capacity = 60_000,
  model: WebModel = WEB_MODELS.footers,
  seed = 4,
): SimulationResult {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-simulated-'));
  try {
    return simulate(folder, { policy, hosts, pages, seed, delay, capacity, model, fetchers: 100 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a simulated national Web of 20,000 hosts', () => {
  const horizontal = crawl('horizontal', 60_000, 30_000);

  it('[H-10] its work for a page stays the same from the first tenth to the last (counted: heap steps, reads, writes; the time of a million pages: npm run bench -- horizontal)', () => {
    const { slices } = horizontal;
    const work = (from: number, to: number): number =>
      (slices[to]!.work - slices[from]!.work) / (slices[to]!.pages - slices[from]!.pages);
    // The journal of the first pages is still in memory, so the second tenth is the measure.
    expect(work(17, 19)).toBeLessThanOrEqual(work(1, 3) / 0.9);
    const time = (from: number, to: number): number => slices[to]!.virtualMs - slices[from]!.virtualMs;
    expect(time(17, 19)).toBeLessThanOrEqual(time(1, 3) / 0.9);
  });

  it('[H-3, H-4] with a full frontier all the while, and no delay broken', () => {
    expect(horizontal.broken).toBe(0);
    expect(horizontal.queued).toBeLessThanOrEqual(60_000);
    expect(horizontal.dropped).toBeGreaterThan(10_000);
  });
});

describe('a simulated national Web of 100,000 hosts', () => {
  const hosts = 100_000;
  const horizontal = crawl('horizontal', 120_000, 30_000, hosts, 1_000_000);
  // With the delay of the other: it waits as long for the hosts that it knows.
  const breadthFirst = crawl('breadth-first', 50_000, 30_000, hosts, 1_000_000);

  it('is linked as real pages are, or a little more outwards: that favours breadth-first', () => {
    expect(breadthFirst.internal).toBeGreaterThan(0.75);
    expect(breadthFirst.internal).toBeLessThan(0.86);
  });

  it('[H-9] with equal delays five times the domains of breadth-first in 50,000 pages, not twice in the first 10,000 (more seeds and Webs: npm run bench -- width); at most 6.5 pages of a domain until the hosts are exhausted', () => {
    /** Domains a page, while so many hundredths of the hosts are reached. */
    const wide = (percent: number): number => (hosts * percent) / 100 / horizontal.pagesAt.get(percent)!;
    const first = breadthFirst.slices.find(({ pages }) => pages === 10_000)!;
    expect(wide(50) / (breadthFirst.hosts / breadthFirst.pages)).toBeGreaterThanOrEqual(5);
    // A new domain with every page: no order could do better, and breadth-first does half as well.
    expect(wide(10)).toBeGreaterThan(0.999);
    const early = wide(10) / (first.hosts / first.pages);
    expect(early > 1.8 && early < 2, String(early)).toBe(true);
    const { exhausted } = horizontal;
    expect(exhausted.hosts).toBeGreaterThan(hosts / 2);
    expect(exhausted.pages / exhausted.hosts).toBeLessThanOrEqual(6.5);
    // It did end: from there on every known host has been reached or is being fetched.
    expect(exhausted.pages).toBeLessThan(horizontal.pages - 1000);
    expect(horizontal.slices.at(-1)!.open).toBeLessThanOrEqual(100);
  });
});

describe.each(Object.entries(WEB_MODELS))('a simulated Web of 20,000 hosts, %s', (_, model) => {
  it.each([30_000, 1000])(
    'horizontal reaches more domains than breadth-first with the same delay, %i ms',
    (delay) => {
      const [wide, narrow] = (['horizontal', 'breadth-first'] as const).map((policy) =>
        crawl(policy, 6000, delay, HOSTS, 1_000_000, model, 2),
      );
      expect(wide!.hosts).toBeGreaterThan(1.2 * narrow!.hosts);
      expect(wide!.broken + narrow!.broken).toBe(0);
    },
  );
});
