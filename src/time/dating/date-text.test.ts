import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilDay } from '../calendar.ts';
import { parseDateValue, scanDates } from './date-text.ts';

const iso = (day: number): string => {
  const d = civilDay(day);
  return `${d.year}-${String(d.month).padStart(2, '0')}-${String(d.day).padStart(2, '0')}`;
};
const read = (text: string): string[] =>
  scanDates(text, 'day-first').map((d) => (d.precision === 'day' ? iso(d.day) : iso(d.day).slice(0, 7)));

describe('scanDates', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['em 12 de março de 2021, e em 1º de abril de 2021', ['2021-03-12', '2021-04-01']],
    ['12/03/2021 10h30 – 14/03/2021', ['2021-03-12', '2021-03-14']],
    ['março de 2021', ['2021-03']],
    ['abr/2021', ['2021-04']],
    ['12 MAR 2021', ['2021-03-12']],
    ['12-Mar-2021', ['2021-03-12']],
    ['Mar 12, 2021', ['2021-03-12']],
    ['March 12,2021', ['2021-03-12']],
    ['2021-03-12T10:30:00-03:00', ['2021-03-12']],
    ['2021/3/12', ['2021-03-12']],
    ['2021. 03. 12.', ['2021-03-12']],
    ['12. 3. 2021', ['2021-03-12']],
    ['12 / 03 / 2021', ['2021-03-12']],
    ['12/03/21', ['2021-03-12']],
    ['28.09.1912:44', ['2019-09-28']],
    ['12/03/202110h30', ['2021-03-12']],
    ["12 mar '21", ['2021-03-12']],
    ['25/12/2021 e 12/25/2021', ['2021-12-25', '2021-12-25']],
    ['EditorialMarch 12, 2021', ['2021-03-12']],
    ['Ana SouzaMarço de 2021', ['2021-03']],
    ['12 Sexta-feira Mar 2021', ['2021-03-12']],
    ['31 Donnerstag Okt 2019', ['2019-10-31']],
    ['2021•03•12 e 12•04•2021', ['2021-03-12', '2021-04-12']],
    ['aos 12 dias do mês de março do ano de 2021', ['2021-03-12']],
    ['2021. március 12.', ['2021-03-12']],
    ['2021, March 12', ['2021-03-12']],
    ['Mar.12.2021', ['2021-03-12']],
    ['março 12 de 2021', ['2021-03-12']],
    ['MARÇO DE 2021', ['2021-03']],
    ['12. marts 2021', ['2021-03-12']],
    ['12 Donkey Mar 2021', ['2021-03']],
    ['30/02/2021', []],
    ['2021', []],
    ['R$ 12.032,21', []],
    ['tel. 2021-3312', []],
    ['192.168.20.21', []],
    ['Lei 8.666/1993', []],
    ['12 coisas 2021', []],
    ['1939 soldados', []],
  ];
  for (const [text, expected] of cases) it(text, () => expect(read(text)).toEqual(expected));

  it('reads the clock that follows', () => {
    const time = (text: string) => scanDates(text, 'day-first')[0]?.time;
    expect(time('12/03/2021 às 10h30')).toBe('10:30');
    expect(time('12/03/2021 10h')).toBe('10:00');
    expect(time('March 12, 2021 at 3:05 pm')).toBe('15:05');
    expect(time('12/03/2021 – 99h99')).toBeNull();
  });

  it('gives real days, in order, within the text, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('2021', '12', '/', '.', '-', ' ', 'de', 'março', 'Mar', '31', '年', '3', ','),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        let last = -1;
        for (const d of scanDates(text, 'month-first')) {
          expect(d.start).toBeGreaterThanOrEqual(0);
          expect(d.end).toBeLessThanOrEqual(text.length);
          expect(d.end).toBeGreaterThan(last);
          last = d.end;
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('takes time in proportion to the text: bounded work at a year', () => {
    for (const text of [
      '2021'.repeat(2e5),
      '2021 '.repeat(2e5),
      '1/'.repeat(4e5),
      'março '.repeat(2e5),
      '12 de '.repeat(2e5),
      '9'.repeat(1e6),
    ])
      expect(scanDates(text, 'day-first').length).toBeLessThanOrEqual(64);
  });
});

describe('parseDateValue', () => {
  it('gives the neighbouring day of a moment in UTC as the alternative', () => {
    const late = parseDateValue('2021-03-13T02:10:00Z', 'day-first')!;
    expect([iso(late.day), iso(late.alternative!)]).toEqual(['2021-03-13', '2021-03-12']);
    expect(parseDateValue('2021-03-13T02:10:00-03:00', 'day-first')!.alternative).toBeNull();
  });
  it('reads months, and refuses nonsense', () => {
    expect(parseDateValue('2021-03', 'day-first')).toMatchObject({ precision: 'month' });
    for (const text of ['', 'ontem', '0', '2021', '00000000', '12:30'])
      expect(parseDateValue(text, 'day-first')).toBeNull();
  });
});
