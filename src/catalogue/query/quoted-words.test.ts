import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, words as wordsOf } from '../../text/index.ts';
import { SEARCH_INDEX_SCHEMA, SqliteSearchIndex, termOf } from '../search-index/index.ts';
import { document, phrase, request } from '../search-index/search-index.suite.ts';
import { openDatabase } from '../sqlite.ts';
import { doubtfulPhrases } from './quoted-words.ts';

/** Few, so that they meet: stop words that the index knows beside others, and such as it does not; short words, forms, codes. */
const WORDS = [
  ...['a', 'o', 'de', 'do', 'da', 'em', 'na', 'que', 'é', 'para', 'por', 'pela', 'um', 'às'],
  ...[
    'hora',
    'horas',
    'estrela',
    'estrelas',
    'mar',
    'mares',
    'lei',
    'AI',
    'ai',
    '5',
    '13º',
    '8.666',
    'guarda-chuva',
  ],
];
const text = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((list) => list.join(' '));

/** Whether the words stand in a row, by walking over them. */
function standsIn(own: string, wanted: readonly string[]): boolean {
  const all = wordsOf(own);
  const same = (word: string, asked: string): boolean => {
    const term = termOf(asked);
    if (term !== '' && termOf(word) !== term) return false;
    return (term !== '' && asked.length > 3) || fold(word) === fold(asked);
  };
  return all.some(
    (_, at) => at + wanted.length <= all.length && wanted.every((asked, i) => same(all[at + i]!, asked)),
  );
}

describe('phrases in quotes', () => {
  it('are found where every word stands as it is written, in a title or in a text, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text(5), text(14)), { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (texts, asked, negated) => {
          const database = openDatabase(':memory:');
          database.exec(SEARCH_INDEX_SCHEMA);
          const index = new SqliteSearchIndex(database, { fanIn: 3 });
          const documents = texts.map(([title, own], i) => ({ id: i + 1, title, text: own }));
          // In batches, so that there are segments, and one is merged.
          for (let at = 0; at < documents.length; at += 3)
            index.add(documents.slice(at, at + 3).map((each) => document(each.id, each)));
          index.merge();
          const quoted = doubtfulPhrases();
          const own = phrase(asked.join(' '));
          const clause = negated ? ({ kind: 'not', clause: own } as const) : own;
          const search = () => index.search(request({ clause, quoted }));
          search();
          const unread = quoted.unread([]);
          quoted.settle(
            unread,
            documents.filter(({ id }) => unread.includes(id)),
          );
          const found = search();
          const wanted = wordsOf(asked.join(' '));
          const expected = documents.filter(
            (each) => (standsIn(each.title, wanted) || standsIn(each.text, wanted)) !== negated,
          );
          expect(found.hits.map(({ id }) => id).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
          expect([found.total, quoted.unread([]), quoted.bounded]).toEqual([expected.length, [], false]);
          database.close();
        },
      ),
      { numRuns: 300, seed: 11 },
    );
  });
});
