import { expect, it } from 'vitest';
import type { Facets } from '../../catalogue/index.ts';
import { SEARCH_WORDS } from '../../words/search.ts';
import { facetText } from './hit-text.ts';

const place = (kind: string, within: readonly string[]) => ({
  key: kind,
  name: 'São Paulo',
  kind,
  country: 'BR',
  state: 'SP',
  within,
  lat: -23.5,
  lon: -46.6,
  box: null,
});

const NONE: Facets = {
  years: [],
  decades: [],
  publishedYears: [],
  places: [],
  sites: [],
  kinds: [],
  languages: [],
  bounded: false,
};

const lines = (facets: Partial<Facets>): string[] =>
  facetText({ ...NONE, ...facets }, SEARCH_WORDS['pt-BR'], 'pt-BR')
    .split('\n')
    .slice(1)
    .map((line) => line.trim());

it('tells of namesakes which is which', () => {
  const places = [
    { value: place('municipality', ['São Paulo', 'Brasil']), count: 9 },
    { value: place('state', ['Brasil']), count: 4 },
  ];
  expect(lines({ places })).toEqual(['9  São Paulo, SP', '4  São Paulo (estado)', '']);
});

it('tells few years one by one and of many the fullest decades, in their order', () => {
  const years = Array.from({ length: 300 }, (_, i) => ({ value: 1700 + i, count: i < 200 ? 1 : 2 }));
  const decades = Array.from({ length: 30 }, (_, i) => ({ value: 1700 + 10 * i, count: i < 20 ? 1 : 2 }));
  expect(lines({ years: years.slice(0, 2), decades: decades.slice(0, 1) })).toEqual([
    '1  1700',
    '1  1701',
    '',
  ]);
  const many = lines({ years, decades });
  expect(many).toHaveLength(22);
  expect([many[0], many[19], many[20]]).toEqual(['1  1800..1809', '2  1990..1999', '… 10']);
});
