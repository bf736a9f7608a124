import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BoundingBox, type Gazetteer, loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import type { CataloguePlace } from '../ports/index.ts';
import { SEARCH_INDEX_SCHEMA, SqliteSearchIndex } from '../search-index/index.ts';
import type { IndexedDocument } from '../search-index/port.ts';
import { openDatabase } from '../sqlite.ts';
import {
  cataloguePlace,
  indexRequest,
  type LineContext,
  parseLine,
  placeWeights,
  RANK_WEIGHTS,
} from './index.ts';

let gazetteer: Gazetteer;
let context: LineContext;
let places: Map<string, CataloguePlace>;
const at = (name: string): CataloguePlace => cataloguePlace(gazetteer.resolve(name)!);

beforeAll(async () => {
  gazetteer = await loadGazetteer({ towns: false });
  context = { gazetteer, today: dayNumber(2024, 6, 15) };
  places = new Map(
    ['Porto Alegre', 'Pelotas', 'Rio Grande do Sul', 'Brasil', 'Recife', 'Pernambuco', 'Lisboa', 'Portugal']
      .map(at)
      .map((place) => [place.key, place]),
  );
});

const request = (line: string) => indexRequest(parseLine(line, context), {}, places);

describe('the request to the index', () => {
  it('has the clause, the filters and their negations', () => {
    const asked = request(
      'rio quando:1941 -quando:1942 publicado:2001 site:a.pt -site:b.pt tipo:página -tipo:geo idioma:pt -idioma:en',
    );
    expect(asked).toMatchObject({
      clause: { kind: 'word', text: 'rio' },
      when: [{ from: dayNumber(1941, 1, 1), to: dayNumber(1941, 12, 31) }],
      notWhen: [{ from: dayNumber(1942, 1, 1) }],
      published: [{ from: dayNumber(2001, 1, 1) }],
      sites: ['a.pt'],
      notSites: ['b.pt'],
      kinds: ['page'],
      notKinds: ['geo-file'],
      languages: ['pt'],
      notLanguages: ['en'],
      order: 'relevance',
      offset: 0,
      limit: 10,
      facets: true,
      weights: RANK_WEIGHTS,
    });
    expect(asked).not.toHaveProperty('places');
    expect(asked).not.toHaveProperty('bound');
  });

  it('keeps limits and offsets inside their bounds', () => {
    const query = parseLine('rio', context);
    expect(indexRequest(query, { limit: 1e9, offset: -5, bound: 100 }, places)).toMatchObject({
      limit: 100,
      offset: 0,
      bound: 100,
    });
  });

  it('several places are alternatives, and an excluded one takes what lies in it along', () => {
    const both = request('onde:Recife onde:Lisboa').places!;
    expect([...both].filter(([, weight]) => weight === 1).map(([key]) => places.get(key)!.name)).toEqual(
      expect.arrayContaining(['Recife', 'Lisboa']),
    );
    const without = request('rio -onde:"Rio Grande do Sul"').notPlaces!;
    expect([...without].map((key) => places.get(key)!.name).sort()).toEqual([
      'Pelotas',
      'Porto Alegre',
      'Rio Grande do Sul',
    ]);
  });

  it('looks for the words of a place and a period too, without making them a condition', () => {
    const asked = request('enchentes em Porto Alegre em 1941');
    expect(asked.clause).toEqual({ kind: 'word', text: 'enchentes' });
    expect(asked.prefer).toEqual({
      kind: 'or',
      clauses: [
        { kind: 'phrase', text: 'Porto Alegre' },
        { kind: 'word', text: '1941' },
      ],
    });
    expect(request('rio -onde:Recife')).not.toHaveProperty('prefer');
  });
});

