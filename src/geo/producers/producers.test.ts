import { describe, expect, it } from 'vitest';
import { linkGraph, pageRank } from '../../frontier/revisit/importance.ts';
import { byLength, inverseFrequency, saturated } from '../../text/index.ts';
import { compareProducers, hits, producerScores, type RankedProducer, siteOf } from './index.ts';

const MAP = [
  ['http://www.ibge.gov.br', 'http://www.inpe.br'],
  ['http://www.inpe.br', 'http://www.ibge.gov.br'],
  ['http://www.gismaps.com.br/', 'http://www.inpe.br'],
  ['http://www.gismaps.com.br/', 'http://www.gisconsult.com.br'],
  ['http://www.gismaps.com.br/', 'http://www.inpe.br'],
  ['http://www.gisconsult.com.br', 'http://www.gismaps.com.br/'],
  ['http://www.gisconsult.com.br', 'http://www.inpe.br'],
  ['http://www.gisconsult.com.br', 'http://www.ibge.gov.br'],
].map(([origin, destination]) => ({ origin: origin!, destination: destination! }));
const PRODUCERS = new Set(['ibge.gov.br', 'inpe.br', 'gismaps.com.br']);
const four = (scores: ReadonlyMap<string, number>) =>
  ['ibge.gov.br', 'inpe.br', 'gismaps.com.br', 'gisconsult.com.br'].map((site) => scores.get(site) ?? 0);

describe('the score of producers', () => {
  it('[G-AC-120] is 3, 7, 1, 2 on the published map; 5 for inpe when repeated links are not counted', () => {
    expect(four(producerScores(MAP, PRODUCERS))).toEqual([3, 7, 1, 2]);
    expect(four(producerScores(MAP, PRODUCERS, { linkCap: 1 }))).toEqual([3, 5, 1, 2]);
  });

  it('[G-AC-121] takes no links of a site to itself; slashes, www and fragments make no other site', () => {
    const more = [
      ...MAP,
      { origin: 'http://www.inpe.br/a', destination: 'http://www.inpe.br/b' },
      { origin: 'http://www.inpe.br/a', destination: 'http://www.inpe.br/a#topo' },
      { origin: 'http://inpe.br', destination: 'http://www.inpe.br/' },
    ];
    expect(four(producerScores(more, PRODUCERS))).toEqual([3, 7, 1, 2]);
    expect(siteOf('http://www.gismaps.com.br/')).toBe(siteOf('http://www.gismaps.com.br'));
    expect(siteOf('HTTP://WWW.INPE.BR/x?y#z')).toBe('inpe.br');
    expect(siteOf('not an address')).toBe('not an address');
  });

  it('[G-AC-122] is computed anew when a site becomes a producer: 4, 8, 2, 2', () => {
    const promoted = new Set([...PRODUCERS, 'gisconsult.com.br']);
    expect(four(producerScores(MAP, promoted))).toEqual([4, 8, 2, 2]);
  });

  it('[G-AC-123] orders by score, then files, then downloads', () => {
    const producer = (site: string, score: number, files: number, downloads: number): RankedProducer => ({
      site,
      score,
      files,
      downloads,
    });
    const list = [
      producer('d', 7, 9, 1),
      producer('f', 3, 99, 99),
      producer('a', 9, 1, 0),
      producer('c', 7, 9, 5),
      producer('b', 7, 10, 0),
      producer('e', 7, 9, 1),
    ];
    expect(list.sort(compareProducers).map((p) => p.site)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('[G-AC-124] PageRank, hubs and authorities, and BM25 give the worked figures', () => {
    const number = new Map(
      ['ibge.gov.br', 'inpe.br', 'gismaps.com.br', 'gisconsult.com.br'].map((site, i) => [site, i]),
    );
    const all = MAP.map(
      ({ origin, destination }) => [number.get(siteOf(origin))!, number.get(siteOf(destination))!] as const,
    );
    const once = [...new Map(all.map((edge) => [edge.join(), edge])).values()];
    const close = (values: ArrayLike<number>, expected: readonly number[]) =>
      expected.forEach((value, i) => {
        expect(Math.abs(values[i]! - value)).toBeLessThan(1e-6);
      });
    close(pageRank(linkGraph(4, all)), [0.435982, 0.448551, 0.054713, 0.060753]);
    close(pageRank(linkGraph(4, all, 'each')), [0.439661, 0.455688, 0.052326, 0.052326]);
    const { authority, hub } = hits(4, once);
    close(authority, [0.474465, 0.7677, 0.366393, 0.226443]);
    close(hub, [0.366393, 0.226443, 0.474465, 0.7677]);
    expect(Math.abs(inverseFrequency(10, 3) - 1.145132)).toBeLessThan(1e-6);
    const bm25 = inverseFrequency(10, 3) * 2.2 * saturated(byLength(2, 20, 25));
    expect(Math.abs(bm25 - 1.668405)).toBeLessThan(1e-6);
  });
});
