/** An archived page in a real browser: it looks as it did, from the archive alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, launchBrowser } from '../../../test/browser.ts';
import { appOf, archiveOf, collectionOf, collectionsOf } from './collection.suite.ts';
import { replayRoutes } from './routes.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PAGE = `<!DOCTYPE html><title>Olá</title><link rel="stylesheet" href="/estilo.css"><h1>Olá</h1><img id="foto" src="/foto.png" alt="">
<iframe src="/quadro"></iframe><img id="fora" src="http://fora.pt/x.png" alt=""><script>document.title = 'correu'</script>`;

let browser: Browser;
let origin = '';

beforeAll(async () => {
  if (BROWSER === null) return;
  const at = Date.UTC(2005, 4, 6, 12);
  const archive = await archiveOf([
    { url: 'http://exemplo.pt/', at, body: PAGE },
    // A minute later: the page asks for its own moment, and is led to the nearest.
    { url: 'http://exemplo.pt/estilo.css', at: at + 60_000, type: 'text/css', body: 'h1{color:rgb(1,2,3)}' },
    { url: 'http://exemplo.pt/foto.png', at, type: 'image/png', body: PIXEL },
    { url: 'http://exemplo.pt/quadro', at, body: '<p>no quadro</p>' },
  ]);
  origin = await appOf(collectionsOf(collectionOf({ name: 'teste', archive })), replayRoutes).listen({
    port: 0,
    host: '127.0.0.1',
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

describe.skipIf(BROWSER === null)('an archived page in a browser', () => {
  it('has its styles, pictures and frames, no scripts, and asks nobody else', async () => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${origin}/replay/teste/2005/http://exemplo.pt/`, { waitUntil: 'load' });
    expect(page.url()).toBe(`${origin}/replay/teste/20050506120000/http://exemplo.pt/`);
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(1, 2, 3)');
    expect(await page.evaluate("document.querySelector('#foto').naturalWidth")).toBe(1);
    expect(await page.frames()[1]!.evaluate('document.body.innerText')).toBe('no quadro');
    expect(await page.title()).toBe('Olá');
    for (const url of asked) expect(url.startsWith(`${origin}/replay/teste/`), url).toBe(true);
    await page.close();
  });
});
