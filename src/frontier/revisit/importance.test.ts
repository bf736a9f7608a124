import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backLinkCounts,
  combined,
  forwardLinkCounts,
  linkGraph,
  locationMetric,
  pageRank,
  similarity,
} from './importance.ts';

describe('importance', () => {
  it('I1: tf·idf, inner product and cosine', () => {
    const corpus = {
      documents: 100,
      documentFrequency: (term: string) => ({ de: 100, mapa: 10, rio: 1 })[term] ?? 0,
    };
    const document = new Map([
      ['de', 9],
      ['mapa', 2],
    ]);
    const idf = Math.log(10);
    expect(similarity(document, new Map([['mapa', 1]]), corpus, 'inner')).toBeCloseTo(2 * idf * idf, 12);
    expect(similarity(document, new Map([['mapa', 3]]), corpus)).toBeCloseTo(1, 12);
    expect(similarity(document, new Map([['rio', 1]]), corpus)).toBe(0);
    expect(similarity(new Map(), new Map(), corpus)).toBe(0);
  });

  it('I2 and I4: links in and out, each pair once', () => {
    const graph = linkGraph(3, [
      [0, 1],
      [0, 1],
      [0, 2],
      [2, 1],
    ]);
    expect([...backLinkCounts(graph)]).toEqual([0, 2, 1]);
    expect([...forwardLinkCounts(graph)]).toEqual([2, 0, 1]);
  });

  it('I3: PageRank solves its equation and sums to 1, dangling pages and all', () => {
    const link = fc.tuple(fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(fc.array(link, { maxLength: 40 }), (links) => {
        const graph = linkGraph(10, links);
        const rank = pageRank(graph);
        const out = forwardLinkCounts(graph);
        expect(rank.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
        const dangling = rank.reduce((sum, each, i) => sum + (out[i] === 0 ? each : 0), 0);
        const pairs = new Set(links.map((pair) => pair.join()));
        for (let page = 0; page < 10; page++) {
          let expected = (1 - 0.85) / 10 + (0.85 * dangling) / 10;
          for (let from = 0; from < 10; from++)
            if (pairs.has(`${from},${page}`)) expected += (0.85 * rank[from]!) / out[from]!;
          expect(rank[page]).toBeCloseTo(expected, 9);
        }
      }),
    );
    expect(pageRank(linkGraph(0, [])).length).toBe(0);
  });

  it('I5: fewer slashes, front pages and wanted endings are better', () => {
    const better = (a: string, b: string): void =>
      expect(locationMetric(a)).toBeGreaterThan(locationMetric(b));
    better('http://a.com/', 'http://a.com/x/y');
    better('http://a.com/x', 'http://a.com/x/y');
    better('http://a.com/x', 'http://a.org/x');
    better('http://a.org/home', 'http://a.org/outra');
    expect(locationMetric('http://a.com')).toBe(locationMetric('http://a.com/'));
    expect(locationMetric('no address')).toBe(0);
  });

  it('a weighted sum of several', () => {
    expect(
      combined([
        { weight: 2, value: 3 },
        { weight: 0.5, value: 4 },
      ]),
    ).toBe(8);
  });
});
