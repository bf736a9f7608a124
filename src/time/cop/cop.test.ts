import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startSampleWeb } from '../../../samples/index.ts';
import {
  Annotator,
  annotateBlocks,
  annotator,
  formatChronon,
  localeOf,
  parseDct,
  resolve,
} from '../index.ts';
import { PT_MARKERS } from '../locales/pt/mining/markers.ts';
import { Cop, type CopOptions, compareWithGrammar, type MinedPattern } from './index.ts';
import { readMined } from './mined-file.ts';
import type { CopResult } from './miner.ts';
import { localeWith, newPatterns } from './with-mined.ts';

/** Mines a corpus, one text after the other; nothing of a text is kept but what was counted. */
async function mine(
  corpus: AsyncIterable<string> | Iterable<string>,
  options: CopOptions = {},
): Promise<CopResult> {
  const cop = new Cop(options);
  for await (const text of corpus) cop.add(text);
  return cop.result();
}

const texts = (patterns: readonly MinedPattern[]): string[] => patterns.map(({ text }) => text);
const times = (n: number, text: string): string[] => Array.from({ length: n }, () => text);

/** Sentences made from words of time, grammar, numbers, names and noise. */
const sentence = fc
  .array(
    fc.constantFrom(
      ...'no na em de do da o a há daqui todos os cada ano anos mês dia dias semana Abril Maio março hoje ontem passado seguinte próximo última 2013 1939 12 3 dois um primeiro 1º 12/03/2021 14:30 18h06 século XIX década de 1930 vezes por rua Lisboa casa azul , . segunda-feira domingo verão'.split(
        ' ',
      ),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((words) => words.join(' '));

describe('the miner', () => {
  it('[T-COP-1] finds “No ano passado” and “No próximo ano de 2013” around “ano” with a window of two', async () => {
    const { patterns } = await mine(
      ['Fui a Lisboa. No ano passado choveu. No próximo ano de 2013 vou ao Porto.'],
      {
        markers: { ...PT_MARKERS, lexical: { ...PT_MARKERS.lexical, unit: 'ano' } },
        window: 2,
        minFrequency: 1,
      },
    );
    const examples = patterns.flatMap((pattern) => pattern.examples);
    expect(examples).toContain('No ano passado');
    expect(examples).toContain('No próximo ano de 2013');
    expect(texts(patterns)).toContain('No próximo ano de tag_YEAR');
  });

  it('a narrower window sees less', async () => {
    const { patterns } = await mine(['No próximo ano de 2013 vou ao Porto.'], { window: 1, minFrequency: 1 });
    expect(patterns.flatMap((pattern) => pattern.examples)).not.toContain('No próximo ano de 2013');
  });

  it('[T-COP-2] takes nothing from beside a negative word', async () => {
    const corpus = [
      'A rua 1º de Maio é longa.',
      'Moro na Av. 25 de Abril.',
      'Na avenida do 5 de Outubro há obras.',
    ];
    const { patterns, cancelled } = await mine(corpus, { minFrequency: 1 });
    expect(patterns).toEqual([]);
    expect(cancelled).toBe(3);
    expect(texts((await mine(['Foi no 1º de Maio.'], { minFrequency: 1 })).patterns)).toEqual([
      'tag_NUM de tag_MONTH',
    ]);
  });

  it('[T-COP-3] months become one expression whose frequency is the sum', async () => {
    const { patterns } = await mine([...times(3, 'Em Abril choveu.'), ...times(2, 'Em Maio choveu.')]);
    expect(patterns.map(({ text, frequency }) => [text, frequency])).toEqual([['Em tag_MONTH', 5]]);
  });

  it('[T-COP-4] words that take each other’s place become an alternation whose frequency is the sum', async () => {
    const { patterns } = await mine([
      ...times(4, 'No ano passado choveu.'),
      ...times(3, 'No ano seguinte choveu.'),
    ]);
    expect(patterns.map(({ text, frequency }) => [text, frequency])).toEqual([
      ['No ano (passado|seguinte)', 7],
    ]);
    // The first counts from today, the second from the text: two meanings, two patterns.
    expect(patterns[0]!.patterns.map((pattern) => [pattern.forms, pattern.with?.anchor])).toEqual([
      [['no < U:ano passado'], 'dct'],
      [['no < U:ano seguinte'], 'focus'],
    ]);
  });

  it('[T-COP-5] is sorted by frequency, and ties do not depend on the order of the corpus', async () => {
    const corpus = [
      ...times(3, 'Em maio choveu.'),
      ...times(3, 'No domingo choveu.'),
      ...times(3, 'Há dois anos choveu.'),
      ...times(5, 'Ontem choveu.'),
    ];
    const { patterns } = await mine(corpus);
    const frequencies = patterns.map(({ frequency }) => frequency);
    expect(frequencies).toEqual([...frequencies].sort((a, b) => b - a));
    expect(new Set(frequencies).size).toBeLessThan(frequencies.length);
    expect(texts((await mine([...corpus].reverse())).patterns)).toEqual(texts(patterns));
  });

  it('[T-COP-6] every expression compiles and matches each wording it was made from', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 30 }), async (corpus) => {
        const { patterns } = await mine(corpus, { minFrequency: 1, coverage: 1, examples: 1000 });
        for (const { regex, examples } of patterns) {
          const whole = new RegExp(`^${regex}$`, 'iu');
          expect(examples.length).toBeGreaterThan(0);
          for (const example of examples) expect(example).toMatch(whole);
        }
      }),
      { numRuns: 25, seed: 11 },
    );
  });

  it('counts an occurrence once, however many of its words are markers', async () => {
    const { patterns } = await mine(times(4, 'No mês de maio choveu.'));
    expect(patterns.map(({ text, frequency }) => [text, frequency])).toEqual([['No mês de tag_MONTH', 4]]);
  });

  it('a unit that nothing counts or places is a noun, not an expression', async () => {
    expect((await mine(times(9, 'Os anos da casa e o dia do mês.'))).patterns).toEqual([]);
  });

  it('leaves out what is rarer than asked and what lies beyond the coverage', async () => {
    const corpus = [...times(98, 'Ontem choveu.'), ...times(2, 'Em maio choveu.'), 'Amanhã chove.'];
    expect(texts((await mine(corpus)).patterns)).toEqual(['Ontem', 'Em tag_MONTH']);
    expect(texts((await mine(corpus, { coverage: 0.9 })).patterns)).toEqual(['Ontem']);
    expect(texts((await mine(corpus, { minFrequency: 1, coverage: 1 })).patterns)).toContain('Amanhã');
  });
});

