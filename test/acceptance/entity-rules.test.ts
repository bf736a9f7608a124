/** Rules, wrappers and tables of the published player site, by the built command: what `entities rules`, `learn`, `extract` and the table itself say. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadableRule } from '../../src/app/entities.ts';
import { PLAYERS, playerPage, playerSite, tableSite } from '../../src/entities/graph/players.fixture.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { archivedPages } from './archived-pages.ts';
import { listedSite } from './listed-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

const countries = ['Brasil', 'Brasil', 'Brasil', 'Brasil', 'Chile'].map((country, i) => ({
  url: `p/${i}`,
  html: `<dl><dt>Country</dt><dd>${country}</dd></dl><p>${i}</p>`,
}));
const gamma = Array.from({ length: 10 }, (_, i) => ({
  url: `p/${i}`,
  html: `<p>Label</p><div>${i < 3 ? `<b>${i}</b>` : ''}</div>${i >= 3 && i < 5 ? `<i>${i}</i><i>${i}x</i>` : ''}`,
}));
const telephones = ['a', 'b', 'c'].map((key) => ({
  url: `p/${key}`,
  html: `<h1>${key}</h1><ul><li><b>Tel</b><i>${key}1</i></li><li><b>Tel</b><i>${key}2</i></li><li><b>Tel</b><i>${key}3</i></li></ul>`,
}));
const newcomer = {
  ...PLAYERS[0]!,
  url: 'neymar',
  name: 'Neymar Júnior',
  number: '11',
  place: 'Mogi das Cruzes',
  date: '05/02/1992',
  weight: '68 Kg',
  height: '175 cm',
};
const [player, moved, table, often, share, several] = [
  'clube',
  'mudou',
  'tabela',
  'paises',
  'gama',
  'telefones',
].map((name) => `www.${name}-exemplo.com.br`) as [string, string, string, string, string, string];
const file = archivedPages([
  ...listedSite(player, playerSite()),
  [`http://${player}/neymar`, playerPage(newcomer)],
  ...listedSite(moved, playerSite(['suarez'])),
  ...listedSite(table, tableSite()),
  ...listedSite(often, countries),
  ...listedSite(share, gamma),
  ...listedSite(several, telephones),
]);
const from = ['--from', file, '--lang', 'en'];
const PUBLISHED = ['--discovery', 'published', '--height', '1', '--rules', 'published'];

async function rules(example: string, ...words: string[]): Promise<ReadableRule[]> {
  const { status, stdout, stderr } = await spawnTarrafa([
    'entities',
    'rules',
    example,
    ...from,
    '--json',
    ...PUBLISHED,
    ...words,
  ]);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReadableRule);
}
const valuesOf = (list: readonly ReadableRule[], pivot: string, path = 'DT-DL-DD'): string[] =>
  list.find((rule) => rule.pivot === pivot && rule.path === path)!.values.map(({ value }) => value);

describe('tarrafa entities rules --rules published', () => {
  it('[O-AC-32, O-AC-34] learns exactly the seven rules of the player site, and prints the published query', async () => {
    const row = ({ pivot, path, positions, pages }: ReadableRule): string =>
      [pivot, path, positions.join(), pages].join('|');
    const learned = await rules(`http://${player}/messi`);
    expect(learned.map(row).sort()).toEqual(
      [
        'PLACE OF BIRTH|DT-DL-DIV-BODY-H1|1,1,1,3,2,1,1|5',
        'PLACE OF BIRTH|DT-DL-DIV-BODY-DIV-SPAN|1,1,1,3,2,2,1,1|5',
        'PLACE OF BIRTH|DT-DL-DIV-BODY-DIV-SPAN|1,1,1,3,2,2,2,1|5',
        'PLACE OF BIRTH|DT-DL-DD|1,1,1,2,1|5',
        'DATE OF BIRTH|DT-DL-DD|1,1,2,2,1|5',
        'WEIGHT|DT-DL-DD|1,1,3,2,1|5',
        'HEIGHT|DT-DL-DD|1,1,4,2,1|5',
      ].sort(),
    );
    expect(learned.find(({ pivot }) => pivot === 'HEIGHT')!.cypher).toBe(
      'MATCH (n1)--(n2)--(n3)--(n4)--(n5) WHERE n1.type="TEXT" AND n1.position=1 AND n1.value="HEIGHT" AND n2.type="TAG" AND n2.position=1 AND n2.value="DT" AND n3.type="TAG" AND n3.position=4 AND n3.value="DL" AND n4.type="TAG" AND n4.position=2 AND n4.value="DD" AND n5.type="TEXT" AND n5.position=1 RETURN n5.url, n5.value',
    );
    const relaxed = (await rules(`http://${player}/messi`, '--apex', 'relaxed')).map(row);
    expect(relaxed).toHaveLength(7);
    expect(relaxed).toContain('HEIGHT|DT-DL-DD|1,1,,2,1|5');
    expect(relaxed).toContain('PLACE OF BIRTH|DT-DL-DIV-BODY-H1|1,1,1,3,,1,1|5');
  });

  it('[O-AC-36] keeps a rule on γ of the pages, counted once each', async () => {
    const learned = await rules(`http://${share}/p/0`);
    expect(learned.map(({ path, pages }) => [path, pages])).toEqual([['P-BODY-DIV-B', 3]]);
  });

  it('[O-AC-38, O-AC-39] tells the columns of a table apart, and returns a value that is frequent enough to be template', async () => {
    const columns = (await rules(`http://${table}/ana`)).toSorted(
      (a, b) => a.positions.at(-2)! - b.positions.at(-2)!,
    );
    expect(
      columns.map(({ pivot, path, values }) => [pivot, path, values.map(({ value }) => value).join()]),
    ).toEqual([
      ['Name', 'TH-TR-TBODY-TR-TD', 'Ana,Bia,Cid'],
      ['Name', 'TH-TR-TBODY-TR-TD', 'Reds,Blues,Greens'],
      ['Name', 'TH-TR-TBODY-TR-TD', '170,171,180'],
    ]);
    const learned = await rules(`http://${often}/p/0`, '--gamma', '20%');
    expect(valuesOf(learned, 'Country').toSorted()).toEqual([
      'Brasil',
      'Brasil',
      'Brasil',
      'Brasil',
      'Chile',
    ]);
  });

  it('[O-AC-40] loses a page whose block moved with strict positions, and not with a relaxed ancestor', async () => {
    const four = ['170 cm', '171 cm', '189 cm', '193 cm'];
    const example = `http://${moved}/messi`;
    expect(valuesOf(await rules(example), 'HEIGHT').toSorted()).toEqual(four);
    for (const apex of ['relaxed', 'auto'])
      expect(valuesOf(await rules(example, '--apex', apex), 'HEIGHT').toSorted()).toEqual(
        [...four, '182 cm'].sort(),
      );
  });

  it('[O-AC-45] returns all matches of a page in document order, with the label of each', async () => {
    const learned = await rules(`http://${several}/p/a`, '--apex', 'relaxed');
    const all = learned.find(({ values }) => values.length === 9)!;
    expect(all.values.map(({ value }) => value)).toEqual([
      'a1',
      'a2',
      'a3',
      'b1',
      'b2',
      'b3',
      'c1',
      'c2',
      'c3',
    ]);
    expect(all.values.every(({ label }) => label === 'Tel')).toBe(true);
  });
});

describe('wrappers and tables by tarrafa entities', () => {
  const ATTRIBUTES = [
    'name',
    'position',
    'number',
    'place of birth',
    'date of birth',
    'weight',
    'height',
  ] as const;
  const messi = PLAYERS[0]!;
  const FIELDS = ['name', 'position', 'number', 'place', 'date', 'weight', 'height'] as const;
  const wants = ATTRIBUTES.flatMap((name, i) => ['--want', `${name}=${messi[FIELDS[i]!]}`]);
  const example = `http://${player}/messi`;
  const run = async (...words: string[]) => {
    const ended = await spawnTarrafa(['entities', ...words, ...from], { cwd: folder });
    expect([words, ended.status, ended.stderr]).toEqual([words, 0, expect.any(String)]);
    return ended;
  };

  it('[O-AC-43, O-AC-44] a wrapper is a file with its Cypher, and reads pages that it never saw', async () => {
    await run('learn', example, ...wants, '-o', 'regras.json');
    const text = readFileSync(at('regras.json'), 'utf8');
    expect(text).toContain(String.raw`n1.value=\"HEIGHT\"`);
    await run('extract', 'regras.json', `http://${player}/neymar`, '-o', 'nova.jsonl');
    const row = readFileSync(at('nova.jsonl'), 'utf8');
    for (const field of FIELDS) expect(row).toContain(newcomer[field]);
    // What was read from the file and written again is the same file.
    writeFileSync(at('copia.json'), `${JSON.stringify(JSON.parse(text))}\n`);
    await run('extract', 'copia.json', `http://${player}/neymar`, '-o', 'outra.jsonl');
    expect(readFileSync(at('outra.jsonl'), 'utf8')).toBe(row);
  });

  it('[O-AC-46] a file of choices selects the seven attributes and gives the tuple of the specification', async () => {
    const learned = await rules(example);
    const choices = Object.fromEntries(
      ATTRIBUTES.map((name, i) => {
        const rule = learned.find(({ values }) =>
          values.some(({ page, value }) => page === example && value === messi[FIELDS[i]!]),
        )!;
        return [name, i % 2 === 0 ? rule.id : rule.cypher];
      }),
    );
    writeFileSync(
      at('escolhas.json'),
      JSON.stringify({
        form: 'tarrafa-entity-choices',
        version: 1,
        site: player.replace('www.', ''),
        choices,
      }),
    );
    await run(example, ...PUBLISHED, '--votes', 'escolhas.json', '-o', 'tupla.csv');
    const [head, ...rows] = readFileSync(at('tupla.csv'), 'utf8').trim().split(/\r?\n/);
    for (const name of ATTRIBUTES) expect(head).toContain(name);
    const tuple = rows.find((row) => row.includes('/messi'))!;
    for (const field of FIELDS) expect(tuple).toContain(messi[field]);
  });

  it('[O-AC-70, O-AC-71] the same pages give the same bytes, and every value says where it came from', async () => {
    for (const name of ['um.jsonl', 'dois.jsonl']) await run(example, ...wants, '--provenance', '-o', name);
    const text = readFileSync(at('um.jsonl'), 'utf8');
    expect(readFileSync(at('dois.jsonl'), 'utf8')).toBe(text);
    for (const part of ['HEIGHT', 'DT-DL-DD', player, '170 cm']) expect(text).toContain(part);
    expect(text).toMatch(/r[0-9a-f]{12}/);
    const told = (await run(example, ...wants, '--explain', example, 'height')).stdout;
    expect(told).toMatch(/170 cm[\s\S]*r[0-9a-f]{12}[\s\S]*HEIGHT[\s\S]*DT-DL-DD/);
  });
});
