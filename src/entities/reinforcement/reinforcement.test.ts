import { describe, expect, it } from 'vitest';
import { complementaryQueries, complementedValues } from './complementary.ts';
import { jaro, jaroWinkler } from './jaro-winkler.ts';
import { FAITHFUL, QueryScorer, REINFORCED, STRUCTURAL_WEIGHTS } from './q-score.ts';
import { entityIds, pagesOf, type Query } from './query.ts';
import {
  agreement,
  Background,
  ColumnProfile,
  dirichletJs,
  numbersAgree,
  rawDirichletJs,
  TermCounts,
} from './value-similarity.ts';
import { dateOf, dateOrderOf, isbnOf, normalValue, numberOf, phoneOf, typeOf } from './value-type.ts';

const query = (
  id: string,
  pivot: string,
  path: string,
  ...values: [string, string | null, string][]
): Query => ({
  id,
  pivot,
  path,
  values: values.map(([page, entity, value]) => ({ page, entity, value })),
});

// The toy site of the source.
const W = 'jogador w';
const V = 'jogador v';
const Q1 = query('Q1', 'Time:', 'DIV-LI-DIV', ['p1', W, 'Real Madrid']);
const Q2 = query('Q2', 'Time:', 'DIV-LI-DIV-FONT', ['p2', V, 'PSG']);
const Q3 = query('Q3', 'Time:', 'DIV-LI-UL-HTML-DIV', ['p1', W, 'Jogador W'], ['p2', V, 'Jogador V']);
const Q4 = query('Q4', 'Salário:', 'DIV-LI-DIV', ['p1', W, '$61,000.00'], ['p2', V, '$2 mi']);
const Q5 = query('Q5', 'Veja também:', 'P-DIV-P', ['p2', V, 'Real Madrid']);
const OTHER_SITE = query('A', 'Club', 'TD-TR-TD', ['x', V, 'PSG'], ['y', 'jogador z', 'Santos']);
const TOY = { selected: Q1, candidates: [Q2, Q5], others: [Q3, Q4], pageCount: 2 };

describe('strings', () => {
  it('[O-AC-51] are compared by Jaro and Jaro-Winkler', () => {
    const cases: [string, string, number | null, number][] = [
      ['MARTHA', 'MARHTA', 0.944444, 0.961111],
      ['DIXON', 'DICKSONX', 0.766667, 0.813333],
      ['DIV-LI-DIV-FONT', 'DIV-LI-DIV', 0.888889, 0.933333],
      ['DIV-LI-UL-HTML-DIV', 'DIV-LI-DIV', 0.851852, 0.911111],
      ['Salário:', 'Time:', null, 0.441667],
      ['', '', 1, 1],
      ['', 'a', 0, 0],
    ];
    for (const [a, b, plain, winkler] of cases) {
      if (plain !== null) expect(jaro(a, b)).toBeCloseTo(plain, 6);
      expect(jaroWinkler(a, b)).toBeCloseTo(winkler, 6);
    }
  });

  it('[O-AC-52] fit a column by the terms that are its own', () => {
    const teams = ['Real Madrid', 'Atletico Madrid', 'Barcelona', 'Real Sociedad'];
    const column = new ColumnProfile(
      teams,
      new TermCounts([teams, ['Madrid', 'Rosario', 'Madrid', 'Salto']]),
    );
    expect(column.type).toBe('string');
    expect(column.fitness('real')).toBe(1);
    expect(column.fitness('madrid')).toBe(0.5);
    expect(['Real Betis', 'Madrid', 'PSG', 'Real Madrid', '—'].map((value) => column.fit(value))).toEqual([
      0.5, 0.5, 0, 0.75, 0,
    ]);
  });

  it('[O-AC-56] agree by smoothed Jensen-Shannon similarity', () => {
    const pairs: [string, string][] = [
      ['FC Barcelona', 'Barcelona'],
      ['Real Madrid', 'Atletico Madrid'],
      ['PSG', 'Real Madrid'],
    ];
    const none = new Background([], 0);
    const corpus = ['Real Madrid', 'PSG', 'FC Barcelona', 'Barcelona', 'Atletico Madrid', 'Real Sociedad'];
    const background = new Background(corpus);
    for (const [i, [bare, smoothed, normalised]] of [
      [0.688722, 0.485475, 0.715794],
      [0.5, 0.4, 0.510754],
      [0, 0, 0],
    ].entries()) {
      expect(rawDirichletJs(...pairs[i]!, none)).toBeCloseTo(bare!, 6);
      expect(rawDirichletJs(...pairs[i]!, background)).toBeCloseTo(smoothed!, 6);
      expect(dirichletJs(...pairs[i]!, background)).toBeCloseTo(normalised!, 6);
    }
    for (const text of corpus) expect(dirichletJs(text, text, background)).toBeCloseTo(1, 9);
  });
});

