import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer, placesInText } from '../index.ts';
import { FEATURE_COUNT, findCandidates, readEvidence, TextWords, treesOf } from './index.ts';
import { PLACE_MODEL } from './place-model-data.ts';
import { GAP, SHAPE } from './text-words.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});

/** What is said of a text, as it is written there. */
const said = (text: string): string[] => placesInText(gazetteer, text).map(({ text: written }) => written);
/** The same as the gazetteer has it. */
const meant = (text: string): (string | undefined)[] =>
  placesInText(gazetteer, text).map(({ place }) => place?.name);

describe('the words of a text', () => {
  it('stand where the text has them, with what is between them', () => {
    const words = new TextWords('Em São Paulo (SP), dia 12: 3ª-feira.\n\nFIM');
    const written = Array.from({ length: words.count }, (_, i) =>
      words.text.slice(words.start[i], words.end[i]),
    );
    expect(written).toEqual(['Em', 'São', 'Paulo', 'SP', 'dia', '12', '3ª', 'feira', 'FIM']);
    expect(words.gap[3]! & GAP.open).not.toBe(0);
    expect(words.gap[8]! & GAP.blankLine).not.toBe(0);
    expect([...words.shape.subarray(0, 4)]).toEqual([SHAPE.title, SHAPE.title, SHAPE.title, SHAPE.capitals]);
  });

  it('end their block where a line is too short or too long to have been wrapped', () => {
    const gaps = (first: string): number =>
      new TextWords(`${first}\nfim`).gap.find((_, i) => i === first.split(' ').length)!;
    expect(gaps('Uma linha curta') & GAP.blankLine).not.toBe(0);
    expect(gaps(`Uma linha que alguém partiu quando chegava à margem ${'da'} folha`) & GAP.blankLine).toBe(0);
    expect(gaps(`${'palavra '.repeat(30)}fim`) & GAP.blankLine).not.toBe(0);
  });

  it('are parted where the code of a state is glued to a name, and nowhere else', () => {
    const count = (text: string): number => new TextWords(text).count;
    expect(count('CuritibaPR')).toBe(2);
    expect(count('JavaScript')).toBe(1);
    expect(count('McDonald')).toBe(1);
    expect(count('iPhone')).toBe(1);
  });
});

