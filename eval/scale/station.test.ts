import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { Station } from './station.ts';

/** Mean wait before service of arrivals at random (exponential distances) with this load, each served for 1. */
function meanWait(servers: number, load: number, arrivals: number): number {
  const random = seededRandom(7);
  const station = new Station(servers);
  let now = 0;
  let waited = 0;
  for (let i = 0; i < arrivals; i++) {
    now -= Math.log(1 - random()) / (load * servers);
    waited += station.serve(now, 1) - now - 1;
  }
  return waited / arrivals;
}

describe('a station', () => {
  it.each([0.3, 0.5, 0.8, 0.9])('with one server waits as M/D/1 does, load %d', (load) => {
    const expected = load / (2 * (1 - load));
    expect(Math.abs(meanWait(1, load, 400_000) / expected - 1)).toBeLessThan(0.05);
  });

  it('with several servers waits less than each of them alone would', () => {
    expect(meanWait(8, 0.8, 100_000)).toBeLessThan(meanWait(1, 0.8, 100_000) / 4);
  });

  it('that is asked for more than it can does just what it can', () => {
    const station = new Station(4);
    for (let i = 0; i < 10_000; i++) station.serve(i * 0.1, 1);
    expect(station.workUntil(1_000) / (4 * 1_000)).toBeCloseTo(1, 2);
    expect(station.jobs).toBe(10_000);
  });

  it('serves as a list of servers would, first come first served', () => {
    const job = fc.record({ after: fc.integer({ min: 0, max: 5 }), takes: fc.integer({ min: 0, max: 20 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.array(job, { maxLength: 200 }), (servers, jobs) => {
        const station = new Station(servers);
        const free = new Array<number>(servers).fill(0);
        let now = 0;
        for (const { after, takes } of jobs) {
          now += after;
          const at = free.indexOf(Math.min(...free));
          free[at] = Math.max(now, free[at]!) + takes;
          expect(station.serve(now, takes)).toBe(free[at]);
        }
        const given = jobs.reduce((sum, { takes }) => sum + takes, 0);
        expect(station.workUntil(Math.max(...free))).toBe(given);
      }),
    );
  });

  it('that goes away does nothing meanwhile, and what it was at again from its beginning', () => {
    const station = new Station(1, [{ from: 10, to: 20 }]);
    expect(station.serve(1, 5)).toBe(6);
    expect(station.serve(2, 5)).toBe(25);
    expect(station.serve(12, 5)).toBe(30);
    expect([station.isAway(9.9), station.isAway(10), station.isAway(19.9), station.isAway(20)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
