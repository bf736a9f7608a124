import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unescapeXml } from '../formats/index.ts';
import { strictXml } from '../formats/strict-xml.suite.ts';
import { HOSTILE_TEXTS } from './hostile-texts.suite.ts';
import { Annotator, annotateBlocks, annotateText, type TextBlock, toEm, toTimex3 } from './index.ts';

/** The text without the tags. */
const stripMarkup = (xml: string): string => unescapeXml(xml.replace(/<\/?(?:EM|TIMEX3)\b[^<>]*>/g, ''));

const brief = (text: string): string[] =>
  annotateText(text).map((t) => `${t.text}: ${t.type}${t.subtype ? `/${t.subtype}` : ''}`);
const texts = (text: string): string[] => annotateText(text).map((t) => t.text);

describe('annotator', () => {
  it('[T-ANN-1] takes the preposition into the extent and gives the core too', () => {
    expect(brief('Eu estava em Berlim em 2008.')).toEqual(['em 2008: CALENDAR_REF/DATE']);
    expect(annotateText('Eu estava em Berlim em 2008.')[0]!.coreText).toBe('2008');
  });
  it('[T-ANN-2] a frequency has no subtype', () => {
    expect(brief('Eu vou visitar os meus pais todos os dias.')).toEqual(['todos os dias: FREQUENCY']);
  });
  it('[T-ANN-3] a sentence without a marker is not processed', () => {
    const annotator = new Annotator();
    expect(annotator.hasMarker('Lisboa é a capital de Portugal')).toBe(false);
    expect(annotator.annotate('Lisboa é a capital de Portugal')).toEqual([]);
    expect(annotator.steps).toBe(0);
  });
  it('[T-ANN-4] a greeting is no expression', () => {
    expect(new Annotator().hasMarker('Hoje está bom dia')).toBe(true);
    expect(texts('Hoje está bom dia')).toEqual(['Hoje']);
  });
  it('[T-ANN-5] a street is no date', () => {
    expect(texts('A rua 1º de Maio')).toEqual([]);
  });
  it.each([
    ['21 de Janeiro de 2013', 'CALENDAR_REF/DATE'],
    ['14:56', 'CALENDAR_REF/HOUR'],
    ['duas semanas', 'DURATION'],
    ['duas vezes por semana', 'FREQUENCY'],
  ])('[T-ANN-6] %s is %s', (text, kind) => {
    expect(brief(text)).toEqual([`${text}: ${kind}`]);
  });
  it.each([
    ['15/06/2010', 'CALENDAR_REF/DATE'],
    ['14:30', 'CALENDAR_REF/HOUR'],
    ['de Abril a Maio de 2009', 'CALENDAR_REF/INTERVAL'],
    ['durante dois meses', 'DURATION'],
    ['diariamente', 'FREQUENCY'],
  ])('[T-ANN-7] %s is %s', (text, kind) => {
    expect(brief(text)).toEqual([`${text}: ${kind}`]);
  });
  it.each(['Natal de 2010', 'Dia de Natal 2010', 'Dia de Natal de 2012', 'Dia do Trabalhador de 2012'])(
    '[T-ANN-8] %s is implicit',
    (text) => {
      const found = annotateText(text);
      expect(found.map((t) => [t.text, t.refClass, t.subtype])).toEqual([[text, 'IMPLICIT', 'DATE']]);
    },
  );
  it.each(['daqui a algumas semanas', 'recentemente'])(
    '[T-ANN-9] %s is vague and stays unresolved',
    (text) => {
      expect(annotateText(text).map((t) => [t.text, t.refClass, t.resolved])).toEqual([
        [text, 'VAGUE', false],
      ]);
    },
  );
  it('[T-ANN-10] the Second World War has no Monday', () => {
    expect(
      annotateText('A Segunda Guerra Mundial terminou.').some((t) => t.expression.kind === 'weekday'),
    ).toBe(false);
  });
  it('[T-ANN-11] the verb is not the season', () => {
    expect(texts('eles verão o mar')).toEqual([]);
    expect(texts('no verão de 1944')).toEqual(['no verão de 1944']);
  });
  it('[T-ANN-12] a counted number is no year', () => {
    expect(texts('Morreram 1939 soldados')).toEqual([]);
    expect(texts('Morreram em 1939')).toEqual(['em 1939']);
  });
  it('[T-ANN-13] avenues, bridges and squares have names', () => {
    for (const text of ['Avenida 25 de Abril', 'Ponte 25 de Abril', 'Praça 5 de Outubro'])
      expect(texts(text)).toEqual([]);
  });
  it('[T-ANN-14] accents and case do not matter, decomposed letters neither', () => {
    for (const text of ['em março', 'em Março', 'em MARÇO', 'em marc\u0327o'])
      expect(texts(text)).toEqual([text]);
    expect(texts('Ele marcou.')).toEqual([]);
  });
  it('[T-ANN-14b] words end at accented letters too', () => {
    expect(texts('foi há duas semanas')).toEqual(['há duas semanas']);
    expect(texts('chegou às 14:30')).toEqual(['às 14:30']);
    expect(texts('até amanhã')).toEqual(['até amanhã']);
    expect(texts('um março')).not.toContain('mar');
  });
  it('[T-ANN-15] ordinals of the day are written in four ways; no-break spaces are spaces', () => {
    for (const day of ['1º', '1.º', '1°', '1o'])
      expect(annotateText(`${day} de Maio de 2010`)[0]?.chronons[0]).toMatchObject({
        year: 2010,
        month: 5,
        day: 1,
      });
    expect(texts('21\u00a0de\u00a0Janeiro\u00a0de\u00a02013')).toHaveLength(1);
  });
  it('[T-ANN-16] taking the tags out gives the text back', () => {
    for (const text of ['Se a < b & "c" em 2008 > d.', 'Natal de 2010, às 14:30; 1939–1945 e <EM>']) {
      const found = annotateText(text);
      const plain = text.includes('<EM>') ? text.replace('<EM>', '') : text;
      expect(stripMarkup(toEm(plain, annotateText(plain)))).toBe(plain);
      expect(stripMarkup(toTimex3(plain, annotateText(plain)))).toBe(plain);
      expect(found.length).toBeGreaterThan(0);
    }
  });
  it('writes markup that every XML reader takes, whatever characters the text has', () => {
    const text = 'a\u0000\u0008 em 1990 \ud800 e \udc00 em 1991 \ufffe\uffff 😀 & <b> em 1992\u001f';
    const found = annotateText(text);
    expect(found).toHaveLength(3);
    for (const xml of [toTimex3(text, found), toEm(text, found), toEm(text, found, 'harem')]) {
      expect(() => strictXml(`<d>${xml}</d>`)).not.toThrow();
      // What XML cannot hold is one character still: offsets stay.
      expect(stripMarkup(xml)).toHaveLength(text.length);
      expect(stripMarkup(xml)).toContain('😀 & <b> em 1992');
    }
  });
  it('[T-ANN-17] identifiers run on through the blocks', () => {
    const block = (index: number, text: string): TextBlock => ({
      index,
      text,
      docOffset: index * 100,
      sectionId: 0,
      boilerplate: false,
      links: [],
    });
    const found = annotateBlocks([block(0, 'Em 1939 e em 1945.'), block(1, 'Em 1950.')]);
    expect(found.map((t) => [t.id, t.blockIndex])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
    ]);
  });
  it('[T-ANN-18] a date that does not exist is not cut into one that does', () => {
    expect(texts('31/02/2010')).toEqual([]);
    expect(texts('45/13/2010')).toEqual([]);
  });

  it('[T-NFR-1] hostile text costs a bounded number of steps for each character (time: npm run bench -- time)', () => {
    for (const [, text] of HOSTILE_TEXTS) {
      const annotator = new Annotator();
      annotator.annotate(text);
      expect(annotator.steps / text.length).toBeLessThan(60);
      const half = new Annotator();
      half.annotate(text.slice(0, text.length / 2));
      // Linear: twice the text, twice the steps.
      expect(annotator.steps).toBeLessThanOrEqual(half.steps * 2.2 + 1000);
    }
  });

  const pieces = fc.constantFrom(
    'de',
    'a',
    'e',
    'entre',
    '1',
    '12',
    '31',
    '1939',
    '2001',
    'maio',
    'segunda',
    '-',
    '/',
    ':',
    ',',
    '.',
    'às',
    'h',
    'há',
    'anos',
    'século',
    'XIX',
    'fim',
    'próximo',
    'dia',
    'noite',
    'Natal',
    '\n\n',
    'foi',
    'ontem',
    'º',
    '\ud83d',
    '<',
    '%',
    'R$',
    'mar',
    'que',
    'vem',
  );
  const hostileText = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 60 })
    .chain((words) => fc.constantFrom(words.join(' '), words.join('')));

  it('never throws; extents are valid, ordered and apart; the same text gives the same answer', () => {
    const annotator = new Annotator();
    fc.assert(
      fc.property(hostileText, (text) => {
        const found = annotator.annotate(text);
        let end = 0;
        for (const t of found) {
          expect(t.start).toBeGreaterThanOrEqual(end);
          expect(t.coreStart).toBeGreaterThanOrEqual(t.start);
          expect(t.end).toBeGreaterThan(t.coreStart);
          expect(t.end).toBeLessThanOrEqual(text.length);
          end = t.end;
        }
        expect(annotator.annotate(text)).toEqual(found);
      }),
      { numRuns: 1500, seed: 20130121 },
    );
  });
});
