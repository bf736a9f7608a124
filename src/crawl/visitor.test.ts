import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, page, type TinyRequest, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { Crawl, type CrawlResult } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { type CrawlSettings, completeSettings } from './settings.ts';
import { readVisits, type Visit } from './visit-log.ts';

let web: TinyWeb | null = null;
afterEach(async () => {
  await web?.close();
  web = null;
});

const FAST: Partial<CrawlSettings> = {
  policy: 'breadth-first',
  delay: 0,
  addressDelay: 0,
  workers: 0,
  concurrency: 1,
  retries: 1,
  retryDelay: 1,
  timeouts: { connect: 500, headers: 300, body: 300, total: 3_000 },
};
/** A queue is a whole site, as in a horizontal crawl, but nothing rests. */
const BY_SITE: Partial<CrawlSettings> = { policy: 'horizontal', politeness: 'site', delay: 0, scope: 'br' };

async function crawl(
  settings: Partial<CrawlSettings>,
  environment: CrawlEnvironment = {},
  out = mkdtempSync(join(tmpdir(), 'tarrafa-visitor-')),
): Promise<CrawlResult & { readonly visits: Visit[] }> {
  const run = await Crawl.open(out, completeSettings({ ...FAST, ...settings }), {
    resolver: web!.resolver,
    ...environment,
  });
  const result = await run.run();
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  return { ...result, visits };
}

/** Requests that came within the delay of one before, of the same queue or address, that was answered. */
function tooEarly({ requests }: TinyWeb, of: (request: TinyRequest) => string, delay: number): string[] {
  const last = new Map<string, TinyRequest>();
  const early: string[] = [];
  for (const request of requests) {
    const before = last.get(of(request));
    // The clocks of two ends of a connection: a millisecond may be lost in rounding.
    if (before && request.startedAt - before.endedAt < delay - 1)
      early.push(`${request.host}${request.path} after ${before.host}${before.path}`);
    last.set(of(request), request);
  }
  return early;
}

const hangUp: Answer = (request) => void request.socket.destroy();
const robots = (body: string): Answer => ({ headers: { 'Content-Type': 'text/plain' }, body });

describe('the hosts of a site', () => {
  const routes = { '/': page(['http://velho.a.com.br/', '/2', '/3']), '/2': page(['/4']), '/3': page([]) };

  it('one that has no name or an inner address does not end the others', async () => {
    for (const velho of [undefined, '10.0.0.7']) {
      web = await tinyWeb(
        { 'www.a.com.br': { ...routes, '/4': page([]) }, ...(velho ? { 'velho.a.com.br': {} } : {}) },
        velho ? { addresses: { 'velho.a.com.br': velho } } : {},
      );
      const { pages, visits } = await crawl({ ...BY_SITE, seeds: ['http://www.a.com.br/'] });
      expect(visits.find((visit) => visit.url.includes('velho'))?.reason).toBe(
        velho ? 'private-address' : 'dns-not-found',
      );
      expect(pages).toBe(4);
      await web.close();
    }
  });

  it('one that fails again and again is given up alone', async () => {
    const dead = Array.from({ length: 9 }, (_, i) => `http://velho.a.com.br/${i}`);
    web = await tinyWeb({
      'www.a.com.br': { '/': page([...dead, '/fundo/1/2/3']), '/fundo/1/2/3': page([]) },
      'velho.a.com.br': Object.fromEntries(dead.map((_, i) => [`/${i}`, hangUp])),
    });
    const { pages, visits } = await crawl({ ...BY_SITE, seeds: ['http://www.a.com.br/'], retries: 0 });
    expect(pages).toBe(2);
    expect(new Set(web.paths('velho.a.com.br')).size).toBe(6);
    expect(visits.filter((visit) => visit.reason === 'unreachable')).toHaveLength(3);
  });
});

describe('a connection that is kept', () => {
  it('and closed as a request leaves does not make the host be asked before its delay is over', async () => {
    const used = new WeakSet<object>();
    const paths = ['/1', '/2', '/3', '/4'];
    // One request a connection, whatever the server said before.
    const once =
      (body: string): Answer =>
      (request, response) => {
        if (used.has(request.socket)) return void request.socket.destroy();
        used.add(request.socket);
        response.writeHead(200, { 'Content-Type': 'text/html', Connection: 'keep-alive' }).end(body);
      };
    web = await tinyWeb({
      'a.br': { '/': once(page(paths)), ...Object.fromEntries(paths.map((path) => [path, once(page([]))])) },
    });
    const delay = 60;
    const { pages } = await crawl({ seeds: ['http://a.br/'], delay, retries: 3 });
    expect(pages).toBe(5);
    const asked = web.requests.map((request) => request.startedAt);
    expect(asked.length).toBeGreaterThan(6);
    for (let i = 1; i < asked.length; i++)
      expect(asked[i]! - asked[i - 1]!).toBeGreaterThanOrEqual(delay - 1);
  });
});