describe('places in a text', () => {
  it('are cities abroad by their names in Brazil and in Portugal', () => {
    expect(meant('Voou de Londres para Genebra, de Moscou para Viena e de Moscovo para Amesterdão.')).toEqual(
      ['London', 'Geneva', 'Moscow', 'Vienna', 'Moscow', 'Amsterdam'],
    );
  });

  it('are rivers, seas, islands, mountains and regions', () => {
    expect(said('A expedição desceu o rio Tapajós e chegou ao Atlântico.')).toEqual([
      'rio Tapajós',
      'Atlântico',
    ]);
    expect(said('Há neve na Serra da Estrela e sol no Alentejo; no Médio Oriente faz calor.')).toEqual([
      'Serra da Estrela',
      'Alentejo',
      'Médio Oriente',
    ]);
  });

  it('are a state by its code, where a code is one', () => {
    expect(meant('A empresa tem sede em SP e filial em Betim/MG.')).toEqual(['São Paulo', 'Betim']);
    expect(said('O laço em PHP e o conector ST.')).toEqual([]);
  });

  it('are none of the words, persons and things that are called like a town', () => {
    for (const text of [
      'A Secretaria de Saúde abriu a campanha em março.',
      'O ministro Campos disse ontem que Oliveira renunciou.',
      'Penso que não. Passo a votar.',
      'Maria Campinas e José Viana casaram-se.',
      'O Sr. Faro e a Dra. Guarda chegaram tarde.',
      'A apelação foi provida; a União recorreu.',
    ])
      expect(said(text), text).toEqual([]);
  });

  it('are told from the same word by what stands before it', () => {
    expect(said('O Natal passou. Em Natal, as praias encheram.')).toEqual(['Natal']);
    expect(said('A vitória veio tarde. O avião pousou em Vitória.')).toEqual(['Vitória']);
  });

  it('are names that the gazetteer lacks, where the text says what they are', () => {
    const [mention] = placesInText(gazetteer, 'Nasceu na freguesia de Vilarandela do Xisto, perto da serra.');
    expect(mention).toMatchObject({ text: 'Vilarandela do Xisto', place: null, which: 0 });
  });

  it('are the namesake that the text speaks of, with how likely it is that one', () => {
    const [told] = placesInText(gazetteer, 'A feira de Bom Jesus (PI) começa hoje.');
    expect(told).toMatchObject({ place: { name: 'Bom Jesus', state: 'PI' } });
    expect(told!.which).toBeGreaterThan(0.9);
    const [guessed] = placesInText(gazetteer, 'Moram em Bom Jesus há anos.');
    expect(guessed!.which).toBeLessThan(0.7);
  });

  it('are the town before the division of its name, unless division is what stands beside it', () => {
    const kinds = (text: string): string[] =>
      placesInText(gazetteer, text).map(({ place }) => `${place?.name} ${place?.kind}`);
    expect(kinds('Mas foi na cidade de São Paulo que começou.')).toEqual(['São Paulo municipality']);
    expect(kinds('Greve em São Paulo, Guarulhos e Osasco.')[0]).toBe('São Paulo municipality');
    expect(kinds('Os estados de São Paulo, Minas Gerais e Bahia.')[0]).toBe('São Paulo state');
    expect(kinds('Viajou de Londres para Lisboa.')).toEqual(['London city', 'Lisboa municipality']);
    expect(kinds('O distrito de Braga tem catorze concelhos.')).toEqual(['Braga district']);
    expect(kinds('O Atlântico é largo e fundo.')).toEqual(['Oceano Atlântico physical']);
  });

  it('are the great town abroad before the village of its name, and what is named right behind', () => {
    const countries = (text: string): (string | undefined)[] =>
      placesInText(gazetteer, text).map(({ place }) => place?.country);
    expect(countries('Voou de Paris para Buenos Aires e Barcelona.')).toEqual(['FR', 'AR', 'ES']);
    expect(countries('Nasceu em Toledo, na Espanha.')).toEqual(['ES', 'ES']);
    expect(countries('O Brasil e a França assinaram.')).toEqual(['BR', 'FR']);
  });

  it('are those of the country and of the town that a site is of, where a name says no more', () => {
    const text = 'A feira de Bragança abre amanhã.';
    const of = (country: string) =>
      placesInText(gazetteer, text, { setting: { country, home: -1 } })[0]?.place?.country;
    expect(of('PT')).toBe('PT');
    expect(of('BR')).toBe('BR');
    const home = gazetteer.resolve('Bonito', { state: 'PE' })!.id;
    const [mention] = placesInText(gazetteer, 'Moradores de Bonito reclamam.', {
      setting: { country: 'BR', home },
    });
    expect(mention).toMatchObject({ place: { id: home } });
    expect(mention!.which).toBeGreaterThan(0.9);
  });

  it('are weighed by the names around them', () => {
    const sure = (text: string): number =>
      placesInText(gazetteer, text, { least: 0 }).find(({ text: written }) => written === 'Viana')!
        .confidence;
    expect(sure('Passaram por Lisboa, Braga, Viana e Porto.')).toBeGreaterThan(
      sure('Falaram Silva, Moreira, Viana e Sousa.'),
    );
  });

  it('are names each in its own block, as menus have them', () => {
    expect(said('Destinos\n\nArgentina\n\nChile\n\nPeru\n\nDicas\n\nContato')).toEqual([
      'Argentina',
      'Chile',
      'Peru',
    ]);
    expect(said('Início\nProdutos\nVitória\nde Santo')).not.toContain('Vitória\nde Santo');
  });

  it('are only what is likely enough, when that is asked', () => {
    const text = 'Em Lisboa choveu. O Porto ganhou. Vitória sorriu.';
    const likely = (least: number) => placesInText(gazetteer, text, { least });
    expect(likely(0).length).toBeGreaterThan(likely(0.9).length);
    for (const { confidence } of likely(0.9)) expect(confidence).toBeGreaterThanOrEqual(0.9);
  });

  it('tell what was weighed, the weightiest first', () => {
    const [{ evidence } = { evidence: undefined }] = placesInText(gazetteer, 'Moram em Lisboa.', {
      explain: true,
    });
    expect(evidence!.map(({ feature }) => feature)).toContain('before');
    const weights = evidence!.map(({ weight }) => Math.abs(weight));
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
    expect(placesInText(gazetteer, 'Moram em Lisboa.')[0]).not.toHaveProperty('evidence');
  });

  it('stand in order within any text, one beside the other', () => {
    const piece = fc.constantFrom(
      'São ',
      'Paulo',
      ' (SP)',
      ', ',
      'Rio',
      ' de ',
      'Janeiro',
      '/RJ',
      '. ',
      'S. ',
      'rio ',
      'em ',
      '\n\n',
      'Ltda',
      '\ud83d\ude00',
      'N\u0303',
      '-',
      '’',
    );
    const any = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    fc.assert(
      fc.property(any, (text) => {
        let end = 0;
        for (const mention of placesInText(gazetteer, text, { least: 0 })) {
          expect(mention.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(mention.start, mention.end)).toBe(mention.text);
          expect(mention.confidence).toBeGreaterThanOrEqual(0);
          expect(mention.confidence).toBeLessThanOrEqual(1);
          expect(mention.which).toBeLessThanOrEqual(1);
          end = mention.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are looked for in steps that grow as the text does, whatever it repeats', () => {
    // Words visited are bounded by a name's length: a text of one endless name has no more candidates than words.
    for (const piece of ['São ', 'Rio de ', 'S. ', 'Nova ', 'Maria de ', 'a, ']) {
      const words = new TextWords(piece.repeat(20_000));
      const found = findCandidates(words, gazetteer.packed);
      expect(found.count).toBeLessThanOrEqual(words.count);
      expect(readEvidence(words, found, gazetteer.packed).features.length).toBe(found.count * FEATURE_COUNT);
    }
  });
});

describe('the shipped model', () => {
  it('asks only of features that there are, for values that there may be', () => {
    expect(PLACE_MODEL.features).toHaveLength(FEATURE_COUNT);
    const { count, feature } = treesOf(PLACE_MODEL);
    expect(count).toBeGreaterThan(0);
    for (const f of feature) expect(f).toBeLessThan(FEATURE_COUNT);
  });

  it('is given no value beyond the bits of a question', () => {
    const text =
      'O presidente da Câmara de Vila Nova de Gaia, Dr. Eduardo Rodrigues, esteve em São Paulo (SP), no Rio de Janeiro/RJ, em Lisboa, Porto e Braga. '.repeat(
        40,
      );
    const words = new TextWords(text);
    const { features } = readEvidence(words, findCandidates(words, gazetteer.packed), gazetteer.packed);
    for (const value of features) expect(value).toBeLessThan(32);
  });
});
