/** The quality bars of the horizontal policy at a size that a test can have; `npm run bench -- horizontal` has the full one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrontierOptions } from './port.ts';
import { type SimulationResult, simulate } from './simulated-crawl.suite.ts';

const HOSTS = 20_000;

function crawl(policy: FrontierOptions['policy'], pages: number, delay: number): SimulationResult {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-simulated-'));
  try {
    return simulate(folder, { policy, hosts: HOSTS, pages, seed: 4, delay, capacity: 60_000, fetchers: 100 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a simulated national Web of 20,000 hosts', () => {
  const horizontal = crawl('horizontal', 60_000, 30_000);

  // Towards H-9, not the whole of it: the ratio holds for this model of a Web, and the mean until 80 % of the hosts, not to the end.
  it('horizontal reaches five times the domains of breadth-first in as many pages, on this model of a Web', () => {
    const breadthFirst = crawl('breadth-first', 10_000, 1000);
    expect(breadthFirst.internal).toBeGreaterThan(0.75);
    expect(breadthFirst.internal).toBeLessThan(0.85);
    const pages = horizontal.pagesAt.get(50)!;
    const wide = (HOSTS * 0.5) / pages;
    const narrow = breadthFirst.hosts / breadthFirst.pages;
    expect(wide / narrow).toBeGreaterThanOrEqual(5);
  });

  it('and takes no more than 6.5 pages of a domain until 80 % of the hosts are reached', () => {
    const pages = horizontal.pagesAt.get(80)!;
    expect(pages / (0.8 * HOSTS)).toBeLessThanOrEqual(6.5);
  });

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
