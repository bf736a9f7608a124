import { eld } from 'eld/extrasmall';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage, portugueseOf, portugueseVariety } from './index.ts';
import { loadNgramModel } from './installed-model.ts';
import { LanguageDetector } from './language.ts';

const SENTENCES: readonly (readonly [language: string, text: string])[] = [
  [
    'pt',
    'A política de revisita é necessária devido à natureza dinâmica da web, e por isso o coletor volta às páginas.',
  ],
  ['pt', 'O município de São José dos Campos fica no estado de São Paulo.'],
  ['es', 'El gato come pescado en la casa de los señores del pueblo mientras llueve.'],
  ['en', 'The quick brown fox jumps over the lazy dog while the others are watching.'],
  ['fr', 'Les enfants jouent dans le jardin de la maison pendant que leurs parents préparent le dîner.'],
  ['it', 'Il gatto mangia il pesce nella cucina della nonna, che lo guarda con affetto.'],
  ['de', 'Der Hund läuft über die Straße und bellt die Leute an, die dort stehen.'],
  ['ca', 'Els nens juguen al jardí mentre els seus pares preparen el sopar de Nadal.'],
  [
    'ru',
    'Правительство объявило, что новые правила вступят в силу в следующем году, когда будет принят бюджет страны.',
  ],
  ['el', 'Το παιδί διαβάζει ένα βιβλίο στον κήπο του σπιτιού.'],
  ['ja', 'これは日本語で書かれた文章です。'],
  ['zh', '这是一个用中文写的句子，内容很简单。'],
  ['ar', 'مرحبا بكم في موقعنا الجديد الذي يقدم الأخبار كل يوم'],
  ['pl', 'Chłopiec czyta książkę w ogrodzie, a dziewczynka bawi się z psem.'],
];

describe('language', () => {
  it('is found, reliably, in a sentence', () => {
    for (const [language, text] of SENTENCES)
      expect(detectLanguage(text)).toMatchObject({ language, reliable: true });
  });

  it('scores as the package does whose data it reads', () => {
    const detector = new LanguageDetector(loadNgramModel('extrasmall')!);
    for (const [, text] of SENTENCES) {
      const theirs = eld.detect(text).getScores() as Record<string, number>;
      const ours = detector.scores(text);
      expect([...ours.keys()].sort()).toEqual(Object.keys(theirs).sort());
      for (const [language, score] of ours) expect(score / (score + 25)).toBeCloseTo(theirs[language]!, 9);
    }
  });

  it('every data set of the package can be read', () => {
    for (const size of ['extrasmall', 'small', 'medium', 'large'] as const) {
      const model = loadNgramModel(size);
      expect(model?.languages).toHaveLength(60);
      expect(model!.keys.filter((key) => key !== 0).length).toBeGreaterThan(40_000);
    }
  });

  it('is that of the body of a page, not of its menu', () => {
    const menu = 'Home About Contact Login Sign up Privacy policy Terms of use '.repeat(8);
    const body = `${SENTENCES[0]![1]} ${SENTENCES[1]![1]} `.repeat(40);
    expect(detectLanguage(menu + body)).toMatchObject({ language: 'pt', reliable: true });
  });

  it('is not claimed where there is nothing to tell by', () => {
    for (const text of ['', '123 456', '… — !', '😀😀', 'x'])
      expect(detectLanguage(text).reliable).toBe(false);
    expect(detectLanguage('')).toEqual({ language: 'und', confidence: 0, reliable: false });
  });

  it('takes any text, of any length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const { language, confidence } = detectLanguage(text);
        expect(language).toMatch(/^[a-z]{2,3}$/);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(detectLanguage('não '.repeat(1_000_000)).language).toBe('pt');
    expect(detectLanguage('a'.repeat(5_000_000)).reliable).toBe(false);
  });
});

describe('Portuguese', () => {
  it('of Brazil and of Portugal', () => {
    expect(
      portugueseVariety(
        'A prefeitura informou que você pode pegar o ônibus e baixar o aplicativo no celular; o time registrou o fato.',
      ),
    ).toBe('pt-BR');
    expect(
      portugueseVariety(
        'A autarquia informou que pode apanhar o autocarro e descarregar a aplicação no telemóvel; a equipa registou o facto.',
      ),
    ).toBe('pt-PT');
    expect(portugueseVariety('O fenômeno econômico da Amazônia é polêmico e atômico.')).toBe('pt-BR');
    expect(portugueseVariety('O fenómeno económico da Antónia é polémico e atómico.')).toBe('pt-PT');
    expect(portugueseVariety('O gato dorme na casa.')).toBe(null);
    expect(portugueseVariety('')).toBe(null);
  });

  it('is that of the host, else of the spelling, else of Portugal', () => {
    const brazilian = 'A prefeitura registrou o fato: o time pegou o ônibus.';
    expect(portugueseOf('https://www.cm-lisboa.pt/a', brazilian)).toBe('pt-PT');
    expect(portugueseOf('https://JORNAL.COM.BR:8080/a', 'A autarquia registou o facto.')).toBe('pt-BR');
    expect(portugueseOf('https://example.org/x.br', brazilian)).toBe('pt-BR');
    expect(portugueseOf(null, brazilian)).toBe('pt-BR');
    expect(portugueseOf(null, 'O gato dorme na casa.')).toBe('pt-PT');
  });
});
