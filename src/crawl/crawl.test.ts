import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { readWarc } from '../warc/index.ts';
import { Crawl, type CrawlResult } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { type CrawlSettings, completeSettings } from './settings.ts';
import { readHistory, readVisits, type Visit } from './visit-log.ts';

let web: TinyWeb | null = null;
afterEach(async () => {
  await web?.close();
  web = null;
});

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-crawl-'));

const FAST: Partial<CrawlSettings> = {
  policy: 'breadth-first',
  delay: 0,
  addressDelay: 0,
  workers: 0,
  concurrency: 8,
  retries: 1,
  retryDelay: 1,
  timeouts: { connect: 500, headers: 300, body: 300, total: 3_000 },
};

async function crawl(
  settings: Partial<CrawlSettings>,
  out = folder(),
  environment: CrawlEnvironment = {},
): Promise<CrawlResult & { out: string; visits: Visit[] }> {
  const run = await Crawl.open(out, completeSettings({ ...FAST, ...settings }), {
    resolver: web!.resolver,
    ...environment,
  });
  const result = await run.run();
  return { ...result, out, visits: await visitsOf(out) };
}

async function visitsOf(out: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

async function archived(out: string): Promise<{ type: string; url: string }[]> {
  const records: { type: string; url: string }[] = [];
  for (const name of readdirSync(join(out, 'archive')).filter((file) => file.endsWith('.warc.gz')))
    for await (const record of readWarc(join(out, 'archive', name)))
      records.push({
        type: record.fields.get('WARC-Type') ?? '',
        url: record.fields.get('WARC-Target-URI') ?? '',
      });
  return records;
}

const outcomes = (visits: readonly Visit[]) =>
  Object.fromEntries(visits.map((visit) => [new URL(visit.url).pathname, visit.outcome]));

describe('budgets and the end', () => {
  it('[T-FRO-6] an empty frontier ends the crawl at once, with that reason', async () => {
    web = await tinyWeb({ 'a.br': { '/': page([]) } });
    const result = await crawl({ seeds: ['http://a.br/'] });
    expect(result).toMatchObject({ reason: 'frontier-empty', pages: 1, queued: 0 });
  });

  it('[T-FRO-7] a budget of 5 on a site of 20 pages ends after exactly 5 analysed pages', async () => {
    const links = Array.from({ length: 20 }, (_, n) => `/p${n}`);
    web = await tinyWeb({
      'a.br': { '/': page(links), ...Object.fromEntries(links.map((path) => [path, page([])])) },
    });
    const result = await crawl({ seeds: ['http://a.br/'], maxPages: 5 });
    expect(result).toMatchObject({ reason: 'page-budget', pages: 5 });
    expect(result.visits.filter((visit) => visit.outcome === 'analysed')).toHaveLength(5);
    expect(web.paths('a.br')).toHaveLength(5);
  });

  it('[T-FRO-8] failures, robots blocks and redirects do not consume the budget', async () => {
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': {
          headers: { 'Content-Type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /fechado',
        },
        '/': page(['/fechado', '/falta', '/erro', '/desvio', '/um', '/dois', '/tres']),
        '/erro': { status: 500 },
        '/desvio': { status: 302, headers: { Location: '/um' } },
        '/um': page([], 'um '.repeat(50)),
        '/dois': page([], 'dois '.repeat(50)),
        '/tres': page([], 'três '.repeat(50)),
      },
    });
    const result = await crawl({ seeds: ['http://a.br/'], maxPages: 4 });
    expect(result).toMatchObject({ reason: 'page-budget', pages: 4 });
    expect(outcomes(result.visits)).toMatchObject({
      '/um': 'analysed',
      '/dois': 'analysed',
      '/tres': 'analysed',
    });
  });

  it('stops after the bytes and the time allowed', async () => {
    const links = Array.from({ length: 30 }, (_, n) => `/p${n}`);
    web = await tinyWeb({
      'a.br': {
        '/': page(links),
        ...Object.fromEntries(links.map((path) => [path, page([], 'x '.repeat(2000))])),
      },
    });
    expect((await crawl({ seeds: ['http://a.br/'], maxBytes: 10_000, concurrency: 1 })).reason).toBe(
      'byte-budget',
    );
    let time = 1e12;
    const clock = () => (time += 10);
    expect(
      (await crawl({ seeds: ['http://a.br/'], maxTime: 300, concurrency: 1 }, folder(), { now: clock }))
        .reason,
    ).toBe('time-budget');
  });

  it('[T-FRO-11] the history holds a URL only after its analysis, with a time-stamp, in the order of fetching', async () => {
    web = await tinyWeb({
      'a.br': { '/': page(['/b', '/c', '/falta']), '/b': page(['/d']), '/c': page([]), '/d': page([]) },
    });
    const { out } = await crawl({ seeds: ['http://a.br/'], concurrency: 1 });
    const history: Visit[] = [];
    for await (const visit of readHistory(join(out, 'visits.jsonl'))) history.push(visit);
    expect(history.map((visit) => new URL(visit.url).pathname)).toEqual(['/', '/b', '/c', '/d']);
    expect(web.paths('a.br').filter((path) => path !== '/falta')).toEqual(['/', '/b', '/c', '/d']);
    for (const visit of history) expect(visit.at).toBeGreaterThan(1.6e12);
  });
});

