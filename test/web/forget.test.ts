/** An administrator takes a page out of a collection in the browser: what would go is shown first, and the server, which goes on, shows it no more. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, launchBrowser } from '../browser.ts';
import { tracesOf } from '../forget-traces.ts';
import { makeCollection, type ServedProcess, serveWith } from '../served-collection.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let folder = '';
let server: ServedProcess;
let browser: Browser;

beforeAll(async () => {
  if (BROWSER === null) return;
  folder = mkdtempSync(join(tmpdir(), 'forget-page-'));
  makeCollection(join(folder, 'c'), { pages: 6 });
  server = await serveWith([join(folder, 'c')]);
  browser = await launchBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

const api = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${server.origin}/api/v1/collections/c/${path}`, init);
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
};

describe.skipIf(BROWSER === null)(
  'forgetting a page in the browser',
  () => {
    it('shows what would go, asks why, has nothing wrong by axe-core, and the server shows the page no more', async () => {
      const found = await api('search?q=Not%C3%ADcia');
      const hits = found.json.hits as { id: number; url: string; title: string }[];
      const { id, url, title } = hits.find((hit) => /\/2\.html$/.test(hit.url)) ?? hits[0]!;
      // Nobody without the token may ask, or be told.
      expect((await api('forget')).status).toBe(401);
      const order = JSON.stringify({ what: url, reason: 'x' });
      const headers = { 'Content-Type': 'application/json' };
      expect((await api('forget', { method: 'POST', headers, body: order })).status).toBe(401);

      const page = await browser.newPage({ locale: 'pt-BR' });
      await page.goto(`${server.origin}/pagina/c/${id}`);
      await page.locator('article h1').waitFor();
      expect(await page.getByRole('button', { name: 'Esquecer esta página…' }).count()).toBe(0);
      await page.goto(`${server.origin}/pagina/c/${id}?token=${server.token}`);
      await page.getByRole('button', { name: 'Esquecer esta página…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Esquecer esta página' });
      await dialog.getByText('Sairia 1 captura', { exact: false }).waitFor();
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate(
        "axe.run(document.querySelector('dialog'), { resultTypes: ['violations'] })",
      )) as { violations: { id: string; nodes: { html: string }[] }[] };
      expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]!.html.slice(0, 200)}`)).toEqual([]);
      expect((await api(`pages/${id}`)).status).toBe(200);
      expect(await dialog.getByRole('button', { name: 'Esquecer para sempre' }).isDisabled()).toBe(true);
      await dialog.getByLabel('Por quê').fill('pedido 17');
      await dialog.getByRole('button', { name: 'Esquecer para sempre' }).click();
      await dialog.getByText('Esquecida: já não está', { exact: false }).waitFor({ timeout: 60_000 });
      await dialog.getByRole('button', { name: 'Fechar' }).click();
      // What the number of the page names now, if anything, is another page.
      await page.waitForURL((address) => address.pathname !== `/pagina/c/${id}`);
      await page.getByRole('combobox').first().waitFor();
      expect(await page.locator('main').textContent()).not.toContain(title);
      await page.close();

      expect((await api(`page?url=${encodeURIComponent(url)}`)).status).toBe(404);
      expect((await fetch(`${server.origin}/replay/c/2024/${url}`)).status).toBe(404);
      const after = await api('search?q=Not%C3%ADcia');
      expect((after.json.hits as { url: string }[]).map((hit) => hit.url)).not.toContain(url);
      expect(after.json.hits).toHaveLength(hits.length - 1);
      expect(await tracesOf(join(folder, 'c'), [title, url])).toEqual([]);
    });
  },
  180_000,
);
