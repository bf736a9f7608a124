/**
 * What every `SearchIndex` must be: a list of documents that is searched as a plain walk over it would (`naive-search.suite.ts`), whatever was
 * put in, replaced, taken out or taken back, and whoever wrote the texts and the questions.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clause, DocumentKind, WordStatistics } from '../ports/question.ts';
import { NaiveSearch } from './naive-search.suite.ts';
import type { IndexAnswer, IndexedDocument, IndexRequest, LinkEvidence, SearchIndex } from './port.ts';
import { termOf } from './terms/terms.ts';

/** An empty index, and what belongs to whoever keeps it. */
export interface MadeIndex {
  readonly index: SearchIndex;
  /** Another one over what the first has written. */
  reopened(): SearchIndex;
  /** Work that is undone when it throws. */
  transaction(work: () => void): void;
  close(): void;
}

const WEIGHTS = { title: 2.5, text: 1, anchors: 1.5, period: 2, place: 3, links: 0.7, near: 0.9 };

export function document(id: number, given: Partial<IndexedDocument> = {}): IndexedDocument {
  return {
    id,
    kind: 'page',
    site: 'jornal.example.br',
    language: 'pt',
    title: '',
    text: '',
    anchors: '',
    address: '',
    byline: '',
    published: null,
    doubtful: false,
    periods: [],
    titlePeriods: [],
    spans: [],
    places: [],
    box: null,
    authority: 0,
    ...given,
  };
}

export function request(given: Partial<IndexRequest> = {}): IndexRequest {
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

export const word = (text: string): Clause => ({ kind: 'word', text });
export const phrase = (text: string): Clause => ({ kind: 'phrase', text });
export const ids = (answer: IndexAnswer): number[] => answer.hits.map((hit) => hit.id);

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
  'acção',
  'ação',
  'AI',
  'ai',
  'infraestrutura',
  'infra-estrutura',
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
  address: fc.oneof(fc.constant(''), words),
  byline: fc.oneof(fc.constant(''), words),
  titlePeriods: fc.array(period, { maxLength: 2 }),
  spans: fc.option(
    fc.array(
      fc
        .tuple(fc.nat(90), fc.nat(60), period)
        .map(([start, long, p]) => ({ start, end: start + long, ...p })),
      { maxLength: 4 },
    ),
    { freq: 6 },
  ),
  published: fc.option(day),
  doubtful: fc.boolean(),
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
  fc
    .tuple(fc.constantFrom(...WORDS), fc.constantFrom('title' as const, 'author' as const))
    .map(([text, field]) => ({ ...word(text), field }) as Clause),
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
    meeting: some(fc.constantFrom('together' as const, 'apart' as const)),
    notWhen: some(periods),
    published: some(periods),
    notPublished: some(periods),
    doubtful: some(fc.boolean()),
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
  | { readonly kind: 'anchors'; readonly values: readonly (readonly [number, LinkEvidence])[] }
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
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('anchors' as const),
      values: fc.array(
        fc.tuple(fc.integer({ min: 1, max: 40 }), fc.record({ anchors: words, authority: share })),
        { maxLength: 12 },
      ),
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

export function rounded(answer: IndexAnswer): unknown {
  return {
    ...answer,
    hits: answer.hits.map(({ id, score, parts }) => ({
      id,
      score: score.toFixed(7),
      parts: Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value.toFixed(7)])),
    })),
  };
}

export interface SearchIndexSuite {
  /** One that merges early: some batches must be enough to show it. */
  make(): MadeIndex;
}