describe('what is mined', () => {
  const corpus = [
    ...times(3, 'Ele chegou no ano passado.'),
    ...times(3, 'Saiu em maio de 1940.'),
    ...times(3, 'Voltou há dois anos.'),
    ...times(3, 'Vai lá todos os dias.'),
    ...times(3, 'Esperou durante três meses.'),
    ...times(3, 'Nasceu a 12 de março de 1939.'),
    ...times(3, 'Volta daqui a algumas semanas.'),
    ...times(2, 'Fica aberto duas vezes por semana.'),
  ];

  it('has the type and class of its head', async () => {
    const { patterns } = await mine(corpus, { coverage: 1 });
    const of = (text: string): string | undefined => {
      const found = patterns.find((pattern) => pattern.examples.includes(text));
      return found && `${found.type} ${found.refClass}`;
    };
    expect(of('no ano passado')).toBe('CALENDAR_REF DEICTIC');
    expect(of('em maio de 1940')).toBe('CALENDAR_REF EXPLICIT');
    expect(of('há dois anos')).toBe('CALENDAR_REF DEICTIC');
    expect(of('todos os dias')).toBe('FREQUENCY EXPLICIT');
    expect(of('durante três meses')).toBe('DURATION EXPLICIT');
    expect(of('a 12 de março de 1939')).toBe('CALENDAR_REF EXPLICIT');
    expect(of('a algumas semanas')).toBe('DURATION VAGUE');
    expect(of('duas vezes por semana')).toBe('FREQUENCY EXPLICIT');
  });

  it('is data in the annotator’s form: an annotator of nothing else reads and resolves the corpus', async () => {
    const { patterns } = await mine(corpus, { coverage: 1 });
    const plain = JSON.parse(JSON.stringify(patterns)) as MinedPattern[];
    const empty = new Annotator({ atoms: [], compounds: [], intervals: [] });
    const using = new Annotator(localeWith(newPatterns(plain, empty), empty.locale, 'mined'));
    const read = (text: string): [string, string][] =>
      resolve(
        annotateBlocks(
          [{ index: 0, text, docOffset: 0, sectionId: 0, boilerplate: false, links: [] }],
          using,
        ),
        { dct: parseDct('2013-06-01') },
      ).map((t) => [t.text, t.chronons.map(formatChronon).join('/') || t.timex3.value]);
    expect(read('Ele chegou no ano passado.')).toEqual([['no ano passado', '2012-XX-XX']]);
    expect(read('Saiu em agosto de 1941.')).toEqual([['em agosto de 1941', '1941-08-XX']]);
    expect(read('Voltou há três anos.')).toEqual([['há três anos', '2010-XX-XX']]);
    expect(read('Nasceu a 7 de abril de 1902.')).toEqual([['a 7 de abril de 1902', '1902-04-07']]);
    expect(read('Vai lá todos os dias.')).toEqual([['todos os dias', 'P1D']]);
    expect(read('Lisboa é a capital de Portugal.')).toEqual([]);
  });

  it('is compared with the grammar in use, and joins it without taking the place of what it reads', async () => {
    const { patterns } = await mine([...corpus, ...times(4, 'Estuda no primeiro ano.')], { coverage: 1 });
    const known = new Map(compareWithGrammar(patterns).map(({ mined, known: id }) => [mined.text, id]));
    expect(known.get('no ano passado')).toBe('unit.last');
    expect(known.get('no tag_ORD ano')).toBeNull();
    const using = new Annotator(localeWith(newPatterns(patterns, annotator()), localeOf(), 'mined'));
    expect(using.annotate('Ele chegou no ano passado.')[0]!.patternId).toBe('unit.last');
    expect(using.annotate('Estuda no primeiro ano.')[0]!.patternId).toMatch(/^mined\./);
  });
});

