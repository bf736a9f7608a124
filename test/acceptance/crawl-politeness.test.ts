/** Robots files, wishes of pages and delays, judged by what the servers of a crawl by the built command were asked. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nationalHost } from '../../samples/national-hosts.ts';
import { page } from '../tiny-web.ts';
import { type CrawledWeb, crawledWeb } from './crawled-web.ts';

const robots = (body: string) => ({ headers: { 'Content-Type': 'text/plain' }, body });
const words = (about: string): string =>
  `Uma página sobre ${about}, com palavras bastantes para que alguém a leia até ao fim.`;
const leaf = (about: string, links: readonly string[] = []): string => page(links, words(about));
const all = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, leaf(path)]));

/** The head of the page, and one link. */
const withMeta = (meta: string, link: string): string =>
  `<!DOCTYPE html><html lang="pt"><head><title>Meta</title>${meta}</head><body><p>${words(link)}</p><a href="${link}">segue</a></body></html>`;

const SITES = {
  // POL-1 and 3
  'um.exemplo.com': {
    '/robots.txt': robots('User-agent: *\nDisallow: /priv\n'),
    '/': leaf('um', ['/priv', '/private/x', '/priv?x', '/pub', '/pub/2', '/pub/3']),
    ...all('/priv', '/private/x', '/priv?x', '/pub', '/pub/2', '/pub/3'),
  },
  // POL-2, and the second example of the geographic source with our name in it
  'dois.exemplo.com': {
    '/robots.txt': robots('User-agent: *\nDisallow: /arquivos/\n\nUser-agent: tarrafa\nDisallow: /fechado\n'),
    '/': leaf('dois', ['/arquivos/shape/a', '/fechado/b']),
    ...all('/arquivos/shape/a', '/fechado/b'),
  },
  // The first example of the geographic source
  'tres.exemplo.com': {
    '/robots.txt': robots('User-agent: *\nDisallow: /geoinformacao/\nDisallow: /spring/portugues/\n'),
    '/': leaf('tres', ['/geoinformacao/x.html', '/spring/portugues/a', '/spring/english/']),
    ...all('/geoinformacao/x.html', '/spring/portugues/a', '/spring/english/'),
  },
  'quatro.exemplo.com': {
    '/robots.txt': robots(
      'User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow:\nDisallow: /empate\nAllow: /empate\n',
    ),
    '/': leaf('quatro', ['/a/b/c', '/a/x', '/outra', '/empate']),
    ...all('/a/b/c', '/a/x', '/outra', '/empate'),
  },
  'sem-ficheiro.exemplo.com': { '/': leaf('sem ficheiro', ['/a']), ...all('/a') },
  'avariado.exemplo.com': { '/robots.txt': { status: 503 }, '/': leaf('avariado') },
  'fechado.exemplo.com': { '/robots.txt': robots('User-agent: *\nDisallow: /\n'), '/': leaf('fechado') },
  'meta.exemplo.com': {
    '/': leaf('meta', ['/if', '/nn', '/nf', '/in', '/proprio', '/alheio', '/solto']),
    '/if': withMeta('<meta name="robots" content="index, follow">', '/de-if'),
    '/nn': withMeta('<meta name="robots" content="noindex, nofollow">', '/de-nn'),
    '/nf': withMeta('<meta name="robots" content="noindex, follow">', '/de-nf'),
    '/in': withMeta('<meta name="robots" content="index, nofollow">', '/de-in'),
    '/proprio': withMeta('<meta name="tarrafa" content="noindex">', '/de-proprio'),
    '/alheio': withMeta('<meta name="googlebot" content="noindex, nofollow">', '/de-alheio'),
    '/solto': withMeta('<META content="noindex,nofollow" name=Robots>', '/de-solto'),
    ...all('/de-if', '/de-nn', '/de-nf', '/de-in', '/de-proprio', '/de-alheio', '/de-solto'),
  },
};

let crawled: CrawledWeb;
beforeAll(async () => {
  crawled = await crawledWeb(
    SITES,
    Object.keys(SITES).map((host) => `http://${host}/`),
    ['--workers', '0', '--politeness', 'host'],
  );
});
afterAll(() => crawled.close());

const of = (host: keyof typeof SITES): string[] => crawled.web.paths(host).sort();