export function describeSearchIndex(title: string, { make }: SearchIndexSuite): void {
  describe(title, () => {
    const opened: MadeIndex[] = [];
    const open = (): MadeIndex => {
      const made = make();
      opened.push(made);
      return made;
    };
    afterEach(() => {
      for (const made of opened.splice(0)) made.close();
    });

    it('answers as a plain walk over all documents does, through any batches, merges, replacements, new texts of links, removals, rollbacks and reopenings', () => {
      let matched = 0;
      fc.assert(
        fc.property(
          fc.array(step, { minLength: 1, maxLength: 14 }),
          fc.array(anyRequest, { minLength: 4, maxLength: 8 }),
          (steps, requests) => {
            const made = make();
            let { index } = made;
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
              } else if (one.kind === 'anchors') {
                const evidence = new Map(one.values);
                for (const id of index.setAnchors(evidence)) evidence.delete(id);
                naive.setAnchors(evidence);
              } else if (one.kind === 'merge') index.merge(one.all);
              else if (one.kind === 'reopen') index = made.reopened();
              else
                expect(() =>
                  made.transaction(() => {
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
              const everyone =
                expected.hits.length === expected.total
                  ? expected.hits
                  : naive.search({ ...asked, offset: 0, limit: expected.total, facets: false }).hits;
              expect(index.matches(asked).map(({ id }) => id)).toEqual(
                everyone.map(({ id }) => id).sort((a, b) => a - b),
              );
              expect(index.cross(asked)).toEqual({ pairs: naive.cross(asked), bounded: false });
            }
            for (const one of ['guerra', 'jornal', 'x', 'nada'])
              expect(index.frequency(one)).toBe(naive.frequency(termOf(one)));
            made.close();
          },
        ),
        { numRuns: 100, seed: 7 },
      );
      // Most questions must have found something, or nothing was shown.
      expect(matched).toBeGreaterThan(130);
    });

    it('scores documents of two indexes as one index of both does, when words are weighed by how common they are in both', () => {
      let compared = 0;
      fc.assert(
        fc.property(
          fc.uniqueArray(anyDocument, { selector: ({ id }) => id, minLength: 2, maxLength: 16 }),
          fc.array(anyRequest, { minLength: 3, maxLength: 5 }),
          (documents, requests) => {
            const [all, even, odd] = [make(), make(), make()];
            try {
              all.index.add(documents);
              even.index.add(documents.filter(({ id }) => id % 2 === 0));
              odd.index.add(documents.filter(({ id }) => id % 2 === 1));
              for (const one of requests) {
                const asked = { ...one, offset: 0, limit: 100, facets: false };
                const [a, b] = [even.index.statistics(asked), odd.index.statistics(asked)];
                const statistics: WordStatistics = {
                  documents: a.documents + b.documents,
                  having: new Map([...a.having].map(([term, count]) => [term, count + b.having.get(term)!])),
                  lengths: a.lengths.map((length, i) => length + b.lengths[i]!),
                };
                const weighed = { ...asked, statistics };
                const parts = [even.index.search(weighed), odd.index.search(weighed)];
                const scores = (hits: IndexAnswer['hits']) =>
                  hits.map(({ id, score }) => `${id} ${score.toFixed(7)}`).sort();
                const whole = all.index.search(asked).hits;
                compared += whole.length;
                expect(scores(parts.flatMap(({ hits }) => hits))).toEqual(scores(whole));
              }
            } finally {
              for (const made of [all, even, odd]) made.close();
            }
          },
        ),
        { numRuns: 40, seed: 5 },
      );
      expect(compared).toBeGreaterThan(200);
    });

    it('looks at no more documents than the bound says, and tells so', () => {
      const { index } = open();
      index.add(
        Array.from({ length: 300 }, (_, i) =>
          document(i + 1, { text: i % 100 === 7 ? 'comum raro' : 'comum', site: `s${i}.br` }),
        ),
      );
      const clause: Clause = { kind: 'or', clauses: [word('comum'), word('raro')] };
      const whole = index.search(request({ clause, limit: 3 }));
      expect([whole.total, whole.bounded]).toEqual([300, false]);
      const some = index.search(request({ clause, limit: 3, bound: 20 }));
      expect([some.total, some.bounded]).toEqual([20, true]);
      // Those with the rare word are the best, and among the twenty.
      expect(ids(some)).toEqual(ids(whole));
      expect(some.facets!.sites).toHaveLength(20);
      expect(index.search(request({ clause: word('raro'), bound: 20 })).bounded).toBe(false);
      expect(index.cross(request({ clause, bound: 20 })).bounded).toBe(true);
    });

    it('knows words by their first letters, as people write them', () => {
      const { index } = open();
      for (let batch = 0; batch < 5; batch++)
        index.add([
          document(batch * 3 + 1, { text: 'A Enchente de São Paulo. Enchentes! enchente' }),
          document(batch * 3 + 2, { text: 'enchente, ensino e engenharia' }),
          document(batch * 3 + 3, { text: 'navegações e navegação; Água' }),
        ]);
      expect(index.words('ench', 5)).toEqual([{ word: 'enchente', documents: 10 }]);
      expect(index.words('enchente', 5)).toEqual([{ word: 'enchente', documents: 10 }]);
      expect(index.words('EN', 5)).toEqual([
        { word: 'enchente', documents: 10 },
        { word: 'engenharia', documents: 5 },
        { word: 'ensino', documents: 5 },
      ]);
      expect(index.words('agu', 5)).toEqual([{ word: 'água', documents: 5 }]);
      expect(index.words('naveg', 5).map(({ documents }) => documents)).toEqual([5]);
      expect(index.words('zz', 5)).toEqual([]);
      expect(index.words('', 5)).toEqual([]);
      index.remove([1, 4, 7, 10, 13]);
      expect(index.words('ench', 5)).toEqual([{ word: 'enchente', documents: 5 }]);
    });

    it('knows what a misspelt word may stand for: the nearest first, then the commonest', () => {
      const { index } = open();
      for (let batch = 0; batch < 5; batch++)
        index.add([
          document(batch * 3 + 1, { text: 'As enchentes e o enchimento. Cerrado, crer, seguro.' }),
          document(batch * 3 + 2, { text: 'enchentes, encontros, segura' }),
          document(batch * 3 + 3, { text: batch === 0 ? 'Congresso e navegação; encartes' : 'Congresso' }),
        ]);
      const first = (word: string): string | undefined => index.near(word, 3)[0]?.word;
      expect(index.near('enchnetes', 1)).toEqual([{ word: 'enchentes', documents: 10, distance: 1 }]);
      for (const slip of ['enchetes', 'enchentess', 'enchemtes', 'ennchentes', 'nechentes', 'ENCHNETES'])
        expect(first(slip), slip).toBe('enchentes');
      expect(first('crerrado')).toBe('cerrado');
      expect(first('congreço')).toBe('congresso');
      expect(first('navegasão')).toBe('navegação');
      for (const none of ['', 'abc', '19411', 'zzzzzzzz', 'enchente1', '\ud800'.repeat(9)])
        expect(index.near(none, 3), none).toEqual([]);
      expect(index.near('enchnetes', 0)).toEqual([]);
      index.remove(Array.from({ length: 15 }, (_, i) => i + 1));
      expect(index.near('enchnetes', 3)).toEqual([]);
    });

    it('takes the rest of a score into account, and says its parts', () => {
      const { index } = open();
      index.add([
        document(1, { title: 'Enchente', text: 'rio', periods: [{ from: 0, to: 9, share: 0.5 }] }),
        document(2, {
          title: 'Rio',
          text: 'a enchente',
          periods: [{ from: 5, to: 5, share: 1 }],
          authority: 1,
        }),
      ]);
      const { hits } = index.search(request({ clause: word('enchente'), when: [{ from: 5, to: 9 }] }));
      expect(hits.map((hit) => [hit.id, Number(hit.parts.period.toFixed(3)), hit.parts.links])).toEqual([
        [2, 2, Math.fround(1) * 0.7],
        [1, 0.5, 0],
      ]);
      for (const { score, parts } of hits)
        expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
      expect(hits[1]!.parts.title).toBeGreaterThan(0);
      expect(hits[1]!.parts.text).toBe(0);
    });

    it('is safe against whatever a document or a question brings', () => {
      const { index } = open();
      const endless = Array.from({ length: 100_000 }, (_, i) => ({
        place: `p${i}`,
        share: i === 99_999 ? 1 : Number.NaN,
      }));
      index.add([
        document(1, { text: '' }),
        document(2, {
          text: `fim ${'palavra '.repeat(1_200_000)}`,
          title: '\ud800 \0 título',
          site: 'a\0b.br',
          places: endless,
          periods: [
            { from: Number.NaN, to: 3, share: 1 },
            { from: 9, to: 3, share: 1 },
            { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY },
            ...Array.from({ length: 5000 }, (_, i) => ({ from: i * 400, to: i * 400, share: i })),
          ],
          published: Number.NaN,
          box: [Number.NaN, 0, 0, 0],
          authority: Number.NaN,
        }),
        document(3, { text: 'x'.repeat(3_000_000), published: 1e300, language: '\ud800' }),
      ]);
      expect(ids(index.search(request({ clause: word('fim') })))).toEqual([2]);
      expect(ids(index.search(request({ clause: word('x'.repeat(3_000_000)) })))).toEqual([3]);
      expect(ids(index.search(request({ places: new Map([['p99999', 1]]) })))).toEqual([2]);
      expect(index.search(request()).total).toBe(3);
      let deep: Clause = word('fim');
      for (let i = 0; i < 50_000; i++) deep = { kind: 'not', clause: deep };
      expect(index.search(request({ clause: deep })).total).toBe(3);
      const wide: Clause = {
        kind: 'or',
        clauses: Array.from({ length: 100_000 }, (_, i) => word(`palavra${i} fim`)),
      };
      expect(index.search(request({ clause: wide })).total).toBeLessThanOrEqual(3);
      const odd = index.search(
        request({
          clause: word('fim'),
          offset: -3,
          limit: Number.NaN,
          bound: Number.NaN,
          area: [Number.NaN, 0, 0, 0],
          when: [{ from: Number.NaN, to: 0 }],
          weights: {
            title: Number.NaN,
            text: -1,
            anchors: 0,
            period: Number.NaN,
            place: Number.NaN,
            links: Number.NaN,
            near: Number.NaN,
          },
        }),
      );
      expect(odd.hits).toEqual([]);
      expect(() => index.add([document(0)])).toThrow(RangeError);
      expect(() => index.add([document(Number.NaN)])).toThrow(RangeError);
      index.merge(true);
      expect(index.search(request({ clause: phrase('fim palavra palavra') })).total).toBe(1);
    });
  });
}
