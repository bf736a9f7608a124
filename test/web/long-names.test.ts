/** Pages as they are outside of samples: titles of one long word, addresses without end, products with twenty columns. Nothing is wider than the window. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { crawlFolder, NOON, type SmallPage } from '../../src/collection/small-archive.suite.ts';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { type ServedSample, serveFolders, TOKEN } from './served-sample.ts';

if (BROWSER === null) process.stderr.write(`test/web/long-names: ${NO_BROWSER}\n`);

const HOST = 'www.cordenacaocartografia-levantamentos-municipais.exemplo.com.br';
const LONG = 'levantamento_planialtimetrico_invalido_nao_contiguo_das_curvas_2019.geojson';

function product(n: number): SmallPage {
  const url = `http://${HOST}/produto/vinho-tinto-argentino-reserva-especial-caixa-fechada-com-seis-unidades-${n}/`;
  const stated = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `Vinho ${LONG} ${n}`,
    url,
    description:
      'Um vinho da serra, com notas de ameixa e de madeira, para acompanhar carnes e massas. '.repeat(3),
    sku: `VIN-${n}`,
    image: `${url}foto-do-rotulo-em-alta-definicao-para-impressao.jpg`,
    offers: {
      '@type': 'Offer',
      price: '189.90',
      priceCurrency: 'BRL',
      url,
      seller: { '@type': 'Organization', name: 'Adega' },
    },
  };
  return {
    url,
    date: NOON + n * 1000,
    html: `<html lang="pt"><head><title>${LONG} ${n}</title><script type="application/ld+json">${JSON.stringify(stated)}</script></head>
      <body><h1>${LONG} ${n}</h1><p>O vinho número ${n} foi engarrafado em 2015 na serra, e ${LONG} é o nome que a adega lhe deu no ano seguinte.</p></body></html>`,
  };
}

describe.skipIf(BROWSER === null)(BROWSER === null ? `long names (${NO_BROWSER})` : 'long names', () => {
  let served: Pick<ServedSample, 'origin' | 'close'>;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    await buildWeb();
    const folder = crawlFolder(Array.from({ length: 6 }, (_, n) => product(n)));
    [served, browser] = await Promise.all([serveFolders([folder]), launchBrowser()]);
  }, 240_000);
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  async function open(width: number): Promise<void> {
    context = await browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      locale: 'pt-BR',
    });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    await page.goto(`${served.origin}/?token=${TOKEN}`);
  }

  it.each([390, 1440])('widen no view beyond a window of %s px', async (width) => {
    await open(width);
    for (const [path, ready] of [
      ['/busca?q=vinho', '.results article'],
      ['/busca?q=tipo:entidade%20vinho', '.results article'],
      ['/entidades', 'table, .cards'],
    ] as const) {
      await page.goto(served.origin + path);
      await page.locator(ready).first().waitFor();
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width]);
    }
  });

  it('of attributes are those that people use, in passages, tables and origins', async () => {
    await open(1440);
    await page.goto(`${served.origin}/busca?q=tipo:entidade%20vinho`);
    const passage = await page.locator('.results article .snippet').first().textContent();
    expect(passage).toMatch(/endereço na Web: http/);
    expect(passage).not.toMatch(/\b(?:name|offers|seller|description): /);
    await page.goto(`${served.origin}/busca?q=tipo:p%C3%A1gina%20vinho`);
    await page.locator('.results article h2 a').first().click();
    await page.getByRole('heading', { level: 1, name: /^levantamento/ }).waitFor();
    await page.getByRole('link', { name: /^Dados/ }).click();
    const panel = page.getByRole('complementary', { name: 'Dados' });
    await panel.getByText('dados declarados (JSON-LD)').first().waitFor();
    expect(await panel.textContent()).not.toMatch(/json-ld \$|offers\./);
  });

  it('of every kind of result stand on the button that gives its file', async () => {
    await open(390);
    await page.goto(`${served.origin}/busca?q=vinho`);
    for (const [name, file] of [
      ['Baixar: 6 páginas', 'vinho.csv'],
      ['Baixar: 6 entidades', 'vinho-tipo-entidade.csv'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'CSV', exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toContain(file);
    }
  });

  it('are asked for whole where an address is typed', async () => {
    await open(390);
    await page.goto(`${served.origin}/entidades`);
    const field = page.getByLabel('Endereço de uma página de exemplo');
    await field.fill('vinho tinto');
    await page.getByRole('button', { name: 'Achar as parecidas' }).click();
    await page.getByText('Escreva o endereço inteiro de uma página').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('example');
    await field.fill(`http://${HOST}/`);
    await expect.poll(() => page.getByText('Escreva o endereço inteiro de uma página').count()).toBe(0);
  });
});
