import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammingDistance, NearDuplicateIndex, type NearMatch, type SimHash } from './index.ts';

/** Compares with everything that is still held. */
class Quadratic {
  readonly #entries: { hash: SimHash; id: number }[] = [];
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  insert(hash: SimHash, id: number): void {
    this.#entries.push({ hash, id });
    if (this.#entries.length > this.#capacity) this.#entries.shift();
  }

  find(hash: SimHash, distance: number): NearMatch | null {
    let best: NearMatch | null = null;
    for (const entry of this.#entries) {
      const difference = hammingDistance(hash, entry.hash);
      if (difference <= distance && (best === null || difference <= best.distance))
        best = { id: entry.id, distance: difference };
    }
    return best;
  }
}

/** A random source with a seed. */
function source(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let h = state ^ (state >>> 16);
    h = Math.imul(h, 0x45d9f3b);
    return (h ^ (h >>> 15)) >>> 0;
  };
}

function flip(hash: SimHash, bits: readonly number[]): SimHash {
  let { hi, lo } = hash;
  for (const bit of bits) {
    if (bit < 32) lo = (lo ^ (1 << bit)) >>> 0;
    else hi = (hi ^ (1 << (bit - 32))) >>> 0;
  }
  return { hi, lo };
}

describe('near-duplicate index', () => {
  it('finds what the quadratic search finds, over 4,000 fingerprints in clusters, with eviction', () => {
    for (const capacity of [100, 1000, 10_000]) {
      const random = source(capacity);
      const index = new NearDuplicateIndex({ capacity });
      const quadratic = new Quadratic(capacity);
      const centres: SimHash[] = Array.from({ length: 60 }, () => ({ hi: random(), lo: random() }));
      let found = 0;
      for (let id = 1; id <= 4000; id++) {
        const centre = centres[random() % centres.length]!;
        const hash =
          random() % 4 === 0
            ? { hi: random(), lo: random() }
            : flip(
                centre,
                Array.from({ length: random() % 5 }, () => random() % 64),
              );
        const distance = random() % 4;
        const expected = quadratic.find(hash, distance);
        if (expected !== null) found++;
        expect(index.find(hash, distance)).toEqual(expected);
        index.insert(hash, id);
        quadratic.insert(hash, id);
      }
      expect(found).toBeGreaterThan(500);
      expect(index.size).toBe(Math.min(capacity, 4000));
    }
  });

  it('finds every fingerprint within three bits, wherever the bits are', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffffffff),
        fc.nat(0xffffffff),
        fc.uniqueArray(fc.nat(63), { maxLength: 5 }),
        (hi, lo, bits) => {
          const index = new NearDuplicateIndex({ capacity: 4 });
          index.insert({ hi, lo }, 9);
          const match = index.find(flip({ hi, lo }, bits));
          if (bits.length <= 3) expect(match).toEqual({ id: 9, distance: bits.length });
          else expect(match).toBe(null);
        },
      ),
      { numRuns: 500, seed: 1 },
    );
  });

  it('forgets the oldest first and never what it still holds', () => {
    const index = new NearDuplicateIndex({ capacity: 3 });
    const hashes = [1, 2, 3, 4, 5].map((n) => ({ hi: n * 0x11111111, lo: n * 0x01010101 }));
    for (const [i, hash] of hashes.entries()) expect(index.findAndInsert(hash, i + 1)).toBe(null);
    expect(hashes.map((hash) => index.find(hash)?.id ?? null)).toEqual([null, null, 3, 4, 5]);
  });

  it('tells what it holds, the oldest first: another index made of it finds the same', () => {
    const random = source(5);
    const index = new NearDuplicateIndex({ capacity: 50 });
    const hashes = Array.from({ length: 120 }, () => ({ hi: random(), lo: random() }));
    for (const [i, hash] of hashes.entries()) index.insert(hash, i);
    const held = [...index.entries()];
    expect(held).toEqual(hashes.slice(70).map((hash, i) => ({ hash, id: i + 70 })));
    const again = new NearDuplicateIndex({ capacity: 50 });
    for (const { hash, id } of held) again.insert(hash, id);
    for (const hash of hashes) expect(again.find(hash)).toEqual(index.find(hash));
    expect([...new NearDuplicateIndex().entries()]).toEqual([]);
  });

  it('stays quick and bounded when a site writes thousands of pages that share a block', () => {
    const index = new NearDuplicateIndex({ capacity: 50_000, chainLimit: 64 });
    const random = source(3);
    for (let id = 1; id <= 20_000; id++)
      index.insert({ hi: (0xabcd0000 | (random() & 0xffff)) >>> 0, lo: random() }, id);
    // The newest of a long chain are still found.
    const last = { hi: 0xabcd1234, lo: 0x55555555 };
    index.insert(last, 20_001);
    expect(index.find(last)).toEqual({ id: 20_001, distance: 0 });
  });

  it('the empty index knows nothing, and 0 is a fingerprint like any other', () => {
    const index = new NearDuplicateIndex();
    expect(index.find({ hi: 0, lo: 0 })).toBe(null);
    index.insert({ hi: 0, lo: 0 }, 0);
    expect(index.find({ hi: 0, lo: 0 })).toEqual({ id: 0, distance: 0 });
  });
});
