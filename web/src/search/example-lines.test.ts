import { describe, expect, it } from 'vitest';
import type { Facets } from '../api/shapes.ts';
import { exampleLines } from './example-lines.ts';

const place = (name: string, kind: string, state = '') => ({
  key: name,
  name,
  kind,
  country: 'BR',
  state,
  within: [],
  lat: 0,
  lon: 0,
  box: null,
});

const facets: Facets = {
  years: [
    { value: 1941, count: 4 },
    { value: 1945, count: 3 },
    { value: 2024, count: 5 },
  ],
  decades: [],
  publishedYears: [],
  places: [
    { value: place('Brasil', 'country'), count: 9 },
    { value: place('Porto Alegre', 'municipality', 'RS'), count: 5 },
  ],
  sites: [{ value: 'exemplo.pt', count: 8 }],
  kinds: [
    { value: 'page', count: 8 },
    { value: 'geo-file', count: 1 },
  ],
  languages: [],
  bounded: false,
};

describe('example lines', () => {
  it('are made from what the collection speaks of', () => {
    expect(exampleLines(facets)).toEqual([
      'onde:"Porto Alegre, RS"',
      'quando:1940..1949',
      'site:exemplo.pt',
      'tipo:geo',
    ]);
  });

  it('are none for an empty collection', () => {
    expect(exampleLines({ ...facets, years: [], places: [], sites: [], kinds: [] })).toEqual([]);
    expect(exampleLines(null)).toEqual([]);
  });
});
