import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Durability } from './durability.ts';
import type { SyncedEnds } from './ledger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig(every: number) {
  const done: string[] = [];
  const kept: SyncedEnds[] = [];
  const step = (name: string) => ({ sync: async () => void done.push(name) });
  const ends = { archive: { file: 'a.warc.gz', offset: 10 }, visits: 5 };
  const ledger = { ends: ends as SyncedEnds | null, keptUntil: (at: SyncedEnds) => void kept.push(at) };
  const parts = {
    archive: step('archive'),
    visits: step('visits'),
    policyLog: step('policy'),
    frontier: step('frontier'),
    ledger,
  };
  return { done, kept, ledger, parts, durability: new Durability(parts, every) };
}

it('brings to the disk first what the others speak of, and only then says that it is there', async () => {
  const { done, kept, ledger, durability } = rig(5_000);
  durability.begin(() => {});
  await vi.advanceTimersByTimeAsync(4_999);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['archive', 'visits', 'policy', 'frontier']);
  expect(kept).toEqual([ledger.ends]);
  // Nothing ended since: the disk is left in peace.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(done).toHaveLength(4);
  ledger.ends = { archive: { file: 'a.warc.gz', offset: 11 }, visits: 6 };
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done).toHaveLength(8);
  await durability.end();
});

it('promises nothing when one of them fails, and tells', async () => {
  const { done, kept, parts, durability } = rig(5_000);
  const failed: unknown[] = [];
  parts.visits.sync = async () => {
    throw new Error('EIO');
  };
  durability.begin((error) => failed.push(error));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([done, kept, failed.length]).toEqual([['archive'], [], 1]);
  await durability.end();
});

it('leaves the disk to the system when it is asked to', async () => {
  const { done, durability } = rig(0);
  durability.begin(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  await durability.end();
  expect(done).toEqual([]);
});
