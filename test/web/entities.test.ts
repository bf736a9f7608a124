/**
 * Tables of entities mended by who looks at them, in a real Chromium: the example page beside the table, a touch that makes a column or mends
 * one, rows unlike the others, tables that are changed and deleted, and two who change the same one.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { type ServedSample, serveSample, TOKEN } from './served-sample.ts';

if (BROWSER === null) process.stderr.write(`test/web/entities: ${NO_BROWSER}\n`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LATER = { timeout: 45_000 };

interface Cell {
  readonly attribute: string;
  readonly value: string;
}

describe.skipIf(BROWSER === null)(BROWSER === null ? `tables (${NO_BROWSER})` : 'tables', () => {
  let sample: ServedSample;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const broken: string[] = [];

  async function open(options: { width?: number; dark?: boolean; touch?: boolean } = {}): Promise<Page> {
    context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: 900 },
      colorScheme: options.dark ? 'dark' : 'light',
      hasTouch: options.touch ?? false,
      isMobile: options.touch ?? false,
      reducedMotion: 'reduce',
      locale: 'pt-BR',
    });
    context.setDefaultTimeout(15_000);
    page = await context.newPage();
    page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
    return page;
  }
  const base = () => `${sample.origin}/api/v1/collections/amostra/entities`;
  const send = async (path: string, body: object) => {
    const response = await fetch(`${base()}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: (await response.json()) as never };
  };
  /** A table that is there without anybody clicking. */
  async function made(name: string): Promise<{ id: number; version: number }> {
    const columns = ['Nome', 'Posição', 'Altura'].map((column) => ({ name: column }));
    return (await send('', { name, example: sample.example, columns })).json;
  }
  const cellsOf = async (name: string): Promise<Cell[][]> => {
    const view = await fetch(`${base()}/view?limit=1000&table=${encodeURIComponent(name)}`);
    return ((await view.json()) as { items: { values: Cell[] }[] }).items.map(({ values }) => values);
  };
  const violations = async (): Promise<string[]> => {
    await page.evaluate(AXE);
    // The archived page in its frame is of somebody else.
    const found = (await page.evaluate(
      "axe.run({ exclude: [['iframe']] }, { iframes: false, resultTypes: ['violations'] })",
    )) as { violations: { id: string; nodes: { html: string }[] }[] };
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };
  const shown = () => page.frameLocator('iframe');
  const columnNames = () => page.getByLabel(/^Nome da coluna/);

  beforeAll(async () => {
    await buildWeb();
    [sample, browser] = await Promise.all([serveSample(), launchBrowser()]);
  }, 240_000);
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await sample?.close();
  });

  it('offers pages like an example that is not in the collection', async () => {
    await open();
    const missing = sample.example.replace(/\d+\.htm$/, '999.htm');
    await page.goto(`${sample.origin}/entidades?token=${TOKEN}&exemplo=${encodeURIComponent(missing)}`);
    await page.getByRole('heading', { name: 'Esta página não está na coleção' }).waitFor(LATER);
    const like = page.locator('.empty li a');
    await like.first().waitFor();
    expect(await page.locator('.empty li').first().textContent()).toContain('/jogadores/2015/jogador');
    expect(await violations()).toEqual([]);
    await like.first().click();
    await page.getByRole('heading', { name: /páginas encontradas/ }).waitFor(LATER);
    await page.goto(
      `${sample.origin}/entidades?exemplo=${encodeURIComponent('http://nao-ha.example/zzzyq')}`,
    );
    await page.getByText('Confira o endereço').waitFor(LATER);
  });

  it('makes a column of a value that is touched on the page, and mends one', async () => {
    await open();
    await page.goto(
      `${sample.origin}/entidades?token=${TOKEN}&exemplo=${encodeURIComponent(sample.example)}`,
    );
    await page.getByRole('heading', { name: /páginas encontradas/ }).waitFor(LATER);
    await page.getByRole('button', { name: 'Não escolher nenhuma' }).click();
    await page.getByText('nenhuma coluna escolhida').waitFor();
    // A value that a column has already chooses that column.
    await shown().locator('h1').first().click();
    await page.getByText(/já tem este valor/).waitFor();
    await page.getByText('1 coluna escolhida').waitFor();
    expect(await page.evaluate('document.activeElement.value')).toBe('Nome');
    // Nothing of the page was followed, and no script of it ran.
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');

    // The column that is chosen is mended by the value touched next.
    const height = await shown()
      .getByText(/^1,\d\d m$/)
      .first()
      .textContent();
    await page.getByRole('button', { name: 'Mostrar o valor certo de Nome' }).click();
    await page.getByText('Toque na página no valor certo de “Nome”').waitFor();
    await shown()
      .getByText(/^1,\d\d m$/)
      .first()
      .click();
    await page.getByText(/tem agora os valores deste lugar/).waitFor(LATER);
    const preview = page.getByRole('region', { name: 'Prévia' });
    await expect.poll(() => preview.locator('tr.chosen td').first().textContent()).toBe(height);

    // With the keyboard alone: the list of the page's values.
    await page.getByText(/valores na página/).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Valor da página').fill(' kg');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/já tem este valor/).waitFor(LATER);
    await page.getByText('2 colunas escolhidas').waitFor();

    // What is nowhere is told, and what was chosen stays.
    await page.getByLabel('Valor da página').fill('não está em página nenhuma');
    await page.keyboard.press('Enter');
    await page.getByText(/^“não está em página nenhuma” não está sozinho/).waitFor(LATER);
    await page.getByText('2 colunas escolhidas').waitFor();

    await page.getByLabel('Nome da tabela').fill('alturas mostradas');
    await page.getByRole('button', { name: 'Guardar a tabela' }).click();
    await page.getByText('Tabela “alturas mostradas” guardada.').waitFor(LATER);
    const rows = await cellsOf('alturas mostradas');
    expect(rows.length).toBeGreaterThan(10);
    for (const values of rows)
      for (const { attribute, value } of values)
        if (attribute === 'Nome') expect(value).toMatch(/^1,\d\d m$/);
    expect(await violations()).toEqual([]);
  });

  it('shows a row with its page beside it, in an order, by words; and leaves that in the address', async () => {
    await made('elenco');
    await open();
    await page.goto(`${sample.origin}/entidades?token=${TOKEN}&tabela=elenco`);
    await page.getByRole('button', { name: 'Ordenar por Altura' }).click();
    const heights = page.locator('tbody td:nth-child(4)');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Altura' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await expect
      .poll(async () => {
        const all = (await heights.allTextContents()).filter(Boolean);
        return all.length > 10 && all.every((one, i) => i === 0 || all[i - 1]! <= one);
      })
      .toBe(true);
    await page.getByLabel('Só as linhas com estas palavras').fill('GOLEIRO');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => new Set(await page.locator('tbody td:nth-child(3)').allTextContents()))
      .toEqual(new Set(['goleiro']));
    const first = page.getByRole('button', { name: /^Ver a página ao lado/ }).first();
    const name = await first.textContent();
    await first.click();
    await shown().locator('h1').first().waitFor();
    expect(await shown().locator('h1').first().textContent()).toContain(name!.trim());
    // The values of the row are marked in it.
    expect(await shown().locator('[style*="outline"]').count()).toBeGreaterThan(1);
    const address = new URL(page.url()).searchParams;
    expect([address.get('ordem'), address.get('palavras')]).toEqual(['a:Altura', 'GOLEIRO']);
    expect(await violations()).toEqual([]);
    await page.reload();
    await shown().locator('h1').first().waitFor();
    await page.getByRole('button', { name: 'Fechar a página ao lado' }).click();
    await expect.poll(() => page.locator('iframe').count()).toBe(0);
  });

  it('lights up rows that are unlike the others', async () => {
    // Some players of the site have no weight, which the others have.
    const columns = ['Nome', 'Altura', 'Peso'].map((name) => ({ name }));
    await send('', { name: 'com faltas', example: sample.example, columns });
    const lacking = (await cellsOf('com faltas')).filter(
      (values) => !values.some(({ attribute }) => attribute === 'Peso'),
    ).length;
    expect(lacking).toBeGreaterThan(0);
    await open();
    await page.goto(`${sample.origin}/entidades?tabela=com%20faltas`);
    await page.getByRole('button', { name: `${lacking} linhas fogem do padrão` }).click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(lacking);
    const cell = page.locator('td.unlike');
    expect(await cell.count()).toBe(lacking);
    expect(await cell.first().textContent()).toContain('falta o valor, que quase todas têm');
    await page
      .getByRole('button', { name: /^Ver a página ao lado/ })
      .first()
      .click();
    await shown().locator('h1').first().waitFor();
    // Before the table is kept they are told too.
    await page.goto(`${sample.origin}/entidades?exemplo=${encodeURIComponent(sample.example)}`);
    await page.getByRole('button', { name: `${lacking} linhas fogem do padrão` }).click(LATER);
    await expect
      .poll(() => page.getByRole('region', { name: 'Prévia' }).locator('tbody tr').count())
      .toBe(lacking);
    expect(await violations()).toEqual([]);
  });

  it('changes a table: names, order, columns out and added, rules off and on', async () => {
    const { id } = await made('a alterar');
    await open();
    await page.goto(`${sample.origin}/entidades?token=${TOKEN}&tabela=a%20alterar&editar=1`);
    await page.getByLabel('Nome da tabela').fill('alterada');
    await page.getByRole('button', { name: 'Tirar a coluna Posição' }).click();
    await columnNames().nth(2).fill('estatura');
    await page.getByRole('button', { name: 'Subir estatura' }).click();
    await page.getByRole('button', { name: 'Subir estatura' }).click();
    await page.getByRole('button', { name: /Pôr mais uma coluna/ }).click();
    await shown()
      .getByText(/^\d+ kg$/)
      .first()
      .click();
    await columnNames().nth(3).fill('peso');
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Guardar as alterações' }).click();
    await page.getByText('Alterações guardadas.').waitFor(LATER);
    await expect.poll(() => new URL(page.url()).searchParams.get('tabela')).toBe('alterada');
    const head = page.getByRole('columnheader');
    await expect
      .poll(async () => (await head.allTextContents()).map((text) => text.replace('Ordenar por ', '')))
      .toEqual(['Página', 'estatura', 'Nome', 'peso']);
    const weights = (await cellsOf('alterada')).flat().filter(({ attribute }) => attribute === 'peso');
    expect(weights.length).toBeGreaterThan(10);
    for (const { value } of weights) expect(value).toMatch(/^\d+ kg$/);

    await page.getByRole('link', { name: 'Alterar a tabela' }).click();
    await page
      .getByText(/^Regras/)
      .first()
      .click();
    for (const rule of await page.getByRole('checkbox', { name: /^Regra \d+ de estatura$/ }).all())
      await rule.uncheck();
    await page.getByRole('button', { name: 'Guardar as alterações' }).click();
    await page.getByText('Alterações guardadas.').waitFor();
    expect((await cellsOf('alterada')).flat().some(({ attribute }) => attribute === 'estatura')).toBe(false);
    // Kept, and not shown: switched on again the values are there.
    const kept = (await (await fetch(`${base()}/${id}`)).json()) as {
      columns: { rules: { values: number; off: boolean }[] }[];
    };
    expect(kept.columns[0]!.rules[0]).toMatchObject({ off: true });
    expect(kept.columns[0]!.rules[0]!.values).toBeGreaterThan(10);
  });

  it('tells who comes second, and deletes a table only when it is said twice', async () => {
    const { id, version } = await made('a apagar');
    await open();
    await page.goto(`${sample.origin}/entidades?token=${TOKEN}&tabela=a%20apagar&editar=1`);
    await page.getByRole('button', { name: 'Guardar as alterações' }).waitFor();
    const other = await send(`/${id}`, { version, columns: [{ name: 'Nome' }, { name: 'Altura' }] });
    expect(other.status).toBe(200);
    await page.getByRole('button', { name: 'Guardar as alterações' }).click();
    await page.getByText('Outra pessoa alterou esta tabela').waitFor();
    await page.getByRole('button', { name: 'Ver como está agora' }).click();
    await expect.poll(() => columnNames().count()).toBe(2);

    await page.getByRole('button', { name: 'Apagar a tabela' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/As páginas de que foi feita ficam/).waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    expect((await fetch(`${base()}/${id}`)).status).toBe(200);
    await page.getByRole('button', { name: 'Apagar a tabela' }).click();
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect.poll(async () => (await fetch(`${base()}/${id}`)).status).toBe(404);
    await expect.poll(() => page.getByRole('link', { name: /^a apagar/ }).count()).toBe(0);
  });

  it('is a list of cards on a phone, without hints for keys, in light and in dark', async () => {
    await made('no telefone');
    for (const dark of [false, true]) {
      await open({ width: 390, touch: true, dark });
      await page.goto(`${sample.origin}/entidades?token=${TOKEN}&tabela=no%20telefone`);
      const cards = page.getByRole('list', { name: 'no telefone' });
      await cards.waitFor();
      expect(await page.locator('table').count()).toBe(0);
      await page.getByLabel('Ordenar por').selectOption('Altura');
      await expect.poll(() => new URL(page.url()).searchParams.get('ordem')).toBe('a:Altura');
      await cards.getByRole('button').first().tap();
      await shown().locator('h1').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await violations()).toEqual([]);
      await page.goto(`${sample.origin}/entidades?exemplo=${encodeURIComponent(sample.example)}`);
      await page.locator('iframe').waitFor(LATER);
      expect(await page.locator('.keys').first().isVisible()).toBe(false);
      await shown().locator('h1').first().tap();
      await page.getByText(/já tem este valor/).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await violations()).toEqual([]);
      await context.close();
    }
  });

  it('breaks nothing on the way', () => {
    expect(broken).toEqual([]);
  });
});
