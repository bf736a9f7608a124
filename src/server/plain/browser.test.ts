/** The pages without script in a real browser: scripts switched off, no mouse, a phone, the dark, and the rules of accessibility. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, launchBrowser } from '../../../test/browser.ts';
import { EmbeddedCatalogue, parseLine } from '../../catalogue/index.ts';
import { CENSUS, dataset, geoFile } from '../ogc/geo-catalogue.suite.ts';
import { appOf, collectionOf, collectionsOf } from '../replay/collection.suite.ts';
import { pageRecord } from './page-record.suite.ts';
import { plainRoutes } from './routes.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TODAY = Date.UTC(2024, 0, 1) / 86_400_000;

let browser: Browser;
let origin = '';

beforeAll(async () => {
  if (BROWSER === null) return;
  const catalogue = EmbeddedCatalogue.open(':memory:');
  await catalogue.write({
    pages: [
      pageRecord({
        url: 'http://jornal.br/enchente',
        title: 'A grande enchente',
        text: 'A enchente de 1941 cobriu o centro de Porto Alegre.\nMilhares deixaram as suas casas.',
        links: [{ url: 'http://jornal.br/outra', text: 'outra' }],
        entities: [
          {
            url: 'http://jornal.br/enchente',
            site: 'jornal.br',
            type: 'Event',
            name: 'Enchente',
            values: [{ attribute: 'local', value: 'Porto Alegre', normal: null, provenance: 'json-ld' }],
            table: null,
          },
        ],
      }),
    ],
    geo: [
      {
        file: geoFile({
          url: 'http://www.census.gov/geo/vt27_d00_shp.zip',
          size: 605_184,
          datasets: [dataset()],
          anchors: [{ page: CENSUS.url, text: 'Minnesota', before: [], after: [] }],
        }),
        thumbnail: null,
        preview: null,
      },
    ],
    producers: [CENSUS],
  });
  await catalogue.settle();
  const app = appOf(
    collectionsOf(
      collectionOf({
        name: 'teste',
        title: 'Teste',
        catalogue,
        parseLine: async (line) => parseLine(line, { gazetteer: null, today: TODAY }),
      }),
      collectionOf({
        name: 'vazia',
        title: 'Vazia',
        catalogue: EmbeddedCatalogue.open(':memory:'),
        parseLine: async (line) => parseLine(line, { gazetteer: null, today: TODAY }),
      }),
    ),
    plainRoutes,
  );
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

/** Presses Tab until something is focused that the selector names; fails when it never is. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

describe.skipIf(BROWSER === null)('pages without script in a browser', () => {
  it('[G-AC-140] are used by keyboard alone, with scripts switched off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: 'pt-BR' });
    const page = await context.newPage();
    await page.goto(`${origin}/simples`);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await tabTo(page, '#q');
    await page.keyboard.type('enchente');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=enchente/);
    await tabTo(page, 'h3 a[href^="/simples/pagina/teste/"]');
    expect(await page.locator(':focus').textContent()).toBe('A grande enchente');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/simples\/pagina\/teste\/\d+/);
    expect(await page.locator('h1').textContent()).toBe('A grande enchente');

    await tabTo(page, 'nav a[href="/simples/geo"]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/simples\/geo/);
    await tabTo(page, '#q');
    await page.keyboard.type('minnesota');
    await tabTo(page, 'button[name=mode]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/mode=expanded/);
    await tabTo(page, 'li.geo h3 a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/simples\/geo\/teste\/\d+/);
    await tabTo(page, 'a.action');
    expect(await page.locator('dd time').textContent()).toBe('05/06/2006');
    await context.close();
  });

  it('break no rule of WCAG 2.2 AA that can be tested, in the light, in the dark and on a phone', async () => {
    const paths = [
      '/simples',
      '/simples?q=enchente&c=teste',
      '/simples?q=nada',
      '/simples/pagina/teste/1',
      '/simples/geo?q=minnesota',
      '/simples/geo?q=nada&c=teste',
      '/simples/geo/teste/1',
      '/simples/pagina/teste/99',
    ];
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        colorScheme,
        bypassCSP: true,
        viewport: { width: 320, height: 640 },
      });
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(origin + path);
        await page.evaluate(AXE);
        // Only colours differ in the dark.
        const rules =
          colorScheme === 'dark'
            ? "{ type: 'rule', values: ['color-contrast'] }"
            : "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";
        const results = (await page.evaluate(`axe.run(document, { runOnly: ${rules} })`)) as AxeResults;
        expect(
          results.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`),
          `${path} ${colorScheme}`,
        ).toEqual([]);
        expect(results.passes.length).toBeGreaterThan(colorScheme === 'dark' ? 0 : 5);
        // Nothing has to be scrolled sideways at 320 pixels.
        expect(
          await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          path,
        ).toBeLessThanOrEqual(0);
      }
      await context.close();
    }
  });
});
