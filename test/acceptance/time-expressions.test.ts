/**
 * Annotation and resolution as `tarrafa time` prints them. Many short texts go through one process: each is a section of its own of one page, so that
 * none is the context of another.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { escapeHtml, unescapeXml } from '../../src/formats/index.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-time-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Printed {
  readonly id: number;
  readonly blockIndex: number;
  readonly text: string;
  readonly coreText: string;
  readonly type: string;
  readonly subtype?: string;
  readonly refClass: string;
  readonly patternId: string;
  readonly resolved: boolean;
  readonly chronons: readonly string[];
}

let pages = 0;

/** What the command prints of each text. */
async function printed<Text extends string>(
  texts: readonly Text[],
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<Text, readonly Printed[]>> {
  const file = join(folder, `casos-${pages++}.html`);
  const sections = texts.map(
    (text, at) => `<h2>Caso ${'abcdefghij'[at % 10]}</h2>\n<p>${escapeHtml(text)}</p>`,
  );
  writeFileSync(
    file,
    `<!doctype html><html lang="pt"><meta charset="utf-8"><title>Casos</title><body><main><article><h1>Casos</h1>\n${sections.join('\n')}\n</article></main></body></html>`,
  );
  const { status, stdout, stderr } = await spawnTarrafa(['time', file, '--json', '--explain', ...words], {
    env,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Printed);
  // The title of the page, its heading, and then a heading and a paragraph in turn.
  return new Map(
    texts.map((text, at) => [text, lines.filter(({ blockIndex }) => blockIndex === 3 + 2 * at)]),
  );
}

const DCT = '2013-01-21';
const kind = ({ text, type, subtype }: Printed): string => `${text}: ${type}${subtype ? `/${subtype}` : ''}`;

describe('tarrafa time annotates', () => {
  const ONE_OF: Readonly<Record<string, string>> = {
    '21 de Janeiro de 2013': 'CALENDAR_REF/DATE',
    '14:56': 'CALENDAR_REF/HOUR',
    'duas semanas': 'DURATION',
    'duas vezes por semana': 'FREQUENCY',
    '15/06/2010': 'CALENDAR_REF/DATE',
    '14:30': 'CALENDAR_REF/HOUR',
    'de Abril a Maio de 2009': 'CALENDAR_REF/INTERVAL',
    'durante dois meses': 'DURATION',
    diariamente: 'FREQUENCY',
  };
  const DATE_NAMES = [
    'Natal de 2010',
    'Dia de Natal 2010',
    'Dia de Natal de 2012',
    'Dia do Trabalhador de 2012',
  ];
  const found = printed([
    'Eu estava em Berlim em 2008.',
    'Eu vou visitar os meus pais todos os dias.',
    'Lisboa é a capital de Portugal',
    'Hoje está bom dia',
    'A rua 1º de Maio',
    ...Object.keys(ONE_OF),
    ...DATE_NAMES,
    'daqui a algumas semanas',
    'recentemente',
    'A Segunda Guerra Mundial terminou.',
    'eles verão o mar',
    'no verão de 1944',
    'Morreram 1939 soldados',
    'Morreram em 1939',
    'Avenida 25 de Abril',
    'Ponte 25 de Abril',
    'Praça 5 de Outubro',
    'em março',
    'em Março',
    'em MARÇO',
    'em marc\u0327o',
    'Ele marcou.',
    'foi há duas semanas',
    'chegou às 14:30',
    'até amanhã',
    'um março',
    '1º de Maio de 2010',
    '1.º de Maio de 2010',
    '1° de Maio de 2010',
    '1o de Maio de 2010',
    '21\u00a0de\u00a0Janeiro\u00a0de\u00a02013',
    '31/02/2010',
    '45/13/2010',
  ]);
  const texts = async (text: string): Promise<string[]> => (await found).get(text)!.map((each) => each.text);
  const kinds = async (text: string): Promise<string[]> => (await found).get(text)!.map(kind);

  it('[T-ANN-1] a year with its preposition, and its core', async () => {
    expect(await kinds('Eu estava em Berlim em 2008.')).toEqual(['em 2008: CALENDAR_REF/DATE']);
    expect((await found).get('Eu estava em Berlim em 2008.')![0]!.coreText).toBe('2008');
  });
  it('[T-ANN-2] a frequency, without subtype', async () => {
    expect(await kinds('Eu vou visitar os meus pais todos os dias.')).toEqual(['todos os dias: FREQUENCY']);
  });
  it('[T-ANN-3, T-ANN-4, T-ANN-5] neither a capital, nor a greeting, nor a street', async () => {
    expect(await texts('Lisboa é a capital de Portugal')).toEqual([]);
    expect(await texts('Hoje está bom dia')).toEqual(['Hoje']);
    expect(await texts('A rua 1º de Maio')).toEqual([]);
  });
  it('[T-ANN-6, T-ANN-7] dates, hours, intervals, durations and frequencies as what they are', async () => {
    for (const [text, what] of Object.entries(ONE_OF))
      expect(await kinds(text)).toEqual([`${text}: ${what}`]);
  });
  it('[T-ANN-8, T-ANN-9] names of days as implicit, what is vague as unresolved', async () => {
    for (const text of DATE_NAMES)
      expect((await found).get(text)).toMatchObject([{ text, refClass: 'IMPLICIT', subtype: 'DATE' }]);
    for (const text of ['daqui a algumas semanas', 'recentemente'])
      expect((await found).get(text)).toMatchObject([{ text, refClass: 'VAGUE', resolved: false }]);
  });
  it('[T-ANN-10, T-ANN-11, T-ANN-12, T-ANN-13] no weekday in a war, no season in a verb, no year in a count, no day in a bridge', async () => {
    for (const { patternId } of (await found).get('A Segunda Guerra Mundial terminou.')!)
      expect(patternId).not.toMatch(/weekday/);
    expect(await texts('A Segunda Guerra Mundial terminou.')).not.toContain('Segunda');
    expect(await texts('eles verão o mar')).toEqual([]);
    expect(await texts('no verão de 1944')).toEqual(['no verão de 1944']);
    expect(await texts('Morreram 1939 soldados')).toEqual([]);
    expect(await texts('Morreram em 1939')).toEqual(['em 1939']);
    for (const text of ['Avenida 25 de Abril', 'Ponte 25 de Abril', 'Praça 5 de Outubro'])
      expect(await texts(text)).toEqual([]);
  });
  it('[T-ANN-14, T-ANN-14b, T-ANN-15] whatever the accents, the case, the ordinal and the space', async () => {
    for (const text of ['em março', 'em Março', 'em MARÇO', 'em marc\u0327o'])
      expect((await texts(text)).map((each) => each.normalize())).toEqual([text.normalize()]);
    expect(await texts('Ele marcou.')).toEqual([]);
    expect(await texts('foi há duas semanas')).toEqual(['há duas semanas']);
    expect(await texts('chegou às 14:30')).toEqual(['às 14:30']);
    expect(await texts('até amanhã')).toEqual(['até amanhã']);
    expect(await texts('um março')).not.toContain('mar');
    for (const day of ['1º', '1.º', '1°', '1o'])
      expect((await found).get(`${day} de Maio de 2010`)).toMatchObject([{ chronons: ['2010-05-01'] }]);
    expect(await texts('21\u00a0de\u00a0Janeiro\u00a0de\u00a02013')).toHaveLength(1);
  });
  it('[T-ANN-16] text that comes back byte for byte when the tags are taken out', async () => {
    const text = 'Se a < b & "c" em 2008 > d.\n\nNatal de 2010, às 14:30; 1939–1945 e <i>.\n';
    for (const form of ['--em', '--timex3', '--harem']) {
      const { stdout } = await spawnTarrafa(['time', form], { input: text });
      expect(stdout.match(/<(?:EM|TIMEX3) /g)?.length).toBeGreaterThanOrEqual(3);
      expect(unescapeXml(stdout.replace(/<\/?(?:EM|TIMEX3)\b[^<>]*>/g, ''))).toBe(text);
    }
  });
  it('[T-ANN-17, T-ANN-18] with numbers that only grow, and no part of a day that does not exist', async () => {
    const ids = [...(await found).values()].flat().map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => at + 1));
    expect(ids.length).toBeGreaterThan(25);
    expect(await texts('31/02/2010')).toEqual([]);
    expect(await texts('45/13/2010')).toEqual([]);
  });
});

