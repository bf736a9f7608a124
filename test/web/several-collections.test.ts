/** Several collections in the page: chosen in its menu, searched at once, told apart; and what their dates, periods and places rest on. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import type { CollectionList, SearchAnswer, TogetherAnswer } from '../../src/server/schemas/answers.ts';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { type ServedSample, serveSample, TOKEN } from './served-sample.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Both collections speak of it. */
const LINE = 'Porto Alegre quando:1941';

describe.skipIf(BROWSER === null)(
  BROWSER === null ? `several collections (${NO_BROWSER})` : 'several collections in the page',
  { timeout: 120_000 },
  () => {
    let sample: ServedSample;
    let browser: Browser;

    beforeAll(async () => {
      await buildWeb();
      [sample, browser] = await Promise.all([serveSample(), launchBrowser()]);
    }, 240_000);
    afterAll(async () => {
      await browser?.close();
      await sample?.close();
    });

    async function opened(path: string, options: { width?: number; dark?: boolean } = {}): Promise<Page> {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1280, height: 860 },
        colorScheme: options.dark === true ? 'dark' : 'light',
        reducedMotion: 'reduce',
        locale: 'pt-BR',
      });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      await page.goto(sample.origin + path);
      return page;
    }
    const json = async <T>(path: string): Promise<T> =>
      (await (await fetch(`${sample.origin}/api/v1/${path}`)).json()) as T;
    const titles = (page: Page) => page.locator('.results h2 a');

    it('are chosen in the menu, searched in one order, and add up everywhere', async () => {
      const page = await opened(`/busca?c=amostra&q=${encodeURIComponent(LINE)}`);
      await titles(page).first().waitFor();
      await page.getByRole('button', { name: /^Coleções: / }).click();
      await page.getByRole('checkbox', { name: /armadilha/ }).check();
      await expect.poll(() => new URL(page.url()).searchParams.get('c')).toBe('amostra,armadilha');
      expect(page.url()).toContain('c=amostra,armadilha');
      const together = await json<TogetherAnswer>(`search?c=amostra,armadilha&q=${encodeURIComponent(LINE)}`);
      const [one, other] = await Promise.all(
        ['amostra', 'armadilha'].map((name) =>
          json<SearchAnswer>(`collections/${name}/search?q=${encodeURIComponent(LINE)}`),
        ),
      );
      expect(other!.total).toBeGreaterThan(0);
      expect(together.total).toBe(one!.total + other!.total);
      const status = page.locator('.results [role=status]').first();
      await expect.poll(() => status.textContent()).toContain(`${together.total} resultados`);
      for (const name of ['amostra', 'armadilha'])
        await page.locator('.results .site .tag', { hasText: name }).first().waitFor({ state: 'attached' });
      const shown = await titles(page).allTextContents();
      expect(shown.slice(0, 10)).toEqual(together.hits.map(({ title }) => title));
      await page.goto(`${sample.origin}/busca?c=amostra,armadilha&q=cidade`);
      await page.getByRole('button', { name: 'Mais resultados' }).click();
      await expect.poll(() => titles(page).count()).toBeGreaterThan(10);
      const links = await titles(page).evaluateAll<string[], { readonly href: string }>((all) =>
        all.map(({ href }) => href),
      );
      expect(new Set(links).size).toBe(links.length);

      await page.goto(`${sample.origin}/busca?c=amostra,armadilha&q=${encodeURIComponent(LINE)}`);
      await titles(page).first().waitFor();
      await page.getByRole('link', { name: 'Linha do tempo' }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/tempo');
      expect(new URL(page.url()).searchParams.get('c')).toBe('amostra,armadilha');
      await expect
        .poll(() => page.locator('header [role=status], .wide-view [role=status]').first().textContent())
        .toContain(`${together.total} resultados`);
      await page.getByRole('link', { name: 'Concordância' }).click();
      await page.getByText('Isto mostra uma coleção por vez: amostra.').waitFor();
      await page.context().close();
    });

    it('show one count of pages wherever pages are counted', async () => {
      const [{ collections }, all, sites] = await Promise.all([
        json<CollectionList>('collections'),
        json<SearchAnswer>('collections/amostra/search?limit=1'),
        json<{ items: readonly { readonly pages: number }[] }>('collections/amostra/sites?limit=1000'),
      ]);
      const { summary } = collections.find(({ name }) => name === 'amostra')!;
      const kinds = Object.fromEntries(all.facets!.kinds.map(({ value, count }) => [value, count]));
      expect(kinds).toEqual({
        page: summary.pages,
        entity: summary.entities,
        'geo-file': summary.geoFiles,
        service: summary.services,
      });
      expect(all.total).toBe(summary.pages + summary.entities + summary.geoFiles + summary.services);
      expect(sites.items.reduce((sum, site) => sum + site.pages, 0)).toBe(summary.pages);
      const page = await opened('/?c=amostra');
      await page.locator('.figures', { hasText: `${summary.pages} páginas` }).waitFor();
      expect(await page.locator('.figures').textContent()).toContain(`${summary.services} serviço`);
      await page.context().close();
    });

    it('count uncertain dates when they are asked for, and say what a date, a period and a place rest on by keyboard', async () => {
      const sure = await json<SearchAnswer>('collections/amostra/search?limit=1');
      const every = await json<SearchAnswer>('collections/amostra/search?limit=1&dates=all');
      const sum = (facets: NonNullable<SearchAnswer['facets']>) =>
        facets.publishedYears.reduce((all, { count }) => all + count, 0);
      expect(sum(every.facets!)).toBeGreaterThan(sum(sure.facets!));
      const page = await opened('/busca?c=amostra&q=cidade');
      await titles(page).first().waitFor();
      await page.getByLabel('Contar também datas incertas').check();
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('cidade datas:todas');
      await page
        .getByRole('list', { name: 'Filtros entendidos' })
        .getByText('todas, também as incertas')
        .waitFor();
      const place = page.locator('.facts .evidence button').last();
      await place.focus();
      await page.keyboard.press('Enter');
      await page.locator('.facts .panel', { hasText: 'Está escrito' }).waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.facts .panel').count()).toBe(0);
      await page.context().close();
    });

    it('refuses an address that leads nowhere with a page and its status', async () => {
      for (const path of [
        '/nada',
        '/busca/x',
        '/pagina/amostra/999999999',
        '/pagina/nada/1',
        '/simples/nada',
        '/replay/nada',
      ]) {
        const answer = await fetch(sample.origin + path, {
          headers: { accept: 'text/html', 'accept-language': 'pt-BR' },
        });
        expect([path, answer.status, answer.headers.get('content-type')?.slice(0, 9)]).toEqual([
          path,
          404,
          'text/html',
        ]);
      }
      const program = await fetch(`${sample.origin}/nada`, { headers: { accept: 'application/json' } });
      expect([program.status, ((await program.json()) as { error: { code: string } }).error.code]).toEqual([
        404,
        'TRF_NOT_FOUND',
      ]);
      const page = await opened('/nada');
      await page.getByText('Este endereço não leva a lugar nenhum').waitFor();
      await page.context().close();
    });

    it('is clean by axe-core at both widths, in the light and in the dark', async () => {
      for (const [width, dark] of [
        [1280, false],
        [390, true],
      ] as const) {
        for (const path of [
          `/busca?c=amostra,armadilha&q=${encodeURIComponent(LINE)}`,
          '/tempo?c=amostra,armadilha',
          '/concordancia?c=amostra&palavras=cidade',
        ]) {
          const page = await opened(`${path}${path.includes('?') ? '&' : '?'}token=${TOKEN}`, {
            width,
            dark,
          });
          await page.locator('.results h2 a, .heat, .kwic, ol li').first().waitFor();
          await page.getByRole('button', { name: /^Coleç/ }).click();
          await page.evaluate(AXE);
          const wrong = (await page.evaluate(
            '(async () => (await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })).violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")))()',
          )) as string[];
          expect([path, width, wrong]).toEqual([path, width, []]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          await page.context().close();
        }
      }
    });
  },
);
