import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backLinkCounts, linkGraph, pageRank } from './importance.ts';

describe('importance', () => {
  it('I2: links to a page, each pair once', () => {
    const graph = linkGraph(3, [
      [0, 1],
      [0, 1],
      [0, 2],
      [2, 1],
    ]);
    expect([...backLinkCounts(graph)]).toEqual([0, 2, 1]);
  });

  it('I3: PageRank solves its equation and sums to 1, dangling pages and all', () => {
    const link = fc.tuple(fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(fc.array(link, { maxLength: 40 }), (links) => {
        const graph = linkGraph(10, links);
        const rank = pageRank(graph);
        const pairs = new Set(links.map((pair) => pair.join()));
        const out = new Array<number>(10).fill(0);
        for (const pair of pairs) out[Number(pair.split(',')[0])]!++;
        expect(rank.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
        const dangling = rank.reduce((sum, each, i) => sum + (out[i] === 0 ? each : 0), 0);
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
});
