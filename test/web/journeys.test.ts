/**
 * Five people on their way from a question to something in their hands, as the guides tell it: the built command, the page in Chromium, and
 * what they took away opened by a program of somebody else.
 */
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import {
  crawlFolder,
  newsPage,
  type SmallPage,
  tempFolder,
} from '../../src/collection/small-archive.suite.ts';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { type ServedSample, serveFolders, serveSample, TOKEN } from './served-sample.ts';

if (BROWSER === null) process.stderr.write(`test/web/journeys: ${NO_BROWSER}\n`);

const FLOOD = 'enchentes em Porto Alegre em 1941';
const LATER = { timeout: 45_000 };

/** What a menu *Baixar* gives in a form. */
async function taken(page: Page, menu: Locator, form: string): Promise<Download> {
  await menu.click();
  const [file] = await Promise.all([
    page.waitForEvent('download', LATER),
    page.getByRole('link', { name: form, exact: true }).click(),
  ]);
  return file;
}

describe.skipIf(BROWSER === null)(BROWSER === null ? `journeys (${NO_BROWSER})` : 'journeys', () => {
  let sample: ServedSample;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const broken: string[] = [];

  beforeAll(async () => {
    await buildWeb();
    [sample, browser] = await Promise.all([serveSample(['--keep-files']), launchBrowser()]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await sample?.close();
    expect(broken).toEqual([]);
  });
  afterEach(() => context?.close());

  async function open(width = 1440, dark = false): Promise<void> {
    context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'pt-BR',
    });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
  }

  it('of a journalist: from a question to a dossier that opens from disk', async () => {
    await open();
    await page.goto(`${sample.origin}/busca?q=${encodeURIComponent(FLOOD)}&token=${TOKEN}`);
    const results = page.locator('.results article');
    await results.first().getByRole('checkbox').check();
    await results.first().getByRole('link').first().click();
    await page.getByRole('link', { name: 'Marcar trechos' }).click();
    await page.getByRole('complementary', { name: 'Marcar trechos' }).getByRole('checkbox').nth(1).check();
    await page.getByRole('link', { name: 'Voltar aos resultados' }).click();
    await results.nth(1).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: 'Marcados para um dossiê' });
    await bar.getByRole('textbox', { name: 'Nome do dossiê' }).fill('A cheia de 1941');
    await bar.getByRole('button', { name: 'Pôr no dossiê' }).click();
    await page.getByRole('link', { name: 'Página (imprime em PDF)' }).waitFor();
    const take = async (name: string): Promise<string> => {
      const [file] = await Promise.all([
        page.waitForEvent('download', LATER),
        page.getByRole('link', { name }).click(),
      ]);
      const path = join(tempFolder(), file.suggestedFilename());
      await copyFile(await file.path(), path);
      return path;
    };
    const [paper, archive, rows] = [
      await take('Página (imprime em PDF)'),
      await take('WACZ'),
      await take('CSV'),
    ];

    await page.goto(`file://${paper}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A cheia de 1941');
    const text = (await page.locator('body').textContent()) ?? '';
    expect(text.match(/Disponível em: http/g)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/Acesso em: \d{1,2} [a-z]{3,4}\.? \d{4}/);
    expect(text).toMatch(/sha(?:1|256)[:-]/i);
    expect(await page.locator('script').count()).toBe(0);
    expect(Object.keys(unzipSync(readFileSync(archive)))).toContain('datapackage.json');
    expect(readFileSync(rows, 'utf8').trim().split('\n').length).toBeGreaterThanOrEqual(4);
  });

  it('of an archivist: an archive of somebody else, its versions, what changed, and a WACZ that goes on', async () => {
    const page1 = 'http://www.jornal-exemplo.com.br/obras/ponte.html';
    const capture = (day: string, cost: string): SmallPage => ({
      ...newsPage('jornal-exemplo.com.br', 90),
      url: page1,
      date: Date.parse(`${day}T12:00:00Z`),
      html: newsPage('jornal-exemplo.com.br', 90).html!.replace(
        '</p></div>',
        `</p><p>A obra da ponte custou ${cost} milhões de reais, segundo a nota que a prefeitura publicou.</p></div>`,
      ),
    });
    const theirs = crawlFolder([capture('2019-03-01', 'dez'), capture('2021-03-01', 'quinze')]);
    const wacz = join(tempFolder(), 'deles.wacz');
    expect((await spawnTarrafa(['export', theirs, '--format', 'wacz', '--out', wacz])).status).toBe(0);
    const ours = join(tempFolder(), 'parceiro');
    expect((await spawnTarrafa(['import', wacz, '--out', ours])).status).toBe(0);
    const served = await serveFolders([ours]);
    try {
      await open();
      await page.goto(`${served.origin}/busca?q=ponte`);
      await page.locator('.results h2 a').first().click();
      await page.getByRole('link', { name: /^Versões/ }).click();
      await page
        .getByRole('complementary', { name: 'Versões' })
        .getByText('2 capturas, 1 mudança.')
        .waitFor();
      await page.goto(`${page.url().split('?')[0]}?ver=mudancas`);
      const changes = page.getByRole('region', { name: 'O que mudou' });
      await changes.locator('ins').first().waitFor();
      expect(await changes.locator('del').allTextContents()).toEqual(['dez']);
      expect(await changes.locator('ins').allTextContents()).toEqual(['quinze']);
      const said = await spawnTarrafa(['diff', ours, page1]);
      expect(said.stdout).toContain('quinze');
      await page.goto(`${served.origin}/busca?q=ponte`);
      const file = await taken(
        page,
        page.getByRole('button', { name: /^Baixar: / }).first(),
        'WACZ, as páginas como eram',
      );
      const again = join(tempFolder(), 'de-novo.wacz');
      await copyFile(await file.path(), again);
      const further = await spawnTarrafa(['import', again, '--out', join(tempFolder(), 'adiante'), '--json']);
      expect([further.status, further.stderr]).toEqual([0, '']);
      expect(JSON.parse(further.stdout)).toMatchObject({ problems: 0 });
    } finally {
      await served.close();
    }
  });

  it('of a linguist: lines in their context, sorted, as a table, the same by page and command', async () => {
    await open(390, true);
    await page.goto(`${sample.origin}/concordancia?c=amostra&palavras=enchente&ordem=direita`);
    await page.getByRole('list', { name: 'Linhas da concordância' }).getByRole('link').first().waitFor();
    const menu = page.getByRole('button', { name: 'Baixar: Linhas da concordância' });
    for (const [form, flag] of [
      ['CSV', []],
      ['Planilha (CSV para Excel)', ['--csv', 'excel']],
    ] as const) {
      const file = await taken(page, menu, form);
      const out = join(tempFolder(), 'enchente.csv');
      const words = ['concordance', sample.folder, 'enchente', '--sort', 'right', ...flag, '--out', out];
      expect((await spawnTarrafa(words)).status).toBe(0);
      const table = readFileSync(await file.path(), 'utf8');
      expect(table.split('\n')[0]).toMatch(/^\ufeff?left[,;]key[,;]right[,;]year[,;]site[,;]title[,;]url/);
      expect(table.trim().split('\n').length).toBeGreaterThan(5);
      expect(table).toBe(readFileSync(out, 'utf8'));
    }
  });

  it('of a GIS person: from a place to a preview and the file, read by the command', async () => {
    await open();
    await page.goto(`${sample.origin}/mapa?c=amostra&q=${encodeURIComponent('limites Goiás')}`);
    await page.locator('.list article').first().getByRole('link').first().click();
    await expect.poll(() => new URL(page.url()).searchParams.has('arquivo')).toBe(true);
    await page.getByRole('link', { name: 'Baixar cópia arquivada' }).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download', LATER),
      page.getByRole('link', { name: 'Baixar cópia arquivada' }).first().click(),
    ]);
    const path = join(tempFolder(), file.suggestedFilename());
    await copyFile(await file.path(), path);
    const described = await spawnTarrafa(['geo', 'describe', path, '--json']);
    expect([described.status, described.stderr]).toEqual([0, '']);
    expect(described.stdout).toContain('"Polygon"');
  });

  it('of a data scientist: from an example to a mended table, and from there into DuckDB', async ({
    skip,
  }) => {
    await open();
    const example = encodeURIComponent(sample.example);
    await page.goto(`${sample.origin}/entidades?token=${TOKEN}&exemplo=${example}`);
    await page.getByRole('heading', { name: /páginas encontradas/ }).waitFor(LATER);
    await page.getByRole('button', { name: 'Não escolher nenhuma' }).click();
    const shown = page.frameLocator('iframe');
    await shown.locator('h1').first().click();
    await page.getByText('1 coluna escolhida').waitFor();
    await shown
      .getByText(/^\d+ kg$/)
      .first()
      .click();
    await page.getByText('2 colunas escolhidas').waitFor();
    await page.locator('[aria-label^="Nome da coluna"]:enabled').last().fill('peso');
    await page.getByLabel('Nome da tabela').fill('pesos');
    await page.getByRole('button', { name: 'Guardar a tabela' }).click();
    await page.getByText('Tabela “pesos” guardada.').waitFor(LATER);
    const file = await taken(page, page.getByRole('button', { name: 'Baixar: pesos' }), 'Parquet');
    const path = join(tempFolder(), 'pesos.parquet');
    await copyFile(await file.path(), path);
    const duck = await import('@duckdb/node-api').catch(() => null);
    if (duck === null) return skip('DuckDB has no package for this machine');
    const connection = await (await duck.DuckDBInstance.create(':memory:')).connect();
    const rows = (
      await connection.runAndReadAll(`select * from read_parquet('${path.replaceAll("'", "''")}')`)
    ).getRowObjectsJson();
    expect(rows.length).toBeGreaterThan(10);
    expect(Object.keys(rows[0]!)).toContain('peso');
    for (const row of rows) expect(String(row.peso ?? '0 kg')).toMatch(/^\d+ kg$/);
  });
});
