import { describe, expect, it } from 'vitest';
import { leaseOf } from './lease.suite.ts';
import { Pace } from './pace.ts';

function paceOf(crawlDelay: number | null, delay = 1000) {
  const given: number[] = [];
  const pace = new Pace({
    settings: { delay, maxCrawlDelay: 60_000 },
    frontier: { setDelay: async (_queue, ms) => void given.push(ms) },
    gate: {
      known: () => ({ crawlDelay }) as ReturnType<ConstructorParameters<typeof Pace>[0]['gate']['known']>,
    },
  });
  return { pace, given };
}

const lease = leaseOf('http://a.br/x');

describe('the pace of a queue', () => {
  it('is our delay, of which the frontier knows, when nobody asks for another', async () => {
    const { pace, given } = paceOf(null);
    await pace.keep(lease);
    await pace.speedUp(lease);
    expect(given).toEqual([]);
  });

  it('is what the robots file asks for, never shorter than ours, never longer than the longest', async () => {
    for (const [asked, expected] of [
      [5, 5000],
      [0.1, 1000],
      [9999, 60_000],
    ] as const) {
      const { pace, given } = paceOf(asked);
      await pace.keep(lease);
      expect(given).toEqual([expected]);
    }
  });

  it('says when the frontier may have gone by a shorter one until now', async () => {
    const { pace } = paceOf(5);
    expect([await pace.keep(lease), await pace.keep(lease)]).toEqual([true, false]);
    expect(await paceOf(0.1).pace.keep(lease)).toBe(false);
    expect(await paceOf(null).pace.keep(lease)).toBe(false);
  });

  it('is halved with every complaint, and comes back step by step', async () => {
    const { pace, given } = paceOf(null);
    await pace.slowDown(lease);
    await pace.slowDown(lease);
    const [once, twice] = given as [number, number];
    expect(once).toBeGreaterThan(1000);
    expect(twice).toBe(2 * once);
    given.length = 0;
    for (let i = 0; i < 10; i++) await pace.speedUp(lease);
    expect(given.at(-1)).toBe(1000);
    expect(given).toEqual([...given].sort((a, b) => b - a));
  });

  it('comes back to what the robots file asks for', async () => {
    const { pace, given } = paceOf(3);
    await pace.slowDown(lease);
    for (let i = 0; i < 10; i++) await pace.speedUp(lease);
    expect(given.at(-1)).toBe(3000);
  });
});
