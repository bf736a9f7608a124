/**
 * Crawls as a person leads them in the browser: begun, watched address by address, gone on with, gone through again, duplicated, scheduled and
 * taken off the disk, in a real Chromium, on `tarrafa serve` with the sample web.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSampleWeb } from '../../samples/index.ts';
import { buildWeb } from '../../scripts/build-web.mjs';
import { BROWSER, launchBrowser } from '../browser.ts';
import { makeCollection } from '../served-collection.ts';
import { MAIN, spawnTarrafa } from '../tarrafa-process.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TOKEN = 'token-of-the-tests-of-the-crawls';
const SEED = 'http://www.gazetadaserra-exemplo.com.br/';

let folder = '';
let crawls = '';
let web: Awaited<ReturnType<typeof startSampleWeb>>;
let server: ChildProcess;
let origin = '';
let browser: Browser;
const broken: string[] = [];

beforeAll(async () => {
  if (BROWSER === null) return;
  await buildWeb();
  folder = mkdtempSync(join(tmpdir(), 'crawls-page-'));
  crawls = join(folder, 'coletas');
  makeCollection(join(folder, 'c'), { pages: 6 });
  const [archive] = readdirSync(join(folder, 'c', 'archive')).filter((name) => name.endsWith('.warc.gz'));
  const imported = await spawnTarrafa([
    'import',
    '--out',
    join(crawls, 'acervo'),
    join(folder, 'c', 'archive', archive!),
  ]);
  if (imported.status !== 0) throw new Error(imported.stderr);
  web = await startSampleWeb();
  server = spawn(
    process.execPath,
    [MAIN, 'serve', '--port', '0', '--crawls', crawls, '--sample-web', String(web.port)],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TARRAFA_TOKEN: TOKEN } },
  );
  origin = await new Promise((resolve, reject) => {
    let said = '';
    server.stderr!.on('data', (chunk) => (said += chunk));
    server.stdout!.on('data', (chunk) => {
      said += chunk;
      const address = /(http:\/\/127\.0\.0\.1:\d+)\/\?token=/.exec(said);
      if (address) resolve(address[1]!);
    });
    server.on('exit', (code) => reject(new Error(`tarrafa serve ended with ${code}: ${said}`)));
  });
  browser = await launchBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  if (server !== undefined) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
  await web?.close();
  if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function opened(options: { dark?: boolean; width?: number } = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 860 },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'pt-BR',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => broken.push(`${page.url()}: ${error.message}`));
  await page.goto(`${origin}/coletas?token=${TOKEN}`);
  return page;
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] })",
  )) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`);
}

const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });
const crawl = async (name: string) =>
  (await (await fetch(`${origin}/api/v1/crawls/${name}`)).json()) as {
    state: string;
    end: { why: string } | null;
    figures: { pages: number };
    schedule: { next: string | null } | null;
  };
const focused = (page: Page) => page.evaluate('document.activeElement.id');

describe.skipIf(BROWSER === null)('crawls in the browser', () => {
  it('are begun by a form that says as one types what is wrong, and goes to the first wrong field', async () => {
    const page = await opened();
    await page.getByRole('link', { name: 'Nova coleta' }).click();
    const form = page.getByRole('form', { name: 'Nova coleta' });
    await form.getByRole('button', { name: 'Lançar a rede' }).click();
    expect(await focused(page)).toBe('crawl-seeds');
    await form.getByText('Dê ao menos um endereço completo').waitFor();
    await form.getByLabel('Por onde começar').fill(`${SEED}\nisto não`);
    await form.getByText('Isto não é um endereço da Web: https://isto').waitFor();
    await form.getByLabel('Por onde começar').fill(SEED);
    expect(await form.getByLabel('Por onde começar').getAttribute('aria-invalid')).toBeNull();
    const pages = form.getByLabel('Páginas, no máximo');
    await pages.fill('0');
    await form.getByLabel('Nome').fill('Acervo');
    await form.getByText('Já existe uma coleta com este nome.').waitFor();
    await form.getByText('Escreva um número inteiro a partir de 1').waitFor();
    await form.getByLabel('Nome').fill('gazeta');
    await form.getByRole('button', { name: 'Lançar a rede' }).click();
    expect(await focused(page)).toBe('crawl-pages');
    await pages.fill('12');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Lançar a rede' }).click();
    await card(page, 'gazeta').getByText('Parou porque o número de páginas pedido foi atingido.').waitFor();
    expect((await crawl('gazeta')).figures.pages).toBe(12);
    await page.context().close();
  });

  it('are watched address by address, narrowed by outcome and host', async () => {
    const page = await opened();
    await card(page, 'gazeta').getByRole('link', { name: 'Ver os endereços' }).click();
    const addresses = page.getByRole('region', { name: 'Endereços da coleta gazeta' });
    await addresses.locator('ol li').first().waitFor();
    expect(await addresses.locator('ol li').count()).toBeGreaterThan(10);
    expect(await addresses.locator('ol').textContent()).toContain('HTTP 200');
    await addresses.getByLabel('Desfecho').selectOption('analysed');
    await expect.poll(() => addresses.locator('ol li').count()).toBe(12);
    expect(new URL(page.url()).searchParams.get('desfecho')).toBe('analysed');
    for (const visit of await addresses.locator('ol li').allTextContents())
      expect(visit.match(/HTTP \d+/g)).toHaveLength(1);
    await addresses.getByLabel('Site ou host').fill('exemplo.pt');
    await addresses.getByLabel('Site ou host').press('Enter');
    await addresses.getByText('Nenhuma visita assim.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('go on with a higher limit, and are gone through once more when nothing is left', async () => {
    const page = await opened();
    const other = await opened({ width: 390 });
    const seen = card(other, 'gazeta');
    await seen.getByText('Parou porque o número de páginas pedido foi atingido.').waitFor();
    const gazeta = card(page, 'gazeta');
    await gazeta.getByRole('button', { name: 'Aumentar o limite e continuar' }).click();
    expect(await gazeta.getByLabel('Novo limite de páginas').inputValue()).toBe('24');
    await gazeta.getByLabel('Novo limite de páginas').fill('5000');
    await gazeta.getByRole('button', { name: 'Continuar com este limite' }).click();
    await gazeta.getByText('Terminou: não há mais nada a coletar').waitFor({ timeout: 60_000 });
    const { figures } = await crawl('gazeta');
    expect(figures.pages).toBeGreaterThan(12);
    // Whoever has the list open is shown it too, without asking again.
    await seen.getByText('Terminou: não há mais nada a coletar').waitFor();
    await expect
      .poll(() => seen.locator('dl').textContent())
      .toContain(figures.pages.toLocaleString('pt-BR'));
    await other.context().close();
    await gazeta.getByRole('button', { name: 'Visitar tudo de novo' }).click();
    await gazeta.getByText(/Volta de .*: [1-9]\d* páginas visitadas/).waitFor({ timeout: 60_000 });
    await gazeta.getByText('Terminou: não há mais nada a coletar').waitFor({ timeout: 60_000 });
    // Every page again, and what of the site is another at each visit.
    expect((await crawl('gazeta')).figures.pages).toBeGreaterThanOrEqual(2 * figures.pages - 1);
    await page.context().close();
  }, 180_000);

  it('that could read nothing say so, stand first as the newest, and go from every list when they are deleted', async () => {
    const page = await opened();
    const other = await opened({ width: 390, dark: true });
    await page.goto(`${origin}/coletas?nova=1`);
    const form = page.getByRole('form', { name: 'Nova coleta' });
    await form.getByLabel('Por onde começar').fill('http://nao-ha.example/');
    await form.getByLabel('Nome').fill('sem-nada');
    await form.getByRole('button', { name: 'Lançar a rede' }).click();
    await card(page, 'sem-nada').getByText('Terminou sem nenhuma página').waitFor();
    expect(await card(page, 'sem-nada').locator('dl').textContent()).toMatch(/páginas baixadas\s*0/);
    await card(other, 'sem-nada').getByText('Terminou sem nenhuma página').waitFor();
    await page.goto(`${origin}/coletas`);
    await card(page, 'sem-nada').waitFor();
    expect(await page.getByRole('article').first().getByRole('heading').first().textContent()).toBe(
      'sem-nada',
    );
    await card(other, 'sem-nada').getByRole('button', { name: 'Apagar…' }).click();
    const dialog = other.getByRole('dialog', { name: 'Apagar a coleta sem-nada' });
    await dialog.getByLabel(/Para confirmar/).fill('sem-nada');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await other.getByText('A coleta sem-nada foi apagada.').waitFor();
    await card(page, 'sem-nada').waitFor({ state: 'detached' });
    await page.context().close();
    await other.context().close();
  });

  it('are edited, and duplicated with what was asked', async () => {
    const page = await opened();
    await card(page, 'gazeta').getByRole('link', { name: 'Editar' }).click();
    const edit = page.getByRole('form', { name: 'Editar a coleta gazeta' });
    await edit.getByText('para mudá-los, duplique a coleta').waitFor();
    await edit.getByLabel('Tempo, no máximo').fill('logo');
    await edit.getByRole('button', { name: 'Guardar', exact: true }).click();
    await edit.getByText('Escreva um tempo como').waitFor();
    await edit.getByLabel('Tempo, no máximo').fill('30 min');
    expect(await violations(page)).toEqual([]);
    await edit.getByRole('button', { name: 'Guardar', exact: true }).click();
    await edit.waitFor({ state: 'detached' });
    const order = JSON.parse(readFileSync(join(crawls, 'gazeta', 'order.json'), 'utf8'));
    expect(order.asked).toMatchObject({ maxPages: 5000, maxTime: '30m' });
    await card(page, 'gazeta').getByRole('link', { name: 'Duplicar' }).click();
    const form = page.getByRole('form', { name: 'Nova coleta' });
    expect(await form.getByLabel('Nome').inputValue()).toBe('gazeta-2');
    expect(await form.getByLabel('Por onde começar').inputValue()).toBe(SEED);
    expect(await form.getByLabel('Tempo, no máximo').inputValue()).toBe('30m');
    await page.context().close();
  });

  it('are scheduled, in the form and afterwards, and say when they are due', async () => {
    const page = await opened({ width: 390, dark: true });
    await page.goto(`${origin}/coletas?nova=1`);
    const form = page.getByRole('form', { name: 'Nova coleta' });
    await form.getByLabel('Por onde começar').fill(SEED);
    await form.getByLabel('Nome').fill('marcada');
    await form.getByText('numa hora marcada').click();
    await form.getByLabel('Primeira vez').fill('2020-01-01T03:00');
    await form.getByRole('button', { name: 'Marcar', exact: true }).click();
    await form.getByText('Esta hora já passou nesse fuso.').waitFor();
    expect(await focused(page)).toBe('schedule-at');
    await form.getByLabel('Fuso horário').selectOption('America/Sao_Paulo');
    await form.getByLabel('Repetir').selectOption('week');
    await form.getByLabel('segunda-feira').check();
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Marcar', exact: true }).click();
    const marked = card(page, 'marcada');
    await marked.getByText(/Próxima vez: seg.*03:00 \(America\/Sao_Paulo\)/).waitFor();
    expect((await crawl('marcada')).state).toBe('scheduled');
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBe(0);
    await marked.getByRole('link', { name: 'Marcar hora…' }).click();
    const schedule = page.getByRole('form', { name: 'Marcar hora para marcada' });
    await schedule.getByRole('button', { name: 'Desmarcar' }).click();
    await schedule.waitFor({ state: 'detached' });
    expect((await crawl('marcada')).schedule).toBeNull();
    await page.context().close();
  });

  it('are taken off the disk when their name is written once more', async () => {
    const page = await opened();
    await card(page, 'marcada').getByRole('button', { name: 'Apagar…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apagar a coleta marcada' });
    await dialog.getByLabel(/Para confirmar/).fill('marca');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await dialog.getByText('Escreva o nome como está acima.').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(existsSync(join(crawls, 'marcada'))).toBe(true);
    await dialog.getByLabel(/Para confirmar/).fill('marcada');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('A coleta marcada foi apagada.').waitFor();
    expect(existsSync(join(crawls, 'marcada'))).toBe(false);
    // One with a collection that is open and searched.
    await card(page, 'gazeta').getByRole('link', { name: 'Abrir a coleção' }).waitFor();
    expect((await fetch(`${origin}/api/v1/collections/gazeta/search?q=cidade`)).status).toBe(200);
    await card(page, 'gazeta').getByRole('button', { name: 'Apagar…' }).click();
    const second = page.getByRole('dialog', { name: 'Apagar a coleta gazeta' });
    await second.getByLabel(/Para confirmar/).fill('gazeta');
    await second.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('A coleta gazeta foi apagada.').waitFor();
    expect((await fetch(`${origin}/api/v1/collections/gazeta/search?q=cidade`)).status).toBe(404);
    expect(readdirSync(crawls).filter((name) => /gazeta|removed/.test(name))).toEqual([]);
    await page.context().close();
  });

  it('that were imported show their own figures', async () => {
    const page = await opened();
    const acervo = card(page, 'acervo');
    await acervo.getByText('capturas', { exact: true }).waitFor();
    const figures = (await acervo.locator('dl').textContent()) ?? '';
    expect(figures).toMatch(/capturas\s*[1-9]\d*/);
    expect(figures).toMatch(/páginas\s*[1-9]\d*/);
    expect(figures).not.toContain('páginas baixadas');
    await acervo.getByText('Nada ficou de fora.').waitFor();
    expect(await acervo.textContent()).toMatch(/importada em .*Coletadas? /);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
    expect(broken).toEqual([]);
  });
});
