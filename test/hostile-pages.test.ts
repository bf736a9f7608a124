/**
 * A site that tries to run its scripts in everything that shows what was collected: it is crawled, analysed and served, and everywhere
 * its markup is text and its programs are dead.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenCollection } from '../src/collection/index.ts';
import { Crawl, completeSettings, readVisits } from '../src/crawl/index.ts';
import { newFile } from '../src/geo/index.ts';
import { readDocument } from '../src/page/index.ts';
import { createApp } from '../src/server/app.ts';
import { readRecordAt } from '../src/warc/index.ts';
import { BROWSER, launchBrowser } from './browser.ts';
import { tinyWeb } from './tiny-web.ts';

/** What every attack tries to do. It can be seen from outside in two ways: by the flag, and by the request. */
const DEED = "window.executed=1;new Image().src='/api/v1/executed'";
const TAG = `<script>${DEED}</script>`;
const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const JSON_LD = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: `Enchente ${TAG}`,
  location: { '@type': 'Place', name: `Porto Alegre"><img src=x onerror="${DEED}">` },
  startDate: '1941-05-01',
  url: `javascript:${DEED}`,
}).replace(/</g, '\\u003c');

const BODY = `A enchente de maio de 1941 em Porto Alegre ${escaped(TAG)} cobriu o centro da cidade, e ${escaped(`<img src=x onerror="${DEED}">`)} milhares de pessoas deixaram as suas casas durante muitos dias, segundo os jornais da época, que contaram a subida das águas do Guaíba rua por rua até o dia 8 de maio de 1941.`;

const HOSTILE = `<!DOCTYPE html><html lang="pt"><head><title>Enchente ${escaped(TAG)} &quot;&gt;&lt;svg onload=&quot;${DEED}&quot;&gt;</title>
<base href="javascript:${DEED}//"><meta http-equiv="refresh" content="0;url=javascript:${DEED}">
<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'">
<script type="application/ld+json">${JSON_LD}</script>
<script>${DEED}</script><script src="/ataque.js"></script><link rel="stylesheet" href="http://fora.br/estilo.css">
<style>@import "http://fora.br/outro.css"; body{background:url(http://fora.br/fundo.png)}</style></head>
<body onload="${DEED}" background="http://fora.br/papel.png"><article><h1>Enchente ${escaped(TAG)}</h1><p>${BODY}</p>
<p>${BODY.replace('A enchente', 'Depois, a enchente')}</p>
<p><a href="javascript:${DEED}">clique ${escaped(TAG)}</a> <a href="JaVa&#10;Script:${DEED}">aqui</a>
<a href="/outra">${escaped(TAG)} outra</a> <a href="data:text/html,${TAG}">dados</a></p></article>
<img src="x" onerror="${DEED}"><svg onload="${DEED}"><script>${DEED}</script><a xlink:href="javascript:${DEED}"><text>x</text></a></svg>
<iframe src="javascript:parent.${DEED}"></iframe><iframe srcdoc="${escaped(TAG)}"></iframe><object data="javascript:${DEED}"></object>
<embed src="javascript:${DEED}"><form action="javascript:${DEED}"><button id="enviar">enviar</button></form>
<video poster="http://fora.br/v.png"><source src="http://fora.br/v.mp4"></video><img srcset="http://fora.br/1.png 1x, /2.png 2x">
<noscript><p title="</noscript><img src=x onerror=${DEED.replaceAll("'", '')}>"></noscript>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${DEED.replaceAll("'", '')}&gt;"></table></mtext></math>
</body></html>`;

const OTHER = `<!DOCTYPE html><html lang="pt"><head><title>Outra página sobre a enchente</title></head><body><article><h1>Outra</h1>
<p>Uma segunda página fala da enchente e leva à primeira, <a href="/">"&gt;&lt;script&gt;${DEED}&lt;/script&gt;</a>, com bastante texto para que seja tomada por conteúdo e não por navegação do site.</p></article></body></html>`;

let app: FastifyInstance;
let collection: OpenCollection;
let origin = '';
let browser: Browser | null = null;
const folder = mkdtempSync(join(tmpdir(), 'tarrafa-hostile-'));