describe('robots', () => {
  it('[T-POL-3] the robots file comes before the first page of a host, and once for many pages', async () => {
    web = await tinyWeb({ 'a.br': { '/': page(['/b', '/c']), '/b': page([]), '/c': page([]) } });
    await crawl({ seeds: ['http://a.br/'] });
    expect(web.requests[0]!.path).toBe('/robots.txt');
    expect(web.requests.filter((request) => request.path === '/robots.txt')).toHaveLength(1);
  });

  it('[T-POL-5, G-AC-016] robots 404: all allowed; 503: nothing fetched', async () => {
    web = await tinyWeb({
      'a.br': { '/': page([]) },
      'b.br': { '/robots.txt': { status: 503 }, '/': page([]) },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/', 'http://b.br/'] });
    expect(web.paths('a.br')).toEqual(['/']);
    expect(web.paths('b.br')).toEqual([]);
    expect(visits.find((visit) => visit.url === 'http://b.br/')).toMatchObject({
      outcome: 'blocked',
      reason: 'robots',
    });
  });

  it('[G-AC-012] a closed site stays known, and is collected once its rules are relaxed', async () => {
    let open = false;
    let time = Date.now();
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': (_, response) =>
          response
            .writeHead(200, { 'Content-Type': 'text/plain' })
            .end(open ? '' : 'User-agent: *\nDisallow: /'),
        '/': page([]),
      },
    });
    const out = folder();
    const now = () => time++;
    await crawl({ seeds: ['http://a.br/'] }, out, { now });
    expect(web.paths('a.br')).toEqual([]);
    await crawl({ seeds: ['http://a.br/'] }, out, { now });
    expect(web.requests).toHaveLength(1);
    open = true;
    time += 86_400_000;
    const later = await crawl({ seeds: ['http://a.br/'] }, out, { now });
    expect(web.paths('a.br')).toEqual(['/']);
    expect(later.visits.map((visit) => visit.outcome)).toEqual(['blocked', 'analysed']);
  });

  it('[G-AC-013, G-AC-014, G-AC-015] index and follow give their four outcomes; a name of ours counts, a stranger’s does not', async () => {
    const meta = (content: string, name = 'robots') =>
      `<html><head><META content="${content}" name=${name}></head><body>${page(['/de', `/de${content.replace(/\W+/g, '')}`])}</body></html>`;
    web = await tinyWeb({
      'a.br': {
        '/': page(['/1', '/2', '/3', '/4', '/5', '/6']),
        '/1': meta('index,follow'),
        '/2': meta('noindex,nofollow', 'Robots'),
        '/3': meta('noindex,follow'),
        '/4': meta('index,nofollow'),
        '/5': meta('noindex', 'Tarrafa'),
        '/6': meta('noindex', 'google'),
      },
    });
    const { visits, out } = await crawl({ seeds: ['http://a.br/'] });
    const got = outcomes(visits);
    expect([got['/1'], got['/2'], got['/3'], got['/4'], got['/5'], got['/6']]).toEqual([
      'analysed',
      'refused',
      'refused',
      'analysed',
      'refused',
      'analysed',
    ]);
    expect(web.paths('a.br')).toContain('/deindexfollow');
    expect(web.paths('a.br')).toContain('/denoindexfollow');
    expect(web.paths('a.br')).not.toContain('/denoindexnofollow');
    expect(web.paths('a.br')).not.toContain('/deindexnofollow');
    const responses = (await archived(out))
      .filter((record) => record.type === 'response')
      .map((record) => new URL(record.url).pathname);
    expect(responses).toContain('/1');
    expect(responses).not.toContain('/2');
    expect(responses).not.toContain('/3');
  });

  it('[G-AC-017] files obey the robots file like pages', async () => {
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': {
          headers: { 'Content-Type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /dados/',
        },
        '/': page(['/dados/mapa.pdf', '/livre.pdf']),
        '/dados/mapa.pdf': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4' },
        '/livre.pdf': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4' },
      },
    });
    await crawl({ seeds: ['http://a.br/'] });
    expect(web.paths('a.br')).toEqual(['/', '/livre.pdf']);
  });

  it('follows a redirected robots file, hop by hop', async () => {
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': { status: 301, headers: { Location: 'http://www.a.br/regras.txt' } },
        '/': page(['/fechado']),
        '/fechado': page([]),
      },
      'www.a.br': {
        '/regras.txt': {
          headers: { 'Content-Type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /fechado',
        },
      },
    });
    await crawl({ seeds: ['http://a.br/'] });
    expect(web.paths('a.br')).toEqual(['/']);
  });
});

