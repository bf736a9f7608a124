import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { annotatorOf } from './annotate.ts';
import { lexiconVersion } from './crawl/lexicon-version.ts';
import {
  annotateText,
  extents,
  formatChronon,
  type Locale,
  localeNamed,
  parseDct,
  parseScope,
  resolve,
  segment,
} from './index.ts';
import { localeSuite } from './locale.suite.ts';
import { ES_AR, ES_ES } from './spanish.suite.ts';

const dct = parseDct('2013-06-13');

function read(text: string, locale: Locale = ES_ES): (readonly [string, string])[] {
  return annotateText(text, { locale, dct }).map((t) => [t.text, t.timex3.value] as const);
}

for (const locale of [localeNamed('pt-PT'), localeNamed('pt-BR'), ES_ES, ES_AR]) localeSuite(locale);

describe('a second language through the same core', () => {
  it.each([
    ['El 12 de mayo de 1968 llovió.', 'El 12 de mayo de 1968', '1968-05-12'],
    ['Nació en marzo de 1901.', 'en marzo de 1901', '1901-03'],
    ['Murió en mil novecientos noventa y nueve.', 'en mil novecientos noventa y nueve', '1999'],
    ['Se fue hace tres semanas.', 'hace tres semanas', '2013-05-23'],
    ['Ayer por la tarde', 'Ayer por la tarde', '2013-06-12TAF'],
    ['Un libro del siglo XIX.', 'siglo XIX', '18'],
    ['Fue entre 1936 y 1939.', 'entre 1936 y 1939', '1936/1939'],
    ['La Navidad de 2010', 'La Navidad de 2010', '2010-12-25'],
  ])('%s', (text, extent, value) => {
    expect(read(text)).toEqual([[extent, value]]);
  });

  it('its own verbs tell past from future', () => {
    expect(read('El lunes llegó el tren.')).toEqual([['El lunes', '2013-06-10']]);
    expect(read('El lunes llegará el tren.')).toEqual([['El lunes', '2013-06-17']]);
    expect(read('El 5 de agosto fue un día frío.')).toEqual([['El 5 de agosto', '2012-08-05']]);
  });

  it('its own nouns are counted, and its own lists go on', () => {
    expect(read('Llegaron 1939 soldados.')).toEqual([]);
    expect(read('Los días 3 y 5 de mayo de 2001')).toEqual([
      ['3', '2001-05-03'],
      ['5 de mayo de 2001', '2001-05-05'],
    ]);
  });

  it('knows nothing of Portuguese, nor Portuguese of it', () => {
    expect(read('Foi ontem, há dois meses, na segunda-feira de Natal.')).toEqual([]);
    expect(read('Ayer, el lunes, en el siglo de la navidad.', localeNamed('pt-PT'))).toEqual([]);
  });

  it('rules go by the words of the locale, and by their own name where it has none', () => {
    const rules = (text: string): string[] => annotateText(text, { locale: ES_ES, dct }).map((t) => t.rule);
    expect(rules('El 12 de mayo de 1968')).toEqual(['fecha explícita']);
    expect(rules('Un libro del siglo XIX.')).toEqual(['century']);
    expect(rules('hace tres semanas')).toEqual(['document −3 week']);
  });

  it('clauses, scopes and names of the calendar are its own', () => {
    const text = 'En 1936 empezó la guerra y en 1945 terminó otra.';
    const blocks = [{ index: 0, text, docOffset: 0, sectionId: 0, boilerplate: false, links: [] }];
    const policy = { segmentUnit: 'clause', undatedPolicy: 'section' } as const;
    const cut = segment(blocks, annotateText(text, { locale: ES_ES }), policy, ES_ES);
    expect(cut.map(({ start, end }) => text.slice(start, end))).toEqual([
      'En 1936 empezó la guerra ',
      'y en 1945 terminó otra.',
    ]);
    const { range } = parseScope('siglo XX', { locale: ES_ES });
    expect(parseScope('século XX').range).toEqual(range);
    const said = annotateText('Un libro del siglo XIX.', { locale: ES_ES });
    expect(extents(said, 'Un libro del siglo XIX.', 'named', ES_ES).map((e) => e.start)).toEqual([13]);
  });
});