describe('tarrafa time resolves', () => {
  const UNDATED: Readonly<Record<string, readonly string[]>> = {
    '1 de Maio, 2010': ['2010-05-01'],
    'Junho de 2000': ['2000-06-XX'],
    'Natal de 2010': ['2010-12-25'],
    'Dia do Trabalhador de 2012': ['2012-05-01'],
    'Dia de Natal de 2012': ['2012-12-25'],
    'de Abril a Maio de 2009': ['2009-04-XX', '2009-05-XX'],
    'de Dezembro a Janeiro de 1945': ['1944-12-XX', '1945-01-XX'],
    'entre 10 e 12 de Junho de 1944': ['1944-06-10', '1944-06-12'],
    '1939-45': ['1939-XX-XX', '1945-XX-XX'],
    '1939–1945': ['1939-XX-XX', '1945-XX-XX'],
    'década de 1940': ['1940-XX-XX', '1949-XX-XX'],
    'anos 40': ['1940-XX-XX', '1949-XX-XX'],
    'anos quarenta': ['1940-XX-XX', '1949-XX-XX'],
    'século XX': ['1901-XX-XX', '2000-XX-XX'],
    'século XIX': ['1801-XX-XX', '1900-XX-XX'],
    'Páscoa de 2012': ['2012-04-08'],
    'Carnaval de 2013': ['2013-02-12'],
    'Sexta-feira Santa de 1945': ['1945-03-30'],
    'Corpo de Deus de 2001': ['2001-06-14'],
    '11 de Setembro': ['XXXX-09-11'],
    '15 de Junho de 2010, às 14:30': ['2010-06-15 14:30:XX'],
    'verão de 1944': ['1944-06-21', '1944-09-22'],
    '44 a.C.': ['-0043-XX-XX'],
    'no ano 33': ['0033-XX-XX'],
    hoje: [],
    'um dia antes': [],
    '14:30': [],
  };
  const FOCUS: Readonly<Record<string, readonly string[]>> = {
    'Caiu a 6 de Agosto de 1945. Um dia antes chovera.': ['1945-08-05'],
    'Começou a 10 de Maio de 1940. E no dia seguinte acabou.': ['1940-05-11'],
    'Começou a 10 de Maio de 1940. E no ano seguinte acabou.': ['1941-XX-XX'],
    'Começou a 10 de Maio de 1940. E dois meses depois acabou.': ['1940-07-XX'],
    'Começou a 10 de Maio de 1940. E na semana seguinte acabou.': ['1940-05-13', '1940-05-19'],
    'Começou a 10 de Maio de 1940. E no ano anterior acabou.': ['1939-XX-XX'],
    'Foi em 1945. No dia seguinte choveu.': [],
    'Foi a 6 de Agosto de 1945, já em 1945. No dia seguinte choveu.': ['1945-08-07'],
    'Em 2001 houve ataques, a 11 de Setembro.': ['2001-09-11'],
  };
  const DATED: Readonly<Record<string, readonly string[]>> = {
    'nesta segunda-feira': ['2013-01-21'],
    'há duas semanas atrás': ['2013-01-07'],
    'há duas semanas': ['2013-01-07'],
    'No próximo ano': ['2014-XX-XX'],
    hoje: ['2013-01-21'],
    'no próximo mês': ['2013-02-XX'],
    'um dia antes': [],
    'duas semanas': [],
    'durante dois meses': [],
    diariamente: [],
    'todos os dias': [],
    'duas vezes por semana': [],
    ontem: ['2013-01-20'],
    anteontem: ['2013-01-19'],
    amanhã: ['2013-01-22'],
    'no ano passado': ['2012-XX-XX'],
    'no mês passado': ['2012-12-XX'],
    'há três anos': ['2010-XX-XX'],
    'há dois meses': ['2012-11-XX'],
    'há 100 dias': ['2012-10-13'],
    'daqui a dois dias': ['2013-01-23'],
    'dentro de 3 semanas': ['2013-02-11'],
    'na próxima semana': ['2013-01-28', '2013-02-03'],
    'na semana passada': ['2013-01-14', '2013-01-20'],
    'no sábado passado': ['2013-01-19'],
    'no próximo domingo': ['2013-01-27'],
    'na próxima segunda-feira': ['2013-01-28'],
  };
  const undated = printed([...Object.keys(UNDATED), ...Object.keys(FOCUS)]);
  const dated = printed(Object.keys(DATED), ['--dct', DCT]);
  const LEAP = ['há um ano', 'daqui a um dia'];
  const leap = printed(LEAP, ['--dct', '2012-02-29']);
  const brazilian = printed(['verão de 1944'], ['--locale', 'pt-BR']);
  const zones = Promise.all(
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].map((TZ) =>
      printed(Object.keys(DATED), ['--dct', DCT], { TZ }),
    ),
  );
  const last = async (of: typeof undated, text: string): Promise<readonly string[] | undefined> =>
    (await of).get(text)!.at(-1)?.chronons;
  const check = async (
    of: typeof undated,
    wanted: Readonly<Record<string, readonly string[]>>,
    texts: string[],
  ) => {
    for (const text of texts) expect([text, await last(of, text)]).toEqual([text, wanted[text]]);
  };

  it('[T-RES-1, T-RES-2, T-RES-3, T-RES-10] what is said in full', () =>
    check(undated, UNDATED, Object.keys(UNDATED).slice(0, 6)));
  it('[T-RES-4, T-RES-5, T-RES-6, T-RES-7, T-RES-11, T-RES-12, T-RES-13] what is said from the day of the document', () =>
    check(dated, DATED, Object.keys(DATED)));
  it('[T-RES-8, T-RES-9] nothing from a day that nobody gave', async () => {
    await check(undated, UNDATED, ['hoje', 'um dia antes']);
    expect((await undated).get('hoje')).toMatchObject([{ resolved: false }]);
    await check(undated, FOCUS, ['Caiu a 6 de Agosto de 1945. Um dia antes chovera.']);
  });
  it('[T-RES-14, T-RES-14b] what is said from the text before, and no day from a year', () =>
    check(undated, FOCUS, Object.keys(FOCUS)));
  it('[T-RES-15, T-RES-16, T-RES-17, T-RES-22] intervals, decades, centuries, movable feasts, years before 100', () =>
    check(undated, UNDATED, Object.keys(UNDATED)));
  it('[T-RES-18, T-RES-19] a day without a year, an hour with and without its day', async () => {
    await check(undated, UNDATED, ['11 de Setembro', '15 de Junho de 2010, às 14:30', '14:30']);
    await check(undated, FOCUS, ['Em 2001 houve ataques, a 11 de Setembro.']);
  });
  it('[T-RES-20] a summer where one lives', async () => {
    await check(undated, UNDATED, ['verão de 1944']);
    expect(await last(brazilian, 'verão de 1944')).toEqual(['1944-12-21', '1945-03-19']);
  });
  it('[T-RES-21, T-RES-23] no overflow on 29 February, and the same in every time zone', async () => {
    expect(await last(leap, 'há um ano')).toEqual(['2011-XX-XX']);
    expect(await last(leap, 'daqui a um dia')).toEqual(['2012-03-01']);
    for (const zone of await zones) expect(zone).toEqual(await dated);
  });
});