describe('robots files', () => {
  it('that do not come at first are asked for again before their site counts as closed', async () => {
    for (const first of [hangUp, { status: 503 }] as const) {
      let asked = 0;
      web = await tinyWeb({
        'a.br': {
          '/robots.txt': (request, response) => {
            if (asked++ > 0) response.writeHead(404).end();
            else if (typeof first === 'function') first(request, response);
            else response.writeHead(first.status).end();
          },
          '/': page(['/2']),
          '/2': page([]),
        },
      });
      expect((await crawl({ seeds: ['http://a.br/'] })).pages).toBe(2);
      expect(asked).toBe(2);
      await web.close();
    }
  });

  it('that never come close their site, and a host that does not answer is told from a rule', async () => {
    web = await tinyWeb({ 'a.br': { '/robots.txt': hangUp, '/': page([]), '/2': page([]) } });
    const { visits } = await crawl({ seeds: ['http://a.br/', 'http://a.br/2'], retries: 2 });
    expect(web.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt', '/robots.txt']);
    expect(visits.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['failed', 'robots-unreachable'],
      ['failed', 'robots-unreachable'],
    ]);
  });

  it('that were moved are asked for where they stand now only when that host and its address may be asked', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `s${i}`);
    const slow =
      (body: string): Answer =>
      (_, response) =>
        void setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(body), 15);
    const hosts: Record<string, Record<string, Answer>> = { 'geral.br': { '/robots.txt': slow('') } };
    const addresses: Record<string, string> = { 'geral.br': '198.18.7.1' };
    for (const [i, name] of names.entries()) {
      // To another host of the site, or of another site; the hosts moved to share two addresses, one with the hosts they are moved from.
      const target = ['geral.br', `www.${name}.br`, `robots.${name}.br`][i % 3]!;
      hosts[`${name}.br`] = {
        '/robots.txt': { status: 301, headers: { Location: `http://${target}/robots.txt` } },
        '/': page(['/2']),
        '/2': page([]),
      };
      addresses[`${name}.br`] = `198.18.7.${(i % 2) + 1}`;
      hosts[target] ??= { '/robots.txt': slow('') };
      addresses[target] ??= `198.18.7.${(i % 2) + 1}`;
    }
    for (const politeness of ['site', 'host'] as const) {
      web = await tinyWeb(hosts, { addresses });
      const [delay, addressDelay] = [40, 25];
      const seeds = names.map((name) => `http://${name}.br/`);
      const { pages } = await crawl({ seeds, politeness, delay, addressDelay, concurrency: 8 });
      expect(pages).toBe(2 * names.length);
      const queueOf = (host: string) => (politeness === 'host' ? host : host.replace(/^(www|robots)\./, ''));
      expect(tooEarly(web, ({ host }) => addresses[host]!, addressDelay)).toEqual([]);
      expect(tooEarly(web, ({ host }) => queueOf(host), delay)).toEqual([]);
      await web.close();
    }
  });

  it('mean the characters that their escapes mean', async () => {
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': robots('User-agent: *\nDisallow: /%7Eana/\nDisallow: /a%2Db\nDisallow: /50%2'),
        '/': page(['/%7Eana/1', '/~ana/2', '/a-b', '/50%20', '/~rui/', '//~ana/', '/50']),
      },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(visits.filter(({ outcome }) => outcome === 'blocked').map(({ url }) => url)).toEqual([
      'http://a.br/~ana/1',
      'http://a.br/~ana/2',
      'http://a.br/a-b',
      'http://a.br/50%20',
    ]);
  });
});