describe('numbers, dates, telephones, ISBNs', () => {
  it('[O-AC-53] fit a column of numbers by its spread', () => {
    const column = new ColumnProfile(['170 cm', '171 cm', '193 cm', '182 cm', '189 cm']);
    expect(column.type).toBe('number');
    expect(column.fit('181 cm')).toBeCloseTo(1, 9);
    expect(column.fit('190 cm')).toBeCloseTo(0.624421, 6);
    expect(column.fit('72 cm')).toBeCloseTo(0, 6);
    expect(column.fit('tall')).toBe(0);
    const constant = new ColumnProfile(['5', '5']);
    expect([constant.fit('5'), constant.fit('6')]).toEqual([1, 0]);
  });

  it('[O-AC-54] agree within two per cent of the smaller column', () => {
    const own = new ColumnProfile(['170', '171', '193']);
    const other = new ColumnProfile(['169', '171', '194']);
    const agrees = (a: string, b: string) => agreement(a, b, 'number', own, other, new Background([]));
    expect([agrees('170', '169'), agrees('171', '171'), agrees('193', '194'), agrees('170', '175')]).toEqual([
      1, 1, 1, 0,
    ]);
    expect(numbersAgree(72, 67, 72, 67)).toBe(false);
  });

  it('[O-AC-55] agree whatever their form', () => {
    expect(normalValue('24/06/1987', 'date')).toBe(normalValue('Jun 24, 1987', 'date'));
    expect(normalValue('15 de março de 2024', 'date')).toBe('2024-03-15');
    expect(isbnOf('0-306-40615-2')).toBe(isbnOf('978-0-306-40615-7'));
    expect(isbnOf('0-306-40615-3')).toBeNull();
    expect(phoneOf('(51) 3308-6000')).toBe(phoneOf('51 3308 6000'));
    expect(phoneOf('+55 51 3308-6000')).toBe('5133086000');
  });

  it('are recognised in Portuguese and English', () => {
    const cases: [string, string][] = [
      ['978-0-306-40615-7', 'isbn'],
      ['03/02/2024', 'date'],
      ['1º de maio de 1999', 'date'],
      ['June 1, 2010', 'date'],
      ['(11) 99999-0000', 'phone'],
      ['334-229-4400', 'phone'],
      ['R$ 1.234,56', 'number'],
      ['1,85 m', 'number'],
      ['12%', 'number'],
      ['6\'10"', 'number'],
      ['Rosario', 'string'],
      ['', 'string'],
    ];
    for (const [text, type] of cases) expect([text, typeOf(text)]).toEqual([text, type]);
    expect(numberOf('R$ 1.234,56', ',')).toBeCloseTo(1234.56);
    expect(numberOf('1,85 m.', ',')).toBeCloseTo(185);
    expect(dateOrderOf(['03/02/2024', '04/25/2024'])).toBe('mdy');
    expect(dateOf('03/02/2024', 'mdy')).toBe('2024-03-02');
  });
});

