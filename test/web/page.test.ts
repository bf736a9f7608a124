/**
 * The page as a person uses it: in a real Chromium, on `tarrafa serve` over a crawl of the sample web. No request may leave the server,
 * and nothing may be wrong by axe-core, in light and in dark.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { BROWSER, launchBrowser, NO_BROWSER } from '../browser.ts';
import { ATTACK, type ServedSample, serveSample, TOKEN } from './served-sample.ts';

if (BROWSER === null) process.stderr.write(`test/web: ${NO_BROWSER}\n`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the element says that has the focus. */
const FOCUSED = 'document.activeElement.textContent.trim()';

/** A page of the sample encyclopaedia that speaks of a period and a place. */
const FLOOD = 'enchentes em Porto Alegre em 1941';
const FLOOD_TITLE = 'Enchente de 1941 em Porto Alegre';

describe.skipIf(BROWSER === null)(BROWSER === null ? `the page (${NO_BROWSER})` : 'the page', () => {
  let sample: ServedSample;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const elsewhere: string[] = [];
  const broken: string[] = [];

  async function open(options: { dark?: boolean; width?: number } = {}): Promise<void> {
    context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 860 },
      colorScheme: options.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'pt-BR',
    });
    context.setDefaultTimeout(15_000);
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== sample.origin)
        elsewhere.push(request.url());
    });
    page = await context.newPage();
    page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
  }
  const go = (path: string) => page.goto(sample.origin + path);
  const address = () => new URL(page.url());
  const line = () => page.getByRole('combobox', { name: 'Buscar na coleção' });
  const titles = () => page.locator('.results h2 a');

  beforeAll(async () => {
    await buildWeb();
    [sample, browser] = await Promise.all([serveSample(), launchBrowser()]);
    const geo = (await (await fetch(`${sample.origin}/api/v1/collections/amostra/geo?limit=1`)).json()) as {
      items: { geo: { id: number } }[];
    };
    VIEWS.push(['Mapa, a file', `/mapa?arquivo=${geo.items[0]!.geo.id}`, '.panel article']);
  }, 240_000);
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await sample?.close();
  });

  describe('search', () => {
    it('finds the same with and without accents', async () => {
      await open();
      const found: string[] = [];
      for (const words of ['inauguração', 'inauguracao']) {
        await go('/');
        await line().fill(words);
        await line().press('Enter');
        await titles().first().waitFor();
        expect(address().searchParams.get('q')).toBe(words);
        found.push((await titles().first().textContent()) ?? '');
      }
      expect(found[1]).toBe(found[0]);
    });

    it('shows what it understood as chips, and puts the words back in quotes', async () => {
      await open();
      await go(`/busca?q=${encodeURIComponent(FLOOD)}`);
      await expect.poll(() => titles().first().textContent()).toBe(FLOOD_TITLE);
      const chips = page.getByRole('list', { name: 'Filtros entendidos' });
      expect(await chips.getByRole('listitem').count()).toBe(2);
      expect(await chips.textContent()).toContain('entendido no texto');
      await chips.getByRole('button', { name: /Não filtrar por 1941/ }).click();
      await expect.poll(() => address().searchParams.get('q')).toBe('enchentes em Porto Alegre "1941"');
      await expect.poll(() => chips.getByRole('listitem').count()).toBe(1);
      await page.goBack();
      await expect.poll(() => line().inputValue()).toBe(FLOOD);
    });

    it('says why a result is there, and marks words and period in the passage', async () => {
      await open();
      await go(`/busca?q=${encodeURIComponent(FLOOD)}`);
      const first = page.locator('.results article').first();
      // The results of this question, not the page that was there before.
      await first.locator('mark').first().waitFor();
      expect(await first.locator('mark').count()).toBeGreaterThan(0);
      expect(await first.locator('.when').first().textContent()).toContain('1941');
      await first.getByText('Por que este resultado').click();
      expect(await first.getByText('época', { exact: true }).isVisible()).toBe(true);
    });

    it('narrows by the brush, with the pointer and with keys', async () => {
      await open();
      await go('/busca?q=cidade');
      const brush = page.getByRole('group', { name: 'Páginas por ano de que falam' });
      const drawing = (await brush.locator('svg').boundingBox())!;
      await page.mouse.move(drawing.x + drawing.width * 0.5, drawing.y + 30);
      await page.mouse.down();
      await page.mouse.move(drawing.x + drawing.width * 0.8, drawing.y + 30);
      await page.mouse.up();
      await expect.poll(() => address().searchParams.get('q')).toMatch(/^cidade quando:\d{4}\.\.\d{4}$/);
      await page.getByRole('list', { name: 'Filtros entendidos' }).waitFor();

      const from = brush.getByRole('slider', { name: 'Ano inicial' });
      const before = Number(await from.getAttribute('aria-valuenow'));
      await from.focus();
      await from.press('ArrowRight');
      await from.press('ArrowRight');
      expect(Number(await from.getAttribute('aria-valuenow'))).toBe(before + 2);
      await from.press('Enter');
      await expect.poll(() => address().searchParams.get('q')).toContain(`quando:${before + 2}..`);
    });

    it('narrows by a box drawn on the map, and by lists', async () => {
      await open();
      await go('/busca?q=cidade');
      const map = page.getByRole('img', { name: 'Mapa dos lugares dos resultados' });
      const drawing = (await map.boundingBox())!;
      await page.mouse.move(drawing.x + 5, drawing.y + 5);
      await page.mouse.down();
      await page.mouse.move(drawing.x + drawing.width - 60, drawing.y + drawing.height - 10);
      await page.mouse.up();
      await expect.poll(() => address().searchParams.get('q')).toMatch(/ onde:(-?[\d.]+,){3}-?[\d.]+$/);

      await go('/busca?q=cidade');
      await page
        .getByRole('button', { name: /enciclopedia-exemplo\.pt/ })
        .first()
        .click();
      await expect.poll(() => address().searchParams.get('q')).toBe('cidade site:enciclopedia-exemplo.pt');
      await expect
        .poll(() => page.locator('.results .host').allInnerTexts())
        .toSatisfy((sites: string[]) => sites.every((site) => site === 'enciclopedia-exemplo.pt'));
    });

    it('goes on to more results', async () => {
      await open();
      await go('/busca?q=cidade');
      await page.getByRole('button', { name: 'Mais resultados' }).click();
      await expect.poll(() => titles().count()).toBeGreaterThan(10);
    });

    it('says so when nothing is found, and mends misspelt places', async () => {
      await open();
      await go('/busca?q=xyzzyq');
      await page.getByRole('heading', { name: 'A rede voltou vazia' }).waitFor();
      await go('/busca?q=enchente+onde:%22Porto+Alegri%22');
      await page
        .locator('.advice')
        .getByRole('link', { name: /Porto Alegre/ })
        .first()
        .click();
      await expect.poll(() => titles().first().textContent()).toBe(FLOOD_TITLE);
    });
  });

  describe('a page', () => {
    async function openFlood(): Promise<void> {
      await open();
      await go(`/busca?q=${encodeURIComponent(FLOOD)}`);
      await titles().first().click();
      await page.getByRole('heading', { level: 1, name: FLOOD_TITLE }).waitFor();
    }

    it('reads clean, with its times and their values', async () => {
      await openFlood();
      const mark = page.locator('a.time', { hasText: '1941' }).first();
      await mark.focus();
      const tip = page.getByRole('tooltip');
      await tip.waitFor();
      expect(await tip.textContent()).toMatch(/1941[\s\S]*data · 1941/);
      await page.keyboard.press('Escape');
      await tip.waitFor({ state: 'hidden' });
      await page
        .getByRole('button', { name: /Ir ao trecho que fala de/ })
        .first()
        .click();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toMatch(/^p\d+$/);
      await mark.click();
      await expect.poll(() => address().searchParams.get('q')).toMatch(/^quando:1941/);
    });

    it('shows the archived original in a frame that can do nothing', async () => {
      await openFlood();
      await page.getByRole('link', { name: 'Original arquivado' }).click();
      const frame = page.locator('iframe');
      expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin');
      const inside = page.frameLocator('iframe');
      await inside.getByText(FLOOD_TITLE).first().waitFor();
      expect(address().searchParams.get('ver')).toBe('original');
    });

    it('runs the scripts of the original for who was warned, in a frame within a frame', async () => {
      await openFlood();
      await page.getByRole('link', { name: 'Original arquivado' }).click();
      const scripts = page.getByRole('switch', { name: 'Executar os scripts da página' });
      await scripts.check();
      await page.getByRole('button', { name: 'Agora não' }).click();
      expect(await scripts.isChecked()).toBe(false);
      await scripts.check();
      expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
      await page.getByRole('button', { name: 'Executar os scripts' }).click();
      const inside = page.frameLocator('aside iframe').frameLocator('iframe');
      await inside.getByText(FLOOD_TITLE).first().waitFor();
      expect(await page.locator('aside iframe').getAttribute('sandbox')).toBe('allow-scripts allow-forms');
      // Who shows it says what it is.
      expect(await page.frameLocator('aside iframe').getByRole('note').count()).toBe(0);
      await scripts.uncheck();
      await page.frameLocator('aside iframe').getByText(FLOOD_TITLE).first().waitFor();
    });

    it('shows blocks with reasons, links, versions', async () => {
      await openFlood();
      await page.getByRole('link', { name: 'Blocos' }).click();
      const blocks = page.getByRole('complementary', { name: 'Blocos' });
      await blocks.getByText(/blocos? fic/).waitFor();
      await blocks.getByLabel('saiu').check();
      expect(await blocks.locator('li').count()).toBeGreaterThan(0);
      expect(await blocks.locator('li:not(.dropped)').count()).toBe(0);
      await page.getByRole('link', { name: /^Links/ }).click();
      await page.getByRole('heading', { name: /Links para esta página/ }).waitFor();
      await page.getByRole('link', { name: /^Versões/ }).click();
      await page.getByText('ver como era').first().waitFor();
    });

    it('that is not there is said so', async () => {
      await open();
      await go('/pagina/amostra/99999999');
      await page.getByRole('alert').waitFor();
      await go('/busca?c=nunca');
      await page.getByRole('heading', { level: 1, name: 'Esta coleção não está aqui.' }).waitFor();
    });
  });

  it('puts the years spoken of against those of publication, and goes from a cell to its pages', async () => {
    await open();
    await go('/tempo');
    const grid = page.getByRole('grid', { name: 'Uma coisa contra a outra' });
    await grid.waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    const cell = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
    expect(await cell.getAttribute('aria-label')).toMatch(/^(?:falam de|anos de) .* publicadas em .*: \d/);
    await page.keyboard.press('Enter');
    await expect.poll(() => address().pathname).toBe('/busca');
    expect(address().searchParams.get('q')).toMatch(/^quando:\S+ publicado:\S+$/);
    await titles().first().waitFor();
  });

  it('shows words in their context, sorted, and leads from a line to its passage', async () => {
    await open();
    await go('/concordancia');
    await page.getByRole('searchbox', { name: 'Palavras' }).fill('enchente');
    await page.keyboard.press('Enter');
    const lines = page.getByRole('list', { name: 'Linhas da concordância' }).getByRole('link');
    await lines.first().waitFor();
    expect(await page.getByRole('status').first().textContent()).toMatch(/\d+ ocorrências em \d+ páginas/);
    await page.getByLabel('Ordem').selectOption({ label: 'palavra à direita' });
    await expect.poll(() => address().searchParams.get('ordem')).toBe('direita');
    await expect
      .poll(async () => {
        const words = (await lines.allTextContents()).map(
          (text) => /enchentes?[^\p{L}\p{N}]*([\p{L}\p{N}]*)/iu.exec(text)![1]!,
        );
        const folded = words.map((word) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
        return folded.join(' ') === [...folded].sort().join(' ');
      })
      .toBe(true);
    // Keys are aligned: every one begins at the same place.
    const starts = await page
      .locator('.kwic strong')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(1);
    await page.getByRole('region', { name: 'Colocações' }).getByRole('row').nth(1).waitFor();
    await lines.first().click();
    await page.locator('.reading mark').first().waitFor();
    expect((await page.locator('.reading mark').textContent())?.toLowerCase()).toMatch(/^enchentes?$/);
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('paragraph');
  });

  it('shows geographic files on a map and leads to their source', async () => {
    await open();
    await go('/mapa');
    await page.locator('.live[data-ready], .still').first().waitFor();
    // The same layer as GeoJSON and as a table is one entry, with the way to both forms.
    const folded = page.locator('.list article', { hasText: 'também em' }).first();
    const form = folded.locator('.form.other').first();
    expect(await form.textContent()).toMatch(/^(?:CSV|GeoJSON)$/);
    await form.click();
    await page.getByRole('heading', { name: 'Formatos' }).waitFor();
    await page.getByRole('link', { name: 'Voltar à lista' }).click();
    await page.getByLabel('Formato').selectOption({ index: 1 });
    await expect.poll(() => address().searchParams.get('formato')).toBeTruthy();
    const first = page.locator('.list h2 a').first();
    const title = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(address().searchParams.get('arquivo')).toMatch(/^\d+$/);
    const download = await page.getByRole('link', { name: 'Baixar da fonte' }).getAttribute('href');
    const answer = await context.request.get(sample.origin + download, { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toMatch(/^http:\/\/www\.(geodados|igcartografico)-exemplo/);
  });

  it('shows how the links of a geographic collection stand, and lets them be asked', async () => {
    await open();
    await go('/mapa');
    const links = page.locator('section', {
      has: page.getByRole('heading', { name: 'Os links ainda levam lá?' }),
    });
    await links.getByText('Ninguém perguntou ainda.').waitFor();
    // Who has no token may look, and start nothing.
    expect(await links.getByRole('button').count()).toBe(0);
    await go(`/mapa?token=${TOKEN}`);
    await links.getByRole('button', { name: 'Perguntar de novo' }).click();
    await links.getByText(/^Perguntado em /).waitFor({ timeout: 30_000 });
    const files = links.getByRole('row', { name: /^arquivos 1 / });
    // All of them are in date: they were looked into just now, so nobody was asked.
    expect(await files.textContent()).toMatch(/^arquivos\s*1\s*0\s*[1-9]\d*\s*0$/);
    const info = await (await fetch(`${sample.origin}/api/v1/collections/amostra/geo/check`)).json();
    expect(info).toMatchObject({ running: false, problem: null, last: { counts: { links: 0, errors: 0 } } });
    const refused = await fetch(`${sample.origin}/api/v1/collections/amostra/geo/check`, { method: 'POST' });
    expect(refused.status).toBe(401);
    const nothing = await fetch(`${sample.origin}/api/v1/collections/armadilha/geo/check`);
    expect(nothing.status).toBe(404);
  });

  it('draws a still map where the live one cannot be', async () => {
    await open();
    await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await go('/mapa');
    await page.getByText('em seu lugar, um desenho fixo').waitFor();
    expect(await page.locator('.still .box').count()).toBeGreaterThan(0);
  });

  it('makes a table from an example page', async () => {
    await open();
    await go(`/entidades?token=${TOKEN}`);
    await page.getByLabel('Endereço de uma página de exemplo').fill(sample.example);
    await page.getByRole('button', { name: 'Achar as parecidas' }).click();
    await page.getByRole('heading', { name: /páginas encontradas/ }).waitFor({ timeout: 45_000 });
    const columns = page.getByRole('checkbox');
    expect(await columns.count()).toBeGreaterThan(1);
    if (!(await columns.first().isChecked())) await columns.first().check();
    await page
      .getByLabel(/^Nome da coluna/)
      .first()
      .fill('Atleta');
    const preview = page.getByRole('region', { name: 'Prévia' });
    await preview.getByRole('columnheader', { name: 'Atleta' }).waitFor();
    // One person's choices, saved as a file, choose the columns again.
    const [vote] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Salvar as escolhas' }).click(),
    ]);
    await page.getByText('Como se escolhem as colunas').click();
    await page.getByLabel('Maneira').selectOption('votes');
    await page.getByLabel('Arquivos', { exact: true }).setInputFiles(await vote.path());
    await page.getByRole('button', { name: 'Escolher as colunas assim' }).click();
    await preview.getByRole('columnheader', { name: 'Atleta' }).waitFor({ timeout: 45_000 });
    await page.getByLabel('Nome da tabela').fill('jogadores da copa');
    await page.getByRole('button', { name: 'Guardar a tabela' }).click();
    await page.getByText('Tabela “jogadores da copa” guardada.').waitFor({ timeout: 45_000 });
    expect(address().searchParams.get('tabela')).toBe('jogadores da copa');
    await page.getByRole('columnheader', { name: 'Atleta' }).waitFor();
    await page.getByRole('button', { name: 'Baixar: jogadores da copa' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV', exact: true }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('Atleta');
  });

  it('starts a crawl, watches it to its end and opens what it brought', async () => {
    await open();
    await go('/coletas');
    await page.getByText('é preciso um token').waitFor();

    await go(`/coletas?token=${TOKEN}`);
    expect(page.url()).not.toContain(TOKEN);
    await page.getByRole('link', { name: 'Nova coleta' }).click();
    await page.getByRole('button', { name: 'Lançar a rede' }).click();
    await page.getByText('Dê ao menos um endereço completo').waitFor();
    await page.getByLabel('Por onde começar').fill(sample.seed);
    await page.getByLabel('Nome', { exact: true }).fill('Águas');
    await page.getByLabel('Descanso entre pedidos a um site').fill('0s');
    // One network address is asked once a second, whatever the site allows.
    await page.getByLabel('Páginas, no máximo').fill('4');
    await page.getByLabel('Contato').fill('alguem@exemplo.pt');
    await page.getByRole('button', { name: 'Lançar a rede' }).click();
    const card = page.getByRole('article', { name: 'aguas' });
    await card.getByText('terminada').waitFor({ timeout: 60_000 });
    await card.getByRole('link', { name: 'Abrir a coleção' }).click({ timeout: 60_000 });
    await expect.poll(() => address().searchParams.get('c')).toBe('aguas');
    await page.getByText(/^\d+ páginas?$/).waitFor({ timeout: 30_000 });
  }, 150_000);

  it('speaks Portuguese of Brazil, of Portugal, and English', async () => {
    await open();
    await go('/');
    await page.getByRole('link', { name: 'Coletas' }).waitFor();
    await page.getByLabel('Idioma').selectOption('pt-PT');
    await page.getByRole('link', { name: 'Recolhas' }).waitFor();
    await page.getByLabel('Idioma').selectOption('en');
    await page.getByRole('link', { name: 'Crawls' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.reload();
    await page.getByRole('heading', { name: 'What the net brought in' }).waitFor();
  });

  it('is used by keyboard alone', async () => {
    await open();
    await go('/');
    await line().waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
    await page.keyboard.type('Porto Al');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await line().getAttribute('aria-activedescendant')).toBeTruthy();
    expect(await page.getByRole('listbox').getByRole('option', { selected: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await titles().first().waitFor();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate('document.activeElement.matches(".results h2 a")')) break;
    }
    const title = await page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: String(title) }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('conteudo');
  });

  it('shows hostile words as words', async () => {
    await open();
    await go('/busca?c=armadilha&q=armadilha');
    await expect.poll(() => titles().first().textContent()).toContain(ATTACK);
    expect(await page.locator('.snippet').first().textContent()).toContain('<img src=x');
    await titles().first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('.reading').textContent()).toContain(ATTACK);
    await page.getByRole('link', { name: /^Dados/ }).click();
    await expect.poll(() => page.getByRole('complementary').textContent()).toContain(ATTACK);
    await page.getByRole('link', { name: 'Original arquivado' }).click();
    await page.frameLocator('iframe').getByRole('heading').first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toContain('Armadilha');
  });

  it('gathers ticked results and passages into a dossier, orders it, and gives it as a page that prints', async () => {
    await open();
    await page.goto(`${sample.origin}/?token=${TOKEN}`);
    await go(`/busca?q=${encodeURIComponent(FLOOD)}`);
    await expect.poll(() => titles().first().textContent()).toBe(FLOOD_TITLE);
    const tick = page
      .locator('.results article')
      .first()
      .getByRole('checkbox', { name: /^Marcar/ });
    await tick.focus();
    await page.keyboard.press('Space');
    await titles().first().click();
    await page.getByRole('link', { name: 'Marcar trechos' }).click();
    const passages = page.getByRole('complementary', { name: 'Marcar trechos' });
    const passage = ((await passages.locator('label').nth(1).textContent()) ?? '').trim();
    await passages.getByRole('checkbox').nth(1).check();
    const bar = page.getByRole('region', { name: 'Marcados para um dossiê' });
    await expect.poll(() => bar.getByRole('status').textContent()).toBe('2 marcados');
    await bar.getByRole('textbox', { name: 'Nome do dossiê' }).fill('Cheias de 1941');
    await bar.getByRole('button', { name: 'Pôr no dossiê' }).click();
    await expect.poll(() => address().searchParams.get('d')).toBe('cheias-de-1941');
    const items = page.locator('form ol > li');
    await expect.poll(() => items.count()).toBe(2);
    expect(await items.first().locator('blockquote').count()).toBe(0);
    await items
      .first()
      .getByRole('button', { name: /^Descer/ })
      .click();
    await items.first().getByRole('textbox', { name: /^Nota/ }).fill('Conferir no jornal');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Guardado.').waitFor();
    expect(await items.first().locator('blockquote').textContent()).toContain(passage.slice(0, 60));
    const [taken] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Página (imprime em PDF)' }).click(),
    ]);
    const paper = readFileSync(await taken.path(), 'utf8');
    expect(taken.suggestedFilename()).toBe('cheias-de-1941.html');
    expect(paper).toContain('Cheias de 1941');
    expect(paper).toContain('Conferir no jornal');
    expect(paper).toMatch(/Disponível em: https?:/);
    expect(paper).not.toContain('<script');
  });

  it('corrects a page, shows what the computer read, and takes it back; saves a search', async () => {
    await open();
    await page.goto(`${sample.origin}/?token=${TOKEN}`);
    await go(`/busca?q=${encodeURIComponent(FLOOD)}`);
    await page.getByRole('button', { name: 'Guardar busca' }).click();
    await page.getByRole('textbox', { name: 'Nome da busca' }).fill('Enchentes');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Guardada em').waitFor();
    await titles().first().click();
    await page.getByRole('link', { name: 'Corrigir' }).click();
    await page.getByLabel('Título').fill('A grande cheia');
    await page.getByLabel(/^Seu nome/).fill('Ana');
    await page.getByRole('button', { name: 'Guardar a correção' }).click();
    await page.getByRole('heading', { level: 1, name: 'A grande cheia' }).waitFor();
    await page.getByText(`O computador leu o título “${FLOOD_TITLE}”.`).waitFor();
    await page.getByText(/^Corrigida por Ana em/).waitFor();
    await page.getByRole('button', { name: 'Desfazer a correção' }).click();
    await page.getByRole('heading', { level: 1, name: FLOOD_TITLE }).waitFor();
    await go('/dossies');
    const feed = page.getByRole('link', { name: /^Novidades \(Atom\) ?: Enchentes$/ });
    const text = await (await fetch(sample.origin + (await feed.getAttribute('href')))).text();
    expect(text).toContain(`<title>${FLOOD_TITLE}</title>`);
  });

  it('tells the second of two people who correct one page, and keeps what they wrote', async () => {
    await open();
    await page.goto(`${sample.origin}/?token=${TOKEN}`);
    await go('/pagina/amostra/3?ver=corrigir');
    const title = (of: Page) => of.getByLabel('Título');
    const save = (of: Page) => of.getByRole('button', { name: 'Guardar a correção' }).click();
    await expect.poll(() => title(page).inputValue()).not.toBe('');
    const was = await title(page).inputValue();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'pt-BR' });
    context.setDefaultTimeout(15_000);
    const second = await context.newPage();
    await second.goto(`${sample.origin}/?token=${TOKEN}`);
    await second.goto(`${sample.origin}/pagina/amostra/3?ver=corrigir`);
    await expect.poll(() => title(second).inputValue()).toBe(was);
    await title(page).fill('Como Ana o chama');
    await title(second).fill('Como Beto o chama');
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Como Ana o chama' }).waitFor();
    await save(second);
    await second.getByText('Outra pessoa corrigiu esta página enquanto você escrevia').waitFor();
    expect(await title(second).inputValue()).toBe('Como Beto o chama');
    await second.getByRole('button', { name: 'Ver a correção dela' }).click();
    await expect.poll(() => title(second).inputValue()).toBe('Como Ana o chama');
    await second.getByRole('button', { name: 'Repor o que eu tinha escrito' }).click();
    expect(await title(second).inputValue()).toBe('Como Beto o chama');
    await save(second);
    await second.getByRole('heading', { level: 1, name: 'Como Beto o chama' }).waitFor();
    await second.getByRole('button', { name: 'Desfazer a correção' }).click();
    await second.getByRole('heading', { level: 1, name: was }).waitFor();
    await context.close();
  });

  it('removes a saved search and a dossier only when the question is answered', async () => {
    await open({ width: 390 });
    await page.goto(`${sample.origin}/?token=${TOKEN}`);
    await go(`/busca?q=${encodeURIComponent('bondes tipo:página')}`);
    await page.getByRole('button', { name: 'Guardar busca' }).click();
    await page.getByRole('textbox', { name: 'Nome da busca' }).fill('Só para tirar');
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await page.getByText('Guardada em').waitFor();
    await go(`/busca?q=${encodeURIComponent(FLOOD)}`);
    await page
      .locator('.results article')
      .first()
      .getByRole('checkbox', { name: /^Marcar/ })
      .check();
    const bar = page.getByRole('region', { name: 'Marcados para um dossiê' });
    await bar.getByRole('textbox', { name: 'Nome do dossiê' }).fill('Só um instante');
    await bar.getByRole('button', { name: 'Pôr no dossiê' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remover “Só um instante” (1 item)?' });
    await page.getByRole('button', { name: 'Remover o dossiê' }).click();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Remover o dossiê' }).click();
    await dialog.getByRole('button', { name: 'Remover', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dossiês' }).waitFor();
    const search = page.getByRole('button', { name: 'Remover: Só para tirar' });
    const asked = page.getByRole('dialog', { name: 'Remover a busca guardada “Só para tirar”?' });
    await search.click();
    await page.keyboard.press('Escape');
    expect(await search.count()).toBe(1);
    await search.click();
    await asked.getByRole('button', { name: 'Remover', exact: true }).click();
    await search.waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'Só um instante' }).count()).toBe(0);
  });

  it.each([
    [1440, false],
    [390, true],
  ] as const)(
    'lets every list be taken away by a menu, with keys too, %s px, dark: %s',
    async (width, dark) => {
      await open({ width, dark });
      const lists: [path: string, what: RegExp, file: string, begins: string][] = [
        [`/busca?q=enchente`, /^Baixar: \d+ páginas$/, 'amostra-enchente.csv', '\ufeffid;url;site;title'],
        [
          '/tempo?q=enchente',
          /números da linha do tempo/,
          'amostra-timeline-enchente.csv',
          '\ufeffspoken_year;',
        ],
        ['/mapa', /^Baixar: \d+/, 'amostra-geo.csv', '\ufeffid;kind;url'],
        ['/entidades', /^Baixar: /, '.csv', '\ufeff'],
        ['/coletas', /visitas da coleta/, '-visits.csv', '\ufeffn;at;url'],
      ];
      for (const [path, what, file, begins] of lists) {
        await go(path);
        const button = page.getByRole('button', { name: what }).first();
        await button.focus();
        await button.press('ArrowDown');
        const first = page.getByRole('link', { name: 'Planilha (CSV para Excel)' });
        await expect.poll(() => page.evaluate(FOCUSED)).toBe('Planilha (CSV para Excel)');
        const box = (await first.boundingBox())!;
        expect([path, box.x >= 0, box.x + box.width <= width]).toEqual([path, true, true]);
        await page.evaluate(AXE);
        const { violations } = (await page.evaluate(
          `axe.run(document.activeElement.closest('[role=presentation]'), { resultTypes: ['violations'] })`,
        )) as { violations: { id: string; nodes: { html: string }[] }[] };
        expect(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]!.html}`)).toEqual([]);
        await page.keyboard.press('Escape');
        expect(await page.evaluate(FOCUSED)).toBe('Baixar');
        await expect.poll(() => first.isVisible()).toBe(false);
        await button.press('Enter');
        const [download] = await Promise.all([page.waitForEvent('download'), first.click()]);
        expect(download.suggestedFilename()).toContain(file);
        expect(readFileSync(await download.path(), 'utf8').slice(0, begins.length)).toBe(begins);
        await expect.poll(() => first.isVisible()).toBe(false);
      }
    },
    180_000,
  );

  const VIEWS: [name: string, path: string, ready: string][] = [
    ['Busca, without a question', '/', '.brush'],
    ['Busca', `/busca?q=${encodeURIComponent(FLOOD)}`, '.results article'],
    ['Busca, nothing found', '/busca?q=xyzzyq', '.empty'],
    ['Linha do tempo', '/tempo', '[role=grid]'],
    [
      'Concordância',
      '/concordancia?palavras=enchente&ordem=esquerda',
      '[aria-label="Colocações"] :is(tbody, li)',
    ],
    ['Concordância, nothing asked', '/concordancia', '.empty'],
    ['Mapa', '/mapa', '.list article'],
    ['Mapa, no such file', '/mapa?arquivo=99999999', '.problem'],
    ['Entidades', '/entidades', 'table, .cards'],
    ['Coletas', '/coletas', '.card'],
    ['Dossiês', '/dossies', '.list li'],
    ['Dossiê', '/dossies?d=cheias-de-1941', 'form ol li'],
    ['Página, passages', '/pagina/amostra/1?ver=dossie', 'aside input'],
    ['Página, corrected', '/pagina/amostra/1?ver=corrigir', 'aside form'],
    ['Página', '/pagina/amostra/1', '.reading, .frame p'],
    ['Página, blocks', '/pagina/amostra/1?ver=blocos', 'aside li'],
    ['Página, original', '/pagina/amostra/1?ver=original', 'iframe'],
    ['an address that leads nowhere', '/busca?c=nunca', '.empty'],
  ];

  // The markup is the same in the dark; what depends on colours is in the rules of level AA.
  const A = ['wcag2a', 'wcag21a', 'best-practice'];
  const AA = ['wcag2aa', 'wcag21aa', 'wcag22aa'];

  it.each([false, true])('has nothing wrong by axe-core, dark: %s', async (dark) => {
    await open({ dark });
    await page.goto(`${sample.origin}/?token=${TOKEN}`);
    const wrong: string[] = [];
    for (const [name, path, ready] of [...VIEWS, ['Nova coleta', '/coletas?nova=1', 'form.card'] as const]) {
      await go(path);
      await page.locator(ready).first().waitFor();
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate(
        `axe.run(document, { iframes: false, resultTypes: ['violations'], runOnly: ${JSON.stringify(dark ? AA : [...A, ...AA])} })`,
      )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
      for (const { id, nodes } of violations)
        wrong.push(
          `${name}: ${id} × ${nodes.length}: ${nodes[0]!.html.slice(0, 200)} ${nodes[0]!.failureSummary.slice(0, 300)}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  it('fits a narrow phone', async () => {
    await open({ width: 360 });
    for (const [name, path, ready] of VIEWS) {
      await go(path);
      await page.locator(ready).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(360);
    }
  });

  it('asked nothing of anybody else, and broke nowhere', () => {
    expect(elsewhere).toEqual([]);
    expect(broken).toEqual([]);
  });
});
