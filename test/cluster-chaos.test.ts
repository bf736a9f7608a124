/** The short form of `npm run soak -- cluster`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clusterChaos } from './cluster-chaos.ts';
import { POSTGRES_BIN } from './postgres-server.ts';

describe.skipIf(POSTGRES_BIN === null)(
  'workers that are killed, stopped, cut off, and whose database dies',
  () => {
    it.each([
      { hosts: 20, workers: 2, faults: 5, seed: 14 },
      { hosts: 20, workers: 3, faults: 3, seed: 12, maxPages: 31 },
    ])(
      'lose nothing, visit nothing twice and are polite to all: %j',
      async (plan) => {
        const out = mkdtempSync(join(tmpdir(), 'tarrafa-chaos-'));
        const result = await clusterChaos({ out, ...plan });
        expect(result.problems).toEqual([]);
        expect(result.breaches).toEqual([]);
        expect(result.pages).toBe(plan.maxPages ?? 4 * plan.hosts);
        rmSync(out, { recursive: true, force: true });
      },
      180_000,
    );
  },
);
