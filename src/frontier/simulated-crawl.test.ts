/** The quality bars of the horizontal policy at a size that a test can have; `npm run bench -- horizontal` has the full one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrontierOptions } from './port.ts';
import { type SimulationResult, simulate } from './simulated-crawl.suite.ts';

const HOSTS = 20_000;

function crawl(
  policy: FrontierOptions['policy'],
  pages: number,
  delay: number,
  hosts = HOSTS,
  capacity = 60_000,
): SimulationResult {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-simulated-'));
  try {
    return simulate(folder, { policy, hosts, pages, seed: 4, delay, capacity, fetchers: 100 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a simulated national Web of 20,000 hosts', () => {
  const horizontal = crawl('horizontal', 60_000, 30_000);

  it('[H-10] its work for a page stays the same from the first tenth to the last (counted: heap steps, reads, writes)', () => {
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
  const breadthFirst = crawl('breadth-first', 50_000, 1000, hosts, 1_000_000);

  it('is linked as real pages are, or a little more outwards: that favours breadth-first', () => {
    expect(breadthFirst.internal).toBeGreaterThan(0.75);
    expect(breadthFirst.internal).toBeLessThan(0.86);
  });

  it('[H-9] domains per 10,000 pages are five times those of breadth-first; at most 6.5 pages of a domain until the hosts are exhausted', () => {
    const pages = horizontal.pagesAt.get(50)!;
    const wide = (hosts * 0.5) / pages;
    const narrow = breadthFirst.hosts / breadthFirst.pages;
    expect(wide / narrow).toBeGreaterThanOrEqual(5);
    const { exhausted } = horizontal;
    expect(exhausted.hosts).toBeGreaterThan(hosts / 2);
    expect(exhausted.pages / exhausted.hosts).toBeLessThanOrEqual(6.5);
    // It did end: from there on every known host has been reached or is being fetched.
    expect(exhausted.pages).toBeLessThan(horizontal.pages - 1000);
    expect(horizontal.slices.at(-1)!.open).toBeLessThanOrEqual(100);
  });
});
