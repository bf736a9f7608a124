/**
 * Every view as a picture, at the width of a phone and of a desk, light and dark: `node --import tsx test/web/screenshots.ts <folder>`.
 * With a second argument, of a server that runs already (its whole address, with the token).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/build-web.mjs';
import { launchBrowser } from '../browser.ts';
import { serveSample, TOKEN } from './served-sample.ts';

const FLOOD = encodeURIComponent('enchentes em Porto Alegre em 1941');
const EXAMPLE = encodeURIComponent('http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm');

/** Name, path, and what must be there before the picture is taken. */
const VIEWS: readonly (readonly [name: string, path: string, ready: string])[] = [
  ['inicio', '/', '.brush'],
  ['busca', `/busca?q=${FLOOD}`, '.results article'],
  ['vazio', '/busca?q=xyzzyq', '.empty'],
  ['pagina', '', '.reading'],
  ['pagina-original', '?ver=original', 'iframe'],
  ['pagina-blocos', '?ver=blocos', 'aside li'],
  ['tempo', '/tempo', '[role=grid]'],
  ['concordancia', '/concordancia?palavras=enchente&ordem=direita', '.kwic li'],
  ['mapa', '/mapa', '[data-ready]'],
  ['mapa-arquivo', '/mapa?arquivo=', '[data-ready]'],
  ['entidades', '/entidades', 'table'],
  ['entidades-exemplo', `/entidades?exemplo=${EXAMPLE}`, 'table'],
  ['coletas', '/coletas', '.card'],
  ['coletas-nova', '/coletas?nova=1', 'form.card'],
];

const [folder, running] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('usage: node --import tsx test/web/screenshots.ts <folder> [address with token]\n');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
await buildWeb();
const sample = running ? null : await serveSample();
const given = running ? new URL(running) : null;
const origin = sample?.origin ?? given?.origin ?? '';
const token = given?.searchParams.get('token') ?? TOKEN;
const browser = await launchBrowser();
try {
  const found = await (await fetch(`${origin}/api/v1/collections`)).json();
  const collection = (found as { collections: { name: string }[] }).collections[0]!.name;
  const flood = await (await fetch(`${origin}/api/v1/collections/${collection}/search?q=${FLOOD}`)).json();
  const pagePath = `/pagina/${collection}/${(flood as { hits: { id: number }[] }).hits[0]!.id}`;
  const files = await (await fetch(`${origin}/api/v1/collections/${collection}/geo?limit=1`)).json();
  const file = (files as { items: { geo: { id: number } }[] }).items[0]!.geo.id;
  const addressOf = (path: string): string => {
    if (path.endsWith('arquivo=')) return origin + path + file;
    return origin + (path.startsWith('/') ? path : pagePath + path);
  };
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width, height: width === 390 ? 844 : 860 },
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'pt-BR',
        deviceScaleFactor: width === 390 ? 2 : 1,
      });
      const page = await context.newPage();
      await page.goto(`${origin}/?token=${token}`);
      for (const [name, path, ready] of VIEWS) {
        await page.goto(addressOf(path));
        await page.locator(ready).first().waitFor({ timeout: 60_000 });
        // Fonts and pictures that are still on their way.
        await page.waitForLoadState('networkidle');
        await page.evaluate('document.fonts.ready');
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
      await context.close();
    }
} finally {
  await browser.close();
  await sample?.close();
}
process.stdout.write(`${folder}\n`);
