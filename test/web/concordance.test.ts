/** The concordance of a form so rare that many parts of it are empty, in a real Chromium; the parts are those of a stubbed answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/build-web.mjs';
import { BROWSER, launchBrowser } from '../browser.ts';
import { makeCollection, type ServedProcess, serveWith } from '../served-collection.ts';

let folder = '';
let server: ServedProcess;
let browser: Browser;

beforeAll(async () => {
  if (BROWSER === null) return;
  await buildWeb();
  folder = mkdtempSync(join(tmpdir(), 'concordance-page-'));
  makeCollection(join(folder, 'c'), { pages: 6 });
  server = await serveWith([join(folder, 'c')]);
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

const LINE = {
  ...{ left: 'passava pela ', key: 'almotolia', right: ' do farol', page: 1, url: 'http://a.exemplo.br/' },
  ...{ title: 'O farol', site: 'exemplo.br', year: null, start: 13, end: 22 },
};
const WHOLE = {
  hits: 3,
  pages: 3,
  perMillion: 0.1,
  words: 3e7,
  estimated: true,
  error: 0.4,
  wordsEstimated: false,
};

/** Parts of a concordance, the one with the line at a place; -1: in none. */
async function parts(page: Page, lineAt: number, last: number): Promise<{ asked: number }> {
  const seen = { asked: 0 };
  await page.route(/\/concordance\?/, (route) => {
    const part = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    seen.asked++;
    return route.fulfill({
      json: {
        ...WHOLE,
        lines: part === lineAt ? [LINE] : [],
        next: part < last ? String(part + 1) : null,
      },
    });
  });
  return seen;
}

async function opened(width: number): Promise<Page> {
  const page = await browser.newPage({ locale: 'pt-BR', viewport: { width, height: 844 } });
  page.setDefaultTimeout(15_000);
  return page;
}

const address = () => `${server.origin}/concordancia?c=c&palavras=almotolia&modo=exata`;
const focused = (page: Page) =>
  page.evaluate('document.activeElement.type ?? document.activeElement.tagName');

describe.skipIf(BROWSER === null)('a concordance of a rare form in the browser', () => {
  it('goes on by itself to the first lines, and takes the focus from nobody', async () => {
    const page = await opened(1440);
    const seen = await parts(page, 7, 30);
    await page.goto(address());
    await page.getByRole('searchbox', { name: 'Palavras', exact: true }).focus();
    await page.getByText('almotolia', { exact: true }).waitFor();
    expect(await focused(page)).toBe('search');
    expect(seen.asked).toBe(8);
    // Who asks for more goes on in it.
    await page.getByRole('button', { name: 'Mostrar mais' }).click();
    await expect.poll(() => seen.asked).toBe(9);
    await page.close();
  });

  it('ends after twenty parts that hold nothing, and goes on when somebody asks', async () => {
    const page = await opened(390);
    const seen = await parts(page, 22, 40);
    await page.goto(address());
    await expect.poll(() => seen.asked).toBe(21);
    const more = page.getByRole('button', { name: 'Mostrar mais' });
    await expect.poll(() => more.isEnabled()).toBe(true);
    await page.getByText('Ainda nenhuma linha nas páginas vistas até aqui.').waitFor();
    expect(seen.asked).toBe(21);
    await more.click();
    await expect.poll(() => more.isEnabled()).toBe(true);
    await more.click();
    await page.getByText('almotolia', { exact: true }).waitFor();
    expect(seen.asked).toBe(23);
    await page.close();
  });

  it('that holds nothing to its end says so', async () => {
    const page = await opened(390);
    const seen = await parts(page, -1, 5);
    await page.goto(address());
    await page.getByText('Nenhuma linha: as páginas foram todas vistas.').waitFor();
    expect(seen.asked).toBe(6);
    expect(await page.getByRole('button', { name: 'Mostrar mais' }).count()).toBe(0);
    await page.close();
  });
});
