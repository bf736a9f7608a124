import { describe, expect, it } from 'vitest';
import { URL_KIND, type UrlKind } from '../frontier/index.ts';
import { leaseOf } from './lease.suite.ts';
import { deepened, linkCandidates, refusedLinks } from './link-candidates.ts';
import { NO_LINKS, type PackedLinks } from './page-findings.ts';

interface Row {
  readonly url: string;
  readonly key?: string;
  readonly depth?: number;
  readonly kind?: UrlKind;
  readonly priority?: number;
  readonly trap?: number;
}

function packed(rows: readonly Row[]): PackedLinks {
  return {
    count: rows.length,
    text: rows.map(({ url, key }) => `${url}\t${key ?? url}\t${new URL(url).host}`).join('\n'),
    numbers: Uint8Array.from(
      rows.flatMap(({ depth = 1, kind = URL_KIND.page, priority = 50, trap = 0 }) => [
        depth,
        kind,
        priority,
        trap,
      ]),
    ),
  };
}

const lease = leaseOf('http://a.br/');

describe('candidates from links', () => {
  it('say everything that was packed, one link further from the seed, with their parent', () => {
    const links = packed([{ url: 'http://b.br/X', key: 'http://b.br/x', depth: 3, priority: 20 }]);
    expect([...linkCandidates(lease, links)]).toEqual([
      {
        url: 'http://b.br/X',
        key: 'http://b.br/x',
        queue: 'b.br',
        depth: 3,
        kind: URL_KIND.page,
        priority: 20,
        hops: 3,
        redirects: 0,
        parent: 7,
      },
    ]);
    expect([...linkCandidates(lease, NO_LINKS)]).toEqual([]);
  });

  it('a part of a page stands as far from the seed as the page', () => {
    const [part] = linkCandidates(lease, packed([{ url: 'http://a.br/i.png', kind: URL_KIND.requisite }]));
    expect(part).toMatchObject({ hops: 2, kind: URL_KIND.requisite });
  });

  it('evidence of a trap makes a link deeper and less urgent, within what can be said', () => {
    const rows = [
      { url: 'http://a.br/1', trap: 50 },
      { url: 'http://a.br/2', trap: 100, depth: 250, priority: 90 },
    ];
    const [half, whole] = linkCandidates(lease, packed(rows));
    expect(half).toMatchObject({ depth: 11, priority: 75 });
    expect(whole).toMatchObject({ depth: 255, priority: 100 });
  });

  it('the links of a page in a trap come later by how likely that is', () => {
    const [later] = deepened(linkCandidates(lease, packed([{ url: 'http://a.br/1' }])), 0.5);
    expect(later).toMatchObject({ depth: 11, priority: 75 });
  });

  it('sitemaps stand as deep as they are nested, and those too deep are left out and counted', () => {
    const links = packed([
      { url: 'http://a.br/m.xml', kind: URL_KIND.sitemap },
      { url: 'http://a.br/p', depth: 4 },
    ]);
    expect([...linkCandidates(lease, links)].map(({ depth }) => depth)).toEqual([1, 4]);
    const third = leaseOf('http://a.br/3.xml', { kind: URL_KIND.sitemap, depth: 2 });
    expect([...linkCandidates(third, links)].map(({ depth }) => depth)).toEqual([3, 4]);
    expect(refusedLinks(third, { refused: {}, links })).toBeUndefined();
    const fourth = leaseOf('http://a.br/4.xml', { kind: URL_KIND.sitemap, depth: 3 });
    expect([...linkCandidates(fourth, links)].map(({ url }) => url)).toEqual(['http://a.br/p']);
    expect(refusedLinks(fourth, { refused: { scope: 2 }, links })).toEqual({
      scope: 2,
      'sitemap-nesting': 1,
    });
  });
});
