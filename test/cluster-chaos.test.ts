/** The short form of `npm run soak -- cluster`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChaosPlan, clusterChaos } from './cluster-chaos.ts';
import { HAS_POOLER } from './pooler.ts';
import { POSTGRES_BIN } from './postgres-server.ts';

async function judged(plan: Omit<ChaosPlan, 'out'>) {
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-chaos-'));
  const result = await clusterChaos({ out, ...plan });
  expect(result.problems).toEqual([]);
  expect(result.breaches).toEqual([]);
  expect(result.pages).toBe(plan.maxPages ?? 4 * plan.hosts);
  rmSync(out, { recursive: true, force: true });
  return result;
}

describe.skipIf(POSTGRES_BIN === null)(
  'workers that are killed, stopped, cut off, and whose database dies',
  { timeout: 180_000 },
  () => {
    it.each([
      { hosts: 20, workers: 2, faults: 5, seed: 14 },
      { hosts: 20, workers: 3, faults: 3, seed: 12, maxPages: 31 },
    ])('lose nothing, visit nothing twice and are polite to all: %j', async (plan) => {
      await judged(plan);
    });

    it('go on with a standby when the database is lost, and do not believe it when it comes back', async () => {
      const { failOver } = await judged({
        hosts: 12,
        workers: 4,
        faults: 1,
        seed: 4,
        failOver: true,
      });
      expect(failOver).not.toBeNull();
    });

    it('wait while the disk of the database is full', async () => {
      const { faults } = await judged({
        hosts: 12,
        workers: 2,
        faults: 2,
        seed: 3,
        only: ['cut'],
        fullDisk: true,
      });
      expect(faults['full-disk'] + faults.cut).toBe(2);
    });

    it.skipIf(!HAS_POOLER)('work through a pooler in transaction mode, also when one is killed', async () => {
      const { faults } = await judged({
        hosts: 12,
        workers: 2,
        faults: 1,
        seed: 1,
        only: ['kill'],
        pooled: true,
      });
      expect(faults.kill).toBe(1);
    });
  },
);

describe.skipIf(POSTGRES_BIN === null)('a worker', { timeout: 180_000 }, () => {
  it.each([
    ['whose event loop is blocked', 'block'],
    ['whose network is cut', 'isolate'],
    ['that is stopped', 'stop'],
  ] as const)(
    '%s for longer than its time finds itself fenced, and gives up without harm',
    async (_, fault) => {
      // So many hosts that there is work left for the other, whom nobody would tell from one that has gone home.
      const { fenced } = await judged({ hosts: 30, workers: 2, faults: 1, seed: 5, only: [fault] });
      expect(fenced).toBeGreaterThan(0);
    },
  );

  it('whose clock jumps goes on, and comes to nobody too early', async () => {
    const { faults } = await judged({ hosts: 12, workers: 2, faults: 4, seed: 6, only: ['jump'] });
    expect(faults.jump).toBeGreaterThan(0);
  });
});
