import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileWhole } from '../../files/index.ts';
import { parseCypher } from '../rules/cypher.ts';
import type { ExtractedPage } from '../wrapper/extract.ts';
import type { WrapperRule } from '../wrapper/wrapper.ts';
import { buildTable, formOf, jsonLines, printCsv, printParquet, writeTable } from './index.ts';

const rule: WrapperRule = {
  rule: parseCypher(
    'MATCH (n1)--(n2)--(n3) WHERE n1.type="TEXT" AND n1.value="Altura" AND n2.type="TAG" AND n2.value="DD" AND n3.type="TEXT" RETURN n3.url, n3.value',
  ),
  id: 'r1',
  role: 'selected',
  coverage: 1,
  prefix: null,
  score: null,
};
const pageOf = (url: string, values: Record<string, string[]>): ExtractedPage => ({
  site: 'a.br',
  url,
  values: new Map(
    Object.entries(values).map(([attribute, texts]) => [
      attribute,
      texts.map((value) => ({
        attribute,
        value,
        text: value,
        rule,
        pivot: 'Altura',
        path: 'DD',
        position: 1,
        line: 3,
        label: 'Altura',
      })),
    ]),
  ),
});
const table = buildTable([
  pageOf('http://a.br/1', { Nome: ['Ana, "a alta"'], Altura: ['1,85 m'], Autor: ['Rui', 'Eva'] }),
  pageOf('http://a.br/2', { Nome: ['=HYPERLINK("x")'], Autor: ['Gil'] }),
]);

describe('tables', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-table-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are CSV that a spreadsheet reads and does not run', () => {
    expect(printCsv(table)).toBe(
      [
        'site,page,Nome,Altura,Autor',
        'a.br,http://a.br/1,"Ana, ""a alta""","1,85 m",Rui | Eva',
        'a.br,http://a.br/2,"\'=HYPERLINK(""x"")",,Gil',
        '',
      ].join('\r\n'),
    );
    expect(printCsv(table, { typed: true, provenance: true }).split('\r\n')[0]).toContain(
      'Altura,Altura:quantity,Altura:rule,Altura:role,Altura:label,Altura:path,Altura:position,Altura:score',
    );
  });

  it('give a spreadsheet no formula, and leave amounts and telephones alone', () => {
    const cell = (value: string) =>
      printCsv(buildTable([pageOf('http://a.br/1', { X: [value] })])).split('\r\n')[1];
    for (const formula of ['-2+3', "-2+3+cmd|'/C calc'!A0", '+1|x', '@SUM(1)', '+(cmd)', '-A1', '＝1+1'])
      expect(cell(formula)).toBe(`a.br,http://a.br/1,'${formula}`);
    for (const plain of ['-5 °C', '+12%', '+55 (11) 3333-2020', '-1.234', '+3 km/h', 'a=b'])
      expect(cell(plain)).toBe(`a.br,http://a.br/1,${plain}`);
  });

  it('have every column once, whatever the pages call theirs', async () => {
    const named = buildTable([
      pageOf('http://a.br/1', { site: ['x.br'], page: ['7'] }),
      pageOf('http://a.br/2', { site: ['y.br'] }),
    ]);
    expect(printCsv(named).split('\r\n').slice(0, 2)).toEqual([
      'site,page,site 2,page 2',
      'a.br,http://a.br/1,x.br,7',
    ]);
    const bytes = printParquet(named);
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    });
    expect(rows[1]).toMatchObject({ site: 'a.br', page: 'http://a.br/2', 'site 2': 'y.br' });
  });

  it('are JSON Lines with all values, their kinds and where they came from', () => {
    const [first] = [...jsonLines(table, { typed: true, provenance: true })].map((line) => JSON.parse(line));
    expect(first.values).toEqual({ Nome: 'Ana, "a alta"', Altura: '1,85 m', Autor: ['Rui', 'Eva'] });
    expect(first.typed).toEqual({
      Altura: { kind: 'quantity', amount: 1.85, unit: 'm', base: 1.85, dimension: 'm' },
    });
    expect(first.provenance.Altura).toEqual([
      { rule: 'r1', role: 'selected', label: 'Altura', path: 'DD', position: 1, score: null },
    ]);
  });

  it('are Parquet that others read', async () => {
    const bytes = printParquet(table, { typed: true });
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    });
    expect(rows[0]).toMatchObject({
      site: 'a.br',
      page: 'http://a.br/1',
      Altura: '1,85 m',
      'Altura:quantity': 1.85,
    });
    expect(rows[1]!.Altura ?? null).toBeNull();
  });

  it('are written whole or not at all', async () => {
    const path = join(folder, 'x.csv');
    await writeTable(path, table);
    expect(readFileSync(path, 'utf8').startsWith('\ufeffsite,page')).toBe(true);
    writeFileSync(path, 'antes');
    expect(() =>
      writeFileWhole(
        path,
        (function* () {
          yield 'metade';
          throw new Error('cheio');
        })(),
      ),
    ).toThrow(expect.objectContaining({ code: 'TRF_STORAGE_DENIED' }));
    expect(readFileSync(path, 'utf8')).toBe('antes');
    expect(readdirSync(folder)).toEqual(['x.csv']);
    await expect(writeTable(join(folder, 'no', 'x.csv'), table)).rejects.toMatchObject({
      code: 'TRF_STORAGE_DENIED',
    });
    expect(() => formOf('x.xls')).toThrow(expect.objectContaining({ code: 'TRF_OUTPUT_FORM' }));
  });
});
