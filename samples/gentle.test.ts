import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from './hosts.ts';
import { type SampleWeb, startSampleWeb } from './server.ts';
import { type Crawl, crawl, get } from './tiny-crawler.suite.ts';

describe('the gentle sample web', () => {
  let web: SampleWeb;
  const crawls = new Map<string, Crawl>();

  beforeAll(async () => {
    web = await startSampleWeb({ seed: 1 });
    for (const seed of web.seeds) crawls.set(new URL(seed).host, await crawl(web.port, seed));
  }, 60_000);
  afterAll(() => web.close());

  it('serves exactly the pages that the truth calls reachable', () => {
    for (const [host, found] of crawls)
      expect([...found.pages.keys()].sort(), host).toEqual(web.truth.reachable(host));
  });

  it('names everything that is linked and is not a page', () => {
    for (const [host, found] of crawls) {
      expect([...found.missing].sort(), host).toEqual(web.truth.missing(host));
      expect([...found.files].sort(), host).toEqual(web.truth.files(host));
      expect([...found.redirects].sort(), host).toEqual(
        web.truth
          .redirects(host)
          .map((r) => r.from)
          .sort(),
      );
      // Every disallowed page is linked, and the collector kept away from it.
      for (const url of web.truth.disallowed(host)) expect([...found.refused]).toContain(url);
    }
  });

  it('has no two pages whose addresses a collector would hold for one', () => {
    const fold = (url: string) => url.toLowerCase().replace(/\/(?:index\.\w+)?$/, '');
    for (const host of web.hosts) {
      const urls = web.truth.reachable(host);
      expect(new Set(urls.map(fold)).size, host).toBe(urls.length);
    }
  });

  it('has PDF documents that a reader opens, with their Portuguese text', async () => {
    const documents = web.truth.pages(HOSTS.government.host).filter((p) => p.type === 'application/pdf');
    expect(documents.length).toBeGreaterThanOrEqual(6);
    for (const page of documents) {
      const bytes = crawls.get(HOSTS.government.host)!.pages.get(page.url)!.body;
      const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
      const flat = text.replace(/\s+/g, ' ');
      for (const paragraph of page.content!()) expect(flat, page.url).toContain(paragraph);
      // Every entry of the cross-reference table points at its object.
      const latin = bytes.toString('latin1');
      const offsets = [...latin.matchAll(/^(\d{10}) 00000 n /gm)].map((m) => Number(m[1]));
      offsets.forEach((offset, i) => {
        expect(latin.startsWith(`${i + 1} 0 obj`, offset)).toBe(true);
      });
    }
  });

  it('is of the size a demonstration can crawl in seconds', () => {
    const { page, hosts } = web.truth.totals;
    expect(hosts).toBeGreaterThanOrEqual(20);
    expect(page).toBeGreaterThanOrEqual(400);
    expect(page).toBeLessThanOrEqual(950);
  });

  it('sends bytes in the charset the truth says', () => {
    for (const [host, found] of crawls) {
      for (const page of web.truth.pages(host)) {
        const answer = found.pages.get(page.url);
        if (answer === undefined || page.type === 'application/pdf') continue;
        const strict = new TextDecoder(page.charset, { fatal: true });
        // `stream` keeps Node 20 from its shortcut, which takes windows-1252 for ISO-8859-1.
        const text = strict.decode(answer.body, { stream: true });
        expect(text, page.url).toMatch(/<\/html>\s*$/i);
        for (const paragraph of page.content?.() ?? [])
          expect(text, page.url).toContain(paragraph.slice(0, 12).replace(/[&"].*/s, ''));
      }
    }
    // The three sites that say something false, or nothing.
    const of = (host: string) => crawls.get(host)!.pages.values().next().value!;
    const utf8 = new TextDecoder('utf-8', { fatal: true });
    const chapters = (host: string) => [...crawls.get(host)!.pages.values()].slice(1);
    expect(of(HOSTS.legacy.host).headers['content-type']).toBe('text/html');
    for (const page of chapters(HOSTS.falseUtf8.host)) {
      expect(page.headers['content-type']).toMatch(/utf-8/i);
      expect(() => utf8.decode(page.body)).toThrow();
    }
    for (const page of chapters(HOSTS.falseLatin1.host)) {
      expect(page.headers['content-type']).toMatch(/iso-8859-1/);
      expect(utf8.decode(page.body)).toMatch(/[ãçé]/);
    }
    for (const page of crawls.get(HOSTS.university.host)!.pages.values())
      expect(page.body.toString('latin1')).not.toMatch(/[\u0080-\u009f]/);
  });

  it('uses every content encoding, and none when none is accepted', async () => {
    const used = new Set<string>();
    for (const found of crawls.values())
      for (const answer of found.pages.values()) used.add(answer.headers['content-encoding'] ?? 'identity');
    expect([...used].sort()).toEqual(['br', 'deflate', 'gzip', 'identity']);
    const url = `http://${HOSTS.diario.host}/`;
    const whole = await get(web.port, url, { 'accept-encoding': 'identity' });
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(whole.headers['transfer-encoding']).toBe('chunked');
    expect(whole.body.equals(crawls.get(HOSTS.diario.host)!.pages.get(url)!.body)).toBe(true);
  });

  it('really has the duplicates that the truth names, and no others', () => {
    const bodies = new Map<string, string[]>();
    for (const found of crawls.values()) {
      for (const [url, answer] of found.pages) {
        const key = answer.body.toString('base64');
        bodies.set(key, [...(bodies.get(key) ?? []), url]);
      }
    }
    const served = [...bodies.values()].filter((g) => g.length > 1).map((g) => g.sort());
    const told = web.truth.duplicates().map((g) => g.sort());
    expect(served.sort()).toEqual(told.sort());
  });

  it('keeps different articles different and near duplicates near', () => {
    const near = new Map<string, string>();
    const shingles = new Map<string, Set<string>>();
    for (const site of web.truth.sites) {
      for (const page of web.truth.pages(site.host)) {
        if (page.nearDuplicateOf !== undefined) near.set(page.url, page.nearDuplicateOf);
        if (page.reach !== 'page' || !['article', 'product'].includes(page.kind)) continue;
        const words = (page.content?.() ?? []).join(' ').split(/\s+/);
        if (words.length < 60) continue;
        shingles.set(page.url, new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' '))));
      }
    }
    const overlap = (a: Set<string>, b: Set<string>) => {
      let common = 0;
      for (const s of a) if (b.has(s)) common++;
      return common / (a.size + b.size - common);
    };
    for (const [copy, original] of near) {
      if (shingles.has(copy))
        expect(overlap(shingles.get(copy)!, shingles.get(original)!), copy).toBeGreaterThan(0.85);
    }
    const articles = [...shingles].filter(
      ([url]) => !near.has(url) && web.truth.page(url)!.kind === 'article',
    );
    const alike: string[] = [];
    for (let i = 0; i < articles.length; i++) {
      for (let j = i + 1; j < articles.length; j++) {
        if (overlap(articles[i]![1], articles[j]![1]) >= 0.6)
          alike.push(`${articles[i]![0]} ${articles[j]![0]}`);
      }
    }
    expect(alike).toEqual([]);
  });

  it('answers conditional requests', async () => {
    const url = `http://${HOSTS.docs.host}/manual/consultas.html`;
    const first = await get(web.port, url);
    const again = await get(web.port, url, { 'if-none-match': first.headers.etag! });
    expect(again.status).toBe(304);
    expect(again.raw.length).toBe(0);
    expect((await get(web.port, url, { 'if-modified-since': first.headers['last-modified']! })).status).toBe(
      304,
    );
    expect((await get(web.port, url, { 'if-none-match': '"outra"' })).status).toBe(200);
  });

  it('gives every host an address, and some hosts the same one', () => {
    const addresses = web.hosts.map((h) => web.resolve(h)!.address);
    expect(addresses.every((a) => a.startsWith('198.18.'))).toBe(true);
    expect(new Set(addresses).size).toBeLessThan(addresses.length);
    expect(web.resolve('www.naoexiste-exemplo.com.br')).toBeNull();
    expect(web.resolve(HOSTS.docs.host)!.connect).toEqual({ host: '127.0.0.1', port: web.port });
  });
});