describe('a crawl keeps to robots files', () => {
  it('[T-POL-1] everything that begins as a line says, and nothing else', () => {
    expect(of('um.exemplo.com')).toEqual(['/', '/pub', '/pub/2', '/pub/3']);
  });
  it('[T-POL-2, G-AC-011] its own group instead of that of everybody, whatever the case of its name', () => {
    expect(of('dois.exemplo.com')).toEqual(['/', '/arquivos/shape/a']);
  });
  it('[G-AC-010] folders by their names', () => {
    expect(of('tres.exemplo.com')).toEqual(['/', '/spring/english/']);
  });
  it('[T-POL-3] asked for before anything else, and once', () => {
    for (const host of Object.keys(SITES)) {
      const requests = crawled.requests.filter((request) => request.host === host);
      expect(requests[0]?.path).toBe('/robots.txt');
      expect(requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    }
  });
  it('[T-POL-4] the longest line wins, Allow where two are as long, and an empty one says nothing', () => {
    expect(of('quatro.exemplo.com')).toEqual(['/', '/a/b/c', '/empate', '/outra']);
  });
  it('[T-POL-5, G-AC-016] none there: all is allowed; a server in trouble: nothing is', () => {
    expect(of('sem-ficheiro.exemplo.com')).toEqual(['/', '/a']);
    expect(of('avariado.exemplo.com')).toEqual([]);
  });
});

describe('a crawl keeps to the wishes of pages', () => {
  it('[G-AC-013, G-AC-014, G-AC-015] four of them, by the name of everybody or its own, however they are written', () => {
    expect(of('meta.exemplo.com').filter((path) => path.startsWith('/de-'))).toEqual([
      ...['/de-alheio', '/de-if', '/de-nf', '/de-proprio'],
    ]);
    const kept = crawled.visits().filter(({ url, warc }) => warc !== undefined && url.includes('//meta.'));
    expect(kept.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/de-'))).toEqual([
      ...['/', '/if', '/in', '/alheio'],
    ]);
  });
});

describe('a site that was closed', () => {
  it('[G-AC-012, G-AC-020] is asked again a day later, and visited when it has opened', async () => {
    expect(of('fechado.exemplo.com')).toEqual([]);
    (SITES['fechado.exemplo.com'] as Record<string, unknown>)['/robots.txt'] = robots('');
    const DAY = 86_400_000;
    // Not a second too early, by the clock of the crawl.
    await crawled.again([], { TARRAFA_SHIFTED_CLOCK: String(DAY - 120_000) });
    expect(of('fechado.exemplo.com')).toEqual([]);
    await crawled.again([], { TARRAFA_SHIFTED_CLOCK: String(DAY + 120_000) });
    expect(of('fechado.exemplo.com')).toEqual(['/']);
  });
});

describe('one server', () => {
  it('[T-POL-6, G-AC-026] is never asked twice at once, nor sooner than its delay after an answer, by eight at a time', async () => {
    const pages = Array.from({ length: 6 }, (_, n) => `/${n}`);
    const slow = await crawledWeb(
      { 'lento.exemplo.com': { '/': leaf('lento', pages), ...all(...pages) } },
      ['http://lento.exemplo.com/'],
      ['--delay', '150ms', '--concurrency', '8', '--workers', '0'],
    );
    const { requests } = slow;
    expect(requests).toHaveLength(8);
    for (let i = 1; i < requests.length; i++)
      expect(requests[i]!.startedAt - requests[i - 1]!.endedAt).toBeGreaterThanOrEqual(149);
    await slow.close();
  });

  it('[T-POL-7] does not wait for another: two are asked at the same time', async () => {
    // Each answers when both were asked: one after the other would never end.
    const waiting: (() => void)[] = [];
    const together = (_: IncomingMessage, response: ServerResponse): void => {
      waiting.push(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(leaf('juntos')));
      if (waiting.length === 2) for (const answer of waiting) answer();
    };
    const hosts = [nationalHost(2), nationalHost(4)];
    const two = await crawledWeb(
      Object.fromEntries(hosts.map((host) => [host, { '/': together }])),
      hosts.map((host) => `http://${host}/`),
      ['--workers', '0', '--timeout', '20s'],
    );
    expect(two.visits().map(({ outcome }) => outcome)).toEqual(['analysed', 'analysed']);
    await two.close();
  });
});
