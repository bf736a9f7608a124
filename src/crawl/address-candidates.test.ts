import { describe, expect, it } from 'vitest';
import { URL_KIND } from '../frontier/index.ts';
import { normaliseUrl, parseScope, URL_MODERN, type WebUrl } from '../url/index.ts';
import {
  type AddressRules,
  firstCandidate,
  queueOf,
  redirectCandidate,
  sitemapCandidates,
} from './address-candidates.ts';
import { Forgotten } from './forgotten.ts';
import { leaseOf } from './lease.suite.ts';

const web = (url: string): WebUrl => {
  const made = normaliseUrl(url);
  if (made.kind === 'refused') throw new Error(made.reason);
  return made;
};
const rules = (scope: string): AddressRules => ({
  settings: { politeness: 'site', maxRedirects: 3 },
  scope: parseScope(scope, [web('http://www.a.com.br/')]),
  profile: URL_MODERN,
  forgotten: Forgotten.NOTHING,
});

describe('candidates from one address', () => {
  it('belong to the queue of their site or of their host', () => {
    expect(queueOf(web('http://www.a.com.br/x'), 'site')).toBe('a.com.br');
    expect(queueOf(web('http://www.a.com.br/x'), 'host')).toBe('www.a.com.br');
  });

  it('a seed stands at the beginning', () => {
    expect(firstCandidate(web('http://www.a.com.br/x/y'), 'site', { priority: 9 })).toMatchObject({
      url: 'http://www.a.com.br/x/y',
      queue: 'a.com.br',
      priority: 9,
      depth: 2,
      hops: 0,
      parent: 0,
      kind: URL_KIND.page,
    });
  });

  it('sitemaps are those of the robots file that are in scope, or the customary one', () => {
    const lease = leaseOf('http://www.a.com.br/x');
    const named = ['/mapa.xml', 'http://b.com.br/fora.xml', 'mailto:a@b.br'];
    const urls = (list: readonly string[]) =>
      sitemapCandidates(lease, 'http://www.a.com.br', list, rules('seeds')).map(({ url }) => url);
    expect(urls(named)).toEqual(['http://www.a.com.br/mapa.xml']);
    expect(urls([])).toEqual(['http://www.a.com.br/sitemap.xml']);
    expect(urls(Array.from({ length: 300 }, (_, i) => `/${i}.xml`))).toHaveLength(100);
  });

  it('a redirect goes on as what it was, one hop later', () => {
    const lease = leaseOf('http://www.a.com.br/x', { priority: 3, depth: 4, redirects: 1 });
    expect(redirectCandidate(lease, '/y', rules('seeds'))).toEqual({
      url: 'http://www.a.com.br/y',
      key: web('http://www.a.com.br/y').key,
      queue: 'a.com.br',
      priority: 3,
      depth: 4,
      hops: 2,
      redirects: 2,
      kind: URL_KIND.page,
      parent: 7,
    });
  });

  it('a redirect within one comparison form is told apart by its number', () => {
    const { key } = web('http://www.a.com.br/x');
    const target = redirectCandidate(
      leaseOf('http://www.a.com.br/x', { key }),
      'https://www.a.com.br/x',
      rules('seeds'),
    );
    expect(target).toMatchObject({ url: 'https://www.a.com.br/x', key: `${key} 1` });
  });

  it('a redirect that leads nowhere is refused by name', () => {
    const lease = leaseOf('http://www.a.com.br/x');
    const tired = leaseOf('http://www.a.com.br/x', { redirects: 3 });
    expect(redirectCandidate(tired, '/y', rules('seeds'))).toBe('too-many-redirects');
    expect(redirectCandidate(lease, 'http://b.com.br/', rules('seeds'))).toBe('out-of-scope');
    expect(redirectCandidate(lease, '/x', rules('seeds'))).toBe('redirect-to-itself');
    expect(typeof redirectCandidate(lease, 'mailto:a@b.br', rules('seeds'))).toBe('string');
  });

  it('parts of pages, and pages whose language decides, may be redirected anywhere', () => {
    const part = leaseOf('http://www.a.com.br/i.png', { kind: URL_KIND.requisite });
    expect(redirectCandidate(part, 'http://cdn.net/i.png', rules('seeds'))).toMatchObject({
      queue: 'cdn.net',
    });
  });
});
