import { describe, expect, it } from 'vitest';
import { crawlFolder, newsPage } from '../../collection/small-archive.suite.ts';
import { StoredPages } from '../../entities/index.ts';
import { analyse } from '../analyse.ts';
import { entities, keepEntities } from '../entities.ts';
import { deleteTable, listTables, renameTable } from './kept-tables.ts';

const at = (n: number): string => `http://www.liga-exemplo.com.br/jogadores/${n}.html`;
const NAMES = ['Ana Lima', 'Bruno Sá', 'Clara Dias', 'Davi Reis', 'Elisa Melo', 'Fábio Luz'];
const pages = new StoredPages([
  {
    url: 'http://www.liga-exemplo.com.br/jogadores/',
    body: `<h1>Jogadores</h1><ul>${NAMES.map((name, n) => `<li><a href="${at(n)}">${name}</a></li>`).join('')}</ul>`,
  },
  ...NAMES.map((name, n) => ({
    url: at(n),
    body: `<p><a href="/jogadores/">Jogadores</a></p><h1>${name}</h1><dl><dt>Clube</dt><dd>Clube ${n % 4}</dd><dt>Gols</dt><dd>${n * 3 + 1}</dd></dl>`,
  })),
]);

describe('tables that a collection keeps', () => {
  it('are listed, renamed and deleted', async () => {
    const folder = crawlFolder([newsPage('jornal-exemplo.com.br', 1)]);
    await analyse([folder], { threads: 0 });
    const table = await entities([at(0)], { fetcher: pages });
    await keepEntities([folder], 'Jogadores', table, { now: () => 7 });
    await keepEntities([folder], 'outra', table);
    const names = async () => (await listTables(folder)).map(({ name }) => name);
    expect(await names()).toEqual(['Jogadores', 'outra']);
    expect(await renameTable(folder, 'Jogadores', ' Elenco ')).toMatchObject({
      name: 'Elenco',
      rows: 6,
      madeAt: 7,
    });
    await expect(renameTable(folder, 'outra', 'Elenco')).rejects.toThrow(/TRF_REQUEST_INVALID|Elenco/);
    await expect(renameTable(folder, 'Jogadores', 'x')).rejects.toThrow(/Jogadores/);
    expect((await deleteTable(folder, 'outra', { earnest: false })).rows).toBe(6);
    expect(await names()).toEqual(['Elenco', 'outra']);
    await deleteTable(folder, 'outra');
    expect(await names()).toEqual(['Elenco']);
  });
});
