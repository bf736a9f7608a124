import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nationalHost, nationalIndex } from './national-hosts.ts';
import { nationalWeb } from './national-web.ts';
import { sampleAddress } from './resolver.ts';
import { startSampleWeb } from './server.ts';
import { get } from './tiny-crawler.suite.ts';

describe('the simulated national Web', () => {
  const web = nationalWeb({ seed: 1, hosts: 20_000 });
  const sizes = Array.from({ length: web.hosts }, (_, h) => web.pagesOf(h));

  it('is a function of its seed', () => {
    const same = nationalWeb({ seed: 1, hosts: 20_000 });
    const other = nationalWeb({ seed: 2, hosts: 20_000 });
    const urls = web.seeds(50);
    expect(same.seeds(50)).toEqual(urls);
    expect(urls.map((u) => same.page(u))).toEqual(urls.map((u) => web.page(u)));
    expect(other.seeds(50)).not.toEqual(urls);
  });

  it('has only links that lead to pages that exist', () => {
    fc.assert(
      fc.property(fc.nat(web.hosts - 1), fc.nat(), (host, n) => {
        const url = web.urlOf(host, n % web.pagesOf(host));
        expect(web.exists(url)).toBe(true);
        const links = web.links(url);
        expect(links.length).toBeGreaterThan(0);
        expect(links.filter((l) => !web.exists(l))).toEqual([]);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('finds its way from address to numbers and back', () => {
    fc.assert(
      fc.property(fc.nat(999_999), (i) => nationalIndex(nationalHost(i)) === i),
      { seed: 1 },
    );
    const large = sizes.indexOf(Math.max(...sizes));
    for (const page of [0, 1, 10, 11, 200, 201, web.pagesOf(large) - 1])
      expect(web.locate(web.urlOf(large, page))).toEqual({ host: large, page });
    for (const wrong of [
      'http://www.sitio1.com.br/n1/',
      'http://www.sitio20000.com.br/',
      'http://outro.com.br/',
      'https://www.sitio0.com.br/',
      'ftp://x',
      '',
      web.urlOf(large, web.pagesOf(large)),
    ]) {
      expect(web.exists(wrong), wrong).toBe(false);
      expect(web.links(wrong)).toEqual([]);
      expect(web.page(wrong)).toBeNull();
    }
  });

  it('can be walked through: every page of a host is reached from its home page', () => {
    for (const host of [3, 77, sizes.indexOf(Math.max(...sizes.slice(0, 2000)))]) {
      const own = `http://${web.hostName(host)}`;
      const seen = new Set([`${own}/`]);
      for (const url of seen)
        for (const link of web.links(url)) if (link.startsWith(`${own}/`)) seen.add(link);
      expect(seen.size).toBe(web.pagesOf(host));
    }
  });

  it('has sizes that follow a power law', () => {
    const above = (n: number) => sizes.filter((s) => s >= n).length;
    // On a log-log plot the tail is a line: each doubling keeps a steady share, between a third and a half.
    for (const n of [16, 32, 64]) {
      const share = above(2 * n) / above(n);
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.5);
    }
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...sizes)).toBeGreaterThan(500);
    const sorted = sizes.toSorted((a, b) => a - b);
    expect(sorted[sorted.length >> 1]!).toBeLessThan(9);
  });

  it('keeps four links in five at home and gives the others mostly to popular hosts', () => {
    const into = new Uint32Array(64);
    const received = new Uint32Array(web.hosts);
    let all = 0;
    let outward = 0;
    for (let host = 0; host < web.hosts; host++) {
      for (let page = 0; page < Math.min(3, sizes[host]!); page++) {
        const n = web.linkTargets(host, page, into);
        all += n;
        for (let i = 0; i < n; i++) {
          if (into[2 * i] === host) continue;
          outward++;
          received[into[2 * i]!]!++;
        }
      }
    }
    expect(outward / all).toBeGreaterThan(0.17);
    expect(outward / all).toBeLessThan(0.23);
    const order = received.toSorted((a, b) => b - a);
    const top = order.slice(0, web.hosts / 100).reduce((a, b) => a + b, 0);
    // Rank^-0.75: the first hundredth of the hosts gets 0.01^0.25 ≈ 32 % of the links.
    expect(top / outward).toBeGreaterThan(0.25);
    expect(top / outward).toBeLessThan(0.45);
    expect(received.filter((r) => r > 0).length / web.hosts).toBeGreaterThan(0.5);
  });

  it('agrees with itself in numbers, addresses and HTML', () => {
    const into = new Uint32Array(64);
    for (const url of web.seeds(20)) {
      const at = web.locate(url)!;
      const n = web.linkTargets(at.host, at.page, into);
      const links = web.links(url);
      expect(links).toEqual(Array.from({ length: n }, (_, i) => web.urlOf(into[2 * i]!, into[2 * i + 1]!)));
      const html = web.page(url)!;
      expect([...html.matchAll(/href="([^"]+)"/g)].map((m) => m[1])).toEqual(links);
      expect(html.length).toBeGreaterThan(1500);
      expect(html.length).toBeLessThan(6000);
    }
  });

  it('refuses a number of hosts it cannot have', () => {
    for (const hosts of [0, -1, 1.5, 1_000_001]) expect(() => nationalWeb({ hosts })).toThrow(/hosts/);
    const one = nationalWeb({ hosts: 1 });
    expect(one.links(one.seeds(5)[0]!).every((l) => one.exists(l))).toBe(true);
  });

  it('is served beside the other sites, each host with an address of its own', async () => {
    const served = await startSampleWeb({ sites: [], national: web });
    try {
      const seed = web.seeds(1)[0]!;
      const host = new URL(seed).hostname;
      expect((await get(served.port, seed)).body.toString()).toBe(web.page(seed));
      expect((await get(served.port, `http://${host}/robots.txt`)).status).toBe(404);
      expect(served.resolve(host)).toEqual(sampleAddress(host, served.port));
      expect(served.resolve('www.sitio999999.com.br')).toBeNull();
      const addresses = new Set(
        Array.from({ length: 1000 }, (_, i) => sampleAddress(nationalHost(i), 1)!.address),
      );
      expect(addresses.size).toBe(900);
    } finally {
      await served.close();
    }
  });
});
