import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdQueue } from './id-queue.ts';
import { Latencies } from './latencies.ts';
import { NOBODY, SiteTable } from './site-table.ts';

describe('durations counted in classes', () => {
  it('answer quantiles to a twentieth', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.02, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (values, share) => {
          const latencies = new Latencies();
          for (const value of values) latencies.add(value);
          const exact = values.sort((a, b) => a - b)[
            Math.max(0, Math.ceil(share * values.length - 1e-9) - 1)
          ]!;
          const answer = latencies.quantile(share);
          expect(answer).toBeGreaterThanOrEqual(exact * 0.9999);
          expect(answer).toBeLessThanOrEqual(exact * 1.0501);
        },
      ),
    );
  });

  it('are none without any', () => {
    const latencies = new Latencies();
    latencies.add(3);
    latencies.clear();
    expect([latencies.count, latencies.mean, latencies.quantile(0.5)]).toEqual([0, 0, 0]);
  });
});

describe('a queue of numbers', () => {
  it('gives them in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(1e6), fc.constant(null)), { maxLength: 300 }), (acts) => {
        const queue = new IdQueue();
        const list: number[] = [];
        for (const act of acts) {
          if (act !== null) {
            queue.push(act);
            list.push(act);
          } else if (list.length > 0) {
            expect(queue.first).toBe(list[0]);
            expect(queue.shift()).toBe(list.shift());
          }
          expect(queue.size).toBe(list.length);
        }
        expect([...queue]).toEqual(list);
      }),
    );
  });
});

describe('the table of sites', () => {
  it('gives the number of one that was forgotten to another, with nothing left of the first', () => {
    const sites = new SiteTable();
    const first = sites.add(3, 20, true, true);
    sites.owner[first] = 9;
    sites.nextAt[first] = 500;
    sites.remove(first);
    const second = sites.add(1, 7, false, false);
    expect(second).toBe(first);
    expect([sites.server[second], sites.owner[second], sites.queued[second], sites.nextAt[second]]).toEqual([
      1,
      NOBODY,
      7,
      0,
    ]);
    expect([sites.known[second], sites.crowded[second], sites.size]).toEqual([0, 0, 1]);
  });

  it('holds more than was foreseen', () => {
    const sites = new SiteTable();
    for (let i = 0; i < 3_000; i++) sites.add(i % 64, i, false, false);
    expect([sites.size, sites.queued[2_999], sites.server[2_999]]).toEqual([3_000, 2_999, 2_999 % 64]);
  });
});
