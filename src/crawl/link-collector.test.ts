import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { URL_KIND } from '../frontier/index.ts';
import { LinkCollector, type LinkRules } from './link-collector.ts';

const RULES: LinkRules = {
  scope: 'br',
  seeds: [],
  urlProfile: 'modern',
  politeness: 'site',
  forgetRepeated: true,
  forgotten: null,
};

function collect(collector: LinkCollector, base: string, links: readonly string[]) {
  collector.begin(base);
  for (const link of links) collector.add(link, URL_KIND.page);
  const { found, links: packed, refused } = collector.end();
  return {
    found,
    refused,
    urls: packed.count === 0 ? [] : packed.text.split('\n').map((line) => line.split('\t')[0]),
  };
}

describe('the links of a page', () => {
  it('are normalised, judged, and each taken once', () => {
    const answer = collect(new LinkCollector(RULES), 'http://a.br/x/', [
      'y',
      '/z',
      'y#fim',
      'http://b.com/',
      'mailto:a@a.br',
      'http://bit.ly/1',
      'f.jpg',
    ]);
    expect(answer.urls).toEqual(['http://a.br/x/y', 'http://a.br/z']);
    expect(answer.refused).toEqual({ 'out-of-scope': 1, scheme: 1, shortener: 1, extension: 1 });
    expect(answer.found).toBe(7);
  });

  it('are not sent again from the next pages of the site, and refusals are counted all the same', () => {
    const collector = new LinkCollector(RULES);
    collect(collector, 'http://a.br/1', ['/menu', 'http://b.com/']);
    expect(collect(collector, 'http://a.br/2', ['/menu', 'http://b.com/', '/novo'])).toEqual({
      found: 3,
      urls: ['http://a.br/novo'],
      refused: { 'out-of-scope': 1 },
    });
  });

  it('mean what they mean on their own page', () => {
    const collector = new LinkCollector(RULES);
    expect(collect(collector, 'http://a.br/x/1', ['p', '?q', '/r']).urls).toEqual([
      'http://a.br/x/p',
      'http://a.br/x/1?q',
      'http://a.br/r',
    ]);
    expect(collect(collector, 'http://a.br/x/2', ['p', '?q', '/r']).urls).toEqual(['http://a.br/x/2?q']);
    expect(collect(collector, 'http://a.br/y/2', ['p', '?q', '/r']).urls).toEqual([
      'http://a.br/y/p',
      'http://a.br/y/2?q',
    ]);
    expect(collect(collector, 'http://c.br/x/1', ['p', '?q', '/r']).urls).toEqual([
      'http://c.br/x/p',
      'http://c.br/x/1?q',
      'http://c.br/r',
    ]);
  });

  it('over any pages, together are what they would be without a memory', () => {
    const link = fc.constantFrom(
      'a',
      'b.html',
      './a',
      '../a',
      '/a',
      '/b/c',
      '?q=1',
      '#x',
      'http://a.br/a',
      'http://b.com/',
      'HTTP://A.br/A',
      '//c.br/a',
      'javascript:1',
      '',
    );
    const base = fc.constantFrom(
      'http://a.br/',
      'http://a.br/b/',
      'http://a.br/b/1',
      'http://a.br/b/2?x/y',
      'https://c.br/b/1',
      'http://c.br/',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(base, fc.array(link, { maxLength: 12 })), { maxLength: 8 }), (pages) => {
        const remembering = new LinkCollector(RULES);
        const all = new Set<string>();
        const expected = new Set<string>();
        for (const [at, links] of pages) {
          const got = collect(remembering, at, links);
          const fresh = collect(new LinkCollector({ ...RULES, forgetRepeated: false }), at, links);
          for (const url of got.urls) all.add(url!.toLowerCase().replace('https:', 'http:'));
          for (const url of fresh.urls) expected.add(url!.toLowerCase().replace('https:', 'http:'));
          expect(got.found).toBe(fresh.found);
        }
        expect(all).toEqual(expected);
      }),
    );
  });
});
