import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import {
  COMPAT_TERMS,
  GeoVocabulary,
  isStopWord,
  MODERN_TERMS,
  relevance,
  selectTerms,
  TermCounter,
  type TermCounts,
} from './index.ts';

const compat = new GeoVocabulary({ profile: 'compat' });
const modern = new GeoVocabulary();

describe('the geo-interesting words', () => {
  it('[G-AC-055] are 79, all of the table; modern adds spatial', () => {
    const table =
      'aerofoto|aerial photography|limite|boundary|shape|shapefile|cartografia|cartography|cartográfico|cartographic|censo|census|cidade|city|município|county|estado|state|país|country|clima|climate|coordenada|coordinate|desmatamento|deforestation|escala|scale|geografia|geography|geográfico|geographic|geoprocessamento|geoprocessing|mapa|map|mapeamento|mapping|mosaico|mosaic|projeção|projection|espacial|spacial|espectral|spectral|temporal|temporal|satélite|satellite|temático|thematic|temperatura|temperature|tempo|weather|sensoriamento|sensing|remoto|remote|topográfico|topographic|vegetação|vegetation|imagem|image|sig|gis|shp|arcview|latitude|longitude|landsat|ikonos|quickbird|spot|lat|long|queimada|geo'.split(
        '|',
      );
    expect(table).toHaveLength(80);
    expect(new Set(COMPAT_TERMS.map((t) => t.term))).toEqual(new Set(table));
    expect(COMPAT_TERMS).toHaveLength(79);
    expect(MODERN_TERMS).toHaveLength(80);
    expect(MODERN_TERMS.at(-1)?.term).toBe('spatial');
    expect(
      MODERN_TERMS.filter((t) => t.weight === 0.25)
        .map((t) => t.term)
        .sort(),
    ).toEqual('long state image spot tempo estado limite remote scale city'.split(' ').sort());
  });

  it('[G-AC-052] a phrase counts as a phrase', () => {
    for (const vocabulary of [compat, modern]) {
      expect(vocabulary.isGeographic('low aerial photography of the coast')).toBe(true);
      expect(vocabulary.isGeographic('an aerial view, and photography')).toBe(false);
      expect(vocabulary.isGeographic('aerial')).toBe(false);
    }
  });

  it('[G-AC-053] accents and case do not count', () => {
    for (const vocabulary of [compat, modern])
      for (const word of ['município', 'municipio', 'MUNICÍPIO'])
        expect(vocabulary.evidence(`o ${word} de`).words).toEqual(['município']);
  });

  it('[G-AC-054] modern: plurals count, a lone common word proves nothing', () => {
    expect(compat.isGeographic('mapas')).toBe(false);
    expect(modern.isGeographic('mapas')).toBe(true);
    for (const word of [
      'projeções',
      'imagens de satélites',
      'cidades',
      'countries',
      'espaciais',
      'base cartográfica',
      'informações geográficas',
    ])
      expect(modern.isGeographic(word)).toBe(true);
    expect(compat.isGeographic('a long story')).toBe(true);
    expect(modern.isGeographic('a long story')).toBe(false);
    expect(modern.evidence('a long story').score).toBe(0.25);
    expect(modern.evidence('long long long').score).toBe(0.25);
    expect(modern.isGeographic('shp')).toBe(true);
  });

  it('take any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { score, words } = modern.evidence(text);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(new Set(words).size).toBe(words.length);
      }),
    );
  });
});

describe('building the list', () => {
  const counts = new Map<string, TermCounts>(
    (
      [
        ['mapa', 10, 2, 1, 4],
        ['dados', 30, 1, 1, 2],
        ['shape', 8, 3, 2, 6],
        ['download', 6, 0, 0, 1],
        ['contato', 2, 0, 0, 0],
      ] as const
    ).map(([term, body, title, description, emphasised]) => [term, { body, title, description, emphasised }]),
  );

  it('[G-AC-080] weighs words by where they stand, with either weight of the description, and keeps those above the mean', () => {
    const values = (weight: number) => [...counts.values()].map((count) => relevance(count, weight));
    expect(values(2.5)).toEqual([21.5, 37, 26.5, 7.25, 2]);
    expect(values(2)).toEqual([21, 36.5, 25.5, 7.25, 2]);
    for (const [weight, mean] of [
      [2.5, 18.85],
      [2, 18.45],
    ] as const) {
      const built = selectTerms(counts, { descriptionWeight: weight });
      expect(built.mean).toBeCloseTo(mean, 10);
      expect(built.selected.map((t) => t.term).sort()).toEqual(['dados', 'mapa', 'shape']);
      // `dados` is dropped by hand; the counterparts of the rest are added.
      expect([...built.terms].sort()).toEqual(['map', 'mapa', 'shape', 'shapefile']);
    }
    const level = new Map(
      ['um', 'dois'].map((term) => [`${term}x`, { body: 3, title: 0, description: 0, emphasised: 0 }]),
    );
    expect(selectTerms(level).selected).toEqual([]);
  });

  it('[G-AC-081] stop words never enter, from counts or from pages', () => {
    const counter = new TermCounter();
    counter.add(
      parseHtml(
        '<title>O mapa de uso</title><meta name=description content="e os mapas da região"><body>a de é à da que o tais como e os <b>para a cidade</b> the of and mapa mapa mapa',
      ),
    );
    for (const word of 'a de é à da que o tais como e os para the of and'.split(' ')) {
      expect(isStopWord(word)).toBe(true);
      expect(counter.counts.has(word)).toBe(false);
    }
    for (const word of ['devido', 'medida', 'vários']) expect(isStopWord(word)).toBe(false);
    const built = selectTerms(
      new Map([...counter.counts, ['de', { body: 999, title: 9, description: 9, emphasised: 9 }]]),
    );
    expect(built.all.map((t) => t.term)).not.toContain('de');
    expect(counter.counts.get('mapa')).toEqual({ body: 3, title: 1, description: 0, emphasised: 0 });
    expect(counter.counts.get('cidade')).toEqual({ body: 1, title: 0, description: 0, emphasised: 1 });
    expect(counter.counts.get('mapas')).toEqual({ body: 0, title: 0, description: 1, emphasised: 0 });
  });
});
