import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountTable } from './count-table.ts';

/** Counts a key once for a page. */
function see(table: CountTable, hi: number, lo: number, page: number): void {
  const place = table.place(hi, lo, page);
  if (table.lastPage(place) === page) return;
  table.add(place, 0, 1);
  table.see(place, page);
}
const count = (table: CountTable, hi: number, lo: number): number => {
  const place = table.find(hi, lo);
  return place < 0 ? 0 : table.count(place, 0);
};
/** Keys spread as fingerprints are. */
const spread = (n: number): number => Math.imul(n + 1, 0x9e3779b1) >>> 0;

describe('counts of keys', () => {
  it('are those of a map while there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(300)), { maxLength: 2000 }), (keys) => {
        const table = new CountTable({ limit: 1 << 16, counters: 1 });
        const map = new Map<string, number>();
        keys.forEach(([hi, lo], page) => {
          see(table, hi, spread(lo), page + 1);
          map.set(`${hi} ${lo}`, (map.get(`${hi} ${lo}`) ?? 0) + 1);
        });
        expect(table.used).toBe(map.size);
        for (const [key, times] of map) {
          const [hi, lo] = key.split(' ').map(Number) as [number, number];
          expect(count(table, hi, spread(lo))).toBe(times);
        }
        const again = CountTable.load(table.save(), { limit: 1 << 16, counters: 1 });
        expect(again.used).toBe(table.used);
        for (const [hi, lo] of keys) expect(count(again, hi, spread(lo))).toBe(count(table, hi, spread(lo)));
      }),
      { seed: 4, numRuns: 60 },
    );
  });

  it('go far beyond 65,535', () => {
    const table = new CountTable({ limit: 1024, counters: 1 });
    for (let page = 1; page <= 200_000; page++) see(table, 7, 7, page);
    expect(count(table, 7, 7)).toBe(200_000);
  });

  it('are halved together when one would not fit: their proportions stay', () => {
    const table = new CountTable({ limit: 1024, counters: 3 });
    const place = table.place(1, 1, 1);
    table.see(place, 1);
    table.add(place, 0, 1_000_000_000);
    table.add(place, 1, 4_000_000_000);
    table.add(place, 2, 2_000_000_000);
    table.add(place, 1, 1_000_000_000);
    expect([0, 1, 2].map((k) => table.count(place, k))).toEqual([500_000_000, 3_000_000_000, 1_000_000_000]);
  });
});

describe('a table that is full', () => {
  it('forgets what was seen seldom and long ago, never what comes back, and does not grow', () => {
    const table = new CountTable({ limit: 4096, counters: 1 });
    for (let page = 1; page <= 3000; page++) {
      for (let k = 0; k < 20; k++) see(table, 1, spread(k), page);
      // A template that was left after two hundred pages.
      if (page <= 200) for (let k = 100; k < 120; k++) see(table, 1, spread(k), page);
      for (let k = 0; k < 30; k++) see(table, 2, spread(page * 30 + k), page);
    }
    expect(table.bytes).toBe(4096 * 16);
    expect(table.used).toBeLessThan(4096 * 0.7 + 1);
    for (let k = 0; k < 20; k++) expect(count(table, 1, spread(k))).toBe(3000);
    for (let k = 100; k < 120; k++) expect(count(table, 1, spread(k))).toBe(200);
    for (let k = 0; k < 30; k++) expect(count(table, 2, spread(3000 * 30 + k))).toBe(1);
    for (let k = 0; k < 30; k++) expect(count(table, 2, spread(30 + k))).toBe(0);
  });

  it('one page of ever new texts pushes out its own', () => {
    const table = new CountTable({ limit: 2048, counters: 1 });
    for (let page = 1; page <= 50; page++) for (let k = 0; k < 20; k++) see(table, 1, spread(k), page);
    for (let k = 0; k < 50_000; k++) see(table, 2, spread(k), 51);
    for (let k = 0; k < 20; k++) expect(count(table, 1, spread(k))).toBe(50);
  });

  it('first forgets what is of no use any longer', () => {
    const alive = new Set([1, 2]);
    const table = new CountTable({ limit: 2048, counters: 1, isAlive: (hi) => alive.has(hi) });
    for (let page = 1; page <= 100; page++)
      for (const hi of [1, 2]) for (let k = 0; k < 100; k++) see(table, hi, spread(k), page);
    alive.delete(1);
    for (let k = 0; k < 3000; k++) see(table, 2, spread(1000 + k), 101);
    for (let k = 0; k < 100; k++) {
      expect(count(table, 1, spread(k))).toBe(0);
      expect(count(table, 2, spread(k))).toBe(100);
    }
  });

  it('keys chosen to fall together cost a bounded number of steps, and lose to one another', () => {
    const table = new CountTable({ limit: 1 << 14, counters: 1 });
    // All of them begin at the same place of any table this large.
    const lo = (k: number): number => (k << 14) >>> 0;
    for (let k = 0; k < 6000; k++) see(table, 0, lo(k), k + 1);
    expect(table.used).toBeLessThanOrEqual(1024);
    expect(count(table, 0, lo(5999))).toBe(1);
    // Others are as well off as before, but for a few at the edge of the heap.
    let kept = 0;
    for (let k = 0; k < 100; k++) see(table, 5, spread(k), 7000);
    for (let k = 0; k < 100; k++) kept += count(table, 5, spread(k));
    expect(kept).toBeGreaterThanOrEqual(90);
  });

  it('bytes that no table wrote are refused', () => {
    const table = new CountTable({ limit: 1024, counters: 1 });
    see(table, 1, 2, 3);
    const bytes = table.save();
    expect(() => CountTable.load(bytes.subarray(1), { limit: 1024, counters: 1 })).toThrow('not whole');
    expect(() => CountTable.load(new Uint8Array(16), { limit: 1024, counters: 1 })).toThrow('free');
    expect(() => CountTable.load(new Uint8Array(16 * 3000).fill(1), { limit: 1024, counters: 1 })).toThrow();
  });
});
