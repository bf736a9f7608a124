/** What is out with volunteers who may not work any more. */
import { describe, expect, it } from 'vitest';
import { MemoryDeskStore } from '../../eval/volunteers/memory-desk-store.ts';
import type { Lease } from '../frontier/index.ts';
import type { FetchOutcome } from '../http/index.ts';
import { Desk } from './desk.ts';

const lease = (record: number): Lease => ({
  url: `http://h${record}.br/`,
  key: `http://h${record}.br`,
  queue: `h${record}.br`,
  priority: 50,
  depth: 0,
  hops: 0,
  redirects: 0,
  kind: 0,
  parent: 0,
  record,
  attempt: 1,
  at: 0,
  collected: 0,
});

class Directed extends MemoryDeskStore {
  stopped = false;
  dismissed: readonly number[] = [];

  override async isStopped(): Promise<boolean> {
    return this.stopped;
  }

  override async revoked(ids: readonly number[]): Promise<readonly number[]> {
    return ids.filter((id) => this.dismissed.includes(id));
  }
}

describe('a desk that hears of what was said of its volunteers elsewhere', () => {
  /** Two volunteers with a URL each, and what becomes of these. */
  async function atWork() {
    const store = new Directed();
    const rests: string[] = [];
    const desk = new Desk({ store, userAgent: 'T', pages: 'all', geoHashes: [] });
    const ends: Promise<FetchOutcome>[] = [];
    const own = async (): Promise<FetchOutcome> => {
      throw new Error('nobody asks');
    };
    let next = 1;
    await desk.serves({
      look: () => {
        ends.push(
          desk.carry({ lease: lease(next++), address: '198.18.0.1', maxBytes: 1e6, headers: {}, own }),
        );
      },
      schedule: async () => {},
      restUntil: async (queue) => void rests.push(queue),
    });
    for (const id of [1, 2]) await desk.lease(store.volunteer(id), 1);
    return { store, desk, ends, rests };
  }

  it('takes from one whose token is good no more what it has in hand, and lets its site rest', async () => {
    const { store, desk, ends, rests } = await atWork();
    await desk.heed();
    expect(rests).toEqual([]);
    store.dismissed = [1];
    await desk.heed();
    expect(await ends[0]).toMatchObject({ kind: 'failure', reason: 'aborted', message: 'recalled' });
    expect(rests).toEqual(['h1.br']);
    expect(desk.places).toBe(1);
    desk.close('finished');
  });

  it('takes it from all of them when all are stopped', async () => {
    const { store, desk, ends, rests } = await atWork();
    store.stopped = true;
    await desk.heed();
    for (const end of ends) expect(await end).toMatchObject({ message: 'recalled' });
    expect([rests.length, desk.places]).toEqual([2, 0]);
    desk.close('finished');
  });
});
