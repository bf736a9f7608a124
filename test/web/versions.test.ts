/**
 * Página over several captures of one page, as a person uses it in Chromium: the calendar, what changed, the way back to the results, and
 * what dates and places rest on; with the keyboard, by touch, on a phone.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { crawlFolder, newsPage, type SmallPage } from '../../src/collection/small-archive.suite.ts';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { addressOf, MAIN } from './served-sample.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PAGE = 'http://www.jornal-exemplo.com.br/obras/ponte.html';
const SAME =
  'Os moradores das duas margens de Porto Alegre contam que a travessia de barco demorava uma hora inteira.';

function capture(moment: string, cost: string, more = ''): SmallPage {
  return {
    url: PAGE,
    date: Date.parse(moment),
    rawHeaders: [
      'Content-Type',
      'text/html; charset=utf-8',
      'Last-Modified',
      'Wed, 03 May 2017 10:00:00 GMT',
    ],
    html: `<html lang="pt"><head><title>A ponte nova</title></head><body><article><h1>A ponte nova</h1>
      ${[1, 2, 3, 4, 5].map((n) => `<p>Parágrafo ${n}: ${SAME}</p>`).join('')}
      <h2>Quanto custou</h2>
      <p>A obra da ponte custou ${cost} milhões de reais, segundo a nota que a prefeitura publicou na semana da inauguração.</p>
      ${more}
      <ul><li>o vão central tem oitenta metros de comprimento</li><li>as rampas têm trinta metros de cada lado</li></ul>
      <table><caption>As cheias do rio</caption><tr><th>Ano da cheia</th><th>Altura do rio</th></tr><tr><td>1941</td><td>4,76 metros</td></tr><tr><td>2024</td><td>5,37 metros</td></tr></table>
      <p>A ponte foi pintada de azul, e quem passa por ela de manhã vê o rio inteiro até à curva do porto.</p>
      <p>Atualizado em 3 de maio de 2017</p>
      </article></body></html>`,
  };
}

const CAPTURES = [
  capture('2018-03-01T12:00:00Z', 'dez'),
  capture(
    '2019-05-03T12:00:00Z',
    'doze',
    '<p>A prefeitura disse ontem que a diferença foi paga com um empréstimo do banco.</p>',
  ),
  capture(
    '2019-05-03T18:30:00Z',
    'doze',
    '<p>A prefeitura disse ontem que a diferença foi paga com um empréstimo do banco.</p>',
  ),
  capture('2021-01-10T09:00:00Z', 'quinze'),
];

describe.skipIf(BROWSER === null)(
  BROWSER === null ? `versions (${NO_BROWSER})` : 'versions of a page',
  () => {
    let origin: string;
    let server: ReturnType<typeof spawn>;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let newest: number;
    const broken: string[] = [];

    async function open(options: { dark?: boolean; phone?: boolean } = {}): Promise<void> {
      context = await browser.newContext({
        viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
        colorScheme: options.dark ? 'dark' : 'light',
        hasTouch: options.phone === true,
        reducedMotion: 'reduce',
        locale: 'pt-BR',
      });
      context.setDefaultTimeout(15_000);
      page = await context.newPage();
      page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
    }
    const go = (path: string) => page.goto(origin + path);
    const address = () => new URL(page.url());

    async function expectGood(): Promise<void> {
      await page.evaluate(AXE);
      const found = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }

    beforeAll(async () => {
      await buildWeb();
      const folder = crawlFolder([
        ...CAPTURES,
        ...[0, 1, 2].map((n) => newsPage('jornal-exemplo.com.br', n)),
      ]);
      server = spawn(process.execPath, [MAIN, 'serve', folder, '--port', '0'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      [origin, browser] = await Promise.all([addressOf(server as never), launchBrowser()]);
      const answer = await (await fetch(`${origin}/api/v1/collections`)).json();
      const name = (answer as { collections: { name: string }[] }).collections[0]!.name;
      const found = await fetch(`${origin}/api/v1/collections/${name}/page?url=${encodeURIComponent(PAGE)}`);
      newest = ((await found.json()) as { id: number }).id;
      path = `/pagina/${name}/${newest}`;
    }, 240_000);
    let path: string;
    afterEach(() => context?.close());
    afterAll(async () => {
      await browser?.close();
      server?.kill('SIGTERM');
      expect(broken).toEqual([]);
    });

    it('stand in a calendar that keys go through, and the address says what is open', async () => {
      await open();
      await go(`${path}?ver=versoes`);
      const part = page.getByRole('complementary', { name: 'Versões' });
      await part.getByText('4 capturas, 2 mudanças.').waitFor();
      const years = part.getByRole('list', { name: 'Capturas por ano' });
      expect((await years.getByRole('link').allTextContents()).map((text) => text.trim())).toEqual([
        '2018',
        '2019',
        '2021',
      ]);
      await years.getByRole('link', { name: '2019: 2 capturas, 1 mudança' }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => address().searchParams.get('quando')).toBe('2019');
      await part.getByRole('heading', { name: '3 de mai de 2019' }).waitFor();
      expect(await part.locator('.captures li').count()).toBe(2);
      await page.reload();
      await part.getByRole('heading', { name: '3 de mai de 2019' }).waitFor();
      await part.getByRole('link', { name: '12:00:00' }).click();
      await page.getByText('Esta é uma versão antiga.').waitFor();
      expect(await page.locator('.reading').textContent()).toContain('doze milhões');
      await expectGood();
    });

    it('are compared: words, folded paragraphs, in one text and side by side', async () => {
      await open();
      await go(`${path}?ver=versoes&quando=2018`);
      await page.getByRole('link', { name: 'comparar com outra…' }).click();
      await page.getByText('Escolha com qual comparar a captura de 1 de mar de 2018').waitFor();
      await page.getByRole('link', { name: /^2021:/ }).click();
      await page.getByRole('link', { name: 'comparar com esta' }).click();
      await page.getByText('De 1 de mar de 2018, 12:00 a 10 de jan de 2021, 09:00 (UTC).').waitFor();
      const changes = page.getByRole('region', { name: 'O que mudou' });
      expect(await changes.locator('del').allTextContents()).toEqual(['dez']);
      expect(await changes.locator('ins').allTextContents()).toEqual(['quinze']);
      await expectGood();
      await changes.getByRole('button', { name: 'Mostrar 5 parágrafos iguais' }).first().click();
      await changes.getByText('Parágrafo 1').waitFor();
      await changes.getByRole('button', { name: 'Mudança seguinte' }).click();
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('quinze');
      await changes.getByRole('link', { name: 'Lado a lado' }).click();
      await changes.locator('table.beside').waitFor();
      expect(address().searchParams.get('modo')).toBe('lado');
      const row = changes.locator('tr.changed');
      expect(await row.locator('td').nth(0).textContent()).toContain('custou dez milhões');
      expect(await row.locator('td').nth(1).textContent()).toContain('custou quinze milhões');
      await expectGood();
      await page.goBack();
      await changes.locator('.inline').waitFor();
    });

    it('are good on a phone and in the dark', async () => {
      for (const dark of [false, true]) {
        await open({ phone: true, dark });
        for (const part of ['?ver=versoes', '?ver=mudancas', '?ver=mudancas&modo=lado', '']) {
          await go(path + part);
          await page.locator('.days, .inline, .beside tbody, .reading table').first().waitFor();
          await expectGood();
        }
        await context.close();
      }
      await open();
    });

    it('keep the way back to the results, and on to those beside it, with the words lit', async () => {
      await open();
      await go('/busca?q=prefeituras');
      const titles = page.locator('.results h2 a');
      await titles.nth(2).waitFor();
      const [first, second] = await titles.allTextContents();
      await titles.nth(0).click();
      await page.getByRole('heading', { level: 1, name: first! }).waitFor();
      await page.getByText('resultado 1 de 4').waitFor();
      await page.locator('.reading mark.lit').first().waitFor();
      expect(new Set(await page.locator('.reading mark.lit').allTextContents())).toEqual(
        new Set(['prefeitura']),
      );
      await page.getByRole('link', { name: 'Seguinte' }).click();
      await page.getByRole('heading', { level: 1, name: second! }).waitFor();
      expect(address().searchParams.get('n')).toBe('2');
      await page.reload();
      await page.getByRole('link', { name: 'Anterior' }).waitFor();
      await page.getByRole('link', { name: 'Voltar aos resultados' }).click();
      await expect.poll(() => address().pathname + address().search).toContain('q=prefeituras');
      await titles.nth(0).waitFor();
    });

    it('say what a weak date and a place rest on, by touch and with keys', async () => {
      await open({ phone: true });
      await go(path);
      const date = page.getByRole('button', { name: 'publicação: talvez 3 de mai de 2017' });
      await date.tap();
      const panel = page.getByRole('group', { name: /^Em que se baseia: publicação/ });
      await panel.getByText('texto visível da página').waitFor();
      await panel.getByText(/A evidência é fraca/).waitFor();
      await expectGood();
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'hidden' });
      await date.press('Enter');
      await panel.waitFor();
      await page.getByRole('heading', { level: 1 }).tap();
      await panel.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: /^\d+ menções\s*: Porto Alegre/ }).tap();
      await page
        .getByText(/lugar reconhecido com \d+% de certeza/)
        .first()
        .waitFor();
      // A tap on a period of the text tells it, the second follows it.
      const period = page.locator('.reading a.time', { hasText: '1941' }).first();
      await period.tap();
      await page.getByRole('tooltip').getByText('Toque de novo para buscar.').waitFor();
      expect(address().pathname).toContain('/pagina/');
      await period.tap();
      await expect.poll(() => address().searchParams.get('q')).toMatch(/^quando:1941/);
    });

    it('draw headings, lists and tables as such', async () => {
      await open();
      await go(path);
      const text = page.locator('.reading');
      await text.getByRole('heading', { name: 'Quanto custou' }).waitFor();
      expect(await text.getByRole('listitem').allTextContents()).toEqual([
        'o vão central tem oitenta metros de comprimento',
        'as rampas têm trinta metros de cada lado',
      ]);
      expect(await text.getByRole('columnheader').allTextContents()).toEqual([
        'Ano da cheia',
        'Altura do rio',
      ]);
      expect(await text.getByRole('cell').allTextContents()).toEqual([
        '1941',
        '4,76 metros',
        '2024',
        '5,37 metros',
      ]);
    });
  },
);