beforeAll(async () => {
  const web = await tinyWeb({
    'mau.br': {
      '/': HOSTILE,
      '/outra': OTHER,
      '/ataque.js': { headers: { 'Content-Type': 'text/javascript' }, body: DEED },
    },
  });
  const settings = completeSettings({
    seeds: ['/', '/outra', '/ataque.js'].map((path) => `http://mau.br${path}`),
    policy: 'breadth-first',
    delay: 0,
    addressDelay: 0,
    workers: 0,
    maxPages: 10,
  });
  const crawl = await Crawl.open(folder, settings, { resolver: web.resolver });
  await crawl.run();
  await web.close();
  collection = await OpenCollection.open(folder, { name: 'hostil', title: `Hostil ${TAG}`, threads: 0 });
  const file = newFile(`http://mau.br/${TAG}.zip`, 'mau.br', `${TAG}.zip`, 'zip');
  await collection.catalogue.write({
    geo: [
      {
        file: { ...file, anchors: [{ page: `javascript:${DEED}`, text: TAG, before: [], after: [] }] },
        thumbnail: null,
        preview: null,
      },
      { file: newFile(`javascript:${DEED}`, 'mau.br', 'mapa.zip', 'zip'), thumbnail: null, preview: null },
    ],
    producers: [
      {
        site: 'mau.br',
        title: TAG,
        description: TAG,
        url: `javascript:${DEED}`,
        score: 1,
        files: 2,
        downloads: 0,
      },
    ],
  });
  app = createApp({
    collections: { list: () => [collection], get: (name) => (name === 'hostil' ? collection : null) },
    version: '0',
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  if (BROWSER !== null) browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await app?.close();
  await collection?.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string): Promise<Response> => fetch(origin + path, { redirect: 'manual' });

interface Found {
  readonly elements: { readonly name: string; readonly attributes: readonly (readonly [string, string])[] }[];
  readonly text: string;
}

/** All elements of a page as a browser builds them, and its text. */
function elementsOf(html: string, scriptingEnabled = true): Found {
  const elements: Found['elements'] = [];
  let text = '';
  const open: DefaultTreeAdapterTypes.Node[] = [parse(html, { scriptingEnabled })];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node)
      elements.push({
        name: node.tagName,
        attributes: node.attrs.map(({ name, value }) => [name, value] as const),
      });
    if (node.nodeName === '#text') text += (node as DefaultTreeAdapterTypes.TextNode).value;
    if ('childNodes' in node) open.push(...[...node.childNodes].reverse());
  }
  return { elements, text };
}

function expectTame(html: string): Found {
  const found = elementsOf(html);
  for (const { name, attributes } of found.elements) {
    expect(['script', 'iframe', 'object', 'embed', 'base', 'math'], html.slice(0, 200)).not.toContain(name);
    for (const [attribute, value] of attributes) {
      expect(attribute).not.toMatch(/^on/i);
      if (/^(href|src|action|formaction|poster|data|srcset)$/.test(attribute))
        expect(value.replace(/\s/g, '')).not.toMatch(/^(javascript|data|vbscript):/i);
    }
  }
  return found;
}

async function pageOf(title: RegExp): Promise<number> {
  const { hits } = await collection.catalogue.search(await collection.parseLine('enchente'));
  const hit = hits.find((one) => one.kind === 'page' && title.test(one.url));
  expect(hit).toBeDefined();
  return hit!.id;
}

describe('a hostile site', () => {
  it('was collected and analysed', async () => {
    const page = (await collection.catalogue.page(await pageOf(/mau\.br\/$/)))!;
    expect(page.title).toContain('<script>');
    expect(page.text).toContain(TAG);
  });

  it('is read the same by the crawl and from its archive', async () => {
    let compared = 0;
    for await (const visit of readVisits(join(folder, 'visits.jsonl'))) {
      if (visit.outcome !== 'analysed' || !(visit.type ?? '').includes('html')) continue;
      const { http } = await readRecordAt(join(folder, 'archive', visit.warc!.file), visit.warc!.offset);
      const page = await readDocument({
        url: visit.url,
        contentType: http!.header('content-type'),
        bytes: http!.decoded().bytes,
      });
      const stored = (await collection.catalogue.page(await pageOf(new RegExp(`${visit.url}$`))))!;
      const { charset, language, simhash, title } = page.facts;
      expect([visit.charset, visit.lang, visit.simhash, visit.title]).toEqual([
        charset,
        language,
        simhash,
        title,
      ]);
      expect([stored.url, stored.language, stored.simhash]).toEqual([visit.url, language, simhash]);
      expect(visit.decoded).toBe(page.bytes.length);
      compared++;
    }
    expect(compared).toBe(2);
  });

  it('is text in every page without script', async () => {
    const id = await pageOf(/mau\.br\/$/);
    const q = encodeURIComponent(`enchente "><script>${DEED}</script>`);
    const geo = (await collection.catalogue.geoSearch('')).items.map((hit) => hit.geo.id);
    expect(geo).toHaveLength(2);
    const paths = [
      '/simples',
      '/simples?q=enchente',
      `/simples?q=${q}`,
      `/simples?q=enchente&c=${q}&cursor=${q}&lang=${q}`,
      `/simples/pagina/hostil/${id}`,
      `/simples/pagina/hostil/${await pageOf(/outra/)}`,
      `/simples/pagina/hostil?url=${q}`,
      `/simples/geo?q=${q}&producer=${q}&format=${q}`,
      '/simples/geo?q=script',
      '/simples/geo?q=mapa',
      '/simples/geo?producer=mau.br',
      ...geo.map((one) => `/simples/geo/hostil/${one}`),
      `/replay/hostil/2024/http://mau.br/${q}`,
      `/replay/hostil/${q}/http://mau.br/`,
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.headers.get('content-type'), path).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(answer.headers.get('content-security-policy'), path).toMatch(
        /^default-src 'none'; style-src 'sha256-/,
      );
      expectTame(await answer.text());
    }
    const found = expectTame(await (await get('/simples?q=enchente')).text());
    expect(found.text).toContain('Enchente <script>');
    expect(expectTame(await (await get(`/simples/pagina/hostil/${id}`)).text()).text).toContain(TAG);
  });

  it('is data in every answer for programs', async () => {
    const id = await pageOf(/mau\.br\/$/);
    const paths = [
      '/api/v1/collections',
      '/api/v1/collections/hostil/search?q=enchente',
      '/api/v1/collections/hostil/suggest?q=ench',
      `/api/v1/collections/hostil/pages/${id}`,
      '/api/v1/collections/hostil/nada%3Cscript%3E',
      '/ogc/collections',
      '/ogc/collections/hostil/items',
      '/stac/search',
      '/stac/collections/hostil',
      '/opensearch/suggest?q=ench',
      '/opensearch/suggest?q=%3Cscript%3E&c=%3Cscript%3E',
      '/memento/hostil/timemap/json/http://mau.br/',
      '/memento/hostil/timemap/link/http://mau.br/',
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.headers.get('content-type'), path).toMatch(/json|link-format/);
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      if (!path.includes('timemap/link')) await answer.json();
    }
    const items = JSON.parse(await (await get('/ogc/collections/hostil/items')).text());
    expect(JSON.stringify(items.features.map((one: { links: unknown }) => one.links))).not.toContain(
      'javascript:',
    );
    const stac = JSON.parse(await (await get('/stac/search')).text());
    expect(
      JSON.stringify(
        stac.features.map((one: { assets: unknown; links: unknown }) => [one.assets, one.links]),
      ),
    ).not.toContain('javascript:');
    const xml = await (await get('/opensearch.xml?c=hostil')).text();
    expect(xml).not.toContain('<script');
  });

  it('never sends a visitor to an address that is not of the Web', async () => {
    for (const { geo } of (await collection.catalogue.geoSearch('')).items) {
      const answer = await get(`/simples/geo/hostil/${geo.id}/download`);
      if (geo.file.url.startsWith('javascript')) expect(answer.status).toBe(404);
      else expect(answer.headers.get('location')).toMatch(/^http:\/\/mau\.br\//);
    }
  });

  it('is replayed under a policy that runs nothing and reaches nothing', async () => {
    const first = await get('/replay/hostil/2024/http://mau.br/');
    expect(first.status).toBe(302);
    const path = first.headers.get('location')!.slice(origin.length);
    const answer = await get(path);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox /);
    expect(policy).toContain("script-src 'none'");
    expect(policy).not.toMatch(/allow-scripts|allow-top-navigation/);
    // A browser that runs no scripts reads the inside of <noscript>.
    const { elements } = elementsOf(await answer.text(), false);
    for (const { attributes } of elements)
      for (const [name, value] of attributes) {
        expect(name).not.toMatch(/^on|^srcdoc$/i);
        if (/^(href|src|action|data|xlink:href|poster|background)$/.test(name))
          expect(value.replace(/\s/g, '')).not.toMatch(/^javascript:|^https?:/i);
      }
  });

  it.skipIf(BROWSER === null)(
    'runs nothing in a real browser, neither in the replay nor in the pages',
    async () => {
      const first = (await get('/replay/hostil/2024/http://mau.br/')).headers.get('location')!;
      const id = await pageOf(/mau\.br\/$/);
      const control = `${origin}/simples`;
      const addresses = [
        first,
        `${first}?banner=0`,
        `${control}?q=enchente`,
        `${control}/pagina/hostil/${id}`,
        `${control}/geo?q=script`,
      ];
      for (const address of addresses) {
        const page = await browser!.newPage();
        const asked: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        page.on('dialog', (dialog) => void dialog.dismiss());
        await page.goto(address, { waitUntil: 'load' });
        await page.mouse.move(10, 10);
        for (const link of await page.locator('a:visible, button:visible').all())
          if (/clique|aqui|enviar/.test((await link.textContent()) ?? ''))
            await link.click({ timeout: 500, noWaitAfter: true }).catch(() => {});
        await page.waitForLoadState('load').catch(() => {});
        for (const frame of page.frames()) {
          const flag = await frame.evaluate(() => Reflect.get(globalThis, 'executed')).catch(() => undefined);
          expect(flag, address).toBeUndefined();
        }
        expect(
          asked.filter((url) => url.includes('/executed')),
          address,
        ).toEqual([]);
        // What the archive does not hold is asked of the replay, never of the Web or of the interface for programs.
        for (const url of asked)
          if (!/^(data|blob|about):/.test(url)) expect(url.startsWith(`${origin}/`), url).toBe(true);
        if (address.startsWith(first))
          for (const url of asked)
            if (!/^(data|blob|about):/.test(url)) expect(url).toContain('/replay/hostil/');
        await page.close();
      }
      // Without its policy the same page does run its deed: the test would see it.
      const page = await browser!.newPage();
      await page.route('**/replay/**', async (route) => {
        const response = await route.fetch();
        const headers = response.headers();
        delete headers['content-security-policy'];
        await route.fulfill({ response, headers });
      });
      await page.goto(first, { waitUntil: 'load' });
      expect(await page.evaluate(() => Reflect.get(globalThis, 'executed'))).toBe(1);
      await page.close();
    },
  );
});
