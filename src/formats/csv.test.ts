import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine, quotedCell } from './csv.ts';

/** A reader of RFC 4180. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (line[at] === '"') {
      for (at++; line[at] !== '"' || line[at + 1] === '"'; at++) {
        if (line[at] === '"') at++;
        cell += line[at];
      }
      at++;
    } else while (line[at] !== ',' && !line.startsWith('\r\n', at)) cell += line[at++];
    cells.push(cell);
    if (line.startsWith('\r\n', at) && at + 2 === line.length) return cells;
    at++;
  }
}

const text = fc.string({
  unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', '=', '+', '-', '@', ' ', 'a', '1', 'ç', "'"),
});

describe('a cell of CSV', () => {
  it.each([
    ['-12,5', '"-12,5"'],
    ['+351', '+351'],
    ['-5 °C', '-5 °C'],
    ['+55 (11) 3333-2020', '+55 (11) 3333-2020'],
    ['a\0b', 'a\ufffdb'],
    ['diz "sim"', '"diz ""sim"""'],
    ['a;b', '"a;b"'],
    [null, ''],
    [Number.NaN, ''],
    [-3, '-3'],
    [true, 'true'],
  ])('%j is %j', (value, written) => {
    expect(csvCell(value)).toBe(written);
  });

  it.each(['=1+1', '@SUM(A1)', '+1|cmd', '-2+3', ' =1', '\t=1', '＝1', '\r\n=x', '-a'])(
    '%j is not run by a spreadsheet',
    (formula) => {
      expect(csvCell(formula).replace(/^"/, '')[0]).toBe("'");
    },
  );

  it.each([
    [-12.5, '-12,5'],
    [1e-7, '1e-7'],
    ['-12,5', '-12,5'],
    ['a,b', '"a,b"'],
    [true, 'true'],
    ['+351', "'+351"],
    ['-1-2', "'-1-2"],
    ['-000509-04-21', "'-000509-04-21"],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
  ])('%j is %j in a spreadsheet of Brazil', (value, written) => {
    expect(csvCell(value, 'excel').replace(/^"(-12,5)"$/, '$1')).toBe(written);
  });

  it('is no longer than a cell of a spreadsheet can be, where one is meant', () => {
    const long = `${'a'.repeat(32_765)}😀${'b'.repeat(10)}`;
    expect(csvCell(long, 'excel')).toBe(`${'a'.repeat(32_765)}…`);
    expect(csvCell(long)).toBe(long);
    expect(csvLine(['a', 1.5, null], 'excel')).toBe('a;1,5;\r\n');
  });

  it('is read back, marked or as it is', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        for (const [i, cell] of cellsOf(csvLine(cells)).entries())
          expect([cells[i], `'${cells[i]}`]).toContain(cell);
        expect(cellsOf(`${cells.map(quotedCell).join(',')}\r\n`)).toEqual(cells);
      }),
    );
  });

  it('never begins a formula', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(csvCell(value).replace(/^"/, '')).not.toMatch(/^\s*[=@]/);
      }),
    );
  });
});
