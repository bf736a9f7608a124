import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clause, DocumentKind } from '../question.ts';
import { type Database, openDatabase } from '../sqlite.ts';
import { SEARCH_INDEX_SCHEMA, type SearchIndexOptions, SqliteSearchIndex, termOf } from './index.ts';
import { NaiveSearch } from './naive-search.suite.ts';
import type { IndexAnswer, IndexedDocument, IndexRequest } from './port.ts';

const opened: Database[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function memory(): Database {
  const database = openDatabase(':memory:');
  database.exec(SEARCH_INDEX_SCHEMA);
  opened.push(database);
  return database;
}

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-index-'));
  folders.push(folder);
  const path = join(folder, 'catalogue.db');
  const database = openDatabase(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(SEARCH_INDEX_SCHEMA);
  database.close();
  return path;
}

function at(path: string): Database {
  const database = openDatabase(path);
  opened.push(database);
  return database;
}

const WEIGHTS = { title: 2.5, text: 1, anchors: 1.5, period: 2, place: 3, links: 0.7 };

function document(id: number, given: Partial<IndexedDocument> = {}): IndexedDocument {
  return {
    id,
    kind: 'page',
    site: 'jornal.example.br',
    language: 'pt',
    title: '',
    text: '',
    anchors: '',
    published: null,
    periods: [],
    places: [],
    box: null,
    authority: 0,
    ...given,
  };
}

function request(given: Partial<IndexRequest> = {}): IndexRequest {
  return {
    clause: null,
    order: 'relevance',
    offset: 0,
    limit: 1000,
    facets: true,
    weights: WEIGHTS,
    ...given,
  };
}

const word = (text: string): Clause => ({ kind: 'word', text });
const phrase = (text: string): Clause => ({ kind: 'phrase', text });
const ids = (answer: IndexAnswer): number[] => answer.hits.map((hit) => hit.id);

/** Few words, so that they meet: with accents, forms of one word, stop words, and such as share a beginning. */
const WORDS = [
  'enchente',
  'enchentes',
  'Guerra',
  'guerra',
  'do',
  'de',
  'Paraguai',
  'navegação',
  'navegacoes',
  'jornal',
  'jornais',
  'água',
  'agua',
  'a',
  '1941',
  'São',
  'Paulo',
  'x',
  '日本',
  'guard',
  'guarda-chuva',
  '𝐀b',
];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((list) => list.join(' '));
const day = fc.integer({ min: -3000, max: 3000 });
const period = fc.tuple(day, fc.nat(4000)).map(([from, long]) => ({ from, to: from + long }));
/** Not arbitrary fractions: scores that differ by less than rounding does are in no order. */
const share = fc.nat(64).map((n) => n / 64);
const PLACES = ['br', 'rs', 'poa', 'sp', 'pt'];
const SITES = ['example.br', 'a.example.br', 'b.a.example.br', 'xexample.br', 'outro.pt'];
const LANGUAGES = ['pt', 'en', 'es'];
const KINDS: DocumentKind[] = ['page', 'entity', 'geo-file', 'service'];
const box = fc
  .tuple(
    fc.integer({ min: -18, max: 17 }),
    fc.integer({ min: -9, max: 8 }),
    fc.integer({ min: 0, max: 6 }),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(
    ([west, south, wide, high]) =>
      [west * 10, south * 10, Math.min(180, (west + wide) * 10), Math.min(90, (south + high) * 10)] as const,
  );
const anyDocument: fc.Arbitrary<IndexedDocument> = fc.record({
  id: fc.integer({ min: 1, max: 40 }),
  kind: fc.constantFrom(...KINDS),
  site: fc.constantFrom(...SITES),
  language: fc.option(fc.constantFrom(...LANGUAGES)),
  title: words,
  text: fc.oneof(
    words,
    words.map((text) => `${text} `.repeat(40)),
  ),
  anchors: fc.oneof(fc.constant(''), words),
  published: fc.option(day),
  periods: fc.array(
    fc.tuple(period, share).map(([p, s]) => ({ ...p, share: s })),
    { maxLength: 4 },
  ),
  places: fc.array(fc.record({ place: fc.constantFrom(...PLACES), share }), { maxLength: 4 }),
  box: fc.option(box),
  authority: share,
});
const leaf: fc.Arbitrary<Clause> = fc.oneof(
  fc.constantFrom(...WORDS).map(word),
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((list) => phrase(list.join(' '))),
);
const { clause: anyClause } = fc.letrec<{ clause: Clause }>((tie) => ({
  clause: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.record({ kind: fc.constant('and' as const), clauses: fc.array(tie('clause'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('or' as const), clauses: fc.array(tie('clause'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), clause: tie('clause') }),
  ),
}));
const some = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(values, { nil: undefined, freq: 1 });
const list = <T>(...values: T[]): fc.Arbitrary<T[]> => fc.array(fc.constantFrom(...values), { maxLength: 2 });
const periods = fc.array(period, { maxLength: 3 });
const anyRequest: fc.Arbitrary<IndexRequest> = fc
  .record({
    clause: fc.option(anyClause, { freq: 6 }),
    prefer: some(anyClause),
    when: fc.option(periods, { nil: undefined }),
    notWhen: some(periods),
    published: some(periods),
    notPublished: some(periods),
    places: some(fc.array(fc.tuple(fc.constantFrom(...PLACES), share)).map((pairs) => new Map(pairs))),
    notPlaces: some(list(...PLACES).map((keys) => new Set(keys))),
    area: some(box),
    sites: some(list(...SITES)),
    notSites: some(list(...SITES)),
    kinds: some(list(...KINDS)),
    notKinds: some(list(...KINDS)),
    languages: some(list(...LANGUAGES)),
    notLanguages: some(list(...LANGUAGES)),
    order: fc.constantFrom('relevance' as const, 'newest' as const, 'oldest' as const),
    offset: fc.oneof(fc.constant(0), fc.nat(5)),
    limit: fc.oneof(fc.constant(100), fc.nat(6)),
    facets: fc.boolean(),
  })
  .map((parts) => ({
    ...(Object.fromEntries(
      Object.entries(parts).filter(([, value]) => value !== undefined),
    ) as unknown as IndexRequest),
    weights: WEIGHTS,
  }));

type Step =
  | { readonly kind: 'add'; readonly documents: readonly IndexedDocument[] }
  | { readonly kind: 'remove'; readonly ids: readonly number[] }
  | { readonly kind: 'authority'; readonly values: readonly (readonly [number, number])[] }
  | { readonly kind: 'merge'; readonly all: boolean }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'rolled back'; readonly documents: readonly IndexedDocument[] };

const someIds = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      documents: fc.array(anyDocument, { maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), ids: someIds }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('authority' as const),
      values: fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), share), { maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), all: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rolled back' as const),
      documents: fc.array(anyDocument, { minLength: 1, maxLength: 5 }),
    }),
  },
);

