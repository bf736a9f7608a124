import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  annotateBlocks,
  annotateText,
  formatChronon,
  parseDct,
  resolve,
  type TextBlock,
  TIME_MODERN,
  TIME_THESIS,
  type TimeProfile,
} from '../index.ts';

function chronons(text: string, dct: string | null = null, profile: TimeProfile = TIME_MODERN): string[] {
  return annotateText(text, { dct: dct === null ? null : parseDct(dct), profile }).flatMap((t) =>
    t.chronons.map(formatChronon),
  );
}
/** Chronons of the last expression: what stands before it is its context. */
function last(text: string, dct: string | null = null): string[] {
  const found = annotateText(text, { dct: dct === null ? null : parseDct(dct) });
  return found[found.length - 1]!.chronons.map(formatChronon);
}
const timeline = (text: string, dct: string | null = null): string | null | undefined =>
  annotateText(text, { dct: dct === null ? null : parseDct(dct) })[0]?.chronons[0]?.timeline;
const DCT = '2013-01-21';

describe('resolver', () => {
  it('[T-RES-1] a full date', () => {
    expect(chronons('1 de Maio, 2010')).toEqual(['2010-05-01']);
    expect(timeline('1 de Maio, 2010')).toBe('T_d');
  });
  it('[T-RES-2] a month stays on the line of months', () => {
    expect(chronons('Junho de 2000')).toEqual(['2000-06-XX']);
    expect(timeline('Junho de 2000')).toBe('T_m');
  });
  it('[T-RES-3] date names with a year', () => {
    expect(chronons('Natal de 2010')).toEqual(['2010-12-25']);
    expect(chronons('Dia do Trabalhador de 2012')).toEqual(['2012-05-01']);
    expect(chronons('Dia de Natal de 2012')).toEqual(['2012-12-25']);
  });
  it('[T-RES-4] this Monday, on a Monday', () => {
    expect(chronons('nesta segunda-feira', DCT)).toEqual(['2013-01-21']);
  });
  it('[T-RES-5] two weeks ago', () => {
    expect(chronons('há duas semanas atrás', DCT)).toEqual(['2013-01-07']);
    expect(chronons('há duas semanas', DCT)).toEqual(['2013-01-07']);
  });
  it('[T-RES-6] next year is a year', () => {
    expect(chronons('No próximo ano', DCT)).toEqual(['2014-XX-XX']);
    expect(timeline('No próximo ano', DCT)).toBe('T_y');
  });
  it('[T-RES-7] today, and next month', () => {
    expect(chronons('hoje', DCT)).toEqual(['2013-01-21']);
    expect(chronons('no próximo mês', DCT)).toEqual(['2013-02-XX']);
  });
  it('[T-RES-8] without a document date there is no today', () => {
    const [t] = annotateText('hoje');
    expect(t!.resolved).toBe(false);
    expect(t!.chronons).toEqual([]);
  });
  it('[T-RES-9] a day before needs a date before', () => {
    expect(last('Caiu a 6 de Agosto de 1945. Um dia antes chovera.')).toEqual(['1945-08-05']);
    expect(chronons('um dia antes')).toEqual([]);
    expect(chronons('um dia antes', DCT)).toEqual([]);
  });
  it('[T-RES-10] an interval of months', () => {
    expect(chronons('de Abril a Maio de 2009')).toEqual(['2009-04-XX', '2009-05-XX']);
  });
  it('[T-RES-11] durations and frequencies have no place', () => {
    for (const text of [
      'duas semanas',
      'durante dois meses',
      'diariamente',
      'todos os dias',
      'duas vezes por semana',
    ])
      expect(chronons(text, DCT)).toEqual([]);
  });
  it.each([
    ['ontem', '2013-01-20'],
    ['anteontem', '2013-01-19'],
    ['amanhã', '2013-01-22'],
    ['no ano passado', '2012-XX-XX'],
    ['no mês passado', '2012-12-XX'],
    ['há três anos', '2010-XX-XX'],
    ['há dois meses', '2012-11-XX'],
    ['há 100 dias', '2012-10-13'],
    ['daqui a dois dias', '2013-01-23'],
    ['dentro de 3 semanas', '2013-02-11'],
  ])('[T-RES-12] %s → %s', (text, value) => {
    expect(chronons(text, DCT)).toEqual([value]);
  });
  it.each([
    ['na próxima semana', ['2013-01-28', '2013-02-03']],
    ['na semana passada', ['2013-01-14', '2013-01-20']],
    ['no sábado passado', ['2013-01-19']],
    ['no próximo domingo', ['2013-01-27']],
    ['na próxima segunda-feira', ['2013-01-28']],
  ])('[T-RES-13] %s', (text, value) => {
    expect(chronons(text, DCT)).toEqual(value);
  });
  it.each([
    ['no dia seguinte', ['1940-05-11']],
    ['no ano seguinte', ['1941-XX-XX']],
    ['dois meses depois', ['1940-07-XX']],
    ['na semana seguinte', ['1940-05-13', '1940-05-19']],
    ['no ano anterior', ['1939-XX-XX']],
  ])('[T-RES-14] %s, after 10 May 1940', (text, value) => {
    expect(last(`Começou a 10 de Maio de 1940. E ${text} acabou.`)).toEqual(value);
  });
  it('[T-RES-14b] a day is never invented from a year', () => {
    expect(last('Foi em 1945. No dia seguinte choveu.')).toEqual([]);
    expect(last('Foi a 6 de Agosto de 1945, já em 1945. No dia seguinte choveu.')).toEqual(['1945-08-07']);
    const block = (index: number, sectionId: number, text: string): TextBlock => ({
      index,
      text,
      docOffset: 0,
      sectionId,
      boilerplate: false,
      links: [],
    });
    const found = annotateBlocks([
      block(0, 1, 'Foi a 6 de Agosto de 1945.'),
      block(1, 2, 'Foi em 1945. No dia seguinte choveu.'),
    ]);
    expect(resolve(found, { sectionOf: (i) => i + 1 }).at(-1)!.chronons).toEqual([]);
  });
  it.each([
    ['de Dezembro a Janeiro de 1945', ['1944-12-XX', '1945-01-XX']],
    ['entre 10 e 12 de Junho de 1944', ['1944-06-10', '1944-06-12']],
    ['1939-45', ['1939-XX-XX', '1945-XX-XX']],
    ['1939–1945', ['1939-XX-XX', '1945-XX-XX']],
    ['1914–18', ['1914-XX-XX', '1918-XX-XX']],
    ['1999–01', ['1999-XX-XX', '2001-XX-XX']],
  ])('[T-RES-15] %s', (text, value) => {
    expect(chronons(text)).toEqual(value);
  });
  it.each([
    ['década de 1940', ['1940-XX-XX', '1949-XX-XX']],
    ['anos 40', ['1940-XX-XX', '1949-XX-XX']],
    ['anos quarenta', ['1940-XX-XX', '1949-XX-XX']],
    ['século XX', ['1901-XX-XX', '2000-XX-XX']],
    ['século XIX', ['1801-XX-XX', '1900-XX-XX']],
  ])('[T-RES-16] %s', (text, value) => {
    expect(chronons(text)).toEqual(value);
  });
  it.each([
    ['Páscoa de 2012', '2012-04-08'],
    ['Carnaval de 2013', '2013-02-12'],
    ['Sexta-feira Santa de 1945', '1945-03-30'],
    ['Corpo de Deus de 2001', '2001-06-14'],
  ])('[T-RES-17] %s → %s', (text, value) => {
    expect(chronons(text)).toEqual([value]);
  });
  it('[T-RES-18] a date without a year takes that of the text, or has none', () => {
    expect(last('Em 2001 houve ataques, a 11 de Setembro.')).toEqual(['2001-09-11']);
    expect(chronons('11 de Setembro')).toEqual(['XXXX-09-11']);
    expect(chronons('Em Maio, já em plena guerra de 1940, choveu.')[0]).toBe('1940-05-XX');
    // The thesis profile looks at the document's date only.
    expect(chronons('Em 2001 houve ataques, a 11 de Setembro.', null, TIME_THESIS)).toContain('XXXX-09-11');
  });
  it('[T-RES-19] a clock time belongs to the date of its sentence', () => {
    expect(chronons('15 de Junho de 2010, às 14:30')).toEqual(['2010-06-15 14:30:XX']);
    expect(timeline('15 de Junho de 2010, às 14:30')).toBe('T_h');
    expect(last('A 15 de Junho de 2010 o comboio partiu às 14:30.')).toEqual(['2010-06-15 14:30:XX']);
    expect(chronons('14:30')).toEqual([]);
  });
  it('[T-RES-20] summer is where one lives', () => {
    expect(chronons('verão de 1944')).toEqual(['1944-06-21', '1944-09-22']);
    expect(chronons('verão de 1944', null, { ...TIME_MODERN, locale: 'pt-BR' })).toEqual([
      '1944-12-21',
      '1945-03-19',
    ]);
  });
  it('[T-RES-21] nothing overflows on 29 February', () => {
    expect(chronons('há um ano', '2012-02-29')).toEqual(['2011-XX-XX']);
    expect(chronons('daqui a um dia', '2012-02-29')).toEqual(['2012-03-01']);
  });
  it('[T-RES-22] years before 100 and before Christ', () => {
    expect(chronons('44 a.C.')).toEqual(['-0043-XX-XX']);
    expect(chronons('no ano 33')).toEqual(['0033-XX-XX']);
  });
  it('[T-RES-23] the time zone of the machine does not matter', () => {
    const zone = process.env.TZ;
    try {
      const results = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'].map((tz) => {
        process.env.TZ = tz;
        return ['ontem', 'na próxima semana', 'Páscoa de 2012', 'há um ano', '31 de dezembro'].map((text) =>
          chronons(text, DCT),
        );
      });
      expect(results[0]).toEqual(results[1]);
      expect(results[2]).toEqual(results[1]);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('is run again when the document date becomes known', () => {
    const found = annotateText('Foi ontem; e em 1945 também.');
    expect(found.map((t) => t.chronons.map(formatChronon))).toEqual([[], ['1945-XX-XX']]);
    const again = resolve(found, { dct: parseDct('2020-03-01') });
    expect(again.map((t) => t.chronons.map(formatChronon))).toEqual([['2020-02-29'], ['1945-XX-XX']]);
    expect(resolve(again, { dct: parseDct('2020-03-01') })).toEqual(again);
    expect(again[0]!.anchor).toEqual({ kind: 'dct', at: '2020-03-01' });
  });

  it('tells what the text says from what was inferred, and from where', () => {
    const [year, day] = annotateText('Em 1940 partiu, a 10 de Maio.');
    expect(year!.known).toEqual(['year']);
    expect(day!.known).toEqual(['month', 'day']);
    expect(day!.implied).toEqual(['year']);
    expect(day!.anchor).toEqual({ kind: 'text', timexId: 1, at: '1940-XX-XX' });
  });

  it('takes the tense of the verb as evidence', () => {
    expect(chronons('O presidente falou na quinta-feira.', DCT)).toEqual(['2013-01-17']);
    expect(chronons('O presidente falará na quinta-feira.', DCT)).toEqual(['2013-01-24']);
    expect(chronons('Caiu em dezembro.', DCT)).toEqual(['2012-12-XX']);
    expect(chronons('Será eleito em dezembro.', DCT)).toEqual(['2013-12-XX']);
    expect(chronons('Vai falar na quinta-feira.', DCT)).toEqual(['2013-01-24']);
    expect(chronons('Vai ao Porto em dezembro.', DCT)).toEqual(['2013-12-XX']);
  });

  it('chooses the nearest year for a date without one, past on ties', () => {
    expect(chronons('a 10 de Junho', DCT)).toEqual(['2013-06-10']);
    expect(chronons('a 10 de Novembro', DCT)).toEqual(['2012-11-10']);
  });

  it('gives real days only, whatever the document date', () => {
    const expressions = fc.constantFrom(
      'há 13 meses',
      'daqui a 100 dias',
      'no último trimestre',
      'na sexta-feira',
      'no próximo inverno',
      '29 de fevereiro',
      'dia 31',
      'há um ano e meio',
      'na quinzena passada',
      'início do ano',
      'na última década',
      'véspera de Natal',
      'nos últimos 5 anos',
      'sexta-feira 13',
      'amanhã às 8 da noite',
    );
    fc.assert(
      fc.property(
        expressions,
        fc.integer({ min: 1, max: 9998 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (text, y, m, d) => {
          const dct = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
          for (const t of annotateText(text, { dct: parseDct(dct) })) {
            expect(t.chronons.length).toBeLessThanOrEqual(2);
            for (const c of t.chronons)
              expect(formatChronon(c)).toMatch(
                /^-?(?:\d{4,5}|XXXX)-(?:\d{2}|XX)-(?:\d{2}|XX)(?: \d{2}:(?:\d{2}|XX):(?:\d{2}|XX))?$/,
              );
          }
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});
