/** Addresses as a crawl by the built command treats them: every spelling of one is asked for once, and what is no address of the Web never. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page } from '../tiny-web.ts';
import { type CrawledWeb, crawledWeb } from './crawled-web.ts';

const HOST = 'www.exemplo.com';
const STAY = 'outra.exemplo.com';

const LINKS = [
  ...['HTTP://www.EXEMPLO.com', `http://${HOST}`, `http://${HOST}/`],
  ...['/faq.html#what', '/faq.html', 'faq.html#outra'],
  ...['/~pant/', '/%7Epant/', '/%7Epant/BizIntel/Seeds/../ODPSeeds.html', '/~pant/BizIntel/ODPSeeds.html'],
  ...['/secao/index.html', '/secao/index.htm', '/secao/'],
  ...[`http://${HOST}:80/a`, '/a', `http://${HOST}:8080/a`],
  ...['/wiki/Assist%C3%Aancia_x', '/wiki/Assist%C3%AAncia_x', '/wiki/Assistência_x'],
  ...[
    'javascript:abrir()',
    'mailto:eu@exemplo.com',
    'data:text/html,oi',
    'tel:+5511999999999',
    'ftp://exemplo.com/x',
  ],
  ...['/x/', '/com-base', 'http://', 'http://[::1', 'http://a b.com/', '//', 'http://%00/'],
];

let crawled: CrawledWeb;
let published: CrawledWeb;
beforeAll(async () => {
  const web = {
    [HOST]: {
      '/': page(LINKS),
      ...Object.fromEntries(
        [
          ...[
            '/faq.html',
            '/~pant/',
            '/%7Epant/',
            '/~pant/BizIntel/ODPSeeds.html',
            '/%7Epant/BizIntel/ODPSeeds.html',
          ],
          ...[
            '/secao/',
            '/secao/index.html',
            '/secao/index.htm',
            '/a',
            '/wiki/Assist%C3%AAncia_x',
            '/shapefiles.HTML',
          ],
          ...['/base/relativo', '/moldura', '/folha'],
        ].map((path) => [path, page([], `Texto próprio de ${path}, com palavras bastantes para ser lido.`)]),
      ),
      '/x/': page(['/shapefiles.HTML']),
      '/com-base':
        '<html><head><base href="/base/"><title>Base</title></head><body><a href="relativo">r</a><iframe src="/moldura"></iframe></body></html>',
    },
    [STAY]: {
      '/': page(['/secao/index.html', '/secao/']),
      '/secao/': page([]),
      '/secao/index.html': page([]),
    },
  };
  crawled = await crawledWeb(web, [`http://${HOST}/`], ['--workers', '0']);
  published = await crawledWeb(web, [`http://${STAY}/`], ['--workers', '0', '--url-profile', 'compat']);
});
afterAll(async () => {
  await crawled.close();
  await published.close();
});

const timesAsked = (pattern: RegExp): number => crawled.asked.filter((each) => pattern.test(each)).length;

describe('a crawl asks once for', () => {
  it('[T-URL-1, T-URL-4] a host however it is written, with and without its slash', () => {
    expect(crawled.ended.status).toBe(0);
    expect(timesAsked(/^www\.exemplo\.com\/$/)).toBe(1);
  });
  it('[T-URL-2] a page whatever part of it is meant', () => {
    expect(crawled.asked.filter((each) => each.includes('faq'))).toEqual([`${HOST}/faq.html`]);
  });
  it('[T-URL-3, T-URL-6] a path whatever is escaped, and without its dots', () => {
    expect(timesAsked(/pant\/$/)).toBe(1);
    expect(timesAsked(/ODPSeeds/)).toBe(1);
    expect(timesAsked(/\.\./)).toBe(0);
  });
  it('[T-URL-5] a folder and its index.html; in the published profile, without that tail', () => {
    expect(timesAsked(/\/secao\//)).toBe(1);
    expect(published.asked).toEqual([`${STAY}/`, `${STAY}/secao`]);
  });
  it('[T-URL-7] a page at the port that everybody means, and for another port apart', () => {
    expect(crawled.asked.filter((each) => each.endsWith('/a')).sort()).toEqual([
      `${HOST}/a`,
      `${HOST}:8080/a`,
    ]);
  });
  it('[T-URL-8] a name with accents, however they are written', () => {
    expect(crawled.asked.filter((each) => each.includes('/wiki/'))).toEqual([
      `${HOST}/wiki/Assist%C3%AAncia_x`,
    ]);
  });
});

describe('a crawl never asks for', () => {
  it('[T-URL-10, H-6] scripts, letters, telephones and data, and says by which rule', async () => {
    const { refused } = crawled.visits()[0] as unknown as { refused: Record<string, number> };
    expect(refused).toMatchObject({ script: 1 });
    expect(Object.values(refused).reduce((a, b) => a + b, 0)).toBeGreaterThanOrEqual(6);
    for (const url of ['javascript:abrir()', 'mailto:eu@exemplo.com', 'data:text/html,oi', 'tel:+551199']) {
      const told = JSON.parse(await crawled.explained(url)) as { rules: { accepted: boolean }[] };
      expect([url, told.rules.some(({ accepted }) => !accepted)]).toEqual([url, true]);
    }
    expect(timesAsked(/abrir|eu@|oi$|5511/)).toBe(0);
  });
  it('[H-7] what is not an address at all: the crawl goes on', () => {
    expect(crawled.record().sessions.at(-1).reason).toBe('frontier-empty');
    expect(crawled.asked.every((each) => each.startsWith(HOST))).toBe(true);
  });
});

describe('a crawl follows', () => {
  it('[T-URL-11, G-AC-030, G-AC-031] relative links, from the base that a page names, and frames', () => {
    expect(crawled.asked).toContain(`${HOST}/shapefiles.HTML`);
    expect(crawled.asked).toContain(`${HOST}/base/relativo`);
    expect(crawled.asked).not.toContain(`${HOST}/relativo`);
    expect(crawled.asked).toContain(`${HOST}/moldura`);
  });
  it('[H-1] and tells how deep an address lies, the slashes of the protocol left out', async () => {
    for (const [url, depth] of [
      [`http://${HOST}`, 0],
      [`http://${HOST}/`, 0],
      [`http://${HOST}/x/y`, 2],
    ] as const)
      expect(JSON.parse(await crawled.explained(url)).url.depth).toBe(depth);
  });
});