describe('politeness', () => {
  it('[T-POL-6, G-AC-026] eight workers and one host: one request at a time, the delay between them', async () => {
    const links = Array.from({ length: 6 }, (_, n) => `/p${n}`);
    web = await tinyWeb({
      'a.br': { '/': page(links), ...Object.fromEntries(links.map((path) => [path, page([])])) },
    });
    await crawl({ seeds: ['http://a.br/'], delay: 40, concurrency: 8 });
    expect(web.requests).toHaveLength(8);
    for (let i = 1; i < web.requests.length; i++) {
      expect(web.requests[i - 1]!.endedAt).toBeLessThan(web.requests[i]!.startedAt);
      // Both clocks are this machine's; a millisecond is lost in rounding.
      expect(web.requests[i]!.startedAt - web.requests[i - 1]!.startedAt).toBeGreaterThanOrEqual(39);
    }
  });

  it('[T-POL-7] two hosts are served in parallel', async () => {
    let together = 0;
    const waiting: (() => void)[] = [];
    const meet = (_: unknown, response: import('node:http').ServerResponse) => {
      waiting.push(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page([])));
      together = Math.max(together, waiting.length);
      // Each answers only when the other one is there too: in turn they would both time out.
      if (waiting.length === 2) for (const answer of waiting) answer();
    };
    web = await tinyWeb({ 'a.br': { '/': meet }, 'b.br': { '/': meet } });
    const result = await crawl({ seeds: ['http://a.br/', 'http://b.br/'] });
    expect(together).toBe(2);
    expect(result.pages).toBe(2);
  });

  it('two hosts of one address share its rest', async () => {
    web = await tinyWeb(
      { 'a.br': { '/': page([]) }, 'b.br': { '/': page([]) } },
      { addresses: { 'a.br': '198.18.9.9', 'b.br': '198.18.9.9' } },
    );
    await crawl({ seeds: ['http://a.br/', 'http://b.br/'], addressDelay: 30 });
    const starts = web.requests.map((request) => request.startedAt);
    for (let i = 1; i < starts.length; i++) expect(starts[i]! - starts[i - 1]!).toBeGreaterThanOrEqual(29);
  });

  it('asks again after 503 with Retry-After, and not before', async () => {
    let asked = 0;
    web = await tinyWeb({
      'a.br': {
        '/': (_, response) => {
          asked++;
          if (asked === 1) response.writeHead(503, { 'Retry-After': '0' }).end();
          else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page([]));
        },
      },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(asked).toBe(2);
    expect(visits.map((visit) => visit.outcome)).toEqual(['analysed']);
  });
});

