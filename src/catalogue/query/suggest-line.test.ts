import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import { cataloguePlace, didYouMean, parseLine, type SuggestionSources, suggestLine } from './index.ts';

let gazetteer: Gazetteer;
let sources: SuggestionSources;
const WORDS = ['enchente', 'enchentes', 'encosta', 'casa', 'igreja'];
const TITLES = ['Enchente de 1941 em Porto Alegre', 'Igreja de Castro Velho'];
const SITES = ['www.gazeta-exemplo.com.br', 'www.enciclopedia-exemplo.pt'];

beforeAll(async () => {
  gazetteer = await loadGazetteer({ towns: false });
  sources = {
    words: (prefix, limit) =>
      WORDS.filter((word) => word.startsWith(prefix))
        .slice(0, limit)
        .map((word) => ({ word, documents: 1 })),
    places: ['Portalegre', 'Porto Alegre', 'Recife'].map((name) => cataloguePlace(gazetteer.resolve(name)!)),
    sites: (prefix) => SITES.filter((site) => site.includes(prefix)),
    titles: (prefix) => TITLES.filter((title) => title.toLowerCase().startsWith(prefix.toLowerCase())),
    gazetteer,
    frequency: (word) => (WORDS.includes(word) ? 1 : 0),
    today: dayNumber(2024, 6, 15),
  };
});

const lines = (text: string): string[] => suggestLine(text, 8, sources).map(({ line }) => line);

describe('suggestions while typing', () => {
  it('complete the last word and leave the rest of the line', () => {
    expect(lines('grande enche')).toEqual(['grande enchente', 'grande enchentes']);
  });

  it('complete places behind a preposition, those of the collection first', () => {
    expect(lines('enchentes em Por').slice(0, 2)).toEqual([
      'enchentes em Portalegre',
      'enchentes em Porto Alegre',
    ]);
    expect(lines('enchentes em porto al')[0]).toBe('enchentes em Porto Alegre');
    expect(lines('enchentes em Curit')).toContain('enchentes em Curitiba');
  });

  it('complete the value of a prefix, in quotes and with what tells namesakes apart', () => {
    expect(lines('onde:Por')).toContain('onde:"Porto Alegre, RS"');
    expect(lines('onde:"porto al')[0]).toBe('onde:"Porto Alegre, RS"');
    expect(lines('rio site:gaz')).toEqual(['rio site:www.gazeta-exemplo.com.br']);
    expect(lines('tipo:ent')).toEqual(['tipo:entidade']);
    expect(lines('quando:194')).toContain('quando:1941');
    expect(lines('quando:sé')).toContain('quando:"século XIX"');
  });

  it('complete periods in plain words', () => {
    expect(lines('música dos anos 3')).toContain('música dos anos 30');
    expect(lines('café no século X')).toContain('café no século XIX');
  });

  it('give titles, as phrases that find them', () => {
    expect(lines('Igreja de')).toContain('"Igreja de Castro Velho"');
  });

  it('mend misspelt places, with and without a prefix', () => {
    expect(lines('enchentes em Porto Alegri')).toContain('enchentes em Porto Alegre');
    expect(lines('onde:"Porto Alegri')).toContain('onde:"Porto Alegre, RS"');
  });

  it('never repeat the line, are lines that can be read, and keep to their number, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc
        .array(
          fc.constantFrom(
            'em',
            'onde:',
            'quando:',
            'site:',
            'Por',
            'to',
            ' ',
            '"',
            '(',
            'anos ',
            '19',
            'enche',
          ),
          {
            maxLength: 8,
          },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.nat(10), (typed, limit) => {
        const found = suggestLine(typed, limit, sources);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found.map(({ line }) => line)).size).toBe(found.length);
        for (const { line } of found) {
          expect(line).not.toBe(typed);
          parseLine(line, { gazetteer, today: sources.today! });
        }
      }),
      { numRuns: 100, seed: 3 },
    );
    expect(suggestLine('x'.repeat(100_000), 8, sources)).toEqual([]);
  });
});

describe('did you mean', () => {
  const mended = (line: string): string | null =>
    didYouMean(parseLine(line, { gazetteer, today: sources.today! }), {
      frequency: (word) => sources.frequency!(word),
    });

  it('mends the name and nothing else of the line', () => {
    expect(mended('enchentes em Porto Alegri em 1941 -casa')).toBe('enchentes em Porto Alegre em 1941 -casa');
    expect(mended('onde:"Porto Alegri" casa')).toBe('onde:"Porto Alegre" casa');
    expect(mended('onde:Florianopoliss')).toBe('onde:Florianópolis');
    expect(mended('secas no Ceraá')).toBe('secas no Ceará');
  });

  it('gives quotes to a name of several words behind a prefix, and keeps a state that was given', () => {
    expect(mended('onde:Porto Alegri casa')).toBe('onde:"Porto Alegre" casa');
    expect(mended('onde:"Puerto Alegre, RS"')).toBe('onde:"Porto Alegre, RS"');
  });

  it('leaves alone what is right, and words that the collection has', () => {
    for (const line of ['enchentes em Porto Alegre', 'igreja em casa', 'em igreja', 'rio'])
      expect(mended(line)).toBeNull();
  });
});
