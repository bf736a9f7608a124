/** The short form of `npm run soak -- bandwidth`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cappedCrawl, ratesOver } from './capped-crawl.ts';

const CEILING = 200_000;

describe('a crawl by the built command, over sockets', { timeout: 60_000 }, () => {
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-bandwidth-'));
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  it('[H-8] fills a ceiling of bandwidth with pages of 1, 4 and 10 kB, and keeps below it; npm run soak -- bandwidth takes every size and any 20 s', async () => {
    const sent = await cappedCrawl({
      ...{ out, ceiling: CEILING, sizes: [1_000, 4_000, 10_000], lasts: 12_000, seed: 1 },
    });
    const rates = ratesOver(sent, 6_000, 4_000).map((rate) => rate / CEILING);
    expect(rates.length).toBeGreaterThan(5);
    // A machine that is busy with other tests holds it up for a while; what it did not use it may not catch up on.
    expect(Math.min(...rates)).toBeGreaterThan(0.7);
    expect(Math.max(...rates)).toBeLessThan(1.15);
  });
});
