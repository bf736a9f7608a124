/** The built command as a person types it, over a small collection. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';
import type { Collocate, ConcordanceLine } from '../../catalogue/index.ts';
import { type SmallSource, smallSource } from '../../collection/export/small-source.suite.ts';
import { analyseArchive, collectionPlace } from '../../collection/index.ts';
import { EXIT } from '../../errors.ts';
import { kwicText } from './kwic-text.ts';

let source: SmallSource;
beforeAll(async () => {
  source = await smallSource();
  await analyseArchive(collectionPlace([source.folder]), source.catalogue, { threads: 0, places: false });
  await source.close();
});
afterAll(() => rmSync(source.folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  spawnTarrafa(['concordance', ...words, '--lang', 'en'], { cwd: source.folder });
const rows = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('tarrafa concordance', () => {
  it('writes lines of JSON into a pipe, sorted, with the total before them', async () => {
    const { status, stdout, stderr } = await run('.', 'enchentes', '--sort', 'right', '--context', '2w');
    expect([status, stderr]).toEqual([EXIT.ok, '']);
    const [first, ...lines] = rows<ConcordanceLine & { total: { hits: number; words: number } }>(stdout);
    expect(first!.total.hits).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines)
      expect([line.left, line.key, line.right]).toEqual(['A ', 'enchente', ' de 1941']);
    expect(lines.map(({ url }) => url)).toEqual([...new Set(lines.map(({ url }) => url))]);
  });

  it('writes every line as CSV into a file, and years and collocates as rows', async () => {
    const { status, stderr } = await run('.', '1941 * Porto', '--match', 'exact', '--out', 'linhas.csv');
    expect(status).toBe(EXIT.ok);
    const [head, ...lines] = readFileSync(join(source.folder, 'linhas.csv'), 'utf8').trimEnd().split('\r\n');
    expect(head).toBe('left,key,right,year,site,title,url,page,start,end');
    expect(stderr).toBe(`linhas.csv: ${lines.length} lines\n`);
    for (const line of lines) expect(line).toContain('1941 em Porto');
    const near = rows<Collocate>((await run('.', 'porto', '--collocations', '--min', '1')).stdout).slice(1);
    expect(near[0]).toMatchObject({ together: near[0]!.left + near[0]!.right });
    expect(near.map(({ word }) => word)).toContain('alegre');
    const years = await run('.', 'enchente', '--by-year', '--csv');
    expect(years.stdout).toMatch(/^by,year,hits,pages,words,perMillion\r\n/);
    expect(years.stdout).toMatch(/\r\nspoken,1941,\d+,/);
  });

  it('tells what is wrong in one line, with advice, and writes nothing', async () => {
    for (const [words, told] of [
      [['.', 'enchent*'], 'TRF_CONCORDANCE_WORDS'],
      [['.'], 'the words are missing'],
      [['.', 'a', '--sort', 'up'], 'not an order: up'],
      [['.', 'a', '--by-year', '--collocations'], 'do not go together'],
    ] as const) {
      const { status, stdout, stderr } = await run(...words);
      expect([status, stdout]).toEqual([EXIT.usage, '']);
      expect(stderr).toContain(told);
    }
  }, 60_000);

  it('puts the words one below the other on a terminal, whatever stands around them', () => {
    const line = { page: 1, url: 'https://a.br/', title: '', site: 'a.br', year: 2001, start: 0, end: 1 };
    const text = kwicText(
      [
        { ...line, left: `${'muito '.repeat(30)}longe da `, key: 'água', right: ', e mais' },
        { ...line, left: '', key: 'águas', right: ' de março', year: null },
        { ...line, left: 'a\u001b[31m ', key: 'agua', right: '' },
      ],
      80,
    );
    const lines = text
      .replace(/\u001b\[\d+m/g, '')
      .split('\n')
      .slice(0, 3);
    const at = lines.map((one) => /\b[áa]guas?/.exec(one.normalize('NFC').replaceAll('á', 'a'))!.index);
    expect(new Set(at).size).toBe(1);
    expect(lines.every((one) => one.length <= 80)).toBe(true);
    expect(text).toContain('a\ufffd[31m');
  });
});