describe('answers', () => {
  it('a redirect to raw bytes beyond ASCII leads where the server means', async () => {
    const to = (location: string, encoding: BufferEncoding): Answer =>
      ((_, response) =>
        response.socket?.end(
          Buffer.from(
            `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
            encoding,
          ),
        )) satisfies Answer;
    web = await tinyWeb({
      'a.br': {
        '/': page(['/utf', '/latim']),
        '/utf': to('/página?é=ç', 'utf8'),
        '/latim': to('http://a.br/ação', 'latin1'),
        '/p%C3%A1gina?%C3%A9=%C3%A7': page([]),
        '/a%E7%E3o': page([]),
      },
    });
    const { pages } = await crawl({ seeds: ['http://a.br/'] });
    expect(pages).toBe(3);
  });

  it('that are not HTTP to the letter are read all the same, from the robots file on', async () => {
    const bare = (body: string): Answer =>
      ((_, response) =>
        response.socket?.end(
          `HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`,
        )) satisfies Answer;
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': bare('User-agent: *\nDisallow: /fechado'),
        '/': bare(page(['/2', '/fechado'])),
        '/2': bare(page([])),
      },
    });
    const { pages, visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(pages).toBe(2);
    expect(visits.find(({ url }) => url.endsWith('/fechado'))?.outcome).toBe('blocked');
    // Once it is known how the host speaks, nothing is asked twice.
    expect(web.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt', '/', '/2']);
  });

  it('a Refresh header leads on, as the element does', async () => {
    web = await tinyWeb({
      'a.br': { '/': { headers: { Refresh: '0; url=/novo' } }, '/novo': page([]) },
    });
    expect((await crawl({ seeds: ['http://a.br/'] })).pages).toBe(2);
  });

  it('the queries of a page in an old charset are asked for in it', async () => {
    web = await tinyWeb({
      'a.br': {
        '/': {
          headers: { 'Content-Type': 'text/html; charset=iso-8859-1' },
          body: Buffer.from(page(['/busca?q=ação', '/ção']), 'latin1'),
        },
        '/busca?q=a%E7%E3o': page([]),
        '/%C3%A7%C3%A3o': page([]),
      },
    });
    expect((await crawl({ seeds: ['http://a.br/'] })).pages).toBe(3);
  });

  it('of codings told in several lines, all are undone', async () => {
    const body = gzipSync(deflateSync(Buffer.from(page(['/2']))));
    web = await tinyWeb({
      'a.br': {
        '/': (_, response) =>
          response
            .writeHead(200, [
              'Content-Type',
              'text/html',
              'Content-Encoding',
              'deflate',
              'Content-Encoding',
              'gzip',
            ])
            .end(body),
        '/2': page([]),
      },
    });
    expect((await crawl({ seeds: ['http://a.br/'] })).pages).toBe(2);
  });

  it('a 304 that nobody asked for is no page', async () => {
    web = await tinyWeb({
      'a.br': { '/': page(['/n']), '/n': { status: 304, headers: { ETag: '"x"', Location: '/m' } } },
    });
    const { pages, visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(pages).toBe(1);
    expect(visits[1]).toMatchObject({ outcome: 'failed', status: 304, reason: 'http-304' });
  });

  it('Retry-After holds for the host also when its URL is not tried again', async () => {
    let time = 1_000_000_000;
    web = await tinyWeb({
      'a.br': {
        '/': page(['/1', '/2']),
        '/1': { status: 503, headers: { 'Retry-After': '3600' } },
        '/2': page([]),
      },
    });
    // Half an hour passes at each tick: the time allowed is over before the host may be asked again.
    const { reason } = await crawl(
      { seeds: ['http://a.br/'], retries: 0, maxTime: 45 * 60_000 },
      { now: () => time, onProgress: () => (time += 30 * 60_000) },
    );
    expect(reason).toBe('time-budget');
    expect(web.paths('a.br')).toEqual(['/', '/1']);
  });
});

describe('sitemaps', () => {
  const map = (body: string): Answer => ({ headers: { 'Content-Type': 'application/xml' }, body });

  it('give all the addresses that the protocol allows in one file', async () => {
    const entries = Array.from({ length: 50_000 }, (_, i) => `<url><loc>http://a.br/${i}</loc></url>`);
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': robots('Sitemap: http://a.br/mapa.xml'),
        '/mapa.xml': map(`<urlset>${entries.join('')}</urlset>`),
        '/': page([]),
      },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'], sitemaps: true, maxBytes: 1_000 });
    const visit = visits.find(({ url }) => url.endsWith('/mapa.xml'));
    expect(visit?.links).toMatchObject({ found: 50_000, added: 50_000 });
  });

  it('that name sitemaps without end come to one', async () => {
    let asked = 0;
    const index: Answer = (_, response) => {
      const loc = (n: number) => `<sitemap><loc>http://a.br/mapa-${2 * asked + n}.xml</loc></sitemap>`;
      asked++;
      response
        .writeHead(200, { 'Content-Type': 'application/xml' })
        .end(`<sitemapindex>${loc(1)}${loc(2)}</sitemapindex>`);
    };
    const routes: Record<string, Answer> = {
      '/robots.txt': robots('Sitemap: http://a.br/mapa-0.xml'),
      '/': page([]),
    };
    for (let i = 0; i < 200; i++) routes[`/mapa-${i}.xml`] = index;
    web = await tinyWeb({ 'a.br': routes });
    const { visits, reason } = await crawl({ seeds: ['http://a.br/'], sitemaps: true });
    expect(reason).toBe('frontier-empty');
    // One, and three levels below it.
    expect(asked).toBe(15);
    expect(visits.at(-1)?.refused).toEqual({ 'sitemap-nesting': 2 });
  });
});