describe('tarrafa time --segments', () => {
  const cut = async (input: string, ...words: string[]) => {
    const { stdout } = await spawnTarrafa(['time', '--segments', '--json', ...words], { input });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { dates: string[]; firstBlock: number; lastBlock: number });
  };
  const dates = async (input: string, ...words: string[]) =>
    (await cut(input, ...words)).map((each) => each.dates);
  const JOURNEY = 'Eu no dia 22 de Outubro de 2013 vou embora mas volto no dia 2 de Janeiro de 2014';

  it('[T-SEG-1, T-SEG-2] cuts at paragraphs and sentences, or at clauses', async () => {
    for (const unit of ['paragraph', 'sentence'])
      expect(await dates(JOURNEY, '--segment-unit', unit)).toEqual([['2013-10-22', '2014-01-02']]);
    expect(await dates(JOURNEY, '--segment-unit', 'clause')).toEqual([['2013-10-22'], ['2014-01-02']]);
  });
  it('[T-SEG-3, T-SEG-4, T-SEG-6] goes on with the same dates and without any, and begins anew with others', async () => {
    const several = await cut('Em 1940 caiu.\n\nFoi em 1940.\n\nNada mais se sabe.\n\nFoi em 1941.');
    expect(several.map(({ firstBlock, lastBlock }) => [firstBlock, lastBlock])).toEqual([
      [0, 2],
      [3, 3],
    ]);
    expect(await dates('Nada se sabe.')).toEqual([[]]);
    expect(await cut('')).toEqual([]);
    const headed = join(folder, 'titulos.html');
    writeFileSync(
      headed,
      '<html lang="pt"><title>Casos</title><body><h1>Casos</h1><p>Em 1940 caiu.</p><h2>Portugal</h2><p>Nada mais se sabe.</p></body></html>',
    );
    const { stdout } = await spawnTarrafa(['time', headed, '--segments', '--json']);
    // The heading ends the segment; what comes after it has no date.
    expect((JSON.parse(stdout.trim().split('\n').at(-1)!) as { dates: string[] }).dates).toEqual([]);
  });
});
