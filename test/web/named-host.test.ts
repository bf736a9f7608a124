/**
 * The page of a server that listens elsewhere than on loopback (`serve --host`), in a real Chromium: everything needs the token, which the
 * address brings once and a cookie keeps for what can send nothing else. The browser calls the server by a name, over plain HTTP, as from
 * another machine.
 */
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { type RunningServer, serve as startServer } from '../../src/app/serve.ts';
import { openCollection } from '../../src/collection/index.ts';
import { crawlFolder, newsPage } from '../../src/collection/small-archive.suite.ts';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';

if (BROWSER === null) process.stderr.write(`test/web: ${NO_BROWSER}\n`);

const NAME = hostname().toLowerCase();
const SITE = 'jornal-exemplo.com.br';

describe.skipIf(BROWSER === null)(
  BROWSER === null ? `a server with a name (${NO_BROWSER})` : 'a server with a name',
  () => {
    let folder: string;
    let server: RunningServer;
    let browser: Browser;
    let context: BrowserContext;
    const broken: string[] = [];
    const refused: string[] = [];

    const serve = (port = 0): Promise<RunningServer> =>
      startServer([folder], {
        language: 'pt-BR',
        host: '0.0.0.0',
        port,
        analyse: false,
        crawls: join(tmpdir(), 'tarrafa-no-crawls-here'),
      });
    async function tab(): Promise<Page> {
      const page = await context.newPage();
      page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
      });
      return page;
    }
    async function fresh(): Promise<void> {
      context = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' });
      context.setDefaultTimeout(15_000);
    }
    const origin = () => new URL(server.url).origin;
    const first = (page: Page) => page.locator('.results h2 a').first();

    beforeAll(async () => {
      await buildWeb();
      folder = crawlFolder(Array.from({ length: 6 }, (_, n) => newsPage(SITE, n)));
      await (await openCollection(folder, { threads: 0 })).close();
      server = await serve();
      browser = await launchBrowser([NAME]);
    }, 240_000);
    afterEach(async () => {
      await context?.close();
      broken.length = 0;
      refused.length = 0;
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });

    it('is opened by the address that it prints, which then holds the token no more', async () => {
      expect(new URL(server.url).hostname).toBe(NAME);
      await fresh();
      const page = await tab();
      await page.goto(server.url);
      await page.getByRole('combobox', { name: 'Buscar na coleção' }).fill('mercado');
      await page.getByRole('combobox', { name: 'Buscar na coleção' }).press('Enter');
      expect(await first(page).textContent()).toContain('Notícia 2: o mercado');
      expect(page.url()).not.toContain('token');
      const [cookie, ...others] = await context.cookies();
      expect(others).toEqual([]);
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', domain: NAME });
      expect(broken).toEqual([]);
      expect(refused).toEqual([]);
    });

    it('shows the archived page in its frame, which can send nothing but the cookie', async () => {
      await fresh();
      const page = await tab();
      await page.goto(server.url);
      await page.goto(`${origin()}/busca?q=mercado`);
      await first(page).click();
      await page.getByRole('link', { name: 'Original arquivado' }).click();
      const frame = page.frameLocator('iframe').first();
      await frame.getByRole('heading', { name: 'Notícia 2: o mercado' }).waitFor();
      expect(refused).toEqual([]);
      expect(broken).toEqual([]);
    });

    it('lets another tab read by the cookie, and write only with the token', async () => {
      await fresh();
      await (await tab()).goto(server.url);
      const page = await tab();
      await page.goto(`${origin()}/busca?q=mercado`);
      await first(page).waitFor();
      await page.goto(`${origin()}/coletas`);
      await page.getByText('Para começar ou conduzir coletas é preciso um token.').waitFor();
      const status = await page.evaluate(
        async () =>
          (
            await fetch('/api/v1/crawls', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: '{"name":"x","seeds":["https://a.example/"]}',
            })
          ).status,
      );
      expect(status).toBe(401);
    });

    it('without the token shows nothing, and says what to do, in words for a person', async () => {
      await fresh();
      const page = await tab();
      const answer = await page.goto(`${origin()}/busca?q=mercado`);
      expect(answer?.status()).toBe(401);
      expect(answer?.headers()['content-type']).toContain('text/html');
      expect(await page.locator('body').textContent()).toContain('token');
      expect(await page.locator('html').getAttribute('lang')).toBe('pt-BR');
      expect(await context.cookies()).toEqual([]);
      expect((await page.goto(`${origin()}/?token=um-token-que-nao-serve`))?.status()).toBe(401);
      expect(await context.cookies()).toEqual([]);
    });

    it('started anew with another token takes it in the place of the old one', async () => {
      await fresh();
      const page = await tab();
      await page.goto(server.url);
      const { port, token } = server;
      await server.close();
      server = await serve(port);
      expect(server.token).not.toBe(token);
      expect((await page.goto(`${origin()}/busca?q=mercado`))?.status()).toBe(401);
      await page.goto(server.url);
      await page.goto(`${origin()}/busca?q=mercado`);
      await first(page).waitFor();
    });

    it('stands beside another of the same name: each keeps its token', async () => {
      await fresh();
      const other = await serve();
      try {
        await (await tab()).goto(server.url);
        await (await tab()).goto(other.url);
        for (const one of [server, other]) {
          const page = await tab();
          const answer = await page.goto(`${new URL(one.url).origin}/simples`);
          expect(answer?.status()).toBe(200);
        }
      } finally {
        await other.close();
      }
    });
  },
);