describe('q_score', () => {
  it('[O-AC-57] chooses the variant where another site knows the entity', () => {
    const scorer = new QueryScorer(Q1, [OTHER_SITE], [Q3, Q4], 2, FAITHFUL);
    const second = scorer.score(Q2);
    expect(second.pivot).toBeCloseTo(1, 9);
    expect(second.path).toBeCloseTo(0.933333, 6);
    expect(second.attr).toBe(0);
    expect(second.entity).toBeCloseTo(1, 9);
    expect(second.total).toBeCloseTo(0.693333, 6);
    const fifth = scorer.score(Q5);
    expect(fifth.pivot).toBeCloseTo(0.355556, 6);
    expect(fifth.path).toBeCloseTo(0.604762, 6);
    expect(fifth.attr).toBeCloseTo(1, 9);
    expect(fifth.total).toBeCloseTo(0.396032, 6);
    const found = complementaryQueries({ ...TOY, aligned: [OTHER_SITE], profile: FAITHFUL });
    expect(found.map((complement) => complement.query.id)).toEqual(['Q2']);
    expect(complementedValues(Q1, found).map(({ page, value }) => [page, value])).toEqual([
      ['p1', 'Real Madrid'],
      ['p2', 'PSG'],
    ]);
  });

  it('[O-AC-58] fails without shared entities as published; the structural weights choose right', () => {
    const faithful = complementaryQueries({ ...TOY, profile: FAITHFUL });
    expect(faithful.map(({ query, score }) => [query.id, Number(score.total.toFixed(6))])).toEqual([
      ['Q5', 0.396032],
    ]);
    const structural = { ...FAITHFUL, fallback: { weights: STRUCTURAL_WEIGHTS, beta: 0.3 } };
    const scorer = new QueryScorer(Q1, [], [Q3, Q4], 2, structural);
    expect(scorer.score(Q2).total).toBeCloseTo(0.683333, 6);
    expect(scorer.score(Q5).total).toBeCloseTo(0.593413, 6);
    for (const profile of [structural, REINFORCED])
      expect(complementaryQueries({ ...TOY, profile }).map(({ query }) => query.id)).toEqual(['Q2']);
  });

  it('[O-AC-59] must exceed β, not reach it', () => {
    const exact = new QueryScorer(Q1, [], [Q3, Q4], 2, FAITHFUL).score(Q5).total;
    const at = complementaryQueries({ ...TOY, profile: { ...FAITHFUL, beta: exact } });
    expect(at).toEqual([]);
    const below = complementaryQueries({ ...TOY, profile: { ...FAITHFUL, beta: exact - 1e-9 } });
    expect(below.map(({ query }) => query.id)).toEqual(['Q5']);
  });

  it('[O-AC-62] has its agreement on entities between 0 and 1, or as the printed sum', () => {
    const entities = Array.from({ length: 9 }, (_, i) => `e${i}`);
    const selected = query('s', 'Team', 'TD-TR-TD', ['p', null, 'Reds']);
    const candidate = query(
      'c',
      'Team',
      'TD-TR-TD-B',
      ...entities.map((e): [string, string, string] => [e, e, 'Blues']),
    );
    const aligned = query(
      'a',
      'Club',
      'DD',
      ...entities.map((e): [string, string, string] => [e, e, 'Blues']),
    );
    expect(new QueryScorer(selected, [aligned], [], 10, FAITHFUL).score(candidate).entity).toBeCloseTo(1, 9);
    const raw = new QueryScorer(selected, [aligned], [], 10, { ...FAITHFUL, normalised: false }).score(
      candidate,
    );
    expect(raw.entity).toBeCloseTo(9, 9);
  });
});