describe('scope, redirects and addresses', () => {
  it('[T-FRO-10] a URL outside the domain is never fetched, and is counted', async () => {
    web = await tinyWeb({
      'a.br': { '/': page(['http://b.br/', '/x']), '/x': page([]) },
      'b.br': { '/': page([]) },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'], scope: 'seeds' });
    expect(web.requests.some((request) => request.host === 'b.br')).toBe(false);
    expect(visits[0]!.refused).toEqual({ 'out-of-scope': 1 });
  });

  it('[T-FRO-15] A redirects to B: B is analysed once even if both are linked', async () => {
    web = await tinyWeb({
      'a.br': { '/': page(['/a', '/b']), '/a': { status: 301, headers: { Location: '/b' } }, '/b': page([]) },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(visits.filter((visit) => visit.url === 'http://a.br/b')).toHaveLength(1);
    expect(web.paths('a.br').filter((path) => path === '/b')).toHaveLength(1);
  });

  it('a redirect that differs only in what the comparison form folds is followed all the same', async () => {
    web = await tinyWeb({
      'a.br': {
        '/': page(['/pasta']),
        '/pasta': { status: 301, headers: { Location: '/pasta/' } },
        '/pasta/': page([]),
      },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(visits.filter((visit) => visit.outcome === 'analysed').map((visit) => visit.url)).toEqual([
      'http://a.br/',
      'http://a.br/pasta/',
    ]);
  });

  it('redirects in a circle, to themselves and without end are given up', async () => {
    web = await tinyWeb({
      'a.br': {
        '/': page(['/1', '/si', '/c0']),
        '/1': { status: 302, headers: { Location: '/2' } },
        '/2': { status: 302, headers: { Location: '/1' } },
        '/si': { status: 302, headers: { Location: '/si' } },
        ...Object.fromEntries(
          Array.from({ length: 12 }, (_, n) => [
            `/c${n}`,
            { status: 302, headers: { Location: `/c${n + 1}` } },
          ]),
        ),
      },
    });
    const { reason, visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(reason).toBe('frontier-empty');
    expect(web.paths('a.br').filter((path) => path.startsWith('/c'))).toHaveLength(6);
    expect(visits.find((visit) => visit.url.endsWith('/si'))?.refused).toEqual({ 'redirect-to-itself': 1 });
  });

  it('[G-AC-027] private addresses and other schemes are refused, also behind a redirect', async () => {
    web = await tinyWeb(
      {
        'a.br': {
          '/': page(['ftp://a.br/x', '/desvio', '/arquivo']),
          '/desvio': { status: 302, headers: { Location: 'http://interno.br/' } },
          '/arquivo': { status: 302, headers: { Location: 'file:///etc/passwd' } },
        },
        'interno.br': { '/': page([]) },
      },
      { addresses: { 'interno.br': '10.0.0.7' } },
    );
    const { visits } = await crawl({ seeds: ['http://a.br/'], scope: 'br' });
    expect(web.requests.some((request) => request.host === 'interno.br')).toBe(false);
    expect(visits.find((visit) => visit.url === 'http://interno.br/')).toMatchObject({
      outcome: 'refused',
      reason: 'private-address',
    });
    expect(visits.find((visit) => visit.url.endsWith('/arquivo'))?.refused).toEqual({ scheme: 1 });
  });
});

describe('bad servers', () => {
  it('[T-FRO-13] a server that never answers is abandoned, and the crawl goes on', async () => {
    web = await tinyWeb({ 'a.br': { '/': page(['/mudo', '/b']), '/mudo': () => {}, '/b': page([]) } });
    const { visits } = await crawl({ seeds: ['http://a.br/'], retries: 0 });
    expect(outcomes(visits)).toEqual({ '/': 'analysed', '/mudo': 'failed', '/b': 'analysed' });
    expect(visits.find((visit) => visit.url.endsWith('/mudo'))?.reason).toBe('headers-timeout');
  });

  it('[T-FRO-14] a page beyond the cap is read up to it and marked truncated', async () => {
    const body = page([], 'muito texto '.repeat(20_000));
    web = await tinyWeb({ 'a.br': { '/': body } });
    const { visits, out } = await crawl({
      seeds: ['http://a.br/'],
      maxBodyBytes: { page: 50_000, requisite: 1, document: 1 },
    });
    expect(visits[0]).toMatchObject({ outcome: 'analysed', bytes: 50_000 });
    const truncated: (string | null)[] = [];
    for (const name of readdirSync(join(out, 'archive')).filter((file) => file.endsWith('.gz')))
      for await (const record of readWarc(join(out, 'archive', name)))
        if (
          record.fields.get('WARC-Target-URI') === 'http://a.br/' &&
          record.fields.get('WARC-Type') === 'response'
        )
          truncated.push(record.fields.get('WARC-Truncated') ?? null);
    expect(truncated).toEqual(['length']);
  });

  it('what can be no page is left when its head has come, and counted', async () => {
    let sent = 0;
    web = await tinyWeb({
      'a.br': {
        '/': page(['/filme', '/b']),
        '/filme': (_, response) => {
          response.writeHead(200, { 'Content-Type': 'video/mp4' });
          const chunk = Buffer.alloc(65_536);
          const more = () => {
            while (!response.destroyed && sent < 200 * chunk.length) {
              sent += chunk.length;
              if (!response.write(chunk)) return void response.once('drain', more);
            }
            response.end();
          };
          more();
        },
        '/b': page([]),
      },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(outcomes(visits)).toEqual({ '/': 'analysed', '/filme': 'skipped', '/b': 'analysed' });
    expect(visits.find((visit) => visit.url.endsWith('/filme'))).toMatchObject({
      reason: 'media-type',
      bytes: 0,
    });
    expect(sent).toBeLessThan(200 * 65_536);
  });

  it('broken codings, empty bodies and nonsense are pages too: recorded, and the crawl goes on', async () => {
    const cut = gzipSync(page(['/depois'], 'palavras '.repeat(3000)));
    web = await tinyWeb({
      'a.br': {
        '/': page(['/cortado', '/vazio', '/binario', '/b']),
        '/cortado': { headers: { 'Content-Encoding': 'gzip' }, body: cut.subarray(0, cut.length - 20) },
        '/vazio': { body: '' },
        '/binario': {
          headers: { 'Content-Type': 'application/octet-stream' },
          body: Buffer.from([0, 1, 2, 255]),
        },
        '/b': page([]),
      },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'] });
    expect(outcomes(visits)).toMatchObject({
      '/cortado': 'analysed',
      '/vazio': 'analysed',
      '/binario': 'skipped',
      '/b': 'analysed',
    });
    expect(visits.find((visit) => visit.url.endsWith('/cortado'))?.reason).toMatch(/^content-/);
  });

  it('a host without a name, and one that is dead, end their own URLs only', async () => {
    web = await tinyWeb({ 'a.br': { '/': page(['http://naoexiste.br/', 'http://naoexiste.br/2']) } });
    const { visits, reason } = await crawl({ seeds: ['http://a.br/'], scope: 'br' });
    expect(reason).toBe('frontier-empty');
    expect(visits.find((visit) => visit.url === 'http://naoexiste.br/')).toMatchObject({
      outcome: 'failed',
      reason: 'dns-not-found',
    });
  });
});

describe('what is kept', () => {
  it('identical payloads are archived once, and referred to after that', async () => {
    const same = page([], 'a mesma coisa '.repeat(30));
    web = await tinyWeb({ 'a.br': { '/': page(['/um', '/dois']), '/um': same, '/dois': same } });
    const { visits, out } = await crawl({ seeds: ['http://a.br/'], concurrency: 1 });
    expect(visits.find((visit) => visit.url.endsWith('/dois'))?.duplicateOf).toBe('http://a.br/um');
    const types = (await archived(out)).filter(
      (record) => /\/(um|dois)$/.test(record.url) && record.type !== 'request',
    );
    expect(types.map((record) => record.type)).toEqual(['response', 'revisit']);
  });

  it('near-duplicates are told by the visit they resemble', async () => {
    const text = (n: number) => `${Array.from({ length: 4000 }, (_, i) => `palavra${i}`).join(' ')} ${n}`;
    web = await tinyWeb({
      'a.br': { '/': page(['/1', '/2']), '/1': page([], text(1)), '/2': page([], text(2)) },
    });
    const { visits } = await crawl({ seeds: ['http://a.br/'], concurrency: 1 });
    const first = visits.find((visit) => visit.url.endsWith('/1'));
    expect(visits.find((visit) => visit.url.endsWith('/2'))?.nearDuplicateOf).toBe(`#${first?.n}`);
  });

  it('sitemaps and feeds bring pages that nothing links to, when asked', async () => {
    const routes = {
      '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'Sitemap: http://a.br/mapa.xml' },
      '/mapa.xml': {
        headers: { 'Content-Type': 'application/xml' },
        body: '<urlset><url><loc>http://a.br/so-no-mapa</loc></url></urlset>',
      },
      '/': `<html><head><link rel="alternate" type="application/rss+xml" href="/rss"></head><body>${page([])}</body></html>`,
      '/rss': {
        headers: { 'Content-Type': 'application/rss+xml' },
        body: '<rss><channel><item><link>http://a.br/so-no-feed</link></item></channel></rss>',
      },
      '/so-no-mapa': page([]),
      '/so-no-feed': page([]),
    };
    web = await tinyWeb({ 'a.br': routes });
    await crawl({ seeds: ['http://a.br/'] });
    expect(web.paths('a.br')).toEqual(['/']);
    const { pages } = await crawl({ seeds: ['http://a.br/'], sitemaps: true, feeds: true });
    expect(web.paths('a.br')).toEqual(expect.arrayContaining(['/so-no-mapa', '/so-no-feed']));
    expect(pages).toBe(3);
  });

  it('a sitemap is read as far as any page is: 32 MB of it, whatever it was packed in', async () => {
    // Not so much alike that it would be called a bomb.
    const filler = `<!-- ${Array.from({ length: 500 }, (_, i) => i * i).join(' ')} -->\n`;
    const sitemap = (bytes: number) =>
      `<urlset><url><loc>http://a.br/perto</loc></url>${filler.repeat(Math.ceil(bytes / filler.length))}<url><loc>http://a.br/longe</loc></url></urlset>`;
    const routes = (body: string) => ({
      '/robots.txt': {
        headers: { 'Content-Type': 'text/plain' },
        body: 'Sitemap: http://a.br/mapa.xml.gz',
      },
      '/mapa.xml.gz': { headers: { 'Content-Type': 'application/x-gzip' }, body: gzipSync(body) },
      '/': page([]),
      '/perto': page([]),
      '/longe': page([]),
    });
    for (const [bytes, reached] of [
      [31 << 20, ['/perto', '/longe']],
      [33 << 20, ['/perto']],
    ] as const) {
      web = await tinyWeb({ 'a.br': routes(sitemap(bytes)) });
      await crawl({ seeds: ['http://a.br/'], sitemaps: true });
      expect(web.paths('a.br').filter((path) => path !== '/' && path !== '/mapa.xml.gz')).toEqual(reached);
      await web.close();
    }
  });

  it('requisites of pages are archived when asked, wherever they are hosted, and count as no pages', async () => {
    web = await tinyWeb({
      'a.br': {
        '/': `<html><head><link rel="stylesheet" href="/e.css"></head><body><img src="http://img.com/f.png"><p>${'texto '.repeat(30)}</p></body></html>`,
        '/e.css': { headers: { 'Content-Type': 'text/css' }, body: 'a{background:url(/g.png)}' },
        '/g.png': { headers: { 'Content-Type': 'image/png' }, body: 'png' },
      },
      'img.com': { '/f.png': { headers: { 'Content-Type': 'image/png' }, body: 'png2' } },
    });
    const { pages, out } = await crawl({ seeds: ['http://a.br/'], requisites: true });
    expect(pages).toBe(1);
    const urls = (await archived(out))
      .filter((record) => record.type === 'response')
      .map((record) => record.url);
    expect(urls).toEqual(
      expect.arrayContaining(['http://a.br/e.css', 'http://a.br/g.png', 'http://img.com/f.png']),
    );
  });

  it('links are passed on only by pages in the languages asked for', async () => {
    const english = page(
      ['/en2'],
      'The quick brown fox jumps over the lazy dog, and then it goes home to sleep because the night is long. '.repeat(
        6,
      ),
    ).replace('lang="pt"', 'lang="en"');
    const portuguese = page(
      ['/en', '/pt2'],
      'A câmara municipal aprovou ontem o orçamento da cidade, depois de uma longa discussão entre os vereadores. '.repeat(
        6,
      ),
    );
    web = await tinyWeb({ 'a.br': { '/': portuguese, '/en': english, '/en2': english, '/pt2': portuguese } });
    await crawl({ seeds: ['http://a.br/'], languages: ['pt'] });
    expect(new Set(web.paths('a.br'))).toEqual(new Set(['/', '/en', '/pt2']));
  });

  it('a page that changed is visited again by its own clock; one that did not is asked for conditionally', async () => {
    let time = Date.UTC(2026, 0, 1);
    const conditional: (string | undefined)[] = [];
    web = await tinyWeb({
      'a.br': {
        '/': (request, response) => {
          conditional.push(request.headers['if-none-match']);
          if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { ETag: '"v1"' }).end();
          else response.writeHead(200, { 'Content-Type': 'text/html', ETag: '"v1"' }).end(page([]));
        },
      },
    });
    const out = folder();
    const settings = {
      seeds: ['http://a.br/'],
      revisit: 'fixed-interval',
      revisitInterval: 3_600_000,
      maxPages: 1,
    } as const;
    await crawl(settings, out, { now: () => time });
    time += 3_600_002;
    const { visits } = await crawl({ ...settings, maxPages: 2 }, out, { now: () => time });
    expect(conditional).toEqual([undefined, '"v1"']);
    expect(visits.map((visit) => visit.outcome)).toEqual(['analysed', 'unchanged']);
    const types = (await archived(out)).filter(
      (record) => record.url === 'http://a.br/' && record.type !== 'request',
    );
    expect(types.map((record) => record.type)).toEqual(['response', 'revisit']);
  });
});

describe('a round: everything that was visited before is visited once more', () => {
  it('asks each page again and finds what is new, also in a crawl that was begun without revisits, and ends', async () => {
    let time = 1e12;
    let second = false;
    web = await tinyWeb({
      'a.br': {
        '/': (_, response) =>
          response
            .writeHead(200, { 'Content-Type': 'text/html' })
            .end(page(second ? ['/b', '/nova'] : ['/b'], second ? 'hoje' : 'ontem')),
        '/b': page([], 'b '.repeat(40)),
        '/nova': page([], 'nova '.repeat(40)),
      },
    });
    const out = folder();
    const settings = { seeds: ['http://a.br/'] };
    const now = () => (time += 10);
    expect(await crawl(settings, out, { now })).toMatchObject({ pages: 2, reason: 'frontier-empty' });
    // Without it there is nothing to be done.
    expect(await crawl(settings, out, { now })).toMatchObject({ sessionPages: 0, reason: 'frontier-empty' });
    second = true;
    time += 86_400_000;
    const round = { ...settings, visitAgainBefore: time };
    expect(await crawl(round, out, { now })).toMatchObject({ sessionPages: 3, reason: 'frontier-empty' });
    expect(web.paths('a.br').sort()).toEqual(['/', '/', '/b', '/b', '/nova']);
    // What did not change refers to the capture before, and is not archived twice.
    const types = (await archived(out)).filter(({ url, type }) => url.endsWith('/b') && type !== 'request');
    expect(types.map(({ type }) => type)).toEqual(['response', 'revisit']);
    expect(await crawl(round, out, { now })).toMatchObject({ sessionPages: 0, reason: 'frontier-empty' });
  });

  it('asks with what the round before was told by the server, and goes on after an interruption', async () => {
    let time = 1e12;
    const conditional: unknown[] = [];
    web = await tinyWeb({
      'a.br': {
        '/': (request, response) => {
          conditional.push(request.headers['if-none-match']);
          if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { ETag: '"v1"' }).end();
          else response.writeHead(200, { 'Content-Type': 'text/html', ETag: '"v1"' }).end(page(['/b']));
        },
        '/b': page([]),
      },
    });
    const out = folder();
    const now = () => (time += 10);
    const round = () => ({ seeds: ['http://a.br/'], visitAgainBefore: time, concurrency: 1 });
    await crawl(round(), out, { now });
    const again = round();
    expect(await crawl({ ...again, maxPages: 3 }, out, { now })).toMatchObject({ reason: 'page-budget' });
    const rest = await crawl(again, out, { now });
    expect(rest).toMatchObject({ pages: 4, reason: 'frontier-empty' });
    expect(conditional).toEqual([undefined, '"v1"']);
    expect(outcomes(rest.visits)).toMatchObject({ '/': 'unchanged', '/b': 'analysed' });
  });
});

describe('sessions', () => {
  const routes = () => ({ '/': page(['/b', '/c']), '/b': page(['/d']), '/c': page([]), '/d': page([]) });

  it('[T-FRO-12] the same command continues: no page fetched twice, none lost, counts kept; a clean start empties all', async () => {
    web = await tinyWeb({ 'a.br': routes() });
    const out = folder();
    const first = await crawl({ seeds: ['http://a.br/'], maxPages: 2, concurrency: 1 }, out);
    expect(first.pages).toBe(2);
    const second = await crawl({ seeds: ['http://a.br/'] }, out);
    expect(second).toMatchObject({ pages: 4, sessionPages: 2, reason: 'frontier-empty' });
    expect(web.paths('a.br').sort()).toEqual(['/', '/b', '/c', '/d']);
    const manifest = JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8'));
    expect(
      manifest.sessions.map((session: { reason: string; pages: number }) => [session.reason, session.pages]),
    ).toEqual([
      ['page-budget', 2],
      ['frontier-empty', 2],
    ]);
    const fresh = await crawl({ seeds: ['http://a.br/'] }, out, { fresh: true });
    expect(fresh).toMatchObject({ pages: 4, sessionPages: 4 });
    expect(fresh.visits).toHaveLength(4);
  });

  it('an interrupted crawl ends its visits and continues later; a second stop gives them up', async () => {
    let release: () => void = () => {};
    web = await tinyWeb({
      'a.br': {
        '/': page(['/lento']),
        '/lento': (_, response) => {
          release = () => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page([]));
        },
      },
    });
    const out = folder();
    const open = () =>
      Crawl.open(
        out,
        completeSettings({
          ...FAST,
          seeds: ['http://a.br/'],
          timeouts: { connect: 5_000, headers: 20_000, body: 20_000, total: 20_000 },
        }),
        { resolver: web!.resolver },
      );
    const crawl1 = await open();
    const running = crawl1.run();
    while (web.paths('a.br').length < 2) await new Promise((resolve) => setImmediate(resolve));
    crawl1.stop();
    crawl1.stop();
    expect((await running).reason).toBe('interrupted');
    const crawl2 = await open();
    const again = crawl2.run();
    while (web.paths('a.br').length < 3) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await again).toMatchObject({ pages: 2, reason: 'frontier-empty' });
  });

  it('a second process on the folder is refused, and the first goes on', async () => {
    web = await tinyWeb({ 'a.br': routes() });
    const out = folder();
    const settings = completeSettings({ ...FAST, seeds: ['http://a.br/'] });
    const first = await Crawl.open(out, settings, { resolver: web.resolver });
    await expect(Crawl.open(out, settings, { resolver: web.resolver })).rejects.toEqual(
      expect.objectContaining({ code: 'TRF_FOLDER_BUSY' }),
    );
    expect((await first.run()).pages).toBe(4);
  });

  it('settings that the files are built on may not change; others may', async () => {
    web = await tinyWeb({ 'a.br': routes() });
    const out = folder();
    await crawl({ seeds: ['http://a.br/'], maxPages: 1 }, out);
    await expect(crawl({ seeds: ['http://a.br/'], policy: 'priority' }, out)).rejects.toEqual(
      expect.objectContaining({ code: 'TRF_SETTINGS_CHANGED' }),
    );
    expect((await crawl({ seeds: ['http://a.br/'], delay: 1, maxPages: 3 }, out)).pages).toBe(3);
  });

  it('what changes from session to session is kept with the session, and seeds come together', async () => {
    web = await tinyWeb({
      'a.br': { '/': page(['/2']), '/2': page(['/3']), '/3': page([]) },
      'b.pt': { '/': page([]) },
    });
    const out = folder();
    await crawl({ seeds: ['http://a.br/'], maxPages: 1 }, out);
    const { pages } = await crawl({ seeds: ['http://b.pt/'], maxPages: 9 }, out);
    // The links of what was queued are in scope still.
    expect(pages).toBe(4);
    const manifest = JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8'));
    expect(manifest).toMatchObject({
      seeds: ['http://a.br/', 'http://b.pt/'],
      parameters: { maxPages: 9, seeds: ['http://a.br/', 'http://b.pt/'] },
      sessions: [{ pages: 1 }, { pages: 3, changed: { maxPages: 9, seeds: ['http://b.pt/'] } }],
    });
    expect(manifest.sessions[0]).not.toHaveProperty('changed');
    await crawl({ seeds: ['http://a.br/'], maxPages: 9 }, out);
    expect(JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')).sessions[2]).not.toHaveProperty(
      'changed',
    );
  });

  it('the pages of a session that was killed are counted with it', async () => {
    web = await tinyWeb({ 'a.br': { '/': page(['/2', '/3']), '/2': page([]), '/3': page([]) } });
    const { out } = await crawl({ seeds: ['http://a.br/'], maxPages: 2 });
    const path = join(out, 'crawl.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    // As a kill leaves it.
    Object.assign(manifest.sessions[0], { endedAt: null, reason: null, pages: 0 });
    writeFileSync(path, JSON.stringify(manifest));
    await crawl({ seeds: ['http://a.br/'] }, out);
    const { sessions } = JSON.parse(readFileSync(path, 'utf8'));
    expect(sessions.map((session: { pages: number }) => session.pages)).toEqual([2, 1]);
  });

  it('a clean start leaves nothing of what was made from the pages before', async () => {
    web = await tinyWeb({ 'a.br': { '/': page([]) } });
    const { out } = await crawl({ seeds: ['http://a.br/'] });
    writeFileSync(join(out, 'geo-index.jsonl'), '{}\n');
    writeFileSync(join(out, 'minhas-notas.txt'), 'notas');
    mkdirSync(join(out, 'geo-looks'));
    await crawl({ seeds: ['http://a.br/'] }, out, { fresh: true });
    expect(existsSync(join(out, 'geo-index.jsonl'))).toBe(false);
    expect(existsSync(join(out, 'geo-looks'))).toBe(false);
    expect(existsSync(join(out, 'minhas-notas.txt'))).toBe(true);
  });

  it('threads that cannot start end the crawl, and no page is to blame', async () => {
    web = await tinyWeb({ 'a.br': { '/': page([]) } });
    const out = folder();
    const broken = {
      analysers: [{ module: 'data:text/javascript,throw new Error("broken")', options: null }],
    };
    await expect(crawl({ seeds: ['http://a.br/'], workers: 1 }, out, broken)).rejects.toThrow();
    const { pages } = await crawl({ seeds: ['http://a.br/'], workers: 0 }, out);
    expect(pages).toBe(1);
  });

  it('no usable seed is told with its reason', async () => {
    web = await tinyWeb({});
    await expect(crawl({ seeds: ['javascript:alert(1)'] })).rejects.toEqual(
      expect.objectContaining({ code: 'TRF_SEEDS_EMPTY', message: expect.stringContaining('script') }),
    );
    expect(existsSync('lock')).toBe(false);
  });
});
