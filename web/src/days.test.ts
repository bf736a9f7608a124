import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, formatPeriod, formatYear, periodInLine, yearOfDay, yearsPeriod } from './days.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe('days', () => {
  it('writes a period by its grain', () => {
    expect(periodInLine(yearsPeriod(1939, 1945))).toBe('1939..1945');
    expect(periodInLine(yearsPeriod(1941, 1941))).toBe('1941');
    expect(periodInLine({ from: day('1941-05-01'), to: day('1941-05-31') })).toBe('1941-05');
    expect(periodInLine({ from: day('2001-09-11'), to: day('2001-09-11') })).toBe('2001-09-11');
    expect(periodInLine({ from: day('2001-09-11'), to: day('2001-10-31') })).toBe('2001-09-11..2001-10-31');
  });

  it('is read by people in their language', () => {
    const may = { from: day('1941-05-01'), to: day('1941-05-31') };
    expect(formatPeriod(may, 'pt-BR')).toBe('mai de 1941');
    expect(formatPeriod(may, 'en')).toBe('May 1941');
    expect(formatPeriod(yearsPeriod(1939, 1945), 'pt-BR')).toBe('1939–1945');
    expect(formatPeriod({ from: day('1974-04-25'), to: day('1974-04-25') }, 'en')).toBe('Apr 25, 1974');
    expect(formatDate('1974-04-25', 'pt-BR')).toBe('25 de abr de 1974');
    expect(formatDate('ontem', 'pt-BR')).toBe('ontem');
  });

  it('says a year once', () => {
    const spring = { from: day('1941-04-01'), to: day('1941-05-31') };
    expect(formatPeriod(spring, 'pt-BR')).toBe('abr – mai de 1941');
    expect(formatPeriod(spring, 'en')).toBe('Apr – May 1941');
    expect(formatPeriod({ from: day('1941-05-03'), to: day('1941-05-08') }, 'pt-PT')).toBe(
      '3 de mai – 8 de mai de 1941',
    );
    expect(formatPeriod({ from: day('1941-12-01'), to: day('1942-01-31') }, 'pt-BR')).toBe(
      'dez de 1941 – jan de 1942',
    );
  });

  it('says open ends', () => {
    expect(formatPeriod(yearsPeriod(-9999, 1945), 'pt-BR')).toBe('até 1945');
    expect(formatPeriod(yearsPeriod(1939, 9999), 'en')).toBe('since 1939');
  });

  it('knows years before our era and the first century', () => {
    expect(formatYear(-43, 'pt-BR')).toBe('44 a.C.');
    expect(formatYear(0, 'en')).toBe('1 BC');
    expect(yearOfDay(yearsPeriod(79, 79).from)).toBe(79);
    expect(periodInLine(yearsPeriod(79, 79))).toBe('0079');
  });

  it('writes whole years as whole years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat(200), (from, length) => {
        const written = periodInLine(yearsPeriod(from, from + length));
        const ends = written.split('..').map(Number);
        expect(ends[0]).toBe(from);
        expect(ends.at(-1)).toBe(from + length);
      }),
    );
  });
});