describe('complements', () => {
  const page = (i: number): string => `p${i}`;
  const rows = (from: number, to: number, value: (i: number) => string): [string, null, string][] =>
    Array.from({ length: to - from }, (_, k) => [page(from + k), null, value(from + k)]);

  it('[O-AC-60] are disjoint, and end when the pages are covered or nothing scores', () => {
    const colour = (i: number) => ['red', 'green', 'blue'][i % 3]!;
    const selected = query('s', 'Colour:', 'DT-DL-DD', ...rows(0, 4, colour));
    const candidates = [
      query('a', 'Colour:', 'DT-DL-DD-B', ...rows(4, 7, colour)),
      query('b', 'Colour:', 'DT-DL-DD-I', ...rows(6, 9, colour)),
      query('c', 'Colour:', 'DT-DL-DD-U', ...rows(7, 10, colour)),
      query('d', 'Colour:', 'DT-DL-DD-S', ...rows(3, 5, colour)),
    ];
    const found = complementaryQueries({ selected, candidates, pageCount: 10, profile: FAITHFUL });
    const covered = [selected, ...found.map((complement) => complement.query)].flatMap((q) => [
      ...pagesOf(q),
    ]);
    expect(found.map((complement) => complement.query.id)).toEqual(['a', 'c']);
    expect(new Set(covered).size).toBe(covered.length);
    expect(covered).toHaveLength(10);
    const whole = query('w', 'Colour:', 'DT', ...rows(0, 10, colour));
    expect(complementaryQueries({ selected: whole, candidates, pageCount: 10 })).toEqual([]);
  });

  it('[O-AC-61] are not found for an attribute that some pages lack', () => {
    const selected = query('s', 'Phone:', 'DT-DL-DD', ...rows(0, 8, (i) => `(51) 3308-600${i}`));
    const candidates = [
      query('advert', 'Sponsored', 'ASIDE-A-SPAN', ...rows(8, 10, (i) => `Buy now ${i}`)),
      query('footer', 'Home', 'UL-LI-A-B', ...rows(9, 10, () => 'About us')),
    ];
    for (const profile of [FAITHFUL, REINFORCED])
      expect(complementaryQueries({ selected, candidates, pageCount: 10, profile })).toEqual([]);
  });

  it('are not found by structure alone beside another label', () => {
    const otherwiseLabelled = new Set(['Q2']);
    expect(complementaryQueries({ ...TOY, otherwiseLabelled }).map(({ query: { id } }) => id)).not.toContain(
      'Q2',
    );
    const confirmed = complementaryQueries({ ...TOY, otherwiseLabelled, aligned: [OTHER_SITE] });
    expect(confirmed.map(({ query: { id } }) => id)).toEqual(['Q2']);
  });

  it('[O-AC-63] take nothing away and change no value that was there', () => {
    const selected = query('s', 'Year', 'DT-DD', ...rows(0, 5, (i) => `${1990 + i}`));
    const candidates = [
      query('c', 'Year', 'DT-DD-B', ...rows(2, 9, (i) => (i < 5 ? `${1990 + i}` : `${1980 + i}`))),
    ];
    const found = complementaryQueries({ selected, candidates, pageCount: 10 });
    expect(found).toHaveLength(1);
    const all = complementedValues(selected, found);
    expect(all.slice(0, 5).map(({ value }) => value)).toEqual(selected.values.map(({ value }) => value));
    expect(all.map(({ page }) => page)).toEqual(Array.from({ length: 9 }, (_, i) => page(i)));
    expect(all.slice(5).every(({ score }) => score !== null)).toBe(true);
  });
});

describe('entity identifiers', () => {
  it('[O-AC-64] that two pages share are reported and left out', () => {
    const ids = entityIds([
      { page: 'a', value: 'EOS 5D' },
      { page: 'b', value: 'eos-5d' },
      { page: 'c', value: 'Nikon D3' },
    ]);
    expect(ids.repeated).toEqual(['eos 5d']);
    expect(ids.byPage.get('a')).toBeNull();
    expect(ids.byPage.get('c')).toBe('nikon d3');
    const aligned = query('a', 'Price', 'TD', ['x', 'eos 5d', '$1']);
    const candidate = query('c', 'Price', 'TD', ['a', ids.byPage.get('a')!, '$1']);
    expect(new QueryScorer(candidate, [aligned], [], 3).score(candidate).sharedEntities).toBe(0);
  });
});
