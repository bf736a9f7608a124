/**
 * The map as somebody with a GIS uses it, in Chromium over a crawl that kept its files: layers together, borders under them, the forms of
 * one dataset, the kept copy, and the way into QGIS.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { strictXml } from '../../src/formats/strict-xml.suite.ts';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { type ServedSample, serveSample } from './served-sample.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag21a', 'best-practice', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
const STILL = 'HTMLCanvasElement.prototype.getContext = () => null';

describe.skipIf(BROWSER === null)(BROWSER === null ? `the map (${NO_BROWSER})` : 'the map', () => {
  let sample: ServedSample;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Numbers of records by the names of their files. */
  const ids = new Map<string, number>();
  const asked: string[] = [];
  const broken: string[] = [];

  async function open(options: { dark?: boolean; width?: number; still?: boolean } = {}): Promise<void> {
    context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 860 },
      colorScheme: options.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'pt-BR',
    });
    context.setDefaultTimeout(15_000);
    if (options.still) await context.addInitScript(STILL);
    context.on('request', (request) => asked.push(request.url()));
    page = await context.newPage();
    page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
  }
  const go = (path: string) => page.goto(sample.origin + path);
  const address = () => new URL(page.url());
  const layers = () => page.getByRole('region', { name: /^Camadas no mapa/ });
  const item = (title: string) =>
    page.locator('.list article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const id = (name: string) => ids.get(name)!;

  beforeAll(async () => {
    await buildWeb();
    [sample, browser] = await Promise.all([serveSample(['--keep-files']), launchBrowser()]);
    const { items } = (await (
      await fetch(`${sample.origin}/api/v1/collections/amostra/geo?limit=100&fold=false`)
    ).json()) as { items: { geo: { id: number; file: { name: string; type: string } } }[] };
    for (const { geo } of items) ids.set(geo.file.name === 'ows' ? geo.file.type : geo.file.name, geo.id);
  }, 240_000);
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await sample?.close();
  });

  it('shows several layers together, each with colour, opacity and place, and says so in the address', async () => {
    await open();
    await go('/mapa');
    await item('limites-goias')
      .getByRole('button', { name: /^Mostrar no mapa/ })
      .click();
    await item('Poços do Ceará')
      .getByRole('button', { name: /^Mostrar no mapa/ })
      .click();
    const entries = layers()
      .getByRole('listitem')
      .filter({ has: page.getByRole('slider') });
    await expect.poll(() => entries.count()).toBe(2);
    await expect
      .poll(() => entries.first().textContent(), { timeout: 15_000 })
      .toMatch(/Poços do Ceará\s*pontos · 4\.000 feições/);
    await layers().getByLabel('Cor de limites-goias').waitFor();
    const [goias, wells] = [id('limites-goias.shp'), id('pocos-ceara.gpkg')];
    expect(address().searchParams.get('camadas')).toBe(`${wells}~b,${goias}~a`);

    await layers().getByRole('button', { name: 'Descer Poços do Ceará' }).click();
    await expect.poll(() => address().searchParams.get('camadas')).toBe(`${goias}~a,${wells}~b`);
    await layers().getByLabel('Opacidade de limites-goias').press('ArrowLeft');
    await expect.poll(() => address().searchParams.get('camadas')).toBe(`${goias}~a~90,${wells}~b`);
    await layers().getByLabel('Cor de Poços do Ceará').fill('#12ab9f');
    await expect.poll(() => address().searchParams.get('camadas')).toBe(`${goias}~a~90,${wells}~12ab9f`);

    // Who is sent the address sees the same.
    const sent = page.url();
    await page.goto('about:blank');
    await page.goto(sent);
    await expect.poll(() => entries.count()).toBe(2);
    expect(await layers().getByLabel('Cor de Poços do Ceará').inputValue()).toBe('#12ab9f');
    expect(await layers().getByLabel('Opacidade de limites-goias').inputValue()).toBe('90');
    await entries.first().getByText('Campos').click();
    expect(await entries.first().getByText('MUNICIPIO', { exact: true }).isVisible()).toBe(true);

    await layers().getByRole('button', { name: 'Tirar limites-goias do mapa' }).click();
    await item('Poços do Ceará')
      .getByRole('button', { name: /^Tirar do mapa/ })
      .click();
    await expect.poll(() => address().searchParams.get('camadas')).toBeNull();
    await layers().getByText('Mostre uma ou mais da lista').waitFor();
  });

  it('draws them in their order and colours also where there is no WebGL, over borders and names', async () => {
    await open({ still: true });
    const [goias, schools] = [id('limites-goias.shp'), id('escolas-publicas-de-sao-paulo.geojson')];
    await go(`/mapa?arquivo=${goias}&camadas=${schools}~d~50,${goias}~b`);
    const groups = page.locator('.still g');
    await expect.poll(() => groups.count()).toBe(2);
    // The uppermost is drawn last.
    expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('style')))).toEqual([
      expect.stringMatching(/--own: #b4472b.*opacity: 1/),
      expect.stringMatching(/--own: #7a4fa0.*opacity: 0\.5/),
    ]);
    await page.locator('.still .borders').waitFor();
    expect(await page.locator('.still .name').allTextContents()).toContain('Goiás');
    await layers().getByLabel('Divisas e nomes').uncheck();
    await expect.poll(() => page.locator('.still .borders').count()).toBe(0);
    expect(address().searchParams.get('divisas')).toBe('nao');
    await page.reload();
    expect(await layers().getByLabel('Divisas e nomes').isChecked()).toBe(false);
  });

  it('asks for borders and names only when somebody looks closely enough', async () => {
    await open();
    asked.length = 0;
    await go('/mapa?bbox=-80,-40,60,60');
    await page.locator('.live[data-ready]').waitFor();
    const files = () => asked.filter((url) => /divisions|municipalities/.test(url)).length;
    expect(files()).toBe(0);
    await go(`/mapa?arquivo=${id('limites-goias.shp')}`);
    await page.locator('.live[data-ready]').waitFor();
    await expect
      .poll(() => asked.some((url) => /divisions.*\.topojson$/.test(url)), { timeout: 15_000 })
      .toBe(true);
    expect(asked.some((url) => /municipalities/.test(url))).toBe(false);
    await go(`/mapa?arquivo=${id('setores_sp_shp.zip')}`);
    await expect
      .poll(() => asked.some((url) => /municipalities.*\.tsv$/.test(url)), { timeout: 15_000 })
      .toBe(true);
  });

  it('gathers the forms of one dataset as buttons by names that people know', async () => {
    await open();
    await go('/mapa');
    const schools = item('Escolas públicas de São Paulo');
    await schools.waitFor();
    expect(await schools.locator('.form').allTextContents()).toEqual(['GeoJSON', 'CSV']);
    expect(await item('setores_sp').locator('.form').allTextContents()).toEqual(['Shapefile (ZIP)']);
    expect(await page.getByLabel('Formato').locator('option').allTextContents()).toContain('Shapefile (4)');
    await schools.locator('.form').nth(1).click();
    await page.getByRole('heading', { name: 'Formatos' }).waitFor();
    expect(await page.locator('.form[aria-current]').textContent()).toBe('CSV');
    // Nothing on the page says in English what a dataset is.
    for (const name of ['relevo-sp.tif', 'wms']) {
      await go(`/mapa?arquivo=${id(name)}`);
      const said = (await page.locator('.panel .layer').first().textContent()) ?? '';
      expect(said).toMatch(name === 'wms' ? /serviço/ : /imagem/);
      expect(said).not.toMatch(/raster|service|vector/);
    }
  });

  it('offers the kept copy before the source, with what belongs to it', async () => {
    await open();
    await go(`/mapa?arquivo=${id('limites-goias.shp')}`);
    const copy = page.getByRole('link', { name: 'Baixar cópia arquivada' });
    const source = page.getByRole('link', { name: 'Baixar da fonte' });
    await copy.waitFor();
    expect((await copy.boundingBox())!.y).toBeLessThan((await source.boundingBox())!.y);
    await page.getByText(/^Guardada aqui em /).waitFor();
    await page.getByText(/^Vista na fonte em /).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), copy.click()]);
    expect(file.suggestedFilename()).toBe('limites-goias.shp');
    // A shapefile begins with its number.
    expect(readFileSync(await file.path()).readInt32BE(0)).toBe(9994);
    await page.getByRole('link', { name: 'limites-goias.dbf' }).waitFor();
    const path = (await page.getByRole('link', { name: 'limites-goias.shx' }).getAttribute('href'))!;
    const part = await fetch(sample.origin + path, { headers: { range: 'bytes=0-3' } });
    expect([part.status, [...new Uint8Array(await part.arrayBuffer())]]).toEqual([206, [0, 0, 0x27, 0x0a]]);
    // A service has no copy.
    await go(`/mapa?arquivo=${id('wms')}`);
    await page.getByRole('link', { name: 'Baixar da fonte' }).waitFor();
    expect(await copy.count()).toBe(0);
  });

  it('opens files, archives and services in QGIS, and gives what is pasted there', async () => {
    await open();
    const definition = async (name: string, link: string) => {
      await go(`/mapa?arquivo=${id(name)}`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: link, exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.qlr$/);
      const xml = strictXml(readFileSync(await file.path(), 'utf8'));
      return [...xml.getElementsByTagName('datasource')].map((one) => one.textContent);
    };
    expect(await definition('setores_sp_shp.zip', 'Abrir no QGIS')).toEqual([
      '/vsizip/{/vsicurl/http://www.geodados-exemplo.gov.br/camadas/setores_sp_shp.zip}/setores_sp.shp',
    ]);
    const at = `${sample.origin}/api/v1/collections/amostra/geo/${id('setores_sp_shp.zip')}/copy/setores_sp_shp.zip`;
    expect(await definition('setores_sp_shp.zip', 'Abrir a cópia no QGIS')).toEqual([
      `/vsizip/{/vsicurl/${at}}/setores_sp.shp`,
    ]);
    expect(await page.locator('.paste code').first().textContent()).toBe(
      `/vsizip/{/vsicurl/${at}}/setores_sp.shp`,
    );
    const services = await definition('wms', 'Abrir no QGIS');
    expect(services).toHaveLength(2);
    expect(services[0]).toContain('layers=geodados%3Abacias');
    expect(await page.locator('.paste code').textContent()).toBe('http://www.geodados-exemplo.gov.br/ows');
  });

  it('shows drawings of data on dark paper in the dark', async () => {
    for (const dark of [false, true]) {
      await open({ dark });
      await go(`/mapa?arquivo=${id('limites-goias.shp')}`);
      const picture = page.locator('.picture img');
      await picture.waitFor();
      await expect.poll(() => page.evaluate('document.querySelector(".picture img").complete')).toBe(true);
      const style = 'getComputedStyle(document.querySelector(".picture img"))';
      expect(await page.evaluate(`[${style}.filter, ${style}.mixBlendMode]`)).toEqual(
        dark ? ['invert(1) hue-rotate(180deg)', 'screen'] : ['none', 'multiply'],
      );
      await context.close();
    }
  });

  it('is used on a phone: the map grows and shrinks, and nothing is cut off', async () => {
    await open({ width: 390 });
    await go(`/mapa?camadas=${id('limites-goias.shp')},${id('relevo-sp.tif')}`);
    await layers().getByLabel('Opacidade de relevo-sp').waitFor();
    const height = async () => (await page.locator('.map').first().boundingBox())!.height;
    const before = await height();
    await page.getByRole('button', { name: 'Mapa maior' }).click();
    await expect.poll(height).toBeGreaterThan(before * 1.5);
    await page.getByRole('button', { name: 'Mapa menor' }).click();
    await expect.poll(height).toBe(before);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const cut =
      '[...document.querySelectorAll(".layers .name, .list h2, .form")].filter((e) => e.scrollWidth > e.clientWidth + 1).length';
    expect(await page.evaluate(cut)).toBe(0);
    await page.locator('.list article').first().scrollIntoViewIfNeeded();
    expect(await page.locator('.list article').first().isVisible()).toBe(true);
  });

  it.each([false, true])('has nothing wrong by axe-core, dark: %s', async (dark) => {
    await open({ dark });
    const wrong: string[] = [];
    for (const path of [
      `/mapa?camadas=${id('limites-goias.shp')},${id('relevo-sp.tif')}~e~40`,
      `/mapa?arquivo=${id('limites-goias.shp')}`,
      `/mapa?arquivo=${id('wms')}&camadas=${id('pocos-ceara.gpkg')}`,
    ]) {
      await go(path);
      await page.locator('.panel article').first().waitFor();
      if (path.includes('camadas')) await layers().getByRole('slider').first().waitFor();
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate(
        `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(RULES)} })`,
      )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
      for (const { id: rule, nodes } of violations)
        wrong.push(
          `${path}: ${rule}: ${nodes[0]!.html.slice(0, 200)} ${nodes[0]!.failureSummary.slice(0, 300)}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  it('asked nothing of anybody else, and broke nowhere', () => {
    expect(asked.filter((url) => /^https?:/.test(url) && new URL(url).origin !== sample.origin)).toEqual([]);
    expect(broken).toEqual([]);
  });
});
