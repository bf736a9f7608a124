import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, words as wordsOf } from '../../text/index.ts';
import { openDatabase } from '../sqlite.ts';
import type { IndexedDocument } from './port.ts';
import { isKnown, isSingle, neighbourCell, neighboursOf, wordCells } from './postings/neighbours.ts';
import { SEARCH_INDEX_SCHEMA } from './schema.ts';
import { document, request } from './search-index.suite.ts';
import { SqliteSearchIndex } from './sqlite-search-index.ts';
import { termOf } from './terms/terms.ts';

/** Words at the borders of cells, of several forms, stop words, and letters of other scripts. */
const WORDS =
  'enchente rio guerra zebra a A à 000 0001 1 10 1941 2 20 2010 ao aos as asa b com comum de dê e é em enchente Enchentes guerra navegação o os que rio zebra 日本 𝐀b 3½';
const text = fc.array(fc.constantFrom(...WORDS.split(' ')), { maxLength: 40 }).map((list) => list.join(' '));
const written = fc.record({ title: text, text, anchors: text, again: fc.constantFrom(1, 1, 3, 20) });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      documents: fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), written), { minLength: 1, maxLength: 6 }),
    }),
  },
  fc.record({ kind: fc.constant('remove' as const), ids: fc.array(fc.integer({ min: 1, max: 14 })) }),
  fc.record({
    kind: fc.constant('anchors' as const),
    said: fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), text), { minLength: 1, maxLength: 9 }),
  }),
  fc.record({ kind: fc.constant('merge' as const), all: fc.boolean() }),
  fc.record({ kind: fc.constant('age' as const) }),
);
const PATTERNS = [
  ['enchente'],
  ['1'],
  ['rio'],
  ['guerra', 'rio'],
  ['rio', null, 'enchentes'],
  ['zebra', 'zebra'],
  ['navegação', null, '1941'],
];

/** Pages, hits of each, and what stands beside each hit, read from the texts. */
function naive(documents: ReadonlyMap<number, IndexedDocument>, pattern: readonly (string | null)[]) {
  return [...documents.values()]
    .sort((a, b) => a.id - b.id)
    .flatMap(({ id, text: whole }) => {
      const all = wordsOf(whole);
      const same = (word: string, asked: string): boolean =>
        termOf(asked) === '' ? fold(word) === fold(asked) : termOf(word) === termOf(asked);
      const hits = [...all.keys()].filter(
        (at) =>
          at + pattern.length <= all.length &&
          pattern.every((asked, i) => asked === null || same(all[at + i]!, asked)),
      );
      const beside = hits.map((at) =>
        neighboursOf((distance) =>
          fold((distance < 0 ? all[at + distance] : all[at + pattern.length - 1 + distance]) ?? ''),
        ),
      );
      return hits.length === 0 ? [] : [{ id, beside }];
    });
}

describe('what stands beside words', () => {
  it('is in the order of the words, and says one word where it says so', () => {
    const near = fc.oneof(fc.constantFrom(...WORDS.split(' ')), fc.string({ maxLength: 4 })).map(fold);
    fc.assert(
      fc.property(near, near, fc.constantFrom(-3, -2, -1, 1, 2, 3), (a, b, distance) => {
        const cell = (word: string): number =>
          neighbourCell(
            neighboursOf((at) => (at === distance ? word : '')),
            distance,
          );
        const [first, second] = a < b ? [a, b] : [b, a];
        expect(cell(first)).toBeLessThanOrEqual(cell(second));
        if (isSingle(cell(first), distance) && first !== second)
          expect(cell(first)).toBeLessThan(cell(second));
        expect(isKnown(wordCells(a) * 4096)).toBe(true);
      }),
      { numRuns: 1_500, seed: 7 },
    );
  });

  it('is what the texts say, through any batches, merges, replacements, removals and new texts of links; unknown where nobody looked', () => {
    let told = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const database = openDatabase(':memory:');
        database.exec(SEARCH_INDEX_SCHEMA);
        const index = new SqliteSearchIndex(database, { fanIn: 3 });
        const documents = new Map<number, IndexedDocument>();
        let aged = false;
        for (const one of steps) {
          if (one.kind === 'add') {
            const made = one.documents.map(([id, { again, text: once, ...more }]) =>
              document(id, { ...more, text: `${once} `.repeat(again) }),
            );
            index.add(made);
            for (const each of made) documents.set(each.id, each);
          } else if (one.kind === 'remove') {
            index.remove(one.ids);
            for (const id of one.ids) documents.delete(id);
          } else if (one.kind === 'anchors')
            index.setAnchors(new Map(one.said.map(([id, anchors]) => [id, { anchors, authority: 0.5 }])));
          else if (one.kind === 'merge') index.merge(one.all);
          else if (aged === false && index.segments > 1) {
            // As an earlier version has left it.
            aged = true;
            database.exec(
              `DELETE FROM index_columns WHERE name = 'neighbours' AND segment IN (SELECT min(id) FROM index_segments)`,
            );
            index.refresh();
          }
        }
        for (const pattern of PATTERNS) {
          const found = index.occurrences(request(), pattern, { neighbours: true });
          const expected = naive(documents, pattern);
          expect([...found.pages]).toEqual(expected.map(({ id }) => id));
          expect([...found.counts]).toEqual(expected.map(({ beside }) => beside.length));
          const beside = expected.flatMap((page) => page.beside);
          for (const [i, code] of found.neighbours!.entries())
            if (isKnown(code) || !aged) {
              expect(code).toBe(beside[i]);
              told++;
            }
          expect(found.neighbours).toHaveLength(beside.length);
        }
        expect(index.occurrences(request(), ['de'], { neighbours: true }).neighbours).toBeNull();
        database.close();
      }),
      { numRuns: 250, seed: 7 },
    );
    expect(told).toBeGreaterThan(4_000);
  });
});