describe('size and hostility', () => {
  it('holds a bounded table and says how far a count may be too low', async () => {
    const months = PT_MARKERS.lexical.month.split(' ');
    const cop = new Cop({ tableLimit: 20, minFrequency: 2 });
    for (let i = 0; i < 600; i++) {
      cop.add('Ontem choveu.');
      cop.add(
        `Foi ${i % 2 === 0 ? 'no' : 'do'} ${'este próximo passado seguinte último anterior'.split(' ')[i % 6]} ${months[i % 12]} ${i % 5 === 0 ? 'de manhã' : 'à noite'} ${i % 7 === 0 ? 'antes' : 'depois'}.`,
      );
    }
    const result = cop.result();
    expect(result.candidates).toBeLessThanOrEqual(20);
    expect(result.dropped).toBeGreaterThan(0);
    const ontem = result.patterns.find(({ text }) => text === 'Ontem')!.frequency;
    expect(ontem).toBeLessThanOrEqual(600);
    expect(ontem + result.errorBound).toBeGreaterThanOrEqual(600);
  });

  it('is not upset by any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), sentence), { maxLength: 8 }),
        async (corpus) => {
          const { patterns } = await mine(corpus, { minFrequency: 1 });
          const atoms = patterns.flatMap((mined) => mined.patterns);
          expect(() => new Annotator({ atoms, compounds: [], intervals: [] })).not.toThrow();
        },
      ),
      { numRuns: 20, seed: 3 },
    );
    const long = await mine([
      'dia '.repeat(100_000),
      'a'.repeat(600_000),
      '1/'.repeat(100_000),
      'no ano passado'.repeat(10_000),
    ]);
    expect(long.tokens).toBeGreaterThan(0);
  });

  it('mines the sample web', { timeout: 60_000 }, async () => {
    const web = await startSampleWeb({ sites: 'gentle' });
    try {
      const corpus = web.truth.sites
        .flatMap(({ host }) => web.truth.pages(host))
        .slice(0, 400)
        .flatMap((page) => page.content?.() ?? []);
      const { patterns } = await mine(corpus);
      expect(patterns.length).toBeGreaterThan(10);
      const known = compareWithGrammar(patterns);
      const share =
        known.filter((row) => row.known !== null).reduce((sum, row) => sum + row.mined.frequency, 0) /
        known.reduce((sum, row) => sum + row.mined.frequency, 0);
      expect(share).toBeGreaterThan(0.8);
    } finally {
      await web.close();
    }
  });
});

describe('a file of mined patterns', () => {
  const pattern = {
    id: 'mined.1',
    make: 'unit-of',
    as: 'REL',
    forms: ['no < U:ano passado'],
    with: { n: -1 },
  };
  const file = (change: object): string =>
    JSON.stringify({ patterns: [{ examples: ['no ano passado'], patterns: [{ ...pattern, ...change }] }] });

  it('is read as it was written', () => {
    expect(readMined(file({}), 'a.json', localeOf())).toEqual([
      { examples: ['no ano passado'], patterns: [pattern] },
    ]);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"patterns":1}'],
    ['no object', '[1]'],
    ['a constructor that is none', file({ make: 'constructor' })],
    ['a class that is none', file({ as: 'LUA' })],
    ['forms that are none', file({ forms: [''] })],
    ['too many ways through it', file({ forms: ['a? '.repeat(30)] })],
    ['values that are none', file({ with: { n: {} } })],
    ['too many', JSON.stringify(Array.from({ length: 10_001 }, () => ({})))],
  ])('is refused: %s', (_, text) => {
    expect(() => readMined(text, 'a.json', localeOf())).toThrow(
      expect.objectContaining({ code: 'TRF_TIME_PATTERNS' }),
    );
  });

  it('is refused when a pattern names a class of words that does not exist', () => {
    const [mined] = readMined(file({ forms: ['no LUAS passado'] }), 'a.json', localeOf());
    expect(() => localeWith(mined!.patterns, localeOf(), 'a.json')).toThrow(
      expect.objectContaining({ code: 'TRF_TIME_PATTERNS' }),
    );
  });
});
