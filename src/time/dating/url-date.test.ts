import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civilDay } from '../calendar.ts';
import { urlDate, withoutArchive } from './url-date.ts';

function read(url: string): string | null {
  const date = urlDate(url);
  if (date === null) return null;
  const { year, month, day } = civilDay(date.day);
  const two = (n: number) => String(n).padStart(2, '0');
  return date.precision === 'day'
    ? `${year}-${two(month)}-${two(day)}`
    : date.precision === 'month'
      ? `${year}-${two(month)}`
      : `${year}`;
}

describe('urlDate', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['https://j.example/2021/03/15/obra', '2021-03-15'],
    ['https://j.example/2021/3/5/obra', '2021-03-05'],
    ['https://j.example/2021/mar/15/obra', '2021-03-15'],
    ['https://j.example/noticia/2021-03-15-obra.html', '2021-03-15'],
    ['https://j.example/20210315/obra', '2021-03-15'],
    ['https://j.example/obra-20210315103000.html', '2021-03-15'],
    ['https://j.example/obra-15-03-2021.html', '2021-03-15'],
    ['https://j.example/2021/03/obra', '2021-03'],
    ['https://j.example/2021/03/10-dicas', '2021-03-10'],
    ['https://j.example/2021/obra', '2021'],
    ['https://j.example/2021/13/45/obra', '2021'],
    ['https://j.example/produto/120210315', null],
    ['https://2021.example.org/obra', null],
    ['https://web.archive.org/web/20130217080612/http://j.example/2012/08/02/obra', '2012-08-02'],
    ['https://arquivo.pt/wayback/20130217080612/http://j.example/obra', null],
    ['', null],
  ];
  for (const [url, expected] of cases) it(url || '(empty)', () => expect(read(url)).toBe(expected));

  it('is less sure of a number that may begin a title', () => {
    expect(urlDate('https://j.example/2021/03/10-dicas')!.weight).toBeLessThan(
      urlDate('https://j.example/2021/03/10/dicas')!.weight,
    );
  });

  it('takes the archive off an address', () => {
    expect(withoutArchive('https://arquivo.pt/wayback/20130217080612/http://j.example/obra')).toBe(
      'http://j.example/obra',
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (url) => void urlDate(url)),
      { seed: 3, numRuns: 300 },
    );
  });
});