describe('how well places answer', () => {
  const weights = (name: string): Record<string, number> => {
    const place = at(name);
    const found = placeWeights({ place, box: place.box! }, places);
    return Object.fromEntries([...found].map(([key, weight]) => [places.get(key)?.name ?? name, weight]));
  };

  it('the place itself best, then what lies in it, then what holds it', () => {
    const state = weights('Rio Grande do Sul');
    expect(state['Rio Grande do Sul']).toBe(1);
    expect(state['Porto Alegre']!).toBeLessThan(1);
    expect(state['Porto Alegre']!).toBeGreaterThan(0.5);
    expect(state).not.toHaveProperty('Recife');
    const town = weights('Porto Alegre');
    expect(town['Porto Alegre']).toBe(1);
    expect(town['Rio Grande do Sul']!).toBeLessThan(state['Porto Alegre']!);
    expect(town).not.toHaveProperty('Pelotas');
    expect(town).not.toHaveProperty('Brasil');
    expect(Object.keys(weights('Brasil')).sort()).toEqual(
      ['Brasil', 'Pelotas', 'Pernambuco', 'Porto Alegre', 'Recife', 'Rio Grande do Sul'].sort(),
    );
  });

  it('a region holds what its box holds, and a place that nobody names is still asked for', () => {
    expect(Object.keys(weights('Nordeste do Brasil'))).toEqual(
      expect.arrayContaining(['Recife', 'Pernambuco']),
    );
    const sobral = at('Sobral');
    expect(placeWeights({ place: sobral, box: sobral.box! }, places).get(sobral.key)).toBe(1);
  });

  it('a box that holds a place never answers worse when it grows less of anything else', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        fc.double({ min: 0.05, max: 3, noNaN: true }),
        (a, b) => {
          const [small, large] = [Math.min(a, b), Math.max(a, b)];
          const target = at('Porto Alegre');
          const [west, south, east, north] = target.box!;
          // Boxes inside the place, around its middle: the larger one shares more of it.
          const inner = (part: number): BoundingBox => {
            const [x, y] = [(west + east) / 2, (south + north) / 2];
            const [w, h] = [((east - west) * part) / 8, ((north - south) * part) / 8];
            return [x - w, y - h, x + w, y + h];
          };
          const weight = (part: number) =>
            placeWeights({ place: null, box: inner(part) }, places).get(target.key) ?? 0;
          expect(weight(large)).toBeGreaterThanOrEqual(weight(small) - 1e-9);
        },
      ),
      { numRuns: 60, seed: 2 },
    );
  });
});

describe('ranking with these weights', () => {
  const document = (id: number, extra: Partial<IndexedDocument>): IndexedDocument => ({
    id,
    kind: 'page',
    site: 'exemplo.pt',
    language: 'pt',
    title: 'Página',
    text: 'Um texto sobre as enchentes e as pontes da região, com as mesmas palavras em todas as páginas.',
    anchors: '',
    address: '',
    byline: '',
    titlePeriods: [],
    spans: null,
    published: null,
    doubtful: false,
    periods: [],
    places: [],
    box: null,
    authority: 0,
    ...extra,
  });
  const ranked = (documents: readonly IndexedDocument[], line: string): number[] => {
    const db = openDatabase(':memory:');
    try {
      db.exec(SEARCH_INDEX_SCHEMA);
      const index = new SqliteSearchIndex(db);
      index.add(documents);
      return index.search(request(line)).hits.map((hit) => hit.id);
    } finally {
      db.close();
    }
  };
  const year = (y: number, share: number) => ({ from: dayNumber(y, 1, 1), to: dayNumber(y, 12, 31), share });

  it('a page that has more of the period never comes lower, all else equal', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 6 }),
        (shares) => {
          const documents = shares.map((share, i) =>
            document(i + 1, { periods: [year(1941, share / 20), year(1850, 1 - share / 20)] }),
          );
          const order = ranked(documents, 'enchentes quando:1941').map((id) => shares[id - 1]!);
          expect(order).toEqual([...shares].sort((a, b) => b - a));
        },
      ),
      { numRuns: 15, seed: 4 },
    );
  });

  it('a page that has more of the place never comes lower, and the place itself comes before what lies in it', () => {
    const rs = at('Rio Grande do Sul').key;
    const poa = at('Porto Alegre').key;
    const documents = [0.2, 0.9, 0.5].map((share, i) => document(i + 1, { places: [{ place: rs, share }] }));
    expect(ranked(documents, 'enchentes onde:"Rio Grande do Sul"')).toEqual([2, 3, 1]);
    const both = [
      document(1, { places: [{ place: poa, share: 0.5 }] }),
      document(2, { places: [{ place: rs, share: 0.5 }] }),
    ];
    expect(ranked(both, 'enchentes onde:"Rio Grande do Sul"')).toEqual([2, 1]);
  });

  it('a word in the title counts more than in the text, and links break ties', () => {
    const documents = [
      document(1, { text: 'Sobre a ponte. A ponte e outra ponte.' }),
      document(2, { title: 'A ponte', text: 'Um texto qualquer sobre o rio.' }),
      document(3, { title: 'A ponte', text: 'Um texto qualquer sobre o rio.', authority: 1 }),
    ];
    expect(ranked(documents, 'ponte')).toEqual([3, 2, 1]);
  });

  it('what names the place in its title comes before what only speaks of it', () => {
    const poa = at('Porto Alegre').key;
    const documents = [
      document(1, { places: [{ place: poa, share: 0.5 }] }),
      document(2, { title: 'Enchente em Porto Alegre', places: [{ place: poa, share: 0.5 }] }),
    ];
    expect(ranked(documents, 'onde:"Porto Alegre"')).toEqual([2, 1]);
  });
});