function rounded(answer: IndexAnswer): unknown {
  return {
    ...answer,
    hits: answer.hits.map(({ id, score, parts }) => ({
      id,
      score: score.toFixed(7),
      parts: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value.toFixed(7)])),
    })),
  };
}

describe('SqliteSearchIndex', () => {
  it('answers as a plain walk over all documents does, through any batches, merges, replacements, removals, rollbacks and reopenings', () => {
    let matched = 0;
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        fc.array(anyRequest, { minLength: 4, maxLength: 8 }),
        (steps, requests) => {
          const database = openDatabase(':memory:');
          database.exec(SEARCH_INDEX_SCHEMA);
          const options: SearchIndexOptions = { fanIn: 3 };
          let index = new SqliteSearchIndex(database, options);
          const naive = new NaiveSearch();
          for (const one of steps) {
            if (one.kind === 'add') {
              index.add(one.documents);
              naive.add(one.documents);
            } else if (one.kind === 'remove') {
              index.remove(one.ids);
              naive.remove(one.ids);
            } else if (one.kind === 'authority') {
              index.setAuthority(new Map(one.values));
              naive.setAuthority(new Map(one.values));
            } else if (one.kind === 'merge') index.merge(one.all);
            else if (one.kind === 'reopen') index = new SqliteSearchIndex(database, options);
            else
              expect(() =>
                database.transaction(() => {
                  index.add(one.documents);
                  index.merge(true);
                  throw new Error('no');
                }),
              ).toThrow('no');
          }
          expect(index.documents).toBe(naive.documents);
          for (const asked of requests) {
            const expected = naive.search(asked);
            matched += expected.total > 0 ? 1 : 0;
            expect(rounded(index.search(asked))).toEqual(rounded(expected));
            expect(index.cross(asked)).toEqual({ pairs: naive.cross(asked), bounded: false });
          }
          for (const one of ['guerra', 'jornal', 'x', 'nada'])
            expect(index.frequency(one)).toBe(naive.frequency(termOf(one)));
          database.close();
        },
      ),
      { numRuns: 250, seed: 7 },
    );
    // Most questions must have found something, or nothing was shown.
    expect(matched).toBeGreaterThan(300);
  });
});
