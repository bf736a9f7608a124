import { describe, expect, it } from 'vitest';
import { linkGraph } from '../../src/frontier/revisit/importance.ts';
import { combined, forwardLinkCounts, locationMetric, similarity } from './importance.ts';

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

  it('I4: links that leave a page, each pair once', () => {
    const graph = linkGraph(3, [
      [0, 1],
      [0, 1],
      [0, 2],
      [2, 1],
    ]);
    expect([...forwardLinkCounts(graph)]).toEqual([2, 0, 1]);
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
