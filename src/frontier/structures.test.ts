/** The parts of the frontier that hold numbers, each against the obvious way of doing the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { FloatColumn, IntColumn } from './columns.ts';
import { Deferred } from './deferred.ts';
import { Fingerprint } from './fingerprint.ts';
import { IndexedHeap } from './indexed-heap.ts';
import { MinMaxHeap } from './min-max-heap.ts';
import { Parking } from './parking.ts';
import { QueueTable } from './queue-table.ts';
import { SEEN, SeenSet } from './seen-set.ts';

describe('SeenSet', () => {
  for (const positions of [false, true]) {
    it(`holds, changes and forgets, growing ${positions ? 'with' : 'without'} positions`, () => {
      const set = new SeenSet({ positions });
      const draw = seededRandom(5);
      const lane = (): number => Math.floor(draw() * 2 ** 32) | 0;
      const known: { hi: number; lo: number; state: number; position: number }[] = [];
      for (let i = 0; i < 400_000; i++) {
        const hi = lane();
        const lo = lane();
        expect(set.find(hi, lo) < 0).toBe(true);
        const each = { hi, lo, state: 1 + (i % 101), position: i };
        if (i % 2 === 0) set.insert(hi, lo, each.state, i);
        else set.insertLater(hi, lo, each.state, i);
        known.push(each);
        if (i % 5 === 4) {
          const changed = known[Math.floor(draw() * known.length)]!;
          changed.state = SEEN.taken;
          set.setState(set.find(changed.hi, changed.lo), changed.state);
        }
        if (i % 7 === 6) {
          const at = Math.floor(draw() * known.length);
          const gone = known[at]!;
          known[at] = known[known.length - 1]!;
          known.pop();
          set.delete(set.find(gone.hi, gone.lo));
          if (set.find(gone.hi, gone.lo) >= 0) throw new Error('it is still there');
        }
      }
      set.settle();
      expect(set.size).toBe(known.length);
      for (const each of known) {
        const slot = set.find(each.hi, each.lo);
        if (slot < 0 || set.state(slot) !== each.state) throw new Error(`lost ${each.position}`);
        if (set.position(slot) !== (positions ? each.position : 0)) throw new Error(`moved ${each.position}`);
      }
      // The promise of the module comment, with room for the steps of growth.
      expect(set.bytes / set.size).toBeLessThan(positions ? 18.5 : 12.5);
    });
  }

  it('tells equal fingerprints apart by what it is asked to confirm', () => {
    const set = new SeenSet({ positions: true });
    for (let position = 1; position <= 50; position++) set.insert(77, -5, 1, position);
    for (let position = 1; position <= 50; position++) {
      const slot = set.find(77, -5, (each) => each === position);
      expect(set.position(slot)).toBe(position);
    }
    expect(set.find(77, -5, () => false)).toBe(-1);
  });

  it('refuses to grow without end when fingerprints do not differ', () => {
    const set = new SeenSet({ positions: false });
    expect(() => {
      for (let i = 0; i < 100_000; i++) set.insert(0, -1, 1, 0);
    }).toThrow(RangeError);
  });
});

describe('Fingerprint', () => {
  it('differs for near strings in both lanes, and with the seed', () => {
    const print = new Fingerprint(1, 2);
    const other = new Fingerprint(1, 3);
    const lanes = [new Set<number>(), new Set<number>(), new Set<number>()];
    const count = 60_000;
    for (let i = 0; i < count; i++) {
      print.of(`http://www.exemplo.com.br/${i % 300}/${Math.floor(i / 300)}`);
      other.of(`http://www.exemplo.com.br/${i % 300}/${Math.floor(i / 300)}`);
      lanes[0]!.add(print.hi);
      lanes[1]!.add(print.lo);
      lanes[2]!.add(print.lo ^ other.lo);
    }
    // 60,000 of 2³² values collide less than once in a lane.
    for (const lane of lanes) expect(lane.size).toBeGreaterThan(count - 6);
  });

  it('spreads evenly over partitions and homes', () => {
    const print = new Fingerprint(9, 9);
    const partitions = new Int32Array(256);
    const homes = new Int32Array(256);
    for (let i = 0; i < 256_000; i++) {
      print.of(`http://h${i}.br/`);
      partitions[print.hi & 255]!++;
      homes[print.lo >>> 24]!++;
    }
    for (const counts of [partitions, homes]) {
      expect(Math.max(...counts)).toBeLessThan(1200);
      expect(Math.min(...counts)).toBeGreaterThan(800);
    }
  });
});

describe('IndexedHeap', () => {
  it('gives elements in the order of their keys under pushes, changes and removals', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(1000), fc.nat(3)), { maxLength: 300 }), (steps) => {
        const heap = new IndexedHeap(new IntColumn());
        const keys = new Map<number, number>();
        for (const [id, key, action] of steps) {
          if (!keys.has(id)) {
            heap.push(id, key);
            keys.set(id, key);
          } else if (action === 0) {
            heap.remove(id);
            keys.delete(id);
          } else {
            heap.update(id, key);
            keys.set(id, key);
          }
          expect(heap.topKey).toBe(keys.size === 0 ? Number.POSITIVE_INFINITY : Math.min(...keys.values()));
        }
        const order: number[] = [];
        while (heap.size > 0) order.push(keys.get(heap.pop())!);
        expect(order).toEqual([...keys.values()].sort((a, b) => a - b));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('MinMaxHeap', () => {
  it('gives the smallest and the largest', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(3)), { maxLength: 200 }), (steps) => {
        const heap = new MinMaxHeap();
        let keys: number[] = [];
        for (const [key, action] of steps) {
          if (keys.length > 0 && action === 0) {
            expect(heap.key(0)).toBe(keys[0]);
            heap.removeAt(0);
            keys = keys.slice(1);
          } else if (keys.length > 0 && action === 1) {
            expect(heap.key(heap.maxPlace)).toBe(keys[keys.length - 1]);
            heap.removeAt(heap.maxPlace);
            keys.pop();
          } else {
            heap.push(key, key + 1, key + 2, key + 3);
            keys = [...keys, key].sort((a, b) => a - b);
          }
        }
        expect(heap.size).toBe(keys.length);
        for (const key of keys) {
          expect([heap.key(0), heap.entry(0), heap.queue(0), heap.bucket(0)]).toEqual([
            key,
            key + 1,
            key + 2,
            key + 3,
          ]);
          heap.removeAt(0);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

describe('Parking', () => {
  it('keeps the best queue of each address at hand', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(30), fc.nat(2), fc.nat(500), fc.boolean()), { maxLength: 200 }),
        (steps) => {
          const parking = new Parking();
          const parked = new Map<number, { address: number; key: number }>();
          for (const [queue, address, key, isRemoval] of steps) {
            const there = parked.get(queue);
            if (there !== undefined && isRemoval) {
              parking.remove(there.address, queue);
              parked.delete(queue);
            } else if (there === undefined) {
              parking.park(address, queue, key);
              parked.set(queue, { address, key });
            }
            for (let each = 0; each < 3; each++) {
              const keys = [...parked.values()].filter((p) => p.address === each).map((p) => p.key);
              expect(parking.isEmpty(each)).toBe(keys.length === 0);
              if (keys.length === 0) continue;
              expect(parking.bestKey(each)).toBe(Math.min(...keys));
              expect(parked.get(parking.best(each))).toEqual({ address: each, key: Math.min(...keys) });
            }
          }
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe('Deferred', () => {
  it('gives times in order, equal ones by position', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(1000)), { maxLength: 100 }), (entries) => {
        const deferred = new Deferred();
        for (const [time, position] of entries) deferred.push(time, position);
        const order: [number, number][] = [];
        while (deferred.size > 0) {
          order.push([deferred.topTime, deferred.topPosition]);
          deferred.pop();
        }
        expect(order).toEqual([...entries].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
        expect(deferred.topTime).toBe(Number.POSITIVE_INFINITY);
      }),
      { seed: 4, numRuns: 100 },
    );
  });
});

describe('columns and queues', () => {
  it('read as 0 where nothing was written, and take memory only where something was', () => {
    const ints = new IntColumn();
    const floats = new FloatColumn();
    ints.set(1_000_000, -7);
    floats.set(500_000, 0.5);
    expect([ints.get(1_000_000), ints.get(999_999), ints.get(5_000_000)]).toEqual([-7, 0, 0]);
    expect([floats.get(500_000), floats.get(0)]).toEqual([0.5, 0]);
    expect(ints.bytes + floats.bytes).toBeLessThan(100_000);
  });

  it('sixty-four bytes a queue, and each found by its name', () => {
    const queues = new QueueTable();
    const print = new Fingerprint(3, 4);
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      print.of(`h${i}.br`);
      queues.add(print.hi, print.lo, i + 1);
      queues.setNextAt(i, i + 0.5);
      queues.setDelay(i, 2 ** 32 - 1 - i);
    }
    for (let i = 0; i < count; i += 7) {
      print.of(`h${i}.br`);
      expect(queues.find(print.hi, print.lo)).toBe(i);
      expect([queues.nameRecord(i), queues.nextAt(i), queues.delay(i)]).toEqual([
        i + 1,
        i + 0.5,
        2 ** 32 - 1 - i,
      ]);
    }
    print.of('unknown.br');
    expect(queues.find(print.hi, print.lo)).toBe(-1);
    expect(queues.bytes / count).toBeLessThan(64);
  });
});
