import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';
import { readCsv } from './read-csv.ts';

describe('CSV of strangers', () => {
  it('is read whatever parts its cells and ends its lines', () => {
    const rows = [
      ['nome', 'nota'],
      ['Ana "Nina" Prado', 'a; b, c'],
      ['linha\ndois', ''],
    ];
    expect(readCsv(rows.map((row) => csvLine(row)).join(''))).toEqual(rows);
    expect(readCsv('\ufeffnome;valor\r1;"2,5"\r\n\n3;4')).toEqual([
      ['nome', 'valor'],
      ['1', '2,5'],
      ['3', '4'],
    ]);
    expect(readCsv('a\tb\n1\t2, 3\n')).toEqual([
      ['a', 'b'],
      ['1', '2, 3'],
    ]);
    expect(readCsv('a,b\n"nunca fechado,1\n2')).toEqual([['a', 'b'], ['nunca fechado,1\n2']]);
    expect(readCsv('altura\n1,60 m\n')).toEqual([['altura'], ['1,60 m']]);
    expect(readCsv('')).toEqual([]);
  });
});