describe('locales of one language', () => {
  it('share what is compiled of it', () => {
    expect(annotatorOf(ES_AR)).toBe(annotatorOf(ES_ES));
    expect(annotatorOf(localeNamed('pt-BR'))).toBe(annotatorOf(localeNamed('pt-PT')));
    expect(annotatorOf({ ...ES_ES, lexicon: [...ES_ES.lexicon] })).not.toBe(annotatorOf(ES_ES));
    expect(lexiconVersion(ES_ES)).toMatch(/^es-/);
  });

  it('differ in their calendars', () => {
    const summer = (locale: Locale): string[] =>
      annotateText('verano de 2012', { locale })[0]!.chronons.map(formatChronon);
    expect(summer(ES_ES)).toEqual(['2012-06-21', '2012-09-22']);
    expect(summer(ES_AR)).toEqual(['2012-12-21', '2013-03-19']);
  });

  it('a feast that moves in one country has no day without a year there', () => {
    const father = (locale: 'pt-PT' | 'pt-BR'): string[] =>
      resolve(annotateText('O dia do pai é feriado?'), { locale: localeNamed(locale) }).flatMap((t) =>
        t.chronons.map(formatChronon),
      );
    expect(father('pt-PT')).toEqual(['XXXX-03-19']);
    expect(father('pt-BR')).toEqual([]);
  });

  it('two annotators in turn do not disturb each other', () => {
    const portuguese = 'Em duas semanas chegará.';
    const before = annotateText(portuguese, { dct });
    expect(before.map((t) => t.timex3.value)).toEqual(['2013-06-27']);
    expect(read('El lunes llegó el tren.')).toHaveLength(1);
    expect(annotateText(portuguese, { dct })).toEqual(before);
  });
});

const ROOM = fileURLToPath(new URL('.', import.meta.url));
/** Locales; page dating, which reads the date lines of many languages at once; and what is no product. */
const APART = /^(?:locales|dating)\/|\.(?:test|suite)\.ts$/;
const PICKS_LOCALE = new Set(['default-locale.ts', 'index.ts', 'cop/index.ts']);
const ABOVE_CORE = new Set([...PICKS_LOCALE, 'reading.ts']);

const SOURCES = readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !APART.test(path))
  .sort();

/** A file without its comments, which may speak of any language. */
function codeOf(path: string): string {
  return readFileSync(join(ROOM, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<=^|\s)\/\/.*$/gm, '');
}

const importsOf = (code: string): string[] => [...code.matchAll(/ from '([^']+)'/g)].map((m) => m[1]!);

/** Portuguese words, folded, that are no word of English. */
const PORTUGUESE = new Set(
  (
    'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo ' +
    'feira dia dias semana semanas mes meses ano anos hora horas seculo seculos decada decadas hoje ontem amanha agora manha tarde noite ' +
    'primavera verao outono inverno passado passada proximo proxima ultimo ultima seguinte anterior que quando onde desde ate entre durante ' +
    'apos para pelo pela dos das nos nas uma mais antes depois vez vezes mesmo este esta esse essa rua avenida natal pascoa texto documento ' +
    'frase intervalo estacao dicionario mil cento primeiro'
  ).split(' '),
);

describe('the boundary', () => {
  it('has the core behind it', () => {
    expect(SOURCES).toEqual(
      expect.arrayContaining(['annotate.ts', 'tense.ts', 'items.ts', 'resolve/evaluate.ts', 'cop/miner.ts']),
    );
  });

  it('imports no language but where the default one is picked, and asks for no default', () => {
    const tied = (paths: readonly string[], module: RegExp): string[] =>
      paths.filter((path) => importsOf(codeOf(path)).some((name) => module.test(name)));
    expect(tied(SOURCES, /(?:^|\/)locales\//)).toEqual([...PICKS_LOCALE].sort());
    const core = SOURCES.filter((path) => !ABOVE_CORE.has(path) && !path.startsWith('crawl/'));
    expect(tied(core, /(?:^|\/)(?:reading|default-locale)\.ts$|^\.{1,2}\/(?:cop\/)?index\.ts$/)).toEqual([]);
  });

  it('has no word of Portuguese in its code', () => {
    for (const path of SOURCES) {
      const code = codeOf(path);
      // The signs of ordinals are signs here.
      expect([path, ...(code.match(/[^\p{ASCII}\P{L}ºª]/gu) ?? [])]).toEqual([path]);
      const found =
        code.match(/(?<![A-Za-z])[a-z]+(?![A-Za-z])/g)?.filter((word) => PORTUGUESE.has(word)) ?? [];
      expect([path, ...found]).toEqual([path]);
    }
  });
});
