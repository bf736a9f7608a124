import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, URL_KIND } from '../port.ts';
import { IMPORTANCES, IncrementalCollection } from './incremental-collection.ts';
import { DAY_MS } from './observations.ts';

const url = (name: string): string => `http://a.br/${name}`;
const link = (name: string): Candidate => ({
  url: url(name),
  key: name,
  queue: 'a.br',
  priority: 50,
  depth: 1,
  hops: 1,
  redirects: 0,
  kind: URL_KIND.page,
  parent: 0,
});
const visit = (
  collection: IncrementalCollection,
  key: string,
  links: readonly string[] | null,
  at = 0,
  checksum: string | null = key,
) => {
  const candidates = links?.map(link) ?? null;
  const taken = collection.page({ key, url: url(key), at, checksum, links: candidates });
  return {
    taken,
    wanted: collection.handOver(taken.kind === 'rejected' ? [] : (candidates ?? [])).map(({ key }) => key),
  };
};

/** Three pages held: `hub` and `b` are linked to, `leaf` is not; `d`, outside, is linked to by two of them. */
function full(importance: (typeof IMPORTANCES)[number]): IncrementalCollection {
  const collection = new IncrementalCollection({ capacity: 3, importance });
  visit(collection, 'hub', ['b', 'd']);
  visit(collection, 'b', ['hub', 'd']);
  visit(collection, 'leaf', ['hub']);
  return collection;
}

const held = (collection: IncrementalCollection): string[] =>
  collection
    .urls()
    .map((held) => held.slice(url('').length))
    .sort();

describe.each(IMPORTANCES)('incremental collection, %s', (importance) => {
  it('a better page takes the place of the least important one', () => {
    const collection = full(importance);
    expect(collection.wants('d')).toBe(true);
    expect(visit(collection, 'd', []).taken).toEqual({
      kind: 'saved',
      discarded: { key: 'leaf', url: url('leaf') },
    });
    expect(held(collection)).toEqual(['b', 'd', 'hub']);
    expect([collection.wants('leaf'), collection.wants('b')]).toEqual([false, true]);
  });

  it('a page held is brought up to date, and its checksum says whether it changed', () => {
    const collection = full(importance);
    const comparison = (at: number, checksum: string | null) =>
      visit(collection, 'b', null, at * DAY_MS, checksum).taken;
    expect(comparison(1, 'b')).toEqual({ kind: 'updated', comparison: 'unchanged' });
    expect(comparison(2, 'c')).toEqual({ kind: 'updated', comparison: 'changed' });
    expect(comparison(3, null)).toEqual({ kind: 'updated', comparison: 'unchanged' });
    expect(held(collection)).toEqual(['b', 'hub', 'leaf']);
  });

  it('a page less important than all held is not kept, and what it links to is not followed', () => {
    const collection = full(importance);
    expect(visit(collection, 'stranger', ['x'])).toEqual({ taken: { kind: 'rejected' }, wanted: [] });
    expect(held(collection)).toEqual(['b', 'hub', 'leaf']);
  });

  it('what leads elsewhere is worth there what it was', () => {
    const collection = full(importance);
    expect(collection.gone('d')).toBeNull();
    collection.moved('d', link('e'));
    expect([collection.wants('e'), collection.wants('d')]).toEqual([true, true]);
    expect(visit(collection, 'e', []).taken).toMatchObject({ kind: 'saved', discarded: { key: 'leaf' } });
    // By the links to where it was.
    collection.rank();
    expect(collection.referencesTo('e')).toBe(2);
  });

  it('when a page is gone there is room for the best of what waits', () => {
    const collection = new IncrementalCollection({ capacity: 2, importance });
    visit(collection, 'a', ['b']);
    visit(collection, 'b', ['a', 'x', 'y']);
    expect(collection.isHandedOver('x')).toBe(false);
    expect(collection.gone('b')).toEqual({ key: 'b', url: url('b') });
    expect(collection.handOver([]).map(({ key }) => key)).toEqual(['x']);
  });
});

it('freshness falls with time, and with the changes seen; age rises', () => {
  const collection = new IncrementalCollection({ capacity: 2 });
  expect(collection.upToDate(0)).toEqual({ freshness: 1, age: 0 });
  visit(collection, 'a', []);
  const early = collection.upToDate(DAY_MS);
  const late = collection.upToDate(30 * DAY_MS);
  expect(late.freshness).toBeLessThan(early.freshness);
  expect(late.age).toBeGreaterThan(early.age);
  for (let day = 1; day <= 5; day++) visit(collection, 'a', null, day * DAY_MS, `other ${day}`);
  expect(collection.upToDate(6 * DAY_MS).freshness).toBeLessThan(early.freshness);
});

it('never holds more than it may, never gives up a page for a lesser one, and goes on from its saved state as if it never stopped', () => {
  const names = Array.from({ length: 14 }, (_, i) => `p${i}`);
  const step = fc.tuple(
    fc.constantFrom(...names),
    fc.uniqueArray(fc.constantFrom(...names), { maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 40 }), (capacity, steps) => {
      const one = new IncrementalCollection({ capacity });
      let other = new IncrementalCollection({ capacity });
      steps.forEach(([name, links], i) => {
        const answer = visit(one, name, links, i * DAY_MS, `${i}`);
        expect(visit(other, name, links, i * DAY_MS, `${i}`)).toEqual(answer);
        expect(one.size).toBeLessThanOrEqual(capacity);
        expect(one.has(name)).toBe(answer.taken.kind !== 'rejected');
        const saved = structuredClone(other.save());
        other = new IncrementalCollection({ capacity });
        other.restore(saved);
        expect(other.urls()).toEqual(one.urls());
      });
    }),
    { numRuns: 150 },
  );
});
