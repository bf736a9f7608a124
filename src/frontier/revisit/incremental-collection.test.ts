import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IncrementalCollection } from './incremental-collection.ts';
import { KeyedHeap } from './keyed-heap.ts';
import { DAY_MS } from './observations.ts';
import { fixedInterval } from './schedule.ts';

const fill = (collection: IncrementalCollection, links: Record<string, string[]>): void => {
  for (const [url, targets] of Object.entries(links))
    collection.crawled(url, { checksum: url, links: targets, at: 0 });
};

/** Three pages held: `hub` and `b` are linked to, `leaf` is not; `d`, outside, is linked to by two of them. */
function full(importance: 'page-rank' | 'back-links'): IncrementalCollection {
  const collection = new IncrementalCollection({ capacity: 3, policy: fixedInterval(), importance });
  fill(collection, { hub: ['b', 'd'], b: ['hub', 'd'], leaf: ['hub'] });
  collection.rank();
  return collection;
}

describe.each(['page-rank', 'back-links'] as const)('incremental collection, %s', (importance) => {
  it('[T-INC-1] full collection and a new page: the least important page is discarded, the size stays', () => {
    const collection = full(importance);
    expect(collection.select(0)).toEqual({ kind: 'refine', url: 'd', victim: 'leaf' });
    const result = collection.crawled('d', { checksum: 'x', links: [], at: 1 });
    expect(result).toMatchObject({ kind: 'saved', discarded: 'leaf' });
    expect(collection.size).toBe(3);
    expect(collection.urls().sort()).toEqual(['b', 'd', 'hub']);
    expect(collection.has('leaf')).toBe(false);
  });

  it('[T-INC-2] URL already in the collection: updated, nothing discarded', () => {
    const collection = full(importance);
    const before = collection.urls();
    const result = collection.crawled('leaf', { checksum: 'other', links: [], at: DAY_MS });
    expect(result).toMatchObject({ kind: 'updated', comparison: 'changed' });
    expect(collection.urls()).toEqual(before);
  });

  it('[T-INC-3] equal checksum is unchanged, a different one changed', () => {
    const collection = full(importance);
    expect(collection.crawled('b', { checksum: 'b', links: [], at: 10 })).toMatchObject({
      comparison: 'unchanged',
    });
    expect(collection.crawled('b', { checksum: 'c', links: [], at: 20 })).toMatchObject({
      comparison: 'changed',
    });
    expect(collection.crawled('b', { checksum: 'c', links: [], at: 30 })).toMatchObject({
      comparison: 'unchanged',
    });
  });

  it('a page less important than all held is not kept: it would itself be the one to discard', () => {
    const collection = full(importance);
    collection.discover(['stranger']);
    collection.rank();
    expect(collection.crawled('stranger', { checksum: 's', links: [], at: 1 })).toEqual({ kind: 'rejected' });
    expect(collection.urls().sort()).toEqual(['b', 'hub', 'leaf']);
  });
});

describe('incremental collection', () => {
  it('updates the page whose turn comes first, and waits when none is due', () => {
    const collection = new IncrementalCollection({ capacity: 2, policy: fixedInterval(100) });
    collection.crawled('a', { checksum: '1', links: ['b'], at: 0 });
    collection.crawled('b', { checksum: '1', links: ['a'], at: 50_000 });
    expect(collection.select(99_000)).toEqual({ kind: 'wait', until: 100_001 });
    expect(collection.select(100_001)).toEqual({ kind: 'update', url: 'a' });
    collection.crawled('a', { checksum: '1', links: ['b'], at: 100_001 });
    expect(collection.select(150_001)).toEqual({ kind: 'update', url: 'b' });
  });

  it('starts with what was discovered', () => {
    const collection = new IncrementalCollection({ capacity: 2, policy: fixedInterval() });
    expect(collection.select(0)).toEqual({ kind: 'wait', until: Number.POSITIVE_INFINITY });
    collection.discover(['seed']);
    expect(collection.select(0)).toEqual({ kind: 'refine', url: 'seed', victim: null });
  });

  it('never holds more than its capacity, and after enough rounds holds the most linked-to pages', () => {
    // 30 pages; each links to all that come after it, so the last ones have the most links whoever is held.
    const links = Array.from({ length: 30 }, (_, i) => Array.from({ length: 29 - i }, (__, j) => i + 1 + j));
    const collection = new IncrementalCollection({
      capacity: 10,
      policy: fixedInterval(),
      importance: 'back-links',
    });
    collection.discover(['0']);
    for (let step = 0; step < 400; step++) {
      if (step % 10 === 9) collection.rank();
      const choice = collection.select(step * DAY_MS * 2);
      if (choice.kind === 'wait') continue;
      collection.crawled(choice.url, {
        checksum: 'same',
        links: links[Number(choice.url)]!.map(String),
        at: step * DAY_MS * 2,
      });
      expect(collection.size).toBeLessThanOrEqual(10);
    }
    expect(collection.size).toBe(10);
    collection.rank();
    const held = new Set(collection.urls());
    const least = Math.min(...collection.urls().map((url) => collection.importanceOf(url)));
    for (let i = 0; i < 30; i++)
      if (!held.has(String(i))) expect(collection.importanceOf(String(i))).toBeLessThanOrEqual(least);
  });
});

describe('keyed heap', () => {
  it('gives back keys in order, of equal keys the greater id first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (keys) => {
        const heap = new KeyedHeap();
        keys.forEach((key, id) => {
          heap.push(key, id);
        });
        const out: number[] = [];
        for (let id = heap.pop(); id !== null; id = heap.pop()) out.push(id);
        const expected = keys.map((key, id) => [key, id] as const).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
        expect(out).toEqual(expected.map(([, id]) => id));
      }),
    );
  });
});
